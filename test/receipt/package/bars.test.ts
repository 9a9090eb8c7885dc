import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bands, choice, noul, type Policy, routes, score, threshold } from '../../../src/index.js';
import { judgeSyncWith } from '../../../src/judge.js';
import { ed25519Signer } from '../../../src/receipt/ed25519.js';
import { attest } from '../../../src/receipt/judgement.js';
import { barFault, type YesSides } from '../../../src/receipt/package/bars.js';
import type { JudgementPayload } from '../../../src/receipt/payloads.js';
import { judgementOf } from '../../../src/receipt/source.js';
import { SECRET } from '../fixtures.js';

type Change = { readonly [member in keyof JudgementPayload]?: unknown };

/** A judgement that says what is given, and otherwise that a noul of 1 was denied at 0.5. */
function judged(change: Change): JudgementPayload {
  const payload = {
    schema: 'judgement.v1',
    judge: { model: 'm' },
    question: { key: 'unsafe', type: 'noul', instructions: '' },
    answer: { noul: 1 },
    outcome: 'refused',
    effect: 'deny',
    threshold: { applies_to: 'noul', value: 0.5 },
    judged_at: '2026-11-30T12:00:00Z',
    ...change,
  };
  const kept = Object.entries(payload).filter(([, value]) => value !== undefined);
  const judgement: unknown = Object.fromEntries(kept);
  return Reflect.apply(judgementOf, undefined, [judgement]);
}

const NOUL = { key: 'unsafe', type: 'noul', instructions: '' };
const CHOICE = { key: 'verdict', type: 'choice', options: ['allow', 'ask', 'deny', 'warn'] };
const TEAM = { key: 'team', type: 'choice', options: ['billing', 'other'] };
const SCORE = { key: 'tone', type: 'score', options: ['poor', 'good'] };
const SURE = { applies_to: 'confidence', value: 0.8 };

const acted = (effect: string): Change => ({ effect, outcome: 'acted' });
const refused: Change = { effect: 'deny', outcome: 'refused' };
const asked: Change = { effect: 'ask', outcome: 'escalated' };
const ignored: Change = { effect: undefined, outcome: 'ignored' };

describe('a noul and its bar', () => {
  it.each<[string, Change, string | undefined]>([
    ['above the bar and denied', { answer: { noul: 0.9 }, ...refused }, undefined],
    ['at the bar and denied', { answer: { noul: 0.5 }, ...refused }, undefined],
    ['below the bar and allowed', { answer: { noul: 0.1 }, ...acted('allow') }, undefined],
    ['below the bar and warned of', { answer: { noul: 0.1 }, ...acted('warn') }, undefined],
    ['above the bar and left to a person', { answer: { noul: 0.9 }, ...asked }, undefined],
    ['below the bar and left to a person', { answer: { noul: 0.1 }, ...asked }, undefined],
    ['above the bar and allowed', { answer: { noul: 0.9 }, ...acted('allow') }, 'bar_contradicted'],
    [
      'above the bar and warned of',
      { answer: { noul: 0.9 }, ...acted('warn') },
      'bar_contradicted',
    ],
    ['at the bar and allowed', { answer: { noul: 0.5 }, ...acted('allow') }, 'bar_contradicted'],
    ['below the bar and denied', { answer: { noul: 0.1 }, ...refused }, 'bar_contradicted'],
    ['shadowed', { answer: { noul: 0.9 }, ...ignored }, undefined],
  ])('%s', (_name, change, code) => {
    expect(barFault(judged({ question: NOUL, ...change }), {})?.code).toBe(code);
  });

  it('meets a bar that it equals to 12 decimals', () => {
    const threshold = { applies_to: 'noul', value: 0.93 };
    expect(barFault(judged({ answer: { noul: 1 - 0.07 }, threshold, ...refused }), {})).toBe(
      undefined,
    );
  });

  it.each<[string, YesSides[string], number, Change, string | undefined]>([
    ['yes allows, and it was allowed', 'allow', 0.9, acted('allow'), undefined],
    ['yes allows, and it was not sure', 'allow', 0.1, asked, undefined],
    ['yes allows, and no was allowed', 'allow', 0.1, acted('allow'), 'bar_contradicted'],
    ['yes allows, and no was denied', 'allow', 0.1, refused, 'bar_contradicted'],
    ['yes allows, and yes was denied', 'allow', 0.9, refused, 'bar_contradicted'],
    ['yes asks, and it was asked', 'ask', 0.9, asked, undefined],
    ['yes asks, and yes was denied', 'ask', 0.9, refused, 'bar_contradicted'],
    ['yes warns, and yes was warned of', 'warn', 0.9, acted('warn'), undefined],
    ['yes warns, and no was allowed', 'warn', 0.1, acted('allow'), undefined],
    ['yes warns, and no was warned of', 'warn', 0.1, acted('warn'), 'bar_contradicted'],
    ['yes denies, and yes was asked', 'deny', 0.9, asked, 'bar_contradicted'],
    ['yes denies, and no was asked', 'deny', 0.1, asked, undefined],
  ])('%s', (_name, side, noul, change, code) => {
    expect(barFault(judged({ answer: { noul }, ...change }), { unsafe: side })?.code).toBe(code);
  });
});

