import { describe, expect, it } from 'vitest';
import { type JudgeDialect, type JudgeHandlerOptions, judgeHandler } from '../../src/http/index.js';
import {
  choice,
  type Judge,
  type JudgeResponse,
  judgeWith,
  noul,
  rulesJudge,
  rulesQuestions,
  score,
  toolCall,
} from '../../src/index.js';
import { decisions, decisionsDialect } from '../../src/judges/decisions/index.js';
import { systemOne, systemOneDialect } from '../../src/judges/system-one/index.js';
import { generateKey } from '../../src/receipt/index.js';
import { serve } from '../http/serve.js';

const RESPONSE: JudgeResponse = {
  answers: {
    refund: { noul: 0.97 },
    team: { choice: 'billing', probabilities: { billing: 0.9, sales: 0.1 }, confidence: 0.8 },
    tone: { score: 1.2, probabilities: { '0': 0.1, '1': 0.6, '2': 0.3 } },
  },
  usage: { inputTokens: 12, outputTokens: 3 },
  requestId: 'req-1',
};

/** A judge that answers by script, and keeps what it was asked. */
function scripted(response: JudgeResponse = RESPONSE): Judge & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    info: { model: 'scripted-1' },
    async ask(request) {
      asked.push(request);
      return response;
    },
  };
}

