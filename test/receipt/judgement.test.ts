import { describe, expect, it } from 'vitest';
import { checkAnswers } from '../../src/answer.js';
import type { Judgement } from '../../src/judge.js';
import type { Question, Questions } from '../../src/question.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { openReceipt } from '../../src/receipt/open.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import {
  b64,
  CLOCK,
  judgement,
  KEY_ID,
  nodeSign,
  PUBLIC,
  pae,
  RECEIPT,
  SECRET,
  sha256,
  utf8,
} from './fixtures.js';

const signer = ed25519Signer(SECRET);
const DIGESTS =
  `"questions_digest":"sha256:${'1'.repeat(64)}","response_digest":"sha256:${'2'.repeat(64)}",` +
  `"schema":"judgement.v1","state_digest":"sha256:${'3'.repeat(64)}"`;
const JUDGE =
  '"judge":{"kind":"decision-model","model":"m-1","provider":"p","replayable":false,"request_id":"req_1"},' +
  '"judged_at":"2026-11-30T12:00:00Z","latency_ms":41';
const USAGE = '"usage":{"input_tokens":10,"output_tokens":2}';

/** The three payloads of the judgement in the fixtures, in RFC 8785 text, written by hand. */
const TEAM =
  '{"answer":{"choice":"billing","confidence":0.75},"contract":{"id":"tool-guard","version":"3"},' +
  `"effect":"billing",${JUDGE},"outcome":"acted","question":{"instructions":"{\\"a\\":\\"Which?\\",\\"b\\":1}",` +
  `"key":"Team","options":["billing","other"],"type":"choice"},${DIGESTS},` +
  `"threshold":{"applies_to":"confidence","set_by":"policy://ops@7","value":0.7},${USAGE}}`;
const TONE =
  `{"answer":{"score":1.5},"contract":{"id":"tool-guard","version":"3"},${JUDGE},"outcome":"ignored",` +
  `"question":{"instructions":"How kind?","key":"tone","options":["poor","fair","good"],"type":"score"},${DIGESTS},${USAGE}}`;
const UNSAFE =
  '{"answer":{"confidence":1,"noul":1,"probabilities":{"no":0,"yes":1}},' +
  `"contract":{"id":"tool-guard","version":"3"},"effect":"deny",${JUDGE},"outcome":"refused",` +
  `"question":{"instructions":"Is it unsafe?","key":"unsafe","type":"noul"},${DIGESTS},` +
  `"threshold":{"applies_to":"noul","set_by":"policy://ops@7","value":0.5},${USAGE}}`;

/** A statement's RFC 8785 text: `kind`, `parentId`, `payload`, `subject`, `system`, `timestamp`, `type`. */
function text(payload: string, parent?: string, subject?: string): string {
  const edge = parent === undefined ? '' : `"parentId":"${parent}",`;
  const about = subject === undefined ? '' : `"subject":{"artifactId":"${subject}"},`;
  return `{"kind":"judgement.v1",${edge}"payload":${payload},${about}"system":"system://judgement","timestamp":"2026-11-30T12:00:01Z","type":"treeship/receipt/v1"}`;
}

function idOf(statement: string): string {
  return `art_${sha256(pae(RECEIPT, utf8(statement))).slice(0, 32)}`;
}

/** The judgement with one question and other members. */
function one(more: Partial<Judgement<Questions, string>>): Judgement<Questions, string> {
  const { questions, answers, decisions, ...rest } = judgement();
  const { unsafe } = questions;
  return {
    ...rest,
    questions: { ...(unsafe && { unsafe }) },
    answers: { unsafe: answers['unsafe'] ?? { noul: 1 } },
    decisions: { ...(decisions['unsafe'] && { unsafe: decisions['unsafe'] }) },
    ...more,
  };
}

