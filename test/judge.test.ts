import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../src/canonical.js';
import { digest } from '../src/digest.js';
import { JudgeError, ReceiptError } from '../src/errors.js';
import {
  type Judge,
  type JudgeResponse,
  judgeSyncWith,
  judgeWith,
  type SyncJudge,
} from '../src/judge.js';
import { bands, type Policy, routes, shadow, threshold } from '../src/policy.js';
import { choice, noul, score } from '../src/question.js';
import { judgementToWire } from '../src/wire.js';
import { faultOf, rejectionOf } from './fault.js';

const info = {
  model: 'verdicts-2',
  provider: 'local',
  kind: 'classifier',
  replayable: false,
} as const;

const questions = {
  unsafe: noul('Is this call unsafe?'),
  verdict: choice('What now?', ['allow', 'deny']),
  quality: score('How good is it?', ['poor', 'fair', 'good']),
};

const state = { tool: 'refund', input: { order: 'A-17', amount: 250 } };

const answers = {
  unsafe: { noul: 0.97, probabilities: { yes: 0.97, no: 0.03 }, confidence: 0.97 },
  verdict: { choice: 'deny', probabilities: { allow: 0.1, deny: 0.9 }, confidence: 0.9 },
  quality: { score: 1.05 },
};

/** A judge that says what the test wants it to. */
function says(response: unknown, about: object = {}): SyncJudge {
  return Object.assign({ info: { ...info, ...about } }, { ask: () => response as JudgeResponse });
}

/** A judge that never answers. */
const silent: Judge = { info, ask: () => new Promise(() => undefined) };

/** 2026-12-01T12:34:56.789Z, and some milliseconds more with every look. */
function clock(...steps: readonly number[]): () => number {
  let now = Date.UTC(2026, 11, 1, 12, 34, 56, 789);
  let look = 0;
  return () => {
    if (look > 0) now += steps[look - 1] ?? 0;
    look += 1;
    return now;
  };
}

/** A signal that can be aborted, and that counts who listens. */
function makeSignal() {
  const listeners = new Set<() => void>();
  return {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
    get listening() {
      return listeners.size;
    },
    abort(reason: unknown) {
      this.aborted = true;
      this.reason = reason;
      for (const listener of [...listeners]) listener();
    },
  };
}

