/**
 * What one side accepts and the other does not, on purpose.
 *
 * @module
 */
import type { Envelope } from 'judgement/receipt';
import { FULL_JUDGEMENT } from './samples.js';
import { KEYS, MACHINE, RECEIPT, sealBytes, sealStatement } from './signers.js';

/** An envelope whose signature is good, and what each side says to it. */
export interface Difference {
  readonly name: string;
  readonly text: string;
  /** The code of our refusal, or `ok`. */
  readonly here: string;
  readonly there: 'ok' | 'refused';
}

/** All of the differences that are known. */
export function differences(): readonly Difference[] {
  return [
    ...stricterHere().map(([name, envelope, here]) => toRow(name, envelope, here, 'ok')),
    ...stricterThere().map(([name, envelope]) => toRow(name, envelope, 'ok', 'refused')),
  ];
}

/** A key id of more than 256 characters. */
const LONG_ID = 'k'.repeat(257);

/** The trusted keys, one of them under a second id that this library does not read. */
export const MORE_KEYS: Readonly<Record<string, string>> = {
  ...KEYS,
  [LONG_ID]: MACHINE.publicKey,
};

const ACTION = 'application/vnd.treeship.action.v1+json';
const NO_SECOND = '2026-12-01T12:00:00.5Z';

/** A receipt says one thing to every reader, so whatever two readers may take for two is refused. */
function stricterHere(): readonly (readonly [name: string, envelope: Envelope, code: string])[] {
  const full = sealStatement('judgement.v1', FULL_JUDGEMENT);
  const [{ sig } = { sig: '' }] = full.signatures;
  const contract = { id: 'a', more: 'x' };
  return [
    [
      'one key twice',
      { ...full, signatures: [...full.signatures, ...full.signatures] },
      'bad_envelope',
    ],
    ['a key id without end', { ...full, signatures: [{ keyid: LONG_ID, sig }] }, 'bad_envelope'],
    ['a member of a payload twice', note('"kind":"n","payload":{"a":1,"a":2}'), 'duplicate_member'],
    ['an unknown member twice', note('"kind":"n","x":1,"x":2'), 'duplicate_member'],
    ['a forbidden member', note('"kind":"n","payload":{"__proto__":1}'), 'forbidden_member'],
    ['an integer no double holds', note('"kind":"n","payload":9007199254740993'), 'unsafe_integer'],
    ['a null for what is absent', note('"kind":"n","parentId":null'), 'bad_statement'],
    ['an empty kind', note('"kind":""'), 'bad_statement'],
    ['a parent that is no id', sealStatement('n', {}, { parentId: 'art_1' }), 'bad_statement'],
    ['another statement', sealStatement('n', {}, { type: 'treeship/x/v1' }), 'bad_statement'],
    ['half a second', sealStatement('n', {}, { timestamp: NO_SECOND }), 'bad_statement'],
    ['a judgement under another kind', sealStatement('n', FULL_JUDGEMENT), 'bad_payload'],
    [
      'a contract with more',
      sealStatement('judgement.v1', { ...FULL_JUDGEMENT, contract }),
      'bad_payload',
    ],
    ['another media type', seal('{}', 'application/vnd.in-toto+json'), 'bad_payload_type'],
    ['a receipt as an action', note('"kind":"n"', ACTION), 'bad_payload_type'],
    ['a payload that is no object', seal('[]', ACTION), 'bad_statement'],
  ];
}

/** What receipts of ours never hold: their text is that of RFC 8785, and they are not nested so. */
function stricterThere(): readonly (readonly [name: string, envelope: Envelope])[] {
  const text = JSON.stringify(FULL_JUDGEMENT).replace('"latency_ms":41', '"latency_ms":41.0');
  return [
    // A whole number is an integer to JSON Schema, however it is written.
    ['an integer that is written as a float', note(`"kind":"judgement.v1","payload":${text}`)],
    // serde_json stops at 128 open brackets, of which the statement is one; here they may be 128.
    ['128 levels', note(`"kind":"n","payload":${'['.repeat(127)}${']'.repeat(127)}`)],
  ];
}

/** A small receipt, in text that no serialiser has touched. */
function note(members: string, payloadType = RECEIPT): Envelope {
  const common = '"type":"treeship/receipt/v1","timestamp":"2026-12-01T12:00:00Z","system":"s://x"';
  return seal(`{${common},${members}}`, payloadType);
}

function seal(text: string, payloadType: string): Envelope {
  return sealBytes(Buffer.from(text), [MACHINE], payloadType);
}

function toRow(
  name: string,
  envelope: Envelope,
  here: string,
  there: Difference['there'],
): Difference {
  return { name, text: JSON.stringify(envelope), here, there };
}
