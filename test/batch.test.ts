import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type Judge,
  type Judged,
  JudgeError,
  judgeMany,
  type Progress,
  rulesJudge,
  rulesQuestions,
  type State,
  threshold,
  toolCall,
} from '../src/index.js';
import { answer, later, says, settle, silent, unheard, unsafe } from './combine/helpers.js';
import { faultOf, rejectionOf } from './fault.js';

const judge = later('m-1', ({ state }: { state: State }) => answer(Number(state) / 100));

/** The numbers that came back, or the codes of what failed. */
function seen(outcomes: readonly Judged<typeof unsafe>[]): readonly unknown[] {
  return outcomes.map((one) => (one.ok ? one.judgement.answers.unsafe.noul * 100 : one.error.code));
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

/** A judge that answers when, and in the order in which, it is told to. */
function held() {
  const waiting = new Map<string, (said: unknown) => void>();
  const signals: (AbortSignal | undefined)[] = [];
  let most = 0;
  const slow: Judge = {
    info: { model: 'held' },
    ask: ({ state }, { signal }) =>
      new Promise((resolve) => {
        signals.push(signal as AbortSignal | undefined);
        waiting.set(String(state), resolve as (said: unknown) => void);
        most = Math.max(most, waiting.size);
      }),
  };
  return {
    slow,
    signals,
    most: () => most,
    waiting: () => [...waiting.keys()],
    give(state: string, said: unknown = answer(Number(state) / 100)) {
      waiting.get(state)?.(said);
      waiting.delete(state);
    },
  };
}

describe('a list of states', () => {
  it('is judged in order, with the index of each', async () => {
    const outcomes = await judgeMany(['10', '90', '40'], unsafe, { judge });
    expect(seen(outcomes)).toEqual([10, 90, 40]);
    expect(outcomes.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(outcomes.map((one) => one.ok && one.judgement.effect)).toEqual([
      'allow',
      'deny',
      'allow',
    ]);
    expect([Object.isFrozen(outcomes), outcomes.every(Object.isFrozen)]).toEqual([true, true]);
  });

  it('listens to the one signal of the caller once, and not any more when all is done', async () => {
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, 'addEventListener');
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    const { signal } = controller;
    const states = Array.from({ length: 40 }, (_, index) => String(index));
    await judgeMany(states, unsafe, { judge, signal, concurrency: 30 });
    await collect(judgeMany(states.values(), unsafe, { judge, signal, concurrency: 30 }));
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([2, 2]);
  });

  it('may be empty', async () => {
    expect(await judgeMany([], unsafe, { judge })).toEqual([]);
  });

  it('loses nothing where one fails, whatever the reason', async () => {
    const moody = later('m-1', ({ state }: { state: State }) => {
      if (state === 'down') throw new TypeError('refused');
      if (state === 'wrong') return answer(7);
      return answer(0.5);
    });
    const states = ['down', 'good', 7, 'wrong', undefined, 'good'] as State[];
    const outcomes = await judgeMany(states, unsafe, { judge: moody });
    expect(seen(outcomes)).toEqual([
      'judge_unavailable',
      50,
      'bad_state',
      'bad_answer',
      'bad_state',
      50,
    ]);
  });

  it('takes the same policy, contract and clock as one', async () => {
    const clock = (): number => Date.UTC(2026, 11, 1);
    const options = { judge, policy: threshold(0.95), contract: 'refunds@3', clock };
    const [one] = await judgeMany(['90'], unsafe, options);
    expect(one?.ok && one.judgement).toMatchObject({
      effect: 'allow',
      contract: { id: 'refunds', version: '3' },
      judgedAt: '2026-12-01T00:00:00Z',
      threshold: { value: 0.95 },
    });
  });

  it('is judged so many at a time, and no more', async () => {
    const { slow, most, waiting, give } = held();
    const states = ['0', '1', '2', '3', '4'];
    const pending = judgeMany(states, unsafe, { judge: slow, concurrency: 2 });
    await settle();
    expect(waiting()).toEqual(['0', '1']);
    give('1');
    await settle();
    expect(waiting()).toEqual(['0', '2']);
    for (const state of ['2', '3', '0', '4']) {
      give(state);
      await settle();
    }
    expect(seen(await pending)).toEqual([0, 1, 2, 3, 4]);
    expect(most()).toBe(2);
  });

  it('comes in order whatever order it is judged in', async () => {
    const plans = fc.record({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      failing: fc.subarray([0, 1, 2, 3, 4, 5]),
      concurrency: fc.integer({ min: 1, max: 8 }),
      asStream: fc.boolean(),
    });
    const property = fc.asyncProperty(plans, async ({ order, failing, concurrency, asStream }) => {
      const { slow, waiting, give, most } = held();
      const states = ['0', '1', '2', '3', '4', '5'];
      const options = { judge: slow, concurrency };
      const pending = asStream
        ? collect(judgeMany(new Set(states), unsafe, options))
        : judgeMany(states, unsafe, options);
      for (let turn = 0; turn < states.length; turn += 1) {
        await settle();
        const next = order.find((one) => waiting().includes(String(one))) ?? -1;
        give(String(next), failing.includes(next) ? {} : undefined);
      }
      const expected = states.map((one) =>
        failing.includes(Number(one)) ? 'bad_answer' : Number(one),
      );
      expect(seen(await pending)).toEqual(expected);
      expect(most()).toBeLessThanOrEqual(concurrency);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('says how far it has come', async () => {
    const told: Progress[] = [];
    const onProgress = (progress: Progress): void => void told.push(progress);
    await judgeMany(['10', 'x', '30'], unsafe, { judge, concurrency: 1, onProgress });
    expect(told).toEqual([
      { done: 1, failed: 0, total: 3 },
      { done: 2, failed: 1, total: 3 },
      { done: 3, failed: 1, total: 3 },
    ]);
    const throwing = (): never => {
      throw new Error('no');
    };
    expect(seen(await judgeMany(['10'], unsafe, { judge, onProgress: throwing }))).toEqual([10]);
  });

  it('keeps what is judged when the caller gives up', async () => {
    const { slow, give } = held();
    const controller = new AbortController();
    const { signal } = controller;
    const pending = judgeMany(['0', '1', '2', '3'], unsafe, {
      judge: slow,
      concurrency: 2,
      signal,
    });
    await settle();
    give('1');
    await settle();
    controller.abort('enough');
    const outcomes = await pending;
    expect(seen(outcomes)).toEqual(['aborted', 1, 'aborted', 'aborted']);
    const before = await judgeMany(['0'], unsafe, { judge: slow, signal });
    expect(seen(before)).toEqual(['aborted']);
  });

  it('is judged by the rules, too, at once', async () => {
    const states = ['ls', 'rm -rf /'].map((command) =>
      toolCall({ tool: 'Bash', input: { command } }),
    );
    const outcomes = await judgeMany(states, rulesQuestions, { judge: rulesJudge() });
    expect(outcomes.map((one) => one.ok && one.judgement.effect)).toEqual(['allow', 'deny']);
  });

  it.each([
    ['no judge', {}, 'options.judge'],
    ['no concurrency', { judge, concurrency: 0 }, 'options.concurrency'],
    ['half a concurrency', { judge, concurrency: 1.5 }, 'options.concurrency'],
    ['too much', { judge, concurrency: 1_001 }, 'options.concurrency'],
    ['nobody to tell', { judge, onProgress: 1 }, 'options.onProgress'],
    ['another option', { judge, parallel: 1 }, 'options.parallel'],
    ['a signal that is none', { judge, signal: {} }, 'options.signal'],
  ])('is not begun with %s', async (_, options, path) => {
    const begin = (states: unknown): unknown =>
      Reflect.apply(judgeMany, undefined, [states, unsafe, options]);
    expect(await rejectionOf(Promise.resolve(begin(['1'])))).toEqual(['bad_option', path]);
    expect(faultOf(() => begin(new Set(['1'])))).toEqual(['bad_option', path]);
  });

  it('is not begun with a bar for what is not asked, which would fail each state', async () => {
    const policy = threshold(0.5, { questions: { unsave: 0.9 } });
    expect(await rejectionOf(judgeMany(['1'], unsafe, { judge, policy }))).toEqual([
      'bad_policy',
      'options.questions.unsave',
    ]);
  });
});

describe('states that are iterated', () => {
  async function* numbers(count: number, log: unknown[] = []): AsyncGenerator<State> {
    try {
      for (let index = 0; index < count; index += 1) {
        log.push(index);
        yield String(index);
      }
    } finally {
      log.push('closed');
    }
  }

  it('come from anything that is iterated, at once or later', async () => {
    function* once(): Generator<State> {
      yield '1';
      yield '2';
    }
    for (const source of [new Set(['1', '2']), once(), numbers(3)]) {
      const outcomes = await collect(judgeMany(source, unsafe, { judge }));
      expect(seen(outcomes).slice(-2)).toEqual([1, 2]);
    }
  });

  it('are taken no faster than they are fetched', async () => {
    const log: unknown[] = [];
    const outcomes = judgeMany(numbers(1_000, log), unsafe, { judge, concurrency: 4 });
    await settle();
    expect(log).toEqual([]);
    for (let fetched = 1; fetched <= 20; fetched += 1) {
      await outcomes.next();
      await settle();
      // Those that were fetched, the window, and the one that it was waiting for.
      expect(log.length).toBeLessThanOrEqual(fetched + 4);
    }
    await outcomes.return();
    expect(log.at(-1)).toBe('closed');
  });

  it('are handed over as soon as they are judged, though the source takes its time', async () => {
    let more: (() => void) | undefined;
    async function* slow(): AsyncGenerator<State> {
      yield '1';
      await new Promise<void>((resolve) => {
        more = resolve;
      });
      yield '2';
    }
    const outcomes = judgeMany(slow(), unsafe, { judge, concurrency: 4 });
    const first = await outcomes.next();
    expect(first.done ? undefined : first.value.index).toBe(0);
    const second = outcomes.next();
    await settle();
    more?.();
    expect(seen([(await second).value as never])).toEqual([2]);
    expect((await outcomes.next()).done).toBe(true);
  });

  it('stop when whoever fetches them stops, with all that is in flight', async () => {
    const log: unknown[] = [];
    const { slow, give, signals, waiting } = held();
    const outcomes = judgeMany(numbers(1_000, log), unsafe, { judge: slow, concurrency: 3 });
    const first = outcomes.next();
    await settle();
    expect(waiting()).toEqual(['0', '1', '2']);
    give('0');
    await first;
    await outcomes.return();
    // The first one is done, and nobody needs to tell it any more.
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, true, true]);
    expect(log).toEqual([0, 1, 2, 'closed']);
    expect((await outcomes.next()).done).toBe(true);
  });

  it('stop at a break, where nobody waits for a source that is busy', async () => {
    const closing = vi.fn(() => new Promise<never>(() => undefined));
    let turn = 0;
    const source: AsyncIterable<State> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          turn += 1;
          if (turn === 1) return Promise.resolve({ done: false, value: '1' });
          return new Promise(() => undefined);
        },
        return: closing,
      }),
    };
    const seenOnes: number[] = [];
    for await (const { index } of judgeMany(source, unsafe, { judge, concurrency: 2 })) {
      seenOnes.push(index);
      break;
    }
    expect([seenOnes, closing.mock.calls.length]).toEqual([[0], 1]);
  });

  it('end with the error of their source, after what came of those before', async () => {
    async function* broken(): AsyncGenerator<State> {
      yield '1';
      yield '2';
      throw new TypeError('the file ended');
    }
    const outcomes: Judged<typeof unsafe>[] = [];
    const run = async (): Promise<void> => {
      for await (const one of judgeMany(broken(), unsafe, { judge, concurrency: 8 }))
        outcomes.push(one);
    };
    await expect(run()).rejects.toThrow('the file ended');
    expect(seen(outcomes)).toEqual([1, 2]);
  });

  it('end with what went wrong first, whatever the source makes of being stopped', async () => {
    const controller = new AbortController();
    const closing = vi.fn(async (): Promise<never> => {
      throw new TypeError('it cannot be closed');
    });
    const next = async (): Promise<IteratorResult<State>> => ({ done: false, value: '1' });
    const source: AsyncIterable<State> = {
      [Symbol.asyncIterator]: () => ({ next, return: closing }),
    };
    const options = { judge, signal: controller.signal, concurrency: 1 };
    const outcomes = judgeMany(source, unsafe, options);
    await outcomes.next();
    controller.abort();
    expect(await rejectionOf(outcomes.next())).toEqual(['aborted', 'options.signal']);
    expect(closing).toHaveBeenCalledTimes(1);
    const others = judgeMany(source, unsafe, { judge });
    await others.next();
    await expect(others.return()).rejects.toThrow('it cannot be closed');
  });

  it('end when the caller gives up, after what came of those that were taken', async () => {
    const log: unknown[] = [];
    const { slow, give } = held();
    const controller = new AbortController();
    const { signal } = controller;
    const remove = vi.spyOn(signal, 'removeEventListener');
    const outcomes: Judged<typeof unsafe>[] = [];
    const run = async (): Promise<void> => {
      const many = judgeMany(numbers(9, log), unsafe, { judge: slow, concurrency: 2, signal });
      for await (const one of many) outcomes.push(one);
    };
    const ended = rejectionOf(run());
    await settle();
    give('0');
    await settle();
    controller.abort('enough');
    expect(await ended).toEqual(['aborted', 'options.signal']);
    expect(seen(outcomes)).toEqual([0, 'aborted', 'aborted']);
    expect(log).toEqual([0, 1, 2, 'closed']);
    expect(remove).toHaveBeenCalled();
  });

  it('may never come: whoever gives up does not wait for the source', async () => {
    const controller = new AbortController();
    const source: AsyncIterable<State> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    };
    const outcomes = judgeMany(source, unsafe, { judge: silent(), signal: controller.signal });
    const ended = rejectionOf(outcomes.next());
    await settle();
    controller.abort();
    expect(await ended).toEqual(['aborted', 'options.signal']);
  });

  it('are counted without a total', async () => {
    const told: Progress[] = [];
    const onProgress = (progress: Progress): void => void told.push(progress);
    await collect(judgeMany(new Set(['1', 'x']), unsafe, { judge, onProgress }));
    expect(told).toEqual([
      { done: 1, failed: 0 },
      { done: 2, failed: 1 },
    ]);
  });

  it('hold no more than a few of very many', async () => {
    let alive = 0;
    let most = 0;
    function* many(): Generator<State> {
      for (let index = 0; index < 5_000; index += 1) {
        alive += 1;
        most = Math.max(most, alive);
        yield 'x';
      }
    }
    const quick = says('m-1', answer(0));
    for await (const { ok } of judgeMany(many(), unsafe, { judge: quick, concurrency: 5 })) {
      expect(ok).toBe(true);
      alive -= 1;
      quick.requests.length = 0;
      quick.options.length = 0;
    }
    expect(most).toBeLessThanOrEqual(6);
  });

  it.each([
    ['a text, which is a state', 'rm -rf /'],
    ['a number', 7],
    ['an object', { state: 'x' }],
    ['nothing', undefined],
    ['a promise', Promise.resolve(['x'])],
  ])('are not %s', (_, states) => {
    expect(faultOf(() => Reflect.apply(judgeMany, undefined, [states, unsafe, { judge }]))).toEqual(
      ['bad_option', 'states'],
    );
  });

  it('are forgotten once they are judged, however many there are', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const quick = { info: { model: 'm-1' }, ask: () => ({ answers: { unsafe: { noul: 0 } } }) };
    const taken: WeakRef<object>[] = [];
    function* source() {
      for (let index = 0; ; index += 1) {
        const about = { index };
        taken.push(new WeakRef(about));
        yield about;
      }
    }
    let fetched = 0;
    for await (const { ok } of judgeMany(source(), unsafe, { judge: quick, concurrency: 4 })) {
      expect(ok).toBe(true);
      fetched += 1;
      if (fetched < 10_000) continue;
      // What a WeakRef was made of lives on until the turn of the event loop is over.
      await new Promise((resolve) => setTimeout(resolve));
      collect();
      break;
    }
    expect(taken.length).toBeGreaterThanOrEqual(10_000);
    expect(taken.filter((one) => one.deref() !== undefined).length).toBeLessThan(50);
  });

  it.each([
    ['an iterator that is null', { [Symbol.iterator]: () => null }],
    ['an iterator that is a number', { [Symbol.iterator]: () => 5 }],
    ['an iterator of later that is null', { [Symbol.asyncIterator]: () => null }],
    ['an iterator without a next', { [Symbol.iterator]: () => ({}) }],
    ['a next that is none', { [Symbol.iterator]: () => ({ next: 5 }) }],
  ])('are refused where they are %s', (_, states) => {
    expect(faultOf(() => judgeMany(states as never, unsafe, { judge }))).toEqual([
      'bad_option',
      'states',
    ]);
  });

  it.each([null, undefined, 5, 'done'])('are refused where a next gives %s', async (came) => {
    const states = { [Symbol.iterator]: () => ({ next: () => came }) };
    const source = judgeMany(states as unknown as Iterable<State>, unsafe, { judge });
    await expect(collect(source)).rejects.toMatchObject({ code: 'bad_option', path: 'states' });
  });

  it('say what threw where that is no error of ours', async () => {
    const policy = {
      ...threshold(0.5),
      decide: () => {
        throw new TypeError('typo');
      },
    };
    const [one] = await judgeMany(['1'], unsafe, { judge, policy });
    expect(one?.ok === false && one.error).toBeInstanceOf(JudgeError);
    expect(one?.ok === false && one.error).toMatchObject({
      code: 'bad_option',
      cause: { message: 'typo' },
    });
  });
});

