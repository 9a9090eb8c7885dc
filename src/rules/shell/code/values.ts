/**
 * What an expression in code comes to: a text known in part, a list, a record, a name.
 *
 * @module
 */
import type { Piece } from '../word.js';

/**
 * What was read into a value: a `file` (or the output of a command, or the whole environment),
 * standard `input`, or one `variable` of the environment.
 */
export type Source = 'file' | 'input' | 'variable';

/** A value; every member is absent when it is not known. */
export interface Value {
  /** Its text, when it is one; an unknown piece is a part that only running tells. */
  readonly pieces?: readonly Piece[];
  readonly items?: readonly Value[];
  readonly members?: ReadonlyMap<string, Value>;
  /** The module, function or member that it names, dotted: `shutil.rmtree`. */
  readonly name?: string;
  /** For a member: what it is a member of. */
  readonly owner?: Value;
  /** For what a call gives back: the call. */
  readonly call?: CodeCall;
  /** What was read into it, or into anything in it. */
  readonly source?: Source;
}

/** A call in code. */
export interface CodeCall {
  /** The dotted name, imports and aliases resolved: `shutil.rmtree`, `fs.rmSync`, `.unlink`. */
  readonly name: string;
  readonly args: readonly Value[];
  /** Arguments given by name. */
  readonly named: ReadonlyMap<string, Value>;
  /** What it is a method of. */
  readonly owner?: Value;
}

/** What is not known. */
export const NOTHING: Value = {};

/** A value that is one literal text. */
export function textValue(text: string): Value {
  return { pieces: [{ kind: 'text', text }] };
}

/** The literal text of a value, when all of it is known and no home or pattern is in it. */
export function textOf(value: Value | undefined): string | undefined {
  if (value?.pieces === undefined) return undefined;
  let text = '';
  for (const piece of value.pieces) {
    if (piece.kind !== 'text') return undefined;
    text += piece.text;
  }
  return text;
}

/** The text that a value begins with. */
export function leadingText(value: Value | undefined): string {
  const first = value?.pieces?.[0];
  return first?.kind === 'text' ? first.text : '';
}

/** A list, and what was read into it. */
export function listValue(items: readonly Value[]): Value {
  return withSource({ items }, worst(items));
}

/** The texts behind each other; an unknown one is an unknown part. */
export function concat(values: readonly Value[]): Value {
  const pieces: Piece[] = [];
  let length = 0;
  for (const value of values) {
    for (const piece of value.pieces ?? [UNKNOWN_PIECE]) {
      length += piece.text.length + 1;
      const last = pieces.at(-1);
      if (piece.kind !== 'text' || last?.kind !== 'text') pieces.push(piece);
      else pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
    }
    // A text that is doubled again and again must not grow without end.
    if (length > MAX_TEXT || pieces.length > MAX_ITEMS) {
      return withSource({ pieces: [UNKNOWN_PIECE] }, worst(values));
    }
  }
  return withSource({ pieces }, worst(values));
}

/** The paths behind each other; an absolute one begins anew when `resets` is true. */
export function joinPaths(values: readonly Value[], resets: boolean): Value {
  let from = 0;
  if (resets) {
    for (const [index, value] of values.entries()) {
      if (leadingText(value).startsWith('/') || value.pieces?.[0]?.kind === 'home') from = index;
    }
  }
  const parts: Value[] = [];
  for (const value of values.slice(from)) {
    if (parts.length > 0) parts.push(textValue('/'));
    parts.push(value);
  }
  return concat(parts);
}

/** The texts of a list, or of lists in it, as one list; bounded. */
export function flatten(values: readonly Value[]): readonly Value[] {
  const flat: Value[] = [];
  const add = (value: Value, depth: number): void => {
    if (flat.length >= MAX_ITEMS) return;
    if (value.items === undefined || depth > 4) flat.push(value);
    else for (const item of value.items) add(item, depth + 1);
  };
  for (const value of values) add(value, 0);
  return flat;
}

/** The value, marked with what was read into it. */
export function withSource(value: Value, source: Source | undefined): Value {
  const both = worse(value.source, source);
  return both === undefined || both === value.source ? value : { ...value, source: both };
}

/** The most telling of what was read into the values. */
export function worst(values: Iterable<Value | undefined>): Source | undefined {
  let source: Source | undefined;
  for (const value of values) source = worse(source, value?.source);
  return source;
}

/** A part of a text that is not known. */
export const UNKNOWN_PIECE: Piece = { kind: 'unknown', text: '', from: 'variable' };

function worse(one: Source | undefined, other: Source | undefined): Source | undefined {
  if (one === 'file' || other === 'file') return 'file';
  if (one === 'input' || other === 'input') return 'input';
  return one ?? other;
}

const MAX_TEXT = 65_536;
const MAX_ITEMS = 256;
