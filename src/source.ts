/**
 * States one at a time, from anything that is iterated.
 *
 * @module
 */
import { letGoOf, unlisten } from './abort.js';
import { JudgeError } from './errors.js';
import type { Signal, State } from './judge.js';

/** Where states come from. */
export type Source = Iterator<State> | AsyncIterator<State>;

/** The iterator of something that is iterated, at once or later. */
export function iterate(states: unknown): Source {
  // A text is iterated by its characters, and nobody means that: a state can be a text.
  const held: Partial<Iterable<State> & AsyncIterable<State>> = Object(
    typeof states === 'string' ? undefined : states,
  );
  const source: unknown = held[Symbol.asyncIterator]?.() ?? held[Symbol.iterator]?.();
  if (isSource(source)) return source;
  throw new JudgeError('bad_option', {
    path: 'states',
    rule: 'states are a list, or something that is iterated',
    fix: 'pass [state], even for one',
  });
}

function isSource(given: unknown): given is Source {
  const { next }: { readonly next?: unknown } = Object(given);
  return typeof next === 'function';
}

/** Takes states one at a time. */
export interface Puller {
  /** The next state; `undefined` once there is none, or when the signal has aborted. */
  next(): Promise<{ readonly state: State } | undefined>;
  /** Says that the state was taken, and that another may be asked for. */
  took(): void;
  ended(): boolean;
  /** Throws what the source has thrown. */
  rethrow(): void;
  /** Tells the source that no more is wanted. */
  stop(): Promise<void>;
}

/** Takes states from a source until it ends, it throws, or the signal aborts. */
export function puller(source: Source, signal: Signal): Puller {
  let pending: Promise<{ readonly state: State } | undefined> | undefined;
  let open = true;
  let busy = false;
  let fault: { readonly error: unknown } | undefined;
  const pull = async (): Promise<{ readonly state: State } | undefined> => {
    busy = true;
    try {
      const came = await source.next();
      checkResult(came);
      const { done, value } = came;
      // A state that is still to come is refused, and its rejection must not be left alone.
      letGoOf(value);
      if (!done) return { state: value };
      open = false;
    } catch (error) {
      open = false;
      fault = { error };
    } finally {
      busy = false;
    }
    return undefined;
  };
  return {
    next() {
      pending ??= unlessAborted(pull(), signal);
      return pending;
    },
    took() {
      pending = undefined;
    },
    ended: () => !open || signal.aborted,
    rethrow() {
      if (fault !== undefined) throw fault.error;
    },
    async stop() {
      if (!open) return;
      open = false;
      const closing = Promise.resolve(source.return?.());
      // A source that is still busy would keep whoever stops waiting for a state that nobody wants.
      if (busy) closing.catch(() => undefined);
      else await closing;
    },
  };
}

/**
 * Settles as the work does, or with nothing as soon as the signal aborts. A race with one promise
 * for all of the work would keep whatever came of it, for as long as that promise is not settled.
 */
function unlessAborted<T>(work: Promise<T>, signal: Signal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      unlisten(signal, giveUp);
      resolve(undefined);
    };
    signal.addEventListener('abort', giveUp);
    work.finally(() => unlisten(signal, giveUp)).then(resolve, reject);
  });
}

/** What an iterator says, which is an object (ECMA-262 §27.1.3). */
function checkResult(came: unknown): void {
  if (Object(came) === came) return;
  throw new JudgeError('bad_option', {
    path: 'states',
    rule: 'what states are taken from gives { done, value }',
    fix: 'pass a list, or what a generator returns',
  });
}
