import { describe, expect, it } from 'vitest';
import {
  applyMap,
  aurc,
  type BinOptions,
  binomialPValue,
  brier,
  checkHeldOut,
  clopperPearson,
  conformalQuantile,
  conformalThreshold,
  ece,
  fitIsotonic,
  fitPlatt,
  fitTemperature,
  fitThreshold,
  guaranteed,
  hoeffdingBentkusPValue,
  logLoss,
  mce,
  reliability,
  riskCoverage,
  rmsce,
  wilson,
} from '../../src/calibration/index.js';
import { HELD_OUT, paired, TRAIN } from './vectors.js';

/** Numbers to six digits after the point, so that lists of them compare. */
function six(values: readonly number[]): readonly number[] {
  return values.map((value) => Number(value.toFixed(6)));
}

describe('bins', () => {
  const truth = [0, 0, 0, 0, 1, 1, 1, 1, 1];
  const answers = paired([0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1], truth);

  it('of one width have the means and rates of scikit-learn', () => {
    const bins = reliability(answers, { bins: 3 });
    expect(six(bins.map(({ accuracy }) => accuracy))).toEqual([0, 0.5, 1]);
    expect(six(bins.map(({ mean }) => mean))).toEqual([0.2, 0.525, 0.85]);
    expect(bins.map(({ count }) => count)).toEqual([3, 2, 4]);
  });

  it('of one mass are cut at the quantiles, as those of scikit-learn', () => {
    const bins = reliability(answers, { bins: 3, by: 'mass' });
    expect(six(bins.map(({ accuracy }) => accuracy))).toEqual([0, 0.666667, 1]);
    expect(six(bins.map(({ mean }) => mean))).toEqual([0.2, 0.583333, 0.9]);
  });
});

describe('calibration errors', () => {
  it('are those of torchmetrics for yes and no', () => {
    const answers = paired([0.25, 0.25, 0.55, 0.75, 0.75], [0, 0, 1, 1, 1]);
    expect(ece(answers, { bins: 2 })).toBeCloseTo(0.29, 10);
    expect(rmsce(answers, { bins: 2 })).toBeCloseTo(0.2918, 4);
    expect(mce(answers, { bins: 2 })).toBeCloseTo(0.3167, 4);
    expect(ece(answers)).toBeCloseTo(0.29, 10);
    expect(mce(answers)).toBeCloseTo(0.45, 10);
  });

  it.each<[BinOptions, number]>([
    [{ bins: 10, edges: 'upper' }, 0.2],
    [{ bins: 10, edges: 'lower' }, 0.4],
    [{ bins: 15, edges: 'upper' }, 0.2],
    [{ bins: 15, edges: 'lower' }, 0.4],
  ])('of several labels follow the edge rule: %o', (options, expected) => {
    expect(ece(paired([0.55, 0.55, 0.6, 0.9], [0, 0, 1, 1]), options)).toBeCloseTo(expected, 10);
  });

  it('differ from those of tools whose edges are doubles that were added up', () => {
    // At 10 bins such tools say .2 by either rule, as .6 is below their 6 * 0.1.
    expect(linspaceEce(paired([0.55, 0.55, 0.6, 0.9], [0, 0, 1, 1]))).toBeCloseTo(0.2, 10);
  });

  it('of several labels have the stated root mean square and maximum', () => {
    const answers = paired([0.55, 0.55, 0.6, 0.9], [0, 0, 1, 1]);
    expect(ece(answers, { bins: 3 })).toBeCloseTo(0.2, 10);
    expect(rmsce(answers, { bins: 3 })).toBeCloseTo(0.2082, 4);
    expect(mce(answers, { bins: 3 })).toBeCloseTo(0.2333, 4);
  });

  it.each(['upper', 'lower'] as const)('put a probability on an edge by the rule: %s', (edges) => {
    const tenths = Array.from({ length: 10 }, (_, index) => (index + 1) / 10);
    const answers = paired(tenths, [0, 0, 0, 1, 0, 1, 1, 1, 1, 1]);
    expect(ece(answers, { edges })).toBeCloseTo(0.27, 10);
    // Edges that are added up as doubles put .3, .6 and .7 into the bins below.
    expect(linspaceEce(answers)).toBeCloseTo(0.19, 10);
  });

  it('of decisions are not those of yes', () => {
    const yes = [0.1, 0.2, 0.35, 0.55, 0.62, 0.75, 0.9, 0.97];
    const truth = [0, 1, 0, 1, 0, 1, 1, 1];
    expect(ece(paired(yes, truth))).toBeCloseTo(0.3375, 10);
    const decisions = [0.9, 0.8, 0.65, 0.55, 0.62, 0.75, 0.9, 0.97];
    expect(ece(paired(decisions, [1, 0, 1, 1, 0, 1, 1, 1]))).toBeCloseTo(0.1875, 10);
  });
});

