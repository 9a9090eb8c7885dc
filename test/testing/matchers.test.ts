import { describe, expect, it } from 'vitest';
import { createGate } from '../../src/gate/index.js';
import {
  bands,
  choice,
  hold,
  judge,
  judgeSync,
  noul,
  threshold,
  toolCall,
} from '../../src/index.js';
import { attest, block, resolve } from '../../src/receipt/index.js';
import { rulesJudge } from '../../src/rules/index.js';
import {
  fakeSigner,
  fixedClock,
  type JudgementMatchers,
  judgementMatchers,
  scriptedJudge,
} from '../../src/testing/index.js';

declare module 'vitest' {
  interface Assertion extends JudgementMatchers<void> {}
  interface AsymmetricMatchersContaining extends JudgementMatchers<void> {}
}

expect.extend(judgementMatchers);

const questions = {
  unsafe: noul('Is it unsafe?'),
  verdict: choice('What now?', ['allow', 'deny']),
};
const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
const clock = fixedClock();
const machine = fakeSigner('machine');
const ada = fakeSigner('ada');

function asked(unsafe: object, verdict: object, bar = 0.5) {
  const policy = threshold(bar, { setBy: 'policy://ops@7' });
  const scripted = scriptedJudge({ unsafe, verdict });
  return judge({ state, questions }, { judge: scripted, policy, clock });
}

describe('toHaveEffect', () => {
  it('takes results, what was held, and verdicts of a gate', async () => {
    expect(await asked({ noul: 0.9 }, { choice: 'allow', confidence: 0.9 })).toHaveEffect('deny');
    const held = hold(
      { unsafe: questions.unsafe },
      { unsafe: { noul: 0.5 } },
      bands({ deny: 0.6, allow: 0.4 }),
    );
    expect(held).toHaveEffect('ask');
    expect(held).not.toHaveEffect('deny');
    const gate = createGate({
      judge: scriptedJudge({ unsafe: { noul: 0 } }),
      questions: { unsafe: questions.unsafe },
    });
    expect(await gate.check({ tool: 'x' })).toHaveEffect('allow');
    expect({ result: held }).toEqual({ result: expect.toHaveEffect('ask') });
  });

  it('shows each answer against its bar', async () => {
    const result = await asked({ noul: 0.97 }, { choice: 'deny', confidence: 0.3 });
    expect(failure(() => expect(result).toHaveEffect('allow'))).toBe(
      [
        'expected the effect allow, and it is deny',
        'effect: deny',
        '  unsafe: noul 0.97, noul 0.97 against a bar of 0.5 (set by policy://ops@7), bar_met: deny',
        '  verdict: choice "deny", confidence 0.3 against a bar of 0.5 (set by policy://ops@7), bar_missed: ask',
      ].join('\n'),
    );
    expect(failure(() => expect(result).not.toHaveEffect('deny'))).toContain(
      'expected not to have the effect deny\neffect: deny\n  unsafe: noul 0.97',
    );
  });

  it('shows refusals, and why a gate has no judgement', async () => {
    const refused = await asked({ refusal: true }, { choice: 'allow' });
    expect(failure(() => expect(refused).toHaveEffect('deny'))).toContain(
      '  unsafe: refused, nothing measured against a bar of 0.5 (set by policy://ops@7), refusal: ask',
    );
    const gate = createGate({ judge: scriptedJudge(new Error('down')), questions });
    const verdict = await gate.check({ tool: 'x' });
    expect(failure(() => expect(verdict).toHaveEffect('deny'))).toBe(
      'expected the effect deny, and it is allow\neffect: allow\n  not judged: judge_unavailable',
    );
  });

  it('fails with and without not for what is no result', () => {
    for (const other of [undefined, null, 'deny', {}, { effect: 5 }, Promise.resolve()]) {
      expect(() => expect(other).toHaveEffect('deny')).toThrow('it is the result of judge()');
      expect(() => expect(other).not.toHaveEffect('deny')).toThrow('it is the result of judge()');
    }
  });
});

