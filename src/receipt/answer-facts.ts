/**
 * Who vouches for the answer in a receipt: the judge that signed it, or the caller alone.
 *
 * @module
 */
import type { TrustErrorCode } from '../errors.js';
import type { JsonObject } from '../json.js';
import { type OpenedAnswer, openAnswer } from './answer-attestation.js';
import { type AnswerClaims, claimFault } from './answer-claims.js';
import { type AnswerPayload, answerDigest } from './answer-payload.js';
import { instantOf } from './instant.js';
import {
  describeFault,
  type OpenedReceipt,
  type OpenFaultCode,
  type UnopenedReceipt,
} from './open.js';
import type { JudgementPayload } from './payloads.js';
import { distrust } from './trust.js';
import type { Check, SignedBy } from './verdict.js';

/** Who vouches for an answer. */
export type Voucher = 'signed by judge' | 'asserted by caller';

/** Why a signed answer does not count as one. */
export interface AnswerFault {
  readonly code: OpenFaultCode | TrustErrorCode;
  /** The place: `statement.payload.answer_attestation.payload.state_digest`. */
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
}

/** What is known of the answer in a receipt; nothing where the receipt is no judgement. */
export interface AnswerFacts {
  /**
   * Who vouches for it. The judge does where an answer that it signed is in the receipt, by a key
   * that you trust as `answerer`, and it is this answer to this question in this request.
   */
  readonly answer?: Voucher;
  /** The key of the judge, where it is signed by the judge. */
  readonly answeredBy?: SignedBy;
  /** What the judge signed, where it is signed by the judge. */
  readonly attested?: AnswerPayload;
  /** What is wrong with the signed answer, where one is there and does not count. */
  readonly answerFault?: AnswerFault;
}

/** A signed answer with what became of its signature; or why it cannot be read. */
export interface CheckedAnswer {
  readonly attested: OpenedAnswer | UnopenedReceipt;
  readonly checks: readonly Check[];
}

/** How long before the judgement an answer may have been signed, in milliseconds. */
export const MAX_ANSWER_AGE_MS = 300_000;

/** Reads a signed answer in a receipt, or says what is wrong with its bytes. */
export function readAttested(envelope: JsonObject): OpenedAnswer | UnopenedReceipt {
  try {
    return openAnswer(envelope);
  } catch (error) {
    return describeFault(error);
  }
}

/** Says who vouches for the answer; `signed` are the keys that signed the receipt. */
export function answerFacts(
  { judgement }: OpenedReceipt,
  checked: CheckedAnswer | undefined,
  signed: readonly SignedBy[],
): AnswerFacts {
  if (judgement === undefined) return {};
  if (checked === undefined) return { answer: 'asserted by caller' };
  const { attested, checks } = checked;
  if (!attested.ok) return assertedFor(relocate(attested));
  const result = signerOf(attested, checks, signed, ROOT);
  if ('fault' in result) return assertedFor(result.fault);
  const fault = claimFault(attested.payload, claimsOf(judgement), `${ROOT}.payload`);
  if (fault !== undefined) return assertedFor(fault);
  return { answer: 'signed by judge', answeredBy: result.signer, attested: attested.payload };
}

/** What is wrong with the signature of an answer, or with the trust in its key. */
export interface SignerFault extends AnswerFault {
  readonly code: 'bad_signature' | TrustErrorCode;
}

/** The key that signed an answer, if you trust it to; or what is wrong. Paths start at `root`. */
export function signerOf(
  { payload }: OpenedAnswer,
  [check]: readonly Check[],
  callers: readonly SignedBy[],
  root: string,
): { readonly signer: SignedBy } | { readonly fault: SignerFault } {
  const place = `${root}.signatures[0]`;
  const path = `${place}.keyid`;
  if (check?.key === undefined) return { fault: { ...UNKNOWN, path } };
  if (!check.good) return { fault: { ...BAD, path: `${place}.sig` } };
  const { keyId, publicKey } = check.key;
  if (callers.some((caller) => caller.publicKey === publicKey))
    return { fault: { ...CALLER, path } };
  const claim = { role: 'answerer', signedAt: payload.signed_at, by: undefined } as const;
  const fault = distrust(check.key, claim);
  if (fault !== undefined) return { fault: { ...fault, path } };
  return { signer: Object.freeze({ keyId, publicKey }) };
}

/** The fault of a judgement without a signed answer, where one is demanded. */
export const UNSIGNED: AnswerFault = /* @__PURE__ */ Object.freeze({
  code: 'unsigned_answer',
  path: 'statement.payload.answer_attestation',
  rule: 'the answer is signed by the judge that gave it',
  fix: 'ask a judge that signs its answers, or do without: the caller alone vouches for this one',
});

const ROOT = 'statement.payload.answer_attestation';

/** What the reader of envelopes calls what it reads. */
const ENVELOPE = /^envelope/;

type Rule = Omit<SignerFault, 'path'>;

const UNKNOWN: Rule = {
  code: 'unknown_key',
  rule: 'an answer is signed by one of the keys',
  fix: 'add { publicKey, keyId, roles: ["answerer"] } if you know which judge it is',
};

const BAD: Rule = {
  code: 'bad_signature',
  rule: 'the signature is that of its key over the type and the payload',
  fix: 'look for bytes that were changed on the way, or a key id that is not the signer',
};

const CALLER: Rule = {
  code: 'caller_key',
  rule: 'who signs a receipt cannot vouch for its answer as the judge',
  fix: 'give the judge a key of its own',
};

/** What is wrong with the bytes of a signed answer, at the place where those are. */
function relocate({ code, path, rule, fix }: UnopenedReceipt): AnswerFault {
  return { code, path: path.replace(ENVELOPE, ROOT), rule, fix };
}

function assertedFor(fault: AnswerFault): AnswerFacts {
  return { answer: 'asserted by caller', answerFault: Object.freeze(fault) };
}

/** What the receipt says of the one question that it is about. */
function claimsOf(judgement: JudgementPayload): AnswerClaims {
  const { question, answer, judged_at, cached_at } = judgement;
  return {
    stateDigest: judgement.state_digest,
    questionsDigest: judgement.questions_digest,
    responseDigest: judgement.response_digest,
    judge: judgement.judge,
    answers: { [question.key]: answerDigest(question, answer) },
    isWhole: false,
    // An answer that was kept says when it was given, and that is then the time to compare with.
    answeredAt: instantOf(cached_at ?? judged_at),
    maxAgeMs: MAX_ANSWER_AGE_MS,
  };
}
