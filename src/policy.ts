/**
 * Policies: the caller's rules, which turn each answer into an effect by holding it to a bar.
 *
 * @module
 */
import type { Answer } from './answer.js';
import { isStated, makePolicy, meets } from './decide.js';
import type { JudgeInfo } from './judge.js';
import { checkOptions } from './members.js';
import {
  type BandsOptions,
  badPolicy,
  checkBars,
  checkPolicy,
  checkRoutes,
  checkScores,
  checkYes,
  type RoutesOptions,
  readBar,
  readMap,
  readOwnBar,
  readRoutes,
  readScoreRule,
  readSetBy,
  readYes,
  type ThresholdOptions,
} from './policy-options.js';
import type { Question, Questions } from './question.js';

/** What the caller does about a call; `none` when there is no rule for it. */
export type Effect = 'allow' | 'warn' | 'ask' | 'deny' | 'none';

/** What became of the call. */
export type Outcome = 'acted' | 'escalated' | 'refused' | 'ignored';

/** Why an answer has its effect. */
export type Reason = 'bar_met' | 'bar_missed' | 'refusal' | 'unmeasurable' | 'no_rule' | 'shadow';

/** What one answer came to. */
export interface Decision<R extends string = string> {
  /** The effect, or the route that a routing choice took. */
  readonly effect: Effect | R;
  readonly outcome: Outcome;
  readonly reason: Reason;
  /** Which number of the answer the bar is for. */
  readonly appliesTo: 'noul' | 'confidence';
  /** The bar that it was held to; absent when there is no rule for the answer. */
  readonly bar?: number;
  /** Who set the bar. */
  readonly setBy: string;
  /** The number that was held to the bar; absent when the answer has none. */
  readonly measured?: number;
  /** The effect that a shadowed policy would have had. */
  readonly wouldBe?: Effect | R;
  /** The bar was measured on another model than the one that answered. */
  readonly stale?: true;
}

/** The caller's rules. `R` are the routes that its effects can carry. */
export interface Policy<R extends string = never> {
  /** The bar for every question without one of its own, and who set it. */
  readonly threshold: { readonly value: number; readonly setBy: string };
  /** Decides on one answer, of this judge where it is known which model answered. */
  decide(key: string, question: Question, answer: Answer, judge?: JudgeInfo): Decision<R>;
  /** Throws for questions that the policy was not written for; called once, before it decides. */
  check?(questions: Questions): void;
}

/**
 * Holds every answer to a bar.
 *
 * - A noul at or above its bar is `deny`, below it `allow`. `yes` gives another effect to the yes
 *   side; where that is `allow`, yes is what allows, so anything below the bar is `ask`.
 * - A choice of `allow`, `warn`, `ask` or `deny` is that effect when its confidence meets the bar,
 *   else `ask`. Without a confidence, the probability of the chosen label is taken.
 * - A score with a rule in `scores` is `allow` when it reaches `atLeast`, else `otherwise`, and
 *   `ask` when its confidence does not meet the bar.
 * - Any other answer has no rule and no effect: its outcome is `ignored`.
 * - A refusal, and an answer without the number that the bar needs, is `ask`.
 *
 * A number meets a bar that it equals to 12 decimals, so that 1 - 0.07 meets 0.93.
 *
 * @param value The bar, above 0 and at most 1: a bar of 0 would deny every noul. 0.5 by default.
 * @param options Who set it, and rules for single questions. None by default.
 * @returns The policy.
 * @throws {@link JudgeError} `bad_policy` for a bar or rule that is out of range, `bad_option` for
 *   an unknown option. Its `check` throws `bad_policy` for a rule about a question that is not
 *   asked, or that is not of the rule's type: a typo must not leave the default in place.
 *
 * @example
 * ```ts
 * import { choice, hold, noul, threshold } from 'judgement';
 *
 * const questions = { unsafe: noul('Unsafe?'), verdict: choice('What now?', ['allow', 'deny']) };
 * const policy = threshold(0.5, { setBy: 'policy://ops@7', questions: { verdict: 0.8 } });
 * const verdict = { choice: 'deny', confidence: 0.7 } as const;
 * console.log(hold(questions, { unsafe: { noul: 0.2 }, verdict }, policy).effect); // ask
 * ```
 */
export function threshold(value = 0.5, options: ThresholdOptions = {}): Policy {
  checkOptions(options, ['setBy', 'questions', 'yes', 'scores'], 'options');
  const bar = readBar(value, 'threshold');
  const bars = readMap(options.questions, 'options.questions', readOwnBar);
  const yes = readMap(options.yes, 'options.yes', readYes);
  const scores = readMap(options.scores, 'options.scores', readScoreRule);
  return makePolicy<never>({
    threshold: { value: bar, setBy: readSetBy(options.setBy) },
    bar: (key) => bars.get(key) ?? bar,
    noul: (key, met) => {
      const effect = yes.get(key) ?? 'deny';
      if (met) return effect;
      return effect === 'allow' ? 'ask' : 'allow';
    },
    label: (label) => (isStated(label) ? label : undefined),
    score: (key, reached) => {
      const rule = scores.get(key);
      if (rule === undefined) return undefined;
      return meets(reached, rule.atLeast) ? 'allow' : rule.otherwise;
    },
    check: (questions) => {
      checkBars(questions, bars, scores);
      checkYes(questions, yes);
      checkScores(questions, scores);
    },
  });
}

