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
import type { JudgementPayload, PayloadVote } from './payloads.js';
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

/** What is known of an answer in a receipt; nothing where the receipt is no judgement. */
export interface VoteFacts {
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

/** What is known of the answer in a receipt, and of the votes that it was made of. */
export interface AnswerFacts extends VoteFacts {
  /** The same of each vote of the panel, in order; absent where there is no panel. */
  readonly votes?: readonly VoteFacts[];
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

/** The signed answers in a receipt: that of the judgement, then those of the panel's votes. */
export function attestationsOf({ judgement }: OpenedReceipt): readonly (JsonObject | undefined)[] {
  if (judgement === undefined) return [];
  const { answer_attestation, panel = [] } = judgement;
  return [answer_attestation, ...panel.map((vote) => vote.answer_attestation)];
}

/**
 * Says who vouches for the answer and for each vote; `checked` is what came of
 * {@link attestationsOf}, `signed` are the keys that signed the receipt.
 */
export function answerFacts(
  { judgement }: OpenedReceipt,
  [checked, ...votes]: readonly (CheckedAnswer | undefined)[],
  signed: readonly SignedBy[],
): AnswerFacts {
  if (judgement === undefined) return {};
  const facts = factsOf(judgement, judgement, checked, signed, PAYLOAD);
  if (judgement.panel === undefined) return facts;
  const ofVotes = judgement.panel.map((vote, index) =>
    Object.freeze(factsOf(judgement, vote, votes[index], signed, `${PAYLOAD}.panel[${index}]`)),
  );
  return { ...facts, votes: Object.freeze(ofVotes) };
}

function factsOf(
  judgement: JudgementPayload,
  given: JudgementPayload | PayloadVote,
  checked: CheckedAnswer | undefined,
  signed: readonly SignedBy[],
  place: string,
): VoteFacts {
  if (checked === undefined) return { answer: 'asserted by caller' };
  const root = `${place}.answer_attestation`;
  const { attested, checks } = checked;
  if (!attested.ok) return assertedFor(relocate(attested, root));
  const result = signerOf(attested, checks, signed, root);
  if ('fault' in result) return assertedFor(result.fault);
  const fault =
    claimFault(attested.payload, claimsOf(judgement, given), `${root}.payload`) ??
    keptFault(judgement, given, place);
  if (fault !== undefined) return assertedFor(fault);
  return { answer: 'signed by judge', answeredBy: result.signer, attested: attested.payload };
}

/** Whether an answer says that it was kept, and not from a time before the judgement. */
export function isKeptLate({ judged_at }: JudgementPayload, cachedAt: string | undefined): boolean {
  if (cachedAt === undefined) return false;
  const [kept, judged] = [instantOf(cachedAt), instantOf(judged_at)];
  return kept === undefined || judged === undefined || kept > judged;
}

function keptFault(
  judgement: JudgementPayload,
  { cached_at }: JudgementPayload | PayloadVote,
  place: string,
): AnswerFault | undefined {
  return isKeptLate(judgement, cached_at)
    ? { ...KEPT_LATE, path: `${place}.cached_at` }
    : undefined;
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

const PAYLOAD = 'statement.payload';

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

const KEPT_LATE: Omit<AnswerFault, 'path'> = {
  code: 'stale_answer',
  rule: 'an answer that was kept is older than the judgement',
  fix: 'look for a caller that says of an answer that it was kept, and when it was not yet given',
};

/** What is wrong with the bytes of a signed answer, at the place where those are. */
function relocate({ code, path, rule, fix }: UnopenedReceipt, root: string): AnswerFault {
  return { code, path: path.replace(ENVELOPE, () => root), rule, fix };
}

function assertedFor(fault: AnswerFault): VoteFacts {
  return { answer: 'asserted by caller', answerFault: Object.freeze(fault) };
}

/** What the receipt says of the one question that it is about, and of one answer to it. */
function claimsOf(
  judgement: JudgementPayload,
  given: JudgementPayload | PayloadVote,
): AnswerClaims {
  const { question, judged_at } = judgement;
  // A vote that failed has no answer, so nobody can have signed it.
  const { answer = {}, cached_at, judge, response_digest } = given;
  return {
    stateDigest: judgement.state_digest,
    questionsDigest: judgement.questions_digest,
    responseDigest: response_digest,
    judge,
    answers: { [question.key]: answerDigest(question, answer) },
    isWhole: false,
    // An answer that was kept says when it was given, and that is then the time to compare with.
    answeredAt: instantOf(cached_at ?? judged_at),
    maxAgeMs: MAX_ANSWER_AGE_MS,
  };
}
