/**
 * The curve edwards25519 and the scalars of RFC 8032, in arithmetic that others have audited.
 *
 * @module
 */
import {
  type EdwardsPoint,
  type EdwardsPointCons,
  edwards,
} from '@noble/curves/abstract/edwards.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concat } from '../bytes.js';
import { ReceiptError } from '../errors.js';
import { EDWARDS_D, FIELD_ORDER, GROUP_ORDER, littleEndian, rootOfRatio } from './points.js';

/** A secret key spread out (RFC 8032 §5.1.5). */
export interface ExpandedSecret {
  readonly scalar: bigint;
  /** What each nonce is derived from, beside the message. */
  readonly prefix: Uint8Array;
  readonly publicKey: Uint8Array;
}

/**
 * The group. It is made here, because the ready one of the same library comes with protocols that
 * nothing here uses, and takes two to three times as long to load (measured).
 */
export const Point: EdwardsPointCons = /* @__PURE__ */ edwards(
  {
    p: FIELD_ORDER,
    n: GROUP_ORDER,
    h: 8n,
    a: FIELD_ORDER - 1n,
    d: EDWARDS_D,
    Gx: 15112221349535400772501151409588531511454012693041857206046113283949847762202n,
    Gy: 46316835694926478169428394003475163141307993866256225615783033603165251855960n,
  },
  { uvRatio: rootOfRatio },
);

/** RFC 8032 §5.1.5. */
export function expandSecret(secret: Uint8Array): ExpandedSecret {
  const digest = sha512(secret);
  const head = digest.slice(0, 32);
  head[0] = (head[0] ?? 0) & 248;
  head[31] = ((head[31] ?? 0) & 127) | 64;
  const scalar = Point.Fn.create(littleEndian(head));
  return {
    scalar,
    prefix: digest.slice(32),
    publicKey: Point.BASE.multiply(scalar).toBytes(),
  };
}

/** Reads a point (RFC 8032 §5.1.3). */
export function decodePoint(encoded: Uint8Array, path: string): EdwardsPoint {
  try {
    return Point.fromBytes(encoded, false);
  } catch (cause) {
    throw new ReceiptError('bad_key', {
      path,
      rule: 'a public key is a point of the curve edwards25519',
      fix: 'check for a key of another curve, or for damaged bytes',
      cause,
    });
  }
}

/** RFC 8032 §5.1.7 step 2: SHA-512 read as a little-endian number, modulo the group order. */
export function hashToScalar(...parts: readonly Uint8Array[]): bigint {
  return Point.Fn.create(littleEndian(sha512(concat(...parts))));
}

/** [s]B + [k]P for changing numbers, and no more work beforehand than one such sum is worth. */
export function sumAtOnce(point: EdwardsPoint): (s: bigint, k: bigint) => EdwardsPoint {
  // A width of 5 is the fastest for one signature, and 6 % faster still for the next (measured).
  let own: Multiples | undefined;
  return (s, k) => {
    own ??= oddMultiples(point, 5);
    // Those of B serve every key: 64 points, made with the first sum. Wider gains nothing more.
    base ??= oddMultiples(Point.BASE, 8);
    return walk([base, s], [own, k]);
  };
}

/** [s]B + [k]P from the tables of both points; both numbers are public. */
export function sumByTable(point: EdwardsPoint, s: bigint, k: bigint): EdwardsPoint {
  return Point.BASE.multiplyUnsafe(s).add(point.multiplyUnsafe(k));
}

let base: Multiples | undefined;

/** The odd multiples of a point below 2^(width − 1), the lowest first, and their negatives. */
interface Multiples {
  readonly width: number;
  readonly plus: readonly EdwardsPoint[];
  readonly minus: readonly EdwardsPoint[];
}

function oddMultiples(point: EdwardsPoint, width: number): Multiples {
  const twice = point.double();
  const plus = [point];
  for (let last = point; plus.length < 2 ** (width - 2); plus.push(last)) last = last.add(twice);
  return { width, plus, minus: plus.map((multiple) => multiple.negate()) };
}

/** The sum of multiples of several points, with one doubling for all of them at each bit. */
function walk(...terms: readonly (readonly [Multiples, bigint])[]): EdwardsPoint {
  const rows = terms.map(([{ width, plus, minus }, scalar]) => {
    return { plus, minus, digits: signedDigits(scalar, width) };
  });
  let sum = Point.ZERO;
  for (let bit = Math.max(...rows.map(({ digits }) => digits.length)) - 1; bit >= 0; bit -= 1) {
    sum = sum.double();
    for (const { plus, minus, digits } of rows) {
      const digit = digits[bit] ?? 0;
      if (digit === 0) continue;
      const multiple = digit > 0 ? plus[(digit - 1) / 2] : minus[(-digit - 1) / 2];
      if (multiple !== undefined) sum = sum.add(multiple);
    }
  }
  return sum;
}

/**
 * The non-adjacent form of a number with that width, the lowest digit first: each is 0 or odd and
 * between ±2^(width − 1), and of as many in a row as the width says at most one is not 0.
 */
function signedDigits(scalar: bigint, width: number): readonly number[] {
  const size = 2 ** width;
  const mask = BigInt(size - 1);
  const digits: number[] = [];
  for (let left = scalar; left > 0n; left >>= 1n) {
    let digit = 0;
    if ((left & 1n) === 1n) {
      digit = Number(left & mask);
      if (digit > size / 2) digit -= size;
      left -= BigInt(digit);
    }
    digits.push(digit);
  }
  return digits;
}
