/**
 * Reads the quoted texts of code, and the code that stands in them.
 *
 * @module
 */
import { setOf } from '../../tables.js';
import type { Lexicon, Quote } from './lexicons.js';

/** A part of a text: literal, or code whose value stands in it. */
export type Part = string | readonly Token[];

/** One token. */
export interface Token {
  /** `text` is a literal text, `run` a text that is run as a command, `words` a list of words. */
  readonly kind: 'name' | 'text' | 'run' | 'words' | 'glob' | 'number' | 'mark' | 'pattern';
  /** The name, the mark, or the text itself when it is literal throughout. */
  readonly text: string;
  /** For a text that has code in it. */
  readonly parts?: readonly Part[];
  /** For a name: whether a sigil marks it as a variable. */
  readonly variable?: boolean;
  /** Whether a line ends in front of it. */
  readonly breaks: boolean;
  /** Whether white space, or a line's end, stands in front of it. */
  readonly spaced: boolean;
}

/** What the reading of one text keeps track of. */
export interface Cursor {
  readonly source: string;
  readonly lexicon: Lexicon;
  at: number;
  depth: number;
  count: number;
  /** Heredocs whose text begins at the next line's end. */
  readonly heredocs: Heredoc[];
  /** Reads tokens until `close` stands alone; the cursor ends up behind it. */
  readTokens(this: void, close: string): readonly Token[];
}

/** A heredoc that was announced; its text goes into the token once it is read. */
export interface Heredoc {
  readonly end: string;
  readonly literal: boolean;
  readonly token: { text: string };
}

/** Reads a quoted text whose opening mark is behind the cursor. */
export function readQuoted(
  cursor: Cursor,
  quote: Quote,
  raw: boolean,
  codeOpen?: '{' | undefined,
): { readonly text: string; readonly parts?: readonly Part[] } {
  const { source } = cursor;
  const parts: Part[] = [];
  let text = '';
  let from = cursor.at;
  const flush = (): void => {
    text += source.slice(from, cursor.at);
  };
  while (cursor.at < source.length) {
    const char = source.charAt(cursor.at);
    if (char === quote.close.charAt(0) && source.startsWith(quote.close, cursor.at)) break;
    if (char === '\n' && quote.oneLine === true) break;
    if (char === '\\' && quote.escapes !== 'none') {
      flush();
      text += raw ? readRawEscape(cursor) : readEscape(cursor, quote);
      from = cursor.at;
      continue;
    }
    const code =
      raw && codeOpen === undefined ? undefined : readCode(cursor, quote, codeOpen, flush);
    if (code === undefined) {
      cursor.at += 1;
      continue;
    }
    if (text !== '') parts.push(text);
    text = '';
    parts.push(code);
    from = cursor.at;
  }
  flush();
  cursor.at = Math.min(cursor.at + quote.close.length, source.length);
  if (parts.length === 0) return { text };
  if (text !== '') parts.push(text);
  return { text: '', parts };
}

/** Whether a value may end with the token, so that what follows it is an operator. */
export function endsOperand(token: Token): boolean {
  if (token.kind === 'mark') return token.text === ')' || token.text === ']' || token.text === '}';
  return token.kind !== 'name' || !OPERATOR_NAMES.has(token.text);
}

/** Reads a name, the cursor being at its first character; sigils are left out. */
export function readName(cursor: Cursor): string {
  const { source, lexicon } = cursor;
  const start = cursor.at;
  while (lexicon.sigils.includes(source.charAt(cursor.at)) && cursor.at < source.length) {
    cursor.at += 1;
  }
  readWhile(cursor, lexicon.suffixes === '$' ? NAME_OR_DOLLAR : NAME);
  const suffix = source.charAt(cursor.at);
  if (suffix !== '' && suffix !== '$' && lexicon.suffixes.includes(suffix)) {
    if (source.charAt(cursor.at + 1) !== '=') cursor.at += 1;
  }
  const name = source.slice(start, cursor.at);
  return lexicon.suffixes === '$' ? name : name.replace(SIGILS, '');
}

/** Reads what the pattern, of one character, matches. */
export function readWhile(cursor: Cursor, pattern: RegExp): string {
  const start = cursor.at;
  while (cursor.at < cursor.source.length && pattern.test(cursor.source.charAt(cursor.at))) {
    cursor.at += 1;
  }
  return cursor.source.slice(start, cursor.at);
}

/** In a raw text a backslash stays, and what it stands before cannot close the text. */
function readRawEscape(cursor: Cursor): string {
  const text = cursor.source.slice(cursor.at, cursor.at + 2);
  cursor.at += 2;
  return text;
}

