/**
 * Cuts the code of a programming language into tokens; comments are gone, texts are read.
 *
 * @module
 */
import { GLUE, type Lexicon } from './lexicons.js';
import { readHeredocs, readSpecial } from './quoted.js';
import {
  type Cursor,
  endsOperand,
  NAME,
  NAME_START,
  readName,
  readQuoted,
  readWhile,
  type Token,
} from './texts.js';

export type { Token } from './texts.js';

/** Code longer than this is read up to here. */
export const MAX_CODE = 65_536;

/** The tokens of a code, in order. */
export function tokenize(source: string, lexicon: Lexicon): readonly Token[] {
  const text = source.length > MAX_CODE ? source.slice(0, MAX_CODE) : source;
  const cursor: Cursor = {
    source: text,
    lexicon,
    at: 0,
    depth: 0,
    count: 0,
    heredocs: [],
    readTokens: (close) => readTokens(cursor, close),
  };
  return readTokens(cursor, '');
}

/** Reads tokens until `close` stands alone, or to the end. */
function readTokens(cursor: Cursor, close: string): readonly Token[] {
  const tokens: Token[] = [];
  let open = 0;
  while (cursor.count < MAX_TOKENS) {
    const space = skipSpace(cursor);
    if (cursor.at >= cursor.source.length) break;
    const char = cursor.source.charAt(cursor.at);
    if (close !== '') {
      if (char === close && open === 0) {
        cursor.at += 1;
        break;
      }
      if (char === OPENERS[close]) open += 1;
      else if (char === close) open -= 1;
    }
    cursor.count += 1;
    tokens.push(readToken(cursor, space, tokens.at(-1)));
  }
  return tokens;
}

/** Skips white space and comments; says whether there was any, and whether a line ended. */
function skipSpace(cursor: Cursor): { spaced: boolean; breaks: boolean } {
  const { source, lexicon } = cursor;
  const start = cursor.at;
  let breaks = start === 0;
  while (cursor.at < source.length) {
    const char = source.charAt(cursor.at);
    if (char === '\n') {
      breaks = true;
      cursor.at += 1;
      if (cursor.heredocs.length > 0) readHeredocs(cursor);
    } else if (char === '\\' && source.charAt(cursor.at + 1) === '\n') cursor.at += 2;
    else if (char <= ' ' || char === '\u00A0' || char === '\uFEFF') cursor.at += 1;
    else if (!skipComment(cursor, lexicon)) break;
  }
  return { spaced: cursor.at > start || start === 0, breaks };
}

function skipComment(cursor: Cursor, lexicon: Lexicon): boolean {
  const { source } = cursor;
  for (const [open, close] of lexicon.blocks) {
    if (!source.startsWith(open, cursor.at)) continue;
    const end = source.indexOf(close, cursor.at + open.length);
    cursor.at = end < 0 ? source.length : end + close.length;
    return true;
  }
  for (const open of lexicon.comments) {
    if (!source.startsWith(open, cursor.at)) continue;
    const end = source.indexOf('\n', cursor.at);
    cursor.at = end < 0 ? source.length : end;
    return true;
  }
  return false;
}

function readToken(
  cursor: Cursor,
  space: { spaced: boolean; breaks: boolean },
  last: Token | undefined,
): Token {
  const { source, lexicon } = cursor;
  const operand = last !== undefined && endsOperand(last);
  const special = readSpecial(cursor, space, last, operand);
  if (special !== undefined) return special;
  for (const quote of lexicon.quotes) {
    if (!source.startsWith(quote.open, cursor.at)) continue;
    cursor.at += quote.open.length;
    const read = readQuoted(cursor, quote, false);
    return { kind: quote.runs === true ? 'run' : 'text', ...read, ...space };
  }
  const char = source.charAt(cursor.at);
  if (lexicon.patterns && char === '/' && !operand) return readPattern(cursor, space);
  if (DIGIT.test(char)) return { kind: 'number', text: readWhile(cursor, NUMBER), ...space };
  // Perl's `$/` and its like are variables, and no pattern begins in them.
  if (lexicon.special === 'perl' && PERL_VARIABLE.test(source.slice(cursor.at, cursor.at + 2))) {
    cursor.at += 2;
    return { kind: 'name', text: source.charAt(cursor.at - 1), variable: true, ...space };
  }
  if (beginsName(cursor, operand)) {
    return { kind: 'name', text: readName(cursor), variable: SIGIL.test(char), ...space };
  }
  return { kind: 'mark', text: readMark(cursor), ...space };
}

function readPattern(cursor: Cursor, space: { spaced: boolean; breaks: boolean }): Token {
  const { source } = cursor;
  const start = cursor.at;
  let inClass = false;
  cursor.at += 1;
  for (; cursor.at < source.length; cursor.at += 1) {
    const char = source.charAt(cursor.at);
    if (char === '\n') break;
    if (char === '\\') cursor.at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) {
      cursor.at += 1;
      readWhile(cursor, NAME);
      return { kind: 'pattern', text: '', ...space };
    }
  }
  // Nothing closes it on this line, so it was a division.
  cursor.at = start + 1;
  return { kind: 'mark', text: '/', ...space };
}

function beginsName(cursor: Cursor, operand: boolean): boolean {
  const char = cursor.source.charAt(cursor.at);
  if (NAME_START.test(char)) return true;
  if (!cursor.lexicon.sigils.includes(char)) return false;
  // `%` and `&` are operators behind a value.
  if (operand && (char === '%' || char === '&' || char === '@')) return false;
  const next = cursor.source.charAt(cursor.at + 1);
  return NAME_START.test(next) || (char === '$' && next === '$') || cursor.lexicon.suffixes === '$';
}

function readMark(cursor: Cursor): string {
  const { source, lexicon } = cursor;
  for (const mark of lexicon.members) {
    if (!source.startsWith(mark, cursor.at) || source.startsWith('..', cursor.at)) continue;
    cursor.at += mark.length;
    return '.';
  }
  for (const mark of MARKS) {
    if (!source.startsWith(mark, cursor.at)) continue;
    cursor.at += mark.length;
    return mark;
  }
  const char = source.charAt(cursor.at);
  cursor.at += 1;
  return char === '.' ? GLUE : char;
}

const MAX_TOKENS = 32_768;

const OPENERS: { readonly [close: string]: string } = { '}': '{', ')': '(', ']': '[' };

/** Longest first. */
const MARKS = [
  ...['===', '!==', '...', '..=', '||=', '&&=', '??=', '**=', '<=>'],
  ...['==', '!=', '=~', '!~', '=>', '->', '<-', '<=', '>=', '::', '?.', '&.', '..', ':='],
  ...['||', '&&', '??', '+=', '-=', '*=', '/=', '.=', '|=', '|>', '|&', '<<', '>>', '<>', '**'],
] as const;

const DIGIT = /^[0-9]$/;
const NUMBER = /^[0-9A-Za-z_]$/;
const SIGIL = /^[$@%]$/;
/** `$` and a character of punctuation. */
const PERL_VARIABLE = /^\$[/,.;!@\\|&0"'`+^]$/;
