import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../../src/http/index.js';
import {
  choice,
  digest,
  digestBytes,
  isJudgementError,
  type JudgementError,
  judgeWith,
  noul,
  type Questions,
  score,
  type Timer,
  threshold,
} from '../../../src/index.js';
import { type ChatJudgeOptions, chatJudge } from '../../../src/judges/chat/index.js';
import { type Scripted, type ScriptedService, type Sent, textAt, withScript } from '../scripted.js';
import { answered, choiceOf, completionOf, logprobsOf, type Token } from './bodies.js';

const MODEL = 'gpt-6-luna';
const STATE = { tool: 'Bash', input: { command: 'rm -rf /' } };
const UNSAFE = { unsafe: noul('Is this call unsafe?') };

const YES: readonly Token[] = [
  ['Yes', -0.2231],
  ['No', -1.7147],
  [' yes', -4.6],
  ['YES', -6.2],
  ['no', -5.3],
];

/** Asks a service that does what a script says. */
function ask<const Q extends Questions>(
  script: (sent: Sent, index: number) => Scripted,
  questions: Q,
  options: Partial<ChatJudgeOptions> = {},
) {
  return withScript(script, async (service) => {
    const model = judgeOf(service, options);
    const result = await judgeWith(model, { state: STATE, questions });
    return { result, sent: service.sent, most: service.most() };
  });
}

function judgeOf({ url }: ScriptedService, options: Partial<ChatJudgeOptions> = {}) {
  return chatJudge(`${url}/v1/`, { model: MODEL, apiKey: 'sk-test', retries: 0, ...options });
}

async function errorOf(work: Promise<unknown>): Promise<JudgementError> {
  try {
    await work;
  } catch (error) {
    if (isJudgementError(error)) return error;
    throw error;
  }
  throw new Error('it came to an answer');
}

