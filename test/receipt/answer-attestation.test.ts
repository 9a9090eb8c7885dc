import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkAnswers, choice, digest, noul, score } from '../../src/index.js';
import { attestAnswer, attestAnswerAsync } from '../../src/receipt/answer-attestation.js';
import { type AnswerCheckOptions, checkAnswer } from '../../src/receipt/answer-check.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { isStrictSignature } from '../../src/receipt/points.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import { checkAnswerAsync } from '../../src/webcrypto.js';
import { encode, TORSION } from './crafted.js';
import {
  b64,
  bytes,
  derivedId,
  nodeVerify,
  PUBLIC,
  pae,
  publicOf,
  SECRET,
  type Sealed,
  seal,
  statement,
} from './fixtures.js';
import {
  ANSWER,
  digestOf,
  JUDGE_ID,
  JUDGE_KEY,
  JUDGE_PUBLIC,
  JUDGE_SECRET,
  NONCE,
  OTHER_NONCE,
  signed,
} from './vouched.js';

const questions = {
  unsafe: noul('Is it unsafe?', { criteria: { true: 'It destroys something.' } }),
  Team: choice({ b: 1, a: 'Which?' }, ['billing', 'other']),
  tone: score('How kind?', ['poor', 'fair', 'good']),
  blank: { type: 'noul' },
} as const;
const raw = {
  unsafe: { noul: 0.25, probabilities: { yes: 0.25, no: 0.75 }, confidence: 0.75 },
  Team: { refusal: true },
  tone: { score: 1.5, probabilities: {} },
  blank: { noul: 1 },
};
const answered = {
  stateDigest: digest({ tool: 'Bash' }),
  questions,
  answers: checkAnswers(questions, raw),
  judge: { model: 'guard-2', kind: 'classifier', decimals: 3 },
  responseDigest: digest('the bytes of a response'),
  nonce: NONCE,
} as const;

/** 2026-11-30T12:55:00.750Z. */
const NOW = Date.UTC(2026, 10, 30, 12, 55, 0, 750);
const clock = (): number => NOW;
const signer = ed25519Signer(JUDGE_SECRET);
const keys = [JUDGE_KEY];
const envelope = attestAnswer(answered, { signer, clock });

/** What is signed, written out by hand. */
const PAYLOAD = {
  schema: 'judgement.answer.v1',
  answers: {
    unsafe: digestOf({
      question: { instructions: 'Is it unsafe?', key: 'unsafe', type: 'noul' },
      answer: { noul: 0.25, probabilities: { yes: 0.25, no: 0.75 }, confidence: 0.75 },
    }),
    Team: digestOf({
      question: {
        instructions: '{"a":"Which?","b":1}',
        key: 'Team',
        options: ['billing', 'other'],
        type: 'choice',
      },
      answer: { refusal: true },
    }),
    tone: digestOf({
      question: {
        instructions: 'How kind?',
        key: 'tone',
        options: ['poor', 'fair', 'good'],
        type: 'score',
      },
      answer: { score: 1.5 },
    }),
    blank: digestOf({
      question: { instructions: '', key: 'blank', type: 'noul' },
      answer: { noul: 1 },
    }),
  },
  judge: { model: 'guard-2', kind: 'classifier' },
  nonce: NONCE,
  questions_digest: digestOf(questions),
  response_digest: digestOf('the bytes of a response'),
  signed_at: '2026-11-30T12:55:00Z',
  state_digest: digestOf({ tool: 'Bash' }),
};

function check(given: unknown, change = {}, options: Partial<AnswerCheckOptions> = {}) {
  return checkAnswer(given, { ...answered, ...change }, { keys, clock, ...options });
}

