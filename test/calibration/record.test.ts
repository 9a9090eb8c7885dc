import { describe, expect, it } from 'vitest';
import {
  type CalibrateOptions,
  type CalibrationRecord,
  calibrate,
  checkHistory,
  checkRecord,
  type LabelledRow,
  stale,
} from '../../src/calibration/index.js';
import { newDraft, publish, questionSet, resolveContract } from '../../src/contract/index.js';
import { digest, noul } from '../../src/index.js';
import { faultOf } from '../fault.js';
import { HELD_OUT, TRAIN } from './vectors.js';

const questions = { spam: noul('Is it spam?') };
const options = { target: 0.9, labelledSet: 'tickets-2026', clock: () => 0 };

function rowsOf(name: string, answers: typeof TRAIN): readonly LabelledRow[] {
  return answers.map(({ probability, correct }, index) => ({
    id: `${name}-${index}`,
    ...(index < 3 ? { group: name } : {}),
    labels: { spam: correct },
    answers: { spam: { noul: probability } },
    model: 'spam-3',
  }));
}

const halves = { train: rowsOf('t', TRAIN), heldOut: rowsOf('h', HELD_OUT) };

function make(extra: Partial<CalibrateOptions> = {}): CalibrationRecord {
  return calibrate(questions, halves, { ...options, ...extra });
}

/** A copy that can be changed. */
// biome-ignore lint/suspicious/noExplicitAny: what is changed here has no type any more.
type Changeable = any;

/** The fault of a record that was edited by somebody who wrote its digest anew. */
function faultWith(record: CalibrationRecord, edit: (copy: Changeable) => void) {
  const { digest: _, ...copy }: Changeable = JSON.parse(JSON.stringify(record));
  edit(copy);
  return faultOf(() => checkRecord({ ...copy, digest: digest(copy) }));
}

describe('the figures of a record', () => {
  const at = 'record.perQuestion.spam';
  const cases: readonly (readonly [string, (spam: Changeable) => void, string])[] = [
    ['an accuracy', (spam) => (spam.heldOutAccuracy = 0.95), `${at}.heldOutAccuracy`],
    ['no accuracy', (spam) => delete spam.heldOutAccuracy, `${at}.heldOutAccuracy`],
    ['a bound', (spam) => (spam.lowerBound += 0.01), `${at}.lowerBound`],
    ['a handled rate', (spam) => (spam.handledRate = 1), `${at}.handledRate`],
    ['a coverage', (spam) => (spam.coverage = 1), `${at}.coverage`],
    ['drawn counts', (spam) => (spam.drawn.correct = 11), `${at}.drawn`],
    ['more drawn than there are', (spam) => (spam.drawn.measurable = 15), `${at}.drawn`],
    ['a target', (spam) => (spam.targetAccuracy = 0.95), `${at}.threshold`],
    ['a threshold below a half', (spam) => (spam.threshold = 0.4), `${at}.threshold`],
    ['no calibration error', (spam) => delete spam.ece, `${at}.ece`],
    ['an error of a map that is not there', (spam) => (spam.mappedEce = 0.1), `${at}.mappedEce`],
    ['a train half that misses', (spam) => (spam.train.correct = 8), `${at}.train`],
    [
      'a reason that the counts do not have',
      (spam) => {
        delete spam.threshold;
        spam.reason = 'missed';
      },
      `${at}.reason`,
    ],
    [
      'a reason without a threshold, and answers that it handles',
      (spam) => {
        for (const name of ['threshold', 'heldOutAccuracy', 'lowerBound', 'drawn']) {
          delete spam[name];
        }
        delete spam.handledRate;
        delete spam.coverage;
        spam.reason = 'unreachable';
      },
      `${at}.heldOutAccuracy`,
    ],
    [
      'a guarantee that the counts do not pass',
      (spam) => (spam.guarantee = { delta: 0.05, candidates: 1, statement: 'sure' }),
      `${at}.guarantee`,
    ],
  ];

  it.each(cases)('are computed anew: %s is refused, whatever the digest', (_, edit, path) => {
    const fault = faultWith(make(), (copy) => edit(copy.perQuestion.spam));
    expect(fault).toEqual(['bad_record', path]);
  });

  it('of a guarantee are computed anew as well', () => {
    const sure = Array.from({ length: 80 }, () => ({ probability: 0.97, correct: true }));
    const given = { train: rowsOf('t', sure), heldOut: rowsOf('h', sure) };
    const record = calibrate(questions, given, { ...options, guarantee: { delta: 0.05 } });
    const { guarantee, lowerBound, drawn } = record.perQuestion['spam'] ?? {};
    expect(guarantee?.candidates).toBe(1);
    expect(drawn).toEqual({ measurable: 78, handled: 78, correct: 78 });
    expect(lowerBound).toBeCloseTo(0.05 ** (1 / 78), 12);
    const edit = (change: (guarantee: Changeable) => void) =>
      faultWith(record, (copy) => change(copy.perQuestion.spam.guarantee));
    expect(edit((one) => (one.statement = 'all are right'))[1]).toBe(
      'record.perQuestion.spam.guarantee.statement',
    );
    expect(edit((one) => (one.candidates = 2))[1]).toBe('record.perQuestion.spam.lowerBound');
    expect(edit((one) => (one.delta = 1e-6))[1]).toBe('record.perQuestion.spam.guarantee');
  });
});

