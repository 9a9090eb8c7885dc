import type {
  Experimental_DecisionModelV4 as DecisionModelV4,
  Experimental_DecisionModelV4Question as QuestionV4,
  Experimental_DecisionModelV4Result as Result,
} from '@ai-sdk/provider';
import { createTypeSafeAi, type TypeSafeAiProvider } from '@ai-sdk/typesafe-ai';
import { experimental_decide as decide } from 'ai';
import { Experimental_DecisionMockModelV4 as MockModel } from 'ai/test';
import { assert, asyncProperty, constantFrom, float, integer, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choice, isJudgementError, judgeWith, noul, score } from '../../src/index.js';
import { aiSdkJudge, aiSdkModel } from '../../src/judges/ai-sdk/index.js';
import { ANSWERS, scripted } from './models.js';

const OURS = {
  spam: noul('Is this spam?', { criteria: { true: 'Unwanted advertising.' } }),
  team: choice('Which team takes this?', { billing: 'Invoices.', technical: null, other: null }),
  urgency: score('How urgent is it?', ['whenever', 'this week', 'now']),
};

const RESULT: Result = {
  answers: {
    spam: { type: 'boolean', probability: 0.07 },
    team: {
      type: 'choice',
      choice: 'billing',
      probabilities: { billing: 0.88, technical: 0.12, other: 0 },
    },
    urgency: { type: 'score', score: 1.05, probabilities: { '0': 0, '1': 0.95, '2': 0.05 } },
  },
  rounding: { probabilityDecimals: 2, scoreDecimals: 2 },
  usage: { inputTokens: 41, outputTokens: 3 },
  warnings: [],
  providerMetadata: { typesafe: { confidence: { team: 0.81, urgency: 0.92 } } },
  response: { modelId: 'jev-1.14.0', id: 'gen-17' },
};

describe("the SDK's own mock model as a judge", () => {
  it('is asked in parts, and its answers are read into the form of here', async () => {
    const calls: unknown[] = [];
    const model = new MockModel({
      doDecide: async (call) => {
        calls.push(call);
        return RESULT;
      },
    });
    const state = { text: 'Refund me!' };
    const result = await judgeWith(aiSdkJudge(model), { state, questions: OURS });
    expect(result.answers).toEqual({
      spam: { noul: 0.07 },
      team: { choice: 'billing', probabilities: { billing: 0.88, technical: 0.12, other: 0 } },
      urgency: { score: 1.05, probabilities: { whenever: 0, 'this week': 0.95, now: 0.05 } },
    });
    expect(result.judge).toEqual({
      model: 'jev-1.14.0',
      provider: 'mock-provider',
      kind: 'decision-model',
      replayable: false,
    });
    expect(result.requestedModel).toBe('mock-model-id');
    expect(result.modelUnreported).toBeUndefined();
    expect(result.requestId).toBe('gen-17');
    expect(result.usage).toEqual({ inputTokens: 41, outputTokens: 3 });
    expect(result.details).toEqual({
      team: { providerConfidence: 0.81 },
      urgency: { providerConfidence: 0.92 },
    });
    // The bar of a choice is held to the probability of its label, and not to that confidence.
    expect(result.decisions.team).toMatchObject({ reason: 'no_rule' });
    expect(calls).toEqual([
      {
        state: [{ type: 'json', value: { text: 'Refund me!' } }],
        questions: {
          spam: {
            type: 'boolean',
            instructions: 'Is this spam?',
            criteria: { true: 'Unwanted advertising.' },
          },
          team: {
            type: 'choice',
            instructions: 'Which team takes this?',
            criteria: { billing: 'Invoices.', technical: null, other: null },
          },
          urgency: {
            type: 'score',
            instructions: 'How urgent is it?',
            criteria: ['whenever', 'this week', 'now'],
          },
        },
      },
    ]);
  });

  it('refuses one question, and the others are answered', async () => {
    const answers: Result['answers'] = { ...RESULT.answers, team: { type: 'refusal' } };
    const model = new MockModel({ doDecide: async () => ({ ...RESULT, answers }) });
    const result = await judgeWith(aiSdkJudge(model), { state: 'x', questions: OURS });
    expect(result.answers.team.refusal).toBe(true);
    expect(result.decisions.team).toMatchObject({ effect: 'ask', reason: 'refusal' });
    expect(result.answers.spam.noul).toBe(0.07);
  });

  it('gives the same again as a model of the SDK', async () => {
    const model = new MockModel({ doDecide: async () => RESULT });
    const again = aiSdkModel(aiSdkJudge(model));
    const questions = {
      spam: { type: 'boolean', instructions: 'Is this spam?' },
      team: {
        type: 'choice',
        instructions: 'Which?',
        criteria: { billing: null, technical: null, other: null },
      },
      urgency: { type: 'score', instructions: 'How urgent?', criteria: ['a', 'b', 'c'] },
    } as const;
    const result = await decide({ model: again, state: 'x', questions });
    expect(result.answers).toEqual(RESULT.answers);
    expect(result.rounding).toEqual({ probabilityDecimals: 2, scoreDecimals: 2 });
    expect(result.response.modelId).toBe('jev-1.14.0');
    expect(result.response.id).toBe('gen-17');
  });
});

