import { describe, expect, it } from 'vitest';
import { wilson } from '../../../src/calibration/index.js';
import { choice, noul, score } from '../../../src/index.js';
import { ordersOf, planSamples } from '../../../src/judges/shared/plan.js';
import {
  addTallies,
  answerOfTally,
  type NoLabel,
  tallyOf,
} from '../../../src/judges/shared/samples.js';
import { sheetsOf } from '../../../src/judges/shared/sheet.js';
import { wilsonBounds, Z_95 } from '../../../src/wilson.js';

const YES_NO = noul('Is it?');
const TEAM = choice('Who?', ['billing', 'technical', 'other']);
const GRADE = score('How good?', ['poor', 'fair', 'good']);
const LIMITS = { floor: 0.9, orders: 1 };

function times(count: number, what: number | NoLabel): readonly (number | NoLabel)[] {
  return Array.from({ length: count }, () => what);
}

describe('the answer of a tally', () => {
  it('of a noul is the share of yes, with its interval', () => {
    const tally = tallyOf(YES_NO, [...times(9, 0), 1]);
    expect(answerOfTally(YES_NO, tally, LIMITS)).toEqual({
      answer: { noul: 0.9, probabilities: { yes: 0.9, no: 0.1 } },
      // Wilson (1927) for 9 of 10, as computed apart from this code.
      details: { mass: 1, samples: 10, interval: [0.595849973205, 0.982123786905] },
    });
  });

  it('of a choice is the label that was named most often, the first of those that tie', () => {
    const tally = tallyOf(TEAM, [2, 1, 2, 1, 0]);
    const found = answerOfTally(TEAM, tally, LIMITS);
    expect(found?.answer).toEqual({
      choice: 'technical',
      probabilities: { billing: 0.2, technical: 0.4, other: 0.4 },
    });
    const { low, high } = wilson(2, 5);
    expect(found?.details?.interval?.[0]).toBeCloseTo(low, 11);
    expect(found?.details?.interval?.[1]).toBeCloseTo(high, 11);
  });

  it('of a score is the mean of the levels', () => {
    const { answer } = answerOfTally(GRADE, tallyOf(GRADE, [0, 1, 1, 2]), LIMITS) ?? {};
    expect(answer).toEqual({ score: 1, probabilities: { poor: 0.25, fair: 0.5, good: 0.25 } });
  });

  it('leaves out samples that name no label, as long as there are few', () => {
    const few = answerOfTally(YES_NO, tallyOf(YES_NO, [...times(9, 0), 'other']), LIMITS);
    expect(few?.answer).toEqual({ noul: 1, probabilities: { yes: 1, no: 0 } });
    expect(few?.details).toMatchObject({ mass: 0.9, samples: 10 });
    const many = answerOfTally(YES_NO, tallyOf(YES_NO, [...times(8, 0), 'other', 'cut']), LIMITS);
    expect(many).toEqual({ answer: { unmeasurable: true }, details: { mass: 0.8, samples: 10 } });
  });

  it('is a refusal where more than half refuse, and not where half do', () => {
    const more = answerOfTally(
      YES_NO,
      tallyOf(YES_NO, [...times(6, 'refused'), ...times(4, 0)]),
      LIMITS,
    );
    expect(more?.answer).toEqual({ refusal: true });
    const half = answerOfTally(
      YES_NO,
      tallyOf(YES_NO, [...times(5, 'refused'), ...times(5, 0)]),
      LIMITS,
    );
    expect(half?.answer).toEqual({ unmeasurable: true });
  });

  it('is none where nothing was named and something was cut off', () => {
    expect(answerOfTally(YES_NO, tallyOf(YES_NO, ['cut', 'other']), LIMITS)).toBeUndefined();
    const said = answerOfTally(YES_NO, tallyOf(YES_NO, ['other', 'other']), LIMITS);
    expect(said).toEqual({ answer: { unmeasurable: true }, details: { mass: 0, samples: 2 } });
  });

  it('measures nothing where nothing was named, even without a floor', () => {
    const none = { floor: 0, orders: 1 };
    const { answer } = answerOfTally(YES_NO, tallyOf(YES_NO, ['other']), none) ?? {};
    expect(answer).toEqual({ unmeasurable: true });
  });

  it('is of all requests together, and says in how many orders they were', () => {
    const tally = addTallies([tallyOf(TEAM, [0, 0, 'other']), tallyOf(TEAM, [1, 'refused'])]);
    expect(tally).toEqual({ counts: [2, 1, 0], refused: 1, cut: 0, other: 1 });
    const { details } = answerOfTally(TEAM, tally, { floor: 0, orders: 3 }) ?? {};
    expect(details).toMatchObject({ mass: 0.6, samples: 5, rotations: 3 });
  });
});

