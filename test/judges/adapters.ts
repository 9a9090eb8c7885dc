/**
 * Every judge of a service, with what it takes to be asked one noul, `spam`.
 *
 * @module
 */
import type { Fetch } from '../../src/http/index.js';
import type { Judge } from '../../src/index.js';
import { aiSdkJudge, type DecisionModel } from '../../src/judges/ai-sdk/index.js';
import { chatJudge, sampledChatJudge } from '../../src/judges/chat/index.js';
import { cloudflare } from '../../src/judges/cloudflare/index.js';
import { decisions, openai, vercel as vercelDecisions } from '../../src/judges/decisions/index.js';
import { messagesJudge, sampledMessagesJudge } from '../../src/judges/messages/index.js';
import { runtype } from '../../src/judges/runtype/index.js';
import {
  foundry,
  ollama,
  openrouter,
  perplexity,
  systemOne,
  typesafe,
  vercel,
} from '../../src/judges/system-one/index.js';

/** What a row makes its judge of. */
export interface Means {
  readonly apiKey: string | (() => Promise<string>);
  readonly fetch: Fetch;
}

/** A judge of a service. */
export interface Adapter {
  readonly name: string;
  readonly make: (means: Means) => Judge;
  /** The body of a good answer. */
  readonly answer: object;
}

const SYSTEM_ONE = { model: 'm-1-2026', answers: { spam: { type: 'noul', noul: 0.93 } } };
const DECISIONS = {
  model: 'm-1-2026',
  answers: [{ type: 'predicate', name: 'spam', probability: 0.93 }],
};
const LOGPROBS = {
  content: [
    {
      token: 'Yes',
      logprob: Math.log(0.9),
      top_logprobs: [
        { token: 'Yes', logprob: Math.log(0.93) },
        { token: 'No', logprob: Math.log(0.07) },
      ],
    },
  ],
};
const COMPLETION = {
  model: 'm-1-2026',
  choices: [{ finish_reason: 'stop', message: { content: 'Yes' }, logprobs: LOGPROBS }],
};
const message = (text: string): object => ({
  model: 'm-1-2026',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text }],
});
const RUNTYPE = {
  result: { spam: { type: 'boolean', probability: 0.93 } },
  metadata: { judgment: { requestedModel: 'm-1', resolvedModelId: 'm-1-2026' } },
};
const CLEF = { success: true, errors: [], messages: [], result: SYSTEM_ONE };

/** One row for each. */
export const ADAPTERS: readonly Adapter[] = [
  {
    name: 'systemOne',
    make: (means) => systemOne('https://d1.example', { model: 'm-1', ...means }),
    answer: SYSTEM_ONE,
  },
  { name: 'typesafe', make: (means) => typesafe(means), answer: SYSTEM_ONE },
  {
    name: 'openrouter',
    make: (means) => openrouter({ model: 'm-1', ...means }),
    answer: SYSTEM_ONE,
  },
  {
    name: 'perplexity',
    make: (means) => perplexity({ model: 'm-1', ...means }),
    answer: SYSTEM_ONE,
  },
  { name: 'ollama', make: (means) => ollama({ model: 'm-1', ...means }), answer: SYSTEM_ONE },
  {
    name: 'foundry',
    make: (means) => foundry({ endpoint: 'https://d1.example', model: 'm-1', ...means }),
    answer: SYSTEM_ONE,
  },
  {
    name: 'foundry with a token',
    make: ({ apiKey, fetch }) =>
      foundry({ endpoint: 'https://d1.example', model: 'm-1', token: apiKey, fetch }),
    answer: SYSTEM_ONE,
  },
  { name: 'vercel', make: (means) => vercel(means), answer: SYSTEM_ONE },
  {
    name: 'decisions',
    make: (means) => decisions('https://d1.example', { model: 'm-1', ...means }),
    answer: DECISIONS,
  },
  { name: 'openai', make: (means) => openai(means), answer: DECISIONS },
  { name: 'vercel of decisions', make: (means) => vercelDecisions(means), answer: DECISIONS },
  {
    name: 'cloudflare',
    make: (means) => cloudflare({ accountId: '0af9', ...means }),
    answer: CLEF,
  },
  {
    name: 'chatJudge',
    make: (means) => chatJudge('https://llm.example/v1', { model: 'm-1', ...means }),
    answer: COMPLETION,
  },
  {
    name: 'sampledChatJudge',
    make: (means) =>
      sampledChatJudge('https://llm.example/v1', { model: 'm-1', samples: 2, ...means }),
    answer: { ...COMPLETION, choices: [...COMPLETION.choices, ...COMPLETION.choices] },
  },
  {
    name: 'messagesJudge',
    make: (means) => messagesJudge('https://llm.example', { model: 'm-1', ...means }),
    answer: message('{"Yes":93,"No":7}'),
  },
  {
    name: 'sampledMessagesJudge',
    make: (means) =>
      sampledMessagesJudge('https://llm.example', { model: 'm-1', samples: 2, ...means }),
    answer: message('{"answer":"Yes"}'),
  },
  {
    name: 'runtype',
    // As long as the others wait: the timers of these tests keep limits and waits apart by that.
    make: (means) => runtype({ timeoutMs: 10_000, ...means }),
    answer: RUNTYPE,
  },
];

/** Models that are judges: their key is their own, and so is what becomes of a wrong one. */
export const MODELS: readonly Adapter[] = [
  {
    name: 'aiSdkJudge',
    make: (means) => aiSdkJudge(providerModel(means)),
    answer: { spam: { type: 'boolean', probability: 0.93 } },
  },
];

/** A model as providers make them: it holds its key, and throws all that it sent and got. */
function providerModel({ apiKey, fetch }: Means): DecisionModel {
  return {
    specificationVersion: 'v4',
    provider: 'provider',
    modelId: 'm-1',
    supportedQuestionTypes: ['boolean'],
    doDecide: async (call) => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const { signal } = new AbortController();
      const body = JSON.stringify(call);
      const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
      const response = await fetch('https://provider.example/', init);
      const responseBody = response instanceof Response ? await response.text() : '';
      if (response.status === 200) {
        const answers: unknown = JSON.parse(responseBody);
        return { answers, warnings: [], response: { modelId: 'm-1-2026' } };
      }
      const error = new Error(`${key}: ${responseBody}`);
      const more = { name: 'AI_APICallError', statusCode: response.status, headers, responseBody };
      throw Object.assign(error, more);
    },
  };
}
