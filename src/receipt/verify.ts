/**
 * Verifying a receipt: who signed its bytes, and whether you trust them to.
 *
 * @module
 */
import { JudgeError, type TrustErrorCode } from '../errors.js';
import { checkOptions } from '../members.js';
import type { SignatureBytes } from './envelope-reader.js';
import type { PublicKeyText } from './keys.js';
import { type OpenedReceipt, type OpenFaultCode, openReceipt } from './open.js';
import { isStrictSignature } from './points.js';
import { type KeyRing, keyRing, type RingKey, type Role, type TrustedKey } from './trust.js';

/** A key whose signature over the bytes is good. */
export interface SignedBy {
  readonly keyId: string;
  readonly publicKey: PublicKeyText;
}

/** What is known about the signatures of a receipt. */
export interface SignatureFacts {
  /** The keys that signed exactly these bytes. It does not mean that they were allowed to. */
  readonly signed: readonly SignedBy[];
  /** Those of them that you trust for a receipt of this kind. */
  readonly trusted: readonly SignedBy[];
  /** The key ids that none of your keys goes by; their signatures are not checked. */
  readonly unknown: readonly string[];
}

/** A receipt that verifies: every signature is good, and at least one by a key that you trust. */
export interface VerifiedReceipt extends OpenedReceipt, SignatureFacts {}

/** A receipt that does not verify, and all that is known of it nevertheless. */
export interface RefusedReceipt extends SignatureFacts {
  readonly ok: false;
  readonly code: OpenFaultCode | TrustErrorCode;
  /** The place: `envelope.signatures[0].sig`, `statement.payload.judge.model`. */
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
  /** What the bytes say, where they could be opened. Do not act on it. */
  readonly opened?: OpenedReceipt;
}

/** What came of verifying one receipt. */
export type ReceiptVerdict = VerifiedReceipt | RefusedReceipt;

/** What {@link verifyReceipt} takes beside the receipt. */
export interface VerifyOptions {
  /** The keys that you trust: texts, objects, or a {@link keyRing} of them to use again. */
  readonly keys: KeyRing | readonly (string | TrustedKey)[];
}

/**
 * Verifies a receipt strictly. It reports on whatever the bytes are, and throws for the keys and
 * options alone.
 *
 * Every signature must be good and by a key of yours, and at least one by a key that you trust for
 * this kind of receipt. The acceptance set is that of {@link ed25519Verifier}, also where a key
 * brings its own `verify`.
 *
 * @param envelope A DSSE envelope: the object, or its JSON text.
 * @param options See {@link VerifyOptions}.
 * @returns What it says and who signed it; or why it is refused: the codes of {@link openReceipt},
 *   `bad_signature`, `unknown_key` for a key id that is none of yours, `untrusted_key` when every
 *   signature is good and no key is trusted for this.
 * @throws {@link ReceiptError} `bad_key` and {@link JudgeError} `bad_option` as {@link keyRing}
 *   does, and `bad_option` for a `verify` that returns anything but a boolean.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, verifyReceipt } from 'judgement/receipt';
 *
 * const { signer, publicKey } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * for (const { envelope } of attest(result, { signer })) {
 *   const verdict = verifyReceipt(envelope, { keys: [publicKey] });
 *   if (!verdict.ok) console.log(verdict.code, verdict.path);
 * }
 * ```
 */
export function verifyReceipt(envelope: unknown, options: VerifyOptions): ReceiptVerdict {
  checkOptions(options, ['keys'], 'options');
  return verifyWith(envelope, toRing(options.keys));
}

/** Reads the keys, unless they have been read. */
export function toRing(keys: VerifyOptions['keys']): KeyRing {
  return isRing(keys) ? keys : keyRing(keys);
}

/** {@link verifyReceipt} with keys that have been read. */
export function verifyWith(envelope: unknown, ring: KeyRing): ReceiptVerdict {
  const opened = openReceipt(envelope);
  if (!opened.ok) return refuse(opened, NOBODY);
  const checks = opened.signatures.map((signature) => check(opened, signature, ring));
  return conclude(opened, checks);
}

const NOBODY: SignatureFacts = { signed: [], trusted: [], unknown: [] };

/** The role that a key needs for a kind of receipt; any other kind needs a key without roles. */
const ROLE_FOR: ReadonlyMap<string, Role> = /* @__PURE__ */ new Map<string, Role>([
  ['judgement.v1', 'judge'],
  ['judgement.resolution.v1', 'decider'],
  ['blocked.v1', 'gate'],
]);

type Fault = Pick<RefusedReceipt, 'code' | 'path' | 'rule' | 'fix'>;

/** What became of one signature. */
interface Check {
  readonly keyId: string;
  readonly key: RingKey | undefined;
  readonly good: boolean;
}

function check(opened: OpenedReceipt, { keyId, signature }: SignatureBytes, ring: KeyRing): Check {
  const key = ring.find(keyId);
  return { keyId, key, good: key !== undefined && isGood(key, opened.signedBytes, signature) };
}

function isGood(key: RingKey, bytes: Uint8Array, signature: Uint8Array): boolean {
  // An older host accepts an R of small order: one verdict, whoever does the arithmetic.
  if (!isStrictSignature(signature)) return false;
  const good: unknown = key.verify(bytes, signature);
  if (typeof good === 'boolean') return good;
  throw new JudgeError('bad_option', {
    path: `keys[${JSON.stringify(key.keyId)}].verify`,
    rule: 'it returns true or false',
    fix: 'return the answer itself: a promise of it is not one',
  });
}

function conclude(opened: OpenedReceipt, checks: readonly Check[]): ReceiptVerdict {
  const role = ROLE_FOR.get(opened.statement?.kind ?? '');
  const good = checks.flatMap(({ key, good }) => (key !== undefined && good ? [key] : []));
  const facts: SignatureFacts = {
    signed: Object.freeze(good.map(nameOf)),
    trusted: Object.freeze(good.filter((key) => mayAct(key, role)).map(nameOf)),
    unknown: Object.freeze(checks.flatMap(({ key, keyId }) => (key === undefined ? [keyId] : []))),
  };
  const fault = faultOf(checks, facts, role);
  if (fault !== undefined) return refuse(fault, facts, opened);
  return Object.freeze({ ...opened, ...facts });
}

/** The worst that is wrong with the signatures: changed bytes before unknown keys before trust. */
function faultOf(
  checks: readonly Check[],
  facts: SignatureFacts,
  role: Role | undefined,
): Fault | undefined {
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
  if (facts.trusted.length > 0) return undefined;
  return {
    code: 'untrusted_key',
    path: 'envelope.signatures',
    rule: `at least one signature is by a key that is trusted ${role ? `as ${role}` : 'for it'}`,
    fix: 'give the key that role if it may sign this',
  };
}

function mayAct(key: RingKey, role: Role | undefined): boolean {
  if (key.roles === undefined) return true;
  return role !== undefined && key.roles.includes(role);
}

function nameOf({ keyId, publicKey }: RingKey): SignedBy {
  return Object.freeze({ keyId, publicKey });
}

function refuse(
  { code, path, rule, fix }: Fault,
  facts: SignatureFacts,
  opened?: OpenedReceipt,
): RefusedReceipt {
  const refused = { ok: false, code, path, rule, fix, ...facts } as const;
  return Object.freeze(opened === undefined ? refused : { ...refused, opened });
}

function isRing(keys: VerifyOptions['keys']): keys is KeyRing {
  return !Array.isArray(keys) && typeof keys === 'object' && keys !== null && 'find' in keys;
}
