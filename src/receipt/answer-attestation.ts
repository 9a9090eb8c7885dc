/**
 * Signing answers as the judge that gives them, and reading what a judge signed.
 *
 * @module
 */
import type { Answers } from '../answer.js';
import { base64url, fromUtf8, utf8 } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { type Digest, digest, isDigest } from '../digest.js';
import { JudgeError, ReceiptError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Clock, JudgeInfo } from '../judge.js';
import { checkOptions, present } from '../members.js';
import { checkQuestions, type Questions } from '../question.js';
import { readInfo } from '../response.js';
import { readClock, toRfc3339 } from '../time.js';
import { pathTo } from '../walk.js';
import {
  ANSWER_TYPE,
  type AnswerPayload,
  answerDigest,
  answerForm,
  checkAnswerPayload,
  isNonce,
  questionForm,
} from './answer-payload.js';
import {
  type Envelope,
  type EnvelopeSignature,
  prepareEnvelope,
  sealEnvelope,
  type UnsignedEnvelope,
} from './envelope.js';
import { parseEnvelope, type SignatureBytes } from './envelope-reader.js';
import { parseFrozen } from './frozen-json.js';
import { type AsyncSigner, checkSigner, type Signer } from './signer.js';

/** What was asked and answered: all that a signature of the judge binds together. */
export interface AnsweredRequest {
  /** `digest()` of the state. */
  readonly stateDigest: Digest;
  readonly questions: Questions;
  /** The answers as `checkAnswers()` gives them, one to each of the questions. */
  readonly answers: Answers;
  /** Who answered. */
  readonly judge: JudgeInfo;
  /** The digest of the response: over HTTP, `digestBytes()` of the bytes of its body. */
  readonly responseDigest: Digest;
  /** What the one who asked made up for this request alone. Absent where nobody did. */
  readonly nonce?: string | undefined;
}

