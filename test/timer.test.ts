import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkDelay, giveWay, hostTimer, MAX_DELAY } from '../src/timer.js';
import { faultOf } from './fault.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the timer of the host', () => {
  it('calls back once, after the time that it is given', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    hostTimer(callback, 250);
    vi.advanceTimersByTime(249);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(1_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('forgets, and leaves nothing behind', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    const forget = hostTimer(callback, 250);
    expect(vi.getTimerCount()).toBe(1);
    forget();
    forget();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(callback).not.toHaveBeenCalled();
  });

  it('waits by the real one, too', async () => {
    expect(await new Promise((resolve) => hostTimer(() => resolve('woken'), 1))).toBe('woken');
  });

  it.each([
    ['setTimeout', undefined],
    ['clearTimeout', undefined],
    ['setTimeout', 7],
  ])('is missed when it is needed: %s is %s', (name, value) => {
    vi.stubGlobal(name, value);
    expect(faultOf(() => hostTimer(() => undefined, 1))).toEqual(['bad_option', 'options.timer']);
  });

  it('is called as a function, which is all that some hosts allow', () => {
    const seen: unknown[] = [];
    vi.stubGlobal('setTimeout', function (this: unknown) {
      seen.push(this);
      return 1;
    });
    hostTimer(() => undefined, 1);
    expect(seen).toEqual([undefined]);
  });
});

describe('a time to wait', () => {
  it.each([0, 0.5, 1, MAX_DELAY])('may be %s', (value) => {
    expect(checkDelay(value, 'ms')).toBeUndefined();
  });

  it.each([-1, MAX_DELAY + 1, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined, 5n])(
    'is not %s',
    (value) => {
      expect(faultOf(() => checkDelay(value, 'options.ms'))).toEqual(['bad_option', 'options.ms']);
    },
  );

  it('that is none is not waited for', () => {
    expect(faultOf(() => hostTimer(() => undefined, Number.POSITIVE_INFINITY))).toEqual([
      'bad_option',
      'milliseconds',
    ]);
  });
});

describe('a turn for the host', () => {
  /** Whether a timer that is due comes about while turns are given. */
  const isReached = async (): Promise<boolean> => {
    let isDue = false;
    setTimeout(() => {
      isDue = true;
    }, 1);
    for (let turn = 0; turn < 100_000 && !isDue; turn += 1) await giveWay();
    return isDue;
  };

  it('lets timers come about', async () => {
    expect(await isReached()).toBe(true);
  });

  it('does so where only a timer can be set as well', async () => {
    vi.stubGlobal('setImmediate', undefined);
    expect(await isReached()).toBe(true);
  });

  it('is over at once where there is none', async () => {
    vi.stubGlobal('setImmediate', undefined);
    vi.stubGlobal('setTimeout', undefined);
    expect(await giveWay()).toBeUndefined();
  });
});
