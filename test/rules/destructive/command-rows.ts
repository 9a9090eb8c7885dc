/**
 * Judges command texts with rule tables, through the engine that follows them.
 *
 * @module
 */
import { describe, expect, test } from 'vitest';
import type { Hit, RuleTable } from '../../../src/rules/rule.js';
import { runShell } from '../../../src/rules/shell/commands.js';

/** Why, the rule that must find the command (or nothing), and the command text. */
export type CommandRow = readonly [why: string, rule: string | undefined, text: string];

/** What the rules of the tables find in a text, in order. */
export function hitsIn(text: string, tables: readonly RuleTable[], strict = false): readonly Hit[] {
  const run = runShell(text, { workspaceRoot: '/srv/proj' });
  const context = { workspaceRoot: '/srv/proj', scratchRoots: [], strict, run };
  return run.executions.flatMap((execution) =>
    tables.flatMap((table) => {
      const rule = Object.hasOwn(table, execution.name) ? table[execution.name] : undefined;
      return rule?.(execution, context) ?? [];
    }),
  );
}

/** One test a row: exactly the one rule finds something, or none does. */
export function checkCommands(
  name: string,
  tables: readonly RuleTable[],
  rows: readonly CommandRow[],
): void {
  describe(name, () => {
    test.each(rows.map(([why, rule, text]) => ({ why, rule, text })))(
      '$why: $text',
      ({ rule, text }) => {
        const rules = new Set(hitsIn(text, tables).map((hit) => hit.rule));
        expect([...rules]).toEqual(rule === undefined ? [] : [rule]);
      },
    );
  });
}
