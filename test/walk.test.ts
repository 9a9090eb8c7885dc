import { describe, expect, it } from 'vitest';
import { pathTo } from '../src/walk.js';

describe('pathTo()', () => {
  it.each<[keys: readonly (string | number)[], path: string]>([
    [[], 'state'],
    [['input', 'items', 3], 'state.input.items[3]'],
    [['odd key'], 'state["odd key"]'],
    [['3'], 'state["3"]'],
    [['é'], 'state["é"]'],
    [['\ud800'], 'state["\\ud800"]'],
    [['a\n"b"'], 'state["a\\n\\"b\\""]'],
    [['__proto__', '$'], 'state.__proto__.$'],
    [['k'.repeat(41), 0], `state["${'k'.repeat(40)}…"][0]`],
    [Array(16).fill(0), `state${'[0]'.repeat(16)}`],
    [[...Array(16).fill('a'), 'b'], `state${'.a'.repeat(10)}[…]${'.a'.repeat(5)}.b`],
  ])('writes %j as %s', (keys, path) => {
    expect(pathTo('state', keys)).toBe(path);
  });

  it('takes as many keys as it is told to', () => {
    expect(pathTo('state', ['a', 'b', 'left over'], 2)).toBe('state.a.b');
  });
});