function payloadOf({ payload }: { readonly payload: string }): unknown {
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** The payload with some members changed, signed by the judge. */
function but(change: object): Sealed {
  return signed({ ...PAYLOAD, ...change });
}

describe('a signed answer', () => {
  it('says what was asked and answered, in digests', () => {
    expect(payloadOf(envelope)).toEqual(PAYLOAD);
    expect(envelope.payloadType).toBe(ANSWER);
  });

  it('is signed by the key of the judge over its type and payload', () => {
    const [signature] = envelope.signatures;
    expect(envelope.signatures.map(({ keyid }) => keyid)).toEqual([JUDGE_ID]);
    const message = pae(ANSWER, new Uint8Array(Buffer.from(envelope.payload, 'base64url')));
    const sig = new Uint8Array(Buffer.from(signature?.sig ?? '', 'base64url'));
    expect(nodeVerify(publicOf(JUDGE_SECRET), message, sig)).toBe(true);
  });

  it('is the same from a signer that takes its time', async () => {
    const slow = { keyId: JUDGE_ID, sign: async (data: Uint8Array) => signer.sign(data) };
    expect(await attestAnswerAsync(answered, { signer: slow, clock })).toEqual(envelope);
  });

  it('names no nonce where there was none', () => {
    const { nonce, ...rest } = answered;
    expect(payloadOf(attestAnswer(rest, { signer, clock }))).not.toHaveProperty('nonce');
    expect(nonce).toBe(NONCE);
  });

  it('is frozen', () => {
    expect(Object.isFrozen(envelope)).toBe(true);
    expect(Object.isFrozen(envelope.signatures)).toBe(true);
  });

  it.each<[string, object, string, string]>([
    ['a state digest that is none', { stateDigest: 'x' }, 'bad_option', 'answered.stateDigest'],
    ['no response digest', { responseDigest: undefined }, 'bad_option', 'answered.responseDigest'],
    ['a short nonce', { nonce: 'AAAA' }, 'bad_option', 'answered.nonce'],
    ['a nonce with spare bits', { nonce: `${'A'.repeat(21)}B` }, 'bad_option', 'answered.nonce'],
    ['a long nonce', { nonce: 'A'.repeat(87) }, 'bad_option', 'answered.nonce'],
    ['a judge without a model', { judge: {} }, 'bad_option', 'answered.judge.model'],
    ['no questions', { questions: {} }, 'bad_question', 'questions'],
    ['a question without an answer', { answers: {} }, 'bad_answer', 'answers.unsafe'],
    ['no answers at all', { answers: undefined }, 'bad_answer', 'answers.unsafe'],
    ['a member that does not exist', { state: 'x' }, 'bad_option', 'answered.state'],
  ])('is not made of %s', (_name, change, code, path) => {
    expect(() =>
      Reflect.apply(attestAnswer, undefined, [{ ...answered, ...change }, { signer }]),
    ).toThrow(expect.objectContaining({ code, path }));
  });

  it.each<[string, object, string, string]>([
    ['no signer', { signer: undefined }, 'bad_option', 'options.signer'],
    [
      'a signer of few bytes',
      { signer: { keyId: 'k', sign: () => new Uint8Array(3) } },
      'bad_signature',
      'options.signer',
    ],
    [
      'a signer without an id',
      { signer: { sign: signer.sign } },
      'bad_key',
      'options.signer.keyId',
    ],
    [
      'a clock that stands still',
      { signer, clock: () => Number.NaN },
      'bad_option',
      'options.clock',
    ],
    ['an option that does not exist', { signer, keys: [] }, 'bad_option', 'options.keys'],
  ])('is not made with %s', (_name, options, code, path) => {
    expect(() => Reflect.apply(attestAnswer, undefined, [answered, options])).toThrow(
      expect.objectContaining({ code, path }),
    );
  });

  it('is not made of more than can be read again', () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`${'k'.repeat(96)}${index}`, noul('?')]),
    );
    const answers = checkAnswers(
      many,
      Object.fromEntries(Object.keys(many).map((key) => [key, { noul: 0 }])),
    );
    expect(() => attestAnswer({ ...answered, questions: many, answers }, { signer })).toThrow(
      expect.objectContaining({ code: 'too_large', path: 'envelope.payload' }),
    );
  });
});

describe('a signed answer that holds', () => {
  it('says who signed it', () => {
    expect(check(envelope)).toEqual({
      payload: PAYLOAD,
      envelope,
      answeredBy: { keyId: JUDGE_ID, publicKey: JUDGE_PUBLIC },
    });
  });

  it.each<[string, unknown]>([
    ['as text', JSON.stringify(envelope)],
    ['written by another program', signed(PAYLOAD)],
    ['with members in another order and with space', signed(JSON.stringify(PAYLOAD, null, 2))],
  ])('holds %s', (_name, given) => {
    expect(check(given).payload).toEqual(PAYLOAD);
  });

  it('is kept without what nobody signed', () => {
    const [signature] = envelope.signatures;
    const more = { ...envelope, note: 'x', signatures: [{ ...signature, cert: 'y' }] };
    expect(check(more).envelope).toEqual(envelope);
  });

  it('is not asked for a nonce where none is known', () => {
    expect(check(envelope, { nonce: undefined }).payload.nonce).toBe(NONCE);
  });

  it.each<[string, number, number | undefined]>([
    ['just now', 0, undefined],
    ['a minute ago', 60_000, undefined],
    ['at most as long ago as the age allows', 5_000, 5_000],
    ['by a clock that is half a minute ahead', -30_750, undefined],
  ])('was signed %s', (_name, age, maxAgeMs) => {
    expect(check(envelope, {}, { clock: () => NOW + age, maxAgeMs }).payload).toEqual(PAYLOAD);
  });
});