describe('the model of @ai-sdk/typesafe-ai, which has the older name, as a judge', () => {
  it('reads a raw state, asks over HTTP, and rounds to two decimals', async () => {
    const bodies: unknown[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)));
      const [spam, urgency] = [
        { type: 'noul', noul: 0.07 },
        { type: 'score', score: 1, legend: {}, probabilities: { '0': 0.33, '1': 0.33, '2': 0.33 } },
      ];
      const team = {
        type: 'choice',
        choice: 'billing',
        probabilities: { billing: 0.39, technical: 0.4, other: 0.21 },
        confidence: 0.1,
      };
      return Response.json(
        { model: 'jev-1.13.0', answers: { spam, team, urgency } },
        { headers: { 'x-typesafe-request-id': 'req-9' } },
      );
    };
    const model = createTypeSafeAi({ apiKey: 'ts-key', fetch }).evaluationModel('jev-latest');
    const judge = aiSdkJudge(model);
    const result = await judgeWith(judge, { state: ['a', { b: 1 }], questions: OURS });
    expect(result.answers.team.probabilities).toEqual({
      billing: 0.39,
      technical: 0.4,
      other: 0.21,
    });
    expect(result.answers.urgency.score).toBe(1);
    expect(result.details).toEqual({ team: { providerConfidence: 0.1 } });
    expect([result.judge.model, result.requestedModel]).toEqual(['jev-1.13.0', 'jev-latest']);
    expect(result.requestId).toBe('req-9');
    expect(bodies).toMatchObject([{ model: 'jev-latest', state: ['a', { b: 1 }] }]);
  });

  it('says so where the service does not name its model', async () => {
    const fetch = async () => Response.json({ answers: { spam: { type: 'noul', noul: 0.07 } } });
    const model = createTypeSafeAi({ apiKey: 'ts-key', fetch }).evaluationModel('jev-latest');
    const questions = { spam: OURS.spam };
    const result = await judgeWith(aiSdkJudge(model), { state: 'x', questions });
    expect(result.judge.model).toBe('jev-latest');
    expect(result.modelUnreported).toBe(true);
  });

  it('fails in words that repeat nothing of the body and hold no key', async () => {
    const fetch = async () =>
      Response.json(
        { detail: [{ loc: ['body'], msg: 'SECRET', input: 'SECRET' }] },
        { status: 422 },
      );
    const model = createTypeSafeAi({ apiKey: 'ts-key', fetch }).evaluationModel('jev-latest');
    const asked = judgeWith(aiSdkJudge(model), { state: 'x', questions: { spam: OURS.spam } });
    const error = await asked.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({
      code: 'judge_unavailable',
      status: 422,
      message:
        'judge: the model gave no answer (AI_APICallError, status 422); call the model yourself to see all that it says, or ask again later',
    });
    expect(error).not.toHaveProperty('cause');
  });

  it('fails for want of a key as what it is', async () => {
    const model = createTypeSafeAi({}).evaluationModel('jev-latest');
    const asked = judgeWith(aiSdkJudge(model), { state: 'x', questions: { spam: OURS.spam } });
    await expect(asked).rejects.toMatchObject({ code: 'bad_option', path: 'model' });
  });
});

