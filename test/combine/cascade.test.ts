import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  cascade,
  choice,
  type Judge,
  JudgeError,
  judgeSync,
  judgeWith,
  noul,
  type Questions,
  rulesJudge,
  rulesQuestions,
  score,
  toolCall,
} from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  answer,
  errorOf,
  later,
  questions,
  says,
  silent,
  state,
  throws,
  unavailable,
  unheard,
  unsafe,
} from './helpers.js';

const sure = {
  verdict: { choice: 'allow', confidence: 0.9 },
  quality: { score: 2, confidence: 1 },
};

describe('a judge that leaves questions over', () => {
  it('leaves nothing over where each answer has its number', async () => {
    const first = later({ model: 'a', kind: 'llm' }, { answers: { unsafe: { noul: 0 }, ...sure } });
    const second = later('b', {});
    const result = await judgeWith(cascade(first, second), { state, questions });
    expect(result.judge).toEqual({ model: 'a', kind: 'llm' });
    expect(result.sources).toBeUndefined();
    expect(second.requests.length).toBe(0);
  });

  it('hands on what it refuses and what cannot be measured, and nothing else', async () => {
    const first = later('a', {
      answers: { unsafe: { refusal: true }, verdict: { choice: 'allow' }, quality: sure.quality },
      latencyMs: 3,
      requestId: 'req_a',
    });
    const second = later('b', {
      answers: { unsafe: { noul: 0.9 }, verdict: { choice: 'deny', confidence: 0.8 } },
      latencyMs: 40,
      usage: { inputTokens: 7 },
    });
    const result = await judgeWith(cascade(first, second), { state, questions });
    const { unsafe: asked, verdict } = questions;
    expect(second.requests).toEqual([{ state, questions: { unsafe: asked, verdict } }]);
    expect(Object.isFrozen(second.requests[0]?.questions)).toBe(true);
    expect(result.answers).toEqual({
      unsafe: { noul: 0.9 },
      verdict: { choice: 'deny', confidence: 0.8 },
      quality: { score: 2, confidence: 1 },
    });
    expect(result.judge).toEqual({ model: 'cascade(a, b)' });
    expect(result.latencyMs).toBe(43);
    expect([result.usage, result.requestId]).toEqual([undefined, undefined]);
    expect(result.sources).toMatchObject({
      quality: { judge: { model: 'a' }, latencyMs: 3, requestId: 'req_a' },
      unsafe: { judge: { model: 'b' }, latencyMs: 40, usage: { inputTokens: 7 } },
      verdict: { judge: { model: 'b' } },
    });
    expect(result.sources?.unsafe).not.toHaveProperty('requestId');
  });

  it('takes the probability of a label for its number, as a policy does', async () => {
    const first = later('a', {
      answers: {
        unsafe: { noul: 0 },
        verdict: { choice: 'deny', probabilities: { deny: 0.7 } },
        quality: { score: 1 },
      },
    });
    const second = later('b', { answers: { quality: { score: 2, confidence: 1 } } });
    await judgeWith(cascade(first, second), { state, questions });
    expect(second.requests.map((one) => Object.keys(one.questions))).toEqual([['quality']]);
  });

  it('leaves the questions that the rules do not know to a model', () => {
    const model = says('tone-1', { answers: { polite: { noul: 0.1 }, 'odd key': { noul: 0 } } });
    const all = { polite: noul('Is it impolite?'), ...rulesQuestions, 'odd key': noul('Odd?') };
    const call = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
    const result = judgeSync(
      { state: call, questions: all },
      { judge: cascade(rulesJudge(), model) },
    );
    expect(result.decidedBy).toEqual(['shell_destructive', 'unsafe']);
    expect(Object.keys(model.requests[0]?.questions ?? {})).toEqual(['polite', 'odd key']);
    expect(result.sources?.shell_destructive?.judge).toEqual(rulesJudge().info);
    expect(result.sources?.['odd key']?.judge).toEqual({ model: 'tone-1' });
  });

  it('asks the rules nothing where they know no question', () => {
    const model = says({ model: 'tone-1', kind: 'llm' }, { answers: { polite: { noul: 0.1 } } });
    const asked = { polite: noul('Is it impolite?') };
    const call = toolCall({ tool: 'Bash', input: {} });
    const judge = cascade(rulesJudge(), model);
    const result = judgeSync({ state: call, questions: asked }, { judge });
    expect(result.judge).toEqual({ model: 'tone-1', kind: 'llm' });
    expect(result.sources).toBeUndefined();
  });

  it('asks the second about all where the first knows none, and does not say which', async () => {
    const vague = new JudgeError('unknown_question', { path: 'questions', rule: 'r', fix: 'f' });
    const second = later('b', answer(0.9));
    const result = await judgeWith(cascade(throws('a', vague), second), {
      state,
      questions: unsafe,
    });
    expect([result.effect, result.judge.model]).toEqual(['deny', 'b']);
  });

  it('finds long keys again, which an error cuts', async () => {
    const long = 'k'.repeat(90);
    const asked = { [long]: noul('?'), b: noul('?') };
    const first = later('a', ({ questions: given }: { questions: Questions }) => {
      if (!(long in given)) return { answers: { b: { noul: 0.5 } } };
      const path = `questions["${long.slice(0, 40)}…"]`;
      throw new JudgeError('unknown_question', { path, rule: 'r', fix: 'f' });
    });
    const second = later('c', { answers: { [long]: { noul: 0.6 } } });
    const result = await judgeWith(cascade(first, second), { state, questions: asked });
    expect(result.answers).toEqual({ [long]: { noul: 0.6 }, b: { noul: 0.5 } });
  });

  it('asks whoever calls whether an answer stands, but never of a refusal', async () => {
    const seen: [string, Answer, string][] = [];
    const first = later('a', {
      answers: { unsafe: { noul: 0.4 }, verdict: { choice: 'allow' }, quality: { refusal: true } },
    });
    const second = later('b', { answers: { unsafe: { noul: 0.6 }, quality: { score: 0 } } });
    const judge = cascade(first, second, {
      settled(key, given, question) {
        seen.push([key, given, question.type]);
        return key === 'verdict';
      },
    });
    const result = await judgeWith(judge, { state, questions });
    expect(seen).toEqual([
      ['unsafe', { noul: 0.4 }, 'noul'],
      ['verdict', { choice: 'allow' }, 'choice'],
    ]);
    expect(result.answers).toEqual({
      unsafe: { noul: 0.6 },
      verdict: { choice: 'allow' },
      quality: { score: 0 },
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('typo');
      },
    ],
    ['promises', async () => true],
    ['says nothing', () => undefined],
  ])('does not go on with a settled that %s', async (_, settled) => {
    const judge: Judge = Reflect.apply(cascade, undefined, [
      later('a', answer(0)),
      later('b', answer(0)),
      { settled },
    ]);
    expect(await errorOf(judgeWith(judge, { state, questions: unsafe }))).toMatchObject({
      code: 'bad_option',
      path: 'options.settled',
    });
  });

  it('lets the second refuse, which is asked about as ever', async () => {
    const first = later('a', { answers: { unsafe: { refusal: true } } });
    const second = later('b', { answers: { unsafe: { refusal: true } } });
    const result = await judgeWith(cascade(first, second), { state, questions: unsafe });
    expect([result.effect, result.judge.model]).toEqual(['ask', 'b']);
  });

  it.each([
    ['the first is unavailable', throws('a', unavailable()), later('b', answer(0))],
    ['the first breaks a rule', later('a', answer(2)), later('b', answer(0))],
    [
      'the second is unavailable',
      later('a', { answers: { unsafe: { refusal: true } } }),
      throws('b', unavailable()),
    ],
    [
      'the second does not know the question',
      later('a', { answers: { unsafe: { refusal: true } } }),
      throws(
        'b',
        new JudgeError('unknown_question', { path: 'questions.unsafe', rule: 'r', fix: 'f' }),
      ),
    ],
    [
      'the second answers something else',
      later('a', { answers: { unsafe: { refusal: true } } }),
      later('b', { answers: { other: { noul: 0 } } }),
    ],
  ])('is an error and no allow where %s', async (_, first, second) => {
    const error = await errorOf(judgeWith(cascade(first, second), { state, questions: unsafe }));
    expect(['judge_unavailable', 'bad_answer', 'unknown_question']).toContain(error.code);
  });

  it('names each of three', async () => {
    const first = later('a', {
      answers: { a: { noul: 0 }, b: { refusal: true }, c: { refusal: true } },
    });
    const second = later('b', { answers: { b: { noul: 0 }, c: { refusal: true } } });
    const third = later('c', { answers: { c: { noul: 0 } } });
    const asked = { a: noul('?'), b: noul('?'), c: noul('?') };
    const judge = cascade(first, cascade(second, third));
    const result = await judgeWith(judge, { state, questions: asked });
    const models = Object.entries(result.sources ?? {}).map(([key, one]) => [
      key,
      one?.judge.model,
    ]);
    expect(models).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ]);
    expect(result.judge.model).toBe('cascade(a, cascade(b, c))');
  });

  it('asks nobody more for a caller who has given up', async () => {
    const controller = new AbortController();
    const first = later('a', () => {
      controller.abort('enough');
      return { answers: { unsafe: { refusal: true } } };
    });
    const second = later('b', answer(0));
    const asked = cascade(first, second).ask(
      { state, questions: unsafe },
      { signal: controller.signal },
    );
    expect(await errorOf(asked)).toMatchObject({ code: 'aborted' });
    expect(second.requests.length).toBe(0);
  });

  it('takes each answer from one judge, and says from which', async () => {
    const said = fc.constantFrom('refuses', 'knows not', 'answers');
    const keys = fc.dictionary(fc.constantFrom('a', 'b', 'toString', 'valueOf', 'e'), said, {
      minKeys: 1,
    });
    const property = fc.asyncProperty(keys, async (plan) => {
      const asked = Object.fromEntries(Object.keys(plan).map((key) => [key, noul('?')]));
      const first = later('a', ({ questions: given }: { questions: Questions }) => {
        const unknown = Object.keys(given).find((key) => plan[key] === 'knows not');
        if (unknown !== undefined) {
          const path = `questions.${unknown}`;
          throw new JudgeError('unknown_question', { path, rule: 'r', fix: 'f' });
        }
        return {
          answers: Object.fromEntries(
            Object.keys(given).map((key) => [
              key,
              plan[key] === 'answers' ? { noul: 0.25 } : { refusal: true },
            ]),
          ),
        };
      });
      const second = later('b', ({ questions: given }: { questions: Questions }) => ({
        answers: Object.fromEntries(Object.keys(given).map((key) => [key, { noul: 0.75 }])),
      }));
      const result = await judgeWith(cascade(first, second), { state, questions: asked });
      for (const [key, what] of Object.entries(plan)) {
        const model = what === 'answers' ? 'a' : 'b';
        const { sources } = result;
        const source = sources !== undefined && Object.hasOwn(sources, key) ? sources[key] : result;
        expect(source?.judge.model).toBe(model);
        expect(result.answers[key]).toEqual({ noul: model === 'a' ? 0.25 : 0.75 });
      }
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it.each([
    ['no second', [silent()], 'second'],
    ['no first', [undefined, silent()], 'first'],
    ['a settled that is none', [silent(), silent(), { settled: true }], 'options.settled'],
    ['another option', [silent(), silent(), { when: () => true }], 'options.when'],
  ])('refuses %s', (_, args, path) => {
    expect(faultOf(() => Reflect.apply(cascade, undefined, args))).toEqual(['bad_option', path]);
  });

  it('is held to what each judge rounds to', async () => {
    const rough = { yes: 0.3, no: 0.8 };
    const first = later(
      { model: 'a', decimals: 4 },
      { answers: { a: { refusal: true }, b: { noul: 1 } } },
    );
    const second = later(
      { model: 'b', decimals: 1 },
      { answers: { a: { noul: 0.3, probabilities: rough } } },
    );
    const asked = { a: noul('?'), b: noul('?') };
    const result = await judgeWith(cascade(first, second), { state, questions: asked });
    expect(result.answers.a).toEqual({ noul: 0.3, probabilities: rough });
    expect(result.judge).not.toHaveProperty('decimals');
    const strict = cascade(first, { ...second, info: { model: 'b', decimals: 4 } });
    expect((await errorOf(judgeWith(strict, { state, questions: asked }))).code).toBe('bad_answer');
  });

  it('works with questions of every type', async () => {
    const asked = { way: choice('Which?', ['left', 'right']), far: score('How?', ['near', 'far']) };
    const first = later('a', { answers: { way: { choice: 'left' }, far: { score: 1 } } });
    const second = later('b', { answers: { way: { choice: 'right' }, far: { score: 0 } } });
    const result = await judgeWith(cascade(first, second), { state, questions: asked });
    expect(result.answers).toEqual({ way: { choice: 'right' }, far: { score: 0 } });
  });
});

describe('a settled that promises', () => {
  it('is refused, and its rejection is heard', async () => {
    const settled = (async () => {
      throw new Error('later');
    }) as unknown as () => boolean;
    const reasons = await unheard(async () => {
      const judge = cascade(says('a', answer(0.1)), says('b', answer(0.2)), { settled });
      const error = await errorOf(judgeWith(judge, { state, questions: unsafe }));
      expect([error.code, error.path]).toEqual(['bad_option', 'options.settled']);
    });
    expect(reasons).toEqual([]);
  });
});
