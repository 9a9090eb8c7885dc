/**
 * Many names, each known again by a fingerprint: what is kept of one are some 30 bytes.
 *
 * @module
 */

/** Names that were seen. */
export interface Names {
  /** The place of a name: those of new names go from 0 on. */
  place(name: string): number;
  /** How many there are. */
  count(): number;
}

/** A list of numbers that grows, at 8 bytes each. */
export interface Column {
  /** The number at a place; `usual` where none was set. */
  get(place: number): number;
  set(place: number, value: number): void;
}

/**
 * Names of which 64 bits are kept. Of a million, two that differ are taken for one with a probability
 * of 3 in 100 million: what asks for copies then refuses, and never misses one.
 */
export function makeNames(): Names {
  let slots = new Int32Array(SMALLEST);
  const [lows, highs] = [makeColumn(0), makeColumn(0)];
  let count = 0;
  const find = (low: number, high: number): number => {
    const mask = slots.length - 1;
    let slot = low & mask;
    for (let held = slots[slot] ?? 0; held > 0; held = slots[slot] ?? 0) {
      if (lows.get(held - 1) === low && highs.get(held - 1) === high) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  const grow = (): void => {
    slots = new Int32Array(slots.length * 2);
    for (let place = 0; place < count; place += 1) {
      slots[find(lows.get(place), highs.get(place))] = place + 1;
    }
  };
  return {
    place(name) {
      const [low, high] = fingerprint(name);
      const slot = find(low, high);
      const held = slots[slot] ?? 0;
      if (held > 0) return held - 1;
      lows.set(count, low);
      highs.set(count, high);
      count += 1;
      slots[slot] = count;
      if (count * 2 > slots.length) grow();
      return count - 1;
    },
    count: () => count,
  };
}

/** Makes a list that grows. */
export function makeColumn(usual: number): Column {
  let values = new Float64Array(0);
  return {
    get: (place) => values[place] ?? usual,
    set(place, value) {
      if (place >= values.length) {
        const longer = new Float64Array(Math.max(SMALLEST, place + 1, values.length * 2));
        longer.fill(usual, values.length);
        longer.set(values);
        values = longer;
      }
      values[place] = value;
    },
  };
}

/** A number from 0 to below 1 that a name decides, and that looks like chance. */
export function rankOf(name: string): number {
  const [low, high] = fingerprint(name);
  return (low * TWO_21 + (high >>> 11)) / TWO_53;
}

const SMALLEST = 64;
const TWO_21 = 2_097_152;
const TWO_53 = 9_007_199_254_740_992;

/** Two sums over the characters that mix differently, each finished as MurmurHash3 does. */
function fingerprint(name: string): readonly [low: number, high: number] {
  let [low, high] = [0x2545f491, 0x6c078965];
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    low = Math.imul((low ^ code) + (high >>> 15), 0x9e3779b1);
    high = Math.imul(high ^ code ^ (low >>> 13), 0xc2b2ae35);
  }
  return [finish(low ^ (high >>> 7)), finish(high ^ Math.imul(low, 0x85ebca6b))];
}

function finish(sum: number): number {
  let mixed = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