describe('the interval', () => {
  it('is that of wilson() at 95 %', () => {
    for (const [count, total] of [
      [0, 1],
      [1, 1],
      [3, 10],
      [50, 100],
      [99, 100],
    ] as const) {
      const { low, high } = wilson(count, total);
      const bounds = wilsonBounds(count, total, Z_95);
      expect(bounds.low).toBeCloseTo(low, 12);
      expect(bounds.high).toBeCloseTo(high, 12);
    }
  });
});

describe('the requests for samples', () => {
  it('are as few as there can be', () => {
    const plan = planSamples('k', TEAM, { samples: 10, perRequest: 4, rotations: 1 });
    expect(plan.map(({ samples }) => samples)).toEqual([4, 4, 2]);
  });

  it('share the samples among the orders', () => {
    const plan = planSamples('k', TEAM, { samples: 10, perRequest: 10, rotations: 3 });
    expect(plan.map(({ samples }) => samples)).toEqual([3, 3, 4]);
    const firsts = plan.map(({ sheet }) => sheet[0]?.index);
    expect(firsts).toEqual([0, 1, 2]);
  });

  it('are in no more orders than there are labels or samples', () => {
    expect(ordersOf(TEAM, { samples: 10, rotations: 9 })).toBe(3);
    expect(ordersOf(TEAM, { samples: 2, rotations: 9 })).toBe(2);
    const plan = planSamples('k', TEAM, { samples: 2, perRequest: 2, rotations: 3 });
    expect(plan.map(({ samples }) => samples)).toEqual([1, 1]);
  });
});

describe('sheets', () => {
  it('put each label once in each place when there are as many orders as labels', () => {
    const sheets = sheetsOf(TEAM, 3);
    expect(sheets.map((sheet) => sheet.map(({ index }) => index))).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]);
    expect(sheets[1]?.map(({ token }) => token)).toEqual(['A', 'B', 'C']);
  });

  it('turn further with fewer orders, so that they are spread', () => {
    const four = choice('?', ['a', 'b', 'c', 'd']);
    expect(sheetsOf(four, 2).map((sheet) => sheet[0]?.index)).toEqual([0, 2]);
  });

  it('leave yes and no their words, and only turn them', () => {
    expect(sheetsOf(YES_NO, 9)).toEqual([
      [
        { token: 'Yes', index: 0 },
        { token: 'No', index: 1 },
      ],
      [
        { token: 'No', index: 1 },
        { token: 'Yes', index: 0 },
      ],
    ]);
  });

  it('number more labels than there are letters', () => {
    const labels = Array.from({ length: 27 }, (_, index) => `label ${index}`);
    const [sheet = []] = sheetsOf(choice('?', labels), 1);
    expect([sheet[0]?.token, sheet[26]?.token]).toEqual(['1', '27']);
    const [letters = []] = sheetsOf(choice('?', labels.slice(1)), 1);
    expect([letters[0]?.token, letters[25]?.token]).toEqual(['A', 'Z']);
  });
});
