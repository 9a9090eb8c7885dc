import { describe, expect, it } from 'vitest';
import { type HttpJudgeOptions, httpJudge } from '../../src/http/index.js';
import { isJudgementError, type Signal } from '../../src/index.js';
import { ask, countingTimer, errorOf, GOOD, JSON_TYPE, questions, state, until } from './asking.js';
import { type Exchange, startFaultServer } from './fault-server.js';

const REASON = new Error('the user went away');

interface Stage {
  readonly name: string;
  /** What the server does; the caller gives up as soon as it calls. */
  readonly answer: (exchange: Exchange, giveUp: () => void) => void;
  readonly options?: (giveUp: () => void) => HttpJudgeOptions;
  readonly requests: number;
}

const STAGES: readonly Stage[] = [
  {
    name: 'while headers are made',
    answer: () => undefined,
    options: (giveUp) => ({
      headers() {
        setTimeout(giveUp, 10);
        return new Promise(() => undefined);
      },
    }),
    requests: 0,
  },
  {
    name: 'in the function that makes the headers',
    answer: () => undefined,
    options: (giveUp) => ({
      headers() {
        giveUp();
        return {};
      },
    }),
    requests: 0,
  },
  {
    name: 'while the response is waited for',
    answer: (_, giveUp) => setTimeout(giveUp, 10),
    requests: 1,
  },
  {
    name: 'within the headers of the response',
    answer({ socket }, giveUp) {
      socket.write('HTTP/1.1 200 OK\r\nx-a: 1');
      setTimeout(giveUp, 10);
    },
    requests: 1,
  },
  {
    name: 'within the body',
    answer({ socket, head }, giveUp) {
      head(200, { ...JSON_TYPE, 'content-length': String(GOOD.length + 10) });
      socket.write(GOOD);
      setTimeout(giveUp, 10);
    },
    requests: 1,
  },
  {
    name: 'after a redirect',
    answer({ respond, index }, giveUp) {
      if (index === 0) respond(307, { location: '/next' });
      else setTimeout(giveUp, 10);
    },
    requests: 2,
  },
  {
    name: 'while the next attempt is waited for',
    answer({ respond }, giveUp) {
      respond(429, { 'retry-after': '5' });
      setTimeout(giveUp, 50);
    },
    options: () => ({ retries: 3 }),
    requests: 1,
  },
  {
    name: 'within the second attempt',
    answer({ respond, index }, giveUp) {
      if (index === 0) respond(503, { 'retry-after': '0' });
      else setTimeout(giveUp, 10);
    },
    options: () => ({ retries: 3 }),
    requests: 2,
  },
  {
    name: 'with a fetch that does not listen',
    answer: () => undefined,
    options: (giveUp) => ({
      fetch() {
        setTimeout(giveUp, 10);
        return new Promise(() => undefined);
      },
    }),
    requests: 0,
  },
  {
    name: 'with a fetch that rejects in its own words',
    answer: () => undefined,
    options: (giveUp) => ({
      async fetch() {
        giveUp();
        throw new Error('something else');
      },
    }),
    requests: 0,
  },
];

/** A signal that knows who listens. */
class CountedSignal implements Signal {
  aborted = false;
  reason: unknown;
  readonly listeners = new Set<() => void>();

  addEventListener(_: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.listeners]) listener();
  }
}

describe('a caller who gives up', () => {
  it.each(STAGES)('$name', async ({ answer, options, requests }) => {
    const signal = new CountedSignal();
    const giveUp = (): void => signal.abort(REASON);
    const server = await startFaultServer((exchange) => answer(exchange, giveUp));
    const { timer, pending } = countingTimer();
    const judge = httpJudge(server.origin, { timer, ...options?.(giveUp) });
    const error: unknown = await judge.ask({ state, questions }, { signal }).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(isJudgementError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'aborted', path: 'options.signal', cause: REASON });
    expect(signal.listeners.size).toBe(0);
    expect(pending()).toBe(0);
    await until(() => server.open.size === 0);
    expect(server.requests.length).toBe(requests);
    await server.close();
  });

  it.each(STAGES)('$name, through judgeWith()', async ({ answer, options, requests }) => {
    const controller = new AbortController();
    const giveUp = (): void => controller.abort(REASON);
    const server = await startFaultServer((exchange) => answer(exchange, giveUp));
    const { timer, pending } = countingTimer();
    const asking = ask(server.origin, { timer, ...options?.(giveUp) }, controller.signal);
    expect(await errorOf(asking)).toMatchObject({ code: 'aborted', cause: REASON });
    await until(() => server.open.size === 0);
    expect(pending()).toBe(0);
    expect(server.requests.length).toBe(requests);
    await server.close();
  });

  it('before anything is asked sends nothing', async () => {
    const server = await startFaultServer(({ respond }) => respond(200, JSON_TYPE, GOOD));
    const judge = httpJudge(server.origin);
    const signal = AbortSignal.abort(REASON);
    await expect(judge.ask({ state, questions }, { signal })).rejects.toMatchObject({
      code: 'aborted',
      cause: REASON,
    });
    expect(server.connections()).toBe(0);
    await server.close();
  });

  it('after the answer changes nothing, and nobody listens any more', async () => {
    const server = await startFaultServer(({ respond }) => respond(200, JSON_TYPE, GOOD));
    const signal = new CountedSignal();
    const judge = httpJudge(server.origin);
    const { answers } = await judge.ask({ state, questions }, { signal });
    expect(signal.listeners.size).toBe(0);
    signal.abort(REASON);
    expect(answers).toEqual({ unsafe: { noul: 0 } });
    await server.close();
  });
});

describe('a response that comes too late', () => {
  it('is let go of, as nobody will read it', async () => {
    let cancelled = false;
    let arrive: (response: Response) => void = () => undefined;
    const late = new Response(
      new ReadableStream({
        cancel() {
          cancelled = true;
        },
      }),
    );
    const error = await errorOf(
      ask('https://judge.example/', {
        timeoutMs: 20,
        fetch: () =>
          new Promise((resolve) => {
            arrive = resolve;
          }),
      }),
    );
    expect(error).toMatchObject({ code: 'judge_unavailable', path: 'options.timeoutMs' });
    arrive(late);
    await until(() => cancelled);
  });
});
