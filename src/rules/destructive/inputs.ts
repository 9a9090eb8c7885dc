/**
 * What commands are fed: a text on their input, a file just written, the items of a listing.
 *
 * @module
 */
import type { RuleContext } from '../rule.js';
import type { Execution, ShellRun } from '../shell/execution.js';
import { placeKey } from '../shell/place.js';
import { joinWords, runsIn, type Word } from '../shell/word.js';
import { setOf } from '../tables.js';

/** What stands on standard input, when that is known. */
export function inputOf(execution: Execution): Word | undefined {
  const { stdin } = execution;
  if (stdin.kind === 'text') return stdin.text;
  if (stdin.kind === 'file') return contentOf(stdin.path)[0];
  return stdin.kind === 'pipe' ? stdin.text : undefined;
}

/** What can be read from a process substitution. */
export function contentOf(file: Word): readonly Word[] {
  return file.pieces.flatMap((piece) =>
    piece.kind === 'unknown' && piece.content !== undefined ? [piece.content] : [],
  );
}

/** What the same command text wrote to a file: `cat > x.sql <<EOF … && psql -f x.sql`. */
export function writtenTo(file: Word, execution: Execution, context: RuleContext): readonly Word[] {
  const key = placeKey(file, execution.cwd);
  if (key === undefined) return [];
  let written = WRITTEN.get(context.run);
  if (written === undefined) {
    written = readWritten(context.run);
    WRITTEN.set(context.run, written);
  }
  return written.get(key) ?? [];
}

/** Whether a word stands for all that a listing command gives, with nothing filtered out of it. */
export function givesAll(word: Word, lists: (run: Execution) => boolean): boolean {
  const runs = runsIn(word).flatMap(withFeeders);
  return runs.some(lists) && !runs.some(narrows);
}

function readWritten(run: ShellRun): ReadonlyMap<string, readonly Word[]> {
  const written = new Map<string, Word[]>();
  for (const execution of run.executions) {
    for (const { operator, target } of execution.redirects) {
      const key = operator.includes('>') ? placeKey(target, execution.cwd) : undefined;
      const text = key === undefined ? undefined : printed(execution);
      if (key === undefined || text === undefined) continue;
      written.set(key, [...(written.get(key) ?? []).slice(-MOST_WRITES), text]);
    }
  }
  return written;
}

/** What a command prints that prints its arguments or its input. */
function printed(execution: Execution): Word | undefined {
  if (PRINTS.has(execution.name)) return joinWords(execution.args, ' ', execution.span);
  return execution.name === 'cat' && execution.args.length === 0 ? inputOf(execution) : undefined;
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

const PRINTS: ReadonlySet<string> = /* @__PURE__ */ setOf('echo printf');

/** How many writes to one file are remembered. */
const MOST_WRITES = 16;

/** Read once for each run, for many commands may ask. */
const WRITTEN: WeakMap<
  ShellRun,
  ReadonlyMap<string, readonly Word[]>
> = /* @__PURE__ */ new WeakMap();
