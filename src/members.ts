/**
 * Objects whose members are known by name: options of our own functions, and copies of JSON.
 *
 * @module
 */

import { JudgeError } from './errors.js';
import type { JsonObject, JsonValue } from './json.js';
import { LONE_SURROGATE } from './json-parts.js';
import { pathTo } from './walk.js';

/**
 * Refuses what is no options object, and any member that is not an option.
 *
 * An option that is misspelled is an option that is absent, and that would weaken a check without
 * a word.
 *
 * @throws {@link JudgeError} `bad_option` with the member's path.
 */
export function checkOptions<const K extends string>(
  options: unknown,
  known: readonly K[],
  path: string,
): asserts options is { readonly [name in K]?: unknown } {
  const names: readonly string[] = known;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const fix = `pass an object with any of: ${known.join(', ')}`;
    throw new JudgeError('bad_option', { path, rule: 'options are an object', fix });
  }
  if (isPromise(options)) refusePromise(path);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    throw new JudgeError('bad_option', {
      path: pathTo(path, [name]),
      rule: 'unknown option',
      fix: `use any of: ${known.join(', ')}`,
    });
  }
}

/** An object in the making: spreading parts together costs more than all that is done with them. */
export type Draft<T> = { -readonly [name in keyof T]: T[name] };

/** Adds a member, unless it is absent: `undefined` is no JSON. */
export function addPresent<T extends object, K extends keyof T>(
  draft: T,
  name: K,
  value: T[K] | undefined,
): void {
  if (value !== undefined) draft[name] = value;
}

/** Whether a value is still to come: somebody forgot to await it. */
export function isPromise(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'then' in value && typeof value.then === 'function';
}

/** Throws for a promise where what it promises is needed. */
export function refusePromise(path: string): never {
  throw new JudgeError('bad_option', {
    path,
    rule: 'it is the value itself, and not a promise of it',
    fix: 'await it first',
  });
}

/** Leaves out the members that are absent, as `undefined` is no JSON. */
export function present<T extends object>(
  members: T,
): { readonly [name in keyof T]?: Exclude<T[name], undefined> };
export function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Whether a JSON value is an object, not a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is a list. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value can name something: well-formed text of 1 to 1,000 characters, not blank. */
export function isName(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_NAME) return false;
  return !isBlank(value) && !LONE_SURROGATE.test(value);
}

/** Whether text says nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * Sorts keys in place by UTF-16 code unit, which is the order of `<` and of `sort`.
 *
 * Most objects have few members, and for few keys inserting is several times faster than `sort`.
 */
export function sortKeys(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    let place = index;
    for (; place > 0; place -= 1) {
      const before = keys[place - 1] ?? '';
      if (before <= key) break;
      keys[place] = before;
    }
    keys[place] = key;
  }
  return keys;
}

const FEW_KEYS = 32;
const MAX_NAME = 1_000;
