/**
 * The headers that are sent, which no error shows, and the request id of those that come back.
 *
 * @module
 */
import { Failure, unavailable } from './failure.js';
import type { ReadableHeaders } from './fetched.js';
import type { Limit } from './limit.js';
import type { HeadersSource, Settings } from './options.js';
import { isRequestId } from './request-id.js';
import { NONCE_HEADER } from './signed.js';

/** Asks the caller for headers, and adds ours, and the nonce of this attempt if there is one. */
export async function buildHeaders(
  ask: Settings['headers'],
  nonce: string | undefined,
  limit: Limit,
): Promise<Headers> {
  const given = await limit.race(askFor(ask));
  const headers = readHeaders(given);
  if (nonce !== undefined) headers.set(NONCE_HEADER, nonce);
  headers.set('accept', 'application/json');
  headers.set('content-type', 'application/json');
  return headers;
}

/** The request id of a response: the first of the headers that services put it into. */
export function readRequestId(headers: ReadableHeaders): string | undefined {
  for (const name of ['x-typesafe-request-id', 'x-request-id', 'x-judge-request-id']) {
    const id = headers.get(name);
    if (isRequestId(id)) return id;
  }
  return undefined;
}

async function askFor(ask: Settings['headers']): Promise<HeadersSource> {
  try {
    return await ask();
  } catch {
    // What it threw is left out: it can hold what the headers are made of.
    throw unavailable({
      path: 'options.headers',
      rule: 'the function that gives the headers threw',
      fix: 'call it yourself to see why',
    });
  }
}

function readHeaders(given: HeadersSource): Headers {
  const headers = new Headers();
  try {
    const pairs = Symbol.iterator in given ? given : Object.entries(given);
    for (const [name, value] of pairs) {
      if (typeof value !== 'string') throw new TypeError('no text');
      headers.append(name, value);
    }
    return headers;
  } catch {
    // The host would say which value is wrong, by showing it.
    throw new Failure({
      code: 'bad_option',
      path: 'options.headers',
      rule: 'headers are names and texts that HTTP can send',
      fix: 'pass { name: text }; look for undefined, line breaks and letters beyond Latin-1',
    });
  }
}
