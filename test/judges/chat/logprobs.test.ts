import { describe, expect, it } from 'vitest';
import { choice, isJudgementError, type JsonValue, noul, parseJson } from '../../../src/index.js';
import { readLabelMass } from '../../../src/judges/chat/logprobs.js';
import { sheetsOf } from '../../../src/judges/shared/sheet.js';
import { logprobsOf, type Token } from './bodies.js';

const [YES_NO = []] = sheetsOf(noul('Is it?'), 1);
const [ABC = []] = sheetsOf(choice('Which?', ['first', 'second', 'third']), 1);

function asJson(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value));
}

function massOf(places: readonly (readonly Token[])[], sheet = YES_NO) {
  return readLabelMass(asJson(logprobsOf(places)), sheet);
}

function codeOf(logprobs: unknown): string | undefined {
  try {
    readLabelMass(logprobs === undefined ? undefined : asJson(logprobs), YES_NO);
  } catch (error) {
    return isJudgementError(error) ? error.code : String(error);
  }
  return undefined;
}

describe('the mass of labels', () => {
  it('adds up every spelling of yes and no', () => {
    const { weights, mass } = massOf([
      [
        ['Yes', -0.2231],
        ['No', -1.7147],
        [' yes', -4.6],
        ['YES', -6.2],
        ['no', -5.3],
      ],
    ]);
    expect(weights.map((weight) => weight.toFixed(6))).toEqual(['0.812116', '0.185009']);
    expect(mass.toFixed(6)).toBe('0.997125');
    expect(((weights[0] ?? 0) / mass).toFixed(6)).toBe('0.814457');
  });

  it('of three letters is shared among them', () => {
    const { weights, mass } = massOf(
      [
        [
          ['A', -0.35667],
          ['B', -1.60944],
          ['C', -2.99573],
        ],
      ],
      ABC,
    );
    expect(mass.toFixed(6)).toBe('0.950003');
    const shares = weights.map((weight) => (weight / mass).toFixed(6));
    expect(shares).toEqual(['0.736843', '0.210525', '0.052632']);
  });

  it('takes -9999 for a token that was not looked at, and null as well', () => {
    const tokens: Token[] = [
      ['Yes', -0.1],
      ['No', -9999],
    ];
    expect(massOf([tokens]).weights[1]).toBe(0);
    const holes = {
      content: [{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'No', logprob: null }] }],
    };
    expect(readLabelMass(asJson(holes), YES_NO).weights).toEqual([Math.exp(-0.1), 0]);
  });

  it('counts the token that was given once, and also where it is not among the others', () => {
    expect(massOf([[['Yes', Math.log(0.9)]]]).mass).toBeCloseTo(0.9, 12);
    const apart = {
      content: [
        {
          token: 'No',
          logprob: Math.log(0.1),
          top_logprobs: [{ token: 'Yes', logprob: Math.log(0.8) }],
        },
      ],
    };
    const { weights } = readLabelMass(asJson(apart), YES_NO);
    expect(weights.map((weight) => weight.toFixed(3))).toEqual(['0.800', '0.100']);
  });

  it('goes past white space, and is then conditional on it', () => {
    const { weights, mass } = massOf([
      [['\n', Math.log(0.5)]],
      [
        ['▁Yes', Math.log(0.8)],
        ['ĠNo', Math.log(0.2)],
      ],
    ]);
    expect(weights.map((weight) => weight.toFixed(3))).toEqual(['0.800', '0.200']);
    expect(mass).toBeCloseTo(0.5, 12);
  });

  it('is nothing for tokens that only begin as a label does, or that hold one', () => {
    const { mass } = massOf([
      [
        ['Yesterday', -0.1],
        ['Nope', -3],
        ['Y', -4],
        ['"Yes"', -5],
      ],
    ]);
    expect(mass).toBe(0);
    expect(massOf([]).mass).toBe(0);
  });

  it.each([
    ['no member at all', undefined],
    ['null', null],
    ['no content', { refusal: null }],
    ['content that is null', { content: null, refusal: null }],
    ['the older lists', { tokens: ['Yes'], token_logprobs: [-0.1], top_logprobs: [{ Yes: -0.1 }] }],
    ['a list', [-0.1]],
    ['no alternatives', { content: [{ token: 'Yes', logprob: -0.1 }] }],
    [
      'an empty list of alternatives',
      { content: [{ token: 'Yes', logprob: -0.1, top_logprobs: [] }] },
    ],
  ])('is unsupported where there are no log probabilities: %s', (_, logprobs) => {
    expect(codeOf(logprobs)).toBe('unsupported');
  });

  it.each([
    ['a probability above 1', [{ token: 'Yes', logprob: 0.5 }]],
    [
      'two that come to more than 1',
      [
        { token: 'Yes', logprob: -0.1 },
        { token: ' yes', logprob: -0.1 },
      ],
    ],
    ['text for a number', [{ token: 'Yes', logprob: '-0.1' }]],
    ['a token without text', [{ logprob: -0.1 }]],
    ['an alternative that is text', ['Yes']],
  ])('is a bad answer for %s', (_, others) => {
    const content = [{ token: 'Yes', logprob: -0.1, top_logprobs: others }];
    expect(codeOf({ content })).toBe('bad_answer');
  });

  it('is a bad answer for places that are none', () => {
    expect(codeOf({ content: ['Yes'] })).toBe('bad_answer');
    expect(codeOf({ content: [{ token: 1 }] })).toBe('bad_answer');
  });
});

