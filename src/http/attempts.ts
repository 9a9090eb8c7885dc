/**
 * Trying again: attempts, the waits between them, and the time that there is for all of it.
 *
 * @module
 */
import type { Signal } from '../judge.js';
import { readClock } from '../time.js';
import { type AttemptFault, Failure, toJudgeError } from './failure.js';
import { Ended, type Limit, limitFor, limitWithin } from './limit.js';
import type { Transport } from './service-options.js';

/** The time that there is for one asking. */
export interface Budget {
  /** The limit around all of it. */
  readonly limit: Limit;
  /** When it ends, in milliseconds since 1970. */
  readonly end: number;
  /** Forgets timer and caller; to be called whatever came of it. */
  close(): void;
}

/** What an attempt is made with. */
export interface Attempting {
  readonly transport: Transport;
  readonly budget: Budget;
}

/** Starts the time that there is for one asking. */
export function openBudget(
  { clock, timer, totalTimeoutMs }: Transport,
  signal: Signal | undefined,
): Budget {
  const end = readClock(clock) + totalTimeoutMs;
  const limit = limitFor(signal, { as: 'total', milliseconds: totalTimeoutMs, timer });
  return { limit, end, close: limit.close };
}

/**
 * Makes attempts until one is not in vain, or no more may be made.
 *
 * @throws {@link JudgeError} for the last attempt, with the number of attempts.
 */
export async function tryUntilDone<T>(
  attempting: Attempting,
  attempt: (limit: Limit, attempts: number) => Promise<T>,
): Promise<T> {
  const { transport, budget } = attempting;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await tryOnce(attempting, attempts, attempt);
    } catch (error) {
      const fault = faultOf(error, transport);
      if (!fault.passing || attempts > transport.retries) throw toJudgeError(fault, attempts);
      const left = budget.end - readClock(transport.clock);
      const wait = fault.waitMs ?? backOff(attempts, transport.random);
      if (wait >= left) throw toJudgeError(overBudget(fault, wait, left), attempts);
      await pause(wait, attempting, attempts);
    }
  }
}

async function tryOnce<T>(
  { transport, budget }: Attempting,
  attempts: number,
  attempt: (limit: Limit, attempts: number) => Promise<T>,
): Promise<T> {
  const { timer, timeoutMs: milliseconds } = transport;
  const limit = limitWithin(budget.limit, { as: 'attempt', milliseconds, timer });
  try {
    return await attempt(limit, attempts);
  } finally {
    limit.close();
  }
}

/** What to report of an error; what is no failure of an attempt is nobody's to report. */
function faultOf(error: unknown, transport: Transport): AttemptFault {
  if (error instanceof Failure) return error.fault;
  if (error instanceof Ended) return timeOut(error, transport);
  throw error;
}

function timeOut({ ending, origin }: Ended, transport: Transport): AttemptFault {
  const { timeoutMs, totalTimeoutMs, retries } = transport;
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
  { transport, budget }: Attempting,
  attempts: number,
): Promise<void> {
  let forget: (() => void) | undefined;
  try {
    await budget.limit.race(
      new Promise<void>((resolve) => {
        forget = transport.timer(resolve, milliseconds);
      }),
    );
  } catch (error) {
    throw toJudgeError(faultOf(error, transport), attempts);
  } finally {
    forget?.();
  }
}
