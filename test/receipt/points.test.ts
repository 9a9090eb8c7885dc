import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { Point as Ours } from '../../src/receipt/curve.js';
import {
  EDWARDS_D,
  FIELD_ORDER,
  GROUP_ORDER,
  isOnCurve,
  isStrictSignature,
  isWeakPoint,
  littleEndian,
} from '../../src/receipt/points.js';
import { craftedCases, encode, isWeak, P, TORSION } from './crafted.js';
import { bytes, dice, nodeSign, SECRET } from './fixtures.js';

const { Point } = ed25519;

describe('the numbers of the curve', () => {
  it('are those of the curve library', () => {
    expect(FIELD_ORDER).toBe(Point.Fp.ORDER);
    expect(GROUP_ORDER).toBe(Point.Fn.ORDER);
    expect(EDWARDS_D).toBe(Point.CURVE().d);
    expect(Ours.CURVE()).toEqual(Point.CURVE());
    expect(Ours.BASE.toHex()).toBe(Point.BASE.toHex());
  });
});

describe('isWeakPoint', () => {
  it('knows every encoding of every point of small order', () => {
    expect(new Set(TORSION.map((point) => point.toHex())).size).toBe(8);
    for (const point of TORSION) {
      for (const sign of [0, 1]) {
        expect(isWeakPoint(encode(point.y, sign))).toBe(true);
        if (point.y < 19n) expect(isWeakPoint(encode(point.y + P, sign))).toBe(true);
      }
    }
  });

  it('knows every y that is not reduced, and no other', () => {
    for (let y = P; y < 2n ** 255n; y += 1n) expect(isWeakPoint(encode(y, 0))).toBe(true);
    expect(isWeakPoint(encode(P - 2n, 0))).toBe(false);
    expect(isWeakPoint(encode(2n, 1))).toBe(false);
    expect(isWeakPoint(Point.BASE.toBytes())).toBe(false);
  });
});

describe('isOnCurve', () => {
  it('says what the curve library says, of 2,000 encodings', () => {
    const roll = dice(8032);
    let points = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const encoded = Uint8Array.from({ length: 32 }, () => roll(256));
      if (isWeakPoint(encoded)) continue;
      expect([round, isOnCurve(encoded)]).toEqual([round, !isWeak(encoded)]);
      if (isOnCurve(encoded)) points += 1;
    }
    expect(points).toBeGreaterThan(900);
    expect(points).toBeLessThan(1_100);
  });

  it('knows points with every torsion', () => {
    for (const point of TORSION) {
      expect(isOnCurve(Point.BASE.add(point).toBytes())).toBe(true);
    }
  });
});

describe('isStrictSignature', () => {
  it('refuses nothing that is valid, and of what is not all that bytes can tell', () => {
    let refused = 0;
    for (const { signature, valid } of craftedCases(400)) {
      const strict = isStrictSignature(signature);
      if (valid) expect(strict).toBe(true);
      const s = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`);
      const weak = isWeakPoint(signature.slice(0, 32));
      expect(strict).toBe(!weak && s < Point.Fn.ORDER);
      if (!strict) refused += 1;
    }
    expect(refused).toBeGreaterThan(60);
  });

  it('knows the group order to the last bit', () => {
    const r = nodeSign(SECRET, bytes('00')).slice(0, 32);
    for (const [s, strict] of [
      [0n, true],
      [GROUP_ORDER - 1n, true],
      [GROUP_ORDER, false],
      [GROUP_ORDER + 1n, false],
      [2n ** 253n, false],
      [2n ** 256n - 1n, false],
    ] as const) {
      expect(isStrictSignature(Uint8Array.from([...r, ...encode(s, 0)]))).toBe(strict);
    }
  });

  it.each([0, 32, 63, 65, 96])('refuses %i bytes', (length) => {
    expect(isStrictSignature(new Uint8Array(length).fill(2))).toBe(false);
  });
});

describe('littleEndian', () => {
  it('reads bytes, and those of a view of a larger buffer', () => {
    const roll = dice(7);
    for (const length of [8, 32, 64]) {
      const data = Uint8Array.from({ length: length + 3 }, () => roll(256)).subarray(3);
      const expected = BigInt(`0x${Buffer.from(data).reverse().toString('hex')}`);
      expect(littleEndian(data)).toBe(expected);
    }
    expect(littleEndian(new Uint8Array(32))).toBe(0n);
    expect(P % 8n).toBe(5n);
  });
});
