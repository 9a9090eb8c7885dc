/**
 * Who signed the receipts of a package.
 *
 * @module
 */
import type { OpenedReceipt } from '../open.js';
import type { DistrustedKey, SignatureFacts, SignedBy } from '../verdict.js';
import type { Examined, Item } from './examine.js';
import { isClean, type PackageRow, type RowCode, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** Holds every entry, seals included, to your keys. */
export function signatureRows({ items, seals, receipts }: Examined): readonly PackageRow[] {
  const all = [...items, ...seals];
  const found = all.map((item) => ({ item, code: codeOf(item) }));
  const rows = FAULTS.flatMap(([code, describe]) => {
    const bad = found.filter((each) => each.code === code).map(({ item }) => item);
    const details = [...new Set(bad.map(describe))];
    return rowsFor(code, namesOf(bad), details.length === 0 ? undefined : listed(details));
  });
  if (!isClean(rows)) return rows;
  const trusted = receipts.flatMap(({ items: [item] }) => item?.verdict.trusted ?? []);
  const keyIds = [...new Set(trusted.map(({ keyId }) => keyId))].map(shown);
  const ids = receipts.map(({ id }) => id);
  return rowsFor('signatures_trusted', ids, `by ${listed(keyIds)}`);
}

/** What can be wrong with an entry, and what to say of it. */
const FAULTS: readonly (readonly [RowCode, (item: Item) => string])[] = [
  ['receipt_unreadable', ({ entry, verdict }) => `${shown(entry.place)}: ${faultOf(verdict)}`],
  ['signature_bad', ({ verdict }) => faultOf(verdict)],
  ['signature_unknown', ({ verdict }) => listed(verdict.unknown.map(shown))],
  ['signature_claimed', ({ claimed }) => listed(claimed.map(nameOf))],
  ['signature_untrusted', ({ verdict }) => listed(verdict.distrusted.map(whyOf))],
  ['signature_extra', ({ verdict }) => listed(verdict.distrusted.map(whyOf))],
];

function codeOf({ verdict, opened, claimed, isForged }: Item): RowCode | undefined {
  if (verdict.ok) return verdict.distrusted.length > 0 ? 'signature_extra' : undefined;
  if (opened === undefined) return 'receipt_unreadable';
  // What the verdict finds at the answer is for the rows about answers to say.
  if (isSigned(opened, verdict))
    return verdict.distrusted.length > 0 ? 'signature_extra' : undefined;
  if (verdict.code === 'bad_signature' || isForged) return 'signature_bad';
  if (verdict.code !== 'unknown_key') return 'signature_untrusted';
  return claimed.length === verdict.unknown.length ? 'signature_claimed' : 'signature_unknown';
}

/** Whether every signature is good, and one is by a key that is trusted for it. */
function isSigned({ signatures }: OpenedReceipt, { signed, trusted }: SignatureFacts): boolean {
  return signed.length === signatures.length && trusted.length > 0;
}

function faultOf(verdict: Item['verdict']): string {
  return verdict.ok ? '' : `${verdict.code} at ${verdict.path}`;
}

function nameOf({ keyId, publicKey }: SignedBy): string {
  return `${shown(keyId)} ${publicKey}`;
}

function whyOf({ keyId, code }: DistrustedKey): string {
  return `${shown(keyId)} ${code}`;
}

function namesOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.map(({ name }) => name))];
}
