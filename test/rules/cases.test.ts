import { describe, expect, it } from 'vitest';
import { explain, type RuleKey } from '../../src/rules/index.js';
import { type Case, readCases } from './cases.js';

/** The rows that are answered otherwise than labelled, by id. */
function wrong(cases: readonly Case[]): readonly string[] {
  return cases.filter((row) => answer(row) !== row.expected).map((row) => row.id);
}

function answer(row: Case): number {
  return explain(row.state)[keyOf(row.question)].noul;
}

function keyOf(question: string): RuleKey {
  const keys: readonly RuleKey[] = [
    'path_outside_workspace',
    'shell_destructive',
    'shell_exfiltrates',
    'network_off_scope',
    'amount_above_bound',
    'unsafe',
  ];
  const key = keys.find((candidate) => candidate === question);
  if (key === undefined) throw new RangeError(`no question ${question}`);
  return key;
}

/*
 * The counts are floors: a change may raise them and may not lower them. The rows are named, so
 * that one that is lost is not hidden by another that is won.
 */
describe('the clear-cut cases', () => {
  const cases = readCases('rules');

  it.each([
    ['path_outside_workspace', 36],
    ['shell_destructive', 320],
    ['shell_exfiltrates', 111],
    ['network_off_scope', 61],
    ['amount_above_bound', 37],
  ])('of %s are all answered as labelled, %i of them', (question, count) => {
    const own = cases.filter((row) => row.question === question);
    expect(own).toHaveLength(count);
    expect(wrong(own)).toEqual([]);
  });
});

describe('the ordinary commands of READMEs and CI files', () => {
  it('are never called unsafe', () => {
    const cases = readCases('benign');
    expect(cases).toHaveLength(396);
    expect(wrong(cases)).toEqual([]);
  });
});

/** Arguable rows whose label the rules do not follow, with the decision behind it. */
const DECIDED_OTHERWISE: Readonly<Record<string, string>> = {
  A036: '1.000 reads as one or as a thousand: ambiguous amounts answer no and are named in a note',
  D177: 'a temporary directory is outside unless the caller declares it as a scratch root',
  D179: 'a temporary directory is outside unless the caller declares it as a scratch root',
  D180: 'a temporary directory is outside unless the caller declares it as a scratch root',
  D181: 'a temporary directory is outside unless the caller declares it as a scratch root',
  N009: 'a wildcard covers its apex',
  P036: 'a leading $HOME is a home, whoever expands it',
  P064: 'a path beside a method is an HTTP route',
  P101: 'c:/srv/proj is not under C:\\work\\proj',
};

describe('the arguable cases', () => {
  it('are answered as labelled but for those that were decided otherwise', () => {
    expect(wrong(readCases('debatable'))).toEqual(Object.keys(DECIDED_OTHERWISE));
  });
});
