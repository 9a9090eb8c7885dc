import { describe, expect, it } from 'vitest';
import { matchesPattern, removeMatch } from '../../../src/rules/shell/pattern.js';

describe('matchesPattern', () => {
  it.each([
    ['abc', 'abc'],
    ['a*', 'a'],
    ['*', ''],
    ['a*c', 'abbbc'],
    ['*b*', 'abc'],
    ['?-?', 'a-b'],
    ['[x-z]*', 'yes'],
    ['[!a]b', 'cb'],
    ['[^a]b', 'cb'],
    ['*a*a*a', 'aXaYa'],
    ['[]', '[]'],
  ])('%s matches %j', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(true);
  });

  it.each([
    ['abc', 'abcd'],
    ['a?', 'a'],
    ['[x-z]', 'a'],
    ['[!a]b', 'ab'],
    ['', 'a'],
    ['*a*a*a', 'aXa'],
  ])('%s does not match %j', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(false);
  });
});

describe('removeMatch', () => {
  it.each([
    ['/a/b/c', '*/', 'start', false, 'a/b/c'],
    ['/a/b/c', '*/', 'start', true, 'c'],
    ['a.tar.gz', '.*', 'end', false, 'a.tar'],
    ['a.tar.gz', '.*', 'end', true, 'a'],
    ['abc', 'x', 'start', false, 'abc'],
  ] as const)(
    '%s without %s at its %s (longest: %s) is %s',
    (text, pattern, side, longest, rest) => {
      expect(removeMatch(text, pattern, side, longest)).toBe(rest);
    },
  );
});