async function post(
  dialect: JudgeDialect,
  path: string,
  body: unknown,
  options: JudgeHandlerOptions & { readonly judge?: Judge } = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const { judge = scripted(), ...others } = options;
  const handler = judgeHandler(judge, { dialect, ...others });
  const response = await handler(
    new Request(`https://judge.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const SYSTEM_ONE = {
  model: 'jev-latest',
  state: { ticket: 'Money back!' },
  questions: {
    refund: { type: 'noul', instructions: 'A refund?', criteria: { true: 'money', false: null } },
    team: {
      type: 'choice',
      instructions: 'Which team?',
      criteria: { billing: 'invoices', sales: null },
    },
    tone: { type: 'score', instructions: 'How polite?', criteria: ['rude', null, { says: 'ta' }] },
  },
};

const PREDICATE = { type: 'predicate', name: 'refund', instructions: 'A refund?' };
const TEAM = {
  type: 'choice',
  name: 'team',
  instructions: [{ type: 'input_text', text: 'Which team?' }],
  choices: [{ value: 'billing', description: 'invoices' }, { value: 'sales' }],
};
const TONE = {
  type: 'score',
  name: 'tone',
  instructions: 'How polite?',
  levels: [{ label: '0', description: 'rude' }, { label: '1' }, { label: '2' }],
};

describe('System One, served', () => {
  it('asks the judge in the form of here', async () => {
    const judge = scripted();
    await post(systemOneDialect, '/v1/systemone', SYSTEM_ONE, { judge });
    expect(judge.asked).toEqual([
      {
        state: { ticket: 'Money back!' },
        questions: {
          refund: SYSTEM_ONE.questions.refund,
          team: {
            type: 'choice',
            instructions: 'Which team?',
            options: ['billing', 'sales'],
            criteria: { billing: 'invoices', sales: null },
          },
          tone: {
            type: 'score',
            instructions: 'How polite?',
            options: ['0', '1', '2'],
            criteria: { '0': 'rude', '1': null, '2': { says: 'ta' } },
          },
        },
      },
    ]);
  });

  it('answers in that form, with the model of the judge', async () => {
    const { status, body, headers } = await post(systemOneDialect, '/v1/systemone', SYSTEM_ONE);
    expect(status).toBe(200);
    expect(headers.get('x-typesafe-request-id')).toBe('req-1');
    expect(body).toEqual({
      model: 'scripted-1',
      answers: {
        refund: { type: 'noul', noul: 0.97 },
        team: {
          type: 'choice',
          choice: 'billing',
          probabilities: { billing: 0.9, sales: 0.1 },
          confidence: 0.8,
        },
        tone: {
          type: 'score',
          score: 1.2,
          legend: { '0': 'rude', '1': null, '2': { says: 'ta' } },
          probabilities: { '0': 0.1, '1': 0.6, '2': 0.3 },
        },
      },
      usage: { input_tokens: 12, output_tokens: 3 },
    });
  });

  it('writes a refusal, and what cannot be measured, as gateways do', async () => {
    const answers = {
      ...Object(RESPONSE.answers),
      refund: { refusal: true },
      team: { unmeasurable: true },
    };
    const judge = scripted({ answers });
    const { body } = await post(systemOneDialect, '/v1/systemone', SYSTEM_ONE, { judge });
    expect(body).toMatchObject({
      answers: { refund: { type: 'refusal' }, team: { type: 'refusal' } },
    });
    expect(body).not.toHaveProperty('usage');
  });

  it('lists the judge as its one model', async () => {
    const handler = judgeHandler(scripted(), { dialect: systemOneDialect });
    const response = await handler(new Request('https://judge.example/base/v1/models'));
    expect(await response.json()).toMatchObject({ models: [{ name: 'scripted-1' }] });
  });

  it.each<readonly [string, unknown, unknown]>([
    ['a member that nobody knows', { ...SYSTEM_ONE, images: [] }, ['body', 'questions']],
    ['questions that are a list', { ...SYSTEM_ONE, questions: [] }, ['body', 'questions']],
    [
      'a choice with a list',
      {
        ...SYSTEM_ONE,
        questions: { a: { type: 'choice', instructions: 'A?', criteria: ['x', 'y'] } },
      },
      ['body', 'questions'],
    ],
    [
      'a score with a map',
      {
        ...SYSTEM_ONE,
        questions: { a: { type: 'score', instructions: 'A?', criteria: { 0: 'x', 1: 'y' } } },
      },
      ['body', 'questions'],
    ],
    [
      'a choice without instructions',
      {
        ...SYSTEM_ONE,
        questions: { a: { type: 'choice', instructions: null, criteria: { x: null, y: null } } },
      },
      ['body', 'questions'],
    ],
    [
      'one option',
      {
        ...SYSTEM_ONE,
        questions: { a: { type: 'choice', instructions: 'A?', criteria: { x: null } } },
      },
      ['body', 'questions'],
    ],
    ['a state that is a number', { ...SYSTEM_ONE, state: 7 }, ['body', 'state']],
    ['a body that is no JSON', '{"model":', ['body']],
  ])('refuses %s as that API does', async (_, request, loc) => {
    const judge = scripted();
    const { status, body } = await post(systemOneDialect, '/v1/systemone', request, { judge });
    expect([400, 422]).toContain(status);
    expect(body).toEqual({ detail: [{ loc, msg: expect.any(String), type: expect.any(String) }] });
    expect(judge.asked).toEqual([]);
  });

  it.each<readonly [string, JudgeHandlerOptions & { judge?: Judge }, number, string]>([
    ['who may not ask', { authorize: () => false }, 401, 'authentication_error'],
    [
      'when the judge fails',
      { judge: { info: { model: 'm' }, ask: () => Promise.reject(new Error('x')) } },
      503,
      'unknown',
    ],
    ['when the judge breaks a rule', { judge: scripted({ answers: {} }) }, 502, 'unknown'],
    ['when the body is too large', { maxRequestBytes: 10 }, 413, 'unknown'],
  ])('says in its words what went wrong: %s', async (_, options, expected, type) => {
    const { status, body } = await post(systemOneDialect, '/v1/systemone', SYSTEM_ONE, options);
    expect(status).toBe(expected);
    expect(body).toEqual({ detail: { error_type: type, message: expect.any(String) } });
  });

  it('is at its own paths, with its own methods', async () => {
    const handler = judgeHandler(scripted(), { dialect: systemOneDialect });
    const at = async (path: string, method: string) => {
      const { status, headers } = await handler(
        new Request(`https://x.example${path}`, { method }),
      );
      return [status, headers.get('allow')];
    };
    expect(await at('/', 'GET')).toEqual([404, null]);
    expect(await at('/v1/decisions', 'POST')).toEqual([404, null]);
    expect(await at('/v1/systemone', 'GET')).toEqual([405, 'POST']);
    expect(await at('/v1/models', 'POST')).toEqual([405, 'GET']);
    expect(await at('/v1/models', 'GET')).toEqual([200, null]);
  });
});