describe('a chat judge', () => {
  it('asks for one token and the tokens that could stand in its place', async () => {
    const { sent } = await ask(() => ({ text: answered(YES) }), UNSAFE);
    expect(sent).toHaveLength(1);
    const [{ method, path, headers, body } = {}] = sent;
    expect([method, path]).toEqual(['POST', '/v1/chat/completions']);
    expect(headers).toMatchObject({
      authorization: 'Bearer sk-test',
      'content-type': 'application/json',
    });
    expect(Object.keys(body ?? {})).toEqual([
      'model',
      'messages',
      'max_completion_tokens',
      'logprobs',
      'top_logprobs',
    ]);
    expect(body).toMatchObject({
      model: MODEL,
      max_completion_tokens: 16,
      logprobs: true,
      top_logprobs: 20,
      messages: [{ role: 'system' }, { role: 'user' }],
    });
    expect(
      textAt(body ?? {}, 'messages', 1, 'content')
        .split('\n')
        .at(-1),
    ).toBe('Reply with one of these and nothing else, no punctuation: Yes, No');
  });

  it('answers with the share of yes and says what all labels had', async () => {
    const text = answered(YES);
    const headers = { 'x-request-id': 'req_5b1e' };
    const { result } = await ask(() => ({ text, headers }), UNSAFE);
    expect(result.answers.unsafe.noul.toFixed(6)).toBe('0.814457');
    expect(result.answers.unsafe.confidence).toBeUndefined();
    expect(result.details?.unsafe?.mass?.toFixed(6)).toBe('0.997125');
    expect(result.effect).toBe('deny');
    expect(result).toMatchObject({
      judge: { model: 'gpt-6-luna-2026-09-01', kind: 'llm', method: 'logprobs', replayable: false },
      requestedModel: MODEL,
      requestId: 'req_5b1e',
      usage: { inputTokens: 210, outputTokens: 2 },
      attempts: 1,
    });
    expect(result.responseDigest).toBe(digestBytes(new TextEncoder().encode(text)));
    expect(result.sources).toBeUndefined();
  });

  it('answers a choice and a score by their letters', async () => {
    const tokens: Token[] = [
      ['A', -0.35667],
      ['B', -1.60944],
      ['C', -2.99573],
    ];
    const questions = {
      team: choice('Who?', ['billing', 'technical', 'other']),
      grade: score('How good?', ['poor', 'fair', 'good']),
    };
    const { result, sent } = await ask(() => ({ text: answered(tokens) }), questions);
    const { team, grade } = result.answers;
    expect(team.choice).toBe('billing');
    const shares = Object.values(team.probabilities ?? {}).map((share) => share?.toFixed(6));
    expect(shares).toEqual(['0.736843', '0.210525', '0.052632']);
    expect(grade.score).toBeCloseTo(0.3157885, 6);
    expect(sent).toHaveLength(2);
  });

  it('shows each label in each place and averages, when it is asked to', async () => {
    const letters = ['A', 'B', 'C'];
    // A model that always prefers the first place says nothing about the labels.
    const first = ({ body }: Sent): Scripted => {
      expect(textAt(body, 'messages', 1, 'content')).toContain('"answer":"A"');
      return {
        text: answered(letters.map((letter, index) => [letter, Math.log(index === 0 ? 0.8 : 0.1)])),
      };
    };
    const questions = { team: choice('Who?', ['billing', 'technical', 'other']) };
    const { result, sent } = await ask(first, questions, { rotations: 20 });
    const shares = Object.values(result.answers.team.probabilities ?? {});
    for (const share of shares) expect(share).toBeCloseTo(1 / 3, 11);
    expect(result.details?.team).toEqual({ mass: 1, rotations: 3 });
    expect(sent).toHaveLength(3);
    expect(result.usage).toEqual({ inputTokens: 630, outputTokens: 6 });
  });

  it('finds a label wherever it stands', async () => {
    // A model that knows which label it means, and looks for its letter.
    const knows = ({ body }: Sent): Scripted => {
      const question = JSON.parse(textAt(body, 'messages', 1, 'content').split('\n')[4] ?? '');
      const answers: { answer: string; means: string }[] = question.answers;
      const tokens = answers.map(
        ({ answer, means }): Token => [answer, Math.log(means === 'technical' ? 0.9 : 0.04)],
      );
      return { text: answered(tokens) };
    };
    const questions = { team: choice('Who?', ['billing', 'technical', 'other']) };
    const { result } = await ask(knows, questions, { rotations: 3 });
    expect(result.answers.team.choice).toBe('technical');
    expect(result.answers.team.probabilities?.technical).toBeCloseTo(0.9 / 0.98, 11);
    expect(result.details?.team?.mass).toBeCloseTo(0.98, 11);
  });

  it('measures nothing where the labels have too little', async () => {
    const text = answered([
      ['I', Math.log(0.5)],
      ['Yes', Math.log(0.4)],
      ['No', Math.log(0.05)],
    ]);
    const { result } = await ask(() => ({ text }), UNSAFE);
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    expect(result.details?.unsafe?.mass).toBeCloseTo(0.45, 11);
    expect([result.effect, result.decisions.unsafe.reason]).toEqual(['ask', 'unmeasurable']);
    const low = await ask(() => ({ text }), UNSAFE, { massFloor: 0.4 });
    expect(low.result.answers.unsafe.noul).toBeCloseTo(0.4 / 0.45, 11);
  });

  it('measures nothing where there is no label at all, even without a floor', async () => {
    const text = answered([['Maybe', -0.1]]);
    const { result } = await ask(() => ({ text }), UNSAFE, { massFloor: 0 });
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    expect(result.details?.unsafe?.mass).toBe(0);
  });

  it('takes the least mass of several orders', async () => {
    const masses = [0.99, 0.5];
    const script = (_: Sent, index: number): Scripted => ({
      text: answered([
        ['Yes', Math.log(masses[index] ?? 1)],
        ['Other', -9999],
      ]),
    });
    const { result } = await ask(script, UNSAFE, { rotations: 2, parallel: 1 });
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    expect(result.details?.unsafe).toEqual({ mass: 0.5, rotations: 2 });
  });
});

