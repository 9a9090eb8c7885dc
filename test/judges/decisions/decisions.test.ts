import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { choice, type Judge, judgeWith, noul, type State, score } from '../../../src/index.js';
import { decisions, openai, vercel } from '../../../src/judges/decisions/index.js';
import { type Canned, during, errorOf, noWait } from '../replay.js';

type Asked = Parameters<Judge['ask']>[0]['questions'];

/** The documented answers, of every type. */
const DOCUMENTED =
  '{"model":"gpt-6-luna","answers":[{"type":"predicate","name":"refund","probability":0.97},{"type":"choice","name":"department","choice":"billing","confidence":0.93,"probabilities":[{"value":"billing","probability":0.95},{"value":"technical","probability":0.02},{"value":"sales","probability":0.01},{"value":"other","probability":0.02}]},{"type":"score","name":"tone","score":1.1,"confidence":0.55,"probabilities":[{"value":0,"label":"0","probability":0.1},{"value":1,"label":"1","probability":0.7},{"value":2,"label":"2","probability":0.2}]}],"usage":{"input_tokens":120,"input_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},"output_tokens":0,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":120}}';

const refund = noul('Does the customer want a refund?', {
  criteria: { true: 'asks for money back', false: { only: 'asks when' } },
});
const department = choice('Which department?', {
  billing: 'invoices',
  technical: null,
  sales: { what: 'new orders' },
  other: null,
});
const tone = score('How polite?', ['rude', 'plain', 'kind'], { criteria: { kind: 'says thanks' } });
const all = { refund, department, tone };

function ask(url: string, questions: Asked, options = {}, state: State = 'Money back!') {
  return judgeWith(decisions(url, { model: 'luna', apiKey: 'sk-key', ...options }), {
    state,
    questions,
  });
}

function answered(answers: string, questions: Asked) {
  return during([{ text: `{"model":"m","answers":${answers}}` }], ({ url }) => ask(url, questions));
}

describe('a request of OpenAI Decisions', () => {
  it('is a POST of the input and a list of questions, with criteria in the instructions', async () => {
    await during([{ text: DOCUMENTED }], async ({ url, sent }) => {
      await ask(url, all);
      expect(sent[0]).toMatchObject({ method: 'POST', path: '/v1/decisions' });
      expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer sk-key' });
      expect(JSON.parse(sent[0]?.text ?? '')).toEqual({
        model: 'luna',
        input: 'Money back!',
        questions: [
          {
            type: 'predicate',
            name: 'refund',
            instructions:
              'Does the customer want a refund?\n\nIt is true if: asks for money back\nIt is false if: {"only":"asks when"}',
          },
          {
            type: 'choice',
            name: 'department',
            instructions: 'Which department?',
            choices: [
              { value: 'billing', description: 'invoices' },
              { value: 'technical' },
              { value: 'sales', description: '{"what":"new orders"}' },
              { value: 'other' },
            ],
          },
          {
            type: 'score',
            name: 'tone',
            instructions: 'How polite?',
            levels: [
              { label: '0', description: 'rude' },
              { label: '1', description: 'plain' },
              { label: '2', description: 'kind: says thanks' },
            ],
          },
        ],
      });
    });
  });

  const deep = (levels: number): State =>
    JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

  it.each<readonly [string, State, boolean]>([
    ['an object', { a: 1 }, true],
    ['a list of objects', [{ a: 1 }, { b: 2 }], true],
    ['a list of texts', ['a'], false],
    ['an object of 32 levels', deep(32), true],
    ['an object of 33 levels', deep(33), false],
    ['an object of 10,000 values', { a: Array.from({ length: 9_998 }, () => 0) }, true],
    ['an object of 10,001 values', { a: Array.from({ length: 9_999 }, () => 0) }, false],
    ['an object of 256 KiB', { a: 'x'.repeat(262_144 - 8) }, true],
    ['an object of one byte more', { a: 'x'.repeat(262_144 - 7) }, false],
  ])('sends %s as JSON where the service reads it so', async (_, state, isJson) => {
    await during(
      [{ text: '{"answers":[{"type":"predicate","name":"refund","probability":0.5}]}' }],
      async ({ url, sent }) => {
        await ask(url, { refund }, { stateAs: 'json' }, state);
        const { input } = JSON.parse(sent[0]?.text ?? '');
        const part = { type: 'input_json', data: state };
        expect(input).toEqual(
          isJson ? [{ type: 'message', role: 'user', content: [part] }] : JSON.stringify(state),
        );
      },
    );
  });

  it('sends JSON as text where nobody said that it is read otherwise', async () => {
    await during(
      [{ text: '{"answers":[{"type":"predicate","name":"refund","probability":0.5}]}' }],
      async ({ url, sent }) => {
        await ask(url, { refund }, {}, { b: 1, a: [true] });
        expect(JSON.parse(sent[0]?.text ?? '').input).toBe('{"b":1,"a":[true]}');
      },
    );
  });

  it('is not sent for a question without instructions', async () => {
    await during([{ text: DOCUMENTED }], async ({ url, sent }) => {
      await expect(ask(url, { refund: { type: 'noul' } })).rejects.toMatchObject({
        code: 'bad_question',
        path: 'questions.refund.instructions',
      });
      expect(sent).toHaveLength(0);
    });
  });
});

