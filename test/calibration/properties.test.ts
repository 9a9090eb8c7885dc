import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aurc,
  binomialPValue,
  brier,
  candidateThresholds,
  checkHeldOut,
  clopperPearson,
  ece,
  fitIsotonic,
  fitMap,
  fitPlatt,
  fitTemperature,
  fitThreshold,
  guaranteed,
  logLoss,
  type MapKind,
  type Measured,
  mapProbability,
  reliability,
  riskCoverage,
  tally,
} from '../../src/calibration/index.js';
import { incompleteBeta } from '../../src/calibration/special.js';
import { faultOf } from '../fault.js';

const probability = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((cents) => cents / 100),
  fc.integer({ min: 0, max: 100 }).map((cents) => 1 - cents / 100),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const answers = fc.array(fc.record({ probability, correct: fc.boolean() }), { maxLength: 60 });
const some = fc.array(fc.record({ probability, correct: fc.boolean() }), {
  minLength: 1,
  maxLength: 60,
});
const target = fc.integer({ min: 0, max: 100 }).map((cents) => cents / 100);
const runs = { numRuns: 200 };

describe('the order of the answers', () => {
  it('changes nothing, to the last bit', () => {
    const shuffledPair = answers.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffledPair, target, ([list, other], aim) => {
        const all = (given: readonly Measured[]): unknown => [
          tally(given),
          reliability(given),
          reliability(given, { by: 'mass', bins: 4 }),
          ece(given),
          brier(given),
          logLoss(given),
          aurc(given),
          riskCoverage(given),
          fitThreshold(given, aim),
          given.length === 0 ? undefined : fitMap('isotonic', given),
        ];
        expect(all(other)).toEqual(all(list));
      }),
      runs,
    );
  });
});

describe('the order of scored examples', () => {
  it('changes no map, to the last bit', () => {
    const scored = fc.array(
      fc.record({ score: fc.double({ min: -9, max: 9, noNaN: true }), correct: fc.boolean() }),
      { minLength: 1, maxLength: 40 },
    );
    const pair = scored.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(pair, ([list, other]) => {
        expect(fitPlatt(other)).toEqual(fitPlatt(list));
        expect(fitIsotonic(other)).toEqual(fitIsotonic(list));
        const logits = (given: typeof list) =>
          given.map(({ score, correct }) => ({ logits: [0, score], label: correct ? 1 : 0 }));
        expect(fitTemperature(logits(other))).toEqual(fitTemperature(logits(list)));
      }),
      runs,
    );
  });
});

describe('a fitted threshold', () => {
  it('is the lowest of the observed probabilities that reaches the target, by trying each', () => {
    fc.assert(
      fc.property(answers, target, (list, aim) => {
        const units = list.map((one) => ({ ...one, unit: Math.round(one.probability * 1e12) }));
        const reaching = units.filter(({ unit }) => {
          const handled = units.filter((one) => one.unit >= unit);
          const correct = handled.filter((one) => one.correct).length;
          return correct * 100 >= Math.round(aim * 100) * handled.length;
        });
        const fit = fitThreshold(list, aim);
        expect(fit.ok).toBe(reaching.length > 0);
        if (!fit.ok) return;
        const lowest = Math.min(...reaching.map(({ unit }) => unit));
        expect(Math.round(fit.threshold * 1e12)).toBe(lowest);
        expect(fit.handled).toBe(units.filter(({ unit }) => unit >= lowest).length);
      }),
      runs,
    );
  });

  it('handles and covers what the definitions say', () => {
    fc.assert(
      fc.property(some, target, target, (list, threshold, aim) => {
        const check = checkHeldOut(list, { threshold, target: aim });
        const points = riskCoverage(list);
        const point = points.filter((one) => one.threshold >= threshold).at(-1);
        expect(check.handled).toBe(point?.handled ?? 0);
        expect(check.handledRate).toBe(check.handled / list.length);
        expect(check.handledRate).toBe(point?.coverage ?? 0);
        expect(check.accuracy === undefined).toBe(check.handled === 0);
        if (check.accuracy === undefined || point === undefined) return;
        expect(check.accuracy).toBeCloseTo(1 - point.risk, 12);
        expect(check.lowerBound).toBeLessThanOrEqual(check.accuracy);
      }),
      runs,
    );
  });
});

