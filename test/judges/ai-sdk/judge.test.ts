import { describe, expect, it } from 'vitest';
import {
  choice,
  type JudgeError,
  judgeWith,
  noul,
  type Signal,
  score,
} from '../../../src/index.js';
import {
  aiSdkJudge,
  type DecisionCall,
  type DecisionModel,
  type DecisionWarning,
  type EvaluationModel,
} from '../../../src/judges/ai-sdk/index.js';

const ABOUT = {
  specificationVersion: 'v4',
  provider: 'gateway',
  modelId: 'typesafe-ai/jev',
  supportedQuestionTypes: ['boolean', 'choice', 'score'],
} as const;

const QUESTIONS = {
  spam: noul('Is this spam?'),
  team: choice('Which team?', ['billing', 'technical']),
  urgency: score('How urgent?', ['low', 'high'], { criteria: { high: 'Now.' } }),
};

const GOOD = {
  spam: { type: 'boolean', probability: 0.2 },
  team: { type: 'choice', choice: 'billing', probabilities: { billing: 0.6, technical: 0.4 } },
  urgency: { type: 'score', score: 0.25, probabilities: { '0': 0.75, '1': 0.25 } },
};

type Decide = DecisionModel['doDecide'];

function modelOf(result: object | Decide): DecisionModel {
  return {
    ...ABOUT,
    doDecide: isDecide(result) ? result : async () => ({ warnings: [], ...result }),
  };
}

function isDecide(result: object): result is Decide {
  return typeof result === 'function';
}

async function ask(result: object, questions = QUESTIONS) {
  return judgeWith(aiSdkJudge(modelOf(result)), { state: 'x', questions });
}

async function errorOf(work: Promise<unknown>): Promise<JudgeError> {
  const error: unknown = await work.then(
    () => new Error('it went well'),
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ name: 'JudgeError' });
  return Object(error);
}