describe('judgeWith()', () => {
  it('asks, holds, and says all of it', async () => {
    const response = {
      answers,
      latencyMs: 41,
      requestId: 'req_7',
      usage: { inputTokens: 296, outputTokens: 20 },
      responseDigest: digest('raw'),
    };
    const result = await judgeWith(
      says(response),
      { state, questions },
      {
        policy: threshold(0.8, { setBy: 'policy://ops@7', questions: { unsafe: 0.5 } }),
        contract: 'ticket-router@3',
        clock: clock(),
      },
    );
    expect(result).toStrictEqual({
      effect: 'deny',
      outcome: 'refused',
      decidedBy: ['unsafe', 'verdict'],
      answers,
      decisions: {
        unsafe: {
          effect: 'deny',
          outcome: 'refused',
          reason: 'bar_met',
          appliesTo: 'noul',
          bar: 0.5,
          setBy: 'policy://ops@7',
          measured: 0.97,
        },
        verdict: {
          effect: 'deny',
          outcome: 'refused',
          reason: 'bar_met',
          appliesTo: 'confidence',
          bar: 0.8,
          setBy: 'policy://ops@7',
          measured: 0.9,
        },
        quality: {
          effect: 'none',
          outcome: 'ignored',
          reason: 'no_rule',
          appliesTo: 'confidence',
          setBy: 'policy://ops@7',
        },
      },
      questions,
      judge: info,
      stateDigest: digest(state),
      questionsDigest: digest(questions),
      responseDigest: digest('raw'),
      requestId: 'req_7',
      latencyMs: 41,
      usage: { inputTokens: 296, outputTokens: 20 },
      judgedAt: '2026-12-01T12:34:56Z',
      contract: { id: 'ticket-router', version: '3' },
      threshold: { value: 0.8, setBy: 'policy://ops@7' },
    });
  });

  it('leaves out what nobody said, and has a bar of 0.5 set by default', async () => {
    const result = await judgeWith(
      says({ answers: { unsafe: { noul: 0.5 } } }),
      { state: 'text', questions: { unsafe: questions.unsafe } },
      { clock: clock() },
    );
    expect(Object.keys(result).sort()).toEqual([
      'answers',
      'decidedBy',
      'decisions',
      'effect',
      'judge',
      'judgedAt',
      'latencyMs',
      'outcome',
      'questions',
      'questionsDigest',
      'responseDigest',
      'stateDigest',
      'threshold',
    ]);
    expect(result.effect).toBe('deny');
    expect(result.threshold).toEqual({ value: 0.5, setBy: 'default' });
    expect(result.stateDigest).toBe(digest('text'));
  });

  it('freezes the result to the bottom', async () => {
    const response = { answers, usage: { inputTokens: 1 } };
    const result = await judgeWith(says(response), { state, questions }, { contract: 'a@1' });
    const loose: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) loose.push(path);
      for (const [key, member] of Object.entries(value)) walk(member, `${path}.${key}`);
    };
    walk(result, 'result');
    expect(loose).toEqual([]);
  });

  it('is plain: structured cloning and JSON keep it whole', async () => {
    const refusing = { answers: { ...answers, unsafe: { refusal: true } } };
    const result = await judgeWith(says(refusing), { state, questions }, { clock: clock() });
    expect(structuredClone(result)).toStrictEqual({
      ...result,
      answers: { ...result.answers, unsafe: { refusal: true } },
    });
    expect(JSON.parse(JSON.stringify(result))).toEqual(structuredClone(result));
    expect(result.effect).toBe('deny');
    expect(result.decisions.unsafe).toMatchObject({ effect: 'ask', reason: 'refusal' });
  });

  it('holds nothing of the state but its digest', async () => {
    const secret = { tool: 'Bash', input: { command: 'echo hunter2' } };
    const result = await judgeWith(says({ answers }), { state: secret, questions });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(JSON.stringify(judgementToWire(result))).not.toContain('hunter2');
  });

  it('gives the judge frozen copies of a checked request', async () => {
    const given: unknown[] = [];
    const judge: Judge = {
      info,
      ask: (request, options) => {
        given.push(request, options);
        return { answers };
      },
    };
    const asked = { ...state, input: { ...state.input } };
    await judgeWith(judge, { state: asked, questions });
    expect(given).toEqual([{ state, questions }, {}]);
    const [request] = given;
    expect(Object.isFrozen(request)).toBe(true);
    expect(request).not.toBe(asked);
    expect(Reflect.get(Object(request), 'state')).not.toBe(asked);
    expect(
      Object.isFrozen(Reflect.get(Object(Reflect.get(Object(request), 'state')), 'input')),
    ).toBe(true);
  });

  it('gives the judge the signal', async () => {
    const signal = makeSignal();
    let seen: unknown;
    const judge: Judge = {
      info,
      ask: (_request, options) => {
        seen = options.signal;
        return { answers };
      },
    };
    await judgeWith(judge, { state, questions }, { signal });
    expect(seen).toBe(signal);
  });

  it('calls ask as a method of the judge', async () => {
    class Counting implements Judge {
      readonly info = info;
      asked = 0;
      ask() {
        this.asked += 1;
        return { answers };
      }
    }
    const judge = new Counting();
    await judgeWith(judge, { state, questions });
    expect(judge.asked).toBe(1);
  });

  it('reads the state once', async () => {
    let reads = 0;
    const once = {
      get command() {
        reads += 1;
        return reads === 1 ? 'ls' : 'rm -rf /';
      },
    };
    const seen: unknown[] = [];
    const judge: Judge = {
      info,
      ask: (request) => {
        seen.push(request.state);
        return { answers };
      },
    };
    const result = await judgeWith(judge, { state: once, questions });
    expect(reads).toBe(1);
    expect(seen).toEqual([{ command: 'ls' }]);
    expect(result.stateDigest).toBe(digest({ command: 'ls' }));
  });

  it('awaits a judge that answers later, and any thenable', async () => {
    const later: Judge = { info, ask: async () => ({ answers }) };
    expect((await judgeWith(later, { state, questions })).effect).toBe('deny');
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library is such an object.
      then: (resolve: (value: unknown) => void) => resolve({ answers }),
    };
    expect((await judgeWith(says(thenable), { state, questions })).effect).toBe('deny');
  });

  it('carries routes, bands and shadows through', async () => {
    const team = { team: choice('Which?', ['billing', 'technical']) };
    const judge = says({ answers: { team: { choice: 'billing', confidence: 0.9 } } });
    const policy = routes(['billing', 'technical'], { bar: 0.7 });
    const routed = await judgeWith(judge, { state, questions: team }, { policy });
    expect([routed.effect, routed.outcome, routed.decidedBy]).toEqual([
      'billing',
      'acted',
      ['team'],
    ]);
    const watched = await judgeWith(judge, { state, questions: team }, { policy: shadow(policy) });
    expect([watched.effect, watched.outcome, watched.decidedBy]).toEqual(['none', 'ignored', []]);
    const banded = await judgeWith(
      says({ answers: { unsafe: { noul: 0.5 } } }),
      { state, questions: { unsafe: questions.unsafe } },
      { policy: bands({ deny: 0.62, allow: 0.38 }) },
    );
    expect([banded.effect, banded.outcome, banded.threshold.value]).toEqual([
      'ask',
      'escalated',
      0.62,
    ]);
  });
});

