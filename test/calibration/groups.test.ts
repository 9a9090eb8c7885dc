import { describe, expect, it } from 'vitest';
import {
  type CalibrateOptions,
  calibrate,
  candidateThresholds,
  clopperPearson,
  fitThreshold,
  guaranteed,
  type Halves,
  type LabelledRow,
  type QuestionCalibration,
  splitLabeled,
  tally,
} from '../../src/calibration/index.js';
import { noul } from '../../src/index.js';
import { faultOf } from '../fault.js';

const questions = { spam: noul('Is it spam?') };
const options = { target: 0.9, labelledSet: 'tickets-2026', clock: () => 0 };

function row(id: string, probability: number, correct: boolean, rest: object = {}): LabelledRow {
  return { id, labels: { spam: correct }, answers: { spam: { noul: probability } }, ...rest };
}

function measure(halves: Halves, extra: Partial<CalibrateOptions> = {}): QuestionCalibration {
  const { spam } = calibrate(questions, halves, { ...options, ...extra }).perQuestion;
  if (spam === undefined) throw new Error('spam was not measured');
  return spam;
}

describe('answers of one group', () => {
  const train = Array.from({ length: 10 }, (_, index) => row(`t${index}`, 0.8, true));
  const copies = (rest: (index: number) => object): readonly LabelledRow[] =>
    Array.from({ length: 60 }, (_, index) => row(`h${index}`, 0.8, true, rest(index)));
  const alone = clopperPearson(60, 60, { side: 'lower' }).low;
  const three = clopperPearson(3, 3, { side: 'lower' }).low;

  it('count as one in the bound, and as all of them in the rates', () => {
    const heldOut = copies((index) => ({ group: `talk-${index % 3}` }));
    const one = measure({ train, heldOut });
    expect(one.lowerBound).toBe(three);
    expect(one.drawn).toEqual({ measurable: 3, handled: 3, correct: 3 });
    expect(one.heldOut).toMatchObject({ handled: 60, correct: 60 });
    const each = measure({ train, heldOut: copies((index) => ({ group: `talk-${index}` })) });
    expect([each.lowerBound, each.drawn]).toEqual([alone, undefined]);
  });

  it('are also those of one state, and of groups that share a state', () => {
    const state = (index: number) => ({ stateDigest: `state-${index % 3}` });
    expect(measure({ train, heldOut: copies(state) }).lowerBound).toBe(three);
    const chain = copies((index) => ({
      group: `talk-${index}`,
      stateDigest: `state-${Math.floor(index / 20)}`,
    }));
    expect(measure({ train, heldOut: chain }).lowerBound).toBe(three);
    expect(measure({ train, heldOut: [...chain].reverse() }).lowerBound).toBe(three);
  });

  it('are drawn by their ids: no order of the rows decides which', () => {
    const mixed = Array.from({ length: 90 }, (_, index) =>
      row(`h${index}`, 0.6 + (index % 4) / 10, index % 7 > 0, {
        group: `talk-${index % 20}`,
        ...(index % 5 === 0 ? { stateDigest: `state-${index % 3}` } : {}),
      }),
    );
    const first = measure({ train, heldOut: mixed }, { target: 0.5 });
    expect(first.drawn?.measurable).toBe(17);
    for (const turn of [1, 17, 44]) {
      const heldOut = [...mixed.slice(turn), ...mixed.slice(0, turn)].reverse();
      expect(measure({ train, heldOut }, { target: 0.5 })).toEqual(first);
    }
  });

  it('are no proof: a guarantee asks for as many groups as it would for answers', () => {
    const guarantee = { delta: 0.05 };
    const groups = (count: number) => copies((index) => ({ group: `talk-${index % count}` }));
    expect(measure({ train, heldOut: groups(28) }, { guarantee }).reason).toBe('not_guaranteed');
    const enough = measure({ train, heldOut: groups(29) }, { guarantee });
    expect(enough.threshold).toBe(0.8);
    expect(enough.guarantee?.statement).toContain('a group and one input of it');
  });
});

describe('copies of one state', () => {
  const copy = { stateDigest: 'sha256:abc' };

  it('are refused in two halves', () => {
    const halves = { train: [row('a', 0.8, true, copy)], heldOut: [row('b', 0.8, true, copy)] };
    expect(faultOf(() => calibrate(questions, halves, options))).toEqual([
      'bad_label',
      'halves.heldOut[0]',
    ]);
  });

  it('are kept together by a split, with all groups that they are in', () => {
    const rows = Array.from({ length: 40 }, (_, index) =>
      row(`r${index}`, 0.8, true, {
        group: `talk-${Math.floor(index / 4)}`,
        ...(index === 0 || index === 39 ? copy : {}),
      }),
    );
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { train, heldOut } = splitLabeled(rows, { seed });
      const isIn = (half: readonly LabelledRow[], id: string) => half.some((one) => one.id === id);
      expect(isIn(train, 'r0')).toBe(isIn(train, 'r39'));
      expect(isIn(train, 'r3')).toBe(isIn(train, 'r36'));
      expect(() => calibrate(questions, { train, heldOut }, options)).not.toThrow();
    }
    const states = ['Hi', 'Hi', 'Ho', 'He'].map((state, index) => ({
      id: `s${index}`,
      state,
      labels: { spam: true },
    }));
    for (const seed of [1, 2, 3, 4]) {
      const ids = splitLabeled(states, { seed }).train.map(({ id }) => id);
      expect(ids.includes('s0')).toBe(ids.includes('s1'));
    }
  });

  it('are refused by a split where a row is none, a hole in the list among them', () => {
    const holes: readonly LabelledRow[] = Object.assign(new Array<LabelledRow>(2), {
      1: row('a', 0.8, true),
    });
    expect(faultOf(() => splitLabeled(holes, { seed: 1 }))).toEqual(['bad_label', 'rows[0]']);
  });
});

