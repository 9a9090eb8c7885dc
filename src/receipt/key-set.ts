/**
 * Reading the keys that somebody trusts, and under which names they are found.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import {
  checkKeyId,
  isDerived,
  keyIdOf,
  type PublicKeyText,
  parsePublicKey,
  publicKeyText,
} from './keys.js';
import { differs, type KeyTrust, readTrust, TRUST_MEMBERS } from './trust.js';

/** Whether a signature is that of a key over these bytes, said at once. */
export type Verify = (bytes: Uint8Array, signature: Uint8Array) => boolean;

/** The same, said at once or later. */
export type AsyncVerify = (bytes: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>;

/** A public key and what you trust it for. A {@link Verifier} is one too. */
export interface TrustedKey<V extends AsyncVerify = Verify> extends KeyTrust {
  /** 32 bytes, the `ed25519:` text, or its base64url part alone; `importPublicKey()` for more. */
  readonly publicKey: string | Uint8Array;
  /** The id that its signatures carry, if that is not `keyIdOf()` of the key. */
  readonly keyId?: string | undefined;
  /** Your own verification, such as that of the host. Defaults to a strict one. */
  readonly verify?: V | undefined;
}

/** A key of a {@link PublicKeySet}. */
export interface KnownKey<V extends AsyncVerify = Verify> extends KeyTrust {
  /** The id that it goes by, beside the derived one. */
  readonly keyId: string;
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
  /** Whether the signature is that of the key over exactly these bytes. */
  readonly verify: V;
}

/** Trusted keys that have been read and can be used again and again. */
export interface PublicKeySet<V extends AsyncVerify = Verify> {
  readonly keys: readonly KnownKey<V>[];
  /** The key that goes by this id. */
  find(keyId: string): KnownKey<V> | undefined;
}

/** Reads keys; those without a verification of their own get one. */
export function readKeySet<V extends AsyncVerify>(
  keys: readonly (string | TrustedKey<V>)[],
  verifyBy: (publicKey: Uint8Array, path: string) => V,
  root = 'keys',
): PublicKeySet<V> {
  if (!Array.isArray(keys)) {
    throw new JudgeError('bad_option', {
      path: root,
      rule: 'the trusted keys are a list',
      fix: 'pass a list, even of one: [signer.publicKey]',
    });
  }
  const names = new Map<string, KnownKey<V>>();
  const keySet = keys.map((key: string | TrustedKey<V>, index) =>
    readKey(key, verifyBy, `${root}[${index}]`),
  );
  keySet.forEach((key, index) => {
    for (const name of namesOf(key)) {
      refuseCollision(names.get(name), key, `${root}[${index}]`);
      names.set(name, key);
    }
  });
  return Object.freeze({
    keys: Object.freeze(keySet),
    find: (keyId: string): KnownKey<V> | undefined => names.get(keyId),
  });
}

/** Whether keys have been read already. */
export function isKeySet<V extends AsyncVerify>(
  keys: PublicKeySet<V> | readonly (string | TrustedKey<V>)[],
): keys is PublicKeySet<V> {
  return !Array.isArray(keys) && typeof keys === 'object' && keys !== null && 'find' in keys;
}

function readKey<V extends AsyncVerify>(
  key: string | TrustedKey<V>,
  verifyBy: (publicKey: Uint8Array, path: string) => V,
  path: string,
): KnownKey<V> {
  const trusted: TrustedKey<V> = typeof key === 'string' ? { publicKey: key } : key;
  const at = typeof key === 'string' ? path : `${path}.publicKey`;
  if (ArrayBuffer.isView(trusted) || Object(trusted) !== trusted) {
    const rule = 'a trusted key is text, or an object with a publicKey';
    const fix = 'pass the text, or { publicKey: bytes }';
    throw new JudgeError('bad_option', { path, rule, fix });
  }
  refuseOtherKey(trusted, path);
  checkOptions(trusted, ['publicKey', 'keyId', 'verify', ...TRUST_MEMBERS], path);
  const { publicKey, keyId, verify } = trusted;
  const bytes = parsePublicKey(publicKey, at);
  return Object.freeze({
    keyId: keyId === undefined ? keyIdOf(bytes) : checkKeyId(keyId, bytes, `${path}.keyId`),
    publicKey: publicKeyText(bytes),
    verify: verify ?? verifyBy(bytes, at),
    ...readTrust(trusted, path),
  });
}

/** Keys in other forms have other members, and one of those alone would say little. */
function refuseOtherKey(key: object, path: string): void {
  const members: object = Object(key);
  if ('kty' in members) {
    const fix = 'read it first: importPublicKey(jwk)';
    throw new ReceiptError('bad_key', { path, rule: 'a JWK is no trusted key yet', fix });
  }
  if (!('signer' in members || 'sign' in members || 'type' in members)) return;
  throw new JudgeError('bad_option', {
    path,
    rule: 'what signs is not what is trusted',
    fix: 'pass its publicKey alone',
  });
}

function namesOf({ keyId, publicKey }: KnownKey<AsyncVerify>): readonly string[] {
  return isDerived(keyId) ? [keyId] : [keyId, keyIdOf(publicKey)];
}

/** One name for two keys would let either sign for the other; one key with two trusts is unclear. */
function refuseCollision(
  known: KnownKey<AsyncVerify> | undefined,
  key: KnownKey<AsyncVerify>,
  path: string,
): void {
  if (known === undefined || known === key) return;
  if (known.publicKey !== key.publicKey) {
    throw new ReceiptError('bad_key', {
      path: `${path}.keyId`,
      rule: 'a key id names one key',
      fix: 'give one of the two keys another id, or remove the one that you do not trust',
    });
  }
  const member = differs(known, key);
  if (member === undefined) return;
  throw new ReceiptError('bad_key', {
    path: `${path}.${member}`,
    rule: 'a key is trusted for the same wherever it is listed',
    fix: 'list the key once, with all that it is trusted for',
  });
}
