/**
 * Giving up on a judge: a signal of our own, by the host's controller where it has one.
 *
 * @module
 */
import type { Signal } from './judge.js';

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
