/**
 * Payload schemas: one payload with one member changed at a time, on both sides.
 *
 * @module
 */
import { openReceipt } from 'judgement/receipt';
import type { Program } from './programs.js';
import { FULL_BLOCKED, FULL_HALT, FULL_JUDGEMENT, FULL_RESOLUTION } from './samples.js';
import { sealBytes } from './signers.js';
import type { Tally } from './tally.js';

/** What `validate` of treeship-core says. */
interface Validated {
  readonly fault: string | null;
}

/** Both sides accept the same payloads, but for what {@link STRICTER} lists. */
export function checkPayloads({ equal }: Tally, program: Program): void {
  const rows = KINDS.flatMap(([kind, full]) =>
    mutants(full).map(({ name, payload }) => ({ kind, name, text: JSON.stringify(payload) })),
  );
  const requests = rows.map(({ kind, text }) => ({ op: 'validate', kind, payload: text }));
  program.ask<Validated>(requests).forEach(({ fault }, index) => {
    const { kind, name, text } = rows[index] ?? { kind: '', name: '', text: '' };
    const here = openReceipt(sealBytes(Buffer.from(around(kind, text)))).ok;
    const what = `${kind} ${name}`;
    equal(what, here, fault === null && !STRICTER.has(what));
  });
}

/** The kinds whose payloads are checked on both sides, and a payload with every member. */
const KINDS: readonly (readonly [kind: string, full: object])[] = [
  ['judgement.v1', FULL_JUDGEMENT],
  ['judgement.resolution.v1', FULL_RESOLUTION],
  ['blocked.v1', FULL_BLOCKED],
  ['halt.v1', FULL_HALT],
];

/** What is refused here alone: `additionalProperties: false`, which is not enforced there. */
const STRICTER: ReadonlySet<string> = new Set([
  'judgement.v1 contract and more',
  'judgement.resolution.v1 and more',
  'halt.v1 and more',
]);

interface Mutant {
  readonly name: string;
  readonly payload: unknown;
}

/** The payload as it is, with each member left out and replaced, and each object with one more. */
function mutants(full: object): readonly Mutant[] {
  const rows: Mutant[] = [
    { name: 'in full', payload: full },
    { name: 'and more', payload: { ...full, more: 'x' } },
  ];
  for (const { path, isObject } of placesIn(full)) {
    const name = path.join('.');
    rows.push({ name: `${name} left out`, payload: change(full, path, undefined) });
    for (const value of VALUES) {
      rows.push({ name: `${name} ${JSON.stringify(value)}`, payload: change(full, path, value) });
    }
    if (!isObject) continue;
    rows.push({ name: `${name} and more`, payload: change(full, [...path, 'more'], 'x') });
  }
  return rows;
}

const VALUES = [
  null,
  true,
  0,
  1,
  -1,
  0.5,
  1.5,
  2,
  1e-7,
  4e15,
  '',
  'x',
  'judgement.v1',
  'blocked.v1',
  'deny',
  'halt',
  'action',
  'scope_violation',
  'noul',
  'confidence',
  `sha256:${'0'.repeat(64)}`,
  `sha256:${'A'.repeat(64)}`,
  `sha256:${'0'.repeat(63)}`,
  `art_${'0'.repeat(32)}`,
  '2026-12-01T12:00:00Z',
  [],
  ['x'],
  [1],
  {},
  { x: 0.5 },
  { x: 2 },
  { model: 'x' },
  { id: 'x' },
  { value: 1 },
  { key: 'x', type: 'score' },
];

interface Place {
  readonly path: readonly string[];
  readonly isObject: boolean;
}

function placesIn(value: object): readonly Place[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member);
    const inner = isObject ? placesIn(member) : [];
    const below = inner.map((place) => ({ ...place, path: [key, ...place.path] }));
    return [{ path: [key], isObject }, ...below];
  });
}

function change(value: object, [key = '', ...rest]: readonly string[], to: unknown): object {
  const inner: unknown = Reflect.get(value, key);
  const next = rest.length > 0 && typeof inner === 'object' && inner !== null;
  return { ...value, [key]: next ? change(inner, rest, to) : to };
}

/** A statement around the text of a payload. */
function around(kind: string, text: string): string {
  const frame = {
    type: 'treeship/receipt/v1',
    timestamp: '2026-12-01T12:00:00Z',
    system: 's://x',
    kind,
  };
  return JSON.stringify(frame).replace(/\}$/, `,"payload":${text}}`);
}
