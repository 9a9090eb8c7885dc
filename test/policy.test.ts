import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, checkAnswers } from '../src/answer.js';
import { hold } from '../src/hold.js';
import { bands, type Decision, type Policy, routes, shadow, threshold } from '../src/policy.js';
import { choice, noul, type Question, type Questions, score } from '../src/question.js';
import { faultOf } from './fault.js';

const unsafe = noul('Is this call unsafe?');
const verdict = choice('What now?', ['allow', 'warn', 'ask', 'deny', 'unsure']);
const quality = score('How good is it?', ['poor', 'fair', 'good']);
const team = choice('Which team?', ['billing', 'technical', 'other']);

/** What a policy makes of one answer, checked as a judge's answer is. */
function decide(policy: Policy<string>, question: Question, raw: unknown): Decision | undefined {
  const questions: Questions = { q: question };
  return hold(questions, checkAnswers(questions, { q: raw }), policy).decisions['q'];
}

describe('threshold() on a noul', () => {
  it('denies at the bar and above, and allows below', () => {
    const policy = threshold(0.7, { setBy: 'policy://ops@7' });
    const about = { appliesTo: 'noul', bar: 0.7, setBy: 'policy://ops@7' };
    expect(decide(policy, unsafe, { noul: 0.71 })).toStrictEqual({
      effect: 'deny',
      outcome: 'refused',
      reason: 'bar_met',
      measured: 0.71,
      ...about,
    });
    expect(decide(policy, unsafe, { noul: 0.7 })).toMatchObject({ effect: 'deny' });
    expect(decide(policy, unsafe, { noul: 0.69 })).toStrictEqual({
      effect: 'allow',
      outcome: 'acted',
      reason: 'bar_missed',
      measured: 0.69,
      ...about,
    });
  });

  it('has a bar of 0.5, set by default, unless told otherwise', () => {
    expect(threshold().threshold).toStrictEqual({ value: 0.5, setBy: 'default' });
    expect(decide(threshold(), unsafe, { noul: 0.5 })).toMatchObject({ effect: 'deny', bar: 0.5 });
    expect(decide(threshold(), unsafe, { noul: 0.49 })).toMatchObject({ effect: 'allow' });
  });

  it('takes both sides to 12 decimals, so that 1 - 0.07 meets 0.93', () => {
    expect(1 - 0.07).toBeLessThan(0.93);
    expect(decide(threshold(0.93), unsafe, { noul: 1 - 0.07 })).toMatchObject({ effect: 'deny' });
    expect(decide(threshold(0.3), unsafe, { noul: 0.3 - 1e-11 })).toMatchObject({
      effect: 'allow',
    });
  });

  it('takes a bar of 1, which only certainty meets', () => {
    expect(decide(threshold(1), unsafe, { noul: 1 })).toMatchObject({ effect: 'deny' });
    expect(decide(threshold(1), unsafe, { noul: 0.999 })).toMatchObject({ effect: 'allow' });
  });

  it('ignores the confidence of a noul', () => {
    const answer = { noul: 0.9, confidence: 0.1 };
    expect(decide(threshold(0.5), unsafe, answer)).toMatchObject({ effect: 'deny', measured: 0.9 });
  });

  it('holds a question to its own bar', () => {
    const policy = threshold(0.5, { questions: { q: 0.95 } });
    expect(decide(policy, unsafe, { noul: 0.94 })).toMatchObject({ effect: 'allow', bar: 0.95 });
    expect(decide(policy, unsafe, { noul: 0.95 })).toMatchObject({ effect: 'deny', bar: 0.95 });
    expect(policy.threshold.value).toBe(0.5);
  });

  it.each([
    ['deny', 'deny', 'refused', 'allow', 'acted'],
    ['ask', 'ask', 'escalated', 'allow', 'acted'],
    ['warn', 'warn', 'acted', 'allow', 'acted'],
    // Where yes is what allows, anything less is a question for someone.
    ['allow', 'allow', 'acted', 'ask', 'escalated'],
  ] as const)('with a yes side of %s is %s, else the other', (side, yes, acted, no, other) => {
    const policy = threshold(0.5, { yes: { q: side } });
    expect(decide(policy, unsafe, { noul: 0.5 })).toMatchObject({ effect: yes, outcome: acted });
    expect(decide(policy, unsafe, { noul: 0.4 })).toMatchObject({ effect: no, outcome: other });
  });
});

