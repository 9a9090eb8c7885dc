/**
 * What a gate tells of its work, as plain JSON, and a timeline that keeps it.
 *
 * @module
 */
import * as v from 'valibot';
import { JudgeError } from '../errors.js';
import { snapshot } from '../json.js';
import { checkOptions } from '../members.js';
import type { GateEffect } from './effect.js';
import { GATE_EFFECTS } from './effect.js';

/** What an event tells of. */
export type GateEventType =
  | 'judged'
  | 'denied'
  | 'asked'
  | 'resolved'
  | 'unjudged'
  | 'unrecorded'
  | 'shadow';

/** Something that happened at a gate. It holds digests and receipt ids, and nothing of the input. */
export interface GateEvent {
  readonly type: GateEventType;
  /** When: RFC 3339, UTC, whole seconds. */
  readonly at: string;
  readonly tool: string;
  readonly callId?: string;
  readonly session?: string;
  readonly callDigest?: string;
  readonly stateDigest?: string;
  /** What is to happen to the call. */
  readonly effect: GateEffect;
  /** The effect that this one stands for, as the host cannot express that one. */
  readonly fallbackFrom?: GateEffect;
  /** What a gate in shadow mode would have done. */
  readonly wouldBe?: GateEffect;
  /** The questions that decided. */
  readonly decidedBy?: readonly string[];
  /** Of `unjudged` and `unrecorded`: the code of the error. */
  readonly code?: string;
  /** Of `resolved`: what was decided, and by whom. */
  readonly decision?: 'allow' | 'deny';
  readonly by?: string;
  /** The ids of the receipts that were signed for it. */
  readonly receipts: readonly string[];
}

/** Keeps events, the latest so many. */
export interface Timeline {
  /** Takes an event: the `onEvent` of a gate. */
  readonly onEvent: (event: GateEvent) => void;
  /** The events that are kept, oldest first. It is JSON as it is. */
  events(): readonly GateEvent[];
}

/** The options of {@link timeline}. */
export interface TimelineOptions {
  /** The most events to keep, 1 or more. Defaults to 10 000. */
  readonly maxEvents?: number | undefined;
  /** Events from before, as `events()` gave them or as they were read from JSON. */
  readonly from?: unknown;
}

/**
 * Makes a timeline: it keeps what a gate tells, to be looked at or stored.
 *
 * @param options See {@link TimelineOptions}.
 * @returns A timeline whose `onEvent` is for `createGate()`.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is out of range, and
 *   `bad_record` for events that are none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate, timeline } from 'judgement/gate';
 *
 * const { onEvent, events } = timeline();
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions, onEvent });
 * await gate.check({ tool: 'Bash', input: { command: 'rm -rf /' }, callId: 'c1' });
 * console.log(events().map(({ type, effect }) => `${type} ${effect}`)); // [ 'judged deny', 'denied deny' ]
 * console.log(timeline({ from: JSON.parse(JSON.stringify(events())) }).events().length); // 2
 * ```
 */
export function timeline(options: TimelineOptions = {}): Timeline {
  checkOptions(options, ['maxEvents', 'from'], 'options');
  const { maxEvents = 10_000, from } = options;
  if (!Number.isSafeInteger(maxEvents) || maxEvents < 1) {
    const rule = 'it is a whole number, 1 or more';
    throw new JudgeError('bad_option', { path: 'options.maxEvents', rule, fix: 'leave it out' });
  }
  const kept: GateEvent[] = from === undefined ? [] : [...readEvents(from)].slice(-maxEvents);
  return Object.freeze({
    onEvent(event: GateEvent): void {
      kept.push(event);
      if (kept.length > maxEvents) kept.shift();
    },
    events: (): readonly GateEvent[] => Object.freeze([...kept]),
  });
}

function readEvents(value: unknown): readonly GateEvent[] {
  const result = v.safeParse(EVENTS, snapshot(value, 'options.from'));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new JudgeError('bad_record', {
    path: `options.from${(issue.path ?? []).map(({ key }) => `[${String(key)}]`).join('')}`,
    rule: 'a timeline is a list of the events of a gate',
    fix: 'pass what events() gave',
  });
}

const EFFECT = /* @__PURE__ */ v.picklist(GATE_EFFECTS);
const TEXT = /* @__PURE__ */ v.exactOptional(/* @__PURE__ */ v.string());

const EVENTS = /* @__PURE__ */ v.array(
  /* @__PURE__ */ v.strictObject({
    type: /* @__PURE__ */ v.picklist([
      'judged',
      'denied',
      'asked',
      'resolved',
      'unjudged',
      'unrecorded',
      'shadow',
    ]),
    at: /* @__PURE__ */ v.string(),
    tool: /* @__PURE__ */ v.string(),
    callId: TEXT,
    session: TEXT,
    callDigest: TEXT,
    stateDigest: TEXT,
    effect: EFFECT,
    fallbackFrom: /* @__PURE__ */ v.exactOptional(EFFECT),
    wouldBe: /* @__PURE__ */ v.exactOptional(EFFECT),
    decidedBy: /* @__PURE__ */ v.exactOptional(/* @__PURE__ */ v.array(/* @__PURE__ */ v.string())),
    code: TEXT,
    decision: /* @__PURE__ */ v.exactOptional(/* @__PURE__ */ v.picklist(['allow', 'deny'])),
    by: TEXT,
    receipts: /* @__PURE__ */ v.array(/* @__PURE__ */ v.string()),
  }),
);