describe('attest', () => {
  it('signs one receipt a question, in order of their keys, each linked onto the one before', () => {
    const receipts = attest(judgement(), { signer, clock: CLOCK });
    // By code unit, a capital comes first.
    const first = text(TEAM);
    const second = text(TONE, idOf(first));
    const third = text(UNSAFE, idOf(second));
    const expected = [first, second, third].map((statement) => ({
      id: idOf(statement),
      digest: `sha256:${sha256(pae(RECEIPT, utf8(statement)))}`,
      envelope: {
        payload: b64(statement),
        payloadType: RECEIPT,
        signatures: [{ keyid: KEY_ID, sig: b64(nodeSign(SECRET, pae(RECEIPT, utf8(statement)))) }],
      },
      statement: JSON.parse(statement),
    }));
    const payloads = receipts.map(({ envelope }) =>
      Buffer.from(envelope.payload, 'base64url').toString(),
    );
    expect(payloads).toEqual([first, second, third]);
    expect(receipts).toEqual(expected);
  });

  it('gives receipts that verify', () => {
    for (const { envelope, id } of attest(judgement(), { signer })) {
      expect(verifyReceipt(JSON.stringify(envelope), { keys: [PUBLIC] })).toMatchObject({
        ok: true,
        id,
      });
    }
  });

  it('freezes what it returns, at every depth', () => {
    const receipts = attest(judgement(), { signer, subject: 'call 7' });
    const [first] = receipts;
    const parts = [
      receipts,
      first,
      first?.envelope,
      first?.envelope.signatures,
      first?.envelope.signatures[0],
      first?.statement,
      first?.statement.subject,
      first?.statement.payload,
    ];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
  });

  it('signs the same twice', () => {
    const twice = [1, 2].map(() => attest(judgement(), { signer, clock: CLOCK }));
    expect(twice[0]).toEqual(twice[1]);
  });

  it('links onto the parent it is given, and names the subject', () => {
    const parent = `art_${'a'.repeat(32)}`;
    const subject = `art_${'b'.repeat(32)}`;
    const [first] = attest(one({}), { signer, clock: CLOCK, parent, subject });
    expect(first?.id).toBe(idOf(text(UNSAFE, parent, subject)));
  });

  it('links onto the subject without a parent, where that is an artifact', () => {
    const subject = `art_${'b'.repeat(32)}`;
    const [first] = attest(one({}), { signer, clock: CLOCK, subject });
    expect(first?.id).toBe(idOf(text(UNSAFE, subject, subject)));
  });

  it.each(['call 7', 'art_7', `art_${'B'.repeat(32)}`])(
    'does not link onto the subject %s',
    (subject) => {
      const [first] = attest(one({}), { signer, clock: CLOCK, subject });
      expect(first?.id).toBe(idOf(text(UNSAFE, undefined, subject)));
    },
  );

  it('names the system and carries the notes', () => {
    const [first] = attest(one({}), { signer, system: 'ship://s_1', notes: 'seen by ada' });
    expect(first?.statement.system).toBe('ship://s_1');
    expect(first?.statement.payload).toMatchObject({ notes: 'seen by ada' });
  });

  it('signs a refusal as one, without reading a value', () => {
    const { questions } = one({});
    const answers = checkAnswers(questions, { unsafe: { refusal: true } });
    expect(() => Reflect.get(answers['unsafe'] ?? {}, 'noul')).toThrow(
      expect.objectContaining({ code: 'refused' }),
    );
    const [first] = attest(
      one({
        answers,
        decisions: {
          unsafe: {
            effect: 'ask',
            outcome: 'escalated',
            reason: 'refusal',
            appliesTo: 'noul',
            bar: 0.5,
            setBy: 'x',
          },
        },
      }),
      { signer },
    );
    expect(first?.statement.payload).toMatchObject({
      answer: { refusal: true },
      effect: 'ask',
      outcome: 'escalated',
      threshold: { applies_to: 'noul', set_by: 'x', value: 0.5 },
    });
    expect(openReceipt(first?.envelope)).toMatchObject({
      ok: true,
      judgement: { answer: { refusal: true } },
    });
  });

  it('writes empty instructions for a question that was asked by its key', () => {
    const [first] = attest(one({ questions: { unsafe: { type: 'noul' } } }), { signer });
    expect(first?.statement.payload).toMatchObject({
      question: { instructions: '', key: 'unsafe', type: 'noul' },
    });
  });

  it('leaves out what is not known, and never writes null', () => {
    const { requestId, usage, contract, ...rest } = one({
      judge: { model: 'm' },
      answers: { unsafe: { noul: 0.5, probabilities: {} } },
      decisions: {
        unsafe: {
          effect: 'none',
          outcome: 'ignored',
          reason: 'no_rule',
          appliesTo: 'noul',
          setBy: 'x',
        },
      },
    });
    expect([requestId, usage, contract]).not.toContain(undefined);
    const [first] = attest(rest, { signer });
    expect(first?.statement.payload).toEqual({
      answer: { noul: 0.5 },
      judge: { model: 'm' },
      judged_at: '2026-11-30T12:00:00Z',
      latency_ms: 41,
      outcome: 'ignored',
      question: { instructions: 'Is it unsafe?', key: 'unsafe', type: 'noul' },
      questions_digest: `sha256:${'1'.repeat(64)}`,
      response_digest: `sha256:${'2'.repeat(64)}`,
      schema: 'judgement.v1',
      state_digest: `sha256:${'3'.repeat(64)}`,
    });
    const [second] = attest(one({ usage: { inputTokens: 3 } }), { signer });
    expect(second?.statement.payload).toMatchObject({ usage: { input_tokens: 3 } });
    const [third] = attest(one({ usage: {} }), { signer });
    expect(third?.statement.payload).not.toHaveProperty('usage');
  });

  it('takes the time from the host without a clock', () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const [first] = attest(one({}), { signer });
    const signed = Date.parse(first?.statement.timestamp ?? '');
    expect(signed).toBeGreaterThanOrEqual(before);
    expect(signed).toBeLessThanOrEqual(Date.now());
    expect(signed % 1000).toBe(0);
  });

  it('takes a signer of any make', () => {
    const kms = { keyId: 'kms-1', sign: (data: Uint8Array) => nodeSign(SECRET, data) };
    const [first] = attest(one({}), { signer: kms });
    const keys = [{ publicKey: PUBLIC, keyId: 'kms-1' }];
    expect(verifyReceipt(first?.envelope, { keys })).toMatchObject({
      ok: true,
      trusted: [{ keyId: 'kms-1' }],
    });
  });
});