describe('threshold() on a choice', () => {
  it.each([
    ['allow', 'acted'],
    ['warn', 'acted'],
    ['ask', 'escalated'],
    ['deny', 'refused'],
  ])('takes %s as the effect when its confidence meets the bar', (label, outcome) => {
    const answer = { choice: label, confidence: 0.8 };
    expect(decide(threshold(0.8), verdict, answer)).toStrictEqual({
      effect: label,
      outcome,
      reason: 'bar_met',
      appliesTo: 'confidence',
      bar: 0.8,
      setBy: 'default',
      measured: 0.8,
    });
  });

  it.each(['allow', 'warn', 'ask', 'deny'])(
    'asks when the confidence in %s is too low',
    (label) => {
      const answer = { choice: label, confidence: 0.79, probabilities: { [label]: 0.9 } };
      expect(decide(threshold(0.8), verdict, answer)).toStrictEqual({
        effect: 'ask',
        outcome: 'escalated',
        reason: 'bar_missed',
        appliesTo: 'confidence',
        bar: 0.8,
        setBy: 'default',
        measured: 0.79,
      });
    },
  );

  it('takes the probability of the chosen label where there is no confidence', () => {
    const sure = { choice: 'deny', probabilities: { deny: 0.9, allow: 0.1 } };
    expect(decide(threshold(0.8), verdict, sure)).toMatchObject({ effect: 'deny', measured: 0.9 });
    const unsure = { choice: 'deny', probabilities: { deny: 0.6, allow: 0.4 } };
    expect(decide(threshold(0.8), verdict, unsure)).toMatchObject({ effect: 'ask', measured: 0.6 });
  });

  it('asks where there is neither, for a missing number never meets a bar', () => {
    for (const answer of [
      { choice: 'allow' },
      { choice: 'allow', probabilities: { deny: 0.01 } },
    ]) {
      expect(decide(threshold(0.01), verdict, answer)).toStrictEqual({
        effect: 'ask',
        outcome: 'escalated',
        reason: 'unmeasurable',
        appliesTo: 'confidence',
        bar: 0.01,
        setBy: 'default',
      });
    }
  });

  it('ignores a label that is no effect', () => {
    for (const [question, label] of [
      [verdict, 'unsure'],
      [team, 'billing'],
    ] as const) {
      expect(decide(threshold(0.5), question, { choice: label, confidence: 1 })).toStrictEqual({
        effect: 'none',
        outcome: 'ignored',
        reason: 'no_rule',
        appliesTo: 'confidence',
        setBy: 'default',
      });
    }
  });

  it('takes a bar of 0 of its own, which any confidence meets', () => {
    const policy = threshold(0.5, { questions: { q: 0 } });
    const answer = { choice: 'deny', confidence: 0 };
    expect(decide(policy, verdict, answer)).toMatchObject({ effect: 'deny', bar: 0 });
    expect(decide(policy, verdict, { choice: 'deny' })).toMatchObject({ reason: 'unmeasurable' });
  });
});

