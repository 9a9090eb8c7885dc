/**
 * Reads what a judge sent: strict JSON in UTF-8, in the names of the wire, with answers that hold.
 *
 * @module
 */
import { type Heard, hear } from '../asking.js';
import { fromUtf8 } from '../bytes.js';
import { digestBytes } from '../digest.js';
import { JudgeError } from '../errors.js';
import { type JsonObject, type JsonValue, parseJson } from '../json.js';
import type { JudgeInfo, JudgeRequest } from '../judge.js';
import { isObject } from '../members.js';
import { jsonTypeFault } from './content-type.js';
import type { Received } from './exchange.js';
import { Failure, type Origin, originOf, unavailable } from './failure.js';
import type { ReadableHeaders } from './fetched.js';
import { readRequestId } from './headers.js';
import { safePath } from './paths.js';
import { isTellable } from './request-id.js';

/**
 * Reads a response of status 200.
 *
 * @throws {@link Failure} `judge_unavailable` for what is no whole JSON, and `bad_answer` for JSON
 *   that breaks a rule.
 */
export function readReply(received: Received, { questions }: JudgeRequest, info: JudgeInfo): Heard {
  const { headers, bytes, milliseconds: elapsedMs } = received;
  const sentId = readRequestId(headers);
  checkType(headers, originOf(200, sentId));
  const body = readBody(bytes, originOf(200, sentId));
  const given = body['request_id'];
  // Text that would garble a log counts as none; what is no text breaks a rule.
  const said = typeof given === 'string' && !isTellable(given) ? undefined : given;
  const requestId = typeof said === 'string' ? said : sentId;
  try {
    const response = {
      ...fromWire(body),
      requestId: said ?? sentId,
      latencyMs: body['latency_ms'] ?? elapsedMs,
      responseDigest: digestBytes(bytes),
    };
    return hear(questions, response, { info, signal: undefined, elapsedMs });
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    // A path can name members of the body, and no error shows what stands there.
    const path = safePath(error.path, questions);
    const { rule, fix } = error;
    throw new Failure({ code: 'bad_answer', path, rule, fix, ...originOf(200, requestId) });
  }
}

function checkType(headers: ReadableHeaders, origin: Origin): void {
  const fault = jsonTypeFault(headers.get('content-type'));
  if (fault === 'type') {
    const rule = 'the content type of a response is application/json';
    throw broken(rule, 'look whether the URL is that of a judge', origin);
  }
  if (fault === undefined) return;
  throw broken('JSON is sent in UTF-8 (RFC 8259 §8.1)', 'let the judge send UTF-8', origin);
}

function readBody(bytes: Uint8Array, origin: Origin): JsonObject {
  const text = fromUtf8(bytes);
  if (text === undefined) {
    throw broken('JSON is sent in UTF-8 (RFC 8259 §8.1)', 'let the judge send UTF-8', origin);
  }
  if (text.startsWith('\ufeff')) {
    const rule = 'no byte order mark stands before JSON (RFC 8259 §8.1)';
    throw broken(rule, 'let the judge send none', origin);
  }
  const body = readJson(text, origin);
  if (isObject(body)) return body;
  throw new Failure({
    code: 'bad_answer',
    path: 'response',
    rule: 'it is an object',
    fix: 'answer as in { "answers": { "key": { "noul": 0.2 } } }',
    ...origin,
  });
}

function readJson(text: string, origin: Origin): JsonValue {
  try {
    return parseJson(text, { path: 'response' });
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    // Half a body is no JSON either: only what two readers could read differently is an answer.
    if (error.code === 'bad_syntax' || error.code === 'too_large') {
      throw broken('the body is JSON, whole', 'ask again if the answer is wanted', origin);
    }
    throw new Failure({
      code: 'bad_answer',
      path: 'response',
      rule: `the body is JSON that is read in one way only, without a ${words(error.code)}`,
      fix: 'let the judge send strict JSON (RFC 7493)',
      ...origin,
    });
  }
}

function words(code: string): string {
  return code.replaceAll('_', ' ');
}

/** The names of the wire in those of here; members that are not described are left out. */
function fromWire({ answers, judge, usage }: JsonObject): object {
  if (!isObject(usage)) return { answers, judge, usage };
  const { input_tokens: inputTokens, output_tokens: outputTokens } = usage;
  return { answers, judge, usage: { inputTokens, outputTokens } };
}

function broken(rule: string, fix: string, origin: Origin): Failure {
  return unavailable({ path: 'response', rule, fix, ...origin });
}
