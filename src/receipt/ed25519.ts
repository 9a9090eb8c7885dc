/**
 * Ed25519: a signer that keeps its secret to itself, and a strict verifier.
 *
 * @module
 */
import { sha512 } from '@noble/hashes/sha2.js';
import { isBytes, randomBytes } from '@noble/hashes/utils.js';
import { concat } from '../bytes.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import { expandSecret, Point } from './curve.js';
import type { AnyJwk } from './key-encodings.js';
import { chooseKeyId, type PublicKeyText, parsePublicKey, publicKeyText } from './keys.js';
import {
  type AffinePoint,
  FIELD_ORDER,
  GROUP_ORDER,
  isStrictSignature,
  littleEndian,
  readPoint,
} from './points.js';
import { checkClaim, hideSecret, readSecretKey, type SecretKey } from './secret.js';
import { type Ed25519Signer, type KeyOptions, refuseMessage, type Verifier } from './signer.js';
import { sumAtOnce, sumByTable } from './sums.js';

/** A fresh key. None of its members shows the secret. */
export interface KeyPair {
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
  /** The id of the key, derived from the public key. */
  readonly keyId: string;
  /** Signs with the key. */
  readonly signer: Ed25519Signer;
  /** The secret key, which does not show itself: for `exportSecretKey()`. */
  readonly secretKey: SecretKey;
  /** A copy of the 32 secret bytes: for a secret store, and for nothing else. */
  exportSecret(): Uint8Array;
}

/** What {@link generateKey} takes. */
export interface GenerateOptions {
  /** Gives that many random bytes. Defaults to the host's `crypto.getRandomValues`. */
  readonly random?: ((length: number) => Uint8Array) | undefined;
}

/**
 * Makes a signer out of a secret key (RFC 8032 §5.1.6). The secret stays in a closure: logging,
 * inspecting or serialising the signer does not show it.
 *
 * @param secretKey A {@link SecretKey}, the 32 secret bytes, their `ed25519-secret:` text, PKCS#8
 *   in PEM, or a JWK with `d`.
 * @param options See {@link KeyOptions}.
 * @returns A frozen signer; its `sign` throws {@link JudgeError} `bad_option` for what is no bytes.
 * @throws {@link ReceiptError} `bad_key` for what {@link importSecretKey} refuses, for bare base64,
 *   or a key id that claims to be derived from another key; the message never holds the key.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist, and as
 *   {@link importSecretKey} does.
 *
 * @example
 * ```ts
 * import { ed25519Signer, generateKey } from 'judgement/receipt';
 *
 * const signer = ed25519Signer(generateKey().secretKey, { keyId: 'key_deploy_gate' });
 * console.log(signer.sign(new Uint8Array([1, 2, 3])).length); // 64
 * ```
 */
export function ed25519Signer(
  secretKey: string | Uint8Array | SecretKey | AnyJwk,
  options: KeyOptions = {},
): Ed25519Signer {
  checkOptions(options, ['keyId'], 'options');
  const material = readSecretKey(secretKey);
  // RFC 8032 §5.1.5 once, where the library's own sign() does it for every message.
  const { prefix, scalar, publicKey } = expandSecret(material.secret);
  checkClaim(material, publicKey);
  return Object.freeze({
    keyId: chooseKeyId(publicKey, options),
    publicKey: publicKeyText(publicKey),
    sign(bytes: Uint8Array): Uint8Array {
      if (!isBytes(bytes)) refuseMessage();
      const message = Uint8Array.from(bytes); // both hashes see the same message
      const nonce = hashToScalar(prefix, message);
      const r = Point.BASE.multiply(nonce).toBytes();
      const s = Point.Fn.create(nonce + hashToScalar(r, publicKey, message) * scalar);
      return concat(r, Point.Fn.toBytes(s));
    },
  });
}

/**
 * Makes a strict verifier for one key. It decodes the key once, and after 15 signatures builds a
 * table for it (about 280 KB), so keep the verifier for as long as you keep seeing the key.
 *
 * A signature is good if S is below the group order (RFC 8032 §5.1.7), R is a reduced point of
 * large order, and [S]B − [k]A encodes to R byte for byte: no second signature exists for the same
 * bytes, and no key signs everything. It is the set that `verify_strict` of ed25519-dalek accepts.
 *
 * @param publicKey 32 bytes, the `ed25519:` text, or its base64url part alone.
 * @param options See {@link KeyOptions}.
 * @returns A frozen verifier; its `verify` answers false to anything that is not 64 bytes.
 * @throws {@link ReceiptError} `bad_key` for a key that is not a reduced point of large order, or
 *   a key id that claims to be derived from another key.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist.
 *
 * @example
 * ```ts
 * import { ed25519Verifier, generateKey } from 'judgement/receipt';
 *
 * const { signer, publicKey } = generateKey();
 * const bytes = new Uint8Array([1, 2, 3]);
 * console.log(ed25519Verifier(publicKey).verify(bytes, signer.sign(bytes))); // true
 * ```
 */
