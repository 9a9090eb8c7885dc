/**
 * Checking untrusted values against the shapes they should have.
 *
 * @module
 */
import { ReceiptError, type ReceiptErrorCode } from '../errors.js';
import { pathTo } from '../walk.js';
import { type ArtifactId, isArtifactId } from './envelope.js';
import {
  custom,
  type Entries,
  type Output,
  type OutputOf,
  objectOf,
  type Schema,
} from './schema.js';

/** What a broken shape is reported as. */
export interface Blame {
  readonly code: ReceiptErrorCode;
  /** What the path of a member starts with. */
  readonly root: string;
  readonly fix: string;
}

/** Text that is not empty. */
export const text: Schema<string> = /* @__PURE__ */ custom(
  (value) => typeof value === 'string' && value !== '',
  'it must be text, and not empty',
);

/** The id of a receipt. */
export const artifact: Schema<ArtifactId> = /* @__PURE__ */ custom(
  isArtifactId,
  'it must be art_ and 32 lower-case hex digits',
);

/**
 * Holds a value to a shape that transforms nothing, so the value itself can be kept.
 *
 * @throws {@link ReceiptError} with the code of the blame and the path of the first member at fault.
 */
export function checkShape<const S extends Schema>(
  schema: S,
  value: unknown,
  blame: Blame,
): asserts value is Output<S> {
  if (schema.test(value)) return;
  const issue = schema.explain(value);
  if (issue === undefined) return;
  // The rule does not quote the value: it may be long, and it may be secret.
  throw new ReceiptError(blame.code, {
    path: pathTo(blame.root, [...issue.keys].reverse()),
    rule: issue.rule,
    fix: blame.fix,
  });
}

/**
 * An object with these members and perhaps others.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function object<const E extends Entries>(entries: E): Schema<OutputOf<E>> {
  return objectOf(entries, false);
}

/**
 * An object with these members and no others.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function strictObject<const E extends Entries>(entries: E): Schema<OutputOf<E>> {
  return objectOf(entries, true);
}
