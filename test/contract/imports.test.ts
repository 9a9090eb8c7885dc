import { describe, expect, it } from 'vitest';
import {
  asked,
  importQuestions,
  importRuntype,
  importRuntypeVersion,
  questionSet,
} from '../../src/contract/index.js';
import { choice, digest, noul, score } from '../../src/index.js';
import { faultOf } from '../fault.js';
import { TEAM, untyped } from './fixtures.js';

const ROUTE =
  'Read the support ticket and choose the queue that handles it. Choose other when none fit.';
const CRITERIA = {
  billing: 'Invoices, charges, refunds, payment methods, or plan pricing.',
  technical: 'Errors, outages, failed integrations, or unexpected product behavior.',
  other: null,
};
const HUMAN = 'Does the customer request a human support representative?';
const SIDES = { true: 'The customer asks for a person.', false: 'No current request for a human.' };

/** A body that creates a set. */
const BODY = {
  slug: 'ticket-triage',
  name: 'Ticket triage',
  questions: {
    route: { type: 'choice', instructions: ROUTE, criteria: CRITERIA },
    requests_human: { type: 'boolean', instructions: HUMAN, criteria: SIDES },
  },
};

const QUESTIONS = {
  route: choice(ROUTE, CRITERIA),
  requests_human: noul(HUMAN, { criteria: SIDES }),
};

/** What a calibration records. */
const RECORD = {
  labeledSetRef: 'support-tickets-2026-09',
  perQuestion: { requests_human: { threshold: 0.62, targetAccuracy: 0.95, handledRate: 0.71 } },
  measuredModel: 'typesafe-ai/jev-1.13.0',
};

const asks = (instructions: string): object => ({ asks: { type: 'boolean', instructions } });