describe('a signed answer is refused', () => {
  const invented = checkAnswers(questions, { ...raw, unsafe: { noul: 0 } });
  const one = { unsafe: questions.unsafe };

  it.each<[string, object, string, string]>([
    ['to another state', { stateDigest: digest('x') }, 'other_request', 'state_digest'],
    [
      'to questions with other criteria',
      { questions: { ...questions, unsafe: noul('Is it unsafe?') } },
      'other_questions',
      'questions_digest',
    ],
    ['with another nonce', { nonce: OTHER_NONCE }, 'other_request', 'nonce'],
    [
      'by another model',
      { judge: { ...answered.judge, model: 'x' } },
      'other_answer',
      'judge.model',
    ],
    ['by a judge of another kind', { judge: { model: 'guard-2' } }, 'other_answer', 'judge.kind'],
    [
      'by a judge that says it can be asked again',
      { judge: { ...answered.judge, replayable: true } },
      'other_answer',
      'judge.replayable',
    ],
    ['in another response', { responseDigest: digest('x') }, 'other_answer', 'response_digest'],
    ['that is not the one received', { answers: invented }, 'other_answer', 'answers.unsafe'],
  ])('%s', (_name, change, code, member) => {
    expect(() => check(envelope, change)).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code, path: `envelope.payload.${member}` }),
    );
  });

  it('without the nonce of the request', () => {
    const { nonce, ...rest } = PAYLOAD;
    expect(() => check(signed(rest))).toThrow(
      expect.objectContaining({ code: 'other_request', path: 'envelope.payload.nonce' }),
    );
    expect(nonce).toBe(NONCE);
  });

  it('to more questions than were asked', () => {
    const given = but({ questions_digest: digestOf(one) });
    const answers = checkAnswers(one, raw);
    expect(() => check(given, { questions: one, answers })).toThrow(
      expect.objectContaining({ code: 'other_answer', path: 'envelope.payload.answers.Team' }),
    );
  });

  it('to fewer questions than were asked', () => {
    const given = but({ answers: { unsafe: PAYLOAD.answers.unsafe } });
    expect(() => check(given)).toThrow(
      expect.objectContaining({ code: 'other_answer', path: 'envelope.payload.answers.Team' }),
    );
  });

  it.each<[string, number, number | undefined]>([
    ['after more than a minute', 61_000, undefined],
    ['after a longer time than the age allows', 6_000, 5_000],
    ['a second after it was signed, where no age is allowed', 1_000, 0],
    ['by a clock that is more than half a minute ahead', -30_751, undefined],
  ])('%s', (_name, age, maxAgeMs) => {
    expect(() => check(envelope, {}, { clock: () => NOW + age, maxAgeMs })).toThrow(
      expect.objectContaining({ code: 'stale_answer', path: 'envelope.payload.signed_at' }),
    );
  });

  it.each<[string, AnswerCheckOptions['keys'], string]>([
    ['by a key that is not known', [PUBLIC], 'unknown_key'],
    ['where no key is known', [], 'unknown_key'],
    ['by a key of another role', [{ ...JUDGE_KEY, roles: ['judge'] }], 'untrusted_key'],
    ['by a key of no role', [{ ...JUDGE_KEY, roles: [] }], 'untrusted_key'],
    ['by a key that was revoked', [{ ...JUDGE_KEY, revoked: true }], 'revoked_key'],
    [
      'by a key before its time',
      [{ ...JUDGE_KEY, validFrom: '2026-11-30T12:55:01Z' }],
      'not_yet_valid_key',
    ],
    [
      'by a key after its time',
      [{ ...JUDGE_KEY, validUntil: '2026-11-30T12:54:59Z' }],
      'expired_key',
    ],
  ])('%s', (_name, others, code) => {
    expect(() => check(envelope, {}, { keys: others })).toThrow(
      expect.objectContaining({
        name: 'TrustError',
        code,
        path: 'envelope.signatures[0].keyid',
      }),
    );
  });

  const [signature = { keyid: '', sig: '' }] = envelope.signatures;

  it.each<[string, unknown, string, string]>([
    ['with no signature', { ...envelope, signatures: [] }, 'no_signature', 'signatures'],
    [
      'with two signatures',
      signed(PAYLOAD, {
        signers: [
          { secret: JUDGE_SECRET, keyid: JUDGE_ID },
          { secret: SECRET, keyid: derivedId(PUBLIC) },
        ],
      }),
      'bad_envelope',
      'signatures',
    ],
    [
      'with the signature of another key under its id',
      signed(PAYLOAD, { signers: [{ secret: SECRET, keyid: JUDGE_ID }] }),
      'bad_signature',
      'signatures[0].sig',
    ],
    [
      'with a signature of 63 bytes',
      { ...envelope, signatures: [{ ...signature, sig: b64(new Uint8Array(63)) }] },
      'bad_signature',
      'signatures[0].sig',
    ],
    [
      'with another payload under its signature',
      { ...but({ nonce: OTHER_NONCE }), signatures: envelope.signatures },
      'bad_signature',
      'signatures[0].sig',
    ],
    [
      'as the receipt that it could be in',
      seal(JSON.stringify(statement()), { signers: [{ secret: JUDGE_SECRET, keyid: JUDGE_ID }] }),
      'bad_payload_type',
      'payloadType',
    ],
    [
      'under the type of a receipt',
      signed(PAYLOAD, { type: 'application/vnd.treeship.receipt.v1+json' }),
      'bad_payload_type',
      'payloadType',
    ],
    [
      'under the type of any JSON',
      signed(PAYLOAD, { type: 'application/json' }),
      'bad_payload_type',
      'payloadType',
    ],
    [
      'under its type in capitals',
      signed(PAYLOAD, { type: ANSWER.toUpperCase() }),
      'bad_payload_type',
      'payloadType',
    ],
    ['with a further member', but({ only: 'tests' }), 'bad_payload', 'payload.only'],
    ['with another schema', but({ schema: 'judgement.v1' }), 'bad_payload', 'payload.schema'],
    ['without a schema', but({ schema: undefined }), 'bad_payload', 'payload.schema'],
    ['without answers', but({ answers: {} }), 'bad_payload', 'payload.answers'],
    ['with a list of answers', but({ answers: [] }), 'bad_payload', 'payload.answers'],
    ['with answers in full', but({ answers: raw }), 'bad_payload', 'payload.answers'],
    ['without a judge', but({ judge: undefined }), 'bad_payload', 'payload.judge'],
    ['with a judge of no model', but({ judge: {} }), 'bad_payload', 'payload.judge.model'],
    [
      'with a judge that says more',
      but({ judge: { ...PAYLOAD.judge, request_id: 'r' } }),
      'bad_payload',
      'payload.judge.request_id',
    ],
    ['with a nonce that is null', but({ nonce: null }), 'bad_payload', 'payload.nonce'],
    ['with a nonce that is short', but({ nonce: 'AA' }), 'bad_payload', 'payload.nonce'],
    [
      'with a time that is no time',
      but({ signed_at: '2026-11-30T12:55:00.750Z' }),
      'bad_payload',
      'payload.signed_at',
    ],
    [
      'with a digest in capitals',
      but({ state_digest: PAYLOAD.state_digest.toUpperCase() }),
      'bad_payload',
      'payload.state_digest',
    ],
    ['that is a list', signed('[]'), 'bad_payload', 'payload'],
    ['that is no JSON', signed('{'), 'bad_syntax', 'payload'],
    [
      'with a member that is there twice',
      signed(`{"nonce":"${NONCE}",${JSON.stringify(PAYLOAD).slice(1)}`),
      'duplicate_member',
      'payload.nonce',
    ],
    [
      'with more than 65,536 bytes',
      signed(`${JSON.stringify(PAYLOAD)}${' '.repeat(65_536)}`),
      'too_large',
      'payload',
    ],
  ])('%s', (_name, given, code, path) => {
    expect(() => check(given)).toThrow(
      expect.objectContaining({ code, path: expect.stringContaining(`envelope.${path}`) }),
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a number', 7],
    ['a list', [envelope]],
    ['a promise', Promise.resolve(envelope)],
  ])('where it is %s', (_name, given) => {
    expect(() => check(given)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(?:bad|not)_/) }),
    );
  });
});

