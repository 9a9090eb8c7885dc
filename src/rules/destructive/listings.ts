/**
 * Items that other commands list: whether a command is given all that there is.
 *
 * @module
 */
import type { Execution } from '../shell/execution.js';
import { runsIn, type Word } from '../shell/word.js';
import { setOf } from '../tables.js';

/** Whether a word stands for all that a listing command gives, with nothing filtered out of it. */
export function givesAll(word: Word, lists: (run: Execution) => boolean): boolean {
  const runs = runsIn(word).flatMap(withFeeders);
  return runs.some(lists) && !runs.some(narrows);
}

/** A command and those that write into it. */
function withFeeders(run: Execution): readonly Execution[] {
  return run.stdin.kind === 'pipe' ? [run, ...run.stdin.from] : [run];
}

function narrows(run: Execution): boolean {
  if (!NARROWING.has(run.name)) return false;
  const first = run.args.find((word) => !word.text.startsWith('-'))?.text.trim() ?? '';
  // A program without a pattern prints a column; `tail -n +2` leaves out the heading.
  if (COLUMNS.has(run.name)) return !first.startsWith('{') || first.includes('if');
  return run.name !== 'tail' || !run.args.some((word) => word.text.includes('+'));
}

const NARROWING: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'grep egrep fgrep rg ag head tail sed awk gawk mawk jq fzf comm join',
);

const COLUMNS: ReadonlySet<string> = /* @__PURE__ */ setOf('awk gawk mawk');
