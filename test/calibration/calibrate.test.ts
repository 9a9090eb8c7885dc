import { describe, expect, it } from 'vitest';
import {
  type CalibrationRecord,
  calibrate,
  calibrated,
  checkHeldOut,
  checkHistory,
  checkRecord,
  decisionOf,
  decisionProbability,
  ece,
  fitThreshold,
  type LabelledRow,
  splitLabeled,
  stale,
  tally,
} from '../../src/calibration/index.js';
import {
  choice,
  digest,
  hold,
  type Judge,
  judgementToWire,
  judgeWith,
  noul,
  score,
} from '../../src/index.js';
import { faultOf } from '../fault.js';
import { HELD_OUT, TRAIN } from './vectors.js';

const questions = {
  spam: noul('Is it spam?'),
  team: choice('Which team?', ['billing', 'technical']),
  tone: score('How polite is it?', ['rude', 'plain', 'kind']),
};
const options = { target: 0.9, labelledSet: 'tickets-2026, by two readers', clock: () => 0 };

/** Rows of a noul whose decisions have these probabilities and are right or wrong. */
function spamRows(name: string, answers: typeof TRAIN): readonly LabelledRow[] {
  return answers.map(({ probability, correct }, index) => ({
    id: `${name}-${index}`,
    labels: { spam: correct },
    answers: { spam: { noul: probability } },
    model: 'spam-3',
  }));
}

const halves = { train: spamRows('t', TRAIN), heldOut: spamRows('h', HELD_OUT) };

function spamRecord(extra: Partial<Parameters<typeof calibrate>[2]> = {}): CalibrationRecord {
  return calibrate(questions, halves, { ...options, ...extra });
}

describe('a decision', () => {
  it('has the probability of what it decides, rounded once', () => {
    const at = (value: number): number | undefined =>
      decisionProbability(questions.spam, { noul: value });
    for (const cents of [7, 18, 32, 33, 34, 41, 42, 43]) {
      expect(Math.max(cents / 100, 1 - cents / 100)).not.toBe((100 - cents) / 100);
      expect(at(cents / 100)).toBe((100 - cents) / 100);
    }
    expect([at(0.5), at(0), at(1)]).toEqual([0.5, 1, 1]);
    const given = { billing: 0.4, technical: 0.6 };
    const billing = { choice: 'billing', probabilities: given } as const;
    expect(decisionProbability(questions.team, billing)).toBe(0.4);
    expect(decisionProbability(questions.team, { choice: 'billing', confidence: 1 })).toBe(
      undefined,
    );
    expect(decisionProbability(questions.tone, { score: 1.2 })).toBe(undefined);
  });

  it('is yes at a half, and the lowest of the levels that tie', () => {
    expect(decisionOf(questions.spam, { noul: 0.5 })).toBe(true);
    expect(decisionOf(questions.spam, { noul: 0.49 })).toBe(false);
    const probabilities = { rude: 0.2, plain: 0.4, kind: 0.4 };
    expect(decisionOf(questions.tone, { score: 1.2, probabilities })).toBe('plain');
    expect(decisionProbability(questions.tone, { score: 1.2, probabilities })).toBe(0.4);
  });

  it('takes for a tie what differs by less than is kept', () => {
    const probabilities = { rude: 0.4, plain: 0.2, kind: 0.4 + 1e-14 };
    expect(decisionOf(questions.tone, { score: 1, probabilities })).toBe('rude');
    expect(decisionOf(questions.spam, { noul: 0.5 - 1e-14 })).toBe(true);
  });

  it('is not made for an answer to another question', () => {
    expect(faultOf(() => decisionOf(questions.spam, { choice: 'billing' }))[0]).toBe('bad_answer');
    expect(faultOf(() => decisionOf(questions.team, { noul: 1 }))[0]).toBe('bad_answer');
    expect(faultOf(() => decisionOf(questions.tone, { noul: 1 }))[0]).toBe('bad_answer');
  });
});