describe('the fitter', () => {
  it.each([
    [0.75, 0.52, 12, 16, 11, 14, 0.933333, true],
    [0.8, 0.55, 12, 15, 11, 14, 0.933333, false],
    [0.85, 0.73, 9, 10, 9, 10, 0.666667, true],
    [0.9, 0.73, 9, 10, 9, 10, 0.666667, true],
    [0.95, 0.84, 6, 6, 6, 6, 0.4, true],
    [1, 0.84, 6, 6, 6, 6, 0.4, true],
  ])('finds for a target of %d the threshold %d', (target, threshold, ...rest) => {
    const [correct, handled, heldCorrect, heldHandled, rate, ok] = rest;
    const fit = fitThreshold(TRAIN, target);
    expect(fit).toEqual({ ok: true, threshold, handled, correct, measurable: 16 });
    const check = checkHeldOut(HELD_OUT, { threshold, target });
    expect(check).toMatchObject({ ok, handled: heldHandled, correct: heldCorrect, measurable: 15 });
    expect(check.handledRate).toBeCloseTo(rate, 6);
    expect(check.accuracy).toBeCloseTo(heldCorrect / heldHandled, 12);
    expect(check.reason).toBe(ok ? undefined : 'missed');
  });

  it('sees every step of an accuracy that is not monotone, and ties as one', () => {
    const steps = [...riskCoverage(TRAIN)]
      .reverse()
      .filter(({ threshold }) => threshold > 0.53 && threshold < 0.81);
    expect(six(steps.map(({ threshold }) => threshold))).toEqual([
      0.55, 0.61, 0.64, 0.68, 0.7, 0.73, 0.77, 0.8,
    ]);
    expect(six(steps.map(({ risk }) => 1 - risk))).toEqual([
      0.8, 0.785714, 0.846154, 0.833333, 0.818182, 0.9, 0.888889, 0.875,
    ]);
  });

  it('has the stated calibration errors by either rule', () => {
    expect(ece(HELD_OUT)).toBeCloseTo(49 / 750, 10);
    expect(ece(HELD_OUT, { edges: 'lower' })).toBeCloseTo(0.092, 10);
    expect(ece(TRAIN)).toBeCloseTo(127 / 1600, 10);
    expect(ece(TRAIN, { edges: 'lower' })).toBeCloseTo(0.053125, 10);
  });
});

describe('intervals', () => {
  it.each([
    [19, 20, 0.751267, 0.998735, 0.763869, 0.991119, 0.783894],
    [95, 100, 0.887165, 0.983568, 0.88825, 0.978456, 0.897747],
    [0, 10, 0, 0.308497, 0, 0.277533, 0],
    [10, 10, 0.691503, 1, 0.722467, 1, 0.741134],
    [1, 1, 0.025, 1, 0.206549, 1, 0.05],
    [59, 59, 0.939391, 1, 0.938871, 1, 0.950492],
    [190, 200, 0.909972, 0.975766, 0.910422, 0.972617, 0.916665],
    [285, 300, 0.918873, 0.971749, 0.919153, 0.969468, 0.924051],
    [294, 300, 0.956979, 0.992626, 0.95706, 0.990802, 0.960909],
  ])('of %d in %d are those of scipy and statsmodels', (x, n, low, high, wLow, wHigh, bound) => {
    const exact = clopperPearson(x, n);
    expect(six([exact.low, exact.high])).toEqual([low, high]);
    const score = wilson(x, n);
    expect(six([score.low, score.high])).toEqual([wLow, wHigh]);
    const lower = clopperPearson(x, n, { side: 'lower' });
    expect(six([lower.low, lower.high])).toEqual([bound, 1]);
  });

  it.each([
    [0, 100, 0.05, 0.029513],
    [2, 100, 0.05, 0.061619],
    [5, 100, 0.05, 0.102253],
    [1, 20, 0.05, 0.216106],
    [10, 300, 0.05, 0.055885],
    [10, 300, 0.05 / 9, 0.069388],
  ])('of %d errors in %d bound the risk at %d', (errors, handled, delta, bound) => {
    const { high } = clopperPearson(errors, handled, { side: 'upper', confidence: 1 - delta });
    expect(six([high])).toEqual([bound]);
  });
});