describe('attest refuses', () => {
  it.each(['', 'call 7', 'art_', `art_${'A'.repeat(32)}`, ` art_${'a'.repeat(32)}`, null, 7])(
    'the parent %j',
    (parent) => {
      expect(() => Reflect.apply(attest, undefined, [one({}), { signer, parent }])).toThrow(
        expect.objectContaining({ name: 'ReceiptError', code: 'bad_id', path: 'options.parent' }),
      );
    },
  );

  it.each<[string, unknown]>([
    ['system', 'judgement'],
    ['system', '://x'],
    ['system', 'system://'],
    ['system', 'system://a b'],
    ['system', 'system://x\n'],
    ['signer', undefined],
    ['signer', null],
    ['signer', { keyId: 'k' }],
    ['system', ''],
    ['system', 7],
    ['subject', ''],
    ['subject', 7],
    ['subject', null],
    ['clock', () => Number.NaN],
    ['clock', () => Number.POSITIVE_INFINITY],
    ['clock', () => -1],
    ['clock', () => 253_402_300_800_000],
    ['clock', () => new Date()],
    ['system_', 'system://x'],
  ])('the option %s: %s', (name, value) => {
    expect(() => Reflect.apply(attest, undefined, [one({}), { signer, [name]: value }])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: `options.${name}` }),
    );
  });

  it('notes that are not text', () => {
    expect(() => Reflect.apply(attest, undefined, [one({}), { signer, notes: 7 }])).toThrow(
      expect.objectContaining({ code: 'bad_payload', path: 'statement.payload.notes' }),
    );
  });

  it('a judgement in which an answer or a decision is missing', () => {
    expect(() => attest(one({ answers: {} }), { signer })).toThrow(
      expect.objectContaining({ code: 'bad_answer', path: 'result.answers.unsafe' }),
    );
    expect(() => attest(one({ decisions: {} }), { signer })).toThrow(
      expect.objectContaining({ code: 'bad_answer', path: 'result.decisions.unsafe' }),
    );
    const asked: Question = { type: 'noul' };
    const questions = Object.fromEntries([['toString', asked]]);
    const inherited = one({ questions });
    expect(() => attest(inherited, { signer })).toThrow(
      expect.objectContaining({ code: 'bad_answer', path: 'result.answers.toString' }),
    );
  });

  it.each<[string, Partial<Judgement<Questions, string>>, string, string]>([
    [
      'a noul above 1',
      { answers: { unsafe: { noul: 1.5 } } },
      'bad_payload',
      'statement.payload.answer.noul',
    ],
    ['half a millisecond', { latencyMs: 0.5 }, 'bad_payload', 'statement.payload.latency_ms'],
    [
      'a digest that is none',
      { stateDigest: 'sha256:x' },
      'bad_payload',
      'statement.payload.state_digest',
    ],
    [
      'a NaN',
      { answers: { unsafe: { noul: Number.NaN } } },
      'not_finite',
      'statement.payload.answer.noul',
    ],
    [
      'half a surrogate pair',
      { requestId: '\ud800' },
      'lone_surrogate',
      'statement.payload.judge.request_id',
    ],
  ])('a judgement with %s, before anything is signed', (_name, more, code, path) => {
    let signed = 0;
    const counting = {
      keyId: 'k',
      sign(data: Uint8Array): Uint8Array {
        signed += 1;
        return signer.sign(data);
      },
    };
    expect(() => attest(one(more), { signer: counting })).toThrow(
      expect.objectContaining({ code, path }),
    );
    expect(signed).toBe(0);
  });

  it('a payload that no verifier would read', () => {
    const questions = { unsafe: { type: 'noul', instructions: 'x'.repeat(1_100_000) } } as const;
    expect(() => attest(one({ questions }), { signer })).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'too_large' }),
    );
  });
});
