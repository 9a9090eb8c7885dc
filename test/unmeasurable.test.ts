import { describe, expect, it } from 'vitest';
import { calibrate, labelledFrom } from '../src/calibration/index.js';
import { judgeHandler } from '../src/http/handler.js';
import { httpJudge } from '../src/http/index.js';
import {
  type AnswerDetails,
  cascade,
  checkAnswers,
  choice,
  digest,
  type Judge,
  type JudgeResponse,
  judgementToWire,
  judgeWith,
  noul,
  quorum,
  retry,
  threshold,
} from '../src/index.js';
import { ed25519Signer } from '../src/receipt/ed25519.js';
import { attest, generateKey, openReceipt, resolve, verifyReceipt } from '../src/receipt/index.js';
import { SECRET } from './receipt/fixtures.js';

const questions = { unsafe: noul('Unsafe?'), team: choice('Which?', ['billing', 'technical']) };
const request = { state: { text: 'x' }, questions };

const RESPONSE: JudgeResponse = {
  answers: { unsafe: { unmeasurable: true }, team: { choice: 'billing', confidence: 0.9 } },
  judge: { model: 'm-1-2026', kind: 'llm', method: 'logprobs' },
  requestedModel: 'm-1',
  latencyMs: 7,
  details: {
    unsafe: { mass: 0.41 },
    team: {
      mass: 0.97,
      samples: 20,
      interval: [0.7, 0.97],
      providerConfidence: 0.88,
      rotations: 2,
    },
  },
};

function scripted(response: JudgeResponse = RESPONSE, model = 'm-1'): Judge {
  return { info: { model }, ask: async () => response };
}

describe('an answer in which nothing can be measured', () => {
  it('is read as one, and throws when its value is read', () => {
    const { unsafe } = checkAnswers(questions, RESPONSE.answers);
    expect(Object.keys(unsafe)).toEqual(['unmeasurable']);
    expect(unsafe.unmeasurable).toBe(true);
    for (const name of ['noul', 'choice', 'score'] as const) {
      expect(() => Reflect.get(unsafe, name)).toThrow(
        expect.objectContaining({ code: 'unmeasurable', path: 'answers.unsafe' }),
      );
    }
  });

  it.each([
    ['a value beside it', { unmeasurable: true, noul: 0.5 }, 'answers.unsafe.noul'],
    ['a confidence beside it', { unmeasurable: true, confidence: 1 }, 'answers.unsafe.confidence'],
    ['a refusal beside it', { unmeasurable: true, refusal: true }, 'answers.unsafe.unmeasurable'],
    ['a word in its place', { unmeasurable: 'yes' }, 'answers.unsafe.unmeasurable'],
  ])('is refused with %s', (_, unsafe, path) => {
    const raw = { unsafe, team: { choice: 'billing' } };
    expect(() => checkAnswers(questions, raw)).toThrow(
      expect.objectContaining({ code: 'bad_answer', path }),
    );
  });

  it('meets no bar: it asks, and says that it is not the judge who refused', async () => {
    const result = await judgeWith(scripted(), request, { policy: threshold(0.5) });
    expect(result.effect).toBe('ask');
    expect(result.decidedBy).toEqual(['unsafe']);
    expect(result.decisions.unsafe).toMatchObject({
      effect: 'ask',
      outcome: 'escalated',
      reason: 'unmeasurable',
      bar: 0.5,
    });
    expect(result.decisions.unsafe).not.toHaveProperty('measured');
  });

  it('is counted as unmeasurable when a judge is calibrated', () => {
    const row = (id: string, unsafe: object) => ({
      id,
      labels: { unsafe: true },
      answers: { unsafe },
      model: 'm-1',
    });
    const rows = (name: string) => [
      row(`${name}-1`, { unmeasurable: true }),
      row(`${name}-2`, { noul: 0.9 }),
    ];
    const record = calibrate(
      { unsafe: questions.unsafe },
      { train: rows('t'), heldOut: rows('h') },
      { target: 0.9, labelledSet: 'two', clock: () => 0 },
    );
    expect(record.perQuestion['unsafe']?.heldOut).toMatchObject({
      refusals: 0,
      unmeasurable: 1,
      measurable: 1,
    });
  });

  it('leaves the question to the next judge of a cascade, and has no say in a quorum', async () => {
    const second = scripted({ answers: { unsafe: { noul: 0.2 } } }, 'm-2');
    const both = await judgeWith(cascade(scripted(), second), request);
    expect(both.answers.unsafe).toEqual({ noul: 0.2 });
    expect(both.answers.team).toEqual({ choice: 'billing', confidence: 0.9 });
    expect(both.details).toEqual({ team: RESPONSE.details?.['team'] });
    const asked = { state: 'x', questions: { unsafe: questions.unsafe } };
    const all = quorum([scripted(), second], { combine: 'strictest', atLeast: 1 });
    const result = await judgeWith(all, asked);
    expect(result.answers.unsafe).toEqual({ noul: 0.2 });
    expect(judgementToWire(result).panel?.['unsafe']?.[0]).toMatchObject({
      answer: { refusal: true },
      unmeasurable: true,
    });
  });
});

