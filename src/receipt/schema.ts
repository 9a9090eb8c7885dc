/**
 * Shapes of JSON values: whether a value has one, as fast as it can be told, and what is wrong with
 * one that has not.
 *
 * @module
 */
import { isPlain } from '../json-parts.js';

/** What is wrong with a value, at the first place in the order of the shape. */
export interface Issue {
  /** The keys that lead there, the innermost first. */
  readonly keys: (string | number)[];
  readonly rule: string;
}

/** A shape. Its test says yes to nothing that {@link Schema.explain} finds an issue in. */
export interface Schema<T = unknown> {
  test(value: unknown): boolean;
  explain(value: unknown): Issue | undefined;
  /** Whether a member may be left out; one that is there has to have the shape. */
  readonly isOptional: boolean;
  /** There is none: it says which type a value of the shape has. */
  readonly output?: T;
}

/** A member that may be left out. */
export interface OptionalSchema<T = unknown> extends Schema<T> {
  readonly isOptional: true;
}

/** The members of an object, by name. */
export interface Entries {
  readonly [name: string]: Schema;
}

/** The type of a value of a shape. */
export type Output<S extends Schema> = S extends Schema<infer T> ? T : never;

/** The type of an object with these members. */
export type OutputOf<E extends Entries> = {
  readonly [N in keyof E as E[N] extends OptionalSchema ? never : N]: Output<E[N]>;
} & { readonly [N in keyof E as E[N] extends OptionalSchema ? N : never]?: Output<E[N]> };

/**
 * A value that a test of its own says yes to.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function custom<T>(test: (value: unknown) => boolean, rule: string): Schema<T> {
  const explain = (value: unknown): Issue | undefined =>
    test(value) ? undefined : { keys: [], rule: value === undefined ? REQUIRED : rule };
  return { test, explain, isOptional: false };
}

/**
 * Text, also empty.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function string(): Schema<string> {
  return custom((value) => typeof value === 'string', 'it must be string');
}

/**
 * A number that is one.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function number(): Schema<number> {
  const isNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value);
  return custom(isNumber, 'it must be number');
}

/**
 * True or false.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function boolean(): Schema<boolean> {
  return custom((value) => typeof value === 'boolean', 'it must be boolean');
}

/**
 * One text.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function literal<const T extends string>(text: T): Schema<T> {
  return custom((value) => value === text, `it must be "${text}"`);
}

/**
 * One text out of a few.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function picklist<const T extends string>(texts: readonly T[]): Schema<T> {
  const known: readonly unknown[] = texts;
  const names = texts.map((text) => `"${text}"`).join(' | ');
  return custom((value) => known.includes(value), `it must be (${names})`);
}

/**
 * A list of values of one shape.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function array<T>(item: Schema<T>): Schema<readonly T[]> {
  const list = custom(Array.isArray, 'it must be Array');
  return {
    test: (value) => {
      if (!Array.isArray(value)) return false;
      for (const each of value) if (!item.test(each)) return false;
      return true;
    },
    explain: (value) => {
      if (!Array.isArray(value)) return list.explain(value);
      for (const [index, each] of value.entries()) {
        const issue = item.explain(each);
        if (issue !== undefined) return within(issue, index);
      }
      return undefined;
    },
    isOptional: false,
  };
}

/**
 * A member that may be left out, and is not `undefined` where it is there.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function exactOptional<T>({ test, explain }: Schema<T>): OptionalSchema<T> {
  return { test, explain, isOptional: true };
}

/** A JSON object, and not a list. */
export const plainObject: Schema<{ readonly [member: string]: unknown }> = /* @__PURE__ */ custom(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'it must be an object',
);

/**
 * An object that may have further members, unless it is closed.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function objectOf<const E extends Entries>(
  entries: E,
  isClosed: boolean,
): Schema<OutputOf<E>> {
  const members = new Map<string, Schema>(Object.entries(entries));
  const required = [...members.values()].filter(({ isOptional }) => !isOptional).length;
  const test = (value: unknown): boolean => {
    // What a value inherits counts as well, so that one that inherits something takes longer.
    if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
    let found = 0;
    for (const name of Object.keys(value)) {
      const member = members.get(name);
      if (member === undefined) {
        if (isClosed) return false;
      } else {
        if (!member.test(value[name])) return false;
        if (!member.isOptional) found += 1;
      }
    }
    return found === required;
  };
  const explain = (value: unknown): Issue | undefined => {
    if (!isMembers(value)) return plainObject.explain(value);
    for (const [name, { explain, isOptional }] of members) {
      const issue = isOptional && !(name in value) ? undefined : explain(value[name]);
      if (issue !== undefined) return within(issue, name);
    }
    const other = isClosed ? Object.keys(value).find((name) => !members.has(name)) : undefined;
    return other === undefined ? undefined : { keys: [other], rule: 'no such member is allowed' };
  };
  return { test, explain, isOptional: false };
}

const REQUIRED = 'it is required';

function within(issue: Issue, key: string | number): Issue {
  issue.keys.push(key);
  return issue;
}

function isMembers(value: unknown): value is { readonly [name: string]: unknown } {
  return plainObject.test(value);
}
