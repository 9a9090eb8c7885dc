import { describe, expect, it } from 'vitest';
import { expandBraces } from '../../../src/rules/shell/braces.js';

const CASES: readonly (readonly [text: string, words: readonly string[], why: string])[] = [
  ['a{b,c}d', ['abd', 'acd'], 'a list'],
  ['{rm,-rf,/}', ['rm', '-rf', '/'], 'a whole command'],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd'], 'two lists, the right one fastest'],
  ['a{b,{c,d}}e', ['abe', 'ace', 'ade'], 'a list in a list'],
  ['{1..3}', ['1', '2', '3'], 'numbers'],
  ['{3..1}', ['3', '2', '1'], 'numbers backwards'],
  ['{1..7..3}', ['1', '4', '7'], 'numbers with a step'],
  ['{a..c}', ['a', 'b', 'c'], 'letters'],
  ['{-1..1}', ['-1', '0', '1'], 'numbers across zero'],
  ['{a}', ['{a}'], 'one item is no list'],
  ['{}', ['{}'], 'the mark of find and xargs'],
  ['{a,b', ['{a,b'], 'a brace that is not closed'],
  ['a,b}', ['a,b}'], 'a brace that is not opened'],
  ["'{a,b}'", ["'{a,b}'"], 'single quotes'],
  ['"{a,b}"', ['"{a,b}"'], 'double quotes'],
  ['\\{a,b}', ['\\{a,b}'], 'an escaped brace'],
  ['${a,b}', ['${a,b}'], 'a parameter'],
  ['$(x {a,b})', ['$(x {a,b})'], 'a substitution expands its own'],
  ["{'a,b',c}", ["'a,b'", 'c'], 'a quoted comma'],
  ['{a,,b}', ['a', '', 'b'], 'an empty item'],
  ['{1..a}', ['{1..a}'], 'a number and a letter'],
];

describe('expandBraces', () => {
  it.each(CASES)('%s is %j: %s', (text, words) => {
    expect(expandBraces(text)).toEqual(words);
  });

  it('leaves a word alone that would become more words than anyone writes', () => {
    const text = '{a,b}'.repeat(20);
    expect(expandBraces(text)).toEqual([text]);
    expect(expandBraces('{1..1000000000}')).toEqual(['{1..1000000000}']);
  });
});
