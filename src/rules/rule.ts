/**
 * What a command rule is: a function of one executed command, kept in a table by program name.
 *
 * @module
 */
import type { Span } from './finding.js';
import type { Execution, ShellRun } from './shell/execution.js';

/** What a command rule found. */
export interface Hit {
  /** The rule's stable id, such as `files.remove`. */
  readonly rule: string;
  /** One sentence, without a secret in it. */
  readonly sentence: string;
  /** The part of the command text that decided it, when it is narrower than the command. */
  readonly span?: Span;
}

/** What a command rule may look at besides the command. */
export interface RuleContext {
  readonly workspaceRoot?: string | undefined;
  readonly scratchRoots: readonly string[];
  /** Whether what is not known counts as the worst. */
  readonly strict: boolean;
  /** The whole run that the command is a part of, in order. */
  readonly run: ShellRun;
}

/** Says whether one executed command is what a question asks about. */
export type CommandRule = (execution: Execution, context: RuleContext) => Hit | undefined;

/** Command rules by the program's base name. */
export interface RuleTable {
  readonly [program: string]: CommandRule;
}
