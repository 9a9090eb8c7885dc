/**
 * Reading an envelope from outside: once, strictly, within bounds.
 *
 * @module
 */
import * as v from 'valibot';
import { base64urlLength, fromBase64url, readBase64url } from '../bytes.js';
import { type Digest, digestBytes } from '../digest.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { parseJson, snapshot } from '../json.js';
import {
  type ArtifactId,
  type EnvelopeSignature,
  idOf,
  MAX_PAYLOAD_BYTES,
  refuseSize,
  startPreAuth,
} from './envelope.js';
import { MAX_KEY_ID } from './keys.js';
import { checkShape, object } from './shape.js';

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
  /** What the signatures are over: the pre-authentication encoding of the two above. */
  readonly signedBytes: Uint8Array;
  readonly signatures: readonly SignatureBytes[];
}

/** The most signatures that an envelope may hold. */
export const MAX_SIGNATURES = 16;

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
  refuseMistaken(envelope);
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
  const { payloadType } = value;
  const { payload, signedBytes } = readPayload(value.payload, payloadType);
  const digest = digestBytes(signedBytes);
  return { id: idOf(digest), digest, payloadType, payload, signedBytes, signatures };
}

/** Says what was passed where it is near enough to an envelope to be taken for one. */
function refuseMistaken(given: unknown): void {
  const path = 'envelope';
  if (typeof given === 'string' && given.length <= MAX_ENVELOPE_LENGTH && given.trim() === '') {
    const fix = 'leave out the empty lines of a log';
    throw new JudgeError('bad_syntax', { path, rule: 'the text is empty', fix });
  }
  if (given === undefined || ArrayBuffer.isView(given)) {
    const rule = 'an envelope is an object, or its JSON text';
    const fix = 'pass one of them; of bytes, new TextDecoder().decode(bytes)';
    throw new JudgeError('not_json', { path, rule, fix });
  }
  if (typeof given !== 'object' || given === null || Object.hasOwn(given, 'payload')) return;
  const isOpened = Object.hasOwn(given, 'signedBytes');
  if (!isOpened && !Object.hasOwn(given, 'envelope')) return;
  throw new ReceiptError('bad_envelope', {
    path,
    rule: `this is a receipt that was ${isOpened ? 'opened' : 'signed'}, and not its envelope`,
    fix: isOpened ? 'pass the envelope that it was opened from' : 'pass receipt.envelope',
  });
}

/** A payload of the largest size in base64, and room for the signatures and further members. */
const MAX_ENVELOPE_LENGTH = 2_097_152;

/** A short text: no media type and no key id needs more. */
const label = /* @__PURE__ */ v.custom<string>(
  (value) => typeof value === 'string' && value !== '' && value.length <= MAX_KEY_ID,
  `it must be text of 1 to ${MAX_KEY_ID} characters`,
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

/** Decodes the payload straight into what is signed, whose last part it is. */
function readPayload(
  payload: string,
  payloadType: string,
): Pick<ParsedEnvelope, 'payload' | 'signedBytes'> {
  const path = 'envelope.payload';
  // Before decoding: four characters are three bytes.
  if (payload.length > Math.ceil((MAX_PAYLOAD_BYTES * 4) / 3)) refuseSize(path);
  const length = base64urlLength(payload);
  const signedBytes = startPreAuth(payloadType, length);
  const start = signedBytes.length - length;
  if (!readBase64url(payload, signedBytes, start)) refuseEncoding(path);
  if (length === 0) {
    const rule = 'a payload is not empty';
    throw new ReceiptError('bad_payload', { path, rule, fix: 'sign a statement' });
  }
  return { payload: signedBytes.subarray(start), signedBytes };
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
  const bytes = sig.length > 100 ? undefined : (fromBase64url(sig) ?? refuseEncoding(path));
  if (bytes?.length === 64) return bytes;
  throw new ReceiptError('bad_signature', {
    path,
    rule: 'an Ed25519 signature has 64 bytes',
    fix: 'look for a signature that was cut or has another algorithm',
  });
}

function refuseEncoding(path: string): never {
  throw new ReceiptError('bad_encoding', {
    path,
    rule: 'it is base64url without padding, in its one canonical spelling (RFC 4648 §3.5, §5)',
    fix: 'look for =, +, /, white space or a last character with bits to spare',
  });
}
