import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { rulesJudge, rulesQuestions } from '../../src/rules/index.js';
import { KEEPING, SPEAKING, type Twin, twinsOf } from './twins.js';

/** All 53,000 twins take a while, so each way is tried on every sixth command unless asked. */
const STEP = process.env['TWINS'] === 'all' ? 1 : 6;

const judge = rulesJudge();

/** The twins that are answered otherwise than their construction says. */
function wrong(twins: readonly Twin[]): readonly string[] {
  return twins
    .filter(({ question, expected, text }) => {
      const state = {
        tool: 'Bash',
        input: { command: text },
        workspace_root: '/srv/proj',
        network_scope: ['api.example.com', '*.internal.net'],
      };
      const questions = { [question]: rulesQuestions[question] };
      const { answers } = judge.ask({ state, questions }, {});
      return !isDeepStrictEqual(answers, { [question]: answerOf(expected) });
    })
    .map(({ question, expected, base, text }) => `${question} ${expected}: ${base} => ${text}`);
}

function answerOf(noul: 0 | 1): unknown {
  return { noul, probabilities: { no: 1 - noul, yes: noul }, confidence: 1 };
}

describe('a command that is written or started in another way is answered as before', () => {
  it.each(KEEPING.map((way) => [way.name, way] as const))('%s', (_name, way) => {
    expect(wrong(twinsOf(way, STEP))).toEqual([]);
  });
});

describe('a command that is only spoken of is answered with no', () => {
  it.each(SPEAKING.map((way) => [way.name, way] as const))('%s', (_name, way) => {
    expect(wrong(twinsOf(way, STEP))).toEqual([]);
  });
});

describe('the twins', () => {
  it('are more than five thousand, no two of them the same', () => {
    const twins = [...KEEPING, ...SPEAKING].flatMap((way) => twinsOf(way, STEP));
    expect(twins.length).toBeGreaterThan(5_000);
    const keys = new Set(twins.map(({ question, text }) => `${question} ${text}`));
    expect(keys.size / twins.length).toBeGreaterThan(0.95);
  });
});
