/**
 * A gate: a judge in front of every tool call.
 *
 * @module
 */
export type { AnswerOptions } from './answer.js';
export type { CallContext, GateCall } from './call.js';
export { type Fallbacks, type GateEffect, strongest } from './effect.js';
export {
  type GateEvent,
  type GateEventType,
  type Timeline,
  type TimelineOptions,
  timeline,
} from './events.js';
export { type CheckOptions, createGate, type Gate } from './gate.js';
export { CallRefused, type Guarded, type GuardOptions } from './guard.js';
export type { Answering, GateOptions } from './options.js';
export type { Resolved, Unjudged, Verdict } from './verdict.js';
