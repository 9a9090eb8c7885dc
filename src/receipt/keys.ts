/**
 * Keys as text, key ids, and the byte rules that a public key has to pass.
 *
 * @module
 */
import { isBytes } from '@noble/hashes/utils.js';
import { base64url, fromBase64url, hex, utf8 } from '../bytes.js';
import { digestBytes } from '../digest.js';
import { ReceiptError } from '../errors.js';

/** A public key: `ed25519:` and the base64url, without padding, of its 32 bytes. */
export type PublicKeyText = `ed25519:${string}`;

/** A secret key: `ed25519-secret:` and the base64url, without padding, of its 32 bytes. */
export type SecretKeyText = `ed25519-secret:${string}`;

/**
 * Reads a public key and refuses one that no honest signer has.
 *
 * @param key 32 bytes, the `ed25519:` text, or its base64url part alone.
 * @param path What to call it in an error. Defaults to `publicKey`.
 * @returns A copy of the 32 bytes. Whether they are a point of the curve is for
 *   {@link ed25519Verifier} to say.
 * @throws {@link ReceiptError} `bad_key` for another length or encoding, for a y coordinate that is
 *   not reduced (RFC 8032 §5.1.3), and for the points of small order, under which a signature can
 *   be valid for every message.
 *
 * @example
 * ```ts
 * import { parsePublicKey } from 'judgement/receipt';
 *
 * const key = parsePublicKey('ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
 * console.log(key.length); // 32
 * ```
 */
export function parsePublicKey(
  key: string | Uint8Array,
  path = 'publicKey',
): Uint8Array<ArrayBuffer> {
  const bytes = readKey(key, PUBLIC_PREFIX, path);
  if (isWeakPoint(bytes)) {
    throw new ReceiptError('bad_key', {
      path,
      rule: 'a public key is a reduced point of large order',
      fix: 'ask its owner for the real key: nobody can be held to this one',
    });
  }
  return bytes;
}

/**
 * Writes a public key as text.
 *
 * @param key 32 bytes, or text in either form that {@link parsePublicKey} reads.
 * @returns `ed25519:` and 43 characters of base64url.
 * @throws {@link ReceiptError} `bad_key` as {@link parsePublicKey} does.
 *
 * @example
 * ```ts
 * import { publicKeyText } from 'judgement/receipt';
 *
 * console.log(publicKeyText('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'));
 * // ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
 * ```
 */
export function publicKeyText(key: string | Uint8Array): PublicKeyText {
  return `${PUBLIC_PREFIX}${base64url(parsePublicKey(key))}`;
}

/**
 * The default id of a key: `key_` and the first 16 bytes, in hex, of the SHA-256 of the ASCII text
 * `judgement-key-id:` followed by the `ed25519:` text of the key.
 *
 * It follows from the key, so that two keys cannot share one and a label cannot claim another's;
 * the prefix keeps it apart from every other digest of the same bytes.
 *
 * @param key 32 bytes, or text in either form that {@link parsePublicKey} reads.
 * @returns `key_` and 32 lower-case hex digits.
 * @throws {@link ReceiptError} `bad_key` as {@link parsePublicKey} does.
 *
 * @example
 * ```ts
 * import { keyIdOf } from 'judgement/receipt';
 *
 * const id = keyIdOf('ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
 * console.log(id.length); // 36
 * ```
 */
export function keyIdOf(key: string | Uint8Array): string {
  return `key_${digestBytes(utf8(`judgement-key-id:${publicKeyText(key)}`)).slice(7, 39)}`;
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
  return `${SECRET_PREFIX}${base64url(parseSecretKey(secret))}`;
}

/** Reads a secret key: 32 bytes, or the `ed25519-secret:` text; bare base64url could be anything. */
export function parseSecretKey(key: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof key === 'string' && !key.startsWith(SECRET_PREFIX)) {
    throw new ReceiptError('bad_key', {
      path: 'secretKey',
      rule: `the text of a secret key begins with ${SECRET_PREFIX}`,
      fix: 'write it with secretKeyText(), or pass the 32 bytes',
    });
  }
  return readKey(key, SECRET_PREFIX, 'secretKey');
}

/**
 * Checks an id that somebody gave to a key: 1 to 256 characters, and if it looks like the derived
 * id of a key, then it is that of this key and of no other.
 */
export function checkKeyId(keyId: unknown, publicKey: Uint8Array, path: string): string {
  if (typeof keyId !== 'string' || keyId.length === 0 || keyId.length > MAX_KEY_ID) {
    throw new ReceiptError('bad_key', {
      path,
      rule: `a key id is a text of 1 to ${MAX_KEY_ID} characters`,
      fix: 'give a shorter one, or leave it out to derive it from the key',
    });
  }
  if (isDerived(keyId) && keyId !== keyIdOf(publicKey)) {
    throw new ReceiptError('bad_key', {
      path,
      rule: 'a key id in the derived form is the one of its own key',
      fix: 'leave the key id out, or pass the public key that it was derived from',
    });
  }
  return keyId;
}

/** Whether a key id has the form that {@link keyIdOf} gives it. */
export function isDerived(keyId: string): boolean {
  return DERIVED_ID.test(keyId);
}

/**
 * Whether 32 bytes are a point of small order, or have a y coordinate that is not reduced.
 *
 * On bytes alone, so that a verifier which does not check it (OpenSSL before 3.4) can be given the
 * same verdict as one that does.
 */
export function isWeakPoint(encoding: Uint8Array): boolean {
  const y = Uint8Array.from(encoding);
  // The sign bit of x does not change the order, and with x = 0 it may not be set at all.
  y[31] = (y[31] ?? 0) & 0x7f;
  return SMALL_ORDER.has(hex(y)) || isUnreduced(y);
}

/** The longest key id: DSSE sets no bound, and a hint needs no more. */
export const MAX_KEY_ID = 256;

const PUBLIC_PREFIX = 'ed25519:';
const SECRET_PREFIX = 'ed25519-secret:';

/** `key_` and 32 lower-case hex digits: {@link keyIdOf}. */
const DERIVED_ID = /^key_[0-9a-f]{32}$/;

/**
 * The y coordinates, little-endian, of the eight points whose order divides the cofactor:
 * 0 (order 4), 1 (the identity), -1 (order 2), and the two of order 8.
 */
const SMALL_ORDER: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

function readKey(key: string | Uint8Array, prefix: string, path: string): Uint8Array<ArrayBuffer> {
  const bytes = typeof key === 'string' ? fromText(key, prefix) : copy(key);
  if (bytes?.length !== 32) {
    throw new ReceiptError('bad_key', {
      path,
      rule: `an Ed25519 key is 32 bytes, or ${prefix} and their base64url without padding`,
      fix: 'check for another key type, a key of 64 bytes, padding or the standard alphabet',
    });
  }
  return bytes;
}

function fromText(text: string, prefix: string): Uint8Array<ArrayBuffer> | undefined {
  return fromBase64url(text.startsWith(prefix) ? text.slice(prefix.length) : text);
}

/** A copy, so that a later write into the caller's array changes nothing here. */
function copy(key: unknown): Uint8Array<ArrayBuffer> | undefined {
  return isBytes(key) ? Uint8Array.from(key) : undefined;
}

/** Whether y is p = 2^255 - 19 or more, which RFC 8032 §5.1.3 refuses. */
function isUnreduced(y: Uint8Array): boolean {
  return (y[0] ?? 0) >= 0xed && y[31] === 0x7f && y.subarray(1, 31).every((byte) => byte === 0xff);
}
