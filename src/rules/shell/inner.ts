/**
 * A command within a command, as wrappers name it.
 *
 * @module
 */
import type { Elsewhere, Execution, Setting, Stdin } from './execution.js';
import type { Place } from './place.js';
import type { Word } from './word.js';

/** What both forms may change for the command within. */
interface Surroundings {
  readonly cwd?: Place;
  readonly stdin?: Stdin;
  readonly elsewhere?: Elsewhere;
  /** Variables that the wrapper sets for it. */
  readonly settings?: readonly Setting[];
}

/** A command given as words. */
export interface InnerArguments extends Surroundings {
  readonly kind: 'argv';
  readonly words: readonly Word[];
}

/** A command given as a text for a shell. */
export interface InnerScript extends Surroundings {
  readonly kind: 'script';
  readonly text: Word;
  /** `$0` of the script. */
  readonly zero?: Word;
  /** `$1`, `$2` … of the script. */
  readonly positional?: readonly Word[];
  /** Whether it runs in the shell that is already there, as `eval` does. */
  readonly here?: boolean;
  readonly dialect?: 'powershell' | 'cmd';
}

/** A command within a command. */
export type Inner = InnerArguments | InnerScript;

/** Takes a wrapper off: the commands that it runs, or none when it runs none. */
export type Wrapper = (execution: Execution) => readonly Inner[];
