/**
 * What calibrating takes and gives, as its callers see it.
 *
 * @module
 */
import {
  type CalibrationRecord,
  calibrate,
  calibrated,
  checkHistory,
  fitThreshold,
  type Halves,
  type JudgedRow,
  judgeLabelled,
  type LabelledRow,
  type LabelledState,
  type ProbabilityMap,
  type Split,
  type Staleness,
  type splitLabeled,
  stale,
  tally,
} from '../../src/calibration/index.js';
import { publish, questionSet, resolveContract } from '../../src/contract/index.js';
import { type Judge, judgeWith, noul, type Policy } from '../../src/index.js';
import { type Equals, holds } from './equals.js';

const questions = { spam: noul('Is it spam?') };
const options = { target: 0.9, labelledSet: 'tickets-2026' };

/** Halves are whatever can be iterated, once. */
export function measured(rows: Generator<LabelledRow>, halves: Split<JudgedRow>): void {
  const given: Halves = { train: rows, heldOut: new Set(halves.heldOut) };
  const record = calibrate(questions, given, options);
  holds<Equals<typeof record, CalibrationRecord>>();
  calibrate(questions, halves, { ...options, target: { spam: 0.9 }, map: 'platt' });
  // @ts-expect-error A target is named.
  calibrate(questions, halves, { labelledSet: 'tickets-2026' });
  // @ts-expect-error There is no such map.
  calibrate(questions, halves, { ...options, map: 'beta' });
  // @ts-expect-error A half is rows, and not a promise of them.
  calibrate(questions, { train: Promise.resolve(halves.train), heldOut: [] }, options);
}

/** A question set is what was resolved, its name, or its parts. */
export function named(halves: Halves): void {
  const contract = resolveContract(publish(questionSet({ slug: 'spam', questions })));
  calibrate(questions, halves, { ...options, questionSet: contract });
  calibrate(questions, halves, { ...options, questionSet: 'spam@1' });
  calibrate(questions, halves, { ...options, questionSet: { id: 'spam', version: '1' } });
  // @ts-expect-error A version is text.
  calibrate(questions, halves, { ...options, questionSet: { id: 'spam', version: 1 } });
}

/** The record of a run is there where it was asked for, and where the run is complete. */
export async function run(states: readonly LabelledState[], judge: Judge): Promise<void> {
  const calibrating = { ...options, seed: 7 };
  const { rows, record } = await judgeLabelled(states, questions, {
    judge,
    calibrate: calibrating,
  });
  holds<Equals<typeof record, CalibrationRecord | undefined>>();
  holds<Equals<typeof rows, readonly JudgedRow[]>>();
  holds<Equals<ReturnType<typeof splitLabeled<JudgedRow>>, Split<JudgedRow>>>();
  await judgeLabelled(states, questions, { judge, resume: rows });
  // @ts-expect-error A split has a seed.
  await judgeLabelled(states, questions, { judge, calibrate: options });
  // @ts-expect-error A map would need a third part.
  await judgeLabelled(states, questions, { judge, calibrate: { ...calibrating, map: 'platt' } });
}

/** Routes of a policy are effects of its decisions. */
export async function held(record: CalibrationRecord, judge: Judge): Promise<void> {
  const plain = calibrated(record);
  holds<Equals<typeof plain, Policy>>();
  const policy = calibrated(record, { routes: ['billing', 'sales'] });
  holds<Equals<typeof policy, Policy<'billing' | 'sales'>>>();
  const { decisions } = await judgeWith(judge, { state: 'x', questions }, { policy });
  holds<Equals<typeof decisions.spam.stale, true | undefined>>();
  // @ts-expect-error What misses its bar is never allowed.
  calibrated(record, { onMiss: 'allow' });
  const last = checkHistory([record], { head: record.digest });
  const state = stale(last, null);
  holds<Equals<typeof state, Staleness>>();
}

/** A tally and a fit say what they found by what is there. */
export function fitted(map: ProbabilityMap): number {
  const fit = fitThreshold(tally([{ probability: 0.9, correct: true }]), 0.9);
  // @ts-expect-error A threshold is there where the fit is.
  if (fit.threshold === undefined) return 0;
  if (map.kind === 'platt') return map.slope;
  return fit.ok ? fit.threshold : 0;
}
