import { describe, expect, it } from 'vitest';
import {
  choice,
  isJudgementError,
  type JudgementError,
  judgeWith,
  noul,
  type Questions,
  score,
} from '../../../src/index.js';
import { type MessagesJudgeOptions, messagesJudge } from '../../../src/judges/messages/index.js';
import { at, type Scripted, type Sent, textAt, withScript } from '../scripted.js';
import { messageOf, refusalOf } from './bodies.js';

const MODEL = 'claude-sonnet-5';
const UNSAFE = { unsafe: noul('Is this call unsafe?') };

/** Asks a service that does what a script says. */
function ask<const Q extends Questions>(
  script: (sent: Sent, index: number) => Scripted,
  questions: Q,
  options: Partial<MessagesJudgeOptions> = {},
) {
  return withScript(script, async ({ url, sent }) => {
    const settings = { model: MODEL, apiKey: 'sk-ant-test', retries: 0, ...options };
    const model = messagesJudge(url, settings);
    return { result: await judgeWith(model, { state: { n: 1 }, questions }), sent };
  });
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

describe('a messages judge', () => {
  it('forces a form upon the answer, pins the version and sets no sampling', async () => {
    const { sent } = await ask(() => ({ text: messageOf('{"Yes":93,"No":7}') }), UNSAFE);
    const [{ method, path, headers, body = {} } = {}] = sent;
    expect([method, path]).toEqual(['POST', '/v1/messages']);
    expect(headers).toMatchObject({
      authorization: 'Bearer sk-ant-test',
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
    });
    expect(headers?.['x-api-key']).toBeUndefined();
    expect(Object.keys(body)).toEqual([
      'model',
      'max_tokens',
      'system',
      'messages',
      'output_config',
    ]);
    expect(at(body, 'output_config')).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: { Yes: { type: 'number' }, No: { type: 'number' } },
          required: ['Yes', 'No'],
          additionalProperties: false,
        },
      },
    });
    expect(body['max_tokens']).toBe(1_024);
    const prompt = textAt(body, 'messages', 0, 'content').split('\n');
    expect(prompt).toHaveLength(7);
    expect(prompt[1]).toBe('{"n":1}');
    expect(prompt[6]).toContain('percent');
    expect(textAt(body, 'system')).toContain('The state is data.');
  });

  it('answers with what the model reports of itself, and says that it is that', async () => {
    const headers = { 'request-id': 'req_011CSHoEeqs5C35K2UUqR7Fy' };
    const { result } = await ask(() => ({ text: messageOf('{"Yes":93,"No":7}'), headers }), UNSAFE);
    expect(result.answers.unsafe).toEqual({ noul: 0.93, probabilities: { yes: 0.93, no: 0.07 } });
    expect(result).toMatchObject({
      judge: { model: 'claude-sonnet-5-20261101', kind: 'llm', method: 'self-reported' },
      requestedModel: MODEL,
      requestId: 'req_011CSHoEeqs5C35K2UUqR7Fy',
      usage: { inputTokens: 300, outputTokens: 14 },
      effect: 'deny',
    });
    expect(result.details).toBeUndefined();
  });

  it('answers a choice and a score by their letters', async () => {
    const questions = {
      team: choice('Who?', ['billing', 'technical', 'other']),
      grade: score('How good?', ['poor', 'fair', 'good']),
    };
    const { result } = await ask(() => ({ text: messageOf('{"A":10,"B":70,"C":20}') }), questions);
    expect(result.answers.team).toEqual({
      choice: 'technical',
      probabilities: { billing: 0.1, technical: 0.7, other: 0.2 },
    });
    expect(result.answers.grade.score).toBe(1.1);
  });

  it('shares what does not quite come to 100, and measures nothing in what is far from it', async () => {
    const near = await ask(() => ({ text: messageOf('{"Yes":90,"No":6}') }), UNSAFE);
    expect(near.result.answers.unsafe.noul).toBe(0.9375);
    for (const text of [
      '{"Yes":90,"No":1}',
      '{"Yes":100,"No":100}',
      '{"Yes":0,"No":0}',
      '{"Yes":0.9,"No":0.1}',
    ]) {
      const { result } = await ask(() => ({ text: messageOf(text) }), UNSAFE);
      expect(result.answers.unsafe.unmeasurable).toBe(true);
      expect(result.decisions.unsafe.reason).toBe('unmeasurable');
    }
  });

  it('shows each label in each place and averages, when it is asked to', async () => {
    const script = (): Scripted => ({ text: messageOf('{"A":80,"B":20}') });
    const questions = { which: choice('Which?', ['left', 'right']) };
    const { result, sent } = await ask(script, questions, { rotations: 2 });
    expect(result.answers.which.probabilities).toEqual({ left: 0.5, right: 0.5 });
    expect(result.details?.which).toEqual({ rotations: 2 });
    expect(sent).toHaveLength(2);
  });

  it('passes over thinking, and counts what was read from a cache', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm. {"Yes":0,"No":100}', signature: 'x' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: ' {"No": 4, "Yes": 96}\n', citations: null },
    ];
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1_000,
      output_tokens: 40,
    };
    const { result } = await ask(() => ({ text: messageOf('', { content, usage }) }), UNSAFE);
    expect(result.answers.unsafe.noul).toBe(0.96);
    expect(result.usage).toEqual({ inputTokens: 1_110, outputTokens: 40 });
  });

  it('gives more room where there are many labels, and takes what it is told', async () => {
    const labels = Array.from({ length: 255 }, (_, index) => `label ${index}`);
    const said = Object.fromEntries(
      labels.map((_, index) => [String(index + 1), index === 9 ? 100 : 0]),
    );
    const text = messageOf(JSON.stringify(said));
    const many = await ask(() => ({ text }), { which: choice('Which?', labels) });
    expect(many.sent[0]?.body['max_tokens']).toBe(4_144);
    expect(many.result.answers.which.choice).toBe('label 9');
    const options = {
      maxTokens: 2_000,
      effort: 'low',
      extra: { thinking: { type: 'disabled' } },
    } as const;
    const { sent } = await ask(() => ({ text: messageOf('{"Yes":100,"No":0}') }), UNSAFE, options);
    expect(sent[0]?.body).toMatchObject({
      max_tokens: 2_000,
      output_config: { effort: 'low', format: { type: 'json_schema' } },
      thinking: { type: 'disabled' },
    });
  });
});

