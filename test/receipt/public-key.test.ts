import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { exportPublicKey, importPublicKey } from '../../src/receipt/public-key.js';
import { OTHER_PUBLIC, OTHER_SECRET, PUBLIC, publicOf, SECRET } from './fixtures.js';

const KEY = publicOf(SECRET);
const BARE = PUBLIC.slice('ed25519:'.length);
const NODE = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: BARE },
  format: 'jwk',
});

function pem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** A PEM with that label around those bytes. */
function armour(label: string, der: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;
}

describe('importPublicKey', () => {
  it.each<[string, Parameters<typeof importPublicKey>[0]]>([
    ['32 bytes', KEY],
    ['a view of a larger buffer', Buffer.concat([Buffer.alloc(5), KEY]).subarray(5)],
    ['the ed25519: text', PUBLIC],
    ['bare base64url', BARE],
    ['bare base64 with padding', Buffer.from(KEY).toString('base64')],
    ['PEM by OpenSSL', pem(NODE)],
    ['PEM with Windows line ends', pem(NODE).replaceAll('\n', '\r\n')],
    ['PEM without a last line end', pem(NODE).trim()],
    ['PEM in short lines', pem(NODE).replace(/(MCow.{20})/, '$1\n')],
    ['a JWK by OpenSSL', NODE.export({ format: 'jwk' })],
    ['a JWK with more in it', { kty: 'OKP', crv: 'Ed25519', x: BARE, kid: 'k', alg: 'EdDSA' }],
    ['a JWK with the newer name', { kty: 'OKP', crv: 'Ed25519', x: BARE, alg: 'Ed25519' }],
    ['a JWK for this', { kty: 'OKP', crv: 'Ed25519', x: BARE, use: 'sig', key_ops: ['verify'] }],
  ])('reads %s', (_name, key) => {
    expect(importPublicKey(key)).toBe(PUBLIC);
  });

  const der = new Uint8Array(NODE.export({ format: 'der', type: 'spki' }));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const x25519 = generateKeyPairSync('x25519').publicKey;
  const ed448 = generateKeyPairSync('ed448').publicKey;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: BARE };

  it.each<[string, unknown, string]>([
    ['31 bytes', KEY.slice(1), 'publicKey'],
    ['the text with padding', `${PUBLIC}=`, 'publicKey'],
    [
      'bare base64 without its padding',
      Buffer.from(KEY).toString('base64').slice(0, -1),
      'publicKey',
    ],
    ['base64 with bits to spare', `${BARE.slice(0, -1)}p`, 'publicKey'],
    ['hex', Buffer.from(KEY).toString('hex'), 'publicKey'],
    ['nothing', '', 'publicKey'],
    ['undefined', undefined, 'publicKey'],
    ['null', null, 'publicKey'],
    ['a number', 7, 'publicKey'],
    ['a list', Array.from(KEY), 'publicKey'],
    ['PEM of a secret key', armour('PRIVATE KEY', der), 'publicKey'],
    ['PEM of RSA', pem(rsa), 'publicKey'],
    ['PEM of X25519', pem(x25519), 'publicKey'],
    ['PEM of Ed448', pem(ed448), 'publicKey'],
    ['PEM with two labels', pem(NODE).replace('END PUBLIC', 'END PRIVATE'), 'publicKey'],
    ['PEM with text before it', `key:\n${pem(NODE)}`, 'publicKey'],
    ['PEM with text after it', `${pem(NODE)}x`, 'publicKey'],
    ['two PEM blocks', pem(NODE) + pem(NODE), 'publicKey'],
    ['PEM without its padding', pem(NODE).replace('=\n', '\n'), 'publicKey'],
    [
      'DER with parameters',
      armour(
        'PUBLIC KEY',
        der.map((b, at) => (at === 3 ? 7 : b)),
      ),
      'publicKey',
    ],
    ['DER with a byte more', armour('PUBLIC KEY', Uint8Array.from([...der, 0])), 'publicKey'],
    ['DER with a byte less', armour('PUBLIC KEY', der.slice(0, -1)), 'publicKey'],
    ['the key alone in PEM', armour('PUBLIC KEY', KEY), 'publicKey'],
    ['a JWK of another curve', { ...jwk, crv: 'X25519' }, 'publicKey'],
    ['a JWK of another type', { ...jwk, kty: 'EC' }, 'publicKey'],
    ['a JWK without a key', { kty: 'OKP', crv: 'Ed25519' }, 'publicKey.x'],
    ['a JWK with padding', { ...jwk, x: `${BARE}=` }, 'publicKey.x'],
    ['a JWK in the standard alphabet', { ...jwk, x: BARE.replace('_', '/') }, 'publicKey.x'],
    ['a JWK with a number', { ...jwk, x: 7 }, 'publicKey.x'],
    ['a JWK for encryption', { ...jwk, use: 'enc' }, 'publicKey'],
    ['a JWK for another algorithm', { ...jwk, alg: 'ES256' }, 'publicKey'],
    ['a JWK that may do nothing', { ...jwk, key_ops: [] }, 'publicKey'],
    ['a JWK that may encrypt', { ...jwk, key_ops: 'verify' }, 'publicKey'],
    ['a JWK that gives the secret away', { ...jwk, d: BARE }, 'publicKey.d'],
    ['an object', {}, 'publicKey'],
  ])('refuses %s', (_name, key, path) => {
    expect(() => Reflect.apply(importPublicKey, undefined, [key])).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'bad_key', path }),
    );
  });

  it('refuses every byte of the DER but its own', () => {
    for (let at = 0; at < der.length - 32; at += 1) {
      const other = der.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(() => importPublicKey(armour('PUBLIC KEY', other))).toThrow(
        expect.objectContaining({ code: 'bad_key' }),
      );
    }
  });

  it('reads a JWK once', () => {
    let reads = 0;
    const getters = {
      kty: 'OKP',
      crv: 'Ed25519',
      get x(): string {
        reads += 1;
        return reads === 1 ? BARE : OTHER_PUBLIC.slice(8);
      },
    };
    expect(importPublicKey(getters)).toBe(PUBLIC);
  });

  it('refuses a key of the host, and says that it is no JSON', () => {
    expect(() => Reflect.apply(importPublicKey, undefined, [NODE])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'not_json', path: 'publicKey' }),
    );
  });

  it('refuses what is no point of the curve, as the curve library does', () => {
    let refused = 0;
    for (let y = 2; y < 120; y += 1) {
      const encoded = new Uint8Array(32);
      encoded[0] = y;
      let known = true;
      try {
        ed25519.Point.fromBytes(encoded);
      } catch {
        known = false;
        refused += 1;
      }
      const read = (): string => importPublicKey(encoded);
      if (known) expect(read()).toBe(`ed25519:${Buffer.from(encoded).toString('base64url')}`);
      else expect(read).toThrow(expect.objectContaining({ code: 'bad_key', path: 'publicKey' }));
    }
    expect(refused).toBeGreaterThan(30);
  });
});

