/**
 * What follows from the signatures of a receipt, once each of them has been checked.
 *
 * @module
 */
import { JudgeError, type TrustErrorCode } from '../errors.js';
import type { Draft } from '../members.js';
import { isTimestamp } from '../time.js';
import { type AnswerFacts, answerFacts, type CheckedAnswer, UNSIGNED } from './answer-facts.js';
import type { SignatureBytes } from './envelope-reader.js';
import type { AsyncVerify, KnownKey, PublicKeySet } from './key-set.js';
import type { PublicKeyText } from './keys.js';
import { roleFor } from './kinds.js';
import type { OpenedReceipt, OpenFaultCode, UnopenedReceipt } from './open.js';
import { isStrictSignature } from './points.js';
import { type Claim, distrust, type TrustFault } from './trust.js';

/** A key whose signature over the bytes is good. */
export interface SignedBy {
  readonly keyId: string;
  readonly publicKey: PublicKeyText;
}

/** A key whose signature is good and that you do not trust for what it signed, and why. */
export interface DistrustedKey extends SignedBy, TrustFault {}

/** What is known about the signatures of a receipt. */
export interface SignatureFacts {
  /** The keys that signed exactly these bytes. It does not mean that they were allowed to. */
  readonly signed: readonly SignedBy[];
  /** Those of them that you trust for a receipt of this kind, at its time, in its name. */
  readonly trusted: readonly SignedBy[];
  /** The others of them, and why not. */
  readonly distrusted: readonly DistrustedKey[];
  /** The key ids that none of your keys goes by; their signatures are not checked. */
  readonly unknown: readonly string[];
}

/** A receipt that verifies: every signature is good, and at least one by a key that you trust. */
export interface VerifiedReceipt extends OpenedReceipt, SignatureFacts, AnswerFacts {}

/** A receipt that does not verify, and all that is known of it nevertheless. */
export interface RefusedReceipt extends SignatureFacts, AnswerFacts {
  readonly ok: false;
  readonly code: OpenFaultCode | TrustErrorCode;
  /** The place: `envelope.signatures[0].sig`, `statement.payload.judge.model`. */
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
  /** What the bytes say, where they could be opened. Do not act on it. */
  readonly opened?: OpenedReceipt;
}

/** Whose word on the answer of a judgement is enough: the judge's alone, or also the caller's. */
export type AnswersDemand = 'signed' | 'any';

/** What came of verifying one receipt. */
export type ReceiptVerdict = VerifiedReceipt | RefusedReceipt;

/** One signature, and the key that it may be by. */
export interface Candidate<V extends AsyncVerify> extends SignatureBytes {
  readonly key: KnownKey<V> | undefined;
}

/** What became of one signature. */
export interface Check {
  readonly keyId: string;
  readonly key: KnownKey<AsyncVerify> | undefined;
  readonly good: boolean;
}

/** Every signature of an envelope, with the key that goes by its id. */
export function candidates<V extends AsyncVerify>(
  { signatures }: Pick<OpenedReceipt, 'signatures'>,
  keySet: PublicKeySet<V>,
): readonly Candidate<V>[] {
  return signatures.map(({ keyId, signature }) => ({ keyId, signature, key: keySet.find(keyId) }));
}

/**
 * Whether a signature is worth asking its key about. An older host accepts an R of small order:
 * this gives one verdict, whoever does the arithmetic.
 */
export function isCheckable<V extends AsyncVerify>(
  candidate: Candidate<V>,
): candidate is Candidate<V> & { readonly key: KnownKey<V> } {
  return candidate.key !== undefined && isStrictSignature(candidate.signature);
}

/** Refuses an answer of somebody's own verification that is neither yes nor no. */
export function readAnswer(good: unknown, { keyId }: KnownKey<AsyncVerify>): boolean {
  if (typeof good === 'boolean') return good;
  throw new JudgeError('bad_option', {
    path: `keys[${JSON.stringify(keyId)}].verify`,
    rule: 'it returns true or false',
    fix: 'return the answer itself: a promise of it is not one',
  });
}

