/** Runs commands through the shell and one table of rules, and says which rules found something. */
import { expect, test } from 'vitest';
import { DISKS, diskProgram } from '../../../src/rules/destructive/disks.js';
import { FILES } from '../../../src/rules/destructive/files.js';
import { GIT } from '../../../src/rules/destructive/git.js';
import { truncates } from '../../../src/rules/destructive/overwriting.js';
import { SYSTEM } from '../../../src/rules/destructive/system.js';
import type { CommandRule, Hit, RuleContext } from '../../../src/rules/rule.js';
import { runShell } from '../../../src/rules/shell/commands.js';

/** Why, the rule that finds it or `undefined` when none does, and the command. */
export type Row = readonly [reason: string, rule: string | undefined, command: string];

/** What the caller declares; the workspace is `/srv/proj` unless it says otherwise. */
export type Declared = Partial<Omit<RuleContext, 'run'>>;

/** One test for each row. */
export function testRows(title: string, rows: readonly Row[], declared: Declared = {}): void {
  test.each(rows)(`${title}: %s`, (_reason, rule, command) => {
    const rules = hitsOf(command, declared).map((hit) => hit.rule);
    expect({ command, rules: [...new Set(rules)] }).toEqual({
      command,
      rules: rule === undefined ? [] : [rule],
    });
  });
}

/** All that the rules find in a command. */
export function hitsOf(command: string, declared: Declared = {}): readonly Hit[] {
  const { workspaceRoot = '/srv/proj', scratchRoots = [], strict = false } = declared;
  return judge(command, workspaceRoot, scratchRoots, strict);
}

/** All that the rules find in a command when no workspace is declared. */
export function hitsWithoutRoot(command: string): readonly Hit[] {
  return judge(command, undefined, [], false);
}

function judge(
  command: string,
  workspaceRoot: string | undefined,
  scratchRoots: readonly string[],
  strict: boolean,
): readonly Hit[] {
  const root = workspaceRoot === undefined ? {} : { workspaceRoot };
  const run = runShell(command, root);
  const context: RuleContext = { ...root, scratchRoots, strict, run };
  return run.executions.flatMap((execution) =>
    rulesFor(execution.name).flatMap((rule) => rule(execution, context) ?? []),
  );
}

function rulesFor(name: string): readonly CommandRule[] {
  const rules: CommandRule[] = [truncates];
  for (const table of [FILES, DISKS, GIT, SYSTEM]) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined;
    if (rule !== undefined) rules.push(rule);
  }
  const disk = diskProgram(name);
  return disk === undefined ? rules : [...rules, disk];
}
