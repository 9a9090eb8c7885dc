/**
 * What a shell knows while its text is being followed: variables, functions, files, place.
 *
 * @module
 */
import type { Span } from '../finding.js';
import type { Descriptors } from './descriptors.js';
import type { Elsewhere, Execution, Stdin } from './execution.js';
import { define, layerOn, lookUp, type Names, noNames } from './names.js';
import type { FunctionNode } from './parse.js';
import type { Place } from './place.js';
import { type Piece, UNKNOWN, type Word } from './word.js';

/** What a variable may hold: more than one value after branches that cannot be decided. */
export type Value =
  | { readonly kind: 'scalar'; readonly choices: readonly (readonly Piece[])[] }
  | { readonly kind: 'array'; readonly items: readonly (readonly Piece[])[] };

/** What a declaration says of a variable: its letters' case, that it stays, or what it stands for. */
export type Attribute = 'lower' | 'upper' | 'fixed' | { readonly target: string };

/** How a command ended. */
export type Status = 'success' | 'failure' | 'unknown';

/** What a command wrote to its standard output; `undefined` when that is not known. */
export type Output = readonly Piece[] | undefined;

/** What following a part of the text gave. */
export interface Result {
  readonly status: Status;
  readonly output: Output;
}

/**
 * Shared by all shells of one run: what was found, and how much may still be spent.
 *
 * Two purses, so that a loop cannot use up what the commands behind it need: `steps` pays for the
 * first visit of what the text says and grows with the text, `extra` for all that is visited again.
 */
export interface Work {
  readonly executions: Execution[];
  readonly forkBombs: Span[];
  /** Where the command starts. */
  readonly root: Place;
  /** The names of programs that a pattern may stand for. */
  readonly programs: () => readonly string[];
  /** Pieces that stand in re-read texts as one private character each. */
  readonly placeholders: Piece[];
  /** Variables whose values have outgrown what is followed. */
  grown: Set<string> | undefined;
  /** Functions that have been visited. */
  visited: Set<string> | undefined;
  /** Files written by the text itself, by place. */
  files: Map<string, Word> | undefined;
  steps: number;
  extra: number;
  /** What `trap` has set up to run when a signal comes or the shell ends. */
  readonly traps: { readonly text: Word; readonly shell: Shell }[];
  /** How many compound commands are going on within each other. */
  nesting: number;
  /** How many repetitions are going on within each other. */
  repeating: number;
  complete: boolean;
  /** How many choices the words that are being expanded have. */
  choices: number;
}

/** One shell: a subshell is a copy. */
export interface Shell {
  readonly work: Work;
  cwd: Place;
  variables: Names<Value>;
  functions: Names<FunctionNode>;
  /** What `declare` and `readonly` have said of variables. */
  attributes: Map<string, Attribute> | undefined;
  /** What the local variables of the function that is being run were outside of it. */
  locals: Map<string, Value | undefined> | undefined;
  /** What `exec` has opened. */
  open: Descriptors | undefined;
  /** Aliases by name; `shopt -s expand_aliases` makes scripts expand them. */
  aliases: Map<string, Word> | undefined;
  /** What `shopt` has switched on. */
  options: ReadonlySet<string> | undefined;
  positional: readonly Word[];
  /** `$_`: the last argument of the command before. */
  lastArgument: Word | undefined;
  /** `$0`, when the text gives one. */
  zero: Word | undefined;
  stdin: Stdin;
  elsewhere: Elsewhere | undefined;
  via: readonly string[];
  /** The functions that are being run. */
  calls: readonly string[];
  /** Whether the commands run beside each other rather than one after the other. */
  spawning: boolean;
  /** Whether the shell has ended, so that nothing behind it runs. */
  ended: boolean;
  depth: number;
  /** Where a text within the text stands; its own offsets mean nothing outside. */
  frame: Span | undefined;
  /** Which of a variable's choices is followed. */
  choice: number;
}

/** How many texts of shells may stand within each other. */
export const MAX_SHELLS = 20;

/** How many wrappers may stand in front of each other. */
export const MAX_WRAPPERS = 48;

/** How many values of a variable are kept apart. */
export const MAX_CHOICES = 8;

