/**
 * What can be done to a receipt of a package, and what has to be said about it.
 *
 * @module
 */
import { b64, RECEIPT, utf8 } from '../fixtures.js';
import { ACTION, MACHINE_ID, named, payloadOf, statementOf } from './archive.js';
import {
  altered,
  at,
  id,
  LAST,
  malleated,
  put,
  restated,
  rewrite,
  rewritten,
  signatureOf,
  signed,
  type Tampering,
  textOf,
  unreadable,
} from './tampering.js';

const TEXT_3 = textOf(3);

/** The judgement in place 9 says that a removal is destructive, and was denied. */
const DENIED = 9;

/** Every class of change to what one receipt says. */
export const RECEIPT_TAMPERINGS: Readonly<Record<string, Tampering>> = {
  // Bytes.
  'one bit of a text in the payload': rewritten(3, TEXT_3.replace('all is well', 'all is weml')),
  'one bit of R': signed(
    3,
    [{ ...signatureOf(3), sig: flip(signatureOf(3).sig, 0) }],
    'signature_bad',
  ),
  'one bit of S': signed(
    3,
    [{ ...signatureOf(3), sig: flip(signatureOf(3).sig, 40) }],
    'signature_bad',
  ),
  'S and the group order': signed(
    3,
    [{ ...signatureOf(3), sig: malleated(signatureOf(3).sig) }],
    'signature_bad',
  ),
  'a payload cut short': unreadable(3, rewrite(3, TEXT_3.slice(0, -1))),
  'an empty payload': unreadable(3, rewrite(3, '')),
  'a byte order mark': unreadable(3, rewrite(3, `\ufeff${TEXT_3}`)),
  'bytes that are not UTF-8': unreadable(3, rewrite(3, Uint8Array.of(...utf8(TEXT_3), 0xff))),
  'a payload with padding': unreadable(3, {
    ...at(3).envelope,
    payload: `${at(3).envelope.payload}=`,
  }),
  'a payload in the standard alphabet': unreadable(3, {
    ...at(3).envelope,
    payload: `${at(3).envelope.payload.slice(0, -4)}+/+/`,
  }),
  'a signature of 63 bytes': unreadable(3, {
    ...at(3).envelope,
    signatures: [
      { ...signatureOf(3), sig: b64(Buffer.from(signatureOf(3).sig, 'base64url').subarray(1)) },
    ],
  }),

  // Members of the payload, under the old signature.
  'the answer turned over': altered(
    DENIED,
    { answer: { confidence: 1, noul: 0, probabilities: { no: 1, yes: 0 } } },
    (x) => ({
      bar_contradicted: [x],
      replay_contradicted: [x],
    }),
  ),
  'a denial turned into an allowance': altered(
    DENIED,
    { effect: 'allow', outcome: 'acted' },
    (x) => ({
      bar_contradicted: [x],
    }),
  ),
  'an allowance turned into a denial': altered(3, { effect: 'deny', outcome: 'refused' }, (x) => ({
    bar_contradicted: [x],
  })),
  'an outcome that is not that of the effect': altered(DENIED, { outcome: 'acted' }, (x) => ({
    outcome_contradicted: [x],
  })),
  'an effect taken away': altered(DENIED, { effect: undefined }, (x) => ({
    outcome_contradicted: [x],
  })),
  'the bar taken away': altered(DENIED, { threshold: undefined }, (x) => ({ bar_missing: [x] })),
  'the bar held to another number': altered(
    DENIED,
    { answer: { noul: 1 }, threshold: { applies_to: 'confidence', value: 0.5 } },
    (x) => ({ bar_unmeasured: [x], replay_contradicted: [x] }),
  ),
  'the bar raised': altered(DENIED, { threshold: { applies_to: 'noul', set_by: 'x', value: 0.9 } }),
  'the answer taken away': altered(DENIED, { answer: {} }, (x) => ({
    answer_contradicted: [x],
    replay_contradicted: [x],
  })),
  'the answer turned into a refusal': altered(DENIED, { answer: { refusal: true } }, (x) => ({
    outcome_contradicted: [x],
    replay_contradicted: [x],
  })),
  'another model': altered(
    DENIED,
    { judge: { model: 'judgement-rules/0', replayable: true } },
    (x) => ({
      replay_version: [x],
    }),
  ),
  'a judge that cannot be replayed': altered(DENIED, { judge: { model: 'judgement-rules/0' } }),
  'another state': altered(DENIED, { state_digest: `sha256:${'0'.repeat(64)}` }),
  'the state of another call': altered(
    DENIED,
    { state_digest: payloadOf(at(0))['state_digest'] },
    (x) => ({
      // The rules said no about that state, here and when they are asked again.
      calls_disagree: [id(3), x],
      replay_contradicted: [x],
    }),
  ),
  'no state': altered(DENIED, { state_digest: undefined }, (x) => ({ calls_undigested: [x] })),
  'other questions': altered(DENIED, { questions_digest: `sha256:${'0'.repeat(64)}` }, (x) => ({
    contract_contradicted: [x],
    contract_ambiguous: ['tool-guard@1'],
  })),
  'no questions': altered(DENIED, { questions_digest: undefined }, (x) => ({
    calls_undigested: [x],
    contract_undigested: [x],
  })),
  'another version of the contract': altered(
    DENIED,
    { contract: { id: 'tool-guard', version: '2' } },
    (x) => ({
      contract_unknown: [x],
    }),
  ),
  'another key of the question': altered(
    DENIED,
    { question: { key: 'sure', type: 'noul', instructions: '' } },
    (x) => ({ replay_contradicted: [x] }),
  ),
  'another type of the question': altered(
    DENIED,
    { question: { key: 'shell_destructive', type: 'score', instructions: '' } },
    (x) => ({ answer_contradicted: [x], replay_contradicted: [x] }),
  ),
  'an option that was not there': altered(
    43,
    { question: { key: 'verdict', type: 'choice', options: ['deny'] } },
    (x) => ({
      answer_contradicted: [x],
      // The decision is on a judgement that is not here any more, and this one is still open.
      resolution_orphan: [id(44)],
      escalation_open: [x],
    }),
  ),
  'a judgement after the fact': altered(DENIED, { judged_at: '2026-11-30T13:00:00Z' }, (x) => ({
    clock_early: [x],
  })),
  'a judgement at no time': altered(DENIED, { judged_at: 'yesterday' }, (x) => ({
    clock_unreadable: [x],
  })),
  'a remark': altered(DENIED, { notes: 'approved by the chief' }),
  'a member of the schema taken away': unreadable(
    DENIED,
    rewrite(DENIED, JSON.stringify({ ...statementOf(at(DENIED)), payload: {} })),
  ),
  'a member of a contract too many': unreadable(
    DENIED,
    rewrite(
      DENIED,
      JSON.stringify({
        ...statementOf(at(DENIED)),
        payload: { ...payloadOf(at(DENIED)), contract: { id: 'a', note: 'b' } },
      }),
    ),
  ),

  // Members of the statement.
  'a time before the receipt before it': restated(
    DENIED,
    { timestamp: '2026-11-30T11:00:00Z' },
    (x) => ({
      clock_backwards: [x],
      clock_early: [x],
    }),
  ),
  'another system': restated(DENIED, { system: 'system://somebody-else' }),
  'another subject': restated(DENIED, { subject: { artifactId: id(1) } }),
  'another parent': restated(DENIED, { parentId: id(0) }, (x) => ({
    chain_fork: [id(1), x],
    chain_heads: [id(DENIED - 1), x, id(LAST)],
  })),
  'a parent that is not there': restated(DENIED, { parentId: `art_${'0'.repeat(32)}` }, (x) => ({
    chain_gap: [x, id(DENIED + 1)],
    chain_heads: [id(DENIED - 1), x, id(LAST)],
  })),
  'no parent': restated(DENIED, { parentId: undefined }, (x) => ({
    chain_roots: [id(0), x],
    chain_heads: [id(DENIED - 1), x, id(LAST)],
  })),

  // Types.
  'another kind, with the schema of a judgement': unreadable(
    DENIED,
    rewrite(DENIED, JSON.stringify({ ...statementOf(at(DENIED)), kind: 'note.v1' })),
  ),
  'another kind, and no schema': restated(
    DENIED,
    { kind: 'note.v1', payload: { ...payloadOf(at(DENIED)), schema: undefined } },
    () => ({}),
  ),
  'a receipt passed off as an action': unreadable(3, { ...at(3).envelope, payloadType: ACTION }),
  'an action passed off as a receipt': {
    input: put(LAST, { ...at(LAST).envelope, payloadType: RECEIPT }),
    faults: { receipt_unreadable: [`receipts[${LAST}]`], chain_head: [id(LAST)] },
  },
  'an action of another version': versioned(),
  'a media type of somebody else': unreadable(3, { ...at(3).envelope, payloadType: 'text/plain' }),
  'a list for a payload': unreadable(3, rewrite(3, '[]')),
  'a number for a signature': unreadable(3, {
    ...at(3).envelope,
    signatures: [{ keyid: MACHINE_ID, sig: 7 }],
  }),
  'an array for an envelope': unreadable(3, [at(3).envelope]),

  // The same, spelled otherwise.
  'the payload written with spaces': rewritten(3, JSON.stringify(statementOf(at(3)), null, 1)),
  'the payload in another order': rewritten(
    3,
    JSON.stringify(Object.fromEntries(Object.entries(statementOf(at(3))).reverse())),
  ),
  'a number written otherwise': rewritten(3, TEXT_3.replace('"noul":0', '"noul":0.0')),
  'a letter written as an escape': rewritten(3, TEXT_3.replace('"kind"', '"\\u006bind"')),
  'a member twice': unreadable(3, rewrite(3, TEXT_3.replace('{', '{"kind":"note.v1",'))),
  'a member called __proto__': unreadable(3, rewrite(3, TEXT_3.replace('{', '{"__proto__":{},'))),
};

function flip(sig: string, index: number): string {
  const raw = Buffer.from(sig, 'base64url');
  raw[index] = (raw[index] ?? 0) ^ 1;
  return raw.toString('base64url');
}

/** Nobody judges actions, so only the signature and the end of the chain tell. */
function versioned(): Tampering {
  const payloadType = 'application/vnd.treeship.action.v2+json';
  const changed = named({ ...at(LAST).envelope, payloadType });
  return {
    input: put(LAST, changed.envelope),
    faults: { signature_bad: [changed.id], chain_head: [id(LAST)] },
  };
}
