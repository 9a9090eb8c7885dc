/**
 * Chance that is the same in every run.
 *
 * @module
 */

/** A source of chance. */
export interface Dice {
  /** A whole number from 0 on that is below the bound. */
  below(bound: number): number;
  /** True so many times in a hundred. */
  percent(chance: number): boolean;
  /** One of the items. */
  pick<const L extends readonly [unknown, ...unknown[]]>(items: L): L[number];
  bytes(length: number): Uint8Array;
}

/** Makes a linear congruential generator (Numerical Recipes) that starts from the seed. */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  function below(bound: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  }
  return {
    below,
    percent: (chance) => below(100) < chance,
    pick: (items) => items[below(items.length)],
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
