import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { JudgeError, judgeWith, retry, timeout } from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  answer,
  errorOf,
  later,
  manualTimer,
  settle,
  silent,
  state,
  stickySignal,
  throws,
  unavailable,
  unheard,
  unsafe,
} from './helpers.js';

const request = { state, questions: unsafe };

/** Fails so many times, and then answers. */
const shaky = (failures: number, error: unknown = unavailable()) =>
  later('m-1', (_request: unknown, _options: unknown, turn: number) => {
    if (turn <= failures) throw error;
    return answer(0.9);
  });

describe('a judge that is asked again', () => {
  it('says how often it was asked', async () => {
    for (const failures of [0, 1, 2]) {
      const inner = shaky(failures);
      const result = await judgeWith(retry(inner, { delayMs: 0 }), request);
      expect(result).toMatchObject({ effect: 'deny', attempts: failures + 1, judge: inner.info });
      expect(inner.requests.length).toBe(failures + 1);
    }
  });

  it('is unavailable when it was in vain each time, with all that went wrong', async () => {
    const first = unavailable('it is down', { attempts: 4 });
    const errors = [first, new TypeError('reset'), unavailable('busy', { status: 503 })];
    const inner = later('m-1', (_request: unknown, _options: unknown, turn: number) => {
      throw errors[turn - 1];
    });
    const error = await errorOf(judgeWith(retry(inner, { delayMs: 0 }), request));
    expect(error).toMatchObject({
      code: 'judge_unavailable',
      rule: 'asked 3 times in vain, and the last time: busy',
      status: 503,
      attempts: 6,
    });
    const { errors: causes } = error.cause as AggregateError;
    expect(causes).toHaveLength(3);
    expect([causes[0], causes[1].cause, causes[2]]).toEqual([first, errors[1], errors[2]]);
  });

  it('throws the one error as it is where it may ask only once', async () => {
    const error = unavailable();
    expect(await errorOf(judgeWith(retry(throws('m-1', error), { attempts: 1 }), request))).toBe(
      error,
    );
  });

  it.each(['bad_answer', 'bad_state', 'bad_question', 'bad_option', 'unknown_question'] as const)(
    'is not asked again after %s',
    async (code) => {
      const wrong = new JudgeError(code, { path: 'p', rule: 'r', fix: 'f' });
      const inner = shaky(1, wrong);
      expect(await errorOf(judgeWith(retry(inner, { delayMs: 0 }), request))).toBe(wrong);
      expect(inner.requests.length).toBe(1);
    },
  );

  it.each([400, 401, 403, 404, 410, 413, 415, 422, 451, 499])(
    'is not asked again after status %i, as that cannot help',
    async (status) => {
      const refused = unavailable('no', { status });
      const inner = shaky(1, refused);
      expect(await errorOf(judgeWith(retry(inner, { delayMs: 0 }), request))).toBe(refused);
      expect(inner.requests.length).toBe(1);
    },
  );

  it.each([200, 307, 399, 408, 429, 500, 503, 599])(
    'is asked again after status %i',
    async (status) => {
      const inner = shaky(1, unavailable('no', { status }));
      const result = await judgeWith(retry(inner, { delayMs: 0 }), request);
      expect([result.effect, result.attempts, inner.requests.length]).toEqual(['deny', 2, 2]);
    },
  );

  it('counts what came before the status that ended it', async () => {
    const errors = [unavailable('busy', { status: 503 }), unavailable('no', { status: 401 })];
    const inner = later('m-1', (_request: unknown, _options: unknown, turn: number) => {
      throw errors[turn - 1];
    });
    const error = await errorOf(judgeWith(retry(inner, { delayMs: 0 }), request));
    expect(error).toMatchObject({ status: 401, attempts: 2, cause: { errors } });
    expect(error.rule).toBe('asked 2 times in vain, and the last time: no');
  });

  it('is not asked again when its answer breaks a rule', async () => {
    const inner = later('m-1', answer(1.5));
    const error = await errorOf(judgeWith(retry(inner, { delayMs: 0 }), request));
    expect([error.code, error.path, inner.requests.length]).toEqual([
      'bad_answer',
      'answers.unsafe.noul',
      1,
    ]);
  });

  it('waits twice as long each time, and up to a half less by chance', async () => {
    const waitsWith = async (byte: number): Promise<readonly number[]> => {
      const { timer, waits, pass } = manualTimer();
      const random = (length: number): Uint8Array => new Uint8Array(length).fill(byte);
      const options = { attempts: 5, delayMs: 100, maxDelayMs: 350, timer, random };
      const asked = errorOf(judgeWith(retry(throws('m-1', unavailable()), options), request));
      for (let turn = 0; turn < 5; turn += 1) await pass(350);
      await asked;
      return waits;
    };
    expect(await waitsWith(0)).toEqual([100, 200, 350, 350]);
    expect(await waitsWith(128)).toEqual(
      [100, 200, 350, 350].map((full) => full * (1 - (128 * 257) / 131_072)),
    );
  });

  it('never waits less than half of the time, nor longer than it', async () => {
    const bytes = fc.uint8Array({ minLength: 2, maxLength: 2 });
    const property = fc.asyncProperty(bytes, async (drawn) => {
      const { timer, waits, pass } = manualTimer();
      const judge = retry(throws('m-1', unavailable()), {
        attempts: 2,
        delayMs: 100,
        timer,
        random: () => drawn,
      });
      const asked = errorOf(judgeWith(judge, request));
      await pass(100);
      await asked;
      expect(waits.every((one) => one > 50 && one <= 100)).toBe(true);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it('waits as a function says, and no longer than the most', async () => {
    const { timer, waits, pass } = manualTimer();
    const delayMs = (failures: number): number => failures * 1_000;
    const options = { attempts: 4, delayMs, maxDelayMs: 2_500, timer };
    const asked = errorOf(judgeWith(retry(throws('m-1', unavailable()), options), request));
    for (let turn = 0; turn < 4; turn += 1) await pass(3_000);
    await asked;
    expect(waits).toEqual([1_000, 2_000, 2_500]);
  });

  it('ends while it waits when the caller gives up, and leaves nothing behind', async () => {
    const { timer, pending } = manualTimer();
    const inner = shaky(9);
    const controller = new AbortController();
    const { signal } = controller;
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const asked = errorOf(retry(inner, { delayMs: 60_000, timer }).ask(request, { signal }));
    await settle();
    expect(pending()).toBe(1);
    controller.abort('enough');
    expect(await asked).toMatchObject({ code: 'aborted', cause: 'enough' });
    expect([pending(), inner.requests.length]).toEqual([0, 1]);
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });

  it('counts a limit of time for each attempt as a failure', async () => {
    const { timer, pass, pending } = manualTimer();
    const judge = retry(timeout(silent(), 100, { timer }), { attempts: 2, delayMs: 0, timer });
    const asked = errorOf(judgeWith(judge, request));
    for (let turn = 0; turn < 3; turn += 1) await pass(100);
    expect(await asked).toMatchObject({
      attempts: 2,
      rule: 'asked 2 times in vain, and the last time: the judge gave no answer within 100 ms',
    });
    expect(pending()).toBe(0);
  });

  it.each([
    ['attempts of 0', { attempts: 0 }, 'options.attempts'],
    ['attempts without end', { attempts: Number.POSITIVE_INFINITY }, 'options.attempts'],
    ['a negative delay', { delayMs: -1 }, 'options.delayMs'],
    ['a delay that is no number', { delayMs: Number.NaN }, 'options.delayMs'],
    ['a longest delay that no host can wait', { maxDelayMs: 2 ** 31 }, 'options.maxDelayMs'],
    ['another option', { times: 3 }, 'options.times'],
  ])('refuses %s', (_, options, path) => {
    expect(faultOf(() => Reflect.apply(retry, undefined, [silent(), options]))).toEqual([
      'bad_option',
      path,
    ]);
  });

  it('refuses a delay or a draw that turns out to be none', async () => {
    const down = throws('m-1', unavailable());
    const endless = retry(down, { delayMs: () => Number.POSITIVE_INFINITY });
    expect(await errorOf(judgeWith(endless, request))).toMatchObject({ path: 'options.delayMs' });
    const empty = retry(down, { random: () => new Uint8Array() });
    expect(await errorOf(judgeWith(empty, request))).toMatchObject({ path: 'options.random' });
  });
});

describe('an error of another copy of the library', () => {
  const foreign = (more: object): Error =>
    Object.assign(new Error('down'), {
      name: 'JudgeError',
      code: 'judge_unavailable',
      path: 'judge',
      rule: 'it is down',
      fix: 'wait',
      ...more,
    });

  it.each([
    [2, 4],
    [undefined, 2],
    [Number.NaN, 2],
    [-5, 2],
    [1.5, 2],
    ['9', 2],
  ])(
    'keeps its code and its status, and attempts of %s where they are a count',
    async (attempts, all) => {
      const judge = retry(throws('m-1', foreign({ status: 503, attempts })), {
        attempts: 2,
        delayMs: 0,
      });
      const { code, status, attempts: counted } = await errorOf(judgeWith(judge, request));
      expect([code, status, counted]).toEqual(['judge_unavailable', 503, all]);
    },
  );
});

describe('what a caller passes in', () => {
  it('may be a signal that cannot be let go of', async () => {
    const { signal, abort } = stickySignal();
    const twice = () =>
      later('m-1', (_request: unknown, _options: unknown, turn: number) => {
        if (turn === 1) throw unavailable();
        return answer(0.9);
      });
    const reasons = await unheard(async () => {
      const answered = await judgeWith(retry(twice(), { delayMs: 1 }), request, { signal });
      expect([answered.effect, answered.attempts]).toEqual(['deny', 2]);
      const asked = retry(twice(), { delayMs: 60_000 }).ask(request, { signal });
      await settle();
      abort();
      expect((await errorOf(asked)).code).toBe('aborted');
    });
    expect(reasons).toEqual([]);
  });

  it('is heard where it is a delay that will be none', async () => {
    const delayMs = (() => Promise.reject(new Error('later'))) as unknown as () => number;
    const reasons = await unheard(async () => {
      const error = await errorOf(
        judgeWith(retry(throws('m-1', unavailable()), { delayMs }), request),
      );
      expect([error.code, error.path]).toEqual(['bad_option', 'options.delayMs']);
    });
    expect(reasons).toEqual([]);
  });
});