describe('an answer in an object', () => {
  const questions = { verdict: choice('May it?', ['allow', 'deny']) };
  const places: readonly (readonly Token[])[] = [
    [['{"answer":', -2]],
    [
      [' "B', Math.log(0.95)],
      [' "A', Math.log(0.04)],
    ],
    [['"}', -1]],
  ];

  it('is forced upon the model by a schema, and read where its value begins', async () => {
    const said = choiceOf({ logprobs: logprobsOf(places) }, { content: '{"answer": "B"}' });
    const script = (): Scripted => ({ text: completionOf([said]) });
    const { result, sent } = await ask(script, questions, { form: 'json' });
    expect(result.answers.verdict.choice).toBe('deny');
    expect(result.answers.verdict.probabilities?.deny).toBeCloseTo(0.95 / 0.99, 11);
    expect(result.details?.verdict?.mass).toBeCloseTo(0.99, 11);
    expect(sent[0]?.body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        strict: true,
        schema: {
          type: 'object',
          properties: { answer: { type: 'string', enum: ['A', 'B'] } },
          required: ['answer'],
          additionalProperties: false,
        },
      },
    });
    const prompt = textAt(sent[0]?.body ?? {}, 'messages', 1, 'content');
    expect(prompt.split('\n').at(-1)).toBe(
      'Reply with JSON, {"answer": …}, in which one of these stands: A, B',
    );
  });

  it('is none where the model answers with the token alone', async () => {
    const { result } = await ask(() => ({ text: answered([['B', -0.01]]) }), questions, {
      form: 'json',
    });
    expect(result.answers.verdict.unmeasurable).toBe(true);
  });
});

describe('what is no answer', () => {
  it.each([
    [
      'a refusal of the model',
      choiceOf({ logprobs: null }, { content: null, refusal: "I can't help with that." }),
    ],
    ['a filter', choiceOf({ finish_reason: 'content_filter', logprobs: null }, { content: null })],
  ])('is a refusal: %s', async (_, said) => {
    const { result } = await ask(() => ({ text: completionOf([said]) }), UNSAFE);
    expect(result.answers.unsafe.refusal).toBe(true);
    expect([result.effect, result.decisions.unsafe.reason]).toEqual(['ask', 'refusal']);
  });

  it('is a refusal of that question only', async () => {
    const refusal = completionOf([choiceOf({}, { content: null, refusal: 'No.' })]);
    const script = ({ text }: Sent): Scripted => ({
      text: text.includes('weapons') ? refusal : answered(YES),
    });
    const questions = { ...UNSAFE, other: noul('Is it about weapons?') };
    const { result } = await ask(script, questions);
    expect(result.answers.other.refusal).toBe(true);
    expect(result.answers.unsafe.noul).toBeCloseTo(0.814457, 6);
  });

  it('is an error when it was cut off, and says so', async () => {
    const text = completionOf([choiceOf({ finish_reason: 'length', logprobs: logprobsOf([YES]) })]);
    const headers = { 'x-request-id': 'req_1' };
    const error = await errorOf(ask(() => ({ text, headers }), UNSAFE));
    expect(error).toMatchObject({
      code: 'bad_answer',
      path: 'answers.unsafe',
      rule: 'the answer ended with finish_reason length: there was no room for more',
      status: 200,
      requestId: 'req_1',
      attempts: 1,
    });
  });

  it.each([
    ['a call of a tool', [choiceOf({ finish_reason: 'tool_calls' })], 'bad_answer'],
    ['a message with calls', [choiceOf({}, { tool_calls: [{ id: 'call_1' }] })], 'bad_answer'],
    ['a choice without a message', [{ index: 0, finish_reason: 'stop' }], 'bad_answer'],
    ['no choice', [], 'bad_answer'],
    ['two choices', [choiceOf(), choiceOf()], 'bad_answer'],
  ])('is an error for %s', async (_, choices, code) => {
    const error = await errorOf(ask(() => ({ text: completionOf(choices) }), UNSAFE));
    expect([error.code, error.path]).toEqual([code, 'answers.unsafe']);
  });

  it.each([
    ['in the place of choices', '{"error":{"message":"MARKER","code":502}}'],
    [
      'in a choice',
      completionOf([choiceOf({ finish_reason: 'error', error: { message: 'MARKER' } })]),
    ],
  ])('is an error where a gateway sends one with status 200, %s', async (_, text) => {
    const error = await errorOf(ask(() => ({ text }), UNSAFE));
    expect(error.code).toBe('judge_unavailable');
    expect(JSON.stringify(error) + error.message).not.toContain('MARKER');
  });
});

