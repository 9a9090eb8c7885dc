import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyChainAsync, verifyReceiptAsync } from '../../src/receipt/async-verify.js';
import { verifyChain } from '../../src/receipt/chain.js';
import { openReceipt } from '../../src/receipt/open.js';
import { type VerifyOptions, verifyReceipt } from '../../src/receipt/verify.js';
import {
  derivedId,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  SECRET,
  type Sealed,
  SMALL,
  seal,
  statement,
} from './fixtures.js';
import {
  ANSWER,
  answerOf,
  digestOf,
  JUDGE_ID,
  JUDGE_KEY,
  JUDGE_PUBLIC,
  JUDGE_SECRET,
  judged,
  signed,
  vouched,
} from './vouched.js';

const { subtle } = webcrypto;
const CALLER = { publicKey: PUBLIC, roles: ['judge'] } as const;
const keys = [CALLER, JUDGE_KEY];
const AT = 'statement.payload.answer_attestation';
const honest = signed(answerOf(judged()));

function receipt(payload: object): Sealed {
  return seal(JSON.stringify(statement(payload)));
}

/** The verdict of both verifiers, which has to be the same. */
async function verify(envelope: unknown, options: Partial<VerifyOptions> = {}) {
  const verdict = verifyReceipt(envelope, { keys, ...options });
  const later = await verifyReceiptAsync(envelope, { keys, subtle, ...options });
  expect(later).toEqual(verdict);
  return verdict;
}

describe('the verdict on a judgement', () => {
  it('says that the judge signed the answer, with which key, and what', async () => {
    const verdict = await verify(receipt(vouched()));
    expect(verdict).toMatchObject({
      ok: true,
      answer: 'signed by judge',
      answeredBy: { keyId: JUDGE_ID, publicKey: JUDGE_PUBLIC },
      attested: answerOf(judged()),
      trusted: [{ publicKey: PUBLIC }],
    });
    expect(verdict).not.toHaveProperty('answerFault');
  });

  it('is frozen, in all that the judge signed', async () => {
    const { attested } = await verify(receipt(vouched()));
    expect(Object.isFrozen(attested)).toBe(true);
    expect(Object.isFrozen(attested?.judge) && Object.isFrozen(attested?.answers)).toBe(true);
  });

  it('says that the caller asserts an answer that nobody signed', async () => {
    const verdict = await verify(receipt(judged()));
    expect(verdict).toMatchObject({ ok: true, answer: 'asserted by caller' });
    expect(verdict).not.toHaveProperty('answerFault');
    expect(verdict).not.toHaveProperty('attested');
  });

  it('says nothing of an answer where there is none', async () => {
    expect(await verify(seal(SMALL))).not.toHaveProperty('answer');
    expect(openReceipt(receipt(vouched()))).not.toHaveProperty('answer');
  });

  it.each<[string, string]>([
    ['a kept answer that is hours old', '2026-11-30T12:55:00Z'],
    ['a kept answer that was signed by a slow clock', '2026-11-30T12:59:59.999+00:00'],
  ])('lets %s say so', async (_name, cached_at) => {
    const payload = vouched({ judged_at: '2026-12-01T12:00:00Z', cached_at });
    expect(await verify(receipt(payload))).toMatchObject({ answer: 'signed by judge' });
  });

  it('says of each vote of a panel who vouches for it, and what is wrong', async () => {
    const { judge, answer, response_digest } = judged();
    const vote = { judge, answer, response_digest, answer_attestation: honest };
    const panel = [
      { judge: { model: 'guard-3' }, failure: 'judge_unavailable' },
      vote,
      { ...vote, answer: { noul: 0.4 } },
      { ...vote, answer_attestation: {} },
      { ...vote, cached_at: '2026-11-30T12:55:01Z' },
    ];
    const verdict = await verify(receipt(judged({ panel })));
    const place = (index: number): string => `statement.payload.panel[${index}]`;
    const asserted = { answer: 'asserted by caller' };
    expect(verdict).toMatchObject({
      ok: true,
      ...asserted,
      votes: [
        asserted,
        { answer: 'signed by judge', answeredBy: { keyId: JUDGE_ID } },
        {
          ...asserted,
          answerFault: {
            code: 'other_answer',
            path: `${place(2)}.answer_attestation.payload.answers.unsafe`,
          },
        },
        {
          ...asserted,
          answerFault: { code: 'bad_envelope', path: `${place(3)}.answer_attestation.payload` },
        },
        { ...asserted, answerFault: { code: 'stale_answer', path: `${place(4)}.cached_at` } },
      ],
    });
    expect(Object.isFrozen(verdict.votes) && verdict.votes?.every(Object.isFrozen)).toBe(true);
    expect(await verify(receipt(judged()))).not.toHaveProperty('votes');
  });

  it('takes no vote of a panel for the answer that was made of them', async () => {
    const { judge, answer, response_digest } = judged();
    const vote = { judge, answer, response_digest, answer_attestation: honest };
    const verdict = await verify(receipt(judged({ panel: [vote] })), { answers: 'signed' });
    expect(verdict).toMatchObject({ ok: false, code: 'unsigned_answer' });
  });

  it.each<[string, string]>([
    ['from after the judgement', '2026-11-30T12:55:01Z'],
    ['from long before it was signed', '2026-11-30T12:54:28Z'],
    ['from no time', 'noon'],
  ])('counts no signed answer that is said to be kept %s', async (_name, cached_at) => {
    const verdict = await verify(receipt(vouched({ cached_at })), { answers: 'signed' });
    expect(verdict).toMatchObject({ ok: false, code: 'stale_answer' });
  });

  it('counts a signed answer that was kept in the second in which it was judged', async () => {
    const verdict = await verify(receipt(vouched({ cached_at: '2026-11-30T12:55:00Z' })));
    expect(verdict).toMatchObject({ answer: 'signed by judge' });
  });

  it('says of a receipt that does not verify who vouches for its answer as well', async () => {
    const verdict = await verify(receipt(vouched()), { keys: [JUDGE_KEY] });
    expect(verdict).toMatchObject({ ok: false, code: 'unknown_key', answer: 'signed by judge' });
  });
});

