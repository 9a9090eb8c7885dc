/**
 * JSON values, and the two strict ways to get one: from text and from an untrusted value.
 *
 * @module
 */
import { JudgeError } from './errors.js';
import { LONE_SURROGATE, readJson } from './json-reader.js';
import {
  addMember,
  enter,
  MAX_NODES,
  refuse,
  refuseSurrogate,
  rethrow,
  spend,
  startWalk,
  type Walk,
} from './walk.js';

/** A JSON value that holds no other. */
export type JsonPrimitive = null | boolean | number | string;

/** Any JSON value. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;

/** A JSON object. Look members up with `Object.hasOwn`: what is inherited is not a member. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** How many arrays and objects may nest in a value that is judged or signed. */
export const MAX_DEPTH = 128;

/** Options of {@link parseJson}. */
export interface ParseJsonOptions {
  /** What paths in errors start with. Defaults to `json`. */
  readonly path?: string;
  /** The longest text to read, in UTF-16 code units. Defaults to 16 777 216. */
  readonly maxLength?: number;
}

export function parseJson(text: string, options: ParseJsonOptions = {}): JsonValue {
  const { path = 'json', maxLength = MAX_LENGTH } = options;
  if (typeof text !== 'string') {
    const rule = 'JSON text must be a string';
    throw new JudgeError('not_json', { path, rule, fix: 'decode the bytes as UTF-8 first' });
  }
  if (!Number.isSafeInteger(maxLength) || maxLength < 0) {
    const rule = 'a length must be a whole number, 0 or more';
    throw new JudgeError('bad_option', { path: 'options.maxLength', rule, fix: 'pass one' });
  }
  if (text.length > maxLength) {
    const rule = `at most ${maxLength} characters are read`;
    throw new JudgeError('too_large', { path, rule, fix: 'pass only what the judge has to see' });
  }
  return readJson(text, path, MAX_DEPTH, toNumber);
}

export function snapshot(value: unknown, path: string): JsonValue {
  const walk: Copying = { ...startWalk(path, MAX_DEPTH), length: 0 };
  try {
    return copy(value, walk);
  } catch (error) {
    return rethrow(walk, error);
  }
}

/** The longest text that is read, and the most text that one value may hold. */
const MAX_LENGTH = 16_777_216;

interface Copying extends Walk {
  /** How much text was copied so far, in UTF-16 code units. */
  length: number;
}

function toNumber(literal: string, whole: boolean, walk: Walk): number {
  const number = Number(literal);
  if (whole && !Number.isSafeInteger(number) && String(number) !== literal) {
    const rule = 'an integer must not lose digits as a double (RFC 7493 §2.2)';
    refuse(walk, 'unsafe_integer', rule, 'write it as text');
  }
  if (!Number.isFinite(number)) refuseInfinity(walk);
  return number === 0 ? 0 : number;
}

function copy(value: unknown, walk: Copying): JsonValue {
  spend(walk, 1);
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return checkNumber(value, walk);
    case 'string':
      return checkText(value, walk);
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? copyArray(value, walk) : copyObject(value, walk);
    default:
      return refuseKind(value, walk);
  }
}

function checkNumber(value: number, walk: Walk): number {
  if (!Number.isFinite(value)) refuseInfinity(walk);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const rule = 'an integer beyond 2^53 - 1 may have lost digits already (RFC 7493 §2.2)';
    refuse(walk, 'unsafe_integer', rule, 'write it as text');
  }
  return value === 0 ? 0 : value;
}

function checkText(text: string, walk: Copying): string {
  walk.length += text.length;
  if (walk.length > MAX_LENGTH) {
    const rule = `at most ${MAX_LENGTH} characters are read`;
    refuse(walk, 'too_large', rule, 'pass only what the judge has to see');
  }
  if (LONE_SURROGATE.test(text)) refuseSurrogate(walk);
  return text;
}

function copyArray(array: readonly unknown[], walk: Copying): readonly JsonValue[] {
  enter(walk, array);
  const { depth, trail } = walk;
  const { length } = array;
  if (length > MAX_NODES) spend(walk, length);
  if (Object.getPrototypeOf(array) !== Array.prototype) refuseKind(array, walk);
  if (Object.keys(array).length !== length) {
    const rule = 'an array must have an item at every index and no other members';
    refuse(walk, 'not_json', rule, 'fill the holes with null and leave other members out');
  }
  const items: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) {
    trail[depth] = index;
    walk.depth = depth + 1;
    items.push(copy(array[index], walk));
  }
  walk.depth = depth;
  return Object.freeze(items);
}

function copyObject(object: object, walk: Copying): JsonObject {
  enter(walk, object);
  const { depth, trail } = walk;
  if (!isPlain(object)) return refuseKind(object, walk);
  const members: { [member: string]: JsonValue } = {};
  for (const key of Object.keys(object)) {
    trail[depth] = key;
    walk.depth = depth + 1;
    checkText(key, walk);
    addMember(walk, members, key, copy(object[key], walk));
  }
  walk.depth = depth;
  return Object.freeze(members);
}

/** Whether an object has only members of its own. */
export function isPlain(object: object): object is { readonly [member: string]: unknown } {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

export function refuseInfinity(walk: Walk): never {
  const rule = 'a number must be finite (RFC 8785 §3.2.2.3)';
  return refuse(walk, 'not_finite', rule, 'leave it out or use null');
}

export function refuseKind(value: unknown, walk: Walk): never {
  const [kind, fix] = describe(value);
  return refuse(walk, 'not_json', `${kind} is not JSON`, fix);
}

function describe(value: unknown): readonly [kind: string, fix: string] {
  return [`a value of type ${typeof value}`, 'pass plain data'];
}
