import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choice, isJudgementError, judgeWith, noul, score } from '../../../src/index.js';
import { aiSdkJudge, aiSdkModel } from '../../../src/judges/ai-sdk/index.js';
import { runtype, runtypeSets } from '../../../src/judges/runtype/index.js';
import { resolved } from '../runtype/bodies.js';

const QUESTIONS = {
  unsafe: noul('Unsafe?'),
  team: choice('Who?', ['billing', 'technical']),
  grade: score('How good?', ['poor', 'good']),
};

/** Whatever could stand in the place of something. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    '',
    'billing',
    -0,
    0,
    1,
    1.5,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    true,
    [],
    {},
    undefined,
  ),
);

/** Mostly a value of a shape, and sometimes anything. */
function mostly<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 20, arbitrary }, { weight: 1, arbitrary: anything });
}

const half = fc.constantFrom(0, 0.4, 0.5, 0.6, 1);
const answer = fc.record(
  {
    type: mostly(fc.constantFrom('boolean', 'choice', 'score', 'refusal', 'box')),
    probability: mostly(half),
    choice: mostly(fc.constantFrom('billing', 'technical')),
    score: mostly(half),
    probabilities: mostly(
      fc.oneof(
        half.map((p) => ({ billing: p, technical: 1 - p })),
        half.map((p) => ({ '0': p, '1': 1 - p })),
      ),
    ),
    providerConfidence: mostly(half),
  },
  { requiredKeys: ['type'] },
);
const likely = fc.constantFrom(0.5, 0.6, 1);
const noulAnswer = fc.record({ type: fc.constant('boolean'), probability: mostly(half) });
const choiceAnswer = likely.map((p) => ({
  type: 'choice',
  choice: 'billing',
  probabilities: { billing: p, technical: 1 - p },
}));
const scoreAnswer = likely.map((p) => ({
  type: 'score',
  score: 1 - p,
  probabilities: { '0': p, '1': 1 - p },
}));
const orAny = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: answer });
const answers = mostly(
  fc.record(
    {
      unsafe: mostly(orAny(noulAnswer)),
      team: mostly(orAny(choiceAnswer)),
      grade: mostly(orAny(scoreAnswer)),
    },
    { requiredKeys: ['unsafe', 'team', 'grade'] },
  ),
);
const RUNS = { numRuns: 200 };

/** Whether something ends in what it is for, or in an error of ours; and in nothing else. */
async function endsWell(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    expect(isJudgementError(error)).toBe(true);
    return false;
  }
}

describe('whatever is said in the words of boolean, choice and score', () => {
  it('by a model, it is an answer that a model can give again, or an error of ours', async () => {
    let good = 0;
    const results = mostly(
      fc.record(
        {
          answers,
          rounding: mostly(fc.constant({ probabilityDecimals: 2, scoreDecimals: 2 })),
          usage: mostly(fc.constant({ inputTokens: 1 })),
          warnings: mostly(fc.constant([])),
          providerMetadata: anything,
          response: anything,
        },
        { requiredKeys: ['answers', 'rounding'] },
      ),
    );
    const property = fc.asyncProperty(results, async (result) => {
      const judge = aiSdkJudge({
        specificationVersion: 'v4',
        provider: 'p',
        modelId: 'm',
        supportedQuestionTypes: ['boolean', 'choice', 'score'],
        doDecide: async () => Object(result),
      });
      const request = { state: 'x', questions: QUESTIONS };
      const isGood = await endsWell(() => judgeWith(judge, request));
      const again = await endsWell(() =>
        aiSdkModel(judge).doDecide({
          state: 'x',
          questions: {
            unsafe: { type: 'boolean', instructions: 'Unsafe?' },
            team: {
              type: 'choice',
              instructions: 'Who?',
              criteria: { billing: null, technical: null },
            },
            grade: { type: 'score', instructions: 'How good?', criteria: ['poor', 'good'] },
          },
        }),
      );
      expect(again).toBe(isGood);
      if (isGood) good += 1;
    });
    await fc.assert(property, RUNS);
    expect(good).toBeGreaterThan(5);
  });

  it('by Runtype, it is an answer or an error of ours', async () => {
    let good = 0;
    const judgment = fc.record({
      requestedModel: anything,
      resolvedModelId: anything,
      provider: anything,
      usage: anything,
      questionSetVersion: anything,
      estimatedCostUsd: anything,
    });
    const bodies = fc.record({ result: answers, metadata: mostly(fc.record({ judgment })) });
    const property = fc.asyncProperty(bodies, async (body) => {
      const text = JSON.stringify(body);
      const fetch = () => new Response(text, { headers: { 'content-type': 'application/json' } });
      const request = { state: 'x', questions: QUESTIONS };
      if (await endsWell(() => judgeWith(runtype({ fetch }), request))) good += 1;
    });
    await fc.assert(property, RUNS);
    expect(good).toBeGreaterThan(5);
  });

  it('as a version of a question set or a catalogue, it is one or an error of ours', async () => {
    const whole: { readonly version: object } = JSON.parse(resolved(3));
    const change = fc.dictionary(
      fc.constantFrom('questionSet', 'version', 'calibration', 'versions', 'questions', 'models'),
      anything,
      { maxKeys: 2 },
    );
    const property = fc.asyncProperty(change, change, async (outer, inner) => {
      const { version } = whole;
      const text = JSON.stringify({ ...whole, version: { ...version, ...inner }, ...outer });
      const fetch = () => new Response(text, { headers: { 'content-type': 'application/json' } });
      await endsWell(() => runtypeSets({ fetch }).resolve('qset_1'));
      await endsWell(() => runtype({ fetch }).models());
    });
    await fc.assert(property, RUNS);
  });
});
