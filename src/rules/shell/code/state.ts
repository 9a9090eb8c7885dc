/**
 * What the reading of expressions keeps track of.
 *
 * @module
 */
import type { Piece } from '../word.js';
import type { Lexicon } from './lexicons.js';
import type { Token } from './tokens.js';
import type { CodeCall, Value } from './values.js';

/** The reading of one code. */
export interface State {
  readonly lexicon: Lexicon;
  /** The readers, for what reads in their stead. */
  readonly read: {
    readonly sequence: (state: State, close: string) => Sequence;
    readonly expression: (state: State) => Parsed;
    readonly assigned: (state: State) => Parsed;
  };
  readonly python: boolean;
  readonly holes: readonly Piece[];
  tokens: readonly Token[];
  at: number;
  depth: number;
  readonly variables: Map<string, Value>;
  /** The parameters of the functions that the code defines. */
  readonly functions: Map<string, readonly Target[]>;
  /** The functions whose parameters were given values in this reading. */
  given: Set<string>;
  calls: CodeCall[];
  /** How much code in texts of the code may still be read. */
  budget: number;
  /** What a function that is written next would be called with. */
  element: Value | undefined;
}

/** What a value can be assigned to. */
export type Target =
  | string
  | undefined
  | { readonly list: readonly Target[] }
  | { readonly record: ReadonlyMap<string, Target> };

/** A value, and what stands for it when something is assigned to it. */
export interface Parsed {
  readonly value: Value;
  readonly target?: Target;
}

/** What stands between brackets. */
export interface Sequence {
  readonly entries: readonly Parsed[];
  readonly named: ReadonlyMap<string, Value>;
  readonly targets: ReadonlyMap<string, Target>;
}

/** Whether this mark comes next. */
export function isMark(state: State, text: string): boolean {
  const token = state.tokens[state.at];
  return token?.kind === 'mark' && token.text === text;
}
