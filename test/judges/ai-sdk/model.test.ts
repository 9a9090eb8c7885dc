import { describe, expect, it } from 'vitest';
import { judgeHandler } from '../../../src/http/index.js';
import type { Judge, JudgeResponse } from '../../../src/index.js';
import { aiSdkModel, type DecisionCall, gatewayDialect } from '../../../src/judges/ai-sdk/index.js';

const SPAM = { spam: { type: 'boolean', instructions: 'Is this spam?' } };

/** A judge that answers as it is told to, and keeps what it was asked. */
function judgeOf(response: object): Judge & { readonly states: unknown[] } {
  const states: unknown[] = [];
  return {
    states,
    info: { model: 'm-1' },
    ask: ({ state }): JudgeResponse => {
      states.push(state);
      return { answers: {}, ...response };
    },
  };
}

describe('the state of a model', () => {
  const text = { type: 'text', text: 'a' };
  it.each([
    ['a text', [text], 'a'],
    ['an object', [{ type: 'json', value: { b: 1 } }], { b: 1 }],
    ['a list', [{ type: 'json', value: [1, 2] }], [1, 2]],
    ['text in JSON', [{ type: 'json', value: 'a' }], 'a'],
    ['several parts', [text, { type: 'json', value: { b: 1 } }], ['a', { b: 1 }]],
    ['a raw text', 'a', 'a'],
    ['a raw object', { b: 1 }, { b: 1 }],
    ['a raw list', [{ b: 1 }, 'a'], [{ b: 1 }, 'a']],
    ['a raw list with a part in it', [text, 'a'], [text, 'a']],
    ['a raw list of nothing', [], []],
  ])('is read from %s, by either name', async (_, state, read) => {
    const judge = judgeOf({ answers: { spam: { noul: 1 } } });
    const model = aiSdkModel(judge);
    await model.doDecide({ state, questions: SPAM });
    await model.doEvaluate({ state, questions: SPAM });
    expect(judge.states).toEqual([read, read]);
  });

  it.each([
    ['a file', [text, { type: 'file', mediaType: 'image/png', data: 'x' }], 'bad_state'],
    ['a number', [{ type: 'json', value: 7 }], 'bad_state'],
    ['nothing', undefined, 'bad_state'],
    ['a date', [{ type: 'json', value: new Date(0) }], 'not_json'],
  ])('is not read from %s', async (_, state, code) => {
    const judge = judgeOf({});
    const decided = aiSdkModel(judge).doDecide({ state, questions: SPAM });
    await expect(decided).rejects.toMatchObject({ code, path: expect.stringMatching(/^state/) });
    expect(judge.states).toEqual([]);
  });
});

describe('the questions of a model', () => {
  const choice = { type: 'choice', criteria: { a: null, b: null } };
  it.each([
    ['a box', { type: 'box', instructions: 'Where?' }, 'questions.q.type'],
    ['a choice without instructions', choice, 'questions.q.instructions'],
    [
      'a single option',
      { ...choice, instructions: 'Which?', criteria: { a: null } },
      'questions.q.options',
    ],
    [
      'a score of one level',
      { type: 'score', instructions: 'How?', criteria: ['a'] },
      'questions.q.options',
    ],
    ['a type that nobody has', { type: 'ranking' }, 'questions.q'],
    [
      'a boolean with other criteria',
      { type: 'boolean', criteria: { maybe: 'x' } },
      'questions.q.criteria.maybe',
    ],
  ])('are refused in words: %s', async (_, question, path) => {
    const judge = judgeOf({});
    const decided = aiSdkModel(judge).doDecide({ state: 'x', questions: { q: question } });
    await expect(decided).rejects.toMatchObject({ code: 'bad_question', path });
    expect(judge.states).toEqual([]);
  });

  it('may leave members out by null and by undefined', async () => {
    const judge = judgeOf({ answers: { q: { noul: 1 } } });
    const question = { type: 'boolean', instructions: null, criteria: { true: 'Yes.' } };
    const other = { ...question, instructions: 'Yes?', criteria: undefined };
    for (const q of [question, other]) {
      const { answers } = await aiSdkModel(judge).doDecide({ state: 'x', questions: { q } });
      expect(answers).toEqual({ q: { type: 'boolean', probability: 1 } });
    }
  });
});

