/**
 * Which denials a package records as blocked, and what else it says was blocked.
 *
 * These are facts and no faults: a gate need not record what it stopped.
 *
 * @module
 */
import type { BlockedPayload } from '../kinds.js';
import {
  callOf,
  type Examined,
  type JudgementReceipt,
  type Receipt,
  subjectOf,
} from './examine.js';
import { type PackageRow, row, rowsFor } from './rows.js';
import { listed } from './words.js';

/** Pairs denials with the records of what was blocked. */
export function blockedRows(examined: Examined): readonly PackageRow[] {
  const denied = examined.judgements.filter(({ judgement }) => judgement.effect === 'deny');
  const deniedNames = new Set(denied.flatMap(namesOf));
  const blockedNames = new Set<string>();
  const others: Blocked[] = [];
  for (const blocked of findBlocked(examined)) {
    const names = meantBy(blocked, examined).filter((name) => deniedNames.has(name));
    if (names.length === 0) others.push(blocked);
    // A record that nobody verified pairs with nothing.
    else if (blocked.isTrusted) for (const name of names) blockedNames.add(name);
  }
  const isBlocked = (receipt: JudgementReceipt): boolean =>
    namesOf(receipt).some((name) => blockedNames.has(name));
  const reasons = others.map(({ blocked }) => blocked.reason_class);
  const rows = [
    ...rowsFor('blocked_paired', idsOf(denied.filter(isBlocked))),
    ...rowsFor('deny_unblocked', idsOf(denied.filter((receipt) => !isBlocked(receipt)))),
    ...rowsFor('blocked_undenied', idsOf(others), listed([...new Set(reasons)])),
  ];
  return rows.length > 0 ? rows : [row('blocked_none', [])];
}

interface Blocked extends Receipt {
  readonly blocked: BlockedPayload;
}

function findBlocked({ receipts }: Examined): readonly Blocked[] {
  return receipts.flatMap((receipt) => {
    const { blocked } = receipt.opened;
    return blocked === undefined ? [] : [{ ...receipt, blocked }];
  });
}

/** What a record can mean a judgement by: itself, its call, what it is about, what was seen. */
function namesOf({ id, opened, judgement }: JudgementReceipt): readonly string[] {
  const call = callOf(judgement);
  const names = [id, opened.digest, call, subjectOf(opened.value), judgement.state_digest];
  return names.filter((name) => name !== undefined);
}

/** Its evidence, its subject, and the calls of that and of the judgement that it follows. */
function meantBy({ opened, blocked }: Blocked, { byId }: Examined): readonly string[] {
  const subject = subjectOf(opened.value);
  const calls = [subject, opened.parentId].map((id) => {
    const judgement = byId.get(id ?? '')?.opened.judgement;
    return judgement === undefined ? undefined : callOf(judgement);
  });
  return [blocked.evidence_digest, subject, ...calls].filter((name) => name !== undefined);
}

function idsOf(receipts: readonly Receipt[]): readonly string[] {
  return receipts.map(({ id }) => id);
}
