import { describe, expect, it } from 'vitest';
import {
  cached,
  cascade,
  digest,
  fallback,
  type Judge,
  judgementToWire,
  judgeWith,
  memoryStore,
  noul,
  quorum,
  retry,
  rulesJudge,
  rulesQuestions,
  timeout,
  toolCall,
} from '../../src/index.js';
import {
  attest,
  ed25519Signer,
  type JudgementPayload,
  openReceipt,
  verifyPackage,
  verifyReceipt,
} from '../../src/receipt/index.js';
import { PUBLIC, SECRET } from '../receipt/fixtures.js';
import { answer, later, manualClock, manualTimer, throws, unavailable, unsafe } from './helpers.js';

const signer = ed25519Signer(SECRET);
const call = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });

/** Asks, signs, verifies each receipt and all of them together; gives the payloads by key. */
async function signed(
  judge: Judge,
  questions = unsafe as { readonly [key: string]: (typeof unsafe)['unsafe'] },
): Promise<{ readonly [key: string]: JudgementPayload }> {
  const { clock } = manualClock();
  const result = await judgeWith(judge, { state: call, questions }, { clock });
  const receipts = attest(result, { signer, clock });
  const payloads = receipts.map(({ envelope }) => {
    const verdict = verifyReceipt(envelope, { keys: [PUBLIC] });
    expect(verdict.ok).toBe(true);
    const opened = openReceipt(envelope);
    if (!opened.ok || opened.judgement === undefined) throw new Error('it did not open');
    expect(opened.judgement.state_digest).toBe(digest(call));
    return opened.judgement;
  });
  const report = verifyPackage(
    receipts.map(({ envelope }) => envelope),
    { keys: [PUBLIC], states: [call] },
  );
  expect(report.rows.filter(({ status }) => status === 'fail')).toEqual([]);
  expect(report.status).not.toBe('fail');
  return Object.fromEntries(payloads.map((payload) => [payload.question.key, payload]));
}

/** What a receipt says of whose answer it is. */
const ORIGIN = [
  'judge',
  'latency_ms',
  'usage',
  'response_digest',
  'attempts',
  'cached_at',
  'answer_attestation',
  'panel',
] as const;
function originOf(payload: JudgementPayload | undefined): object {
  const entries = ORIGIN.flatMap((name) =>
    payload?.[name] === undefined ? [] : [[name, payload[name]] as const],
  );
  return Object.fromEntries(entries);
}

const shown = { latencyMs: 12, requestId: 'req_1', usage: { inputTokens: 3 } };
const responseDigest = `sha256:${'7'.repeat(64)}`;
const model = later({ model: 'm-1', kind: 'llm' }, answer(0.9, { ...shown, responseDigest }));
const told = {
  judge: { model: 'm-1', kind: 'llm', request_id: 'req_1' },
  latency_ms: 12,
  usage: { input_tokens: 3 },
  response_digest: responseDigest,
};

