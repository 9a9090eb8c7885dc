import { judgeSync, toolCall } from 'judgement';
import { type JudgementMatchers, judgementMatchers } from 'judgement/testing';
import { expect, test } from 'vitest';
// @ts-expect-error It has no types, as every runner reads it.
import { runCases } from './cases.mjs';

declare module 'vitest' {
  interface Assertion extends JudgementMatchers<void> {}
  interface AsymmetricMatchersContaining extends JudgementMatchers<void> {}
}

expect.extend(judgementMatchers);
runCases({ test, expect });

test('matchers have types', () => {
  const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
  expect(result).toHaveEffect('allow');
  expect([result]).toEqual([expect.toHaveEffect('allow')]);
  // @ts-expect-error An effect is text.
  expect(() => expect(result).toHaveEffect(5)).toThrow('expected the effect 5');
});
