/**
 * The payload in which a judge signs its answers, and the digest that stands for each of them.
 *
 * @module
 */
import * as v from 'valibot';
import type { Answer } from '../answer.js';
import { fromBase64url } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { type Digest, digest, isDigest } from '../digest.js';
import type { JudgeKind } from '../judge.js';
import { present } from '../members.js';
import type { Question } from '../question.js';
import { isTimestamp } from '../time.js';
import { checkShape, strictObject, text } from './shape.js';

/** The media type of a signed answer. It is none of a receipt, so neither passes for the other. */
export const ANSWER_TYPE = 'application/vnd.judgement.answer.v1+json';

/** The payload `judgement.answer.v1`: what a judge vouches for when it signs its answers. */
export interface AnswerPayload {
  readonly schema: 'judgement.answer.v1';
  /** By the key of each question, the digest of the question and its answer: see the guide. */
  readonly answers: { readonly [key: string]: Digest };
  readonly judge: {
    readonly model: string;
    readonly provider?: string;
    readonly kind?: JudgeKind;
    readonly replayable?: boolean;
  };
  /** What the one who asked made up for this request alone, where it did. */
  readonly nonce?: string;
  readonly questions_digest: Digest;
  /** The digest of the response: over HTTP, of the bytes of its body. */
  readonly response_digest: Digest;
  /** When it was signed, as the judge says: RFC 3339, UTC, whole seconds. */
  readonly signed_at: string;
  readonly state_digest: Digest;
}

/**
 * Checks a payload of the type {@link ANSWER_TYPE}: every rule of its schema. A further member is
 * refused: one that is not known here could say what the answer is not good for.
 *
 * @throws {@link ReceiptError} `bad_payload` with the path of the member.
 */
export function checkAnswerPayload(
  payload: unknown,
  root: string,
): asserts payload is AnswerPayload {
  const fix = 'ask the judge that signed it to follow judgement.answer.v1';
  checkShape(ANSWER, payload, { code: 'bad_payload', root, fix });
}

/** A question as a receipt shows it: without its criteria, and its instructions as text. */
export function questionForm(key: string, question: Question): object {
  const { type, instructions = '' } = question;
  return present({
    instructions: typeof instructions === 'string' ? instructions : canonicalize(instructions),
    key,
    options: question.type === 'noul' ? undefined : question.options,
    type,
  });
}

/** An answer as a receipt shows it: what can be seen, which the members of a refusal cannot. */
export function answerForm(answer: Answer): object {
  const { refusal, probabilities, ...value } = answer;
  // What cannot be measured stands in receipts as a refusal, and their details say what it is.
  if (refusal || answer.unmeasurable) return { refusal: true };
  const isEmpty = probabilities === undefined || Object.keys(probabilities).length === 0;
  return present({ ...value, probabilities: isEmpty ? undefined : probabilities });
}

/**
 * The digest of a question and its answer, both as a receipt shows them. The question is a part of
 * it, or an answer could be shown beside another question than it was given to.
 */
export function answerDigest(question: object, answer: object): Digest {
  return digest({ answer, question });
}

/** Whether a value can be a nonce: 16 to 64 bytes in base64url without padding. */
export function isNonce(value: unknown): value is string {
  if (typeof value !== 'string' || value.length < 22 || value.length > 86) return false;
  return fromBase64url(value) !== undefined;
}

const digestText = /* @__PURE__ */ v.custom<Digest>(
  isDigest,
  'it must be sha256: and 64 lower-case hex digits',
);

/** Digests by key. Not a `v.record`, which passes over a key such as `prototype`. */
const digests = /* @__PURE__ */ v.custom<{ readonly [key: string]: Digest }>(
  isDigestMap,
  'it must be an object of digests, and not empty',
);

const ANSWER = /* @__PURE__ */ strictObject({
  schema: v.literal('judgement.answer.v1'),
  answers: digests,
  judge: strictObject({
    model: text,
    provider: v.exactOptional(text),
    kind: v.exactOptional(v.picklist(['decision-model', 'llm', 'classifier', 'rules'])),
    replayable: v.exactOptional(v.boolean()),
  }),
  nonce: v.exactOptional(
    v.custom<string>(isNonce, 'it must be 16 to 64 bytes in base64url without padding'),
  ),
  questions_digest: digestText,
  response_digest: digestText,
  signed_at: v.custom<string>(isTimestamp, 'it must be YYYY-MM-DDTHH:MM:SSZ'),
  state_digest: digestText,
});

function isDigestMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every(isDigest);
}
