/**
 * What the reading of a PowerShell text keeps track of.
 *
 * @module
 */
import type { Span } from '../../finding.js';
import type { Execution, Stdin } from '../execution.js';
import type { Place } from '../place.js';
import type { Value } from './value.js';

/** What all texts within a text share. */
export interface Work {
  readonly executions: Execution[];
  /** By name in lower case, the scope left out. */
  readonly variables: Map<string, Value>;
  /** The bodies of functions, by name in lower case. */
  readonly functions: Map<string, string>;
  /** The directories that `Push-Location` left. */
  readonly places: Place[];
  place: Place;
  /** Reads statements until `close`; the value is that of the last pipeline. */
  readonly read: (state: State, close: string) => Value;
  /** How much may still be read: each text within the text costs its length. */
  steps: number;
}

/** The reading of one text. */
export interface State {
  readonly work: Work;
  readonly text: string;
  /** Where the outermost command stands, for a text within the text. */
  readonly frame: Span | undefined;
  readonly depth: number;
  at: number;
  nesting: number;
  /** What the pipe hands to the stage that is being read: `$_`. */
  input: Value | undefined;
  stdin: Stdin;
}

/** A reading that is about to begin. */
export function newState(text: string, place: Place, read: Work['read']): State {
  const work: Work = {
    executions: [],
    variables: new Map(),
    functions: new Map(),
    places: [],
    place,
    read,
    steps: MAX_STEPS,
  };
  return enter(work, text.slice(0, MAX_TEXT), undefined, 0);
}

/** The reading of a text within a text; nothing when that would be too deep or too much. */
export function within(state: State, text: string, span: Span): State | undefined {
  if (state.depth >= MAX_DEPTH || state.work.steps <= 0) return undefined;
  state.work.steps -= text.length + 1;
  const inner = enter(state.work, text.slice(0, MAX_TEXT), state.frame ?? span, state.depth + 1);
  inner.input = state.input;
  return inner;
}

/** What a part of the text stands for in the outermost text. */
export function spanFrom(state: State, start: number): Span {
  return state.frame ?? { start, end: state.at };
}

function enter(work: Work, text: string, frame: Span | undefined, depth: number): State {
  return {
    work,
    text,
    frame,
    depth,
    at: 0,
    nesting: 0,
    input: undefined,
    stdin: { kind: 'inherited' },
  };
}

const MAX_TEXT = 65_536;
const MAX_STEPS = 262_144;
const MAX_DEPTH = 8;

/** Brackets within brackets are read this deep. */
export const MAX_NESTING = 48;

/** Executions beyond these are not listed. */
export const MAX_EXECUTIONS = 1024;
