import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cached,
  choice,
  JudgeError,
  judgeSync,
  judgeWith,
  memoryStore,
  noul,
  quorum,
  type SyncJudge,
  score,
  threshold,
} from '../../src/index.js';
import { faultOf } from '../fault.js';
import {
  answer,
  errorOf,
  later,
  manualClock,
  questions,
  says,
  settle,
  silent,
  state,
  throws,
  unavailable,
  unsafe,
} from './helpers.js';

const strictest = { combine: 'strictest' } as const;
const median = { combine: 'median' } as const;
const nouls = (...numbers: readonly number[]): SyncJudge[] =>
  numbers.map((one, index) => says(`m-${index}`, answer(one)));

/** What several judges come to, each of which gives an answer of the wire to `q`. */
function combined(question: object, answers: readonly object[], options: object): unknown {
  const judges = answers.map((one, index) => says(`m-${index}`, { answers: { q: one } }));
  const judge = Reflect.apply(quorum, undefined, [judges, options]);
  return judgeSync({ state, questions: { q: question as never } }, { judge }).answers.q;
}

const effects = choice('What now?', ['allow', 'warn', 'ask', 'deny']);
const rubric = score('How good?', ['poor', 'fair', 'good']);
const refusal = { refusal: true };

describe('the strictest answer', () => {
  it.each([
    ['of nouls is the highest', noul('?'), [{ noul: 0.2 }, { noul: 0.9 }, { noul: 0.4 }], 1],
    [
      'of choices is the strongest effect, however sure',
      effects,
      [{ choice: 'ask', confidence: 1 }, { choice: 'deny', confidence: 0.1 }, { choice: 'warn' }],
      1,
    ],
    [
      'of several to deny is the surest',
      effects,
      [
        { choice: 'deny', confidence: 0.3 },
        { choice: 'deny', probabilities: { deny: 0.9 } },
        { choice: 'deny' },
      ],
      1,
    ],
    [
      'of several to allow is the least sure, which may yet be asked about',
      effects,
      [
        { choice: 'allow', confidence: 0.9 },
        { choice: 'allow', confidence: 0.4 },
      ],
      1,
    ],
    [
      'of several to warn is the one without a number',
      effects,
      [{ choice: 'warn', confidence: 0.4 }, { choice: 'allow', confidence: 1 }, { choice: 'warn' }],
      2,
    ],
  ])('%s', (_, question, answers, index) => {
    expect(combined(question, answers, strictest)).toEqual(answers[index]);
  });

  it.each([
    ['a score', rubric, 'score', 'ask a noul, or a choice among allow, warn, ask and deny'],
    [
      'another choice',
      choice('Which?', ['deny', 'billing']),
      'choice',
      'ask a noul, or a choice among allow, warn, ask and deny',
    ],
  ])('of %s there is none, and nobody is asked', (_, question, type, fix) => {
    const judge = says('m-1', {});
    const asked = { 'the key': question };
    const call = (): unknown =>
      judgeSync({ state, questions: asked }, { judge: quorum([judge], strictest) });
    expect(call).toThrow(
      `options.combine: questions["the key"] is a ${type}, and its answers have no strictest; ${fix}`,
    );
    expect(judge.requests.length).toBe(0);
  });
});

describe('the median', () => {
  it.each([
    [[0.4], 0.4],
    [[0.4, 0.2], 0.4],
    [[0.9, 0.1, 0.5], 0.5],
    [[0.1, 0.9, 0.6, 0.2], 0.6],
    [[0, 0, 1, 1], 1],
  ])('of %j is %d, of an even number the upper', (numbers, expected) => {
    const result = judgeSync(
      { state, questions: unsafe },
      { judge: quorum(nouls(...numbers), median) },
    );
    expect(result.answers.unsafe.noul).toBe(expected);
  });

  it('is the answer of one judge, with what that judge gave and nothing else', () => {
    const middle = { noul: 0.5, probabilities: { yes: 0.5, no: 0.5 }, confidence: 0.3 };
    expect(
      combined(noul('?'), [{ noul: 0.1 }, middle, { noul: 0.9, confidence: 1 }], median),
    ).toEqual(middle);
    expect(
      combined(rubric, [{ score: 2, confidence: 1 }, { score: 1 }, { score: 0 }], median),
    ).toEqual({ score: 1 });
  });

  it('of equal answers is the less sure one', () => {
    const sure = { score: 1, confidence: 0.9 };
    expect(combined(rubric, [sure, { score: 1, confidence: 0.2 }], median)).toEqual({
      score: 1,
      confidence: 0.2,
    });
    expect(combined(rubric, [{ score: 1 }, sure], median)).toEqual({ score: 1 });
  });

  it('of a choice there is none', () => {
    expect(() => combined(effects, [{ choice: 'deny' }], median)).toThrow(
      'its answers have no median',
    );
  });

  it('has as many answers above as below, or one more below', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 9 });
    const property = fc.property(numbers, (percents) => {
      const values = percents.map((one) => one / 100);
      const judge = quorum(nouls(...values), median);
      const { noul: middle } = judgeSync({ state, questions: unsafe }, { judge }).answers.unsafe;
      // Counted, and not sorted: so many may be lower, and so many higher.
      const half = values.length / 2;
      expect(values).toContain(middle);
      expect(values.filter((one) => one < middle).length).toBeLessThanOrEqual(half);
      expect(values.filter((one) => one > middle).length).toBeLessThan(half);
    });
    fc.assert(property, { numRuns: 100 });
  });
});