describe('the fitter', () => {
  it('says that nothing can be measured, and that nothing reaches the target', () => {
    expect(fitThreshold([], 0)).toEqual({ ok: false, reason: 'nothing_measurable', measurable: 0 });
    const wrong = [{ probability: 0.9, correct: false }];
    expect(fitThreshold(wrong, 0.1)).toEqual({ ok: false, reason: 'unreachable', measurable: 1 });
    expect(fitThreshold(wrong, 0)).toMatchObject({ ok: true, threshold: 0.9 });
    expect(fitThreshold(TRAIN, 0)).toMatchObject({ ok: true, threshold: 0.52 });
  });

  it('takes none handled for no result, and for no rate', () => {
    const check = checkHeldOut([{ probability: 0.6, correct: true }], {
      threshold: 0.9,
      target: 0,
    });
    const counts = { handled: 0, correct: 0, measurable: 1, handledRate: 0 };
    expect(check).toEqual({ ok: false, reason: 'nothing_handled', ...counts });
    expect(checkHeldOut([], { threshold: 0, target: 0 }).reason).toBe('nothing_measurable');
    expect(ece([])).toBe(Number.NaN);
  });

  it.each([Number.NaN, -0.1, 1.1, '0.9', undefined])('refuses %s as a target', (target) => {
    const given: never = Object(target).valueOf() as never;
    expect(faultOf(() => fitThreshold([], given))).toEqual(['bad_option', 'target']);
  });

  it.each([
    [{ probability: Number.NaN, correct: true }, 'answers[0].probability'],
    [{ probability: 1.01, correct: true }, 'answers[0].probability'],
    [{ probability: 0.5, correct: 1 }, 'answers[0].correct'],
    [null, 'answers[0]'],
  ])('refuses the answer %o', (answer, path) => {
    expect(faultOf(() => tally([answer as never]))).toEqual(['bad_label', path]);
  });

  it('reads a tally once, and takes nobody else’s', () => {
    const read = tally(TRAIN);
    expect(tally(read)).toBe(read);
    expect(read.steps.every((step) => Object.isFrozen(step))).toBe(true);
    expect(Object.isFrozen(read.steps)).toBe(true);
    expect(faultOf(() => ece({ ...read }))).toEqual(['bad_label', 'answers']);
  });
});

describe('a split', () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({
    id: `row-${index}`,
    ...(index % 3 === 0 ? { group: `talk-${Math.floor(index / 12)}` } : {}),
    labels: { spam: index % 5 === 0, team: index % 2 === 0 ? 'billing' : 'technical' },
  }));

  it('is that of its seed, in whatever order the rows come', () => {
    const names = (seed: number, given: typeof rows): readonly string[] =>
      splitLabeled(given, { seed })
        .train.map(({ id }) => id)
        .sort();
    expect(names(1, [...rows].reverse())).toEqual(names(1, rows));
    expect(names(2, rows)).not.toEqual(names(1, rows));
    expect(names(2 ** 40, rows)).not.toEqual(names(0, rows));
  });

  it('keeps groups together and loses nothing', () => {
    const { train, heldOut } = splitLabeled(rows, { seed: 3 });
    expect([...train, ...heldOut].map(({ id }) => id).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
    const groups = new Set(train.flatMap(({ group }) => group ?? []));
    expect(heldOut.filter(({ group }) => group !== undefined && groups.has(group))).toEqual([]);
    expect(groups.size).toBeGreaterThan(0);
  });

  it('spreads labels evenly, for any share', () => {
    for (const share of [0.2, 0.5, 0.8]) {
      const { train } = splitLabeled(rows, { seed: 4, share, stratify: 'spam' });
      expect(Math.abs(train.length - share * 200)).toBeLessThanOrEqual(6);
      const spam = train.filter(({ labels }) => labels.spam).length;
      expect(Math.abs(spam - share * 40)).toBeLessThanOrEqual(6);
    }
  });

  it('refuses two rows of one id, and what is no seed', () => {
    const twice = [rows[0], rows[0]].flatMap((row) => row ?? []);
    expect(faultOf(() => splitLabeled(twice, { seed: 1 }))).toEqual(['bad_label', 'rows[1].id']);
    expect(faultOf(() => splitLabeled(rows, { seed: 0.5 }))).toEqual([
      'bad_option',
      'options.seed',
    ]);
    const polluted = JSON.parse('[{"id":"a","labels":{"__proto__":true}}]');
    expect(faultOf(() => splitLabeled(polluted, { seed: 1 }))[0]).toBe('forbidden_member');
  });
});

