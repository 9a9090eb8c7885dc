/**
 * Inline code: what an interpreter would run, the commands in it, and the calls in it.
 *
 * @module
 */
import type { InlineCode } from './code/inline.js';
import type { Execution } from './execution.js';

export type { InlineCode, Language } from './code/inline.js';

/** A command that code would start: a text for a shell, or an argument vector. */
export type InnerCommand =
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'argv'; readonly words: readonly string[] };

/** A call in code: its dotted name and its arguments, literal ones as text. */
export interface CodeCall {
  readonly name: string;
  readonly args: readonly (string | undefined)[];
  readonly text: string;
}

/** The code that an interpreter would run, or nothing when it runs a file or none. */
export function codeOf(_execution: Execution): InlineCode | undefined {
  return undefined;
}

/** The commands that the code would start. */
export function commandsInCode(_inline: InlineCode): readonly InnerCommand[] {
  return [];
}

/** The calls in the code, in the order in which they are written. */
export function callsIn(_inline: InlineCode): readonly CodeCall[] {
  return [];
}
