/**
 * Brace expansion of a word's source text, as Bash does it before anything else.
 *
 * @module
 */

/**
 * Expands `a{b,c}d` and `{1..3}` into the texts that they stand for, at most {@link MAX_WORDS}.
 *
 * Quotes, escapes, `${…}` and `$(…)` are left as they are, for they are expanded later. Returns the
 * text alone when there is nothing to expand or when it would become too much.
 */
export function expandBraces(text: string): readonly string[] {
  if (text.length > MAX_LENGTH) return [text];
  const results: string[] = [];
  const waiting: string[] = [text];
  let steps = 0;
  while (waiting.length > 0) {
    const next = waiting.pop() ?? '';
    const brace = findBrace(next);
    if (brace === undefined) {
      results.push(next);
      continue;
    }
    steps += brace.items.length;
    if (steps > MAX_WORDS || results.length + waiting.length + brace.items.length > MAX_WORDS) {
      return [text];
    }
    const before = next.slice(0, brace.start);
    const after = next.slice(brace.end);
    for (const item of [...brace.items].reverse()) waiting.push(`${before}${item}${after}`);
  }
  return results;
}

/** How many words one word may become. */
export const MAX_WORDS = 128;

/** A longer word is nothing that anyone writes, and not worth its cost. */
const MAX_LENGTH = 1024;

interface Brace {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
}

/** The first brace that expands: one with a comma at its own level, or a sequence. */
function findBrace(text: string): Brace | undefined {
  for (let at = 0; at < text.length; at = skip(text, at)) {
    if (text[at] !== '{') continue;
    const brace = readBrace(text, at);
    if (brace !== undefined) return brace;
  }
  return undefined;
}

function readBrace(text: string, start: number): Brace | undefined {
  const items: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at = skip(text, at)) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) {
      items.push(text.slice(from, at));
      from = at + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) continue;
      const last = text.slice(from, at);
      if (items.length > 0) return { start, end: at + 1, items: [...items, last] };
      const sequence = readSequence(last);
      return sequence === undefined ? undefined : { start, end: at + 1, items: sequence };
    }
  }
  return undefined;
}

/** `1..3`, `a..e`, with an optional step. */
function readSequence(text: string): readonly string[] | undefined {
  const match = SEQUENCE.exec(text);
  if (match === null) return undefined;
  const [, first = '', last = '', by] = match;
  const letters = !DIGITS.test(first);
  if (letters !== !DIGITS.test(last)) return undefined;
  const from = letters ? first.charCodeAt(0) : Number(first);
  const to = letters ? last.charCodeAt(0) : Number(last);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (!(count <= MAX_WORDS)) return undefined;
  const direction = to < from ? -step : step;
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * direction;
    return letters ? String.fromCharCode(value) : String(value);
  });
}

/** The offset behind the character, quotation or expansion that begins at `at`. */
function skip(text: string, at: number): number {
  const character = text[at];
  if (character === '\\') return at + 2;
  if (character === "'") return after(text, text.indexOf("'", at + 1));
  if (character === '"') return skipQuoted(text, at + 1);
  if (character === '`') return after(text, text.indexOf('`', at + 1));
  if (character === '$') {
    if (text[at + 1] === '{') return skipNested(text, at + 1, '{', '}');
    if (text[at + 1] === '(') return skipNested(text, at + 1, '(', ')');
  }
  return at + 1;
}

function skipQuoted(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function skipNested(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function after(text: string, at: number): number {
  return at < 0 ? text.length : at + 1;
}

/** A sequence expression: two numbers or two letters, and a step. */
const SEQUENCE = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?$/;

const DIGITS = /^-?\d+$/;
