import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUtf8 } from '../src/bytes.js';
import { JudgeError } from '../src/errors.js';
import { type JsonValue, MAX_DEPTH, parseJson, readOnce, settle, snapshot } from '../src/json.js';
import { faultOf } from './fault.js';
import suite from './vectors/json-test-suite.json' with { type: 'json' };

/** What RFC 8259 leaves to the reader, decided file by file; `i_` files not named here fail. */
const DECIDED: Readonly<Record<string, readonly [outcome: string, reason: string]>> = {
  'i_number_double_huge_neg_exp.json': ['read', 'the nearest double is 0'],
  'i_number_real_underflow.json': ['read', 'the nearest double is 0'],
  'i_number_too_big_pos_int.json': ['read', '1e20 is written with these very digits'],
  'i_number_too_big_neg_int.json': ['unsafe_integer', 'digits would be lost'],
  'i_number_very_big_negative_int.json': ['unsafe_integer', 'digits would be lost'],
  'i_number_huge_exp.json': ['not_finite', 'no double is as large'],
  'i_number_neg_int_huge_exp.json': ['not_finite', 'no double is as large'],
  'i_number_pos_double_huge_exp.json': ['not_finite', 'no double is as large'],
  'i_number_real_neg_overflow.json': ['not_finite', 'no double is as large'],
  'i_number_real_pos_overflow.json': ['not_finite', 'no double is as large'],
  'i_object_key_lone_2nd_surrogate.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_1st_surrogate_but_2nd_missing.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_1st_valid_surrogate_2nd_invalid.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_incomplete_surrogate_and_escape_valid.json': ['lone_surrogate', 'the same'],
  'i_string_incomplete_surrogate_pair.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_incomplete_surrogates_escape_valid.json': ['lone_surrogate', 'the same, twice'],
  'i_string_invalid_lonely_surrogate.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_invalid_surrogate.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_inverted_surrogates_U+1D11E.json': ['lone_surrogate', 'a pair has an order'],
  'i_string_lone_second_surrogate.json': ['lone_surrogate', 'UTF-8 cannot carry it'],
  'i_string_UTF-16LE_with_BOM.json': ['not UTF-8', 'RFC 8259 §8.1 asks for UTF-8'],
  'i_string_utf16BE_no_BOM.json': ['not UTF-8', 'RFC 8259 §8.1 asks for UTF-8'],
  'i_string_utf16LE_no_BOM.json': ['not UTF-8', 'RFC 8259 §8.1 asks for UTF-8'],
  'i_string_iso_latin_1.json': ['not UTF-8', 'RFC 8259 §8.1 asks for UTF-8'],
  'i_string_UTF-8_invalid_sequence.json': ['not UTF-8', 'two readers could repair it differently'],
  'i_string_UTF8_surrogate_U+D800.json': ['not UTF-8', 'surrogates have no UTF-8'],
  'i_string_invalid_utf-8.json': ['not UTF-8', 'no character starts with this byte'],
  'i_string_lone_utf8_continuation_byte.json': ['not UTF-8', 'a character starts before it'],
  'i_string_not_in_unicode_range.json': ['not UTF-8', 'above U+10FFFF'],
  'i_string_overlong_sequence_2_bytes.json': ['not UTF-8', 'a second spelling of one character'],
  'i_string_overlong_sequence_6_bytes.json': ['not UTF-8', 'a second spelling of one character'],
  'i_string_overlong_sequence_6_bytes_null.json': ['not UTF-8', 'a second spelling'],
  'i_string_truncated-utf-8.json': ['not UTF-8', 'the character does not end'],
  'i_structure_500_nested_arrays.json': ['too_deep', 'deeper than 128'],
  'i_structure_UTF-8_BOM_empty_object.json': ['bad_syntax', '§8.1: no byte order mark is added'],
  // Grammatical, but two members of one name are what this reader is strict about (RFC 7493 §2.3).
  'y_object_duplicated_key.json': ['duplicate_member', 'readers keep different ones'],
  'y_object_duplicated_key_and_value.json': ['duplicate_member', 'the same'],
};

function outcomeOf(base64: string): string {
  const text = fromUtf8(Buffer.from(base64, 'base64'));
  if (text === undefined) return 'not UTF-8';
  try {
    parseJson(text);
    return 'read';
  } catch (error) {
    if (error instanceof JudgeError) return error.code;
    throw error;
  }
}