describe('the judge of a result', () => {
  it('is the one that was asked, without its rounding', async () => {
    const result = await judgeWith(says({ answers }, { decimals: 2 }), { state, questions });
    expect(result.judge).toStrictEqual(info);
  });

  it('is the one that the response names, and only that', async () => {
    const named = { model: 'verdicts-2.1', kind: 'llm' };
    const result = await judgeWith(says({ answers, judge: named }), { state, questions });
    expect(result.judge).toStrictEqual(named);
  });

  it('is held to the rounding that it declares', async () => {
    const odd = { ...answers, unsafe: { noul: 0.5, probabilities: { yes: 0.5, no: 0.499 } } };
    const ask = (about: object, response: object = {}) =>
      judgeWith(says({ answers: odd, ...response }, about), { state, questions });
    expect((await ask({})).answers.unsafe.noul).toBe(0.5);
    const path = 'answers.unsafe.probabilities';
    expect(await rejectionOf(ask({ decimals: 4 }))).toEqual(['bad_answer', path]);
    const judge = { ...info, decimals: 4 };
    expect(await rejectionOf(ask({}, { judge }))).toEqual(['bad_answer', path]);
    expect(await rejectionOf(ask({ decimals: 4 }, { judge: info }))).toEqual(['bad_answer', path]);
    expect((await ask({ decimals: 4 }, { judge: { ...info, decimals: 2 } })).effect).toBe('deny');
  });

  it.each([
    ['no model', { model: undefined }, 'judge.info.model'],
    ['an empty model', { model: '' }, 'judge.info.model'],
    ['a model that is no text', { model: 2 }, 'judge.info.model'],
    ['an empty provider', { provider: '' }, 'judge.info.provider'],
    ['an unknown kind', { kind: 'oracle' }, 'judge.info.kind'],
    ['replayable as text', { replayable: 'no' }, 'judge.info.replayable'],
    ['no decimals at all', { decimals: 0 }, 'judge.info.decimals'],
    ['half a surrogate pair', { model: 'm\ud800' }, 'judge.info.model'],
  ])('is refused with %s', async (_name, about, path) => {
    const pending = judgeWith(says({ answers }, about), { state, questions });
    expect(await rejectionOf(pending)).toEqual(['bad_option', path]);
  });

  it.each([
    ['nothing', undefined, 'judge'],
    ['text', 'model', 'judge'],
    ['an object without ask', { info }, 'judge'],
    ['an object without info', { ask: () => ({ answers }) }, 'judge'],
    ['an info that is no object', { info: 'model', ask: () => ({ answers }) }, 'judge.info'],
  ])('cannot be %s', async (_name, judge, path) => {
    const pending = Reflect.apply(judgeWith, undefined, [judge, { state, questions }]);
    expect(await rejectionOf(pending)).toEqual(['bad_option', path]);
  });
});

