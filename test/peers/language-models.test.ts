import Anthropic from '@anthropic-ai/sdk';
import type {
  Message,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/messages';
import OpenAI from 'openai';
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from 'openai/resources/chat/completions';
import { describe, expect, it } from 'vitest';
import { type Judge, judgeWith, noul } from '../../src/index.js';
import { chatJudge, sampledChatJudge } from '../../src/judges/chat/index.js';
import { messagesJudge, sampledMessagesJudge } from '../../src/judges/messages/index.js';
import { answered, choiceOf, completionOf } from '../judges/chat/bodies.js';
import { messageOf } from '../judges/messages/bodies.js';
import { type Sent, textAt, withScript } from '../judges/scripted.js';

const KEY = 'a-token-of-this-test';
const REQUEST = { state: { text: 'Buy now!!!' }, questions: { spam: noul('Is this spam?') } };

/** What a judge and a client of others send to one service that always says the same. */
function sentBy(
  text: string,
  judge: (url: string) => Judge,
  client: (url: string) => Promise<object>,
) {
  return withScript(
    () => ({ text }),
    async ({ url, sent }) => {
      await judgeWith(judge(url), REQUEST);
      const received = await client(url);
      const [ours, theirs] = sent;
      if (ours === undefined || theirs === undefined) throw new Error('one of them sent nothing');
      return { ours, theirs, received };
    },
  );
}

/** The prompt of ours, which the client of others is given to send as well. */
function promptOf(judge: (url: string) => Judge, text: string, at: number): Promise<string[]> {
  return withScript(
    () => ({ text }),
    async ({ url, sent }) => {
      await judgeWith(judge(url), REQUEST);
      const body = sent[0]?.body ?? {};
      const user = textAt(body, 'messages', at, 'content');
      return [at === 1 ? textAt(body, 'messages', 0, 'content') : textAt(body, 'system'), user];
    },
  );
}

function expectSame(ours: Sent, theirs: Sent, headers: readonly string[]): void {
  expect([ours.method, ours.path]).toEqual([theirs.method, theirs.path]);
  expect(ours.body).toEqual(theirs.body);
  for (const name of headers)
    expect([name, ours.headers[name]]).toEqual([name, theirs.headers[name]]);
}

describe('a chat judge sends what the client of OpenAI sends', () => {
  const HEADERS = ['authorization', 'content-type', 'accept'];
  const create = (url: string, params: ChatCompletionCreateParamsNonStreaming) =>
    new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 }).chat.completions.create(
      params,
    );

  it('for log probabilities', async () => {
    const text = answered([
      ['Yes', -0.05],
      ['No', -3.2],
    ]);
    const make = (url: string): Judge =>
      chatJudge(`${url}/v1`, { model: 'm', apiKey: KEY, temperature: 0, reasoningEffort: 'none' });
    const [system = '', user = ''] = await promptOf(make, text, 1);
    const { ours, theirs, received } = await sentBy(text, make, (url) =>
      create(url, {
        model: 'm',
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        max_completion_tokens: 16,
        logprobs: true,
        top_logprobs: 20,
        temperature: 0,
        reasoning_effort: 'none',
      }),
    );
    expectSame(ours, theirs, HEADERS);
    const completion: Partial<ChatCompletion> = received;
    expect(completion.choices?.[0]?.logprobs?.content?.[0]?.top_logprobs).toHaveLength(2);
  });

  it('for samples', async () => {
    const said = choiceOf({}, { content: '{"answer":"Yes"}' });
    const text = completionOf([said, said, said]);
    const make = (url: string): Judge =>
      sampledChatJudge(`${url}/v1`, { model: 'm', apiKey: KEY, samples: 3, form: 'json' });
    const [system = '', user = ''] = await promptOf(make, text, 1);
    const { ours, theirs } = await sentBy(text, make, (url) =>
      create(url, {
        model: 'm',
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        max_completion_tokens: 1_024,
        n: 3,
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'answer',
            strict: true,
            schema: {
              type: 'object',
              properties: { answer: { type: 'string', enum: ['Yes', 'No'] } },
              required: ['answer'],
              additionalProperties: false,
            },
          },
        },
      }),
    );
    expectSame(ours, theirs, HEADERS);
  });
});

describe('a messages judge sends what the client of Anthropic sends', () => {
  const HEADERS = ['authorization', 'x-api-key', 'anthropic-version', 'content-type', 'accept'];
  const create = (url: string, params: MessageCreateParamsNonStreaming) =>
    new Anthropic({ apiKey: KEY, baseURL: url, maxRetries: 0 }).messages.create(params);

  it('for what a model says of itself', async () => {
    const text = messageOf('{"Yes":97,"No":3}');
    const make = (url: string): Judge =>
      messagesJudge(url, { model: 'm', apiKey: KEY, effort: 'low' });
    const [system = '', content = ''] = await promptOf(make, text, 0);
    const { ours, theirs, received } = await sentBy(text, make, (url) =>
      create(url, {
        model: 'm',
        max_tokens: 1_024,
        system,
        messages: [{ role: 'user', content }],
        output_config: {
          effort: 'low',
          format: {
            type: 'json_schema',
            schema: {
              type: 'object',
              properties: { Yes: { type: 'number' }, No: { type: 'number' } },
              required: ['Yes', 'No'],
              additionalProperties: false,
            },
          },
        },
      }),
    );
    expectSame(ours, theirs, HEADERS);
    const message: Partial<Message> = received;
    expect(message.stop_reason).toBe('end_turn');
  });

  it('for samples', async () => {
    const text = messageOf('{"answer":"Yes"}');
    const make = (url: string): Judge =>
      sampledMessagesJudge(url, { model: 'm', apiKey: KEY, samples: 1 });
    const [system = '', content = ''] = await promptOf(make, text, 0);
    const { ours, theirs } = await sentBy(text, make, (url) =>
      create(url, {
        model: 'm',
        max_tokens: 1_024,
        system,
        messages: [{ role: 'user', content }],
        output_config: {
          format: {
            type: 'json_schema',
            schema: {
              type: 'object',
              properties: { answer: { type: 'string', enum: ['Yes', 'No'] } },
              required: ['answer'],
              additionalProperties: false,
            },
          },
        },
      }),
    );
    expectSame(ours, theirs, HEADERS);
  });
});
