/**
 * Shell patterns against literal text, for `case` and `${name#pattern}`.
 *
 * @module
 */

/**
 * Whether a pattern of `*`, `?` and `[…]` matches all of a text.
 *
 * Backtracks to the last star alone, so the cost is at most the product of both lengths; both are
 * bounded by the caller.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let starAt = 0;
  while (at < text.length) {
    const set = pattern[inPattern] === '[' ? readSet(pattern, inPattern) : undefined;
    if (pattern[inPattern] === '*') {
      star = inPattern;
      starAt = at;
      inPattern += 1;
    } else if (set?.has(text.charAt(at))) {
      inPattern = set.end;
      at += 1;
    } else if (
      set === undefined &&
      (pattern[inPattern] === '?' || pattern[inPattern] === text[at])
    ) {
      inPattern += 1;
      at += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      inPattern = star + 1;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

/** Removes the shortest or longest part of a text that a pattern matches at its start or end. */
export function removeMatch(
  text: string,
  pattern: string,
  side: 'start' | 'end',
  longest: boolean,
): string {
  if (text.length > MAX_LENGTH || pattern.length > MAX_LENGTH) return text;
  for (let step = 0; step <= text.length; step += 1) {
    const length = longest ? text.length - step : step;
    const part = side === 'start' ? text.slice(0, length) : text.slice(text.length - length);
    if (!matchesPattern(pattern, part)) continue;
    return side === 'start' ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

interface CharacterSet {
  readonly end: number;
  has(character: string): boolean;
}

function readSet(pattern: string, start: number): CharacterSet | undefined {
  const close = pattern.indexOf(']', start + 2);
  if (close < 0) return undefined;
  const body = pattern.slice(start + 1, close);
  const negated = body.startsWith('!') || body.startsWith('^');
  const members = negated ? body.slice(1) : body;
  return { end: close + 1, has: (character) => inSet(members, character) !== negated };
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