/** Reads whose word on an answer is enough. */
export function readDemand(answers: unknown): AnswersDemand {
  if (answers === undefined) return 'any';
  if (answers === 'signed' || answers === 'any') return answers;
  throw new JudgeError('bad_option', {
    path: 'options.answers',
    rule: 'answers are signed, or any',
    fix: 'leave it out to accept what callers assert',
  });
}

/** The verdict on what could not be opened. */
export function refuseUnopened(unopened: UnopenedReceipt): RefusedReceipt {
  return refuse(unopened, { signed: [], trusted: [], distrusted: [], unknown: [] });
}

/**
 * The verdict on a receipt whose signatures have been checked, and those of its signed answers.
 *
 * @param opened The receipt, which nobody else holds: it becomes the verdict, or part of it.
 */
export function conclude(
  opened: Draft<OpenedReceipt>,
  checks: readonly Check[],
  answers: readonly (CheckedAnswer | undefined)[],
  demand: AnswersDemand,
): ReceiptVerdict {
  const claim = claimOf(opened);
  const signed: SignedBy[] = [];
  const trusted: SignedBy[] = [];
  const distrusted: DistrustedKey[] = [];
  const unknown: string[] = [];
  for (const { key, keyId, good } of checks) {
    if (key === undefined) unknown.push(keyId);
    if (key === undefined || !good) continue;
    const name = Object.freeze({ keyId: key.keyId, publicKey: key.publicKey });
    const fault = distrust(key, claim);
    if (fault === undefined) trusted.push(name);
    else distrusted.push(Object.freeze({ ...name, ...fault }));
    signed.push(name);
  }
  const facts: SignatureFacts & AnswerFacts = {
    signed: Object.freeze(signed),
    trusted: Object.freeze(trusted),
    distrusted: Object.freeze(distrusted),
    unknown: Object.freeze(unknown),
    ...answerFacts(opened, answers, signed),
  };
  const fault = faultOf(checks, facts) ?? (demand === 'signed' ? unsignedOf(facts) : undefined);
  if (fault !== undefined) return refuse(fault, facts, Object.freeze(opened));
  return Object.freeze(Object.assign(opened, facts));
}

type Fault = Pick<RefusedReceipt, 'code' | 'path' | 'rule' | 'fix'>;

/** The time of an action is a member like that of a receipt, and signed as it is. */
function claimOf({ statement, value, resolution }: OpenedReceipt): Claim {
  const { timestamp } = value;
  return {
    role: roleFor(statement?.kind),
    signedAt: isTimestamp(timestamp) ? timestamp : undefined,
    by: resolution?.by,
  };
}

/** The worst that is wrong with the signatures: changed bytes before unknown keys before trust. */
function faultOf(checks: readonly Check[], facts: SignatureFacts): Fault | undefined {
  const bad = checks.findIndex(({ key, good }) => key !== undefined && !good);
  if (bad >= 0) {
    return {
      code: 'bad_signature',
      path: `envelope.signatures[${bad}].sig`,
      rule: 'every signature is that of its key over the type and the payload',
      fix: 'look for bytes that were changed on the way, or a key id that is not the signer',
    };
  }
  const unknown = checks.findIndex(({ key }) => key === undefined);
  if (unknown >= 0) {
    return {
      code: 'unknown_key',
      path: `envelope.signatures[${unknown}].keyid`,
      rule: 'every signature is by one of the keys',
      fix: 'add { publicKey, keyId } with this key id if you know whose it is',
    };
  }
  // An envelope has at least one signature, so where no key is trusted one is distrusted.
  return facts.trusted.length > 0 ? undefined : facts.distrusted[0];
}

/** What is wrong where a judgement has no answer that its judge signed. */
function unsignedOf({ answer, answerFault }: AnswerFacts): Fault | undefined {
  return answer === 'asserted by caller' ? (answerFault ?? UNSIGNED) : undefined;
}

function refuse(
  { code, path, rule, fix }: Fault,
  facts: SignatureFacts & AnswerFacts,
  opened?: OpenedReceipt,
): RefusedReceipt {
  const refused = { ok: false, code, path, rule, fix, ...facts } as const;
  return Object.freeze(opened === undefined ? refused : { ...refused, opened });
}
