import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { type AffinePoint, BASE, FIELD_ORDER, GROUP_ORDER } from '../../src/receipt/points.js';
import { sumAtOnce, sumByTable } from '../../src/receipt/sums.js';
import { TORSION } from './crafted.js';
import { dice } from './fixtures.js';

const { Point } = ed25519;

/** What the curve library says that [s]B + [k]P is. */
function sumByLibrary({ x, y }: AffinePoint, s: bigint, k: bigint): AffinePoint {
  const point = Point.fromAffine({ x, y });
  return Point.BASE.multiplyUnsafe(s).add(point.multiplyUnsafe(k)).toAffine();
}

const EDGES: readonly bigint[] = [
  ...[0n, 1n, 2n, 15n, 16n, 17n, 31n, 32n, 33n, 63n, 64n, 127n, 128n, 129n],
  ...[1n, 2n, 16n, 32n].map((below) => GROUP_ORDER - below),
  (1n << 252n) - 1n,
  1n << 252n,
];

describe.each([
  ['at once', sumAtOnce],
  ['from a table', sumByTable],
])('the sum of multiples of two points, %s', (_, sumOf) => {
  it('is that of the curve library, for numbers at every edge and for points of every order', () => {
    const points = [BASE, ...[7n, 2n ** 200n].map((times) => Point.BASE.multiplyUnsafe(times))]
      .map(({ x, y }) => Point.fromAffine({ x, y }))
      .concat(TORSION.map((torsion) => Point.BASE.multiply(5n).add(torsion)))
      .map((point) => point.toAffine());
    for (const point of points) {
      const check = sumOf(point);
      EDGES.forEach((s, at) => {
        const k = EDGES[(at * 7 + 3) % EDGES.length] ?? 0n;
        const { x, y } = sumByLibrary(point, s, k);
        const isOdd = x % 2n === 1n;
        expect([s, k, check(s, k, y, isOdd)]).toEqual([s, k, true]);
        expect(check(s, k, y, !isOdd)).toBe(false);
        expect(check(s, k, (y + 1n) % FIELD_ORDER, isOdd)).toBe(false);
      });
    }
  });

  it('is that of the curve library, for 200 numbers drawn at random', () => {
    const roll = dice(25519);
    const draw = (): bigint =>
      Array.from({ length: 32 }, () => roll(256)).reduce(
        (value, byte) => value * 256n + BigInt(byte),
        0n,
      ) % GROUP_ORDER;
    const point = Point.BASE.multiply(draw()).toAffine();
    const check = sumOf(point);
    for (let round = 0; round < 200; round += 1) {
      const [s, k] = [draw(), draw()];
      const { x, y } = sumByLibrary(point, s, k);
      expect([s, k, check(s, k, y, x % 2n === 1n)]).toEqual([s, k, true]);
      expect(check(s, k, y, x % 2n === 0n)).toBe(false);
    }
  });
});
