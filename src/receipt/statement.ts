/**
 * Receipt statements: `treeship/receipt/v1`, and what the bytes of a payload say.
 *
 * @module
 */
import * as v from 'valibot';
import { fromUtf8 } from '../bytes.js';
import { ReceiptError } from '../errors.js';
import type { JsonObject, JsonValue } from '../json.js';
import { snapshot } from '../json.js';
import { addPresent, type Draft, isObject } from '../members.js';
import { isTimestamp } from '../time.js';
import { type ArtifactId, isArtifactId } from './envelope.js';
import { parseFrozen } from './frozen-json.js';
import { type KnownPayload, readPayload } from './kinds.js';
import { artifact, checkShape, object, text } from './shape.js';

/** The media type of every receipt. */
export const RECEIPT_TYPE = 'application/vnd.treeship.receipt.v1+json';

/** What a receipt is about. */
export interface Subject {
  readonly digest?: string;
  readonly uri?: string;
  /** The action, or whatever string the signer gave for it. */
  readonly artifactId?: string;
}

/** A receipt's statement, as it was signed. */
export interface Statement {
  readonly type: 'treeship/receipt/v1';
  /** When it was signed, as its signer says: RFC 3339, UTC, whole seconds. */
  readonly timestamp: string;
  /** Who says so: a URI. */
  readonly system: string;
  readonly subject?: Subject;
  /** What the payload is: `judgement.v1` and the like, or a kind that is not known here. */
  readonly kind: string;
  readonly payload?: JsonValue;
  readonly payloadDigest?: string;
  readonly policyRef?: string;
  readonly meta?: JsonValue;
  /** The receipt before this one. */
  readonly parentId?: ArtifactId;
}

/** What the bytes of a payload say. */
export interface Contents extends KnownPayload {
  /** The whole payload. */
  readonly value: JsonObject;
  /** The payload as a statement, if its type is that of receipts. */
  readonly statement?: Statement;
  /** The resolution that this one takes the place of, if it is one that says so. */
  readonly replaces?: ArtifactId;
  /** The signed edge to the receipt before, whatever the type. */
  readonly parentId?: string;
}

interface ReceiptContents extends Contents {
  readonly statement: Statement;
}

/**
 * Reads the payload of an envelope, in the bytes as they came.
 *
 * A payload of another Treeship type, and a receipt of a kind that is not known, is read and named
 * but not judged.
 *
 * @throws {@link ReceiptError} `bad_payload_type`, `bad_encoding`, `bad_statement`, `bad_payload`.
 * @throws {@link JudgeError} as `parseJson()` does.
 */
export function readContents(payloadType: string, payload: Uint8Array): Contents {
  if (!TREESHIP_TYPE.test(payloadType)) {
    throw new ReceiptError('bad_payload_type', {
      path: 'envelope.payloadType',
      rule: 'it must be application/vnd.treeship.<name>.v<number>+json',
      fix: 'open another kind of envelope with the library that it belongs to',
    });
  }
  const value = decode(payload);
  return payloadType === RECEIPT_TYPE ? readReceipt(value) : readOther(value);
}

/** Checks a statement that is about to be signed, by the rules it will be read by; a frozen copy. */
export function toStatement(value: unknown): Statement {
  return readReceipt(asObject(snapshot(value, 'statement'))).statement;
}

/** The media types of Treeship: `action`, `receipt`, `command.kill` and so on, with a version. */
const TREESHIP_TYPE = /^application\/vnd\.treeship\.[a-z0-9._-]{1,64}\.v[0-9]{1,3}\+json$/;

const STATEMENT_TYPE = 'treeship/receipt/v1';

/** Any JSON value; the strict reader has seen to that. */
const json = /* @__PURE__ */ v.custom<JsonValue>(() => true, 'it must be JSON');

/** `treeship/receipt/v1`: an absent member is left out, and is never null. */
const STATEMENT = /* @__PURE__ */ object({
  type: v.literal(STATEMENT_TYPE),
  timestamp: v.custom<string>(isTimestamp, 'it must be YYYY-MM-DDTHH:MM:SSZ'),
  system: text,
  subject: v.exactOptional(
    object({
      digest: v.exactOptional(v.string()),
      uri: v.exactOptional(v.string()),
      artifactId: v.exactOptional(v.string()),
    }),
  ),
  kind: text,
  payload: v.exactOptional(json),
  payloadDigest: v.exactOptional(v.string()),
  policyRef: v.exactOptional(v.string()),
  meta: v.exactOptional(json),
  parentId: v.exactOptional(artifact),
});

function decode(payload: Uint8Array): JsonObject {
  const decoded = fromUtf8(payload);
  if (decoded === undefined) {
    throw new ReceiptError('bad_encoding', {
      path: 'envelope.payload',
      rule: 'a payload is JSON text in UTF-8',
      fix: 'look for bytes that were changed on the way',
    });
  }
  return asObject(parseFrozen(decoded, 'statement'));
}

function asObject(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new ReceiptError('bad_statement', {
    path: 'statement',
    rule: 'a payload is one JSON object',
    fix: 'ask its signer for a statement',
  });
}

function readReceipt(value: JsonObject): ReceiptContents {
  checkStatement(value);
  const { kind, payload, parentId } = value;
  const contents: Draft<ReceiptContents> = {
    ...readPayload(kind, payload),
    value,
    statement: value,
  };
  addPresent(contents, 'replaces', readReplaced(value));
  addPresent(contents, 'parentId', parentId);
  return contents;
}

/** The payload of a resolution has no room for it, so it is in the statement, signed as well. */
function readReplaced({ kind, meta }: Statement): ArtifactId | undefined {
  const replaces = isObject(meta) ? meta['replaces'] : undefined;
  if (kind !== 'judgement.resolution.v1' || replaces === undefined) return undefined;
  if (isArtifactId(replaces)) return replaces;
  throw new ReceiptError('bad_statement', {
    path: 'statement.meta.replaces',
    rule: 'a resolution replaces the one with this id: art_ and 32 lower-case hex digits',
    fix: 'ask its signer to name a receipt, or nothing',
  });
}

/** Checks a statement, but not its payload. */
function checkStatement(value: unknown): asserts value is Statement {
  const fix = 'ask its signer to follow treeship/receipt/v1';
  checkShape(STATEMENT, value, { code: 'bad_statement', root: 'statement', fix });
}

function readOther(value: JsonObject): Contents {
  if (value['type'] === STATEMENT_TYPE) {
    throw new ReceiptError('bad_payload_type', {
      path: 'envelope.payloadType',
      rule: `a ${STATEMENT_TYPE} statement travels as ${RECEIPT_TYPE}`,
      fix: 'ask its signer to sign it under its own type',
    });
  }
  const { parentId } = value;
  return typeof parentId === 'string' ? { value, parentId } : { value };
}