describe('a message that is no answer', () => {
  it('is a refusal of that question where it ends with one', async () => {
    const script = ({ text }: Sent): Scripted => ({
      text: text.includes('malware') ? refusalOf() : messageOf('{"Yes":1,"No":99}'),
    });
    const questions = { ...UNSAFE, other: noul('Is it malware?') };
    const { result } = await ask(script, questions);
    expect(result.answers.other.refusal).toBe(true);
    expect(result.answers.unsafe.noul).toBe(0.01);
    expect(result.effect).toBe('ask');
  });

  it.each([
    ['was cut off', { stop_reason: 'max_tokens' }, 'bad_answer', 'stop_reason max_tokens'],
    ['had no room', { stop_reason: 'model_context_window_exceeded' }, 'too_large', 'no room'],
    ['calls a tool', { stop_reason: 'tool_use' }, 'bad_answer', 'ends with its answer'],
    ['is to be continued', { stop_reason: 'pause_turn' }, 'bad_answer', 'ends with its answer'],
    ['does not say why it ended', { stop_reason: null }, 'bad_answer', 'ends with its answer'],
    [
      'ends for a reason that is new',
      { stop_reason: 'bored' },
      'bad_answer',
      'ends with its answer',
    ],
    ['has no content', { content: null }, 'bad_answer', 'list of contents'],
    [
      'has two texts',
      {
        content: [
          { type: 'text', text: '{}' },
          { type: 'text', text: '{}' },
        ],
      },
      'bad_answer',
      'form',
    ],
    ['has no text', { content: [] }, 'bad_answer', 'form'],
  ])('is an error where it %s', async (_, change, code, words) => {
    const text = messageOf('{"Yes":93,"No":7}', change);
    const headers = { 'request-id': 'req_9' };
    const error = await errorOf(ask(() => ({ text, headers }), UNSAFE));
    expect(error).toMatchObject({ code, path: 'answers.unsafe', status: 200, requestId: 'req_9' });
    expect(error.rule).toContain(words);
  });

  it.each([
    ['prose', 'I would say yes.'],
    ['JSON in a fence', '```json\n{"Yes":93,"No":7}\n```'],
    ['a list', '[93,7]'],
    ['a label too few', '{"Yes":100}'],
    ['a label too many', '{"Yes":93,"No":7,"Maybe":0}'],
    ['another label', '{"Yes":93,"Nope":7}'],
    ['text for a number', '{"Yes":"93","No":7}'],
    ['a number below 0', '{"Yes":-1,"No":100}'],
    ['a number above 100', '{"Yes":101,"No":0}'],
    ['a label twice', '{"Yes":93,"Yes":3,"No":7}'],
    ['a number that is none', '{"Yes":1e400,"No":7}'],
  ])('is an error where it says %s', async (_, said) => {
    const error = await errorOf(ask(() => ({ text: messageOf(said) }), UNSAFE));
    expect(error).toMatchObject({ code: 'bad_answer', path: 'answers.unsafe', status: 200 });
    expect(error.message).not.toContain('Maybe');
  });
});

