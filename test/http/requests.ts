/**
 * Requests to a handler, and what its tests share.
 *
 * @module
 */
import type { Judge, JudgeRequest, JudgeResponse } from '../../src/judge.js';
import type { Timer } from '../../src/timer.js';

/** A question that any judge can answer, and a state. */
export const QUESTIONS = { unsafe: { type: 'noul', instructions: 'Is it unsafe?' } } as const;
export const STATE = { tool: 'Bash', input: { command: 'ls' } };
export const BODY: string = JSON.stringify({ state: STATE, questions: QUESTIONS });

/** How long to look for what comes soon, also on a machine that is busy. */
export const SOON = { timeout: 30_000 } as const;

/** A POST of text as JSON; headers that are given take the place of the usual ones. */
export function post(
  body: RequestInit['body'] = BODY,
  headers: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Request {
  return new Request('http://judge.example/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? null,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    ...init,
  });
}

/** A body in the given chunks, without a length; it never ends when `ends` is false. */
export function streamOf(chunks: readonly Uint8Array[], ends = true): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[at];
      at += 1;
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (ends) controller.close();
      else return new Promise<void>(() => undefined);
      return undefined;
    },
  });
}

/** A judge that does what a function does. */
export function judgeOf(
  ask: (request: JudgeRequest, signal: AbortSignal) => unknown,
  info: Judge['info'] = { model: 'test-1' },
): Judge {
  return {
    info,
    ask: async (request, { signal }) => {
      if (!(signal instanceof AbortSignal)) throw new Error('a judge gets a signal');
      return respondWith(await ask(request, signal));
    },
  };
}

/** A judge that answers every question no. */
export const calm: Judge = judgeOf(({ questions }) => ({
  answers: Object.fromEntries(Object.keys(questions).map((key) => [key, { noul: 0.1 }])),
}));

/** A timer that calls back when it is told to. */
export interface ManualTimer {
  readonly timer: Timer;
  /** How many wait. */
  readonly waiting: number;
  /** Calls all back, and says with which times they wait. */
  fire(): readonly number[];
}

/** Makes a {@link ManualTimer}. */
export function manualTimer(): ManualTimer {
  const pending = new Map<() => void, number>();
  return {
    timer: (callback, milliseconds) => {
      const own = (): void => callback();
      pending.set(own, milliseconds);
      return () => {
        pending.delete(own);
      };
    },
    get waiting() {
      return pending.size;
    },
    fire() {
      const due = [...pending];
      pending.clear();
      for (const [callback] of due) callback();
      return due.map(([, milliseconds]) => milliseconds);
    },
  };
}

/** The status and the code of a response without an answer. */
export async function codeOf(response: Response): Promise<readonly [number, unknown]> {
  const body: unknown = await response.json();
  const error: unknown = Object(body).error;
  return [response.status, Object(error).code];
}

/** What a judge says is not known before it is checked, and so neither is it here. */
function respondWith(response: unknown): JudgeResponse {
  const { answers, ...rest }: { answers?: unknown } = Object(response);
  return { answers, ...rest };
}
