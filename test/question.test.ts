import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../src/digest.js';
import { checkQuestions, choice, noul, type Question, score } from '../src/question.js';
import { faultOf } from './fault.js';

describe('noul()', () => {
  it('makes a frozen question in the wire form', () => {
    const question = noul('Is it spam?');
    expect(question).toStrictEqual({ type: 'noul', instructions: 'Is it spam?' });
    expect(Object.isFrozen(question)).toBe(true);
  });

  it('keeps criteria for both sides, one of which may be null', () => {
    const question = noul({ ask: 'Is it spam?' }, { criteria: { true: ['offers'], false: null } });
    expect(question).toStrictEqual({
      type: 'noul',
      instructions: { ask: 'Is it spam?' },
      criteria: { true: ['offers'], false: null },
    });
    expect(Object.isFrozen(question.criteria)).toBe(true);
    expect(Object.isFrozen(question.criteria?.true)).toBe(true);
  });

  it('copies, so that a later change of the argument changes nothing', () => {
    const instructions = { ask: 'Is it spam?' };
    const question = noul(instructions);
    instructions.ask = 'Is it ham?';
    expect(question.instructions).toEqual({ ask: 'Is it spam?' });
  });

  it.each([
    ['empty text', '', 'bad_question', 'question.instructions'],
    ['blank text', ' \n', 'bad_question', 'question.instructions'],
    ['an empty object', {}, 'bad_question', 'question.instructions'],
    ['an empty list', [], 'bad_question', 'question.instructions'],
    ['a number', 7, 'bad_question', 'question.instructions'],
    ['null', null, 'bad_question', 'question.instructions'],
    ['nothing', undefined, 'not_json', 'question.instructions'],
    ['half a surrogate pair', 'a\ud800', 'lone_surrogate', 'question.instructions'],
    ['a date', new Date(0), 'not_json', 'question.instructions'],
  ])('refuses %s as instructions', (_name, instructions, code, path) => {
    expect(faultOf(() => Reflect.apply(noul, undefined, [instructions]))).toEqual([code, path]);
  });

  it('refuses an unknown option and names it', () => {
    expect(faultOf(() => Reflect.apply(noul, undefined, ['Spam?', { criterion: {} }]))).toEqual([
      'bad_option',
      'options.criterion',
    ]);
    expect(() => Reflect.apply(noul, undefined, ['Spam?', { criterion: {} }])).toThrow(
      'options.criterion: unknown option; use any of: criteria',
    );
  });

  it('refuses options that are no object', () => {
    for (const options of [null, 'x', []]) {
      const call = () => Reflect.apply(noul, undefined, ['Spam?', options]);
      expect(faultOf(call)).toEqual(['bad_option', 'options']);
    }
  });

  it('refuses a criterion for anything but true and false', () => {
    const call = () => Reflect.apply(noul, undefined, ['Spam?', { criteria: { yes: 'offers' } }]);
    expect(faultOf(call)).toEqual(['bad_question', 'question.criteria.yes']);
  });

  it('refuses a blank criterion', () => {
    expect(faultOf(() => noul('Spam?', { criteria: { true: ' ' } }))).toEqual([
      'bad_question',
      'question.criteria.true',
    ]);
  });
});

