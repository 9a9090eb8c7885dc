/**
 * Answers that a store has kept, of a judge that has to sign them.
 *
 * @module
 */
import { digest } from '../digest.js';
import type { Judge } from '../judge.js';
import { checkAnswer } from '../receipt/answer-check.js';
import type { SignatureDemand } from './signature.js';

/**
 * What a cache has to know of a judge whose signature is demanded: that its answers are others than
 * those that nobody signed, and which of those that were kept still hold.
 *
 * A signature that was kept is as old as the answer, for which the cache has a limit of its own, and
 * its nonce was another request's. All else is held to it as when it came.
 */
export function keptBy(demand: SignatureDemand | undefined): Pick<Judge, 'cacheKey' | 'holds'> {
  if (demand === undefined) return {};
  const limits = { ...demand, maxAgeMs: Number.MAX_SAFE_INTEGER };
  return {
    cacheKey: digest(demand.keys.keys.map(({ publicKey }) => publicKey).sort()),
    holds({ state, questions }, { attestation, ...kept }) {
      try {
        checkAnswer(attestation, { ...kept, questions, stateDigest: digest(state) }, limits);
        return true;
      } catch {
        // Whatever is wrong with it, the judge can be asked.
        return false;
      }
    },
  };
}