/** What can be wrong with a signed answer: the judgement, the fault and its place, the keys. */
type Row = [string, object, string, string, VerifyOptions['keys']?];

const FAULTS: readonly Row[] = [
  ['by a key that is not known', vouched(), 'unknown_key', '.signatures[0].keyid', [CALLER]],
  [
    'by a key that may judge, and not answer',
    vouched(),
    'untrusted_key',
    '.signatures[0].keyid',
    [CALLER, { ...JUDGE_KEY, roles: ['judge', 'gate', 'decider'] }],
  ],
  [
    'by a key that was revoked',
    vouched(),
    'revoked_key',
    '.signatures[0].keyid',
    [CALLER, { ...JUDGE_KEY, revoked: '2026-11-30T12:54:59Z' }],
  ],
  [
    'by the caller, whose key is trusted for everything',
    by(SECRET, derivedId(PUBLIC)),
    'caller_key',
    '.signatures[0].keyid',
    [PUBLIC],
  ],
  [
    'by the caller under another id of its key',
    by(SECRET, 'key_judge'),
    'caller_key',
    '.signatures[0].keyid',
    [{ publicKey: PUBLIC, keyId: 'key_judge' }],
  ],
  [
    'by the key of the caller, which is trusted to answer under a second id',
    by(SECRET, 'key_judge'),
    'caller_key',
    '.signatures[0].keyid',
    [
      { publicKey: PUBLIC, keyId: 'key_judge', roles: ['judge', 'answerer'] },
      { publicKey: PUBLIC, roles: ['judge', 'answerer'] },
    ],
  ],
  [
    'by the key of another caller',
    by(OTHER_SECRET, derivedId(OTHER_PUBLIC)),
    'untrusted_key',
    '.signatures[0].keyid',
    [CALLER, { publicKey: OTHER_PUBLIC, roles: ['judge'] }],
  ],
  ['by somebody else', by(SECRET, JUDGE_ID), 'bad_signature', '.signatures[0].sig'],
  ['that is no envelope', { ...judged(), answer_attestation: {} }, 'bad_envelope', '.payload'],
  [
    'that is a receipt',
    { ...judged(), answer_attestation: seal(SMALL) },
    'bad_payload_type',
    '.payloadType',
  ],
  ['with something unknown', vouched({}, { only: 'tests' }), 'bad_payload', '.payload.only'],
  [
    'to another state',
    vouched({}, { state_digest: digestOf(1) }),
    'other_request',
    '.payload.state_digest',
  ],
  [
    'among other questions',
    vouched({}, { questions_digest: digestOf(1) }),
    'other_questions',
    '.payload.questions_digest',
  ],
  [
    'in another response',
    vouched({}, { response_digest: digestOf(1) }),
    'other_answer',
    '.payload.response_digest',
  ],
  [
    'of another judge',
    vouched({}, { judge: { model: 'x' } }),
    'other_answer',
    '.payload.judge.model',
  ],
  [
    'that is another',
    { ...judged({ answer: { noul: 0.4 } }), answer_attestation: honest },
    'other_answer',
    '.payload.answers.unsafe',
  ],
  [
    'to a question in other words',
    {
      ...judged({ question: { instructions: 'Is it fine?', key: 'unsafe', type: 'noul' } }),
      answer_attestation: honest,
    },
    'other_answer',
    '.payload.answers.unsafe',
  ],
  [
    'to another key',
    {
      ...judged({ question: { instructions: 'Is it unsafe?', key: 'rude', type: 'noul' } }),
      answer_attestation: honest,
    },
    'other_answer',
    '.payload.answers.rude',
  ],
  [
    'after the judgement',
    vouched({}, { signed_at: '2026-11-30T12:55:31Z' }),
    'stale_answer',
    '.payload.signed_at',
  ],
  [
    'more than five minutes before the judgement',
    vouched({}, { signed_at: '2026-11-30T12:49:59Z' }),
    'stale_answer',
    '.payload.signed_at',
  ],
  [
    'in a judgement that tells no time',
    vouched({ judged_at: 'at noon' }),
    'stale_answer',
    '.payload.signed_at',
  ],
];

