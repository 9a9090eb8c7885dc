/**
 * Shapes of wire data in valibot, and the faults that say which member broke which rule.
 *
 * @module
 */
import * as v from 'valibot';
import { ReceiptError, type ReceiptErrorCode } from '../errors.js';
import { pathTo } from '../walk.js';
import { type ArtifactId, isArtifactId } from './envelope.js';

/** What a broken shape is reported as. */
export interface Blame {
  readonly code: ReceiptErrorCode;
  /** What the path of a member starts with. */
  readonly root: string;
  readonly fix: string;
}

/** A JSON object, and not an array, which valibot takes for one. */
export const plainObject: v.CustomSchema<
  Record<string, unknown>,
  string
> = /* @__PURE__ */ v.custom(isPlainObject, 'it must be an object');

/** Text that is not empty. */
export const text: v.CustomSchema<string, string> = /* @__PURE__ */ v.custom<string, string>(
  (value) => typeof value === 'string' && value !== '',
  'it must be text, and not empty',
);

/** The id of a receipt. */
export const artifact: v.CustomSchema<ArtifactId, string> = /* @__PURE__ */ v.custom<
  ArtifactId,
  string
>(isArtifactId, 'it must be art_ and 32 lower-case hex digits');

/**
 * Holds a value to a shape that transforms nothing, so the value itself can be kept.
 *
 * @throws {@link ReceiptError} with the code of the blame and the path of the first member at fault.
 */
export function checkShape<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  blame: Blame,
): asserts value is v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return;
  const [issue] = result.issues;
  throw new ReceiptError(blame.code, {
    path: pathTo(blame.root, (issue.path ?? []).map(keyOf)),
    rule: ruleOf(issue),
    fix: blame.fix,
  });
}

/**
 * An object with these members and perhaps others.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function object<const E extends v.ObjectEntries>(
  entries: E,
): v.SchemaWithPipe<readonly [typeof plainObject, v.LooseObjectSchema<E, undefined>]> {
  return v.pipe(plainObject, v.looseObject(entries));
}

/**
 * An object with these members and no others.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function strictObject<const E extends v.ObjectEntries>(
  entries: E,
): v.SchemaWithPipe<readonly [typeof plainObject, v.StrictObjectSchema<E, undefined>]> {
  return v.pipe(plainObject, v.strictObject(entries));
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keyOf(item: v.IssuePathItem): string | number {
  return typeof item.key === 'number' ? item.key : String(item.key);
}

/** Says the rule without quoting the value: it may be long, and it may be secret. */
function ruleOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'it is required';
  if (issue.type === 'custom') return issue.message;
  if (issue.expected === 'never') return 'no such member is allowed';
  if (issue.kind === 'schema' && issue.expected !== null) return `it must be ${issue.expected}`;
  return issue.message;
}