describe('promises that nobody waits for', () => {
  it('are seen by this check', async () => {
    const reasons = await unheard(async () => void Promise.reject('alone'));
    expect(reasons).toEqual(['alone']);
  });

  it('are heard where onProgress returns them', async () => {
    let outcomes: readonly unknown[] = [];
    const onProgress = async (): Promise<void> => {
      throw new Error('no log');
    };
    const reasons = await unheard(async () => {
      outcomes = seen(await judgeMany(['10', '90'], unsafe, { judge, onProgress }));
    });
    expect([outcomes, reasons]).toEqual([[10, 90], []]);
  });

  it('are heard where they are states, of a list and of a source', async () => {
    const states = () => ['10', ...[1, 2].map(() => Promise.reject(new Error('lost'))), '90'];
    const options = { judge: slowly(), concurrency: 1 };
    const found: unknown[] = [];
    const reasons = await unheard(async () => {
      found.push(seen(await judgeMany(states() as never, unsafe, options)));
    });
    const iterated = await unheard(async () => {
      const source = function* () {
        for (const one of ['10', undefined, '90']) yield one ?? Promise.reject(new Error('lost'));
      };
      const lost = source() as unknown as Iterable<State>;
      found.push(seen(await collect(judgeMany(lost, unsafe, options))));
    });
    expect(found).toEqual([
      [10, 'not_json', 'not_json', 90],
      [10, 'not_json', 90],
    ]);
    expect([reasons, iterated]).toEqual([[], []]);
  });

  /** A judge that takes a turn of the event loop, in which a rejection is noticed. */
  function slowly(): Judge {
    return {
      info: judge.info,
      ask: async ({ state }) => {
        await new Promise((resolve) => setTimeout(resolve));
        return { answers: { unsafe: { noul: Number(state) / 100 } } };
      },
    };
  }
});
