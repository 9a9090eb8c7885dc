/**
 * Signals between two worlds: the AI SDK wants the platform's, judges get any that works like it.
 *
 * @module
 */
import { letGoOf, unlisten } from '../../abort.js';
import type { Signal } from '../../judge.js';

/** A signal of the platform, and what ends its listening to another. */
export interface Linked {
  readonly signal: Signal | undefined;
  /** To be called when nobody waits any more. */
  release(): void;
}

/** The signal itself where it is the platform's, and else one of the platform's that follows it. */
export function linkSignal(signal: Signal | undefined): Linked {
  const isTheirs = typeof AbortSignal === 'function' && signal instanceof AbortSignal;
  if (signal === undefined || isTheirs || typeof AbortController !== 'function') {
    return { signal, release: () => undefined };
  }
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', follow);
  if (signal.aborted) follow();
  return { signal: controller.signal, release: () => unlisten(signal, follow) };
}

/** Settles as the work does, or rejects with the signal's reason as soon as it aborts. */
export async function unlessAborted<T>(
  work: T | PromiseLike<T>,
  signal: Signal | undefined,
): Promise<T> {
  if (signal === undefined) return work;
  let giveUp: () => void = () => undefined;
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  letGoOf(given);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, given]);
  } finally {
    letGoOf(work);
    unlisten(signal, giveUp);
  }
}
