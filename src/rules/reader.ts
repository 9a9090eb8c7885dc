/**
 * One state, read for all questions: each thing is looked at when a question first needs it.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import { readOnce } from '../json.js';
import { ambiguousAmounts, amountFindings } from './amount.js';
import { type Call, readCall } from './call.js';
import {
  destructiveFindings,
  exfiltrationFindings,
  type Followed,
  networkCommandFindings,
  programNames,
} from './command-findings.js';
import type { CommandText } from './fields.js';
import type { Finding } from './finding.js';
import { networkFindings } from './network.js';
import { pathFindings } from './path.js';
import type { RuleKey } from './questions.js';
import { runArguments, runShell } from './shell/commands.js';
import type { ShellRun } from './shell/execution.js';
import { MAX_COMMAND_LENGTH } from './shell/parse.js';

/** A state that is being asked about. */
export interface Reading {
  readonly call: Call;
  readonly strict: boolean;
  /** Whether every reason is wanted, or one is enough. */
  readonly all: boolean;
  /** What its commands would do, once a question has asked for that. */
  followed: readonly Followed[] | undefined;
  /** What was found for each question that was asked so far. */
  paths: readonly Finding[] | undefined;
  destructive: readonly Finding[] | undefined;
  exfiltration: readonly Finding[] | undefined;
  hosts: readonly Finding[] | undefined;
  amounts: readonly Finding[] | undefined;
}

/**
 * Reads a state once.
 *
 * @param state The state.
 * @param strict Whether what is not known counts as the worst.
 * @param all Whether every reason to answer yes is wanted, or one is enough.
 */
export function readState(state: unknown, strict: boolean, all: boolean): Reading {
  return {
    call: readCall(readOnce(state, 'state')),
    strict,
    all,
    followed: undefined,
    paths: undefined,
    destructive: undefined,
    exfiltration: undefined,
    hosts: undefined,
    amounts: undefined,
  };
}

const NO_FINDINGS: readonly Finding[] = [];

/** The reasons to answer yes to a question. */
export function findingsOf(reading: Reading, key: RuleKey): readonly Finding[] {
  const { call, all } = reading;
  switch (key) {
    case 'path_outside_workspace':
      reading.paths ??= pathFindings(call);
      return reading.paths;
    case 'shell_destructive':
      reading.destructive ??= shellFindings(destructiveFindings, reading);
      return reading.destructive;
    case 'shell_exfiltrates':
      reading.exfiltration ??= shellFindings(exfiltrationFindings, reading);
      return reading.exfiltration;
    case 'network_off_scope':
      reading.hosts ??= findOffScope(reading);
      return reading.hosts;
    case 'amount_above_bound':
      reading.amounts ??= amountFindings(call, all);
      return reading.amounts;
    case 'unsafe':
      return findUnsafe(reading);
  }
}

/** What a reader of the answer should know beside it. */
export function notesOf(reading: Reading, key: RuleKey): readonly Finding[] {
  if (key === 'amount_above_bound') return ambiguousAmounts(reading.call);
  if (!key.startsWith('shell_')) return [];
  return [...follow(reading).flatMap(unreadNotes), ...reading.call.unread.map(unreadField)];
}

/** What is found in commands; under `strict`, what stands in a command's place and is none as well. */
function shellFindings(find: typeof destructiveFindings, reading: Reading): readonly Finding[] {
  const { call, strict, all } = reading;
  const findings = call.commands.length === 0 ? NO_FINDINGS : find(follow(reading), all);
  if (!strict || call.unread.length === 0) return findings;
  return [...findings, ...call.unread.map(unreadField)];
}

function unreadField(where: string): Finding {
  return { rule: 'command.unread', where, sentence: `${where} is no text of a command.` };
}

function findOffScope(reading: Reading): readonly Finding[] {
  const { call, all } = reading;
  const { networkScope, commands } = call;
  if (networkScope.length === 0) return [];
  const findings = networkFindings(call);
  if (commands.length === 0 || (!all && findings.length > 0)) return findings;
  return [...findings, ...networkCommandFindings(follow(reading), networkScope, all)];
}

function findUnsafe(reading: Reading): readonly Finding[] {
  if (reading.all) return PARTS.flatMap((key) => findingsOf(reading, key));
  for (const key of PARTS) {
    const findings = findingsOf(reading, key);
    if (findings.length > 0) return findings;
  }
  return [];
}

/** The questions that `unsafe` is made of, cheapest first. */
const PARTS: readonly RuleKey[] = [
  'path_outside_workspace',
  'amount_above_bound',
  'network_off_scope',
  'shell_destructive',
  'shell_exfiltrates',
];

function follow(reading: Reading): readonly Followed[] {
  reading.followed ??= reading.call.commands.map((command) => followCommand(command, reading));
  return reading.followed;
}

function followCommand(command: CommandText, { call, strict }: Reading): Followed {
  const { workspaceRoot, scratchRoots } = call;
  const context = { workspaceRoot, scratchRoots, strict, run: run(command, workspaceRoot) };
  return { command, context };
}

function run(command: CommandText, workspaceRoot: string | undefined): ShellRun {
  const { text, argv, dialect, where } = command;
  const length = text?.length ?? argv?.reduce((sum, word) => sum + word.length + 1, 0) ?? 0;
  if (length > MAX_COMMAND_LENGTH) {
    throw new JudgeError('too_large', {
      path: `state.${where}`,
      rule: `a command has at most ${MAX_COMMAND_LENGTH} characters`,
      fix: 'put the data in a file, or have a human decide',
    });
  }
  if (text !== undefined) {
    return runShell(text, { workspaceRoot, dialect, programs: programNames });
  }
  return runArguments(argv ?? [], { workspaceRoot });
}

/** Says that a command was not understood to its end. */
function unreadNotes({ command, context }: Followed): readonly Finding[] {
  if (context.run.complete) return [];
  const { where } = command;
  return [{ rule: 'command.unread', where, sentence: `A part of ${where} was not understood.` }];
}
