import { describe, expect, it } from 'vitest';
import { judgementToWire, type SyncJudge } from '../src/index.js';
import { type JudgeResponse, judgeSyncWith } from '../src/judge.js';
import { choice, noul } from '../src/question.js';
import { faultOf } from './fault.js';

const questions = { a: noul('A?'), b: choice('B?', ['yes', 'no']) };
const answers = { a: { noul: 0.2 }, b: { choice: 'no', confidence: 0.9 } };
const judge = { model: 'm-1' };

function ask(response: object) {
  const teller: SyncJudge = {
    info: { model: 'teller' },
    ask: () => ({ answers, latencyMs: 5, ...response }) as JudgeResponse,
  };
  return judgeSyncWith(teller, { state: 'x', questions });
}

const digestText = `sha256:${'0'.repeat(64)}`;
const origin = {
  latencyMs: 3,
  requestId: 'req_1',
  usage: { inputTokens: 1, outputTokens: 2 },
  responseDigest: digestText,
  attempts: 2,
  cachedAt: '2026-12-01T09:30:00Z',
  attestation: { payload: 'e30', signatures: [] },
};

describe('what a judge says of its answers', () => {
  it('is in the result, frozen at every depth', () => {
    const response = {
      ...origin,
      sources: { a: { judge: { ...judge, kind: 'llm', decimals: 3 }, ...origin } },
      panel: {
        b: [
          { judge, answer: answers.b },
          { judge, failure: 'judge_unavailable' },
        ],
      },
    };
    const result = ask(response);
    expect(result).toMatchObject(origin);
    expect(result.sources).toEqual({ a: { judge: { model: 'm-1', kind: 'llm' }, ...origin } });
    expect(result.panel).toEqual(response.panel);
    expect(isDeepFrozen(result)).toBe(true);
  });

  it('is on the wire under the names of the wire', () => {
    const panel = {
      b: [
        { judge, answer: { refusal: true } },
        { judge, failure: 'bad_answer' },
      ],
    };
    const wire = judgementToWire(ask({ ...origin, sources: { a: { judge, ...origin } }, panel }));
    const wireOrigin = {
      latency_ms: 3,
      request_id: 'req_1',
      usage: { input_tokens: 1, output_tokens: 2 },
      response_digest: digestText,
      attempts: 2,
      cached_at: '2026-12-01T09:30:00Z',
      answer_attestation: { payload: 'e30', signatures: [] },
    };
    expect(wire).toMatchObject(wireOrigin);
    expect(wire.sources).toEqual({ a: { judge, ...wireOrigin } });
    expect(JSON.parse(JSON.stringify(wire.panel))).toEqual(panel);
  });

  it('is not there where nothing is said', () => {
    const nothing = {
      attempts: null,
      cachedAt: null,
      attestation: null,
      sources: null,
      panel: null,
    };
    const names = Object.keys(nothing);
    for (const response of [{}, nothing, { sources: {}, panel: { a: null } }]) {
      const result = ask(response);
      expect(names.filter((name) => name in result)).toEqual([]);
      const wire = judgementToWire(result);
      expect(
        Object.keys(wire).filter((name) => /attempt|cached|attest|source|panel/.test(name)),
      ).toEqual([]);
    }
  });

  it.each([
    ['attempts', 0],
    ['attempts', 1.5],
    ['attempts', '2'],
    ['attempts', 2 ** 53],
    ['cachedAt', 'yesterday'],
    ['cachedAt', '2026-12-01T09:30:00.000Z'],
    ['cachedAt', 1_764_579_600_000],
    ['attestation', 'text'],
    ['attestation', []],
    ['sources', 'text'],
    ['panel', 7],
  ])('is refused in %s: %j', (name, value) => {
    expect(faultOf(() => ask({ [name]: value }))).toEqual(['bad_answer', `response.${name}`]);
  });

  it('is read once', () => {
    const reads: string[] = [];
    const watched = <T extends object>(name: string, members: T): T =>
      new Proxy(members, {
        get(target, member) {
          reads.push(`${name}.${String(member)}`);
          return Reflect.get(target, member);
        },
      });
    const vote = watched('vote', { judge: watched('vote.judge', judge), answer: answers.a });
    ask(
      watched('response', {
        answers,
        ...origin,
        sources: watched('sources', { a: watched('source', { judge: watched('judge', judge) }) }),
        panel: watched('panel', { a: watched('list', [vote]) }),
      }),
    );
    // `then` tells a promise from a response, before anything is read.
    const members = reads.filter((one) => one !== 'response.then' && !/^list\.(?!0)/.test(one));
    expect(members.length).toBeGreaterThan(20);
    expect(members.filter((one, index) => members.indexOf(one) !== index)).toEqual([]);
  });

  it('may throw when it is read, and nothing else comes of that', () => {
    const thrown = new Error('Bearer sk-secret');
    const trap = {
      get a(): never {
        throw thrown;
      },
    };
    for (const name of ['sources', 'panel', 'attempts', 'usage']) {
      const response = { ...(name === 'attempts' ? {} : { [name]: trap }) };
      if (name === 'attempts')
        Object.defineProperty(response, name, { get: () => trap.a, enumerable: true });
      if (name === 'usage')
        Object.defineProperty(response, name, {
          value: Object.defineProperty({}, 'inputTokens', { get: () => trap.a }),
          enumerable: true,
        });
      const call = (): unknown =>
        judgeSyncWith(
          {
            info: judge,
            ask: () =>
              Object.defineProperties(
                { answers },
                Object.getOwnPropertyDescriptors(response),
              ) as never,
          },
          { state: 'x', questions },
        );
      expect(faultOf(call)).toEqual(['judge_unavailable', 'judge']);
      expect(call).not.toThrow(/sk-secret/);
    }
  });
});