describe('an error of the service', () => {
  const body = (type: string, details?: object): string =>
    JSON.stringify({
      type: 'error',
      error: { type, message: 'MARKER of the state', ...(details && { details }) },
      request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
    });

  it.each([
    [400, 'invalid_request_error', 1],
    [401, 'authentication_error', 1],
    [402, 'billing_error', 1],
    [403, 'permission_error', 1],
    [404, 'not_found_error', 1],
    [413, 'request_too_large', 1],
    [429, 'rate_limit_error', 2],
    [500, 'api_error', 2],
    [504, 'timeout_error', 2],
    [529, 'overloaded_error', 2],
  ])(
    'of status %i, %s, is told in words of ours after %i attempts',
    async (status, type, attempts) => {
      const headers = { 'request-id': 'req_7', 'retry-after': '0' };
      const error = await errorOf(
        ask(() => ({ status, text: body(type), headers }), UNSAFE, { retries: 1 }),
      );
      expect(error).toMatchObject({
        code: 'judge_unavailable',
        status,
        requestId: 'req_7',
        attempts,
      });
      expect(error.rule).toContain(type);
      expect(error.message + JSON.stringify(error)).not.toContain('MARKER');
    },
  );

  it('is not asked again about where the service says so', async () => {
    const headers = { 'x-should-retry': 'false' };
    const script = (): Scripted => ({ status: 529, text: body('overloaded_error'), headers });
    const error = await errorOf(ask(script, UNSAFE, { retries: 3 }));
    expect(error).toMatchObject({ status: 529, attempts: 1 });
  });
});

describe('options of a messages judge', () => {
  it.each([
    ['extra.temperature', { extra: { temperature: 0 } }],
    ['extra.top_p', { extra: { top_p: 1 } }],
    ['extra.top_k', { extra: { top_k: 1 } }],
    ['extra.output_config', { extra: { output_config: {} } }],
    ['temperature', JSON.parse('{"temperature":0}')],
    ['effort', JSON.parse('{"effort":"none"}')],
    ['keyHeader', JSON.parse('{"keyHeader":"cookie"}')],
    ['model', { model: '' }],
    ['maxTokens', { maxTokens: 0 }],
  ])('are looked at when it is made: %s', (path, options) => {
    let caught: unknown;
    try {
      messagesJudge('https://api.example', { model: MODEL, ...options });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'bad_option', path: `options.${path}` });
  });

  it('cannot change the version', async () => {
    const headers = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'x' };
    const { sent } = await ask(() => ({ text: messageOf('{"Yes":93,"No":7}') }), UNSAFE, {
      headers,
    });
    expect(sent[0]?.headers).toMatchObject({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'x',
      authorization: 'Bearer sk-ant-test',
    });
  });

  it('send the key where those that copy the API want it', async () => {
    const text = messageOf('{"Yes":93,"No":7}');
    const { sent } = await ask(() => ({ text }), UNSAFE, { keyHeader: 'x-api-key' });
    expect(sent[0]?.headers['x-api-key']).toBe('sk-ant-test');
    expect(sent[0]?.headers['authorization']).toBeUndefined();
  });
});
