/**
 * Work that waits only where something is still to come, so that judges which answer at once make
 * a judge that answers at once.
 *
 * @module
 */

/** Work in steps; it yields what it waits for. */
export type Steps<T> = Generator<Promise<void>, T, void>;

/** Does all steps: at once where nothing is waited for, else as a promise. */
export function run<T>(steps: Steps<T>): T | Promise<T> {
  const { done, value } = steps.next();
  return done ? value : value.then(() => run(steps));
}

/** Waits for a value, unless it is there. What it was rejected with is thrown. */
export function* wait<T>(value: T | PromiseLike<T>): Steps<T> {
  if (!isThenable(value)) return value;
  let settled: Settled<T> | undefined;
  yield Promise.resolve(value).then(
    (result) => {
      settled = { result };
    },
    (error: unknown) => {
      settled = { error };
    },
  );
  return unwrap(settled);
}

type Settled<T> = { readonly result: T } | { readonly error: unknown };

function unwrap<T>(settled: Settled<T> | undefined): T {
  if (settled !== undefined && 'result' in settled) return settled.result;
  throw settled?.error;
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false;
  return 'then' in value && typeof value.then === 'function';
}
