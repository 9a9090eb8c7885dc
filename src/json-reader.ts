/**
 * Reads JSON text strictly and in one pass (RFC 8259, RFC 7493), and leaves it to its caller what a
 * number literal becomes.
 *
 * @module
 */
import {
  addMember,
  refuse,
  refuseDepth,
  refuseSurrogate,
  spend,
  startWalk,
  type Walk,
} from './walk.js';

/** What JSON text becomes when its number literals become `N`. */
export type JsonTree<N> =
  | null
  | boolean
  | string
  | N
  | readonly JsonTree<N>[]
  | { readonly [member: string]: JsonTree<N> };

/** Makes a value of a number literal, or refuses it; `whole` is false for one with `.`, `e`, `E`. */
export type NumberReader<N> = (literal: string, whole: boolean, walk: Walk) => N;

/** Text that is the same between quotes: no `"`, `\`, control character or surrogate. */
export const PLAIN_TEXT: RegExp = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Half of a surrogate pair; a whole pair is one code point to a `u` expression. */
export const LONE_SURROGATE: RegExp = /[\ud800-\udfff]/u;

/**
 * Reads a whole text.
 *
 * @param text The text, already decoded.
 * @param path What paths in errors start with.
 * @param maxDepth How many containers may nest.
 * @param number What to make of a number literal.
 * @returns The value, in plain objects and arrays.
 */
export function readJson<N>(
  text: string,
  path: string,
  maxDepth: number,
  number: NumberReader<N>,
): JsonTree<N> {
  const cursor: Cursor<N> = { ...startWalk(path, maxDepth), text, number, at: 0 };
  const tree = readValue(cursor);
  skipSpace(cursor);
  if (cursor.at < text.length) refuseSyntax(cursor, 'nothing may follow the value');
  return tree;
}

