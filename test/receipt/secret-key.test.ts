import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ed25519Signer, generateKey } from '../../src/receipt/ed25519.js';
import { secretKeyText } from '../../src/receipt/secret.js';
import { exportSecretKey, importSecretKey } from '../../src/receipt/secret-key.js';
import {
  bytes,
  KEY_ID,
  nodeSign,
  OTHER_PUBLIC,
  PUBLIC,
  publicOf,
  SECRET,
  secretsIn,
} from './fixtures.js';

const BARE = Buffer.from(SECRET).toString('base64url');
const TEXT = `ed25519-secret:${BARE}`;
const PUBLIC_BARE = PUBLIC.slice('ed25519:'.length);
const JWK = { kty: 'OKP', crv: 'Ed25519', x: PUBLIC_BARE, d: BARE };
const NODE = createPrivateKey({ key: JWK, format: 'jwk' });

function pem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function armour(label: string, der: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;
}

describe('importSecretKey', () => {
  it.each<[string, Parameters<typeof importSecretKey>[0]]>([
    ['32 bytes', SECRET],
    ['the ed25519-secret: text', TEXT],
    ['bare base64url', BARE],
    ['bare base64 with padding', Buffer.from(SECRET).toString('base64')],
    ['PEM by OpenSSL', pem(NODE)],
    ['PEM with Windows line ends', pem(NODE).replaceAll('\n', '\r\n')],
    ['a JWK by OpenSSL', NODE.export({ format: 'jwk' })],
    ['a JWK for this', { ...JWK, use: 'sig', alg: 'Ed25519', key_ops: ['sign'], ext: true }],
    ['what it made', importSecretKey(SECRET)],
    ['what generateKey() made', generateKey({ random: () => SECRET }).secretKey],
  ])('reads %s', (_name, key) => {
    const read = importSecretKey(key);
    expect(read).toEqual({ type: 'secret', keyId: KEY_ID, publicKey: PUBLIC });
    expect(Object.isFrozen(read)).toBe(true);
    expect(exportSecretKey(read, 'raw')).toEqual(SECRET);
    expect(ed25519Signer(read).sign(bytes('72'))).toEqual(nodeSign(SECRET, bytes('72')));
  });

  const der = new Uint8Array(NODE.export({ format: 'der', type: 'pkcs8' }));
  const x25519 = generateKeyPairSync('x25519').privateKey;
  const encrypted = NODE.export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });
  // RFC 5958 version 2, which holds the public key as well.
  const version2 = Buffer.concat([
    bytes('3051020101300506032b657004220420'),
    SECRET,
    bytes('812100'),
    publicOf(SECRET),
  ]);

  it.each<[string, unknown, string]>([
    ['31 bytes', SECRET.slice(1), 'secretKey'],
    ['64 bytes', Uint8Array.from([...SECRET, ...publicOf(SECRET)]), 'secretKey'],
    ['the text with padding', `${TEXT}=`, 'secretKey'],
    ['the text of a public key', PUBLIC, 'secretKey'],
    ['hex', Buffer.from(SECRET).toString('hex'), 'secretKey'],
    ['nothing', '', 'secretKey'],
    ['undefined', undefined, 'secretKey'],
    ['null', null, 'secretKey'],
    ['a list', Array.from(SECRET), 'secretKey'],
    ['PEM of X25519', pem(x25519), 'secretKey'],
    ['PEM that is encrypted', encrypted, 'secretKey'],
    ['PEM of a public key', armour('PUBLIC KEY', der), 'secretKey'],
    ['PEM of the older kind', armour('OPENSSH PRIVATE KEY', der), 'secretKey'],
    ['DER that holds the public key', armour('PRIVATE KEY', version2), 'secretKey'],
    ['DER with a byte more', armour('PRIVATE KEY', Uint8Array.from([...der, 0])), 'secretKey'],
    ['a JWK of another curve', { ...JWK, crv: 'X25519' }, 'secretKey'],
    ['a JWK without x', { kty: 'OKP', crv: 'Ed25519', d: BARE }, 'secretKey.x'],
    ['a JWK with the x of another', { ...JWK, x: OTHER_PUBLIC.slice(8) }, 'secretKey.x'],
    ['a JWK without d', { kty: 'OKP', crv: 'Ed25519', x: PUBLIC_BARE }, 'secretKey.d'],
    ['a JWK whose d is null', { ...JWK, d: null }, 'secretKey.d'],
    ['a JWK that may only verify', { ...JWK, key_ops: ['verify'] }, 'secretKey'],
    ['a JWK for encryption', { ...JWK, use: 'enc' }, 'secretKey'],
    ['a copy of a key', { ...importSecretKey(SECRET) }, 'secretKey'],
    ['a structured clone of a key', structuredClone(importSecretKey(SECRET)), 'secretKey'],
  ])('refuses %s, and does not say what it was', (_name, key, path) => {
    let caught: unknown;
    try {
      Reflect.apply(importSecretKey, undefined, [key]);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ name: 'ReceiptError', code: 'bad_key', path });
    for (const shown of secretsIn(SECRET)) expect(inspect(caught)).not.toContain(shown);
  });

  it('refuses the x of another in a signer, too', () => {
    expect(() => ed25519Signer({ ...JWK, x: OTHER_PUBLIC.slice(8) })).toThrow(
      expect.objectContaining({ code: 'bad_key', path: 'secretKey.x' }),
    );
  });

  it('is not changed by what happens to the array it was read from', () => {
    const secret = Uint8Array.from(SECRET);
    const key = importSecretKey(secret);
    secret.fill(0);
    exportSecretKey(key, 'raw').fill(0);
    expect(exportSecretKey(key, 'raw')).toEqual(SECRET);
  });
});

