/**
 * DSSE envelopes: what is signed, how it is named, and how it is wrapped up.
 *
 * @module
 */
import { isBytes } from '@noble/hashes/utils.js';
import { base64url, utf8 } from '../bytes.js';
import type { Digest } from '../digest.js';
import { digestBytes } from '../digest.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { checkSigner, type Signer } from './signer.js';

/** The name of anything signed: `art_` and the first 16 bytes of its digest in hex. */
export type ArtifactId = `art_${string}`;

/** One signature of an envelope, as it travels. */
export interface EnvelopeSignature {
  /** A hint at the key. It is not signed: anyone can change it. */
  readonly keyid: string;
  /** 64 bytes in base64url without padding. */
  readonly sig: string;
}

/** A DSSE envelope, as it travels: base64url without padding, names as in Treeship. */
export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly EnvelopeSignature[];
}

/** An envelope and the names that follow from it. */
export interface SignedEnvelope {
  readonly id: ArtifactId;
  readonly digest: Digest;
  readonly envelope: Envelope;
}

/** A payload and the names that follow from it, before anybody signs it. */
export interface UnsignedEnvelope {
  readonly id: ArtifactId;
  readonly digest: Digest;
  readonly payloadType: string;
  readonly payload: Uint8Array;
  /** What a signer has to sign: {@link preAuthEncode} of the two above. */
  readonly signedBytes: Uint8Array;
}

/** The largest payload that is read, in bytes. */
export const MAX_PAYLOAD_BYTES = 1_048_576;

/**
 * The bytes that a DSSE signature is over: `DSSEv1`, the two lengths in bytes, the type and the
 * payload (DSSE protocol, "PAE").
 *
 * @param payloadType The media type.
 * @param payload The bytes of the payload, not their base64.
 * @returns The bytes to sign.
 * @throws {@link JudgeError} `bad_option` for a type that is no text, or a payload that is no bytes.
 *
 * @example
 * ```ts
 * import { preAuthEncode } from 'judgement/receipt';
 *
 * const bytes = preAuthEncode('text/plain', new Uint8Array([104, 105]));
 * console.log(String.fromCharCode(...bytes)); // DSSEv1 10 text/plain 2 hi
 * ```
 */
export function preAuthEncode(payloadType: string, payload: Uint8Array): Uint8Array {
  checkSignable(payloadType, payload);
  const bytes = startPreAuth(payloadType, payload.length);
  bytes.set(payload, bytes.length - payload.length);
  return bytes;
}

/**
 * The id of a payload of a given type. Signatures do not change it.
 *
 * @param payloadType The media type.
 * @param payload The bytes of the payload, not their base64.
 * @returns `art_` and 32 lower-case hex digits.
 * @throws {@link JudgeError} `bad_option` as {@link preAuthEncode} does.
 *
 * @example
 * ```ts
 * import { artifactId } from 'judgement/receipt';
 *
 * console.log(artifactId('application/vnd.in-toto+json', new Uint8Array([123, 125])));
 * // art_4842cb1ba6fed6e460d8a0d56f6b64cc
 * ```
 */
export function artifactId(payloadType: string, payload: Uint8Array): ArtifactId {
  return idOf(digestBytes(preAuthEncode(payloadType, payload)));
}

/**
 * Whether a value is an artifact id as this library writes it.
 *
 * @param value Anything.
 * @returns True for `art_` and 32 lower-case hex digits.
 *
 * @example
 * ```ts
 * import { isArtifactId } from 'judgement/receipt';
 *
 * console.log(isArtifactId('art_4842cb1ba6fed6e460d8a0d56f6b64cc')); // true
 * console.log(isArtifactId('art_4842')); // false
 * ```
 */
export function isArtifactId(value: unknown): value is ArtifactId {
  return typeof value === 'string' && ARTIFACT_ID.test(value);
}

/** Prepares a payload for signing, within the bounds in which it is read. */
export function prepareEnvelope(payloadType: string, payload: Uint8Array): UnsignedEnvelope {
  if (payload.length > MAX_PAYLOAD_BYTES) refuseSize('statement');
  const signedBytes = preAuthEncode(payloadType, payload);
  const digest = digestBytes(signedBytes);
  return { id: idOf(digest), digest, payloadType, payload, signedBytes };
}

/** Wraps a payload up with what a signer gave for it. */
export function sealEnvelope(
  { id, digest, payloadType, payload }: UnsignedEnvelope,
  keyId: string,
  signature: unknown,
): SignedEnvelope {
  if (!isBytes(signature) || signature.length !== 64) {
    throw new ReceiptError('bad_signature', {
      path: 'options.signer',
      rule: 'a signer returns the 64 bytes of an Ed25519 signature',
      fix: 'return them as a Uint8Array, and a promise of them only where one is awaited',
    });
  }
  const sealed = Object.freeze({ keyid: keyId, sig: base64url(signature) });
  const envelope = {
    payload: base64url(payload),
    payloadType,
    signatures: Object.freeze([sealed]),
  };
  return { id, digest, envelope: Object.freeze(envelope) };
}

/** Signs a payload and wraps it up. */
export function signEnvelope(
  payloadType: string,
  payload: Uint8Array,
  signer: Signer,
): SignedEnvelope {
  checkSigner(signer);
  const unsigned = prepareEnvelope(payloadType, payload);
  return sealEnvelope(unsigned, signer.keyId, signer.sign(unsigned.signedBytes));
}

/** Throws for a payload that is too large to sign and to read. */
export function refuseSize(path: string): never {
  const rule = `a payload has at most ${MAX_PAYLOAD_BYTES} bytes`;
  throw new ReceiptError('too_large', { path, rule, fix: 'refer to large data by its digest' });
}

/** `art_` and 32 lower-case hex digits. */
const ARTIFACT_ID = /^art_[0-9a-f]{32}$/;

/** Text whose characters are one byte each, as media types are. */
const ASCII = /^[ -~]*$/;

/** {@link preAuthEncode} of a payload of this length that is still to be filled in, at its end. */
export function startPreAuth(payloadType: string, length: number): Uint8Array<ArrayBuffer> {
  const isAscii = ASCII.test(payloadType);
  const size = isAscii ? payloadType.length : utf8(payloadType).length;
  const head = `DSSEv1 ${size} ${payloadType} ${length} `;
  const bytes = new Uint8Array(head.length + size - payloadType.length + length);
  if (!isAscii) bytes.set(utf8(head));
  // Of ASCII each character is its byte, and asking the host to encode it takes longer.
  else for (let at = 0; at < head.length; at += 1) bytes[at] = head.charCodeAt(at);
  return bytes;
}

/** `art_` and the first half of the SHA-256. */
export function idOf(digest: Digest): ArtifactId {
  return `art_${digest.slice(7, 39)}`;
}

/** What is no bytes would become zeros on its way into an array. */
function checkSignable(payloadType: unknown, payload: unknown): void {
  if (typeof payloadType !== 'string') {
    const fix = "pass a media type, such as 'application/json'";
    throw new JudgeError('bad_option', { path: 'payloadType', rule: 'a type is text', fix });
  }
  if (isBytes(payload)) return;
  const fix = 'encode text as UTF-8 first';
  throw new JudgeError('bad_option', { path: 'payload', rule: 'a payload is bytes', fix });
}
