/**
 * Checking a signed answer against the request that it has to be the answer to.
 *
 * @module
 */
import { JudgeError, ReceiptError, TrustError } from '../errors.js';
import type { Clock } from '../judge.js';
import { checkOptions } from '../members.js';
import { readClock } from '../time.js';
import {
  type AnswerEnvelope,
  type AnsweredRequest,
  openAnswer,
  readAnswered,
} from './answer-attestation.js';
import { claimFault } from './answer-claims.js';
import { signerOf } from './answer-facts.js';
import type { AnswerPayload } from './answer-payload.js';
import type { SignedBy } from './verdict.js';
import { checkAll, toKeySet, type VerifyOptions } from './verify.js';

/** What {@link checkAnswer} takes beside the answer and the request. */
export interface AnswerCheckOptions extends Pick<VerifyOptions, 'keys'> {
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

/**
 * Checks that a judge signed its answers to exactly this request, and not long ago.
 *
 * @param envelope What {@link attestAnswer} made: the object, or its JSON text.
 * @param answered What was asked, and what was answered as it was received. With a `nonce`, the
 *   judge has to have signed it; make up one for each request, or an answer can be sent again.
 * @param options See {@link AnswerCheckOptions}. Trust the key of the judge as `answerer`.
 * @returns What it says and who signed it, frozen.
 * @throws {@link ReceiptError} for bytes that are no signed answer, in the codes of
 *   {@link openReceipt}; `bad_signature`; `other_request` for an answer to another state or with
 *   another nonce; `other_answer` for another response, judge, question or answer;
 *   `other_questions` where others were asked beside those, or with other criteria;
 *   `stale_answer` for one that was signed too long ago, or in the future.
 * @throws {@link TrustError} `unknown_key`, `untrusted_key`, `revoked_key`, `not_yet_valid_key`,
 *   `expired_key`.
 * @throws {@link JudgeError} for text that is not JSON as `parseJson()` does, and for arguments as
 *   {@link attestAnswer} and {@link verifyReceipt} do.
 *
 * @example
 * ```ts
 * import { checkAnswers, digest, noul, ReceiptError } from 'judgement';
 * import { attestAnswer, checkAnswer, generateKey } from 'judgement/receipt';
 *
 * const questions = { unsafe: noul('Is this call unsafe?') };
 * const answers = checkAnswers(questions, { unsafe: { noul: 0.97 } });
 * const answered = {
 *   stateDigest: digest({ tool: 'Bash' }),
 *   questions,
 *   answers,
 *   judge: { model: 'guard-2' },
 *   responseDigest: digest({ answers }),
 *   nonce: 'AAECAwQFBgcICQoLDA0ODw',
 * };
 * const { signer, publicKey } = generateKey();
 * const envelope = attestAnswer(answered, { signer });
 *
 * const invented = checkAnswers(questions, { unsafe: { noul: 0.01 } });
 * try {
 *   checkAnswer(envelope, { ...answered, answers: invented }, { keys: [publicKey] });
 * } catch (error) {
 *   if (error instanceof ReceiptError) console.log(error.code, error.path);
 *   // other_answer envelope.payload.answers.unsafe
 * }
 * ```
 */
export function checkAnswer(
  envelope: unknown,
  answered: AnsweredRequest,
  options: AnswerCheckOptions,
): VouchedAnswer {
  checkOptions(options, ['keys', 'clock', 'maxAgeMs'], 'options');
  const keySet = toKeySet(options.keys);
  const { digests, ...request } = readAnswered(answered);
  const claims = {
    ...request,
    answers: digests,
    isWhole: true,
    answeredAt: readClock(options.clock ?? Date.now),
    maxAgeMs: readAge(options.maxAgeMs),
  };
  const opened = openAnswer(envelope);
  const result = signerOf(opened, checkAll(opened, keySet), [], 'envelope');
  if ('fault' in result) {
    const { code } = result.fault;
    if (code === 'bad_signature') throw new ReceiptError(code, result.fault);
    throw new TrustError(code, result.fault);
  }
  const fault = claimFault(opened.payload, claims, 'envelope.payload');
  if (fault !== undefined) throw new ReceiptError(fault.code, fault);
  const { payload, envelope: kept } = opened;
  return Object.freeze({ payload, envelope: kept, answeredBy: result.signer });
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
