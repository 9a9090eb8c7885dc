/**
 * Replaying a receipt: asking a judge that can be asked again, and comparing.
 *
 * @module
 */
import { canonicalize } from '../canonical.js';
import type { Digest, DigestForm } from '../digest.js';
import { JudgeError, type JudgeErrorCode } from '../errors.js';
import { type JsonObject, type JsonValue, snapshot } from '../json.js';
import type { State, SyncJudge } from '../judge.js';
import { checkOptions, isList, isObject } from '../members.js';
import type { JudgementPayload } from './payloads.js';
import { judgementOf, type ReceiptLike } from './source.js';
import { digestsOf, type FoundState } from './states.js';

/** What {@link replay} takes beside the receipt and the state. */
export interface ReplayOptions {
  /**
   * The judges that can be asked, found by their model id: `rulesJudge()`. They are given and not
   * built in, so that a program which only verifies signatures holds no rules.
   */
  readonly judges: readonly SyncJudge[];
}

/** What came of replaying a receipt. */
export type Replay =
  | ReplayedAnswer
  | ContradictedAnswer
  | {
      /** Nobody can ask this judge again, or there is no judgement or state to ask about. */
      readonly status: 'not_replayable';
      /** Why, as a sentence without a full stop. */
      readonly rule: string;
    }
  | {
      /** The state is not the one that was judged. */
      readonly status: 'state_mismatch';
      /** The digest of the state that was. */
      readonly expected: Digest;
    }
  | {
      /** No judge with this very model id is given: other versions may answer otherwise. */
      readonly status: 'version_unavailable';
      readonly model: string;
    };

/** The judge gave the same answer again. */
export interface ReplayedAnswer {
  readonly status: 'replayed';
  readonly model: string;
  /** Which form of the state has the digest. */
  readonly form: DigestForm;
  /** The answer, as it was signed and as it was given again. */
  readonly answer: JudgementPayload['answer'];
}

/** The judge gave another answer than was signed, or none. */
export interface ContradictedAnswer {
  readonly status: 'contradicted';
  readonly model: string;
  /** Which form of the state has the digest. */
  readonly form: DigestForm;
  /** What was signed. */
  readonly signed: JudgementPayload['answer'];
  /** What the judge says; absent where it threw. */
  readonly replayed?: JsonObject;
  /** The members in which the two differ, such as `noul`. */
  readonly differs: readonly string[];
  /** The code that the judge threw, such as `unknown_question`. */
  readonly error?: JudgeErrorCode;
}

/**
 * Asks the judge of a receipt again, about the same state, and compares the answers.
 *
 * Only a judge that says it is replayable can be, and only by the very model that is named: a rule
 * set of another version may answer otherwise. The receipt's signature is not checked here.
 *
 * @param receipt A receipt that was opened, verified or just signed, or the payload `judgement.v1`
 *   itself.
 * @param state The state that was judged: the value, its JSON text, or the bytes that were kept.
 * @param options See {@link ReplayOptions}.
 * @returns `replayed`, `contradicted` with both answers, `not_replayable`, `state_mismatch` or
 *   `version_unavailable`; and which form of the state has the digest.
 * @throws {@link JudgeError} `bad_option` for judges that are none, or answer with a promise; and
 *   as {@link snapshot} does for a state that is not text and not JSON.
 * @throws {@link ReceiptError} `bad_payload` for a payload that breaks a rule of `judgement.v1`.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, replay } from 'judgement/receipt';
 * import { rulesJudge } from 'judgement/rules';
 *
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const [receipt] = attest(judgeSync({ state }), { signer: generateKey().signer });
 * if (receipt !== undefined) {
 *   console.log(replay(receipt, state, { judges: [rulesJudge()] }).status); // replayed
 * }
 * ```
 */
export function replay(
  receipt: ReceiptLike | JudgementPayload,
  state: State | Uint8Array,
  options: ReplayOptions,
): Replay {
  checkOptions(options, ['judges'], 'options');
  const judges = byModel(options.judges, 'options.judges');
  const found = digestsOf(state, 'state');
  return replayJudgement(judgementOf(receipt), found, judges);
}

