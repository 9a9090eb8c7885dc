/**
 * The options of a judge over HTTP, read once.
 *
 * @module
 */
import { randomBytes } from '@noble/hashes/utils.js';
import { utf8 } from '../bytes.js';
import { digestBytes } from '../digest.js';
import { JudgeError } from '../errors.js';
import type { Clock, JudgeInfo } from '../judge.js';
import { checkOptions } from '../members.js';
import { strictVerify } from '../receipt/ed25519.js';
import { isKeySet, type PublicKeySet, readKeySet } from '../receipt/key-set.js';
import type { VerifyOptions } from '../receipt/verify.js';
import { readInfo } from '../response.js';
import { hostTimer, MAX_DELAY, type Timer } from '../timer.js';
import type { SignatureDemand } from './signature.js';

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
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
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

/** The options of {@link httpJudge}. */
export interface HttpJudgeOptions {
  /**
   * Who the judge is, as far as that is known before it answers. What a response says of its judge
   * takes its place. By default the model is `https:` or `http:`, the host, `#` and 32 hex
   * digits of the digest of the rest of the URL, which tells models behind one host apart without
   * showing a path.
   */
  readonly info?: JudgeInfo | undefined;
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
  /**
   * The keys of the judge, trusted as `answerer`: it has to sign each of its answers, to exactly
   * this request, and not long ago. The judgement and its receipts then carry what it signed.
   * Absent by default: answers are taken unsigned.
   */
  readonly judgeKeys?: VerifyOptions['keys'] | undefined;
  /** How old such a signature may be when it comes. Defaults to 60 000. */
  readonly answerMaxAgeMs?: number | undefined;
  /** Tells the time, to measure latency and what is left of the budget. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
  /** Waits. Defaults to the host's `setTimeout`. */
  readonly timer?: Timer | undefined;
  /**
   * Random bytes, which mark requests for a signature and spread retries. Defaults to the host's
   * `crypto.getRandomValues`.
   */
  readonly random?: ((length: number) => Uint8Array) | undefined;
}

/** The options, checked and complete. */
export interface Settings {
  readonly url: URL;
  readonly info: JudgeInfo;
  readonly headers: () => HeadersSource | Promise<HeadersSource>;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly fetch: Fetch | undefined;
  readonly signature: SignatureDemand | undefined;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: (length: number) => Uint8Array;
}

/** Reads the URL and the options. */
export function readSettings(given: string | URL, options: HttpJudgeOptions): Settings {
  checkOptions(options, NAMES, 'options');
  const {
    info,
    headers = [],
    timeoutMs = 10_000,
    retries = 0,
    totalTimeoutMs,
    maxResponseBytes = 1_048_576,
    fetch: send,
    judgeKeys,
    answerMaxAgeMs,
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
    throw wrong(`options.${name}`, 'it is a function', 'pass a function, or leave it out');
  }
  if (typeof headers !== 'function' && Object(headers) !== headers) {
    throw wrong(
      'options.headers',
      'headers are an object, pairs or a function',
      "pass { authorization: 'Bearer …' } or the like",
    );
  }
  return Object.freeze({
    url,
    info: info === undefined ? infoOf(url) : readInfo(info, 'options.info', 'bad_option'),
    headers: typeof headers === 'function' ? headers : () => headers,
    timeoutMs,
    retries,
    totalTimeoutMs: total,
    maxResponseBytes,
    fetch: send,
    signature: readDemand(judgeKeys, answerMaxAgeMs, clock),
    clock,
    timer,
    random,
  });
}

const NAMES: readonly (keyof HttpJudgeOptions)[] = [
  'info',
  'headers',
  'timeoutMs',
  'retries',
  'totalTimeoutMs',
  'maxResponseBytes',
  'fetch',
  'judgeKeys',
  'answerMaxAgeMs',
  'clock',
  'timer',
  'random',
];

const MAX_RETRIES = 100;
/** A text of twice as many characters is not read anyway. */
const MAX_BYTES = 16_777_216;

/** A copy, as a URL can be changed, and without its fragment, which is not sent. */
function readUrl(given: string | URL): URL {
  const url = tryUrl(given);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrong('url', 'a judge has an absolute URL of http or https', 'pass https://…');
  }
  if (url.username !== '' || url.password !== '') {
    throw wrong('url', 'no user and no password stand in the URL', 'send them by options.headers');
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

function readDemand(
  keys: HttpJudgeOptions['judgeKeys'],
  maxAgeMs: number | undefined,
  clock: Clock,
): SignatureDemand | undefined {
  if (maxAgeMs !== undefined) checkNumber('answerMaxAgeMs', maxAgeMs, 0, Number.MAX_SAFE_INTEGER);
  if (keys !== undefined) return { keys: readKeys(keys), maxAgeMs, clock };
  if (maxAgeMs === undefined) return undefined;
  throw wrong('options.answerMaxAgeMs', 'only a signature has an age', 'pass judgeKeys as well');
}

function readKeys(keys: NonNullable<HttpJudgeOptions['judgeKeys']>): PublicKeySet {
  return isKeySet(keys) ? keys : readKeySet(keys, strictVerify, 'options.judgeKeys');
}

function infoOf(url: URL): JudgeInfo {
  const rest = digestBytes(utf8(url.pathname + url.search)).slice('sha256:'.length);
  // 128 bits: with fewer, whoever chooses paths finds two that pass for one judge.
  return Object.freeze({ model: `${url.protocol}${url.host}#${rest.slice(0, 32)}` });
}

function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return;
  const rule = `it is a whole number from ${least} to ${most}`;
  throw wrong(`options.${name}`, rule, 'pass such a number, or leave it out');
}

function wrong(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_option', { path, rule, fix });
}
