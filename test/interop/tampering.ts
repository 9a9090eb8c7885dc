/**
 * What can be done to an envelope on its way.
 *
 * @module
 */
import type { Ed25519Signer, Envelope } from 'judgement/receipt';
import { HUMAN, MACHINE, STRANGER, sealBytes } from './signers.js';

/** An envelope that must be refused. */
export interface Twin {
  readonly name: string;
  readonly text: string;
  /** Whether a library that reads JSON loosely, and knows DSSE alone, has to refuse it as well. */
  readonly everywhere: boolean;
}

/** Every way of tampering, done to one envelope; another one lends it its parts. */
export function twinsOf(envelope: Envelope, other: Envelope): readonly Twin[] {
  return [
    ...ON_BYTES.map(([name, tamper]) => ({
      name,
      text: JSON.stringify(tamper(envelope, other)),
      everywhere: true,
    })),
    ...ON_TEXT.map(([name, tamper]) => ({ name, text: tamper(envelope), everywhere: false })),
  ].filter(({ text }) => text !== JSON.stringify(envelope));
}

type OnBytes = (envelope: Envelope, other: Envelope) => object;

const ON_BYTES: readonly (readonly [name: string, tamper: OnBytes])[] = [
  ['first bit of the payload', (envelope) => withPayload(envelope, flip(0))],
  ['last bit of the payload', (envelope) => withPayload(envelope, flip(-1))],
  ['a bit amid the payload', (envelope) => withPayload(envelope, flip(200))],
  ['payload cut by a byte', (envelope) => withPayload(envelope, (raw) => raw.subarray(0, -1))],
  [
    'payload with a line break',
    (envelope) => withPayload(envelope, (raw) => Buffer.concat([raw, Buffer.from('\n')])),
  ],
  ['payload re-serialised', (envelope) => withPayload(envelope, respace)],
  ['one member changed', (envelope) => withPayload(envelope, redate)],
  ['payload of another', (envelope, { payload }) => ({ ...envelope, payload })],
  ['no payload', (envelope) => ({ ...envelope, payload: '' })],
  [
    'another type',
    (envelope) => ({ ...envelope, payloadType: 'application/vnd.treeship.handoff.v1+json' }),
  ],
  [
    'type in capitals',
    (envelope) => ({ ...envelope, payloadType: envelope.payloadType.toUpperCase() }),
  ],
  ['payload padded', (envelope) => ({ ...envelope, payload: `${envelope.payload}=` })],
  [
    'payload in the standard alphabet',
    (envelope) => ({ ...envelope, payload: standard(envelope.payload) }),
  ],
  ['no signature', (envelope) => ({ ...envelope, signatures: [] })],
  ['first bit of R', (envelope) => withSignature(envelope, flip(0))],
  ['sign bit of R', (envelope) => withSignature(envelope, flip(31, 0x80))],
  ['first bit of S', (envelope) => withSignature(envelope, flip(32))],
  ['last bit of S', (envelope) => withSignature(envelope, flip(63, 0x80))],
  ['S + L', (envelope) => withSignature(envelope, addOrder)],
  ['signature cut by a byte', (envelope) => withSignature(envelope, (raw) => raw.subarray(0, 63))],
  [
    'signature with a byte more',
    (envelope) => withSignature(envelope, (raw) => Buffer.concat([raw, Buffer.of(0)])),
  ],
  ['zeros for a signature', (envelope) => withSignature(envelope, () => Buffer.alloc(64))],
  ['signature padded', (envelope) => withText(envelope, (sig) => `${sig}==`)],
  ['signature in the standard alphabet', (envelope) => withText(envelope, standard)],
  ['signature in another spelling', (envelope) => withText(envelope, respell)],
  [
    'signature of another',
    (envelope, { signatures: [theirs] }) => withText(envelope, () => theirs?.sig ?? ''),
  ],
  ['an unknown key id', (envelope) => withKeyId(envelope, () => 'key_0000000000000000')],
  [
    'the id of another key',
    (envelope) => withKeyId(envelope, (id) => (id === HUMAN.keyId ? MACHINE : HUMAN).keyId),
  ],
  ['signed by a stranger', (envelope) => resign(envelope, STRANGER)],
  [
    'signed by a stranger in its name',
    (envelope) => resign(envelope, { ...STRANGER, keyId: MACHINE.keyId }),
  ],
  ['a stranger co-signs', (envelope) => cosign(envelope, STRANGER)],
  ['somebody co-signs badly', (envelope) => cosign(envelope, { ...STRANGER, keyId: HUMAN.keyId })],
  ['signed without the encoding', (envelope) => signOver(envelope, (payload) => payload)],
  [
    'signed over the base64',
    (envelope) =>
      signOver(envelope, () =>
        Buffer.from(
          `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${envelope.payload.length} ${envelope.payload}`,
        ),
      ),
  ],
];

