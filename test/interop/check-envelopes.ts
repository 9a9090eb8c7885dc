/**
 * Envelopes of ours, whole and tampered with, as another implementation sees them.
 *
 * @module
 */
import { type Envelope, exportSignature, openReceipt, verifyReceipt } from 'judgement/receipt';
import { makeDice } from './dice.js';
import { type Difference, differences, MORE_KEYS } from './differences.js';
import { attestSomething } from './judgements.js';
import type { Program } from './programs.js';
import { type Sample, samples } from './samples.js';
import { KEYS, TRUSTED } from './signers.js';
import type { Tally } from './tally.js';
import { type Twin, twinsOf } from './tampering.js';

/** What `open` of treeship-core says. */
interface Opened {
  readonly id?: string;
  readonly digest?: string;
  readonly payload_type?: string;
  readonly verify?: string | null;
  readonly verify_any?: string | null;
  readonly predicate?: string | null;
  readonly statement?: unknown;
}

/** Every kind, 200 judgements by chance, and what was tampered with, against treeship-core. */
export function checkEnvelopes({ equal }: Tally, program: Program): void {
  const rows = [...samples(), ...randomSamples()];
  const requests = rows.map(({ envelope }) => open(JSON.stringify(envelope)));
  program.ask<Opened>(requests).forEach((theirs, index) => {
    const row = rows[index];
    if (row === undefined) return;
    const ours = verifyReceipt(row.envelope, { keys: TRUSTED });
    equal(`${row.name}: accepted here`, ours.ok ? 'ok' : `${ours.code} ${ours.path}`, 'ok');
    if (!ours.ok) return;
    const { id, digest, payloadType, statement } = ours;
    equal(`${row.name}: kind`, statement?.kind ?? '', row.kind);
    equal(`${row.name}: accepted there`, rounded(theirs), {
      id,
      digest,
      payload_type: payloadType,
      verify: null,
      verify_any: null,
      ...(statement === undefined ? {} : { predicate: null, statement: rounded(statement) }),
    });
  });
}

/** Tampered twins: refused on both sides. */
export function checkTwins({ equal }: Tally, program: Program, everywhere: boolean): void {
  const twins = allTwins().filter((twin) => twin.everywhere || !everywhere);
  const answers = program.ask<Opened>(twins.map(({ text }) => open(text)));
  answers.forEach((theirs, index) => {
    const { name, text } = twins[index] ?? { name: '', text: '' };
    equal(`${name}: refused there`, accepts(theirs), false);
    equal(`${name}: refused here`, verifyReceipt(text, { keys: TRUSTED }).ok, false);
  });
}

/** What one side alone accepts, so that a change on either side shows. */
export function checkDifferences({ equal }: Tally, program: Program): void {
  const rows = differences();
  const requests = rows.map(({ text }) => ({ op: 'open', envelope: text, keys: MORE_KEYS }));
  program.ask<Opened>(requests).forEach((theirs, index) => {
    const { name, text, here, there } = rows[index] ?? NO_DIFFERENCE;
    const ours = openReceipt(text);
    equal(`${name}: signature there`, theirs.verify, null);
    equal(`${name}: there`, accepts(theirs) ? 'ok' : 'refused', there);
    equal(`${name}: here`, ours.ok ? 'ok' : ours.code, here);
  });
}

const NO_DIFFERENCE: Difference = { name: '', text: '', here: '', there: 'ok' };

/** Every kind and its exported signature, against a library that knows DSSE or Ed25519 alone. */
export function checkPortable({ equal }: Tally, program: Program): void {
  const rows = [...samples(), ...randomSamples()];
  const opened = program.ask<Opened>(rows.map(({ envelope }) => open(JSON.stringify(envelope))));
  const plain = rows.flatMap(({ name, envelope }) => toPlain(name, envelope));
  opened.forEach((theirs, index) => {
    const row = rows[index];
    const ours = openReceipt(row?.envelope);
    const expected = ours.ok ? { id: ours.id, digest: ours.digest } : ours;
    equal(`${row?.name}: accepted there`, theirs, expected);
  });
  program.ask(plain.map(({ request }) => request)).forEach((theirs, index) => {
    const { name, good } = plain[index] ?? {};
    equal(`${name}: plain signature`, theirs.error === undefined, good);
  });
}

/**
 * Plain JSON whose numbers have 15 digits: serde_json reads longer ones to within one unit in the
 * last place unless it is built to read them exactly, which Treeship's is not.
 */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'number' ? Number(member.toPrecision(15)) : member,
  );
}

/** The receipts of 200 judgements by chance. */
function randomSamples(): readonly Sample[] {
  const dice = makeDice(200);
  const receipts = Array.from({ length: 200 }, () => attestSomething(dice).receipts).flat();
  return receipts.map(({ envelope }, index) => ({
    name: `by chance #${index}`,
    kind: 'judgement.v1',
    envelope,
  }));
}

function allTwins(): readonly Twin[] {
  const rows = samples();
  return rows.flatMap(({ name, envelope }, index) => {
    const other = rows[(index + 1) % rows.length]?.envelope ?? envelope;
    return twinsOf(envelope, other).map((twin) => ({ ...twin, name: `${name}, ${twin.name}` }));
  });
}

function open(text: string): object {
  return { op: 'open', envelope: text, keys: KEYS };
}

/** Whether Treeship would take the receipt: signatures, statement and payload. */
function accepts({ error, verify, predicate }: Opened & { readonly error?: string }): boolean {
  return error === undefined && (verify ?? null) === null && (predicate ?? null) === null;
}

/** The exported signatures of an envelope, and each of them beside other bytes. */
function toPlain(name: string, envelope: Envelope) {
  const opened = openReceipt(envelope);
  if (!opened.ok) return [];
  return opened.signatures.flatMap(({ keyId }) => {
    const exported = exportSignature(opened, { publicKey: KEYS[keyId] ?? '', keyId });
    const message = Buffer.from(exported.message_b64, 'base64');
    message[0] = (message[0] ?? 0) ^ 1;
    return [
      { name, request: { op: 'plain', ...exported }, good: true },
      {
        name,
        request: { op: 'plain', ...exported, message_b64: message.toString('base64') },
        good: false,
      },
    ];
  });
}
