import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import {
  ed25519Signer,
  ed25519Verifier,
  generateKey,
  ONE_SHOT_USES,
} from '../../src/receipt/ed25519.js';
import { isWeakPoint } from '../../src/receipt/points.js';
import type { Verifier } from '../../src/receipt/signer.js';
import speccheck from '../vectors/ed25519-speccheck.json' with { type: 'json' };
import rfc8032 from '../vectors/rfc8032.json' with { type: 'json' };
import {
  bytes,
  derivedId,
  dice,
  nodeSign,
  nodeVerify,
  OTHER_PUBLIC,
  PUBLIC,
  publicOf,
  SECRET,
  secretsIn,
} from './fixtures.js';

interface Wycheproof {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly msg: string;
      readonly sig: string;
      readonly result: string;
    }[];
  }[];
}

const wycheproof: Wycheproof = JSON.parse(
  readFileSync(new URL('../vectors/wycheproof-ed25519.json', import.meta.url), 'utf8'),
);

const { Point } = ed25519;
const L = Point.Fn.ORDER;
const P = Point.Fp.ORDER;

/** The eight points whose order divides the cofactor, as multiples of one of order 8. */
const TORSION = torsion();

/** Uses a verifier so often that it works from its table from now on. */
function warm(verifier: Verifier): Verifier {
  const signature = nodeSign(SECRET, bytes('00'));
  for (let use = 0; use < ONE_SHOT_USES; use += 1) verifier.verify(bytes('01'), signature);
  return verifier;
}

function accepts(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519Verifier(publicKey).verify(message, signature);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ReceiptError', code: 'bad_key' });
    return false;
  }
}

describe('ed25519Signer', () => {
  it.each(rfc8032)('signs RFC 8032 §7.1 $name', ({ secretKey, publicKey, message, signature }) => {
    const signer = ed25519Signer(bytes(secretKey));
    expect(signer.publicKey).toBe(`ed25519:${Buffer.from(publicKey, 'hex').toString('base64url')}`);
    expect(Buffer.from(signer.sign(bytes(message))).toString('hex')).toBe(signature);
    expect(nodeVerify(bytes(publicKey), bytes(message), bytes(signature))).toBe(true);
  });

  it('signs as OpenSSL and the curve library do, for keys and messages of every length', () => {
    const roll = dice(8032);
    for (let round = 0; round < 100; round += 1) {
      const secret = Uint8Array.from({ length: 32 }, () => roll(256));
      const message = Uint8Array.from({ length: round * 7 }, () => roll(256));
      const signature = ed25519Signer(secret).sign(message);
      expect(signature).toEqual(ed25519.sign(message, secret));
      expect(signature).toEqual(nodeSign(secret, message));
    }
  });

  it('signs the same after many signatures and whatever happens to the array it was made from', () => {
    const secret = Uint8Array.from(SECRET);
    const signer = ed25519Signer(secret);
    secret.fill(0);
    const message = bytes('af82');
    for (let round = 0; round < 40; round += 1) {
      expect(signer.sign(message)).toEqual(nodeSign(SECRET, message));
    }
  });

  it('reads the text form of a secret key', () => {
    const text = `ed25519-secret:${Buffer.from(SECRET).toString('base64url')}`;
    expect(ed25519Signer(text).publicKey).toBe(PUBLIC);
  });

  it('takes its id from the public key unless it is given one', () => {
    expect(ed25519Signer(SECRET).keyId).toBe(derivedId(PUBLIC));
    expect(ed25519Signer(SECRET, { keyId: 'key_cf1f8ae373a4763a' }).keyId).toBe(
      'key_cf1f8ae373a4763a',
    );
  });

  it('refuses an id that was derived from another key', () => {
    expect(() => ed25519Signer(SECRET, { keyId: derivedId(OTHER_PUBLIC) })).toThrow(
      expect.objectContaining({ code: 'bad_key', path: 'options.keyId' }),
    );
  });

  it.each([
    ['31 bytes', SECRET.slice(1)],
    ['64 bytes', new Uint8Array(64)],
    ['nothing', new Uint8Array(0)],
    ['bare base64url', Buffer.from(SECRET).toString('base64url')],
    ['the text of a public key', PUBLIC],
    ['padded text', `ed25519-secret:${Buffer.from(SECRET).toString('base64')}`],
  ])('refuses %s and does not say what it was', (_name, secret) => {
    expect(() => ed25519Signer(secret)).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'bad_key', path: 'secretKey' }),
    );
    try {
      ed25519Signer(secret);
    } catch (error) {
      for (const shown of secretsIn(SECRET)) expect(inspect(error)).not.toContain(shown);
    }
  });

  it('signs bytes and nothing else', () => {
    const { sign } = ed25519Signer(SECRET);
    for (const none of ['abc', [1, 2], undefined, null, new ArrayBuffer(2)]) {
      expect(() => Reflect.apply(sign, undefined, [none])).toThrow(
        expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'bytes' }),
      );
    }
  });

  it('refuses an option that does not exist', () => {
    const options = { keyid: 'key_1' };
    expect(() => Reflect.apply(ed25519Signer, undefined, [SECRET, options])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'options.keyid' }),
    );
  });
});

