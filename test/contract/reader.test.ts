import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  newDraft,
  publish,
  readQuestionSet,
  rename,
  setHead,
} from '../../src/contract/index.js';
import { digest, isJudgementError } from '../../src/index.js';
import { faultOf } from '../fault.js';
import { resealed, routerSet, untyped } from './fixtures.js';

const text = JSON.stringify(routerSet());

/** The set as parsed JSON, changed. */
function changed(change: (set: Changeable) => void): unknown {
  const set: Changeable = JSON.parse(text);
  change(set);
  return set;
}

interface Changeable {
  [member: string]: unknown;
  versions: { [member: string]: unknown }[];
  published: unknown[];
}

describe('reading a question set', () => {
  it('takes text and what was parsed from it', () => {
    expect(readQuestionSet(text)).toEqual(routerSet());
    expect(readQuestionSet(JSON.parse(text))).toEqual(routerSet());
  });

  it('gives one that was read or made here as it is', () => {
    const set = routerSet();
    expect(readQuestionSet(set)).toBe(set);
    const read = readQuestionSet(text);
    expect(readQuestionSet(read)).toBe(read);
  });

  it.each<[string, (set: Changeable) => void, string, string]>([
    ['another format', (set) => Object.assign(set, { format: 'x' }), 'bad_contract', 'set.format'],
    ['no format', (set) => delete set['format'], 'bad_contract', 'set.format'],
    ['another member', (set) => Object.assign(set, { bar: 1 }), 'bad_contract', 'set.bar'],
    ['no slug', (set) => delete set['slug'], 'bad_contract', 'set.slug'],
    ['a slug of capitals', (set) => Object.assign(set, { slug: 'X' }), 'bad_contract', 'set.slug'],
    ['no name', (set) => delete set['name'], 'bad_contract', 'set.name'],
    [
      'a null',
      (set) => Object.assign(set, { description: null }),
      'bad_contract',
      'set.description',
    ],
    ['no versions', (set) => Object.assign(set, { versions: [] }), 'bad_contract', 'set.versions'],
    [
      'versions that are none',
      (set) => Object.assign(set, { versions: {} }),
      'bad_contract',
      'set.versions',
    ],
    [
      'a version that is none',
      (set) => Object.assign(set.versions, { 1: 7 }),
      'bad_contract',
      'set.versions[1]',
    ],
    ['a gap', (set) => set.versions.splice(1, 1), 'bad_contract', 'set.versions[1].version'],
    [
      'a version twice',
      (set) => Object.assign(set.versions[2] ?? {}, { version: 2 }),
      'bad_contract',
      'set.versions[2].version',
    ],
    [
      'versions in another order',
      (set) => set.versions.reverse(),
      'bad_contract',
      'set.versions[0].version',
    ],
    [
      'a version 0',
      (set) => Object.assign(set.versions[0] ?? {}, { version: 0 }),
      'bad_contract',
      'set.versions[0].version',
    ],
    [
      'a version as text',
      (set) => Object.assign(set.versions[0] ?? {}, { version: '1' }),
      'bad_contract',
      'set.versions[0].version',
    ],
    [
      'a threshold',
      (set) => Object.assign(set.versions[0] ?? {}, { threshold: 0.5 }),
      'bad_contract',
      'set.versions[0].threshold',
    ],
    [
      'a model that is none',
      (set) => Object.assign(set.versions[0] ?? {}, { model: 1 }),
      'bad_contract',
      'set.versions[0].model',
    ],
    [
      'a mapping of null',
      (set) => Object.assign(set.versions[0] ?? {}, { mapping: null }),
      'bad_contract',
      'set.versions[0].mapping',
    ],
    [
      'no questions',
      (set) => delete set.versions[0]?.['questions'],
      'bad_question',
      'set.versions[0].questions',
    ],
    [
      'no digest',
      (set) => delete set.versions[0]?.['digest'],
      'bad_contract',
      'set.versions[0].digest',
    ],
    [
      'no list of what was published',
      (set) => Reflect.deleteProperty(set, 'published'),
      'bad_contract',
      'set.published',
    ],
    [
      'one published that is not there',
      (set) => set.published.push(4),
      'bad_contract',
      'set.published[3]',
    ],
    ['version 0 published', (set) => set.published.unshift(0), 'bad_contract', 'set.published[0]'],
    [
      'half a version published',
      (set) => set.published.push(1.5),
      'bad_contract',
      'set.published[3]',
    ],
    [
      'one published twice in a row',
      (set) => set.published.push(1),
      'bad_contract',
      'set.published[3]',
    ],
    [
      'more published than may be',
      (set) => set.published.push(...Array(9_998).fill(1)),
      'bad_contract',
      'set.published',
    ],
  ])('refuses %s', (_, change, code, path) => {
    const json = changed(change);
    expect(faultOf(() => readQuestionSet(json))).toEqual([code, path]);
    expect(faultOf(() => readQuestionSet(JSON.stringify(json)))).toEqual([code, path]);
  });

  it.each([0, 1, 2])('refuses version %d of which the questions were changed', (at) => {
    const json = changed((set) => {
      const version = set.versions[at] ?? {};
      Object.assign(version, {
        questions: { spam: { type: 'noul', instructions: 'Is it spam?' } },
      });
    });
    expect(faultOf(() => readQuestionSet(json))).toEqual([
      'bad_contract',
      `set.versions[${at}].digest`,
    ]);
    expect(() => readQuestionSet(json)).toThrow(`version ${at + 1} has other questions`);
  });

  it.each<[string, (set: Changeable) => unknown]>([
    ['model', (set) => Object.assign(set.versions[0] ?? {}, { model: 'router-9' })],
    ['mapping', (set) => Object.assign(set.versions[1] ?? {}, { mapping: { text: 'x' } })],
    ['list of what was published', (set) => set.published.push(2)],
    ['name', (set) => Object.assign(set, { name: 'Other' })],
    ['list of versions, the last of which is gone', (set) => set.versions.pop()],
    ['head', (set) => Object.assign(set, { head: digest('x') })],
    ['head, which is gone', (set) => delete set['head']],
  ])('notices an edited %s', (_, change) => {
    const fault = ['bad_contract', 'set.head'];
    const json = changed(change);
    expect(faultOf(() => readQuestionSet(json))).toEqual(fault);
    expect(faultOf(() => readQuestionSet(JSON.stringify(json)))).toEqual(fault);
  });

  it('notices a head that was written anew by the head that is known', () => {
    const { head } = routerSet();
    const edited = resealed(Object(changed((set) => set.published.push(2))));
    expect(readQuestionSet(edited).published).toEqual([1, 2, 1, 2]);
    expect(faultOf(() => readQuestionSet(edited, { head }))).toEqual(['bad_contract', 'set.head']);
    expect(readQuestionSet(text, { head })).toEqual(routerSet());
    expect(faultOf(() => untyped(readQuestionSet, text, { haed: head }))).toEqual([
      'bad_option',
      'options.haed',
    ]);
  });

  it('says which version is missing, and which is there twice', () => {
    const gap = changed((set) => set.versions.splice(1, 1));
    expect(() => readQuestionSet(gap)).toThrow('version 2 is missing');
    const twice = changed((set) => set.versions.splice(1, 0, ...set.versions.slice(0, 1)));
    expect(() => readQuestionSet(twice)).toThrow('version 1 is there twice');
  });

  it('names the place of a bad question', () => {
    const json = changed((set) => {
      const questions = { team: { type: 'choice', instructions: 'Which?', options: ['a'] } };
      Object.assign(set.versions[1] ?? {}, { questions, digest: digest(questions) });
    });
    expect(faultOf(() => readQuestionSet(json))).toEqual([
      'bad_question',
      'set.versions[1].questions.team.options',
    ]);
  });

  it('refuses what could mean two things', () => {
    const proto = text.replace('"team":', '"__proto__":');
    expect(faultOf(() => readQuestionSet(proto))).toEqual([
      'forbidden_member',
      'set.versions[0].questions.__proto__',
    ]);
    expect(faultOf(() => readQuestionSet(JSON.parse(proto)))).toEqual([
      'forbidden_member',
      'set.versions[0].questions.__proto__',
    ]);
    const twice = text.replace('"slug":', '"slug":"other","slug":');
    expect(faultOf(() => readQuestionSet(twice))).toEqual(['duplicate_member', 'set.slug']);
    expect(faultOf(() => readQuestionSet('{'))[0]).toBe('bad_syntax');
  });

  it.each([
    [undefined, 'not_json'],
    [null, 'bad_contract'],
    [[], 'bad_contract'],
    [7, 'bad_contract'],
    [Promise.resolve(routerSet()), 'not_json'],
    [new Map(), 'not_json'],
  ])('refuses %s', (value, code) => {
    expect(faultOf(() => readQuestionSet(value))).toEqual([code, 'set']);
  });

  it('runs a getter once', () => {
    let runs = 0;
    const json = Object.defineProperty(JSON.parse(text), 'slug', {
      enumerable: true,
      get: () => {
        runs += 1;
        return 'ticket-router';
      },
    });
    expect(readQuestionSet(json).slug).toBe('ticket-router');
    expect(runs).toBe(1);
  });
});

