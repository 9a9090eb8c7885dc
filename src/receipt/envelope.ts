/**
 * DSSE envelopes: what is signed, how it is named, and how an envelope from outside is read.
 *
 * @module
 */
import { isBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { base64url, concat, fromBase64url, utf8 } from '../bytes.js';
import type { Digest } from '../digest.js';
import { digestBytes } from '../digest.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { parseJson, snapshot } from '../json.js';
import type { Signer } from './ed25519.js';
import { MAX_KEY_ID } from './keys.js';
import { checkShape, object, text } from './shape.js';

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

/** A signature with its bytes. */
export interface SignatureBytes {
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** An envelope that has been read: its bytes and its names. Who signed it is not checked yet. */
export interface ParsedEnvelope {
  readonly id: ArtifactId;
  readonly digest: Digest;
  readonly payloadType: string;
  /** The payload's bytes as they came. */
  readonly payload: Uint8Array;
  /** What the signatures are over: {@link preAuthEncode} of the two above. */
  readonly signedBytes: Uint8Array;
  readonly signatures: readonly SignatureBytes[];
}

/** An envelope and the names that follow from it. */
export interface SignedEnvelope {
  readonly id: ArtifactId;
  readonly digest: Digest;
  readonly envelope: Envelope;
}

/** The largest payload that is read, in bytes. */
export const MAX_PAYLOAD_BYTES = 1_048_576;

/** The most signatures that an envelope may hold. */
export const MAX_SIGNATURES = 16;

/**
 * The bytes that a DSSE signature is over: `DSSEv1`, the two lengths in bytes, the type and the
 * payload (DSSE protocol, "PAE").
 *
 * @param payloadType The media type.
 * @param payload The bytes of the payload, not their base64.
 * @returns The bytes to sign.
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
  const type = utf8(payloadType);
  return concat(utf8(`DSSEv1 ${type.length} `), type, utf8(` ${payload.length} `), payload);
}

/**
 * The id of a payload of a given type. Signatures do not change it.
 *
 * @param payloadType The media type.
 * @param payload The bytes of the payload, not their base64.
 * @returns `art_` and 32 lower-case hex digits.
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

/**
 * Reads an envelope from outside: once, strictly, within bounds.
 *
 * Further members are ignored, as in Treeship; nothing but the type and the payload is signed.
 *
 * @throws {@link ReceiptError} `bad_envelope`, `bad_encoding`, `bad_payload`, `bad_signature`,
 *   `no_signature`, `too_large`.
 * @throws {@link JudgeError} as {@link parseJson} does for text and {@link snapshot} for a value.
 */
export function parseEnvelope(envelope: unknown): ParsedEnvelope {
  const value =
    typeof envelope === 'string'
      ? parseJson(envelope, { path: 'envelope', maxLength: MAX_ENVELOPE_LENGTH })
      : snapshot(envelope, 'envelope');
  checkShape(ENVELOPE, value, {
    code: 'bad_envelope',
    root: 'envelope',
    fix: 'pass a DSSE envelope: payload, payloadType, signatures',
  });
  const signatures = readSignatures(value.signatures);
  const payload = readPayload(value.payload);
  const { payloadType } = value;
  const signedBytes = preAuthEncode(payloadType, payload);
  const digest = digestBytes(signedBytes);
  return { id: idOf(digest), digest, payloadType, payload, signedBytes, signatures };
}

/** Signs a payload and wraps it up, within the bounds that {@link parseEnvelope} reads. */
export function signEnvelope(
  payloadType: string,
  payload: Uint8Array,
  signer: Signer,
): SignedEnvelope {
  if (payload.length > MAX_PAYLOAD_BYTES) refuseSize('statement');
  checkSigner(signer);
  const signedBytes = preAuthEncode(payloadType, payload);
  const digest = digestBytes(signedBytes);
  const signature: unknown = signer.sign(signedBytes);
  if (!isBytes(signature) || signature.length !== 64) {
    throw new ReceiptError('bad_signature', {
      path: 'options.signer',
      rule: 'a signer returns the 64 bytes of an Ed25519 signature',
      fix: 'return them as a Uint8Array, and not as a promise',
    });
  }
  const sealed = Object.freeze({ keyid: signer.keyId, sig: base64url(signature) });
  const envelope = {
    payload: base64url(payload),
    payloadType,
    signatures: Object.freeze([sealed]),
  };
  return { id: idOf(digest), digest, envelope: Object.freeze(envelope) };
}

/** A payload of the largest size in base64, and room for the signatures and further members. */
const MAX_ENVELOPE_LENGTH = 2_097_152;

/** `art_` and 32 lower-case hex digits. */
const ARTIFACT_ID = /^art_[0-9a-f]{32}$/;

/** A short text: no media type and no key id needs more. */
const label = /* @__PURE__ */ v.pipe(
  text,
  v.maxLength(MAX_KEY_ID, `it must have at most ${MAX_KEY_ID} characters`),
);

const ENVELOPE = /* @__PURE__ */ object({
  payload: v.string(),
  payloadType: label,
  signatures: v.array(
    object({
      keyid: label,
      sig: v.string(),
    }),
  ),
});

/** `art_` and the first half of the SHA-256. */
function idOf(digest: Digest): ArtifactId {
  return `art_${digest.slice(7, 39)}`;
}

function refuseSize(path: string): never {
  const rule = `a payload has at most ${MAX_PAYLOAD_BYTES} bytes`;
  throw new ReceiptError('too_large', { path, rule, fix: 'refer to large data by its digest' });
}

function checkSigner(signer: Partial<Signer> | null | undefined): void {
  const path = 'options.signer';
  if (typeof signer?.sign !== 'function') {
    const fix = 'pass ed25519Signer(secretKey), or an object of your own like it';
    throw new JudgeError('bad_option', { path, rule: 'a signer has keyId and sign()', fix });
  }
  if (v.is(label, signer.keyId)) return;
  const rule = `a key id is a text of 1 to ${MAX_KEY_ID} characters`;
  throw new ReceiptError('bad_key', { path: `${path}.keyId`, rule, fix: 'give it such an id' });
}

function readPayload(payload: string): Uint8Array {
  const path = 'envelope.payload';
  // Before decoding: four characters are three bytes.
  if (payload.length > Math.ceil((MAX_PAYLOAD_BYTES * 4) / 3)) refuseSize(path);
  const bytes = readBase64url(payload, path);
  if (bytes.length === 0) {
    const rule = 'a payload is not empty';
    throw new ReceiptError('bad_payload', { path, rule, fix: 'sign a statement' });
  }
  return bytes;
}

function readSignatures(signatures: readonly EnvelopeSignature[]): readonly SignatureBytes[] {
  const path = 'envelope.signatures';
  if (signatures.length === 0) {
    const rule = 'an envelope has at least one signature';
    throw new ReceiptError('no_signature', { path, rule, fix: 'sign it before you pass it on' });
  }
  if (signatures.length > MAX_SIGNATURES) {
    const rule = `an envelope has at most ${MAX_SIGNATURES} signatures`;
    throw new ReceiptError('too_large', { path, rule, fix: 'sign with fewer keys' });
  }
  return signatures.map(({ keyid, sig }, index) => {
    if (signatures.findIndex((other) => other.keyid === keyid) !== index) {
      const at = `${path}[${index}].keyid`;
      const rule = 'a key signs an envelope once';
      throw new ReceiptError('bad_envelope', { path: at, rule, fix: 'remove the repetition' });
    }
    return { keyId: keyid, signature: readSignature(sig, `${path}[${index}].sig`) };
  });
}

function readSignature(sig: string, path: string): Uint8Array {
  // Long before decoding: 64 bytes are 86 characters.
  const bytes = sig.length > 100 ? undefined : readBase64url(sig, path);
  if (bytes?.length === 64) return bytes;
  throw new ReceiptError('bad_signature', {
    path,
    rule: 'an Ed25519 signature has 64 bytes',
    fix: 'look for a signature that was cut or has another algorithm',
  });
}

function readBase64url(encoded: string, path: string): Uint8Array {
  const bytes = fromBase64url(encoded);
  if (bytes !== undefined) return bytes;
  throw new ReceiptError('bad_encoding', {
    path,
    rule: 'it is base64url without padding, in its one canonical spelling (RFC 4648 §3.5, §5)',
    fix: 'look for =, +, /, white space or a last character with bits to spare',
  });
}
