/**
 * What signs and what verifies, at once or later: functions with the id of their key.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import { MAX_KEY_ID, type PublicKeyText } from './keys.js';

/** Anything that signs at once: a key in memory, or your own function over a key store. */
export interface Signer {
  /** What the signature will be filed under; a verifier looks the key up by it. */
  readonly keyId: string;
  /** Signs the bytes as they are: Ed25519 without prehash and without context, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** Anything that signs, at once or later: a {@link Signer}, the host's crypto, a key service. */
export interface AsyncSigner {
  /** What the signature will be filed under; a verifier looks the key up by it. */
  readonly keyId: string;
  /** Signs the bytes as they are: Ed25519 without prehash and without context, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** A {@link Signer} that knows its public key. */
export interface Ed25519Signer extends Signer {
  /** The public key as text, to hand to whoever verifies. */
  readonly publicKey: PublicKeyText;
}

/** Anything that verifies one key's signatures at once. */
export interface Verifier {
  /** The id of the key. */
  readonly keyId: string;
  /** The public key as text. */
  readonly publicKey: PublicKeyText;
  /** Whether the signature is that of the key over exactly these bytes. */
  verify(bytes: Uint8Array, signature: Uint8Array): boolean;
}

/** What makers of signers and verifiers take beside the key. */
export interface KeyOptions {
  /**
   * The id of the key, 1 to 256 characters. Defaults to `keyIdOf()` of the public key.
   */
  readonly keyId?: string | undefined;
}

/** Refuses what cannot sign, before there is anything to sign. */
export function checkSigner(
  signer: Partial<AsyncSigner> | null | undefined,
  path = 'options.signer',
): void {
  if (typeof signer?.sign !== 'function') {
    const isPair = typeof signer === 'object' && signer !== null && 'signer' in signer;
    const fix = isPair
      ? 'this is a key pair: pass pair.signer'
      : 'pass ed25519Signer(secretKey), or an object of your own like it';
    throw new JudgeError('bad_option', { path, rule: 'a signer has keyId and sign()', fix });
  }
  const { keyId } = signer;
  if (typeof keyId === 'string' && keyId.length > 0 && keyId.length <= MAX_KEY_ID) return;
  const rule = `a key id is a text of 1 to ${MAX_KEY_ID} characters`;
  throw new ReceiptError('bad_key', { path: `${path}.keyId`, rule, fix: 'give it such an id' });
}

/** Text would become zeros on its way into an array, and be signed. */
export function refuseMessage(): never {
  throw new JudgeError('bad_option', {
    path: 'bytes',
    rule: 'a signer signs bytes',
    fix: 'encode text as UTF-8 first',
  });
}
