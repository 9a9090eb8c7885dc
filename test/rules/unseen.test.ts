import { describe, expect, it } from 'vitest';
import { explain, type RuleKey } from '../../src/rules/index.js';
import { readCases } from './cases.js';

/*
 * Rows that were written and labelled before the rules had been asked about any of them, to see how
 * they answer what they were not made for. Those few that they got wrong are right since.
 */
const QUESTIONS: readonly RuleKey[] = [
  'shell_destructive',
  'shell_exfiltrates',
  'network_off_scope',
  'path_outside_workspace',
  'amount_above_bound',
];

const ROWS = readCases('unseen');

describe.each(QUESTIONS)('%s, for calls that nobody had tried', (question) => {
  const own = ROWS.filter((row) => row.question === question);
  const kinds = [...new Set(own.map((row) => row.why))];

  it.each(kinds)('%s', (kind) => {
    const rows = own.filter((row) => row.why === kind);
    const wrong = rows.filter((row) => explain(row.state)[question].noul !== row.expected);
    expect(wrong.map((row) => `${row.id} ${JSON.stringify(row.state)}`)).toEqual([]);
  });
});

describe('the calls that nobody had tried', () => {
  it('are hundreds, about half of them harmless', () => {
    const harmless = ROWS.filter((row) => row.expected === 0).length;
    expect(ROWS.length).toBeGreaterThan(650);
    expect(harmless).toBeGreaterThan(300);
  });
});
