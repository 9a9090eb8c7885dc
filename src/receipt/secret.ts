/**
 * Secret keys that show themselves to nobody, and the forms that they come in.
 *
 * @module
 */
import { base64url, equalBytes } from '../bytes.js';
import { ReceiptError } from '../errors.js';
import { type AnyJwk, fromPem, isPem, PKCS8, readJwk } from './key-encodings.js';
import { checkTrimmed, type PublicKeyText, readKeyBytes } from './keys.js';

/** A secret key: `ed25519-secret:` and the base64url, without padding, of its 32 bytes. */
export type SecretKeyText = `ed25519-secret:${string}`;

/**
 * A secret key that can be logged, inspected, serialised and copied without being shown:
 * `exportSecretKey()` alone gives it away. A copy of it is no key.
 */
export interface SecretKey {
  readonly type: 'secret';
  /** The id of the key, derived from the public key. */
  readonly keyId: string;
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
}

/** What a secret key holds. */
export interface SecretMaterial {
  /** The 32 bytes of RFC 8032 §5.1.5. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** The public key that came with it, if one did; nobody has said yet that it belongs to it. */
  readonly publicKey?: Uint8Array;
}

/**
 * Writes a secret key as text, for a secret store. Whoever reads it can sign.
 *
 * @param secret The 32 bytes of RFC 8032 §5.1.5, as {@link KeyPair.exportSecret} gives them.
 * @returns `ed25519-secret:` and 43 characters of base64url.
 * @throws {@link ReceiptError} `bad_key` for another length; the message never holds the key.
 *
 * @example
 * ```ts
 * import { ed25519Signer, generateKey, secretKeyText } from 'judgement/receipt';
 *
 * const pair = generateKey();
 * const stored = secretKeyText(pair.exportSecret());
 * console.log(ed25519Signer(stored).keyId === pair.keyId); // true
 * ```
 */
export function secretKeyText(secret: Uint8Array): SecretKeyText {
  return `${SECRET_PREFIX}${base64url(readKeyBytes(secret, SECRET_PREFIX, 'secretKey'))}`;
}

/** Makes a key out of bytes that nobody else may write to, and of what may be shown of it. */
export function hideSecret(
  secret: Uint8Array<ArrayBuffer>,
  keyId: string,
  publicKey: PublicKeyText,
): SecretKey {
  const key: SecretKey = Object.freeze({ type: 'secret', keyId, publicKey });
  HIDDEN.set(key, secret);
  return key;
}

/** The bytes behind a key that {@link hideSecret} made, and of no copy of it. */
export function revealSecret(key: unknown): Uint8Array<ArrayBuffer> | undefined {
  return typeof key === 'object' && key !== null ? HIDDEN.get(key) : undefined;
}

/**
 * Reads a secret key in any form that says that it is one: a {@link SecretKey}, 32 bytes, the
 * `ed25519-secret:` text, PKCS#8 in PEM, a JWK. Bare base64 could be anything.
 *
 * @throws {@link ReceiptError} `bad_key`; the message never holds the key.
 */
export function readSecretKey(key: string | Uint8Array | SecretKey | AnyJwk): SecretMaterial {
  const hidden = revealSecret(key);
  if (hidden !== undefined) return { secret: Uint8Array.from(hidden) };
  if (typeof key === 'string') {
    if (isPem(key)) return { secret: fromPem(key, PKCS8, PATH) };
    if (key.startsWith('ed25519:') || key.startsWith('key_')) {
      const rule = `this is ${key.startsWith('key_') ? 'the id of a key' : 'a public key'}`;
      const fix = 'pass the secret key: what exportSecretKey() gave, or pair.secretKey';
      throw new ReceiptError('bad_key', { path: PATH, rule: `${rule}, and no secret`, fix });
    }
    checkTrimmed(key, PATH);
    if (!key.startsWith(SECRET_PREFIX)) {
      throw new ReceiptError('bad_key', {
        path: PATH,
        rule: `the text of a secret key begins with ${SECRET_PREFIX}, or is PEM`,
        fix: 'write it with exportSecretKey(), or pass bare base64 to importSecretKey()',
      });
    }
    return { secret: readKeyBytes(key, SECRET_PREFIX, PATH) };
  }
  if (ArrayBuffer.isView(key)) return { secret: readKeyBytes(key, SECRET_PREFIX, PATH) };
  refusePair(key);
  const { d, x } = readJwk(key, PATH);
  if (d !== undefined) return { secret: d, publicKey: x };
  throw new ReceiptError('bad_key', {
    path: `${PATH}.d`,
    rule: 'the JWK of a secret key has d (RFC 8037 §2)',
    fix: 'pass the private key: this is the public one',
  });
}

/** Refuses what {@link generateKey} gave where a part of it is wanted. */
export function refusePair(key: unknown): void {
  if (typeof key !== 'object' || key === null || !('secretKey' in key)) return;
  const rule = 'this is a key pair, and a secret key is needed';
  throw new ReceiptError('bad_key', { path: PATH, rule, fix: 'pass pair.secretKey' });
}

/** Refuses a public key that came with a secret key and is another's. */
export function checkClaim({ publicKey }: SecretMaterial, own: Uint8Array): void {
  if (publicKey === undefined || equalBytes(publicKey, own)) return;
  throw new ReceiptError('bad_key', {
    path: `${PATH}.x`,
    rule: 'x is the public key of d (RFC 8037 §2)',
    fix: 'take both from one key pair',
  });
}

const PATH = 'secretKey';
const SECRET_PREFIX = 'ed25519-secret:';

/** By key, and not in it: no member, closure or prototype leads to the bytes. */
const HIDDEN: WeakMap<object, Uint8Array<ArrayBuffer>> = /* @__PURE__ */ new WeakMap();