const ON_TEXT: readonly (readonly [name: string, tamper: (envelope: Envelope) => string])[] = [
  ['text cut', (envelope) => JSON.stringify(envelope).slice(0, -1)],
  ['text with more behind it', (envelope) => `${JSON.stringify(envelope)}{}`],
  ['two payloads', (envelope) => JSON.stringify(envelope).replace('{', `{"payload":"e30",`)],
  [
    'two types',
    (envelope) => JSON.stringify(envelope).replace('{', `{"payloadType":"text/plain",`),
  ],
  [
    'two lists of signatures',
    (envelope) => JSON.stringify(envelope).replace('{', '{"signatures":[],'),
  ],
  ['no payload member', ({ payload: _, ...rest }) => JSON.stringify(rest)],
  ['no type member', ({ payloadType: _, ...rest }) => JSON.stringify(rest)],
  ['no signatures member', ({ signatures: _, ...rest }) => JSON.stringify(rest)],
  ['an empty type', (envelope) => JSON.stringify({ ...envelope, payloadType: '' })],
  ['a payload that is no text', (envelope) => JSON.stringify({ ...envelope, payload: {} })],
  ['an empty key id', (envelope) => JSON.stringify(withKeyId(envelope, () => ''))],
  [
    'no key id',
    (envelope) =>
      JSON.stringify({ ...envelope, signatures: envelope.signatures.map(({ sig }) => ({ sig })) }),
  ],
  ['a key id of null', (envelope) => JSON.stringify(withKeyId(envelope, () => null))],
  ['a number for an envelope', () => '7'],
];

type OnBuffer = (raw: Buffer) => Buffer;

function withPayload(envelope: Envelope, change: OnBuffer): object {
  return { ...envelope, payload: recode(envelope.payload, change) };
}

function withSignature(envelope: Envelope, change: OnBuffer): object {
  return withText(envelope, (sig) => recode(sig, change));
}

/** Changes the last signature: all of the others stay as good as they are. */
function withText(envelope: Envelope, change: (sig: string) => string): object {
  const { signatures } = envelope;
  return {
    ...envelope,
    signatures: signatures.map((each, index) =>
      index === signatures.length - 1 ? { ...each, sig: change(each.sig) } : each,
    ),
  };
}

function withKeyId(envelope: Envelope, change: (keyid: string) => string | null): object {
  const { signatures } = envelope;
  return {
    ...envelope,
    signatures: signatures.map(({ keyid, sig }) => ({ keyid: change(keyid), sig })),
  };
}

function resign(envelope: Envelope, signer: Ed25519Signer): Envelope {
  return sealBytes(Buffer.from(envelope.payload, 'base64url'), [signer], envelope.payloadType);
}

function cosign(envelope: Envelope, signer: Ed25519Signer): object {
  const { signatures } = resign(envelope, signer);
  return { ...envelope, signatures: [...envelope.signatures, ...signatures] };
}

function signOver(envelope: Envelope, toSigned: OnBuffer): object {
  const signed = toSigned(Buffer.from(envelope.payload, 'base64url'));
  const sig = Buffer.from(MACHINE.sign(signed)).toString('base64url');
  return { ...envelope, signatures: [{ keyid: MACHINE.keyId, sig }] };
}

function recode(text: string, change: OnBuffer): string {
  return change(Buffer.from(text, 'base64url')).toString('base64url');
}

function flip(at: number, bit = 1): OnBuffer {
  return (raw) => {
    const copy = Buffer.from(raw);
    const index = (at + copy.length) % copy.length;
    copy[index] = (copy[index] ?? 0) ^ bit;
    return copy;
  };
}

function respace(raw: Buffer): Buffer {
  return Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1));
}

function redate(raw: Buffer): Buffer {
  return Buffer.from(raw.toString().replace('"2026-', '"2025-'));
}

/** The other S that a verifier without RFC 8032 §5.1.7 takes as well. */
function addOrder(raw: Buffer): Buffer {
  const s = BigInt(`0x${Buffer.from(raw.subarray(32)).reverse().toString('hex')}`) + ORDER;
  const encoded = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([raw.subarray(0, 32), encoded]);
}

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function standard(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

/** Sets bits of the last character that no byte is made of. */
function respell(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return `${text.slice(0, -1)}${alphabet[alphabet.indexOf(text.slice(-1)) + 1]}`;
}