describe('a response', () => {
  it.each([
    ['nothing', undefined, 'response'],
    ['text', 'deny', 'response'],
    ['no answers', {}, 'answers'],
    ['answers of null', { answers: null }, 'answers'],
    ['a judge without a model', { answers, judge: {} }, 'response.judge.model'],
    ['a judge that is text', { answers, judge: 'jev' }, 'response.judge'],
    ['an unknown kind', { answers, judge: { model: 'x', kind: 'y' } }, 'response.judge.kind'],
    ['a fraction of a millisecond', { answers, latencyMs: 1.5 }, 'response.latencyMs'],
    ['a latency below 0', { answers, latencyMs: -1 }, 'response.latencyMs'],
    ['a latency of NaN', { answers, latencyMs: Number.NaN }, 'response.latencyMs'],
    ['a latency as text', { answers, latencyMs: '41' }, 'response.latencyMs'],
    ['an empty request id', { answers, requestId: '' }, 'response.requestId'],
    ['a request id that is a number', { answers, requestId: 7 }, 'response.requestId'],
    ['usage as a number', { answers, usage: 300 }, 'response.usage'],
    ['a part of a token', { answers, usage: { inputTokens: 0.5 } }, 'response.usage.inputTokens'],
    ['tokens below 0', { answers, usage: { outputTokens: -1 } }, 'response.usage.outputTokens'],
    ['a digest in capitals', { answers, responseDigest: `sha256:${'A'.repeat(64)}` }],
    ['a short digest', { answers, responseDigest: 'sha256:abc' }],
  ])('with %s is a bad answer', async (_name, response, path = 'response.responseDigest') => {
    const pending = judgeWith(says(response), { state, questions });
    expect(await rejectionOf(pending)).toEqual(['bad_answer', path]);
  });

  it('may have null for what it does not say, and members that nobody knows', async () => {
    const response = {
      answers,
      judge: null,
      latencyMs: null,
      requestId: null,
      usage: { inputTokens: null, total: 7 },
      responseDigest: null,
      cost: new Date(0),
    };
    const result = await judgeWith(says(response), { state, questions }, { clock: clock() });
    expect(result.judge).toEqual(info);
    expect(Object.keys(result)).not.toContain('usage');
    expect(Object.keys(result)).not.toContain('requestId');
  });

  it('may be an object of a class', async () => {
    class Response {
      readonly #latency = 3;
      readonly answers = answers;
      get latencyMs() {
        return this.#latency;
      }
    }
    const result = await judgeWith(says(new Response()), { state, questions });
    expect(result.latencyMs).toBe(3);
  });

  it('without a digest has the digest of its wire form', async () => {
    const result = await judgeWith(says({ answers, latencyMs: 41 }), { state, questions });
    expect(result.responseDigest).toBe(digest({ answers, judge: info, latency_ms: 41 }));
  });

  it('that throws while it is read is no response', async () => {
    const response = {
      get answers() {
        throw new TypeError('gone');
      },
    };
    expect(await rejectionOf(judgeWith(says(response), { state, questions }))).toEqual([
      'judge_unavailable',
      'judge',
    ]);
  });
});

describe('latency and time', () => {
  const ask = (judge: SyncJudge, steps: readonly number[]) =>
    judgeWith(judge, { state, questions }, { clock: clock(...steps) });

  it('is measured by the clock where the judge says nothing', async () => {
    expect((await ask(says({ answers }), [41])).latencyMs).toBe(41);
    expect((await ask(says({ answers }), [41.6])).latencyMs).toBe(42);
  });

  it('is what the judge says', async () => {
    expect((await ask(says({ answers, latencyMs: 7 }), [41])).latencyMs).toBe(7);
    expect((await ask(says({ answers, latencyMs: 0 }), [41])).latencyMs).toBe(0);
  });

  it('is 0 for rules', async () => {
    expect((await ask(says({ answers }, { kind: 'rules' }), [41])).latencyMs).toBe(0);
    const judge = { model: 'r', kind: 'rules' };
    expect((await ask(says({ answers, judge }), [41])).latencyMs).toBe(0);
  });

  it('is 0 when the clock was set back', async () => {
    expect((await ask(says({ answers }), [-5000])).latencyMs).toBe(0);
  });

  it('is told in whole seconds, when the answers came', async () => {
    expect((await ask(says({ answers }), [0])).judgedAt).toBe('2026-12-01T12:34:56Z');
    expect((await ask(says({ answers }), [1000])).judgedAt).toBe('2026-12-01T12:34:57Z');
    expect((await ask(says({ answers }), [210])).judgedAt).toBe('2026-12-01T12:34:56Z');
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 253_402_300_800_000, '0', new Date(0)])(
    'refuses a clock that says %s',
    async (now) => {
      const options = { clock: () => now };
      const pending = Reflect.apply(judgeWith, undefined, [
        says({ answers }),
        { state, questions },
        options,
      ]);
      expect(await rejectionOf(pending)).toEqual(['bad_option', 'options.clock']);
    },
  );

  it('is that of the platform by default', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { judgedAt } = await judgeWith(says({ answers }), { state, questions });
    const after = Math.floor(Date.now() / 1000);
    expect(judgedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(judgedAt) / 1000).toBeGreaterThanOrEqual(before);
    expect(Date.parse(judgedAt) / 1000).toBeLessThanOrEqual(after);
  });
});

