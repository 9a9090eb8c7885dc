/**
 * Judges command texts of any dialect with one rule table, through the engine that follows them.
 *
 * @module
 */
import { describe, expect, test } from 'vitest';
import type { RuleTable } from '../../src/rules/rule.js';
import { type RunOptions, runShell } from '../../src/rules/shell/commands.js';

/** The rule that must find the text, or nothing, and the text. */
export type DialectRow = readonly [rule: string | undefined, text: string];

/** The rules of a table that find something in a text, each once. */
export function rulesIn(
  text: string,
  table: RuleTable,
  options: RunOptions,
  strict = false,
): readonly string[] {
  const run = runShell(text, options);
  const { workspaceRoot } = options;
  const root = workspaceRoot === undefined ? {} : { workspaceRoot };
  const context = { ...root, scratchRoots: [], strict, run };
  const rules = run.executions.flatMap((execution) => {
    const rule = Object.hasOwn(table, execution.name) ? table[execution.name] : undefined;
    return rule?.(execution, context)?.rule ?? [];
  });
  return [...new Set(rules)];
}

/** One test a row: exactly the one rule finds something, or none does. */
export function checkTexts(
  title: string,
  table: RuleTable,
  rows: readonly DialectRow[],
  options: RunOptions = { workspaceRoot: '/srv/proj' },
): void {
  describe(title, () => {
    test.each(rows.map(([rule, text]) => ({ rule, text })))('$text', ({ rule, text }) => {
      expect(rulesIn(text, table, options)).toEqual(rule === undefined ? [] : [rule]);
    });
  });
}