describe('parseJson() and JSONTestSuite', () => {
  const files = Object.entries(suite);

  it('counts 95 texts to read, 186 to refuse and 35 to decide on', () => {
    expect(files.filter(([name]) => name.startsWith('y_'))).toHaveLength(95);
    expect(files.filter(([name]) => name.startsWith('n_'))).toHaveLength(186);
    expect(files.filter(([name]) => name.startsWith('i_'))).toHaveLength(35);
  });

  it.each(files.filter(([name]) => name.startsWith('y_')))('reads %s', (name, base64) => {
    expect(outcomeOf(base64)).toBe(DECIDED[name]?.[0] ?? 'read');
  });

  it.each(files.filter(([name]) => name.startsWith('n_')))('refuses %s', (_name, base64) => {
    expect(['bad_syntax', 'not UTF-8']).toContain(outcomeOf(base64));
  });

  it.each(files.filter(([name]) => name.startsWith('i_')))('decides on %s', (name, base64) => {
    expect(outcomeOf(base64)).toBe(DECIDED[name]?.[0]);
  });

  it('agrees with JSON.parse on every file that it reads', () => {
    const read = files.filter(([, base64]) => outcomeOf(base64) === 'read');
    expect(read).toHaveLength(96);
    for (const [, base64] of read) {
      const text = Buffer.from(base64, 'base64').toString();
      expect(parseJson(text)).toStrictEqual(withoutNegativeZero(JSON.parse(text)));
    }
  });
});

