/**
 * Signatures that verifiers disagree on: vectors, and cases that are crafted so that it is known by
 * construction what `verify_strict` of ed25519-dalek says of them.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import speccheck from '../vectors/ed25519-speccheck.json' with { type: 'json' };
import wycheproof from '../vectors/wycheproof-ed25519.json' with { type: 'json' };
import { bytes, dice, SECRET } from './fixtures.js';

/** A signature, and what `verify_strict` says of it. */
export interface Case {
  readonly name: string;
  readonly key: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
  readonly valid: boolean;
}

const { Point } = ed25519;
const L = Point.Fn.ORDER;

/** The order of the field. */
export const P: bigint = Point.Fp.ORDER;

/** The eight points whose order divides the cofactor, as multiples of one of order 8. */
export const TORSION: readonly (typeof Point.BASE)[] = torsion();

/** The twelve cases of ed25519-speccheck, of which `verify_strict` accepts the fourth alone. */
export const SPECCHECK: readonly Case[] = speccheck.map((one, index) => ({
  name: `speccheck ${index}`,
  key: bytes(one.pub_key),
  message: bytes(one.message),
  signature: bytes(one.signature),
  valid: index === 3,
}));

/** The 151 cases of Wycheproof, by key; it and `verify_strict` agree on all of them. */
export const WYCHEPROOF: readonly (readonly Case[])[] = wycheproof.testGroups.map(
  ({ publicKey, tests }) =>
    tests.map(({ tcId, msg, sig, result }) => ({
      name: `Wycheproof ${tcId}`,
      key: bytes(publicKey.pk),
      message: bytes(msg),
      signature: bytes(sig),
      valid: result === 'valid',
    })),
);

/** Crafted cases by four keys, the same each time. */
export function* craftedCases(count: number): Generator<Case> {
  const roll = dice(25_519);
  const draw = (length: number): Uint8Array => Uint8Array.from({ length }, () => roll(256));
  const signers = Array.from({ length: 4 }, () => extended(draw(32)));
  for (let round = 0; round < count; round += 1) {
    const signer = signers[roll(signers.length)] ?? extended(SECRET);
    const message = draw(roll(80));
    const [name, craft] = CRAFTS[round % CRAFTS.length] ?? ['', honest];
    yield { name: `${name}, ${round}`, message, ...craft(signer, message, roll) };
  }
}

/** Small order or not reduced, or no point at all, from the curve itself and not from a list. */
export function isWeak(encoding: Uint8Array): boolean {
  try {
    return Point.fromBytes(encoding, false).isSmallOrder();
  } catch {
    return true;
  }
}

/** 32 bytes of a y coordinate and the sign of x. */
export function encode(y: bigint, sign: number): Uint8Array {
  const encoded = littleEndian(y);
  encoded[31] = (encoded[31] ?? 0) | (sign << 7);
  return encoded;
}

interface Extended {
  readonly scalar: bigint;
  readonly point: typeof Point.BASE;
}

interface Crafted {
  readonly key: Uint8Array;
  readonly signature: Uint8Array;
  /** What verify_strict says, by construction. */
  readonly valid: boolean;
}

type Craft = (signer: Extended, message: Uint8Array, roll: (below: number) => number) => Crafted;

const CRAFTS: readonly (readonly [name: string, craft: Craft])[] = [
  ['honest', honest],
  ['a flipped bit', flipped],
  ['S + L', overflown],
  ['R with torsion', (signer, message, roll) => shifted(signer, message, roll, 0, 1 + roll(7))],
  ['A with torsion', (signer, message, roll) => shifted(signer, message, roll, 1 + roll(7), 0)],
  [
    'both with torsion',
    (signer, message, roll) => shifted(signer, message, roll, roll(8), roll(8)),
  ],
  ['R and A cancelling', cancelling],
  ['A of small order', smallKey],
  ['R of small order', smallNonce],
  ['an encoding that is not reduced', unreduced],
];

function extended(secret: Uint8Array): Extended {
  const { scalar, point } = ed25519.utils.getExtendedPublicKey(secret);
  return { scalar, point };
}

function honest(signer: Extended, message: Uint8Array, roll: (below: number) => number): Crafted {
  return shifted(signer, message, roll, 0, 0);
}

