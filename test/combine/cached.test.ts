import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnswerStore,
  type CachedOptions,
  cached,
  cascade,
  digest,
  fallback,
  type Judge,
  judgeSync,
  judgeWith,
  memoryStore,
  noul,
  type Questions,
  quorum,
  retry,
  type State,
  timeout,
} from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  answer,
  errorOf,
  later,
  manualClock,
  says,
  settle,
  silent,
  state,
  throws,
  unavailable,
  unheard,
  unsafe,
} from './helpers.js';

const request = { state, questions: unsafe };

/** A store that can be looked into. */
function openStore(): AnswerStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: async (key) => texts.get(key),
    set: async (key, text) => void texts.set(key, text),
  };
}

/** A judge with a cache, and all that can be looked at of it. */
function setUp(say: object, more: Partial<CachedOptions> = {}) {
  const { clock, pass } = manualClock();
  const inner = later({ model: 'm-1', kind: 'llm', provider: 'p' }, say);
  const store = openStore();
  const faults: unknown[] = [];
  const onStoreError = (error: unknown): void => void faults.push(error);
  const options = { store, maxAgeMs: 60_000, clock, onStoreError, ...more };
  const judge = cached(inner, options);
  const ask = (about: State = state, questions: Questions = unsafe) =>
    judgeWith(judge, { state: about, questions }, { clock });
  return { inner, judge, store, faults, ask, pass, clock, options };
}