describe('OpenAI Decisions, served', () => {
  const request = {
    model: 'gpt-6-luna',
    input: 'Money back!',
    questions: [PREDICATE, TEAM, TONE],
    safety_identifier: 'user-1',
  };

  it('asks the judge in the form of here', async () => {
    const judge = scripted();
    await post(decisionsDialect, '/v1/decisions', request, { judge });
    expect(judge.asked).toEqual([
      {
        state: 'Money back!',
        questions: {
          refund: { type: 'noul', instructions: 'A refund?' },
          team: {
            type: 'choice',
            instructions: 'Which team?',
            options: ['billing', 'sales'],
            criteria: { billing: 'invoices' },
          },
          tone: {
            type: 'score',
            instructions: 'How polite?',
            options: ['0', '1', '2'],
            criteria: { '0': 'rude' },
          },
        },
      },
    ]);
  });

  it('answers in that form, in the order of the questions', async () => {
    const { status, body, headers } = await post(decisionsDialect, '/v1/decisions', request);
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toBe('req-1');
    expect(body).toEqual({
      model: 'scripted-1',
      answers: [
        { type: 'predicate', name: 'refund', probability: 0.97 },
        {
          type: 'choice',
          name: 'team',
          choice: 'billing',
          confidence: 0.8,
          probabilities: [
            { value: 'billing', probability: 0.9 },
            { value: 'sales', probability: 0.1 },
          ],
        },
        {
          type: 'score',
          name: 'tone',
          score: 1.2,
          probabilities: [
            { value: 0, label: '0', probability: 0.1 },
            { value: 1, label: '1', probability: 0.6 },
            { value: 2, label: '2', probability: 0.3 },
          ],
        },
      ],
      usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15 },
    });
  });

  it('answers questions without names by their place, and truth values as they were sent', async () => {
    const judge = scripted({
      answers: {
        question_1: { choice: 'true', probabilities: { true: 0.9, false: 0.1 } },
        question_2: { refusal: true },
      },
    });
    const { body } = await post(
      decisionsDialect,
      '/v1/decisions',
      {
        model: 'm',
        input: 'x',
        questions: [
          { type: 'choice', instructions: 'A?', choices: [{ value: true }, { value: false }] },
          { type: 'predicate', instructions: 'B?' },
        ],
      },
      { judge },
    );
    expect(body).toMatchObject({
      answers: [
        {
          type: 'choice',
          name: null,
          choice: true,
          probabilities: [
            { value: true, probability: 0.9 },
            { value: false, probability: 0.1 },
          ],
        },
        { type: 'refusal', name: null },
      ],
    });
  });

  const json = { type: 'input_json', data: { a: 1 } };
  const user = (content: unknown) => ({ type: 'message', role: 'user', content });
  it.each<readonly [string, unknown, unknown]>([
    ['text', 'x', 'x'],
    ['one message of text', [user('x')], 'x'],
    ['one part of text', [user([{ type: 'input_text', text: 'x' }])], 'x'],
    ['one part of JSON', [user([json])], { a: 1 }],
    ['two parts', [user([json, json])], [user([json, json])]],
    ['two messages', [user('x'), user('y')], [user('x'), user('y')]],
    [
      'what an assistant said',
      [{ role: 'assistant', content: 'x' }],
      [{ role: 'assistant', content: 'x' }],
    ],
  ])('takes an input of %s for the state', async (_, input, state) => {
    const judge = scripted();
    await post(decisionsDialect, '/v1/decisions', { ...request, input }, { judge });
    expect(judge.asked).toMatchObject([{ state }]);
  });

  const image = { type: 'input_image', image_url: 'data:,' };
  it.each<readonly [string, object, string]>([
    ['an image', { input: [user([image])] }, 'input'],
    [
      'an image that a function gave',
      { input: [{ type: 'function_call_output', call_id: '1', output: [image] }] },
      'input',
    ],
    ['two questions of one name', { questions: [PREDICATE, PREDICATE] }, 'questions'],
    ['no list of questions', { questions: { refund: PREDICATE } }, 'questions'],
    [
      'a question of another type',
      { questions: [{ type: 'box', name: 'a', instructions: 'A?' }] },
      'questions',
    ],
    [
      'choices that are one label',
      { questions: [{ ...TEAM, choices: [{ value: true }, { value: 'true' }] }] },
      'questions',
    ],
    [
      'no instructions',
      { questions: [{ type: 'choice', name: 'a', choices: TEAM.choices }] },
      'questions',
    ],
    ['a member that asks for more', { tools: [] }, 'questions'],
    ['an input that is a number', { input: 7 }, 'input'],
  ])('refuses %s as that API does', async (_, change, param) => {
    const judge = scripted();
    const body = { ...request, ...change };
    const refused = await post(decisionsDialect, '/v1/decisions', body, { judge });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param,
        code: expect.any(String),
      },
    });
    expect(judge.asked).toEqual([]);
  });

  it.each<readonly [string, JudgeHandlerOptions & { judge?: Judge }, number, string]>([
    ['who may not ask', { authorize: () => false }, 401, 'authentication_error'],
    [
      'when the judge fails',
      { judge: { info: { model: 'm' }, ask: () => Promise.reject(new Error('x')) } },
      503,
      'server_error',
    ],
  ])('says in its words what went wrong: %s', async (_, options, expected, type) => {
    const { status, body } = await post(decisionsDialect, '/v1/decisions', request, options);
    expect(status).toBe(expected);
    expect(body).toMatchObject({ error: { type, param: null } });
  });

  it('lists no models, as that API lists others', async () => {
    const handler = judgeHandler(scripted(), { dialect: decisionsDialect });
    const response = await handler(new Request('https://x.example/v1/models'));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('each dialect, from our judge to our handler over a socket', () => {
  const questions = {
    refund: noul('A refund?', { criteria: { true: 'money', false: 'time' } }),
    team: choice('Which team?', { billing: 'invoices', sales: null }),
    tone: score('How polite?', ['0', '1', '2']),
  };

  it.each([
    ['System One', systemOne, systemOneDialect],
    ['OpenAI Decisions', decisions, decisionsDialect],
  ] as const)('answers a scripted judge as it answered: %s', async (_, make, dialect) => {
    const server = await serve(judgeHandler(scripted(), { dialect }));
    try {
      const model = make(server.url, { model: 'any' });
      const result = await judgeWith(model, { state: { ticket: 'x' }, questions });
      expect(result.answers).toEqual(RESPONSE.answers);
      expect(result.usage).toEqual(RESPONSE.usage);
      expect([result.judge.model, result.requestedModel, result.requestId]).toEqual([
        'scripted-1',
        'any',
        'req-1',
      ]);
    } finally {
      await server.close();
    }
  });

  it.each([
    ['System One', systemOne, systemOneDialect, {}],
    ['OpenAI Decisions', decisions, decisionsDialect, { stateAs: 'json' }],
  ] as const)('answers the rules judge as it answers here: %s', async (_, make, dialect, more) => {
    const server = await serve(judgeHandler(rulesJudge(), { dialect }));
    const written = Object.keys(rulesQuestions).map((key) => [key, noul(`Is it ${key}?`)] as const);
    const asked = Object.fromEntries(written);
    try {
      const model = make(server.url, { model: 'any', ...more });
      for (const command of ['rm -rf /', 'ls']) {
        const state = toolCall({ tool: 'Bash', input: { command } });
        const there = await judgeWith(model, { state, questions: asked });
        const here = rulesJudge().ask({ state, questions: rulesQuestions }, {});
        const nouls = Object.entries(Object(here.answers)).map(([key, answer]) => [
          key,
          { noul: Object(answer).noul },
        ]);
        expect(there.answers).toEqual(Object.fromEntries(nouls));
        expect(there.effect).toBe(command === 'ls' ? 'allow' : 'deny');
      }
    } finally {
      await server.close();
    }
  });
});

describe('a dialect of a handler', () => {
  it('is one, and none that is signed', () => {
    const wrong = { name: 'x' } as unknown as JudgeDialect;
    expect(() => judgeHandler(scripted(), { dialect: wrong })).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.dialect' }),
    );
    const { signer } = generateKey();
    expect(() => judgeHandler(scripted(), { dialect: systemOneDialect, sign: signer })).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.sign' }),
    );
  });
});
