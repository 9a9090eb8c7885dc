/**
 * Signatures for people who verify with something else.
 *
 * @module
 */
import { base64 } from '../bytes.js';
import { JudgeError, ReceiptError } from '../errors.js';
import type { AttestedReceipt } from './draft.js';
import type { ArtifactId } from './envelope.js';
import { checkKeyId, keyIdOf, parsePublicKey } from './keys.js';
import type { OpenedReceipt } from './open.js';
import { reopen } from './reopen.js';

/** A signature with all that it takes to check it, in the names that Treeship gives them. */
export interface PortableSignature {
  readonly artifact_id: ArtifactId;
  readonly algorithm: 'ed25519';
  /** How the three members that end in `_b64` are written: RFC 4648 §4, with padding. */
  readonly encoding: 'base64';
  /** What is signed: the pre-authentication encoding, and not the payload alone. */
  readonly message_b64: string;
  /** 64 bytes. */
  readonly signature_b64: string;
  /** 32 bytes. */
  readonly public_key_b64: string;
  /** The id that the signature carries. */
  readonly key_id: string;
}

/**
 * Takes a signature out of a receipt, for any Ed25519 implementation to check: verify
 * `signature_b64` over `message_b64` with `public_key_b64`, each decoded from standard base64.
 *
 * It is taken as it is: whoever gets it will see whether it is good, and {@link verifyReceipt}
 * says so before.
 *
 * @param receipt What {@link attest} or the like gave, {@link openReceipt} or {@link verifyReceipt}.
 * @param key Whose signature it is, as text or bytes, with the id that it carries if that is not
 *   {@link keyIdOf} of the key: a signer, a verifier or a key of a set will do.
 * @returns Plain JSON, frozen.
 * @throws {@link ReceiptError} `no_signature` when the receipt has no signature by that id,
 *   `bad_key` for a key that {@link parsePublicKey} refuses, `bad_payload` for what is no receipt.
 * @throws {@link JudgeError} `bad_option` for a key that is no object with `publicKey`.
 *
 * @example
 * ```ts
 * import { createPublicKey, verify } from 'node:crypto';
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, exportSignature, generateKey } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const [receipt] = attest(result, { signer });
 * if (receipt !== undefined) {
 *   const { message_b64, signature_b64, public_key_b64 } = exportSignature(receipt, signer);
 *   const x = Buffer.from(public_key_b64, 'base64').toString('base64url');
 *   const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
 *   const [message, signature] = [message_b64, signature_b64].map((b64) => Buffer.from(b64, 'base64'));
 *   console.log(message && signature && verify(null, message, key, signature)); // true
 * }
 * ```
 */
export function exportSignature(
  receipt: AttestedReceipt | OpenedReceipt,
  key: { readonly publicKey: string | Uint8Array; readonly keyId?: string | undefined },
): PortableSignature {
  const { id, signatures, signedBytes } = reopen(receipt, 'receipt');
  checkKey(key);
  const publicKey = parsePublicKey(key.publicKey, 'key.publicKey');
  const derived = keyIdOf(publicKey);
  const given = key.keyId ?? derived;
  checkKeyId(given, publicKey, 'key.keyId');
  // A set finds a key by both, so a signature may carry either.
  const found = signatures.find(({ keyId }) => keyId === given || keyId === derived);
  if (found === undefined) {
    throw new ReceiptError('no_signature', {
      path: 'receipt',
      rule: 'a receipt has a signature by the id of the key',
      fix: 'pass the key that signed it, with the key id that its signature carries',
    });
  }
  return Object.freeze({
    artifact_id: id,
    algorithm: 'ed25519',
    encoding: 'base64',
    message_b64: base64(signedBytes),
    signature_b64: base64(found.signature),
    public_key_b64: base64(publicKey),
    key_id: found.keyId,
  });
}

function checkKey(key: unknown): void {
  if (typeof key === 'object' && key !== null && 'publicKey' in key) return;
  throw new JudgeError('bad_option', {
    path: 'key',
    rule: 'a key is a signer, or an object with publicKey',
    fix: 'pass the signer, or { publicKey }',
  });
}
