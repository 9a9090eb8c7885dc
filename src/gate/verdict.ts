/**
 * What a gate says of a tool call, and the sentence that the model may read.
 *
 * @module
 */
import type { Digest } from '../digest.js';
import type { Judgement } from '../judge.js';
import type { Decision } from '../policy.js';
import type { Questions } from '../question.js';
import type { AttestedReceipt } from '../receipt/draft.js';
import type { GateEffect } from './effect.js';

/** Why a call was not judged: the code of the error, and where. */
export interface Unjudged {
  /** The code of the error, such as `judge_unavailable`; `error` for one that is none of ours. */
  readonly code: string;
  /** Whether the call itself could not be read, which is no fault of the judge. */
  readonly unreadable: boolean;
}

/** What a person decided on a call. */
export interface Resolved {
  readonly decision: 'allow' | 'deny';
  /** Who decided: a URI, such as `human://ada`. */
  readonly by: string;
  /** The receipt of the decision, where the judgement was signed and the decider signs. */
  readonly receipt?: AttestedReceipt;
}

/** What a gate says of a call. */
export interface Verdict {
  /** What is to happen. */
  readonly effect: GateEffect;
  /** For the model and for people: what was asked and how it came out; nothing of the input. */
  readonly reason: string;
  /** The effect that this one stands for, where the host cannot express that one. */
  readonly fallbackFrom?: GateEffect;
  /** The effect that a gate in shadow mode would have had. */
  readonly wouldBe?: GateEffect;
  /** What was asked and answered; absent when the call was not judged. */
  readonly judgement?: Judgement<Questions>;
  /** Why it was not judged. */
  readonly unjudged?: Unjudged;
  /** What a person decided on exactly this call. */
  readonly resolved?: Resolved;
  /** All receipts of this call so far, in the order of their chain; empty without a signer. */
  readonly receipts: readonly AttestedReceipt[];
  /** The code of the error for which there are no receipts, although there is a signer. */
  readonly unrecorded?: string;
  readonly tool: string;
  readonly callId?: string;
  readonly session?: string;
  /** The digest of `{ input, tool }`; absent for a call that could not be read. */
  readonly callDigest?: Digest;
}

/** Says what came out of a judgement: the questions that decided and how they stood to the bar. */
export function describeJudgement(judgement: Judgement<Questions>, effect: GateEffect): string {
  const decided = judgement.decidedBy.map((key) => describeDecision(key, judgement.decisions[key]));
  return `${OPENINGS[effect]}${decided.length === 0 ? '' : ` (${decided.join('; ')})`}`;
}

/** Says that a call was not judged, and what follows. */
export function describeUnjudged({ code, unreadable }: Unjudged, effect: GateEffect): string {
  const why = unreadable ? 'the call cannot be read' : 'the judge gave no answer';
  return `${OPENINGS[effect]}: ${why} (${code})`;
}

/** Says that a call could not be recorded, and what follows. */
export function describeUnrecorded(code: string, effect: GateEffect): string {
  return `${OPENINGS[effect]}: it could not be recorded (${code})`;
}

/** Says what a person decided. */
export function describeResolved(decision: Resolved['decision']): string {
  return decision === 'allow' ? 'A person allowed this call' : 'A person declined this call';
}

const OPENINGS: { readonly [effect in GateEffect]: string } = /* @__PURE__ */ Object.freeze({
  allow: 'This call may run',
  warn: 'This call may run, with a warning',
  ask: 'A person decides on this call',
  deny: 'This call was not run',
});

/** Keys, numbers and bars are the caller's own words, and nothing of the call. */
function describeDecision(key: string, decision: Decision | undefined): string {
  if (decision === undefined) return key;
  const { reason, measured, bar, appliesTo } = decision;
  if (reason === 'refusal') return `${key}: the judge declined to answer`;
  if (measured === undefined || bar === undefined) return `${key}: nothing could be measured`;
  return `${key}: ${appliesTo} ${measured} against a bar of ${bar}`;
}