describe('a key of small order', () => {
  it.each(TORSION.map((point, index) => [index, point] as const))(
    '%i is no key of a judge',
    (_index, point) => {
      const publicKey = point.toBytes();
      expect(() => publicKeySet([{ publicKey, roles: ['answerer'] }])).toThrow(
        expect.objectContaining({ code: 'bad_key' }),
      );
    },
  );

  it('is not reached by a signature whose R is of small order, whatever its key says', () => {
    const sig = Uint8Array.from([...encode(1n, 0), ...new Uint8Array(32)]);
    expect(isStrictSignature(sig)).toBe(false);
    const forged = { ...signed(PAYLOAD), signatures: [{ keyid: JUDGE_ID, sig: b64(sig) }] };
    const gullible = [{ ...JUDGE_KEY, verify: () => true }];
    expect(() => check(forged, {}, { keys: gullible })).toThrow(
      expect.objectContaining({ code: 'bad_signature' }),
    );
  });

  it('is no signature with S beyond the group order either', () => {
    const raw = bytes(`${'58'.repeat(32)}${'ff'.repeat(32)}`);
    const forged = { ...signed(PAYLOAD), signatures: [{ keyid: JUDGE_ID, sig: b64(raw) }] };
    expect(() => check(forged, {}, { keys: [{ ...JUDGE_KEY, verify: () => true }] })).toThrow(
      expect.objectContaining({ code: 'bad_signature' }),
    );
  });
});