describe('whatever is read', () => {
  /** The digests of what was read; the code of the error where it was refused. */
  function outcomeOf(value: unknown): readonly string[] | string {
    try {
      return readQuestionSet(value).versions.map((version) => version.digest);
    } catch (error) {
      if (isJudgementError(error)) return error.code;
      throw error;
    }
  }

  const digests = routerSet().versions.map((version) => version.digest);

  it('is the set as it was or is refused, with any part of its text changed', () => {
    const place = fc.nat(text.length);
    const part = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('', '0', '"', '{}', 'null'));
    fc.assert(
      fc.property(place, fc.nat(4), part, (at, length, other) => {
        const changedText = text.slice(0, at) + other + text.slice(at + length);
        const outcome = outcomeOf(changedText);
        if (typeof outcome === 'string') return;
        expect(readQuestionSet(changedText)).toEqual(routerSet());
      }),
      { numRuns: 1_000 },
    );
  });

  it('is refused with a code where it is any other value', () => {
    const members = ['format', 'slug', 'name', 'versions', 'published'];
    const value = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...members), fc.jsonValue()),
      fc.record({ member: fc.constantFrom(...members), value: fc.anything() }).map((one) => ({
        ...routerSet(),
        [one.member]: one.value,
      })),
    );
    fc.assert(
      fc.property(value, (given) => {
        const outcome = outcomeOf(given);
        // A name or an empty list of publications may have come by chance, and changes no version.
        if (typeof outcome !== 'string') expect(outcome).toEqual(digests);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a set that was made elsewhere', () => {
  const foreign = JSON.parse(text);

  it('is read before anything is done with it', () => {
    expect(publish(foreign, 3).published).toEqual([1, 2, 1, 3]);
    expect(newDraft(foreign, { model: 'm' }).versions).toHaveLength(4);
    expect(rename(foreign, { name: 'N' }).name).toBe('N');
    expect(compareVersions(foreign, 1, 2)).toHaveLength(1);
    expect(setHead(foreign)).toBe(setHead(routerSet()));
  });

  it.each([
    ['publish', publish, [1]],
    ['newDraft', newDraft, [{ model: 'm' }]],
    ['rename', rename, [{ name: 'N' }]],
    ['compareVersions', compareVersions, [1, 2]],
    ['setHead', setHead, []],
  ])('is refused by %s when it was forged', (_, call, rest) => {
    const forged = changed((set) => Object.assign(set.versions[0] ?? {}, { digest: digest({}) }));
    expect(faultOf(() => untyped(call, forged, ...rest))).toEqual([
      'bad_contract',
      'set.versions[0].digest',
    ]);
  });
});
