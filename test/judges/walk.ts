/**
 * All text that can be got out of a value, in any way that a program has.
 *
 * @module
 */
import { inspect } from 'node:util';

/**
 * Follows every own member of a value, enumerable or not, and of what it is made from, and writes
 * down every text; functions are followed as the objects that they are.
 */
export function textsIn(value: unknown): string {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const visit = (one: unknown): void => {
    if (typeof one === 'string' || typeof one === 'symbol') texts.push(String(one));
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null) return;
    if (seen.has(one)) return;
    seen.add(one);
    if (typeof one === 'function') texts.push(Function.prototype.toString.call(one));
    if (one instanceof Map) for (const entry of one) visit(entry);
    if (one instanceof Set) for (const entry of one) visit(entry);
    if (ArrayBuffer.isView(one)) {
      texts.push(Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('latin1'));
      return;
    }
    for (const name of Reflect.ownKeys(one)) {
      visit(name);
      visit(read(one, name));
    }
    const parent: unknown = Object.getPrototypeOf(one);
    if (parent !== null && !BUILT_IN.has(parent)) visit(parent);
  };
  visit(value);
  const deep = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true } as const;
  texts.push(inspect(value, deep), inspect(value), `${stringify(value)}`);
  if (value instanceof Error) texts.push(String(value), String(value.stack));
  return texts.join('\n');
}

/** What every program has, and what goes on for ever. */
const BUILT_IN: ReadonlySet<unknown> = new Set([
  Object.prototype,
  Function.prototype,
  Array.prototype,
  Error.prototype,
  Promise.prototype,
  Object.getPrototypeOf(async () => undefined),
]);

/** A member, also where reading it throws: then what it throws. */
function read(holder: object, name: string | symbol): unknown {
  try {
    return Reflect.get(holder, name);
  } catch (error) {
    return error;
  }
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
