/**
 * Checking a signed answer with keys that take their time, such as those of the host.
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
import { type AsyncVerifyOptions, checkAllLater, toAsyncKeySet } from './async-verify.js';

/** What {@link checkAnswerAsync} takes beside the answer and the request. */
export interface AsyncAnswerCheckOptions
  extends Pick<AsyncVerifyOptions, 'keys' | 'subtle'>,
    AnswerTimes {}

/**
 * Checks that a judge signed its answers to exactly this request, and not long ago, as
 * `checkAnswer()` does and with the same result, by the host's crypto.
 *
 * @param envelope What {@link attestAnswerAsync} made: the object, or its JSON text.
 * @param answered What was asked, and what was answered as it was received.
 * @param options See {@link AsyncAnswerCheckOptions}. Trust the key of the judge as `answerer`.
 * @returns What it says and who signed it, frozen.
 * @throws {@link ReceiptError}, {@link TrustError} and {@link JudgeError} as `checkAnswer()` and
 *   {@link verifyReceiptAsync} do, as a rejection.
 *
 * @example
 * ```ts
 * import { checkAnswers, digest, noul } from 'judgement';
 * import { attestAnswerAsync, checkAnswerAsync, webCryptoSigner } from 'judgement/webcrypto';
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
 * const { subtle } = crypto;
 * const signer = await webCryptoSigner(new Uint8Array(32).fill(7), { subtle });
 * const envelope = await attestAnswerAsync(answered, { signer });
 * const keys = [{ publicKey: signer.publicKey, roles: ['answerer' as const] }];
 * const { answeredBy } = await checkAnswerAsync(envelope, answered, { keys, subtle });
 * console.log(answeredBy.keyId === signer.keyId); // true
 * ```
 */
export async function checkAnswerAsync(
  envelope: unknown,
  answered: AnsweredRequest,
  options: AsyncAnswerCheckOptions,
): Promise<VouchedAnswer> {
  checkOptions(options, ['keys', 'subtle', ...CHECK_OPTIONS], 'options');
  const keySet = toAsyncKeySet(options);
  const claims = readClaims(answered, options);
  const opened = openAnswer(envelope);
  return concludeAnswer(opened, await checkAllLater(opened, keySet), claims);
}
