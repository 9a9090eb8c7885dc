/**
 * Judges command texts with one rule table, through the engine that follows them.
 *
 * @module
 */
import { describe, expect, test } from 'vitest';
import type { CommandRule, Hit, RuleTable } from '../../../src/rules/rule.js';
import { runShell } from '../../../src/rules/shell/commands.js';

/** A command text, the rule that must find it (or nothing), and why. */
export type Row = readonly [why: string, rule: string | undefined, text: string];

/** What a table finds in a text, in order. */
export function hitsFound(
  text: string,
  table: RuleTable,
  everywhere: readonly CommandRule[] = [],
  strict = false,
): readonly Hit[] {
  const run = runShell(text, { workspaceRoot: '/srv/proj' });
  const context = { workspaceRoot: '/srv/proj', scratchRoots: [], strict, run };
  return run.executions.flatMap((execution) => {
    const own = Object.hasOwn(table, execution.name) ? table[execution.name] : undefined;
    const rules = own === undefined ? everywhere : [...everywhere, own];
    return rules.flatMap((rule) => rule(execution, context) ?? []);
  });
}

/** The rules of a table that find something in a text, in order. */
export function rulesFound(
  text: string,
  table: RuleTable,
  everywhere: readonly CommandRule[] = [],
  strict = false,
): readonly string[] {
  return hitsFound(text, table, everywhere, strict).map((hit) => hit.rule);
}

/** One test a row: exactly the one rule, or none at all. */
export function checkRows(
  name: string,
  table: RuleTable,
  rows: readonly Row[],
  everywhere: readonly CommandRule[] = [],
): void {
  describe(name, () => {
    test.each(rows.map(([why, rule, text]) => ({ why, rule, text })))(
      '$why: $text',
      ({ rule, text }) => {
        const found = [...new Set(rulesFound(text, table, everywhere))];
        expect(found).toEqual(rule === undefined ? [] : [rule]);
      },
    );
  });
}
