/**
 * Reads the body of a response: strict JSON in UTF-8, whole, and an object.
 *
 * @module
 */
import { fromUtf8 } from '../bytes.js';
import { JudgeError } from '../errors.js';
import { type JsonObject, type JsonValue, parseJson } from '../json.js';
import { isObject } from '../members.js';
import { jsonTypeFault } from './content-type.js';
import type { Received } from './exchange.js';
import { Failure, type Origin, originOf, unavailable } from './failure.js';

/**
 * Reads the body of a response of status 200.
 *
 * @throws {@link Failure} `judge_unavailable` for what is no whole JSON, and `bad_answer` for JSON
 *   that can be read in two ways or is no object.
 */
export function readJsonBody({ headers, bytes, requestId }: Received): JsonObject {
  const origin = originOf(200, requestId);
  checkType(headers, origin);
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

function checkType(headers: Received['headers'], origin: Origin): void {
  const fault = jsonTypeFault(headers.get('content-type'));
  if (fault === 'type') {
    const rule = 'the content type of a response is application/json';
    throw broken(rule, 'look whether the URL is that of a judge', origin);
  }
  if (fault === undefined) return;
  throw broken('JSON is sent in UTF-8 (RFC 8259 §8.1)', 'let the judge send UTF-8', origin);
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

function broken(rule: string, fix: string, origin: Origin): Failure {
  return unavailable({ path: 'response', rule, fix, ...origin });
}