function by(secret: Uint8Array, keyid: string): object {
  const answer_attestation = signed(answerOf(judged()), { signers: [{ secret, keyid }] });
  return { ...judged(), answer_attestation };
}

describe('an answer counts as asserted by the caller where it is signed', () => {
  it.each<Row>(FAULTS)('%s', async (_name, payload, code, path, others = keys) => {
    const verdict = await verify(receipt(payload), { keys: others });
    expect(verdict).toMatchObject({
      ok: true,
      answer: 'asserted by caller',
      answerFault: { code, path: `${AT}${path}` },
    });
    expect(verdict).not.toHaveProperty('answeredBy');
    expect(verdict).not.toHaveProperty('attested');
  });
});

describe('where signed answers are demanded', () => {
  it('a judgement that the judge signed is accepted', async () => {
    const verdict = await verify(receipt(vouched()), { answers: 'signed' });
    expect(verdict).toMatchObject({ ok: true, answer: 'signed by judge' });
  });

  it('a judgement whose signature was taken away is refused', async () => {
    const verdict = await verify(receipt(judged()), { answers: 'signed' });
    expect(verdict).toMatchObject({ ok: false, code: 'unsigned_answer', path: AT });
  });

  it.each<Row>(FAULTS)('one is refused %s', async (_name, payload, code, path, others = keys) => {
    const verdict = await verify(receipt(payload), { keys: others, answers: 'signed' });
    expect(verdict).toMatchObject({ ok: false, code, path: `${AT}${path}` });
  });

  it('a receipt of another kind is as good as ever', async () => {
    expect(await verify(seal(SMALL), { keys: [PUBLIC], answers: 'signed' })).toMatchObject({
      ok: true,
    });
  });

  it('the signatures of the receipt are looked at first', async () => {
    const verdict = await verify(receipt(judged()), { keys: [JUDGE_KEY], answers: 'signed' });
    expect(verdict).toMatchObject({ ok: false, code: 'unknown_key' });
  });

  it('a chain breaks at the first judgement without', async () => {
    const log = [receipt(vouched()), receipt(judged())];
    const first = openReceipt(log[0]);
    const second = statement(judged(), { parentId: first.ok ? first.id : '' });
    log[1] = seal(JSON.stringify(second));
    const broken = { ok: false, code: 'unsigned_answer', index: 1 };
    expect(verifyChain(log, { keys, answers: 'signed' })).toMatchObject(broken);
    expect(await verifyChainAsync(log, { keys, subtle, answers: 'signed' })).toMatchObject(broken);
    expect(verifyChain(log, { keys, answers: 'any' })).toMatchObject({ ok: true });
  });

  it.each(['always', true, null])('they are not demanded by %s', (answers) => {
    const fault = { name: 'JudgeError', code: 'bad_option', path: 'options.answers' };
    expect(() =>
      Reflect.apply(verifyReceipt, undefined, [receipt(judged()), { keys, answers }]),
    ).toThrow(expect.objectContaining(fault));
  });
});

describe('a signed answer', () => {
  it('is no receipt, whoever signs it', () => {
    const given = signed(answerOf(judged()), {
      signers: [{ secret: SECRET, keyid: derivedId(PUBLIC) }],
    });
    expect(verifyReceipt(given, { keys: [PUBLIC] })).toMatchObject({
      ok: false,
      code: 'bad_payload_type',
      path: 'envelope.payloadType',
    });
  });

  it('is no receipt under the type of one either', () => {
    const given = seal(JSON.stringify(answerOf(judged())), {
      signers: [{ secret: JUDGE_SECRET, keyid: JUDGE_ID }],
    });
    expect(verifyReceipt(given, { keys })).toMatchObject({ ok: false, code: 'bad_statement' });
    expect(ANSWER).not.toBe(given.payloadType);
  });

  it('gives its key no say on receipts', () => {
    const given = seal(JSON.stringify(statement(judged())), {
      signers: [{ secret: JUDGE_SECRET, keyid: JUDGE_ID }],
    });
    expect(verifyReceipt(given, { keys })).toMatchObject({ ok: false, code: 'untrusted_key' });
  });
});