describe('what a judge accepts of a model', () => {
  const QUESTIONS: Readonly<Record<string, QuestionV4>> = {
    team: {
      type: 'choice',
      instructions: 'Which?',
      criteria: { billing: null, technical: null, other: null },
    },
    urgency: { type: 'score', instructions: 'How urgent?', criteria: ['a', 'b', 'c'] },
  };
  const asked = {
    team: choice('Which?', ['billing', 'technical', 'other']),
    urgency: score('How urgent?', ['a', 'b', 'c']),
  };
  const decimals = constantFrom(undefined, 1, 2, 4, 6, 8, 15);
  const share = integer({ min: 0, max: 40 });

  it('is what the SDK accepts of it, to the last unit of rounding', async () => {
    let accepted = 0;
    const cases = record({
      weights: tuple(share, share, integer({ min: 1, max: 40 })),
      skew: constantFrom(0, 0, 1e-7, -9e-7, 2e-6, 0.004, -0.006, 0.011, 0.02),
      scoreSkew: constantFrom(0, 0, 1e-7, 0.004, -0.009, 0.02, 0.06),
      probabilityDecimals: decimals,
      scoreDecimals: decimals,
      extra: constantFrom(undefined, undefined, 'stranger'),
      drop: constantFrom(undefined, undefined, 'other'),
      noise: float({ min: 0, max: Math.fround(1e-8), noNaN: true }),
    });
    const property = asyncProperty(cases, async (one) => {
      const sum = one.weights.reduce((total, weight) => total + weight, 0);
      const exact = one.weights.map((weight) => weight / sum);
      const p = exact.map((value) => rounded(value, one.probabilityDecimals));
      const mean = exact.reduce((total, value, index) => total + index * value, 0);
      const top = ['billing', 'technical', 'other'][exact.indexOf(Math.max(...exact))] ?? '';
      const [first = 0, second = 0, third = 0] = p;
      const moved = Math.min(1, Math.max(0, first + one.skew + one.noise));
      const distribution: Record<string, number> = {
        billing: moved,
        technical: second,
        other: third,
      };
      if (one.drop !== undefined) delete distribution[one.drop];
      const result: Result = {
        answers: {
          team: { type: 'choice', choice: top, probabilities: distribution },
          urgency: {
            type: 'score',
            score: Math.min(2, Math.max(0, rounded(mean, one.scoreDecimals) + one.scoreSkew)),
            probabilities: { '0': first, '1': second, '2': third },
          },
          ...(one.extra === undefined ? {} : { [one.extra]: { type: 'refusal' } }),
        },
        rounding: {
          ...(one.probabilityDecimals && { probabilityDecimals: one.probabilityDecimals }),
          ...(one.scoreDecimals && { scoreDecimals: one.scoreDecimals }),
        },
        warnings: [],
      };
      const model = new MockModel({ doDecide: async () => result });
      const theirs = await settles(decide({ model, state: 'x', questions: QUESTIONS }));
      const ours = await settles(judgeWith(aiSdkJudge(model), { state: 'x', questions: asked }));
      // The SDK lets sums be off by a millionth more than rounding explains, and so do we only where
      // a model declares none.
      if (ours || !theirs || explained([distribution, { first, second, third }], one)) {
        expect(ours).toBe(theirs);
      }
      if (ours) accepted += 1;
    });
    await assert(property, { numRuns: 400 });
    expect(accepted).toBeGreaterThan(20);
    expect(accepted).toBeLessThan(380);
  });
});

describe('the types of the SDK', () => {
  it('take a judge as a model of either name, and give models that are judges', () => {
    const model = aiSdkModel(scripted({ answers: ANSWERS }));
    const decision: DecisionModelV4 = model;
    const { doDecide: _, ...older } = model;
    const evaluation: Exclude<Parameters<typeof decide>[0]['model'], string> = older;
    const raw: ReturnType<TypeSafeAiProvider['evaluationModel']> = model;
    const gated = aiSdkJudge(decision);
    expect(aiSdkJudge(raw).info).toEqual(gated.info);
    expect([decision.specificationVersion, evaluation.modelId, gated.info.model]).toEqual([
      'v4',
      'scripted-2',
      'scripted-2',
    ]);
  });
});

function explained(
  distributions: readonly Readonly<Record<string, number>>[],
  { probabilityDecimals }: { readonly probabilityDecimals: number | undefined },
): boolean {
  if (probabilityDecimals === undefined) return true;
  return distributions.every((one) => {
    const values = Object.values(one);
    const sum = values.reduce((total, value) => total + value, 0);
    return Math.abs(sum - 1) <= values.length * 0.5 * 10 ** -probabilityDecimals;
  });
}

function rounded(value: number, decimals: number | undefined): number {
  return decimals === undefined ? value : Number(value.toFixed(decimals));
}

async function settles(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isJudgementError(error)) expect(error.code).toBe('bad_answer');
    else expect(error).toMatchObject({ name: 'AI_InvalidResponseDataError' });
    return false;
  }
}
