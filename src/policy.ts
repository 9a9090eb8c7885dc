/**
 * Policies: each answer is held to a bar of the caller's, and yields an effect.
 *
 * @module
 */
import type { Answer } from './answer.js';
import type { Question, Questions } from './question.js';

/** What the caller does about a call. */
export type Effect = 'allow' | 'warn' | 'ask' | 'deny' | 'none';

/** What became of a judged call. */
export type Outcome = 'acted' | 'escalated' | 'refused' | 'ignored';

/** Why an answer got the effect it got. */
export type Reason = 'bar_met' | 'bar_missed' | 'refusal' | 'unmeasurable' | 'no_rule' | 'shadow';

/** What one answer came to. */
export interface Decision<R extends string = string> {
  /** The effect, or the route that a routing choice took. */
  readonly effect: Effect | R;
  readonly outcome: Outcome;
  readonly reason: Reason;
  /** Which number of the answer the bar was for. */
  readonly appliesTo: 'noul' | 'confidence';
  /** The bar that it was held to; absent when there is no rule for the answer. */
  readonly bar?: number;
  /** Who set the bar. */
  readonly setBy: string;
  /** The number that was held to the bar; absent when the answer has none. */
  readonly measured?: number;
  /** The effect that a shadowed policy would have had. */
  readonly wouldBe?: Effect | R;
}

/** The caller's rules. `R` are the routes that its effects can carry. */
export interface Policy<R extends string = never> {
  /** The bar for every question that has none of its own, and who set it. */
  readonly threshold: { readonly value: number; readonly setBy: string };
  /** Decides on one answer. */
  decide(key: string, question: Question, answer: Answer): Decision<R>;
  /** Refuses questions that this policy was not written for; called once, before any decision. */
  check?(questions: Questions): void;
}

/** What all answers came to. */
export interface Held<Q extends Questions = Questions, R extends string = never> {
  /** The strongest effect: deny, ask, warn, a route, allow, none. */
  readonly effect: Effect | R;
  readonly outcome: Outcome;
  /** The keys, sorted, whose effect this is; empty when it is `allow` or `none`. */
  readonly decidedBy: readonly (keyof Q & string)[];
  readonly decisions: { readonly [key in keyof Q]: Decision<R> };
}
