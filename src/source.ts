/**
 * States one at a time, from anything that is iterated.
 *
 * @module
 */
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
  const source = held[Symbol.asyncIterator]?.() ?? held[Symbol.iterator]?.();
  if (source !== undefined) return source;
  throw new JudgeError('bad_option', {
    path: 'states',
    rule: 'states are a list, or something that is iterated',
    fix: 'pass [state], even for one',
  });
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
  const given = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const pull = async (): Promise<{ readonly state: State } | undefined> => {
    busy = true;
    try {
      const { done, value } = await source.next();
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
      pending ??= Promise.race([pull(), given]);
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
