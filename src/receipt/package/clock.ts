/**
 * Whether the clocks of those who signed a package run forwards.
 *
 * @module
 */
import type { JsonValue } from '../../json.js';
import { type Examined, type Receipt, textOf } from './examine.js';
import { type PackageRow, rowsFor } from './rows.js';

/** Compares the times that receipts tell, with those before them and within themselves. */
export function clockRows({ receipts, byId }: Examined): readonly PackageRow[] {
  const named = (test: (receipt: Receipt) => boolean): readonly string[] =>
    receipts.filter(test).map(({ id }) => id);
  const rows = [
    ...rowsFor(
      'clock_backwards',
      named((receipt) => isBefore(signedAt(receipt), signedAt(byId.get(parentOf(receipt))))),
    ),
    ...rowsFor(
      'clock_early',
      named((receipt) => isBefore(signedAt(receipt), happenedAt(receipt))),
    ),
    ...rowsFor(
      'clock_unreadable',
      named((receipt) => isUnreadable(receipt)),
    ),
  ];
  return rows.length > 0
    ? rows
    : rowsFor(
        'clock_forward',
        named(() => true),
      );
}

/**
 * Reads a time as RFC 3339 writes it, in milliseconds since 1970, or nothing.
 *
 * The language's own reader takes many other texts, each host its own.
 */
export function instantOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'string' || !RFC_3339.test(value)) return undefined;
  const instant = Date.parse(value.toUpperCase());
  return Number.isNaN(instant) ? undefined : instant;
}

/** A date and a time with a zone (RFC 3339 §5.6); the language checks the ranges. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** The members in which a payload says when it happened what it tells of. */
const HAPPENED = ['judged_at', 'resolved_at'] as const;

function parentOf({ opened }: Receipt): string {
  return opened.parentId ?? '';
}

function signedAt(receipt: Receipt | undefined): number | undefined {
  return instantOf(receipt?.opened.value['timestamp']);
}

function happenedAt(receipt: Receipt): number | undefined {
  return instantOf(happenedText(receipt));
}

function happenedText({ opened }: Receipt): string | undefined {
  const payload = opened.statement?.payload;
  return HAPPENED.map((member) => textOf(payload, member)).find((text) => text !== undefined);
}

function isUnreadable(receipt: Receipt): boolean {
  const text = happenedText(receipt);
  if (signedAt(receipt) === undefined) return true;
  return text !== undefined && instantOf(text) === undefined;
}

function isBefore(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left < right;
}
