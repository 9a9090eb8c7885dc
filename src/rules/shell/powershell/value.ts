/**
 * What an expression of PowerShell comes to: words, a record, an object of a type.
 *
 * @module
 */
import type { Span } from '../../finding.js';
import type { Execution } from '../execution.js';
import { type Piece, UNKNOWN, type Word, wordOf } from '../word.js';

/** A value; several items are an array. */
export interface Value {
  readonly items: readonly (readonly Piece[])[];
  /** The type or object that it is, in lower case and dotted: `net.webclient`. */
  readonly type?: string;
  readonly members?: ReadonlyMap<string, Value>;
}

/** Nothing at all. */
export const EMPTY: Value = { items: [] };

/** A value of one literal text. */
export function textValue(text: string): Value {
  return { items: [[{ kind: 'text', text }]] };
}

/** What commands put out, when that is not known. */
export function outputValue(runs: readonly Execution[], text: string): Value {
  return { items: [[{ kind: 'unknown', text, from: 'command', runs }]] };
}

/** The items of values, one behind the other; bounded. */
export function listOf(values: readonly Value[]): Value {
  const [only] = values;
  if (only !== undefined && values.length === 1) return only;
  return { items: values.flatMap((value) => value.items).slice(0, MAX_ITEMS) };
}

/** The value as one run of pieces: items of an array stand apart by a space. */
export function piecesOf(value: Value): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [index, item] of value.items.entries()) {
    if (index > 0) pieces.push({ kind: 'text', text: ' ' });
    pieces.push(...item);
    if (pieces.length > MAX_ITEMS) break;
  }
  return pieces;
}

/** The values as one text; what grows beyond bounds is not known. */
export function joined(values: readonly Value[]): Value {
  const pieces = values.flatMap(piecesOf);
  let length = pieces.length;
  for (const piece of pieces) length += piece.text.length;
  if (length <= MAX_TEXT && pieces.length <= MAX_ITEMS) return { items: [mergeText(pieces)] };
  return { items: [[{ kind: 'unknown', text: '', from: 'variable' }]] };
}

/** The literal text of a value of one item, when it is known. */
export function literalOf(value: Value | undefined): string | undefined {
  const item = value?.items[0];
  if (item === undefined || value?.items.length !== 1) return undefined;
  let text = '';
  for (const piece of item) {
    if (piece.kind !== 'text') return undefined;
    text += piece.text;
  }
  return text;
}

/** The text of a value, with a mark for what is not known. */
export function textOf(value: Value): string {
  return piecesOf(value)
    .map((piece) => (piece.kind === 'unknown' ? UNKNOWN : piece.text))
    .join('');
}

/** The items as words of a command. */
export function wordsOf(value: Value, span: Span): readonly Word[] {
  return value.items.map((item) => wordOf(item, span));
}

/** Neighbouring texts as one. */
export function mergeText(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else if (piece.kind !== 'text' || piece.text !== '') merged.push(piece);
  }
  return merged;
}

const MAX_ITEMS = 256;
const MAX_TEXT = 65_536;