describe('threshold() on a score', () => {
  it('ignores it without a rule', () => {
    expect(decide(threshold(0.5), quality, { score: 2, confidence: 1 })).toStrictEqual({
      effect: 'none',
      outcome: 'ignored',
      reason: 'no_rule',
      appliesTo: 'confidence',
      setBy: 'default',
    });
  });

  it('allows one that is high enough, when its confidence meets the bar', () => {
    const policy = threshold(0.5, { scores: { q: { atLeast: 1.2 } } });
    expect(decide(policy, quality, { score: 1.2, confidence: 0.5 })).toStrictEqual({
      effect: 'allow',
      outcome: 'acted',
      reason: 'bar_met',
      appliesTo: 'confidence',
      bar: 0.5,
      setBy: 'default',
      measured: 0.5,
    });
    expect(decide(policy, quality, { score: 1.19, confidence: 0.5 })).toMatchObject({
      effect: 'ask',
      reason: 'bar_met',
    });
    expect(decide(policy, quality, { score: 2, confidence: 0.49 })).toMatchObject({
      effect: 'ask',
      reason: 'bar_missed',
    });
    expect(decide(policy, quality, { score: 2 })).toMatchObject({
      effect: 'ask',
      reason: 'unmeasurable',
    });
  });

  it('compares it to 12 decimals', () => {
    const policy = threshold(0.5, { scores: { q: { atLeast: 0.3 } } });
    expect(0.1 * 3).not.toBe(0.3);
    expect(decide(policy, quality, { score: 1 - 0.7, confidence: 1 })).toMatchObject({
      effect: 'allow',
    });
  });

  it.each(['deny', 'ask', 'warn'] as const)('can make a low one %s', (otherwise) => {
    const policy = threshold(0.5, { scores: { q: { atLeast: 1, otherwise } } });
    expect(decide(policy, quality, { score: 0.9, confidence: 1 })).toMatchObject({
      effect: otherwise,
    });
  });
});

describe('a refusal', () => {
  it.each([
    ['a noul', unsafe, 'noul'],
    ['a choice of an effect', verdict, 'confidence'],
    ['a choice without a rule', team, 'confidence'],
    ['a score', quality, 'confidence'],
  ] as const)('of %s escalates under every policy', (_name, question, appliesTo) => {
    const policies = [threshold(0.5), bands({ deny: 0.6, allow: 0.5 })];
    for (const policy of policies) {
      expect(decide(policy, question, { refusal: true })).toStrictEqual({
        effect: 'ask',
        outcome: 'escalated',
        reason: 'refusal',
        appliesTo,
        bar: policy.threshold.value,
        setBy: 'default',
      });
    }
  });
});

describe('bands()', () => {
  const policy = bands({ deny: 0.62, allow: 0.38, setBy: 'card' });

  it.each([
    [1, 'deny', 'refused', 'bar_met'],
    [0.62, 'deny', 'refused', 'bar_met'],
    [0.61, 'ask', 'escalated', 'bar_missed'],
    [0.39, 'ask', 'escalated', 'bar_missed'],
    [0.38, 'allow', 'acted', 'bar_missed'],
    [0, 'allow', 'acted', 'bar_missed'],
    [1 - 0.38, 'deny', 'refused', 'bar_met'],
    [1 - 0.62, 'allow', 'acted', 'bar_missed'],
  ])('make a noul of %s %s', (value, effect, outcome, reason) => {
    expect(decide(policy, unsafe, { noul: value })).toStrictEqual({
      effect,
      outcome,
      reason,
      appliesTo: 'noul',
      bar: 0.62,
      setBy: 'card',
      measured: value,
    });
  });

  it('hold a choice to the deny bar, and ignore what has no rule', () => {
    expect(decide(policy, verdict, { choice: 'allow', confidence: 0.62 })).toMatchObject({
      effect: 'allow',
      bar: 0.62,
    });
    expect(decide(policy, verdict, { choice: 'allow', confidence: 0.61 })).toMatchObject({
      effect: 'ask',
    });
    expect(decide(policy, quality, { score: 2, confidence: 1 })).toMatchObject({ effect: 'none' });
  });

  it('may reach from 0 to 1', () => {
    const widest = bands({ deny: 1, allow: 0 });
    const effects = [0, 0.001, 0.999, 1].map((value) => decide(widest, unsafe, { noul: value }));
    expect(effects.map((decision) => decision?.effect)).toEqual(['allow', 'ask', 'ask', 'deny']);
  });

  it.each([
    ['bars that meet', { deny: 0.5, allow: 0.5 }, 'options.allow'],
    ['bars the wrong way round', { deny: 0.4, allow: 0.6 }, 'options.allow'],
    ['bars that meet to 12 decimals', { deny: 0.93, allow: 1 - 0.07 }, 'options.allow'],
    ['a deny bar of 0', { deny: 0, allow: 0 }, 'options.deny'],
    ['a deny bar above 1', { deny: 1.1, allow: 0.5 }, 'options.deny'],
    ['an allow bar below 0', { deny: 0.5, allow: -0.1 }, 'options.allow'],
    ['an allow bar of -0', { deny: 0.5, allow: -0 }, 'options.allow'],
    ['no deny bar', { allow: 0.5 }, 'options.deny'],
    ['no allow bar', { deny: 0.5 }, 'options.allow'],
  ])('refuse %s', (_name, options, path) => {
    expect(faultOf(() => Reflect.apply(bands, undefined, [options]))).toEqual(['bad_policy', path]);
  });

  it('refuse an unknown option, and none at all', () => {
    const options = { deny: 0.6, allow: 0.4, ask: 0.5 };
    expect(faultOf(() => Reflect.apply(bands, undefined, [options]))).toEqual([
      'bad_option',
      'options.ask',
    ]);
    expect(faultOf(() => Reflect.apply(bands, undefined, []))).toEqual(['bad_option', 'options']);
  });
});