describe('a model without log probabilities', () => {
  const SENTENCE = 'You are not allowed to request logprobs from this model.';
  const NAMED = { type: 'invalid_request_error', param: 'logprobs', code: 'unsupported_parameter' };

  it.each([
    [
      'by a sentence',
      403,
      { message: SENTENCE, type: 'invalid_request_error', param: null, code: null },
    ],
    ['by the name of the parameter', 400, { ...NAMED, message: 'Unsupported parameter.' }],
    ['by the name of the other', 422, { ...NAMED, param: 'top_logprobs', message: 'no' }],
  ])('refuses the request %s, which is an error of its own', async (_, status, error) => {
    const reply = { status, text: JSON.stringify({ error }), headers: { 'x-request-id': 'req_2' } };
    let asked = 0;
    const script = (): Scripted => {
      asked += 1;
      return reply;
    };
    const caught = await errorOf(ask(script, UNSAFE, { retries: 3 }));
    expect(caught).toMatchObject({ code: 'unsupported', status, requestId: 'req_2', attempts: 1 });
    expect(caught.rule).toContain('the model gives no log probabilities');
    expect(caught.rule).not.toContain('allowed');
    expect(asked).toBe(1);
  });

  it.each([
    ['null', choiceOf({ logprobs: null })],
    [
      'no alternatives',
      choiceOf({
        logprobs: { content: [{ token: 'Yes', logprob: -0.1, bytes: null, top_logprobs: [] }] },
      }),
    ],
    [
      'the older form',
      choiceOf({
        logprobs: { tokens: ['Yes'], token_logprobs: [-0.1], top_logprobs: [{ Yes: -0.1 }] },
      }),
    ],
  ])('answers all the same with %s, and that is the same error', async (_, said) => {
    const error = await errorOf(ask(() => ({ text: completionOf([said]) }), UNSAFE));
    expect(error).toMatchObject({ code: 'unsupported', path: 'options.model', status: 200 });
  });

  it('is not what other errors say', async () => {
    const text =
      '{"error":{"message":"Incorrect API key","code":"invalid_api_key","param":"logprobs"}}';
    const error = await errorOf(ask(() => ({ status: 401, text }), UNSAFE));
    expect(error.code).toBe('judge_unavailable');
    const busy = await errorOf(
      ask(() => ({ status: 503, text: '{"error":{"message":"logprobs"}}' }), UNSAFE),
    );
    expect(busy.code).toBe('judge_unavailable');
  });
});

describe('before anything is sent', () => {
  const labels = Array.from({ length: 21 }, (_, index) => `label ${index}`);

  it('more labels than tokens are told is an error', async () => {
    let asked = 0;
    const script = (): Scripted => {
      asked += 1;
      return { text: answered(YES) };
    };
    const questions = { ...UNSAFE, which: choice('Which?', labels) };
    const error = await errorOf(ask(script, questions));
    expect(error).toMatchObject({ code: 'bad_question', path: 'questions.which.options' });
    const fewer = { which: choice('Which?', labels.slice(0, 6)) };
    const other = await errorOf(ask(script, fewer, { topLogprobs: 5 }));
    expect(other).toMatchObject({ code: 'bad_question', path: 'questions.which.options' });
    expect(asked).toBe(0);
  });

  it('twenty labels are asked for', async () => {
    const tokens = [...'ABCDEFGHIJKLMNOPQRST'].map((letter): Token => [letter, Math.log(1 / 20)]);
    const questions = { which: choice('Which?', labels.slice(0, 20)) };
    const { result } = await ask(() => ({ text: answered(tokens) }), questions);
    expect(result.answers.which.choice).toBe('label 0');
    expect(result.details?.which?.mass).toBeCloseTo(1, 11);
  });
});