describe('p-values', () => {
  it('are those of the binomial', () => {
    const values = [
      binomialPValue(2, 100, 0.05),
      binomialPValue(0, 59, 0.05),
      binomialPValue(0, 58, 0.05),
      binomialPValue(3, 300, 0.05),
      binomialPValue(15, 500, 0.05),
    ];
    expect(six(values)).toEqual([0.118263, 0.048495, 0.051047, 0.000164, 0.019858]);
  });

  it('of Hoeffding and Bentkus are the stated ones', () => {
    const values = [
      hoeffdingBentkusPValue(0.02, 100, 0.05),
      hoeffdingBentkusPValue(0.01, 300, 0.05),
      hoeffdingBentkusPValue(0.03, 500, 0.05),
    ];
    expect(six(values)).toEqual([0.296919, 0.000446, 0.053981]);
  });

  it('are tested in order, and the loosest that is accepted before the first failure is taken', () => {
    const all = [...TRAIN, ...HELD_OUT];
    const candidates = [0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5];
    const loose = guaranteed(all, { target: 0.7, candidates });
    expect(loose.threshold).toBe(0.75);
    expect(loose.tests.map(({ handled }) => handled)).toEqual([9, 11, 16, 19, 22]);
    expect(loose.tests.map(({ errors }) => errors)).toEqual([0, 0, 1, 2, 3]);
    const pValues = loose.tests.map(({ pValue }) => pValue);
    expect(six(pValues)).toEqual([0.040354, 0.019773, 0.026112, 0.046224, 0.068063]);
    const strict = guaranteed(all, { target: 0.8, candidates });
    expect(strict.threshold).toBeUndefined();
    expect(six(strict.tests.map(({ pValue }) => pValue))).toEqual([0.134218]);
    const rest = candidates.map((one) => guaranteed(all, { target: 0.8, candidates: [one] }));
    expect(six(rest.map(({ tests: [test] }) => test?.pValue ?? -1))).toEqual([
      0.134218, 0.085899, 0.140737, 0.236889, 0.332041, 0.538657, 0.730026,
    ]);
    const last = [0.6, 0.5].map((one) => guaranteed(all, { target: 0.7, candidates: [one] }));
    expect(six(last.map(({ tests: [test] }) => test?.pValue ?? -1))).toEqual([0.135799, 0.244821]);
  });
});