/** Judges by their model id. */
export type Judges = ReadonlyMap<string, SyncJudge>;

/** Checks judges, and files them under their model ids. */
export function byModel(judges: readonly SyncJudge[], path: string): Judges {
  const isJudge = (judge: Partial<SyncJudge> | null | undefined): boolean =>
    typeof judge?.ask === 'function' && typeof judge.info?.model === 'string';
  if (!Array.isArray(judges) || !judges.every(isJudge)) {
    const rule = 'judges are a list of judges, each with its info and ask()';
    throw new JudgeError('bad_option', { path, rule, fix: 'pass [rulesJudge()]' });
  }
  return new Map(judges.map((judge: SyncJudge) => [judge.info.model, judge]));
}

/** {@link replay} of a judgement, with the states that are at hand by their digests. */
export function replayJudgement(
  judgement: JudgementPayload | undefined,
  states: ReadonlyMap<Digest, FoundState>,
  judges: Judges,
): Replay {
  if (judgement === undefined) return unreplayable('only a judgement can be replayed');
  const { judge, state_digest } = judgement;
  if (judge.replayable !== true)
    return unreplayable('the judge does not say that it is replayable');
  if (state_digest === undefined) return unreplayable('the receipt has no digest of the state');
  const found = states.get(state_digest);
  if (found === undefined) return { status: 'state_mismatch', expected: state_digest };
  if (found.state === undefined) return unreplayable('the bytes of the state are not JSON');
  const { model } = judge;
  const again = judges.get(model);
  if (again === undefined) return { status: 'version_unavailable', model };
  return compare(judgement, found.form, ask(again, judgement, found.state));
}

function unreplayable(rule: string): Replay {
  return { status: 'not_replayable', rule };
}

interface Asked {
  readonly answer?: JsonObject;
  readonly error?: JudgeErrorCode;
}

function ask(judge: SyncJudge, { question }: JudgementPayload, state: JsonValue): Asked {
  if (!isState(state)) return { error: 'bad_state' };
  const { key, type, instructions = '', options = [] } = question;
  const asked = type === 'noul' ? { type, instructions } : { type, instructions, options };
  try {
    const { answers } = refusePromise(judge.ask({ state, questions: { [key]: asked } }, {}));
    const read = snapshot(answers, 'answers');
    const answer = isObject(read) && Object.hasOwn(read, key) ? read[key] : undefined;
    return isObject(answer) ? { answer } : { error: 'bad_answer' };
  } catch (error) {
    if (error instanceof JudgeError && error.code !== 'bad_option') return { error: error.code };
    throw error;
  }
}

function isState(value: JsonValue): value is State {
  return typeof value === 'string' || isObject(value) || isList(value);
}

function refusePromise<T>(response: T): T {
  if (typeof response !== 'object' || response === null || !('then' in response)) return response;
  throw new JudgeError('bad_option', {
    path: 'options.judges',
    rule: 'a receipt is replayed by judges that answer at once',
    fix: 'pass a synchronous judge, such as rulesJudge()',
  });
}

/** The members of an answer; what else a judge says is not signed. */
const MEMBERS = ['noul', 'choice', 'score', 'refusal', 'probabilities', 'confidence'] as const;

function compare(judgement: JudgementPayload, form: DigestForm, asked: Asked): Replay {
  const { model } = judgement.judge;
  const { answer: signed } = judgement;
  const { answer, error } = asked;
  if (answer === undefined) {
    return {
      status: 'contradicted',
      model,
      form,
      signed,
      differs: MEMBERS.filter((member) => signed[member] !== undefined),
      ...(error === undefined ? {} : { error }),
    };
  }
  const differs = MEMBERS.filter((member) => {
    const given = Object.hasOwn(answer, member) ? answer[member] : undefined;
    return textOf(signed[member]) !== textOf(given);
  });
  if (differs.length === 0) return { status: 'replayed', model, form, answer: signed };
  return { status: 'contradicted', model, form, signed, replayed: answer, differs };
}

/** Absent, null, and empty probabilities are the same: such members are not signed. */
function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return isObject(value) && Object.keys(value).length === 0 ? '' : canonicalize(value);
}