/**
 * Holds a noul to two bars: at or above `deny` it is `deny`, at or below `allow` it is `allow`, and
 * between them, where nobody is sure, it is `ask`.
 *
 * Any other answer is held to the `deny` bar as in {@link threshold}; that bar is the one that
 * decisions and receipts name.
 *
 * @param options `deny`: above `allow`, at most 1. `allow`: 0 or more. `setBy`: who set them,
 *   `default` unless given.
 * @returns The policy.
 * @throws {@link JudgeError} `bad_policy` for a bar out of range or bars that leave nothing between
 *   them, `bad_option` for an unknown option.
 *
 * @example
 * ```ts
 * import { bands, hold, noul } from 'judgement';
 *
 * const policy = bands({ deny: 0.62, allow: 0.38, setBy: 'policy://ops@7' });
 * console.log(hold({ unsafe: noul('Unsafe?') }, { unsafe: { noul: 0.5 } }, policy).effect); // ask
 * ```
 */
export function bands(options: BandsOptions): Policy {
  checkOptions(options, ['deny', 'allow', 'setBy'], 'options');
  const deny = readBar(options.deny, 'options.deny');
  const allow = readOwnBar(options.allow, 'options.allow');
  if (meets(allow, deny)) {
    const rule = 'the allow bar is below the deny bar';
    throw badPolicy('options.allow', rule, 'leave room between them, or use threshold()');
  }
  return makePolicy<never>({
    threshold: { value: deny, setBy: readSetBy(options.setBy) },
    bar: () => deny,
    noul: (_key, met, noul) => (met ? 'deny' : meets(allow, noul) ? 'allow' : 'ask'),
    label: (label) => (isStated(label) ? label : undefined),
  });
}

/**
 * Lets a choice of one of the routes be the effect, when its confidence meets the bar; else it is
 * `ask`.
 *
 * Any other answer is held to the same bar as in {@link threshold}.
 *
 * @param labels The routes: labels of a choice that is asked, none of them `allow`, `warn`, `ask`,
 *   `deny` or `none`.
 * @param options `bar`: above 0, at most 1, 0.5 by default. `setBy`: who set it, `default` unless
 *   given.
 * @returns The policy, with the routes in its type.
 * @throws {@link JudgeError} `bad_policy` for a bar out of range, or for routes that are missing,
 *   repeated or effects, `bad_option` for an unknown option. Its `check` throws `bad_policy` for a
 *   route that no choice offers.
 *
 * @example
 * ```ts
 * import { choice, hold, routes } from 'judgement';
 *
 * const questions = { team: choice('Which team?', ['billing', 'technical']) };
 * const policy = routes(['billing', 'technical'], { bar: 0.7 });
 * const held = hold(questions, { team: { choice: 'billing', confidence: 0.9 } }, policy);
 * console.log(held.effect, held.decidedBy); // billing [ 'team' ]
 * ```
 */
export function routes<const R extends string>(
  labels: readonly R[],
  options: RoutesOptions = {},
): Policy<R> {
  checkOptions(options, ['bar', 'setBy'], 'options');
  const bar = readBar(options.bar ?? 0.5, 'options.bar');
  const taken: ReadonlyMap<string, R> = readRoutes(labels);
  return makePolicy<R>({
    threshold: { value: bar, setBy: readSetBy(options.setBy) },
    bar: () => bar,
    noul: (_key, met) => (met ? 'deny' : 'allow'),
    label: (label) => (isStated(label) ? label : taken.get(label)),
    check: (questions) => checkRoutes(questions, labels),
  });
}

/**
 * Records what a policy would do, and does nothing: each effect is `none`, each outcome `ignored`,
 * and `wouldBe` is the effect that it would have had.
 *
 * @param policy The policy to watch.
 * @returns The policy.
 * @throws {@link JudgeError} `bad_policy` for what is not a policy.
 *
 * @example
 * ```ts
 * import { hold, noul, shadow, threshold } from 'judgement';
 *
 * const held = hold(
 *   { unsafe: noul('Unsafe?') },
 *   { unsafe: { noul: 0.9 } },
 *   shadow(threshold(0.5)),
 * );
 * console.log(held.effect, held.decisions.unsafe.wouldBe); // none deny
 * ```
 */
export function shadow<R extends string = never>(policy: Policy<R>): Policy<R> {
  checkPolicy(policy, 'policy');
  return Object.freeze({
    threshold: policy.threshold,
    decide(key: string, question: Question, answer: Answer, judge?: JudgeInfo): Decision<R> {
      const decision = policy.decide(key, question, answer, judge);
      return Object.freeze({
        ...decision,
        effect: 'none',
        outcome: 'ignored',
        reason: 'shadow',
        wouldBe: decision.effect,
      });
    },
    check(questions: Questions): void {
      policy.check?.(questions);
    },
  });
}
