/**
 * What calibrating a million answers costs: counting alone beside sorting their probabilities and nothing
 * else, and calibrating labelled rows beside reading them.
 *
 * Fails when it costs more than a few sorts, or when memory grows with the answers and not with the
 * different probabilities among them. Rows leave some 40 bytes of their ids behind, and nothing else.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { noul, snapshot } from 'judgement';
import {
  aurc,
  calibrate,
  checkHeldOut,
  ece,
  fitThreshold,
  type LabelledRow,
  type Measured,
  tally,
} from 'judgement/calibration';
import { measure, ratio, timeOf } from './measure.js';
import { ceiling, fixed } from './print.js';

const COUNT = 1_000_000;

/** How many sorts of as many numbers it may take, and how many megabytes may stay. */
const MOST = { cents: 4, doubles: 20, megabytes: 1, reading: 5, bytes: 80 };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

console.log(`calibrating ${COUNT.toLocaleString('en')} answers: tally, fit, check, ECE and AURC`);
report('cents', '101 different probabilities', (value) => Math.round(value * 100) / 100);
report('doubles', 'all probabilities different', (value) => value);
reportMemory();

console.log(`calibrating ${COUNT.toLocaleString('en')} labelled rows, one by one: calibrate()`);
reportRows();

function report(kind: 'cents' | 'doubles', name: string, round: (value: number) => number): void {
  const answers = [...generate(round)];
  const numbers = Float64Array.from(answers, ({ probability }) => probability);
  const times = measure(
    [
      { name: 'sort', run: () => numbers.slice().sort() },
      { name: 'calibrate', run: () => calibrateAll(answers) },
    ],
    5,
  );
  console.log(`  ${`${name}, in ms`.padEnd(46)}${fixed(timeOf(times, 'calibrate'), 9)}`);
  ceiling(`${name} : a sort`, ratio(times, 'calibrate', 'sort'), MOST[kind]);
}

/** Of answers that come one by one, nothing is kept but how many have which probability. */
function reportMemory(): void {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = tally(generate((value) => Math.round(value * 100) / 100));
  collect();
  const megabytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  ceiling(`MB that a tally of ${kept.steps.length} keeps`, Math.max(0, megabytes), MOST.megabytes);
}

/** Of rows that come one by one, nothing is kept but that and some 40 bytes of each id. */
function reportRows(): void {
  const questions = { spam: noul('Is it spam?') };
  const options = { target: 0.9, labelledSet: 'made here', clock: () => 0 };
  const run = (count: number, watch?: () => void) =>
    calibrate(
      questions,
      { train: rowsOf('t', count / 2, watch), heldOut: rowsOf('h', count / 2, watch) },
      options,
    );
  const few = COUNT / 10;
  const times = measure(
    [
      { name: 'read', run: () => readAll(few) },
      { name: 'calibrate', run: () => run(few) },
    ],
    5,
  );
  ceiling(
    'calibrate : copying and freezing its rows',
    ratio(times, 'calibrate', 'read'),
    MOST.reading,
  );
  const begun = performance.now();
  run(COUNT);
  console.log(`  ${'all of them, in ms'.padEnd(46)}${fixed(performance.now() - begun, 9)}`);
  const [small, large] = [peakOf((watch) => run(few, watch)), peakOf((watch) => run(COUNT, watch))];
  console.log(`  ${'peak memory, in MB'.padEnd(46)}${fixed(large / 2 ** 20, 9)}`);
  const name = `bytes for each row beyond the first ${few.toLocaleString('en')}`;
  ceiling(name, Math.max(0, large - small) / (COUNT - few), MOST.bytes);
}

function readAll(count: number): number {
  let read = 0;
  for (const row of rowsOf('r', count)) if (Object.isFrozen(snapshot(row, 'row'))) read += 1;
  return read;
}

/** The most memory that is held at any of a few moments, beyond what was held before. */
function peakOf(run: (watch: () => void) => unknown): number {
  const held = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  let peak = 0;
  run(() => {
    peak = Math.max(peak, held() - before);
  });
  return peak;
}

function* rowsOf(name: string, count: number, watch?: () => void): Generator<LabelledRow> {
  let index = 0;
  const every = Math.ceil(count / 5);
  for (const { probability, correct } of generate(
    (value) => Math.round(value * 100) / 100,
    count,
  )) {
    index += 1;
    if (index % every === 0) watch?.();
    yield {
      id: `${name}-${index}`,
      labels: { spam: correct },
      answers: { spam: { noul: (1 + probability) / 2 } },
      model: 'made-1',
    };
  }
}

function calibrateAll(answers: readonly Measured[]): number {
  const all = tally(answers);
  const fit = fitThreshold(all, 0.9);
  const threshold = fit.ok ? fit.threshold : 1;
  const { accuracy = 0 } = checkHeldOut(all, { threshold, target: 0.9 });
  return accuracy + ece(all) + aurc(all).aurc;
}

function* generate(round: (value: number) => number, count = COUNT): Generator<Measured> {
  let state = 1;
  for (let index = 0; index < count; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    const value = state / 2_147_483_647;
    yield { probability: round(value), correct: (state >> 7) % 10 < 10 * value };
  }
}
