import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, checkAnswers } from '../src/answer.js';
import { canonicalize } from '../src/canonical.js';
import { JudgeError } from '../src/errors.js';
import { parseJson } from '../src/json.js';
import { choice, noul, type Questions, score } from '../src/question.js';
import { faultOf } from './fault.js';

const questions = {
  unsafe: noul('Is this call unsafe?'),
  verdict: choice('What now?', ['allow', 'ask', 'warn', 'deny']),
  quality: score('How good is it?', ['poor', 'fair', 'good']),
};

/** What the judge contract shows, and a score as services send it. */
const answered = {
  unsafe: { noul: 0.97, probabilities: { yes: 0.97, no: 0.03 }, confidence: 0.97 },
  verdict: { choice: 'deny', probabilities: { allow: 0.1, deny: 0.9 }, confidence: 0.9 },
  quality: { score: 1.05, probabilities: { poor: 0, fair: 0.95, good: 0.05 }, confidence: 0.92 },
};

function faultWith(key: keyof typeof questions, answer: unknown): readonly [string, string] {
  return faultOf(() => checkAnswers(questions, { ...answered, [key]: answer }));
}

function accepted(key: keyof typeof questions, answer: unknown): unknown {
  return checkAnswers(questions, { ...answered, [key]: answer })[key];
}