describe('the answers of OpenAI Decisions', () => {
  it('are read as they are documented, distributions included', async () => {
    const headers = { 'x-request-id': 'req_abc' };
    const result = await during([{ text: DOCUMENTED, headers }], ({ url }) => ask(url, all));
    expect(result.answers).toEqual({
      refund: { noul: 0.97 },
      department: {
        choice: 'billing',
        confidence: 0.93,
        probabilities: { billing: 0.95, technical: 0.02, sales: 0.01, other: 0.02 },
      },
      tone: {
        score: 1.1,
        confidence: 0.55,
        probabilities: { rude: 0.1, plain: 0.7, kind: 0.2 },
      },
    });
    expect(result.usage).toEqual({ inputTokens: 120, outputTokens: 0 });
    expect([result.requestId, result.requestedModel, result.judge.model]).toEqual([
      'req_abc',
      'luna',
      'gpt-6-luna',
    ]);
    expect(result.judge).toMatchObject({ kind: 'decision-model', method: 'distribution' });
  });

  it('are matched by name, in whatever order they come', async () => {
    const { answers, ...rest } = JSON.parse(DOCUMENTED);
    const text = JSON.stringify({ ...rest, answers: [...answers].reverse() });
    const result = await during([{ text }], ({ url }) => ask(url, all));
    expect(result.answers['refund']).toEqual({ noul: 0.97 });
    expect(result.answers['tone']).toMatchObject({ score: 1.1 });
  });

  it('keep the others where one is refused', async () => {
    const { answers, decisions: held } = await answered(
      '[{"type":"refusal","name":"refund"},{"type":"choice","name":"department","choice":"sales","confidence":0.9,"probabilities":null}]',
      { refund, department },
    );
    expect(answers['refund']?.refusal).toBe(true);
    expect(held['refund']?.reason).toBe('refusal');
    expect(answers['department']).toEqual({ choice: 'sales', confidence: 0.9 });
  });

  it('may choose a truth value, which stands for the label of its text', async () => {
    const spam = choice('Is it spam?', ['true', 'false']);
    const { answers } = await answered(
      '[{"type":"choice","name":"spam","choice":true,"confidence":0.8,"probabilities":[{"value":true,"probability":0.9},{"value":false,"probability":0.1}]}]',
      { spam },
    );
    expect(answers['spam']).toMatchObject({
      choice: 'true',
      probabilities: { true: 0.9, false: 0.1 },
    });
  });

  it('leave out what was not asked, and what has no name', async () => {
    const { answers } = await answered(
      '[{"type":"box","name":"where"},{"type":"predicate","name":null,"probability":1},7,{"type":"predicate","name":"refund","probability":0.2,"more":1}]',
      { refund },
    );
    expect(answers).toEqual({ refund: { noul: 0.2 } });
  });

  it.each([
    [
      'a name that comes twice',
      '[{"type":"predicate","name":"refund","probability":1},{"type":"predicate","name":"refund","probability":0}]',
      'answers.refund',
    ],
    ['no list', '{"refund":{"noul":1}}', 'answers'],
    ['an answer that is missing', '[]', 'answers.refund'],
    [
      'an answer without a name',
      '[{"type":"predicate","name":null,"probability":1}]',
      'answers.refund',
    ],
    ['an answer of another type', '[{"type":"score","name":"refund","score":1}]', 'answers.refund'],
    [
      'a probability that is none',
      '[{"type":"predicate","name":"refund","probability":"1"}]',
      'answers.refund.noul',
    ],
  ])('are refused with %s', async (_, text, path) => {
    await expect(answered(text, { refund })).rejects.toMatchObject({ code: 'bad_answer', path });
  });

  it.each([
    [
      'a value that is no choice',
      '"choice":"billing","probabilities":[{"value":"spam","probability":1}]',
      'answers.department.probabilities',
    ],
    [
      'a value that comes twice',
      '"choice":"billing","probabilities":[{"value":"sales","probability":0.5},{"value":"sales","probability":0.5}]',
      'answers.department.probabilities',
    ],
    [
      'a map in the place of the list',
      '"choice":"billing","probabilities":{"billing":1}',
      'answers.department.probabilities',
    ],
    ['a choice that is none', '"choice":"spam"', 'answers.department.choice'],
    [
      'a choice that is far from the likeliest',
      '"choice":"sales","probabilities":[{"value":"billing","probability":0.9},{"value":"sales","probability":0.1}]',
      'answers.department.choice',
    ],
  ])('are refused with %s', async (_, members, path) => {
    const text = `[{"type":"choice","name":"department",${members}}]`;
    await expect(answered(text, { department })).rejects.toMatchObject({
      code: 'bad_answer',
      path,
    });
  });

  it('are taken as they were rounded: sums of 0.98, and a choice 0.01 below another', async () => {
    const { answers } = await answered(
      '[{"type":"choice","name":"department","choice":"billing","confidence":0.1,"probabilities":[{"value":"billing","probability":0.24},{"value":"technical","probability":0.25},{"value":"sales","probability":0.25},{"value":"other","probability":0.24}]}]',
      { department },
    );
    expect(answers['department']).toMatchObject({ choice: 'billing' });
  });
});

