/**
 * Public keys as bytes and as text, and the ids of keys.
 *
 * @module
 */
import { isBytes } from '@noble/hashes/utils.js';
import { base64url, fromBase64url, utf8 } from '../bytes.js';
import { digestBytes } from '../digest.js';
import { ReceiptError } from '../errors.js';
import { isWeakPoint } from './points.js';

/** A public key: `ed25519:` and the base64url, without padding, of its 32 bytes. */
export type PublicKeyText = `ed25519:${string}`;

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
  const bytes = readKeyBytes(key, PUBLIC_PREFIX, path);
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

/** The id that somebody gave to a key as an option, or the one derived from it. */
export function chooseKeyId(
  publicKey: Uint8Array,
  { keyId }: { readonly keyId?: unknown },
): string {
  return keyId === undefined ? keyIdOf(publicKey) : checkKeyId(keyId, publicKey, 'options.keyId');
}

/** Whether a key id has the form that {@link keyIdOf} gives it. */
export function isDerived(keyId: string): boolean {
  return DERIVED_ID.test(keyId);
}

/** Reads 32 bytes, or text in base64url that may begin with the prefix; gives a copy. */
export function readKeyBytes(key: unknown, prefix: string, path: string): Uint8Array<ArrayBuffer> {
  const bytes = typeof key === 'string' ? fromText(key, prefix) : copy(key);
  if (bytes?.length !== 32) {
    const other = typeof key === 'string' ? otherForm(key, prefix) : undefined;
    if (other !== undefined) throw new ReceiptError('bad_key', { path, ...other });
    checkTrimmed(key, path);
    throw new ReceiptError('bad_key', {
      path,
      rule: `an Ed25519 key is 32 bytes, or ${prefix} and their base64url without padding`,
      fix: 'check for another key type, a key of 64 bytes, padding or the standard alphabet',
    });
  }
  return bytes;
}

/** Refuses the text of a key with white space around it, such as the line end of a file. */
export function checkTrimmed(key: unknown, path: string): void {
  if (typeof key !== 'string' || key === key.trim()) return;
  const rule = 'no white space stands before or after the text of a key';
  throw new ReceiptError('bad_key', { path, rule, fix: 'trim it: text.trim()' });
}

/** The longest key id: DSSE sets no bound, and a hint needs no more. */
export const MAX_KEY_ID = 256;

const PUBLIC_PREFIX = 'ed25519:';

/** `key_` and 32 lower-case hex digits: {@link keyIdOf}. */
const DERIVED_ID = /^key_[0-9a-f]{32}$/;

function fromText(text: string, prefix: string): Uint8Array<ArrayBuffer> | undefined {
  return fromBase64url(text.startsWith(prefix) ? text.slice(prefix.length) : text);
}

/** Which other text about keys it is, and how to come to the key from there; never the text. */
function otherForm(
  text: string,
  prefix: string,
): { readonly rule: string; readonly fix: string } | undefined {
  if (prefix !== PUBLIC_PREFIX) return undefined;
  const isPem = text.includes('-----BEGIN');
  if (text.startsWith('ed25519-secret:') || (isPem && text.includes('PRIVATE KEY-----'))) {
    const rule = 'this is a secret key, and a public one is needed';
    return { rule, fix: 'pass importSecretKey(secret).publicKey, and keep the secret to yourself' };
  }
  if (isPem) return { rule: 'this is PEM', fix: 'read it first: importPublicKey(pem)' };
  if (!text.startsWith('key_')) return undefined;
  const rule = 'this is the id of a key, which no signature can be checked with';
  return { rule, fix: 'pass the public key itself: signer.publicKey, or its ed25519: text' };
}

/** A copy, so that a later write into the caller's array changes nothing here. */
function copy(key: unknown): Uint8Array<ArrayBuffer> | undefined {
  return isBytes(key) ? Uint8Array.from(key) : undefined;
}