describe('a judge with a cache', () => {
  it('is not asked again, and says when the answer was first given', async () => {
    const said = answer(0.9, { latencyMs: 31, requestId: 'req_1', usage: { inputTokens: 5 } });
    const { inner, ask, pass } = setUp(said);
    const first = await ask();
    pass(59_000);
    const second = await ask();
    expect(first.cachedAt).toBeUndefined();
    const { judgedAt, ...rest } = first;
    expect(judgedAt).toBe('2026-12-01T12:00:00Z');
    expect(second).toEqual({
      ...rest,
      judgedAt: '2026-12-01T12:00:59Z',
      cachedAt: '2026-12-01T12:00:00Z',
    });
    expect(inner.requests.length).toBe(1);
  });

  it('keeps an answer for so long, and not longer', async () => {
    const { inner, ask, pass } = setUp(answer(0.9));
    await ask();
    pass(60_000);
    expect((await ask()).cachedAt).toBe('2026-12-01T12:00:00Z');
    pass(1);
    expect((await ask()).cachedAt).toBeUndefined();
    expect(inner.requests.length).toBe(2);
    pass(60_000);
    expect((await ask()).cachedAt).toBe('2026-12-01T12:01:00Z');
  });

  it('keeps it for ever where it may', async () => {
    const { inner, ask, pass } = setUp(answer(0.9), { maxAgeMs: Number.POSITIVE_INFINITY });
    await ask();
    pass(1e12);
    await ask();
    expect(inner.requests.length).toBe(1);
  });

  it('takes nothing from the future', async () => {
    const { inner, ask, pass } = setUp(answer(0.9));
    await ask();
    pass(-1);
    expect((await ask()).cachedAt).toBeUndefined();
    expect(inner.requests.length).toBe(2);
  });

  it('tells states, questions, models, adapters and kinds apart', async () => {
    const store = openStore();
    const asked: string[] = [];
    const ask = (info: object, adapter: string | undefined, about: State, questions: Questions) => {
      const model = later({ model: 'm', ...info }, () => {
        asked.push('asked');
        return {
          answers: Object.fromEntries(Object.keys(questions).map((key) => [key, { noul: 0 }])),
        };
      });
      const judge = cached(model, { store, maxAgeMs: 1_000, adapter });
      return judgeWith(judge, { state: about, questions });
    };
    const ways = [
      [{}, undefined, 'a', unsafe],
      [{ model: 'n' }, undefined, 'a', unsafe],
      [{ provider: 'p' }, undefined, 'a', unsafe],
      [{ kind: 'llm' }, undefined, 'a', unsafe],
      [{}, 'prompt@1', 'a', unsafe],
      [{}, 'prompt@2', 'a', unsafe],
      [{}, undefined, 'b', unsafe],
      [{}, undefined, ['a'], unsafe],
      [{}, undefined, 'a', { unsafe: noul('In other words?') }],
      [{}, undefined, 'a', { other: noul('Is this call unsafe?') }],
    ] as const;
    for (const turn of [1, 2]) {
      for (const [info, adapter, about, questions] of ways)
        await ask(info, adapter, about, questions);
      expect([turn, asked.length, store.texts.size]).toEqual([turn, ways.length, ways.length]);
    }
    // The order of members is nothing that a state differs by.
    await ask({}, undefined, { x: 1, y: 2 }, unsafe);
    const before = asked.length;
    await ask({}, undefined, { y: 2, x: 1 }, unsafe);
    expect(asked.length).toBe(before);
  });

  it('is keyed by the digests that receipts have', async () => {
    const { ask, store } = setUp(answer(0.9), { adapter: 'prompt@1' });
    const { stateDigest, questionsDigest } = await ask();
    const judge = { model: 'm-1', provider: 'p', kind: 'llm', adapter: 'prompt@1' };
    const key = digest({ judge, questions: questionsDigest, state: stateDigest });
    expect([...store.texts.keys()]).toEqual([key]);
  });

  it.each([
    [
      'an error',
      () => {
        throw unavailable();
      },
    ],
    ['an answer that breaks a rule', answer(2)],
  ])('keeps no failure: %s', async (_, say) => {
    const { ask, store, inner, faults } = setUp(say);
    await errorOf(ask());
    await errorOf(ask());
    expect([store.texts.size, inner.requests.length, faults]).toEqual([0, 2, []]);
  });

  it('keeps no refusal', async () => {
    const { ask, store, inner } = setUp({ answers: { unsafe: { refusal: true } } });
    expect([(await ask()).effect, (await ask()).cachedAt]).toEqual(['ask', undefined]);
    expect([store.texts.size, inner.requests.length]).toEqual([0, 2]);
  });

  it('keeps nothing that one of several judges failed to answer', async () => {
    const store = openStore();
    const judges = [later('a', answer(0)), throws('b', unavailable())];
    const judge = cached(quorum(judges, { combine: 'median', atLeast: 1 }), { store, maxAgeMs: 9 });
    await judgeWith(judge, request);
    expect(store.texts.size).toBe(0);
  });

  it('keeps what several judges said, and who answered what', async () => {
    const { clock, pass } = manualClock();
    const store = openStore();
    const first = later('a', { answers: { a: { noul: 0.1 }, b: { refusal: true } }, latencyMs: 1 });
    const votes = [
      says('b', { answers: { b: { noul: 0.2 } } }),
      says('c', { answers: { b: { noul: 0.3 } } }),
    ];
    const both = cascade(first, quorum(votes, { combine: 'strictest', clock }), { clock });
    const judge = cached(both, { store, maxAgeMs: 60_000, clock });
    const asked = { state, questions: { a: noul('?'), b: noul('?') } };
    const fresh = await judgeWith(judge, asked, { clock });
    pass(1_000);
    const again = await judgeWith(judge, asked, { clock });
    expect(again.panel).toEqual(fresh.panel);
    expect(again.panel?.b?.length).toBe(2);
    const cachedAt = '2026-12-01T12:00:00Z';
    expect(again.sources).toEqual({
      a: { ...fresh.sources?.a, cachedAt },
      b: { ...fresh.sources?.b, cachedAt },
    });
    expect(first.requests.length).toBe(1);
  });

  it('says the first of all times where one cache lies in another', async () => {
    const { clock, pass } = manualClock();
    const model = later('m-1', answer(0.5));
    const near = { store: openStore(), maxAgeMs: 60_000, clock };
    const far = { store: openStore(), maxAgeMs: 60_000, clock };
    await judgeWith(cached(model, far), request, { clock });
    pass(30_000);
    const judge = cached(cached(model, far), near);
    const cachedAt = '2026-12-01T12:00:00Z';
    expect((await judgeWith(judge, request, { clock })).cachedAt).toBe(cachedAt);
    far.store.texts.clear();
    pass(30_000);
    expect((await judgeWith(judge, request, { clock })).cachedAt).toBe(cachedAt);
    pass(1_000);
    expect((await judgeWith(judge, request, { clock })).cachedAt).toBeUndefined();
    expect(model.requests.length).toBe(2);
  });

  it('is held to what the judge rounded to', async () => {
    const store = openStore();
    const rough = { unsafe: { noul: 0.3, probabilities: { yes: 0.3, no: 0.8 } } };
    const judge = cached(later({ model: 'm', decimals: 1 }, { answers: rough }), {
      store,
      maxAgeMs: 9_999,
    });
    await judgeWith(judge, request);
    const again = await judgeWith(judge, request);
    expect([again.answers, again.cachedAt === undefined]).toEqual([rough, false]);
  });

  it('answers at once where judge and store do', () => {
    const inner = says('m-1', answer(0.9));
    const judge = cached(inner, { store: memoryStore(), maxAgeMs: 60_000 });
    expect(judgeSync(request, { judge }).cachedAt).toBeUndefined();
    expect(judgeSync(request, { judge }).cachedAt).toBeDefined();
    expect(inner.requests.length).toBe(1);
  });

  it('lets no caller who gives up take the answer from another', async () => {
    const answering: (() => void)[] = [];
    const say = () => new Promise((resolve) => answering.push(() => resolve(answer(0.9))));
    const { judge, inner, store } = setUp(say);
    const controller = new AbortController();
    const one = errorOf(judgeWith(judge, request, { signal: controller.signal }));
    const other = judgeWith(judge, request);
    await settle();
    controller.abort('enough');
    expect((await one).code).toBe('aborted');
    expect([inner.requests.length, answering.length]).toEqual([2, 2]);
    for (const give of answering) give();
    expect((await other).effect).toBe('deny');
    expect(store.texts.size).toBe(1);
  });

  it('asks nobody for a caller who has given up', async () => {
    const { judge, inner, ask } = setUp(answer(0.9));
    await ask();
    const asked = async () => judge.ask(request, { signal: AbortSignal.abort() });
    expect((await errorOf(asked)).code).toBe('aborted');
    const controller = new AbortController();
    const pending = judge.ask({ state: 'other', questions: unsafe }, { signal: controller.signal });
    controller.abort();
    expect((await errorOf(pending)).code).toBe('aborted');
    expect(inner.requests.length).toBe(1);
  });
});

