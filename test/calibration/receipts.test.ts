import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate, calibrated, type LabelledRow } from '../../src/calibration/index.js';
import { choice, judgeWith, noul, type Policy, type SyncJudge } from '../../src/index.js';
import { attest, generateKey, verifyPackage, verifyReceipt } from '../../src/receipt/index.js';

const { signer, publicKey } = generateKey();
const questions = {
  spam: noul('Spam?'),
  verdict: choice('What now?', ['allow', 'deny']),
};

/** A record with the bars 0.8 for both. */
const rows = (name: string, model?: string): readonly LabelledRow[] =>
  Array.from({ length: 4 }, (_, index) => ({
    id: `${name}-${index}`,
    ...(model === undefined ? {} : { model }),
    labels: { spam: true, verdict: 'deny' },
    answers: {
      spam: { noul: 0.8 },
      verdict: { choice: 'deny', probabilities: { allow: 0.2, deny: 0.8 } },
    },
  }));
const halves = { train: rows('t'), heldOut: rows('h') };
const record = calibrate(questions, halves, { target: 0.9, labelledSet: 'calls' });

const old = calibrate(
  questions,
  { train: rows('t', 'm-0'), heldOut: rows('h', 'm-0') },
  { target: 0.9, labelledSet: 'calls' },
);

describe('a receipt of a calibrated policy', () => {
  it('contradicts nothing that a verifier holds to the bar, whatever was answered', async () => {
    const cents = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
    const policies: readonly Policy[] = [
      calibrated(record),
      calibrated(record, { onMiss: 'deny' }),
      calibrated(record, { onMiss: 'warn' }),
      ...(['ask', 'warn', 'deny'] as const).flatMap((onMiss) =>
        (['use', 'miss'] as const).map((onStale) => calibrated(old, { onMiss, onStale })),
      ),
    ];
    const given = fc.record({
      spam: cents,
      deny: cents,
      confidence: fc.option(cents),
      policy: fc.constantFrom(...policies),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ spam, deny, confidence, policy }) => {
        const probabilities = { allow: Math.round((1 - deny) * 100) / 100, deny };
        const verdict = {
          choice: 'deny',
          probabilities,
          ...(confidence === null ? {} : { confidence }),
        };
        const judge: SyncJudge = {
          info: { model: 'm-1' },
          ask: () => ({ answers: { spam: { noul: spam }, verdict } }),
        };
        const result = await judgeWith(judge, { state: 'x', questions }, { policy });
        const receipts = attest(result, { signer }).map(({ envelope }) => envelope);
        const { rows: found } = verifyPackage(receipts, { keys: [publicKey] });
        const codes = found.filter(({ check }) => check === 'judgements').map(({ code }) => code);
        expect(codes.filter((code) => code.endsWith('_contradicted'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('names no stale bar that a choice without a confidence meets', async () => {
    const verdict = { choice: 'deny', probabilities: { allow: 0.2, deny: 0.8 } };
    const judge: SyncJudge = { info: { model: 'm-1' }, ask: () => ({ answers: { verdict } }) };
    const request = { state: 'x', questions: { verdict: questions.verdict } };
    const { decisions } = await judgeWith(judge, request, { policy: calibrated(old) });
    expect(decisions.verdict).toMatchObject({ effect: 'ask', reason: 'bar_missed', stale: true });
    expect(decisions.verdict.bar).toBeUndefined();
  });

  it.each(['use', 'miss'] as const)('says that its bar is stale: %s', async (onStale) => {
    const judge: SyncJudge = {
      info: { model: 'm-1' },
      ask: () => ({ answers: { spam: { noul: 0.9 } } }),
    };
    const request = { state: 'x', questions: { spam: questions.spam } };
    const result = await judgeWith(judge, request, { policy: calibrated(old, { onStale }) });
    expect(result.decisions.spam.stale).toBe(true);
    const [receipt] = attest(result, { signer });
    const verdict = verifyReceipt(receipt?.envelope, { keys: [publicKey] });
    expect(verdict.ok && verdict.judgement?.threshold).toMatchObject({
      value: 0.8,
      set_by: expect.stringMatching(/, stale: measured on another model$/),
    });
    const effect = onStale === 'use' ? 'deny' : 'ask';
    expect(verdict.ok && verdict.judgement?.effect).toBe(effect);
  });
});