describe('a failing judge', () => {
  const failing = (error: unknown): Judge => ({
    info,
    ask: () => {
      throw error;
    },
  });
  const rejecting = (error: unknown): Judge => ({ info, ask: () => Promise.reject(error) });

  it.each([
    ['an error', new TypeError('fetch failed')],
    ['text', 'down'],
    ['nothing', undefined],
    ['an abort of its own', Object.assign(new Error('timeout'), { name: 'AbortError' })],
  ])('that throws %s is unavailable, with that as the cause', async (_name, cause) => {
    for (const judge of [failing(cause), rejecting(cause)]) {
      const error: unknown = await judgeWith(judge, { state, questions }).catch((caught) => caught);
      expect(error).toBeInstanceOf(JudgeError);
      expect(error).toMatchObject({ code: 'judge_unavailable', path: 'judge', cause });
    }
  });

  it('that throws an error of ours has said it all', async () => {
    const errors = [
      new JudgeError('bad_answer', { path: 'answers.x', rule: 'r', fix: 'f' }),
      new ReceiptError('bad_signature', { path: 'judgement-answer', rule: 'r', fix: 'f' }),
    ];
    for (const error of errors) {
      await expect(judgeWith(failing(error), { state, questions })).rejects.toBe(error);
      await expect(judgeWith(rejecting(error), { state, questions })).rejects.toBe(error);
    }
  });

  it('never writes what it threw into the message', async () => {
    const error = new Error('Bearer sk-secret');
    await expect(judgeWith(failing(error), { state, questions })).rejects.toThrow(
      'judge: the judge gave no valid response; look at the cause, and decide what an unavailable judge means for this call',
    );
  });
});

describe('a signal', () => {
  it('that has aborted already keeps the judge from being asked', async () => {
    const signal = makeSignal();
    signal.abort('stop');
    let asked = 0;
    const judge: Judge = {
      info,
      ask: () => {
        asked += 1;
        return { answers };
      },
    };
    const error: unknown = await judgeWith(judge, { state, questions }, { signal }).catch((e) => e);
    expect(error).toMatchObject({ code: 'aborted', path: 'options.signal', cause: 'stop' });
    expect(asked).toBe(0);
  });

  it('that aborts ends the waiting, whatever the judge does', async () => {
    const signal = makeSignal();
    const pending = judgeWith(silent, { state, questions }, { signal });
    expect(signal.listening).toBe(1);
    signal.abort('too long');
    const error: unknown = await pending.catch((caught) => caught);
    expect(error).toMatchObject({ code: 'aborted', cause: 'too long' });
    expect(signal.listening).toBe(0);
  });

  it('that aborts is an abort, and not an unavailable judge', async () => {
    const signal = makeSignal();
    const judge: Judge = {
      info,
      ask: (_request, options) =>
        new Promise((_resolve, reject) => {
          options.signal?.addEventListener('abort', () => reject(new Error('fetch aborted')));
        }),
    };
    const pending = judgeWith(judge, { state, questions }, { signal });
    signal.abort('stop');
    expect(await rejectionOf(pending)).toEqual(['aborted', 'options.signal']);
  });

  it('that aborts while the judge is called counts', async () => {
    for (const response of [
      () => ({ answers }),
      () => new Promise(() => undefined),
      () => Promise.reject(new Error('fetch aborted')),
    ]) {
      const signal = makeSignal();
      const judge: Judge = {
        info,
        ask: () => {
          signal.abort('stop');
          return response() as JudgeResponse;
        },
      };
      const pending = judgeWith(judge, { state, questions }, { signal });
      expect(await rejectionOf(pending)).toEqual(['aborted', 'options.signal']);
      expect(signal.listening).toBe(0);
    }
  });

  it('is let go of when the judge has answered or failed', async () => {
    const signal = makeSignal();
    await judgeWith({ info, ask: async () => ({ answers }) }, { state, questions }, { signal });
    expect(signal.listening).toBe(0);
    const failing: Judge = { info, ask: () => Promise.reject(new Error('down')) };
    await rejectionOf(judgeWith(failing, { state, questions }, { signal }));
    expect(signal.listening).toBe(0);
  });

  it('is that of the platform', async () => {
    const controller = new AbortController();
    const pending = judgeWith(silent, { state, questions }, { signal: controller.signal });
    controller.abort();
    const error: unknown = await pending.catch((caught) => caught);
    expect(error).toMatchObject({ code: 'aborted', cause: { name: 'AbortError' } });
    const done = await judgeWith(
      says({ answers }),
      { state, questions },
      {
        signal: new AbortController().signal,
      },
    );
    expect(done.effect).toBe('deny');
  });

  it('without the members of a signal is refused', async () => {
    for (const signal of [{}, { aborted: false }, 'stop', null]) {
      const pending = Reflect.apply(judgeWith, undefined, [
        says({ answers }),
        { state, questions },
        { signal },
      ]);
      expect(await rejectionOf(pending)).toEqual(['bad_option', 'options.signal']);
    }
  });
});

