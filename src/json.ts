/**
 * JSON values, and the two strict ways to get one: from text and from an untrusted value.
 *
 * @module
 */
import { JudgeError } from './errors.js';
import {
  addMember,
  checkArray,
  checkFinite,
  checkSurrogates,
  isPlain,
  refuseKind,
} from './json-parts.js';
import { readJson } from './json-reader.js';
import { checkOptions } from './members.js';
import {
  enter,
  MAX_LENGTH,
  refuse,
  rethrow,
  spendNodes,
  spendText,
  startWalk,
  type Walk,
} from './walk.js';

/** A JSON value that holds no other. */
export type JsonPrimitive = null | boolean | number | string;

/** Any JSON value. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;

/**
 * A JSON object. Only its own members are part of it: look a name that comes from outside up with
 * `Object.hasOwn` first, because `toString` and the like are inherited.
 */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** How many arrays and objects may nest in a value that is judged, digested or signed. */
export const MAX_DEPTH = 128;

/** The options of {@link parseJson}. */
export interface ParseJsonOptions {
  /** What the paths in errors start with. Defaults to `json`. */
  readonly path?: string | undefined;
  /** The longest text to read, in UTF-16 code units. Defaults to 16 777 216. */
  readonly maxLength?: number | undefined;
}

/**
 * Reads JSON text strictly: the reader for anything that is judged or signed.
 *
 * It reads what RFC 8259 allows, less what two readers could understand differently (RFC 7493):
 * members of one name, halves of surrogate pairs, and numbers that a double cannot hold. An
 * integer literal counts as held when writing its double gives the literal back, so 2^53 is read
 * and 2^53 + 1 is not. What {@link canonicalize} writes is always read. `-0` is read as `0`.
 *
 * @param text The text; decode bytes as UTF-8 first, and fatally.
 * @param options What paths start with, and the longest text to read.
 * @returns The value, in new plain objects and arrays.
 * @throws {@link JudgeError} with the path of the value: `bad_syntax` for text that is not JSON,
 *   with the offset; `duplicate_member`; `forbidden_member` for `__proto__` and `constructor`;
 *   `lone_surrogate`; `unsafe_integer` for `9007199254740993`; `not_finite` for `1e400`;
 *   `too_deep` for more than 128 nested arrays and objects; `too_large` for a longer text or more
 *   than a million values; `not_json` when `text` is no string; `bad_option` for a `maxLength`
 *   that is no length and for an option that does not exist.
 * @see RFC 8259 for the grammar, RFC 7493 §2 for what is left out of it
 *
 * @example
 * ```ts
 * import { JudgeError, parseJson } from 'judgement';
 *
 * console.log(parseJson('{"tool":"Bash"}')); // { tool: 'Bash' }
 *
 * try {
 *   parseJson('{"amount":9007199254740993}', { path: 'state' });
 * } catch (error) {
 *   console.log(error instanceof JudgeError && error.code); // unsafe_integer
 * }
 * ```
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): JsonValue {
  checkOptions(options, ['path', 'maxLength'], 'options');
  const { path = 'json', maxLength = MAX_LENGTH } = options;
  if (!Number.isSafeInteger(maxLength) || maxLength < 0) {
    const rule = 'a length must be a whole number, 0 or more';
    const fix = 'pass a number of characters, or leave it out';
    throw new JudgeError('bad_option', { path: 'options.maxLength', rule, fix });
  }
  if (typeof text !== 'string') {
    const rule = 'JSON text must be a string';
    throw new JudgeError('not_json', { path, rule, fix: 'decode the bytes as UTF-8 first' });
  }
  return readJson(text, { path, maxDepth: MAX_DEPTH, maxLength, number: toNumber });
}

/**
 * Reads an untrusted value once, into a plain JSON value that nobody can change any more.
 *
 * Each getter runs once, so what was checked is what is used. Only own enumerable members with
 * string keys are read, in plain objects and plain arrays; nothing is converted or left out,
 * because a judge that does not see what the tool will see judges something else. `-0` becomes
 * `0`, as RFC 8785 writes it.
 *
 * @param value Anything.
 * @param path What the paths in errors start with: the name of the argument.
 * @returns A copy, frozen at every depth.
 * @throws {@link JudgeError} with the path of the value: `not_json` for `undefined`, functions,
 *   symbols, BigInts, instances of classes (`Date`, `Map`), arrays with holes or extra members,
 *   and for getters and proxies that throw, with the `cause`; `not_finite`; `unsafe_integer` for
 *   an integer beyond 2^53 - 1, which may have lost digits already; `lone_surrogate`;
 *   `forbidden_member` for `__proto__` and `constructor`; `cyclic`; `too_deep` for more than 128
 *   nested arrays and objects; `too_large` for more than a million values or 16 777 216 characters.
 *
 * @example
 * ```ts
 * import { JudgeError, snapshot } from 'judgement';
 *
 * const state = snapshot({ tool: 'Bash', input: { command: 'ls' } }, 'state');
 * console.log(Object.isFrozen(state)); // true
 *
 * try {
 *   snapshot({ input: { due: new Date(0) } }, 'state');
 * } catch (error) {
 *   console.log(error instanceof JudgeError && error.path); // state.input.due
 * }
 * ```
 */
