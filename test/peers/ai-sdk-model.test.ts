import { createGateway } from '@ai-sdk/gateway';
import { createTypeSafeAi, type TypeSafeAiProvider } from '@ai-sdk/typesafe-ai';
import { experimental_decide as decide } from 'ai';
import { describe, expect, it } from 'vitest';
import { bearer, type JudgeDialect, judgeHandler } from '../../src/http/index.js';
import { type Judge, JudgeError, toolCall } from '../../src/index.js';
import { aiSdkModel, gatewayDialect } from '../../src/judges/ai-sdk/index.js';
import { systemOneDialect } from '../../src/judges/system-one/index.js';
import { serve } from '../http/serve.js';
import { ANSWERS, QUESTIONS, RULES, scripted, UNSAFE } from './models.js';

const DECIDED = {
  spam: { type: 'boolean', probability: 0.07 },
  team: {
    type: 'choice',
    choice: 'billing',
    probabilities: { billing: 0.88, technical: 0.12, other: 0 },
  },
  urgency: { type: 'score', score: 1.05, probabilities: { '0': 0, '1': 0.95, '2': 0.05 } },
};

const TOKEN = 'c2VjcmV0LW9mLXRoaXMtdGVzdA';

type Model = Exclude<Parameters<typeof decide>[0]['model'], string>;

/** The ways in which `experimental_decide` reaches a judge of ours. */
const WAYS: readonly [name: string, modelOf: (judge: Judge) => Model][] = [
  ['aiSdkModel()', (judge) => aiSdkModel(judge)],
  [
    'a handler that speaks System One, through @ai-sdk/typesafe-ai',
    (judge) => asModel(typeSafeModel(judge)),
  ],
  [
    "a handler that speaks the gateway's protocol, through @ai-sdk/gateway",
    (judge) =>
      createGateway({
        apiKey: 'key',
        baseURL: 'https://judge.example/v4/ai',
        fetch: fetchOf(judge, gatewayDialect),
      }).decisionModel('typesafe-ai/jev'),
  ],
];

describe.each(WAYS)('experimental_decide() by %s', (_, modelOf) => {
  it('gets the answers of a scripted judge, and says which model answered', async () => {
    const judge = scripted({ answers: ANSWERS, usage: { inputTokens: 41, outputTokens: 3 } });
    const result = await decide({
      model: modelOf(judge),
      state: 'Refund me!',
      questions: QUESTIONS,
    });
    expect(result.answers).toEqual(DECIDED);
    expect(result.rounding).toEqual({ probabilityDecimals: 2, scoreDecimals: 2 });
    expect(result.response.modelId).toBe('scripted-2');
    expect(result.usage).toEqual({ inputTokens: 41, outputTokens: 3, totalTokens: 44 });
    expect(result.warnings).toEqual([]);
    expect(judge.asked).toHaveLength(1);
  });

  it('takes the rounding of sums of 0.98 and 1.02 as the judge declares it', async () => {
    const answers = (probabilities: object) => ({
      ...ANSWERS,
      team: { choice: 'billing', probabilities },
    });
    for (const probabilities of [
      { billing: 0.33, technical: 0.33, other: 0.33 },
      { billing: 0.34, technical: 0.34, other: 0.33 },
    ]) {
      const model = modelOf(scripted({ answers: answers(probabilities) }));
      const result = await decide({ model, state: 'x', questions: QUESTIONS });
      expect(result.answers.team.probabilities).toEqual(probabilities);
    }
  });

  it('is told of a judge that gives no answer', async () => {
    const model = modelOf(
      scripted(() => {
        throw new Error('secret words');
      }),
    );
    const asked = decide({ model, state: 'x', questions: QUESTIONS, maxRetries: 0 });
    const error = await asked.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('secret');
  });
});

describe.each(WAYS.filter(([name]) => !name.includes('System One')))(
  'by %s, experimental_decide()',
  (_, modelOf) => {
    it('gets the answer of the rules', async () => {
      const unsafe = async (command: string) => {
        const state = toolCall({ tool: 'Bash', input: { command } });
        const { answers } = await decide({
          model: modelOf(RULES),
          state: { ...state },
          questions: UNSAFE,
        });
        return answers.unsafe.probability;
      };
      expect(await unsafe('rm -rf /')).toBe(1);
      expect(await unsafe('ls')).toBe(0);
    });

    it('makes of a refusal an error that names the question', async () => {
      const judge = scripted({ answers: { ...ANSWERS, team: { refusal: true } } });
      const asked = decide({ model: modelOf(judge), state: 'x', questions: QUESTIONS });
      await expect(asked).rejects.toMatchObject({
        name: 'AI_DecisionRefusalError',
        questionIds: ['team'],
      });
      expect(judge.asked).toHaveLength(1);
    });

    it('takes an answer in which nothing can be measured for a refusal', async () => {
      const judge = scripted({ answers: { ...ANSWERS, spam: { unmeasurable: true } } });
      const asked = decide({ model: modelOf(judge), state: 'x', questions: QUESTIONS });
      await expect(asked).rejects.toMatchObject({ questionIds: ['spam'] });
    });

    it('gives confidences beside the answers, and warnings of what no judge can be told', async () => {
      const model = modelOf(scripted());
      const { providerMetadata, warnings } = await decide({
        model,
        state: 'x',
        questions: QUESTIONS,
        maxOutputTokens: 10,
        reasoning: 'low',
        providerOptions: { typesafe: { longContext: true } },
      });
      expect(providerMetadata).toEqual({
        judgement: { confidence: { team: 0.81, urgency: 0.92 } },
      });
      expect(warnings).toEqual([
        { type: 'unsupported', feature: 'maxOutputTokens' },
        { type: 'unsupported', feature: 'reasoning' },
        { type: 'unsupported', feature: 'providerOptions.typesafe' },
      ]);
    });

    it('never reaches a judge with a file, in words', async () => {
      const judge = scripted();
      const state = [{ type: 'file', mediaType: 'image/png', data: new Uint8Array([1]) }] as const;
      const asked = decide({ model: modelOf(judge), state, questions: QUESTIONS, maxRetries: 0 });
      await expect(asked).rejects.toThrow('a judge reads text and JSON, and no file');
      expect(judge.asked).toEqual([]);
    });
  },
);

