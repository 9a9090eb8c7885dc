/**
 * Reads JSON text strictly and in one pass (RFC 8259, RFC 7493), and leaves it to its caller what a
 * number literal becomes.
 *
 * @module
 */
import { addMember, checkSurrogates } from './json-parts.js';
import { checkDepth, refuse, spendNodes, startWalk, type Walk } from './walk.js';

/** What JSON text becomes when its number literals become `N`. */
export type JsonTree<N> =
  | null
  | boolean
  | string
  | N
  | readonly JsonTree<N>[]
  | { readonly [member: string]: JsonTree<N> };

/** How {@link readJson} reads. */
export interface Reading<N> {
  /** What the paths in errors start with. */
  readonly path: string;
  /** How many arrays and objects may nest. */
  readonly maxDepth: number;
  /** The longest text to read, in UTF-16 code units. */
  readonly maxLength: number;
  /** Makes a value of a number literal; `whole` is false for one with a `.`, `e` or `E`. */
  number(literal: string, whole: boolean, walk: Walk): N;
}

/**
 * Reads a whole text, into new plain objects and arrays.
 *
 * @throws {@link JudgeError} `too_large`, `bad_syntax`, `duplicate_member`, `forbidden_member`,
 *   `lone_surrogate`, `too_deep`, and what `number` throws.
 */
export function readJson<N>(text: string, reading: Reading<N>): JsonTree<N> {
  const walk = startWalk(reading.path, reading.maxDepth);
  if (text.length > reading.maxLength) {
    const rule = `at most ${reading.maxLength} characters are read`;
    refuse(walk, 'too_large', rule, 'pass only what the judge has to see');
  }
  const cursor: Cursor<N> = Object.assign(walk, { text, reading, at: 0 });
  const tree = readValue(cursor);
  skipSpace(cursor);
  if (cursor.at < text.length) refuseSyntax(cursor, 'nothing may follow the value');
  return tree;
}

interface Cursor<N> extends Walk {
  readonly text: string;
  readonly reading: Reading<N>;
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
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function readValue<N>(cursor: Cursor<N>): JsonTree<N> {
  spendNodes(cursor, 1);
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
  checkDepth(cursor);
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
    addMember(members, key, readValue(cursor), cursor);
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
  checkDepth(cursor);
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
  return cursor.reading.number(text.slice(start, cursor.at), whole, cursor);
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

/** As much plain text as there is from `lastIndex` on. */
const PLAIN_RUN = /[ !#-[\]-\ud7ff\ue000-\uffff]*/y;

function readString<N>(cursor: Cursor<N>): string {
  const { text } = cursor;
  const start = cursor.at + 1;
  PLAIN_RUN.lastIndex = start;
  PLAIN_RUN.test(text);
  const end = PLAIN_RUN.lastIndex;
  if (text.charCodeAt(end) !== QUOTE) return readOddString(cursor);
  cursor.at = end + 1;
  return text.slice(start, end);
}

/** Reads a string that holds more than plain text, or does not end. */
function readOddString<N>(cursor: Cursor<N>): string {
  const { text, at } = cursor;
  let end = at;
  let last = at;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) refuseSyntax(cursor, 'a string must end with "');
    last = end - 1;
    while (text.charCodeAt(last) === BACKSLASH) last -= 1;
    // An odd number of backslashes escapes the quote.
  } while ((end - last) % 2 === 0);
  const value = unquote(text.slice(at, end + 1), cursor);
  checkSurrogates(value, cursor);
  cursor.at = end + 1;
  return value;
}

/** Between two quotes there is only one string to read, so the host's reader can do it. */
function unquote<N>(literal: string, cursor: Cursor<N>): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    const rule = 'a string must escape control characters and use only the escapes of RFC 8259 §7';
    return refuseSyntax(cursor, rule);
  }
}

/** Moves to the next character that is not white space and returns its code, NaN at the end. */
function skipSpace<N>(cursor: Cursor<N>): number {
  // Most JSON has no white space; a function as small as this one costs nothing to call.
  const code = cursor.text.charCodeAt(cursor.at);
  return code > SPACE ? code : skipMoreSpace(cursor);
}

function skipMoreSpace<N>(cursor: Cursor<N>): number {
  const { text } = cursor;
  let code = text.charCodeAt(cursor.at);
  while (code === SPACE || code === NEWLINE || code === RETURN || code === TAB) {
    cursor.at += 1;
    code = text.charCodeAt(cursor.at);
  }
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
