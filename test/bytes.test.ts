import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64,
  base64url,
  concat,
  equalBytes,
  fromBase64,
  fromBase64url,
  fromHex,
  fromUtf8,
  hex,
  utf8,
} from '../src/bytes.js';

const someBytes = fc.uint8Array({ maxLength: 100 });

describe('utf8() and fromUtf8()', () => {
  it('encode and decode what another implementation does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Buffer.from(utf8(text))).toEqual(Buffer.from(text, 'utf8'));
        expect(fromUtf8(utf8(text))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('keep a byte order mark as a character', () => {
    expect(fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b))).toBe('\ufeff{');
  });

  it.each([
    ['a lone continuation byte', [0x81]],
    ['a truncated character', [0xe2, 0x82]],
    ['an overlong spelling', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that starts no character', [0xff]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ])('refuse %s', (_what, bytes) => {
    expect(fromUtf8(Uint8Array.from(bytes))).toBeUndefined();
  });

  it('decode the part of a buffer that a view shows', () => {
    const buffer = Buffer.from('xabcx');
    expect(fromUtf8(buffer.subarray(1, 4))).toBe('abc');
  });
});

describe('hex() and fromHex()', () => {
  it('write and read what another implementation does', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const text = Buffer.from(bytes).toString('hex');
        expect(hex(bytes)).toBe(text);
        expect(fromHex(text)).toEqual(new Uint8Array(bytes));
        expect(fromHex(text.toUpperCase())).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it.each(['0', '0g', 'xx', '0x00', ' 00', '00\n', '+1', '００'])('refuse %j', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });
});

describe('base64url() and fromBase64url()', () => {
  it.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('write %j as RFC 4648 §10 does, without padding', (plain, text) => {
    expect(base64url(utf8(plain))).toBe(text);
    expect(fromBase64url(text)).toEqual(utf8(plain));
  });

  it('write and read what another implementation does', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(base64url(bytes)).toBe(text);
        expect(fromBase64url(text)).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['padding', 'Zg=='],
    ['the characters of plain base64', '-+8'],
    ['a slash', 'Zm/v'],
    ['white space', 'Zm9v\n'],
    ['a length that no bytes have', 'Zm9vY'],
    ['trailing bits after one byte', 'Zh'],
    ['trailing bits after two bytes', 'Zm9'],
    ['a character beyond ASCII', 'Zm9é'],
  ])('refuse %s', (_what, text) => {
    expect(fromBase64url(text)).toBeUndefined();
  });

  it('read exactly one text for each byte string', () => {
    const alphabet = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 12 }), (text) => {
        const bytes = fromBase64url(text);
        if (bytes !== undefined) expect(base64url(bytes)).toBe(text);
        else expect(Buffer.from(text, 'base64url').toString('base64url')).not.toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('base64() and fromBase64()', () => {
  it('write and read what another implementation does', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(base64(bytes)).toBe(text);
        expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['no padding', 'Zg'],
    ['too little padding', 'Zg='],
    ['too much padding', 'Zm8=='],
    ['padding alone', '===='],
    ['padding in between', 'Zg==Zg=='],
    ['the characters of base64url', '-_8='],
    ['white space', 'Zm9v\n'],
    ['trailing bits', 'Zh=='],
    ['a character beyond ASCII', 'Zm9é'],
  ])('refuse %s', (_what, text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});

describe('concat()', () => {
  it('joins byte strings in order, into a new one', () => {
    const part = Uint8Array.of(1, 2);
    const joined = concat(part, new Uint8Array(), Uint8Array.of(3));
    expect(joined).toEqual(Uint8Array.of(1, 2, 3));
    part[0] = 9;
    expect(joined[0]).toBe(1);
    expect(concat()).toEqual(new Uint8Array());
  });
});

describe('equalBytes()', () => {
  it('is true for the same bytes only', () => {
    fc.assert(
      fc.property(someBytes, someBytes, (left, right) => {
        expect(equalBytes(left, right)).toBe(Buffer.compare(left, right) === 0);
        expect(equalBytes(left, Uint8Array.from(left))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('sees every changed bit and every missing byte', () => {
    const bytes = Uint8Array.of(0, 255, 128, 1);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(equalBytes(bytes, changed)).toBe(false);
    }
    expect(equalBytes(bytes, bytes.subarray(1))).toBe(false);
    expect(equalBytes(bytes, bytes.subarray(0, 3))).toBe(false);
  });
});
