/**
 * Shell patterns against literal text, for `case`, `${name#pattern}` and names of programs.
 *
 * @module
 */
import type { Piece } from './word.js';

/** A pattern that has been read. */
export interface Pattern {
  readonly tokens: readonly Token[];
  readonly ignoreCase: boolean;
  /** Whether it has alternatives, which take another way to match. */
  readonly extended: boolean;
}

/** Reads a pattern of `*`, `?`, `[…]`, `\\x` and alternatives such as `+(a|b)`. */
export function readPattern(pattern: string, ignoreCase = false): Pattern {
  const tokens = readTokens(ignoreCase ? pattern.toLowerCase() : pattern, 0);
  return { tokens, ignoreCase, extended: tokens.some((token) => token.kind === 'group') };
}

/** Whether a pattern, or the text of one, matches all of a text. */
export function matchesPattern(pattern: Pattern | string, text: string): boolean {
  const { tokens, ignoreCase, extended } =
    typeof pattern === 'string' ? readPattern(pattern) : pattern;
  const subject = ignoreCase ? text.toLowerCase() : text;
  if (!extended) return matchesTokens(tokens, subject);
  if (subject.length > MAX_EXTENDED || tokens.length > MAX_EXTENDED) return false;
  return endsOf(tokens, subject, new Set([0])).has(subject.length);
}

/** The text of a pattern whose quoted parts stand for themselves. */
export function patternOf(pieces: readonly Piece[]): string {
  let text = '';
  for (const piece of pieces) {
    text += piece.kind === 'glob' ? piece.text : piece.text.replace(ACTIVE, '\\$&');
  }
  return text;
}

/** Removes the shortest or longest part of a text that a pattern matches at its start or end. */
export function removeMatch(
  text: string,
  pattern: string,
  side: 'start' | 'end',
  longest: boolean,
): string {
  if (text.length > MAX_LENGTH || pattern.length > MAX_LENGTH) return text;
  const read = readPattern(pattern);
  for (let step = 0; step <= text.length; step += 1) {
    const length = longest ? text.length - step : step;
    const part = side === 'start' ? text.slice(0, length) : text.slice(text.length - length);
    if (!matchesPattern(read, part)) continue;
    return side === 'start' ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

/** One part of a pattern: a character of some set, any text, or a choice of patterns. */
type Token =
  | { readonly kind: 'one'; has(character: string): boolean }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'group';
      readonly operator: string;
      readonly choices: readonly (readonly Token[])[];
    };

/**
 * Backtracks to the last star alone, so the cost is at most the product of both lengths; both are
 * bounded by the caller.
 */
function matchesTokens(tokens: readonly Token[], text: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let starAt = 0;
  while (at < text.length) {
    const token = tokens[inPattern];
    if (token?.kind === 'star') {
      star = inPattern;
      starAt = at;
      inPattern += 1;
    } else if (token?.kind === 'one' && token.has(text.charAt(at))) {
      inPattern += 1;
      at += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      inPattern = star + 1;
    } else return false;
  }
  while (tokens[inPattern]?.kind === 'star') inPattern += 1;
  return inPattern === tokens.length;
}

/** Where a match may end that starts at any of some places. */
function endsOf(
  tokens: readonly Token[],
  text: string,
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = starts;
  for (const token of tokens) {
    if (places.size === 0) return places;
    places = endsOfToken(token, text, places);
  }
  return places;
}

function endsOfToken(token: Token, text: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  const ends = new Set<number>();
  switch (token.kind) {
    case 'one':
      for (const at of starts) if (at < text.length && token.has(text.charAt(at))) ends.add(at + 1);
      return ends;
    case 'star':
      for (let at = Math.min(...starts); at <= text.length; at += 1) ends.add(at);
      return ends;
    case 'group':
      return endsOfGroup(token.operator, token.choices, text, starts);
  }
}

function endsOfGroup(
  operator: string,
  choices: readonly (readonly Token[])[],
  text: string,
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  const ends = new Set<number>();
  if (operator === '!') {
    for (const start of starts) {
      const matched = endsOfChoices(choices, text, new Set([start]));
      for (let at = start; at <= text.length; at += 1) if (!matched.has(at)) ends.add(at);
    }
    return ends;
  }
  if (operator === '?' || operator === '*') for (const start of starts) ends.add(start);
  let fresh: ReadonlySet<number> = starts;
  do {
    const found = [...endsOfChoices(choices, text, fresh)].filter((at) => !ends.has(at));
    for (const at of found) ends.add(at);
    fresh = new Set(found);
  } while (fresh.size > 0 && (operator === '*' || operator === '+'));
  return ends;
}

function endsOfChoices(
  choices: readonly (readonly Token[])[],
  text: string,
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  return new Set(choices.flatMap((choice) => [...endsOf(choice, text, starts)]));
}

function readTokens(pattern: string, depth: number): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const letter = pattern.charAt(at);
    const close =
      pattern[at + 1] === '(' && OPERATORS.includes(letter) ? closing(pattern, at + 1) : -1;
    if (close > 0 && depth < MAX_NESTING) {
      const choices = splitChoices(pattern.slice(at + 2, close));
      const read = choices.map((choice) => readTokens(choice, depth + 1));
      tokens.push({ kind: 'group', operator: letter, choices: read });
      at = close + 1;
      continue;
    }
    const set = letter === '[' ? readSet(pattern, at) : undefined;
    if (set !== undefined) {
      tokens.push({ kind: 'one', has: set.has });
      at = set.end;
      continue;
    }
    if (letter === '*') tokens.push({ kind: 'star' });
    else if (letter === '?') tokens.push({ kind: 'one', has: () => true });
    else {
      if (letter === '\\' && at + 1 < pattern.length) at += 1;
      const literal = pattern.charAt(at);
      tokens.push({ kind: 'one', has: (character) => character === literal });
    }
    at += 1;
  }
  return tokens;
}

