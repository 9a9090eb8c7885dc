/**
 * The JSON of a question set as a JSON Schema, for whoever reads or writes it without this library.
 *
 * @module
 */
import type { JsonObject } from '../json.js';

/** Text, an object or a list, and not empty. */
const TEXT: JsonObject = {
  anyOf: [
    { type: 'string', pattern: '\\S' },
    { type: 'object', minProperties: 1 },
    { type: 'array', minItems: 1 },
  ],
};

const CRITERION: JsonObject = { anyOf: [{ type: 'null' }, { $ref: '#/$defs/text' }] };

const NAME: JsonObject = { type: 'string', pattern: '\\S', maxLength: 1_000 };

const CRITERIA: JsonObject = {
  type: 'object',
  additionalProperties: { $ref: '#/$defs/criterion' },
};

const NOUL: JsonObject = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { const: 'noul' },
    instructions: { $ref: '#/$defs/text' },
    criteria: {
      type: 'object',
      additionalProperties: false,
      properties: { true: { $ref: '#/$defs/criterion' }, false: { $ref: '#/$defs/criterion' } },
    },
  },
};

const CHOICE: JsonObject = {
  type: 'object',
  required: ['type', 'instructions', 'options'],
  additionalProperties: false,
  properties: {
    type: { const: 'choice' },
    instructions: { $ref: '#/$defs/text' },
    options: {
      type: 'array',
      items: { $ref: '#/$defs/name' },
      minItems: 2,
      maxItems: 255,
      uniqueItems: true,
    },
    criteria: CRITERIA,
  },
};

const SCORE: JsonObject = {
  type: 'object',
  required: ['type', 'instructions', 'options'],
  additionalProperties: false,
  properties: {
    type: { const: 'score' },
    instructions: { $ref: '#/$defs/text' },
    options: {
      type: 'array',
      items: { $ref: '#/$defs/name' },
      minItems: 2,
      maxItems: 10,
      uniqueItems: true,
    },
    criteria: CRITERIA,
  },
};

const VERSION: JsonObject = {
  type: 'object',
  required: ['version', 'questions', 'digest'],
  additionalProperties: false,
  properties: {
    version: { type: 'integer', minimum: 1, maximum: 10_000 },
    questions: {
      type: 'object',
      minProperties: 1,
      maxProperties: 400,
      propertyNames: { minLength: 1, maxLength: 100 },
      additionalProperties: { $ref: '#/$defs/question' },
    },
    digest: { $ref: '#/$defs/digest' },
    model: { $ref: '#/$defs/name' },
    mapping: { not: { type: 'null' } },
  },
};

/**
 * The JSON of a question set as a JSON Schema (draft 2020-12): what {@link readQuestionSet} reads
 * is valid by it, but for a noul that it reads by another name.
 *
 * A schema cannot say all: that versions go on without a gap, that what was published is there,
 * that criteria are of labels that are there, and that a digest is that of the questions. For that
 * there is the reader.
 *
 * @see https://json-schema.org/draft/2020-12
 *
 * @example
 * ```ts
 * import { questionSetSchema } from 'judgement/contract';
 *
 * console.log(questionSetSchema['required']);
 * // [ 'format', 'slug', 'name', 'versions', 'published', 'head' ]
 * ```
 */
export const questionSetSchema: JsonObject = /* @__PURE__ */ freezeAll({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A question set',
  type: 'object',
  required: ['format', 'slug', 'name', 'versions', 'published', 'head'],
  additionalProperties: false,
  properties: {
    format: { const: 'judgement/question-set/v1' },
    slug: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' },
    name: { $ref: '#/$defs/name' },
    description: { $ref: '#/$defs/name' },
    versions: { type: 'array', items: { $ref: '#/$defs/version' }, minItems: 1, maxItems: 10_000 },
    published: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 10_000 },
      maxItems: 10_000,
    },
    head: { $ref: '#/$defs/digest' },
  },
  $defs: {
    digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    name: NAME,
    text: TEXT,
    criterion: CRITERION,
    question: { oneOf: [NOUL, CHOICE, SCORE] },
    version: VERSION,
  },
});

function freezeAll<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) freezeAll(member);
  }
  return Object.freeze(value);
}
