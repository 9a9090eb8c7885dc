/*
 * What the matchers have to do under any runner. Plain JavaScript, so that each runner reads it.
 */
import { judgeSync, toolCall } from 'judgement';
import { createGate } from 'judgement/gate';
import { attest } from 'judgement/receipt';
import { rulesJudge, rulesQuestions } from 'judgement/rules';
import { fakeSigner, fixedClock, judgementMatchers } from 'judgement/testing';

export function runCases({ test, expect }) {
  expect.extend(judgementMatchers);
  const clock = fixedClock();
  const signer = fakeSigner();
  const ada = fakeSigner('ada');
  const keys = [signer.publicKey, ada.publicKey];
  const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
  const result = judgeSync({ state }, { clock });
  const receipts = attest(result, { signer, clock });

  test('matchers hold', async () => {
    expect(result).toHaveEffect('deny');
    expect(result).toBeDeniedBy('shell_destructive', 'unsafe');
    expect(result).not.toEscalate();
    expect(result).toHaveBar(0.5, { key: 'unsafe', setBy: 'default' });
    expect(receipts).toVerify({ keys });
    expect(receipts).toBeReplayable({ state, judges: [rulesJudge()] });
    const call = { tool: 'Bash', input: { command: 'rm -rf /' }, callId: 'c1' };
    const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions, signer, clock });
    const { receipts: before } = await gate.check(call);
    const after = await gate.answer(call, { decision: 'allow', by: 'human://ada', signer: ada });
    expect(after).toResolve(before.slice(0, -1), { decision: 'allow', by: 'human://ada' });
    expect(after).toVerify({ keys });
  });

  test('matchers that fail show the answer against the bar', () => {
    const shown = 'unsafe: noul 1, noul 1 against a bar of 0.5 (set by default), bar_met: deny';
    expect(() => expect(result).toHaveEffect('allow')).toThrow(shown);
    expect(() => expect(result).not.toBeDeniedBy('unsafe')).toThrow(shown);
    expect(() => expect(receipts).toVerify({ keys: [ada.publicKey] })).toThrow('unknown_key');
    expect(() => expect('text').not.toHaveEffect('deny')).toThrow('it is the result of judge()');
  });

  test('matchers stand within others', () => {
    expect({ result }).toEqual({ result: expect.toHaveEffect('deny') });
    expect({ result }).not.toEqual({ result: expect.toHaveEffect('allow') });
  });
}
