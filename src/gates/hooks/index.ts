/**
 * Hooks of harnesses for coding agents: what they send, and what they take for an answer.
 *
 * @module
 */
export { type AnswerHookOptions, answerHook } from './answer.js';
export { capabilityOf } from './capability.js';
export { readTreeshipOptions, type TreeshipOptions } from './environment.js';
export {
  type FormatOptions,
  formatHook,
  type HookOutput,
  type HookVerdict,
  hookEffects,
} from './format.js';
export type { Harness, HookEvent } from './harness.js';
export { type Hook, type ParsedHook, parseHook, type UnreadHook } from './parse.js';
