import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../src/digest.js';
import {
  choice,
  judge,
  judgementToWire,
  judgeSync,
  judgeWith,
  noul,
  rulesJudge,
  rulesQuestions,
  type SyncJudge,
  shadow,
  threshold,
  toolCall,
} from '../src/index.js';
import { faultOf, rejectionOf } from './fault.js';

const removal = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
const listing = toolCall({ tool: 'Bash', input: { command: 'ls' } });
const clock = () => Date.UTC(2026, 11, 1);

const other: SyncJudge = {
  info: { model: 'verdicts-2', kind: 'classifier' },
  ask: ({ questions }) => ({
    answers: Object.fromEntries(Object.keys(questions).map((key) => [key, { noul: 0.2 }])),
  }),
};

describe('judge()', () => {
  it('asks the rules judge its six questions, and holds them to 0.5', async () => {
    const result = await judge({ state: removal }, { clock });
    expect(result.effect).toBe('deny');
    expect(result.outcome).toBe('refused');
    expect(result.decidedBy).toEqual(['shell_destructive', 'unsafe']);
    expect(Object.keys(result.answers).sort()).toEqual(Object.keys(rulesQuestions).sort());
    expect(result.answers.shell_destructive).toStrictEqual({
      noul: 1,
      probabilities: { yes: 1, no: 0 },
      confidence: 1,
    });
    expect(result.answers.network_off_scope.noul).toBe(0);
    expect(result.judge).toStrictEqual(rulesJudge().info);
    expect(result.threshold).toStrictEqual({ value: 0.5, setBy: 'default' });
    expect(result.questions).toEqual(rulesQuestions);
    expect(result.judgedAt).toBe('2026-12-01T00:00:00Z');
  });

  it('digests the state, the questions, and what the rules said in no time', async () => {
    const { answers, ...result } = await judge({ state: removal }, { clock });
    expect(result.stateDigest).toBe(digest({ tool: 'Bash', input: { command: 'rm -rf /' } }));
    expect(result.questionsDigest).toBe(digest(rulesQuestions));
    expect(result.latencyMs).toBe(0);
    expect(result.responseDigest).toBe(digest({ answers, judge: result.judge, latency_ms: 0 }));
  });

  it('allows what no rule speaks against', async () => {
    const result = await judge({ state: listing });
    expect([result.effect, result.outcome, result.decidedBy]).toEqual(['allow', 'acted', []]);
  });

  it('takes a policy', async () => {
    const policy = threshold(0.5, {
      setBy: 'ops',
      yes: { shell_destructive: 'ask', unsafe: 'warn' },
    });
    const result = await judge({ state: removal }, { policy });
    expect([result.effect, result.decidedBy]).toEqual(['ask', ['shell_destructive']]);
    expect((await judge({ state: removal }, { policy: shadow(policy) })).effect).toBe('none');
  });

  it('takes a part of the questions', async () => {
    const { unsafe } = rulesQuestions;
    const result = await judge({ state: removal, questions: { unsafe } });
    expect(result.decidedBy).toEqual(['unsafe']);
    expect(Object.keys(result.decisions)).toEqual(['unsafe']);
  });

  it('takes another judge, and asks it the six unless told otherwise', async () => {
    const result = await judge({ state: 'text' }, { judge: other });
    expect(result.judge).toStrictEqual(other.info);
    expect(result.answers.unsafe.noul).toBe(0.2);
    const questions = { spam: noul('Is it spam?') };
    const asked = await judge({ state: 'text', questions }, { judge: other });
    expect(Object.keys(asked.answers)).toEqual(['spam']);
  });

  it('rejects, and never throws at once', async () => {
    const pending: unknown[] = [
      Reflect.apply(judge, undefined, []),
      Reflect.apply(judge, undefined, [{ state: listing }, null]),
      Reflect.apply(judge, undefined, [{ state: listing, question: {} }]),
      Reflect.apply(judge, undefined, [{ state: listing }, { polices: 1 }]),
      Reflect.apply(judge, undefined, [{ state: listing, questions: null }]),
      Reflect.apply(judge, undefined, [{ state: listing }, { judge: 'rules' }]),
    ];
    const faults = await Promise.all(pending.map((one) => rejectionOf(Promise.resolve(one))));
    expect(faults).toEqual([
      ['bad_option', 'request'],
      ['bad_option', 'options'],
      ['bad_option', 'request.question'],
      ['bad_option', 'options.polices'],
      ['bad_question', 'questions'],
      ['bad_option', 'options.judge'],
    ]);
  });

  it('does not guess: what the rules judge has no rule for is an error', async () => {
    const questions = { spam: noul('Is it spam?') };
    expect((await rejectionOf(judge({ state: listing, questions })))[0]).toBe('unknown_question');
    const choices = { unsafe: choice('Is it unsafe?', ['yes', 'no']) };
    expect((await rejectionOf(judge({ state: listing, questions: choices })))[0]).toBe(
      'unknown_question',
    );
    expect((await rejectionOf(judge({ state: 'text' })))[0]).toBe('bad_state');
  });
});

describe('judgeSync()', () => {
  it('returns what judge() resolves to', async () => {
    for (const state of [removal, listing]) {
      expect(judgeSync({ state }, { clock })).toStrictEqual(await judge({ state }, { clock }));
    }
  });

  it('takes a judge, and refuses one that answers later', () => {
    expect(judgeSync({ state: 'text' }, { judge: other }).effect).toBe('allow');
    const later = { info: other.info, ask: async () => ({ answers: {} }) };
    const call = () => Reflect.apply(judgeSync, undefined, [{ state: 'text' }, { judge: later }]);
    expect(faultOf(call)).toEqual(['bad_option', 'judge']);
  });

  it('gives the same result for the same call and clock', () => {
    const words = fc.constantFrom(
      'rm',
      '-rf',
      '/',
      '~',
      'ls',
      '&&',
      ';',
      '|',
      '$(',
      ')',
      '"',
      'curl',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
        const state = toolCall({
          tool: 'Bash',
          input: { command: parts.join(' ') },
          workspaceRoot: '/srv/proj',
        });
        const first = judgeSync({ state }, { clock });
        expect(judgeSync({ state }, { clock })).toStrictEqual(first);
        expect(digest(judgementToWire(judgeSync({ state }, { clock })))).toBe(
          digest(judgementToWire(first)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('a bundle', () => {
  /** The text of a bundle that uses one function of the entry. */
  async function bundleOf(name: string): Promise<string> {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { ${name} } from './index.js'; export const used = ${name};`,
        resolveDir: new URL('../src', import.meta.url).pathname,
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      write: false,
    });
    return outputFiles.map((file) => file.text).join('');
  }

  it('of judgeWith() holds no rules, and one of judge() does', async () => {
    expect(judgeWith).toBeTypeOf('function');
    const rules = ['path_outside_workspace', 'judgement-rules/', 'unbash', 'shell_destructive'];
    const without = await bundleOf('judgeWith');
    expect(without).toContain('judge_unavailable');
    expect(rules.filter((text) => without.includes(text))).toEqual([]);
    const withRules = await bundleOf('judge');
    expect(rules.filter((text) => !withRules.includes(text))).toEqual([]);
  });
});
