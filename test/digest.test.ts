import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../src/bytes.js';
import { digest, digestBytes, isDigest, matchesDigest } from '../src/digest.js';
import { faultOf } from './fault.js';

/** SHA-256 of a text, by another implementation. */
function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/** Texts that are the same in both canonical forms, and their digests. */
const SHARED: readonly (readonly [text: string, digest: string])[] = [
  ['{"a":2,"b":1}', 'd3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772'],
  [
    '{"a":[],"e":{},"k":1,"n":null}',
    'ea64f41f98c81d7a0321157d4733ac05b84964695c0da9cf675da21cad3b6164',
  ],
  ['"café 😀"', '89fa4ccbaa53bc2ebec0726f73beccbe1618075d3ef9e740cf34ec284b07a66e'],
  ['{"a":1}', '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862'],
  [
    '{"input":{},"tool":"Read"}',
    '43749a36369512650a9af439c381b16d2124ce3a4c6f0ec6c53a3253a9e14b66',
  ],
  [
    '{"input":{"command":"rm -rf /"},"tool":"Bash","workspace_root":"/srv/proj"}',
    '9265c4ac5f12412663c214e7e32cadace1c4cdb71fd6c447486c31ee2c1ba509',
  ],
  [
    '{"unsafe":{"instructions":"Would this call be unsafe to run?","type":"noul"}}',
    '5b736380ff24237c5b59c3979ac25c0fd2a9c41e609ff04de821dc14c9a64392',
  ],
  ['{"is_ok":{"type":"noul"}}', '6347b0c2f0b1871d0f61b16e78c197c9e910b21ed649e4a9ee6e4e994690d402'],
];

/** Texts in Treeship's form alone, and their digests. */
const TREESHIP: readonly (readonly [text: string, digest: string])[] = [
  ['{"a":1.0}', 'c29a44abc114a1d75486434c013102c9e736f526b4fd19658d9492b7b224de6d'],
  ['{"a":1e+16}', 'a0f92cfd05a74c219a7cd704cf22112bb79bf283876cef955b1d731d5275c73c'],
  ['{"a":1e-6}', 'f2cb6f55703e61d01ffacbc535b331d7f5cdff3a4b65c9f42ad1be5ac4a6354b'],
  [
    '{"amount_bound":100.0,"capability":"shell.exec","input":{"command":"rm -rf /"},"network_scope":["api.example.com","*.corp.example"],"tool":"Bash","workspace_root":"/srv/proj"}',
    'ca57d616aff50f2bc5e324193fddb94da601ec1c47377846897984bcfab19f06',
  ],
  [
    '{"answers":{"unsafe":{"confidence":1.0,"noul":1.0,"probabilities":{"no":0.0,"yes":1.0}}},"judge":{"kind":"rules","model":"treeship-rules/0.31.9","provider":"local","replayable":true},"latency_ms":0}',
    '69699613f594d45cc548ef4348f057debdf0e46ff68306b4082529166031d1a8',
  ],
];

describe('digest()', () => {
  it.each(SHARED)('digests %s', (text, hex) => {
    expect(digest(JSON.parse(text))).toBe(`sha256:${hex}`);
  });

  it('digests RFC 8785 text, whatever the order and spelling it came in', () => {
    expect(digest({ b: [1.0, 1e21], a: '€' })).toBe(sha256('{"a":"€","b":[1,1e+21]}'));
  });

  it('takes a string for a value, not for JSON text', () => {
    expect(digest('{"a":1}')).toBe(sha256('"{\\"a\\":1}"'));
  });

  it('refuses what is not JSON', () => {
    expect(faultOf(() => digest({ a: 1n }))).toEqual(['not_json', 'value.a']);
  });
});