describe('aiSdkJudge()', () => {
  it('asks by doDecide with parts, and by doEvaluate with the state itself', async () => {
    const calls: unknown[] = [];
    const model: DecisionModel & EvaluationModel = {
      ...modelOf(async (call) => {
        calls.push(['doDecide', call.state]);
        return { answers: GOOD, warnings: [] };
      }),
      doEvaluate: async (call) => {
        calls.push(['doEvaluate', call.state]);
        return { answers: GOOD, warnings: [] };
      },
    };
    const { doDecide: _, ...older } = model;
    for (const state of ['text', { a: 1 }, ['a', 1]]) {
      await judgeWith(aiSdkJudge(model), { state, questions: QUESTIONS });
      await judgeWith(aiSdkJudge(older), { state, questions: QUESTIONS });
    }
    expect(calls).toEqual([
      ['doDecide', [{ type: 'text', text: 'text' }]],
      ['doEvaluate', 'text'],
      ['doDecide', [{ type: 'json', value: { a: 1 } }]],
      ['doEvaluate', { a: 1 }],
      ['doDecide', [{ type: 'json', value: ['a', 1] }]],
      ['doEvaluate', ['a', 1]],
    ]);
  });

  it('calls a model as its method, with the settings, and shows none of them', async () => {
    const seen: unknown[] = [];
    class Model {
      readonly specificationVersion = 'v4';
      readonly provider = 'p';
      readonly modelId = 'm';
      readonly supportedQuestionTypes = ['boolean', 'choice', 'score'];
      readonly #answers = GOOD;
      async doDecide({ state: _, questions: __, ...rest }: DecisionCall) {
        seen.push(rest);
        return { answers: this.#answers, warnings: [] };
      }
    }
    const settings = {
      headers: { 'x-team': 'SECRET' },
      providerOptions: { typesafe: { longContext: true } },
      maxOutputTokens: 8,
      reasoning: 'none',
    };
    const judge = aiSdkJudge(new Model(), { ...settings, kind: 'llm', method: 'self-reported' });
    const result = await judgeWith(judge, { state: 'x', questions: QUESTIONS });
    expect(seen).toEqual([settings]);
    expect(result.judge).toMatchObject({ kind: 'llm', method: 'self-reported' });
    expect(JSON.stringify([judge, result])).not.toContain('SECRET');
  });

  it('is another judge for a cache where it is set differently', () => {
    const model = modelOf({ answers: GOOD });
    const keyOf = (longContext: boolean) =>
      aiSdkJudge(model, { providerOptions: { typesafe: { longContext } } }).cacheKey;
    expect(keyOf(true)).toBe(keyOf(true));
    expect(new Set([keyOf(true), keyOf(false), aiSdkJudge(model).cacheKey]).size).toBe(3);
  });

  it('sends a level with its label, and reads its probability by it', async () => {
    let levels: unknown;
    const model = modelOf(async ({ questions }) => {
      levels = questions['urgency']?.criteria;
      return { answers: GOOD, warnings: [] };
    });
    const result = await judgeWith(aiSdkJudge(model), { state: 'x', questions: QUESTIONS });
    expect(levels).toEqual(['low', 'high: Now.']);
    expect(result.answers.urgency).toEqual({
      score: 0.25,
      probabilities: { low: 0.75, high: 0.25 },
    });
  });

  it('tells of warnings, to whoever listens and whoever asks by hand', async () => {
    const warnings: DecisionWarning[] = [
      { type: 'unsupported', feature: 'providerOptions.typesafe.longContext' },
      { type: 'other', message: 'slow today' },
    ];
    const told: unknown[] = [];
    const judge = aiSdkJudge(modelOf({ answers: GOOD, warnings }), {
      onWarning: (given) => told.push(given),
    });
    await judgeWith(judge, { state: 'x', questions: QUESTIONS });
    expect(told).toEqual([warnings]);
    const response = await judge.ask({ state: 'x', questions: QUESTIONS }, {});
    expect(response.warnings).toEqual(warnings);
    const quiet = aiSdkJudge(modelOf({ answers: GOOD }), {
      onWarning: (given) => told.push(given),
    });
    await judgeWith(quiet, { state: 'x', questions: QUESTIONS });
    expect(told).toHaveLength(2);
  });

  it('keeps the confidence of a provider apart, wherever its provider puts it', async () => {
    const providerMetadata = {
      gateway: { generationId: 'gen-1', cost: '0.1' },
      typesafe: { confidence: { team: 0.3, urgency: 7, stranger: 0.5, spam: 'high' } },
    };
    const result = await ask({ answers: GOOD, providerMetadata });
    expect(result.details).toEqual({ team: { providerConfidence: 0.3 } });
    expect(result.answers.team.confidence).toBeUndefined();
    expect(result.requestId).toBe('gen-1');
  });

  it('names the model that answered, or says that nobody did', async () => {
    const named = await ask({ answers: GOOD, response: { modelId: 'jev-1.14.0' } });
    expect([named.judge.model, named.requestedModel, named.modelUnreported]).toEqual([
      'jev-1.14.0',
      'typesafe-ai/jev',
      undefined,
    ]);
    const silent = [
      {},
      { response: {} },
      { response: { modelId: ABOUT.modelId, body: { answers: {} } } },
    ];
    for (const more of silent) {
      const result = await ask({ answers: GOOD, ...more });
      expect([result.judge.model, result.modelUnreported]).toEqual(['typesafe-ai/jev', true]);
    }
    const body = { model: ABOUT.modelId };
    const exact = await ask({ answers: GOOD, response: { modelId: ABOUT.modelId, body } });
    expect(exact.modelUnreported).toBeUndefined();
  });

  it('counts the tokens that are counted, and no others', async () => {
    const usage = { inputTokens: 12, outputTokens: undefined };
    expect((await ask({ answers: GOOD, usage })).usage).toEqual({ inputTokens: 12 });
    expect((await ask({ answers: GOOD })).usage).toBeUndefined();
  });
});

describe('a model that is none', () => {
  it.each([
    ['its name', 'typesafe-ai/jev', 'model'],
    ['a language model', { ...ABOUT, doGenerate: async () => ({}) }, 'model'],
    [
      'one of another version',
      { ...modelOf({}), specificationVersion: 'v3' },
      'model.specificationVersion',
    ],
    ['one without a name', { ...modelOf({}), modelId: '' }, 'model'],
    [
      'one without types',
      { ...modelOf({}), supportedQuestionTypes: undefined },
      'model.supportedQuestionTypes',
    ],
    ['nothing', undefined, 'model'],
  ])('is refused: %s', (_, model, path) => {
    expect(() => Reflect.apply(aiSdkJudge, undefined, [model])).toThrow(
      expect.objectContaining({ code: 'bad_option', path }),
    );
  });

  it('is refused with an option that is none', () => {
    const make = () => Reflect.apply(aiSdkJudge, undefined, [modelOf({}), { temperature: 1 }]);
    expect(make).toThrow(expect.objectContaining({ path: 'options.temperature' }));
  });
});

describe('a question that a model does not take', () => {
  it.each([
    [{ ...ABOUT, supportedQuestionTypes: ['boolean'] }, QUESTIONS, 'questions.team.type'],
    [ABOUT, { spam: { type: 'noul' } }, 'questions.spam.instructions'],
    [ABOUT, { spam: { type: 'noul', criteria: { true: null } } }, 'questions.spam.instructions'],
  ])('is never sent', async (about, questions, path) => {
    let calls = 0;
    const model: DecisionModel = {
      ...about,
      doDecide: async () => {
        calls += 1;
        return { answers: {}, warnings: [] };
      },
    };
    const request: Parameters<typeof judgeWith>[1] = Object({ state: 'x', questions });
    const error = await errorOf(judgeWith(aiSdkJudge(model), request));
    expect([error.code, error.path, calls]).toEqual(['bad_question', path, 0]);
  });
});

describe('a result that breaks a rule', () => {
  const team = { team: QUESTIONS.team };
  const urgency = { urgency: QUESTIONS.urgency };
  const choose = (probabilities: object, picked = 'billing') => ({
    team: { type: 'choice', choice: picked, probabilities },
  });
  const score = (value: number, probabilities: object) => ({
    urgency: { type: 'score', score: value, probabilities },
  });
  it.each([
    ['no answers', team, undefined, {}, 'answers.team'],
    ['an answer that is missing', team, {}, {}, 'answers.team'],
    [
      'an answer that nobody asked for',
      team,
      { ...choose({ billing: 1, technical: 0 }), x: {} },
      {},
      'answers',
    ],
    ['a box', team, { team: { type: 'box', box: {} } }, {}, 'answers.team'],
    ['another type', team, { team: { type: 'boolean', probability: 1 } }, {}, 'answers.team'],
    ['no type', team, { team: { choice: 'billing' } }, {}, 'answers.team'],
    [
      'an option of its own',
      team,
      { team: { type: 'choice', choice: 'sales' } },
      {},
      'answers.team.choice',
    ],
    ['half a distribution', team, choose({ billing: 1 }), {}, 'answers.team.probabilities'],
    [
      'an option too many',
      team,
      choose({ billing: 1, technical: 0, x: 0 }),
      {},
      'answers.team.probabilities',
    ],
    [
      'text for a number',
      team,
      choose({ billing: '1', technical: 0 }),
      {},
      'answers.team.probabilities',
    ],
    [
      'a sum of 0.98 without rounding',
      team,
      choose({ billing: 0.6, technical: 0.38 }),
      {},
      'answers.team.probabilities',
    ],
    [
      'a sum of 0.97 at two decimals',
      team,
      choose({ billing: 0.6, technical: 0.37 }),
      { probabilityDecimals: 2 },
      'answers.team.probabilities',
    ],
    [
      'the unlikelier option',
      team,
      choose({ billing: 0.4, technical: 0.6 }),
      { probabilityDecimals: 2 },
      'answers.team.choice',
    ],
    [
      'a probability below 0',
      team,
      choose({ billing: 1.5, technical: -0.5 }),
      {},
      'answers.team.probabilities.billing',
    ],
    [
      'levels by name',
      urgency,
      score(0.25, { low: 0.75, high: 0.25 }),
      {},
      'answers.urgency.probabilities',
    ],
    [
      'a score that is no mean',
      urgency,
      score(0.5, { '0': 0.75, '1': 0.25 }),
      { probabilityDecimals: 2, scoreDecimals: 2 },
      'answers.urgency.score',
    ],
    [
      'a score beyond the levels',
      urgency,
      { urgency: { type: 'score', score: 1.01 } },
      {},
      'answers.urgency.score',
    ],
    [
      'a rounding that is none',
      team,
      choose({ billing: 1, technical: 0 }),
      { probabilityDecimals: 1.5 },
      'answers',
    ],
  ])('is no answer: %s', async (_, questions, answers, rounding, path) => {
    const judge = aiSdkJudge(modelOf({ ...(answers && { answers }), rounding }));
    const request: Parameters<typeof judgeWith>[1] = Object({ state: 'x', questions });
    const error = await errorOf(judgeWith(judge, request));
    expect([error.code, error.path]).toEqual(['bad_answer', path]);
  });

  it('is not a sum of 0.98 or 1.02, nor a pick one unit below, at two decimals', async () => {
    const rounding = { probabilityDecimals: 2, scoreDecimals: 2 };
    const four = choice('Which?', ['a', 'b', 'c', 'd']);
    for (const [a, b, c, d] of [
      [0.24, 0.25, 0.25, 0.24],
      [0.25, 0.26, 0.26, 0.25],
    ]) {
      const probabilities = { a, b, c, d };
      const answers = { q: { type: 'choice', choice: 'a', probabilities } };
      const judge = aiSdkJudge(modelOf({ answers, rounding }));
      const result = await judgeWith(judge, { state: 'x', questions: { q: four } });
      expect(result.answers.q.probabilities).toEqual(probabilities);
    }
  });

  it('is an error without a cause where it cannot be read', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const error = await errorOf(
      judgeWith(aiSdkJudge(modelOf(async () => proxy)), { state: 'x', questions: team }),
    );
    expect(error.code).toMatch(/^(?:bad_answer|judge_unavailable)$/);
  });
});

