import { describe, expect, it } from 'vitest';
import { doSeveral } from '../../../src/judges/shared/several.js';

/** Work whose pieces are finished from outside. */
function pieces() {
  const settle: ((error?: Error) => void)[] = [];
  const work = (index: number): Promise<number> =>
    new Promise((resolve, reject) => {
      settle[index] = (error) => (error === undefined ? resolve(index * 10) : reject(error));
    });
  return { settle, work };
}

/** Lets everything run that waits for nothing. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('several requests', () => {
  it('are made some at a time, and come back in order', async () => {
    const { settle, work } = pieces();
    const all = doSeveral({ count: 4, parallel: 2, stop: () => undefined }, work);
    expect(settle.length).toBe(2);
    settle[1]?.();
    await settled();
    expect(settle.length).toBe(3);
    settle[2]?.();
    await settled();
    settle[3]?.();
    settle[0]?.();
    expect(await all).toEqual([0, 10, 20, 30]);
  });

  it('end with the first that fails: no other begins, and the rest is told once', async () => {
    const { settle, work } = pieces();
    let stopped = 0;
    const stop = (): void => {
      stopped += 1;
    };
    const all = doSeveral({ count: 9, parallel: 3, stop }, work);
    const first = new Error('first');
    settle[1]?.(first);
    await expect(all).rejects.toBe(first);
    settle[0]?.();
    settle[2]?.(new Error('second'));
    await settled();
    expect([stopped, settle.length]).toEqual([1, 3]);
  });

  it('are none where there is nothing to do', async () => {
    expect(
      await doSeveral({ count: 0, parallel: 8, stop: () => undefined }, async () => 1),
    ).toEqual([]);
  });
});
