import { describe, expect, it } from 'vitest';
import { explain, JudgeError } from '../../src/rules/index.js';
import { chanceOf, randomState } from './fuzz.js';

/** How many states are tried; `FUZZ_RUNS=200000` for a long run, `FUZZ_SEED` for other ones. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_130);

/** What the rules say of a state, as text; a fault by its code and place. */
function outcome(state: unknown, strict: boolean): string {
  try {
    return JSON.stringify(explain(state, { strict }));
  } catch (error) {
    if (error instanceof JudgeError) return `${error.code} ${error.message}`;
    throw new Error(`no JudgeError for ${JSON.stringify(state)}`, { cause: error });
  }
}

describe(`${RUNS} random states from seed ${SEED}`, () => {
  it('are answered, or refused with a JudgeError, twice in the same way', { timeout: 0 }, () => {
    const chance = chanceOf(SEED);
    let answered = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const state = randomState(chance);
      const strict = run % 4 === 0;
      const first = outcome(state, strict);
      if (outcome(structuredClone(state), strict) !== first) {
        expect.unreachable(`two answers to ${JSON.stringify(state)}`);
      }
      if (first.startsWith('{')) answered += 1;
    }
    expect(answered / RUNS).toBeGreaterThan(0.6);
  });

  it('are the same states for the same seed', () => {
    expect(randomState(chanceOf(7))).toEqual(randomState(chanceOf(7)));
    expect(randomState(chanceOf(7))).not.toEqual(randomState(chanceOf(8)));
  });
});