describe('checkAnswers()', () => {
  it('returns the answers as they are, copied and frozen', () => {
    const checked = checkAnswers(questions, answered);
    expect(checked).toStrictEqual(answered);
    expect(checked).not.toBe(answered);
    expect(Object.isFrozen(checked)).toBe(true);
    expect(Object.isFrozen(checked.verdict)).toBe(true);
    expect(Object.isFrozen(checked.verdict.probabilities)).toBe(true);
  });

  it('takes an answer without probabilities and confidence, and adds neither', () => {
    expect(
      checkAnswers(questions, {
        unsafe: { noul: 0 },
        verdict: { choice: 'ask' },
        quality: { score: 2 },
      }),
    ).toStrictEqual({ unsafe: { noul: 0 }, verdict: { choice: 'ask' }, quality: { score: 2 } });
  });

  it('drops answers to questions that were not asked', () => {
    const checked = checkAnswers({ unsafe: questions.unsafe }, answered);
    expect(checked).toStrictEqual({ unsafe: answered.unsafe });
  });

  it('drops members that are not described, and those that are null', () => {
    const answer = { type: 'noul', noul: 0.5, choice: null, confidence: null, legend: { 0: 'no' } };
    expect(accepted('unsafe', answer)).toStrictEqual({ noul: 0.5 });
  });

  it('drops an empty distribution', () => {
    expect(accepted('unsafe', { noul: 0.5, probabilities: {} })).toStrictEqual({ noul: 0.5 });
  });

  it('works for keys that are the names of inherited members', () => {
    const asked = { toString: noul('A?'), hasOwnProperty: noul('B?') };
    const checked = checkAnswers(asked, { toString: { noul: 1 }, hasOwnProperty: { noul: 0 } });
    expect(checked.toString).toEqual({ noul: 1 });
    expect(faultOf(() => checkAnswers(asked, { toString: { noul: 1 } }))).toEqual([
      'bad_answer',
      'answers.hasOwnProperty',
    ]);
  });

  it.each([
    ['nothing', undefined, 'bad_answer', 'answers'],
    ['null', null, 'bad_answer', 'answers'],
    ['a list', [], 'bad_answer', 'answers'],
    ['text', 'yes', 'bad_answer', 'answers'],
    ['no answer to a question', { unsafe: { noul: 1 } }, 'bad_answer', 'answers.verdict'],
    ['a map', new Map(), 'not_json', 'answers'],
    [
      'the key __proto__',
      JSON.parse('{"__proto__":{"noul":1}}'),
      'forbidden_member',
      'answers.__proto__',
    ],
    [
      'the key constructor',
      { ...answered, constructor: { noul: 1 } },
      'forbidden_member',
      'answers.constructor',
    ],
  ])('refuses %s', (_name, raw, code, path) => {
    expect(faultOf(() => checkAnswers(questions, raw))).toEqual([code, path]);
  });

  it.each<[string, keyof typeof questions, unknown, string, string]>([
    ['null', 'unsafe', null, 'bad_answer', 'answers.unsafe'],
    ['a number', 'unsafe', 0.5, 'bad_answer', 'answers.unsafe'],
    ['a noul without its number', 'unsafe', {}, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul of null', 'unsafe', { noul: null }, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul that is text', 'unsafe', { noul: '0.5' }, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul that is a boolean', 'unsafe', { noul: true }, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul below 0', 'unsafe', { noul: -0.01 }, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul above 1', 'unsafe', { noul: 1.01 }, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul of -0', 'unsafe', { noul: -0 }, 'bad_answer', 'answers.unsafe.noul'],
    ['a noul of NaN', 'unsafe', { noul: Number.NaN }, 'not_finite', 'answers.unsafe.noul'],
    ['a noul of Infinity', 'unsafe', { noul: 1 / 0 }, 'not_finite', 'answers.unsafe.noul'],
    ['a choice for a noul', 'unsafe', { choice: 'yes' }, 'bad_answer', 'answers.unsafe.noul'],
    ['a choice without its label', 'verdict', {}, 'bad_answer', 'answers.verdict.choice'],
    ['a label not offered', 'verdict', { choice: 'Deny' }, 'bad_answer', 'answers.verdict.choice'],
    [
      'an inherited name',
      'verdict',
      { choice: 'toString' },
      'bad_answer',
      'answers.verdict.choice',
    ],
    ['a label as an index', 'verdict', { choice: 0 }, 'bad_answer', 'answers.verdict.choice'],
    ['a score without its number', 'quality', {}, 'bad_answer', 'answers.quality.score'],
    ['a score below 0', 'quality', { score: -1 }, 'bad_answer', 'answers.quality.score'],
    ['a score of -0', 'quality', { score: -0 }, 'bad_answer', 'answers.quality.score'],
    ['a score off the rubric', 'quality', { score: 2.01 }, 'bad_answer', 'answers.quality.score'],
    [
      'a confidence above 1',
      'verdict',
      { choice: 'deny', confidence: 1.2 },
      'bad_answer',
      'answers.verdict.confidence',
    ],
    [
      'a confidence below 0',
      'unsafe',
      { noul: 0.5, confidence: -0.1 },
      'bad_answer',
      'answers.unsafe.confidence',
    ],
    [
      'a confidence of -0',
      'unsafe',
      { noul: 0.5, confidence: -0 },
      'bad_answer',
      'answers.unsafe.confidence',
    ],
    [
      'a confidence that is text',
      'verdict',
      { choice: 'deny', confidence: 'high' },
      'bad_answer',
      'answers.verdict.confidence',
    ],
    [
      'probabilities of null',
      'unsafe',
      { noul: 0.5, probabilities: null },
      'bad_answer',
      'answers.unsafe.probabilities',
    ],
    [
      'probabilities in a list',
      'verdict',
      { choice: 'deny', probabilities: [0.1, 0.9] },
      'bad_answer',
      'answers.verdict.probabilities',
    ],
    [
      'a probability that is null',
      'verdict',
      { choice: 'deny', probabilities: { deny: null } },
      'bad_answer',
      'answers.verdict.probabilities.deny',
    ],
    [
      'a probability above 1',
      'unsafe',
      { noul: 0.5, probabilities: { yes: 1.5 } },
      'bad_answer',
      'answers.unsafe.probabilities.yes',
    ],
    [
      'a probability of -0',
      'unsafe',
      { noul: 1, probabilities: { yes: 1, no: -0 } },
      'bad_answer',
      'answers.unsafe.probabilities.no',
    ],
    [
      'a probability of a label that a noul does not have',
      'unsafe',
      { noul: 0.5, probabilities: { true: 0.5 } },
      'bad_answer',
      'answers.unsafe.probabilities.true',
    ],
    [
      'a probability of a label not offered',
      'verdict',
      { choice: 'deny', probabilities: { deny: 0.9, block: 0.1 } },
      'bad_answer',
      'answers.verdict.probabilities.block',
    ],
    [
      'a probability of a level by its index',
      'quality',
      { score: 1, probabilities: { 1: 1 } },
      'bad_answer',
      'answers.quality.probabilities["1"]',
    ],
    [
      'an undefined member',
      'unsafe',
      { noul: 0.5, confidence: undefined },
      'not_json',
      'answers.unsafe.confidence',
    ],
    [
      '__proto__ among probabilities',
      'unsafe',
      { noul: 0.5, probabilities: JSON.parse('{"__proto__":1}') },
      'forbidden_member',
      'answers.unsafe.probabilities.__proto__',
    ],
  ])('refuses %s', (_name, key, answer, code, path) => {
    expect(faultWith(key, answer)).toEqual([code, path]);
  });

  it('says the rule and what to do about it', () => {
    expect(() => checkAnswers(questions, { ...answered, quality: { score: 3 } })).toThrow(
      'answers.quality.score: a score is answered by `score`, a number from 0 to 2; answer it or refuse it',
    );
  });

  it('takes a score of any number on the rubric, its ends too', () => {
    for (const value of [0, 0.005, 1.25, 2]) {
      expect(accepted('quality', { score: value })).toEqual({ score: value });
    }
  });

  it('takes a noul whose probability of yes is another number', () => {
    const answer = { noul: 0.5, probabilities: { yes: 0.51, no: 0.49 } };
    expect(accepted('unsafe', answer)).toEqual(answer);
  });

  it('takes a chosen label that rounding put just below another', () => {
    const answer = { choice: 'deny', probabilities: { allow: 0.4, ask: 0.21, deny: 0.39 } };
    expect(accepted('verdict', answer)).toEqual(answer);
  });
});

