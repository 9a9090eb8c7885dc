/**
 * Whether the clocks of those who signed a package run forwards.
 *
 * @module
 */
import type { JsonValue } from '../../json.js';
import { instantOf } from '../instant.js';
import { type Examined, type Receipt, textOf } from './examine.js';
import { type PackageRow, rowsFor } from './rows.js';

/** Compares the times that receipts tell, with those before them and within themselves. */
export function clockRows({ receipts }: Examined): readonly PackageRow[] {
  const instants = new Map<JsonValue | undefined, number | undefined>();
  // Many receipts tell the same time, and reading it takes longer than finding it again.
  const read = (text: JsonValue | undefined): number | undefined => {
    if (!instants.has(text)) instants.set(text, instantOf(text));
    return instants.get(text);
  };
  const times = new Map<string, Times>(
    receipts.map((receipt) => [receipt.id, readTimes(receipt, read)]),
  );
  const found = [...times.values()];
  const backwards = found.filter(({ signed, parentId }) =>
    isBefore(signed, times.get(parentId ?? '')?.signed),
  );
  const early = found.filter(({ signed, happened }) => isBefore(signed, happened));
  const unreadable = found.filter(({ isUnreadable }) => isUnreadable);
  const rows = [
    ...rowsFor('clock_backwards', idsOf(backwards)),
    ...rowsFor('clock_early', idsOf(early)),
    ...rowsFor('clock_unreadable', idsOf(unreadable)),
  ];
  return rows.length > 0 ? rows : rowsFor('clock_forward', idsOf(found));
}

/** When a receipt says that it was signed, and when it says that it happened what it tells of. */
interface Times {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly signed: number | undefined;
  readonly happened: number | undefined;
  readonly isUnreadable: boolean;
}

function readTimes({ id, opened }: Receipt, read: typeof instantOf): Times {
  const { value, statement, parentId } = opened;
  const { timestamp } = value;
  const signed = read(timestamp);
  const payload = statement?.payload;
  const text = textOf(payload, 'judged_at') ?? textOf(payload, 'resolved_at');
  const happened = read(text);
  const isUnreadable = signed === undefined || (text !== undefined && happened === undefined);
  return { id, parentId, signed, happened, isUnreadable };
}

function isBefore(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left < right;
}

function idsOf(times: readonly Times[]): readonly string[] {
  return times.map(({ id }) => id);
}
