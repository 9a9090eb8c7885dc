/**
 * Shares the samples of a question among the orders of its labels and among requests.
 *
 * @module
 */
import type { Question } from '../../question.js';
import type { Inquiry } from './language.js';
import { labelsOf, sheetsOf } from './sheet.js';

/** How often a question is asked, and how. */
export interface Sampling {
  readonly samples: number;
  /** How many samples one request can bring. */
  readonly perRequest: number;
  readonly rotations: number;
}

/**
 * The requests for a question: the samples are shared among the orders as evenly as they can be.
 */
export function planSamples(
  key: string,
  question: Question,
  { samples, perRequest, rotations }: Sampling,
): readonly Inquiry[] {
  const sheets = sheetsOf(question, ordersOf(question, { samples, rotations }));
  return sheets.flatMap((sheet, turn) => {
    const share = upTo(turn + 1, sheets.length, samples) - upTo(turn, sheets.length, samples);
    return Array.from({ length: Math.ceil(share / perRequest) }, (_, request) => {
      const left = share - request * perRequest;
      return { key, question, sheet, samples: Math.min(perRequest, left) };
    });
  });
}

/** In how many orders a question is shown: never more than there are labels, or samples. */
export function ordersOf(
  question: Question,
  { samples, rotations }: Pick<Sampling, 'samples' | 'rotations'>,
): number {
  return Math.min(rotations, samples, labelsOf(question).length);
}

function upTo(turn: number, turns: number, samples: number): number {
  return Math.floor((turn * samples) / turns);
}
