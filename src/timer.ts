/**
 * Waiting: the language has no timer, so each host's is looked up when something has to wait.
 *
 * @module
 */
import { JudgeError } from './errors.js';

/**
 * Calls back once after some time, and returns what forgets it. It never calls back before it has
 * returned, and not after it was told to forget.
 */
export type Timer = (callback: () => void, milliseconds: number) => () => void;

/** The longest time that hosts can wait: with a longer one they call back at once. */
export const MAX_DELAY = 2_147_483_647;

/**
 * The host's `setTimeout`. It is looked up at each call and never at import, so that a program
 * which never waits needs no host for it.
 *
 * @param callback What to call, once.
 * @param milliseconds When to call it: 0 to 2 147 483 647.
 * @returns Forgets it; after it was called, and called again, that does nothing.
 * @throws {@link JudgeError} `bad_option` where the host has no timer, and for a time that it cannot
 *   wait.
 */
export function hostTimer(callback: () => void, milliseconds: number): () => void {
  checkDelay(milliseconds, 'milliseconds');
  const host: Host = Object(globalThis);
  const { setTimeout, clearTimeout } = host;
  if (typeof setTimeout !== 'function' || typeof clearTimeout !== 'function') {
    throw new JudgeError('bad_option', {
      path: 'options.timer',
      rule: 'this host has no setTimeout to wait with',
      fix: 'pass a timer: (callback, milliseconds) => forget',
    });
  }
  const handle: unknown = setTimeout(callback, milliseconds);
  return () => {
    clearTimeout(handle);
  };
}

/**
 * Lets the host's timers and sockets have their turn, which promises that are settled already do
 * not. It is the host's own and not a timer that was handed in: nothing is waited for here.
 *
 * @returns Settles in the next turn; at once where the host has none.
 */
export function giveWay(): Promise<void> {
  const { setImmediate, setTimeout }: Host = Object(globalThis);
  return new Promise((resolve) => {
    // Where there is one, it takes microseconds; a timer takes a millisecond or more.
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else if (typeof setTimeout === 'function') setTimeout(resolve, 0);
    else resolve();
  });
}

/**
 * Refuses what is no time to wait.
 *
 * @throws {@link JudgeError} `bad_option` with the path.
 */
export function checkDelay(value: unknown, path: string): asserts value is number {
  if (typeof value === 'number' && value >= 0 && value <= MAX_DELAY) return;
  throw new JudgeError('bad_option', {
    path,
    rule: `a time to wait is a number of milliseconds from 0 to ${MAX_DELAY}`,
    fix: 'pass a number such as 2000',
  });
}

/** What is used of the host, where it is there. */
interface Host {
  readonly setTimeout?: unknown;
  readonly clearTimeout?: unknown;
  readonly setImmediate?: unknown;
}
