/**
 * Words after expansion: text that is known, text that a shell would still fill in, and nothing else.
 *
 * @module
 */
import type { Span } from '../finding.js';
import type { Execution } from './execution.js';

/** Literal text: quotes are gone, escapes are done, no character of it is active any more. */
export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
}

/** An active pattern: `*`, `?`, `[a-z]`, `+(x|y)`. */
export interface GlobPiece {
  readonly kind: 'glob';
  readonly text: string;
}

/** The home directory: `~` or `$HOME`, or another user's as `~name`. */
export interface HomePiece {
  readonly kind: 'home';
  readonly text: string;
}

/** Something that only the running shell knows. */
export interface UnknownPiece {
  readonly kind: 'unknown';
  /** How it was written, such as `$DIR`. */
  readonly text: string;
  /**
   * Where it comes from: an unset or foreign variable, the output of a command, a number, the items
   * that `xargs`, `find` or `read` take in, or the name of a process substitution.
   */
  readonly from: 'variable' | 'command' | 'arithmetic' | 'input' | 'process';
  /** The variable's name, for a variable. */
  readonly name?: string;
  /** The commands whose output it is. */
  readonly runs?: readonly Execution[];
  /** For a process substitution that is read: what can be read from it, when that is known. */
  readonly content?: Word;
}

/** One run of a word. */
export type Piece = TextPiece | GlobPiece | HomePiece | UnknownPiece;

/** A word as a command receives it. */
export interface Word {
  readonly pieces: readonly Piece[];
  /** All pieces as text: a home as `~`, a glob as written, {@link UNKNOWN} for what is not known. */
  readonly text: string;
  /** Whether the whole word is known: no unknown piece (a glob or a home may still stand in it). */
  readonly known: boolean;
  /** Where it stands in the outermost command text. */
  readonly span: Span;
}

/** Stands in {@link Word.text} for each unknown piece. */
export const UNKNOWN = '\uFFFC';

/** A word of pieces; neighbouring text pieces are joined. */
export function wordOf(pieces: readonly Piece[], span: Span): Word {
  let text = '';
  let known = true;
  for (const piece of pieces) {
    if (piece.kind === 'unknown') {
      known = false;
      text += UNKNOWN;
    } else text += piece.text;
  }
  return { pieces, text, known, span };
}

/** A word of literal text. */
export function textWord(text: string, span: Span): Word {
  return { pieces: [{ kind: 'text', text }], text, known: true, span };
}

/** The word without its first `length` characters of {@link Word.text}. */
export function dropPrefix(word: Word, length: number): Word {
  return sliceWord(word, length, word.text.length);
}

/** The part of a word from one offset of {@link Word.text} to another. */
export function sliceWord(word: Word, start: number, end: number): Word {
  const pieces: Piece[] = [];
  let at = 0;
  for (const piece of word.pieces) {
    const length = piece.kind === 'unknown' ? UNKNOWN.length : piece.text.length;
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, length);
    if (from < to) pieces.push(cut(piece, from, to, length));
    at += length;
  }
  return wordOf(pieces, word.span);
}

/** The words with `separator` between them, as one word. */
export function joinWords(words: readonly Word[], separator: string, span: Span): Word {
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    if (index > 0) pieces.push({ kind: 'text', text: separator });
    pieces.push(...word.pieces);
  }
  return wordOf(pieces, span);
}

/** The commands whose output stands in the word. */
export function runsIn(word: Word): readonly Execution[] {
  return word.pieces.flatMap((piece) => (piece.kind === 'unknown' ? (piece.runs ?? []) : []));
}

function cut(piece: Piece, from: number, to: number, length: number): Piece {
  if (from === 0 && to === length) return piece;
  if (piece.kind === 'unknown') return piece;
  const text = piece.text.slice(from, to);
  // A part of `~name` is no longer a home.
  return piece.kind === 'glob' ? { kind: 'glob', text } : { kind: 'text', text };
}
