/**
 * Demands that a judge signed its answers, and says what is wrong with a signature in words that
 * hold nothing of the header.
 *
 * @module
 */
import type { Answers } from '../answer.js';
import { type Digest, digest } from '../digest.js';
import { isJudgementError, ReceiptError, TrustError } from '../errors.js';
import { type JsonObject, snapshot } from '../json.js';
import type { Clock, JudgeInfo, JudgeRequest } from '../judge.js';
import { isObject } from '../members.js';
import type { PublicKeySet } from '../receipt/key-set.js';
import { pathTo } from '../walk.js';
import type { ReadableHeaders } from './fetched.js';
import { cutTo } from './paths.js';
import { ANSWER_HEADER, checkSignedAnswer } from './signed.js';

/** Whose signature is demanded, and how fresh it has to be. */
export interface SignatureDemand {
  readonly keys: PublicKeySet;
  readonly maxAgeMs: number | undefined;
  readonly clock: Clock;
}

/** What a signature has to be of. */
export interface Signable {
  readonly request: JudgeRequest;
  readonly nonce: string;
  readonly answers: Answers;
  readonly judge: JudgeInfo;
  readonly responseDigest: Digest;
}

/**
 * Checks the signed answer in the headers of a response.
 *
 * @returns The envelope, for receipts.
 * @throws {@link ReceiptError} and {@link TrustError} as {@link checkSignedAnswer} does.
 */
export function demandSignature(
  headers: ReadableHeaders,
  { request, ...signable }: Signable,
  demand: SignatureDemand,
): JsonObject {
  const { state, questions } = request;
  const marked = { ...signable, questions, stateDigest: digest(state) };
  try {
    const { envelope } = checkSignedAnswer(headers.get(ANSWER_HEADER), marked, demand);
    const copy = snapshot(envelope, 'envelope');
    return isObject(copy) ? copy : {};
  } catch (error) {
    throw redact(error, Object.keys(questions));
  }
}

const HEADER = `response.headers.${ANSWER_HEADER}`;

/** The same error without what stands in the header: paths can name members of the envelope. */
function redact(error: unknown, keys: readonly string[]): unknown {
  if (!isJudgementError(error) || error.code === 'bad_option') return error;
  const { rule, fix } = error;
  const path = safePath(error.path, keys);
  if (error.name === 'TrustError') return new TrustError(error.code, { path, rule, fix });
  if (error.name === 'ReceiptError' && !SHAPES.has(error.code)) {
    return new ReceiptError(error.code, { path, rule, fix });
  }
  return new ReceiptError(error.name === 'ReceiptError' ? error.code : 'bad_envelope', {
    path,
    rule: 'a signed answer is an envelope that holds a judgement.answer.v1, as strict JSON',
    fix: 'look for a header that was changed on the way, or a judge that signs something else',
  });
}

/** Faults of form, whose rules can show what was found instead. */
const SHAPES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'bad_envelope',
  'bad_payload_type',
  'bad_payload',
]);

/** The names that an envelope and its payload have. */
const KNOWN: readonly string[] = [
  'envelope.payload',
  'envelope.payload.answers',
  'envelope.payload.judge',
  'envelope.payload.judge.kind',
  'envelope.payload.judge.model',
  'envelope.payload.judge.provider',
  'envelope.payload.judge.replayable',
  'envelope.payload.nonce',
  'envelope.payload.questions_digest',
  'envelope.payload.response_digest',
  'envelope.payload.schema',
  'envelope.payload.signed_at',
  'envelope.payload.state_digest',
  'envelope.payloadType',
  'envelope.signatures',
];

function safePath(path: string, keys: readonly string[]): string {
  const answers = keys.map((key) => pathTo('envelope.payload.answers', [key]));
  return HEADER + cutTo(path, [...KNOWN, ...answers], 'envelope').slice('envelope'.length);
}
