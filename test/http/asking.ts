import { inspect } from 'node:util';
import type { HttpJudgeOptions } from '../../src/http/index.js';
import { httpJudge } from '../../src/http/index.js';
import {
  isJudgementError,
  type Judgement,
  type JudgementError,
  judgeWith,
  noul,
} from '../../src/index.js';
import type { Timer } from '../../src/timer.js';

/** What stands in every request, and must be in no error. */
export const SECRET = 'c0ffee-do-not-show';
/** What stands in every broken response, and must be in no error either. */
export const MARKER = 'MARKER-of-the-body';

export const questions = { unsafe: noul('Is this call unsafe?') };
export const state = { tool: 'Bash', input: { command: 'cat STATE-do-not-show' } };

/** A response that comes to allow, so that a fault which is overlooked shows. */
export const GOOD = '{"answers":{"unsafe":{"noul":0}},"judge":{"model":"m-1"},"latency_ms":3}';
export const JSON_TYPE = { 'content-type': 'application/json' };

/** Asks the judge at a URL with the policy that is the default. */
export function ask(
  url: string,
  options: HttpJudgeOptions = {},
  signal?: AbortSignal,
): Promise<Judgement> {
  const headers = { authorization: `Bearer ${SECRET}` };
  return judgeWith(httpJudge(url, { headers, ...options }), { state, questions }, { signal });
}

/** What an asking comes to that must not succeed. */
export async function errorOf(asking: Promise<Judgement>): Promise<JudgementError> {
  let result: Judgement;
  try {
    result = await asking;
  } catch (error) {
    if (isJudgementError(error)) return error;
    throw error;
  }
  throw new Error(`it came to ${result.effect}`);
}

/** All that anybody can see of an error, its causes and its stack included. */
export function allOf(error: unknown): string {
  const texts = [inspect(error, { depth: Infinity, showHidden: true, getters: true })];
  texts.push(JSON.stringify(error), String(error));
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    texts.push(at.message, String(at.stack), JSON.stringify(Object.getOwnPropertyDescriptors(at)));
  }
  return texts.join('\n');
}

/** How many timers keep the process from ending. */
export function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

/** Resolves when something holds; rejects when it does not come to hold. */
export async function until(holds: () => boolean, milliseconds = 2_000): Promise<void> {
  for (let turn = 0; turn * 5 < milliseconds; turn += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`it never held: ${String(holds)}`);
}

/** A timer of the host that counts what it has not forgotten. */
export interface CountingTimer {
  readonly timer: Timer;
  readonly pending: () => number;
}

export function countingTimer(): CountingTimer {
  const pending = new Set<NodeJS.Timeout>();
  return {
    pending: () => pending.size,
    timer(callback, milliseconds) {
      const handle = setTimeout(() => {
        pending.delete(handle);
        callback();
      }, milliseconds);
      pending.add(handle);
      return () => {
        pending.delete(handle);
        clearTimeout(handle);
      };
    },
  };
}