describe('what else is known of an answer', () => {
  it('is in the judgement, with the model that was asked for', async () => {
    const result = await judgeWith(retry(scripted()), request);
    expect(result.details).toEqual(RESPONSE.details);
    expect(result.requestedModel).toBe('m-1');
    expect(result).not.toHaveProperty('modelUnreported');
    expect(result.judge).toEqual(RESPONSE.judge);
  });

  const wrong: readonly (readonly [name: string, details: object, path: string])[] = [
    ['a mass above 1', { mass: 1.01 }, 'mass'],
    ['no sample at all', { samples: 0 }, 'samples'],
    ['an interval of one', { interval: [0.5] }, 'interval'],
    ['an interval upside down', { interval: [0.7, 0.2] }, 'interval'],
    ['an interval beyond 1', { interval: [0.7, 2] }, 'interval'],
    ['a confidence in words', { providerConfidence: 'high' }, 'providerConfidence'],
    ['half a rotation', { rotations: 1.5 }, 'rotations'],
  ];
  it.each(wrong)('is refused with %s', async (_, unsafe, member) => {
    const details = { unsafe: unsafe as AnswerDetails };
    const pending = judgeWith(scripted({ ...RESPONSE, details }), request);
    await expect(pending).rejects.toMatchObject({
      code: 'bad_answer',
      path: `response.details.unsafe.${member}`,
    });
  });

  it('says something, or is not there', async () => {
    const pending = judgeWith(scripted({ ...RESPONSE, details: { unsafe: {} } }), request);
    await expect(pending).rejects.toMatchObject({ path: 'response.details.unsafe' });
    const others = { other: { mass: 9 } };
    const result = await judgeWith(scripted({ ...RESPONSE, details: others }), request);
    expect(result).not.toHaveProperty('details');
  });

  it('is of a method that is known', async () => {
    const judge = { model: 'm-1', method: 'guessed' } as unknown as JudgeResponse['judge'];
    const pending = judgeWith(scripted({ ...RESPONSE, judge }), request);
    await expect(pending).rejects.toMatchObject({ path: 'response.judge.method' });
  });
});

