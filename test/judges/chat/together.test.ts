import { describe, expect, it } from 'vitest';
import { httpJudge, judgeHandler } from '../../../src/http/index.js';
import {
  cached,
  cascade,
  choice,
  fallback,
  type Judge,
  judgeWith,
  memoryStore,
  noul,
} from '../../../src/index.js';
import { chatJudge, sampledChatJudge } from '../../../src/judges/chat/index.js';
import { ed25519Signer } from '../../../src/receipt/ed25519.js';
import { attest, openReceipt } from '../../../src/receipt/index.js';
import { SECRET } from '../../receipt/fixtures.js';
import { answered } from './bodies.js';

const QUESTIONS = {
  unsafe: noul('Is it unsafe?'),
  vague: noul('Is it vague?'),
  team: choice('Who?', ['billing', 'technical']),
};
const REQUEST = { state: { text: 'x' }, questions: QUESTIONS };

/** A service in this process that is asked as often as `asked` says. */
function service() {
  let asked = 0;
  const fetch = async (_: string, { body = '' }: { readonly body?: string }) => {
    asked += 1;
    if (body.includes('vague')) return reply([['Hm', -0.1]]);
    if (body.includes('Who?'))
      return reply([
        ['B', -0.02],
        ['A', -4],
      ]);
    return reply([
      ['Yes', -0.02],
      ['No', -4],
    ]);
  };
  const judge = chatJudge('https://llm.example/v1', { model: 'luna', provider: 'example', fetch });
  return { judge, asked: () => asked };
}

function reply(tokens: readonly (readonly [string, number])[]): Response {
  const headers = { 'content-type': 'application/json', 'x-request-id': `req_${tokens[0]?.[0]}` };
  return new Response(answered(tokens), { headers });
}

describe('a chat judge among everything else', () => {
  it('goes into receipts that say for each question how it was measured', async () => {
    const result = await judgeWith(service().judge, REQUEST);
    const receipts = attest(result, { signer: ed25519Signer(SECRET) });
    const payloads = receipts.map(({ envelope }) => {
      const opened = openReceipt(envelope);
      return opened.ok ? opened.judgement : undefined;
    });
    expect(payloads).toMatchObject([
      {
        question: { key: 'team' },
        answer: { choice: 'technical' },
        details: { mass: result.details?.team?.mass },
        judge: {
          kind: 'llm',
          method: 'logprobs',
          model: 'gpt-6-luna-2026-09-01',
          provider: 'example',
          request_id: 'req_B',
          requested_model: 'luna',
        },
      },
      { question: { key: 'unsafe' }, judge: { request_id: 'req_Yes' } },
      {
        question: { key: 'vague' },
        answer: { refusal: true },
        details: { mass: 0, unmeasurable: true },
        judge: { request_id: 'req_Hm' },
      },
    ]);
  });

  it('is kept by a cache, where all of it is an answer', async () => {
    const { judge, asked } = service();
    const keeps = cached(judge, { store: memoryStore(), maxAgeMs: 60_000 });
    const { unsafe, team } = QUESTIONS;
    const request = { state: 'x', questions: { unsafe, team } };
    const first = await judgeWith(keeps, request);
    const again = await judgeWith(keeps, request);
    expect(asked()).toBe(2);
    expect(again.answers).toEqual(first.answers);
    expect(again.cachedAt).toBeDefined();
  });

  it('hands on what it cannot measure in a cascade', async () => {
    const sure: Judge = {
      info: { model: 'sure' },
      ask: async ({ questions }) => ({
        answers: Object.fromEntries(Object.keys(questions).map((key) => [key, { noul: 0.5 }])),
      }),
    };
    const { unsafe, vague } = QUESTIONS;
    const request = { state: 'x', questions: { unsafe, vague } };
    const result = await judgeWith(cascade(service().judge, sure), request);
    expect(result.answers.vague.noul).toBe(0.5);
    expect(result.sources?.vague?.judge.model).toBe('sure');
  });

  it('never has another kind of judge stand in for log probabilities that are missing', async () => {
    const fetch = async () => Response.json({ choices: [{ message: { content: 'Yes' } }] });
    const options = { model: 'reasoner', fetch };
    const first = chatJudge('https://llm.example/v1', options);
    const second = sampledChatJudge('https://llm.example/v1', { ...options, samples: 1 });
    const asking = judgeWith(fallback([first, second]), REQUEST);
    await expect(asking).rejects.toMatchObject({ code: 'unsupported', path: 'options.model' });
  });

  it('is served as any judge, with what is known of each answer', async () => {
    const handler = judgeHandler(service().judge);
    const client = httpJudge('https://judge.example/', {
      fetch: (url, init) => handler(new Request(url, init)),
    });
    const result = await judgeWith(client, REQUEST);
    expect(result.answers.vague.unmeasurable).toBe(true);
    expect(result.answers.team.choice).toBe('technical');
    expect(result.details?.vague).toEqual({ mass: 0 });
    expect(result.judge.method).toBe('logprobs');
  });
});
