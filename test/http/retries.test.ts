import { describe, expect, it } from 'vitest';
import type { HttpJudgeOptions } from '../../src/http/index.js';
import { readRetryAfter } from '../../src/http/retry-after.js';
import type { Judgement, JudgementError } from '../../src/index.js';
import { ask, errorOf, GOOD, JSON_TYPE } from './asking.js';

const START = Date.UTC(2026, 10, 30, 12, 0, 0);
const TIMEOUT = 10_000;

/** What a judge does at one attempt. */
type Turn = Response | Error | 'hangs';

interface Story {
  readonly result: Promise<Judgement>;
  /** How long it waited, each time. */
  readonly waits: readonly number[];
  /** The headers of each request. */
  readonly sent: readonly Readonly<Record<string, string>>[];
}

/**
 * Asks a judge that does one thing after another, in a time of its own: a wait is over at once and
 * moves the clock, and a limit passes when everything hangs.
 */
function tell(turns: readonly (Turn | (() => Turn))[], options: HttpJudgeOptions = {}): Story {
  let now = START;
  const waits: number[] = [];
  const sent: Record<string, string>[] = [];
  const limits = new Map<() => void, number>();
  const { retries = 2, totalTimeoutMs: total = TIMEOUT * (retries + 1) } = options;
  const result = ask('https://judge.example/', {
    timeoutMs: TIMEOUT,
    retries: 2,
    random: (length) => new Uint8Array(length),
    clock: () => now,
    timer(callback, milliseconds) {
      if (milliseconds === TIMEOUT || milliseconds === total) {
        limits.set(callback, now + milliseconds);
        return () => limits.delete(callback);
      }
      waits.push(milliseconds);
      now += milliseconds;
      queueMicrotask(callback);
      return () => undefined;
    },
    async fetch(_, { headers }) {
      const given = turns[sent.length] ?? 'hangs';
      sent.push(Object.fromEntries(Object.entries(headers ?? {})));
      const turn = typeof given === 'function' ? given() : given;
      if (turn instanceof Error) throw turn;
      if (turn !== 'hangs') return turn;
      const [[giveUp, at] = [() => undefined, now]] = [...limits].sort((a, b) => a[1] - b[1]);
      now = at;
      giveUp();
      return new Promise(() => undefined);
    },
    ...options,
  });
  return { result, waits, sent };
}

function good(): Response {
  return new Response(GOOD, { headers: JSON_TYPE });
}

function status(code: number, retryAfter?: string): Response {
  const headers = new Headers(JSON_TYPE);
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  return new Response(GOOD, { status: code, headers });
}

function broken(): Error {
  return new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
}

