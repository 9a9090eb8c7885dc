/**
 * What can be done to a package around its receipts, and what has to be said about it.
 *
 * @module
 */
import { OTHER_PUBLIC, OTHER_SECRET, PUBLIC } from '../fixtures.js';
import {
  ADA_ID,
  byAda,
  byMachine,
  CLERK_PUBLIC,
  KEYS,
  MACHINE_ID,
  noteOf,
  sealed,
} from './archive.js';
import {
  ALL,
  appended,
  at,
  envelopes,
  fileOf,
  folder,
  id,
  keysOf,
  LAST,
  LIST,
  members,
  other,
  put,
  recorded,
  recordOf,
  resolution,
  SEAL,
  STRANGER_ID,
  STRANGER_PUBLIC,
  seal,
  signatureOf,
  signed,
  signWith,
  stranger,
  type Tampering,
  unreadable,
  without,
} from './tampering.js';

const lines = envelopes.map((envelope) => JSON.stringify(envelope));

/** The others, in their places of the package. */
const [strangerFirst] = other.members;

function otherAt(index: number): (typeof other.members)[number] {
  const member = other.members[index];
  if (member === undefined) throw new Error(`no member ${index}`);
  return member;
}

/** The list of the folder with two neighbours exchanged. */
const REORDERED = LIST.replace(id(13), 'first').replace(id(14), id(13)).replace('first', id(14));

const machineToo = [{ publicKey: PUBLIC }, ...KEYS.slice(1)];