describe('a secret key shows itself to nobody', () => {
  const key = importSecretKey(SECRET);
  const pair = generateKey({ random: () => SECRET });

  it.each<[string, () => string]>([
    ['JSON.stringify', () => JSON.stringify(key)],
    ['JSON.stringify of what holds it', () => JSON.stringify({ config: { keys: [key, pair] } })],
    ['a template', () => `${key}`],
    ['joining', () => [key, pair].join()],
    ['console.log', () => inspect(key)],
    [
      'util.inspect of everything',
      () => inspect([key, pair], { depth: null, showHidden: true, getters: true, showProxy: true }),
    ],
    ['structuredClone', () => inspect(structuredClone(key), { depth: null, showHidden: true })],
    ['Object.entries', () => JSON.stringify(Object.entries(key))],
    [
      'its property descriptors',
      () => inspect(Object.getOwnPropertyDescriptors(key), { depth: 9 }),
    ],
    ['its keys', () => Reflect.ownKeys(key).map(String).join()],
    ['a spread', () => JSON.stringify({ ...key })],
    ['an error', () => inspect(new Error('no', { cause: key }), { depth: null })],
    ['a signer of it', () => inspect(ed25519Signer(key), { depth: null, showHidden: true })],
  ])('%s', (_name, show) => {
    const shown = show();
    expect(shown.length).toBeGreaterThan(0);
    for (const secret of secretsIn(SECRET)) expect(shown).not.toContain(secret);
  });

  it('but says whose it is', () => {
    expect(JSON.stringify(key)).toBe(
      `{"type":"secret","keyId":"${KEY_ID}","publicKey":"${PUBLIC}"}`,
    );
  });
});

describe('exportSecretKey', () => {
  const key = importSecretKey(SECRET);

  it('writes each form as OpenSSL does', () => {
    expect(exportSecretKey(key, 'text')).toBe(TEXT);
    expect(exportSecretKey(key, 'base64url')).toBe(BARE);
    expect(exportSecretKey(key, 'base64')).toBe(Buffer.from(SECRET).toString('base64'));
    expect(exportSecretKey(key, 'raw')).toEqual(SECRET);
    expect(exportSecretKey(key, 'pem')).toBe(pem(NODE));
    expect(exportSecretKey(key, 'jwk')).toEqual(NODE.export({ format: 'jwk' }));
  });

  it('writes what importSecretKey() reads', () => {
    for (const form of ['text', 'base64url', 'base64', 'raw', 'pem', 'jwk'] as const) {
      expect(importSecretKey(exportSecretKey(key, form)).keyId).toBe(KEY_ID);
    }
  });

  it.each([
    ['a copy', { ...key }],
    ['a structured clone', structuredClone(key)],
    ['what JSON kept of it', JSON.parse(JSON.stringify(key))],
    ['a proxy of it', new Proxy(key, {})],
    ['an object that inherits from it', Object.create(key)],
    ['the bytes', SECRET],
    ['nothing', undefined],
  ])('refuses %s', (_name, other) => {
    expect(() => Reflect.apply(exportSecretKey, undefined, [other, 'raw'])).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'bad_key', path: 'secretKey' }),
    );
  });

  it.each(['der', 'toString', undefined])('refuses the form %s', (form) => {
    expect(() => Reflect.apply(exportSecretKey, undefined, [key, form])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'form' }),
    );
  });
});

describe('secretKeyText', () => {
  it('writes 32 bytes and nothing else', () => {
    expect(secretKeyText(SECRET)).toBe(TEXT);
    expect(() => secretKeyText(new Uint8Array(64))).toThrow(
      expect.objectContaining({ code: 'bad_key', path: 'secretKey' }),
    );
  });
});