/** What {@link attestAnswer} takes beside the answers. */
export interface AnswerSignOptions<S extends AsyncSigner = Signer> {
  /** The judge's own key, and not one that signs receipts. */
  readonly signer: S;
  /** Tells when it is signed. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/** The envelope of a signed answer: also plain JSON, as a `JudgeResponse` takes it. */
export interface AnswerEnvelope extends Envelope, JsonObject {
  readonly signatures: readonly AnswerSignature[];
}

/** The one signature of an {@link AnswerEnvelope}. */
export interface AnswerSignature extends EnvelopeSignature, JsonObject {}

/** A signed answer that has been read. Who signed it is not checked yet. */
export interface OpenedAnswer {
  readonly ok: true;
  readonly payload: AnswerPayload;
  readonly signatures: readonly SignatureBytes[];
  readonly signedBytes: Uint8Array;
  /** The envelope without whatever else came with it. */
  readonly envelope: AnswerEnvelope;
}

/** The largest payload of a signed answer, in bytes: room for 400 questions with short keys. */
export const MAX_ANSWER_BYTES = 65_536;

/**
 * Signs answers as the judge that gives them, so that whoever asked cannot make up others.
 *
 * The signature is over the digests of the state, of the questions, of the response and of each
 * question with its answer, over the judge, the time and the nonce. The receipts of those who
 * asked carry it as `answer_attestation`; `judgeHandler()` sends it in a header.
 *
 * @param answered See {@link AnsweredRequest}.
 * @param options See {@link AnswerSignOptions}.
 * @returns A DSSE envelope of the type `application/vnd.judgement.answer.v1+json`.
 * @throws {@link JudgeError} `bad_option` for a digest or nonce that is none, a judge without a
 *   model, a signer or clock that is none; `bad_answer` for a question without an answer; and the
 *   codes of `checkQuestions()`.
 * @throws {@link ReceiptError} `bad_key` and `bad_signature` for a signer without a key id or whose
 *   signature has not 64 bytes, `too_large` for a payload over 64 KiB.
 *
 * @example
 * ```ts
 * import { checkAnswers, digest, noul } from 'judgement';
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
 * };
 * const { signer, publicKey } = generateKey();
 * const envelope = attestAnswer(answered, { signer });
 *
 * const keys = [{ publicKey, roles: ['answerer'] as const }];
 * console.log(checkAnswer(envelope, answered, { keys }).payload.judge.model); // guard-2
 * ```
 */
export function attestAnswer(
  answered: AnsweredRequest,
  options: AnswerSignOptions,
): AnswerEnvelope {
  const unsigned = prepare(answered, options);
  const { signer } = options;
  return toJson(sealEnvelope(unsigned, signer.keyId, signer.sign(unsigned.signedBytes)).envelope);
}

/**
 * Does what {@link attestAnswer} does with a signer that takes its time: the host's crypto, or a
 * key service.
 *
 * @param answered See {@link AnsweredRequest}.
 * @param options See {@link AnswerSignOptions}.
 * @returns A DSSE envelope of the type `application/vnd.judgement.answer.v1+json`.
 * @throws {@link ReceiptError} and {@link JudgeError} as {@link attestAnswer} does, as a rejection;
 *   and whatever the signer rejects with.
 *
 * @example
 * ```ts
 * import { checkAnswers, digest, noul } from 'judgement';
 * import { attestAnswerAsync } from 'judgement/receipt';
 * import { webCryptoSigner } from 'judgement/webcrypto';
 *
 * const signer = await webCryptoSigner(new Uint8Array(32).fill(7), { subtle: crypto.subtle });
 * const questions = { unsafe: noul('Is this call unsafe?') };
 * const answers = checkAnswers(questions, { unsafe: { noul: 0.97 } });
 * const envelope = await attestAnswerAsync(
 *   {
 *     stateDigest: digest({ tool: 'Bash' }),
 *     questions,
 *     answers,
 *     judge: { model: 'guard-2' },
 *     responseDigest: digest({ answers }),
 *   },
 *   { signer },
 * );
 * console.log(envelope.payloadType); // application/vnd.judgement.answer.v1+json
 * ```
 */
export async function attestAnswerAsync(
  answered: AnsweredRequest,
  options: AnswerSignOptions<AsyncSigner>,
): Promise<AnswerEnvelope> {
  const unsigned = prepare(answered, options);
  const { keyId } = options.signer;
  const signature = await options.signer.sign(unsigned.signedBytes);
  return toJson(sealEnvelope(unsigned, keyId, signature).envelope);
}

/**
 * Reads a signed answer from outside: the envelope strictly and once, the payload by its schema.
 *
 * @throws {@link ReceiptError} `bad_envelope`, `bad_encoding`, `bad_payload_type`, `bad_payload`,
 *   `bad_signature`, `no_signature`, `too_large`.
 * @throws {@link JudgeError} as `parseJson()` and `snapshot()` do.
 */
export function openAnswer(envelope: unknown): OpenedAnswer {
  const parsed = parseEnvelope(envelope);
  const { payloadType, payload: bytes, signatures, signedBytes } = parsed;
  if (payloadType !== ANSWER_TYPE) {
    throw new ReceiptError('bad_payload_type', {
      path: 'envelope.payloadType',
      rule: `a signed answer travels as ${ANSWER_TYPE}`,
      fix: 'look for a receipt, or something else, in the place of the signed answer',
    });
  }
  if (bytes.length > MAX_ANSWER_BYTES) refuseSize();
  if (signatures.length > 1) {
    throw new ReceiptError('bad_envelope', {
      path: 'envelope.signatures',
      rule: 'an answer is signed once, by the judge that gave it',
      fix: 'ask the judge for an envelope with its signature alone',
    });
  }
  const payload = parseFrozen(decode(bytes), 'envelope.payload');
  checkAnswerPayload(payload, 'envelope.payload');
  return { ok: true, payload, signatures, signedBytes, envelope: rewrap(bytes, signatures) };
}

function prepare(
  answered: AnsweredRequest,
  options: AnswerSignOptions<AsyncSigner>,
): UnsignedEnvelope {
  checkOptions(options, ['signer', 'clock'], 'options');
  checkSigner(options.signer);
  const { nonce, ...request } = readAnswered(answered);
  const payload: AnswerPayload = {
    schema: 'judgement.answer.v1',
    answers: request.digests,
    judge: request.judge,
    ...(nonce === undefined ? {} : { nonce }),
    questions_digest: request.questionsDigest,
    response_digest: request.responseDigest,
    signed_at: toRfc3339(readClock(options.clock ?? Date.now)),
    state_digest: request.stateDigest,
  };
  const bytes = utf8(canonicalize(payload));
  if (bytes.length > MAX_ANSWER_BYTES) refuseSize();
  return prepareEnvelope(ANSWER_TYPE, bytes);
}

/** What an {@link AnsweredRequest} comes to when it is signed, or held to what was signed. */
export interface AnsweredForm {
  readonly stateDigest: Digest;
  readonly questionsDigest: Digest;
  readonly responseDigest: Digest;
  readonly judge: AnswerPayload['judge'];
  /** The digest of each question with its answer, by key. */
  readonly digests: AnswerPayload['answers'];
  readonly nonce: string | undefined;
}

/**
 * Reads what was asked and answered.
 *
 * @throws {@link JudgeError} `bad_option`, `bad_answer`, and as {@link checkQuestions} does.
 */
export function readAnswered(answered: AnsweredRequest): AnsweredForm {
  checkOptions(answered, MEMBERS, 'answered');
  const { stateDigest, responseDigest, nonce, answers } = answered;
  checkDigest(stateDigest, 'answered.stateDigest');
  checkDigest(responseDigest, 'answered.responseDigest');
  if (nonce !== undefined) checkNonce(nonce, 'answered.nonce');
  const questions = checkQuestions(answered.questions);
  const { model, provider, kind, replayable } = readInfo(
    answered.judge,
    'answered.judge',
    'bad_option',
  );
  return {
    stateDigest,
    questionsDigest: digest(questions),
    responseDigest,
    judge: { model, ...present({ provider, kind, replayable }) },
    digests: answerDigests(questions, answers),
    nonce,
  };
}

const MEMBERS: readonly (keyof AnsweredRequest)[] = [
  'stateDigest',
  'questions',
  'answers',
  'judge',
  'responseDigest',
  'nonce',
];

/** The digest of each question with its answer, by key. */
function answerDigests(questions: Questions, answers: Answers): { readonly [key: string]: Digest } {
  return Object.fromEntries(
    Object.entries(questions).map(([key, question]) => {
      const answer = Object.hasOwn(Object(answers), key) ? answers[key] : undefined;
      if (answer !== undefined) {
        return [key, answerDigest(questionForm(key, question), answerForm(answer))];
      }
      throw new JudgeError('bad_answer', {
        path: pathTo('answers', [key]),
        rule: 'each question has an answer',
        fix: 'pass the questions that were asked, and their answers as checkAnswers() gives them',
      });
    }),
  );
}

/** Refuses what is no digest. */
function checkDigest(value: unknown, path: string): void {
  if (isDigest(value)) return;
  const rule = 'a digest is sha256: and 64 lower-case hex digits';
  throw new JudgeError('bad_option', {
    path,
    rule,
    fix: 'pass what digest() or digestBytes() gave',
  });
}

/** Refuses what can be no nonce. */
function checkNonce(value: unknown, path: string): void {
  if (isNonce(value)) return;
  const rule = 'a nonce is 16 to 64 random bytes in base64url without padding';
  throw new JudgeError('bad_option', { path, rule, fix: 'draw 16 random bytes for each request' });
}

function decode(bytes: Uint8Array): string {
  const text = fromUtf8(bytes);
  if (text !== undefined) return text;
  throw new ReceiptError('bad_encoding', {
    path: 'envelope.payload',
    rule: 'a payload is JSON text in UTF-8',
    fix: 'look for bytes that were changed on the way',
  });
}

/** The three members that DSSE describes; nobody signed whatever else came with them. */
function rewrap(payload: Uint8Array, signatures: readonly SignatureBytes[]): AnswerEnvelope {
  return toJson({
    payload: base64url(payload),
    payloadType: ANSWER_TYPE,
    signatures: signatures.map(({ keyId, signature }) => ({
      keyid: keyId,
      sig: base64url(signature),
    })),
  });
}

function toJson({ payload, payloadType, signatures }: Envelope): AnswerEnvelope {
  const copies = signatures.map(({ keyid, sig }) => Object.freeze({ keyid, sig }));
  return Object.freeze({ payload, payloadType, signatures: Object.freeze(copies) });
}

function refuseSize(): never {
  throw new ReceiptError('too_large', {
    path: 'envelope.payload',
    rule: `a signed answer has at most ${MAX_ANSWER_BYTES} bytes`,
    fix: 'ask fewer questions at a time, or give them shorter keys',
  });
}
