/**
 * Holding what a judge signed to what somebody says it answered.
 *
 * @module
 */
import type { Digest } from '../digest.js';
import type { Fault, ReceiptErrorCode } from '../errors.js';
import type { JsonValue } from '../json.js';
import { pathTo } from '../walk.js';
import type { AnswerPayload } from './answer-payload.js';
import { instantOf } from './instant.js';

/** What somebody says that a judge was asked and answered. */
export interface AnswerClaims {
  readonly stateDigest: JsonValue | undefined;
  readonly questionsDigest: JsonValue | undefined;
  readonly responseDigest: JsonValue | undefined;
  readonly judge: { readonly [name in keyof AnswerPayload['judge']]?: unknown };
  /** The digest of each question with its answer, by key: some of those that are signed, or all. */
  readonly answers: { readonly [key: string]: Digest };
  /** Whether those are all that were asked. */
  readonly isWhole: boolean;
  /** What the request was marked with; not compared where it is not known. */
  readonly nonce?: string | undefined;
  /** When the answers came, in milliseconds since 1970; nothing where that cannot be read. */
  readonly answeredAt: number | undefined;
  /** How long before that they may have been signed, in milliseconds. */
  readonly maxAgeMs: number;
}

/** What is signed of something else than what is claimed. */
export interface ClaimFault extends Fault {
  readonly code: Extract<
    ReceiptErrorCode,
    'other_request' | 'other_questions' | 'other_answer' | 'stale_answer'
  >;
}

/**
 * How far the clock of a judge may be ahead of that of the one who asks, in milliseconds. Clocks
 * that are set over a network differ by much less, and times are cut to whole seconds.
 */
export const CLOCK_ALLOWANCE_MS = 30_000;

/** The first thing in which the two differ, if they do; paths start at `root`. */
export function claimFault(
  payload: AnswerPayload,
  claims: AnswerClaims,
  root: string,
): ClaimFault | undefined {
  return (
    requestFault(payload, claims, root) ??
    answerFault(payload, claims, root) ??
    questionsFault(payload, claims, root) ??
    timeFault(payload, claims, root)
  );
}

function requestFault(
  payload: AnswerPayload,
  { stateDigest, nonce }: AnswerClaims,
  root: string,
): ClaimFault | undefined {
  if (payload.state_digest !== stateDigest) return refuse(OTHER_STATE, root, ['state_digest']);
  if (nonce === undefined || payload.nonce === nonce) return undefined;
  return refuse(OTHER_NONCE, root, ['nonce']);
}

function answerFault(
  payload: AnswerPayload,
  { responseDigest, judge, answers, isWhole }: AnswerClaims,
  root: string,
): ClaimFault | undefined {
  for (const member of JUDGE_MEMBERS) {
    if (payload.judge[member] !== judge[member])
      return refuse(OTHER_JUDGE, root, ['judge', member]);
  }
  if (payload.response_digest !== responseDigest) {
    return refuse(OTHER_RESPONSE, root, ['response_digest']);
  }
  for (const [key, digest] of Object.entries(answers)) {
    if (!Object.hasOwn(payload.answers, key)) return refuse(OTHER_KEY, root, ['answers', key]);
    if (payload.answers[key] !== digest) return refuse(OTHER_ANSWER, root, ['answers', key]);
  }
  const extra = Object.keys(payload.answers).find((key) => !Object.hasOwn(answers, key));
  if (!isWhole || extra === undefined) return undefined;
  return refuse(OTHER_KEY, root, ['answers', extra]);
}

/** After the answers: what is left is an answer to this question, asked among others than these. */
function questionsFault(
  payload: AnswerPayload,
  { questionsDigest }: AnswerClaims,
  root: string,
): ClaimFault | undefined {
  if (payload.questions_digest === questionsDigest) return undefined;
  return refuse(OTHER_QUESTIONS, root, ['questions_digest']);
}

function timeFault(
  payload: AnswerPayload,
  { answeredAt, maxAgeMs }: AnswerClaims,
  root: string,
): ClaimFault | undefined {
  const signedAt = instantOf(payload.signed_at);
  if (signedAt === undefined || answeredAt === undefined) {
    return refuse(NO_TIME, root, ['signed_at']);
  }
  if (signedAt > answeredAt + CLOCK_ALLOWANCE_MS) return refuse(TOO_LATE, root, ['signed_at']);
  // The time is cut to whole seconds, so it was signed up to a second later than it says.
  if (signedAt + SECOND <= answeredAt - maxAgeMs) return refuse(TOO_EARLY, root, ['signed_at']);
  return undefined;
}

const JUDGE_MEMBERS = ['model', 'provider', 'kind', 'replayable'] as const;

const SECOND = 1_000;

type Rule = Omit<ClaimFault, 'path'>;

const OTHER_STATE: Rule = {
  code: 'other_request',
  rule: 'the judge signed its answer to the state that was judged',
  fix: 'look for an answer to another request',
};

const OTHER_QUESTIONS: Rule = {
  code: 'other_questions',
  rule: 'the judge was asked all of the questions, with their criteria, and no others',
  fix: 'look for a judge that was asked a part of them, or for questions that were changed',
};

const OTHER_NONCE: Rule = {
  code: 'other_request',
  rule: 'the judge signed its answer with the nonce of the request',
  fix: 'look for an answer that was kept and sent again',
};

const OTHER_JUDGE: Rule = {
  code: 'other_answer',
  rule: 'the judge that signed is the one that is named',
  fix: 'look for a judge that was named by somebody else',
};

const OTHER_RESPONSE: Rule = {
  code: 'other_answer',
  rule: 'the judge signed the response that was received',
  fix: 'look for a response that was changed on the way',
};

const OTHER_KEY: Rule = {
  code: 'other_answer',
  rule: 'the judge signed its answers to exactly the questions that are shown',
  fix: 'look for the answer to another question',
};

const OTHER_ANSWER: Rule = {
  code: 'other_answer',
  rule: 'the judge signed this answer to this question',
  fix: 'look for an answer or a question that was changed after it was signed',
};

const TOO_LATE: Rule = {
  code: 'stale_answer',
  rule: 'an answer is signed before it is received',
  fix: 'look for a clock that runs fast at the judge, or slow where it was asked',
};

const TOO_EARLY: Rule = {
  code: 'stale_answer',
  rule: 'an answer is received soon after it is signed',
  fix: 'look for an answer that was kept and shown again, or a clock that is wrong',
};

const NO_TIME: Rule = {
  code: 'stale_answer',
  rule: 'a signed answer and what carries it tell when they were made',
  fix: 'look for a time that no clock shows',
};

function refuse(rule: Rule, root: string, keys: readonly string[]): ClaimFault {
  return { ...rule, path: pathTo(root, keys) };
}
