/**
 * Whether a package names its receipts by their bytes, and each of them once.
 *
 * @module
 */
import { canonicalize } from '../../canonical.js';
import type { JsonValue } from '../../json.js';
import { isArtifactId } from '../envelope.js';
import { instantOf } from '../instant.js';
import type { OpenedReceipt } from '../open.js';
import { type Examined, type Item, subjectOf, textOf } from './examine.js';
import type { Claim } from './read.js';
import { type PackageRow, type RowCode, rowsFor } from './rows.js';

/** Holds what records and file names say to what the bytes say. */
export function idRows({ items, seals, receipts }: Examined): readonly PackageRow[] {
  const found = new Map<RowCode, Set<string>>();
  for (const item of [...items, ...seals]) {
    for (const { about, value } of item.entry.claims) {
      const [code, holds] = CLAIMS[about];
      if (item.opened === undefined || holds(value, item.opened)) continue;
      found.set(code, (found.get(code) ?? new Set()).add(item.name));
    }
  }
  const rows = Object.values(CLAIMS).flatMap(([code]) =>
    rowsFor(code, [...(found.get(code) ?? [])]),
  );
  if (rows.length > 0) return rows;
  return rowsFor(
    'ids_match',
    receipts.map(({ id }) => id),
  );
}

/** Finds what is there more than once. */
export function duplicateRows({ receipts }: Examined): readonly PackageRow[] {
  const repeated: string[] = [];
  const resigned: string[] = [];
  for (const { id, items } of receipts) {
    if (items.length > 1) (haveSameSignatures(items) ? repeated : resigned).push(id);
  }
  const rows = [...rowsFor('receipt_repeated', repeated), ...rowsFor('receipt_resigned', resigned)];
  if (rows.length > 0) return rows;
  return rowsFor(
    'duplicates_none',
    receipts.map(({ id }) => id),
  );
}

/** What a signed edge to another receipt can be called; Treeship follows each of them. */
const EDGES = ['parentId', 'parent_id', 'invitation_ref'] as const;

/** How far the time of a record may be from what was signed; Treeship allows as much. */
const TOLERANCE_MS = 120_000;

type Check = (claimed: JsonValue, opened: OpenedReceipt) => boolean;

/** For each claim what it is reported as, and whether the bytes bear it out. */
const CLAIMS: { readonly [about in Claim['about']]: readonly [RowCode, Check] } = {
  id: ['record_id', (claimed, { id }) => claimed === id],
  digest: ['record_digest', (claimed, { digest }) => claimed === digest],
  type: ['record_type', (claimed, { payloadType }) => claimed === payloadType],
  key: [
    'record_key',
    (claimed, { signatures }) => signatures.some(({ keyId }) => keyId === claimed),
  ],
  parent: [
    'record_parent',
    (claimed, { value }) =>
      claimed === subjectOf(value) || EDGES.some((edge) => claimed === textOf(value, edge)),
  ],
  statement: [
    'record_statement',
    (claimed, { value }) => canonicalize(claimed) === canonicalize(value),
  ],
  time: [
    'record_time',
    (claimed, { value }) => isNear(instantOf(claimed), instantOf(value['timestamp'])),
  ],
  // A file may be named after anything, but not after another receipt.
  file: ['file_name', (claimed, { id }) => claimed === id || !isArtifactId(claimed)],
};

function isNear(left: number | undefined, right: number | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return Math.abs(left - right) <= TOLERANCE_MS;
}

function haveSameSignatures(items: readonly Item[]): boolean {
  const texts = items.map(({ opened }) =>
    JSON.stringify(opened?.signatures.map(({ keyId, signature }) => [keyId, ...signature])),
  );
  return new Set(texts).size === 1;
}
