/**
 * Labelled rows out of a log: what a judge said, and what somebody decided on it later.
 *
 * @module
 */
import { type Digest, digest } from '../digest.js';
import type { JsonValue } from '../json.js';
import { checkOptions } from '../members.js';
import type { Outcome } from '../policy.js';
import { checkQuestions, type Questions } from '../question.js';
import { instantOf } from '../receipt/instant.js';
import type { ResolutionPayload } from '../receipt/kinds.js';
import type { JudgementPayload } from '../receipt/payloads.js';
import type { ReceiptVerdict, VerifiedReceipt } from '../receipt/verdict.js';
import { readWord, refuseOption } from './checks.js';
import type { Label } from './decision.js';
import { type LabelledRow, MAX_ROWS } from './labels.js';

/** Why a receipt became no labelled row. */
export type SkipReason =
  | 'not_verified'
  | 'not_a_judgement'
  | 'other_outcome'
  | 'unknown_questions'
  | 'other_questions'
  | 'unresolved'
  | 'repeated'
  | 'by_machine'
  | 'early'
  | 'conflict'
  | 'not_a_label'
  | 'orphan';

/** A receipt that was left out. */
export interface Skipped {
  /** Its id; its place in the list where it could not be opened. */
  readonly receipt: string;
  readonly reason: SkipReason;
}

/** What a log holds. */
export interface LabelledLog {
  /**
   * One row for each resolved judgement, named by its receipt, grouped by its state, and with the digest
   * of the questions that were asked.
   */
  readonly rows: readonly LabelledRow[];
  readonly skipped: readonly Skipped[];
}

/** The options of {@link labelledFrom}. */
export interface LabelledFromOptions {
  /**
   * The outcomes whose judgements are taken. Of those that were acted on or refused few are ever
   * resolved, and not by chance: a threshold that is fitted on them is fitted on the doubtful ones.
   * Defaults to `ignored`, which is what a shadowed policy leaves.
   */
  readonly outcomes?: readonly Outcome[] | undefined;
  /**
   * The questions that were asked: judgements on others are left out. Without them every row keeps the
   * digest of its own, and `calibrate()` refuses those that are not of the questions it is given.
   */
  readonly questions?: Questions | undefined;
  /** What yes means, by key of a noul, as the policy had it. Defaults to `deny` for each. */
  readonly yes?: { readonly [key: string]: 'deny' | 'allow' } | undefined;
}

/**
 * Makes labelled rows of judgements that somebody resolved: of a shadowed policy's log, the truth and
 * what the judge said of it.
 *
 * Only what verifies counts. A resolution must be of a judgement that is here, by none of the keys
 * that signed it, as a machine cannot say that a human decided, and no earlier than it. One that is
 * replaced gives way to the one that replaces it; two that stand and differ say nothing. A decision
 * of `deny` or `allow` is the label of a choice that offers it, and yes or no of a noul; a route is
 * the label of a choice that offers it. A judgement that does not say by its digest what was asked is
 * left out: a question that is worded otherwise is another question.
 *
 * @param receipts What `verifyReceipt()` or its asynchronous form said of each judgement.
 * @param resolutions What it said of each resolution; both may be in one list, given twice.
 * @param options See {@link LabelledFromOptions}. None by default.
 * @returns The rows, and for everything else why it is none of them.
 * @throws `JudgeError` `bad_option` for what is no verdict of a verification, such as a receipt
 *   that was only opened, and for a wrong option; and the codes of `checkQuestions()`.
 *
 * @example
 * ```ts
 * import { judge, shadow, threshold, toolCall } from 'judgement';
 * import { labelledFrom } from 'judgement/calibration';
 * import { attest, generateKey, resolve, verifyReceipt } from 'judgement/receipt';
 *
 * const [machine, ada] = [generateKey(), generateKey()];
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf build' } });
 * const result = await judge({ state }, { policy: shadow(threshold(0.5)) });
 * const judged = attest(result, { signer: machine.signer });
 * const decided = judged.map((receipt) =>
 *   resolve(receipt, { signer: ada.signer, by: 'human://ada', decision: 'allow' }),
 * );
 *
 * const keys = [
 *   { publicKey: machine.publicKey, roles: ['judge' as const] },
 *   { publicKey: ada.publicKey, roles: ['decider' as const] },
 * ];
 * const verify = ({ envelope }: { readonly envelope: unknown }) => verifyReceipt(envelope, { keys });
 * const { rows } = labelledFrom(judged.map(verify), decided.map(verify));
 * console.log(rows.length, rows[0]?.labels); // 6 { amount_above_bound: false }
 * ```
 */