describe('a model that fails', () => {
  const failing = (error: unknown) =>
    judgeWith(aiSdkJudge(modelOf(() => Promise.reject(error))), {
      state: 'x',
      questions: QUESTIONS,
    });
  it.each([
    [
      { name: 'AI_APICallError', statusCode: 429, message: 'S' },
      'judge_unavailable',
      429,
      ' (AI_APICallError, status 429)',
    ],
    [
      { name: 'GatewayRateLimitError', statusCode: 429 },
      'judge_unavailable',
      429,
      ' (GatewayRateLimitError, status 429)',
    ],
    [{ name: 'AI_InvalidArgumentError' }, 'bad_question', undefined, ' (AI_InvalidArgumentError)'],
    [{ name: 'AI_TypeValidationError' }, 'bad_answer', undefined, ' (AI_TypeValidationError)'],
    [{ name: 'AI_LoadAPIKeyError' }, 'bad_option', undefined, ' (AI_LoadAPIKeyError)'],
    [new Error('S: sk-1'), 'judge_unavailable', undefined, ''],
    [{ name: 'S S', statusCode: '429' }, 'judge_unavailable', undefined, ''],
    [undefined, 'judge_unavailable', undefined, ''],
    [Proxy.revocable({}, {}), 'judge_unavailable', undefined, ''],
  ])('is told in words of ours alone: %j', async (thrown, code, status, said) => {
    const error = await errorOf(failing(thrown));
    expect([error.code, error.status, error.rule]).toEqual([
      code,
      status,
      `the model gave no answer${said}`,
    ]);
    expect(error).not.toHaveProperty('cause');
  });

  it('is told as it is where it says so in our words', async () => {
    const inner = await errorOf(ask({ answers: {} }));
    expect(await errorOf(failing(inner))).toBe(inner);
  });
});

