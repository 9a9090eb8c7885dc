/**
 * Whether the callers kept to their own bars.
 *
 * @module
 */
import { barFault, type YesSides } from './bars.js';
import type { Examined, JudgementReceipt } from './examine.js';
import { type PackageRow, type RowCode, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** Counts the judgements, and holds each to its bar. */
export function judgementRows({ judgements }: Examined, yes: YesSides): readonly PackageRow[] {
  const ids = judgements.map(({ id }) => id);
  const found = judgements.flatMap((receipt) => {
    const fault = barFault(receipt.judgement, yes);
    return fault === undefined ? [] : [{ id: receipt.id, ...fault }];
  });
  const rows = FAULTS.flatMap((code) => {
    const faults = found.filter((fault) => fault.code === code);
    const details = faults.map(({ detail }) => detail);
    return rowsFor(
      code,
      faults.map(({ id }) => id),
      listed(details),
    );
  });
  const kept = rows.length === 0 ? rowsFor('judgements_kept', ids) : rows;
  return [row('judgements_counted', ids, summary(judgements)), ...kept];
}

const FAULTS: readonly RowCode[] = [
  'bar_contradicted',
  'outcome_contradicted',
  'answer_contradicted',
  'bar_missing',
  'bar_unmeasured',
];

/** `by judgement-rules/1; 3 acted, 1 refused`. */
function summary(judgements: readonly JudgementReceipt[]): string | undefined {
  if (judgements.length === 0) return undefined;
  const models = new Set(judgements.map(({ judgement }) => judgement.judge.model));
  const counts = new Map<string, number>();
  for (const { judgement } of judgements) {
    counts.set(judgement.outcome, (counts.get(judgement.outcome) ?? 0) + 1);
  }
  const outcomes = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
  return `by ${listed([...models].map(shown))}; ${outcomes.join(', ')}`;
}
