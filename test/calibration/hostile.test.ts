import { describe, expect, it } from 'vitest';
import * as calibration from '../../src/calibration/index.js';
import { choice, isJudgementError, noul } from '../../src/index.js';
import { faultOf } from '../fault.js';

const questions = { spam: noul('Spam?'), team: choice('Which?', ['a', 'b']) };
const row = { id: 'a', labels: { spam: true }, answers: { spam: { noul: 0.9 } }, model: 'm' };
const halves = { train: [row], heldOut: [{ ...row, id: 'b' }] };
const options = { target: 0.9, labelledSet: 'set', clock: () => 0 };
const record = calibration.calibrate(questions, halves, options);
const map = { kind: 'temperature', temperature: 2 };
const measured = [{ probability: 0.5, correct: true }];

const cyclic: { [member: string]: unknown } = {};
cyclic['self'] = cyclic;
const throwing = {
  get id(): never {
    throw new Error('a getter of its own');
  },
};
const broken = { [Symbol.iterator]: () => ({ next: () => null }) };

const HOSTILE: readonly (readonly [name: string, value: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['NaN', Number.NaN],
  ['-1', -1],
  ['infinity', Number.POSITIVE_INFINITY],
  ['no text', ''],
  ['text', 'x'],
  ['half a character', '\ud800'],
  ['true', true],
  ['a symbol', Symbol('s')],
  ['a big integer', 1n],
  ['a list of null', [null]],
  ['holes', new Array(3)],
  ['very many holes', new Array(4_000_000_000)],
  ['a map', new Map()],
  ['a promise', Promise.resolve(1)],
  ['a cycle', cyclic],
  ['a list with a cycle', [cyclic]],
  ['a list with a getter that throws', [throwing]],
  ['an iterator that is none', broken],
  ['an iterable that is none', { [Symbol.iterator]: 1 }],
  ['a polluted object', JSON.parse('{"__proto__":1}')],
  ['a list with a polluted object', JSON.parse('[{"__proto__":1}]')],
  ['an object without a prototype', Object.create(null)],
];

const CALLS: { readonly [name: string]: readonly unknown[] } = {
  calibrate: [questions, halves, options],
  calibrated: [record, {}],
  checkRecord: [record],
  checkHistory: [[record], {}],
  stale: [record],
  splitLabeled: [[row], { seed: 1 }],
  tally: [measured],
  fitThreshold: [measured, 0.5],
  checkHeldOut: [measured, { threshold: 0.5, target: 0.5 }],
  guaranteed: [measured, { target: 0.5, candidates: [0.5] }],
  candidateThresholds: [measured, { target: 0.5, tested: 4 }],
  clopperPearson: [1, 2, {}],
  wilson: [1, 2, {}],
  binomialPValue: [1, 2, 0.5],
  hoeffdingBentkusPValue: [0.5, 2, 0.5],
  conformalThreshold: [measured, 0.5],
  conformalQuantile: [[1], 0.5],
  ece: [measured, {}],
  reliability: [measured, {}],
  brier: [measured],
  logLoss: [measured],
  aurc: [measured],
  riskCoverage: [measured],
  fitMap: ['platt', measured],
  fitPlatt: [[{ score: 1, correct: true }]],
  fitIsotonic: [[{ score: 1, correct: true }]],
  fitTemperature: [[{ logits: [0, 1], label: 1 }]],
  applyMap: [map, 1],
  mapProbability: [map, 0.5],
  decisionOf: [questions.spam, { noul: 0.5 }],
  decisionProbability: [questions.spam, { noul: 0.5 }],
  reliabilityPlot: [measured, {}],
  riskCoveragePlot: [{ heldOut: measured }, {}],
  labelledFrom: [[], [], {}],
};

/** What a call throws that is no error of ours. */
function strayOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    if (!isJudgementError(error)) return error;
    expect([error.path, error.rule, error.fix].every((one) => one.length > 0)).toBe(true);
  }
  return undefined;
}

describe.each(Object.entries(CALLS))('%s', (name, args) => {
  const call: unknown = Object(calibration)[name];
  if (typeof call !== 'function') throw new Error(`${name} is no function`);

  it('takes what it is for', () => {
    expect(() => Reflect.apply(call, undefined, [...args])).not.toThrow();
  });

  it.each(HOSTILE)('throws errors of ours alone for %s, wherever it is passed', (_, value) => {
    for (const [index, arg] of args.entries()) {
      const swapped = args.map((one, at) => (at === index ? value : one));
      expect(strayOf(() => Reflect.apply(call, undefined, swapped))).toBeUndefined();
      if (typeof arg !== 'object' || arg === null || Array.isArray(arg)) continue;
      for (const member of Object.keys(arg)) {
        const changed = args.map((one, at) => (at === index ? { ...arg, [member]: value } : one));
        expect(strayOf(() => Reflect.apply(call, undefined, changed))).toBeUndefined();
      }
    }
  });
});

describe('what would be taken for something else', () => {
  it('is refused: maps of no kind, scores and thresholds with holes, iterators that break', () => {
    const untyped = (call: (...args: never[]) => unknown, ...args: readonly unknown[]) =>
      faultOf(() => Reflect.apply(call, undefined, [...args]));
    expect(untyped(calibration.applyMap, { kind: 'beta' }, 1)).toEqual(['bad_option', 'map']);
    expect(untyped(calibration.applyMap, map, 'x')).toEqual(['bad_option', 'score']);
    expect(untyped(calibration.conformalQuantile, new Array(3), 0.5)).toEqual([
      'bad_option',
      'scores[0]',
    ]);
    expect(
      untyped(calibration.guaranteed, measured, { target: 0.5, candidates: new Array(1) }),
    ).toEqual(['bad_option', 'options.candidates[0]']);
    expect(untyped(calibration.tally, broken)).toEqual(['bad_label', 'answers']);
    expect(untyped(calibration.labelledFrom, new Array(2), [])).toEqual([
      'bad_option',
      'receipts[0]',
    ]);
  });

  it('keeps its own error as the cause, and closes what it was reading', () => {
    let closed = 0;
    function* each(): Generator<unknown> {
      try {
        yield row;
        yield { ...row, id: 7 };
      } finally {
        closed += 1;
      }
    }
    const given = { ...halves, train: each() as never };
    expect(faultOf(() => calibration.calibrate(questions, given, options))).toEqual([
      'bad_label',
      'halves.train[1].id',
    ]);
    expect(closed).toBe(1);
    function* failing(): Generator<calibration.Measured> {
      yield { probability: 0.5, correct: true };
      throw new Error('the disk is gone');
    }
    try {
      calibration.tally(failing());
      expect.unreachable();
    } catch (error) {
      expect(isJudgementError(error) && error.cause).toEqual(new Error('the disk is gone'));
    }
  });
});
