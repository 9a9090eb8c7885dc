/**
 * Public keys in the forms of other programs, in and out.
 *
 * @module
 */
import { base64, base64url, fromBase64, fromBase64url } from '../bytes.js';
import { JudgeError, ReceiptError } from '../errors.js';
import {
  type AnyJwk,
  fromPem,
  isPem,
  type PublicJwk,
  readJwk,
  SPKI,
  toPem,
  toPublicJwk,
} from './key-encodings.js';
import { type PublicKeyText, parsePublicKey, publicKeyText } from './keys.js';
import { isOnCurve } from './points.js';

/** What {@link exportPublicKey} gives, by the name of the form. */
export interface PublicKeyForms {
  /** `ed25519:` and base64url. */
  readonly text: PublicKeyText;
  /** Base64url without padding. */
  readonly base64url: string;
  /** Standard base64 with padding. */
  readonly base64: string;
  /** 32 bytes. */
  readonly raw: Uint8Array;
  /** SubjectPublicKeyInfo in PEM (RFC 8410 §4). */
  readonly pem: string;
  /** RFC 8037 §2. */
  readonly jwk: PublicJwk;
}

/**
 * Reads a public key in any form, for the functions that take it as bytes or as text.
 *
 * @param key 32 bytes; the `ed25519:` text; their base64url without padding; their standard base64
 *   with padding; SubjectPublicKeyInfo in PEM; a JWK, whose key id is left aside.
 * @returns The `ed25519:` text.
 * @throws {@link ReceiptError} `bad_key` for any other form, encoding or type of key, for a secret
 *   key, for what is no point of the curve, not reduced, or of small order.
 * @throws {@link JudgeError} as `snapshot()` does for an object that is not JSON, such as a
 *   key of the host's, which has an export of its own.
 * @see RFC 8032 §5.1.5, RFC 8037 §2, RFC 8410 §4
 *
 * @example
 * ```ts
 * import { importPublicKey } from 'judgement/receipt';
 *
 * const pem = `-----BEGIN PUBLIC KEY-----
 * MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
 * -----END PUBLIC KEY-----`;
 * console.log(importPublicKey(pem));
 * // ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
 * ```
 */
export function importPublicKey(key: string | Uint8Array | AnyJwk): PublicKeyText {
  const bytes = parsePublicKey(readForm(key));
  if (isOnCurve(bytes)) return publicKeyText(bytes);
  throw new ReceiptError('bad_key', {
    path: PATH,
    rule: 'a public key is a point of the curve edwards25519',
    fix: 'check for a key of another curve, or for damaged bytes',
  });
}

/**
 * Writes a public key in another form.
 *
 * @param key The key, in any form that {@link importPublicKey} reads.
 * @param form `text`, `base64url`, `base64`, `raw`, `pem` or `jwk`: see {@link PublicKeyForms}.
 * @returns The key in that form.
 * @throws {@link ReceiptError} `bad_key` as {@link importPublicKey} does.
 * @throws {@link JudgeError} `bad_option` for a form that does not exist.
 *
 * @example
 * ```ts
 * import { exportPublicKey, generateKey, importPublicKey } from 'judgement/receipt';
 *
 * const { publicKey } = generateKey();
 * const { kty, crv } = exportPublicKey(publicKey, 'jwk');
 * console.log(kty, crv); // OKP Ed25519
 * console.log(importPublicKey(exportPublicKey(publicKey, 'pem')) === publicKey); // true
 * ```
 */
export function exportPublicKey<const F extends keyof PublicKeyForms>(
  key: string | Uint8Array | AnyJwk,
  form: F,
): PublicKeyForms[F] {
  checkForm(form, WRITERS);
  return WRITERS[form](parsePublicKey(importPublicKey(key)));
}

/** Refuses a form that none of the writers writes. */
export function checkForm(form: unknown, writers: object): void {
  if (typeof form === 'string' && Object.hasOwn(writers, form)) return;
  throw new JudgeError('bad_option', {
    path: 'form',
    rule: 'unknown form',
    fix: `use any of: ${Object.keys(writers).join(', ')}`,
  });
}

/** The bytes of bare base64 in either alphabet, padded if it is the standard one. */
export function fromBareBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return fromBase64url(text) ?? fromBase64(text);
}

const PATH = 'publicKey';

const WRITERS: { readonly [F in keyof PublicKeyForms]: (key: Uint8Array) => PublicKeyForms[F] } = {
  text: publicKeyText,
  base64url,
  base64,
  raw: (key) => key,
  pem: (key) => toPem(key, SPKI),
  jwk: toPublicJwk,
};

function readForm(key: string | Uint8Array | AnyJwk): string | Uint8Array {
  if (typeof key === 'string') return isPem(key) ? fromPem(key, SPKI, PATH) : fromText(key);
  return key instanceof Uint8Array ? key : fromJwk(key);
}

function fromText(text: string): string | Uint8Array {
  // Other text is for parsePublicKey to read or to refuse.
  return fromBareBase64(text) ?? text;
}

function fromJwk(jwk: AnyJwk): Uint8Array {
  const { x, d } = readJwk(jwk, PATH);
  if (d === undefined) return x;
  throw new ReceiptError('bad_key', {
    path: `${PATH}.d`,
    rule: 'the JWK of a public key has no d (RFC 8037 §2)',
    fix: 'pass the public key alone, and treat this secret as shown to whoever has it',
  });
}