describe('a receipt of an answer', () => {
  it('within a limit of time names the judge alone', async () => {
    const { timer } = manualTimer();
    const { unsafe: one } = await signed(timeout(model, 100, { timer }));
    expect(originOf(one)).toEqual(told);
  });

  it('after failures says how often was asked', async () => {
    let turn = 0;
    const shaky: Judge = {
      ...model,
      ask: (request, options) => {
        turn += 1;
        if (turn < 3) throw unavailable();
        return model.ask(request, options);
      },
    };
    const { unsafe: one } = await signed(retry(shaky, { delayMs: 0 }));
    expect(originOf(one)).toEqual({ ...told, attempts: 3 });
  });

  it('by a judge that stood in names that one', async () => {
    const { unsafe: one } = await signed(fallback([throws('big', unavailable()), model]));
    expect(originOf(one)).toEqual({ ...told, attempts: 2 });
  });

  it('from a cache says when it was first given', async () => {
    const { clock } = manualClock();
    const judge = cached(model, { store: memoryStore(), maxAgeMs: 60_000, clock });
    expect(originOf((await signed(judge))['unsafe'])).toEqual(told);
    expect(originOf((await signed(judge))['unsafe'])).toEqual({
      ...told,
      cached_at: '2026-12-01T12:00:00Z',
    });
  });

  it('of a cascade names whoever answered this question, and nothing of the other', async () => {
    const { clock } = manualClock();
    const tone = later('tone-1', { answers: { polite: { noul: 0.1 } }, ...shown, responseDigest });
    const judge = cascade(rulesJudge(), retry(tone), { clock });
    const payloads = await signed(judge, { ...rulesQuestions, polite: noul('Is it impolite?') });
    expect(originOf(payloads['polite'])).toEqual({
      ...told,
      judge: { model: 'tone-1', request_id: 'req_1' },
      attempts: 1,
    });
    const { info } = rulesJudge();
    const rules = payloads['shell_destructive'];
    expect(rules?.judge).toEqual(info);
    expect(rules?.latency_ms).toBe(0);
    expect([rules?.usage, rules?.attempts]).toEqual([undefined, undefined]);
    expect(rules?.response_digest).not.toBe(responseDigest);
    // Six questions by the rules: one response of theirs, with one digest.
    const digests = Object.keys(rulesQuestions).map((key) => payloads[key]?.response_digest);
    expect(new Set(digests).size).toBe(1);
  });

  it('of a cascade can be replayed where the rules gave it', async () => {
    const { clock } = manualClock();
    const tone = later('tone-1', { answers: { polite: { noul: 0.1 } } });
    const questions = { ...rulesQuestions, polite: noul('Is it impolite?') };
    const judge = cascade(rulesJudge(), tone, { clock });
    const result = await judgeWith(judge, { state: call, questions }, { clock });
    const receipts = attest(result, { signer, clock }).map(({ envelope }) => envelope);
    const options = { keys: [PUBLIC], states: [call], judges: [rulesJudge()] };
    const report = verifyPackage(receipts, options);
    expect(report.status).not.toBe('fail');
    const replays = report.rows.filter(({ check }) => check === 'replay');
    expect(replays.map(({ code, ids }) => [code, ids.length])).toEqual([
      ['replay_agrees', 6],
      ['replay_impossible', 1],
    ]);
  });

  it('of a quorum has what each judge said', async () => {
    const { clock } = manualClock();
    const judges = [
      model,
      throws('b', unavailable()),
      later('c', { answers: { unsafe: { refusal: true } }, latencyMs: 2, responseDigest }),
    ];
    const judge = quorum(judges, { combine: 'strictest', atLeast: 1, clock });
    const { unsafe: one } = await signed(judge);
    expect(one?.answer).toEqual({ noul: 0.9 });
    expect(one?.judge).toEqual({ model: 'quorum strictest(m-1, b, c)' });
    expect(one?.panel).toEqual([
      { ...told, answer: { noul: 0.9 } },
      { judge: { model: 'b' }, failure: 'judge_unavailable' },
      {
        judge: { model: 'c' },
        latency_ms: 2,
        response_digest: responseDigest,
        answer: { refusal: true },
      },
    ]);
  });

  it('carries the envelope of the judge that signed this answer, and no other', async () => {
    const attestation = { payloadType: 'x', payload: 'e30', signatures: [] };
    const { clock } = manualClock();
    const first = later('a', { answers: { a: { noul: 0.1 }, b: { refusal: true } }, attestation });
    const second = later('b', { answers: { b: { noul: 0.1 } } });
    const questions = { a: noul('?'), b: noul('?') };
    const judge = cascade(first, second, { clock });
    const result = await judgeWith(judge, { state: call, questions }, { clock });
    const wire = judgementToWire(result);
    expect(wire.sources?.['a']?.answer_attestation).toEqual(attestation);
    expect([wire.answer_attestation, wire.sources?.['b']?.answer_attestation]).toEqual([
      undefined,
      undefined,
    ]);
    const payloads = attest(result, { signer, clock }).map(({ statement }) => statement.payload);
    expect(payloads).toMatchObject([{ answer_attestation: attestation }, {}]);
    expect(payloads[1]).not.toHaveProperty('answer_attestation');
  });
});

describe('a receipt that says something else of whose answer it is', () => {
  it.each([
    ['attempts', -1],
    ['cached_at', 7],
    ['panel', {}],
    ['panel', [{ answer: { noul: 0 } }]],
    ['panel', [{ judge: { model: 'a' }, answer: { noul: 2 } }]],
    ['panel', [{ judge: { model: 'a' }, failure: 7 }]],
    ['panel', [{ judge: { model: 'a' }, failure: 'aborted', latency_ms: -1 }]],
  ])('does not open with %s of %j', async (name, value) => {
    const { clock } = manualClock();
    const result = await judgeWith(model, { state: call, questions: unsafe }, { clock });
    const [receipt] = attest(result, { signer, clock });
    const statement = {
      ...receipt?.statement,
      payload: { ...Object(receipt?.statement.payload), [name]: value },
    };
    const envelope = {
      ...receipt?.envelope,
      payload: Buffer.from(JSON.stringify(statement)).toString('base64url'),
    };
    const opened = openReceipt(envelope);
    expect(opened.ok ? 'ok' : opened.code).toBe('bad_payload');
    expect(opened.ok ? '' : opened.path).toContain(`payload.${name}`);
  });
});
