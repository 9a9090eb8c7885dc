/**
 * Several requests of one asking: some at a time, within one time, until all are done or one fails.
 *
 * @module
 */

/** What several pieces of work are done with. */
export interface Together {
  /** How many pieces there are. */
  readonly count: number;
  /** How many are worked on at once, 1 or more. */
  readonly parallel: number;
  /** Tells what is being worked on that nobody waits for it any more. */
  readonly stop: () => void;
}

/**
 * Does pieces of work in their order, as many at once as there may be.
 *
 * Once a piece fails no other is begun, and those that are worked on are told to stop: an answer to
 * some of the questions is no answer, and each request costs something.
 *
 * @returns What came of each, in their order.
 * @throws what the first of them to fail threw.
 */
export async function doSeveral<T>(
  { count, parallel, stop }: Together,
  work: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const done: T[] = [];
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < count && !failed) {
      const index = next;
      next += 1;
      done[index] = await work(index);
    }
  };
  const workers = Array.from({ length: Math.min(parallel, count) }, async () => {
    try {
      await worker();
    } catch (error) {
      if (!failed) stop();
      failed = true;
      throw error;
    }
  });
  await Promise.all(workers);
  return done;
}
