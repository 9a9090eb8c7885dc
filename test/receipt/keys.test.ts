import { describe, expect, it } from 'vitest';
import { checkKeyId, keyIdOf, parsePublicKey, publicKeyText } from '../../src/receipt/keys.js';
import { secretKeyText } from '../../src/receipt/secret.js';
import { bytes, derivedId, OTHER_PUBLIC, PUBLIC, publicOf, SECRET } from './fixtures.js';

const KEY = publicOf(SECRET);

describe('parsePublicKey', () => {
  it.each([
    ['32 bytes', KEY],
    ['the ed25519: text', PUBLIC],
    ['bare base64url', PUBLIC.slice('ed25519:'.length)],
  ])('reads %s', (_name, key) => {
    expect(parsePublicKey(key)).toEqual(KEY);
  });

  it('gives a copy', () => {
    const key = Uint8Array.from(KEY);
    parsePublicKey(key).fill(0);
    expect(key).toEqual(KEY);
  });

  it.each([
    ['31 bytes', KEY.slice(1)],
    ['33 bytes', Uint8Array.from([...KEY, 0])],
    ['empty text', ''],
    ['padding', `${PUBLIC}=`],
    ['the standard alphabet', PUBLIC.replace('_', '/')],
    ['bits to spare', `${PUBLIC.slice(0, -1)}p`],
    ['another prefix', PUBLIC.replace('ed25519', 'ED25519')],
    ['another algorithm', PUBLIC.replace('ed25519', 'x25519')],
    ['the text of a secret key', secretKeyText(SECRET)],
    ['white space', ` ${PUBLIC}`],
    ['hex', Buffer.from(KEY).toString('hex')],
  ])('refuses %s', (_name, key) => {
    expect(() => parsePublicKey(key)).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'bad_key', path: 'publicKey' }),
    );
  });

  it.each([undefined, null, 7, {}, Array.from(KEY), { length: 32 }])(
    'refuses %o, which is neither bytes nor text',
    (key) => {
      expect(() => Reflect.apply(parsePublicKey, undefined, [key, 'keys[2]'])).toThrow(
        expect.objectContaining({ code: 'bad_key', path: 'keys[2]' }),
      );
    },
  );

  it.each([
    ['the identity', '0100000000000000000000000000000000000000000000000000000000000000'],
    [
      'the identity with a sign',
      '0100000000000000000000000000000000000000000000000000000000000080',
    ],
    ['order 2', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['order 2 with a sign', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
    ['order 4', '0000000000000000000000000000000000000000000000000000000000000000'],
    ['order 4, the other', '0000000000000000000000000000000000000000000000000000000000000080'],
    ['order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['order 8, the second', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
    ['order 8, the third', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['order 8, the fourth', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'],
    ['p, which is 0', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['p + 1 with a sign', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
    ['2^255 - 1', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ])('refuses a key of small order or not reduced: %s', (_name, key) => {
    expect(() => parsePublicKey(bytes(key))).toThrow(
      expect.objectContaining({
        code: 'bad_key',
        rule: 'a public key is a reduced point of large order',
      }),
    );
  });
});

describe('publicKeyText', () => {
  it('writes the text, which reads back', () => {
    expect(publicKeyText(KEY)).toBe(PUBLIC);
    expect(publicKeyText(PUBLIC)).toBe(PUBLIC);
  });
});

describe('keyIdOf', () => {
  it('is the digest of the text in its own domain', () => {
    expect(keyIdOf(PUBLIC)).toBe(derivedId(PUBLIC));
    expect(keyIdOf(KEY)).toBe(keyIdOf(PUBLIC));
    expect(keyIdOf(PUBLIC)).toBe('key_af63c05fc1ce51b218a92c3db61b07fc');
    expect(keyIdOf(OTHER_PUBLIC)).not.toBe(keyIdOf(PUBLIC));
  });
});

describe('checkKeyId', () => {
  it('lets any id through that does not claim to be derived', () => {
    for (const id of ['key_cf1f8ae373a4763a', 'key_agent_cf1f8ae373a4763a', 'x', 'é'.repeat(256)]) {
      expect(checkKeyId(id, KEY, 'keyId')).toBe(id);
    }
    expect(checkKeyId(derivedId(PUBLIC), KEY, 'keyId')).toBe(derivedId(PUBLIC));
  });

  it.each(['', 'x'.repeat(257), derivedId(OTHER_PUBLIC), 7, undefined])('refuses %s', (id) => {
    expect(() => checkKeyId(id, KEY, 'keys[0].keyId')).toThrow(
      expect.objectContaining({ code: 'bad_key', path: 'keys[0].keyId' }),
    );
  });
});