export function ed25519Verifier(
  publicKey: string | Uint8Array,
  options: KeyOptions = {},
): Verifier {
  checkOptions(options, ['keyId'], 'options');
  const encoded = parsePublicKey(publicKey);
  return Object.freeze({
    keyId: chooseKeyId(encoded, options),
    publicKey: publicKeyText(encoded),
    verify: strictVerify(encoded, 'publicKey'),
  });
}

/**
 * Makes a new key.
 *
 * @param options See {@link GenerateOptions}.
 * @returns A frozen pair; only `exportSecret()` gives the secret away.
 * @throws {@link JudgeError} `bad_option` when `random` does not give 32 bytes, or for an option
 *   that does not exist.
 *
 * @example
 * ```ts
 * import { generateKey } from 'judgement/receipt';
 *
 * const pair = generateKey();
 * console.log(pair.publicKey.startsWith('ed25519:')); // true
 * console.log(JSON.stringify(pair).includes('ed25519-secret:')); // false
 * ```
 */
export function generateKey(options: GenerateOptions = {}): KeyPair {
  checkOptions(options, ['random'], 'options');
  const random = options.random ?? randomBytes;
  const drawn: unknown = random(32);
  if (!isBytes(drawn) || drawn.length !== 32) {
    throw new JudgeError('bad_option', {
      path: 'options.random',
      rule: 'it gives as many random bytes as it is asked for',
      fix: 'return a Uint8Array of that length from a cryptographic source',
    });
  }
  const secret = Uint8Array.from(drawn);
  const signer = ed25519Signer(secret);
  const { keyId, publicKey } = signer;
  return Object.freeze({
    publicKey,
    keyId,
    signer,
    secretKey: hideSecret(secret, keyId, publicKey),
    exportSecret: (): Uint8Array => Uint8Array.from(secret),
  });
}

/** What {@link ed25519Verifier} does, for the bytes of a key that {@link parsePublicKey} read. */
export function strictVerify(publicKey: Uint8Array, path: string): Verifier['verify'] {
  const point = decodePoint(publicKey, path);
  const minusA = { x: FIELD_ORDER - point.x, y: point.y };
  const atOnce = sumAtOnce(minusA);
  let byTable: typeof atOnce | undefined;
  let uses = 0;
  return (bytes, signature) => {
    if (!isBytes(bytes) || !isBytes(signature)) return false;
    const copy = Uint8Array.from(signature);
    if (!isStrictSignature(copy)) return false;
    const r = littleEndian(copy.subarray(0, 32));
    const y = BigInt.asUintN(255, r);
    const s = littleEndian(copy.subarray(32));
    uses += 1;
    if (uses > ONE_SHOT_USES) byTable ??= sumByTable(minusA);
    const k = hashToScalar(copy.subarray(0, 32), publicKey, bytes);
    // Without the cofactor and without decoding R: its y is reduced, so that the point with this y
    // and this sign has this encoding and no other, and that is the stricter test.
    return (byTable ?? atOnce)(s, k, y, r !== y);
  };
}

/**
 * How many signatures of one key are checked without a table. Building one costs as much as 15 to
 * 20 checks without it (measured), so below that it would be a loss.
 */
export const ONE_SHOT_USES = 15;

/** Reads a point (RFC 8032 §5.1.3). */
function decodePoint(encoded: Uint8Array, path: string): AffinePoint {
  const point = readPoint(encoded);
  if (point !== undefined) return point;
  throw new ReceiptError('bad_key', {
    path,
    rule: 'a public key is a point of the curve edwards25519',
    fix: 'check for a key of another curve, or for damaged bytes',
  });
}

/** RFC 8032 §5.1.7 step 2: SHA-512 read as a little-endian number, modulo the group order. */
function hashToScalar(...parts: readonly Uint8Array[]): bigint {
  return littleEndian(sha512(concat(...parts))) % GROUP_ORDER;
}
