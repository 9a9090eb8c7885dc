/**
 * What callers can do with answers that a judge signed, and without them.
 *
 * @module
 */
import { OTHER_SECRET, PUBLIC, SECRET, type Sealed } from '../fixtures.js';
import {
  answerOf,
  answersOf,
  digestOf,
  JUDGE_ID,
  JUDGE_KEY,
  JUDGE_PUBLIC,
  JUDGE_SECRET,
  judged,
  OTHER_NONCE,
  signed,
  vouched,
} from '../vouched.js';
import { ADA_ID, byMachine, KEYS, MACHINE_ID, type Member } from './archive.js';
import { envelopes, id, LAST, members, stranger, type Tampering } from './tampering.js';

const keys = [...KEYS, JUDGE_KEY];
const MANY = { question: { instructions: 'Is it rude?', key: 'rude', type: 'noul' } };

function receipt(parentId: string, payload: object): Member {
  return byMachine({
    type: 'treeship/receipt/v1',
    timestamp: '2026-11-30T12:55:00Z',
    system: 'system://judgement',
    kind: 'judgement.v1',
    payload,
    parentId,
  });
}

/** Judgements at the end of the package; the faults name them by their place among each other. */
function ending(
  payloads: readonly object[],
  faults: { readonly [code: string]: readonly number[] },
  options: Tampering['options'] = {},
): Tampering {
  const added: Member[] = [];
  for (const payload of payloads) {
    added.push(receipt(added.at(-1)?.id ?? id(LAST), payload));
  }
  const named = Object.entries(faults).map(
    ([code, places]) => [code, places.map((place) => added[place]?.id ?? '')] as const,
  );
  return {
    input: [...envelopes, ...added.map(({ envelope }) => envelope)],
    options: { keys, head: added.at(-1)?.id ?? '', ...options },
    faults: Object.fromEntries(named),
  };
}

/** One judgement, and the one thing that is wrong with its signed answer. */
function one(code: string, payload: object, options: Tampering['options'] = {}): Tampering {
  return ending([payload], { [code]: [0] }, options);
}

/** A judgement with anything in the place of its signed answer. */
function carrying(answer_attestation: object): object {
  return { ...judged(), answer_attestation };
}

function by(secret: Uint8Array, keyid: string): Sealed {
  return signed(answerOf(judged()), { signers: [{ secret, keyid }] });
}

function trusting(change: object): Tampering['options'] {
  return { keys: [...KEYS, { publicKey: JUDGE_PUBLIC, ...change }] };
}

const honest = signed(answerOf(judged()));
const [signature = { keyid: '', sig: '' }] = honest.signatures;
/** What a judge signed that was asked two questions. */
const shared = signed(
  answerOf(judged(), { answers: { ...answersOf(judged()), ...answersOf(judged(MANY)) } }),
);
/** A judgement that is made of one vote, which its judge signed, and of what is changed of it. */
function made(change: object): object {
  const { judge, answer, response_digest } = judged();
  const vote = { judge, answer, response_digest, answer_attestation: honest, ...change };
  return judged({ panel: [{ judge: { model: 'guard-9' }, failure: 'judge_unavailable' }, vote] });
}

const unsignedIds = members.slice(0, 44).map((member) => member.id);

