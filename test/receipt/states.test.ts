import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest, digestBytes, matchesDigest } from '../../src/index.js';
import { digestsOf } from '../../src/receipt/states.js';
import texts from '../vectors/treeship-texts.json' with { type: 'json' };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The texts that the state may be given as in the vectors. */
const inputs: readonly string[] = texts.map((each) => String(Object.values(each)[0]));

describe('the digests of a state', () => {
  it.each([...inputs, '"a state"', 'not JSON', '{"a":1.0}', '{"a":1e400}', '\ud800'])(
    'are those that matchesDigest finds, for %j',
    (text) => {
      const found = digestsOf(text, 'state');
      for (const [each, { form }] of found) expect(matchesDigest(each, text)).toBe(form);
    },
  );

  it('miss none that matchesDigest finds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        const forms = [digest(value), digest(text), digestBytes(encode(text))];
        const found = digestsOf(text, 'state');
        for (const each of forms) expect(found.get(each)?.form).toBe(matchesDigest(each, text));
      }),
      { numRuns: 100 },
    );
  });

  it('lead back to the value', () => {
    const text = '{ "b": 1.0, "a": "x" }';
    const value = { a: 'x', b: 1 };
    for (const [each, { form, state }] of digestsOf(text, 'state')) {
      expect(state).toEqual(each === digest(text) ? text : value);
      expect(['rfc8785', 'treeship', 'bytes']).toContain(form);
    }
    expect(digestsOf(text, 'state').get(digest(value))?.form).toBe('rfc8785');
  });

  it('are the same for text, bytes and the value', () => {
    const value = { tool: 'Bash', input: { command: 'ls' } };
    const text = JSON.stringify(value);
    const expected = { form: 'rfc8785', state: value };
    for (const state of [value, text, encode(text)]) {
      expect(digestsOf(state, 'state').get(digest(value))).toEqual(expected);
    }
  });

  it('are those of the bytes alone where they are no text', () => {
    const bytes = Uint8Array.of(0xff, 0xfe);
    expect([...digestsOf(bytes, 'state')]).toEqual([[digestBytes(bytes), { form: 'bytes' }]]);
  });

  it('are refused for what is not JSON', () => {
    expect(() => digestsOf(new Map(), 'states[3]')).toThrow(
      expect.objectContaining({ code: 'not_json', path: 'states[3]' }),
    );
  });
});
