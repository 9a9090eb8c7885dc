import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choice,
  isJudgementError,
  type Judge,
  judgeWith,
  noul,
  score,
} from '../../../src/index.js';
import { chatJudge, sampledChatJudge } from '../../../src/judges/chat/index.js';
import { messagesJudge, sampledMessagesJudge } from '../../../src/judges/messages/index.js';

const QUESTIONS = {
  unsafe: noul('Unsafe?'),
  team: choice('Who?', ['billing', 'technical', 'other']),
  grade: score('How good?', ['poor', 'good']),
};

/** Whatever could stand in the place of something. */
const anything = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'Yes', 'A', -9999, 0, 1, -0.1, true, [], {}) },
);

/** Mostly a value of a shape, and sometimes anything. */
function mostly<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: anything });
}

const token = fc.constantFrom('Yes', 'No', ' yes', 'A', 'B', 'C', '\n', 'Maybe', '▁A', '');
const logprob = fc.oneof(fc.double({ min: -12, max: 0.2, noNaN: true }), fc.constant(-9999));
const candidate = fc.record({ token: mostly(token), logprob: mostly(logprob) });
const place = fc.record({
  token: mostly(token),
  logprob: mostly(logprob),
  top_logprobs: mostly(fc.array(candidate, { maxLength: 5 })),
});
const said = fc.record(
  {
    finish_reason: mostly(fc.constantFrom('stop', 'length', 'content_filter', 'tool_calls')),
    message: mostly(
      fc.record(
        { content: mostly(token), refusal: mostly(fc.constantFrom(null, 'no')) },
        { requiredKeys: [] },
      ),
    ),
    logprobs: mostly(fc.record({ content: mostly(fc.array(place, { maxLength: 3 })) })),
  },
  { requiredKeys: ['message'] },
);
const usage = fc.record({ prompt_tokens: anything, completion_tokens: anything });
const completion = fc.record(
  {
    model: mostly(fc.constantFrom('m-1', null)),
    choices: mostly(fc.array(mostly(said), { minLength: 1, maxLength: 2 })),
    usage: mostly(usage),
    error: anything,
  },
  { requiredKeys: ['choices'] },
);
const text = fc.constantFrom(
  '{"Yes":97,"No":3}',
  '{"A":50,"B":30,"C":20}',
  '{"answer":"A"}',
  '{',
  '',
);
const block = fc.record({ type: mostly(fc.constantFrom('text', 'thinking')), text: mostly(text) });
const message = fc.record(
  {
    model: mostly(fc.constantFrom('m-1', null)),
    stop_reason: mostly(fc.constantFrom('end_turn', 'refusal', 'max_tokens')),
    content: mostly(fc.array(mostly(block), { maxLength: 2 })),
    usage: anything,
  },
  { requiredKeys: ['stop_reason', 'content'] },
);

type Fetch = () => Promise<Response>;

const MAKE: readonly (readonly [string, fc.Arbitrary<unknown>, (fetch: Fetch) => Judge])[] = [
  ['chatJudge', completion, (fetch) => chatJudge('https://x.example', { ...PLAIN, fetch })],
  [
    'sampledChatJudge',
    completion,
    (fetch) => sampledChatJudge('https://x.example', { ...PLAIN, fetch, samples: 2 }),
  ],
  ['messagesJudge', message, (fetch) => messagesJudge('https://x.example', { ...PLAIN, fetch })],
  [
    'sampledMessagesJudge',
    message,
    (fetch) => sampledMessagesJudge('https://x.example', { ...PLAIN, fetch, samples: 2 }),
  ],
];

const PLAIN = { model: 'm', retries: 0 };

describe('whatever a service says', () => {
  it.each(MAKE)('%s comes to checked answers or to an error of ours', async (_, bodies, make) => {
    let [answered, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom('unsafe', 'team', 'grade'), async (body, key) => {
        const judge = make(async () => Response.json(body));
        const questions = Object.fromEntries(
          Object.entries(QUESTIONS).filter(([name]) => name === key),
        );
        try {
          const { answers, details } = await judgeWith(judge, { state: 'x', questions });
          const probabilities = Object.values(answers[key]?.probabilities ?? {});
          for (const one of probabilities) expect(one).toBeGreaterThanOrEqual(0);
          expect(details?.[key]?.mass ?? 1).toBeLessThanOrEqual(1);
          answered += 1;
        } catch (error) {
          if (!isJudgementError(error)) throw error;
          expect(['bad_answer', 'unsupported', 'judge_unavailable', 'too_large']).toContain(
            error.code,
          );
          refused += 1;
        }
      }),
      { numRuns: 200 },
    );
    // Both come about, so that neither is looked at in vain.
    expect(Math.min(answered, refused)).toBeGreaterThan(0);
  });
});
