/**
 * A judge that is asked over HTTP.
 *
 * @module
 */
import { aborted } from '../asking.js';
import { canonicalize } from '../canonical.js';
import type { AskOptions, Judge, JudgeRequest, JudgeResponse, Signal } from '../judge.js';
import { present } from '../members.js';
import { readClock } from '../time.js';
import { exchange } from './exchange.js';
import { type AttemptFault, Failure, toJudgeError } from './failure.js';
import { keptBy } from './kept.js';
import { Ended, type Limit, limitFor, limitWithin } from './limit.js';
import { type HttpJudgeOptions, readSettings, type Settings } from './options.js';
import { readReply } from './reply.js';
import { demandSignature } from './signature.js';
import { makeNonce } from './signed.js';

/** A judge that is asked over HTTP, and therefore answers later. */
export interface HttpJudge extends Judge {
  /** Answers each of the questions, or refuses it; rejects when there is no answer at all. */
  ask(request: JudgeRequest, options: AskOptions): Promise<JudgeResponse>;
}

/**
 * Makes a judge of a service that answers the judge contract over HTTP.
 *
 * Each attempt is a POST of `{questions, state}` as RFC 8785 text. The answer is status 200 with
 * JSON in UTF-8: `{answers, judge?, latency_ms?, request_id?, usage?}`. Everything else is an
 * error, and so never an allow. The response is read strictly, within a limit of time and of bytes,
 * and digested as it was received.
 *
 * A judge is asked once, unless `retries` says otherwise. `Retry-After` is kept to, as long as it
 * lies within the budget of time; where it does not, the judge is not asked again. A judge that is
 * too slow is not asked again either. A redirect is followed within the same origin, if it is of
 * status 307 or 308, up to five times.
 *
 * @param url Where the judge is: `http` or `https`, without user and password.
 * @param options Headers, limits, retries, the keys of the judge, and what takes the place of the
 *   host's `fetch`, clock, timer and random bytes. None by default.
 * @returns A judge for `judge()` and `judgeWith()`. Its `ask` rejects with a `JudgeError` that
 *   has the `status`, the `requestId` and the number of `attempts`, as far as there are any:
 *   `judge_unavailable` when no whole response came; `bad_answer` for one that breaks a rule;
 *   `aborted` when the signal aborts, at any stage; `bad_option` for headers that HTTP cannot send
 *   and for a host without `fetch` or timer. With `judgeKeys` it rejects with a `ReceiptError` or a
 *   `TrustError` for an answer that is not signed, or not by such a key, or to something else. No
 *   error shows a header, the URL or what stands in a body, but for `code` and `path` of
 *   {@link HandlerErrorBody} in an error response, where they are words of a handler of this library.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 * @see RFC 9110 for statuses, redirects and Retry-After; RFC 8259 §8.1 for JSON that is sent
 *
 * @example
 * ```ts
 * import { judgeWith, noul, threshold } from 'judgement';
 * import { httpJudge } from 'judgement/http';
 *
 * // In the place of the network: a judge that answers in this process.
 * const fetch = async (_url: string, { body }: RequestInit) => {
 *   const { state } = JSON.parse(String(body));
 *   const spam = { noul: state.text.includes('!!!') ? 0.97 : 0.02 };
 *   return Response.json({ answers: { spam }, judge: { model: 'spam-3' }, request_id: 'r-1' });
 * };
 * const model = httpJudge('https://judge.example/v1', {
 *   headers: async () => ({ authorization: 'Bearer 5b1e' }),
 *   retries: 2,
 *   fetch,
 * });
 * const questions = { spam: noul('Is this spam?') };
 * const request = { state: { text: 'Buy now!!!' }, questions };
 * const result = await judgeWith(model, request, { policy: threshold(0.9) });
 * console.log(result.effect, result.judge.model, result.requestId); // deny spam-3 r-1
 * ```
 */
export function httpJudge(url: string | URL, options: HttpJudgeOptions = {}): HttpJudge {
  const settings = readSettings(url, options);
  return Object.freeze({
    info: settings.info,
    ...keptBy(settings.signature),
    ask: (request: JudgeRequest, { signal }: AskOptions = {}) => ask(settings, request, signal),
  });
}

