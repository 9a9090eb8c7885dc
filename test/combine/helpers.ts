/**
 * What the tests of judges made of judges share: judges that say what they are told to, and time
 * that passes when it is told to.
 *
 * @module
 */
import { JudgeError } from '../../src/errors.js';
import type {
  AskOptions,
  Judge,
  JudgeInfo,
  JudgeRequest,
  JudgeResponse,
  SyncJudge,
} from '../../src/judge.js';
import { choice, noul, score } from '../../src/question.js';
import type { Timer } from '../../src/timer.js';

export const state = { tool: 'refund', input: { order: 'A-17', amount: 250 } };

export const questions = {
  unsafe: noul('Is this call unsafe?'),
  verdict: choice('What now?', ['allow', 'warn', 'ask', 'deny']),
  quality: score('How good is it?', ['poor', 'fair', 'good']),
};

export const unsafe = { unsafe: questions.unsafe };

/** A judge that remembers what it was asked. */
export interface Asked {
  readonly requests: JudgeRequest[];
  readonly options: AskOptions[];
}

/** Anything that a test lets a judge say or throw. */
type Said = (request: JudgeRequest, options: AskOptions, turn: number) => unknown;

/** A judge that answers at once. */
export function says(about: string | JudgeInfo, say: Said | object | string): SyncJudge & Asked {
  const requests: JudgeRequest[] = [];
  const options: AskOptions[] = [];
  return {
    info: typeof about === 'string' ? { model: about } : about,
    requests,
    options,
    ask(request, given): JudgeResponse {
      requests.push(request);
      options.push(given);
      const said = typeof say === 'function' ? say(request, given, requests.length) : say;
      return said as JudgeResponse;
    },
  };
}

/** A judge that answers later; text is the number of a noul for each question. */
export function later(about: string | JudgeInfo, say: Said | object | string): Judge & Asked {
  const judge = says(about, say);
  return { ...judge, ask: async (request, given) => judge.ask(request, given) };
}

/** An answer to the one question, of the wire. */
export function answer(noul: number, more: object = {}): object {
  return { answers: { unsafe: { noul } }, ...more };
}

/** A judge that throws. */
export function throws(about: string, error: unknown): SyncJudge & Asked {
  return says(about, () => {
    throw error;
  });
}

export function unavailable(rule = 'it is down', more: object = {}): JudgeError {
  return new JudgeError('judge_unavailable', { path: 'judge', rule, fix: 'wait', ...more });
}

/** A judge that never answers. */
export function silent(about = 'silent'): Judge & Asked {
  const requests: JudgeRequest[] = [];
  const options: AskOptions[] = [];
  return {
    info: { model: about },
    requests,
    options,
    ask(request, given) {
      requests.push(request);
      options.push(given);
      return new Promise(() => undefined);
    },
  };
}

/** A timer whose time passes when a test says so. */
export function manualTimer(): {
  readonly timer: Timer;
  readonly waits: readonly number[];
  pending(): number;
  pass(milliseconds: number): Promise<void>;
} {
  let now = 0;
  const waits: number[] = [];
  const due = new Map<object, { readonly at: number; readonly callback: () => void }>();
  return {
    waits,
    timer(callback, milliseconds) {
      const handle = {};
      waits.push(milliseconds);
      due.set(handle, { at: now + milliseconds, callback });
      return () => due.delete(handle);
    },
    pending: () => due.size,
    async pass(milliseconds) {
      await settle();
      now += milliseconds;
      for (const [handle, { at, callback }] of [...due]) {
        if (at <= now && due.delete(handle)) callback();
      }
      await settle();
    },
  };
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** 2026-12-01T12:00:00Z and whatever passes. */
export function manualClock(): { readonly clock: () => number; pass(milliseconds: number): void } {
  let now = Date.UTC(2026, 11, 1, 12);
  return {
    clock: () => now,
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}

/** What an asynchronous call was rejected with. */
export async function errorOf(pending: unknown): Promise<JudgeError> {
  try {
    await (typeof pending === 'function' ? pending() : pending);
  } catch (error) {
    if (error instanceof JudgeError) return error;
    throw new Error('it threw no error of ours', { cause: error });
  }
  throw new Error('it threw nothing');
}

/** What was rejected and not heard while something was done. */
export async function unheard(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const reasons: unknown[] = [];
  const hear = (reason: unknown): void => void reasons.push(reason);
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', hear);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    process.off('unhandledRejection', hear);
    for (const one of before) process.on('unhandledRejection', one);
  }
  return reasons;
}

/** A signal made by hand that cannot be let go of, and what aborts it. */
export function stickySignal() {
  const listeners: (() => void)[] = [];
  const signal = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.push(listener),
    removeEventListener: () => {
      throw new TypeError('not supported');
    },
  };
  return {
    signal,
    abort() {
      signal.aborted = true;
      for (const listener of listeners) listener();
    },
  };
}