describe('a choice or a score and its bar', () => {
  it.each<[string, Change, string | undefined]>([
    ['sure, and done', { answer: { choice: 'deny', confidence: 0.9 }, ...refused }, undefined],
    [
      'at the bar, and done',
      { answer: { choice: 'deny', confidence: 0.8 }, ...refused },
      undefined,
    ],
    ['unsure, and asked', { answer: { choice: 'deny', confidence: 0.7 }, ...asked }, undefined],
    [
      'unsure, and done',
      { answer: { choice: 'deny', confidence: 0.7 }, ...refused },
      'bar_contradicted',
    ],
    [
      'unsure, and allowed',
      { answer: { choice: 'allow', confidence: 0.1 }, ...acted('allow') },
      'bar_contradicted',
    ],
    [
      'sure, and something else was done',
      { answer: { choice: 'deny', confidence: 0.9 }, ...acted('allow') },
      'bar_contradicted',
    ],
    [
      'sure, and asked nevertheless',
      { answer: { choice: 'allow', confidence: 0.9 }, ...asked },
      'bar_contradicted',
    ],
    [
      'sure that it has to be asked',
      { answer: { choice: 'ask', confidence: 0.9 }, ...asked },
      undefined,
    ],
    [
      'without a confidence, by the probability of the label',
      { answer: { choice: 'deny', probabilities: { deny: 0.9 } }, ...refused },
      undefined,
    ],
    [
      'without a confidence, and its label unlikely',
      { answer: { choice: 'deny', probabilities: { deny: 0.6 } }, ...refused },
      'bar_contradicted',
    ],
    ['without either, and done', { answer: { choice: 'deny' }, ...refused }, 'bar_unmeasured'],
    ['without either, and asked', { answer: { choice: 'deny' }, ...asked }, undefined],
    [
      'an option that it had not',
      { answer: { choice: 'maybe', confidence: 1 }, ...asked },
      'answer_contradicted',
    ],
    [
      'no bar, and done',
      { answer: { choice: 'deny', confidence: 1 }, ...refused, threshold: undefined },
      'bar_missing',
    ],
    [
      'no bar, and asked',
      { answer: { choice: 'deny', confidence: 1 }, ...asked, threshold: undefined },
      undefined,
    ],
    [
      'a bar for nobody knows what',
      { answer: { choice: 'deny', confidence: 1 }, ...refused, threshold: { value: 0.5 } },
      'bar_unmeasured',
    ],
    [
      'a route, and sure',
      { question: TEAM, answer: { choice: 'billing', confidence: 0.9 }, ...acted('billing') },
      undefined,
    ],
    [
      'a route, and unsure',
      { question: TEAM, answer: { choice: 'billing', confidence: 0.1 }, ...acted('billing') },
      'bar_contradicted',
    ],
    [
      'a route without an effect',
      { question: TEAM, answer: { choice: 'billing', confidence: 0.9 }, ...ignored },
      undefined,
    ],
    [
      'a score with a rule',
      { question: SCORE, answer: { score: 1, confidence: 0.9 }, ...acted('allow') },
      undefined,
    ],
    [
      'a score, and unsure',
      { question: SCORE, answer: { score: 1, confidence: 0.1 }, ...acted('allow') },
      'bar_contradicted',
    ],
    [
      'a score that is none',
      { question: SCORE, answer: { choice: 'good' }, ...asked },
      'answer_contradicted',
    ],
  ])('%s', (_name, change, code) => {
    expect(barFault(judged({ question: CHOICE, threshold: SURE, ...change }), {})?.code).toBe(code);
  });
});