describe('a quorum', () => {
  it('asks all side by side, and takes as long as the slowest', async () => {
    const { clock, pass } = manualClock();
    const answering: (() => void)[] = [];
    const slow = (model: string) =>
      later(model, () => new Promise((resolve) => answering.push(() => resolve(answer(0.2)))));
    const judges = [slow('a'), slow('b'), later('c', answer(0.1, { latencyMs: 60 }))];
    const pending = judgeWith(
      quorum(judges, { ...strictest, clock }),
      { state, questions: unsafe },
      { clock },
    );
    await settle();
    expect(answering.length).toBe(2);
    pass(25);
    answering[0]?.();
    await settle();
    pass(25);
    answering[1]?.();
    expect((await pending).latencyMs).toBe(60);
  });

  it('shows what each judge said to each question, and how it came to that', async () => {
    const asked = { a: noul('?'), b: noul('?') };
    const { clock } = manualClock();
    const how = { latencyMs: 4, responseDigest: `sha256:${'7'.repeat(64)}` };
    const used = { requestId: 'req_1', usage: { inputTokens: 9 } };
    const last = later('m-4', { answers: { a: { noul: 0.2 }, b: { noul: 0.9 } }, ...how });
    const kept = cached(last, { store: memoryStore(), maxAgeMs: 60_000, clock });
    await judgeWith(kept, { state, questions: asked }, { clock });
    const judges = [
      later(
        { model: 'm-1', kind: 'llm', decimals: 3 },
        { answers: { a: { noul: 0.1 }, b: refusal }, ...how, ...used },
      ),
      throws('m-2', unavailable('down', { attempts: 3 })),
      later('m-3', { answers: { a: { noul: 0.3 }, b: { noul: 2 } } }),
      kept,
    ];
    const judge = quorum(judges, { combine: 'strictest', atLeast: 1, clock });
    const result = await judgeWith(judge, { state, questions: asked }, { clock });
    const one = { judge: { model: 'm-1', kind: 'llm' }, ...how, ...used };
    const others = [
      { judge: { model: 'm-2' }, failure: 'judge_unavailable', attempts: 3 },
      { judge: { model: 'm-3' }, failure: 'bad_answer' },
    ];
    const four = { judge: { model: 'm-4' }, ...how, cachedAt: '2026-12-01T12:00:00Z' };
    expect(result.panel).toEqual({
      a: [{ ...one, answer: { noul: 0.1 } }, ...others, { ...four, answer: { noul: 0.2 } }],
      b: [{ ...one, answer: refusal }, ...others, { ...four, answer: { noul: 0.9 } }],
    });
    expect(result.usage).toBeUndefined();
    expect(result.answers).toEqual({ a: { noul: 0.2 }, b: { noul: 0.9 } });
    expect(result.judge).toEqual({ model: 'quorum strictest(m-1, m-2, m-3, m-4)' });
    expect(result.sources).toBeUndefined();
  });

  it('refuses what too few answered, and takes no refusal for a number', () => {
    const answers = [refusal, { noul: 0.1 }, { noul: 0.2 }];
    expect(combined(noul('?'), answers, strictest)).toMatchObject(refusal);
    expect(combined(noul('?'), answers, { ...strictest, atLeast: 2 })).toEqual({ noul: 0.2 });
    expect(
      combined(noul('?'), [refusal, refusal, { noul: 0 }], { ...median, atLeast: 2 }),
    ).toMatchObject(refusal);
  });

  it('needs all of its judges unless it is told otherwise', async () => {
    const judges = [later('a', answer(0)), throws('b', unavailable('busy')), later('c', answer(0))];
    const error = await errorOf(judgeWith(quorum(judges, strictest), { state, questions: unsafe }));
    expect(error).toMatchObject({
      code: 'judge_unavailable',
      rule: 'at least 3 judges have to answer, and 2 did',
      cause: { errors: [{ rule: 'busy' }] },
    });
    const enough = quorum(judges, { ...strictest, atLeast: 2 });
    expect((await judgeWith(enough, { state, questions: unsafe })).effect).toBe('allow');
  });

  it.each(['bad_state', 'bad_question', 'unknown_question', 'bad_option', 'aborted'] as const)(
    'does not take %s for a vote',
    async (code) => {
      const wrong = new JudgeError(code, { path: 'p', rule: 'r', fix: 'f' });
      const judge = quorum([later('a', answer(0)), throws('b', wrong)], {
        ...strictest,
        atLeast: 1,
      });
      expect(await errorOf(judgeWith(judge, { state, questions: unsafe }))).toBe(wrong);
    },
  );

  it('ends when the caller gives up, and tells each judge', async () => {
    const judges = [silent('a'), silent('b')];
    const controller = new AbortController();
    const { signal } = controller;
    const asked = errorOf(
      judgeWith(quorum(judges, strictest), { state, questions: unsafe }, { signal }),
    );
    await settle();
    controller.abort('enough');
    expect((await asked).code).toBe('aborted');
    expect(judges.map(({ options }) => options[0]?.signal?.aborted)).toEqual([true, true]);
  });

  it('names the judge within a judge that spoke', async () => {
    const inner = later('outer', answer(0.4, { judge: { model: 'within' } }));
    const result = await judgeWith(quorum([inner], strictest), { state, questions: unsafe });
    expect(result.panel?.unsafe?.[0]?.judge).toEqual({ model: 'within' });
  });

  it.each([
    ['no options', [nouls(0)], 'options'],
    ['no way to combine', [nouls(0), {}], 'options.combine'],
    ['a mean', [nouls(0), { combine: 'mean' }], 'options.combine'],
    ['more than there are', [nouls(0), { ...median, atLeast: 2 }], 'options.atLeast'],
    ['less than one', [nouls(0), { ...median, atLeast: 0 }], 'options.atLeast'],
    ['no judge', [[], median], 'judges'],
  ])('refuses %s', (_, args, path) => {
    expect(faultOf(() => Reflect.apply(quorum, undefined, args))).toEqual(['bad_option', path]);
  });
});