describe('a record that was edited', () => {
  it.each<[string, (copy: Changeable) => void]>([
    ['its labelled set', (copy) => (copy.labelledSet = 'others')],
    ['its model', (copy) => (copy.measuredModel = 'spam-4')],
    ['its time', (copy) => (copy.measuredAt = '2026-01-01T00:00:00Z')],
    ['a calibration error', (copy) => (copy.perQuestion.spam.ece = 0.001)],
    ['a score', (copy) => (copy.perQuestion.spam.brier = 0.001)],
    ['a threshold', (copy) => (copy.perQuestion.spam.threshold = 0.72)],
    ['its digest', (copy) => (copy.digest = digest('x'))],
  ])('has another digest: %s', (_, edit) => {
    const copy: Changeable = JSON.parse(JSON.stringify(make()));
    edit(copy);
    expect(faultOf(() => checkRecord(copy))).toEqual(['bad_record', 'record.digest']);
  });

  it('is no record without a digest', () => {
    const { digest: _, ...rest } = make();
    expect(faultOf(() => checkRecord(rest))).toEqual(['bad_record', 'record.digest']);
  });
});

describe('a history', () => {
  const first = make();
  const second = make({ previous: first, seed: 2 });
  const third = make({ previous: second, seed: 3 });
  const rewritten = (record: CalibrationRecord): object => {
    const { digest: _, ...rest } = record;
    const edited = { ...rest, labelledSet: 'others' };
    return { ...edited, digest: digest(edited) };
  };

  it('has no edit at its beginning, within or at its end that goes unseen', () => {
    expect(checkHistory([first, second, third])).toEqual(third);
    const faults = [
      [rewritten(first), second, third],
      [first, rewritten(second), third],
      [first, { ...second, labelledSet: 'others' }, third],
      [second, third],
      [first, third],
      [first, second, { ...third, labelledSet: 'others' }],
    ].map((records) => faultOf(() => checkHistory(records)));
    expect(faults).toEqual([
      ['bad_record', 'records[1].previous'],
      ['bad_record', 'records[2].previous'],
      ['bad_record', 'records[1].digest'],
      ['bad_record', 'records[0].previous'],
      ['bad_record', 'records[1].previous'],
      ['bad_record', 'records[2].digest'],
    ]);
  });

  it('is held to the digest of its last record, where that is known', () => {
    const head = third.digest;
    expect(checkHistory([first, second, third], { head })).toEqual(third);
    for (const records of [
      [first, second],
      [first, second, rewritten(third)],
    ]) {
      expect(() => checkHistory(records)).not.toThrow();
      expect(faultOf(() => checkHistory(records, { head }))).toEqual(['bad_record', 'records']);
    }
    expect(faultOf(() => checkHistory([first], { head: 'x' }))).toEqual([
      'bad_option',
      'options.head',
    ]);
  });

  it('is of one version of one question set, and of the same questions', () => {
    const one = make({ questionSet: 'router@1' });
    expect(faultOf(() => make({ questionSet: 'router@2', previous: one }))).toEqual([
      'bad_record',
      'options.previous.questionSet',
    ]);
    const { digest: _, ...rest } = make({ questionSet: 'router@2' });
    const mixed = { ...rest, previous: one.digest };
    expect(faultOf(() => checkHistory([one, { ...mixed, digest: digest(mixed) }]))).toEqual([
      'bad_record',
      'records[1].questionSet',
    ]);
    const reworded = { spam: noul('Is it an advertisement?') };
    expect(faultOf(() => calibrate(reworded, halves, { ...options, previous: first }))).toEqual([
      'bad_record',
      'options.previous.questionsDigest',
    ]);
  });
});

describe('the question set of a record', () => {
  const set = publish(questionSet({ slug: 'spam', questions }));

  it('is what was resolved, or its name', () => {
    const questionSet = { id: 'spam', version: '1' };
    expect(make({ questionSet: resolveContract(set) }).questionSet).toEqual(questionSet);
    expect(make({ questionSet: 'spam@1' }).questionSet).toEqual(questionSet);
    expect(make({ questionSet }).questionSet).toEqual(questionSet);
    expect(make({ questionSet: { id: 'spam' } }).questionSet).toEqual({ id: 'spam' });
  });

  it('has the questions that were asked', () => {
    const reworded = { spam: noul('Is it an advertisement?') };
    const other = resolveContract(publish(newDraft(set, { questions: reworded })));
    expect(faultOf(() => make({ questionSet: other }))).toEqual([
      'bad_option',
      'options.questionSet',
    ]);
  });
});

describe('what is missing', () => {
  it('is told by a code, and never by the engine', () => {
    for (const value of [undefined, null, 7, 'x']) {
      const given: never = value as never;
      expect(faultOf(() => stale(given, 'm'))).toEqual(['bad_record', 'record']);
      expect(faultOf(() => checkHistory(given))[0]).toBe('bad_record');
    }
    expect(stale({ measuredModel: 7 as never }, 'm')).toBe('unknown');
  });

  it('is a map without a part of its own, and such a part without a map', () => {
    const fault = ['bad_option', 'options.map'];
    expect(faultOf(() => make({ map: 'platt' }))).toEqual(fault);
    const mapping = rowsOf('m', TRAIN);
    expect(faultOf(() => calibrate(questions, { ...halves, mapping }, options))).toEqual(fault);
  });
});
