/**
 * Ed25519 by the host's WebCrypto, with the same acceptance set as the verifier of this library.
 *
 * @module
 */
import { isBytes } from '@noble/hashes/utils.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import { type AnyJwk, PKCS8, readJwk, toDer } from './key-encodings.js';
import { chooseKeyId, type PublicKeyText, parsePublicKey, publicKeyText } from './keys.js';
import { isOnCurve, isStrictSignature } from './points.js';
import { checkClaim, readSecretKey, type SecretKey, type SecretMaterial } from './secret.js';
import { type AsyncSigner, type KeyOptions, refuseMessage } from './signer.js';

/**
 * The members of the platform's `SubtleCrypto` that are used here. A host that knows `Ed25519` is
 * needed: Node 20, and browsers since 2025.
 */
export interface Subtle {
  /** Reads a key. */
  importKey(
    format: 'raw' | 'pkcs8',
    keyData: Uint8Array<ArrayBuffer>,
    algorithm: 'Ed25519',
    extractable: boolean,
    keyUsages: ('sign' | 'verify')[],
  ): Promise<object>;
  /** Writes a public key as its 32 bytes. */
  exportKey(format: 'raw', key: object): Promise<ArrayBuffer>;
  /** Writes a key as a JWK. */
  exportKey(format: 'jwk', key: object): Promise<object>;
  /** Signs bytes. */
  sign(algorithm: 'Ed25519', key: object, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  /** Whether a signature is that of the key over the bytes. */
  verify(
    algorithm: 'Ed25519',
    key: object,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
}

/** A pair of the host's keys, as its `generateKey` gives; the private one need not be extractable. */
export interface HostKeyPair {
  readonly privateKey: object;
  readonly publicKey: object;
}

/** What the functions of this entry take beside the key. */
export interface WebCryptoOptions extends KeyOptions {
  /** The host's WebCrypto: `crypto.subtle`. */
  readonly subtle: Subtle;
}

/** An {@link AsyncSigner} that knows its public key. */
export interface WebCryptoSigner extends AsyncSigner {
  /** The public key as text, to hand to whoever verifies. */
  readonly publicKey: PublicKeyText;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Anything that verifies one key's signatures, in its time. */
export interface AsyncVerifier {
  /** The id of the key. */
  readonly keyId: string;
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
  /** Whether the signature is that of the key over exactly these bytes. */
  verify(bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/**
 * Makes a signer out of a key of the host's, or out of a secret key in any form, which the host
 * then keeps. It signs a few bytes and verifies them, so that a pair that does not belong together
 * is found now and not by whoever verifies a receipt.
 *
 * @param key A pair of the host's keys, a {@link SecretKey}, the 32 secret bytes, their
 *   `ed25519-secret:` text, PKCS#8 in PEM, or a JWK with `d`.
 * @param options See {@link WebCryptoOptions}.
 * @returns A frozen signer, for {@link attestAsync} and the like.
 * @throws {@link ReceiptError} `bad_key` for a key that is malformed, cannot sign, does not belong to
 *   its public key, or a key id that claims to be derived from another key.
 * @throws {@link JudgeError} `bad_option` for a host without Ed25519, for an option that is missing
 *   or does not exist. All of them as a rejection.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attestAsync, verifyReceiptAsync, webCryptoSigner } from 'judgement/webcrypto';
 *
 * const { subtle } = crypto;
 * const pair = await subtle.generateKey('Ed25519', false, ['sign', 'verify']);
 * if ('privateKey' in pair) {
 *   const signer = await webCryptoSigner(pair, { subtle });
 *   const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 *   const [first] = await attestAsync(result, { signer });
 *   const keys = [signer.publicKey];
 *   console.log((await verifyReceiptAsync(first?.envelope, { keys, subtle })).ok); // true
 * }
 * ```
 */
export async function webCryptoSigner(
  key: HostKeyPair | SecretKey | string | Uint8Array | AnyJwk,
  options: WebCryptoOptions,
): Promise<WebCryptoSigner> {
  const subtle = readSubtle(options);
  const { privateKey, publicKey } = isPair(key)
    ? { privateKey: key.privateKey, publicKey: await rawKey(subtle, key.publicKey) }
    : await importSecret(subtle, readSecretKey(key));
  const signer = Object.freeze({
    keyId: chooseKeyId(publicKey, options),
    publicKey: publicKeyText(publicKey),
    async sign(bytes: Uint8Array): Promise<Uint8Array> {
      if (!isBytes(bytes)) refuseMessage();
      return new Uint8Array(await subtle.sign(ED25519, privateKey, Uint8Array.from(bytes)));
    },
  });
  await checkPair(signer, webCryptoVerifier(publicKey, { subtle }));
  return signer;
}

/**
 * Makes a strict verifier for one key out of the host's.
 *
 * The acceptance set is that of `ed25519Verifier()` on every host: keys and points R of small
 * order, encodings that are not reduced, and an S that is not below the group order are refused
 * here, as older hosts accept some of them; the rest is the equation without the cofactor, which
 * the specification of WebCrypto asks for.
 *
 * @param publicKey 32 bytes, the `ed25519:` text, or its base64url part alone.
 * @param options See {@link WebCryptoOptions}.
 * @returns A frozen verifier; its `verify` answers false to anything that is not 64 bytes, and
 *   rejects with {@link JudgeError} `bad_option` on a host without Ed25519.
 * @throws {@link ReceiptError} `bad_key` for a key that is not a reduced point of large order, or
 *   a key id that claims to be derived from another key.
 * @throws {@link JudgeError} `bad_option` for an option that is missing or does not exist.
 *
 * @example
 * ```ts
 * import { webCryptoSigner, webCryptoVerifier } from 'judgement/webcrypto';
 *
 * const { subtle } = crypto;
 * const signer = await webCryptoSigner(new Uint8Array(32).fill(7), { subtle });
 * const bytes = new Uint8Array([1, 2, 3]);
 * const verifier = webCryptoVerifier(signer.publicKey, { subtle });
 * console.log(await verifier.verify(bytes, await signer.sign(bytes))); // true
 * ```
 */
export function webCryptoVerifier(
  publicKey: string | Uint8Array,
  options: WebCryptoOptions,
): AsyncVerifier {
  const subtle = readSubtle(options);
  const encoded = parsePublicKey(publicKey);
  return Object.freeze({
    keyId: chooseKeyId(encoded, options),
    publicKey: publicKeyText(encoded),
    verify: hostVerify(subtle, encoded, 'publicKey'),
  });
}

/** What {@link webCryptoVerifier} does, for the bytes of a key that {@link parsePublicKey} read. */
export function hostVerify(
  subtle: Subtle,
  publicKey: Uint8Array,
  path: string,
): AsyncVerifier['verify'] {
  // A host may take any 32 bytes for a key, and then say no to each of its signatures.
  if (!isOnCurve(publicKey)) {
    throw new ReceiptError('bad_key', {
      path,
      rule: 'a public key is a point of the curve edwards25519',
      fix: 'check for a key of another curve, or for damaged bytes',
    });
  }
  const raw = Uint8Array.from(publicKey);
  let imported: Promise<object> | undefined;
  return async (bytes, signature) => {
    if (!isBytes(bytes) || !isBytes(signature)) return false;
    // Copies: whoever owns the arrays may write to them while the host is busy.
    const [message, copy] = [Uint8Array.from(bytes), Uint8Array.from(signature)];
    if (!isStrictSignature(copy)) return false;
    imported ??= onHost(subtle.importKey('raw', raw, ED25519, false, ['verify']));
    return (await subtle.verify(ED25519, await imported, copy, message)) === true;
  };
}

/** Reads the host's crypto out of options, and refuses others. */
export function readSubtle(options: WebCryptoOptions): Subtle {
  checkOptions(options, ['subtle', 'keyId'], 'options');
  return checkSubtle(options.subtle);
}

/** Refuses what is no `SubtleCrypto`: it is not there where a page was not loaded securely. */
export function checkSubtle(subtle: Partial<Subtle> | undefined): Subtle {
  if (isSubtle(subtle)) return subtle;
  throw new JudgeError('bad_option', {
    path: 'options.subtle',
    rule: 'the crypto of the host is passed in',
    fix: 'pass { subtle: crypto.subtle }; a browser has it on pages that it loaded securely',
  });
}

const ED25519 = 'Ed25519';

function isSubtle(subtle: Partial<Subtle> | null | undefined): subtle is Subtle {
  return typeof subtle?.importKey === 'function' && typeof subtle.verify === 'function';
}

function isPair(key: object | string): key is HostKeyPair {
  return typeof key === 'object' && key !== null && 'privateKey' in key && 'publicKey' in key;
}

/** The bytes of a public key of the host's; a public key can always be exported. */
async function rawKey(subtle: Subtle, publicKey: object): Promise<Uint8Array> {
  return parsePublicKey(new Uint8Array(await onHost(subtle.exportKey('raw', publicKey))));
}

/** Gives a secret key to the host. It works out the public key, as nothing here can. */
async function importSecret(
  subtle: Subtle,
  material: SecretMaterial,
): Promise<{ readonly privateKey: object; readonly publicKey: Uint8Array }> {
  const der = toDer(material.secret, PKCS8);
  const shown = await onHost(subtle.importKey('pkcs8', der, ED25519, true, ['sign']));
  const { x } = readJwk(await onHost(subtle.exportKey('jwk', shown)), 'secretKey');
  checkClaim(material, x);
  const privateKey = await subtle.importKey('pkcs8', der, ED25519, false, ['sign']);
  return { privateKey, publicKey: parsePublicKey(x) };
}

/** What goes wrong with a key that has been checked already is that the host cannot take it. */
async function onHost<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new JudgeError('bad_option', {
      path: 'options.subtle',
      rule: 'the host knows Ed25519 in WebCrypto',
      fix: 'use a newer host, or the synchronous functions of judgement/receipt',
      cause,
    });
  }
}

async function checkPair(signer: WebCryptoSigner, verifier: AsyncVerifier): Promise<void> {
  // No receipt is signed by this: what they sign begins with DSSEv1.
  const probe = Uint8Array.of(0);
  let cause: unknown;
  try {
    if (await verifier.verify(probe, await signer.sign(probe))) return;
  } catch (error) {
    cause = error;
  }
  throw new ReceiptError('bad_key', {
    path: 'key',
    rule: 'a private key signs, and what it signs verifies with its public key',
    fix: 'pass a pair made for Ed25519, to sign and to verify, that belongs together',
    ...(cause === undefined ? {} : { cause }),
  });
}
