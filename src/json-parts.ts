/**
 * What a string, a number, a member and an object must be to be JSON; everything that reads or
 * writes JSON checks with these.
 *
 * @module
 */
import { MAX_NODES, refuse, spendNodes, type Walk } from './walk.js';

/** Text that is the same between quotes: no `"`, `\`, control character or surrogate. */
export const PLAIN_TEXT: RegExp = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Half of a surrogate pair; to a `u` expression a whole pair is another character. */
export const LONE_SURROGATE: RegExp = /[\ud800-\udfff]/u;

/** Refuses text that UTF-8 cannot carry. */
export function checkSurrogates(text: string, walk: Walk): void {
  if (isWellFormed(text)) return;
  const rule = 'text must not hold half of a surrogate pair (RFC 8785 §3.2.2.2)';
  refuse(walk, 'lone_surrogate', rule, 'remove it or write U+FFFD in its place');
}

function isWellFormed(text: string): boolean {
  return hasOwnTest(text) ? text.isWellFormed() : !LONE_SURROGATE.test(text);
}

/** ES2024 has a test of its own, which takes a third of the time. */
function hasOwnTest(_text: string): _text is string & { isWellFormed(): boolean } {
  ownTest ??= 'isWellFormed' in String.prototype;
  return ownTest;
}

/** Looked up when it is first needed. */
let ownTest: boolean | undefined;

/** Refuses NaN and the infinities. */
export function checkFinite(number: number, walk: Walk): void {
  if (Number.isFinite(number)) return;
  const rule = 'a number must be finite (RFC 8785 §3.2.2.3)';
  refuse(walk, 'not_finite', rule, 'leave it out or use null');
}

/** Adds an own member to an object, unless its name is taken or forbidden. */
export function addMember<T>(
  members: { [member: string]: T },
  key: string,
  value: T,
  walk: Walk,
): void {
  // Nothing in JSON is undefined, so what is there already is a member or inherited.
  if (key === '__proto__' || members[key] !== undefined) addOddly(members, key, value, walk);
  else members[key] = value;
}

/** Adds an own member whatever is inherited: assigning could call a setter, or fail, or be lost. */
export function defineMember<T>(members: { [member: string]: T }, key: string, value: T): void {
  Object.defineProperty(members, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** Whether all that an object has is its own. */
export function isPlain(object: object): object is { readonly [member: string]: unknown } {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

/** Refuses an array that is not plain, has holes or other members; returns its length. */
export function checkArray(array: readonly unknown[], walk: Walk): number {
  const { length } = array;
  // Listing the keys of an array takes memory, so a longer one is refused without.
  if (!(length <= MAX_NODES)) spendNodes(walk, length);
  if (Object.getPrototypeOf(array) !== Array.prototype) refuseKind(array, walk);
  if (Object.keys(array).length !== length) {
    const rule = 'an array must have an item at every index and no other members';
    refuse(walk, 'not_json', rule, 'fill holes with null and leave other members out');
  }
  return length;
}

/** Throws for a value of a kind that JSON has not. */
export function refuseKind(value: unknown, walk: Walk): never {
  const { is, fix } = kindOf(value);
  return refuse(walk, 'not_json', `${is} is not JSON`, fix);
}

/** Members that lead to an object's prototype when code reads or assigns them carelessly. */
const FORBIDDEN: ReadonlySet<string> = /* @__PURE__ */ new Set(['__proto__', 'constructor']);

function addOddly<T>(members: { [member: string]: T }, key: string, value: T, walk: Walk): void {
  if (Object.hasOwn(members, key)) {
    const rule = 'an object must not have two members of one name (RFC 7493 §2.3)';
    refuse(walk, 'duplicate_member', rule, 'keep one of them');
  }
  if (FORBIDDEN.has(key)) {
    const rule = 'a member must not be called __proto__ or constructor';
    refuse(walk, 'forbidden_member', rule, 'give it another name');
  }
  defineMember(members, key, value);
}

interface Kind {
  readonly is: string;
  readonly fix: string;
}

/** What people pass most when they pass no JSON, by `typeof`. */
const TYPES: Readonly<Record<string, Kind>> = /* @__PURE__ */ Object.freeze({
  undefined: { is: 'undefined', fix: 'leave the member out or use null' },
  bigint: { is: 'a BigInt', fix: 'write it as text, or as a number if it is small' },
  function: { is: 'a function', fix: 'leave it out' },
  symbol: { is: 'a symbol', fix: 'write it as text' },
});

/** The same for objects, by class. */
const CLASSES: readonly (Kind & { readonly of: abstract new (...args: never) => object })[] = [
  { of: Date, is: 'a Date', fix: 'write it as text, as toISOString() does' },
  { of: Map, is: 'a Map', fix: 'use a plain object, as Object.fromEntries() makes' },
  { of: Set, is: 'a Set', fix: 'use an array' },
  { of: Promise, is: 'a Promise', fix: 'await it first' },
  { of: Error, is: 'an Error', fix: 'pass its message' },
  { of: RegExp, is: 'a RegExp', fix: 'write it as text' },
];

function kindOf(value: unknown): Kind {
  if (typeof value === 'object') {
    const known = CLASSES.find(({ of }) => value instanceof of);
    if (known !== undefined) return known;
    if (ArrayBuffer.isView(value)) return { is: 'an array of bytes', fix: 'write it as base64url' };
  }
  return TYPES[typeof value] ?? { is: 'an instance of a class', fix: 'copy it to a plain object' };
}