const MARKER = 'echo-of-what-was-sent';
const error = (type: string, code: string | null): string =>
  JSON.stringify({ error: { message: MARKER, type, code, param: MARKER } });

describe('what is not answered', () => {
  it.each<readonly [string, Canned, string, number]>([
    [
      'a bad request',
      { status: 400, text: error('invalid_request_error', MARKER) },
      ': invalid_request_error',
      1,
    ],
    [
      'a wrong key',
      { status: 401, text: error('invalid_request_error', 'invalid_api_key') },
      ': invalid_request_error, invalid_api_key',
      1,
    ],
    ['a conflict', { status: 409, text: '{}' }, '', 3],
    [
      'a rate limit',
      { status: 429, text: error('rate_limit_exceeded', null) },
      ': rate_limit_exceeded',
      3,
    ],
    [
      'a quota',
      { status: 429, text: error('insufficient_quota', 'insufficient_quota') },
      ': insufficient_quota',
      1,
    ],
    ['a broken server', { status: 500, text: error('server_error', null) }, ': server_error', 3],
    [
      'a broken server that will stay so',
      { status: 500, headers: { 'x-should-retry': 'false' }, text: '{}' },
      '',
      1,
    ],
    [
      'a bad request that passes',
      { status: 400, headers: { 'x-should-retry': 'true' }, text: '{}' },
      '',
      3,
    ],
  ])(
    'is told without its text, and asked again as it says: %s',
    async (_, answer, detail, attempts) => {
      await during([answer], async ({ url, sent }) => {
        const { timer } = noWait();
        const thrown = await errorOf(ask(url, { refund }, { timer }));
        expect(thrown).toMatchObject({
          code: 'judge_unavailable',
          status: answer.status,
          attempts,
          rule: `a judge answers with status 200, and this response has ${answer.status}${detail}`,
        });
        expect(sent).toHaveLength(attempts);
        expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain(MARKER);
      });
    },
  );
});

describe('the services that speak OpenAI Decisions', () => {
  const answer = { answers: [{ type: 'predicate', name: 'refund', probability: 0.5 }] };

  it.each([
    ['openai', openai, 'https://api.openai.com/v1/decisions', 'gpt-6-luna', 'input_json'],
    ['vercel', vercel, 'https://ai-gateway.vercel.sh/v1/decisions', 'typesafe-ai/jev', '{"a":1}'],
  ] as const)(
    '%s is asked where it is, with its model',
    async (provider, make, url, model, input) => {
      const seen: string[] = [];
      const judge = make({
        apiKey: 'key',
        fetch: (to, { headers, body = '' }) => {
          seen.push(to, headers['authorization'] ?? '', JSON.parse(body).model, body);
          return Response.json(answer);
        },
      });
      const result = await judgeWith(judge, { state: { a: 1 }, questions: { refund } });
      expect(seen.slice(0, 3)).toEqual([url, 'Bearer key', model]);
      expect(seen[3]?.replaceAll('\\"', '"')).toContain(input);
      expect(result.judge).toMatchObject({ provider, model });
      expect(result.modelUnreported).toBe(true);
    },
  );

  it('are no others than are named, and take no other options', () => {
    const wrong = { stateAs: 'xml' } as unknown as Parameters<typeof openai>[0];
    expect(() => openai(wrong)).toThrow(expect.objectContaining({ path: 'options.stateAs' }));
    const other = { path: '/v1' } as unknown as Parameters<typeof openai>[0];
    expect(() => openai(other)).toThrow(expect.objectContaining({ path: 'options.path' }));
  });
});