interface Cursor<N> extends Walk {
  readonly text: string;
  readonly number: NumberReader<N>;
  /** The offset of the next character, in UTF-16 code units. */
  at: number;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function readValue<N>(cursor: Cursor<N>): JsonTree<N> {
  spend(cursor, 1);
  switch (skipSpace(cursor)) {
    case QUOTE:
      return readString(cursor);
    case OPEN_BRACE:
      return readObject(cursor);
    case OPEN_BRACKET:
      return readArray(cursor);
    case LOWER_T:
      return readWord(cursor, 'true', true);
    case LOWER_F:
      return readWord(cursor, 'false', false);
    case LOWER_N:
      return readWord(cursor, 'null', null);
    default:
      return readNumber(cursor);
  }
}

function readObject<N>(cursor: Cursor<N>): JsonTree<N> {
  const { depth, trail } = cursor;
  if (depth >= cursor.maxDepth) refuseDepth(cursor);
  const members: { [member: string]: JsonTree<N> } = {};
  cursor.at += 1;
  if (skipSpace(cursor) === CLOSE_BRACE) {
    cursor.at += 1;
    return members;
  }
  for (;;) {
    if (skipSpace(cursor) !== QUOTE) refuseSyntax(cursor, 'a member must start with "');
    const key = readString(cursor);
    if (skipSpace(cursor) !== COLON) refuseSyntax(cursor, "a colon must follow a member's name");
    cursor.at += 1;
    trail[depth] = key;
    cursor.depth = depth + 1;
    addMember(cursor, members, key, readValue(cursor));
    cursor.depth = depth;
    const next = skipSpace(cursor);
    if (next !== COMMA && next !== CLOSE_BRACE) {
      refuseSyntax(cursor, 'a comma or } must follow a member');
    }
    cursor.at += 1;
    if (next === CLOSE_BRACE) return members;
  }
}

function readArray<N>(cursor: Cursor<N>): JsonTree<N> {
  const { depth, trail } = cursor;
  if (depth >= cursor.maxDepth) refuseDepth(cursor);
  const items: JsonTree<N>[] = [];
  cursor.at += 1;
  if (skipSpace(cursor) === CLOSE_BRACKET) {
    cursor.at += 1;
    return items;
  }
  for (;;) {
    trail[depth] = items.length;
    cursor.depth = depth + 1;
    items.push(readValue(cursor));
    cursor.depth = depth;
    const next = skipSpace(cursor);
    if (next !== COMMA && next !== CLOSE_BRACKET) {
      refuseSyntax(cursor, 'a comma or ] must follow an item');
    }
    cursor.at += 1;
    if (next === CLOSE_BRACKET) return items;
  }
}

function readWord<N, T extends JsonTree<N>>(cursor: Cursor<N>, word: string, value: T): T {
  if (!cursor.text.startsWith(word, cursor.at)) refuseSyntax(cursor, 'a value must start here');
  cursor.at += word.length;
  return value;
}

function readNumber<N>(cursor: Cursor<N>): N {
  const { text } = cursor;
  const start = cursor.at;
  if (text.charCodeAt(start) === MINUS) cursor.at += 1;
  // §6: a zero may lead only when it is the whole integer part.
  if (text.charCodeAt(cursor.at) === ZERO) cursor.at += 1;
  else skipDigits(cursor, 'a value must start here');
  let whole = true;
  if (text.charCodeAt(cursor.at) === POINT) {
    whole = false;
    cursor.at += 1;
    skipDigits(cursor, 'a digit must follow the decimal point');
  }
  const mark = text.charCodeAt(cursor.at);
  if (mark === LOWER_E || mark === UPPER_E) {
    whole = false;
    cursor.at += 1;
    const sign = text.charCodeAt(cursor.at);
    if (sign === PLUS || sign === MINUS) cursor.at += 1;
    skipDigits(cursor, 'an exponent must have a digit');
  }
  return cursor.number(text.slice(start, cursor.at), whole, cursor);
}

function skipDigits<N>(cursor: Cursor<N>, rule: string): void {
  const { text } = cursor;
  let at = cursor.at;
  let code = text.charCodeAt(at);
  if (!(code >= ZERO && code <= NINE)) refuseSyntax(cursor, rule);
  do {
    at += 1;
    code = text.charCodeAt(at);
  } while (code >= ZERO && code <= NINE);
  cursor.at = at;
}

function readString<N>(cursor: Cursor<N>): string {
  const start = cursor.at + 1;
  const end = cursor.text.indexOf('"', start);
  if (end >= start) {
    const text = cursor.text.slice(start, end);
    if (PLAIN_TEXT.test(text)) {
      cursor.at = end + 1;
      return text;
    }
  }
  return readEscapedString(cursor);
}

function readEscapedString<N>(cursor: Cursor<N>): string {
  const { text } = cursor;
  let value = '';
  let start = cursor.at + 1;
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) {
      cursor.at = at + 1;
      value += text.slice(start, at) + readEscape(cursor);
      start = cursor.at;
      at = start;
    } else if (code >= SPACE) {
      at += 1;
    } else {
      cursor.at = at;
      const open = Number.isNaN(code);
      refuseSyntax(
        cursor,
        open ? 'a string must end with "' : 'a control character must be escaped',
      );
    }
  }
  value += text.slice(start, at);
  cursor.at = at + 1;
  if (LONE_SURROGATE.test(value)) refuseSurrogate(cursor);
  return value;
}

/** What may follow a backslash, and what it stands for (§7). */
const ESCAPES: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x22, '"'],
  [0x2f, '/'],
  [0x5c, '\\'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

/** Four hex digits. */
const HEX_4 = /^[0-9a-fA-F]{4}$/;

function readEscape<N>(cursor: Cursor<N>): string {
  const { text, at } = cursor;
  const code = text.charCodeAt(at);
  if (code === LOWER_U) {
    const digits = text.slice(at + 1, at + 5);
    if (!HEX_4.test(digits)) refuseSyntax(cursor, '\\u must be followed by four hex digits');
    cursor.at = at + 5;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
  const character = ESCAPES.get(code);
  if (character === undefined) return refuseSyntax(cursor, 'no such escape exists');
  cursor.at = at + 1;
  return character;
}

/** Moves to the next character that is not white space and returns its code, NaN at the end. */
function skipSpace<N>(cursor: Cursor<N>): number {
  const { text } = cursor;
  let at = cursor.at;
  let code = text.charCodeAt(at);
  while (code === SPACE || code === NEWLINE || code === RETURN || code === TAB) {
    at += 1;
    code = text.charCodeAt(at);
  }
  cursor.at = at;
  return code;
}

function refuseSyntax<N>(cursor: Cursor<N>, rule: string): never {
  return refuse(
    cursor,
    'bad_syntax',
    `${rule} (at offset ${cursor.at})`,
    'pass JSON text (RFC 8259)',
  );
}