describe('the sum of probabilities', () => {
  const thirds = choice('Which?', ['a', 'b', 'c']);

  function sums(probabilities: object, decimals?: number): boolean {
    const raw = { q: { choice: 'a', probabilities } };
    try {
      checkAnswers({ q: thirds }, raw, decimals === undefined ? {} : { decimals });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad_answer', path: 'answers.q.probabilities' });
      return false;
    }
  }

  it('may be off by half a unit of the second decimal for each label', () => {
    expect(sums({ a: 0.33, b: 0.33, c: 0.33 })).toBe(true);
    expect(sums({ a: 0.34, b: 0.34, c: 0.33 })).toBe(true);
    expect(sums({ a: 0.34, b: 0.34, c: 0.335 })).toBe(true);
    expect(sums({ a: 0.34, b: 0.34, c: 0.34 })).toBe(false);
    expect(sums({ a: 0.33, b: 0.33, c: 0.32 })).toBe(false);
    expect(sums({ a: 0.33, b: 0.33, c: 0.325 })).toBe(true);
    expect(sums({ a: 0.33, b: 0.33, c: 0.324 })).toBe(false);
  });

  it('is from 0.98 to 1.02 for four labels, as services send it', () => {
    const four = (last: number) => () =>
      checkAnswers(
        { v: questions.verdict },
        {
          v: { choice: 'deny', probabilities: { allow: 0.25, ask: 0.25, warn: 0.25, deny: last } },
        },
      );
    expect(four(0.23)).not.toThrow();
    expect(four(0.27)).not.toThrow();
    expect(four(0.22)).toThrow('sum to 1');
    expect(four(0.28)).toThrow('sum to 1');
  });

  it('is held to the decimals that the judge declares', () => {
    expect(sums({ a: 0.3333, b: 0.3333, c: 0.3333 }, 4)).toBe(true);
    expect(sums({ a: 0.33, b: 0.33, c: 0.33 }, 4)).toBe(false);
    expect(sums({ a: 0.3, b: 0.3, c: 0.3 }, 1)).toBe(true);
    expect(sums({ a: 0.1, b: 0.2, c: 0.7 }, 15)).toBe(true);
  });

  it('of some of the labels may be lower, but not higher', () => {
    expect(sums({ a: 0.5 })).toBe(true);
    expect(sums({ a: 0, b: 0 })).toBe(true);
    expect(sums({ a: 0.6, b: 0.41 })).toBe(true);
    expect(sums({ a: 0.6, b: 0.42 })).toBe(false);
  });

  it('is checked for a noul and for a score', () => {
    expect(faultWith('unsafe', { noul: 0.5, probabilities: { yes: 0.5, no: 0.4 } })).toEqual([
      'bad_answer',
      'answers.unsafe.probabilities',
    ]);
    const probabilities = { poor: 0.5, fair: 0.5, good: 0.5 };
    expect(faultWith('quality', { score: 1, probabilities })).toEqual([
      'bad_answer',
      'answers.quality.probabilities',
    ]);
  });

  it('is told in the error', () => {
    const raw = { q: { choice: 'a', probabilities: { a: 0.9, b: 0.05, c: 0.01 } } };
    expect(() => checkAnswers({ q: thirds }, raw)).toThrow(
      'answers.q.probabilities: they sum to 1 within the rounding of 2 decimals, not to 0.96',
    );
  });

  it('is taken of whatever a service rounds, for any distribution', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 6 }), (parts, decimals) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const labels = parts.map((_, index) => `l${index}`);
        const probabilities = Object.fromEntries(
          parts.map((part, index) => [`l${index}`, Number((part / total).toFixed(decimals))]),
        );
        const raw = { q: { choice: 'l0', probabilities } };
        const checked = checkAnswers({ q: choice('Which?', labels) }, raw, { decimals });
        expect(checked.q.probabilities).toEqual(probabilities);
      }),
      { numRuns: 200 },
    );
  });

  it.each([0, 16, 1.5, -1, '2', Number.NaN])('refuses %s as decimals', (decimals) => {
    const call = () => Reflect.apply(checkAnswers, undefined, [questions, answered, { decimals }]);
    expect(faultOf(call)).toEqual(['bad_option', 'options.decimals']);
  });

  it('refuses an unknown option', () => {
    const call = () => Reflect.apply(checkAnswers, undefined, [questions, answered, { round: 2 }]);
    expect(faultOf(call)).toEqual(['bad_option', 'options.round']);
  });
});

