/**
 * Judging by counting: how often a model gave which answer, and how sure that makes one.
 *
 * @module
 */
import type { Question } from '../../question.js';
import { wilsonBounds, Z_95 } from '../../wilson.js';
import { answerOf, type Found, likeliest, rounded } from './shares.js';
import { labelsOf } from './sheet.js';

/** What came of asking a model several times, in numbers of samples. */
export interface Tally {
  /** How often each label was given, in the order of the labels. */
  readonly counts: readonly number[];
  readonly refused: number;
  /** Those that ended before an answer, as there was no room for more. */
  readonly cut: number;
  /** Those that say something else than one of the answers. */
  readonly other: number;
}

/** What one sample is, where it is no label. */
export type NoLabel = 'refused' | 'cut' | 'other';

/** Counts samples: indexes of labels, and what is none. */
export function tallyOf(question: Question, samples: readonly (number | NoLabel)[]): Tally {
  const countOf = (what: number | NoLabel): number => samples.filter((one) => one === what).length;
  return {
    counts: labelsOf(question).map((_, index) => countOf(index)),
    refused: countOf('refused'),
    cut: countOf('cut'),
    other: countOf('other'),
  };
}

/** Adds up what came of several requests. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    counts: (tallies[0]?.counts ?? []).map((_, at) => sum(({ counts }) => counts[at] ?? 0)),
    refused: sum(({ refused }) => refused),
    cut: sum(({ cut }) => cut),
    other: sum(({ other }) => other),
  };
}

/**
 * The answer for a tally: the share of each label among the samples that gave one. It is a refusal
 * where more than half of all samples refuse, and unmeasurable where less than `floor` of them gave
 * a label.
 *
 * The interval is that of Wilson (1927) at 95 %, of yes for a noul, and else of the label that was
 * given most often.
 *
 * @returns `undefined` where no sample gave a label, and one of them was cut off.
 */
export function answerOfTally(
  question: Question,
  { counts, refused, cut, other }: Tally,
  { floor, orders }: { readonly floor: number; readonly orders: number },
): Found | undefined {
  const given = counts.reduce((sum, count) => sum + count, 0);
  const samples = given + refused + cut + other;
  const mass = rounded(given / samples);
  const known = { mass, samples, ...(orders > 1 ? { rotations: orders } : {}) };
  if (refused * 2 > samples) return { answer: { refusal: true }, details: known };
  if (given === 0 && cut > 0) return undefined;
  if (given === 0 || mass < floor) return { answer: { unmeasurable: true }, details: known };
  const shares = counts.map((count) => count / given);
  const measured = question.type === 'noul' ? 0 : likeliest(counts);
  const { low, high } = wilsonBounds(counts[measured] ?? 0, given, Z_95);
  const interval = [rounded(low), rounded(high)] as const;
  return { answer: answerOf(question, shares), details: { ...known, interval } };
}
