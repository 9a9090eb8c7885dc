/**
 * What tests of errors share.
 *
 * @module
 */
import { isJudgementError } from '../src/errors.js';

/** The code and the path of the error that a call throws; fails when it throws none of ours. */
export function faultOf(call: () => unknown): readonly [code: string, path: string] {
  try {
    call();
  } catch (error) {
    if (isJudgementError(error)) return [error.code, error.path];
    throw error;
  }
  throw new Error('the call threw nothing');
}

/** The code and the path of the error that a promise rejects with. */
export async function rejectionOf(
  pending: Promise<unknown>,
): Promise<readonly [code: string, path: string]> {
  const settled = await pending.then(
    () => new Error('the promise was kept'),
    (error: unknown) => error,
  );
  return faultOf(() => {
    throw settled;
  });
}
