/**
 * Giving up on a judge: a signal of our own, by the host's controller where it has one; and letting
 * go of what nobody waits for any more.
 *
 * @module
 */
import type { Signal } from './judge.js';
import { isPromise } from './members.js';

/** A signal, and what aborts it. */
export interface Controller {
  readonly signal: Signal;
  abort(reason: unknown): void;
}

/**
 * Makes a signal. It is the host's own kind wherever there is one, because `fetch` takes no other;
 * looked up at each call and never at import.
 */
export function makeController(): Controller {
  const host: { readonly AbortController?: unknown } = Object(globalThis);
  const { AbortController } = host;
  if (typeof AbortController !== 'function') return makePlainController();
  const controller: Controller = Reflect.construct(AbortController, []);
  return controller;
}

/** No longer listens. A signal that somebody made by hand may throw, and nobody must wait for that. */
export function unlisten(signal: Signal | undefined, listener: () => void): void {
  try {
    signal?.removeEventListener('abort', listener);
  } catch {
    // The listener is called in vain, at worst.
  }
}

/** Hears what nobody waits for: a rejection that nobody hears can end the process. */
export function letGoOf(value: unknown): void {
  try {
    if (isPromise(value)) Promise.resolve(value).catch(() => undefined);
  } catch {
    // What throws when it is looked at is no promise.
  }
}

/** Signals of their own for many works, behind one that they share. */
export interface Branches {
  /** A signal that aborts when the shared one does. */
  open(): Controller;
  /** Forgets one, when its work is done. */
  close(branch: Controller): void;
  /** No longer listens to the shared one. */
  end(): void;
}

/**
 * Lets many works at once listen to one signal through a single listener: hosts take more than ten
 * for a leak, and warn.
 */
export function branchesOf(signal: Signal): Branches {
  const open = new Set<Controller>();
  const giveUp = (): void => {
    for (const branch of [...open]) branch.abort(signal.reason);
  };
  signal.addEventListener('abort', giveUp);
  return {
    open() {
      const branch = makeController();
      if (signal.aborted) branch.abort(signal.reason);
      open.add(branch);
      return branch;
    },
    close(branch) {
      open.delete(branch);
    },
    end() {
      unlisten(signal, giveUp);
    },
  };
}

function makePlainController(): Controller {
  const listeners = new Set<() => void>();
  let aborted = false;
  let reason: unknown;
  const signal: Signal = {
    get aborted() {
      return aborted;
    },
    get reason() {
      return reason;
    },
    addEventListener: (_, listener) => {
      listeners.add(listener);
    },
    removeEventListener: (_, listener) => {
      listeners.delete(listener);
    },
  };
  return {
    signal,
    abort(why) {
      if (aborted) return;
      aborted = true;
      reason = why;
      const called = [...listeners];
      listeners.clear();
      for (const listener of called) listener();
    },
  };
}