function readEscape(cursor: Cursor, quote: Quote): string {
  const { source, lexicon } = cursor;
  const char = source.charAt(cursor.at + 1);
  cursor.at += 2;
  if (quote.escapes === 'quote') {
    return char === quote.close || char === '\\' ? char : `\\${char}`;
  }
  const simple = ESCAPES[char];
  if (simple !== undefined) return simple;
  const length = HEX_LENGTHS[char];
  if (length !== undefined) return readHex(cursor, length) ?? char;
  if (OCTAL.test(char)) return readOctal(cursor, char);
  // Python keeps the backslash of what is no escape.
  if (lexicon.special === 'python' && WORD.test(char)) return `\\${char}`;
  return char;
}

function readHex(cursor: Cursor, length: number): string | undefined {
  const { source } = cursor;
  const braced = source.charAt(cursor.at) === '{';
  const start = cursor.at + (braced ? 1 : 0);
  const close = braced ? source.slice(start, start + 8).indexOf('}') : length;
  if (close < 1) return undefined;
  const digits = source.slice(start, start + close);
  const code = HEX.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  if (!(code <= 0x10ffff)) return undefined;
  cursor.at = start + close + (braced ? 1 : 0);
  return String.fromCodePoint(code);
}

function readOctal(cursor: Cursor, first: string): string {
  let digits = first;
  while (digits.length < 3 && OCTAL.test(cursor.source.charAt(cursor.at))) {
    digits += cursor.source.charAt(cursor.at);
    cursor.at += 1;
  }
  return String.fromCharCode(Number.parseInt(digits, 8));
}

/** Code within a text, when some begins here; the text so far is flushed before it. */
function readCode(
  cursor: Cursor,
  quote: Quote,
  codeOpen: '{' | undefined,
  flush: () => void,
): readonly Token[] | undefined {
  const open = codeOpen ?? quote.code;
  if (open === undefined || !cursor.source.startsWith(open, cursor.at)) return undefined;
  if (cursor.depth >= MAX_NESTING) return undefined;
  if (open === '$') return readVariable(cursor, flush);
  const next = cursor.source.charAt(cursor.at + 1);
  if (open === '{' && next === '{') {
    // `{{` is a brace in a format text; both are skipped, which is near enough for a path.
    cursor.at += 1;
    return undefined;
  }
  flush();
  cursor.at += open.length;
  return readNested(cursor, open === '$(' ? ')' : '}');
}

/** A variable in a text of Perl or PHP: `$x`, `${x}`, `{$x}`, `$x[0]`, `$x{key}`, `@{[ … ]}`. */
function readVariable(cursor: Cursor, flush: () => void): readonly Token[] | undefined {
  const { source } = cursor;
  const next = source.charAt(cursor.at + 1);
  if (next === '{') {
    flush();
    cursor.at += 2;
    return readNested(cursor, '}');
  }
  if (!NAME_START.test(next)) return undefined;
  flush();
  const name: Token = {
    kind: 'name',
    text: readName(cursor),
    variable: true,
    breaks: false,
    spaced: true,
  };
  const bracket = source.charAt(cursor.at);
  if (bracket !== '[' && bracket !== '{') return [name];
  if (bracket === '{' && cursor.lexicon.special !== 'perl') return [name];
  cursor.at += 1;
  const read = readNested(cursor, bracket === '[' ? ']' : '}');
  // A bare key in braces is a text.
  const inner = read.map((token): Token => {
    return bracket === '{' && token.variable === false ? { ...token, kind: 'text' } : token;
  });
  const mark = (text: string): Token => ({ kind: 'mark', text, breaks: false, spaced: false });
  return [name, mark('['), ...inner, mark(']')];
}

function readNested(cursor: Cursor, close: string): readonly Token[] {
  cursor.depth += 1;
  const tokens = cursor.readTokens(close);
  cursor.depth -= 1;
  return tokens;
}

const MAX_NESTING = 16;

/** Names behind which a value begins, not an operator. */
const OPERATOR_NAMES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'return typeof case in of delete void throw new do else await yield and or not if unless ' +
    'elsif elif when while until then print foreach for split grep map join push',
);

const ESCAPES: { readonly [char: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '\n': '',
};

const HEX_LENGTHS: { readonly [char: string]: number } = { x: 2, u: 4, U: 8 };

const HEX = /^[0-9A-Fa-f]{1,8}$/;
const OCTAL = /^[0-7]$/;
const WORD = /^[A-Za-z0-9]$/;
const NAME_OR_DOLLAR = /^[A-Za-z0-9_$\u0080-\uFFFF]$/;
const SIGILS = /^[$@%&:]+/;
/** How a name begins, sigils aside. */
export const NAME_START: RegExp = /^[A-Za-z_\u0080-\uFFFF]$/;
/** How a name goes on. */
export const NAME: RegExp = /^[A-Za-z0-9_\u0080-\uFFFF]$/;
