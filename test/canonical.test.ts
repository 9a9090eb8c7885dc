import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../src/canonical.js';
import { JudgeError } from '../src/errors.js';
import { parseJson } from '../src/json.js';
import { faultOf } from './fault.js';
import numbers from './vectors/numbers.json' with { type: 'json' };

const JCS = new URL('./vectors/jcs/', import.meta.url);

describe('canonicalize() and the vectors of RFC 8785', () => {
  const names = readdirSync(JCS)
    .filter((name) => name.endsWith('.input.json'))
    .map((name) => name.slice(0, -'.input.json'.length));

  it('has six pairs', () => {
    expect(names).toEqual(['arrays', 'french', 'structures', 'unicode', 'values', 'weird']);
  });

  it.each(names)('writes the pair %s byte for byte', (name) => {
    const input = readFileSync(new URL(`${name}.input.json`, JCS), 'utf8');
    const output = readFileSync(new URL(`${name}.output.json`, JCS));
    expect(Buffer.from(canonicalize(JSON.parse(input)))).toEqual(output);
    expect(Buffer.from(canonicalize(parseJson(input)))).toEqual(output);
  });

  it('has the 26 numbers of appendix B', () => {
    expect(numbers).toHaveLength(26);
  });

  it.each(numbers)('writes the double $ieee754 as $text', ({ ieee754, text }) => {
    const number = Buffer.from(ieee754, 'hex').readDoubleBE();
    if (text === null) expect(faultOf(() => canonicalize(number))).toEqual(['not_finite', 'value']);
    else expect(canonicalize(number)).toBe(text);
  });

  it('writes and orders the example of §3.2.2 and §3.2.3', () => {
    const text = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    expect(canonicalize(parseJson(text))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });
});

describe('canonicalize()', () => {
  it('orders members by UTF-16 code unit, at any depth and whatever their number', () => {
    // U+1F600 starts with the code unit D83D and so comes before U+E000.
    expect(canonicalize({ '\ue000': 1, '😀': [{ b: 1, a: 2 }] })).toBe(
      '{"😀":[{"a":2,"b":1}],"\ue000":1}',
    );
    expect(canonicalize({ 10: 1, 9: 2, '': 3, a: 4, A: 5 })).toBe(
      '{"":3,"10":1,"9":2,"A":5,"a":4}',
    );
    const keys = Array.from({ length: 100 }, (_, index) => `k${(index * 37) % 100}`);
    const wide = Object.fromEntries(keys.map((key) => [key, 0]));
    expect(canonicalize(wide)).toBe(
      `{${[...keys]
        .sort()
        .map((key) => `"${key}":0`)
        .join(',')}}`,
    );
  });

  it('escapes what §3.2.2.2 names and nothing else', () => {
    for (let unit = 0; unit < 0xd800; unit += 1) {
      const character = String.fromCharCode(unit);
      const text = canonicalize(character);
      const short = SHORT_ESCAPES.get(character);
      if (short !== undefined) expect(text).toBe(`"${short}"`);
      else if (unit < 0x20) expect(text).toBe(`"\\u${unit.toString(16).padStart(4, '0')}"`);
      else if (text !== `"${character}"`) expect.fail(`U+${unit.toString(16)} is escaped`);
    }
  });

  it('writes -0 as 0', () => {
    expect(canonicalize([-0, { a: -0 }])).toBe('[0,{"a":0}]');
  });

  it('takes null-prototype objects and members with inherited names', () => {
    const bare = Object.assign(Object.create(null), { toString: 1, constructor: 2 });
    expect(canonicalize(bare)).toBe('{"constructor":2,"toString":1}');
  });

  it('takes a value that stands in two places, also under keys that start alike', () => {
    const shared = { x: [] };
    expect(canonicalize({ ab: shared, a: shared })).toBe('{"a":{"x":[]},"ab":{"x":[]}}');
  });

  const itself: { self?: unknown } = {};
  itself.self = [itself];

  it.each<[what: string, value: unknown, code: string, path: string]>([
    ['undefined', undefined, 'not_json', 'value'],
    ['a member that is undefined', { a: [undefined] }, 'not_json', 'value.a[0]'],
    ['a function', { a: () => 1 }, 'not_json', 'value.a'],
    ['a symbol', [Symbol('s')], 'not_json', 'value[0]'],
    ['a BigInt', { 'odd key': 1n }, 'not_json', 'value["odd key"]'],
    ['a Date', { due: new Date(0) }, 'not_json', 'value.due'],
    ['a Map', [new Map()], 'not_json', 'value[0]'],
    ['an array with a hole', { a: new Array(2).fill(0, 1) }, 'not_json', 'value.a'],
    ['an array with a member', Object.assign([1], { b: 2 }), 'not_json', 'value'],
    ['an array of 2^32 - 1 holes', new Array(2 ** 32 - 1), 'too_large', 'value'],
    ['NaN', { a: [0, Number.NaN] }, 'not_finite', 'value.a[1]'],
    ['Infinity', Number.NEGATIVE_INFINITY, 'not_finite', 'value'],
    ['half of a surrogate pair', { a: 'x\udc00' }, 'lone_surrogate', 'value.a'],
    ['half of a pair in a name', { '\ud800': 1 }, 'lone_surrogate', 'value["\\ud800"]'],
    ['a value that holds itself', itself, 'cyclic', 'value.self[0]'],
  ])('refuses %s', (_what, value, code, path) => {
    expect(faultOf(() => canonicalize(value))).toEqual([code, path]);
  });

  it('writes 128 nested arrays and objects, and refuses more without overflowing the stack', () => {
    let deep: unknown = [];
    for (let depth = 1; depth < 128; depth += 1) deep = [deep];
    expect(canonicalize(deep)).toBe('['.repeat(128) + ']'.repeat(128));
    expect(faultOf(() => canonicalize({ a: deep }))[0]).toBe('too_deep');
    for (let depth = 128; depth < 10_000; depth += 1) deep = [deep];
    expect(faultOf(() => canonicalize(deep))[0]).toBe('too_deep');
  });

  it('refuses a small value that unfolds to a large one', () => {
    let tree: unknown = 0;
    for (let level = 0; level < 40; level += 1) tree = { a: tree, b: tree };
    expect(faultOf(() => canonicalize(tree))[0]).toBe('too_large');
    const text = 'a'.repeat(1_000_000);
    expect(faultOf(() => canonicalize(Array(17).fill(text)))).toEqual(['too_large', 'value[16]']);
  });

  it('runs each getter once, and says where one threw', () => {
    let reads = 0;
    const cause = new JudgeError('cyclic', { path: 'elsewhere', rule: 'r', fix: 'f' });
    const value = {
      get b() {
        throw cause;
      },
      get a() {
        reads += 1;
        return reads;
      },
    };
    expect(() => canonicalize([value])).toThrow(
      expect.objectContaining({ code: 'not_json', path: 'value[0].b', cause }),
    );
    expect(reads).toBe(1);
  });

  it('writes the same as sorting a copy and JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        expect(canonicalize(value)).toBe(textbook(value));
      }),
      { numRuns: 200 },
    );
  });

  it('writes what parseJson() reads back to the same text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        const text = canonicalize(value);
        fc.pre(!/"(?:__proto__|constructor)":/.test(text));
        expect(canonicalize(parseJson(text))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('writes every finite double so that parseJson() reads it back', () => {
    const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const doubles = bits.map((word) => new Float64Array(BigUint64Array.of(word).buffer)[0] ?? 0);
    const integers = fc.double({ min: -1e21, max: 1e21, noNaN: true }).map(Math.trunc);
    fc.assert(
      fc.property(fc.oneof(doubles, integers), (number) => {
        fc.pre(Number.isFinite(number));
        expect(parseJson(canonicalize(number))).toBe(number === 0 ? 0 : number);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes the same whatever the order of the members', () => {
    const pairs = fc.array(
      fc.tuple(
        fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
        fc.jsonValue({ maxDepth: 2 }),
      ),
      { maxLength: 50 },
    );
    const shuffled = pairs.chain((members) => {
      const distinct = [...new Map(members)];
      const whole = { minLength: distinct.length, maxLength: distinct.length };
      return fc.tuple(fc.constant(distinct), fc.shuffledSubarray(distinct, whole));
    });
    fc.assert(
      fc.property(shuffled, ([members, others]) => {
        expect(canonicalize(Object.fromEntries(others))).toBe(
          canonicalize(Object.fromEntries(members)),
        );
      }),
      { numRuns: 200 },
    );
  });
});

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** RFC 8785 in the shortest way there is; slow, and only right for JSON values. */
function textbook(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textbook).join(',')}]`;
  const members = new Map(Object.entries(value));
  const texts = [...members.keys()]
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textbook(members.get(key))}`);
  return `{${texts.join(',')}}`;
}
