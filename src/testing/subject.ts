/**
 * What a matcher is handed, and how it is shown when a test fails.
 *
 * @module
 */
import type { Answer } from '../answer.js';
import { JudgeError } from '../errors.js';
import type { Judgement } from '../judge.js';
import type { Decision } from '../policy.js';
import type { Questions } from '../question.js';
import type { AttestedReceipt } from '../receipt/draft.js';
import { type OpenedReceipt, openReceipt } from '../receipt/open.js';

/** What a matcher makes of what it is handed. */
export interface Subject {
  readonly effect: string;
  readonly outcome?: string | undefined;
  readonly decidedBy: readonly string[];
  readonly decisions: { readonly [key: string]: Decision };
  readonly answers: { readonly [key: string]: Answer };
  readonly judgement?: Judgement<Questions, string> | undefined;
  /** What a gate said beside the judgement: why there is none, or what it stands for. */
  readonly notes: readonly string[];
}

/** Reads a result of `judge()` or `hold()`, or the verdict of a gate. */
export function readSubject(received: unknown): Subject {
  const given: Loose = Object(received);
  if (typeof given.effect !== 'string') {
    throw misuse('it is the result of judge() or hold(), or the verdict of a gate');
  }
  const judgement = isJudgement(given.judgement)
    ? given.judgement
    : isJudgement(received)
      ? received
      : undefined;
  const held = isHeld(received) ? received : judgement;
  return {
    effect: given.effect,
    outcome: held?.outcome,
    decidedBy: held?.decidedBy ?? [],
    decisions: held?.decisions ?? {},
    answers: judgement?.answers ?? {},
    judgement,
    notes: notesOf(given),
  };
}

/** Reads one receipt or several: envelopes, what was signed or opened, or those of a verdict. */
export function readReceipts(received: unknown): readonly OpenedReceipt[] {
  const list = listOf(received);
  if (list.length === 0) throw misuse('it holds a receipt, and there is none');
  return list.map((each, index) => {
    if (isOpened(each)) return each;
    const given: { readonly envelope?: unknown } = Object(each);
    const opened = openReceipt(given.envelope ?? each);
    if (opened.ok) return opened;
    throw misuse(`receipt ${index + 1} cannot be opened: ${opened.code} at ${opened.path}`);
  });
}

/** The envelopes of what was received, for a verifier; nothing is opened. */
export function envelopesOf(received: unknown): readonly unknown[] {
  const list = listOf(received);
  if (list.length === 0) throw misuse('it holds a receipt, and there is none');
  return list.map((each) => {
    const given: { readonly envelope?: unknown } = Object(each);
    return given.envelope ?? each;
  });
}

/** Shows each answer against its bar, a line each. */
export function show({ decisions, answers, notes, effect }: Subject): string {
  const lines = Object.keys(decisions)
    .sort()
    .map((key) => `  ${key}: ${showDecision(decisions[key], answers[key])}`);
  return [`effect: ${effect}`, ...notes.map((note) => `  ${note}`), ...lines].join('\n');
}

/** Shows one answer against its bar. */
export function showDecision(decision: Decision | undefined, answer: Answer | undefined): string {
  if (decision === undefined) return 'there is no such question';
  const { effect, reason, measured, bar, setBy, appliesTo, wouldBe } = decision;
  const told = answer === undefined ? '' : `${showAnswer(answer)}, `;
  const became = wouldBe === undefined ? effect : `${effect} (would be ${wouldBe})`;
  if (bar === undefined) return `${told}${reason}: ${became}`;
  const number = measured === undefined ? 'nothing measured' : `${appliesTo} ${measured}`;
  return `${told}${number} against a bar of ${bar} (set by ${setBy}), ${reason}: ${became}`;
}

/** The error for a matcher that is handed something else: it fails with and without `not`. */
export function misuse(rule: string): JudgeError {
  const fix = 'hand the matcher what it is about';
  return new JudgeError('bad_option', { path: 'received', rule, fix });
}

interface Loose {
  readonly effect?: unknown;
  readonly judgement?: unknown;
  readonly receipts?: unknown;
  readonly unjudged?: { readonly code?: unknown };
  readonly unrecorded?: unknown;
  readonly fallbackFrom?: unknown;
  readonly resolved?: { readonly decision?: unknown; readonly by?: unknown };
}

function showAnswer(answer: Answer): string {
  if (answer.refusal) return 'refused';
  if ('choice' in answer && !answer.unmeasurable) return `choice "${answer.choice}"`;
  if ('score' in answer && !answer.unmeasurable) return `score ${answer.score}`;
  if (answer.unmeasurable) return 'unmeasurable';
  return 'noul' in answer ? `noul ${answer.noul}` : 'no answer';
}

function notesOf({ unjudged, unrecorded, fallbackFrom, resolved }: Loose): readonly string[] {
  return [
    ...(unjudged === undefined ? [] : [`not judged: ${String(unjudged.code)}`]),
    ...(unrecorded === undefined ? [] : [`not recorded: ${String(unrecorded)}`]),
    ...(fallbackFrom === undefined ? [] : [`stands for: ${String(fallbackFrom)}`]),
    ...(resolved === undefined
      ? []
      : [`resolved: ${String(resolved.decision)} by ${String(resolved.by)}`]),
  ];
}

function isHeld(
  value: unknown,
): value is Pick<Judgement<Questions, string>, 'outcome' | 'decidedBy' | 'decisions'> {
  return typeof value === 'object' && value !== null && 'decisions' in value;
}

function isJudgement(value: unknown): value is Judgement<Questions, string> {
  return isHeld(value) && 'stateDigest' in value && 'answers' in value;
}

function isOpened(value: unknown): value is OpenedReceipt {
  return typeof value === 'object' && value !== null && 'ok' in value && 'signedBytes' in value;
}

function listOf(received: unknown): readonly (AttestedReceipt | unknown)[] {
  if (Array.isArray(received)) return received;
  const { receipts }: Loose = Object(received);
  return Array.isArray(receipts) ? receipts : [received];
}
