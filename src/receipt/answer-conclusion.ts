/**
 * What comes of a signed answer whose signature has been checked, whoever did the arithmetic.
 *
 * @module
 */
import { JudgeError, ReceiptError, TrustError } from '../errors.js';
import type { Clock } from '../judge.js';
import { readClock } from '../time.js';
import {
  type AnswerEnvelope,
  type AnsweredRequest,
  type OpenedAnswer,
  readAnswered,
} from './answer-attestation.js';
import { type AnswerClaims, claimFault } from './answer-claims.js';
import { signerOf } from './answer-facts.js';
import type { AnswerPayload } from './answer-payload.js';
import type { Check, SignedBy } from './verdict.js';

/** When an answer came, and how old its signature may have been then. */
export interface AnswerTimes {
  /** Tells when the answer came. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
  /**
   * How old a signature may be then, in milliseconds, 0 or more. One of up to 30 seconds in the
   * future is accepted as well, as clocks differ. Defaults to 60,000.
   */
  readonly maxAgeMs?: number | undefined;
}

/** A signed answer that holds. */
export interface VouchedAnswer {
  /** What the judge signed. */
  readonly payload: AnswerPayload;
  /** The envelope, for the receipt; without whatever came with it that nobody signed. */
  readonly envelope: AnswerEnvelope;
  /** The key of the judge. */
  readonly answeredBy: SignedBy;
}

/** The names of the options. */
export const CHECK_OPTIONS: readonly (keyof AnswerTimes)[] = ['clock', 'maxAgeMs'];

/**
 * Reads what an answer has to be the answer to.
 *
 * @throws {@link JudgeError} `bad_option`, `bad_answer`, and as `checkQuestions()` does.
 */
export function readClaims(
  answered: AnsweredRequest,
  { clock = Date.now, maxAgeMs }: AnswerTimes,
): AnswerClaims {
  const { digests, ...request } = readAnswered(answered);
  return {
    ...request,
    answers: digests,
    isWhole: true,
    answeredAt: readClock(clock),
    maxAgeMs: readAge(maxAgeMs),
  };
}

/**
 * Holds a signed answer to what it has to be the answer to.
 *
 * @throws {@link ReceiptError} and {@link TrustError} as `checkAnswer()` does.
 */
export function concludeAnswer(
  opened: OpenedAnswer,
  checks: readonly Check[],
  claims: AnswerClaims,
): VouchedAnswer {
  const result = signerOf(opened, checks, [], 'envelope');
  if ('fault' in result) {
    const { code } = result.fault;
    if (code === 'bad_signature') throw new ReceiptError(code, result.fault);
    throw new TrustError(code, result.fault);
  }
  const fault = claimFault(opened.payload, claims, 'envelope.payload');
  if (fault !== undefined) throw new ReceiptError(fault.code, fault);
  const { payload, envelope } = opened;
  return Object.freeze({ payload, envelope, answeredBy: result.signer });
}

const MAX_AGE_MS = 60_000;

function readAge(age: unknown): number {
  if (age === undefined) return MAX_AGE_MS;
  if (typeof age === 'number' && age >= 0) return age;
  throw new JudgeError('bad_option', {
    path: 'options.maxAgeMs',
    rule: 'an age is a number of milliseconds, 0 or more',
    fix: 'leave it out for 60,000',
  });
}
