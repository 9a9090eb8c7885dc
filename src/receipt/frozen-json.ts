/**
 * Reads the JSON text of a payload as strictly as anywhere else, and faster where it is plain.
 *
 * @module
 */
import { type JsonValue, MAX_DEPTH, parseJson } from '../json.js';
import { isList } from '../members.js';

/**
 * Reads JSON text as {@link parseJson} does, and freezes what it says at every depth.
 *
 * The host's own reader takes half the time and reads the same grammar, but keeps the last of two
 * members of one name. So what it read is taken when it has as many members as the text can name,
 * and holds nothing that would be refused or read otherwise; everything else is read strictly.
 *
 * @throws {@link JudgeError} as {@link parseJson} does.
 */
export function parseFrozen(text: string, path: string): JsonValue {
  const plain = parsePlain(text);
  if (plain !== undefined) return plain;
  const value = parseJson(text, { path });
  freezeDeep(value);
  return value;
}

/** How many members were found where something has to be read strictly: more than any text has. */
const ODD = Number.POSITIVE_INFINITY;

/** Members that lead to an object's prototype; only the strict reader says what is wrong. */
const FORBIDDEN: ReadonlySet<string> = /* @__PURE__ */ new Set(['__proto__', 'constructor']);

function parsePlain(text: string): JsonValue | undefined {
  // Only an escape can bring half of a surrogate pair into text that was UTF-8.
  if (text.includes('\\u') || SPACED_COLON.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return settleMembers(value, 0) === countNames(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** White space before a colon, which would hide the name of a member from {@link countNames}. */
const SPACED_COLON = /[ \t\n\r]:/;

/**
 * How many members a text can name at most: each is a quote and a colon. So may some text be, and
 * that is then read strictly; but no member escapes the count, so that none can be there twice.
 */
function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}

/** Freezes a value and counts its members, unless there is something odd in it. */
function settleMembers(value: JsonValue, depth: number): number {
  if (typeof value === 'number') return isPlainNumber(value) ? 0 : ODD;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= MAX_DEPTH) return ODD;
  Object.freeze(value);
  let count = 0;
  if (isList(value)) {
    for (const item of value) count += settleMembers(item, depth + 1);
    return count;
  }
  for (const name of Object.keys(value)) {
    if (FORBIDDEN.has(name)) return ODD;
    const member = value[name];
    count += 1;
    if (member !== undefined && typeof member !== 'string')
      count += settleMembers(member, depth + 1);
  }
  return count;
}

/** An integer that may have lost digits, an infinity and -0 are for the strict reader. */
function isPlainNumber(number: number): boolean {
  if (Number.isInteger(number)) return Number.isSafeInteger(number) && !Object.is(number, -0);
  return Number.isFinite(number);
}

function freezeDeep(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}
