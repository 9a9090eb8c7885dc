/**
 * Conditions of SQL that hold for every row, and so are none.
 *
 * @module
 */
import { isOpen, isWord, type SqlToken } from './sql.js';

/** Whether a condition holds for every row, in the forms in which people write that. */
export function isAlwaysTrue(tokens: readonly SqlToken[]): boolean {
  if (tokens.length === 0 || tokens.length > LONGEST_CONDITION) return false;
  const inner = withoutBrackets(tokens);
  const arms = split(inner, 'OR');
  if (arms.length > 1) return arms.some(isAlwaysTrue);
  const factors = split(inner, 'AND');
  if (factors.length > 1) return factors.every(isAlwaysTrue);
  return isTautology(inner);
}

function isTautology(tokens: readonly SqlToken[]): boolean {
  const [left, operator, right] = tokens;
  if (left === undefined) return false;
  if (tokens.length === 1) return isTrue(left);
  if (tokens.length === 2) return isWord(left, 'NOT') && isFalse(operator);
  if (operator === undefined || right === undefined || isOpen(left) || isOpen(right)) return false;
  // The usual way around a client that asks for a condition: every row has a key.
  if (left.text.toUpperCase() === 'ID' && left.kind !== 'string') {
    const rest = tokens
      .slice(1)
      .map((token) => token.text)
      .join(' ');
    if (EVERY_KEY.has(rest)) return true;
  }
  if (tokens.length !== 3) return false;
  if (isWord(operator, 'LIKE')) return right.kind === 'string' && right.text === '%';
  return comparesTrue(left, operator.text, right);
}

function comparesTrue(left: SqlToken, operator: string, right: SqlToken): boolean {
  const same = left.kind === right.kind && left.text === right.text;
  if (left.kind !== 'number' || right.kind !== 'number') {
    if (same) return EQUALS.has(operator) && !isWord(left, 'NULL');
    return DIFFERS.has(operator) && left.kind === 'string' && right.kind === 'string';
  }
  const [a, b] = [Number(left.text), Number(right.text)];
  if (EQUALS.has(operator))
    return operator === '<=' ? a <= b : operator === '>=' ? a >= b : a === b;
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return DIFFERS.has(operator) && a !== b;
}

function isTrue(token: SqlToken): boolean {
  return token.kind === 'number' ? Number(token.text) !== 0 : isWord(token, 'TRUE');
}

function isFalse(token: SqlToken | undefined): boolean {
  return token?.kind === 'number' ? Number(token.text) === 0 : isWord(token, 'FALSE');
}

function withoutBrackets(tokens: readonly SqlToken[]): readonly SqlToken[] {
  let from = 0;
  let to = tokens.length;
  const depth = Math.min(...tokens.map((token) => token.depth));
  const wraps = (): boolean =>
    tokens[from]?.text === '(' &&
    tokens[to - 1]?.text === ')' &&
    tokens.slice(from + 1, to - 1).every((token) => token.depth > depth + from);
  while (to - from > 2 && wraps()) {
    from += 1;
    to -= 1;
  }
  return tokens.slice(from, to);
}

/** Splits at a word that stands outside of brackets. */
function split(tokens: readonly SqlToken[], word: string): readonly (readonly SqlToken[])[] {
  const depth = Math.min(...tokens.map((token) => token.depth));
  const parts: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && isWord(token, word)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const EQUALS: ReadonlySet<string> = /* @__PURE__ */ new Set(['=', '==', '<=', '>=']);

const DIFFERS: ReadonlySet<string> = /* @__PURE__ */ new Set(['<>', '!=']);

const EVERY_KEY: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['IS NOT NULL', '> 0', '>= 0', '>= 1', '<> 0', '!= 0', '> - 1'],
]);

const LONGEST_CONDITION = 200;
