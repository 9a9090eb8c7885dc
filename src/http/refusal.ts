/**
 * What may be told of a response that holds no answer: the code and the path of our own handler.
 *
 * @module
 */
import { fromUtf8 } from '../bytes.js';
import { parseJson } from '../json.js';
import { isObject } from '../members.js';
import { discard, piecesOf, readPieces } from './body.js';
import type { Limit } from './limit.js';
import type { HandlerErrorCode } from './service-fault.js';

/** The longest body that is looked at; those of our handler are much shorter. */
const MOST_BYTES = 16_384;

/**
 * The code and the path in the body of a response whose status is 400 to 599, where they are words
 * that a handler of ours has. Whatever else stands there is the other side's to say, and could be
 * anything that was sent to it, so that nothing of it is shown.
 *
 * @returns `: code, path`, `: code`, or nothing; also when the body does not come in time, as the
 *   status is known by then.
 */
export async function describeRefusal(response: Response, limit: Limit): Promise<string> {
  try {
    const bytes = await readSome(response, limit);
    const text = bytes && fromUtf8(bytes);
    return text === undefined ? '' : wordsOf(text);
  } catch {
    return '';
  }
}

/** The whole body where it is short and called JSON; of any other, the response is let go of. */
async function readSome(response: Response, limit: Limit): Promise<Uint8Array | undefined> {
  const { status, headers, body } = response;
  const length = Number(headers.get('content-length') ?? 0);
  const isRead = status >= 400 && status < 600 && length <= MOST_BYTES && isJson(headers);
  // A host that shows no stream would read all of it, however long.
  if (!isRead || body === null || body === undefined) {
    discard(response);
    return undefined;
  }
  const pieces = piecesOf(response);
  try {
    const bytes = await readPieces(pieces, MOST_BYTES, limit.race);
    if (bytes === undefined) pieces.cancel();
    return bytes;
  } catch {
    pieces.cancel();
    return undefined;
  }
}

function isJson(headers: Headers): boolean {
  return /^application\/json *(?:;|$)/i.test(headers.get('content-type') ?? '');
}

function wordsOf(text: string): string {
  const body = parseJson(text);
  const error = isObject(body) ? body['error'] : undefined;
  if (!isObject(error)) return '';
  const { code, path } = error;
  if (typeof code !== 'string' || !Object.hasOwn(CODES, code)) return '';
  return typeof path === 'string' && PATHS.has(path) ? `: ${code}, ${path}` : `: ${code}`;
}

const CODES: Readonly<Record<HandlerErrorCode, true>> = /* @__PURE__ */ Object.freeze({
  bad_request: true,
  bad_syntax: true,
  duplicate_member: true,
  forbidden_member: true,
  lone_surrogate: true,
  not_finite: true,
  unsafe_integer: true,
  too_deep: true,
  unauthorized: true,
  method_not_allowed: true,
  request_timeout: true,
  too_large: true,
  unsupported_media_type: true,
  bad_state: true,
  bad_question: true,
  unknown_question: true,
  too_busy: true,
  client_closed: true,
  internal: true,
  bad_answer: true,
  judge_unavailable: true,
  timed_out: true,
});

const PATHS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'judge',
  'request',
  'request.body',
  'request.headers',
  'request.method',
  'request.questions',
  'request.state',
]);
