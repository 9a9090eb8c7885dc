/**
 * Checking a signed answer against the request that it has to be the answer to.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { type AnsweredRequest, openAnswer } from './answer-attestation.js';
import {
  type AnswerTimes,
  CHECK_OPTIONS,
  concludeAnswer,
  readClaims,
  type VouchedAnswer,
} from './answer-conclusion.js';
import { checkAll, toKeySet, type VerifyOptions } from './verify.js';

/** What {@link checkAnswer} takes beside the answer and the request. */
export interface AnswerCheckOptions extends Pick<VerifyOptions, 'keys'>, AnswerTimes {}

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
  checkOptions(options, ['keys', ...CHECK_OPTIONS], 'options');
  const keySet = toKeySet(options.keys);
  const claims = readClaims(answered, options);
  const opened = openAnswer(envelope);
  return concludeAnswer(opened, checkAll(opened, keySet), claims);
}
