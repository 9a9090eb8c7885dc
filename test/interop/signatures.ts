/**
 * Signatures that verifiers disagree on: published ones, and crafted ones.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { Dice } from './dice.js';

/** A signature over a message, in hex. */
export interface SignatureCase {
  readonly name: string;
  readonly key: string;
  readonly message: string;
  readonly signature: string;
}

/** The cases of Wycheproof and of ed25519-speccheck. */
export function publishedSignatures(): readonly SignatureCase[] {
  const { testGroups }: Wycheproof = JSON.parse(readVector('wycheproof-ed25519'));
  const speccheck: readonly Speccheck[] = JSON.parse(readVector('ed25519-speccheck'));
  return [
    ...testGroups.flatMap(({ publicKey, tests }) =>
      tests.map(({ tcId, msg, sig }) => ({
        name: `Wycheproof ${tcId}`,
        key: publicKey.pk,
        message: msg,
        signature: sig,
      })),
    ),
    ...speccheck.map(({ message, pub_key, signature }, index) => ({
      name: `speccheck ${index}`,
      key: pub_key,
      message,
      signature,
    })),
  ];
}

/**
 * Crafts a signature from parts drawn by chance.
 *
 * The key and R are shifted by points of small order or replaced by them, and written in a second
 * encoding where there is one; S is right, past the group order, or wrong; one bit is flipped.
 * Nothing here says which of them are good: that is for the verifiers.
 */
export function craftSignature(dice: Dice, round: number): SignatureCase {
  const scalar = reduce(dice.bytes(32));
  const nonce = reduce(dice.bytes(32));
  const message = dice.bytes(dice.below(64));
  const parts = {
    key: dice.pick(['right', 'right', 'right', 'shifted', 'shifted', 'small', 'respelt']),
    r: dice.pick(['right', 'right', 'right', 'shifted', 'shifted', 'small', 'respelt']),
    s: dice.pick(['right', 'right', 'right', 'right', '+ L', '+ 8L', '- 1', 'zero']),
    bit: dice.pick(['kept', 'kept', 'kept', 'flipped']),
  } as const;
  const key = encode(dice, Point.BASE.multiply(scalar), parts.key);
  const r = encode(dice, Point.BASE.multiply(nonce), parts.r);
  const k = reduce(createHash('sha512').update(r).update(key).update(message).digest());
  const base = (parts.r === 'small' ? 0n : nonce) + (parts.key === 'small' ? 0n : k * scalar);
  const signature = Buffer.concat([r, littleEndian(alter(base % L, parts.s))]);
  if (parts.bit === 'flipped') {
    const at = dice.below(512);
    signature[at >> 3] = (signature[at >> 3] ?? 0) ^ (1 << (at & 7));
  }
  return {
    name: `crafted ${round}: ${JSON.stringify(parts)}`,
    key: hex(key),
    message: hex(message),
    signature: hex(signature),
  };
}

interface Wycheproof {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly msg: string;
      readonly sig: string;
    }[];
  }[];
}

interface Speccheck {
  readonly message: string;
  readonly pub_key: string;
  readonly signature: string;
}

const { Point } = ed25519;
const L = Point.Fn.ORDER;
const P = Point.Fp.ORDER;

type AnyPoint = typeof Point.BASE;

/** The points whose order divides the cofactor: the multiples of one of order eight. */
const SMALL: readonly AnyPoint[] = smallPoints();

function encode(dice: Dice, point: AnyPoint, how: string): Uint8Array {
  const small = SMALL[dice.below(SMALL.length)] ?? Point.ZERO;
  if (how === 'shifted') return point.add(small).toBytes();
  if (how === 'small') return small.toBytes();
  if (how === 'right') return point.toBytes();
  // y + p, or the sign of an x that is 0: encodings that RFC 8032 §5.1.3 does not decode.
  const y = dice.pick([P + BigInt(dice.below(19)), 1n, P - 1n]);
  const encoded = littleEndian(y);
  encoded[31] = (encoded[31] ?? 0) | (dice.below(2) << 7);
  return encoded;
}

function alter(s: bigint, how: string): bigint {
  if (how === '+ L') return s + L;
  if (how === '+ 8L') return s + 8n * L;
  if (how === '- 1') return (s + L - 1n) % L;
  return how === 'zero' ? 0n : s;
}

function smallPoints(): readonly AnyPoint[] {
  for (let y = 3n; ; y += 1n) {
    const point = decode(y);
    // L times a point is of an order that divides eight, and of eight itself for half of them.
    const small = point?.multiplyUnsafe(L - 1n).add(point);
    if (small && !small.multiplyUnsafe(4n).is0()) {
      return [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n].map((times) => small.multiplyUnsafe(times));
    }
  }
}

function decode(y: bigint): AnyPoint | undefined {
  try {
    return Point.fromBytes(littleEndian(y));
  } catch {
    return undefined;
  }
}

function reduce(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) % L;
}

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function readVector(name: string): string {
  return readFileSync(`test/vectors/${name}.json`, 'utf8');
}
