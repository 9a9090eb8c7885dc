/**
 * Judgements whose parts fit together or not.
 *
 * @module
 */
import type { Envelope } from 'judgement/receipt';
import { sealStatement } from './signers.js';

/** One receipt for each way of combining a question, an answer, a bar, an effect and an outcome. */
export function barCases(): readonly Envelope[] {
  return QUESTIONS.flatMap((question) =>
    ANSWERS.flatMap((answer) =>
      BARS.flatMap((bar) =>
        EFFECTS.flatMap((effect) => {
          const payload = { ...COMMON, question, answer, ...bar, ...effect };
          return sealStatement('judgement.v1', payload);
        }),
      ),
    ),
  );
}

const COMMON = {
  schema: 'judgement.v1',
  judge: { model: 'm-1' },
  judged_at: '2026-12-01T12:00:00Z',
  outcome: 'acted',
};

const QUESTIONS = [
  { key: 'q', type: 'noul' },
  { key: 'q', type: 'choice', options: ['allow', 'deny', 'a'] },
  { key: 'q', type: 'score', options: ['poor', 'good'] },
];

const ANSWERS = [
  { noul: 0.2 },
  { noul: 0.8 },
  { noul: 0.8, confidence: 0.2 },
  { noul: 0.2, confidence: 0.8 },
  { choice: 'allow' },
  { choice: 'deny', confidence: 0.8 },
  { choice: 'a', confidence: 0.2 },
  { choice: 'a', noul: 0.2, probabilities: { a: 0.8 } },
  { score: 1, confidence: 0.2 },
  { score: 1, noul: 0.8, confidence: 0.8 },
  {},
];

const BARS = [
  {},
  { threshold: { value: 0.5 } },
  { threshold: { value: 0.5, applies_to: 'noul' } },
  { threshold: { value: 0.5, applies_to: 'confidence' } },
];

const EFFECTS = [
  {},
  { effect: 'allow' },
  { effect: 'warn' },
  { effect: 'ask' },
  { effect: 'deny' },
  { effect: 'a' },
];