describe('what a caller can get wrong', () => {
  it.each<[string, object, string]>([
    ['keys that are no list', { keys: JUDGE_PUBLIC }, 'keys'],
    ['an age that is negative', { maxAgeMs: -1 }, 'options.maxAgeMs'],
    ['an age that is no number', { maxAgeMs: Number.NaN }, 'options.maxAgeMs'],
    ['a clock that is no function', { clock: NOW }, 'options.clock'],
    ['an option that does not exist', { maxAge: 3 }, 'options.maxAge'],
  ])('%s', (_name, options, path) => {
    expect(() =>
      Reflect.apply(checkAnswer, undefined, [envelope, answered, { keys, clock, ...options }]),
    ).toThrow(expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path }));
  });
});

describe('the host says of a signed answer what the synchronous verifier does', () => {
  const { subtle } = webcrypto;
  const other = ed25519Signer(bytes('33'.repeat(32)));

  it.each<[string, unknown, object, object]>([
    ['that holds', envelope, {}, {}],
    ['as text', JSON.stringify(envelope), {}, {}],
    ['to another state', envelope, { stateDigest: digest('x') }, {}],
    ['by a key that nobody knows', attestAnswer(answered, { signer: other, clock }), {}, {}],
    ['that was changed', { ...envelope, payload: `${envelope.payload.slice(0, -4)}e30A` }, {}, {}],
    ['under the signature of another', resigned(), {}, {}],
    [
      'by a key that is not trusted to answer',
      envelope,
      {},
      { keys: [{ ...JUDGE_KEY, roles: [] }] },
    ],
    ['that is too old', envelope, {}, { clock: () => NOW + 61_000 }],
    ['that is no answer', '{}', {}, {}],
    ['with an option that is none', envelope, {}, { nonce: 1 }],
    ['with an age that is none', envelope, {}, { maxAgeMs: -1 }],
  ])('%s', async (_name, given, change, options) => {
    const request = { ...answered, ...change };
    const settings = { keys, clock, ...options };
    const later = checkAnswerAsync(given, request, { ...settings, subtle });
    const [atOnce, inTime] = await Promise.all([
      outcomeOf(() => checkAnswer(given, request, settings)),
      outcomeOf(() => later),
    ]);
    expect(inTime).toEqual(atOnce);
  });

  it('holds, and is not taken for one that does not', async () => {
    const good = await checkAnswerAsync(envelope, answered, { keys, clock, subtle });
    expect(good.answeredBy).toEqual({ keyId: JUDGE_ID, publicKey: JUDGE_PUBLIC });
    await expect(
      checkAnswerAsync(resigned(), answered, { keys, clock, subtle }),
    ).rejects.toMatchObject({ code: 'bad_signature' });
  });

  it('rejects without the crypto of the host', async () => {
    await expect(checkAnswerAsync(envelope, answered, { keys, clock })).rejects.toMatchObject({
      code: 'bad_option',
      path: 'options.subtle',
    });
  });
});

/** The envelope with a signature of another key under the id of the judge's. */
function resigned(): object {
  const [signature] = attestAnswer(answered, {
    signer: ed25519Signer(bytes('33'.repeat(32))),
    clock,
  }).signatures;
  return { ...envelope, signatures: [{ keyid: JUDGE_ID, sig: signature?.sig }] };
}

/** What came of it, an error by what it says. */
async function outcomeOf(run: () => unknown): Promise<unknown> {
  try {
    return { value: await run() };
  } catch (error) {
    const { name, code, path, rule } = Object(error);
    return { name, code, path, rule };
  }
}
