/**
 * Labelled answers whose figures were computed by other programs, or by exact arithmetic.
 *
 * @module
 */
import type { Measured } from '../../src/calibration/index.js';

/** Reads `.52:0 .55:1`: a probability, and whether the decision was right. */
export function measured(text: string): readonly Measured[] {
  return text.split(' ').map((pair) => {
    const [probability, correct] = pair.split(':');
    return { probability: Number(probability), correct: correct === '1' };
  });
}

/** Puts probabilities and zeros and ones side by side. */
export function paired(
  probabilities: readonly number[],
  right: readonly number[],
): readonly Measured[] {
  return probabilities.map((probability, index) => ({ probability, correct: right[index] === 1 }));
}

/** Tests of 16 and of 15 answers for a threshold, with two that tie at .80. */
export const TRAIN: readonly Measured[] = measured(
  '.52:0 .55:1 .61:0 .64:1 .68:1 .70:0 .73:1 .77:1 .80:1 .80:0 .84:1 .88:1 .91:1 .94:1 .97:1 .99:1',
);
export const HELD_OUT: readonly Measured[] = measured(
  '.51:1 .58:0 .63:1 .66:0 .71:1 .75:1 .78:0 .80:1 .83:1 .86:1 .90:1 .92:1 .95:1 .98:1 1.00:1',
);