describe('a caller who gives up', () => {
  it('aborts the signal of the model, which is of the platform whatever they passed', async () => {
    const listeners = new Set<() => void>();
    const state = { aborted: false };
    const signal: Signal = {
      get aborted() {
        return state.aborted;
      },
      reason: 'enough',
      addEventListener: (_, listener) => listeners.add(listener),
      removeEventListener: (_, listener) => listeners.delete(listener),
    };
    const seen: unknown[] = [];
    const model = modelOf(
      ({ abortSignal }) =>
        new Promise((_, reject) => {
          expect(abortSignal).toBeInstanceOf(AbortSignal);
          abortSignal?.addEventListener('abort', () => {
            seen.push(abortSignal.reason);
            reject(new Error('stopped'));
          });
        }),
    );
    const asked = judgeWith(aiSdkJudge(model), { state: 'x', questions: QUESTIONS }, { signal });
    await Promise.resolve();
    state.aborted = true;
    for (const listener of [...listeners]) listener();
    const error = await errorOf(asked);
    expect([error.code, error.cause, seen]).toEqual(['aborted', 'enough', ['enough']]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(listeners.size).toBe(0);
  });

  it('passes a signal of the platform on as it is', async () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const model = modelOf(async ({ abortSignal }) => {
      seen.push(abortSignal);
      return { answers: GOOD, warnings: [] };
    });
    await judgeWith(aiSdkJudge(model), { state: 'x', questions: QUESTIONS }, { signal });
    expect(seen[0]).toBe(signal);
  });
});