describe('toBeDeniedBy and toEscalate', () => {
  it('look at the questions that decided', async () => {
    const denied = await asked({ noul: 0.9 }, { choice: 'deny', confidence: 0.9 });
    expect(denied).toBeDeniedBy('unsafe', 'verdict');
    expect(denied).toBeDeniedBy();
    expect(denied).not.toEscalate();
    const escalated = await asked({ noul: 0.1 }, { choice: 'deny', confidence: 0.2 });
    expect(escalated).toEscalate('verdict');
    expect(escalated).not.toEscalate('unsafe');
    expect(escalated).not.toBeDeniedBy();
  });

  it('show who decided instead', async () => {
    const result = await asked({ noul: 0.9 }, { choice: 'allow', confidence: 0.9 });
    const shown = failure(() => expect(result).toBeDeniedBy('unsafe', 'typo'));
    expect(shown).toContain(
      'expected deny decided by unsafe, typo, and it is deny decided by unsafe\n',
    );
    expect(shown).toContain('  unsafe: noul 0.9, noul 0.9 against a bar of 0.5');
    expect(shown).toContain('  typo: there is no such question');
    expect(failure(() => expect(result).toEscalate())).toContain(
      'expected ask, and it is deny decided by unsafe',
    );
    expect(failure(() => expect(result).not.toBeDeniedBy('unsafe'))).toContain(
      'expected no deny decided by unsafe',
    );
  });
});

describe('toVerify', () => {
  const receipts = attest(judgeSync({ state }, { clock }), { signer: machine, clock });
  const keys = [machine.publicKey];

  it('takes a receipt, an envelope, several, and a verdict of a gate', async () => {
    expect(receipts).toVerify({ keys });
    expect(receipts[0]).toVerify({ keys });
    expect(receipts[0]?.envelope).toVerify({ keys });
    expect(JSON.stringify(receipts[0]?.envelope)).toVerify({ keys });
    const gate = createGate({ judge: rulesJudge(), questions, signer: machine, clock });
    const own = createGate({
      judge: scriptedJudge({ unsafe: { noul: 1 }, verdict: { choice: 'deny', confidence: 1 } }),
      questions,
      signer: machine,
      clock,
    });
    expect(await own.check({ tool: 'x', callId: 'c' })).toVerify({ keys });
    expect(gate).toBeDefined();
  });

  it('shows what is wrong', () => {
    expect(failure(() => expect(receipts).toVerify({ keys: [ada.publicKey] }))).toContain(
      'receipts[0]: unknown_key: ',
    );
    const last = receipts[2]?.envelope;
    const forged = { ...last, payload: receipts[1]?.envelope.payload };
    expect(forged).not.toVerify({ keys });
    expect(failure(() => expect(forged).toVerify({ keys }))).toContain(
      'expected 1 receipt to verify',
    );
    const gap = [...receipts.slice(0, 2), ...receipts.slice(3)];
    expect(failure(() => expect(gap).toVerify({ keys }))).toMatch(
      /expected 5 receipts to verify\n {2}\S/,
    );
    expect(failure(() => expect(receipts).not.toVerify({ keys }))).toBe(
      'expected 6 receipts not to verify, and all of it does',
    );
    expect(() => expect([]).not.toVerify({ keys })).toThrow(
      'it holds a receipt, and there is none',
    );
  });
});

describe('toBeReplayable', () => {
  const result = judgeSync({ state }, { clock });
  const receipts = attest(result, { signer: machine, clock });

  it('asks again where the state is given, and takes the word of the judge where not', async () => {
    const judges = [rulesJudge()];
    expect(result).toBeReplayable();
    expect(receipts).toBeReplayable();
    expect(receipts).toBeReplayable({ state, judges });
    const other = toolCall({ tool: 'Bash', input: { command: 'ls' } });
    expect(receipts).not.toBeReplayable({ state: other, judges });
    expect(failure(() => expect(receipts[0]).toBeReplayable({ state: other, judges }))).toBe(
      'expected the judge to answer as it was signed\n  amount_above_bound: state_mismatch',
    );
    const sampled = await asked({ noul: 0.9 }, { choice: 'deny', confidence: 0.9 });
    expect(failure(() => expect(sampled).toBeReplayable())).toBe(
      'expected a judge that can be asked again\n  scripted-1: replayable is undefined',
    );
  });

  it('shows both answers where they differ', () => {
    const info = rulesJudge().info;
    const liar = { info, ask: () => ({ answers: { unsafe: { noul: 0 } }, judge: info }) };
    const lie = judgeSync(
      { state, questions: { unsafe: noul('Any of these.') } },
      { judge: liar, clock },
    );
    const signed = attest(lie, { signer: machine, clock });
    const shown = failure(() => expect(signed).toBeReplayable({ state, judges: [rulesJudge()] }));
    expect(shown).toContain('unsafe: signed {"noul":0}, now {"noul":1');
  });
});