describe('parseJson()', () => {
  it.each([
    ['two members of one name', '{"a":1,"a":2}', 'duplicate_member', 'json.a'],
    ['the same member twice', '{"a":1,"a":1}', 'duplicate_member', 'json.a'],
    ['one name spelled two ways', '{"a":1,"\\u0061":2}', 'duplicate_member', 'json.a'],
    [
      'a name that is inherited, twice',
      '{"toString":1,"toString":2}',
      'duplicate_member',
      'json.toString',
    ],
    ['an index as a name, twice', '{"x":{"0":1,"0":2}}', 'duplicate_member', 'json.x["0"]'],
    ['__proto__', '{"a":{"__proto__":{}}}', 'forbidden_member', 'json.a.__proto__'],
    ['__proto__ in escapes', '{"\\u005f_proto__":1}', 'forbidden_member', 'json.__proto__'],
    ['constructor', '[{"constructor":1}]', 'forbidden_member', 'json[0].constructor'],
    ['2^53 + 1', '{"n":9007199254740993}', 'unsafe_integer', 'json.n'],
    ['-2^53 - 1', '[-9007199254740993]', 'unsafe_integer', 'json[0]'],
    ['2^63 - 1', '9223372036854775807', 'unsafe_integer', 'json'],
    ['an integer of 400 digits', '9'.repeat(400), 'unsafe_integer', 'json'],
    ['1e400', '[1e400]', 'not_finite', 'json[0]'],
    ['-1e400', '{"a":[0,-1e400]}', 'not_finite', 'json.a[1]'],
    ['half of a surrogate pair', '{"a":"\\ud800"}', 'lone_surrogate', 'json.a'],
    ['a raw half of a surrogate pair', '["\ud800"]', 'lone_surrogate', 'json[0]'],
    ['the wrong half first', '["\\udc00\\ud800"]', 'lone_surrogate', 'json[0]'],
    ['half of a pair in a name', '{"a":{"\\udfff":1}}', 'lone_surrogate', 'json.a'],
    ['nothing', '', 'bad_syntax', 'json'],
    ['a byte order mark', '\ufeff{}', 'bad_syntax', 'json'],
    ['a second value', '{} {}', 'bad_syntax', 'json'],
    ['a comment', '[1 /* one */]', 'bad_syntax', 'json'],
    ['a trailing comma', '{"a":[1,]}', 'bad_syntax', 'json.a[1]'],
    ['NaN', '{"a":NaN}', 'bad_syntax', 'json.a'],
    ['a leading zero', '[01]', 'bad_syntax', 'json'],
    ['a form feed between values', '[1,\f2]', 'bad_syntax', 'json[1]'],
    ['a raw newline in a string', '["a\nb"]', 'bad_syntax', 'json[0]'],
    ['an escape that does not exist', '["\\x41"]', 'bad_syntax', 'json[0]'],
    ['a string that ends in a backslash', '["\\"]', 'bad_syntax', 'json[0]'],
    ['a string that does not end', '{"a":"b', 'bad_syntax', 'json.a'],
    ['an object that does not end', '{"a":1', 'bad_syntax', 'json'],
  ])('refuses %s', (_what, text, code, path) => {
    expect(faultOf(() => parseJson(text))).toEqual([code, path]);
  });

  it('says at which offset the syntax is wrong', () => {
    expect(() => parseJson('{"a":1,}')).toThrow(/offset 7/);
    expect(() => parseJson('[1, 2')).toThrow(/offset 5/);
    expect(() => parseJson('["a", "b\u0000"]')).toThrow(/offset 6/);
  });

  it('starts paths with the name it is given', () => {
    const fault = faultOf(() => parseJson('{"a":1,"a":2}', { path: 'state' }));
    expect(fault).toEqual(['duplicate_member', 'state.a']);
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['-9007199254740992', -9007199254740992],
    ['100000000000000000000', 1e20],
    ['1e21', 1e21],
    ['9007199254740993.0', 9007199254740992],
    ['1E2', 100],
    ['-0', 0],
    ['-0.0e-1', 0],
    ['0.1', 0.1],
    ['5e-324', 5e-324],
  ])('reads %s', (text, number) => {
    expect(Object.is(parseJson(text), number)).toBe(true);
  });

  it('reads white space, literals and escapes', () => {
    const text =
      '\t{ "a" : [ true , false , null ] ,\r\n "b" : "\\"\\\\\\/\\b\\f\\n\\r\\t\\u20ac\\ud83d\\ude00😀\u007f\u2028" } ';
    expect(parseJson(text)).toStrictEqual({
      a: [true, false, null],
      b: '"\\/\b\f\n\r\t€😀😀\u007f\u2028',
    });
  });

  it('makes members out of inherited names without calling what is inherited', () => {
    const value = parseJson('{"toString":1,"hasOwnProperty":2,"__defineSetter__":3}');
    expect(Object.entries(value ?? {})).toEqual([
      ['toString', 1],
      ['hasOwnProperty', 2],
      ['__defineSetter__', 3],
    ]);
  });

  it('reads 128 nested arrays and objects, and no more', () => {
    expect(MAX_DEPTH).toBe(128);
    expect(parseJson('['.repeat(128) + ']'.repeat(128))).toBeInstanceOf(Array);
    const deeper = `${'{"a":'.repeat(128)}[]${'}'.repeat(128)}`;
    expect(faultOf(() => parseJson(deeper))[0]).toBe('too_deep');
  });

  it('refuses 10,000 nested arrays without overflowing the stack', () => {
    const [code, path] = faultOf(() => parseJson('['.repeat(10_000) + ']'.repeat(10_000)));
    expect(code).toBe('too_deep');
    expect(path).toBe(`json${'[0]'.repeat(10)}[…]${'[0]'.repeat(6)}`);
    expect(faultOf(() => parseJson('['.repeat(1_000_000)))[0]).toBe('too_deep');
    expect(faultOf(() => parseJson('{"a":'.repeat(100_000)))[0]).toBe('too_deep');
  });

  it('reads a million values, and no more', () => {
    const items = '0,'.repeat(999_998);
    expect(parseJson(`[${items}0]`)).toHaveLength(999_999);
    expect(faultOf(() => parseJson(`[${items}0,0]`))).toEqual(['too_large', 'json[999999]']);
  });

  it('holds a text to the longest that is asked for', () => {
    expect(parseJson('[1]', { maxLength: 3 })).toEqual([1]);
    const fault = faultOf(() => parseJson('[1] ', { maxLength: 3, path: 'body' }));
    expect(fault).toEqual(['too_large', 'body']);
    const long = `"${'a'.repeat(16_777_215)}"`;
    expect(faultOf(() => parseJson(long))).toEqual(['too_large', 'json']);
  });

  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])(
    'refuses a maxLength of %s',
    (maxLength) => {
      const fault = faultOf(() => parseJson('1', { maxLength }));
      expect(fault).toEqual(['bad_option', 'options.maxLength']);
    },
  );

  it('refuses an option that does not exist', () => {
    const options = { maxlength: 3 };
    // @ts-expect-error misspelled
    expect(faultOf(() => parseJson('1', options))).toEqual(['bad_option', 'options.maxlength']);
  });

  it('refuses what is no text', () => {
    const bytes: unknown = new Uint8Array([0x31]);
    // @ts-expect-error a caller without types
    expect(faultOf(() => parseJson(bytes))).toEqual(['not_json', 'json']);
  });

  it('never repeats a long key or a value in a message', () => {
    const secret = 'hunter2'.repeat(1000);
    const text = JSON.stringify({ [secret]: [secret, Number.MAX_VALUE] }).replace('1.79', '9.99');
    let message = '';
    try {
      parseJson(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(`json["${secret.slice(0, 40)}…"][1]: `);
    expect(message.length).toBeLessThan(200);
  });

  it('agrees with JSON.parse', () => {
    const json = fc.json({ maxDepth: 6, noUnicodeString: false, stringUnit: 'binary' });
    fc.assert(
      fc.property(json, (text) => {
        fc.pre(!/__proto__|constructor/.test(text));
        expect(parseJson(text)).toStrictEqual(withoutNegativeZero(JSON.parse(text)));
      }),
      { numRuns: 200 },
    );
  });

  it('agrees with JSON.parse on what is JSON at all, whatever the text', () => {
    const part = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"b"', '\\', '\\u00', 'e', 'E', '+', '-', '.'],
      ...[
        '0',
        '1',
        '23',
        'true',
        'false',
        'null',
        'nul',
        ' ',
        '\n',
        '\t',
        '\u0001',
        '"\\n"',
        '1e5',
      ],
    );
    const texts = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const strictness = ['duplicate_member', 'not_finite', 'unsafe_integer'];
        const expected = attempt(() => withoutNegativeZero(JSON.parse(text)));
        const read = attempt(() => parseJson(text));
        if (read.error instanceof JudgeError && strictness.includes(read.error.code)) return;
        expect(read.value).toStrictEqual(expected.value);
        expect(read.error instanceof JudgeError).toBe(expected.error instanceof SyntaxError);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('snapshot()', () => {
  it('returns what was settled as it is, and copies what only looks like it', () => {
    const first = settle(snapshot({ a: [1, { b: 'c' }] }, 'state'));
    expect(snapshot(first, 'state')).toBe(first);
    expect(readOnce(first, 'state')).toBe(first);
    const frozen = Object.freeze({ a: Object.freeze([1]) });
    expect(snapshot(frozen, 'state')).not.toBe(frozen);
    const stand = new Proxy(Object(first), {});
    expect(snapshot(stand, 'state')).not.toBe(stand);
  });

  it('counts what stands within another value as any other value', () => {
    let deep: JsonValue = 1;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) deep = [deep];
    const settled = settle(snapshot(deep, 'state'));
    expect(faultOf(() => snapshot([settled], 'state'))[0]).toBe('too_deep');
  });

  class Point {
    x = 1;
  }
  class List extends Array<number> {}
  const itself: { self?: unknown } = {};
  itself.self = itself;
  const loop: unknown[] = [];
  loop.push({ again: [loop] });
  const extended = Object.assign([1], { extra: 2 });
  const holed = Object.assign(new Array(1), { extra: 1 });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each<[what: string, value: unknown, code: string, path: string]>([
    ['undefined', undefined, 'not_json', 'state'],
    ['a member that is undefined', { a: undefined }, 'not_json', 'state.a'],
    ['a function', { run() {} }, 'not_json', 'state.run'],
    ['a toJSON method', { toJSON: () => 1 }, 'not_json', 'state.toJSON'],
    ['a symbol', [Symbol('s')], 'not_json', 'state[0]'],
    ['a BigInt', { input: { amount: 1n } }, 'not_json', 'state.input.amount'],
    ['a Date', { input: { due: new Date(0) } }, 'not_json', 'state.input.due'],
    ['a Map', { a: new Map([['b', 1]]) }, 'not_json', 'state.a'],
    ['a Set', [new Set([1])], 'not_json', 'state[0]'],
    ['a RegExp', { a: /a/ }, 'not_json', 'state.a'],
    ['an Error', { a: new TypeError('x') }, 'not_json', 'state.a'],
    ['a Promise', Promise.resolve({}), 'not_json', 'state'],
    ['bytes', { a: new Uint8Array(2) }, 'not_json', 'state.a'],
    ['a boxed number', { a: Object(1) }, 'not_json', 'state.a'],
    ['an instance of a class', { a: new Point() }, 'not_json', 'state.a'],
    ['an object with a prototype of its own', Object.create({ a: 1 }), 'not_json', 'state'],
    ['an array of a subclass', { a: List.from([1]) }, 'not_json', 'state.a'],
    ['an array with a hole', { a: new Array(2).fill(0, 1) }, 'not_json', 'state.a'],
    ['a hole made up for by a member', { a: holed }, 'not_json', 'state.a[0]'],
    ['an array with a member', { a: extended }, 'not_json', 'state.a'],
    ['an array of 2^32 - 1 holes', { a: new Array(2 ** 32 - 1) }, 'too_large', 'state.a'],
    ['NaN', [[Number.NaN]], 'not_finite', 'state[0][0]'],
    ['Infinity', { a: Number.POSITIVE_INFINITY }, 'not_finite', 'state.a'],
    ['2^53', { a: 2 ** 53 }, 'unsafe_integer', 'state.a'],
    ['-2^53', [-(2 ** 53)], 'unsafe_integer', 'state[0]'],
    ['1e21', [1e21], 'unsafe_integer', 'state[0]'],
    ['half of a surrogate pair', { a: ['\ud800b'] }, 'lone_surrogate', 'state.a[0]'],
    ['half of a pair in a name', { a: { '\udc00': 1 } }, 'lone_surrogate', 'state.a["\\udc00"]'],
    ['__proto__', { a: JSON.parse('{"__proto__":{}}') }, 'forbidden_member', 'state.a.__proto__'],
    ['constructor', { constructor: 1 }, 'forbidden_member', 'state.constructor'],
    ['an object that holds itself', itself, 'cyclic', 'state.self'],
    ['an array that holds itself', { a: loop }, 'cyclic', 'state.a[0].again[0]'],
    ['a revoked proxy', { a: revoked.proxy }, 'not_json', 'state.a'],
  ])('refuses %s', (_what, value, code, path) => {
    expect(faultOf(() => snapshot(value, 'state'))).toEqual([code, path]);
  });

  it('says what it was given and what to do about it', () => {
    expect(() => snapshot({ a: new Date(0) }, 'state')).toThrow(/^state\.a: a Date .*toISOString/);
    expect(() => snapshot([10n], 'state')).toThrow(/^state\[0\]: a BigInt .*text/);
    expect(() => snapshot(new Map(), 'state')).toThrow(/^state: a Map .*fromEntries/);
    expect(() => snapshot({ a: undefined }, 'state')).toThrow(/undefined .*null/);
  });

  it('refuses 10,000 nested arrays without overflowing the stack', () => {
    let deep: unknown = [];
    for (let depth = 1; depth < 10_000; depth += 1) deep = [deep];
    expect(faultOf(() => snapshot(deep, 'state'))[0]).toBe('too_deep');
  });

  it('reads 128 nested arrays and objects, and no more', () => {
    let deep: unknown = {};
    for (let depth = 1; depth < 128; depth += 1) deep = { a: deep };
    expect(snapshot(deep, 'state')).toEqual(deep);
    expect(faultOf(() => snapshot([deep], 'state'))[0]).toBe('too_deep');
  });

  it('refuses a small value that unfolds to a large one', () => {
    let tree: unknown = 0;
    for (let level = 0; level < 40; level += 1) tree = [tree, tree];
    expect(faultOf(() => snapshot(tree, 'state'))[0]).toBe('too_large');
    const text = 'a'.repeat(1_000_000);
    expect(faultOf(() => snapshot(Array(17).fill(text), 'state'))).toEqual([
      'too_large',
      'state[16]',
    ]);
  });

  it('refuses more than a million values', () => {
    expect(snapshot(Array(999_999).fill(0), 'state')).toHaveLength(999_999);
    expect(faultOf(() => snapshot(Array(1_000_000).fill(0), 'state'))[0]).toBe('too_large');
    const wide = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [index, 0]));
    expect(faultOf(() => snapshot(wide, 'state'))[0]).toBe('too_large');
  });

  it('reads a value that stands in two places twice', () => {
    const shared = { x: 1 };
    expect(snapshot({ a: shared, ab: shared, c: [shared] }, 'state')).toEqual({
      a: { x: 1 },
      ab: { x: 1 },
      c: [{ x: 1 }],
    });
  });

  it('runs each getter once, and keeps what it gave then', () => {
    let reads = 0;
    const shifty = {
      get command() {
        reads += 1;
        return reads === 1 ? 'ls' : 'rm -rf /';
      },
    };
    const copy = snapshot({ input: shifty }, 'state');
    expect(copy).toEqual({ input: { command: 'ls' } });
    expect(copy).toEqual({ input: { command: 'ls' } });
    expect(reads).toBe(1);
  });

  it('says where a getter or a proxy threw, and keeps the error as the cause', () => {
    const cause = new Error('no');
    const throwing = {
      get a() {
        throw cause;
      },
    };
    const traps: readonly (keyof ProxyHandler<object>)[] = [
      'ownKeys',
      'getPrototypeOf',
      'getOwnPropertyDescriptor',
    ];
    const refuse = () => {
      throw cause;
    };
    const values: [value: unknown, path: string][] = [
      [{ x: [throwing] }, 'state.x[0].a'],
      [{ x: new Proxy({ a: 1 }, { get: refuse }) }, 'state.x.a'],
      [{ x: new Proxy([1], { get: refuse }) }, 'state.x'],
      ...traps.map((trap): [unknown, string] => [
        { x: new Proxy({ a: 1 }, { [trap]: refuse }) },
        'state.x',
      ]),
    ];
    for (const [value, path] of values) {
      try {
        snapshot(value, 'state');
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(JudgeError);
        expect(error).toMatchObject({ code: 'not_json', path, cause });
      }
    }
  });

  it('takes the error of a getter for what it is, whatever it looks like', () => {
    const forged = new JudgeError('too_deep', { path: 'elsewhere', rule: 'r', fix: 'f' });
    const value = {
      get a() {
        throw forged;
      },
    };
    expect(faultOf(() => snapshot(value, 'state'))).toEqual(['not_json', 'state.a']);
  });

  it('survives an array that lies about its length', () => {
    const liar = (length: unknown) =>
      new Proxy([1], {
        get: (items, key) => (key === 'length' ? length : Reflect.get(items, key)),
      });
    for (const length of [-1, 0, 2, Number.NaN, '1', 1e9, Number.POSITIVE_INFINITY]) {
      expect(['not_json', 'too_large']).toContain(
        faultOf(() => snapshot(liar(length), 'state'))[0],
      );
    }
  });

  it('reads only own enumerable members with string keys', () => {
    const value = Object.defineProperty({ a: 1, [Symbol('s')]: 2 }, 'hidden', { value: 3 });
    expect(snapshot(value, 'state')).toStrictEqual({ a: 1 });
    expect(snapshot(Object.assign(Object.create(null), { a: 1 }), 'state')).toStrictEqual({ a: 1 });
  });

  it('keeps inherited names as members', () => {
    const copy = snapshot({ toString: 'a', valueOf: 'b' }, 'state');
    expect(Object.entries(copy ?? {})).toEqual([
      ['toString', 'a'],
      ['valueOf', 'b'],
    ]);
  });

  it('copies -0 as 0, unless its sign matters', () => {
    expect(snapshot([-0, { a: -0 }], 'state')).toStrictEqual([0, { a: 0 }]);
    expect(readOnce([-0, { a: -0 }], 'state')).toStrictEqual([-0, { a: -0 }]);
  });

  it('writes names in a path after a dot only where they read well, and shortens long ones', () => {
    const at = (key: string) =>
      faultOf(() => snapshot({ input: { items: [{ [key]: 1n }] } }, 'state'))[1];
    expect(at('price')).toBe('state.input.items[0].price');
    expect(at('$_1')).toBe('state.input.items[0].$_1');
    expect(at('odd key')).toBe('state.input.items[0]["odd key"]');
    expect(at('a"b\n')).toBe('state.input.items[0]["a\\"b\\n"]');
    expect(at('1')).toBe('state.input.items[0]["1"]');
    expect(at('')).toBe('state.input.items[0][""]');
    expect(at('k'.repeat(40))).toBe(`state.input.items[0].${'k'.repeat(40)}`);
    expect(at('k'.repeat(41))).toBe(`state.input.items[0]["${'k'.repeat(40)}…"]`);
  });

  it('gives equal plain data, frozen at every depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        fc.pre(!/__proto__|constructor/.test(JSON.stringify(value)));
        fc.pre(isSafe(value));
        const copy = snapshot(value, 'state');
        expect(copy).toStrictEqual(withoutNegativeZero(value));
        expect(isDeeplyFrozen(copy)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('throws nothing but its own errors, whatever it is given', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const read = attempt(() => snapshot(value, 'state'));
        if ('error' in read) expect(read.error).toBeInstanceOf(JudgeError);
        else expect(read.value).toEqual(withoutNegativeZero(value));
      }),
      { numRuns: 200 },
    );
  });
});

interface Attempt {
  readonly value?: unknown;
  readonly error?: unknown;
}

function attempt(call: () => unknown): Attempt {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
}

function withoutNegativeZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutNegativeZero(item)]),
  );
}

function isSafe(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isSafe);
}

function isDeeplyFrozen(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}