describe('a refusal', () => {
  const raw = { ...answered, unsafe: { refusal: true } };

  it('is kept apart from an answer', () => {
    const { unsafe, verdict } = checkAnswers(questions, raw);
    expect(unsafe.refusal).toBe(true);
    expect(verdict.refusal).toBeUndefined();
    expect(Object.isFrozen(unsafe)).toBe(true);
  });

  it('throws when it is read as an answer', () => {
    const { unsafe } = checkAnswers(questions, raw);
    expect(faultOf(() => unsafe.noul)).toEqual(['refused', 'answers.unsafe']);
    for (const member of ['noul', 'choice', 'score']) {
      expect(faultOf(() => Reflect.get(unsafe, member))).toEqual(['refused', 'answers.unsafe']);
    }
    expect(() => unsafe.noul).toThrow(JudgeError);
  });

  it('prints and serialises as what the judge said', () => {
    const { unsafe } = checkAnswers(questions, raw);
    expect(Object.keys(unsafe)).toEqual(['refusal']);
    expect(JSON.stringify(unsafe)).toBe('{"refusal":true}');
    expect(canonicalize(unsafe)).toBe('{"refusal":true}');
    expect({ ...unsafe }).toStrictEqual({ refusal: true });
  });

  it('may come for any type, beside members that say nothing', () => {
    const checked = checkAnswers(questions, {
      unsafe: { type: 'refusal', refusal: true, noul: null },
      verdict: { refusal: true, reason: 'out of scope' },
      quality: { refusal: true },
    });
    const answers: readonly Answer[] = Object.values(checked);
    expect(answers.map((answer) => answer.refusal)).toEqual([true, true, true]);
  });

  it('is absent when it is false or null', () => {
    expect(accepted('unsafe', { noul: 0.5, refusal: false })).toStrictEqual({ noul: 0.5 });
    expect(accepted('unsafe', { noul: 0.5, refusal: null })).toStrictEqual({ noul: 0.5 });
  });

  it.each([
    ['a noul', { refusal: true, noul: 0.2 }, 'answers.unsafe.noul'],
    ['a choice', { refusal: true, choice: 'allow' }, 'answers.unsafe.choice'],
    ['a score', { refusal: true, score: 0 }, 'answers.unsafe.score'],
    ['probabilities', { refusal: true, probabilities: {} }, 'answers.unsafe.probabilities'],
    ['a confidence', { refusal: true, confidence: 1 }, 'answers.unsafe.confidence'],
  ])('must not come with %s', (_name, answer, path) => {
    expect(faultWith('unsafe', answer)).toEqual(['bad_answer', path]);
  });

  it.each(['true', 1, {}])('is not %j', (refusal) => {
    expect(faultWith('unsafe', { refusal })).toEqual(['bad_answer', 'answers.unsafe.refusal']);
  });
});

describe('hostile answers', () => {
  it('are read once', () => {
    let reads = 0;
    const answer = {
      get noul() {
        reads += 1;
        return reads === 1 ? 1 : 0;
      },
    };
    expect(accepted('unsafe', answer)).toEqual({ noul: 1 });
    expect(reads).toBe(1);
  });

  it('that nest 10,000 lists are refused, asked for or not', () => {
    let nested: unknown[] = [];
    for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];
    expect(faultOf(() => checkAnswers(questions, { ...answered, other: nested }))[0]).toBe(
      'too_deep',
    );
  });

  it('never become anything but a checked answer or an error of ours', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true });
    const answer = fc.record(
      {
        noul: fc.oneof(fc.double(), anything),
        confidence: fc.oneof(fc.double(), anything),
        probabilities: fc.oneof(fc.dictionary(fc.string(), fc.double()), anything),
        refusal: anything,
      },
      { requiredKeys: [] },
    );
    const asked: Questions = { unsafe: questions.unsafe };
    fc.assert(
      fc.property(fc.oneof(anything, answer), (value) => {
        let checked: Answer | undefined;
        try {
          checked = checkAnswers(asked, { unsafe: value })['unsafe'];
        } catch (error) {
          expect(error).toBeInstanceOf(JudgeError);
          return;
        }
        if (checked === undefined || checked.refusal || !('noul' in checked)) {
          expect(checked).toEqual({ refusal: true });
          return;
        }
        expect(checked.noul).toBeGreaterThanOrEqual(0);
        expect(checked.noul).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('come from text as from values', () => {
    const text = '{"unsafe":{"noul":1e-2}}';
    expect(checkAnswers({ unsafe: questions.unsafe }, parseJson(text))).toEqual({
      unsafe: { noul: 0.01 },
    });
  });
});