describe('toHaveBar', () => {
  it('takes results and receipts, for all questions or for one', async () => {
    const result = await asked({ noul: 0.9 }, { choice: 'deny', confidence: 0.9 }, 0.8);
    expect(result).toHaveBar(0.8);
    expect(result).toHaveBar(0.8, { key: 'unsafe', setBy: 'policy://ops@7' });
    expect(result).not.toHaveBar(0.8, { setBy: 'default' });
    expect(result).not.toHaveBar(0.8, { key: 'typo' });
    expect(attest(result, { signer: machine, clock })).toHaveBar(0.8, { setBy: 'policy://ops@7' });
    expect(failure(() => expect(result).toHaveBar(0.9, { key: 'unsafe' }))).toBe(
      'expected a bar of 0.9 for unsafe\n  unsafe: noul 0.9, noul 0.9 against a bar of 0.8 (set by policy://ops@7), bar_met: deny',
    );
    expect(failure(() => expect(result).toHaveBar(0.9, { key: 'typo' }))).toContain(
      'there is none',
    );
  });
});

describe('toResolve', () => {
  it('takes a receipt, and a verdict that a person answered', async () => {
    const [first, second] = attest(judgeSync({ state }, { clock }), { signer: machine, clock });
    if (first === undefined || second === undefined) throw new Error('no receipts');
    const by = 'human://ada';
    const answer = resolve(first, { signer: ada, by, decision: 'deny', clock });
    expect(answer).toResolve(first);
    expect(answer).toResolve(first.id, { decision: 'deny', by });
    expect(answer).not.toResolve(second);
    expect(answer).not.toResolve(first, { decision: 'allow' });
    expect(failure(() => expect(answer).toResolve(first, { by: 'human://bob' }))).toBe(
      `expected a resolution (by human://bob) of ${first.id}\n  deny by human://ada of ${first.id}`,
    );
    const blocked = block({
      signer: machine,
      reasonClass: 'scope_violation',
      refusedKind: 'action',
    });
    expect(failure(() => expect(blocked).toResolve(first))).toContain('it is no resolution');

    const gate = createGate({
      judge: scriptedJudge({ unsafe: { refusal: true } }),
      questions: { unsafe: questions.unsafe },
      signer: machine,
      clock,
    });
    const call = { tool: 'x', callId: 'c1' };
    const before = await gate.check(call);
    const after = await gate.answer(call, { decision: 'allow', by, signer: ada });
    expect(before).toEscalate('unsafe');
    expect(after).toHaveEffect('allow');
    expect(after).toResolve(before.receipts, { decision: 'allow', by });
  });
});

describe('what stands in', () => {
  it('is a judge that follows a script, and keeps what it was asked', async () => {
    const scripted = scriptedJudge([
      { unsafe: { noul: 0.1 } },
      ({ state: text }) => ({ unsafe: { noul: text === 'rm' ? 1 : 0 } }),
      new Error('down'),
    ]);
    const ask = (text: string) =>
      judge({ state: text, questions: { unsafe: questions.unsafe } }, { judge: scripted });
    expect(await ask('ls')).toHaveEffect('allow');
    expect(await ask('rm')).toHaveEffect('deny');
    await expect(ask('ls')).rejects.toMatchObject({ code: 'judge_unavailable' });
    await expect(ask('ls')).rejects.toMatchObject({
      cause: new Error('the script has no answer to asking 4'),
    });
    expect(scripted.requests.map((request) => request.state)).toEqual(['ls', 'rm', 'ls', 'ls']);
  });

  it('is a signer whose receipts are the same on every run, and are good', () => {
    const sign = () =>
      attest(judgeSync({ state }, { clock: fixedClock() }), {
        signer: fakeSigner(),
        clock: fixedClock(),
      });
    expect(sign()).toEqual(sign());
    expect(sign()[0]?.id).toBe(sign()[0]?.id);
    expect(fakeSigner('a').publicKey).not.toBe(fakeSigner('b').publicKey);
  });

  it('is a clock that stands still until it is moved', () => {
    const still = fixedClock('2026-12-01T09:00:00Z');
    expect([still(), still()]).toEqual([1_796_115_600_000, 1_796_115_600_000]);
    still.advance(500);
    expect(still()).toBe(1_796_115_600_500);
    still.set(0);
    expect(still()).toBe(0);
    expect(() => fixedClock('soon')).toThrow('a time is RFC 3339');
  });
});

/** What a failing assertion says. */
function failure(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('it did not fail');
}
