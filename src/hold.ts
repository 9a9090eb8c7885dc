/**
 * Holds all answers to a policy, and adds up what they came to.
 *
 * @module
 */
import type { Answers } from './answer.js';
import { JudgeError } from './errors.js';
import { defineMember } from './json-parts.js';
import type { JudgeInfo, Judgement } from './judge.js';
import { addPresent, type Draft, isName, isPromise, refusePromise, sortKeys } from './members.js';
import type { Decision, Effect, Outcome, Policy, Reason } from './policy.js';
import { badPolicy, checkPolicy } from './policy-options.js';
import type { Questions } from './question.js';
import { pathTo } from './walk.js';

/** What all answers came to. */
export interface Held<Q extends Questions = Questions, R extends string = never> {
  /** The strongest effect: `deny`, `ask`, `warn`, a route, `allow`, `none`, in this order. */
  readonly effect: Effect | R;
  /** The outcome that goes with it. */
  readonly outcome: Outcome;
  /** The keys, sorted, whose effect it is; none when it is `allow` or `none`. */
  readonly decidedBy: readonly (keyof Q & string)[];
  readonly decisions: { readonly [key in keyof Q]: Decision<R> };
}

/**
 * Holds answers to a policy.
 *
 * The strongest effect wins: `deny`, `ask`, `warn`, a route, `allow`, `none`. Of effects of one
 * strength, such as two routes, the last key in sorted order wins.
 *
 * @param questions The questions that were asked.
 * @param answers Their answers, as {@link checkAnswers} returns them.
 * @param policy The rules to hold them to.
 * @returns The effect, the outcome, who decided it, and each decision, all frozen.
 * @throws {@link JudgeError} `bad_policy` for what is not a policy, for one that was not written
 *   for these questions and for one that decides nothing; `bad_question` for questions that are
 *   none; `bad_answer` for a missing answer; `bad_option` for a promise in the place of any.
 *
 * @example
 * ```ts
 * import { hold, noul, threshold } from 'judgement';
 *
 * const questions = { unsafe: noul('Unsafe?'), rude: noul('Rude?') };
 * const held = hold(questions, { unsafe: { noul: 0.9 }, rude: { noul: 0.1 } }, threshold(0.5));
 * console.log(held.effect, held.decidedBy); // deny [ 'unsafe' ]
 * ```
 */
export function hold<Q extends Questions, R extends string = never>(
  questions: Q,
  answers: Answers<Q>,
  policy: Policy<R>,
): Held<Q, R>;
export function hold(
  questions: Questions,
  answers: Answers,
  policy: Policy<string>,
): Held<Questions, string> {
  for (const [path, value] of Object.entries({ questions, answers, policy })) {
    if (isPromise(value)) refusePromise(path);
  }
  checkPolicy(policy, 'policy');
  checkAsked(questions);
  policy.check?.(questions);
  return holdAll(questions, answers, policy);
}

/** Who answered: one judge, and for some questions perhaps another. */
export interface Answered {
  readonly judge: JudgeInfo;
  readonly origin: Pick<Judgement, 'modelUnreported'>;
  readonly sources: Judgement['sources'] | undefined;
}

/** As {@link hold}, for a policy that is checked already. */
export function holdAll<Q extends Questions, R extends string = never>(
  questions: Q,
  answers: Answers<Q>,
  policy: Policy<R>,
  by?: Answered,
): Held<Q, R>;
export function holdAll(
  questions: Questions,
  answers: Answers,
  policy: Policy<string>,
  by?: Answered,
): Held<Questions, string> {
  const keys = sortKeys(Object.keys(questions));
  const decisions: { [key: string]: Decision } = {};
  let best = NOTHING;
  for (const key of keys) {
    const decision = decide(key, questions, answers, policy, by);
    // Nobody has checked the keys, and to assign this one is to set the prototype.
    if (key === '__proto__') defineMember(decisions, key, decision);
    else decisions[key] = decision;
    if (strength(decision.effect) >= strength(best.effect)) best = decision;
  }
  const { effect, outcome } = best;
  const decided = strength(effect) > strength('allow');
  const decidedBy = decided ? keys.filter((key) => decisions[key]?.effect === effect) : [];
  return Object.freeze({
    effect,
    outcome,
    decidedBy: Object.freeze(decidedBy),
    decisions: Object.freeze(decisions),
  });
}

