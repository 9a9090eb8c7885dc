/**
 * What a command text comes down to: the simple commands that would really be executed.
 *
 * @module
 */
import type { Span } from '../finding.js';
import type { Place } from './place.js';
import type { Word } from './word.js';

/** A redirection of an executed command, heredocs and here-strings aside. */
export interface Redirect {
  readonly operator: '>' | '>>' | '<' | '<>' | '<&' | '>&' | '>|' | '&>' | '&>>';
  readonly descriptor?: number;
  readonly target: Word;
}

/** Where a command's standard input comes from. */
export type Stdin =
  | { readonly kind: 'inherited' }
  /** A heredoc or a here-string. */
  | { readonly kind: 'text'; readonly text: Word }
  | { readonly kind: 'file'; readonly path: Word }
  /** A pipe: who writes into it, and what, when that is known. */
  | { readonly kind: 'pipe'; readonly from: readonly Execution[]; readonly text?: Word };

/** A variable set for one command, as in `PGHOST=db psql`. */
export interface Setting {
  readonly name: string;
  readonly value: Word;
}

/** Where it would run, when not on this machine's own file system. */
export type Elsewhere = 'host' | 'container';

/** One simple command that would be executed. */
export interface Execution {
  /**
   * The program's base name: `rm` for `/bin/rm`, `\rm` and `rm.exe`; empty for a command that only
   * redirects; {@link UNKNOWN} alone or within for a computed name.
   */
  readonly name: string;
  /** What it is called with, the name excluded. */
  readonly args: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  readonly cwd: Place;
  readonly settings: readonly Setting[];
  /** The wrappers that were taken off, outermost first: `sudo`, `timeout`, `sh`. */
  readonly via: readonly string[];
  readonly elsewhere?: Elsewhere | undefined;
  /** Whether it stands for the redirections of a group, a loop or a subshell. */
  readonly group?: boolean | undefined;
  /** Where it stands in the command text. */
  readonly span: Span;
}

/** All that a command text would do, in the order in which it would do it. */
export interface ShellRun {
  readonly executions: readonly Execution[];
  /** Functions that multiply themselves. */
  readonly forkBombs: readonly Span[];
  /** False when a part did not parse or a bound was reached: then more may happen than is listed. */
  readonly complete: boolean;
}