describe('routes()', () => {
  const policy = routes(['billing', 'technical'], { bar: 0.7, setBy: 'router' });

  it('make the route the effect', () => {
    const questions = { team };
    const held = hold(questions, { team: { choice: 'technical', confidence: 0.7 } }, policy);
    expect(held).toStrictEqual({
      effect: 'technical',
      outcome: 'acted',
      decidedBy: ['team'],
      decisions: {
        team: {
          effect: 'technical',
          outcome: 'acted',
          reason: 'bar_met',
          appliesTo: 'confidence',
          bar: 0.7,
          setBy: 'router',
          measured: 0.7,
        },
      },
    });
  });

  it('ask when the confidence is too low or missing', () => {
    expect(decide(policy, team, { choice: 'billing', confidence: 0.69 })).toMatchObject({
      effect: 'ask',
      reason: 'bar_missed',
    });
    expect(decide(policy, team, { choice: 'billing' })).toMatchObject({
      effect: 'ask',
      reason: 'unmeasurable',
    });
  });

  it('ignore a label that is no route', () => {
    expect(decide(policy, team, { choice: 'other', confidence: 1 })).toMatchObject({
      effect: 'none',
      reason: 'no_rule',
    });
  });

  it('hold any other answer to the same bar', () => {
    const questions = { team, unsafe, verdict };
    const answers = {
      team: { choice: 'billing', confidence: 1 },
      unsafe: { noul: 0.69 },
      verdict: { choice: 'warn', confidence: 0.7 },
    } as const;
    const { decisions, effect, decidedBy } = hold(questions, answers, policy);
    expect(decisions.unsafe).toMatchObject({ effect: 'allow', bar: 0.7 });
    expect(decisions.verdict).toMatchObject({ effect: 'warn', bar: 0.7 });
    expect(effect).toBe('warn');
    expect(decidedBy).toEqual(['verdict']);
    const denied = hold(questions, { ...answers, unsafe: { noul: 0.7 } }, policy);
    expect(denied.effect).toBe('deny');
  });

  it.each([
    ['no list', 'billing', 'routes'],
    ['no route', [], 'routes'],
    ['a repeated route', ['a', 'b', 'a'], 'routes[2]'],
    ['a blank route', ['a', ' '], 'routes[1]'],
    ['a route that is no text', [1], 'routes[0]'],
    ['an effect as a route', ['a', 'deny'], 'routes[1]'],
    ['none as a route', ['none'], 'routes[0]'],
  ])('refuse %s', (_name, labels, path) => {
    expect(faultOf(() => Reflect.apply(routes, undefined, [labels]))).toEqual(['bad_policy', path]);
  });

  it('refuse a bar out of range and an unknown option', () => {
    expect(faultOf(() => routes(['a'], { bar: 0 }))).toEqual(['bad_policy', 'options.bar']);
    expect(faultOf(() => Reflect.apply(routes, undefined, [['a'], { threshold: 1 }]))).toEqual([
      'bad_option',
      'options.threshold',
    ]);
  });

  it('refuse questions that do not offer a route', () => {
    const typo = routes(['billing', 'tecnical']);
    expect(faultOf(() => decide(typo, team, { choice: 'billing', confidence: 1 }))).toEqual([
      'bad_policy',
      'routes[1]',
    ]);
  });
});

