/**
 * The key of a service: kept in a closure and nowhere else, and put into a header for each attempt.
 *
 * @module
 */
import { Failure, unavailable } from '../../http/failure.js';
import {
  type HeadersSource,
  type ServiceOptions,
  wrongOption,
} from '../../http/service-options.js';

/** A key, or a function that gives it: it is asked before each attempt. */
export type ApiKey = string | (() => string | Promise<string>);

/** The header that a key is sent in. */
export type KeyHeader = (key: string) => readonly [name: string, value: string];

/** `Authorization: Bearer` (RFC 6750 §2.1), which most services want. */
export function bearerKey(key: string): readonly [name: string, value: string] {
  return ['authorization', `Bearer ${key}`];
}

/**
 * Adds a key to the headers of some options. What comes back holds functions alone, so that nobody
 * who prints it sees the key.
 *
 * @throws `JudgeError` `bad_option` for what is neither text nor a function.
 */
export function withApiKey(
  headers: ServiceOptions['headers'],
  apiKey: ApiKey | undefined,
  header: KeyHeader = bearerKey,
): ServiceOptions['headers'] {
  if (apiKey === undefined) return headers;
  if (typeof apiKey !== 'function') checkKey(apiKey);
  return async () => {
    const [name, value] = header(await askForKey(apiKey));
    const given = typeof headers === 'function' ? await headers() : headers;
    const others = pairsOf(given ?? []).filter((pair) => !isNamed(pair, name));
    return [...others, [name, value] as const];
  };
}

/** Visible ASCII: what any header can carry, and no key has ever anything else. */
const KEY = /^[\x21-\x7e]{1,10000}$/;

function checkKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && KEY.test(key)) return;
  throw wrongOption('options.apiKey', KEY_RULE, KEY_FIX);
}

const KEY_RULE = 'a key is text of visible ASCII characters, or a function that gives it';
const KEY_FIX = 'pass it as the service gave it, without a line break at its end';

async function askForKey(apiKey: ApiKey): Promise<string> {
  if (typeof apiKey === 'string') return apiKey;
  let key: unknown;
  try {
    key = await apiKey();
  } catch {
    // What it threw is left out: it can hold what the key is made of.
    throw unavailable({
      path: 'options.apiKey',
      rule: 'the function that gives the key threw',
      fix: 'call it yourself to see why',
    });
  }
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new Failure({ code: 'bad_option', path: 'options.apiKey', rule: KEY_RULE, fix: KEY_FIX });
}

function pairsOf(headers: HeadersSource): readonly (readonly [name: string, value: string])[] {
  return Symbol.iterator in headers ? [...headers] : Object.entries(headers);
}

function isNamed(pair: unknown, name: string): boolean {
  const [given]: readonly unknown[] = Array.isArray(pair) ? pair : [];
  return typeof given === 'string' && given.toLowerCase() === name;
}