/** What no decision at all comes to. */
const NOTHING: Pick<Decision, 'effect' | 'outcome'> = /* @__PURE__ */ Object.freeze({
  effect: 'none',
  outcome: 'ignored',
});

/** How strong each effect is. */
const STRENGTHS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map<Effect, number>([
  ['none', 0],
  ['allow', 1],
  ['warn', 3],
  ['ask', 4],
  ['deny', 5],
]);

/** A route is something to act on, so it is above `allow`, and it gives way to any doubt. */
const ROUTE_STRENGTH = 2;

const OUTCOMES: ReadonlySet<Outcome> = /* @__PURE__ */ new Set<Outcome>([
  'acted',
  'escalated',
  'refused',
  'ignored',
]);

const REASONS: ReadonlySet<Reason> = /* @__PURE__ */ new Set<Reason>([
  'bar_met',
  'bar_missed',
  'refusal',
  'unmeasurable',
  'no_rule',
  'shadow',
]);

function decide(
  key: string,
  questions: Questions,
  answers: Answers,
  policy: Policy<string>,
  by: Answered | undefined,
): Decision {
  const question = questions[key];
  const given: unknown = answers;
  const answer = isRecord(given) && Object.hasOwn(given, key) ? answers[key] : undefined;
  if (question === undefined || !isRecord(answer)) {
    const path = pathTo('answers', [key]);
    const rule = 'every question that is asked is answered';
    throw new JudgeError('bad_answer', { path, rule, fix: 'answer it or refuse it' });
  }
  return checkDecision(policy.decide(key, question, answer, judgeOf(key, by)), key, policy);
}

/** Who answered; the model that was asked for says nothing about the one that did. */
function judgeOf(key: string, by: Answered | undefined): JudgeInfo | undefined {
  const source = by?.sources?.[key];
  const { modelUnreported } = source ?? by?.origin ?? {};
  return modelUnreported === true ? undefined : (source ?? by)?.judge;
}

/** Refuses what no policy could decide on; what else is wrong, `checkQuestions()` says. */
function checkAsked(questions: unknown): void {
  const wrong = isRecord(questions)
    ? Object.entries(questions).find(([, question]) => !isRecord(question))
    : [];
  if (wrong === undefined) return;
  const path = pathTo('questions', wrong.slice(0, 1));
  const rule = 'questions are objects, by key';
  throw new JudgeError('bad_question', { path, rule, fix: "ask { key: noul('…') }" });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A policy of the caller's own is code, and code forgets a case: that must not be an allow. */
function checkDecision(decision: Decision, key: string, policy: Policy<string>): Decision {
  const given: Partial<Decision> = Object(decision);
  const { effect, outcome, reason, appliesTo, setBy, bar, measured, wouldBe, stale } = given;
  if (
    effect !== undefined &&
    (STRENGTHS.has(effect) || isName(effect)) &&
    outcome !== undefined &&
    OUTCOMES.has(outcome) &&
    reason !== undefined &&
    REASONS.has(reason) &&
    (appliesTo === 'noul' || appliesTo === 'confidence') &&
    (setBy === policy.threshold.setBy || isName(setBy)) &&
    (bar === undefined || Number.isFinite(bar)) &&
    (measured === undefined || Number.isFinite(measured)) &&
    (wouldBe === undefined || isName(wouldBe))
  ) {
    const checked: Draft<Decision> = { effect, outcome, reason, appliesTo, setBy };
    addPresent(checked, 'bar', bar);
    addPresent(checked, 'measured', measured);
    addPresent(checked, 'wouldBe', wouldBe);
    if (stale) checked.stale = true;
    return Object.freeze(checked);
  }
  const rule = 'a policy decides with an effect, an outcome, a reason, appliesTo and setBy';
  throw badPolicy(pathTo('decisions', [key]), rule, 'return a decision for every answer');
}

function strength(effect: string): number {
  return STRENGTHS.get(effect) ?? ROUTE_STRENGTH;
}