describe('who answered which question', () => {
  it('is looked up by what was asked: of a million others none is looked at', () => {
    let looked = 0;
    const many: { [key: string]: object } = {};
    for (let index = 0; index < 1_000_000; index += 1) many[`k${index}`] = { judge: {} };
    const sources = new Proxy(many, {
      get(target, key) {
        looked += 1;
        return Reflect.get(target, key);
      },
      ownKeys() {
        throw new Error('nobody has to list them');
      },
    });
    many['a'] = { judge };
    expect(ask({ sources }).sources).toEqual({ a: { judge } });
    expect(looked).toBe(1);
  });

  it('is dropped for questions that were not asked, inherited or polluting', () => {
    const polluting = JSON.parse(
      `{"__proto__":{"judge":{"model":"evil"}},"c":{"judge":7},"a":{"judge":{"model":"m-1"}}}`,
    );
    const result = ask({ sources: polluting });
    expect(result.sources).toEqual({ a: { judge } });
    expect(Object.getPrototypeOf(result.sources)).toBe(Object.prototype);
    expect(ask({ sources: Object.create({ a: { judge } }) }).sources).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'judge')).toBe(false);
  });

  it('is found under any name that a question can have', () => {
    const asked = { toString: noul('?'), 'odd "key"': noul('?') };
    const said = { toString: { noul: 0 }, 'odd "key"': { noul: 0 } };
    const teller: SyncJudge = {
      info: judge,
      ask: () => ({ answers: said, sources: { 'odd "key"': { judge: { model: 'm-2' } } } }),
    };
    const { sources = {} } = judgeSyncWith(teller, { state: 'x', questions: asked });
    expect(Object.entries(sources)).toEqual([['odd "key"', { judge: { model: 'm-2' } }]]);
  });

  it.each([
    ['text', 'm-1', 'response.sources.a'],
    ['nobody', {}, 'response.sources.a.judge'],
    ['a judge without a name', { judge: { model: ' ' } }, 'response.sources.a.judge.model'],
    [
      'a judge of no kind',
      { judge: { model: 'm', kind: 'oracle' } },
      'response.sources.a.judge.kind',
    ],
    ['a negative latency', { judge, latencyMs: -1 }, 'response.sources.a.latencyMs'],
    [
      'a digest that is none',
      { judge, responseDigest: 'sha256:' },
      'response.sources.a.responseDigest',
    ],
    [
      'usage that is no count',
      { judge, usage: { inputTokens: 0.5 } },
      'response.sources.a.usage.inputTokens',
    ],
  ])('is refused as %s', (_, source, path) => {
    expect(faultOf(() => ask({ sources: { a: source } }))).toEqual(['bad_answer', path]);
  });

  it('may hold no envelope that is no JSON', () => {
    const attestation = { payload: () => 'e30' };
    expect(faultOf(() => ask({ sources: { a: { judge, attestation } } }))).toEqual([
      'not_json',
      'response.sources.a.attestation.payload',
    ]);
  });
});

describe('what several judges said', () => {
  const vote = { judge, answer: answers.a };

  it('is a list of at most 100, however long it says to be', () => {
    expect(ask({ panel: { a: Array(100).fill(vote) } }).panel?.a?.length).toBe(100);
    const lists: readonly unknown[] = [
      [],
      Array(101).fill(vote),
      Array(1_000_000).fill(vote),
      { length: 1, 0: vote },
      'ab',
    ];
    for (const list of lists) {
      expect(faultOf(() => ask({ panel: { a: list } }))).toEqual([
        'bad_answer',
        'response.panel.a',
      ]);
    }
  });

  it.each([
    ['an answer of another type', { judge, answer: { choice: 'no' } }, '.answer'],
    ['a number out of range', { judge, answer: { noul: 1.1 } }, '.answer'],
    ['-0', { judge, answer: { noul: -0 } }, '.answer'],
    [
      'sums beyond the rounding',
      { judge, answer: { noul: 1, probabilities: { yes: 1, no: 1 } } },
      '.answer',
    ],
    ['an answer and a failure', { ...vote, failure: 'bad_answer' }, ''],
    ['neither', { judge }, ''],
    ['a failure that is a sentence', { judge, failure: 'Bearer sk-secret' }, ''],
    ['a failure without end', { judge, failure: 'a'.repeat(41) }, ''],
    ['nobody', { answer: answers.a }, '.judge'],
    ['a negative latency', { ...vote, latencyMs: -1 }, '.latencyMs'],
    ['nothing', undefined, ''],
    ['text', 'no', ''],
  ])('is refused with %s', (_, one, path) => {
    const call = (): unknown => ask({ panel: { a: [vote, one] } });
    expect(faultOf(call)).toEqual(['bad_answer', `response.panel.a[1]${path}`]);
    expect(call).not.toThrow(/sk-secret/);
  });

  it.each([
    ['a number that is none', { noul: Number.NaN }, 'not_finite'],
    ['the key __proto__', JSON.parse('{"noul":0,"__proto__":{}}'), 'forbidden_member'],
  ])('is refused with %s', (_, answer, code) => {
    expect(faultOf(() => ask({ panel: { a: [{ judge, answer }] } }))).toEqual([
      code,
      'response.panel.a[0].answer',
    ]);
  });

  it('is held to what each judge rounds to', () => {
    const answer = { noul: 0.3, probabilities: { yes: 0.3, no: 0.8 } };
    const coarse = { model: 'm-1', decimals: 1 };
    const result = ask({ panel: { a: [{ judge: coarse, answer }] } });
    expect(result.panel).toEqual({ a: [{ judge, answer }] });
  });
});

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
