/**
 * A finding: one reason why a rule answers yes, with its place and one sentence.
 *
 * @module
 */

/** A part of a text: from `start` up to, and without, `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One yes, explained. */
export interface Finding {
  /** The rule's stable id, such as `path.outside`. */
  readonly rule: string;
  /** The field: `input.file_path`, `input.edits[0].path`. */
  readonly where: string;
  /** The part of the field's text that decided it, when that is text. */
  readonly span?: Span;
  /** One sentence; of the field's text it quotes at most 80 characters, and never a password. */
  readonly sentence: string;
}

/** Quotes at most 80 characters of a text for a sentence, with control characters escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED - 1)}…` : text);
}

/** Extends the name of a place by one key: `input` and `file_path` to `input.file_path`. */
export function placeOf(parent: string, key: string): string {
  if (IDENTIFIER.test(key)) return `${parent}.${key}`;
  return `${parent}[${JSON.stringify(key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)}]`;
}

const QUOTED = 80;
const LONGEST_KEY = 40;

/** A key of ordinary length that reads well after a dot. */
const IDENTIFIER = /^[A-Za-z_$][\w$]{0,39}$/;