/** A shell that starts in a place, to follow a text of so many characters. */
export function newShell(cwd: Place, length: number, programs: () => readonly string[]): Shell {
  return {
    work: {
      executions: [],
      forkBombs: [],
      root: cwd,
      programs,
      placeholders: [],
      grown: undefined,
      visited: undefined,
      files: undefined,
      traps: [],
      nesting: 0,
      steps: STEPS_PER_CHARACTER * length + EXTRA,
      extra: EXTRA,
      repeating: 0,
      complete: true,
      choices: 1,
    },
    cwd,
    variables: noNames(),
    functions: noNames(),
    attributes: undefined,
    locals: undefined,
    open: undefined,
    aliases: undefined,
    options: undefined,
    positional: NO_ARGUMENTS,
    zero: undefined,
    lastArgument: undefined,
    stdin: INHERITED,
    elsewhere: undefined,
    via: NO_NAMES,
    calls: NO_NAMES,
    spawning: false,
    ended: false,
    depth: 0,
    frame: undefined,
    choice: 0,
  };
}

/**
 * A copy whose changes stay its own; what it writes to files is seen by all. The shell itself has
 * to rest meanwhile.
 */
export function fork(shell: Shell, changes?: Partial<Shell>): Shell {
  // Written out: a spread costs more than everything else that a subshell does.
  const copy: Shell = {
    work: shell.work,
    cwd: shell.cwd,
    variables: layerOn(shell.variables),
    functions: layerOn(shell.functions),
    attributes: shell.attributes,
    locals: shell.locals,
    open: shell.open,
    aliases: shell.aliases,
    options: shell.options,
    positional: shell.positional,
    zero: shell.zero,
    lastArgument: shell.lastArgument,
    stdin: shell.stdin,
    elsewhere: shell.elsewhere,
    via: shell.via,
    calls: shell.calls,
    spawning: shell.spawning,
    ended: shell.ended,
    depth: shell.depth,
    frame: shell.frame,
    choice: shell.choice,
  };
  return changes === undefined ? copy : Object.assign(copy, changes);
}

/**
 * Lets a statement that the text writes out have what its own length pays for, however much those in
 * front of it have spent: nobody can hide a command behind busy work.
 */
export function grant(work: Work, statement: { readonly pos: number; readonly end: number }): void {
  if (work.repeating > 0) return;
  const length = statement.end - statement.pos;
  const paid = work.nesting === 0 ? length : Math.min(length, LONGEST_GRANT);
  work.steps = Math.max(work.steps, paid * STEPS_PER_CHARACTER);
  work.extra = Math.max(work.extra, Math.min(paid * EXTRA_PER_CHARACTER, EXTRA));
}

/** Spends steps; false when there are none left, and then the run is not complete. */
export function spend(work: Work, steps = 1): boolean {
  if (work.repeating > 0) work.extra -= steps;
  else work.steps -= steps;
  const left = work.repeating > 0 ? work.extra : work.steps;
  if (left >= 0) return true;
  work.complete = false;
  return false;
}

/** Pays for text that is read once more, such as that of a substitution. */
export function payForText(work: Work, length: number): boolean {
  work.extra -= length / CHARACTERS_PER_STEP;
  if (work.extra >= 0) return true;
  work.complete = false;
  return false;
}

/** Pays for an argument vector that is read once more behind a wrapper, if it is a long one. */
export function payForWords(work: Work, count: number): boolean {
  return count <= FREE_WORDS || payForText(work, count * CHARACTERS_PER_WORD);
}

/** Does something once more, out of the other purse; not at all when that is empty. */
export function repeat(work: Work, action: () => void): void {
  if (work.extra <= 0) {
    work.complete = false;
    return;
  }
  work.repeating += 1;
  action();
  work.repeating -= 1;
}

/** Where a node stands in the outermost text. */
export function spanOf(node: { readonly pos: number; readonly end: number }, shell: Shell): Span {
  return shell.frame ?? { start: node.pos, end: node.end };
}

/**
 * A word as text that can be read as a script: each piece that is more than text becomes one private
 * character, which {@link decodePieces} turns back wherever it then stands, quoted or not.
 */
export function encodeText(word: Word, work: Work): string {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text;
    else if (work.placeholders.length < LAST_PLACEHOLDER - FIRST_PLACEHOLDER) {
      text += String.fromCharCode(FIRST_PLACEHOLDER + work.placeholders.length);
      work.placeholders.push(piece);
    } else text += UNKNOWN;
  }
  return text;
}