describe('a store that is broken', () => {
  const broken = new TypeError('no connection');
  const failing = (name: 'get' | 'set', how: () => never | Promise<never>): AnswerStore => ({
    ...openStore(),
    [name]: how,
  });
  const throwing = (): never => {
    throw broken;
  };
  const rejecting = (): Promise<never> => Promise.reject(broken);

  it.each([
    ['get', 'at once', throwing],
    ['get', 'later', rejecting],
    ['set', 'at once', throwing],
    ['set', 'later', rejecting],
  ] as const)('in %s, %s, is no broken judge', async (name, _, how) => {
    const { ask, faults, inner } = setUp(answer(0.9), { store: failing(name, how) });
    expect((await ask()).effect).toBe('deny');
    expect(faults).toEqual([broken]);
    expect(inner.requests.length).toBe(1);
  });

  it('need be told to nobody, and whoever is told has no say', async () => {
    for (const onStoreError of [undefined, throwing]) {
      const { ask } = setUp(answer(0.9), { store: failing('get', throwing), onStoreError });
      expect((await ask()).effect).toBe('deny');
    }
  });

  /** What the store is made to give instead of what was kept. */
  const changes: readonly (readonly [string, (text: string) => unknown])[] = [
    ['no text', () => 7],
    ['no JSON', () => '{'],
    ['JSON of another form', () => '[]'],
    ['a member twice', (text) => text.replace('{', '{"at":0,')],
    ['the key __proto__', (text) => text.replace('{', '{"__proto__":{},')],
    [
      'what was kept under another key',
      (text) => text.replace(/sha256:[0-9a-f]{4}/, 'sha256:0000'),
    ],
    ['no time', (text) => text.replace(/"at":\d+/, '"at":"now"')],
    ['no answer', (text) => text.replace(/"unsafe":/, '"safe":')],
    ['an answer out of range', (text) => text.replace('"noul":0.9', '"noul":9')],
    ['a refusal', (text) => text.replace('{"noul":0.9}', '{"refusal":true}')],
    ['no judge', (text) => text.replace('"model":"m-1"', '"model":""')],
    [
      'a time that is none',
      (text) => text.replace('"latencyMs":', '"cachedAt":"soon","latencyMs":'),
    ],
    [
      'too many votes',
      (text) =>
        text.replace('"latencyMs":', `"panel":{"unsafe":[${'{},'.repeat(200)}{}]},"latencyMs":`),
    ],
  ];

  it.each(changes)(
    'gives %s: the judge is asked, and what was kept is replaced',
    async (_, change) => {
      const { ask, store, faults, inner } = setUp(answer(0.9));
      await ask();
      const [[key, text] = ['', '']] = store.texts;
      const changed = change(text);
      expect(changed).not.toBe(text);
      Map.prototype.set.call(store.texts, key, changed);
      const result = await ask();
      expect([result.effect, result.cachedAt]).toEqual(['deny', undefined]);
      expect(inner.requests.length).toBe(2);
      expect(faults).toHaveLength(1);
      expect(store.texts.get(key)).toBe(text);
    },
  );

  it('never makes another answer than the judge gave, whatever it gives', async () => {
    const property = fc.asyncProperty(fc.anything(), async (given) => {
      const store = { get: () => given as string, set: () => undefined };
      const judge = cached(later('m-1', answer(0.9)), { store, maxAgeMs: 60_000 });
      const result = await judgeWith(judge, request);
      expect([result.answers.unsafe.noul, result.cachedAt]).toEqual([0.9, undefined]);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

describe('a store in memory', () => {
  it('forgets what was not used for longest', () => {
    const store = memoryStore({ maxEntries: 2 });
    store.set('a', 'A');
    store.set('b', 'B');
    expect(store.get('a')).toBe('A');
    store.set('c', 'C');
    expect(['a', 'b', 'c'].map((key) => store.get(key))).toEqual(['A', undefined, 'C']);
    store.set('a', 'AA');
    expect(store.get('a')).toBe('AA');
  });

  it('holds no more text than it may', () => {
    const store = memoryStore({ maxLength: 10 });
    store.set('a', 'aaaa');
    store.set('b', 'bbbb');
    store.set('c', 'cccc');
    expect(['a', 'b', 'c'].map((key) => store.get(key))).toEqual([undefined, 'bbbb', 'cccc']);
    store.set('b', 'x'.repeat(11));
    expect([store.get('b'), store.get('c')]).toEqual([undefined, 'cccc']);
    store.set('d', 'd'.repeat(10));
    expect([store.get('c'), store.get('d')?.length]).toEqual([undefined, 10]);
  });

  it('never holds more than its bounds, and always what was set last', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...'abcdef'), fc.nat(6)), { maxLength: 40 });
    const property = fc.property(steps, (sets) => {
      const store = memoryStore({ maxEntries: 3, maxLength: 10 });
      for (const [key, length] of sets) {
        store.set(key, key.repeat(length));
        expect(store.get(key)).toBe(key.repeat(length));
        const texts = [...'abcdef'].flatMap((one) => store.get(one) ?? []);
        expect(texts.length).toBeLessThanOrEqual(3);
        expect(texts.join('').length).toBeLessThanOrEqual(10);
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.each([
    ['maxEntries', 0],
    ['maxEntries', 1.5],
    ['maxLength', -1],
    ['maxLength', Number.POSITIVE_INFINITY],
    ['size', 1],
  ])('refuses a %s of %d', (name, bound) => {
    expect(faultOf(() => memoryStore({ [name]: bound }))).toEqual([
      'bad_option',
      `options.${name}`,
    ]);
  });
});

describe('a cache', () => {
  const judge: Judge = silent();
  const store = memoryStore();
  it.each([
    ['nothing', [judge], 'options'],
    ['no store', [judge, { maxAgeMs: 1 }], 'options.store'],
    ['half a store', [judge, { maxAgeMs: 1, store: { get: () => undefined } }], 'options.store'],
    ['no age', [judge, { store }], 'options.maxAgeMs'],
    ['an age of 0', [judge, { store, maxAgeMs: 0 }], 'options.maxAgeMs'],
    ['an age that is no number', [judge, { store, maxAgeMs: Number.NaN }], 'options.maxAgeMs'],
    ['a blank adapter', [judge, { store, maxAgeMs: 1, adapter: ' ' }], 'options.adapter'],
    ['nobody to tell', [judge, { store, maxAgeMs: 1, onStoreError: 1 }], 'options.onStoreError'],
    ['another option', [judge, { store, maxAgeMs: 1, ttl: 1 }], 'options.ttl'],
    ['no judge', [{}, { store, maxAgeMs: 1 }], 'judge'],
  ])('refuses %s', (_, args, path) => {
    expect(faultOf(() => Reflect.apply(cached, undefined, args))).toEqual(['bad_option', path]);
  });
});

describe('the age of what was kept', () => {
  it('is that of the oldest part, whoever gave it', async () => {
    const source = { judge: { model: 'x' }, latencyMs: 1, cachedAt: '2026-12-01T11:59:30Z' };
    const vote = { ...source, answer: { noul: 0.9 } };
    for (const more of [{ sources: { unsafe: source } }, { panel: { unsafe: [vote] } }]) {
      const { inner, ask, pass } = setUp(answer(0.9, more));
      await ask();
      pass(30_000);
      await ask();
      expect(inner.requests.length).toBe(1);
      pass(1);
      await ask();
      expect(inner.requests.length).toBe(2);
    }
  });

  it('is told of each part as it was', async () => {
    const at = (cachedAt: string) => ({ judge: { model: 'x' }, latencyMs: 1, cachedAt });
    const both = { first: noul('First?'), second: noul('Second?') };
    const { ask } = setUp({
      answers: { first: { noul: 0.1 }, second: { noul: 0.2 } },
      cachedAt: '2026-12-01T11:59:59Z',
      sources: { first: at('2026-12-01T11:59:30Z'), second: at('2026-12-01T11:59:50Z') },
    });
    await ask(state, both);
    const { cachedAt, sources } = await ask(state, both);
    expect([cachedAt, sources?.['first']?.cachedAt, sources?.['second']?.cachedAt]).toEqual([
      '2026-12-01T11:59:59Z',
      '2026-12-01T11:59:30Z',
      '2026-12-01T11:59:50Z',
    ]);
  });

  it('is measured when the store has given it', async () => {
    const { clock, pass } = manualClock();
    const inner = later('m-1', answer(0.9));
    const store = openStore();
    const slow: AnswerStore = {
      ...store,
      get: async (key) => {
        pass(1_001);
        return store.get(key);
      },
    };
    const judge = cached(inner, { store: slow, maxAgeMs: 1_000, clock });
    await judgeWith(judge, request, { clock });
    expect((await judgeWith(judge, request, { clock })).cachedAt).toBeUndefined();
    expect(inner.requests.length).toBe(2);
  });
});

describe('an answer that is there', () => {
  it('is not withheld by a store that hangs while it keeps', async () => {
    const store = { get: async () => undefined, set: () => new Promise(() => undefined) };
    const judge = cached(later('m-1', answer(0.9)), { store, maxAgeMs: 1_000 });
    expect((await judgeWith(judge, request)).effect).toBe('deny');
  });

  it('is given though keeping it fails later, which is told', async () => {
    const faults: unknown[] = [];
    const store = { get: async () => undefined, set: async () => Promise.reject('full') };
    const onStoreError = async (error: unknown): Promise<void> => {
      faults.push(error);
      throw new Error('no log');
    };
    const judge = cached(later('m-1', answer(0.9)), { store, maxAgeMs: 1_000, onStoreError });
    const reasons = await unheard(async () => {
      expect((await judgeWith(judge, request)).effect).toBe('deny');
    });
    expect([faults, reasons]).toEqual([['full'], []]);
  });

  it('is not kept for a caller who gave up while it came', async () => {
    const store = memoryStore();
    const kept: string[] = [];
    const controller = new AbortController();
    const inner = says('m-1', () => {
      controller.abort();
      return answer(0.9);
    });
    const set = (_: string, text: string): void => void kept.push(text);
    const judge = cached(inner, { store: { ...store, set }, maxAgeMs: 1_000 });
    expect(faultOf(() => judge.ask(request, { signal: controller.signal }))).toEqual([
      'aborted',
      'options.signal',
    ]);
    expect(kept).toEqual([]);
  });

  it('is held to what the asking judge rounds to, whatever was kept', async () => {
    const store = openStore();
    const faults: unknown[] = [];
    const say = (decimals: number) =>
      cached(
        later({ model: 'm-1', decimals }, () => {
          const probabilities = decimals === 2 ? { yes: 0.9, no: 0.11 } : { yes: 0.9, no: 0.1 };
          return { answers: { unsafe: { noul: 0.9, probabilities } } };
        }),
        { store, maxAgeMs: 60_000, onStoreError: (error) => void faults.push(error) },
      );
    await judgeWith(say(2), request);
    expect((await judgeWith(say(2), request)).cachedAt).toBeDefined();
    expect((await judgeWith(say(6), request)).cachedAt).toBeUndefined();
    expect(faults).toEqual([expect.objectContaining({ code: 'bad_answer' })]);
  });
});

describe('a judge that says what its answers are told apart by', () => {
  const said = { answers: { unsafe: { noul: 0.9 } } };
  const named = (more: object): Judge & { readonly requests: readonly unknown[] } => ({
    ...later('m-1', said),
    ...more,
  });

  it('shares none with another, however it is wrapped', async () => {
    const wraps: readonly ((judge: Judge) => Judge)[] = [
      (judge) => judge,
      (judge) => retry(judge),
      (judge) => timeout(judge, 1_000),
      (judge) => fallback([judge]),
      (judge) => cascade(judge, later('m-2', said)),
      (judge) => quorum([judge], { combine: 'strictest' }),
    ];
    for (const wrap of wraps) {
      const store = openStore();
      const asked = [{}, { cacheKey: 'a' }, { cacheKey: 'b' }].map(named);
      for (const judge of [...asked, ...asked]) {
        await judgeWith(cached(wrap(judge), { store, maxAgeMs: 60_000 }), request);
      }
      expect([store.texts.size, asked.map(({ requests }) => requests.length)]).toEqual([
        3,
        [1, 1, 1],
      ]);
    }
  });

  it('is asked again where it says that what was kept does not hold', async () => {
    const seen: unknown[] = [];
    const holds = (...all: readonly unknown[]): boolean => seen.push(all) > 1;
    const judge = named({ holds });
    const { store, options } = setUp(said);
    for (const wrapped of [judge, retry(judge), timeout(judge, 1_000)]) {
      await judgeWith(cached(wrapped, { ...options, store }), request);
    }
    expect(judge.requests.length).toBe(2);
    expect(seen[0]).toMatchObject([request, { answers: said.answers, judge: { model: 'm-1' } }]);
  });

  it('is asked each time where it is one of several', async () => {
    const judge = named({ holds: () => true });
    const { store, options } = setUp(said);
    for (const _ of [1, 2]) await judgeWith(cached(fallback([judge]), options), request);
    expect([judge.requests.length, store.texts.size]).toEqual([2, 1]);
  });

  it.each([
    ['cacheKey', ''],
    ['cacheKey', 5],
    ['holds', true],
  ])('says it by a %s that is none', (name, value) => {
    const judge = named({ [name]: value });
    expect(faultOf(() => cached(judge, { store: memoryStore(), maxAgeMs: 1 }))).toEqual([
      'bad_option',
      `judge.${name}`,
    ]);
  });
});