describe('a request', () => {
  const ask = (request: unknown, options: unknown = {}) =>
    Reflect.apply(judgeWith, undefined, [says({ answers }), request, options]);
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  let nested: unknown[] = [];
  for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];

  it.each<[string, unknown, string, string]>([
    ['no state', undefined, 'bad_state', 'state'],
    ['a state of null', null, 'bad_state', 'state'],
    ['a number', 7, 'bad_state', 'state'],
    ['a boolean', true, 'bad_state', 'state'],
    ['NaN', { a: Number.NaN }, 'not_finite', 'state.a'],
    ['Infinity', { a: [1 / 0] }, 'not_finite', 'state.a[0]'],
    ['an integer beyond 2^53', { a: 2 ** 53 }, 'unsafe_integer', 'state.a'],
    ['a lone surrogate', { a: 'x\udfff' }, 'lone_surrogate', 'state.a'],
    [
      '__proto__ as a key',
      JSON.parse('{"a":{"__proto__":1}}'),
      'forbidden_member',
      'state.a.__proto__',
    ],
    ['constructor as a key', { constructor: 1 }, 'forbidden_member', 'state.constructor'],
    ['a cycle', cyclic, 'cyclic', 'state.self'],
    ['a date', { at: new Date(0) }, 'not_json', 'state.at'],
    ['a map', new Map(), 'not_json', 'state'],
    ['a big integer', { a: 1n }, 'not_json', 'state.a'],
    ['a function', { a: () => 1 }, 'not_json', 'state.a'],
    ['a symbol', { a: Symbol('a') }, 'not_json', 'state.a'],
    ['an undefined member', { a: undefined }, 'not_json', 'state.a'],
  ])('with %s in the state is refused', async (_name, given, code, path) => {
    expect(await rejectionOf(ask({ state: given, questions }))).toEqual([code, path]);
  });

  it('with 10,000 nested lists in the state is refused', async () => {
    expect((await rejectionOf(ask({ state: nested, questions })))[0]).toBe('too_deep');
  });

  it('may have text, an object or a list as the state, empty too', async () => {
    for (const given of ['', 'text', {}, [], [1, null]]) {
      expect((await ask({ state: given, questions })).stateDigest).toBe(digest(given));
    }
  });

  it('with -0 in the state has the digest of 0', async () => {
    expect((await ask({ state: [-0], questions })).stateDigest).toBe(digest([0]));
  });

  it.each<[string, unknown, unknown, string, string]>([
    ['no request', undefined, {}, 'bad_option', 'request'],
    ['no questions', { state }, {}, 'bad_question', 'questions'],
    ['empty questions', { state, questions: {} }, {}, 'bad_question', 'questions'],
    ['a misspelled member', { state, question: {} }, {}, 'bad_option', 'request.question'],
    ['options of null', { state, questions }, null, 'bad_option', 'options'],
    ['an unknown option', { state, questions }, { treshold: 1 }, 'bad_option', 'options.treshold'],
    [
      'a bar instead of a policy',
      { state, questions },
      { policy: 0.5 },
      'bad_policy',
      'options.policy',
    ],
    ['an empty contract', { state, questions }, { contract: '' }, 'bad_option', 'options.contract'],
    [
      'a contract without a version after @',
      { state, questions },
      { contract: 'a@' },
      'bad_option',
      'options.contract',
    ],
    [
      'a contract of a number',
      { state, questions },
      { contract: 3 },
      'bad_option',
      'options.contract',
    ],
    [
      'a contract with a version that is a number',
      { state, questions },
      { contract: { id: 'a', version: 3 } },
      'bad_option',
      'options.contract',
    ],
    [
      'a contract with another member',
      { state, questions },
      { contract: { id: 'a', v: '3' } },
      'bad_option',
      'options.contract.v',
    ],
    [
      'a contract without an id',
      { state, questions },
      { contract: { version: '3' } },
      'bad_option',
      'options.contract',
    ],
  ])('with %s is refused', async (_name, request, options, code, path) => {
    expect(await rejectionOf(ask(request, options))).toEqual([code, path]);
  });

  it.each([
    ['ticket-router@3', { id: 'ticket-router', version: '3' }],
    ['ticket-router', { id: 'ticket-router' }],
    ['@scope/router', { id: '@scope/router' }],
    ['@scope/router@12', { id: '@scope/router', version: '12' }],
    [{ id: 'ticket-router' }, { id: 'ticket-router' }],
    [
      { id: 'a@b', version: '3' },
      { id: 'a@b', version: '3' },
    ],
  ])('reads %j as a contract', async (contract, expected) => {
    const result = await ask({ state, questions }, { contract });
    expect(result.contract).toStrictEqual(expected);
  });

  it('with a policy that was written for other questions is refused before the judge is asked', async () => {
    let asked = 0;
    const judge: Judge = {
      info,
      ask: () => {
        asked += 1;
        return { answers };
      },
    };
    const policy = threshold(0.5, { questions: { typo: 0.9 } });
    expect(await rejectionOf(judgeWith(judge, { state, questions }, { policy }))).toEqual([
      'bad_policy',
      'options.questions.typo',
    ]);
    expect(asked).toBe(0);
  });
});