/** Where a parenthesis is closed, or -1. */
function closing(pattern: string, open: number): number {
  let depth = 0;
  for (let at = open; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '(') depth += 1;
    else if (letter === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function splitChoices(body: string): readonly string[] {
  const choices: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < body.length; at += 1) {
    const letter = body.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (letter === '|' && depth === 0) {
      choices.push(body.slice(start, at));
      start = at + 1;
    }
  }
  return [...choices, body.slice(start)];
}

interface CharacterSet {
  readonly end: number;
  has(character: string): boolean;
}

function readSet(pattern: string, start: number): CharacterSet | undefined {
  const close = closeOfSet(pattern, start);
  if (close < 0) return undefined;
  const body = pattern.slice(start + 1, close);
  const negated = body.startsWith('!') || body.startsWith('^');
  const classes = [...body.matchAll(CLASS)].map(([, name]) => CLASSES.get(name ?? ''));
  const members = (negated ? body.slice(1) : body).replace(CLASS, '').replace(ESCAPED, '$1');
  const has = (character: string): boolean =>
    (inSet(members, character) || classes.some((one) => one?.test(character) === true)) !== negated;
  return { end: close + 1, has };
}

/** A bracket at once behind the first is a member, and so is one in the name of a class. */
function closeOfSet(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '!' || pattern[at] === '^') at += 1;
  for (let first = true; at < pattern.length; at += 1, first = false) {
    if (pattern[at] === ']' && !first) return at;
    if (pattern[at] === '\\') at += 1;
    else if (pattern.startsWith('[:', at)) {
      const end = pattern.indexOf(':]', at + 2);
      if (end > 0) at = end + 1;
    }
  }
  return -1;
}

function inSet(members: string, character: string): boolean {
  for (let at = 0; at < members.length; at += 1) {
    const last = members[at + 2];
    if (members[at + 1] === '-' && last !== undefined) {
      if (members.charAt(at) <= character && character <= last) return true;
      at += 2;
    } else if (members[at] === character) return true;
  }
  return false;
}

/** A text longer than this is left as it is: nobody names a file so. */
const MAX_LENGTH = 512;

/** What has alternatives is only followed when it is short. */
const MAX_EXTENDED = 128;
const MAX_NESTING = 4;

const OPERATORS = '?*+@!';

/** Characters that mean something in a pattern. */
const ACTIVE = /[*?[\]\\+@!(|)]/g;

const CLASS = /\[:([a-z]+):\]/g;
const ESCAPED = /\\(.)/g;

/** The classes of POSIX, in its own locale. */
const CLASSES: ReadonlyMap<string, RegExp> = /* @__PURE__ */ new Map([
  ['alnum', /[A-Za-z0-9]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /\s/],
  ['upper', /[A-Z]/],
  ['word', /\w/],
  ['xdigit', /[0-9A-Fa-f]/],
]);