describe('shadow()', () => {
  it('records what would be, and does nothing', () => {
    const policy = shadow(threshold(0.5, { setBy: 'trial' }));
    const held = hold({ unsafe }, { unsafe: { noul: 0.9 } }, policy);
    expect(held).toStrictEqual({
      effect: 'none',
      outcome: 'ignored',
      decidedBy: [],
      decisions: {
        unsafe: {
          effect: 'none',
          outcome: 'ignored',
          reason: 'shadow',
          appliesTo: 'noul',
          bar: 0.5,
          setBy: 'trial',
          measured: 0.9,
          wouldBe: 'deny',
        },
      },
    });
    expect(policy.threshold).toEqual({ value: 0.5, setBy: 'trial' });
  });

  it('records routes too, and refusals', () => {
    const policy = shadow(routes(['billing', 'technical'], { bar: 0.5 }));
    expect(decide(policy, team, { choice: 'billing', confidence: 1 })).toMatchObject({
      effect: 'none',
      wouldBe: 'billing',
    });
    expect(decide(policy, team, { refusal: true })).toMatchObject({
      effect: 'none',
      reason: 'shadow',
      wouldBe: 'ask',
    });
  });

  it('refuses what the policy refuses, and what is no policy', () => {
    const policy = shadow(threshold(0.5, { questions: { typo: 0.9 } }));
    expect(faultOf(() => decide(policy, unsafe, { noul: 1 }))).toEqual([
      'bad_policy',
      'options.questions.typo',
    ]);
    expect(faultOf(() => Reflect.apply(shadow, undefined, [{}]))).toEqual(['bad_policy', 'policy']);
  });
});

