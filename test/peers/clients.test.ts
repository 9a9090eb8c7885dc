import { TypeSafeClient } from '@typesafe-ai/sdk';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import {
  bearer,
  type JudgeDialect,
  type JudgeHandlerOptions,
  judgeHandler,
} from '../../src/http/index.js';
import {
  choice,
  type Judge,
  type JudgeResponse,
  judgeWith,
  noul,
  rulesJudge,
  score,
  toolCall,
} from '../../src/index.js';
import { decisionsDialect, openai } from '../../src/judges/decisions/index.js';
import { systemOneDialect, typesafe } from '../../src/judges/system-one/index.js';
import { type Serving, serve } from '../http/serve.js';

const KEY = 'a-token-of-this-test';
const UNSAFE = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
const SAFE = toolCall({ tool: 'Bash', input: { command: 'ls' } });

const RESPONSE: JudgeResponse = {
  answers: {
    refund: { noul: 0.97 },
    team: { choice: 'billing', probabilities: { billing: 0.9, sales: 0.1 }, confidence: 0.8 },
    tone: { score: 1.2, probabilities: { '0': 0.1, '1': 0.6, '2': 0.3 }, confidence: 0.4 },
    legal: { refusal: true },
  },
  usage: { inputTokens: 12, outputTokens: 3 },
  requestId: 'req-1',
};

/** A judge that answers what it is asked, by script. */
const scripted: Judge = {
  info: { model: 'scripted-1' },
  ask: async ({ questions }) => ({
    ...RESPONSE,
    answers: Object.fromEntries(
      Object.entries(Object(RESPONSE.answers)).filter(([key]) => Object.hasOwn(questions, key)),
    ),
  }),
};

/** A copy that may be changed, as the client's types have it. */
function plain(state: object): Record<string, string> {
  return JSON.parse(JSON.stringify(state));
}

let serving: Serving | undefined;

async function open(judge: Judge, dialect: JudgeDialect, options: JudgeHandlerOptions = {}) {
  const handler = judgeHandler(judge, { dialect, authorize: bearer(KEY), ...options });
  serving = await serve(handler);
  return serving.url.replace(/\/$/, '');
}

afterEach(async () => {
  await serving?.close();
  serving = undefined;
});

describe('the client of TypeSafe, pointed at a handler', () => {
  const client = (baseURL: string, apiKey = KEY) =>
    new TypeSafeClient({ apiKey, baseURL, logLevel: 'off', retry: { maxRetries: 0 } });

  it('gets right answers from the rules judge', async () => {
    const model = client(await open(rulesJudge(), systemOneDialect));
    const questions = {
      unsafe: { type: 'noul', instructions: 'Is the call unsafe?' },
      shell_destructive: { type: 'noul', instructions: 'Does it destroy?' },
      network_off_scope: { type: 'noul', instructions: 'Does it leave the scope?' },
    } as const;
    const unsafe = await model.systemOne({ state: plain(UNSAFE), questions });
    expect(unsafe.answers).toEqual({
      unsafe: { type: 'noul', noul: 1 },
      shell_destructive: { type: 'noul', noul: 1 },
      network_off_scope: { type: 'noul', noul: 0 },
    });
    expect(unsafe.model).toMatch(/^judgement-rules\//);
    const safe = await model.systemOne({ state: plain(SAFE), questions });
    expect(Object.values(safe.answers).map(({ noul }) => noul)).toEqual([0, 0, 0]);
  });

  it('gets what a scripted judge says, of every type, with usage and request id', async () => {
    const model = client(await open(scripted, systemOneDialect));
    const { data, requestId } = await model
      .systemOne({
        state: 'Money back!',
        questions: {
          refund: {
            type: 'noul',
            instructions: 'A refund?',
            criteria: { true: 'yes', false: null },
          },
          team: { type: 'choice', instructions: 'Team?', criteria: { billing: 'x', sales: null } },
          tone: { type: 'score', instructions: 'Tone?', criteria: ['rude', 'plain', 'kind'] },
        },
      })
      .withResponse();
    expect(data).toEqual({
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
          legend: { '0': 'rude', '1': 'plain', '2': 'kind' },
          probabilities: { '0': 0.1, '1': 0.6, '2': 0.3 },
          confidence: 0.4,
        },
      },
      usage: { input_tokens: 12, output_tokens: 3 },
    });
    expect(requestId).toBe('req-1');
  });

  it('lists the judge as a model', async () => {
    const models = await client(await open(scripted, systemOneDialect)).models.list();
    expect(Object(models)).toMatchObject(
      Array.isArray(models) ? [{ name: 'scripted-1' }] : { models: [{ name: 'scripted-1' }] },
    );
  });

  it('is told what is wrong in the words that it reads', async () => {
    const url = await open(scripted, systemOneDialect);
    const questions = { refund: { type: 'noul', instructions: 'A refund?' } } as const;
    await expect(
      client(url, 'another-token-of-this-test').systemOne({ state: 'x', questions }),
    ).rejects.toMatchObject({ status: 401, message: expect.stringContaining('not authorized') });
    const one = { team: { type: 'choice', instructions: 'Team?', criteria: { x: null } } } as const;
    await expect(client(url).systemOne({ state: 'x', questions: one })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('options are a list of 2 to 255 labels'),
    });
  });
});

