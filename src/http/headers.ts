/**
 * The headers that are sent, which no error shows.
 *
 * @module
 */
import { Failure, unavailable } from './failure.js';
import type { Limit } from './limit.js';
import type { HeadersSource, Transport } from './service-options.js';

/** Asks the caller for headers, and adds ours. */
export async function buildHeaders(
  ask: Transport['headers'],
  ours: Readonly<Record<string, string>>,
  hasBody: boolean,
  limit: Limit,
): Promise<Headers> {
  const given = await limit.race(askFor(ask));
  const headers = readHeaders(given);
  for (const [name, value] of Object.entries(ours)) headers.set(name, value);
  headers.set('accept', 'application/json');
  if (hasBody) headers.set('content-type', 'application/json');
  return headers;
}

async function askFor(ask: Transport['headers']): Promise<HeadersSource> {
  try {
    return await ask();
  } catch (error) {
    // One of our own says which option it is about; a stranger's may throw when it is looked at.
    if (isFailure(error)) throw error;
    // What it threw is left out: it can hold what the headers are made of.
    throw unavailable({
      path: 'options.headers',
      rule: 'the function that gives the headers threw',
      fix: 'call it yourself to see why',
    });
  }
}

function isFailure(error: unknown): error is Failure {
  try {
    return error instanceof Failure;
  } catch {
    return false;
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