/** Text with the private characters of {@link encodeText} turned back into their pieces. */
export function decodePieces(text: string, work: Work): readonly Piece[] {
  if (!hasPlaceholder(text, work)) return [{ kind: 'text', text }];
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const piece = work.placeholders[text.charCodeAt(at) - FIRST_PLACEHOLDER];
    if (piece === undefined) continue;
    if (at > from) pieces.push({ kind: 'text', text: text.slice(from, at) });
    pieces.push(piece);
    from = at + 1;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

/** Keeps what the text writes to a file; all shells see it. */
export function writeFile({ work }: Shell, key: string, content: Word): void {
  work.files ??= new Map();
  work.files.set(key, content);
}

/** Whether a private character of {@link encodeText} stands in a text. */
export function hasPlaceholder(text: string, work: Work): boolean {
  return work.placeholders.length > 0 && PLACEHOLDER.test(text);
}

/**
 * Private characters mean something here, so the judged text itself must not hold any; NULs are
 * passed over as a shell passes over them.
 */
export function withoutPrivate(text: string): string {
  const seen = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return PRIVATE.test(seen) ? seen.replace(ALL_PRIVATE, '\uFFFD') : seen;
}

/** Gives a variable a value, unless it has grown beyond what anyone writes. */
export function assign(shell: Shell, name: string, value: Value): void {
  if (shell.attributes === undefined) keep(shell, name, value);
  else assignDeclared(shell, resolve(shell, name), value);
}

/** The variable that a name stands for, references followed. */
export function resolve(shell: Shell, name: string): string {
  let target = name;
  for (let step = 0; step < MAX_CHOICES; step += 1) {
    const attribute = shell.attributes?.get(target);
    if (typeof attribute !== 'object') return target;
    target = attribute.target;
  }
  return target;
}

function assignDeclared(shell: Shell, name: string, value: Value): void {
  const attribute = shell.attributes?.get(name);
  if (attribute === 'fixed' && lookUp(shell.variables, name) !== undefined) return;
  if (attribute !== 'lower' && attribute !== 'upper') {
    keep(shell, name, value);
    return;
  }
  const lists = value.kind === 'scalar' ? value.choices : value.items;
  const changed = lists.map((pieces) =>
    pieces.map((piece) => {
      if (piece.kind !== 'text') return piece;
      const { text } = piece;
      return { ...piece, text: attribute === 'lower' ? text.toLowerCase() : text.toUpperCase() };
    }),
  );
  keep(
    shell,
    name,
    value.kind === 'scalar'
      ? { kind: 'scalar', choices: changed }
      : { kind: 'array', items: changed },
  );
}

function keep(shell: Shell, name: string, value: Value): void {
  if (shell.work.grown?.has(name) !== true && sizeOf(value) <= MAX_VALUE) {
    define(shell.variables, name, value);
    return;
  }
  shell.work.complete = false;
  shell.work.grown ??= new Set();
  shell.work.grown.add(name);
  const grown: Piece = { kind: 'unknown', text: `$${name}`, from: 'variable', name };
  define(shell.variables, name, { kind: 'scalar', choices: [[grown]] });
}

/** A value that is known to be these pieces. */
export function scalar(pieces: readonly Piece[]): Value {
  return { kind: 'scalar', choices: [pieces] };
}

function sizeOf(value: Value): number {
  let size = 0;
  for (const pieces of value.kind === 'scalar' ? value.choices : value.items) {
    for (const piece of pieces) size += 16 + piece.text.length;
  }
  return size;
}

const INHERITED: Stdin = { kind: 'inherited' };
const NO_ARGUMENTS: readonly Word[] = [];
const NO_NAMES: readonly string[] = [];

/** The size of a value that is still followed: its text, and a little for each piece. */
const MAX_VALUE = 16_384;

/** A command of one letter and its separator is visited in a few steps. */
const STEPS_PER_CHARACTER = 4;

/** How many steps may go into what is visited again. */
const EXTRA = 8192;

/** A loop of one command turns a few times for what its own length pays. */
const EXTRA_PER_CHARACTER = 2;

/** Within other statements a longer one is not granted more, as each of those was already. */
const LONGEST_GRANT = 128;

/** How much text one step pays for when it is read once more. */
const CHARACTERS_PER_STEP = 32;

/** How many words a wrapper may hand on for nothing, and what each costs when there are more. */
const FREE_WORDS = 64;
const CHARACTERS_PER_WORD = 2;

const FIRST_PLACEHOLDER = 0xe100;
const LAST_PLACEHOLDER = 0xf8ff;
const PLACEHOLDER = /[\uE100-\uF8FF]/;
const PRIVATE = /[\uE000-\uF8FF\uFFFC]/;
const ALL_PRIVATE = /[\uE000-\uF8FF\uFFFC]/g;