describe('judgeSyncWith()', () => {
  it('returns what judgeWith() resolves to', async () => {
    const judge = says({ answers, latencyMs: 3 });
    const options = { clock: () => 0, contract: 'a@1', policy: threshold(0.9) };
    expect(judgeSyncWith(judge, { state, questions }, options)).toStrictEqual(
      await judgeWith(judge, { state, questions }, options),
    );
  });

  it('throws a typed error when the judge returns a promise, kept or broken', () => {
    for (const response of [
      () => Promise.resolve({ answers }),
      () => Promise.reject(new Error('down')),
    ]) {
      expect(faultOf(() => judgeSyncWith(says(response()), { state, questions }))).toEqual([
        'bad_option',
        'judge',
      ]);
    }
  });

  it('blames the judge for what cannot even be looked at', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throws: SyncJudge = {
      info,
      ask: () => {
        throw proxy;
      },
    };
    for (const judge of [says(proxy), throws]) {
      const fault = ['judge_unavailable', 'judge'];
      expect(faultOf(() => judgeSyncWith(judge, { state, questions }))).toEqual(fault);
    }
  });

  it('throws what judgeWith() rejects with', () => {
    const signal = makeSignal();
    signal.abort('stop');
    const ask = (judge: SyncJudge, options: object = {}) =>
      faultOf(() => judgeSyncWith(judge, { state, questions }, options));
    expect(ask(says({ answers }), { signal })).toEqual(['aborted', 'options.signal']);
    expect(ask(says(undefined))).toEqual(['bad_answer', 'response']);
    const failing: SyncJudge = {
      info,
      ask: () => {
        throw new Error('down');
      },
    };
    expect(ask(failing)).toEqual(['judge_unavailable', 'judge']);
  });
});

