/**
 * What may be told of a response that holds no answer: the code and the path of our own handler.
 *
 * @module
 */
import { fromUtf8 } from '../bytes.js';
import { type JsonValue, parseJson } from '../json.js';
import { isObject } from '../members.js';
import { discard, piecesOf, readPieces } from './body.js';
import { jsonTypeFault } from './content-type.js';
import type { Fetched } from './fetched.js';
import type { Limit } from './limit.js';

/** The longest body that is looked at; those of our handler are much shorter. */
const MOST_BYTES = 16_384;

/**
 * Reads the JSON in the body of a response whose status is 400 to 599.
 *
 * @returns `undefined` for what is no JSON, what is too long, and what does not come in time, as the
 *   status is known by then.
 */
export async function readRefusal(response: Fetched, limit: Limit): Promise<JsonValue | undefined> {
  try {
    const bytes = await readSome(response, limit);
    const text = bytes && fromUtf8(bytes);
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The code and the path in the body of a refusal, where they are words that a handler of ours has.
 * Whatever else stands there is the other side's to say, and could be anything that was sent to it,
 * so that nothing of it is shown.
 *
 * @returns `: code, path`, `: code`, or nothing.
 */
export function describeRefusal(body: JsonValue | undefined): string {
  const error = isObject(body) ? body['error'] : undefined;
  if (!isObject(error)) return '';
  const { code, path } = error;
  if (typeof code !== 'string' || !CODE.test(code)) return '';
  return typeof path === 'string' && PATH.test(path) ? `: ${code}, ${path}` : `: ${code}`;
}

/** The whole body where it is short and called JSON; of any other, the response is let go of. */
async function readSome(response: Fetched, limit: Limit): Promise<Uint8Array | undefined> {
  const { status, headers, body } = response;
  const isJson = jsonTypeFault(headers.get('content-type')) === undefined;
  const isRead = status >= 400 && status < 600 && isJson;
  // A host that shows no stream would read all of it, however long.
  if (!isRead || body === null || body === undefined) {
    discard(response);
    return undefined;
  }
  const pieces = piecesOf(response);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readPieces(pieces, MOST_BYTES, limit.race);
    return bytes;
  } finally {
    if (bytes === undefined) pieces.cancel();
  }
}

/** The codes of a handler, every one. */
const CODE =
  /^(?:bad_(?:answer|question|request|state|syntax)|client_closed|duplicate_member|forbidden_member|internal|judge_unavailable|lone_surrogate|method_not_allowed|not_f(?:inite|ound)|request_timeout|timed_out|too_(?:busy|deep|large)|unauthorized|unknown_question|unsafe_integer|unsupported_media_type)$/;

const PATH = /^(?:judge|request(?:\.(?:body|headers|method|questions|state))?)$/;
