/**
 * Answers that a judge signed, put together by hand and signed by OpenSSL.
 *
 * @module
 */
import {
  b64,
  bytes,
  derivedId,
  payload,
  publicOf,
  type Sealed,
  seal,
  sha256,
  utf8,
} from './fixtures.js';

export const ANSWER = 'application/vnd.judgement.answer.v1+json';

/** The judge's own key, which signs no receipts. */
export const JUDGE_SECRET = bytes('22'.repeat(32));
export const JUDGE_PUBLIC = `ed25519:${b64(publicOf(JUDGE_SECRET))}`;
export const JUDGE_ID = derivedId(JUDGE_PUBLIC);

/** What an auditor says of that key. */
export const JUDGE_KEY = { publicKey: JUDGE_PUBLIC, roles: ['answerer'] } as const;

export const NONCE = b64(bytes('00112233445566778899aabbccddeeff'));
export const OTHER_NONCE = b64(bytes('ff112233445566778899aabbccddeeff'));

interface Members {
  readonly [member: string]: unknown;
}

/** A `judgement.v1` payload by a judge that signs its answers; it asks and answers one question. */
export function judged(change: Members = {}): Members {
  const { contract, ...rest } = payload();
  return {
    ...rest,
    judge: { kind: 'classifier', model: 'guard-2', request_id: 'req_1' },
    judged_at: '2026-11-30T12:55:00Z',
    question: { instructions: 'Is it unsafe?', key: 'unsafe', type: 'noul' },
    ...change,
  };
}

/** What the judge of a judgement signs for it. */
export function answerOf(judgement: Members, change: Members = {}): Members {
  const { request_id, ...named } = Object(judgement['judge']);
  return {
    schema: 'judgement.answer.v1',
    answers: answersOf(judgement),
    judge: named,
    nonce: NONCE,
    questions_digest: judgement['questions_digest'],
    response_digest: judgement['response_digest'],
    signed_at: '2026-11-30T12:54:59Z',
    state_digest: judgement['state_digest'],
    ...change,
  };
}

/** The digest of the one question and answer of a judgement, by its key. */
export function answersOf({ question, answer }: Members): Record<string, string> {
  return { [Object(question).key]: digestOf({ answer, question }) };
}

/** Signs anything as the judge does, unless somebody else is given. */
export function signed(
  content: string | object,
  { type = ANSWER, signers = [{ secret: JUDGE_SECRET, keyid: JUDGE_ID }] } = {},
): Sealed {
  return seal(typeof content === 'string' ? content : JSON.stringify(content), { type, signers });
}

/** A judgement with the answer that its judge signed. */
export function vouched(change: Members = {}, signedChange: Members = {}): Members {
  const judgement = judged(change);
  return { ...judgement, answer_attestation: signed(answerOf(judgement, signedChange)) };
}

/** The digest of a value, by another way than the one that is tested. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256(utf8(sorted(value)))}`;
}

/** RFC 8785 for texts, small numbers, and ASCII keys. */
function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${sorted(each)}`).join(',')}}`;
}