describe('choice()', () => {
  it('takes the labels in order', () => {
    const question = choice('Which?', ['deny', 'allow']);
    expect(question).toStrictEqual({
      type: 'choice',
      instructions: 'Which?',
      options: ['deny', 'allow'],
    });
    expect(Object.isFrozen(question)).toBe(true);
    expect(Object.isFrozen(question.options)).toBe(true);
  });

  it('takes a map of labels to criteria', () => {
    expect(choice('Which?', { billing: 'invoices', other: null })).toStrictEqual({
      type: 'choice',
      instructions: 'Which?',
      options: ['billing', 'other'],
      criteria: { billing: 'invoices', other: null },
    });
  });

  it('keeps labels that are the names of inherited members', () => {
    expect(choice('Which?', { toString: 'a', hasOwnProperty: null }).options).toEqual([
      'toString',
      'hasOwnProperty',
    ]);
  });

  it('takes 2 and 255 labels, and refuses 1 and 256', () => {
    const labels = Array.from({ length: 256 }, (_, index) => `label ${index}`);
    expect(choice('Which?', labels.slice(0, 2)).options).toHaveLength(2);
    expect(choice('Which?', labels.slice(0, 255)).options).toHaveLength(255);
    for (const count of [0, 1, 256]) {
      expect(faultOf(() => choice('Which?', labels.slice(0, count)))).toEqual([
        'bad_question',
        'question.options',
      ]);
    }
  });

  it.each([
    ['a repeated label', ['a', 'b', 'a'], 'bad_question', 'question.options[2]'],
    ['an empty label', ['a', ''], 'bad_question', 'question.options[1]'],
    ['a blank label', ['a', ' '], 'bad_question', 'question.options[1]'],
    ['a label of 1,001 characters', ['a', 'b'.repeat(1001)], 'bad_question', 'question.options[1]'],
    ['a label that is no text', ['a', 1], 'bad_question', 'question.options[1]'],
    ['the label __proto__', ['__proto__', 'b'], 'forbidden_member', 'question.options[0]'],
    ['the label constructor', ['a', 'constructor'], 'forbidden_member', 'question.options[1]'],
    ['text instead of labels', 'ab', 'bad_question', 'question.options'],
    ['a map with one label', { a: null }, 'bad_question', 'question.options'],
    ['holes', new Array(2), 'not_json', 'question.options'],
    ['a set', new Set(['a', 'b']), 'not_json', 'question.options'],
  ])('refuses %s', (_name, options, code, path) => {
    const call = () => Reflect.apply(choice, undefined, ['Which?', options]);
    expect(faultOf(call)).toEqual([code, path]);
  });

  it('takes a label of 1,000 characters', () => {
    expect(choice('Which?', ['a', 'b'.repeat(1000)]).options[1]).toHaveLength(1000);
  });

  it('needs instructions', () => {
    expect(faultOf(() => choice('', ['a', 'b']))).toEqual([
      'bad_question',
      'question.instructions',
    ]);
  });
});

describe('score()', () => {
  it('takes the levels in order, and what speaks for them', () => {
    expect(
      score('How good?', ['poor', 'fair', 'good'], { criteria: { good: 'all of it' } }),
    ).toStrictEqual({
      type: 'score',
      instructions: 'How good?',
      options: ['poor', 'fair', 'good'],
      criteria: { good: 'all of it' },
    });
  });

  it('takes 2 and 10 levels, and refuses 1 and 11', () => {
    const levels = Array.from({ length: 11 }, (_, index) => `${index}`);
    expect(score('How good?', levels.slice(0, 2)).options).toHaveLength(2);
    expect(score('How good?', levels.slice(0, 10)).options).toHaveLength(10);
    for (const count of [1, 11]) {
      expect(faultOf(() => score('How good?', levels.slice(0, count)))).toEqual([
        'bad_question',
        'question.options',
      ]);
    }
  });

  it('refuses a map, as the order of the levels is the scale', () => {
    const call = () => Reflect.apply(score, undefined, ['How good?', { poor: null, good: null }]);
    expect(faultOf(call)).toEqual(['bad_question', 'question.options']);
  });

  it('refuses criteria for what is not a level', () => {
    const options = { criteria: { best: 'x' } };
    const call = () => Reflect.apply(score, undefined, ['How good?', ['a', 'b'], options]);
    expect(faultOf(call)).toEqual(['bad_question', 'question.criteria.best']);
  });
});

