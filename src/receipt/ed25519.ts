/**
 * Ed25519: a signer that keeps its secret to itself, and a strict verifier.
 *
 * @module
 */
import { interleavedMSMUnsafe } from '@noble/curves/abstract/curve.js';
import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { isBytes, randomBytes } from '@noble/hashes/utils.js';
import { concat, equalBytes } from '../bytes.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import type { PublicKeyText } from './keys.js';
import {
  checkKeyId,
  isWeakPoint,
  keyIdOf,
  parsePublicKey,
  parseSecretKey,
  publicKeyText,
} from './keys.js';

/** Anything that signs: a key in memory, or your own function over a key store. */
export interface Signer {
  /** What the signature will be filed under; a verifier looks the key up by it. */
  readonly keyId: string;
  /** Signs the bytes as they are: Ed25519 without prehash and without context, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** A {@link Signer} that knows its public key. */
export interface Ed25519Signer extends Signer {
  /** The public key as text, to hand to whoever verifies. */
  readonly publicKey: PublicKeyText;
}

/** Anything that verifies one key's signatures. */
export interface Verifier {
  /** The id of the key. */
  readonly keyId: string;
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
  /** Whether the signature is that of the key over exactly these bytes. */
  verify(bytes: Uint8Array, signature: Uint8Array): boolean;
}

/** A fresh key. The secret is in none of its members. */
export interface KeyPair {
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
  /** The id of the key, derived from the public key. */
  readonly keyId: string;
  /** Signs with the key. */
  readonly signer: Ed25519Signer;
  /** A copy of the 32 secret bytes: for a secret store, and for nothing else. */
  exportSecret(): Uint8Array;
}

/** What {@link ed25519Signer} and {@link ed25519Verifier} take beside the key. */
export interface KeyOptions {
  /**
   * The id of the key, 1 to 256 characters. Defaults to {@link keyIdOf} of the public key.
   */
  readonly keyId?: string;
}

/** What {@link generateKey} takes. */
export interface GenerateOptions {
  /** Gives that many random bytes. Defaults to the host's `crypto.getRandomValues`. */
  readonly random?: (length: number) => Uint8Array;
}

/**
 * Makes a signer out of a secret key (RFC 8032 §5.1.6). The secret stays in a closure: logging,
 * inspecting or serialising the signer does not show it.
 *
 * @param secretKey The 32 secret bytes, or their `ed25519-secret:` text.
 * @param options See {@link KeyOptions}.
 * @returns A frozen signer; its `sign` throws {@link JudgeError} `bad_option` for what is no bytes.
 * @throws {@link ReceiptError} `bad_key` for another length or text, or a key id that claims to be
 *   derived from another key; the message never holds the key.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist.
 *
 * @example
 * ```ts
 * import { ed25519Signer, generateKey } from 'judgement/receipt';
 *
 * const signer = ed25519Signer(generateKey().exportSecret(), { keyId: 'key_deploy_gate' });
 * console.log(signer.sign(new Uint8Array([1, 2, 3])).length); // 64
 * ```
 */
export function ed25519Signer(
  secretKey: string | Uint8Array,
  options: KeyOptions = {},
): Ed25519Signer {
  checkOptions(options, ['keyId'], 'options');
  // RFC 8032 §5.1.5 once, where the library's own sign() does it for every message.
  const { prefix, scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(
    parseSecretKey(secretKey),
  );
  return Object.freeze({
    keyId: idFor(pointBytes, options),
    publicKey: publicKeyText(pointBytes),
    sign(bytes: Uint8Array): Uint8Array {
      if (!isBytes(bytes)) refuseMessage();
      const message = Uint8Array.from(bytes); // both hashes see the same message
      const nonce = hashToScalar(prefix, message);
      const r = ed25519.Point.BASE.multiply(nonce).toBytes();
      const s = ed25519.Point.Fn.create(nonce + hashToScalar(r, pointBytes, message) * scalar);
      return concat(r, ed25519.Point.Fn.toBytes(s));
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
  const minusA = decode(encoded).negate();
  // A width of 5 is the fastest for one signature, and 6 % faster still for the next (measured).
  const atOnce = interleavedMSMUnsafe(ed25519.Point, [ed25519.Point.BASE, minusA], 5);
  let uses = 0;
  return Object.freeze({
    keyId: idFor(encoded, options),
    publicKey: publicKeyText(encoded),
    verify(bytes: Uint8Array, signature: Uint8Array): boolean {
      if (!isBytes(bytes) || !isBytes(signature) || signature.length !== 64) return false;
      const r = signature.slice(0, 32);
      const s = bytesToNumberLE(signature.slice(32));
      if (s >= ed25519.Point.Fn.ORDER || isWeakPoint(r)) return false;
      uses += 1;
      if (uses === ONE_SHOT_USES + 1) minusA.precompute(6);
      const k = hashToScalar(r, encoded, bytes);
      // Without the cofactor and without decoding R: equality of encodings is the stricter test.
      const q = uses > ONE_SHOT_USES ? byTable(minusA, s, k) : atOnce([s, k]);
      return equalBytes(q.toBytes(), r);
    },
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
 * console.log(JSON.stringify(pair).includes('secret')); // false
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
  return Object.freeze({
    publicKey: signer.publicKey,
    keyId: signer.keyId,
    signer,
    exportSecret: (): Uint8Array => Uint8Array.from(secret),
  });
}

/**
 * How many signatures of one key are checked without a table. Building one costs as much as 15 to
 * 20 checks without it (measured), so below that it would be a loss.
 */
export const ONE_SHOT_USES = 15;

function idFor(publicKey: Uint8Array, options: KeyOptions): string {
  if (options.keyId === undefined) return keyIdOf(publicKey);
  return checkKeyId(options.keyId, publicKey, 'options.keyId');
}

function decode(encoded: Uint8Array): EdwardsPoint {
  try {
    return ed25519.Point.fromBytes(encoded, false);
  } catch (cause) {
    throw new ReceiptError('bad_key', {
      path: 'publicKey',
      rule: 'a public key is a point of the curve edwards25519',
      fix: 'check for a key of another curve, or for damaged bytes',
      cause,
    });
  }
}

/** Text would become zeros on its way into an array, and be signed. */
function refuseMessage(): never {
  throw new JudgeError('bad_option', {
    path: 'bytes',
    rule: 'a signer signs bytes',
    fix: 'encode text as UTF-8 first',
  });
}

/** RFC 8032 §5.1.7 step 2: SHA-512 read as a little-endian number, modulo the group order. */
function hashToScalar(...parts: readonly Uint8Array[]): bigint {
  return ed25519.Point.Fn.create(bytesToNumberLE(sha512(concat(...parts))));
}

/** [s]B + [k](−A) from the tables of both points; both scalars are public. */
function byTable(minusA: EdwardsPoint, s: bigint, k: bigint): EdwardsPoint {
  return ed25519.Point.BASE.multiplyUnsafe(s).add(minusA.multiplyUnsafe(k));
}