/** One asking: its attempts, and the waits between them. */
interface Asking {
  readonly settings: Settings;
  readonly request: JudgeRequest;
  readonly body: string;
  /** The limit around all of it. */
  readonly whole: Limit;
  /** When the budget ends, in milliseconds since 1970. */
  readonly end: number;
}

async function ask(
  settings: Settings,
  request: JudgeRequest,
  signal: Signal | undefined,
): Promise<JudgeResponse> {
  if (signal?.aborted) throw aborted(signal);
  const { clock, timer, totalTimeoutMs } = settings;
  const { questions, state } = request;
  const body = canonicalize({ questions, state });
  const end = readClock(clock) + totalTimeoutMs;
  const whole = limitFor(signal, { as: 'total', milliseconds: totalTimeoutMs, timer });
  try {
    return await askUntilAnswered({ settings, request, body, whole, end });
  } catch (error) {
    if (signal?.aborted) throw aborted(signal);
    throw error;
  } finally {
    whole.close();
  }
}

async function askUntilAnswered(asking: Asking): Promise<JudgeResponse> {
  const { settings, whole, end } = asking;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(asking, attempts);
    } catch (error) {
      const fault = faultOf(error, settings);
      if (!fault.passing || attempts > settings.retries) throw toJudgeError(fault, attempts);
      const left = end - readClock(settings.clock);
      const wait = fault.waitMs ?? backOff(attempts, settings.random);
      if (wait >= left) throw toJudgeError(overBudget(fault, wait, left), attempts);
      await pause(wait, settings, whole, attempts);
    }
  }
}

async function attempt(
  { settings, request, body, whole }: Asking,
  attempts: number,
): Promise<JudgeResponse> {
  const { timer, timeoutMs: milliseconds, info, signature } = settings;
  const nonce = signature && makeNonce(settings.random);
  const limit = limitWithin(whole, { as: 'attempt', milliseconds, timer });
  try {
    const received = await exchange(body, nonce, settings, limit);
    const { answers, judge, decimals, origin } = readReply(received, request, info);
    const { responseDigest } = origin;
    const attestation =
      nonce === undefined || signature === undefined
        ? undefined
        : demandSignature(
            received.headers,
            { request, nonce, answers, judge, responseDigest },
            signature,
          );
    return {
      ...origin,
      answers,
      judge: { ...judge, ...present({ decimals }) },
      attempts,
      attestation,
    };
  } finally {
    limit.close();
  }
}

/** What to report of an error; what is no failure of an attempt is nobody's to report. */
function faultOf(error: unknown, settings: Settings): AttemptFault {
  if (error instanceof Failure) return error.fault;
  if (error instanceof Ended) return timeOut(error, settings);
  throw error;
}

function timeOut({ ending, origin }: Ended, settings: Settings): AttemptFault {
  const { timeoutMs, totalTimeoutMs, retries } = settings;
  const isWhole = totalTimeoutMs < timeoutMs || (ending === 'total' && retries > 0);
  return {
    code: 'judge_unavailable',
    path: isWhole ? 'options.totalTimeoutMs' : 'options.timeoutMs',
    rule: isWhole
      ? `the judge answers within ${totalTimeoutMs} ms, all attempts together`
      : `the judge answers within ${timeoutMs} ms, the body included`,
    fix: 'allow more time, or decide what a slow judge means for this call',
    ...origin,
  };
}

/** A judge that asks for more time than there is is not asked again, and not waited for. */
function overBudget(fault: AttemptFault, wait: number, left: number): AttemptFault {
  const [next, rest] = [Math.ceil(wait), Math.max(0, Math.floor(left))];
  const rule = `${fault.rule}; the next attempt would be in ${next} ms, and ${rest} ms are left`;
  return { ...fault, rule };
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;

/** Half a second, twice as long each time, and up to a quarter less, so that callers spread. */
function backOff(attempts: number, random: (length: number) => Uint8Array): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  const [byte = 0] = random(1);
  return Math.round(wait * (1 - byte / 1_024));
}

async function pause(
  milliseconds: number,
  settings: Settings,
  whole: Limit,
  attempts: number,
): Promise<void> {
  let forget: (() => void) | undefined;
  try {
    await whole.race(
      new Promise<void>((resolve) => {
        forget = settings.timer(resolve, milliseconds);
      }),
    );
  } catch (error) {
    throw toJudgeError(faultOf(error, settings), attempts);
  } finally {
    forget?.();
  }
}
