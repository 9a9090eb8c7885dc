import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeHandler } from '../../src/http/index.js';
import { choice, isJudgementError, type Judge, judgeWith, noul, score } from '../../src/index.js';
import { cloudflare, cloudflareBinding } from '../../src/judges/cloudflare/index.js';
import { decisions, decisionsDialect } from '../../src/judges/decisions/index.js';
import { systemOne, systemOneDialect } from '../../src/judges/system-one/index.js';

const questions = {
  spam: noul('Is it spam?'),
  team: choice('Which team?', ['billing', 'sales']),
  tone: score('How polite?', ['rude', 'plain', 'kind']),
};

/** JSON that is made of the words of the dialects as often as of others. */
const WORDS = [
  ...['model', 'answers', 'usage', 'result', 'success', 'errors', 'code', 'type', 'name', 'value'],
  ...['noul', 'choice', 'score', 'predicate', 'refusal', 'probability', 'probabilities', 'label'],
  ...['spam', 'team', 'tone', 'billing', 'sales', 'rude', 'plain', 'kind', 'confidence', 'usage'],
  ...['state', 'input', 'questions', 'instructions', 'criteria', 'choices', 'levels', 'options'],
  ...[
    'role',
    'user',
    'content',
    'input_text',
    'input_json',
    'input_image',
    'data',
    'text',
    '0',
    '1',
  ],
];
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(...WORDS),
    fc.constantFrom(null, true, false, 0, 1, 0.5, -1, 2, ''),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie('json'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

/** A good body with one part of it replaced. */
function damaged(good: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(60), json).map(([at, part]) => {
    let count = 0;
    const visit = (value: unknown): unknown => {
      count += 1;
      if (count === at) return part;
      if (Array.isArray(value)) return value.map(visit);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(one)]));
    };
    return visit(good);
  });
}

const SYSTEM_ONE = {
  model: 'm',
  answers: {
    spam: { type: 'noul', noul: 0.5 },
    team: { type: 'choice', choice: 'sales', probabilities: { billing: 0.2, sales: 0.8 } },
    tone: { type: 'score', score: 1, probabilities: { '0': 0.2, '1': 0.6, '2': 0.2 } },
  },
  usage: { input_tokens: 1, output_tokens: 2 },
};
const DECISIONS = {
  model: 'm',
  answers: [
    { type: 'predicate', name: 'spam', probability: 0.5 },
    {
      type: 'choice',
      name: 'team',
      choice: 'sales',
      probabilities: [
        { value: 'billing', probability: 0.2 },
        { value: 'sales', probability: 0.8 },
      ],
    },
    { type: 'score', name: 'tone', score: 1, probabilities: [{ value: 1, probability: 1 }] },
  ],
};

const JUDGES: readonly (readonly [name: string, make: (body: unknown) => Judge, good: unknown])[] =
  [
    [
      'System One',
      (body) => systemOne('https://x.example', { model: 'm', fetch: () => Response.json(body) }),
      SYSTEM_ONE,
    ],
    [
      'OpenAI Decisions',
      (body) => decisions('https://x.example', { model: 'm', fetch: () => Response.json(body) }),
      DECISIONS,
    ],
    [
      'Cloudflare',
      (body) => cloudflare({ accountId: 'a', fetch: () => Response.json(body) }),
      { success: true, result: SYSTEM_ONE },
    ],
    ['a binding', (body) => cloudflareBinding({ run: async () => body }), SYSTEM_ONE],
  ];

describe.each(JUDGES)('whatever comes back in %s', (_, make, good) => {
  it('is answers that hold, or an error of ours', async () => {
    let held = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, damaged(good)), async (body) => {
        try {
          const { answers } = await judgeWith(make(body), { state: 'x', questions });
          expect(Object.keys(answers).sort()).toEqual(['spam', 'team', 'tone']);
          held += 1;
        } catch (error) {
          if (!isJudgementError(error)) throw error;
          expect(['bad_answer', 'judge_unavailable']).toContain(error.code);
          refused += 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(Math.min(held, refused)).toBeGreaterThan(0);
  });
});

const judge: Judge = {
  info: { model: 'm' },
  ask: async ({ questions: asked }) => ({
    answers: Object.fromEntries(Object.keys(asked).map((key) => [key, { refusal: true }])),
  }),
};

const SYSTEM_ONE_REQUEST = {
  model: 'm',
  state: { a: 1 },
  questions: {
    spam: { type: 'noul', instructions: 'Spam?', criteria: { true: 'x', false: null } },
    team: { type: 'choice', instructions: 'Team?', criteria: { billing: 'x', sales: null } },
    tone: { type: 'score', instructions: 'Tone?', criteria: ['rude', null, 'kind'] },
  },
};
const DECISIONS_REQUEST = {
  model: 'm',
  input: [{ role: 'user', content: [{ type: 'input_json', data: { a: 1 } }] }],
  questions: [
    { type: 'predicate', name: 'spam', instructions: [{ type: 'input_text', text: 'Spam?' }] },
    {
      type: 'choice',
      name: 'team',
      instructions: 'Team?',
      choices: [{ value: true }, { value: 'x' }],
    },
    {
      type: 'score',
      instructions: 'Tone?',
      levels: [{ label: '0' }, { label: '1', description: 'x' }],
    },
  ],
};

describe.each([
  ['System One', systemOneDialect, SYSTEM_ONE_REQUEST],
  ['OpenAI Decisions', decisionsDialect, DECISIONS_REQUEST],
] as const)('whatever is asked in %s', (_, dialect, good) => {
  it('is answered, or refused as a fault of the request', async () => {
    const handler = judgeHandler(judge, { dialect });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, damaged(good)), async (body) => {
        const response = await handler(
          new Request(`https://x.example${dialect.judgePath}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        );
        statuses.add(response.status);
        expect([200, 400, 422]).toContain(response.status);
      }),
      { numRuns: 200 },
    );
    expect(statuses.size).toBeGreaterThan(1);
  });
});