describe('judges that round differently', () => {
  it('are held to the coarser rounding, whoever answered', () => {
    const rough = { choice: 'deny', probabilities: { allow: 0.33, ask: 0.33, deny: 0.33 } };
    const fine = { choice: 'allow', probabilities: { allow: 0.98, ask: 0.01, deny: 0.01 } };
    const judges = [
      says({ model: 'fine', decimals: 6 }, { answers: { verdict: fine } }),
      says({ model: 'rough', decimals: 2 }, { answers: { verdict: rough } }),
    ];
    const verdict = choice('What now?', ['allow', 'ask', 'deny']);
    const judge = quorum(judges, { combine: 'strictest' });
    const result = judgeSync({ state, questions: { verdict } }, { judge });
    expect(result.answers.verdict).toEqual(rough);
  });
});

describe('the strictest label', () => {
  const verdict = (choice: string, confidence: number) =>
    says(choice, { answers: { verdict: { choice, confidence } } });
  it.each([
    [['warn', 0.9, 'allow', 0.1], 'warn'],
    [['deny', 0.4, 'warn', 0.9], 'ask'],
    [['allow', 0.9, 'allow', 0.1], 'ask'],
    [['deny', 0.4, 'deny', 0.6], 'deny'],
  ] as const)(
    'of %j gives the effect that the guide tells: %s',
    ([a, first, b, second], effect) => {
      const judge = quorum([verdict(a, first), verdict(b, second)], { combine: 'strictest' });
      const asked = { state, questions: { verdict: questions.verdict } };
      expect(judgeSync(asked, { judge, policy: threshold(0.5) }).effect).toBe(effect);
    },
  );
});