describe('a judge on a socket', () => {
  const ways: readonly [name: string, dialect: JudgeDialect, modelAt: (url: string) => Model][] = [
    [
      'System One',
      systemOneDialect,
      (url) =>
        asModel(createTypeSafeAi({ apiKey: TOKEN, baseURL: `${url}v1` }).evaluationModel('jev')),
    ],
    [
      "the gateway's protocol",
      gatewayDialect,
      (url) => createGateway({ apiKey: TOKEN, baseURL: `${url}v4/ai` }).decisionModel('jev'),
    ],
  ];

  it.each(ways)('is reached by experimental_decide() in %s', async (_, dialect, modelAt) => {
    const judge = scripted();
    const authorize = bearer(TOKEN);
    const server = await serve(judgeHandler(judge, { dialect, authorize }));
    try {
      const model = modelAt(server.url);
      const { answers } = await decide({ model, state: 'Refund me!', questions: QUESTIONS });
      expect(answers).toEqual(DECIDED);
    } finally {
      await server.close();
    }
  });
});

describe('the model of @ai-sdk/typesafe-ai, of an older specification than the SDK', () => {
  it('gets the answer of the rules about a raw state', async () => {
    const model = typeSafeModel(RULES);
    const unsafe = async (command: string) => {
      const state = { ...toolCall({ tool: 'Bash', input: { command } }) };
      const { answers } = await model.doEvaluate({ state, questions: UNSAFE });
      return answers['unsafe'];
    };
    expect(await unsafe('rm -rf /')).toEqual({ type: 'boolean', probability: 1 });
    expect(await unsafe('ls')).toEqual({ type: 'boolean', probability: 0 });
  });

  it('sends on as the state the parts that it gets from the SDK', async () => {
    const judge = scripted();
    const model = asModel(typeSafeModel(judge));
    await decide({ model, state: { text: 'Refund me!' }, questions: QUESTIONS });
    const state = [{ type: 'json', value: { text: 'Refund me!' } }];
    expect(judge.asked).toMatchObject([[{ state }, false]]);
  });
});

describe('a judge as a model', () => {
  it('is asked what the SDK asks', async () => {
    const judge = scripted();
    await decide({ model: aiSdkModel(judge), state: { text: 'Refund me!' }, questions: QUESTIONS });
    expect(judge.asked).toEqual([
      [
        {
          state: { text: 'Refund me!' },
          questions: {
            spam: {
              type: 'noul',
              instructions: 'Is this spam?',
              criteria: { true: 'Unwanted advertising.', false: null },
            },
            team: {
              type: 'choice',
              instructions: 'Which team takes this?',
              options: ['billing', 'technical', 'other'],
              criteria: { billing: 'Invoices and refunds.' },
            },
            urgency: {
              type: 'score',
              instructions: 'How urgent is it?',
              options: ['0', '1', '2'],
              criteria: { '0': 'Whenever.', '1': 'This week.', '2': 'Now.' },
            },
          },
        },
        undefined,
      ],
    ]);
  });

  it('is not asked for a box, which the SDK refuses before', async () => {
    const judge = scripted();
    const questions = { place: { type: 'box', instructions: 'Where is it?' } } as const;
    const asked = decide({ model: aiSdkModel(judge), state: 'x', questions });
    await expect(asked).rejects.toMatchObject({ name: 'AI_DecisionUnsupportedQuestionTypeError' });
    expect(judge.asked).toEqual([]);
  });

  it('gives up with the reason of whoever gives up, whatever the judge does', async () => {
    const controller = new AbortController();
    const judge = scripted(() => {
      controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    });
    const { signal: abortSignal } = controller;
    const asked = decide({
      model: aiSdkModel(judge),
      state: 'x',
      questions: QUESTIONS,
      abortSignal,
    });
    await expect(asked).rejects.toThrow('enough');
    expect(judge.asked).toHaveLength(1);
  });

  it('is not asked again when its answer breaks a rule, which is told as it is here', async () => {
    const judge = scripted({ answers: { ...ANSWERS, spam: { noul: 1.2 } } });
    const asked = decide({ model: aiSdkModel(judge), state: 'x', questions: QUESTIONS });
    const error = await asked.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(JudgeError);
    expect(error).toMatchObject({ code: 'bad_answer', path: 'answers.spam.noul' });
    expect(judge.asked).toHaveLength(1);
  });
});

function fetchOf(judge: Judge, dialect: JudgeDialect): typeof fetch {
  const handler = judgeHandler(judge, { dialect });
  return async (input, init) => handler(new Request(input, init));
}

function typeSafeModel(judge: Judge): ReturnType<TypeSafeAiProvider['evaluationModel']> {
  return createTypeSafeAi({
    apiKey: 'key',
    baseURL: 'https://judge.example/v1',
    fetch: fetchOf(judge, systemOneDialect),
  }).evaluationModel('jev-latest');
}

/** Its own types are those of an older specification, though the SDK takes it. */
function asModel(model: unknown): Model {
  if (isModel(model)) return model;
  throw new Error('no model');
}

function isModel(model: unknown): model is Model {
  return typeof model === 'object' && model !== null && 'doEvaluate' in model;
}
