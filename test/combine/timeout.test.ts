import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Judge, judgeWith, timeout } from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  answer,
  errorOf,
  later,
  manualTimer,
  says,
  settle,
  silent,
  state,
  stickySignal,
  throws,
  unheard,
  unsafe,
} from './helpers.js';

const request = { state, questions: unsafe };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a limit of time', () => {
  it('passes on what the judge says in time, as it is, and forgets its timer', async () => {
    const { timer, pending, waits } = manualTimer();
    const inner = later({ model: 'm-1', kind: 'llm' }, answer(0.9, { requestId: 'req_1' }));
    const judge = timeout(inner, 250, { timer });
    const result = await judgeWith(judge, request);
    expect(result).toMatchObject({ effect: 'deny', judge: inner.info, requestId: 'req_1' });
    expect(result.attempts).toBeUndefined();
    expect([pending(), waits]).toEqual([0, [250]]);
  });

  it('makes a judge unavailable when the time is up, and says how long it was', async () => {
    const { timer, pass, pending } = manualTimer();
    const inner = silent();
    const asked = errorOf(judgeWith(timeout(inner, 250, { timer }), request));
    await pass(249);
    expect([pending(), inner.options[0]?.signal?.aborted]).toEqual([1, false]);
    await pass(1);
    const error = await asked;
    expect(error).toMatchObject({
      code: 'judge_unavailable',
      path: 'judge',
      rule: 'the judge gave no answer within 250 ms',
    });
    expect(inner.options[0]?.signal?.aborted).toBe(true);
    expect(inner.options[0]?.signal?.reason).toBe(error);
    expect(pending()).toBe(0);
  });

  it('says so even where the judge makes something else of its signal', async () => {
    const { timer, pass } = manualTimer();
    const inner: Judge = {
      info: { model: 'm-1' },
      ask: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new TypeError('gone')));
        }),
    };
    const asked = errorOf(judgeWith(timeout(inner, 5, { timer }), request));
    await pass(5);
    expect((await asked).rule).toBe('the judge gave no answer within 5 ms');
  });

  it('ends when the caller gives up, and so does the judge', async () => {
    const { timer, pending } = manualTimer();
    const inner = silent();
    const controller = new AbortController();
    const { signal } = controller;
    const remove = vi.spyOn(signal, 'removeEventListener');
    const asked = timeout(inner, 250, { timer }).ask(request, { signal });
    controller.abort('enough');
    expect(await errorOf(asked)).toMatchObject({ code: 'aborted', cause: 'enough' });
    expect(inner.options[0]?.signal?.reason).toBe('enough');
    expect(pending()).toBe(0);
    expect(remove).toHaveBeenCalled();
  });

  it('asks nobody for a caller who has given up', async () => {
    const { timer, pending } = manualTimer();
    const inner = silent();
    const asked = timeout(inner, 250, { timer }).ask(request, { signal: AbortSignal.abort('no') });
    expect(await errorOf(asked)).toMatchObject({ code: 'aborted' });
    expect([inner.requests.length, pending()]).toEqual([0, 0]);
  });

  it.each([
    ['at once', throws('m-1', new TypeError('down'))],
    ['later', later('m-1', () => Promise.reject(new TypeError('down')))],
  ])('forgets its timer when the judge throws %s', async (_, inner) => {
    const { timer, pending } = manualTimer();
    const error = await errorOf(judgeWith(timeout(inner, 250, { timer }), request));
    expect(error).toMatchObject({ code: 'judge_unavailable', cause: { message: 'down' } });
    expect(pending()).toBe(0);
  });

  it('waits by the host unless it is told how', async () => {
    vi.useFakeTimers();
    const asked = errorOf(judgeWith(timeout(silent(), 250), request));
    await vi.advanceTimersByTimeAsync(250);
    expect((await asked).code).toBe('judge_unavailable');
    await judgeWith(timeout(later('m-1', answer(0)), 250), request);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the judge a signal that the host takes for its own', async () => {
    const inner = later('m-1', answer(0));
    await judgeWith(timeout(inner, 250), request);
    expect(inner.options[0]?.signal).toBeInstanceOf(AbortSignal);
  });

  it('makes a signal of its own where the host has none', async () => {
    vi.stubGlobal('AbortController', undefined);
    const { timer, pass } = manualTimer();
    const heard: unknown[] = [];
    const inner: Judge = {
      info: { model: 'm-1' },
      ask(_, { signal }) {
        const forgotten = (): void => void heard.push('forgotten');
        signal?.addEventListener('abort', () => heard.push(signal.aborted));
        signal?.addEventListener('abort', forgotten);
        signal?.removeEventListener('abort', forgotten);
        return new Promise(() => undefined);
      },
    };
    const asked = errorOf(judgeWith(timeout(inner, 5, { timer }), request));
    await pass(5);
    await asked;
    expect(heard).toEqual([true]);
  });

  it('names the judge within, whoever asks', () => {
    const inner = says({ model: 'm-1', provider: 'p' }, answer(0));
    expect(timeout(inner, 1).info).toEqual(inner.info);
  });

  it.each([
    ['no judge', () => Reflect.apply(timeout, undefined, [{}, 5]), 'judge'],
    ['no time', () => Reflect.apply(timeout, undefined, [silent()]), 'milliseconds'],
    ['a time of 0', () => timeout(silent(), 0), 'milliseconds'],
    ['a time too long', () => timeout(silent(), 2 ** 31), 'milliseconds'],
    [
      'another option',
      () => Reflect.apply(timeout, undefined, [silent(), 5, { ms: 1 }]),
      'options.ms',
    ],
  ])('refuses %s', (_, call, path) => {
    expect(faultOf(call)).toEqual(['bad_option', path]);
  });
});

describe('a signal made by hand that cannot be let go of', () => {
  it('keeps no answer back, and ends the waiting', async () => {
    const { timer, pending } = manualTimer();
    const { signal, abort } = stickySignal();
    const reasons = await unheard(async () => {
      const judge = timeout(later('m-1', answer(0.9)), 250, { timer });
      expect((await judgeWith(judge, request, { signal })).effect).toBe('deny');
      const asked = timeout(silent(), 250, { timer }).ask(request, { signal });
      abort();
      expect((await errorOf(asked)).code).toBe('aborted');
    });
    expect([pending(), reasons]).toEqual([0, []]);
  });

  it('leaves no timer behind where it cannot be listened to', async () => {
    const { timer, waits } = manualTimer();
    const refuse = (): void => {
      throw new TypeError('not supported');
    };
    const signal = { aborted: false, addEventListener: refuse, removeEventListener: refuse };
    const asked = timeout(silent(), 250, { timer }).ask(request, { signal });
    await expect(asked).rejects.toBeInstanceOf(TypeError);
    expect(waits).toEqual([]);
  });
});

describe('a judge whose listener throws', () => {
  it('does not keep the end of the time from whoever waits', async () => {
    vi.stubGlobal('AbortController', undefined);
    const { timer, pass } = manualTimer();
    const inner: Judge = {
      info: { model: 'm-1' },
      ask: (_, { signal }) => {
        signal?.addEventListener('abort', () => {
          throw new TypeError('gone');
        });
        return new Promise(() => undefined);
      },
    };
    const told: unknown[] = [];
    errorOf(timeout(inner, 250, { timer }).ask(request, {})).then(({ rule }) => told.push(rule));
    await expect(pass(250)).rejects.toBeInstanceOf(TypeError);
    await settle();
    // Looked at and not waited for: it would never come.
    expect(told).toEqual(['the judge gave no answer within 250 ms']);
  });
});