describe('ed25519Verifier', () => {
  it.each(rfc8032)('verifies RFC 8032 §7.1 $name', ({ publicKey, message, signature }) => {
    const verifier = ed25519Verifier(bytes(publicKey));
    expect(verifier.verify(bytes(message), bytes(signature))).toBe(true);
    expect(warm(verifier).verify(bytes(message), bytes(signature))).toBe(true);
    expect(verifier.verify(bytes(`${message}00`), bytes(signature))).toBe(false);
  });

  it('accepts of the twelve speccheck cases the fourth alone, as verify_strict does', () => {
    const row = speccheck.map(({ message, pub_key: key, signature }) =>
      accepts(bytes(key), bytes(message), bytes(signature)) ? 'V' : '.',
    );
    expect(row.join(' ')).toBe('. . . V . . . . . . . .');
  });

  it('gives the verdict of Wycheproof on all 151 cases, at once and from a table', () => {
    let count = 0;
    for (const { publicKey, tests } of wycheproof.testGroups) {
      const once = ed25519Verifier(bytes(publicKey.pk));
      // The last groups have one case each; what a table can get wrong shows in the others.
      const often = tests.length > 1 ? warm(ed25519Verifier(bytes(publicKey.pk))) : once;
      for (const { tcId, msg, sig, result } of tests) {
        const verdicts = [once, often].map((each) => each.verify(bytes(msg), bytes(sig)));
        expect([tcId, ...verdicts]).toEqual([tcId, result === 'valid', result === 'valid']);
        count += 1;
      }
    }
    expect(count).toBe(151);
  });

  it('agrees with construction and with OpenSSL on 2,000 crafted signatures', () => {
    const roll = dice(25_519);
    const draw = (length: number): Uint8Array => Uint8Array.from({ length }, () => roll(256));
    const signers = Array.from({ length: 4 }, () => extended(draw(32)));
    const verifiers = new Map<string, Verifier>();
    const tally: Record<string, number> = { accepted: 0, refused: 0 };
    for (let round = 0; round < 2_000; round += 1) {
      const signer = signers[roll(signers.length)] ?? extended(SECRET);
      const message = draw(roll(80));
      const [name, craft] = CRAFTS[round % CRAFTS.length] ?? ['', honest];
      const { key, signature, valid } = craft(signer, message, roll);
      const verdict = cachedVerdict(verifiers, key, message, signature);
      expect([round, name, verdict]).toEqual([round, name, valid]);
      const openssl =
        !isWeak(key) && !isWeak(signature.slice(0, 32)) && nodeVerify(key, message, signature);
      expect([round, name, openssl]).toEqual([round, name, valid]);
      tally[valid ? 'accepted' : 'refused'] = (tally[valid ? 'accepted' : 'refused'] ?? 0) + 1;
    }
    expect(tally['accepted']).toBeGreaterThan(200);
    expect(tally['refused']).toBeGreaterThan(1_000);
  });

  it('answers false to a signature of any other length, and to what is no bytes', () => {
    const verifier = ed25519Verifier(PUBLIC);
    const message = bytes('72');
    const good = nodeSign(SECRET, message);
    expect(verifier.verify(message, good)).toBe(true);
    for (const length of [0, 1, 32, 63, 65, 128]) {
      const other = new Uint8Array(length);
      other.set(good.slice(0, Math.min(64, length)));
      expect(verifier.verify(message, other)).toBe(false);
    }
    const anything: { verify(bytes: unknown, signature: unknown): boolean } = {
      verify: (data, signature) => Reflect.apply(verifier.verify, undefined, [data, signature]),
    };
    for (const none of [undefined, null, 'x', Array.from(good), good.buffer]) {
      expect(anything.verify(message, none)).toBe(false);
      expect(anything.verify(none, good)).toBe(false);
    }
  });

  it('does not change its mind when the key array is written to', () => {
    const key = publicOf(SECRET);
    const verifier = ed25519Verifier(key);
    key.fill(7);
    expect(verifier.publicKey).toBe(PUBLIC);
    expect(verifier.verify(bytes('72'), nodeSign(SECRET, bytes('72')))).toBe(true);
  });

  it('refuses a key that is no point of the curve', () => {
    // y = 2 has no x: (y² - 1) / (d·y² + 1) is not a square.
    expect(() => ed25519Verifier(encode(2n, 0))).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'bad_key', path: 'publicKey' }),
    );
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

describe('generateKey', () => {
  it('makes a pair out of the random bytes it is given', () => {
    const asked: number[] = [];
    const pair = generateKey({
      random: (length) => {
        asked.push(length);
        return Uint8Array.from(SECRET);
      },
    });
    expect(asked).toEqual([32]);
    expect(pair.publicKey).toBe(PUBLIC);
    expect(pair.keyId).toBe(derivedId(PUBLIC));
    expect(pair.exportSecret()).toEqual(SECRET);
    expect(pair.signer.sign(bytes('72'))).toEqual(nodeSign(SECRET, bytes('72')));
  });

  it('makes another pair each time', () => {
    expect(generateKey().publicKey).not.toBe(generateKey().publicKey);
  });

  it('gives copies of the secret', () => {
    const pair = generateKey();
    pair.exportSecret().fill(0);
    expect(publicOf(pair.exportSecret())).toEqual(
      new Uint8Array(Buffer.from(pair.publicKey.slice(8), 'base64url')),
    );
  });

  it.each([
    ['too few bytes', () => new Uint8Array(31)],
    ['too many bytes', () => new Uint8Array(33)],
  ])('refuses %s', (_name, random) => {
    expect(() => generateKey({ random })).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'options.random' }),
    );
  });

  it('shows the secret in no way but the one that is for it', () => {
    const pair = generateKey({ random: () => SECRET });
    const shown = [
      JSON.stringify(pair),
      JSON.stringify(Object.getOwnPropertyDescriptors(pair)),
      String(pair),
      inspect(pair, { depth: null, showHidden: true, getters: true }),
      inspect(pair.signer, { depth: null, showHidden: true, getters: true }),
      `${Object.values(pair)} ${Reflect.ownKeys(pair).map(String)}`,
      inspect(ed25519Verifier(pair.publicKey), { depth: null, showHidden: true }),
    ].join('\n');
    for (const secret of secretsIn(SECRET)) expect(shown).not.toContain(secret);
  });
});

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

/** One verifier a key, so that some verdicts come before its table and some after. */
function cachedVerdict(
  verifiers: Map<string, Verifier>,
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const name = Buffer.from(key).toString('hex');
  const cached = verifiers.get(name);
  if (cached !== undefined) return cached.verify(message, signature);
  try {
    const verifier = ed25519Verifier(key);
    verifiers.set(name, verifier);
    return verifier.verify(message, signature);
  } catch {
    return false;
  }
}

/** Small order or not reduced, from the curve itself and not from a list. */
function isWeak(encoding: Uint8Array): boolean {
  try {
    return Point.fromBytes(encoding, false).isSmallOrder();
  } catch {
    return true;
  }
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

function encode(y: bigint, sign: number): Uint8Array {
  const encoded = littleEndian(y);
  encoded[31] = (encoded[31] ?? 0) | (sign << 7);
  return encoded;
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
