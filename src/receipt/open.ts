/**
 * Opening a receipt: what its bytes say, before anyone asks who signed them.
 *
 * @module
 */
import type { Digest } from '../digest.js';
import { JudgeError, type JudgeErrorCode, ReceiptError, type ReceiptErrorCode } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Draft } from '../members.js';
import type { ArtifactId } from './envelope.js';
import type { SignatureBytes } from './envelope-reader.js';
import { parseEnvelope } from './envelope-reader.js';
import type { KnownPayload } from './kinds.js';
import type { Statement } from './statement.js';
import { readContents } from './statement.js';

/** What can be wrong with JSON text, or with a value that should be JSON. */
export type JsonFaultCode = Extract<
  JudgeErrorCode,
  | 'not_json'
  | 'bad_syntax'
  | 'duplicate_member'
  | 'forbidden_member'
  | 'lone_surrogate'
  | 'not_finite'
  | 'unsafe_integer'
  | 'cyclic'
  | 'too_deep'
  | 'too_large'
>;

/** What can be wrong with the bytes of a receipt. */
export type OpenFaultCode = ReceiptErrorCode | JsonFaultCode;

/**
 * What the bytes of a receipt say. Nothing here says that anybody signed them.
 *
 * The payload is under the name of its kind, every rule of its schema checked: `judgement`,
 * `resolution`, `blocked`, `halt` or `unjudged`. Of other kinds it is in the statement alone.
 */
export interface OpenedReceipt extends KnownPayload {
  readonly ok: true;
  /** The name that follows from the type and the payload. */
  readonly id: ArtifactId;
  /** The SHA-256 of {@link OpenedReceipt.signedBytes}. */
  readonly digest: Digest;
  readonly payloadType: string;
  /** The whole payload. */
  readonly value: JsonObject;
  /** The payload as a statement; absent for other types, such as an action. */
  readonly statement?: Statement;
  /** The resolution that this one takes the place of, where it is one that says so. */
  readonly replaces?: ArtifactId;
  /** The receipt before this one, as this one says. */
  readonly parentId?: string;
  /** The signatures that the envelope holds, whoever made them. */
  readonly signatures: readonly SignatureBytes[];
  /** What the signatures have to be over. */
  readonly signedBytes: Uint8Array;
}

/** Why the bytes are not a receipt. */
export interface UnopenedReceipt {
  readonly ok: false;
  readonly code: OpenFaultCode;
  /** The place: `envelope.payload`, `statement.payload.judge.model`. */
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
}

/**
 * Reads a receipt without verifying it. It never throws: bytes from outside are reported on.
 *
 * The payload is checked in the bytes as they came; nothing is serialised again. A receipt of a
 * kind that is not known is opened and named by its `statement.kind`, and not judged.
 *
 * @param envelope A DSSE envelope: the object, or its JSON text. Payloads up to 1 MiB, up to 16
 *   signatures.
 * @returns What it says, or what is wrong with it: `bad_envelope`, `bad_encoding`,
 *   `bad_payload_type`, `bad_statement`, `bad_payload`, `bad_signature` for one that has not 64
 *   bytes, `no_signature`, `too_large`, or a fault of its JSON such as `duplicate_member`.
 *
 * @example
 * ```ts
 * import { openReceipt } from 'judgement/receipt';
 *
 * const opened = openReceipt('{"payload":"e30","payloadType":"text/plain","signatures":[]}');
 * console.log(opened.ok ? opened.id : opened.code); // no_signature
 * ```
 */
export function openReceipt(envelope: unknown): OpenedReceipt | UnopenedReceipt {
  return Object.freeze(draftReceipt(envelope));
}

/** {@link openReceipt} before it is frozen, so that a verdict can be made out of it. */
export function draftReceipt(envelope: unknown): Draft<OpenedReceipt> | UnopenedReceipt {
  try {
    const { id, digest, payloadType, payload, signatures, signedBytes } = parseEnvelope(envelope);
    Object.freeze(signatures);
    const contents = readContents(payloadType, payload);
    return { ...contents, ok: true, id, digest, payloadType, signatures, signedBytes };
  } catch (error) {
    return describeFault(error);
  }
}

const JSON_FAULTS: ReadonlySet<string> = /* @__PURE__ */ new Set<JsonFaultCode>([
  'not_json',
  'bad_syntax',
  'duplicate_member',
  'forbidden_member',
  'lone_surrogate',
  'not_finite',
  'unsafe_integer',
  'cyclic',
  'too_deep',
  'too_large',
]);

/** Only what the readers throw about the bytes; anything else is a defect and is passed on. */
export function describeFault(error: unknown): UnopenedReceipt {
  if (error instanceof ReceiptError) {
    const { code, path, rule, fix } = error;
    return { ok: false, code, path, rule, fix };
  }
  if (error instanceof JudgeError && isJsonFault(error.code)) {
    const { code, path, rule, fix } = error;
    return { ok: false, code, path, rule, fix };
  }
  throw error;
}

function isJsonFault(code: JudgeErrorCode): code is JsonFaultCode {
  return JSON_FAULTS.has(code);
}
