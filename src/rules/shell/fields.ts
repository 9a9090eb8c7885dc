/**
 * Fields in the making: what the parts of a word stand for, gathered to the words of a command.
 *
 * @module
 */
import type { Span } from '../finding.js';
import { lookUp } from './names.js';
import { literal } from './parameter.js';
import { decodePieces, hasPlaceholder, type Shell } from './state.js';
import { type Piece, type Word, wordOf } from './word.js';

/** The fields that one word becomes. */
export interface Fields {
  readonly shell: Shell;
  /** Whether everything stays in one field, as in an assignment. */
  readonly whole: boolean;
  /** Where finished fields go, and where they stand in the text. */
  readonly words: Word[];
  readonly span: Span;
  /** What is in the field that is being made; absent as long as there is none. */
  pieces: Piece[] | undefined;
}

/** Adds a piece as it is. */
export function addPiece(fields: Fields, piece: Piece): void {
  if (fields.pieces === undefined) fields.pieces = [piece];
  else fields.pieces.push(piece);
}

/** Adds literal text. */
export function addText(fields: Fields, text: string): void {
  const { work } = fields.shell;
  if (!hasPlaceholder(text, work)) addPiece(fields, { kind: 'text', text });
  else for (const piece of decodePieces(text, work)) addPiece(fields, piece);
}

/**
 * Adds what an expansion stands for: one field, or several as for `$@`.
 *
 * @param quoted Whether it stands in quotes; otherwise the shell splits it at white space and takes
 *   its patterns for active.
 */
export function addValues(
  fields: Fields,
  values: readonly (readonly Piece[])[],
  quoted: boolean,
): void {
  let first = true;
  for (const value of values) {
    if (!first) cut(fields);
    first = false;
    for (const piece of value) {
      if (quoted || fields.whole || piece.kind !== 'text') addPiece(fields, piece);
      else addSplit(fields, piece.text);
    }
    if (quoted && value.length === 0) addPiece(fields, EMPTY);
  }
}

/** Finishes the field that is being made, if there is one. */
export function endField(fields: Fields): void {
  if (fields.pieces === undefined) return;
  fields.words.push(wordOf(join(fields.pieces), fields.span));
  fields.pieces = undefined;
}

/** All that has been added, as one value. */
export function joinFields(fields: Fields): readonly Piece[] {
  return join(fields.pieces ?? []);
}

function cut(fields: Fields): void {
  if (fields.whole) addPiece(fields, SPACE);
  else endField(fields);
}

function addSplit(fields: Fields, text: string): void {
  const separator = separators(fields.shell);
  const parts = separator === undefined ? [text] : text.split(separator);
  let first = true;
  for (const part of parts) {
    if (!first) endField(fields);
    first = false;
    if (part === '') continue;
    for (const piece of activate(part)) addPiece(fields, piece);
  }
}

/** What separates fields: blanks, unless the text has set `IFS`. */
function separators(shell: Shell): RegExp | undefined {
  const value = lookUp(shell.variables, 'IFS');
  if (value === undefined) return BLANKS;
  const characters = value.kind === 'scalar' ? literal(value.choices[0] ?? []) : undefined;
  if (characters === undefined) return BLANKS;
  return characters === '' ? undefined : new RegExp(`[${characters.replace(NOT_PLAIN, '\\$&')}]+`);
}

/** Text from an unquoted expansion: its pattern characters are active. */
function activate(text: string): readonly Piece[] {
  if (!PATTERN.test(text)) return [{ kind: 'text', text }];
  return text
    .split(PATTERNS)
    .filter((part) => part !== '')
    .map((part) => ({ kind: PATTERN.test(part) ? 'glob' : 'text', text: part }));
}

/** Joins neighbouring texts. */
function join(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length === 1) return pieces;
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else if (piece.kind !== 'text' || piece.text !== '') joined.push(piece);
  }
  return joined;
}

const EMPTY: Piece = { kind: 'text', text: '' };
const SPACE: Piece = { kind: 'text', text: ' ' };

const BLANKS = /[ \t\n]+/;
const NOT_PLAIN = /[^A-Za-z0-9]/g;
const PATTERN = /[*?[]/;
const PATTERNS = /([*?]|\[[^\]]*\])/;