/** Every class of change to which receipts there are, who signed them, and what is beside them. */
export const PACKAGE_TAMPERINGS: Readonly<Record<string, Tampering>> = {
  // Order.
  'two neighbours exchanged': {
    input: [...envelopes.slice(0, 7), at(8).envelope, at(7).envelope, ...envelopes.slice(9)],
    faults: { chain_reordered: [id(8)] },
  },
  'the whole turned around': {
    input: [...envelopes].reverse(),
    faults: { chain_reordered: ALL.slice(1).reverse() },
  },
  'the last moved to the front': {
    input: [at(LAST).envelope, ...envelopes.slice(0, LAST)],
    faults: { chain_reordered: [id(LAST)] },
  },
  'two lines of a log exchanged': {
    input: [lines[1], lines[0], ...lines.slice(2)].join('\n'),
    faults: { chain_reordered: [id(1)] },
  },

  // Removal.
  'the first removed': {
    input: without(0),
    faults: { chain_start: [id(1)], chain_gap: [id(1)] },
  },
  'one in the middle removed': {
    input: without(13),
    faults: { chain_gap: [id(14)], chain_heads: [id(12), id(LAST)] },
  },
  'a whole call removed': {
    input: without(12, 6),
    faults: {
      chain_gap: [id(18)],
      chain_heads: [id(11), id(LAST)],
      replay_unmatched: ['states[2]'],
    },
  },
  'the last removed': { input: without(LAST), faults: { chain_head: [id(LAST)] } },
  'a decision removed': {
    input: without(44),
    faults: {
      chain_gap: [id(45)],
      chain_heads: [id(43), id(LAST)],
      escalation_open: [id(43)],
    },
  },
  'the judgement of a decision removed': {
    input: without(43),
    faults: {
      chain_gap: [id(44)],
      chain_heads: [id(42), id(LAST)],
      resolution_orphan: [id(44)],
    },
  },
  'a record of what was blocked removed': {
    input: without(46),
    faults: { chain_gap: [id(47)], chain_heads: [id(45), id(LAST)] },
  },
  'everything removed': {
    input: [],
    faults: {
      input_empty: [],
      chain_head: [id(LAST)],
      replay_unmatched: [0, 1, 2, 3, 4, 5, 6].map((index) => `states[${index}]`),
    },
  },

  // Duplication.
  'one twice': { input: [...envelopes, at(5).envelope], faults: { receipt_repeated: [id(5)] } },
  'all twice': { input: [...envelopes, ...envelopes], faults: { receipt_repeated: ALL } },
  'one twice, and the second not signed': {
    input: [...envelopes, { ...at(5).envelope, signatures: at(6).envelope.signatures }],
    faults: { signature_bad: [id(5)], receipt_resigned: [id(5)] },
  },

  // From another package by the same signers.
  'one from another package put in': {
    input: [...envelopes.slice(0, 20), otherAt(20).envelope, ...envelopes.slice(20)],
    faults: { chain_gap: [otherAt(20).id], chain_heads: [otherAt(20).id, id(LAST)] },
  },
  'one exchanged for that of another package': {
    input: put(20, otherAt(20).envelope),
    faults: {
      chain_gap: [otherAt(20).id, id(21)],
      chain_heads: [id(19), otherAt(20).id, id(LAST)],
    },
  },
  'the first exchanged for that of another package': {
    input: put(0, strangerFirst?.envelope),
    faults: {
      chain_gap: [id(1)],
      chain_heads: [otherAt(0).id, id(LAST)],
    },
  },
  'the end exchanged for that of another package': {
    input: [...envelopes.slice(0, 42), ...other.members.slice(42).map(({ envelope }) => envelope)],
    faults: {
      chain_gap: [otherAt(42).id],
      chain_head: [id(LAST)],
      chain_heads: [id(41), otherAt(LAST).id],
      resolution_orphan: [otherAt(45).id],
    },
  },
  'another package put behind': {
    input: [...envelopes, ...other.members.map(({ envelope }) => envelope)],
    faults: {
      chain_roots: [id(0), otherAt(0).id],
      chain_heads: [id(LAST), otherAt(LAST).id],
    },
  },
  'a decision of another package put in': {
    input: [...envelopes, otherAt(44).envelope],
    faults: {
      chain_gap: [otherAt(44).id],
      chain_heads: [id(LAST), otherAt(44).id],
      resolution_orphan: [otherAt(44).id],
    },
  },

  // Signatures.
  'no signature': unreadable(3, { ...at(3).envelope, signatures: [] }),
  'no signatures at all': unreadable(3, {
    payload: at(3).envelope.payload,
    payloadType: at(3).envelope.payloadType,
  }),
  'the signature of another receipt': signed(3, at(4).envelope.signatures, 'signature_bad'),
  'the same signature twice': unreadable(3, {
    ...at(3).envelope,
    signatures: [signatureOf(3), signatureOf(3)],
  }),
  'seventeen signatures': unreadable(3, {
    ...at(3).envelope,
    signatures: Array.from({ length: 17 }, (_each, index) => ({
      keyid: `key_${index}`,
      sig: signatureOf(3).sig,
    })),
  }),
  'a signature of a stranger added': signed(
    3,
    [signatureOf(3), signWith(stranger, 3)],
    'signature_unknown',
  ),
  'a signature added that is none': signed(
    3,
    [signatureOf(3), { keyid: ADA_ID, sig: signatureOf(4).sig }],
    'signature_bad',
  ),
  'a signature added by a key that may not judge': signed(
    3,
    [signatureOf(3), signWith({ secret: OTHER_SECRET, keyid: ADA_ID }, 3)],
    'signature_extra',
  ),

  // Keys.
  'signed anew by a stranger': signed(3, [signWith(stranger, 3)], 'signature_unknown'),
  'signed anew by a stranger, under the id of the machine': signed(
    3,
    [signWith({ ...stranger, keyid: MACHINE_ID }, 3)],
    'signature_bad',
  ),
  'signed anew by a key that may not judge': signed(
    3,
    [signWith({ secret: OTHER_SECRET, keyid: ADA_ID }, 3)],
    'signature_untrusted',
  ),
  'the id of another key': signed(3, [{ ...signatureOf(3), keyid: ADA_ID }], 'signature_bad'),
  'the id of no key': signed(3, [{ ...signatureOf(3), keyid: 'key_nobody' }], 'signature_unknown'),
  'a key that was given up': {
    input: envelopes,
    options: { keys: [...KEYS.slice(0, 2), { publicKey: CLERK_PUBLIC, revoked: true }] },
    faults: { signature_untrusted: [id(48), id(LAST)] },
  },
  'the keys of the machine and of Ada exchanged': {
    input: envelopes,
    options: {
      keys: [
        { publicKey: OTHER_PUBLIC, roles: ['judge', 'gate'] },
        { publicKey: PUBLIC, roles: ['decider'] },
        { publicKey: CLERK_PUBLIC },
      ],
    },
    faults: {
      signature_untrusted: ALL.slice(0, 48),
      resolution_unverified: [id(44), id(45)],
      escalation_open: [id(43)],
    },
  },
  'a stranger whose key the package brings': {
    input: folder({
      [fileOf(3)]: JSON.stringify({ ...at(3).envelope, signatures: [signWith(stranger, 3)] }),
      'keys.json': keysOf({ [STRANGER_ID]: STRANGER_PUBLIC }),
    }),
    faults: { signature_claimed: [id(3)] },
  },
  'a stranger whose key the package brings under the id of yours': {
    input: folder({
      [fileOf(3)]: JSON.stringify({
        ...at(3).envelope,
        signatures: [signWith({ ...stranger, keyid: 'key_gate' }, 3)],
      }),
      'keys.json': keysOf({ key_gate: STRANGER_PUBLIC }),
    }),
    options: {
      keys: [...KEYS, { publicKey: PUBLIC, keyId: 'key_gate', roles: ['judge', 'gate'] }],
    },
    faults: { signature_bad: [id(3)], keys_collide: ['key_gate'] },
  },
  'a key that claims to be derived from another': {
    input: folder({ 'keys.json': keysOf({ [MACHINE_ID]: STRANGER_PUBLIC }) }),
    faults: { keys_malformed: [MACHINE_ID] },
  },
  'a key under which anything verifies': {
    input: folder({
      'keys.json': keysOf({ weak: 'ed25519:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    }),
    faults: { keys_malformed: ['weak'] },
  },
  'a list of keys that is none': {
    input: folder({ 'keys.json': '{"keys":{}}' }),
    faults: { keys_malformed: ['keys.json'] },
  },
  'another signature than the key of the package makes': {
    input: folder({
      [fileOf(3)]: JSON.stringify({
        ...at(3).envelope,
        signatures: [{ keyid: STRANGER_ID, sig: signatureOf(3).sig }],
      }),
      'keys.json': keysOf({ [STRANGER_ID]: STRANGER_PUBLIC }),
    }),
    faults: { signature_bad: [id(3)] },
  },

  // Files.
  'a file named after another receipt': {
    input: folder({
      [fileOf(3)]: undefined,
      [`artifacts/art_${'0'.repeat(32)}.json`]: lines[3],
    }),
    faults: { file_name: [id(3)] },
  },
  'a file removed': {
    input: folder({ [fileOf(13)]: undefined }),
    faults: {
      folder_listing: [id(13)],
      chain_gap: [id(14)],
      chain_heads: [id(12), id(LAST)],
    },
  },
  'a file added': {
    input: folder({ 'artifacts/more.json': JSON.stringify(otherAt(0).envelope) }),
    faults: {
      folder_listing: [otherAt(0).id],
      chain_roots: [id(0), otherAt(0).id],
      chain_heads: [id(LAST), otherAt(0).id],
    },
  },
  'a list that leaves one out': {
    input: folder({ 'receipt.json': LIST.replace(id(13), id(14)) }),
    faults: { folder_seal: [SEAL.id], folder_listing: [id(13)] },
  },
  'a list out of the order of the chain': {
    input: folder({ 'receipt.json': REORDERED }),
    faults: { folder_seal: [SEAL.id], folder_order: [id(14)] },
  },
  'a sealed list out of the order of the chain': {
    input: folder({
      'receipt.json': REORDERED,
      'record.json': JSON.stringify(seal(REORDERED).envelope),
    }),
    faults: { folder_order: [id(14)] },
  },
  'a list with a space more': {
    input: folder({ 'receipt.json': `${LIST} ` }),
    faults: { folder_seal: [SEAL.id] },
  },
  'a list that is none': {
    input: folder({ 'receipt.json': '{}' }),
    faults: { folder_seal: [SEAL.id], folder_listing: ALL },
  },
  'no seal': {
    input: folder({ 'record.json': undefined }),
    faults: { folder_unsealed: ['receipt.json'] },
  },
  'the seal of a stranger': {
    input: folder({ 'record.json': JSON.stringify(seal(LIST, stranger).envelope) }),
    faults: { folder_unsealed: ['receipt.json'], signature_unknown: [SEAL.id] },
  },
  'a seal that is no receipt': {
    input: folder({ 'record.json': '{}' }),
    faults: { folder_unsealed: ['receipt.json'], receipt_unreadable: ['record.json'] },
  },

  // What records say and nobody signed.
  'a record with the id of another': recorded(5, { artifact_id: id(6) }, 'record_id'),
  'a record with two ids': recorded(5, { id: id(6) }, 'record_id'),
  'a record with the digest of another': recorded(5, { digest: at(6).digest }, 'record_digest'),
  'a record of another type': recorded(5, { payload_type: 'text/plain' }, 'record_type'),
  'a record of another key': recorded(5, { key_id: ADA_ID }, 'record_key'),
  'a record of another parent': recorded(5, { parent_id: id(3) }, 'record_parent'),
  'a record of another time': recorded(5, { signed_at: '2026-12-30T12:00:00Z' }, 'record_time'),
  'a record of another statement': recorded(
    5,
    { statement: noteOf('note.v1') },
    'record_statement',
  ),
  'a record with a number for an id': recorded(5, { artifact_id: 5 }, 'record_id'),
  'records that name each other as parents': {
    input: members.map((member, index) => {
      const parents: { [index: number]: string } = { 5: id(7), 7: id(6), 6: id(5) };
      const parent_id = parents[index];
      return { ...recordOf(member), ...(parent_id === undefined ? {} : { parent_id }) };
    }),
    faults: { record_parent: [id(5)], chain_cycle: [id(5), id(7), id(6)] },
  },
  'an envelope beside the one in the record': {
    input: put(5, { ...recordOf(at(5)), payload: 'e30', payloadType: 'text/plain' }),
    faults: {
      receipt_unreadable: ['receipts[5]'],
      chain_gap: [id(6)],
      chain_heads: [id(4), id(LAST)],
    },
  },

  // Decisions, signed by a key that is good for something.
  'a decision signed by the machine': appended(
    (parent) => byMachine(resolution(parent)),
    ['signature_untrusted', 'resolution_unverified', 'resolution_machine'],
  ),
  'a decision signed by the machine, which is trusted for all': {
    ...appended(
      (parent) => byMachine(resolution(parent, { judgement: id(23), overrides: 'deny' })),
      ['resolution_machine'],
    ),
    options: {
      keys: machineToo,
      head: byMachine(resolution(id(LAST), { judgement: id(23), overrides: 'deny' })).id,
    },
  },
  'a decision by somebody else, signed by Ada': appended(
    (parent) => byAda(resolution(parent, { by: 'human://bob' }, { system: 'human://bob' })),
    ['signature_untrusted', 'resolution_unverified'],
  ),
  'a decision signed by a stranger': appended(
    (parent) => sealed(resolution(parent), undefined, stranger),
    ['signature_unknown', 'resolution_unverified'],
  ),
  'two decisions against each other': appended(
    (parent) => byAda(resolution(parent, { decision: 'deny', overrides: undefined })),
    [],
    {
      resolution_conflict: [
        id(44),
        byAda(resolution(id(LAST), { decision: 'deny', overrides: undefined })).id,
      ],
    },
  ),
  'the same decision again': appended((parent) => byAda(resolution(parent)), [], {
    resolution_repeated: [id(44), byAda(resolution(id(LAST))).id],
  }),
  'a decision on what is not there': appended(
    (parent) => byAda(resolution(parent, { judgement: `art_${'0'.repeat(32)}` })),
    ['resolution_orphan'],
  ),
  'a decision on what is no judgement': appended(
    (parent) => byAda(resolution(parent, { judgement: id(48), overrides: undefined })),
    ['resolution_target'],
  ),
  'a decision about something else': appended(
    (parent) =>
      byAda(
        resolution(
          parent,
          { judgement: id(11), overrides: 'deny' },
          { subject: { artifactId: id(5) }, meta: { replaces: id(45) } },
        ),
      ),
    ['resolution_subject'],
  ),
  'a decision that a system tells of': appended(
    (parent) =>
      byAda(
        resolution(
          parent,
          { judgement: id(11), overrides: 'deny' },
          { system: 'system://desk', meta: { replaces: id(45) } },
        ),
      ),
    ['resolution_speaker'],
  ),
  'a decision before the judgement': appended(
    (parent) =>
      byAda(
        resolution(
          parent,
          { judgement: id(11), overrides: 'deny', resolved_at: '2026-11-30T11:00:00Z' },
          { meta: { replaces: id(45) } },
        ),
      ),
    ['resolution_early'],
  ),
  'a decision against an effect that was not': appended(
    (parent) =>
      byAda(
        resolution(parent, { judgement: id(11), overrides: 'ask' }, { meta: { replaces: id(45) } }),
      ),
    ['override_contradicted'],
  ),
  'a decision against an effect, in silence': appended(
    (parent) =>
      byAda(
        resolution(
          parent,
          { judgement: id(11), overrides: undefined },
          { meta: { replaces: id(45) } },
        ),
      ),
    ['override_unsaid'],
  ),
  'a decision in the place of what is not there': appended(
    (parent) =>
      byAda(
        resolution(
          parent,
          { judgement: id(23), overrides: 'deny' },
          { meta: { replaces: `art_${'0'.repeat(32)}` } },
        ),
      ),
    ['resolution_dangling'],
  ),
  'a decision in the place of that on another judgement': appended(
    (parent) =>
      byAda(
        resolution(
          parent,
          { judgement: id(23), overrides: 'deny' },
          { meta: { replaces: id(44) } },
        ),
      ),
    ['resolution_dangling'],
  ),

  // The input.
  'nothing for a receipt': {
    input: [...envelopes, null],
    faults: { receipt_unreadable: ['receipts[50]'] },
  },
  'a line cut short': {
    input: lines.map((line, index) => (index === 3 ? line.slice(0, -1) : line)).join('\n'),
    faults: {
      receipt_unreadable: ['line 4'],
      chain_gap: [id(4)],
      chain_heads: [id(2), id(LAST)],
    },
  },
  'a line with something behind it': {
    input: lines.map((line, index) => (index === 3 ? `${line} {}` : line)).join('\n'),
    faults: {
      receipt_unreadable: ['line 4'],
      chain_gap: [id(4)],
      chain_heads: [id(2), id(LAST)],
    },
  },
  'two receipts on a line': {
    input: [...lines.slice(0, 3), `${lines[3]}${lines[4]}`, ...lines.slice(5)].join('\n'),
    faults: {
      receipt_unreadable: ['line 4'],
      chain_gap: [id(5)],
      chain_heads: [id(2), id(LAST)],
    },
  },
  'more than are read': {
    input: envelopes,
    options: { maxReceipts: 49 },
    faults: {
      input_too_many: ALL.slice(0, LAST).map((_each, index) => `receipts[${index}]`),
      chain_head: [id(LAST)],
    },
  },
  'no package': {
    input: 7,
    faults: {
      input_unreadable: ['input'],
      chain_head: [id(LAST)],
      replay_unmatched: [0, 1, 2, 3, 4, 5, 6].map((index) => `states[${index}]`),
    },
  },
};