describe('a record', () => {
  it('has the stated figures, with counts beside rates', () => {
    const record = spamRecord();
    const one = record.perQuestion['spam'];
    expect([one?.threshold, one?.heldOutAccuracy]).toEqual([0.73, 0.9]);
    expect(one?.handledRate).toBeCloseTo(0.666667, 6);
    expect(one?.coverage).toBe(one?.handledRate);
    expect(one?.ece).toBeCloseTo(49 / 750, 12);
    expect(one?.train).toMatchObject({ inputs: 16, handled: 10, correct: 9 });
    expect(one?.heldOut).toMatchObject({ inputs: 15, handled: 10, correct: 9 });
    expect(one?.lowerBound).toBeCloseTo(0.606, 3);
    expect(record.measuredModel).toBe('spam-3');
    expect(record.measuredAt).toBe('1970-01-01T00:00:00Z');
    expect(Object.keys(record.perQuestion)).toEqual(['spam']);
  });

  it('publishes nothing for a target that the held-out half misses, and says why', () => {
    const { threshold, reason, heldOut } = spamRecord({ target: 0.8 }).perQuestion['spam'] ?? {};
    expect([threshold, reason]).toEqual([undefined, 'missed']);
    expect(heldOut).toMatchObject({ handled: 14, correct: 11 });
  });

  it('is made of rows that were judged on these questions, where they say on which', () => {
    const asked = digest(questions);
    const other = digest({ ...questions, spam: noul('Is it ham?') });
    const [first, ...rest] = halves.train;
    const train = (questionsDigest: string) =>
      first === undefined ? [] : [{ ...first, questionsDigest }, ...rest];
    expect(calibrate(questions, { ...halves, train: train(asked) }, options)).toEqual(spamRecord());
    expect(
      faultOf(() => calibrate(questions, { ...halves, train: train(other) }, options)),
    ).toEqual(['bad_label', 'halves.train[0].questionsDigest']);
  });

  it('is made of what is read once, row by row', () => {
    function* each(rows: readonly LabelledRow[]): Generator<LabelledRow> {
      for (const row of rows) yield row;
    }
    const given = { train: each(halves.train), heldOut: new Set(halves.heldOut) };
    expect(calibrate(questions, given, options)).toEqual(spamRecord());
    for (const train of [undefined, null, 7, 'rows', {}]) {
      const wrong = { ...halves, train: train as never };
      expect(faultOf(() => calibrate(questions, wrong, options))).toEqual([
        'bad_label',
        'halves.train',
      ]);
    }
  });

  it('counts refusals and failures into coverage, and not into the handled rate', () => {
    const refusal = { spam: { refusal: true } };
    const extra: readonly LabelledRow[] = [
      ...['r1', 'r2', 'r3'].map((id) => ({ id, labels: { spam: true }, answers: refusal })),
      { id: 'f1', labels: { spam: true }, failure: 'judge_unavailable' },
      { id: 'f2', labels: { spam: true }, answers: {} },
    ];
    const heldOut = [...halves.heldOut, ...extra];
    const record = calibrate(questions, { train: halves.train, heldOut }, options);
    const one = record.perQuestion['spam'];
    expect(one?.handledRate).toBeCloseTo(0.666667, 6);
    expect(one?.coverage).toBe(0.5);
    expect(one?.heldOut).toMatchObject({ inputs: 20, measurable: 15, refusals: 3, failures: 2 });
  });

  it('takes a label without probabilities for unmeasurable, and refusals alone for nothing', () => {
    const rows = (name: string): readonly LabelledRow[] => [
      { id: `${name}1`, labels: { team: 'billing' }, answers: { team: { choice: 'billing' } } },
      { id: `${name}2`, labels: { tone: 'kind' }, answers: { tone: { refusal: true } } },
    ];
    const record = calibrate(questions, { train: rows('t'), heldOut: rows('h') }, options);
    const { team, tone } = record.perQuestion;
    expect(team?.heldOut).toMatchObject({ inputs: 1, unmeasurable: 1, measurable: 0 });
    expect(tone?.heldOut).toMatchObject({ inputs: 1, refusals: 1, measurable: 0 });
    expect([team?.reason, tone?.reason]).toEqual(['nothing_measurable', 'nothing_measurable']);
    expect([team?.ece, team?.handledRate, team?.coverage]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is the same whatever the order of the rows', () => {
    const turned = { train: [...halves.train].reverse(), heldOut: [...halves.heldOut].reverse() };
    expect(calibrate(questions, turned, options)).toEqual(spamRecord());
  });

  it('chooses a guaranteed threshold on request, and says what that promises', () => {
    const sure = Array.from({ length: 80 }, () => ({ probability: 0.97, correct: true }));
    const given = { train: spamRows('t', sure), heldOut: spamRows('h', sure) };
    const guarantee = { delta: 0.05 };
    const record = calibrate(questions, given, { ...options, guarantee });
    expect(record.perQuestion['spam']).toMatchObject({ threshold: 0.97, guarantee });
    expect(record.perQuestion['spam']?.guarantee?.statement).toMatch(
      /^with probability 0.95 or more/,
    );
    const few = spamRecord({ guarantee }).perQuestion['spam'];
    expect([few?.threshold, few?.reason]).toEqual([undefined, 'not_guaranteed']);
  });

  it('holds a map that was fitted on a part of its own', () => {
    const mapping = spamRows('m', TRAIN);
    const record = calibrate(questions, { ...halves, mapping }, { ...options, map: 'isotonic' });
    const one = record.perQuestion['spam'];
    expect(one?.map?.kind).toBe('isotonic');
    expect(one?.mappedEce).toBeGreaterThanOrEqual(0);
    expect(one?.threshold).toBe(0.73);
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it('refuses rows that cannot be measured together', () => {
    const faultWith = (rows: readonly unknown[]): readonly [string, string] =>
      faultOf(() => calibrate(questions, { train: halves.train, heldOut: rows as never }, options));
    const row = { id: 'x', labels: { spam: true }, answers: { spam: { noul: 0.9 } } };
    expect(faultWith([{ ...row, id: 't-3' }])).toEqual(['bad_label', 'halves.heldOut[0]']);
    expect(faultWith([row, row])).toEqual(['bad_label', 'halves.heldOut[1].id']);
    expect(faultWith([{ ...row, model: 'spam-4' }])).toEqual(['bad_label', 'halves']);
    expect(faultWith([{ ...row, labels: { spam: 'yes' } }])[1]).toBe(
      'halves.heldOut[0].labels.spam',
    );
    expect(faultWith([{ ...row, labels: { ham: true } }])[1]).toBe('halves.heldOut[0].labels.ham');
    expect(faultWith([{ ...row, labels: { team: 'sales' } }])[0]).toBe('bad_label');
    expect(faultWith([{ ...row, lables: {} }])).toEqual(['bad_label', 'halves.heldOut[0].lables']);
    expect(faultWith([{ ...row, answers: { spam: { noul: 7 } } }])).toEqual([
      'bad_answer',
      'halves.heldOut[0].answers.spam.noul',
    ]);
    expect(faultWith([{ ...row, answers: { spam: { noul: Number.NaN } } }])[0]).toBe('not_finite');
    expect(faultWith([JSON.parse('{"id":"x","labels":{},"__proto__":1}')])[0]).toBe(
      'forbidden_member',
    );
    const group = { group: 'one' };
    const grouped = {
      train: [{ ...row, id: 'a', ...group }],
      heldOut: [{ ...row, id: 'b', ...group }],
    };
    expect(faultOf(() => calibrate(questions, grouped, options))[0]).toBe('bad_label');
  });

  it('is read strictly', () => {
    const record = spamRecord();
    const change = (edit: (copy: ReturnType<typeof parsed>) => void): readonly [string, string] => {
      const copy = parsed(record);
      edit(copy);
      return faultOf(() => checkRecord(copy));
    };
    expect(change((copy) => (copy.perQuestion.spam.threshold = 2))[1]).toBe(
      'record.perQuestion.spam.threshold',
    );
    expect(change((copy) => (copy.perQuestion.spam.heldOut.correct = 8))[1]).toBe(
      'record.perQuestion.spam.heldOutAccuracy',
    );
    expect(change((copy) => (copy.perQuestion.spam.targetAccuracy = 0.95))[0]).toBe('bad_record');
    expect(change((copy) => (copy.perQuestion.spam.heldOut.inputs = 3))[1]).toBe(
      'record.perQuestion.spam.heldOut',
    );
    expect(change((copy) => (copy.measuredAt = 'today'))[1]).toBe('record.measuredAt');
    expect(change((copy) => (copy.extra = 1))[1]).toBe('record.extra');
    expect(change((copy) => delete copy.labelledSet)[1]).toBe('record.labelledSet');
    expect(
      change((copy) => (copy.perQuestion.spam.map = { kind: 'platt', slope: 1, offset: 0 }))[1],
    ).toBe('record.perQuestion.spam.map');
    expect(change((copy) => (copy.perQuestion = {}))[1]).toBe('record.perQuestion');
    const polluted = JSON.parse(JSON.stringify(record).replace('"spam"', '"__proto__"'));
    expect(faultOf(() => checkRecord(polluted))[0]).toBe('forbidden_member');
    expect(faultOf(() => checkRecord(undefined))).toEqual(['bad_record', 'record']);
  });

  it('follows the one before it', () => {
    const first = spamRecord();
    const second = spamRecord({ previous: first });
    expect(checkHistory([first, second])).toEqual(second);
    expect(faultOf(() => checkHistory([]))).toEqual(['bad_record', 'records']);
  });

  it('is stale for another model, and nobody knows where one is not named', () => {
    const record = spamRecord();
    expect(stale(record, 'spam-3')).toBe('fresh');
    expect(stale(record, 'spam-4')).toBe('stale');
    expect([stale(record, null), stale({ measuredModel: null }, 'spam-3')]).toEqual([
      'unknown',
      'unknown',
    ]);
  });
});

describe('a policy from a record', () => {
  const asked = { spam: questions.spam };
  const at = (value: number, policy = calibrated(spamRecord())): string =>
    hold(asked, { spam: { noul: value } }, policy).effect;

  it('acts at and above the bar on either side, and asks between', () => {
    expect([0.73, 0.72, 0.5, 0.28, 0.27, 0.26].map((one) => at(one))).toEqual([
      'deny',
      'ask',
      'ask',
      'ask',
      'allow',
      'allow',
    ]);
    const kind = calibrated(spamRecord(), { yes: { spam: 'allow' }, onMiss: 'deny' });
    expect([0.9, 0.6, 0.1].map((one) => at(one, kind))).toEqual(['allow', 'deny', 'ask']);
  });

  it('lets nothing pass that was not measured, or for which no bar was found', () => {
    const none = calibrated(spamRecord({ target: 0.8 }));
    expect(at(1, none)).toBe('ask');
    const policy = calibrated(spamRecord());
    const rude = { rude: noul('Rude?') };
    expect(hold(rude, { rude: { noul: 0 } }, policy).effect).toBe('ask');
    const other = { spam: noul('Is it spam at all?') };
    expect(faultOf(() => hold(other, { spam: { noul: 0 } }, policy))).toEqual([
      'bad_policy',
      'questions.spam',
    ]);
  });

  it('says that a record is stale, and has its bars pass nothing unless told to', async () => {
    const judge: Judge = {
      info: { model: 'spam' },
      ask: () => ({ answers: { spam: { noul: 0.05 } }, judge: { model: 'spam-4' } }),
    };
    const request = { state: 'Hello', questions: asked };
    const missed = await judgeWith(judge, request, { policy: calibrated(spamRecord()) });
    expect(missed.decisions.spam).toMatchObject({ effect: 'ask', stale: true });
    expect(judgementToWire(missed).decisions['spam']).toMatchObject({ stale: true });
    const policy = calibrated(spamRecord(), { onStale: 'use' });
    const used = await judgeWith(judge, request, { policy });
    expect(used.decisions.spam).toMatchObject({ effect: 'allow', stale: true, bar: 0.73 });
    const named = calibrated(spamRecord(), { reportedModel: 'spam-3' });
    expect(hold(asked, { spam: { noul: 0.05 } }, named).decisions.spam.stale).toBe(undefined);
  });

  it('takes routes, and holds a choice by the probability of its label', () => {
    const rows = (name: string): readonly LabelledRow[] =>
      Array.from({ length: 10 }, (_, index) => ({
        id: `${name}-${index}`,
        labels: { team: 'billing' },
        answers: {
          team: { choice: 'billing', probabilities: { billing: 0.8, technical: 0.2 } },
        },
      }));
    const record = calibrate(questions, { train: rows('t'), heldOut: rows('h') }, options);
    const policy = calibrated(record, { routes: ['billing', 'technical'] });
    const effectOf = (billing: number, confidence?: number) => {
      const technical = Math.round((1 - billing) * 100) / 100;
      const team = {
        choice: 'billing' as const,
        probabilities: { billing, technical },
        ...(confidence === undefined ? {} : { confidence }),
      };
      return hold({ team: questions.team }, { team }, policy).decisions.team;
    };
    expect(effectOf(0.8)).toMatchObject({ effect: 'billing', outcome: 'acted', bar: 0.8 });
    expect(effectOf(0.79)).toMatchObject({ effect: 'ask', reason: 'bar_missed' });
    // A verifier holds the confidence to the bar, so none is named that it would contradict.
    expect(effectOf(0.9, 0.1).bar).toBe(undefined);
    expect(effectOf(0.79, 0.9).bar).toBe(undefined);
  });
});

/** A copy that can be changed. */
// biome-ignore lint/suspicious/noExplicitAny: what is changed here has no type any more.
function parsed(record: CalibrationRecord): any {
  return JSON.parse(JSON.stringify(record));
}