describe('several requests of one asking', () => {
  const questions = { a: noul('First?'), b: noul('Second?'), c: noul('Third?') };

  it('come to one result, with a source for each question', async () => {
    const texts = new Map<string, string>();
    const script = ({ text: sent }: Sent): Scripted => {
      const name = ['First', 'Second', 'Third'].find((one) => sent.includes(one)) ?? '';
      const text = answered(YES, { id: name });
      texts.set(name, text);
      return { text, headers: { 'x-request-id': `req_${name}` } };
    };
    const { result } = await ask(script, questions);
    const digests = ['First', 'Second', 'Third'].map((name) =>
      digestBytes(new TextEncoder().encode(texts.get(name) ?? '')),
    );
    expect(result.responseDigest).toBe(digest(digests));
    expect(result.requestId).toBeUndefined();
    expect(result.usage).toEqual({ inputTokens: 630, outputTokens: 6 });
    expect(result.sources?.b).toMatchObject({
      requestId: 'req_Second',
      responseDigest: digests[1],
      judge: { model: 'gpt-6-luna-2026-09-01', method: 'logprobs' },
      requestedModel: MODEL,
      usage: { inputTokens: 210, outputTokens: 2 },
      attempts: 1,
    });
  });

  it('count no tokens where one of them counts none', async () => {
    const script = ({ text }: Sent): Scripted => ({
      text: answered(YES, text.includes('Second') ? { usage: { prompt_tokens: 5 } } : {}),
    });
    const { result } = await ask(script, questions);
    expect(result.usage).toEqual({ inputTokens: 425 });
    expect(result.sources?.b?.usage).toEqual({ inputTokens: 5 });
    const none = await ask(
      ({ text }) => ({ text: answered(YES, text.includes('First') ? { usage: null } : {}) }),
      questions,
    );
    expect(none.result.usage).toBeUndefined();
  });

  it('are made as many at a time as there may be', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`q${at}`, noul(`Is it ${at}?`)]),
    );
    const slowly = async (): Promise<Scripted> => {
      await new Promise((resolve) => setTimeout(resolve, 15));
      return { text: answered(YES) };
    };
    const most = await withScript(slowly, async (service) => {
      await judgeWith(judgeOf(service, { parallel: 3 }), { state: STATE, questions: many });
      return service.most();
    });
    expect(most).toBe(3);
  });

  it('fail together, and the rest is not asked', async () => {
    const script = ({ text }: Sent): Scripted =>
      text.includes('First') ? { status: 500, text: '{}' } : { text: answered(YES) };
    const outcome = withScript(script, async (service) => {
      const asking = judgeWith(judgeOf(service, { parallel: 1 }), { state: STATE, questions });
      const error = await errorOf(asking);
      return { error, count: service.sent.length };
    });
    expect(await outcome).toMatchObject({
      error: { code: 'judge_unavailable', status: 500 },
      count: 1,
    });
  });

  it('stop at once when one fails, and leave nothing behind', async () => {
    const stopped: string[] = [];
    let pending = 0;
    let calls = 0;
    const fetch: Fetch = async (_, { signal }) => {
      calls += 1;
      const name = `call ${calls}`;
      signal.addEventListener('abort', () => stopped.push(name));
      if (calls === 2) return new Response('{}', { status: 400 });
      return new Promise(() => undefined);
    };
    const timer: Timer = (callback, milliseconds) => {
      pending += 1;
      const handle = setTimeout(callback, milliseconds);
      let open = true;
      return () => {
        if (open) pending -= 1;
        open = false;
        clearTimeout(handle);
      };
    };
    const options = { model: MODEL, retries: 0, parallel: 2, fetch, timer };
    const judge = chatJudge('https://api.example/v1', options);
    const error = await errorOf(judgeWith(judge, { state: STATE, questions }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(error).toMatchObject({ code: 'judge_unavailable', status: 400 });
    expect(stopped).toContain('call 1');
    expect([calls, pending]).toEqual([2, 0]);
  });

  it('have one time together', async () => {
    const slowly = async (): Promise<Scripted> => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { text: answered(YES) };
    };
    const error = await withScript(slowly, (service) => {
      const judge = judgeOf(service, { parallel: 1, timeoutMs: 5_000, totalTimeoutMs: 100 });
      return errorOf(judgeWith(judge, { state: STATE, questions }));
    });
    expect(error).toMatchObject({ code: 'judge_unavailable', path: 'options.totalTimeoutMs' });
  });

  it('are given up together', async () => {
    const controller = new AbortController();
    const hangs = (): Promise<Scripted> => {
      controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    };
    const error = await withScript(hangs, (service) => {
      const { signal } = controller;
      return errorOf(judgeWith(judgeOf(service), { state: STATE, questions }, { signal }));
    });
    expect(error.code).toBe('aborted');
  });

  it('are of one model for one question, and can be of two for two', async () => {
    const models = ['luna-1', 'luna-2'];
    const script = (_: Sent, index: number): Scripted => ({
      text: answered(YES, { model: models[index] }),
    });
    const error = await errorOf(ask(script, UNSAFE, { rotations: 2, parallel: 1 }));
    expect(error).toMatchObject({ code: 'bad_answer', path: 'answers.unsafe' });
    const { result } = await ask(
      script,
      { a: noul('First?'), b: noul('Second?') },
      { parallel: 1 },
    );
    expect(result.judge.model).toBe('luna-1');
    expect(result.sources?.b?.judge.model).toBe('luna-2');
  });
});

