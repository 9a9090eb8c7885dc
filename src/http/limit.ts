/**
 * Waiting that ends: when a time is over, when the caller gives up, or when a wait around it ends.
 *
 * @module
 */
import type { Signal } from '../judge.js';
import type { Timer } from '../timer.js';
import type { Origin } from './failure.js';

/** Why a wait ended before what was waited for came. */
export type Ending = 'aborted' | 'total' | 'attempt';

/** A wait. */
export interface Limit {
  /** Aborts when the wait is over, for whoever can stop early. */
  readonly signal: AbortSignal;
  /** Why it is over, once it is. */
  readonly ending: Ending | undefined;
  /** Settles as the work does, or rejects with {@link Ended} as soon as the wait is over. */
  race<T>(work: T | Promise<T>): Promise<T>;
  /** Tells whoever still works that nobody waits any more. */
  cancel(): void;
  /** Forgets timer and caller; to be called whatever came of it. */
  close(): void;
}

/** What {@link Limit.race} rejects with. */
export class Ended extends Error {
  override readonly name = 'Ended';
  readonly ending: Ending;
  /** The response that was being read. */
  readonly origin: Origin;

  constructor(ending: Ending, origin: Origin = {}) {
    super(ending);
    this.ending = ending;
    this.origin = origin;
  }
}

/** What a limit of time is made of. */
export interface LimitOptions {
  /** What to call it when the time is over. */
  readonly as: Ending;
  readonly milliseconds: number;
  readonly timer: Timer;
}

/** Starts a wait that the caller can end. */
export function limitFor(signal: Signal | undefined, options: LimitOptions): Limit {
  return start(signal, () => 'aborted', options);
}

/** Starts a wait within another. */
export function limitWithin(outer: Limit, options: LimitOptions): Limit {
  return start(outer.signal, () => outer.ending ?? 'total', options);
}

function start(outer: Signal | undefined, why: () => Ending, options: LimitOptions): Limit {
  const controller = new AbortController();
  const { signal } = controller;
  let ending: Ending | undefined;
  const end = (reason: Ending): void => {
    ending ??= reason;
    letGo();
    controller.abort();
  };
  const giveUp = (): void => end(why());
  const forget = options.timer(() => end(options.as), options.milliseconds);
  const letGo = (): void => {
    forget();
    outer?.removeEventListener('abort', giveUp);
  };
  outer?.addEventListener('abort', giveUp);
  if (outer?.aborted) giveUp();
  return {
    signal,
    get ending() {
      return ending;
    },
    race: (work) => race(work, signal, () => new Ended(ending ?? options.as)),
    cancel: () => controller.abort(),
    close: letGo,
  };
}

function race<T>(work: T | Promise<T>, signal: AbortSignal, ended: () => Ended): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(ended());
    signal.addEventListener('abort', giveUp);
    // The work goes on, and whatever comes of it is heard, so that no rejection is left alone.
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp));
    if (signal.aborted) giveUp();
  });
}