describe('threshold() refuses', () => {
  it.each([0, -0, -1, 2, 1.0000001, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null, {}])(
    'a bar of %s',
    (value) => {
      const call = () => Reflect.apply(threshold, undefined, [value]);
      expect(faultOf(call)).toEqual(['bad_policy', 'threshold']);
    },
  );

  it.each([-0, -1, 2, Number.NaN, '0.5', null])('a bar of %s for a question', (value) => {
    const call = () => Reflect.apply(threshold, undefined, [0.5, { questions: { q: value } }]);
    expect(faultOf(call)).toEqual(['bad_policy', 'options.questions.q']);
  });

  it.each([
    ['an unknown option', { setby: 'me' }, 'bad_option', 'options.setby'],
    ['options that are no object', 'me', 'bad_option', 'options'],
    ['an empty setBy', { setBy: '' }, 'bad_policy', 'options.setBy'],
    ['a setBy that is no text', { setBy: 7 }, 'bad_policy', 'options.setBy'],
    ['a setBy with half a surrogate pair', { setBy: '\udc00' }, 'bad_policy', 'options.setBy'],
    ['bars in a list', { questions: [0.5] }, 'bad_policy', 'options.questions'],
    ['a yes side of none', { yes: { q: 'none' } }, 'bad_policy', 'options.yes.q'],
    ['a yes side that is no text', { yes: { q: true } }, 'bad_policy', 'options.yes.q'],
    ['a score rule that is a number', { scores: { q: 1 } }, 'bad_option', 'options.scores.q'],
    ['a place of 0', { scores: { q: { atLeast: 0 } } }, 'bad_policy', 'options.scores.q.atLeast'],
    [
      'a place of NaN',
      { scores: { q: { atLeast: Number.NaN } } },
      'bad_policy',
      'options.scores.q.atLeast',
    ],
    [
      'an endless place',
      { scores: { q: { atLeast: 1 / 0 } } },
      'bad_policy',
      'options.scores.q.atLeast',
    ],
    [
      'a low score that allows',
      { scores: { q: { atLeast: 1, otherwise: 'allow' } } },
      'bad_policy',
      'options.scores.q.otherwise',
    ],
    [
      'an unknown member of a score rule',
      { scores: { q: { atleast: 1 } } },
      'bad_option',
      'options.scores.q.atleast',
    ],
  ])('%s', (_name, options, code, path) => {
    expect(faultOf(() => Reflect.apply(threshold, undefined, [0.5, options]))).toEqual([
      code,
      path,
    ]);
  });

  it.each([
    ['a bar for a question that is not asked', { questions: { typo: 0.9 } }, 'questions.typo'],
    ['a bar for an inherited name', { questions: { toString: 0.9 } }, 'questions.toString'],
    ['a bar of 0 for a noul', { questions: { unsafe: 0 } }, 'questions.unsafe'],
    ['a bar for a choice without a rule', { questions: { team: 0.9 } }, 'questions.team'],
    ['a bar for a score without a rule', { questions: { quality: 0.9 } }, 'questions.quality'],
    ['a yes side for what is not asked', { yes: { typo: 'ask' } }, 'yes.typo'],
    ['a yes side for a choice', { yes: { verdict: 'ask' } }, 'yes.verdict'],
    ['a score rule for what is not asked', { scores: { typo: { atLeast: 1 } } }, 'scores.typo'],
    ['a score rule for a noul', { scores: { unsafe: { atLeast: 1 } } }, 'scores.unsafe'],
    ['a place off the rubric', { scores: { quality: { atLeast: 2.1 } } }, 'scores.quality'],
  ] as const)('questions that it was not written for: %s', (_name, options, path) => {
    const questions: Questions = { unsafe, verdict, quality, team };
    const answers = checkAnswers(questions, {
      unsafe: { noul: 0 },
      verdict: { choice: 'allow' },
      quality: { score: 2 },
      team: { choice: 'other' },
    });
    expect(faultOf(() => hold(questions, answers, threshold(0.5, options)))).toEqual([
      'bad_policy',
      `options.${path}`,
    ]);
  });

  it('no bar for a score with a rule', () => {
    const policy = threshold(0.5, { questions: { q: 0.9 }, scores: { q: { atLeast: 2 } } });
    expect(decide(policy, quality, { score: 2, confidence: 0.9 })).toMatchObject({
      effect: 'allow',
      bar: 0.9,
    });
  });
});