describe('a map', () => {
  const kinds: readonly MapKind[] = ['temperature', 'platt', 'isotonic'];

  it.each(kinds)('keeps the order of any two probabilities: %s', (kind) => {
    fc.assert(
      fc.property(some, probability, probability, (list, one, other) => {
        const map = fitMap(kind, list);
        const [low, high] = one <= other ? [one, other] : [other, one];
        const [lower, higher] = [mapProbability(map, low), mapProbability(map, high)];
        expect(lower).toBeLessThanOrEqual(higher);
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(higher).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it.each(kinds)('of answers of one class alone is still a map: %s', (kind) => {
    for (const correct of [true, false]) {
      const map = fitMap(
        kind,
        [0.5, 0.7, 1].map((one) => ({ probability: one, correct })),
      );
      const mapped = [0.5, 0.7, 1].map((one) => mapProbability(map, one));
      expect(mapped).toEqual([...mapped].sort((left, right) => left - right));
      expect(mapped.every((one) => one >= 0 && one <= 1)).toBe(true);
    }
  });
});

describe('an exact interval', () => {
  it('ends where the binomial has what is left of the confidence, by adding it up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (trials, seed) => {
        const successes = seed % (trials + 1);
        const { low, high } = clopperPearson(successes, trials);
        if (successes > 0) expect(1 - cumulative(successes - 1, trials, low)).toBeCloseTo(0.025, 9);
        if (successes < trials) expect(cumulative(successes, trials, high)).toBeCloseTo(0.025, 9);
      }),
      runs,
    );
  });

  it('is that of many trials as well', () => {
    const { low, high } = clopperPearson(950_000, 1_000_000);
    // The normal approximation is this close when there are so many.
    expect([low, high].map((one) => one.toFixed(5))).toEqual(['0.94957', '0.95043']);
    expect(incompleteBeta(low, 950_000, 50_001)).toBeCloseTo(0.025, 7);
  });
});

describe('an interval of very many trials', () => {
  it('is right up to a thousand million, and refused beyond', () => {
    const trials = 1_000_000_000;
    const { low, high } = clopperPearson(trials * 0.95, trials);
    // By the central limit 0.95 -+ 1.959964 * sqrt(0.95 * 0.05 / trials).
    expect([low, high].map((one) => one.toFixed(8))).toEqual(['0.94998649', '0.95001351']);
    const middle = clopperPearson(trials / 2, trials, { side: 'lower' }).low;
    expect(middle.toFixed(8)).toBe('0.49997399');
    expect(faultOf(() => clopperPearson(1, trials + 1))).toEqual(['bad_option', 'trials']);
    expect(faultOf(() => binomialPValue(1, 1e12, 0.5))).toEqual(['bad_option', 'trials']);
  });
});

describe('a guaranteed threshold', () => {
  it('is too low in no more than the stated share of 2,000 draws', () => {
    const random = linear(20_261_130);
    const [aim, delta, size, draws] = [0.9, 0.1, 150, 2_000];
    // What is right with the probability p squared of its tenths: many notches to be lucky with.
    const levels = Array.from({ length: 10 }, (_, index) => 0.55 + index * 0.05);
    const rates = levels.map((level) => Math.min(1, level ** 0.6));
    const accuracyFrom = (threshold: number): number => {
      const kept = rates.filter((_, index) => (levels[index] ?? 0) >= threshold - 1e-9);
      return kept.reduce((sum, rate) => sum + rate, 0) / kept.length;
    };
    const draw = (): readonly Measured[] =>
      Array.from({ length: size }, () => {
        const index = Math.floor(random() * levels.length);
        return { probability: levels[index] ?? 0, correct: random() < (rates[index] ?? 0) };
      });
    let [broken, chosen, brokenByFit] = [0, 0, 0];
    for (let round = 0; round < draws; round += 1) {
      const [train, heldOut] = [tally(draw()), tally(draw())];
      const candidates = candidateThresholds(train, { target: aim, delta, tested: size });
      const { threshold } = guaranteed(heldOut, { target: aim, delta, candidates });
      if (threshold !== undefined) chosen += 1;
      if (threshold !== undefined && accuracyFrom(threshold) < aim) broken += 1;
      const fit = fitThreshold(heldOut, aim);
      if (fit.ok && accuracyFrom(fit.threshold) < aim) brokenByFit += 1;
    }
    const error = 3 * Math.sqrt((delta * (1 - delta)) / draws);
    expect(broken / draws).toBeLessThanOrEqual(delta + error);
    // The test means something: thresholds are found, and a plain fit fails much more often.
    expect(chosen / draws).toBeGreaterThan(0.3);
    expect(brokenByFit / draws).toBeGreaterThan(delta + error);
  });
});

/** The binomial distribution function, term by term. */
function cumulative(most: number, trials: number, rate: number): number {
  let term = (1 - rate) ** trials;
  let sum = term;
  for (let k = 1; k <= most; k += 1) {
    term *= ((trials - k + 1) / k) * (rate / (1 - rate));
    sum += term;
  }
  return sum;
}

/** Numbers that a seed decides. */
function linear(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