describe('judgementToWire()', () => {
  it('writes every name in snake_case', () => {
    const response = { answers, latencyMs: 41, requestId: 'req_7', usage: { inputTokens: 296 } };
    const result = judgeSyncWith(
      says(response),
      { state, questions },
      { policy: threshold(0.8, { setBy: 'me' }), contract: 'a@1', clock: clock() },
    );
    expect(judgementToWire(result)).toStrictEqual({
      effect: 'deny',
      outcome: 'refused',
      decided_by: ['unsafe', 'verdict'],
      answers,
      decisions: {
        unsafe: {
          effect: 'deny',
          outcome: 'refused',
          reason: 'bar_met',
          applies_to: 'noul',
          bar: 0.8,
          set_by: 'me',
          measured: 0.97,
        },
        verdict: {
          effect: 'deny',
          outcome: 'refused',
          reason: 'bar_met',
          applies_to: 'confidence',
          bar: 0.8,
          set_by: 'me',
          measured: 0.9,
        },
        quality: {
          effect: 'none',
          outcome: 'ignored',
          reason: 'no_rule',
          applies_to: 'confidence',
          set_by: 'me',
        },
      },
      questions,
      judge: info,
      state_digest: result.stateDigest,
      questions_digest: result.questionsDigest,
      response_digest: result.responseDigest,
      request_id: 'req_7',
      latency_ms: 41,
      usage: { input_tokens: 296 },
      judged_at: '2026-12-01T12:34:56Z',
      contract: { id: 'a', version: '1' },
      threshold: { value: 0.8, set_by: 'me' },
    });
  });

  it('writes refusals, routes and shadows, and nothing that is undefined', () => {
    const team = { team: choice('Which?', ['billing', 'technical']), unsafe: questions.unsafe };
    const said = { team: { choice: 'billing', confidence: 0.9 }, unsafe: { refusal: true } };
    const result = judgeSyncWith(
      says({ answers: said }),
      { state, questions: team },
      { policy: shadow(routes(['billing'])) },
    );
    const wire = judgementToWire(result);
    expect(wire.answers).toStrictEqual(said);
    expect(wire.decisions['team']).toMatchObject({ effect: 'none', would_be: 'billing' });
    expect(wire.decisions['unsafe']).toMatchObject({ effect: 'none', would_be: 'ask' });
    // Canonical text refuses undefined.
    expect(JSON.parse(canonicalize(wire))).toEqual(wire);
  });
});

describe('asking twice', () => {
  it('gives the same result for the same state, answers and clock', async () => {
    const member = fc.string().filter((key) => key !== '__proto__' && key !== 'constructor');
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
    const object = fc.dictionary(member, fc.oneof(leaf, fc.dictionary(member, leaf)));
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.array(leaf), object);
    const probability = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
    await fc.assert(
      fc.asyncProperty(value, probability, probability, async (given, p, confidence) => {
        const said = {
          unsafe: { noul: p, probabilities: { yes: p, no: 1 - p } },
          verdict: { choice: 'deny', confidence },
          quality: { score: p * 2 },
        };
        const options = { clock: () => 1_000, policy: threshold(0.7) };
        const ask = () => judgeWith(says({ answers: said }), { state: given, questions }, options);
        const [first, second] = [await ask(), await ask()];
        expect(second).toStrictEqual(first);
        expect(canonicalize(judgementToWire(second))).toBe(canonicalize(judgementToWire(first)));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a policy that asks who answered', () => {
  it('is told of a judge whose model is reported, and of no other', async () => {
    const seen: unknown[] = [];
    const usual = threshold();
    const policy: Policy = {
      ...usual,
      decide: (key, question, answer, judge) => {
        seen.push([key, judge?.model]);
        return usual.decide(key, question, answer, judge);
      },
    };
    const questions = { a: noul('A?'), b: noul('B?'), c: noul('C?') };
    const answers = { a: { noul: 1 }, b: { noul: 1 }, c: { noul: 1 } };
    const b = { judge: { model: 'other-1' } };
    const c = { judge: { model: 'other' }, modelUnreported: true } as const;
    for (const more of [{}, { modelUnreported: true, sources: { b, c } } as const]) {
      const judge: Judge = { info: { model: 'alias' }, ask: () => ({ answers, ...more }) };
      await judgeWith(judge, { state: 'x', questions }, { policy });
    }
    expect(seen).toEqual([
      ['a', 'alias'],
      ['b', 'alias'],
      ['c', 'alias'],
      ['a', undefined],
      ['b', 'other-1'],
      ['c', undefined],
    ]);
  });
});