describe('the answers of a model', () => {
  const questions = {
    team: { type: 'choice', instructions: 'Which?', criteria: { a: null, b: null } },
    size: { type: 'score', instructions: 'How big?', criteria: ['small', 'big'] },
  };
  const call: DecisionCall = { state: 'x', questions };

  it('leave out a distribution that leaves labels out', async () => {
    const answers = {
      team: { choice: 'a', probabilities: { a: 0.6 } },
      size: { score: 0.5, probabilities: { '1': 0.5 } },
    };
    const reply = await aiSdkModel(judgeOf({ answers })).doDecide(call);
    expect(reply.answers).toEqual({
      team: { type: 'choice', choice: 'a' },
      size: { type: 'score', score: 0.5 },
    });
  });

  it('carry the rounding of the judge, and 2 decimals where it has none', async () => {
    const answers = { team: { choice: 'a' }, size: { score: 0 } };
    const rounded = judgeOf({ answers, judge: { model: 'm-2', decimals: 4 } });
    const { rounding, response } = await aiSdkModel(rounded).doDecide(call);
    expect([rounding, response]).toEqual([
      { probabilityDecimals: 4, scoreDecimals: 4 },
      { modelId: 'm-2' },
    ]);
    const plain = await aiSdkModel(judgeOf({ answers })).doDecide(call);
    expect(plain.rounding).toEqual({ probabilityDecimals: 2, scoreDecimals: 2 });
  });

  it('tell beside them what the SDK has no words for', async () => {
    const judge = judgeOf({
      answers: { team: { choice: 'a', confidence: 0.4 }, size: { unmeasurable: true } },
      requestedModel: 'alias',
      modelUnreported: true,
      requestId: 'r-1',
      details: { team: { mass: 0.97, interval: [0.2, 0.6], samples: 10 } },
    });
    const reply = await aiSdkModel(judge).doDecide(call);
    expect(reply.answers['size']).toEqual({ type: 'refusal' });
    expect(reply.warnings).toEqual([
      {
        type: 'other',
        message:
          'nothing can be measured in the answer to "size", which is therefore written as a refusal',
      },
    ]);
    expect(reply.providerMetadata).toEqual({
      judgement: {
        confidence: { team: 0.4 },
        details: { team: { mass: 0.97, interval: [0.2, 0.6], samples: 10 } },
        unmeasurable: ['size'],
        requestedModel: 'alias',
        modelUnreported: true,
      },
    });
    expect(reply.response).toEqual({ modelId: 'm-1', id: 'r-1' });
  });

  it('are none where doEvaluate, which knows no refusal, has to tell of one', async () => {
    const answers = { team: { refusal: true }, size: { score: 0 } };
    const evaluated = aiSdkModel(judgeOf({ answers })).doEvaluate(call);
    await expect(evaluated).rejects.toMatchObject({ code: 'refused', path: 'answers.team' });
  });

  it('are checked, whatever the judge says', async () => {
    const answers = { team: { choice: 'c' }, size: { score: 0 } };
    const decided = aiSdkModel(judgeOf({ answers })).doDecide(call);
    await expect(decided).rejects.toMatchObject({
      code: 'bad_answer',
      path: 'answers.team.choice',
    });
  });
});

describe('aiSdkModel()', () => {
  it('is called as the judge is, or as it is told to be', () => {
    const named = { ...judgeOf({}), info: { model: 'm-1', provider: 'p' } };
    const { specificationVersion, provider, modelId, supportedQuestionTypes } = aiSdkModel(named);
    expect([specificationVersion, provider, modelId, supportedQuestionTypes]).toEqual([
      'v4',
      'p',
      'm-1',
      ['boolean', 'choice', 'score'],
    ]);
    expect(aiSdkModel(judgeOf({})).provider).toBe('judgement');
    expect(aiSdkModel(named, { provider: 'ours', modelId: 'gate' })).toMatchObject({
      provider: 'ours',
      modelId: 'gate',
    });
  });

  it('refuses what is no judge, and options that are none', () => {
    expect(() => Reflect.apply(aiSdkModel, undefined, [{}])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'judge' }),
    );
    for (const options of [{ model: 'x' }, { modelId: '' }, { provider: 7 }]) {
      expect(() => Reflect.apply(aiSdkModel, undefined, [judgeOf({}), options])).toThrow(
        expect.objectContaining({ path: `options.${Object.keys(options)[0]}` }),
      );
    }
  });

  it('does not ask a judge of whom somebody has given up before', async () => {
    const judge = judgeOf({});
    const abortSignal = AbortSignal.abort('enough');
    const decided = aiSdkModel(judge).doDecide({ state: 'x', questions: SPAM, abortSignal });
    await expect(decided).rejects.toBe('enough');
    expect(judge.states).toEqual([]);
  });
});

describe("the gateway's protocol", () => {
  const post = async (body: object, path = '/v4/ai/decision-model', more: object = {}) => {
    const judge = judgeOf({ answers: { spam: { noul: 1 } } });
    const handler = judgeHandler(judge, { dialect: gatewayDialect, ...more });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await handler(new Request(`https://judge.example${path}`, init));
    const answer: { readonly error: { readonly type: string; readonly message: string } } = Object(
      await response.json(),
    );
    return [response.status, answer] as const;
  };
  const stateParts = [{ type: 'text', text: 'x' }];

  it('answers in its own form', async () => {
    expect(await post({ stateParts, questions: SPAM, maxOutputTokens: 5 })).toEqual([
      200,
      {
        answers: { spam: { type: 'boolean', probability: 1 } },
        rounding: { probabilityDecimals: 2, scoreDecimals: 2 },
        warnings: [{ type: 'unsupported', feature: 'maxOutputTokens' }],
        providerMetadata: { judgement: {} },
        model: 'm-1',
      },
    ]);
  });

  it.each([
    ['no parts', { questions: SPAM }, 422, 'invalid_request_error'],
    ['questions that are none', { stateParts }, 422, 'invalid_request_error'],
    ['no questions', { stateParts, questions: {} }, 422, 'invalid_request_error'],
    ['a box', { stateParts, questions: { q: { type: 'box' } } }, 422, 'invalid_request_error'],
  ])('says what is wrong in its own form: %s', async (_, body, status, type) => {
    const [answered, { error }] = await post(body);
    expect([answered, error.type, typeof error.message]).toEqual([status, type, 'string']);
  });

  it('knows its path alone, and who may ask', async () => {
    const body = { stateParts, questions: SPAM };
    expect(await post(body, '/v1/other')).toMatchObject([404, { error: { type: 'not_found' } }]);
    const authorize = () => false;
    const [status, { error }] = await post(body, undefined, { authorize });
    expect([status, error.type]).toEqual([401, 'authentication_error']);
  });
});
