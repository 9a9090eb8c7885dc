/**
 * What inline code is: a text in a language that an interpreter would run.
 *
 * @module
 */
import type { Word } from '../word.js';

/** The languages whose calls or commands can be read. */
export type Language =
  | 'python'
  | 'javascript'
  | 'ruby'
  | 'perl'
  | 'php'
  | 'lua'
  | 'r'
  | 'julia'
  | 'elixir'
  | 'groovy'
  | 'awk'
  | 'sed'
  | 'make'
  | 'vim'
  | 'ed'
  | 'gdb'
  | 'psql'
  | 'sqlite'
  | 'mysql'
  | 'ftp'
  | 'tcl'
  | 'lisp'
  | 'applescript'
  | 'socat'
  | 'shell';

/** Code that would be run. */
export interface InlineCode {
  readonly language: Language;
  readonly code: Word;
  /** What the code is called with: `sys.argv`, `process.argv`, the targets of `make`. */
  readonly args: readonly Word[];
}

/** A command that code would start: a text for a shell, or an argument vector. */
export type InnerCommand =
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'argv'; readonly words: readonly string[] };