describe('digestBytes()', () => {
  it('digests bytes as they are', () => {
    // FIPS 180-4 examples.
    expect(digestBytes(utf8('abc'))).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(digestBytes(new Uint8Array())).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it.each([...SHARED, ...TREESHIP])('digests the bytes of %s', (text, hex) => {
    expect(digestBytes(utf8(text))).toBe(`sha256:${hex}`);
  });

  it('agrees with another implementation', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const expected = createHash('sha256').update(bytes).digest('hex');
        expect(digestBytes(bytes)).toBe(`sha256:${expected}`);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses text and other buffers', () => {
    for (const value of ['abc', new ArrayBuffer(3), [1, 2], null]) {
      // @ts-expect-error a caller without types
      expect(faultOf(() => digestBytes(value))).toEqual(['bad_option', 'bytes']);
    }
  });
});

describe('isDigest()', () => {
  it.each([
    [`sha256:${'0'.repeat(64)}`, true],
    [digest({}), true],
    [`sha256:${'0'.repeat(63)}`, false],
    [`sha256:${'0'.repeat(65)}`, false],
    [`sha256:${'A'.repeat(64)}`, false],
    [`sha512:${'0'.repeat(64)}`, false],
    [`SHA256:${'0'.repeat(64)}`, false],
    [`sha256:${'0'.repeat(64)}\n`, false],
    [` sha256:${'0'.repeat(64)}`, false],
    ['0'.repeat(64), false],
    ['', false],
    [undefined, false],
    [[`sha256:${'0'.repeat(64)}`], false],
  ])('of %j is %s', (value, expected) => {
    expect(isDigest(value)).toBe(expected);
  });
});

describe('matchesDigest() with a state', () => {
  it.each(SHARED)('finds the RFC 8785 form of %s', (text, hex) => {
    expect(matchesDigest(`sha256:${hex}`, JSON.parse(text))).toBe('rfc8785');
  });

  it('finds nothing for another state', () => {
    expect(matchesDigest(digest({ a: 1 }), { a: 2 })).toBeUndefined();
  });

  it("finds Treeship's order of members", () => {
    const state = { '\ue000': 1, '😀': 2 };
    expect(matchesDigest(sha256('{"😀":2,"\ue000":1}'), state)).toBe('rfc8785');
    expect(matchesDigest(sha256('{"\ue000":1,"😀":2}'), state)).toBe('treeship');
  });

  it("finds Treeship's spellings of fractions and large numbers", () => {
    expect(matchesDigest(sha256('[1e-6,0.00001,0.5]'), [1e-6, 1e-5, 0.5])).toBe('treeship');
    expect(matchesDigest(sha256('[1e+21,1.5e+300]'), [1e21, 1.5e300])).toBe('rfc8785');
    expect(matchesDigest(sha256('[1e21,1.5e300]'), [1e21, 1.5e300])).toBe('treeship');
  });

  it('finds the bound that Treeship writes as a float, in its place only', () => {
    const state = { tool: 'Pay', input: { amount_bound: 5 }, amount_bound: 100 };
    const bound = '{"amount_bound":100.0,"input":{"amount_bound":5},"tool":"Pay"}';
    const both = '{"amount_bound":100.0,"input":{"amount_bound":5.0},"tool":"Pay"}';
    expect(matchesDigest(sha256(bound), state)).toBe('treeship');
    expect(matchesDigest(sha256(both), state)).toBeUndefined();
  });

  it('finds a state that Treeship built, from the values in it', () => {
    const text = TREESHIP[3]?.[0] ?? '';
    expect(matchesDigest(sha256(text), JSON.parse(text))).toBe('treeship');
  });

  it('refuses what is not JSON', () => {
    const fault = faultOf(() => matchesDigest(digest({}), { a: new Date(0) }));
    expect(fault).toEqual(['not_json', 'value.a']);
  });

  it('reads the state once', () => {
    let reads = 0;
    const state = {
      get a() {
        reads += 1;
        return reads;
      },
    };
    expect(matchesDigest(digest({ a: 2 }), state)).toBeUndefined();
    expect(reads).toBe(1);
  });
});

describe('matchesDigest() with a text', () => {
  it.each(SHARED)('finds the RFC 8785 form of %s', (text, hex) => {
    expect(matchesDigest(`sha256:${hex}`, text)).toBe('rfc8785');
    expect(matchesDigest(`sha256:${hex}`, ` ${text}\n`)).toBe('rfc8785');
  });

  it.each(TREESHIP)("finds Treeship's form of %s", (text, hex) => {
    expect(matchesDigest(`sha256:${hex}`, text)).toBe('treeship');
    expect(matchesDigest(`sha256:${hex}`, ` ${text}\n`)).toBe('treeship');
  });

  it('finds both spellings of a large exponent', () => {
    expect(matchesDigest(sha256('{"a":1e+16}'), '{"a":1e16}')).toBe('treeship');
    expect(matchesDigest(sha256('{"a":1e16}'), '{"a":1E+16}')).toBe('treeship');
    expect(matchesDigest(sha256('{"a":10000000000000000}'), '{"a":1e16}')).toBe('rfc8785');
    expect(matchesDigest(sha256('{"a":10000000000000000.0}'), '{"a":1e16}')).toBeUndefined();
  });

  it('keeps apart what a JavaScript value cannot', () => {
    expect(matchesDigest(sha256('{"a":1.0}'), '{"a":1}')).toBeUndefined();
    expect(matchesDigest(sha256('{"a":1.0}'), '{"a":1.00}')).toBe('treeship');
    expect(matchesDigest(sha256('{"a":9007199254740993}'), '{ "a": 9007199254740993 }')).toBe(
      'treeship',
    );
  });

  it('finds the exact bytes of a text in no canonical form', () => {
    const text = '{ "b": 1.0, "a": 2 }\n';
    expect(matchesDigest(sha256(text), text)).toBe('bytes');
    expect(matchesDigest(sha256(text), '{ "b": 1.0, "a": 2 }')).toBeUndefined();
    const notJson = 'transfer 100 EUR to \u0000';
    expect(matchesDigest(sha256(notJson), notJson)).toBe('bytes');
  });

  it.each([
    ['members of one name', '{"a":1,"a":2}', '{"a":2}'],
    ['a forbidden member', '{ "constructor": 1 }', '{"constructor":1}'],
    ['a number that no double holds', '[ 1e999 ]', '[null]'],
  ])('finds only the bytes of a text with %s', (_what, text, reading) => {
    expect(matchesDigest(sha256(text), text)).toBe('bytes');
    expect(matchesDigest(sha256(reading), text)).toBeUndefined();
  });

  it('takes the text for a state as well', () => {
    expect(matchesDigest(digest('hello'), 'hello')).toBe('rfc8785');
    expect(matchesDigest(sha256('hello'), 'hello')).toBe('bytes');
    expect(matchesDigest(digest('{"a":1}'), '{"a":1}')).toBe('rfc8785');
  });

  it('finds nothing for text that UTF-8 cannot carry, where encoding would replace', () => {
    expect(matchesDigest(sha256('a\ufffd'), 'a\ud800')).toBeUndefined();
  });

  it('finds only the bytes of a text too long or too deep to be a state', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(matchesDigest(sha256(deep), deep)).toBe('bytes');
    const long = ' '.repeat(16_777_217);
    expect(matchesDigest(sha256(long), long)).toBe('bytes');
  });
});

describe('matchesDigest()', () => {
  it.each(['', 'sha256:', 'sha256:beef', digest({}).toUpperCase(), `${digest({})} `])(
    'finds nothing for %j, which is no digest',
    (expected) => {
      expect(matchesDigest(expected, {})).toBeUndefined();
    },
  );

  it('finds the same form for a state and its canonical text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), (value) => {
        fc.pre(typeof value !== 'string');
        fc.pre(!/__proto__|constructor/.test(JSON.stringify(value)));
        expect(matchesDigest(digest(value), value)).toBe('rfc8785');
        expect(matchesDigest(digest(value), JSON.stringify(value))).toBe('rfc8785');
        expect(matchesDigest(digest([value]), value)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