describe('on the wire, where nothing but a refusal is known', () => {
  const handler = judgeHandler(scripted());
  const client = httpJudge('https://judge.example/', {
    fetch: (url, init) => handler(new Request(url, init)),
  });

  it('what is unmeasurable is a refusal whose details say that it is none', async () => {
    const response = await handler(
      new Request('https://judge.example/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      }),
    );
    expect(await response.json()).toEqual({
      answers: { unsafe: { refusal: true }, team: { choice: 'billing', confidence: 0.9 } },
      details: {
        unsafe: { mass: 0.41, unmeasurable: true },
        team: {
          mass: 0.97,
          samples: 20,
          interval: [0.7, 0.97],
          provider_confidence: 0.88,
          rotations: 2,
        },
      },
      judge: { model: 'm-1-2026', kind: 'llm', method: 'logprobs' },
      latency_ms: 7,
      requested_model: 'm-1',
    });
  });

  it('is read back as what it was', async () => {
    const result = await judgeWith(client, request);
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    expect(result.decisions.unsafe.reason).toBe('unmeasurable');
    expect(result.details).toEqual(RESPONSE.details);
    expect(result.requestedModel).toBe('m-1');
    expect(result.judge).toEqual(RESPONSE.judge);
  });

  it('is no refusal that is taken for it, and no answer', async () => {
    const serve = (body: object) =>
      httpJudge('https://judge.example/', { fetch: () => Response.json(body) });
    const refused = { unsafe: { refusal: true }, team: { choice: 'billing' } };
    const plain = await judgeWith(serve({ answers: refused, details: {} }), request);
    expect(plain.decisions.unsafe.reason).toBe('refusal');
    const answered = { unsafe: { noul: 0.1 }, team: { choice: 'billing' } };
    const said = { unsafe: { unmeasurable: true } };
    const result = await judgeWith(serve({ answers: answered, details: said }), request);
    expect(result.answers.unsafe).toEqual({ noul: 0.1 });
  });

  it('and in receipts it is a refusal, and the details of the payload say what it is', async () => {
    const result = await judgeWith(scripted(), request);
    const wire = judgementToWire(result);
    expect(wire.answers['unsafe']).toEqual({ refusal: true });
    expect(wire.details?.['unsafe']).toEqual({ mass: 0.41, unmeasurable: true });
    const receipts = attest(result, { signer: ed25519Signer(SECRET) });
    const [team, unsafe] = receipts.map(({ envelope }) => {
      const opened = openReceipt(envelope);
      return opened.ok ? opened.judgement : undefined;
    });
    expect(unsafe).toMatchObject({
      answer: { refusal: true },
      details: { mass: 0.41, unmeasurable: true },
      judge: { model: 'm-1-2026', kind: 'llm', method: 'logprobs', requested_model: 'm-1' },
      outcome: 'escalated',
    });
    expect(team?.details).toMatchObject({ samples: 20, provider_confidence: 0.88 });
    expect(team?.details).not.toHaveProperty('unmeasurable');
  });

  it('is signed by its judge as it is written, and verifies so', async () => {
    const judgeKey = generateKey();
    const answerer = { publicKey: judgeKey.publicKey, roles: ['answerer'] as const };
    const signed = judgeHandler(scripted(), { sign: judgeKey.signer });
    const judge = httpJudge('https://judge.example/', {
      judgeKeys: [answerer],
      fetch: (url, init) => signed(new Request(url, init)),
    });
    const result = await judgeWith(judge, request);
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    const gate = generateKey();
    const keys = [{ publicKey: gate.publicKey, roles: ['judge'] as const }, answerer];
    for (const { envelope } of attest(result, { signer: gate.signer })) {
      expect(verifyReceipt(envelope, { keys })).toMatchObject({
        ok: true,
        answer: 'signed by judge',
      });
    }
  });

  it('becomes a labelled row that is unmeasurable, and no refusal', async () => {
    const [machine, ada] = [generateKey(), generateKey()];
    const clock = (): number => Date.UTC(2026, 0, 2);
    const result = await judgeWith(scripted(), request, { clock });
    const receipts = attest(result, { signer: machine.signer, clock });
    const unsafe = receipts[1];
    if (unsafe === undefined) throw new Error('there is no such receipt');
    const by = { signer: ada.signer, by: 'human://ada', decision: 'deny' as const };
    const resolved = resolve(unsafe, { ...by, clock: () => Date.UTC(2026, 0, 3) });
    const keys = [
      { publicKey: machine.publicKey },
      { publicKey: ada.publicKey, roles: ['decider' as const] },
    ];
    const verify = ({ envelope }: Pick<typeof resolved, 'envelope'>) =>
      verifyReceipt(envelope, { keys });
    const { rows } = labelledFrom([unsafe].map(verify), [resolved].map(verify), {
      outcomes: ['escalated'],
    });
    expect(rows).toMatchObject([
      { labels: { unsafe: true }, answers: { unsafe: { unmeasurable: true } } },
    ]);
  });

  it('has the digest that goes with what is written', async () => {
    const result = await judgeWith(scripted(), request);
    const answers = { unsafe: { refusal: true }, team: { choice: 'billing', confidence: 0.9 } };
    const judge = RESPONSE.judge;
    expect(result.responseDigest).toBe(digest({ answers, judge, latency_ms: 7 }));
  });
});
