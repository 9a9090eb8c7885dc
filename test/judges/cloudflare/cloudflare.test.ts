import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { choice, digest, type Judge, judgeWith, noul, timeout } from '../../../src/index.js';
import { cloudflare, cloudflareBinding } from '../../../src/judges/cloudflare/index.js';
import { type Canned, during, errorOf, noWait } from '../replay.js';

type Asked = Parameters<Judge['ask']>[0]['questions'];

const RESULT =
  '{"model":"clef","answers":{"team":{"type":"choice","choice":"billing","probabilities":{"billing":0.9781,"technical":0.0125,"sales":0.0094},"confidence":0.9672}},"usage":{"input_tokens":174,"output_tokens":0}}';
const ENVELOPE = `{"result":${RESULT},"success":true,"errors":[],"messages":[]}`;

const team = choice('Which team?', ['billing', 'technical', 'sales']);
const spam = noul('Is it spam?');

function ask(url: string, questions: Asked, options = {}) {
  const model = cloudflare({ accountId: '0af9', apiKey: 'cf-token', url, ...options });
  return judgeWith(model, { state: 'Where is my invoice?', questions });
}

function many(count: number): Asked {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, spam]));
}

describe('Clef over REST', () => {
  it('is asked in the form of System One, at the path of its model', async () => {
    await during([{ text: ENVELOPE }], async ({ url, sent }) => {
      await ask(url, { team }, { model: 'clef-flash' });
      expect(sent[0]).toMatchObject({
        method: 'POST',
        path: '/accounts/0af9/ai/run/@cf/cloudflare/clef-flash',
        text: '{"model":"clef-flash","state":"Where is my invoice?","questions":{"team":{"type":"choice","instructions":"Which team?","criteria":{"billing":null,"technical":null,"sales":null}}}}',
      });
      expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer cf-token' });
    });
  });

  it('answers in an envelope, to 4 decimals', async () => {
    const headers = { 'cf-ray': '9f-FRA' };
    const result = await during([{ text: ENVELOPE, headers }], ({ url }) => ask(url, { team }));
    expect(result.answers['team']).toEqual({
      choice: 'billing',
      probabilities: { billing: 0.9781, technical: 0.0125, sales: 0.0094 },
      confidence: 0.9672,
    });
    expect(result.judge).toEqual({
      model: 'clef',
      provider: 'cloudflare',
      kind: 'decision-model',
      method: 'distribution',
      replayable: false,
    });
    expect(result.usage).toEqual({ inputTokens: 174, outputTokens: 0 });
    expect(result.requestId).toBe('9f-FRA');
  });

  it('has the request id of the model before that of the edge', async () => {
    const headers = { 'cf-ray': '9f-FRA', 'cf-ai-req-id': 'ai-1' };
    const result = await during([{ text: ENVELOPE, headers }], ({ url }) => ask(url, { team }));
    expect(result.requestId).toBe('ai-1');
  });

  it('is held to its 4 decimals: a sum of 0.99 is none of three', async () => {
    const text = ENVELOPE.replace('0.9781', '0.9681');
    await expect(during([{ text }], ({ url }) => ask(url, { team }))).rejects.toMatchObject({
      code: 'bad_answer',
      path: 'answers.team.probabilities',
    });
  });

  it('takes 64 questions, and no 65th, before anything is sent', async () => {
    const answers = Object.keys(many(64)).map((key) => `"${key}":{"type":"noul","noul":0.1}`);
    const text = `{"success":true,"result":{"answers":{${answers.join(',')}}}}`;
    await during([{ text }], async ({ url, sent }) => {
      const result = await ask(url, many(64));
      expect(Object.keys(result.answers)).toHaveLength(64);
      await expect(ask(url, many(65))).rejects.toMatchObject({
        code: 'bad_question',
        path: 'questions',
        rule: 'the service takes at most 64 questions in one request, not 65',
      });
      expect(sent).toHaveLength(1);
    });
  });

  it.each(['a b', 'ä', 'a/b'])('takes no key such as %s', async (key) => {
    await during([{ text: ENVELOPE }], async ({ url, sent }) => {
      await expect(ask(url, { [key]: spam })).rejects.toMatchObject({
        code: 'bad_question',
        rule: 'a key has 1 to 100 characters of A-Z, a-z, 0-9, _, . and -',
      });
      expect(sent).toHaveLength(0);
    });
  });

  const MARKER = 'echo-of-what-was-sent';
  const failed = (status: number, code: number): Canned => ({
    status,
    text: JSON.stringify({
      result: null,
      success: false,
      // The message nests another envelope, as the service has it.
      errors: [{ code, message: `AiError: {"errors":[{"message":"${MARKER}"}]}` }],
      messages: [],
    }),
  });

  it.each<readonly [number, number, string, number]>([
    [401, 10000, ': 10000, bad token', 1],
    [400, 5006, ': 5006, no questions, or one of an unknown type', 1],
    [400, 7000, ': 7000, no such model', 1],
    [400, 6003, ': 6003, not JSON', 1],
    [422, 5012, ': 5012, not taken, or failed', 1],
    [413, 5021, ': 5021, too large', 1],
    [429, 3040, ': 3040, no capacity', 3],
    [429, 4006, ': 4006, the free allocation of the day is used up', 1],
    [429, 3036, ': 3036, the free allocation of the day is used up', 1],
    [529, 5012, ': 5012, not taken, or failed', 3],
    [500, 9999, '', 3],
  ])('tells %i with %i apart, without its text', async (status, code, detail, attempts) => {
    await during([failed(status, code)], async ({ url, sent }) => {
      const { timer } = noWait();
      const thrown = await errorOf(ask(url, { team }, { timer }));
      expect(thrown).toMatchObject({
        code: 'judge_unavailable',
        status,
        attempts,
        rule: `a judge answers with status 200, and this response has ${status}${detail}`,
      });
      expect(sent).toHaveLength(attempts);
      expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain(MARKER);
    });
  });

  it.each([
    ['success that is none', failed(200, 5012).text, /, and this one 5012: not taken, or failed$/],
    ['no result', '{"success":true,"result":null}', /^an envelope holds a result$/],
    ['no envelope', RESULT, /^an envelope holds a result$/],
  ])('takes %s for no answer', async (_, text, rule) => {
    const thrown = await errorOf(during([{ text }], ({ url }) => ask(url, { team })));
    expect(thrown).toMatchObject({ code: 'judge_unavailable', status: 200, attempts: 1 });
    expect(thrown['rule']).toMatch(rule);
  });

  it.each([
    ['no account', { accountId: '' }, 'options.accountId'],
    ['an account that is a path', { accountId: '../x' }, 'options.accountId'],
    ['a model that is a path', { model: '@cf/other/model' }, 'options.model'],
    ['another option', { account: 'x' }, 'options.account'],
  ])('is not made with %s', (_, options, path) => {
    expect(() => cloudflare({ accountId: '0af9', ...options })).toThrow(
      expect.objectContaining({ code: 'bad_option', path }),
    );
  });
});