describe('a judge is asked again', () => {
  it.each([408, 429, 500, 502, 503, 504, 529, 599])('after status %i', async (code) => {
    const { result, sent } = tell([status(code), good()]);
    expect(await result).toMatchObject({ effect: 'allow', attempts: 2 });
    expect(sent.length).toBe(2);
  });

  it('after a connection that broke, before the response and within it', async () => {
    const half = new ReadableStream({
      pull(controller) {
        controller.error(broken());
      },
    });
    const { result, sent } = tell([broken(), new Response(half, { headers: JSON_TYPE }), good()]);
    expect(await result).toMatchObject({ effect: 'allow', attempts: 3 });
    expect(sent.length).toBe(3);
  });

  it('as often as was asked for, and the last error is told', async () => {
    const { result, sent } = tell([status(500), broken(), status(503)]);
    expect(await errorOf(result)).toMatchObject({
      code: 'judge_unavailable',
      status: 503,
      attempts: 3,
    });
    expect(sent.length).toBe(3);
  });

  it('after half a second, then after one, two, four and five, or up to a quarter less', async () => {
    const turns = Array.from({ length: 7 }, () => status(500));
    const most = tell(turns, { retries: 6 });
    await errorOf(most.result);
    expect(most.waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    const least = tell(
      turns.map(() => status(500)),
      { retries: 6, random: (length) => new Uint8Array(length).fill(255) },
    );
    await errorOf(least.result);
    expect(least.waits).toEqual([375, 751, 1_502, 3_004, 3_755, 3_755]);
  });
});

describe('a judge is not asked again', () => {
  it('unless that was asked for', async () => {
    const { result, sent } = tell([status(503, '0'), good()], { retries: 0 });
    expect(await errorOf(result)).toMatchObject({ status: 503, attempts: 1 });
    expect(sent.length).toBe(1);
  });

  it.each([201, 204, 302, 400, 401, 403, 404, 409, 413, 422])('after status %i', async (code) => {
    const { result, sent } = tell([
      new Response(null, { status: code, headers: { 'retry-after': '0' } }),
      good(),
    ]);
    expect(await errorOf(result)).toMatchObject({ status: code, attempts: 1 });
    expect(sent.length).toBe(1);
  });

  it.each([
    ['what is no JSON', () => new Response(`${GOOD}!`, { headers: JSON_TYPE })],
    ['an answer that breaks a rule', () => new Response('{"answers":{}}', { headers: JSON_TYPE })],
    ['a body that is too long', () => new Response(GOOD.padEnd(2_000_000), { headers: JSON_TYPE })],
    ['HTML', () => new Response(GOOD, { headers: { 'content-type': 'text/html' } })],
  ])('after %s', async (_, make) => {
    const { result, sent } = tell([make(), good()]);
    await errorOf(result);
    expect(sent.length).toBe(1);
  });

  it('when it was too slow', async () => {
    const { result, sent } = tell(['hangs', good()]);
    expect(await errorOf(result)).toMatchObject({
      code: 'judge_unavailable',
      path: 'options.timeoutMs',
      rule: 'the judge answers within 10000 ms, the body included',
      attempts: 1,
    });
    expect(sent.length).toBe(1);
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', '3', 3_000],
    ['no seconds', '0', 0],
    ['seconds with a zero in front', '007', 7_000],
    ['a date', 'Mon, 30 Nov 2026 12:00:04 GMT', 4_000],
    ['a date of RFC 850', 'Monday, 30-Nov-26 12:00:04 GMT', 4_000],
    ['a date of asctime', 'Mon Nov 30 12:00:04 2026', 4_000],
    ['a date that is past', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ])('as %s is kept to', async (_, header, wait) => {
    const { result, waits } = tell([status(429, header), good()]);
    expect((await result).effect).toBe('allow');
    expect(waits).toEqual([wait]);
  });

  it.each([
    ['a negative number', '-5'],
    ['a fraction', '1.5'],
    ['a word', 'soon'],
    ['nothing', ''],
    ['two numbers', '1, 1'],
    ['a date without a zone', 'Mon, 30 Nov 2026 12:00:04'],
    ['a date of ISO 8601', '2026-11-30T12:00:04Z'],
    ['a month that does not exist', 'Mon, 30 Nix 2026 12:00:04 GMT'],
    ['a time that does not exist', 'Mon, 30 Nov 2026 25:00:00 GMT'],
    ['a day that does not exist', 'Mon, 32 Nov 2026 12:00:00 GMT'],
    ['digits of another script', '٣'],
    ['a number in hex', '0x3'],
  ])('as %s counts as none', async (_, header) => {
    const headers = { get: () => header };
    expect(readRetryAfter(headers.get(), START)).toBe(undefined);
    if (/^[\x20-\x7e]*$/.test(header)) {
      const { result, waits } = tell([status(429, header), good()]);
      expect((await result).effect).toBe('allow');
      expect(waits).toEqual([500]);
    }
  });

  it.each([
    ['seconds', '30'],
    ['so many seconds that no number holds them', '9'.repeat(400)],
    ['a date', 'Mon, 30 Nov 2026 12:00:30 GMT'],
    ['a date far away', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('beyond the budget, as %s, ends it at once', async (_, header) => {
    const { result, sent, waits } = tell([status(429, header), good()]);
    const error = await errorOf(result);
    expect(error).toMatchObject({ code: 'judge_unavailable', status: 429, attempts: 1 });
    expect(error.rule).toMatch(/; the next attempt would be in \d+ ms, and 30000 ms are left$/);
    expect(sent.length).toBe(1);
    expect(waits).toEqual([]);
  });

  it('is read of each status that is asked again, and of no other', async () => {
    const { result, waits } = tell([status(503, '2'), status(408, '1'), good()]);
    await result;
    expect(waits).toEqual([2_000, 1_000]);
  });

  it('of two digits for a year means the one that is near', () => {
    const at = (year: string): number =>
      Number(readRetryAfter(`Monday, 30-Nov-${year} 12:00:00 GMT`, START));
    expect(at('26')).toBe(0);
    expect(at('94')).toBe(0);
    expect(at('77')).toBe(0);
    expect(at('76')).toBe(Date.UTC(2076, 10, 30, 12) - START);
  });
});

describe('the budget', () => {
  it('is that of each attempt, all together, unless it is given', async () => {
    const inTime = tell([status(429, '29'), good()]);
    expect((await inTime.result).effect).toBe('allow');
    const tooLate = tell([status(429, '29')], { totalTimeoutMs: 20_000 });
    expect((await errorOf(tooLate.result)).rule).toContain('20000 ms are left');
  });

  it('counts what earlier waits took', async () => {
    const { result, waits } = tell([status(429, '9'), status(429, '9'), good()], {
      totalTimeoutMs: 15_000,
    });
    expect((await errorOf(result)).rule).toContain('would be in 9000 ms, and 6000 ms are left');
    expect(waits).toEqual([9_000]);
  });

  it('ends an attempt that would have had more time', async () => {
    const { result } = tell([status(429, '9'), 'hangs'], { totalTimeoutMs: 15_000 });
    expect(await errorOf(result)).toMatchObject({
      code: 'judge_unavailable',
      path: 'options.totalTimeoutMs',
      rule: 'the judge answers within 15000 ms, all attempts together',
      attempts: 2,
    });
  });

  it('holds where a clock stands still', async () => {
    const { result } = tell([status(429, '9'), 'hangs'], {
      clock: () => START,
      totalTimeoutMs: 15_000,
      retries: 100,
    });
    const error: JudgementError = await errorOf(result);
    expect(error.code).toBe('judge_unavailable');
  });
});

describe('headers', () => {
  it('are asked for once before each attempt', async () => {
    let asked = 0;
    const { result, sent } = tell([status(500), status(500), good()], {
      async headers() {
        asked += 1;
        return { authorization: `Bearer ${asked}` };
      },
    });
    await result;
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      'Bearer 1',
      'Bearer 2',
      'Bearer 3',
    ]);
    expect(asked).toBe(3);
  });
});
