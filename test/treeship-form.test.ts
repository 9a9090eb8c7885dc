import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeshipTexts } from '../src/treeship-form.js';
import { faultOf } from './fault.js';
import vectors from './vectors/treeship-texts.json' with { type: 'json' };

describe('treeshipTexts()', () => {
  it('has 87 vectors, written by the reader and the writers that Treeship uses', () => {
    expect(vectors).toHaveLength(87);
  });

  it.each(vectors.filter(({ texts }) => texts.length > 0))('writes $json', ({ json, texts }) => {
    expect(treeshipTexts(json, 128)).toEqual(texts);
  });

  it.each(vectors.filter(({ texts }) => texts.length === 0))('refuses $json', ({ json }) => {
    expect(faultOf(() => treeshipTexts(json, 128))).toEqual(['not_finite', 'json']);
  });

  it('reads some long literals as another double than the nearest', () => {
    const literals = vectors.filter(({ json }) => /^-?\d/.test(json));
    const other = literals.filter(
      ({ json, texts }) => texts[0] !== undefined && Number(texts[0]) !== Number(json),
    );
    expect(other.length).toBeGreaterThanOrEqual(24);
  });

  it('writes a whole bound both as it came and as a float, beside both exponents', () => {
    expect(treeshipTexts('{"amount_bound":100,"a":1e16}', 128)).toEqual([
      '{"a":1e+16,"amount_bound":100}',
      '{"a":1e16,"amount_bound":100}',
      '{"a":1e+16,"amount_bound":100.0}',
      '{"a":1e16,"amount_bound":100.0}',
    ]);
    expect(treeshipTexts('{"amount_bound":100.0}', 128)).toEqual(['{"amount_bound":100.0}']);
    expect(treeshipTexts('{"amount_bound":"100"}', 128)).toEqual(['{"amount_bound":"100"}']);
    expect(treeshipTexts('[{"amount_bound":100}]', 128)).toEqual(['[{"amount_bound":100}]']);
  });

  it('orders members by UTF-8 bytes', () => {
    const keys = fc.uniqueArray(
      fc.string({ unit: 'binary', maxLength: 3 }).filter((key) => key !== '__proto__'),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(keys, (names) => {
        const json = `{${names.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`;
        const sorted = [...names].sort((left, right) =>
          Buffer.compare(Buffer.from(left), Buffer.from(right)),
        );
        const expected = `{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`;
        expect(treeshipTexts(json, 128)).toEqual([expected]);
      }),
      { numRuns: 200 },
    );
  });

  it('writes every float with a point or an exponent, and next to its value', () => {
    // Below 1e-290 the reader that is imitated loses more than the last bit.
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(doubles, (number) => {
        fc.pre(number === 0 || Math.abs(number) > 1e-290);
        for (const text of treeshipTexts(number.toExponential(), 128)) {
          expect(text).toMatch(/^-?\d+\.\d+$|^-?\d(\.\d+)?e[+-]?\d+$/);
          const off = Math.abs(Number(text) - number) / Math.abs(number || 1);
          expect(off).toBeLessThan(2 ** -50);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to hostile literals, not to their square', () => {
    const digits = '7'.repeat(1_000_000);
    expect(faultOf(() => treeshipTexts(digits, 128))).toEqual(['not_finite', 'json']);
    expect(treeshipTexts(`0.${digits}`, 128)).toEqual(['0.7777777777777778']);
    expect(treeshipTexts(`1e-${digits}`, 128)).toEqual(['0.0']);
    expect(faultOf(() => treeshipTexts(`1e${digits}`, 128))).toEqual(['not_finite', 'json']);
  });
});
