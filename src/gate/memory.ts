/**
 * What a gate remembers of the calls that it was asked about, so that a call is judged once.
 *
 * @module
 */
import type { ReadCall } from './call.js';
import type { Resolved, Verdict } from './verdict.js';

/** What is known of one call. */
export interface Remembered {
  /** The verdict before anybody decided, or while it is still to come. */
  readonly verdict: Promise<Verdict>;
  /** What a person decided, and the verdict that follows from it. */
  resolved?: { readonly decision: Resolved; readonly verdict: Verdict };
  /** Settles when the last answer has been dealt with. */
  answering?: Promise<unknown>;
}

/** Calls by session, id, capability and digest; bounded, and the one not used for longest is forgotten first. */
export interface Memory {
  get(call: ReadCall): Remembered | undefined;
  set(call: ReadCall, remembered: Remembered): void;
  forget(call: ReadCall): void;
}

/** Makes a memory for that many calls. */
export function makeMemory(most: number): Memory {
  const calls = new Map<string, Remembered>();
  return {
    get(call) {
      const key = keyOf(call);
      const remembered = calls.get(key);
      if (remembered === undefined) return undefined;
      calls.delete(key);
      calls.set(key, remembered);
      return remembered;
    },
    set(call, remembered) {
      calls.set(keyOf(call), remembered);
      for (const oldest of calls.keys()) {
        if (calls.size <= most) return;
        calls.delete(oldest);
      }
    },
    forget(call) {
      calls.delete(keyOf(call));
    },
  };
}

/** A call id that comes again with another input or capability is another call. */
function keyOf({ session, callId, capability, callDigest }: ReadCall): string {
  return JSON.stringify([session ?? null, callId ?? null, capability ?? null, callDigest]);
}