describe('a set of Runtype', () => {
  it('is read from the body that creates it, as a draft', () => {
    for (const json of [BODY, JSON.stringify(BODY)]) {
      const { set, id, calibrations, unread } = importRuntype(json);
      expect(set).toEqual(
        questionSet({ slug: 'ticket-triage', name: 'Ticket triage', questions: QUESTIONS }),
      );
      expect(set.versions[0]?.digest).toBe(digest(QUESTIONS));
      expect([id, calibrations, unread]).toEqual([undefined, [], []]);
    }
  });

  it('is read from what its routes return, with versions in any order', () => {
    const { set, id, calibrations, unread } = importRuntype({
      questionSet: {
        id: 'qset_17',
        slug: 'refunds',
        name: 'Refunds',
        description: 'Who asks for one.',
        currentVersion: 1,
        createdAt: '2026-09-01T00:00:00Z',
      },
      versions: [
        { versionNumber: 3, status: 'draft', questions: asks('Three?'), model: null },
        {
          versionNumber: 2,
          status: 'published',
          questions: asks('Two?'),
          inputMapping: { a: 'b' },
        },
        {
          versionNumber: 1,
          publishedAt: '2026-09-02T00:00:00Z',
          questions: asks('One?'),
          model: 'typesafe-ai/jev',
          calibration: RECORD,
          createdBy: 'ada',
        },
      ],
    });
    const one = { asks: noul('One?') };
    const two = { asks: noul('Two?') };
    const three = { asks: noul('Three?') };
    const { head: _, ...rest } = set;
    expect(rest).toEqual({
      format: 'judgement/question-set/v1',
      slug: 'refunds',
      name: 'Refunds',
      description: 'Who asks for one.',
      versions: [
        { version: 1, questions: one, digest: digest(one), model: 'typesafe-ai/jev' },
        { version: 2, questions: two, digest: digest(two), mapping: { a: 'b' } },
        { version: 3, questions: three, digest: digest(three) },
      ],
      published: [1, 2, 1],
    });
    expect(id).toBe('qset_17');
    expect(calibrations).toEqual([{ version: 1, record: RECORD }]);
    expect(unread).toEqual(['set.questionSet.createdAt', 'set.versions[2].createdBy']);
  });

  it('is one version where it resolves to a later one, whose earlier ones are not there', () => {
    const json = {
      questionSet: { id: 'qset_17', slug: 'refunds', name: 'Refunds' },
      version: {
        versionNumber: 3,
        status: 'published',
        questions: asks('Three?'),
        inputMapping: { a: 'b' },
      },
      calibration: RECORD,
    };
    const { contract, calibrations, id } = importRuntypeVersion(JSON.stringify(json));
    const questions = { asks: noul('Three?') };
    expect(contract).toEqual({
      id: 'refunds',
      version: '3',
      name: 'Refunds',
      questions,
      digest: digest(questions),
      mapping: { a: 'b' },
    });
    expect(asked(contract, 'Hello').contract.digest).toBe(digest(questions));
    expect([id, calibrations]).toEqual(['qset_17', [{ version: 3, record: RECORD }]]);
    expect(() => importRuntype(json)).toThrow('read one version with importRuntypeVersion()');
    const draft = { ...json, version: { ...json.version, status: 'draft' } };
    expect(faultOf(() => importRuntypeVersion(draft))).toEqual([
      'bad_contract',
      'set.version.status',
    ]);
    const both = { ...json, versions: [json.version, { ...json.version, versionNumber: 4 }] };
    expect(faultOf(() => importRuntypeVersion(both))[0]).toBe('bad_contract');
  });

  it('is read from what it resolves to, with its calibration beside it', () => {
    const { set, calibrations } = importRuntype({
      questionSet: { id: 'qset_17', slug: 'refunds', name: 'Refunds', description: null },
      version: { versionNumber: 1, status: 'published', questions: asks('One?') },
      calibration: RECORD,
    });
    expect(set.published).toEqual([1]);
    expect(set).not.toHaveProperty('description');
    expect(calibrations).toEqual([{ version: 1, record: RECORD }]);
    const { calibrations: none } = importRuntype({
      questionSet: { slug: 'refunds' },
      version: { versionNumber: 1, questions: asks('One?') },
      calibration: null,
    });
    expect(none).toEqual([]);
  });

  it.each([
    ['texts', ['poor', 'fair'], score('Q?', ['poor', 'fair'])],
    [
      'one text twice',
      ['poor', 'poor'],
      score('Q?', ['0', '1'], { criteria: { '0': 'poor', '1': 'poor' } }),
    ],
    [
      'objects',
      [{ what: 'poor' }, { what: 'fair' }],
      score('Q?', ['0', '1'], { criteria: { '0': { what: 'poor' }, '1': { what: 'fair' } } }),
    ],
  ])('has the levels of a score from %s', (_, criteria, expected) => {
    const questions = { q: { type: 'score', instructions: 'Q?', criteria } };
    const { set } = importRuntype({ slug: 's', questions });
    expect(set.versions[0]?.questions).toEqual({ q: expected });
  });

  const version = { versionNumber: 1, questions: asks('One?') };
  const names = { slug: 's' };
  it.each([
    ['no object', [], 'bad_contract', 'set'],
    ['nothing', undefined, 'not_json', 'set'],
    ['no slug', { questions: asks('One?') }, 'bad_contract', 'set.slug'],
    ['no questions', { slug: 's' }, 'bad_question', 'set.questions'],
    ['a set that is none', { questionSet: 7, version }, 'bad_contract', 'set.questionSet'],
    ['a version that is none', { questionSet: names, version: 7 }, 'bad_contract', 'set.version'],
    [
      'versions that are none',
      { questionSet: names, versions: {} },
      'bad_contract',
      'set.versions',
    ],
    [
      'a number that is none',
      { questionSet: names, version: { ...version, versionNumber: '1' } },
      'bad_contract',
      'set.version.versionNumber',
    ],
    [
      'a version that is missing',
      { questionSet: names, version: { ...version, versionNumber: 3 } },
      'bad_contract',
      'set.version',
    ],
    [
      'a version twice',
      { questionSet: names, versions: [version, version] },
      'bad_contract',
      'set.versions[1]',
    ],
    [
      'a current version that is a draft',
      { questionSet: { ...names, currentVersion: 1 }, version },
      'bad_contract',
      'set.questionSet.currentVersion',
    ],
    [
      'a bad question',
      {
        questionSet: names,
        version: { questions: { a: { type: 'choice', criteria: { x: null } } } },
      },
      'bad_question',
      'set.version.questions.a.instructions',
    ],
    [
      'a question with a threshold',
      { slug: 's', questions: { a: { type: 'boolean', instructions: 'A?', threshold: 0.5 } } },
      'bad_question',
      'set.questions.a.threshold',
    ],
    ['no version', { questionSet: names, versions: [] }, 'bad_contract', 'set.versions'],
  ])('is refused with %s', (_, json, code, path) => {
    expect(faultOf(() => importRuntype(json))).toEqual([code, path]);
  });
});

describe('a file of questions', () => {
  const file = { team: { type: 'choice', instructions: 'Which?', options: ['a', 'b'] } };

  it('becomes a draft', () => {
    const set = importQuestions(JSON.stringify(file), { slug: 'team', name: 'Team' });
    expect(set).toEqual(
      questionSet({
        slug: 'team',
        name: 'Team',
        questions: { team: choice('Which?', ['a', 'b']) },
      }),
    );
    expect(importQuestions({ team: TEAM }, { slug: 'team' }).name).toBe('team');
  });

  it.each([
    ['no questions', {}, { slug: 's' }, 'bad_question', 'questions'],
    ['a question that is none', '{"a":7}', { slug: 's' }, 'bad_question', 'questions.a'],
    ['a key twice', '{"a":1,"a":2}', { slug: 's' }, 'duplicate_member', 'questions.a'],
    ['no slug', file, {}, 'bad_contract', 'options.slug'],
    ['a blank name', file, { slug: 's', name: '' }, 'bad_contract', 'options.name'],
    ['another option', file, { slug: 's', version: 2 }, 'bad_option', 'options.version'],
    ['no options', file, undefined, 'bad_option', 'options'],
  ])('is refused with %s', (_, questions, options, code, path) => {
    expect(faultOf(() => untyped(importQuestions, questions, options))).toEqual([code, path]);
  });
});
