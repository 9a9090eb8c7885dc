import { inspect } from 'node:util';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import {
  ed25519Signer,
  ed25519Verifier,
  generateKey,
  ONE_SHOT_USES,
} from '../../src/receipt/ed25519.js';
import type { Verifier } from '../../src/receipt/signer.js';
import rfc8032 from '../vectors/rfc8032.json' with { type: 'json' };
import { craftedCases, encode, isWeak, SPECCHECK, WYCHEPROOF } from './crafted.js';
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
    const row = SPECCHECK.map(({ key, message, signature }) =>
      accepts(key, message, signature) ? 'V' : '.',
    );
    expect(row.join(' ')).toBe('. . . V . . . . . . . .');
  });

  it('gives the verdict of Wycheproof on all 151 cases, at once and from a table', () => {
    let count = 0;
    for (const group of WYCHEPROOF) {
      const once = ed25519Verifier(group[0]?.key ?? PUBLIC);
      // The last groups have one case each; what a table can get wrong shows in the others.
      const often = group.length > 1 ? warm(ed25519Verifier(once.publicKey)) : once;
      for (const { name, message, signature, valid } of group) {
        const verdicts = [once, often].map((each) => each.verify(message, signature));
        expect([name, ...verdicts]).toEqual([name, valid, valid]);
        count += 1;
      }
    }
    expect(count).toBe(151);
  });

  it('agrees with construction and with OpenSSL on 2,000 crafted signatures', () => {
    const verifiers = new Map<string, Verifier>();
    let accepted = 0;
    for (const { name, key, message, signature, valid } of craftedCases(2_000)) {
      const verdict = cachedVerdict(verifiers, key, message, signature);
      expect([name, verdict]).toEqual([name, valid]);
      const openssl =
        !isWeak(key) && !isWeak(signature.slice(0, 32)) && nodeVerify(key, message, signature);
      expect([name, openssl]).toEqual([name, valid]);
      if (valid) accepted += 1;
    }
    expect(accepted).toBeGreaterThan(200);
    expect(accepted).toBeLessThan(1_000);
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