describe('exportPublicKey', () => {
  it('writes each form as OpenSSL does', () => {
    for (const key of [PUBLIC, KEY, pem(NODE), NODE.export({ format: 'jwk' })]) {
      expect(exportPublicKey(key, 'text')).toBe(PUBLIC);
      expect(exportPublicKey(key, 'base64url')).toBe(BARE);
      expect(exportPublicKey(key, 'base64')).toBe(Buffer.from(KEY).toString('base64'));
      expect(exportPublicKey(key, 'raw')).toEqual(KEY);
      expect(exportPublicKey(key, 'pem')).toBe(pem(NODE));
      expect(exportPublicKey(key, 'jwk')).toEqual(NODE.export({ format: 'jwk' }));
    }
  });

  it('writes what it reads, for any key', () => {
    for (const publicKey of [PUBLIC, OTHER_PUBLIC, publicOf(OTHER_SECRET)]) {
      for (const form of ['text', 'base64url', 'base64', 'raw', 'pem', 'jwk'] as const) {
        const text = importPublicKey(publicKey);
        expect(importPublicKey(exportPublicKey(publicKey, form))).toBe(text);
      }
    }
  });

  it.each(['der', 'hex', '', 'toString', '__proto__', undefined])('refuses the form %s', (form) => {
    expect(() => Reflect.apply(exportPublicKey, undefined, [PUBLIC, form])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'form' }),
    );
  });
});
