/**
 * The parts of the words that command lines are full of, such as `dist/*` and `"$DIR/lib"`: reading
 * them here takes a fraction of what the parser needs, and gives the same.
 *
 * @module
 */

/** A part: text, a pattern, a variable, or the start of a quotation, which may be empty. */
export interface SimplePart {
  readonly kind: 'text' | 'glob' | 'variable' | 'quoted variable' | 'quotation';
  /** As it is written; without its quotes, for text. */
  readonly text: string;
}

/** The parts of a word; nothing for one with anything else in it, which is left to the parser. */
export function readSimpleParts(text: string): readonly SimplePart[] | undefined {
  const parts: SimplePart[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const end = isBare(code) ? endOfBare(text, at) : readSpecial(text, at, code, parts);
    if (end < 0) return undefined;
    if (isBare(code)) parts.push({ kind: 'text', text: text.slice(at, end) });
    at = end;
  }
  return parts;
}

/** Reads what does not stand for itself; says where it ends, or -1 if it is not simple. */
function readSpecial(text: string, at: number, code: number, parts: SimplePart[]): number {
  switch (code) {
    case DOLLAR:
      return readVariable(text, at, 'variable', parts);
    case DOUBLE_QUOTE:
      return readQuotation(text, at, parts);
    case SINGLE_QUOTE: {
      const close = text.indexOf("'", at + 1);
      if (close >= 0) parts.push({ kind: 'text', text: text.slice(at + 1, close) });
      return close < 0 ? -1 : close + 1;
    }
    case QUESTION:
      parts.push({ kind: 'glob', text: '?' });
      return at + 1;
    case STAR: {
      let end = at + 1;
      while (text.charCodeAt(end) === STAR) end += 1;
      parts.push({ kind: 'glob', text: text.slice(at, end) });
      return end;
    }
    default:
      return -1;
  }
}

function readQuotation(text: string, open: number, parts: SimplePart[]): number {
  parts.push({ kind: 'quotation', text: '' });
  let start = open + 1;
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH || code === BACKQUOTE) return -1;
    if (code !== DOLLAR && code !== DOUBLE_QUOTE) {
      at += 1;
      continue;
    }
    if (at > start) parts.push({ kind: 'text', text: text.slice(start, at) });
    if (code === DOUBLE_QUOTE) return at + 1;
    at = readVariable(text, at, 'quoted variable', parts);
    if (at < 0) return -1;
    start = at;
  }
  return -1;
}

/** `$NAME`, and no other expansion. */
function readVariable(
  text: string,
  dollar: number,
  kind: 'variable' | 'quoted variable',
  parts: SimplePart[],
): number {
  let end = dollar + 1;
  if (!isLetter(text.charCodeAt(end))) return -1;
  while (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end))) end += 1;
  parts.push({ kind, text: text.slice(dollar, end) });
  return end;
}

function endOfBare(text: string, start: number): number {
  let end = start + 1;
  while (isBare(text.charCodeAt(end))) end += 1;
  return end;
}

/** Whether a character means nothing but itself wherever it stands: `+` to `:` are such, and these. */
function isBare(code: number): boolean {
  return (
    isLetter(code) ||
    (code >= PLUS && code <= COLON) ||
    code === EQUALS ||
    code === AT ||
    code === PERCENT
  );
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === UNDERSCORE;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const DOUBLE_QUOTE = 0x22;
const DOLLAR = 0x24;
const PERCENT = 0x25;
const SINGLE_QUOTE = 0x27;
const STAR = 0x2a;
const PLUS = 0x2b;
const COLON = 0x3a;
const EQUALS = 0x3d;
const QUESTION = 0x3f;
const AT = 0x40;
const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;
const BACKQUOTE = 0x60;