function flipped(signer: Extended, message: Uint8Array, roll: (below: number) => number): Crafted {
  const { key, signature } = honest(signer, message, roll);
  const at = roll(512);
  signature[at >> 3] = (signature[at >> 3] ?? 0) ^ (1 << (at & 7));
  return { key, signature, valid: false };
}

function overflown(
  signer: Extended,
  message: Uint8Array,
  roll: (below: number) => number,
): Crafted {
  const { key, signature } = honest(signer, message, roll);
  signature.set(littleEndian(fromLittleEndian(signature.slice(32)) + L), 32);
  return { key, signature, valid: false };
}

/** A and R moved by points of small order; S is right for the scalars behind them. */
function shifted(
  { scalar, point }: Extended,
  message: Uint8Array,
  roll: (below: number) => number,
  keyShift: number,
  nonceShift: number,
): Crafted {
  const nonce = BigInt(1 + roll(2 ** 31)) * (2n ** 200n + 77n);
  const a = point.add(TORSION[keyShift] ?? Point.ZERO);
  const r = Point.BASE.multiply(nonce % L).add(TORSION[nonceShift] ?? Point.ZERO);
  const k = challenge(r.toBytes(), a.toBytes(), message);
  const signature = concat(r.toBytes(), littleEndian((nonce + k * scalar) % L));
  // [S]B - [k]A = R - nonceShift·T - k·keyShift·T, which is R when the torsion cancels.
  const valid = (BigInt(nonceShift) + k * BigInt(keyShift)) % 8n === 0n;
  return { key: a.toBytes(), signature, valid };
}

/** Looks for a nonce whose torsion is what [k]A's takes away: rare, valid, and not malleable. */
function cancelling(
  signer: Extended,
  message: Uint8Array,
  roll: (below: number) => number,
): Crafted {
  const keyShift = 1 + roll(7);
  for (let tries = 0; tries < 200; tries += 1) {
    const crafted = shifted(signer, message, roll, keyShift, roll(8));
    if (crafted.valid) return crafted;
  }
  throw new Error('a nonce in eight would do');
}

/** Under a key of small order, R = [S]B is right for one message in eight, or for all. */
function smallKey(_: Extended, __: Uint8Array, roll: (below: number) => number): Crafted {
  const a = TORSION[roll(8)] ?? Point.ZERO;
  const s = BigInt(1 + roll(2 ** 31));
  const r = Point.BASE.multiply(s);
  return { key: a.toBytes(), signature: concat(r.toBytes(), littleEndian(s)), valid: false };
}

function smallNonce(
  { scalar, point }: Extended,
  message: Uint8Array,
  roll: (below: number) => number,
): Crafted {
  const r = TORSION[roll(8)] ?? Point.ZERO;
  const k = challenge(r.toBytes(), point.toBytes(), message);
  const signature = concat(r.toBytes(), littleEndian((k * scalar) % L));
  return { key: point.toBytes(), signature, valid: false };
}

function unreduced(
  { scalar, point }: Extended,
  message: Uint8Array,
  roll: (below: number) => number,
): Crafted {
  const weak = encode(P + BigInt(roll(19)), roll(2));
  if (roll(2) === 0)
    return { ...honest({ scalar, point }, message, roll), key: weak, valid: false };
  const k = challenge(weak, point.toBytes(), message);
  const signature = concat(weak, littleEndian((k * scalar) % L));
  return { key: point.toBytes(), signature, valid: false };
}

function torsion(): readonly (typeof Point.BASE)[] {
  for (let y = 3n; ; y += 1n) {
    try {
      // [L]P has an order that divides 8; it is 8 for half of all points.
      const point = mulAddUnsafe(Point, [Point.fromBytes(encode(y, 0))], [L], true);
      const multiples = [Point.ZERO];
      for (let i = 1; i < 8; i += 1) multiples.push((multiples[i - 1] ?? point).add(point));
      if (!(multiples[4] ?? Point.ZERO).is0()) return multiples;
    } catch {
      // no point has this y
    }
  }
}

function challenge(r: Uint8Array, a: Uint8Array, message: Uint8Array): bigint {
  return fromLittleEndian(createHash('sha512').update(r).update(a).update(message).digest()) % L;
}

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
}

function fromLittleEndian(data: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(data).reverse().toString('hex')}`);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
