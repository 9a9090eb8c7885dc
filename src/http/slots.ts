/**
 * How many requests are worked on at once.
 *
 * @module
 */

/** A number of places for requests. */
export interface Slots {
  /** Takes a place at a time in milliseconds, and returns what gives it back; none when all are taken. */
  take(now: number): (() => void) | undefined;
}

/**
 * Makes places that are given back, or are free again after `lifetimeMs`: some hosts drop what they
 * do for a client that went away and run none of it to its end, not even a `finally`.
 */
export function makeSlots(most: number, lifetimeMs: number): Slots {
  const taken = new Set<{ readonly since: number }>();
  return {
    take(now) {
      if (taken.size >= most) {
        for (const slot of taken) if (now - slot.since > lifetimeMs) taken.delete(slot);
      }
      if (taken.size >= most) return undefined;
      const slot = { since: now };
      taken.add(slot);
      return () => {
        taken.delete(slot);
      };
    },
  };
}
