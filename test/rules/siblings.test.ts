import { describe, expect, it } from 'vitest';
import { explain, type RuleKey } from '../../src/rules/index.js';
import { readCases } from './cases.js';

/*
 * Our own rows beside the ones that others have labelled: what stands next to each of them in the
 * manual of its tool, and the near misses on the other side. One test for each kind of row.
 */
const QUESTIONS: readonly RuleKey[] = [
  'shell_destructive',
  'shell_exfiltrates',
  'network_off_scope',
  'path_outside_workspace',
  'amount_above_bound',
];

const ROWS = readCases('siblings');

describe.each(QUESTIONS)('%s, for the siblings of the labelled cases', (question) => {
  const own = ROWS.filter((row) => row.question === question);
  const kinds = [...new Set(own.map((row) => `${row.why}: ${row.expected === 1 ? 'yes' : 'no'}`))];

  it.each(kinds)('%s', (kind) => {
    const rows = own.filter((row) => `${row.why}: ${row.expected === 1 ? 'yes' : 'no'}` === kind);
    const wrong = rows.filter((row) => explain(row.state)[question].noul !== row.expected);
    expect(wrong.map((row) => `${row.id} ${JSON.stringify(row.state)}`)).toEqual([]);
  });
});

describe('the siblings', () => {
  it('are thousands of rows, with yes and no in about equal parts', () => {
    const yes = ROWS.filter((row) => row.expected === 1).length;
    expect(ROWS.length).toBeGreaterThan(4_000);
    expect(yes / ROWS.length).toBeGreaterThan(0.5);
    expect(yes / ROWS.length).toBeLessThan(0.7);
  });
});