describe('conformal bounds', () => {
  it('of the share that is handled and wrong are the stated ones', () => {
    const all = [...TRAIN, ...HELD_OUT];
    expect([0.1, 0.15, 0.2].map((risk) => conformalThreshold(all, risk))).toEqual([
      0.71, 0.68, 0.61,
    ]);
    const errorsAt = (threshold: number): number =>
      all.filter(({ probability, correct }) => probability >= threshold && !correct).length;
    expect(six([0.71, 0.68, 0.61].map((one) => errorsAt(one) / 31))).toEqual([
      0.064516, 0.096774, 0.16129,
    ]);
  });

  it('of scores are the stated quantiles', () => {
    const scores = [0.05, 0.12, 0.2, 0.22, 0.31, 0.4, 0.44, 0.58, 0.7, 0.93];
    expect([0.1, 0.2, 0.3].map((risk) => conformalQuantile(scores, risk))).toEqual([
      0.93, 0.7, 0.58,
    ]);
    expect(conformalQuantile(scores, 0.05)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('proper scores', () => {
  it('are the stated ones', () => {
    const answers = paired([0.1, 0.9, 0.8, 0.35, 0.6], [0, 1, 1, 0, 1]);
    expect(brier(answers)).toBeCloseTo(0.0685, 12);
    expect(logLoss(answers)).toBeCloseTo(0.2750946245, 10);
  });
});

describe('maps', () => {
  it('pools scores that tie before anything else, in whatever order they come', () => {
    const at = (score: number, ...right: readonly number[]) =>
      right.map((correct) => ({ score, correct: correct === 1 }));
    for (const second of [at(0.2, 0, 1, 1, 1), at(0.2, 1, 1, 1, 0)]) {
      const map = fitIsotonic([...at(0.1, 1, 0), ...second]);
      expect([applyMap(map, 0.1), applyMap(map, 0.2)]).toEqual([0.5, 0.75]);
    }
  });

  it('pool what falls, and run in straight lines between', () => {
    const right = [0, 0, 1, 0, 1, 0, 1, 1];
    const map = fitIsotonic(
      right.map((one, index) => ({ score: (index + 1) / 10, correct: one === 1 })),
    );
    const at = (scores: readonly number[]): readonly number[] =>
      scores.map((one) => applyMap(map, one));
    expect(at([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])).toEqual([0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1]);
    expect(at([0.05, 0.35, 0.55, 0.95])).toEqual([0, 0.5, 0.5, 1]);
  });

  it('of Platt are those of scikit-learn', () => {
    const scores = [-2, -1.5, -1, -0.5, 0.2, 0.4, 0.9, 1.3, 1.8, 2.2];
    const right = [0, 0, 0, 1, 0, 1, 1, 0, 1, 1];
    const map = fitPlatt(scores.map((score, index) => ({ score, correct: right[index] === 1 })));
    expect(six([map.slope, map.offset])).toEqual([-0.698268, 0.132842]);
    expect(six([-2, 0, 2].map((one) => applyMap(map, one)))).toEqual([
      0.178085, 0.466838, 0.779661,
    ]);
    const even = fitPlatt([-2, -1, 1, 2].map((score) => ({ score, correct: score > 0 })));
    // scikit-learn stops at -.674002; at the optimum the pulls of both scores are in balance.
    expect(even.slope).toBeCloseTo(-0.674002, 4);
    const pull = applyMap(even, 1) + 2 * applyMap(even, 2);
    expect(six([pull, Math.abs(even.offset)])).toEqual([2.25, 0]);
  });

  it('by temperature are the stated ones, for yes and no and for several labels', () => {
    const logits = [3, 2.5, -2, 4, -3.5, 1, -1.2, 2.2, -0.4, 3.3];
    const labels = [1, 0, 0, 1, 0, 1, 1, 1, 0, 0];
    const pairs = logits.map((one, index) => ({ logits: [0, one], label: labels[index] ?? 0 }));
    const binary = fitTemperature(pairs).temperature;
    expect(six([binary, nll(pairs, 1), nll(pairs, binary)])).toEqual([
      3.366052, 0.853317, 0.627996,
    ]);
    const rows = [
      { logits: [2, 0, -1], label: 0 },
      { logits: [0.5, 1.5, 0], label: 1 },
      { logits: [3, 1, 0], label: 1 },
      { logits: [0, 0.2, 2.5], label: 2 },
      { logits: [1, 3, 0], label: 1 },
      { logits: [2.2, 2, 0.1], label: 0 },
    ];
    const { temperature } = fitTemperature(rows);
    expect(six([temperature, nll(rows, 1), nll(rows, temperature)])).toEqual([
      0.974143, 0.634118, 0.633919,
    ]);
  });
});

describe('the area under the curve', () => {
  it('is the stated one, as is that of the best order', () => {
    const sure = [0.99, 0.95, 0.9, 0.85, 0.8, 0.7, 0.65, 0.6, 0.55, 0.5];
    const answers = paired(sure, [1, 1, 1, 0, 1, 1, 0, 1, 0, 0]);
    expect(six(riskCoverage(answers).map(({ risk }) => risk))).toEqual([
      0, 0, 0, 0.25, 0.2, 0.166667, 0.285714, 0.25, 0.333333, 0.4,
    ]);
    const area = aurc(answers);
    expect(six([area.aurc, area.optimal, area.excess])).toEqual([0.188571, 0.112619, 0.075952]);
  });
});

/** The error with edges that are made by adding doubles, `[low, high)`, as some tools have it. */
function linspaceEce(answers: ReturnType<typeof paired>): number {
  const edges = Array.from({ length: 11 }, (_, index) => index * 0.1);
  const bins = new Map<number, { count: number; sum: number }>();
  for (const { probability, correct } of answers) {
    const above = edges.filter((edge) => probability >= edge).length - 1;
    const bin = bins.get(Math.min(9, above)) ?? { count: 0, sum: 0 };
    bins.set(Math.min(9, above), {
      count: bin.count + 1,
      sum: bin.sum + (correct ? 1 : 0) - probability,
    });
  }
  return [...bins.values()].reduce((total, { sum }) => total + Math.abs(sum), 0) / answers.length;
}

/** The mean negative logarithm of the probability of the true label. */
function nll(
  rows: readonly { readonly logits: readonly number[]; readonly label: number }[],
  temperature: number,
): number {
  const losses = rows.map(({ logits, label }) => {
    const powers = logits.map((one) => Math.exp(one / temperature));
    const sum = powers.reduce((total, power) => total + power, 0);
    return -Math.log((powers[label] ?? 0) / sum);
  });
  return losses.reduce((total, loss) => total + loss, 0) / rows.length;
}
