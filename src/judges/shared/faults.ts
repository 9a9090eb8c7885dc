/**
 * What services say of requests that they do not answer, in words of ours and of closed lists: their
 * own sentences repeat what was sent.
 *
 * @module
 */
import type { ReadableHeaders } from '../../http/fetched.js';
import type { ServiceFaultWords } from '../../http/service.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { isList, isObject } from '../../members.js';

/**
 * Reads the body of an error in any of the shapes that are documented: `{error}`, `{error: {type,
 * code}}`, `{detail: {error_type}}`, `{detail: [{loc, type}]}` and `{errors: [{code}]}`, whose
 * messages are never looked at.
 */
export function readServiceFault(
  status: number,
  body: JsonValue | undefined,
  headers: ReadableHeaders,
): ServiceFaultWords {
  const words = wordsOf(body);
  const named = words.find((word) => FIX_BY_WORD[word] !== undefined);
  const place = placeOf(body);
  const said = [...words, ...(place === '' ? [] : [place])];
  return {
    passing: isPassing(status, words, headers),
    detail: said.length === 0 ? undefined : `: ${said.join(', ')}`,
    fix: (named === undefined ? undefined : FIX_BY_WORD[named]) ?? FIX_BY_STATUS[status],
    waitMs: readMilliseconds(headers.get('retry-after-ms')),
  };
}

/** The words of an error that are on the list, in the order in which they are found. */
export function wordsOf(body: JsonValue | undefined): readonly string[] {
  if (!isObject(body)) return [];
  const parts = [body, body['error'], body['detail'], listOf(body['errors'])[0]];
  const found = parts.flatMap((part) => (isObject(part) ? NAMES.map((name) => part[name]) : []));
  const known = found.filter((word) => typeof word === 'string' && WORDS.has(word));
  return [...new Set(known.map(String))];
}

/** Where a word can stand. */
const NAMES = ['type', 'code', 'error_type'] as const;

/** What services call their errors; anything else that stands there is not told. */
const WORDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'api_error',
  'authentication_error',
  'billing_error',
  'content_filter',
  'context_length_exceeded',
  'customer_verification_required',
  'failed_dependency',
  'forbidden',
  'insufficient_quota',
  'internal_server_error',
  'invalid_api_key',
  'invalid_request_error',
  'max_tokens_exceeded',
  'model_not_found',
  'not_found',
  'not_found_error',
  'overloaded_error',
  'permission_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'request_too_large',
  'server_error',
  'timeout',
  'timeout_error',
  'tokens_exceeded',
  'unknown',
  'unsupported_parameter',
  'unsupported_value',
  'validation_error',
]);

const SEND_LESS = 'send less: the state and the questions are more than the model reads';
const ADD_CREDITS = 'add credits to the account at the service';
const LOOK_AT_MODEL = 'look whether the URL and options.model are right';

const FIX_BY_WORD: Readonly<Record<string, string | undefined>> = /* @__PURE__ */ Object.freeze({
  customer_verification_required: 'add a means of payment to the account at the service',
  billing_error: ADD_CREDITS,
  context_length_exceeded: SEND_LESS,
  insufficient_quota: ADD_CREDITS,
  max_tokens_exceeded: SEND_LESS,
  tokens_exceeded: SEND_LESS,
  model_not_found: LOOK_AT_MODEL,
});

const FIX_BY_STATUS: Readonly<Record<number, string | undefined>> = /* @__PURE__ */ Object.freeze({
  400: 'ask what the service takes: a state, questions and a model that it knows',
  401: 'send a valid key as options.apiKey',
  402: ADD_CREDITS,
  // Some services answer 403 where there is no key at all, and 401 for a wrong one.
  403: 'send a key as options.apiKey, and one that may ask this model',
  404: LOOK_AT_MODEL,
  409: 'ask again later',
  413: SEND_LESS,
  422: 'ask what the service takes: its kinds of questions, and no more than it allows',
  429: 'ask again later, or less often',
  529: 'ask again later: the service is overloaded',
});

/** `x-should-retry` is the service's own word on it, whatever the status. */
function isPassing(
  status: number,
  words: readonly string[],
  headers: ReadableHeaders,
): boolean | undefined {
  const should = headers.get('x-should-retry');
  if (should === 'true') return true;
  // What is used up does not come back in a moment, though its status is that of a rate limit.
  if (should === 'false' || words.includes('insufficient_quota')) return false;
  // Gateways have it for a conflict of their own, which is over in a moment.
  return status === 409 ? true : undefined;
}

/** The place that a validation names, as far as its steps are names of the protocol. */
function placeOf(body: JsonValue | undefined): string {
  const [first] = isObject(body) ? listOf(body['detail']) : [];
  const steps = isObject(first) ? listOf(first['loc']) : [];
  const known: string[] = [];
  for (const step of steps) {
    // The key of a question is the caller's own, and whatever follows it is not.
    if (typeof step !== 'string' || !STEPS.has(step)) break;
    known.push(step);
  }
  return known.join('.');
}

const STEPS: ReadonlySet<string> = /* @__PURE__ */ new Set(['body', 'model', 'questions', 'state']);

function listOf(value: JsonObject[string] | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

/** `retry-after-ms`, which some services send beside `Retry-After`. */
function readMilliseconds(value: string | null): number | undefined {
  return value !== null && /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
}
