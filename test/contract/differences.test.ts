import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, newDraft, questionSet } from '../../src/contract/index.js';
import { type Criterion, choice, noul, type Question, score } from '../../src/index.js';
import { faultOf } from '../fault.js';
import { anySet, routerSet } from './fixtures.js';

/** What is said of one question that becomes another, as `kind option: sentence`. */
function said(before: Question, after: Question): readonly string[] {
  const first = questionSet({ slug: 's', questions: { q: before } });
  const set = newDraft(first, { questions: { q: after } });
  return compareVersions(set, 1, 2).map(
    ({ kind, key, option = '-', sentence }) => `${key} ${kind} ${option} ${sentence}`,
  );
}

const map = (labels: { readonly [label: string]: Criterion }): Question => choice('Q?', labels);
const list = (...labels: readonly string[]): Question => choice('Q?', labels);
const rubric = (...levels: readonly string[]): Question => score('Q?', levels);

describe('comparing two versions', () => {
  it.each<[string, Question, Question, readonly string[]]>([
    ['nothing', list('a', 'b'), list('a', 'b'), []],
    ['another type', noul('Q?'), list('a', 'b'), ['q type_changed - q: noul is now a choice']],
    [
      'another type and other instructions',
      noul('Q?'),
      score('R?', ['a', 'b']),
      [
        'q type_changed - q: noul is now a score',
        'q instructions_changed - q: instructions changed',
      ],
    ],
    [
      'other instructions',
      noul('Q?'),
      noul('R?'),
      ['q instructions_changed - q: instructions changed'],
    ],
    [
      'no instructions',
      noul('Q?'),
      { type: 'noul' },
      ['q instructions_changed - q: instructions removed'],
    ],
    [
      'first instructions',
      { type: 'noul' },
      noul('Q?'),
      ['q instructions_changed - q: instructions added'],
    ],
    [
      'one more option',
      list('a', 'b'),
      list('a', 'x', 'b'),
      ['q option_added x q: option "x" added'],
    ],
    [
      'one option less',
      list('a', 'b', 'c'),
      list('a', 'c'),
      ['q option_removed b q: option "b" removed'],
    ],
    [
      'another option',
      list('a', 'b'),
      list('a', 'c'),
      ['q option_removed b q: option "b" removed', 'q option_added c q: option "c" added'],
    ],
    [
      'another order',
      list('a', 'b'),
      list('b', 'a'),
      ['q options_reordered - q: options reordered'],
    ],
    [
      'another order and one more',
      list('a', 'b'),
      list('b', 'c', 'a'),
      ['q option_added c q: option "c" added', 'q options_reordered - q: options reordered'],
    ],
    [
      'a level in between',
      rubric('poor', 'good'),
      rubric('poor', 'fair', 'good'),
      ['q option_added fair q: level "fair" added as 1'],
    ],
    [
      'levels upside down',
      rubric('poor', 'good'),
      rubric('good', 'poor'),
      ['q options_reordered - q: levels reordered'],
    ],
    [
      'another criterion',
      map({ a: 'one', b: null }),
      map({ a: 'two', b: null }),
      ['q criteria_changed a q: criterion of "a" changed'],
    ],
    [
      'criteria for the first time',
      list('a', 'b'),
      map({ a: 'one', b: null }),
      [
        'q criteria_changed a q: criterion of "a" added',
        'q criteria_changed b q: criterion of "b" added',
      ],
    ],
    [
      'a side of a noul less',
      noul('Q?', { criteria: { true: 'yes' } }),
      noul('Q?', { criteria: {} }),
      ['q criteria_changed true q: criterion of "true" removed'],
    ],
    [
      'criteria that are empty',
      noul('Q?', { criteria: {} }),
      noul('Q?'),
      ['q criteria_changed - q: criteria removed'],
    ],
    [
      'the criterion of an option that goes',
      map({ a: null, b: null, c: 'x' }),
      map({ a: null, b: null }),
      ['q option_removed c q: option "c" removed'],
    ],
  ])('tells of %s', (_, before, after, expected) => {
    expect(said(before, after)).toEqual(expected);
  });

  it('tells of questions, the model and the mapping', () => {
    const tell = (from: number, to: number): readonly string[] =>
      compareVersions(routerSet(), from, to).map(({ sentence }) => sentence);
    expect(tell(1, 2)).toEqual(['question requests_human added, a noul']);
    expect(tell(2, 1)).toEqual(['question requests_human removed']);
    expect(tell(2, 3)).toEqual(['model removed']);
    expect(tell(3, 1)).toEqual(['question requests_human removed', 'model added']);
    const set = newDraft(routerSet(), { mapping: { text: 'body' }, model: 'router-3' });
    expect(compareVersions(set, 1, 4).map(({ kind }) => kind)).toEqual([
      'question_added',
      'model_changed',
      'mapping_changed',
    ]);
  });

  it('shows no label to a terminal as it is', () => {
    expect(said(list('a', 'b'), list('a', 'b', '\u001b[2J\u202e'))).toEqual([
      'q option_added \u001b[2J\u202e q: option "\ufffd[2J\ufffd" added',
    ]);
  });

  it('refuses a version that is not there', () => {
    expect(faultOf(() => compareVersions(routerSet(), 4, 1))).toEqual(['unknown_contract', 'from']);
    expect(faultOf(() => compareVersions(routerSet(), 1, 0))).toEqual(['unknown_contract', 'to']);
  });

  it('says nothing exactly where both are the same', () => {
    fc.assert(
      fc.property(anySet, fc.nat(20), fc.nat(20), (set, one, other) => {
        const count = set.versions.length;
        const from = set.versions[one % count];
        const to = set.versions[other % count];
        const { version: _from, ...before } = from ?? { version: 0 };
        const { version: _to, ...after } = to ?? { version: 0 };
        const isSame = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
        const changes = compareVersions(set, from?.version ?? 0, to?.version ?? 0);
        expect(changes.length === 0).toBe(isSame);
      }),
      { numRuns: 200 },
    );
  });
});

/** With members in one order, as they mean the same in any. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([name, member]) => [name, sorted(member)]);
}
