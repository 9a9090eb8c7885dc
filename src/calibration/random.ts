/**
 * Randomness that a seed decides, the same on every host.
 *
 * @module
 */
import { isWhole, refuseOption } from './checks.js';

/** The next number, from 0 to below 1. */
export type Random = () => number;

/** Starts a sequence of numbers, a whole number being the seed. */
export function seeded(seed: unknown, path: string): Random {
  if (!isWhole(seed)) {
    return refuseOption(path, 'a seed is a whole number', 'pick one and keep it with the record');
  }
  // Both halves count, so that seeds beyond 32 bits differ as well.
  let state = (seed ^ Math.imul(Math.floor(seed / TWO_32), 0x85ebca6b)) >>> 0;
  return () => {
    // A Weyl sequence through the finalizer of MurmurHash3.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / TWO_32;
  };
}

/** Puts a list into an order that the numbers decide; every order is equally likely. */
export function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const keyed = list.map((item) => ({ item, first: random(), second: random() }));
  keyed.sort((left, right) => left.first - right.first || left.second - right.second);
  return keyed.map(({ item }) => item);
}

const TWO_32 = 4_294_967_296;