export function labelledFrom(
  receipts: readonly ReceiptVerdict[],
  resolutions: readonly ReceiptVerdict[],
  options: LabelledFromOptions = {},
): LabelledLog {
  checkOptions(options, ['outcomes', 'questions', 'yes'], 'options');
  const { questions } = options;
  const asked = questions === undefined ? undefined : digest(checkQuestions(questions));
  const outcomes = readOutcomes(options.outcomes);
  const yes = readSides(options.yes);
  const judged = readVerdicts(receipts, 'receipts');
  const decided = readVerdicts(resolutions, 'resolutions');
  const skipped: Skipped[] = [];
  const skip = ({ name }: Read, reason: SkipReason): void => {
    skipped.push(Object.freeze({ receipt: name, reason }));
  };
  const judgements = new Map<string, Judged>();
  for (const each of judged) {
    const { verified } = each;
    const judgement = verified?.judgement;
    if (verified === undefined) skip(each, 'not_verified');
    else if (judgement === undefined) {
      if (verified.resolution === undefined) skip(each, 'not_a_judgement');
    } else if (!judgements.has(verified.id)) {
      judgements.set(verified.id, { ...each, verified, judgement, resolutions: [] });
    } else skip(each, 'repeated');
  }
  for (const each of decided) {
    const { verified } = each;
    const resolution = verified?.resolution;
    if (verified === undefined) skip(each, 'not_verified');
    if (verified === undefined || resolution === undefined) continue;
    const target = judgements.get(resolution.judgement);
    const resolved = { ...each, verified, resolution };
    if (target === undefined) skip(each, 'orphan');
    else if (isByMachine(verified, target.verified)) skip(each, 'by_machine');
    else if (isEarly(resolved, target)) skip(each, 'early');
    else if (target.resolutions.some((other) => other.verified.id === verified.id)) {
      skip(each, 'repeated');
    } else target.resolutions.push(resolved);
  }
  const rows: LabelledRow[] = [];
  for (const each of judgements.values()) {
    const row = outcomes.has(each.judgement.outcome) ? rowOf(each, yes, asked) : 'other_outcome';
    if (typeof row === 'string') skip(each, row);
    else rows.push(row);
  }
  return Object.freeze({ rows: Object.freeze(rows), skipped: Object.freeze(skipped) });
}

/** A verdict that has been looked at. */
interface Read {
  readonly name: string;
  readonly verified: VerifiedReceipt | undefined;
}

interface Judged extends Read {
  readonly verified: VerifiedReceipt;
  readonly judgement: JudgementPayload;
  readonly resolutions: Resolved[];
}

interface Resolved extends Read {
  readonly verified: VerifiedReceipt;
  readonly resolution: ResolutionPayload;
}

function rowOf(
  { verified, judgement, resolutions }: Judged,
  yes: Sides,
  asked: Digest | undefined,
): LabelledRow | SkipReason {
  const { questions_digest: questionsDigest } = judgement;
  if (questionsDigest === undefined) return 'unknown_questions';
  if (asked !== undefined && questionsDigest !== asked) return 'other_questions';
  if (resolutions.length === 0) return 'unresolved';
  const replaced = new Set(resolutions.map((each) => each.verified.replaces));
  const standing = resolutions.filter((each) => !replaced.has(each.verified.id));
  const labels = new Set(standing.map(({ resolution }) => labelOf(judgement, resolution, yes)));
  const [label] = labels;
  if (labels.size !== 1) return 'conflict';
  if (label === undefined) return 'not_a_label';
  const { question, judge, state_digest, details = {} } = judgement;
  // A receipt has no other word for it.
  const answer = details.unmeasurable === true ? { unmeasurable: true } : judgement.answer;
  return Object.freeze({
    id: verified.id,
    // The same state, judged twice, must not be on both sides of a split.
    ...(state_digest === undefined ? {} : { group: state_digest }),
    labels: Object.freeze({ [question.key]: label }),
    answers: Object.freeze({ [question.key]: answer }),
    // What was requested is no proof of what answered.
    ...(judge.model_unreported === true ? {} : { model: judge.model }),
    questionsDigest,
  });
}