export function snapshot(value: unknown, path: string): JsonValue {
  if (typeof value === 'object' && value !== null && isSettled(value)) return value;
  return copyOnce(value, path, true);
}

/**
 * Remembers a value that is a snapshot, or made of snapshots and frozen like one, so that it is not
 * copied again: a state is read by whoever prepares it and by the judge.
 *
 * Its parts were checked, and with it around them nothing may nest deeper than {@link MAX_DEPTH}.
 */
export function settle<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) SETTLED.add(value);
  return value;
}

/**
 * As {@link snapshot}, for a reader that hands it to nobody: it is not frozen, and -0 stays -0, for
 * whom that is an error.
 */
export function readOnce(value: unknown, path: string): JsonValue {
  if (typeof value === 'object' && value !== null && isSettled(value)) return value;
  return copyOnce(value, path, false);
}

/** What {@link settle} remembers: nobody can change it, so it need not be read again. */
const SETTLED: WeakSet<object> = /* @__PURE__ */ new WeakSet();

function isSettled(value: object): value is JsonObject {
  return SETTLED.has(value);
}

function toNumber(literal: string, whole: boolean, walk: Walk): number {
  const number = Number(literal);
  if (whole && !Number.isSafeInteger(number) && String(number) !== literal) {
    const rule = 'an integer must not lose digits as a double (RFC 7493 §2.2)';
    refuse(walk, 'unsafe_integer', rule, 'write it as text');
  }
  checkFinite(number, walk);
  return number === 0 ? 0 : number;
}

function copyOnce(value: unknown, path: string, settles: boolean): JsonValue {
  const walk = startWalk(path, MAX_DEPTH, settles);
  try {
    spendNodes(walk, 1);
    return copy(value, walk);
  } catch (error) {
    return rethrow(walk, error);
  }
}

function copy(value: unknown, walk: Walk): JsonValue {
  switch (typeof value) {
    case 'string':
      return copyText(value, walk);
    case 'number':
      return copyNumber(value, walk);
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? copyArray(value, walk) : copyObject(value, walk);
    default:
      return refuseKind(value, walk);
  }
}

function copyText(text: string, walk: Walk): string {
  spendText(walk, text.length);
  checkSurrogates(text, walk);
  return text;
}

function copyNumber(number: number, walk: Walk): number {
  checkFinite(number, walk);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    const rule = 'an integer beyond 2^53 - 1 may have lost digits already (RFC 7493 §2.2)';
    refuse(walk, 'unsafe_integer', rule, 'write it as text');
  }
  return number === 0 && walk.settles ? 0 : number;
}

function copyArray(array: readonly unknown[], walk: Walk): readonly JsonValue[] {
  enter(walk, array);
  const { depth, trail } = walk;
  const length = checkArray(array, walk);
  spendNodes(walk, length);
  const items: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) {
    trail[depth] = index;
    walk.depth = depth + 1;
    items.push(copy(array[index], walk));
  }
  walk.depth = depth;
  return walk.settles ? Object.freeze(items) : items;
}

function copyObject(object: object, walk: Walk): JsonObject {
  enter(walk, object);
  if (!isPlain(object)) return refuseKind(object, walk);
  const { depth, trail } = walk;
  const keys = Object.keys(object);
  spendNodes(walk, keys.length);
  const members: { [member: string]: JsonValue } = {};
  for (const key of keys) {
    trail[depth] = key;
    walk.depth = depth + 1;
    copyText(key, walk);
    addMember(members, key, copy(object[key], walk), walk);
  }
  walk.depth = depth;
  return walk.settles ? Object.freeze(members) : members;
}
