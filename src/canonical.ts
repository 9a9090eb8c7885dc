/**
 * RFC 8785: the one text of a JSON value, so that equal values have equal bytes.
 *
 * @module
 */
import { isPlain, MAX_DEPTH, refuseInfinity, refuseKind } from './json.js';
import { LONE_SURROGATE, PLAIN_TEXT } from './json-reader.js';
import { enter, refuseSurrogate, rethrow, spend, startWalk, type Walk } from './walk.js';

export function canonicalize(value: unknown): string {
  const walk = startWalk('value', MAX_DEPTH);
  try {
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
      // §3.2.2.3 is ECMAScript's own number text, which also writes -0 as 0.
      return Number.isFinite(value) ? String(value) : refuseInfinity(walk);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, walk) : writeObject(value, walk);
    default:
      return refuseKind(value, walk);
  }
}

function writeArray(array: readonly unknown[], walk: Walk): string {
  enter(walk, array);
  spend(walk, array.length);
  const { depth, trail } = walk;
  let text = '[';
  for (let index = 0; index < array.length; index += 1) {
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
  const keys = Object.keys(object).sort();
  spend(walk, keys.length);
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

function quote(text: string, walk: Walk): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  if (LONE_SURROGATE.test(text)) refuseSurrogate(walk);
  // §3.2.2.2 is what JSON.stringify does with well-formed text.
  return JSON.stringify(text);
}
