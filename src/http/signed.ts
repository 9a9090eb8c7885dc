/**
 * Signed answers over HTTP: the nonce that goes with a request, and the header that comes back.
 *
 * @module
 */
import { isBytes, randomBytes } from '@noble/hashes/utils.js';
import { base64url, fromBase64url, fromUtf8, utf8 } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { JudgeError, ReceiptError } from '../errors.js';
import {
  type AnsweredRequest,
  type AnswerSignOptions,
  attestAnswerAsync,
} from '../receipt/answer-attestation.js';
import { type AnswerCheckOptions, checkAnswer } from '../receipt/answer-check.js';
import type { VouchedAnswer } from '../receipt/answer-conclusion.js';
import { isNonce } from '../receipt/answer-payload.js';
import type { AsyncSigner } from '../receipt/signer.js';

/** The header of a request that holds its nonce: 16 to 64 random bytes in base64url. */
export const NONCE_HEADER = 'judgement-nonce';

/** The header of a response that holds the signed answer: a DSSE envelope's JSON in base64url. */
export const ANSWER_HEADER = 'judgement-answer';

/** What was asked and answered over HTTP, where the answer has to be to this request alone. */
export interface MarkedRequest extends AnsweredRequest {
  readonly nonce: string;
}

/**
 * The longest value of the header, in characters: about 60 questions. Node accepts 16 KiB for all
 * headers of a message together.
 */
export const MAX_ANSWER_HEADER = 12_288;

/**
 * Draws a nonce for one request, 128 bits.
 *
 * @throws {@link JudgeError} `bad_option` when `random` does not give 16 bytes.
 */
export function makeNonce(random: (length: number) => Uint8Array = randomBytes): string {
  const drawn: unknown = random(NONCE_BYTES);
  if (isBytes(drawn) && drawn.length === NONCE_BYTES) return base64url(drawn);
  throw new JudgeError('bad_option', {
    path: 'options.random',
    rule: 'it gives as many random bytes as it is asked for',
    fix: 'return a Uint8Array of that length from a cryptographic source',
  });
}

/**
 * Reads the nonce of a request, where there is one.
 *
 * @throws {@link JudgeError} `bad_option` for what can be no nonce: the client's mistake.
 */
export function readNonce(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (isNonce(header)) return header;
  throw new JudgeError('bad_option', {
    path: `request.headers.${NONCE_HEADER}`,
    rule: 'a nonce is 16 to 64 random bytes in base64url without padding',
    fix: 'draw 16 random bytes for each request, and send them once',
  });
}

/**
 * Signs what a judge answered, as the value of the header {@link ANSWER_HEADER}.
 *
 * @throws {@link ReceiptError} `too_large` for more questions than fit, and with {@link JudgeError}
 *   as {@link attestAnswer} does, as a rejection.
 */
export async function signAnswer(
  answered: AnsweredRequest,
  options: AnswerSignOptions<AsyncSigner>,
): Promise<string> {
  const header = base64url(utf8(canonicalize(await attestAnswerAsync(answered, options))));
  if (header.length > MAX_ANSWER_HEADER) refuseSize('the questions');
  return header;
}

/**
 * Checks the header {@link ANSWER_HEADER} of a response: that a judge of yours signed what was
 * received, as the answer to this request.
 *
 * @throws {@link ReceiptError} `unsigned_answer` where the header is absent, `too_large`,
 *   `bad_encoding`, and with {@link TrustError} and {@link JudgeError} as {@link checkAnswer} does.
 */
export function checkSignedAnswer(
  header: string | null,
  expected: MarkedRequest,
  options: AnswerCheckOptions,
): VouchedAnswer {
  if (header === null) {
    throw new ReceiptError('unsigned_answer', {
      path: PATH,
      rule: 'the judge signs its answer',
      fix: 'ask its operator to sign, or leave out judgeKeys to take the answer as it is',
    });
  }
  if (header.length > MAX_ANSWER_HEADER) refuseSize(PATH);
  const bytes = fromBase64url(header);
  const text = bytes === undefined ? undefined : fromUtf8(bytes);
  if (text === undefined) {
    throw new ReceiptError('bad_encoding', {
      path: PATH,
      rule: 'a signed answer is JSON in base64url without padding, and there is one',
      fix: 'look for a header that was changed on the way, or is there twice',
    });
  }
  return checkAnswer(text, expected, options);
}

const NONCE_BYTES = 16;

const PATH = `response.headers.${ANSWER_HEADER}`;

function refuseSize(path: string): never {
  throw new ReceiptError('too_large', {
    path,
    rule: `a signed answer in a header has at most ${MAX_ANSWER_HEADER} characters`,
    fix: 'ask fewer questions at a time, or give them shorter keys',
  });
}
