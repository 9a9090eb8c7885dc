/**
 * One state, read for all questions: each thing is looked at when a question first needs it.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import { snapshot } from '../json.js';
import { ambiguousAmounts, amountFindings } from './amount.js';
import { readCall } from './call.js';
import {
  destructiveFindings,
  exfiltrationFindings,
  type Followed,
  networkCommandFindings,
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
export interface StateReader {
  /** The reasons to answer yes to a question. */
  findings(key: RuleKey): readonly Finding[];
  /** What a reader of the answer should know beside it. */
  notes(key: RuleKey): readonly Finding[];
}

/** Reads a state once, and finds out about each question when it is asked. */
export function readState(state: unknown, strict: boolean): StateReader {
  const call = readCall(snapshot(state, 'state'));
  const follow = once(() => call.commands.map((command) => followCommand(command, call, strict)));
  const findings: { readonly [key in RuleKey]: () => readonly Finding[] } = {
    path_outside_workspace: once(() => pathFindings(call)),
    shell_destructive: once(() => destructiveFindings(follow())),
    shell_exfiltrates: once(() => exfiltrationFindings(follow())),
    network_off_scope: once(() => [
      ...networkFindings(call),
      ...(call.networkScope.length === 0
        ? []
        : networkCommandFindings(follow(), call.networkScope)),
    ]),
    amount_above_bound: once(() => amountFindings(call)),
    unsafe: once(() => PARTS.flatMap((key) => findings[key]())),
  };
  const notes = (key: RuleKey): readonly Finding[] => {
    if (key === 'amount_above_bound') return ambiguousAmounts(call);
    return key.startsWith('shell_') ? follow().flatMap(unreadNotes) : [];
  };
  return { findings: (key) => findings[key](), notes };
}

/** The questions that `unsafe` is made of, cheapest first. */
const PARTS: readonly RuleKey[] = [
  'path_outside_workspace',
  'amount_above_bound',
  'network_off_scope',
  'shell_destructive',
  'shell_exfiltrates',
];

function followCommand(
  command: CommandText,
  limits: { readonly workspaceRoot?: string; readonly scratchRoots: readonly string[] },
  strict: boolean,
): Followed {
  const { workspaceRoot, scratchRoots } = limits;
  const root = workspaceRoot === undefined ? {} : { workspaceRoot };
  return { command, context: { ...root, scratchRoots, strict, run: run(command, root) } };
}

function run(command: CommandText, root: { readonly workspaceRoot?: string }): ShellRun {
  const { text, argv, dialect, where } = command;
  const length = text?.length ?? argv?.reduce((sum, word) => sum + word.length + 1, 0) ?? 0;
  if (length > MAX_COMMAND_LENGTH) {
    throw new JudgeError('too_large', {
      path: `state.${where}`,
      rule: `a command has at most ${MAX_COMMAND_LENGTH} characters`,
      fix: 'put the data in a file, or have a human decide',
    });
  }
  if (text !== undefined) return runShell(text, { ...root, dialect });
  return runArguments(argv ?? [], root);
}

/** Says that a command was not understood to its end. */
export function unreadNotes({ command, context }: Followed): readonly Finding[] {
  if (context.run.complete) return [];
  const { where } = command;
  return [{ rule: 'command.unread', where, sentence: `A part of ${where} was not understood.` }];
}

function once<Value>(compute: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}