describe('what a service leaves out', () => {
  it('stays out: a model, a request id, tokens', async () => {
    const { result } = await ask(
      () => ({ text: answered(YES, { model: null, usage: undefined }) }),
      UNSAFE,
    );
    expect(result.judge.model).toBe(MODEL);
    expect(result.modelUnreported).toBe(true);
    expect(result.usage).toBeUndefined();
    expect(result.requestId).toBeUndefined();
  });

  it('and what it adds is passed over', async () => {
    const said = choiceOf({
      logprobs: { ...logprobsOf([YES]), extra: [1] },
      native_finish_reason: 'STOP',
      finish_reason: null,
    });
    const { result } = await ask(
      () => ({ text: completionOf([said], { provider: 'X', x: { y: 1 } }) }),
      UNSAFE,
    );
    expect(result.answers.unsafe.noul).toBeCloseTo(0.814457, 6);
  });
});

describe('options of a chat judge', () => {
  it('are sent where they are given', async () => {
    const options = {
      temperature: 0,
      reasoningEffort: 'none',
      topLogprobs: 5,
      maxTokens: 4,
      extra: { provider: { only: ['x'] } },
    } as const;
    const { sent } = await ask(() => ({ text: answered(YES) }), UNSAFE, options);
    expect(sent[0]?.body).toMatchObject({
      temperature: 0,
      reasoning_effort: 'none',
      top_logprobs: 5,
      max_completion_tokens: 4,
      provider: { only: ['x'] },
    });
  });

  it.each([
    ['model', { model: ' ' }],
    ['provider', { provider: ' ' }],
    ['rotations', { rotations: 0 }],
    ['parallel', { parallel: 101 }],
    ['maxTokens', { maxTokens: 0.5 }],
    ['topLogprobs', { topLogprobs: 21 }],
    ['massFloor', { massFloor: 1.1 }],
    ['form', JSON.parse('{"form":"xml"}')],
    ['temperature', { temperature: Number.NaN }],
    ['extra.messages', { extra: { messages: [] } }],
    ['extra.logit_bias', { extra: { logit_bias: { '1': 100 } } }],
    ['apiKey', { apiKey: 'a\nb' }],
    ['retries', { retries: -1 }],
  ])('are looked at when it is made: %s', (path, options) => {
    let caught: unknown;
    try {
      chatJudge('https://api.example/v1', { model: MODEL, ...options });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'bad_option', path: `options.${path}` });
  });

  it('may have a base URL with a query, which stays behind the path', async () => {
    const path = await withScript(
      () => ({ text: answered(YES) }),
      async ({ url, sent }) => {
        const judge = chatJudge(`${url}/openai//?api-version=1#x`, { model: MODEL });
        await judgeWith(judge, { state: STATE, questions: UNSAFE });
        return sent[0]?.path;
      },
    );
    expect(path).toBe('/openai/chat/completions?api-version=1');
  });

  it('tell kept answers apart', () => {
    const keys = [
      {},
      { rotations: 2 },
      { massFloor: 0.5 },
      { temperature: 1 },
      { reasoningEffort: 'none' as const },
      { extra: { seed: 1 } },
      { maxTokens: 9 },
      { topLogprobs: 9 },
      { form: 'json' as const },
    ].map((options) => chatJudge('https://api.example/v1', { model: MODEL, ...options }).cacheKey);
    const other = chatJudge('https://other.example/v1', { model: MODEL }).cacheKey;
    expect(new Set([...keys, other]).size).toBe(10);
    expect(
      chatJudge('https://api.example/v1/', { model: MODEL, apiKey: 'k', parallel: 1 }).cacheKey,
    ).toBe(keys[0]);
  });

  it('hold its bar for a choice to the probability of the label', async () => {
    const tokens: Token[] = [
      ['A', Math.log(0.7)],
      ['B', Math.log(0.29)],
    ];
    await withScript(
      () => ({ text: answered(tokens) }),
      async (service) => {
        const questions = { verdict: choice('May it?', ['allow', 'deny']) };
        const asking = judgeWith(
          judgeOf(service),
          { state: STATE, questions },
          { policy: threshold(0.7) },
        );
        const { effect, decisions } = await asking;
        expect(effect).toBe('allow');
        expect(decisions.verdict.measured).toBeCloseTo(0.7 / 0.99, 11);
      },
    );
  });
});