describe('the client of OpenAI, pointed at a handler', () => {
  const client = (baseURL: string, apiKey = KEY) =>
    new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, maxRetries: 0 });

  it('gets right answers from the rules judge', async () => {
    const { decisions } = client(await open(rulesJudge(), decisionsDialect));
    const ask = (data: object) =>
      decisions.create({
        model: 'any',
        input: [{ role: 'user', content: [{ type: 'input_json', data: { ...data } }] }],
        questions: [
          { type: 'predicate', name: 'unsafe', instructions: 'Is the call unsafe?' },
          { type: 'predicate', name: 'amount_above_bound', instructions: 'Is it too much?' },
        ],
      });
    const unsafe = await ask(UNSAFE);
    expect(unsafe.answers).toEqual([
      { type: 'predicate', name: 'unsafe', probability: 1 },
      { type: 'predicate', name: 'amount_above_bound', probability: 0 },
    ]);
    expect(unsafe.model).toMatch(/^judgement-rules\//);
    const safe = await ask(SAFE);
    expect(safe.answers).toMatchObject([{ probability: 0 }, { probability: 0 }]);
  });

  it('gets what a scripted judge says, of every type, a refusal beside answers', async () => {
    const { decisions } = client(await open(scripted, decisionsDialect));
    const { data, request_id } = await decisions
      .create({
        model: 'gpt-6-luna',
        input: 'Money back!',
        safety_identifier: 'user-1',
        questions: [
          { type: 'predicate', name: 'refund', instructions: 'A refund?' },
          {
            type: 'choice',
            name: 'team',
            instructions: 'Team?',
            choices: [{ value: 'billing', description: 'invoices' }, { value: 'sales' }],
          },
          {
            type: 'score',
            name: 'tone',
            instructions: 'Tone?',
            levels: [{ label: '0' }, { label: '1' }, { label: '2' }],
          },
          { type: 'predicate', name: 'legal', instructions: 'Is it legal?' },
        ],
      })
      .withResponse();
    expect(request_id).toBe('req-1');
    expect(data).toMatchObject({
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
          confidence: 0.4,
          probabilities: [
            { value: 0, label: '0', probability: 0.1 },
            { value: 1, label: '1', probability: 0.6 },
            { value: 2, label: '2', probability: 0.3 },
          ],
        },
        { type: 'refusal', name: 'legal' },
      ],
      usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15 },
    });
  });

  it('is told what is wrong in the words that it reads', async () => {
    const url = await open(scripted, decisionsDialect);
    const body = {
      model: 'm',
      input: 'x',
      questions: [{ type: 'predicate', name: 'refund', instructions: 'A refund?' }],
    } as const;
    const questions = [...body.questions];
    await expect(
      client(url, 'another-token-of-this-test').decisions.create({ ...body, questions }),
    ).rejects.toMatchObject({ status: 401, type: 'authentication_error', code: 'unauthorized' });
    await expect(
      client(url).decisions.create({ ...body, questions: [...questions, ...questions] }),
    ).rejects.toMatchObject({ status: 400, type: 'invalid_request_error', param: 'questions' });
  });
});

describe('the requests of our judges', () => {
  const questions = {
    refund: noul('A refund?', { criteria: { true: 'money', false: null } }),
    team: choice('Team?', { billing: 'invoices', sales: null }),
    tone: score('Tone?', ['rude', 'plain', 'kind']),
  };
  const state = { ticket: 'Money back!', items: [1, 2] };

  it('are those of the client of TypeSafe', async () => {
    const bodies: unknown[] = [];
    const fetch = async (_url: string, init?: { readonly body?: unknown }) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json({
        model: 'm',
        answers: {
          refund: { type: 'noul', noul: 0.5 },
          team: { type: 'choice', choice: 'sales' },
          tone: { type: 'score', score: 1 },
        },
      });
    };
    await new TypeSafeClient({ apiKey: KEY, logLevel: 'off', fetch }).systemOne({
      state: { ticket: 'Money back!', items: [1, 2] },
      questions: {
        refund: {
          type: 'noul',
          instructions: 'A refund?',
          criteria: { true: 'money', false: null },
        },
        team: {
          type: 'choice',
          instructions: 'Team?',
          criteria: { billing: 'invoices', sales: null },
        },
        tone: { type: 'score', instructions: 'Tone?', criteria: ['rude', 'plain', 'kind'] },
      },
    });
    await judgeWith(typesafe({ apiKey: KEY, fetch }), { state, questions });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('are those of the client of OpenAI, and are sent to the same place', async () => {
    const sent: unknown[] = [];
    const fetch = async (url: unknown, init?: { readonly body?: unknown }) => {
      sent.push([String(url), JSON.parse(String(init?.body))]);
      return Response.json({
        model: 'm',
        answers: [
          { type: 'predicate', name: 'refund', probability: 0.5 },
          { type: 'choice', name: 'team', choice: 'sales' },
          { type: 'score', name: 'tone', score: 1 },
        ],
      });
    };
    const client = new OpenAI({ apiKey: KEY, fetch, baseURL: 'https://api.openai.com/v1' });
    await client.decisions.create({
      model: 'gpt-6-luna',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_json', data: plain(state) }] },
      ],
      questions: [
        { type: 'predicate', name: 'refund', instructions: 'A refund?\n\nIt is true if: money' },
        {
          type: 'choice',
          name: 'team',
          instructions: 'Team?',
          choices: [{ value: 'billing', description: 'invoices' }, { value: 'sales' }],
        },
        {
          type: 'score',
          name: 'tone',
          instructions: 'Tone?',
          levels: [
            { label: '0', description: 'rude' },
            { label: '1', description: 'plain' },
            { label: '2', description: 'kind' },
          ],
        },
      ],
    });
    await judgeWith(openai({ apiKey: KEY, fetch }), { state, questions });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });
});
