import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newDraft,
  publish,
  questionSet,
  readQuestionSet,
  rename,
  setHead,
} from '../../src/contract/index.js';
import { choice, digest, judgeSync, noul } from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  anyOperation,
  anyQuestions,
  HUMAN,
  resealed,
  routerSet,
  TEAM,
  untyped,
} from './fixtures.js';

describe('a question set', () => {
  it('begins with one draft', () => {
    const set = questionSet({ slug: 'ticket-router', questions: { team: TEAM } });
    const rest = {
      format: 'judgement/question-set/v1',
      slug: 'ticket-router',
      name: 'ticket-router',
      versions: [{ version: 1, questions: { team: TEAM }, digest: digest({ team: TEAM }) }],
      published: [],
    };
    expect(set).toEqual({ ...rest, head: digest(rest) });
  });

  it('is frozen at every depth', () => {
    const open: unknown[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) open.push(value);
      Object.values(value).forEach(visit);
    };
    visit(routerSet());
    expect(open).toEqual([]);
  });

  it('has the digest that a judgement of its questions has', () => {
    const questions = { off: noul('Is it off?'), team: choice('Which?', { a: 'one', b: null }) };
    const judge = {
      info: { model: 'm' },
      ask: () => ({ answers: { off: { noul: 0 }, team: { choice: 'a' } } }),
    };
    const { questionsDigest } = judgeSync({ state: 'x', questions }, { judge });
    expect(questionSet({ slug: 's', questions }).versions[0]?.digest).toBe(questionsDigest);
  });

  it('reads what it is given once, so that nobody changes it later', () => {
    const questions = { team: { type: 'choice', instructions: 'Which?', options: ['a', 'b'] } };
    const set = questionSet(Object({ slug: 's', questions }));
    questions.team.options.push('c');
    expect(set.versions[0]?.questions['team']).toEqual({
      type: 'choice',
      instructions: 'Which?',
      options: ['a', 'b'],
    });
  });

  it.each(['a', '0', 'a-b_c', 'x'.repeat(64)])('may be called %s', (slug) => {
    expect(questionSet({ slug, questions: { team: TEAM } }).slug).toBe(slug);
  });

  it.each(['', '-a', '_a', 'A', 'a b', 'a@1', 'é', 'x'.repeat(65), 'a\n'])(
    'may not be called %j',
    (slug) => {
      const call = (): unknown => questionSet({ slug, questions: { team: TEAM } });
      expect(faultOf(call)).toEqual(['bad_contract', 'set.slug']);
    },
  );

  it.each([
    ['no question', { questions: {} }, 'bad_question', 'set.questions'],
    ['no questions', { questions: undefined }, 'bad_question', 'set.questions'],
    [
      'a bad question',
      { questions: { a: { type: 'noul', instructions: '' } } },
      'bad_question',
      'set.questions.a.instructions',
    ],
    ['a blank name', { name: ' ' }, 'bad_contract', 'set.name'],
    ['a blank description', { description: '' }, 'bad_contract', 'set.description'],
    ['a model that is no text', { model: 7 }, 'bad_contract', 'set.model'],
    ['a mapping of null', { mapping: null }, 'bad_contract', 'set.mapping'],
    ['a mapping that is no JSON', { mapping: { at: new Date(0) } }, 'not_json', 'set.mapping.at'],
    ['a threshold', { threshold: 0.5 }, 'bad_option', 'set.threshold'],
  ])('is refused with %s', (_, more, code, path) => {
    const input = { slug: 's', questions: { team: TEAM }, ...more };
    expect(faultOf(() => untyped(questionSet, input))).toEqual([code, path]);
  });
});

