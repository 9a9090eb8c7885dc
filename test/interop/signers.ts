/**
 * The keys of these checks, and a signer for statements that nothing has looked at.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { canonicalize } from 'judgement';
import {
  type Ed25519Signer,
  type Envelope,
  ed25519Signer,
  type PublicKeySet,
  preAuthEncode,
  publicKeySet,
} from 'judgement/receipt';

/** The media type of receipts. */
export const RECEIPT = 'application/vnd.treeship.receipt.v1+json';

/** Judges and gates. */
export const MACHINE: Ed25519Signer = signerOf('machine');
/** Decides. Its key id is of Treeship's own form, which does not follow from the key. */
export const HUMAN: Ed25519Signer = signerOf('human', 'key_agent_cf1f8ae373a4763a');
/** Signs its own answers, and no receipts. */
export const JUDGE: Ed25519Signer = signerOf('judge');
/** Nobody trusts this one. */
export const STRANGER: Ed25519Signer = signerOf('stranger');

/** The keys that are trusted, by their ids. */
export const KEYS: Readonly<Record<string, string>> = {
  [MACHINE.keyId]: MACHINE.publicKey,
  [HUMAN.keyId]: HUMAN.publicKey,
};

/** The same keys as this library takes them. */
export const TRUSTED: PublicKeySet = publicKeySet(
  [MACHINE, HUMAN].map(({ publicKey, keyId }) => ({ publicKey, keyId })),
);

/** A time that is the same in every run. */
export const CLOCK = (): number => Date.UTC(2026, 11, 1, 12);

/** The secret of a name. */
export function seedOf(name: string): Uint8Array {
  return createHash('sha256').update(`interop ${name}`).digest();
}

/** Signs any bytes as the payload of a type, with each of the signers. */
export function sealBytes(
  payload: Uint8Array,
  signers: readonly Ed25519Signer[] = [MACHINE],
  payloadType = RECEIPT,
): Envelope {
  const signed = preAuthEncode(payloadType, payload);
  return {
    payload: Buffer.from(payload).toString('base64url'),
    payloadType,
    signatures: signers.map((signer) => ({
      keyid: signer.keyId,
      sig: Buffer.from(signer.sign(signed)).toString('base64url'),
    })),
  };
}

/** Signs a statement of a kind, unchecked: RFC 8785 text, as every receipt of ours. */
export function sealStatement(
  kind: string,
  payload: unknown,
  more: object = {},
  signer: Ed25519Signer = MACHINE,
): Envelope {
  const statement = {
    type: 'treeship/receipt/v1',
    timestamp: '2026-12-01T12:00:00Z',
    system: 'system://judgement',
    kind,
    payload,
    ...more,
  };
  return sealBytes(Buffer.from(canonicalize(statement)), [signer]);
}

function signerOf(name: string, keyId?: string): Ed25519Signer {
  return ed25519Signer(seedOf(name), keyId === undefined ? {} : { keyId });
}