describe('an outcome and its effect', () => {
  it.each<[string, Change, string | undefined]>([
    ['deny, acted', { effect: 'deny', outcome: 'acted' }, 'outcome_contradicted'],
    ['allow, refused', { effect: 'allow', outcome: 'refused' }, 'outcome_contradicted'],
    ['ask, acted', { effect: 'ask', outcome: 'acted' }, 'outcome_contradicted'],
    ['none, acted', { effect: undefined, outcome: 'acted' }, 'outcome_contradicted'],
    ['deny, ignored', { effect: 'deny', outcome: 'ignored' }, 'outcome_contradicted'],
    ['a route, refused', { effect: 'billing', outcome: 'refused' }, 'outcome_contradicted'],
    ['a refusal, asked', { answer: { refusal: true }, ...asked }, undefined],
    ['a refusal, ignored', { answer: { refusal: true }, ...ignored }, undefined],
    [
      'a refusal, allowed',
      { answer: { refusal: true }, ...acted('allow') },
      'outcome_contradicted',
    ],
    [
      'a refusal that answers',
      { answer: { refusal: true, noul: 1 }, ...asked },
      'answer_contradicted',
    ],
  ])('%s', (_name, change, code) => {
    expect(barFault(judged(change), {})?.code).toBe(code);
  });

  it('says what it found, without what a terminal would act on', () => {
    const key = 'a\u001b[31mb\u202ec';
    const fault = barFault(judged({ question: { ...NOUL, key }, answer: { noul: 0.1 } }), {});
    expect(fault?.detail).toBe('a\ufffd[31mb\ufffdc 0.1 against 0.5: deny, refused');
  });
});

describe('the policies of this library', () => {
  const questions = {
    grounded: noul('Is it grounded?'),
    team: choice('Which team?', ['billing', 'other']),
    tone: score('How calm?', ['poor', 'fair', 'good']),
    unsafe: noul('Is it unsafe?'),
    verdict: choice('What now?', ['allow', 'ask', 'deny', 'warn']),
  };
  const unit = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
  const sure = fc.option(unit, { nil: undefined });
  const answers = fc.record({
    grounded: fc.record({ noul: unit }),
    team: fc.record({ choice: fc.constantFrom('billing', 'other'), confidence: sure }),
    tone: fc.record({ score: fc.constantFrom(0, 0.5, 1, 2), confidence: sure }),
    unsafe: fc.oneof(fc.record({ noul: unit }), fc.constant({ refusal: true })),
    verdict: fc.record({
      choice: fc.constantFrom('allow', 'ask', 'deny', 'warn'),
      confidence: sure,
    }),
  });
  const bar = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);
  const side = fc.constantFrom<YesSides[string]>('deny', 'ask', 'warn', 'allow');
  const rules = { tone: { atLeast: 1, otherwise: 'deny' } } as const;
  const policies = fc.oneof(
    fc
      .tuple(bar, side)
      .map(([value, grounded]): [Policy<string>, YesSides] => [
        threshold(value, { yes: { grounded }, scores: rules }),
        { grounded },
      ]),
    bar.map((value): [Policy<string>, YesSides] => [bands({ deny: value, allow: value / 2 }), {}]),
    bar.map((value): [Policy<string>, YesSides] => [routes(['billing'], { bar: value }), {}]),
  );
  const signer = ed25519Signer(SECRET);

  it('never contradict themselves', () => {
    fc.assert(
      fc.property(policies, answers, ([policy, yes], given) => {
        const plain: unknown = JSON.parse(JSON.stringify(given));
        const judge = { info: { model: 'm' }, ask: () => ({ answers: plain }) };
        const result = judgeSyncWith(judge, { state: 's', questions }, { policy });
        for (const receipt of attest(result, { signer })) {
          const judgement = judgementOf(receipt);
          expect(judgement && barFault(judgement, yes)).toBe(undefined);
        }
      }),
      { numRuns: 100 },
    );
  });
});