describe('Clef through a binding', () => {
  const state = { ticket: 'Where is my invoice?' };

  it('is run by its name with the same form, and answers without an envelope', async () => {
    const runs: unknown[] = [];
    const ai = {
      async run(model: string, inputs: unknown) {
        runs.push([model, inputs]);
        return JSON.parse(RESULT);
      },
    };
    const result = await judgeWith(cloudflareBinding(ai), { state, questions: { team } });
    expect(runs).toEqual([
      [
        '@cf/cloudflare/clef',
        {
          model: 'clef',
          state,
          questions: {
            team: {
              type: 'choice',
              instructions: 'Which team?',
              criteria: { billing: null, technical: null, sales: null },
            },
          },
        },
      ],
    ]);
    expect(result.answers.team).toMatchObject({ choice: 'billing', confidence: 0.9672 });
    expect(result.responseDigest).toBe(digest(JSON.parse(RESULT)));
    expect(result).not.toHaveProperty('requestId');
    expect(result.judge).toMatchObject({ model: 'clef', provider: 'cloudflare' });
  });

  it('may answer in an envelope as well', async () => {
    const judge = cloudflareBinding({ run: async () => JSON.parse(ENVELOPE) });
    const result = await judgeWith(judge, { state, questions: { team } });
    expect(result.answers.team.choice).toBe('billing');
  });

  it('is asked as a method of its object', async () => {
    class Ai {
      readonly #answer = RESULT;
      async run(): Promise<unknown> {
        return JSON.parse(this.#answer);
      }
    }
    const result = await judgeWith(cloudflareBinding(new Ai()), { state, questions: { team } });
    expect(result.answers.team.choice).toBe('billing');
  });

  it.each([
    ['3040: Capacity temporarily exceeded', 'the binding threw 3040: no capacity'],
    [
      'InferenceUpstreamError: 4006: used',
      'the binding threw 4006: the free allocation of the day is used up',
    ],
    ['secret-state 13040 more', 'the binding threw'],
  ])('tells of what it throws only the code: %s', async (message, rule) => {
    const ai = {
      run: async () => {
        throw new Error(message, { cause: 'secret-state' });
      },
    };
    const pending = judgeWith(cloudflareBinding(ai), { state, questions: { team } });
    const thrown = await errorOf(pending);
    expect(thrown).toMatchObject({ code: 'judge_unavailable', path: 'judge', rule });
    expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('secret-state');
  });

  it.each([
    ['text', 'billing', 'response'],
    ['a date', new Date(0), 'response'],
    ['no answers', { model: 'clef' }, 'answers'],
    ['another answer', { answers: { team: { type: 'noul', noul: 1 } } }, 'answers.team'],
    [
      'a choice far from the likeliest',
      {
        answers: {
          team: {
            type: 'choice',
            choice: 'sales',
            probabilities: { billing: 1, technical: 0, sales: 0 },
          },
        },
      },
      'answers.team.choice',
    ],
  ])('takes %s for a bad answer', async (_, given, path) => {
    const judge = cloudflareBinding({ run: async () => given });
    await expect(judgeWith(judge, { state, questions: { team } })).rejects.toMatchObject({
      code: 'bad_answer',
      path,
    });
  });

  it('is held to 4 decimals as well', async () => {
    const given = JSON.parse(RESULT.replace('0.9781', '0.9681'));
    const judge = cloudflareBinding({ run: async () => given });
    await expect(judgeWith(judge, { state, questions: { team } })).rejects.toMatchObject({
      path: 'answers.team.probabilities',
    });
    const rough = cloudflareBinding({ run: async () => given }, { decimals: 2 });
    await expect(judgeWith(rough, { state, questions: { team } })).resolves.toBeDefined();
  });

  it('is not waited for any longer than a timeout around it', async () => {
    const never = cloudflareBinding({ run: () => new Promise(() => undefined) });
    const pending = judgeWith(timeout(never, 5), { state, questions: { team } });
    await expect(pending).rejects.toMatchObject({ code: 'judge_unavailable' });
  });

  it('has the same limits, and no options of HTTP', async () => {
    const judge = cloudflareBinding({ run: async () => ({}) });
    await expect(judgeWith(judge, { state, questions: many(65) })).rejects.toMatchObject({
      code: 'bad_question',
    });
    const wrong = { retries: 2 } as Parameters<typeof cloudflareBinding>[1];
    expect(() => cloudflareBinding({ run: async () => ({}) }, wrong)).toThrow(
      expect.objectContaining({ path: 'options.retries' }),
    );
    expect(() => cloudflareBinding({} as Parameters<typeof cloudflareBinding>[0])).toThrow(
      expect.objectContaining({ path: 'ai' }),
    );
  });
});
