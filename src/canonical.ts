/**
 * RFC 8785: the one text of a JSON value, so that equal values have equal bytes.
 *
 * @module
 */
import { MAX_DEPTH } from './json.js';
import {
  checkArray,
  checkFinite,
  checkSurrogates,
  isPlain,
  PLAIN_TEXT,
  refuseKind,
} from './json-parts.js';
import { sortKeys } from './members.js';
import { enter, rethrow, spendNodes, spendText, startWalk, type Walk } from './walk.js';

/**
 * Writes a JSON value as RFC 8785 text: no white space, members in order, one spelling a number.
 *
 * @param value A JSON value; plain objects and arrays only, and each getter runs once. Any finite
 *   number may be in it, also one that {@link snapshot} would refuse.
 * @returns The text; its UTF-8 bytes are what is digested or signed.
 * @throws {@link JudgeError} with a path that starts with `value`: `not_json` for what is not
 *   JSON (`undefined`, functions, symbols, BigInts, instances of classes, arrays with holes or
 *   extra members, getters that throw); `not_finite`; `lone_surrogate`; `cyclic`; `too_deep` for
 *   more than 128 nested arrays and objects; `too_large` for more than a million values or
 *   16 777 216 characters.
 * @see RFC 8785
 *
 * @example
 * ```ts
 * import { canonicalize } from 'judgement';
 *
 * console.log(canonicalize({ b: [1.0, 1e21], a: '€' })); // {"a":"€","b":[1,1e+21]}
 * ```
 */
export function canonicalize(value: unknown): string {
  const walk = startWalk('value', MAX_DEPTH);
  try {
    spendNodes(walk, 1);
    return write(value, walk);
  } catch (error) {
    return rethrow(walk, error);
  }
}

function write(value: unknown, walk: Walk): string {
  switch (typeof value) {
    case 'string':
      return quote(value, walk);
    case 'number':
      checkFinite(value, walk);
      // §3.2.2.3 is how ECMAScript writes numbers, -0 as 0 included.
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, walk) : writeObject(value, walk);
    default:
      return refuseKind(value, walk);
  }
}

function quote(text: string, walk: Walk): string {
  spendText(walk, text.length);
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  checkSurrogates(text, walk);
  // §3.2.2.2 is how ECMAScript writes well-formed text.
  return JSON.stringify(text);
}

function writeArray(array: readonly unknown[], walk: Walk): string {
  enter(walk, array);
  const { depth, trail } = walk;
  const length = checkArray(array, walk);
  spendNodes(walk, length);
  let text = '[';
  for (let index = 0; index < length; index += 1) {
    trail[depth] = index;
    walk.depth = depth + 1;
    if (index > 0) text += ',';
    text += write(array[index], walk);
  }
  walk.depth = depth;
  return `${text}]`;
}

function writeObject(object: object, walk: Walk): string {
  enter(walk, object);
  if (!isPlain(object)) return refuseKind(object, walk);
  const { depth, trail } = walk;
  // The order of §3.2.3.
  const keys = sortKeys(Object.keys(object));
  spendNodes(walk, keys.length);
  let text = '{';
  for (const key of keys) {
    trail[depth] = key;
    walk.depth = depth + 1;
    if (text.length > 1) text += ',';
    text += `${quote(key, walk)}:${write(object[key], walk)}`;
  }
  walk.depth = depth;
  return `${text}}`;
}
