/**
 * Secret keys in the forms of other programs, in and out.
 *
 * @module
 */
import { base64, base64url } from '../bytes.js';
import { ReceiptError } from '../errors.js';
import { expandSecret } from './curve.js';
import { type AnyJwk, PKCS8, type SecretJwk, toPem, toSecretJwk } from './key-encodings.js';
import { keyIdOf, parsePublicKey, publicKeyText } from './keys.js';
import { checkForm, fromBareBase64 } from './public-key.js';
import {
  checkClaim,
  hideSecret,
  readSecretKey,
  refusePair,
  revealSecret,
  type SecretKey,
  type SecretKeyText,
  secretKeyText,
} from './secret.js';

/** What {@link exportSecretKey} gives, by the name of the form. Each of them is the secret. */
export interface SecretKeyForms {
  /** `ed25519-secret:` and base64url. */
  readonly text: SecretKeyText;
  /** Base64url without padding. */
  readonly base64url: string;
  /** Standard base64 with padding. */
  readonly base64: string;
  /** 32 bytes. */
  readonly raw: Uint8Array;
  /** PKCS#8 in PEM, not encrypted (RFC 8410 §7). */
  readonly pem: string;
  /** RFC 8037 §2. */
  readonly jwk: SecretJwk;
}

/**
 * Reads a secret key in any form, into an object that does not show it: not when it is logged,
 * inspected, put into a text, serialised, copied or listed.
 *
 * @param key 32 bytes (RFC 8032 §5.1.5); the `ed25519-secret:` text; their base64url without
 *   padding; their standard base64 with padding; PKCS#8 in PEM, not encrypted; a JWK with `d`.
 * @returns A frozen {@link SecretKey} that shows the public key and its id.
 * @throws {@link ReceiptError} `bad_key` for any other form, encoding or type of key, for a public
 *   key, and for a JWK whose `x` is not the public key of its `d`; the message never holds the key.
 * @throws {@link JudgeError} as `snapshot()` does for an object that is not JSON, such as a
 *   key of the host's, which has an export of its own.
 * @see RFC 8032 §5.1.5, RFC 8037 §2, RFC 8410 §7
 *
 * @example
 * ```ts
 * import { ed25519Signer, importSecretKey } from 'judgement/receipt';
 *
 * const pem = `-----BEGIN PRIVATE KEY-----
 * MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
 * -----END PRIVATE KEY-----`;
 * const key = importSecretKey(pem);
 * console.log(key.publicKey); // ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
 * console.log(JSON.stringify(key).includes('nWGxne')); // false
 * console.log(ed25519Signer(key).keyId === key.keyId); // true
 * ```
 */
export function importSecretKey(key: string | Uint8Array | SecretKey | AnyJwk): SecretKey {
  const bare = typeof key === 'string' ? fromBareBase64(key) : undefined;
  const material = readSecretKey(bare ?? key);
  const { publicKey } = expandSecret(material.secret);
  checkClaim(material, publicKey);
  return hideSecret(material.secret, keyIdOf(publicKey), publicKeyText(publicKey));
}

/**
 * Gives a secret key away, for a secret store or another program. Whoever reads it can sign.
 *
 * @param key What {@link importSecretKey} or {@link generateKey} made; a copy of it is no key.
 * @param form `text`, `base64url`, `base64`, `raw`, `pem` or `jwk`: see {@link SecretKeyForms}.
 * @returns The secret in that form.
 * @throws {@link ReceiptError} `bad_key` for anything that is no {@link SecretKey} of this library.
 * @throws {@link JudgeError} `bad_option` for a form that does not exist.
 *
 * @example
 * ```ts
 * import { exportSecretKey, generateKey, importSecretKey } from 'judgement/receipt';
 *
 * const { secretKey, keyId } = generateKey();
 * const pem = exportSecretKey(secretKey, 'pem');
 * console.log(pem.startsWith('-----BEGIN PRIVATE KEY-----')); // true
 * console.log(importSecretKey(pem).keyId === keyId); // true
 * ```
 */
export function exportSecretKey<const F extends keyof SecretKeyForms>(
  key: SecretKey,
  form: F,
): SecretKeyForms[F] {
  checkForm(form, WRITERS);
  const secret = revealSecret(key);
  if (secret === undefined) {
    refusePair(key);
    throw new ReceiptError('bad_key', {
      path: 'secretKey',
      rule: 'a secret key is the object that this library made, and no copy of it',
      fix: 'pass what importSecretKey() or generateKey() gave',
    });
  }
  return WRITERS[form](Uint8Array.from(secret), parsePublicKey(key.publicKey));
}

const WRITERS: {
  readonly [F in keyof SecretKeyForms]: (
    secret: Uint8Array,
    publicKey: Uint8Array,
  ) => SecretKeyForms[F];
} = {
  text: secretKeyText,
  base64url,
  base64,
  raw: (secret) => secret,
  pem: (secret) => toPem(secret, PKCS8),
  jwk: toSecretJwk,
};
