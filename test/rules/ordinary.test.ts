import { describe, expect, it } from 'vitest';
import { explain } from '../../src/rules/index.js';
import { readCases } from './cases.js';

/** What people and build servers type all day: our own rows, from the manuals of everyday tools. */
const ROWS = readCases('ordinary');

describe('ordinary commands are never called unsafe', () => {
  const kinds = [...new Set(ROWS.map((row) => row.why))];

  it.each(kinds)('%s', (kind) => {
    const found = ROWS.filter((row) => row.why === kind).flatMap((row) =>
      explain(row.state).unsafe.findings.map(({ rule }) => `${rule}: ${JSON.stringify(row.state)}`),
    );
    expect(found).toEqual([]);
  });

  it('and there are more than three hundred of them, each once', () => {
    const texts = new Set(ROWS.map((row) => JSON.stringify(row.state)));
    expect(texts.size).toBe(ROWS.length);
    expect(ROWS.length).toBeGreaterThan(300);
  });

  it('not even when everything unknown counts as the worst, save for a few', () => {
    const strict = ROWS.filter((row) => explain(row.state, { strict: true }).unsafe.noul === 1);
    expect(strict.length / ROWS.length).toBeLessThan(0.05);
  });
});
