import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../src/http/index.js';
import { judgeWith, noul } from '../../src/index.js';
import { aiSdkJudge } from '../../src/judges/ai-sdk/index.js';
import { ADAPTERS, type Adapter } from './adapters.js';
import { errorOf, noWait } from './replay.js';

const questions = { spam: noul('Is this spam?') };
const request = { state: { text: 'Buy now!!!' }, questions };

function ask({ make }: Adapter, fetch: Fetch) {
  const means = { apiKey: 'key', fetch, timer: noWait().timer };
  return judgeWith(make(means), request);
}

/** The decimals of each that rounds to others than 2. */
const DECIMALS: Readonly<Record<string, number>> = {
  ollama: 4,
  cloudflare: 4,
  chatJudge: 12,
  sampledChatJudge: 12,
  messagesJudge: 12,
  sampledMessagesJudge: 12,
};

describe('each judge of a service', () => {
  it.each(ADAPTERS)('declares what it rounds to: $name', ({ name, make }) => {
    const { info } = make({ apiKey: 'key', fetch: () => Response.json({}) });
    expect(info.decimals).toBe(DECIMALS[name] ?? 2);
    expect(info.method).toMatch(/^(?:distribution|logprobs|self-reported|sampled)$/);
    expect(info.kind).toMatch(/^(?:decision-model|llm)$/);
  });

  it.each(ADAPTERS)('gives a noul no confidence: $name', async (adapter) => {
    const { answers } = await ask(adapter, () => Response.json(adapter.answer));
    expect(answers.spam).not.toHaveProperty('confidence');
    expect(answers.spam.noul).toBeGreaterThan(0.9);
  });

  it.each(ADAPTERS)(
    'records the model that was asked for and the one that answered: $name',
    async (adapter) => {
      const { requestedModel, judge, modelUnreported } = await ask(adapter, () =>
        Response.json(adapter.answer),
      );
      expect(judge.model).toBe('m-1-2026');
      expect(requestedModel).not.toBe('m-1-2026');
      expect(requestedModel).toEqual(expect.any(String));
      expect(modelUnreported).toBeUndefined();
    },
  );

  it.each(ADAPTERS)(
    'is asked three times where its service is overloaded: $name',
    async (adapter) => {
      const error = await errorOf(ask(adapter, () => new Response('{}', { status: 529 })));
      expect(error).toMatchObject({ code: 'judge_unavailable', status: 529, attempts: 3 });
    },
  );

  it.each(ADAPTERS)('is given up when the caller does: $name', async ({ make }) => {
    const controller = new AbortController();
    const fetch: Fetch = () => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const judge = make({ apiKey: 'key', fetch });
    const pending = judgeWith(judge, request, { signal: controller.signal });
    await expect(pending).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each(ADAPTERS)('has a key of its own for a cache: $name', ({ make }) => {
    const { cacheKey } = make({ apiKey: 'key', fetch: () => Response.json({}) });
    expect(cacheKey).toMatch(/\S/);
  });
});

describe('a model', () => {
  const about = {
    specificationVersion: 'v4',
    provider: 'p',
    modelId: 'm-1',
    supportedQuestionTypes: ['boolean'],
  } as const;

  it('of the AI SDK refuses one question and answers another', async () => {
    const model = aiSdkJudge({
      ...about,
      doDecide: async () => ({
        answers: { spam: { type: 'boolean', probability: 0.9 }, rude: { type: 'refusal' } },
        warnings: [],
      }),
    });
    const asked = { ...questions, rude: noul('Is it rude?') };
    const { answers, decisions } = await judgeWith(model, { state: 'x', questions: asked });
    expect(answers.spam.noul).toBe(0.9);
    expect(decisions.rude.reason).toBe('refusal');
  });

  it('of the AI SDK is asked once', async () => {
    let count = 0;
    const model = aiSdkJudge({
      ...about,
      doDecide: async () => {
        count += 1;
        throw Object.assign(new Error('busy'), { name: 'AI_APICallError', statusCode: 529 });
      },
    });
    await expect(judgeWith(model, request)).rejects.toMatchObject({ status: 529 });
    expect(count).toBe(1);
  });
});
