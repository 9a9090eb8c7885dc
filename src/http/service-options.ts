/**
 * The options of whatever asks a service over HTTP, read once.
 *
 * @module
 */
import { randomBytes } from '@noble/hashes/utils.js';
import { JudgeError } from '../errors.js';
import type { Clock } from '../judge.js';
import { hostTimer, MAX_DELAY, type Timer } from '../timer.js';

/** Headers: a `Headers`, a plain record, or pairs. */
export type HeadersSource =
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string };

/**
 * A `fetch`: that of a host, of a package, or a function that answers in this process. It is called
 * with the text of a URL and plain settings, which every one of them takes, and never as a method.
 */
export type Fetch = (url: string, init: FetchInit) => FetchResponse | Promise<FetchResponse>;

/** What a {@link Fetch} is called with: settings that the platform's `RequestInit` has. */
export interface FetchInit {
  /** A judge is asked with POST; what a service offers is looked up with GET. */
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  /** Only there with POST. */
  readonly body?: string;
  readonly redirect: 'manual';
  /** Aborts when the response is not waited for any more. */
  readonly signal: AbortSignal;
}

/** What a {@link Fetch} gives: a `Response`, of the platform or of a package that has its own. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: {
    /** The value of a header, or `null`. */
    get(name: string): string | null;
  };
}

/** What everything takes that asks a service over HTTP. */
export interface ServiceOptions {
  /**
   * Headers to send, or a function that gives them: it is asked before each attempt, so that it can
   * renew what has expired. No error shows any of them. None by default.
   */
  readonly headers?: HeadersSource | (() => HeadersSource | Promise<HeadersSource>) | undefined;
  /** How long an attempt may take, its headers and its body included. Defaults to 10 000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often to ask again after a status of 408, 429 or 500 to 599, or a connection that failed or
   * broke, 0 to 100. Defaults to 0.
   */
  readonly retries?: number | undefined;
  /**
   * How long all attempts and the waits between them may take. Defaults to `timeoutMs` for each
   * attempt.
   */
  readonly totalTimeoutMs?: number | undefined;
  /** The longest body to read, in bytes, after decompression. Defaults to 1 048 576. */
  readonly maxResponseBytes?: number | undefined;
  /** What makes the requests. Defaults to the host's `fetch`, looked up when it is needed. */
  readonly fetch?: Fetch | undefined;
  /** Tells the time, to measure latency and what is left of the budget. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
  /** Waits. Defaults to the host's `setTimeout`. */
  readonly timer?: Timer | undefined;
  /** Random bytes, which spread retries. Defaults to the host's `crypto.getRandomValues`. */
  readonly random?: ((length: number) => Uint8Array) | undefined;
}

/** The options, checked and complete. */
export interface Transport {
  readonly url: URL;
  readonly headers: () => HeadersSource | Promise<HeadersSource>;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly fetch: Fetch | undefined;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: (length: number) => Uint8Array;
}

/** The names of {@link ServiceOptions}, for those that have more of their own. */
export const SERVICE_OPTIONS = [
  'headers',
  'timeoutMs',
  'retries',
  'totalTimeoutMs',
  'maxResponseBytes',
  'fetch',
  'clock',
  'timer',
  'random',
] as const;

/**
 * Reads the URL of a service and the options for asking it; the names are checked by whoever knows
 * all of them.
 *
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 */
export function readTransport(given: string | URL, options: ServiceOptions): Transport {
  const {
    headers = [],
    timeoutMs = 10_000,
    retries = 0,
    totalTimeoutMs,
    maxResponseBytes = 1_048_576,
    fetch: send,
    clock = Date.now,
    timer = hostTimer,
    random = randomBytes,
  } = options;
  const url = readUrl(given);
  checkNumber('timeoutMs', timeoutMs, 1, MAX_DELAY);
  checkNumber('retries', retries, 0, MAX_RETRIES);
  const total = totalTimeoutMs ?? Math.min(timeoutMs * (retries + 1), MAX_DELAY);
  checkNumber('totalTimeoutMs', total, 1, MAX_DELAY);
  checkNumber('maxResponseBytes', maxResponseBytes, 1, MAX_BYTES);
  for (const [name, value] of Object.entries({ fetch: send, clock, timer, random })) {
    if (value === undefined || typeof value === 'function') continue;
    throw wrongOption(`options.${name}`, 'it is a function', 'pass a function, or leave it out');
  }
  if (typeof headers !== 'function' && Object(headers) !== headers) {
    throw wrongOption(
      'options.headers',
      'headers are an object, pairs or a function',
      "pass { authorization: 'Bearer …' } or the like",
    );
  }
  return Object.freeze({
    url,
    headers: typeof headers === 'function' ? headers : () => headers,
    timeoutMs,
    retries,
    totalTimeoutMs: total,
    maxResponseBytes,
    fetch: send,
    clock,
    timer,
    random,
  });
}

/** Refuses what is no whole number within bounds. */
export function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return;
  const rule = `it is a whole number from ${least} to ${most}`;
  throw wrongOption(`options.${name}`, rule, 'pass such a number, or leave it out');
}

/** The error for an option that is none. */
export function wrongOption(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_option', { path, rule, fix });
}

const MAX_RETRIES = 100;
/** A text of twice as many characters is not read anyway. */
const MAX_BYTES = 16_777_216;

/** A copy, as a URL can be changed, and without its fragment, which is not sent. */
function readUrl(given: string | URL): URL {
  const url = tryUrl(given);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrongOption('url', 'a judge has an absolute URL of http or https', 'pass https://…');
  }
  if (url.username !== '' || url.password !== '') {
    const rule = 'no user and no password stand in the URL';
    throw wrongOption('url', rule, 'send them by options.headers');
  }
  url.hash = '';
  return url;
}

function tryUrl(given: string | URL): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}