describe('over many draws of 60 groups of 3 answers that are alike', () => {
  const levels = Array.from({ length: 10 }, (_, index) => 0.55 + index * 0.05);
  // The two surest are right a little too seldom for 0.9, and the others much too seldom.
  const rates = levels.map((_, index) => (index < 8 ? 0.7 : 0.89));
  const drawn = Array.from({ length: 14 }, (_, index) => Math.min(9, index));
  const accuracyFrom = (threshold: number): number => {
    const kept = drawn.filter((index) => (levels[index] ?? 0) >= threshold - 1e-9);
    return kept.reduce((sum, index) => sum + (rates[index] ?? 0), 0) / kept.length;
  };
  const errorOf = (share: number, draws: number): number =>
    3 * Math.sqrt((share * (1 - share)) / draws);

  /** A half in which the answers of a group have one probability, and are right or wrong together. */
  function half(name: string, random: () => number): readonly LabelledRow[] {
    return Array.from({ length: 60 }, (_, group) => {
      const index = drawn[Math.floor(random() * drawn.length)] ?? 0;
      const correct = random() < (rates[index] ?? 0);
      return [0, 1, 2].map((copy) =>
        row(`${name}${group}-${copy}`, levels[index] ?? 0, correct, { group: `${name}${group}` }),
      );
    }).flat();
  }

  const flat = (rows: readonly LabelledRow[], every: number) =>
    tally(
      rows
        .filter((_, index) => index % every === 0)
        .map(({ labels, answers }) => ({
          probability: Number(Object(answers?.['spam']).noul),
          correct: labels['spam'] === true,
        })),
    );

  it('a guarantee of 2,000 is broken in no more than its share, and would be if each answer counted', () => {
    const random = mixing(20_261_201);
    const [delta, target, draws] = [0.1, 0.9, 2_000];
    let [broken, chosen, naive] = [0, 0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const [train, heldOut] = [half('t', random), half('h', random)];
      const { threshold, lowerBound } = measure({ train, heldOut }, { guarantee: { delta } });
      if (threshold !== undefined) chosen += 1;
      if (threshold !== undefined && accuracyFrom(threshold) < target) broken += 1;
      expect((lowerBound ?? 0) <= 1).toBe(true);
      const candidates = candidateThresholds(flat(train, 1), { target, delta, tested: 180 });
      const all = guaranteed(flat(heldOut, 1), { target, delta, candidates });
      if (all.threshold !== undefined && accuracyFrom(all.threshold) < target) naive += 1;
    }
    expect(broken / draws).toBeLessThanOrEqual(delta + errorOf(delta, draws));
    expect(chosen).toBeGreaterThan(0);
    expect(naive / draws).toBeGreaterThan(delta + errorOf(delta, draws));
  }, 60_000);

  it.each([
    ['a fitted bar', undefined],
    ['a guaranteed bar', { delta: 0.2 }],
  ] as const)(
    'the bound of %s is above the truth no oftener than it says',
    (_, guarantee) => {
      const random = mixing(7);
      const draws = 600;
      let [above, bounds, naive] = [0, 0, 0];
      for (let draw = 0; draw < draws; draw += 1) {
        const [train, heldOut] = [half('t', random), half('h', random)];
        const {
          threshold,
          lowerBound,
          heldOut: counts,
        } = measure({ train, heldOut }, { guarantee });
        if (lowerBound === undefined) continue;
        bounds += 1;
        // A bar that the held-out half did not bear out has a bound too, and no threshold.
        const fit = fitThreshold(flat(train, 3), 0.9);
        const truth = accuracyFrom(threshold ?? (fit.ok ? fit.threshold : 1));
        if (lowerBound > truth) above += 1;
        const { low } = clopperPearson(counts.correct, counts.handled, { side: 'lower' });
        if (low > truth) naive += 1;
      }
      expect(bounds / draws).toBeGreaterThan(0.05);
      expect(above / draws).toBeLessThanOrEqual(0.05 + errorOf(0.05, draws));
      expect(naive / draws).toBeGreaterThan(0.05 + errorOf(0.05, draws));
    },
    60_000,
  );
});

/** Numbers that a seed decides. */
function mixing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
