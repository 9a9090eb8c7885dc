/**
 * Judgements as premises of Reason: what was judged of what, and that a judge said so.
 *
 * @module
 */
import { meets } from '../decide.js';
import { JudgeError } from '../errors.js';
import type { Judgement } from '../judge.js';
import { checkOptions } from '../members.js';
import type { Questions } from '../question.js';
import { checkResult, judgementToWire } from '../wire.js';
import type { JudgementPayload } from './payloads.js';
import { reopen } from './reopen.js';
import type { ReceiptLike } from './source.js';

/** One premise, with the names of the wire. */
export interface ReasonFact {
  /** The id of the receipt, or `judgement:<key>` for what was not signed. */
  readonly id: string;
  /** `judged_<key>`. */
  readonly predicate: string;
  /** What was judged, and the answer: `yes` or `no` for a noul, the label for a choice. */
  readonly arguments: readonly [subject: string, value: string];
  /** Whose word it is: that of a model, which may narrow what is allowed, and not widen it. */
  readonly authority: 'model-judged';
  /** When it was judged. */
  readonly observed_at: string;
}

/** What {@link reasonFacts} takes beside the judgements. */
export interface FactsOptions {
  /**
   * What was judged: the id of the action, or the name of the tool. Defaults to the subject of each
   * receipt; a judgement that was not signed names none.
   */
  readonly subject?: string | undefined;
}

/**
 * Turns judgements into premises of Reason, one for each question that has an answer: a noul is
 * `yes` when it meets its bar and else `no`, a choice is its label, whatever its confidence.
 *
 * There is none for a score, for a refusal, and for a noul that was held to no bar. Admit the
 * authority `model-judged` for single predicates and never by default. Reason checks no signature,
 * so pass receipts that you verified.
 *
 * @param judgements What `judge()` returned; or receipts, of which those of other kinds are left
 *   out.
 * @param options See {@link FactsOptions}.
 * @returns The premises, in the order of the receipts, or of the keys.
 * @throws {@link JudgeError} `bad_option` where nothing says what was judged, for what is neither a
 *   result nor a list, and for an option that does not exist.
 * @throws {@link ReceiptError} `bad_payload` for what is no receipt.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { reasonFacts } from 'judgement/receipt';
 *
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const facts = reasonFacts(judgeSync({ state }), { subject: 'Bash' });
 * console.log(facts.at(-1)?.predicate, facts.at(-1)?.arguments); // judged_unsafe [ 'Bash', 'yes' ]
 * ```
 */
export function reasonFacts(
  judgements: Judgement<Questions, string> | readonly ReceiptLike[],
  options: FactsOptions = {},
): readonly ReasonFact[] {
  checkOptions(options, ['subject'], 'options');
  const { subject } = options;
  const facts = isReceipts(judgements)
    ? judgements.flatMap((receipt) => ofReceipt(receipt, subject))
    : ofResult(judgements, subject);
  return Object.freeze(facts);
}

function isReceipts(
  judgements: Judgement<Questions, string> | readonly ReceiptLike[],
): judgements is readonly ReceiptLike[] {
  return Array.isArray(judgements);
}

function ofReceipt(receipt: ReceiptLike, subject: string | undefined): readonly ReasonFact[] {
  const { id, judgement, statement } = reopen(receipt, 'judgements');
  if (judgement === undefined) return [];
  const { artifactId, uri } = statement?.subject ?? {};
  const { question, answer, threshold, judged_at } = judgement;
  const bar = threshold?.applies_to === 'noul' ? threshold.value : undefined;
  const value = answerText(question.type, answer, bar);
  if (value === undefined) return [];
  return [toFact(id, question.key, subject ?? artifactId ?? uri, value, judged_at)];
}

function ofResult(
  result: Judgement<Questions, string>,
  subject: string | undefined,
): readonly ReasonFact[] {
  checkResult(result, 'judgements');
  const { questions, answers, decisions, judged_at } = judgementToWire(result);
  return Object.keys(questions)
    .sort()
    .flatMap((key) => {
      const type = questions[key]?.type;
      const { bar } = decisions[key] ?? {};
      const value = type === undefined ? undefined : answerText(type, answers[key] ?? {}, bar);
      return value === undefined
        ? []
        : [toFact(`judgement:${key}`, key, subject, value, judged_at)];
    });
}

/** The members of an answer, signed or not, that a rule could be about. */
type Value = Pick<JudgementPayload['answer'], 'noul' | 'choice' | 'refusal'>;

/** What the answer comes to; a score has no value that a rule could be about. */
function answerText(
  type: JudgementPayload['question']['type'],
  { noul, choice, refusal }: Value,
  bar: number | undefined,
): string | undefined {
  if (refusal === true) return undefined;
  if (type === 'choice') return choice;
  if (type !== 'noul' || noul === undefined || bar === undefined) return undefined;
  return meets(noul, bar) ? 'yes' : 'no';
}

function toFact(
  id: string,
  key: string,
  subject: string | undefined,
  value: string,
  observedAt: string,
): ReasonFact {
  if (typeof subject !== 'string' || subject === '') {
    throw new JudgeError('bad_option', {
      path: 'options.subject',
      rule: 'a fact is about something: an action, or a tool',
      fix: 'pass the id of the action, or the name of the tool',
    });
  }
  return Object.freeze({
    id,
    predicate: `judged_${key}`,
    arguments: Object.freeze([subject, value] as const),
    authority: 'model-judged',
    observed_at: observedAt,
  });
}
