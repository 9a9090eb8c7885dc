/**
 * The rules for commands, applied to all that a command text would execute.
 *
 * @module
 */
import { CLOUD_RULES } from './destructive/cloud.js';
import { CONTAINER_RULES } from './destructive/containers.js';
import { DATABASE_RULES } from './destructive/databases.js';
import { DISK_TOOLS } from './destructive/disk-tools.js';
import { DISKS, usesDiskTool } from './destructive/disks.js';
import { FILES } from './destructive/files.js';
import { formats, isFormatter } from './destructive/formats.js';
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
import { CLIENTS, tellsInAddress } from './exfiltration/addresses.js';
import { COPY } from './exfiltration/copy.js';
import { HTTP } from './exfiltration/http.js';
import { UPLOADS } from './exfiltration/interpreters.js';
import { SOCKETS, sendsToSocket } from './exfiltration/sockets.js';
import { STORES } from './exfiltration/stores.js';
import { WINDOWS_UPLOADS } from './exfiltration/windows.js';
import type { CommandText } from './fields.js';
import type { Finding, Span } from './finding.js';
import { PACKAGES } from './hosts/packages.js';
import { REPOSITORIES } from './hosts/repositories.js';
import { hostsReached } from './hosts.js';
import { leaveOf, readScope } from './network.js';
import type { CommandRule, Hit, RuleContext, RuleTable } from './rule.js';
import type { Execution } from './shell/execution.js';
import { UNKNOWN } from './shell/word.js';
import { wrapperNames } from './shell/wrappers.js';
import { setOf } from './tables.js';

/** A command of the call, and all that it would execute. */
export interface Followed {
  readonly command: CommandText;
  readonly context: RuleContext;
}

/**
 * What would be destroyed.
 *
 * @param followed The commands.
 * @param all Whether every reason is wanted, or one is enough.
 */
export function destructiveFindings(
  followed: readonly Followed[],
  all: boolean,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const one of followed) {
    for (const span of one.context.run.forkBombs) findings.push(toFinding(FORK_BOMB, span, one));
    addFindings(findings, destructiveRules, truncates, one, all);
  }
  return findings;
}

/** What would be sent away; parameters as above. */
export function exfiltrationFindings(
  followed: readonly Followed[],
  all: boolean,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const one of followed) addFindings(findings, exfiltrationRules, sendsToSocket, one, all);
  return findings;
}

/** Which hosts out of scope would be reached; parameters as above. */
export function networkCommandFindings(
  followed: readonly Followed[],
  entries: readonly string[],
  all: boolean,
): readonly Finding[] {
  const scope = readScope(entries);
  const findings: Finding[] = [];
  for (const { command, context } of followed) {
    for (const execution of context.run.executions) {
      for (const { host, form, span } of hostsReached(execution, context)) {
        const leave = leaveOf(host, form, scope);
        if (leave === undefined) continue;
        const sentence = `${programOf(execution)} ${leave.clause}.`;
        findings.push({ rule: leave.rule, where: command.where, span, sentence });
      }
      if (!all && findings.length > 0) return findings;
    }
  }
  return findings;
}

/** Adds what rules say about each executed command: one about redirections, others by program. */
function addFindings(
  findings: Finding[],
  rulesFor: (name: string) => readonly CommandRule[],
  redirections: CommandRule,
  one: Followed,
  all: boolean,
): void {
  const { context } = one;
  for (const execution of context.run.executions) {
    if (!all && findings.length > 0) return;
    if (execution.redirects.length > 0) addHit(findings, redirections, execution, one);
    for (const rule of rulesFor(execution.name)) addHit(findings, rule, execution, one);
    if (context.strict && execution.name.includes(UNKNOWN)) {
      findings.push(toFinding(UNNAMED, execution.span, one));
    }
  }
  if (context.strict && !context.run.complete) {
    findings.push({ ...UNREAD, where: one.command.where });
  }
}

function addHit(findings: Finding[], rule: CommandRule, execution: Execution, one: Followed): void {
  const hit = rule(execution, one.context);
  if (hit !== undefined) findings.push(toFinding(hit, hit.span ?? execution.span, one));
}

function destructiveRules(name: string): readonly CommandRule[] {
  destructive ??= indexOf([diskRules(), ...DESTRUCTIVE]);
  return destructive.get(name) ?? (isFormatter(name) ? FORMATTERS : NO_RULES);
}

function exfiltrationRules(name: string): readonly CommandRule[] {
  exfiltration ??= indexOf([...EXFILTRATION, addressRules()]);
  return exfiltration.get(name) ?? NO_RULES;
}

/** The names of all programs that there are rules for, or that run others. */
export function programNames(): readonly string[] {
  if (names !== undefined) return names;
  destructive ??= indexOf([diskRules(), ...DESTRUCTIVE]);
  exfiltration ??= indexOf([...EXFILTRATION, addressRules()]);
  const all = [...destructive.keys(), ...exfiltration.keys(), ...wrapperNames(), ...COMMON_NAMES];
  names = [...new Set(all)];
  return names;
}

/** The rule for each tool that has a row of its own. */
function diskRules(): RuleTable {
  return Object.fromEntries(Object.keys(DISK_TOOLS).map((name) => [name, usesDiskTool]));
}

/** The rule for each program that fetches from repositories and registries. */
function addressRules(): RuleTable {
  const programs = [...Object.keys(REPOSITORIES), ...Object.keys(PACKAGES)];
  return Object.fromEntries(programs.map((name) => [name, tellsInAddress]));
}

/** All rules by program; looking a program up in each of the tables costs more than most rules. */
type Index = ReadonlyMap<string, readonly CommandRule[]>;

/** Made of constant tables when they are first needed. */
let destructive: Index | undefined;
let exfiltration: Index | undefined;
let names: readonly string[] | undefined;

function indexOf(tables: readonly RuleTable[]): Index {
  const index = new Map<string, CommandRule[]>();
  for (const table of tables) {
    for (const [program, rule] of Object.entries(table)) {
      const rules = index.get(program);
      if (rules === undefined) index.set(program, [rule]);
      else rules.push(rule);
    }
  }
  return index;
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

const EXFILTRATION: readonly RuleTable[] = [
  HTTP,
  CLIENTS,
  COPY,
  SOCKETS,
  STORES,
  UPLOADS,
  WINDOWS_UPLOADS,
];

/** Programs that there is no rule for, so that nobody takes them for unknown ones. */
const COMMON_NAMES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.vfat ls cat echo printf grep egrep fgrep sed awk gawk head ' +
    'tail sort uniq wc cut tr tee test [ pwd mkdir touch date sleep which whoami id uname ' +
    'hostname df du ps env diff basename dirname realpath readlink seq expr stat file less more ' +
    'jq make go cargo rustc gcc clang java javac mvn node python python3 ruby perl php pip pip3',
);

const FORMATTERS: readonly CommandRule[] = [formats];
const NO_RULES: readonly CommandRule[] = [];

const FORK_BOMB: Hit = {
  rule: 'system.fork_bomb',
  sentence: 'A function or a loop starts one job after the other until the machine stops.',
};

const UNNAMED: Hit = {
  rule: 'command.unread',
  sentence: 'Which program would run is not known, and strict rules count that as the worst.',
};

const UNREAD = {
  rule: 'command.unread',
  sentence: 'A part of the command was not understood, and strict rules count that as the worst.',
};