describe('the mass of labels in an object', () => {
  /** The mass at the value, where the object is cut into tokens in some way. */
  function massIn(tokens: readonly (readonly Token[])[]) {
    return readLabelMass(asJson(logprobsOf(tokens)), ABC, 'json');
  }
  const VALUES = (before = '', after = ''): readonly Token[] => [
    [`${before}B${after}`, Math.log(0.7)],
    [`${before}A${after}`, Math.log(0.2)],
    [`${before}C${after}`, Math.log(0.04)],
    ['Hm', Math.log(0.06)],
  ];
  const only = (token: string): readonly Token[] => [[token, -3]];

  it.each([
    ['each part alone', [only('{"'), only('answer'), only('":"'), VALUES(), only('"}')]],
    ['the quote before it', [only('{"answer":'), VALUES('"'), only('"}')]],
    ['a space and the quote before it', [only('{"answer":'), VALUES(' "'), only('"}')]],
    ['a colon before it', [only('{"answer"'), VALUES(':"'), only('"}')]],
    ['what follows it', [only('{"answer":"'), VALUES('', '"}')]],
    [
      'white space between',
      [only('{\n'), only('  "answer"'), only(' : '), VALUES('"'), only('"\n}')],
    ],
    ['all of it', [VALUES('{"answer":"', '"}')]],
  ])('is at the token that holds the value, with %s', (_, tokens) => {
    const { weights, mass } = massIn(tokens);
    expect(weights.map((weight) => weight.toFixed(3))).toEqual(['0.200', '0.700', '0.040']);
    // The tokens before it are forced, and how likely they were says nothing.
    expect(mass.toFixed(3)).toBe('0.940');
  });

  it('takes a label only where it stands behind the same opening', () => {
    const value: Token[] = [
      ['"A', Math.log(0.5)],
      ['B', Math.log(0.3)],
      [' "C', Math.log(0.1)],
    ];
    const { weights } = massIn([only('{"answer":'), value]);
    expect(weights.map((weight) => weight.toFixed(3))).toEqual(['0.500', '0.000', '0.000']);
  });

  it.each([
    ['no object', [only('B')]],
    ['another member', [only('{"label":"'), VALUES()]],
    ['no text', [only('{"answer":'), only('1'), only('}')]],
    ['no value', [only('{"answer":"')]],
    ['nothing', []],
  ])('is nothing for %s', (_, tokens) => {
    expect(massIn(tokens)).toEqual({ weights: [0, 0, 0], mass: 0 });
  });
});
