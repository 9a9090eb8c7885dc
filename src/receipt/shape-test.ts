/**
 * Whether a value has a shape, yes or no: several times faster than the schema itself, which is
 * left to say what is wrong with those that have not.
 *
 * @module
 */
import type * as v from 'valibot';
import { isPlain } from '../json-parts.js';

/** Says yes to values that their schema accepts; a no may be a mistake. */
export type ShapeTest = (value: unknown) => boolean;

/** The test of a schema, which is made when it is first asked for. */
export function testOf(schema: v.GenericSchema): ShapeTest {
  const known = TESTS.get(schema);
  if (known !== undefined) return known;
  const test = toTest(schema);
  TESTS.set(schema, test);
  return test;
}

const TESTS: WeakMap<object, ShapeTest> = /* @__PURE__ */ new WeakMap();

/** What schemas are made of, as far as it is looked at. */
interface Parts {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Parts[];
  readonly entries?: { readonly [name: string]: Parts };
  readonly wrapped?: Parts;
  readonly item?: Parts;
  readonly literal?: unknown;
  readonly options?: readonly unknown[];
  check?(value: unknown): boolean;
}

/** Whatever is not known here is left to the schema. */
function toTest(parts: Parts): ShapeTest {
  const { type, pipe, entries, item, literal, options } = parts;
  if (pipe !== undefined) return everyTest(pipe.map(toTest));
  if (parts.kind !== 'schema') return never;
  switch (type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === type;
    case 'number':
      return (value) => typeof value === type && !Number.isNaN(value);
    case 'literal':
      return (value) => value === literal;
    case 'picklist':
      return (value) => options?.includes(value) === true;
    case 'custom':
      return (value) => parts.check?.(value) === true;
    case 'array':
      return item === undefined ? never : listTest(toTest(item));
    case 'loose_object':
    case 'strict_object':
      return entries === undefined ? never : objectTest(entries, type === 'strict_object');
    default:
      return never;
  }
}

function never(): boolean {
  return false;
}

function everyTest(tests: readonly ShapeTest[]): ShapeTest {
  return (value) => tests.every((test) => test(value));
}

function listTest(test: ShapeTest): ShapeTest {
  return (value) => Array.isArray(value) && value.every(test);
}

function objectTest(entries: { readonly [name: string]: Parts }, isClosed: boolean): ShapeTest {
  const members = new Map<string, { readonly isRequired: boolean; readonly test: ShapeTest }>();
  for (const [name, { type, wrapped, ...rest }] of Object.entries(entries)) {
    const isRequired = type !== 'exact_optional' || wrapped === undefined;
    members.set(name, { isRequired, test: toTest(isRequired ? { type, ...rest } : wrapped) });
  }
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length;
  return (value) => {
    // What a value inherits counts as well, so that one that inherits something is not for here.
    if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
    let found = 0;
    for (const name of Object.keys(value)) {
      const member = members.get(name);
      if (member === undefined) {
        if (isClosed) return false;
      } else {
        if (!member.test(value[name])) return false;
        if (member.isRequired) found += 1;
      }
    }
    return found === required;
  };
}