function labelOf(
  { question }: JudgementPayload,
  { decision, route }: ResolutionPayload,
  yes: Sides,
): Label | undefined {
  const { type, key, options = [] } = question;
  if (type === 'noul') {
    return decision === 'route' ? undefined : decision === (yes.get(key) ?? 'deny');
  }
  const label = decision === 'route' ? route : decision;
  return type === 'choice' && label !== undefined && options.includes(label) ? label : undefined;
}

/** A machine cannot write that somebody else decided on what it did. */
function isByMachine(resolution: VerifiedReceipt, judgement: VerifiedReceipt): boolean {
  const keys = new Set(judgement.signed.map(({ publicKey }) => publicKey));
  return resolution.signed.some(({ publicKey }) => keys.has(publicKey));
}

/** Decided before it was judged, or signed before: whichever of the times can be read. */
function isEarly(resolved: Pick<Resolved, 'verified' | 'resolution'>, judged: Judged): boolean {
  const { timestamp: signed } = resolved.verified.value;
  const { timestamp: sealed } = judged.verified.value;
  return (
    isBefore(resolved.resolution.resolved_at, judged.judgement.judged_at) ||
    isBefore(signed, sealed)
  );
}

function isBefore(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  const [one, other] = [instantOf(left), instantOf(right)];
  return one !== undefined && other !== undefined && one < other;
}

type Sides = ReadonlyMap<string, 'deny' | 'allow'>;

const OUTCOMES = ['acted', 'escalated', 'refused', 'ignored'] as const;

function readOutcomes(outcomes: unknown): ReadonlySet<Outcome> {
  if (outcomes === undefined) return new Set(['ignored']);
  if (!Array.isArray(outcomes) || outcomes.length === 0) {
    return refuseOption('options.outcomes', 'outcomes are a list', "pass ['ignored']");
  }
  const given: readonly unknown[] = outcomes;
  return new Set(given.map((one, index) => readWord(one, OUTCOMES, `options.outcomes[${index}]`)));
}

function readSides(yes: unknown): Sides {
  if (yes === undefined) return new Map();
  if (typeof yes !== 'object' || yes === null) {
    return refuseOption('options.yes', 'it is an object by key', "pass { key: 'allow' }");
  }
  return new Map(
    Object.entries(yes).map(([key, side]) => [
      key,
      readWord(side, ['deny', 'allow'], `options.yes.${key}`),
    ]),
  );
}

/** Refuses what nobody verified: to open a receipt is not to know who signed it. */
function readVerdicts(verdicts: unknown, path: string): readonly Read[] {
  const rule = 'each is a verdict of verifyReceipt(), and not a receipt that was only opened';
  const fix = 'pass receipts.map((one) => verifyReceipt(one, { keys }))';
  if (!Array.isArray(verdicts) || verdicts.length > MAX_ROWS) return refuseOption(path, rule, fix);
  const given: readonly ReceiptVerdict[] = verdicts;
  // Unlike map() it stops at holes as well.
  return Array.from(given, (verdict, index) => {
    const { trusted, unknown }: Partial<ReceiptVerdict> = Object(verdict);
    if (!Array.isArray(trusted) || !Array.isArray(unknown)) {
      refuseOption(`${path}[${index}]`, rule, fix);
    }
    const name = verdict.ok ? verdict.id : (verdict.opened?.id ?? `${path}[${index}]`);
    return { name, verified: verdict.ok && trusted.length > 0 ? verdict : undefined };
  });
}