describe('checkQuestions()', () => {
  it('reads the wire form of each type and freezes the copy', () => {
    const given = {
      unsafe: { type: 'noul', instructions: 'Unsafe?' },
      verdict: { type: 'choice', instructions: 'Which?', options: ['allow', 'deny'] },
      quality: { type: 'score', instructions: ['How', 'good?'], options: ['poor', 'good'] },
    };
    const checked = checkQuestions(given);
    expect(checked).toStrictEqual(given);
    expect(checked).not.toBe(given);
    expect(Object.isFrozen(checked)).toBe(true);
    expect(Object.values(checked).every((question) => Object.isFrozen(question))).toBe(true);
  });

  it('reads boolean and predicate as noul, and writes noul', () => {
    const checked = checkQuestions({
      a: { type: 'boolean', instructions: 'A?' },
      b: { type: 'predicate', instructions: 'B?' },
    });
    expect(checked).toStrictEqual({
      a: { type: 'noul', instructions: 'A?' },
      b: { type: 'noul', instructions: 'B?' },
    });
  });

  it('reads a noul that is asked by its key alone', () => {
    const checked = checkQuestions({ is_ok: { type: 'noul' } });
    expect(checked).toStrictEqual({ is_ok: { type: 'noul' } });
    // The digest of {"is_ok":{"type":"noul"}}, as other implementations have it.
    expect(digest(checked)).toBe(
      'sha256:6347b0c2f0b1871d0f61b16e78c197c9e910b21ed649e4a9ee6e4e994690d402',
    );
  });

  it('reads the questions that the builders make, and makes them again', () => {
    const questions = {
      unsafe: noul('Unsafe?', { criteria: { true: 'x' } }),
      verdict: choice('Which?', { allow: 'x', deny: null }),
      quality: score('How good?', ['poor', 'good']),
    };
    expect(checkQuestions(questions)).toStrictEqual(questions);
    expect(checkQuestions(checkQuestions(questions))).toStrictEqual(questions);
  });

  it('works for keys that are the names of inherited members', () => {
    const asked = { toString: noul('A?'), hasOwnProperty: noul('B?'), valueOf: noul('C?') };
    expect(Object.keys(checkQuestions(asked))).toEqual(['toString', 'hasOwnProperty', 'valueOf']);
  });

  it('takes 1 and 400 questions, and refuses none and 401', () => {
    const many = (count: number): { [key: string]: Question } =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`q${index}`, noul('Is it?')]),
      );
    expect(Object.keys(checkQuestions(many(1)))).toHaveLength(1);
    expect(Object.keys(checkQuestions(many(400)))).toHaveLength(400);
    expect(faultOf(() => checkQuestions(many(0)))).toEqual(['bad_question', 'questions']);
    expect(faultOf(() => checkQuestions(many(401)))).toEqual(['bad_question', 'questions']);
  });

  it('counts the characters of a key as code points: 100 are taken, 101 and none are not', () => {
    const ask = (key: string) => checkQuestions({ [key]: noul('Is it?') });
    expect(Object.keys(ask('k'.repeat(100)))).toEqual(['k'.repeat(100)]);
    expect(Object.keys(ask('😀'.repeat(100)))).toEqual(['😀'.repeat(100)]);
    for (const key of ['', 'k'.repeat(101), '😀'.repeat(101)]) {
      expect(faultOf(() => ask(key))[0]).toBe('bad_question');
    }
  });

  it('never writes a long key into an error', () => {
    const secret = 'secret'.repeat(1000);
    expect(() => checkQuestions({ [secret]: noul('Is it?') })).toThrow(/^.{1,200}$/);
  });

  it.each([
    ['nothing', undefined, 'bad_question', 'questions'],
    ['null', null, 'bad_question', 'questions'],
    ['a list', [{ type: 'noul' }], 'bad_question', 'questions'],
    ['a map', new Map(), 'not_json', 'questions'],
    ['text as a question', { a: 'Is it?' }, 'bad_question', 'questions.a'],
    ['a list as a question', { a: [] }, 'bad_question', 'questions.a'],
    [
      'a question without a type',
      { a: { instructions: 'A?' } },
      'bad_question',
      'questions.a.type',
    ],
    ['an unknown type', { a: { type: 'box' } }, 'bad_question', 'questions.a.type'],
    [
      'an inherited name as a type',
      { a: { type: 'toString' } },
      'bad_question',
      'questions.a.type',
    ],
    [
      'an unknown member',
      { a: { type: 'noul', instructions: 'A?', instruction: 'B?' } },
      'bad_question',
      'questions.a.instruction',
    ],
    [
      'options of a noul',
      { a: { type: 'noul', instructions: 'A?', options: ['yes', 'no'] } },
      'bad_question',
      'questions.a.options',
    ],
    [
      'a choice without instructions',
      { a: { type: 'choice', options: ['x', 'y'] } },
      'bad_question',
      'questions.a.instructions',
    ],
    [
      'a choice without options',
      { a: { type: 'choice', instructions: 'A?' } },
      'bad_question',
      'questions.a.options',
    ],
    [
      'a score with eleven levels',
      { a: { type: 'score', instructions: 'A?', options: [...'abcdefghijk'] } },
      'bad_question',
      'questions.a.options',
    ],
    [
      'criteria that are no object',
      { a: { type: 'noul', instructions: 'A?', criteria: ['x'] } },
      'bad_question',
      'questions.a.criteria',
    ],
    [
      'a criterion for an unknown label',
      { a: { type: 'choice', instructions: 'A?', options: ['x', 'y'], criteria: { z: 'Z' } } },
      'bad_question',
      'questions.a.criteria.z',
    ],
    [
      'a member that is undefined',
      { a: { type: 'noul', instructions: undefined } },
      'not_json',
      'questions.a.instructions',
    ],
    [
      'the key __proto__',
      JSON.parse('{"__proto__":{"type":"noul","instructions":"A?"}}'),
      'forbidden_member',
      'questions.__proto__',
    ],
    [
      'the key constructor',
      { constructor: { type: 'noul', instructions: 'A?' } },
      'forbidden_member',
      'questions.constructor',
    ],
    ['a lone surrogate in a key', { '\ud800': { type: 'noul' } }, 'lone_surrogate'],
    [
      'a number that is not finite',
      { a: { type: 'noul', instructions: { x: Number.NaN } } },
      'not_finite',
      'questions.a.instructions.x',
    ],
  ])('refuses %s', (_name, questions: unknown, code, path?: string) => {
    const [actualCode, actualPath] = faultOf(() => checkQuestions(questions));
    expect(actualCode).toBe(code);
    if (path !== undefined) expect(actualPath).toBe(path);
  });

  it('refuses questions that nest 10,000 lists', () => {
    let nested: unknown[] = ['x'];
    for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];
    const asked = { a: { type: 'noul', instructions: nested } };
    expect(faultOf(() => checkQuestions(asked))[0]).toBe('too_deep');
  });

  it('reads each member once', () => {
    let reads = 0;
    const question = {
      type: 'noul',
      get instructions() {
        reads += 1;
        return reads === 1 ? 'Is it?' : '';
      },
    };
    expect(checkQuestions({ a: question })).toEqual({
      a: { type: 'noul', instructions: 'Is it?' },
    });
    expect(reads).toBe(1);
  });

  it('returns what canonical JSON text keeps, for any questions that it takes', () => {
    const member = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((name) => name !== '__proto__' && name !== 'constructor');
    const text = member.filter((value) => value.trim() !== '');
    const labels = fc.uniqueArray(text, { minLength: 2, maxLength: 10 });
    const question = fc.oneof(
      fc.record({ type: fc.constant('noul'), instructions: text }),
      fc.record({ type: fc.constant('noul') }),
      fc.record({ type: fc.constantFrom('choice', 'score'), instructions: text, options: labels }),
    );
    fc.assert(
      fc.property(fc.dictionary(member, question, { minKeys: 1 }), (questions) => {
        const checked = checkQuestions(questions);
        expect(JSON.parse(JSON.stringify(checked))).toEqual(questions);
        expect(digest(checkQuestions(JSON.parse(JSON.stringify(checked))))).toBe(digest(checked));
      }),
      { numRuns: 100 },
    );
  });
});
