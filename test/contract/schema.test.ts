import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionSetSchema } from '../../src/contract/index.js';
import type { JsonObject, JsonValue } from '../../src/index.js';
import { anySet, routerSet } from './fixtures.js';

type Check = (bound: JsonValue, value: JsonValue, schema: JsonObject) => boolean;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value);
const membersOf = (value: JsonValue): readonly [string, JsonValue][] =>
  isObject(value) ? Object.entries(value) : [];
const countIs = (value: JsonValue, test: (count: number) => boolean): boolean =>
  !isObject(value) || test(Object.keys(value).length);
const lengthIs = (value: JsonValue, test: (length: number) => boolean): boolean =>
  typeof value !== 'string' || test([...value].length);
const sizeIs = (value: JsonValue, test: (size: number) => boolean): boolean =>
  !isList(value) || test(value.length);

/** The keywords of JSON Schema 2020-12 that the schema uses, each as its specification has it. */
const KEYWORDS: Readonly<Record<string, Check>> = {
  $schema: () => true,
  $defs: () => true,
  title: () => true,
  $ref: (ref, value) => {
    const name = String(ref).replace('#/$defs/', '');
    const defs = questionSetSchema['$defs'];
    const schema = isObject(defs) ? defs[name] : undefined;
    if (schema === undefined) throw new Error(`there is no ${ref}`);
    return isValid(schema, value);
  },
  type: (type, value) => {
    if (type === 'null') return value === null;
    if (type === 'array') return isList(value);
    if (type === 'object') return isObject(value);
    if (type === 'integer') return Number.isInteger(value);
    return typeof value === type;
  },
  const: (constant, value) => constant === value,
  not: (schema, value) => !isValid(schema, value),
  anyOf: (all, value) => isList(all) && all.some((one) => isValid(one, value)),
  oneOf: (all, value) => isList(all) && all.filter((one) => isValid(one, value)).length === 1,
  required: (names, value) =>
    !isObject(value) ||
    (isList(names) && names.every((name) => Object.hasOwn(value, String(name)))),
  properties: (schemas, value) =>
    membersOf(value).every(([name, member]) => {
      const schema = isObject(schemas) && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      return schema === undefined || isValid(schema, member);
    }),
  additionalProperties: (schema, value, { properties = {} }) =>
    membersOf(value).every(
      ([name, member]) =>
        (isObject(properties) && Object.hasOwn(properties, name)) || isValid(schema, member),
    ),
  propertyNames: (schema, value) => membersOf(value).every(([name]) => isValid(schema, name)),
  items: (schema, value) => !isList(value) || value.every((item) => isValid(schema, item)),
  uniqueItems: (_, value) => !isList(value) || new Set(value).size === value.length,
  minItems: (least, value) => sizeIs(value, (size) => size >= Number(least)),
  maxItems: (most, value) => sizeIs(value, (size) => size <= Number(most)),
  minProperties: (least, value) => countIs(value, (count) => count >= Number(least)),
  maxProperties: (most, value) => countIs(value, (count) => count <= Number(most)),
  minLength: (least, value) => lengthIs(value, (length) => length >= Number(least)),
  maxLength: (most, value) => lengthIs(value, (length) => length <= Number(most)),
  minimum: (least, value) => typeof value !== 'number' || value >= Number(least),
  maximum: (most, value) => typeof value !== 'number' || value <= Number(most),
  pattern: (pattern, value) =>
    typeof value !== 'string' || new RegExp(String(pattern), 'u').test(value),
};

function isValid(schema: JsonValue, value: JsonValue): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) throw new Error('no schema');
  return Object.entries(schema).every(([keyword, bound]) => {
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`${keyword} is not known here`);
    return check(bound, value, schema);
  });
}

const written = JSON.stringify(routerSet());
const accepts = (text: string): boolean => isValid(questionSetSchema, JSON.parse(text));

describe('the schema of question sets', () => {
  it('finds every set valid that can be made', () => {
    expect(accepts(written)).toBe(true);
    fc.assert(
      fc.property(anySet, (set) => {
        expect(accepts(JSON.stringify(set))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['another format', '"format":"judgement/question-set/v1"', '"format":"v1"'],
    ['a slug of capitals', '"slug":"ticket-router"', '"slug":"Ticket"'],
    ['a blank name', '"name":"Ticket router"', '"name":" "'],
    ['another member', '"slug":', '"bar":0.5,"slug":'],
    ['no versions', /"versions":\[.*\],"published"/, '"versions":[],"published"'],
    ['no list of what was published', /,"published":.*\]/, ''],
    ['no head', /,"head":"[^"]*"/, ''],
    ['version 0', '"version":1', '"version":0'],
    ['a version as text', '"version":1', '"version":"1"'],
    ['no digest', /"digest":"[^"]*",/, ''],
    ['a digest of capitals', '"digest":"sha256:', '"digest":"SHA256:'],
    ['a mapping of null', '"mapping":{"text":"ticket.body"}', '"mapping":null'],
    ['a model that is no text', '"model":"router-2"', '"model":2'],
    ['a threshold', '"version":1', '"threshold":0.5,"version":1'],
    ['no questions', /"questions":\{.*?\},"digest"/, '"questions":{},"digest"'],
    ['an alias', '"type":"noul"', '"type":"boolean"'],
    ['an option twice', '["billing","technical"]', '["billing","billing"]'],
    ['one option', '["billing","technical"]', '["billing"]'],
    ['empty instructions', '"instructions":"Which team takes this ticket?"', '"instructions":""'],
    ['a criterion that is a number', '"billing":"Invoices', '"billing":7,"x":"Invoices'],
  ])('finds one with %s invalid', (_, part, other) => {
    const text = written.replace(part, other);
    expect(text).not.toBe(written);
    expect(accepts(text)).toBe(false);
  });

  it('is frozen at every depth', () => {
    const open: unknown[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) open.push(value);
      Object.values(value).forEach(visit);
    };
    visit(questionSetSchema);
    expect(open).toEqual([]);
  });
});
