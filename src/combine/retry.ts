/**
 * A judge that is asked again when it gives no answer.
 *
 * @module
 */
import { randomBytes } from '@noble/hashes/utils.js';
import { letGoOf, unlisten } from '../abort.js';
import { aborted } from '../asking.js';
import { JudgeError } from '../errors.js';
import type { AskOptions, Clock, Judge, JudgeRequest, JudgeResponse, Signal } from '../judge.js';
import { checkOptions } from '../members.js';
import { checkDelay, hostTimer, type Timer } from '../timer.js';
import {
  type Ask,
  afterFailures,
  ask,
  givenUp,
  type Inner,
  isPassing,
  isUnavailable,
  passedOn,
  readInner,
  toResponse,
} from './inner.js';
import { run } from './steps.js';

/** The options of {@link retry}. */
export interface RetryOptions {
  /** How often the judge is asked at most, 1 to 100. Defaults to 3. */
  readonly attempts?: number | undefined;
  /**
   * The milliseconds to wait before it is asked again; twice as many with each failure, and at
   * random by up to a half less, so that callers who failed together do not return together. Or a
   * function that says exactly how long to wait after so many failures. Defaults to 250.
   */
  readonly delayMs?: number | ((failures: number) => number) | undefined;
  /** The most milliseconds to wait, which a function is held to as well. Defaults to 10 000. */
  readonly maxDelayMs?: number | undefined;
  /** Waits. Defaults to the host's `setTimeout`. */
  readonly timer?: Timer | undefined;
  /** Draws so many bytes. Defaults to the host's secure random. */
  readonly random?: ((length: number) => Uint8Array) | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * A judge that is asked again when it is unavailable, and only then: an answer that breaks a rule,
 * a caller who gave up and a request that is wrong are not better the second time. Neither is what
 * was refused with a status of 400 to 499, other than 408 and 429.
 *
 * The result says in `attempts` how often the judge was asked, and so does the error when it was in
 * vain each time. A limit of time for each attempt is `retry(timeout(judge, 2_000))`, and one for
 * all of them `timeout(retry(judge), 5_000)`.
 *
 * @param judge Who is asked.
 * @param options See {@link RetryOptions}.
 * @returns A judge that answers later.
 * @throws {@link JudgeError} `bad_option` for what is no judge and for a wrong option. When it is
 *   asked: `judge_unavailable` with `attempts`, the rule of the last error, and an `AggregateError`
 *   of all of them as its cause; `aborted` when the caller gives up, also while it waits; and at
 *   once what else the judge throws.
 *
 * @example
 * ```ts
 * import { type Judge, judgeWith, noul, retry } from 'judgement';
 *
 * let asked = 0;
 * const shaky: Judge = {
 *   info: { model: 'shaky-1' },
 *   ask: async () => {
 *     asked += 1;
 *     if (asked < 3) throw new Error('connection reset');
 *     return { answers: { unsafe: { noul: 0.2 } } };
 *   },
 * };
 * const request = { state: 'ls', questions: { unsafe: noul('Is it unsafe?') } };
 * const result = await judgeWith(retry(shaky, { attempts: 5, delayMs: 1 }), request);
 * console.log(result.effect, result.attempts); // allow 3
 * ```
 */
export function retry(judge: Judge, options: RetryOptions = {}): Judge {
  const inner = readInner(judge, 'judge');
  checkOptions(options, OPTIONS, 'options');
  const { attempts = 3, timer = hostTimer, clock = Date.now } = options;
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > MAX_ATTEMPTS) {
    const rule = `attempts are a whole number from 1 to ${MAX_ATTEMPTS}`;
    throw new JudgeError('bad_option', { path: 'options.attempts', rule, fix: 'pass 3 or so' });
  }
  const delay = readDelay(options);
  return Object.freeze({
    ...passedOn(inner),
    ask: (request: JudgeRequest, given: AskOptions = {}) =>
      askAgain(inner, { request, options: given, clock }, { attempts, delay, timer }),
  });
}

const OPTIONS = ['attempts', 'delayMs', 'maxDelayMs', 'timer', 'random', 'clock'] as const;
const MAX_ATTEMPTS = 100;

interface Patience {
  readonly attempts: number;
  /** How long to wait after so many failures. */
  readonly delay: (failures: number) => number;
  readonly timer: Timer;
}

async function askAgain(
  inner: Inner,
  asking: Ask,
  { attempts, delay, timer }: Patience,
): Promise<JudgeResponse> {
  const failures: JudgeError[] = [];
  for (;;) {
    try {
      return toResponse(afterFailures(await run(ask(inner, asking)), failures));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      failures.push(error);
      if (failures.length >= attempts || !isPassing(error)) throw givenUp(failures);
    }
    await sleep(delay(failures.length), timer, asking.options.signal);
  }
}

/** Waits, unless the signal aborts; leaves neither a timer nor a listener behind. */
function sleep(milliseconds: number, timer: Timer, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw aborted(signal);
    let forget = (): void => undefined;
    const giveUp = (): void => {
      forget();
      unlisten(signal, giveUp);
      if (signal !== undefined) reject(aborted(signal));
    };
    signal?.addEventListener('abort', giveUp);
    forget = timer(() => {
      unlisten(signal, giveUp);
      resolve();
    }, milliseconds);
  });
}

function readDelay(options: RetryOptions): Patience['delay'] {
  const { delayMs = 250, maxDelayMs = 10_000, random = randomBytes } = options;
  checkDelay(maxDelayMs, 'options.maxDelayMs');
  if (typeof delayMs === 'function') {
    return (failures) => {
      const delay: unknown = delayMs(failures);
      letGoOf(delay);
      checkDelay(delay, 'options.delayMs');
      return Math.min(delay, maxDelayMs);
    };
  }
  checkDelay(delayMs, 'options.delayMs');
  return (failures) => {
    const full = Math.min(delayMs * 2 ** (failures - 1), maxDelayMs);
    return full === 0 ? 0 : full * (1 - draw(random) / 2);
  };
}

/** A number from 0 to less than 1, of two random bytes. */
function draw(random: (length: number) => Uint8Array): number {
  const [high, low] = random(2);
  if (high !== undefined && low !== undefined) return (high * 256 + low) / 65_536;
  throw new JudgeError('bad_option', {
    path: 'options.random',
    rule: 'random draws as many bytes as it is asked for',
    fix: 'leave it out for the secure random of the host',
  });
}