describe('hold()', () => {
  const nouls = (count: number): Questions =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, unsafe]));

  it('takes the strongest effect: deny, ask, warn, a route, allow, none', () => {
    const questions = {
      a: verdict,
      b: verdict,
      c: verdict,
      d: team,
      e: verdict,
      f: quality,
    };
    const policy = routes(['billing', 'technical']);
    const by = (choices: readonly string[]) => {
      const [a, b, c, d, e] = choices;
      const raw = {
        a: { choice: a, confidence: 1 },
        b: { choice: b, confidence: 1 },
        c: { choice: c, confidence: 1 },
        d: { choice: d, confidence: 1 },
        e: { choice: e, confidence: 1 },
        f: { score: 1 },
      };
      const { effect, outcome, decidedBy } = hold(questions, checkAnswers(questions, raw), policy);
      return [effect, outcome, decidedBy];
    };
    expect(by(['warn', 'deny', 'ask', 'billing', 'allow'])).toEqual(['deny', 'refused', ['b']]);
    expect(by(['warn', 'allow', 'ask', 'billing', 'ask'])).toEqual([
      'ask',
      'escalated',
      ['c', 'e'],
    ]);
    expect(by(['warn', 'allow', 'unsure', 'billing', 'warn'])).toEqual([
      'warn',
      'acted',
      ['a', 'e'],
    ]);
    expect(by(['allow', 'allow', 'unsure', 'billing', 'allow'])).toEqual([
      'billing',
      'acted',
      ['d'],
    ]);
    expect(by(['allow', 'unsure', 'unsure', 'other', 'unsure'])).toEqual(['allow', 'acted', []]);
    expect(by(['unsure', 'unsure', 'unsure', 'other', 'unsure'])).toEqual(['none', 'ignored', []]);
  });

  it.each([undefined, null, true, 0.1, 'no', {}, { unsafe: null }, { unsafe: 0.1 }])(
    'refuses the answers %j',
    (answers) => {
      const given = JSON.parse(JSON.stringify({ answers }));
      expect(faultOf(() => hold({ unsafe }, given.answers, threshold()))).toEqual([
        'bad_answer',
        'answers.unsafe',
      ]);
    },
  );

  it('lets the last key in sorted order win among routes', () => {
    const questions = { b: team, a: team };
    const held = hold(
      questions,
      { b: { choice: 'billing', confidence: 1 }, a: { choice: 'technical', confidence: 1 } },
      routes(['billing', 'technical']),
    );
    expect(held.effect).toBe('billing');
    expect(held.decidedBy).toEqual(['b']);
  });

  it('sorts the keys that decided, whatever the order of the questions', () => {
    const questions = { z: unsafe, a: unsafe, m: unsafe, Z: unsafe };
    const all = { z: { noul: 1 }, a: { noul: 1 }, m: { noul: 0 }, Z: { noul: 1 } };
    expect(hold(questions, all, threshold(0.5)).decidedBy).toEqual(['Z', 'a', 'z']);
  });

  it('freezes all that it returns', () => {
    const held = hold({ unsafe }, { unsafe: { noul: 1 } }, threshold(0.5));
    const parts = [held, held.decidedBy, held.decisions, held.decisions.unsafe];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true]);
  });

  it('works for keys that are the names of inherited members', () => {
    const questions = { toString: unsafe, valueOf: unsafe };
    const held = hold(questions, { toString: { noul: 1 }, valueOf: { noul: 0 } }, threshold(0.5));
    expect(held.decidedBy).toEqual(['toString']);
    expect(Object.keys(held.decisions)).toEqual(['toString', 'valueOf']);
  });

  it('refuses a missing answer', () => {
    const call = () => Reflect.apply(hold, undefined, [{ toString: unsafe }, {}, threshold(0.5)]);
    expect(faultOf(call)).toEqual(['bad_answer', 'answers.toString']);
  });

  it('escalates a number that nobody checked, rather than allow it', () => {
    for (const value of [Number.NaN, -1, 2, '0', null, undefined]) {
      const answers = { unsafe: { noul: value } };
      const held = Reflect.apply(hold, undefined, [{ unsafe }, answers, threshold(0.5)]);
      expect(held).toMatchObject({ effect: 'ask', outcome: 'escalated' });
    }
    const answers = { verdict: { noul: 0 } };
    const held = Reflect.apply(hold, undefined, [{ verdict }, answers, threshold(0.5)]);
    expect(held).toMatchObject({ effect: 'ask', outcome: 'escalated' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', 'strict'],
    ['a policy without a bar', { decide: () => undefined }],
    ['a policy without a function', { threshold: { value: 0.5, setBy: 'me' } }],
    ['a bar out of range', { threshold: { value: 7, setBy: 'me' }, decide: () => undefined }],
    ['nobody who set the bar', { threshold: { value: 0.5 }, decide: () => undefined }],
  ])('refuses %s as a policy', (_name, policy) => {
    const call = () =>
      Reflect.apply(hold, undefined, [{ unsafe }, { unsafe: { noul: 0 } }, policy]);
    expect(faultOf(call)).toEqual(['bad_policy', 'policy']);
  });

  const decided = {
    effect: 'allow',
    outcome: 'acted',
    reason: 'bar_missed',
    appliesTo: 'noul',
    setBy: 'me',
  };

  it('drops what a decision of the caller says beside what is described', () => {
    const decision = Object.freeze({ ...decided, bar: undefined, note: new Date(0) });
    const policy = { threshold: { value: 0.5, setBy: 'me' }, decide: () => decision };
    const held = Reflect.apply(hold, undefined, [{ unsafe }, { unsafe: { noul: 0 } }, policy]);
    expect(held.decisions.unsafe).toStrictEqual(decided);
  });

  it('takes a policy of the caller', () => {
    const policy: Policy<'night_shift'> = {
      threshold: { value: 0.3, setBy: 'me' },
      decide: (key, question, answer): Decision<'night_shift'> => ({
        effect:
          key === 'unsafe' && question.type === 'noul' && !answer.refusal ? 'night_shift' : 'ask',
        outcome: 'acted',
        reason: 'bar_met',
        appliesTo: 'noul',
        setBy: 'me',
      }),
    };
    const held = hold({ unsafe }, { unsafe: { noul: 0.1 } }, policy);
    expect(held.effect).toBe('night_shift');
    expect(held.decidedBy).toEqual(['unsafe']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', 'allow'],
    ['a promise', Promise.resolve({ ...decided })],
    ['no outcome', { ...decided, outcome: undefined }],
    ['an unknown outcome', { ...decided, outcome: 'done' }],
    ['an unknown reason', { ...decided, reason: 'because' }],
    ['nobody who set the bar', { ...decided, setBy: '' }],
    ['a number that no answer has', { ...decided, appliesTo: 'score' }],
    ['a bar that is no number', { ...decided, bar: Number.NaN }],
    ['an effect that is no text', { ...decided, effect: true }],
    ['an empty effect', { ...decided, effect: '' }],
  ])('refuses a policy that decides with %s', (_name, decision) => {
    const policy = { threshold: { value: 0.5, setBy: 'me' }, decide: () => decision };
    const call = () =>
      Reflect.apply(hold, undefined, [{ unsafe }, { unsafe: { noul: 0 } }, policy]);
    expect(faultOf(call)).toEqual(['bad_policy', 'decisions.unsafe']);
  });

  it('never allows over a noul at the bar, in any order of any number of questions', () => {
    const answer = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }).map((value) => ({ noul: Math.abs(value) })),
      fc.constant({ refusal: true }),
    );
    fc.assert(
      fc.property(
        fc.array(answer, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (given, bar) => {
          const questions = nouls(given.length);
          const raw = Object.fromEntries(given.map((one, index) => [`q${index}`, one]));
          const answers = checkAnswers(questions, raw);
          const held = hold(questions, answers, threshold(bar));
          const met = (one: Answer | undefined) =>
            one !== undefined && !one.refusal && 'noul' in one && one.noul >= bar;
          const refused = Object.values(answers).some((one) => one.refusal === true);
          if (Object.values(answers).some(met)) expect(held.effect).toBe('deny');
          else if (held.effect !== 'deny') expect(held.effect).toBe(refused ? 'ask' : 'allow');
          const reversed = Object.fromEntries(Object.entries(questions).reverse());
          expect(hold(reversed, answers, threshold(bar))).toEqual(held);
        },
      ),
      { numRuns: 200 },
    );
  });
});
