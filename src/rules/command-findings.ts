/**
 * The rules for commands, applied to all that a command text would execute.
 *
 * @module
 */
import { CLOUD_RULES } from './destructive/cloud.js';
import { CONTAINER_RULES } from './destructive/containers.js';
import { DATABASE_RULES } from './destructive/databases.js';
import { DISKS, diskProgram } from './destructive/disks.js';
import { FILES } from './destructive/files.js';
import { FRAMEWORK_RULES } from './destructive/frameworks.js';
import { GIT } from './destructive/git.js';
import { HOSTING_RULES } from './destructive/hosting.js';
import { INTERPRETERS } from './destructive/interpreters.js';
import { KUBERNETES_RULES } from './destructive/kubernetes.js';
import { truncates } from './destructive/overwriting.js';
import { STORAGE_RULES } from './destructive/storage.js';
import { STORE_RULES } from './destructive/stores.js';
import { SYSTEM } from './destructive/system.js';
import { TERRAFORM_RULES } from './destructive/terraform.js';
import { WINDOWS } from './destructive/windows.js';
import { COPY } from './exfiltration/copy.js';
import { HTTP } from './exfiltration/http.js';
import { UPLOADS } from './exfiltration/interpreters.js';
import { SOCKETS, sendsToSocket } from './exfiltration/sockets.js';
import { STORES } from './exfiltration/stores.js';
import { WINDOWS_UPLOADS } from './exfiltration/windows.js';
import type { CommandText } from './fields.js';
import type { Finding, Span } from './finding.js';
import { hostsReached } from './hosts.js';
import { leaveOf, readScope } from './network.js';
import type { CommandRule, Hit, RuleContext, RuleTable } from './rule.js';
import type { Execution } from './shell/execution.js';

/** A command of the call, and all that it would execute. */
export interface Followed {
  readonly command: CommandText;
  readonly context: RuleContext;
}

/** What would be destroyed. */
export function destructiveFindings(followed: readonly Followed[]): readonly Finding[] {
  return followed.flatMap((one) => [
    ...one.context.run.forkBombs.map((span) => toFinding(FORK_BOMB, span, one)),
    ...apply(destructiveRules, one),
  ]);
}

/** What would be sent away. */
export function exfiltrationFindings(followed: readonly Followed[]): readonly Finding[] {
  return followed.flatMap((one) => apply(exfiltrationRules, one));
}

/** Which hosts out of scope would be reached. */
export function networkCommandFindings(
  followed: readonly Followed[],
  entries: readonly string[],
): readonly Finding[] {
  const scope = readScope(entries);
  return followed.flatMap(({ command, context }) =>
    context.run.executions.flatMap((execution) =>
      hostsReached(execution, context).flatMap(({ host, form, span }) => {
        const leave = leaveOf(host, form, scope);
        if (leave === undefined) return [];
        const sentence = `${programOf(execution)} ${leave.clause}.`;
        return [{ rule: leave.rule, where: command.where, span, sentence }];
      }),
    ),
  );
}

function apply(
  rulesFor: (name: string) => readonly CommandRule[],
  one: Followed,
): readonly Finding[] {
  const { context } = one;
  const findings = context.run.executions.flatMap((execution) =>
    rulesFor(execution.name).flatMap((rule) => {
      const hit = rule(execution, context);
      return hit === undefined ? [] : [toFinding(hit, hit.span ?? execution.span, one)];
    }),
  );
  if (context.run.complete || !context.strict) return findings;
  return [...findings, { ...UNREAD, where: one.command.where }];
}

function destructiveRules(name: string): readonly CommandRule[] {
  const disk = diskProgram(name);
  const own = rulesIn(DESTRUCTIVE, name);
  return disk === undefined ? [truncates, ...own] : [truncates, disk, ...own];
}

function exfiltrationRules(name: string): readonly CommandRule[] {
  return [sendsToSocket, ...rulesIn(EXFILTRATION, name)];
}

function rulesIn(tables: readonly RuleTable[], name: string): readonly CommandRule[] {
  const rules: CommandRule[] = [];
  for (const table of tables) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined;
    if (rule !== undefined) rules.push(rule);
  }
  return rules;
}

function toFinding(hit: Hit, span: Span, { command }: Followed): Finding {
  return { rule: hit.rule, where: command.where, span, sentence: hit.sentence };
}

function programOf(execution: Execution): string {
  return execution.name === '' ? 'A redirection' : execution.name.slice(0, 40);
}

const DESTRUCTIVE: readonly RuleTable[] = [
  FILES,
  DISKS,
  GIT,
  SYSTEM,
  DATABASE_RULES,
  STORE_RULES,
  FRAMEWORK_RULES,
  CONTAINER_RULES,
  KUBERNETES_RULES,
  CLOUD_RULES,
  STORAGE_RULES,
  HOSTING_RULES,
  TERRAFORM_RULES,
  INTERPRETERS,
  WINDOWS,
];

const EXFILTRATION: readonly RuleTable[] = [HTTP, COPY, SOCKETS, STORES, UPLOADS, WINDOWS_UPLOADS];

const FORK_BOMB: Hit = {
  rule: 'system.fork_bomb',
  sentence: 'A function that starts itself twice multiplies until the machine stops.',
};

const UNREAD = {
  rule: 'command.unread',
  sentence: 'A part of the command was not understood, and strict rules count that as the worst.',
};