/** Every class of change to who vouches for an answer. */
export const ANSWER_TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'an answer signed by a key that nobody knows': one(
    'attestation_unknown',
    carrying(by(stranger.secret, stranger.keyid)),
  ),
  'a signed answer whose key id was changed': one(
    'attestation_unknown',
    carrying({ ...honest, signatures: [{ ...signature, keyid: 'key_x' }] }),
  ),
  'an answer signed by a key that may not answer': one(
    'attestation_untrusted',
    carrying(honest),
    trusting({ roles: ['judge', 'gate', 'decider'] }),
  ),
  'an answer signed by a key that a person decides with': one(
    'attestation_untrusted',
    carrying(by(OTHER_SECRET, ADA_ID)),
  ),
  'an answer signed by a key that was revoked': one(
    'attestation_untrusted',
    carrying(honest),
    trusting({ roles: ['answerer'], revoked: true }),
  ),
  'an answer signed by a key before its time': one(
    'attestation_untrusted',
    carrying(honest),
    trusting({ roles: ['answerer'], validFrom: '2026-11-30T12:55:00Z' }),
  ),
  'an answer signed by a key after its time': one(
    'attestation_untrusted',
    carrying(honest),
    trusting({ roles: ['answerer'], validUntil: '2026-11-30T12:54:58Z' }),
  ),
  'an answer signed by the caller itself': one(
    'attestation_caller',
    carrying(by(SECRET, MACHINE_ID)),
  ),
  'an answer signed by the caller itself, whose key is trusted for everything': one(
    'attestation_caller',
    carrying(by(SECRET, MACHINE_ID)),
    { keys: [{ publicKey: PUBLIC }, ...KEYS.slice(1)] },
  ),
  'an answer signed by the caller under the name of the judge': one(
    'attestation_forged',
    carrying(by(SECRET, JUDGE_ID)),
  ),
  'a signed answer that was rewritten under its signature': one(
    'attestation_forged',
    carrying({
      ...signed(answerOf(judged(), { nonce: OTHER_NONCE })),
      signatures: honest.signatures,
    }),
  ),
  'a signed answer with the signature of another': one(
    'attestation_forged',
    carrying({
      ...honest,
      signatures: signed(answerOf(judged(), { nonce: OTHER_NONCE })).signatures,
    }),
  ),
  'something else in the place of a signed answer': one(
    'attestation_unreadable',
    carrying({ payload: 'e30' }),
  ),
  'a receipt in the place of a signed answer': one(
    'attestation_unreadable',
    carrying(members[0]?.envelope ?? {}),
  ),
  'a signed answer under the type of a receipt': one(
    'attestation_unreadable',
    carrying(signed(answerOf(judged()), { type: 'application/vnd.treeship.receipt.v1+json' })),
  ),
  'a signed answer of a version to come': one(
    'attestation_unreadable',
    carrying(signed(answerOf(judged()), { type: 'application/vnd.judgement.answer.v2+json' })),
  ),
  'a signed answer without its signature': one(
    'attestation_unreadable',
    carrying({ ...honest, signatures: [] }),
  ),
  'a signed answer with two signatures': one(
    'attestation_unreadable',
    carrying(
      signed(answerOf(judged()), {
        signers: [
          { secret: JUDGE_SECRET, keyid: JUDGE_ID },
          { secret: SECRET, keyid: MACHINE_ID },
        ],
      }),
    ),
  ),
  'a signed answer with a member that is not known': one(
    'attestation_unreadable',
    vouched({}, { only_for_tests: true }),
  ),
  'a signed answer that names no answer': one(
    'attestation_unreadable',
    vouched({}, { answers: {} }),
  ),
  'a signed answer with a member that is there twice': one(
    'attestation_unreadable',
    carrying(signed('{"schema":"judgement.answer.v1","schema":"judgement.answer.v1"}')),
  ),
  'a signed answer that is no UTF-8': one(
    'attestation_unreadable',
    carrying({ ...honest, payload: '_w' }),
  ),
  'a signed answer to another state': one(
    'attestation_request',
    vouched({}, { state_digest: digestOf('another state') }),
  ),
  'a signed answer beside a state that was exchanged': one('attestation_request', {
    ...judged({ state_digest: digestOf('a state') }),
    answer_attestation: honest,
  }),
  'a signed answer that was given among other questions': one(
    'attestation_questions',
    vouched({}, { questions_digest: digestOf('other questions') }),
  ),
  'a signed answer from another response': one(
    'attestation_answer',
    vouched({}, { response_digest: digestOf('another response') }),
  ),
  'a signed answer of another model': one(
    'attestation_answer',
    vouched({}, { judge: { kind: 'classifier', model: 'guard-1' } }),
  ),
  'a signed answer of a judge that says more of itself': one(
    'attestation_answer',
    vouched({}, { judge: { kind: 'classifier', model: 'guard-2', provider: 'local' } }),
  ),
  'an answer that was changed after it was signed': one('attestation_answer', {
    ...judged({ answer: { confidence: 1, noul: 0.9 } }),
    answer_attestation: honest,
  }),
  'an answer to which a confidence was added': one('attestation_answer', {
    ...judged({ answer: { confidence: 0.99, noul: 1, probabilities: { no: 0, yes: 1 } } }),
    answer_attestation: honest,
  }),
  'a question that was changed after its answer was signed': one('attestation_answer', {
    ...judged({ question: { instructions: 'Is it safe?', key: 'unsafe', type: 'noul' } }),
    answer_attestation: honest,
  }),
  'a signed answer to another key': one('attestation_answer', {
    ...judged({ question: { instructions: 'Is it unsafe?', key: 'hostile', type: 'noul' } }),
    answer_attestation: honest,
  }),
  'a signed answer from after the judgement': one(
    'attestation_time',
    vouched({}, { signed_at: '2026-11-30T12:55:31Z' }),
  ),
  'a signed answer from long before the judgement': one(
    'attestation_time',
    vouched({}, { signed_at: '2026-11-30T12:49:58Z' }),
  ),
  'a signed answer from long before the one that was kept': one(
    'attestation_time',
    vouched({ cached_at: '2026-11-30T12:54:00Z' }, { signed_at: '2026-11-30T12:48:58Z' }),
  ),
  'a signed answer on a day that no month has': one(
    'attestation_time',
    vouched({}, { signed_at: '2026-02-31T12:54:59Z' }),
  ),
  'a signed answer that is said to be older than its signature': one(
    'attestation_time',
    vouched({ cached_at: '2026-11-30T12:54:28Z' }),
  ),
  'an answer that was kept from after the judgement': one(
    'answer_kept_late',
    judged({ cached_at: '2026-11-30T12:55:01Z' }),
  ),
  'an answer that was kept from no time': one('answer_kept_late', judged({ cached_at: 'noon' })),
  'a signed answer that was kept from after the judgement': ending(
    [vouched({ cached_at: '2026-11-30T12:55:01Z' })],
    { answer_kept_late: [0], attestation_time: [0] },
  ),
  'a signed answer without another that was signed with it': ending(
    [{ ...judged(), answer_attestation: shared }],
    { attestation_withheld: [0] },
  ),
  'a signed answer beside another that was changed and is asserted': ending(
    [
      { ...judged(), answer_attestation: shared },
      judged({ ...MANY, answer: { confidence: 1, noul: 0.9 } }),
    ],
    { attestation_withheld: [0] },
  ),
  'a signed answer beside another from another response': ending(
    [
      { ...judged(), answer_attestation: shared },
      judged({ ...MANY, response_digest: digestOf('another response') }),
    ],
    { attestation_withheld: [0] },
  ),
  'a vote that was changed after it was signed': one(
    'vote_contradicted',
    made({ answer: { confidence: 1, noul: 0.9 } }),
  ),
  'a vote that another judge signed': one(
    'vote_contradicted',
    made({ judge: { kind: 'classifier', model: 'guard-1' } }),
  ),
  'a vote from another response': one(
    'vote_contradicted',
    made({ response_digest: digestOf('another response') }),
  ),
  'a vote on another state': one(
    'vote_contradicted',
    made({ answer_attestation: signed(answerOf(judged(), { state_digest: digestOf('x') })) }),
  ),
  'a vote that failed, with a signed answer': one(
    'vote_contradicted',
    made({ answer: undefined, failure: 'bad_answer' }),
  ),
  'a vote signed by the caller under the name of the judge': one(
    'vote_contradicted',
    made({ answer_attestation: by(SECRET, JUDGE_ID) }),
  ),
  'a vote with something else in the place of what was signed': one(
    'vote_contradicted',
    made({ answer_attestation: { payload: 'e30' } }),
  ),
  'a vote signed by a key that nobody knows': one(
    'vote_unverified',
    made({ answer_attestation: by(stranger.secret, stranger.keyid) }),
  ),
  'a vote signed by a key that may not answer': one(
    'vote_unverified',
    made({}),
    trusting({ roles: ['judge'] }),
  ),
  'a vote signed by the caller itself': one(
    'vote_unverified',
    made({ answer_attestation: by(SECRET, MACHINE_ID) }),
  ),
  'a vote that is said to be older than its signature': one(
    'vote_unverified',
    made({ cached_at: '2026-11-30T12:00:00Z' }),
  ),
  'a signed answer that is shown for a judgement later on': ending(
    [vouched(), { ...vouched(), judged_at: '2026-11-30T12:56:00Z' }],
    { attestation_replayed: [0, 1], clock_early: [1] },
  ),
  'a signed answer that is shown for the same question twice': ending(
    [vouched(), { ...vouched(), latency_ms: 7 }],
    { attestation_replayed: [0, 1] },
  ),
  'a signed answer of which a part is shown for a judgement later on': ending(
    [
      { ...judged(), answer_attestation: shared },
      { ...judged({ ...MANY, judged_at: '2026-11-30T12:54:59Z' }), answer_attestation: shared },
    ],
    { attestation_replayed: [0, 1], attestation_withheld: [0, 1] },
  ),
  'two signed answers with one nonce': ending([vouched(), vouched(MANY)], {
    attestation_replayed: [0, 1],
  }),
  'two judgements with one signed answer without a nonce': ending(
    [
      vouched({}, { nonce: undefined }),
      { ...vouched({}, { nonce: undefined }), judged_at: '2026-11-30T12:54:59Z' },
    ],
    { attestation_replayed: [0, 1] },
  ),
  'an answer whose signature was taken away, where it has to be signed': {
    ...ending([judged()], {}, { answers: 'signed' }),
    faults: {
      answer_unsigned: [...unsignedIds, receipt(id(LAST), judged()).id],
    },
  },
  'an answer signed by a stranger, where it has to be signed': {
    ...one('', carrying(by(stranger.secret, stranger.keyid)), { answers: 'signed' }),
    faults: {
      answer_unsigned: [
        ...unsignedIds,
        receipt(id(LAST), carrying(by(stranger.secret, stranger.keyid))).id,
      ],
      attestation_unknown: [receipt(id(LAST), carrying(by(stranger.secret, stranger.keyid))).id],
    },
  },
};
