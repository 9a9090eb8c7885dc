/**
 * What calibrating a million answers costs, beside sorting their probabilities and nothing else.
 *
 * Fails when it costs more than a few sorts, or when memory grows with the answers and not with the
 * different probabilities among them.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aurc, checkHeldOut, ece, fitThreshold, type Measured, tally } from 'judgement/calibration';
import { measure, ratio, timeOf } from './measure.js';
import { ceiling, fixed } from './print.js';

const COUNT = 1_000_000;

/** How many sorts of as many numbers it may take, and how many megabytes may stay. */
const MOST = { cents: 4, doubles: 20, megabytes: 1 };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

console.log(`calibrating ${COUNT.toLocaleString('en')} answers: tally, fit, check, ECE and AURC`);
report('cents', '101 different probabilities', (value) => Math.round(value * 100) / 100);
report('doubles', 'all probabilities different', (value) => value);
reportMemory();

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

function calibrateAll(answers: readonly Measured[]): number {
  const all = tally(answers);
  const fit = fitThreshold(all, 0.9);
  const threshold = fit.ok ? fit.threshold : 1;
  const { accuracy = 0 } = checkHeldOut(all, { threshold, target: 0.9 });
  return accuracy + ece(all) + aurc(all).aurc;
}

function* generate(round: (value: number) => number): Generator<Measured> {
  let state = 1;
  for (let index = 0; index < COUNT; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    const value = state / 2_147_483_647;
    yield { probability: round(value), correct: (state >> 7) % 10 < 10 * value };
  }
}
