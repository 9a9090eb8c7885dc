/**
 * What the compile-only tests of types are written with: they pass when they compile.
 *
 * @module
 */

/** Whether two types are the same, not merely assignable to each other. */
export type Equals<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for `true`. */
export function holds<T extends true>(): T | undefined {
  return undefined;
}
