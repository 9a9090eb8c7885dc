import { type Judge, type JudgeResponse, rulesJudge } from '../../src/index.js';

/** Questions of every type in the AI SDK's words. */
export const QUESTIONS = {
  spam: {
    type: 'boolean',
    instructions: 'Is this spam?',
    criteria: { true: 'Unwanted advertising.', false: null },
  },
  team: {
    type: 'choice',
    instructions: 'Which team takes this?',
    criteria: { billing: 'Invoices and refunds.', technical: null, other: null },
  },
  urgency: {
    type: 'score',
    instructions: 'How urgent is it?',
    criteria: ['Whenever.', 'This week.', 'Now.'],
  },
} as const;

/** What a judge here answers to them. */
export const ANSWERS = {
  spam: { noul: 0.07 },
  team: {
    choice: 'billing',
    probabilities: { billing: 0.88, technical: 0.12, other: 0 },
    confidence: 0.81,
  },
  urgency: { score: 1.05, probabilities: { '0': 0, '1': 0.95, '2': 0.05 }, confidence: 0.92 },
};

/** A judge that answers what it is told to, and keeps what it was asked. */
export function scripted(
  response: JudgeResponse | (() => JudgeResponse | Promise<JudgeResponse>) = { answers: ANSWERS },
): Judge & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    info: { model: 'scripted-2', provider: 'tests', kind: 'decision-model', decimals: 2 },
    ask: async (request, options) => {
      asked.push([request, options.signal?.aborted]);
      return typeof response === 'function' ? response() : response;
    },
  };
}

export const RULES: Judge = rulesJudge();
export const UNSAFE = { unsafe: { type: 'boolean', instructions: 'Is the call unsafe?' } } as const;
