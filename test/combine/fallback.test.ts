import { describe, expect, it } from 'vitest';
import { fallback, JudgeError, judgeSync, judgeWith, ReceiptError } from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  answer,
  errorOf,
  later,
  says,
  silent,
  state,
  throws,
  unavailable,
  unsafe,
} from './helpers.js';

const request = { state, questions: unsafe };
const down = throws('big-1', new TypeError('refused'));

describe('a judge that stands in', () => {
  it('is not asked while the first answers', async () => {
    const first = later({ model: 'big-1', kind: 'llm' }, answer(0.9, { requestId: 'req_1' }));
    const second = later('small-1', answer(0.1));
    const result = await judgeWith(fallback([first, second]), request);
    expect(result).toMatchObject({
      effect: 'deny',
      judge: first.info,
      requestId: 'req_1',
      attempts: 1,
    });
    expect(second.requests.length).toBe(0);
  });

  it('answers where the first is unavailable, under its own name', async () => {
    const second = later({ model: 'small-1', provider: 'local' }, answer(0.1, { latencyMs: 7 }));
    const result = await judgeWith(fallback([down, second, silent()]), request);
    expect(result).toMatchObject({ judge: second.info, attempts: 2, latencyMs: 7 });
    expect(result.sources).toBeUndefined();
  });

  it('adds the attempts of each', async () => {
    const tired = throws('big-1', unavailable('busy', { attempts: 3 }));
    const second = later('small-1', answer(0.1, { attempts: 2 }));
    expect((await judgeWith(fallback([tired, second]), request)).attempts).toBe(5);
  });

  it('throws the last error when all are unavailable, with those before as its cause', async () => {
    const last = unavailable('busy', { status: 429, requestId: 'req_9' });
    const error = await errorOf(judgeWith(fallback([down, throws('b', last)]), request));
    expect(error).toMatchObject({
      code: 'judge_unavailable',
      rule: 'asked 2 times in vain, and the last time: busy',
      status: 429,
      requestId: 'req_9',
      attempts: 2,
      cause: { errors: [{ code: 'judge_unavailable', cause: { message: 'refused' } }, last] },
    });
  });

  it.each([
    'bad_answer',
    'bad_state',
    'bad_question',
    'unknown_question',
    'bad_option',
    'bad_policy',
    'aborted',
  ] as const)('is not asked after %s', async (code) => {
    const wrong = new JudgeError(code, { path: 'p', rule: 'r', fix: 'f' });
    const second = later('small-1', answer(0));
    const asked = judgeWith(fallback([throws('big-1', wrong), second]), request);
    expect(await errorOf(asked)).toBe(wrong);
    expect(second.requests.length).toBe(0);
  });

  it.each([400, 413, 415, 422])(
    'is not asked after status %i: the request is wrong',
    async (status) => {
      const refused = unavailable('no', { status });
      const second = later('small-1', answer(0));
      for (const badAnswer of ['throw', 'next'] as const) {
        const both = fallback([throws('big-1', refused), second], { badAnswer });
        expect(await errorOf(judgeWith(both, request))).toBe(refused);
      }
      expect(second.requests.length).toBe(0);
    },
  );

  it.each([200, 307, 401, 403, 404, 405, 408, 410, 429, 499, 500, 503])(
    'is asked after status %i',
    async (status) => {
      const second = later('small-1', answer(0.1));
      const both = fallback([throws('big-1', unavailable('no', { status })), second]);
      expect(await judgeWith(both, request)).toMatchObject({ judge: second.info, attempts: 2 });
    },
  );

  it('counts what came before the status that ended it', async () => {
    const last = unavailable('no', { status: 422 });
    const third = later('small-1', answer(0));
    const all = fallback([down, throws('b', last), third]);
    expect(await errorOf(judgeWith(all, request))).toMatchObject({ status: 422, attempts: 2 });
    expect(third.requests.length).toBe(0);
  });

  it.each([
    ['breaks a rule', says('big-1', answer(2))],
    ['is no JSON', says('big-1', answer(Number.NaN))],
    ['is no answer', says('big-1', 'yes')],
    ['says so', throws('big-1', new JudgeError('bad_answer', { path: 'p', rule: 'r', fix: 'f' }))],
    [
      'is signed badly',
      throws('big-1', new ReceiptError('bad_signature', { path: 'p', rule: 'r', fix: 'f' })),
    ],
  ])('is asked after an answer that %s only where the caller says so', async (_, first) => {
    const second = later('small-1', answer(0.2));
    await expect(judgeWith(fallback([first, second]), request)).rejects.toThrow();
    expect(second.requests.length).toBe(0);
    const result = await judgeWith(fallback([first, second], { badAnswer: 'next' }), request);
    expect([result.judge.model, result.attempts]).toEqual(['small-1', 2]);
  });

  it('is not asked for a wrong request even then', async () => {
    const wrong = new JudgeError('bad_state', { path: 'state', rule: 'r', fix: 'f' });
    const judge = fallback([throws('a', wrong), says('b', answer(0))], { badAnswer: 'next' });
    expect(await errorOf(judgeWith(judge, request))).toBe(wrong);
  });

  it('is not asked for a caller who has given up meanwhile', async () => {
    const controller = new AbortController();
    const first = later('big-1', () => {
      controller.abort('enough');
      throw new TypeError('gone');
    });
    const second = later('small-1', answer(0));
    const asked = fallback([first, second]).ask(request, { signal: controller.signal });
    expect(await errorOf(asked)).toMatchObject({ code: 'aborted', cause: 'enough' });
    expect(second.requests.length).toBe(0);
  });

  it('answers at once where all of them do', () => {
    const judge = fallback([down, says('small-1', answer(0.9))]);
    const result = judgeSync(request, { judge });
    expect([result.effect, result.judge.model]).toEqual(['deny', 'small-1']);
  });

  it('is called by all of their names, and by what they have in common', () => {
    const one = says({ model: 'a', kind: 'llm', provider: 'p', decimals: 4 }, answer(0));
    const two = says({ model: 'b', kind: 'llm', provider: 'q', replayable: true }, answer(0));
    expect(fallback([one, two]).info).toEqual({
      model: 'fallback(a, b)',
      kind: 'llm',
      decimals: 2,
    });
    const many = Array.from({ length: 90 }, (_, index) =>
      says(`model-${index}-of-many`, answer(0)),
    );
    expect(fallback(many).info.model).toMatch(/^fallback\(90 judges, sha256:[0-9a-f]{64}\)$/);
  });

  it('keeps to the decimals of whoever answered', async () => {
    const rough = { unsafe: { noul: 0.3, probabilities: { yes: 0.3, no: 0.8 } } };
    const exact = says({ model: 'a', decimals: 4 }, { answers: rough });
    const coarse = says({ model: 'b', decimals: 1 }, { answers: rough });
    expect(await errorOf(judgeWith(fallback([exact, coarse]), request))).toMatchObject({
      code: 'bad_answer',
      path: 'answers.unsafe.probabilities',
    });
    const result = await judgeWith(fallback([down, coarse]), request);
    expect(result.answers).toEqual(rough);
    expect(result.judge).toEqual({ model: 'b' });
  });

  it.each([
    ['nothing', [undefined], 'judges'],
    ['no judges', [[]], 'judges'],
    ['too many', [Array(101).fill(down)], 'judges'],
    ['what is no judge', [[down, {}]], 'judges[1]'],
    ['a judge without a model', [[{ info: {}, ask: () => ({}) }]], 'judges[0].info.model'],
    ['another mode', [[down], { badAnswer: 'ignore' }], 'options.badAnswer'],
    ['another option', [[down], { onBadAnswer: 'next' }], 'options.onBadAnswer'],
  ])('refuses %s', (_, args, path) => {
    expect(faultOf(() => Reflect.apply(fallback, undefined, args))).toEqual(['bad_option', path]);
  });
});
