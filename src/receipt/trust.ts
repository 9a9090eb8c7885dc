/**
 * Which keys are trusted, under which names and for what.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import { ed25519Verifier } from './ed25519.js';
import { checkKeyId, isDerived, keyIdOf, parsePublicKey, publicKeyText } from './keys.js';
import type { Verifier } from './signer.js';

/** What a key may sign: judgements, the decisions of people on them, or what a gate blocked. */
export type Role = 'judge' | 'decider' | 'gate';

/** A public key and what you trust it for. A {@link Verifier} is one too. */
export interface TrustedKey {
  /** 32 bytes, the `ed25519:` text, or its base64url part alone. */
  readonly publicKey: string | Uint8Array;
  /** The id that its signatures carry, if that is not {@link keyIdOf} of the key. */
  readonly keyId?: string;
  /**
   * What it may sign. Defaults to everything. With a list, it is trusted for receipts of these
   * roles alone; with an empty one it is known, so its signatures are checked, and not trusted.
   */
  readonly roles?: readonly Role[];
  /** Your own verification, such as that of the host. Defaults to {@link ed25519Verifier}. */
  readonly verify?: (bytes: Uint8Array, signature: Uint8Array) => boolean;
}

/** A key of a {@link KeyRing}. */
export interface RingKey extends Verifier {
  readonly roles?: readonly Role[];
}

/** Trusted keys that have been read and can be used again and again. */
export interface KeyRing {
  readonly keys: readonly RingKey[];
  /** The key that goes by this id. */
  find(keyId: string): RingKey | undefined;
}

/**
 * Reads the keys that you trust. Keep the ring to verify many receipts: its keys are decoded once
 * and grow a table when they are used often.
 *
 * A key goes by the id it is given, and by the one derived from it. An id is a hint that anyone
 * can change, so no other key is ever tried in its place.
 *
 * @param keys Public keys as text, or {@link TrustedKey} objects.
 * @returns A frozen ring.
 * @throws {@link ReceiptError} `bad_key` for a key that is malformed, not a point of the curve, of
 *   small order, or given an id that belongs to another key of the list.
 * @throws {@link JudgeError} `bad_option` for what is no list, for an unknown member or role.
 *
 * @example
 * ```ts
 * import { generateKey, keyRing } from 'judgement/receipt';
 *
 * const { publicKey, keyId } = generateKey();
 * const ring = keyRing([publicKey]);
 * console.log(ring.find(keyId)?.publicKey === publicKey); // true
 * ```
 */
export function keyRing(keys: readonly (string | TrustedKey)[]): KeyRing {
  if (!Array.isArray(keys)) {
    throw new JudgeError('bad_option', {
      path: 'keys',
      rule: 'the trusted keys are a list',
      fix: 'pass a list of ed25519: texts or of { publicKey, keyId } objects',
    });
  }
  const names = new Map<string, RingKey>();
  const ring = keys.map((key: string | TrustedKey, index) => readKey(key, `keys[${index}]`));
  ring.forEach((key, index) => {
    for (const name of namesOf(key)) {
      refuseCollision(names.get(name), key, `keys[${index}]`);
      names.set(name, key);
    }
  });
  return Object.freeze({
    keys: Object.freeze(ring),
    find: (keyId: string): RingKey | undefined => names.get(keyId),
  });
}

const ROLES: readonly string[] = ['judge', 'decider', 'gate'] satisfies readonly Role[];

function readKey(key: string | TrustedKey, path: string): RingKey {
  if (typeof key === 'string') return ed25519Verifier(parsePublicKey(key, path));
  checkOptions(key, ['publicKey', 'keyId', 'roles', 'verify'], path);
  const { publicKey, keyId, roles, verify } = key;
  const bytes = parsePublicKey(publicKey, `${path}.publicKey`);
  const id = keyId === undefined ? keyIdOf(bytes) : checkKeyId(keyId, bytes, `${path}.keyId`);
  return Object.freeze({
    keyId: id,
    publicKey: publicKeyText(bytes),
    verify: verify ?? ed25519Verifier(bytes).verify,
    ...(roles === undefined ? {} : { roles: readRoles(roles, `${path}.roles`) }),
  });
}

function namesOf({ keyId, publicKey }: RingKey): readonly string[] {
  return isDerived(keyId) ? [keyId] : [keyId, keyIdOf(publicKey)];
}

function readRoles(roles: readonly Role[], path: string): readonly Role[] {
  if (Array.isArray(roles) && roles.every((role) => ROLES.includes(role))) {
    return Object.freeze([...roles]);
  }
  throw new JudgeError('bad_option', {
    path,
    rule: `roles are a list of any of: ${ROLES.join(', ')}`,
    fix: 'leave it out to trust the key for everything',
  });
}

/** One name for two keys would let either sign for the other; one key with two trusts is unclear. */
function refuseCollision(known: RingKey | undefined, key: RingKey, path: string): void {
  if (known === undefined || known === key) return;
  if (known.publicKey !== key.publicKey) {
    throw new ReceiptError('bad_key', {
      path: `${path}.keyId`,
      rule: 'a key id names one key',
      fix: 'give one of the two keys another id, or remove the one that you do not trust',
    });
  }
  if (String(known.roles) !== String(key.roles)) {
    throw new ReceiptError('bad_key', {
      path: `${path}.roles`,
      rule: 'a key has the same roles wherever it is listed',
      fix: 'list the key once, with all of its roles',
    });
  }
}