describe('a draft', () => {
  it('carries over what it does not change, from the most recent version', () => {
    const set = routerSet();
    const [first, second, third] = set.versions;
    expect(set.versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(second).toMatchObject({ model: 'router-2', mapping: { text: 'ticket.body' } });
    expect(third?.questions).toBe(second?.questions);
    expect(third).not.toHaveProperty('model');
    expect(third).toHaveProperty('mapping');
    expect(first?.questions).toEqual({ team: TEAM });
    const fourth = newDraft(set, { mapping: null }).versions[3];
    expect(fourth).toEqual({
      version: 4,
      questions: { team: TEAM, requests_human: HUMAN },
      digest: digest({ team: TEAM, requests_human: HUMAN }),
    });
  });

  it('is refused where there is nothing to change, or another thing', () => {
    const set = routerSet();
    expect(faultOf(() => newDraft(set, {}))).toEqual(['bad_contract', 'changes']);
    expect(faultOf(() => untyped(newDraft, set, { name: 'x' }))).toEqual([
      'bad_option',
      'changes.name',
    ]);
    expect(faultOf(() => newDraft(set, { questions: {} }))).toEqual([
      'bad_question',
      'changes.questions',
    ]);
    expect(faultOf(() => newDraft(set, { model: '' }))).toEqual(['bad_contract', 'changes.model']);
  });

  it('leaves the set that it was made of as it was', () => {
    const set = routerSet();
    const before = JSON.stringify(set);
    newDraft(set, { model: 'router-3' });
    publish(set, 3);
    rename(set, { name: 'Other' });
    expect(JSON.stringify(set)).toBe(before);
  });

  it('is one of at most 10,000', () => {
    const one = routerSet();
    const [first] = one.versions;
    const versions = Array.from({ length: 10_000 }, (_, index) => ({
      ...first,
      version: index + 1,
    }));
    const full = readQuestionSet(resealed({ ...one, versions }));
    expect(full.versions).toHaveLength(10_000);
    expect(faultOf(() => newDraft(full, { model: 'm' }))).toEqual(['bad_contract', 'set']);
  });
});

describe('publishing', () => {
  it('makes the most recent version the current one, or the one that is named', () => {
    const { published: _, ...set } = routerSet();
    const fresh = readQuestionSet(resealed({ ...set, published: [] }));
    expect(publish(fresh).published).toEqual([3]);
    expect(publish(publish(fresh, 1), 2).published).toEqual([1, 2]);
    expect(publish(publish(publish(fresh, 1), 2), 1).published).toEqual([1, 2, 1]);
  });

  it('of the current version changes nothing', () => {
    const set = routerSet();
    expect(publish(set, 1)).toBe(set);
  });

  it.each([0, 4, -1, 1.5, Number.NaN])('of version %d is refused', (version) => {
    expect(faultOf(() => publish(routerSet(), version))).toEqual(['unknown_contract', 'version']);
  });

  it('is done at most 10,000 times', () => {
    const published = Array.from({ length: 10_000 }, (_, index) => (index % 2) + 1);
    const set = readQuestionSet(resealed({ ...routerSet(), published }));
    expect(faultOf(() => publish(set, 3))).toEqual(['bad_contract', 'set']);
  });
});

describe('renaming', () => {
  it('changes the name and the description, and adds no version', () => {
    const named = rename(routerSet(), { name: 'Router', description: 'Routes.' });
    expect(named).toEqual(resealed({ ...routerSet(), name: 'Router', description: 'Routes.' }));
    expect(rename(named, { name: 'Tickets' }).description).toBe('Routes.');
    expect(rename(named, { description: null })).not.toHaveProperty('description');
  });

  it('never changes the slug', () => {
    expect(faultOf(() => untyped(rename, routerSet(), { slug: 'x' }))).toEqual([
      'bad_option',
      'names.slug',
    ]);
  });
});

describe('under any sequence of operations', () => {
  it('every version stays as it was, and so does what was published', () => {
    fc.assert(
      fc.property(anyQuestions, fc.array(anyOperation, { maxLength: 15 }), (questions, all) => {
        let set = questionSet({ slug: 'any', questions });
        for (const operate of all) {
          const next = operate(set);
          expect(next.versions.slice(0, set.versions.length)).toEqual(set.versions);
          expect(next.published.slice(0, set.published.length)).toEqual(set.published);
          expect(next.slug).toBe('any');
          set = next;
        }
        const digests = set.versions.map((version) => digest(version.questions));
        expect(set.versions.map((version) => version.digest)).toEqual(digests);
        expect(set.versions.map(({ version }) => version)).toEqual(digests.map((_, at) => at + 1));
      }),
      { numRuns: 150 },
    );
  });

  it('its JSON is read as the set that was written', () => {
    fc.assert(
      fc.property(anyQuestions, fc.array(anyOperation, { maxLength: 15 }), (questions, all) => {
        const first = questionSet({ slug: 'any', questions });
        const set = all.reduce((one, operate) => operate(one), first);
        const text = JSON.stringify(set);
        const read = readQuestionSet(text);
        expect(read).toEqual(set);
        expect(JSON.stringify(read)).toBe(text);
        expect(setHead(read)).toBe(setHead(set));
      }),
      { numRuns: 150 },
    );
  });
});
