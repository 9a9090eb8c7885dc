/**
 * How a policy decides, given its rules: the one place where an answer meets a bar.
 *
 * @module
 */
import type { Answer, ChoiceAnswer, ScoreAnswer } from './answer.js';
import type { Decision, Effect, Outcome, Policy, Reason } from './policy.js';
import type { Question, Questions } from './question.js';

/** What the built-in policies differ in. */
export interface Rules<R extends string> {
  readonly threshold: { readonly value: number; readonly setBy: string };
  /** The bar of a question. */
  readonly bar: (key: string) => number;
  /** The effect of a noul, and whether it meets the bar. */
  readonly noul: (key: string, met: boolean, noul: number) => Effect;
  /** The effect that a label stands for; `undefined` when there is no rule for it. */
  readonly label: (label: string) => Effect | R | undefined;
  /** The effect of a score; `undefined` when there is no rule for it. */
  readonly score?: (key: string, score: number) => Effect | undefined;
  readonly check?: (questions: Questions) => void;
}

/** Effects that a label can state. */
export type Stated = Exclude<Effect, 'none'>;

/** Makes a policy of its rules. */
export function makePolicy<R extends string = never>(rules: Rules<R>): Policy<R> {
  return Object.freeze({
    threshold: Object.freeze(rules.threshold),
    decide(key: string, question: Question, answer: Answer): Decision<R> {
      const bar = rules.bar(key);
      if (question.type === 'noul') return decideNoul(rules, key, answer, bar);
      return decideOther(rules, key, answer, bar);
    },
    check(questions: Questions): void {
      rules.check?.(questions);
    },
  });
}

/** Whether a number meets a bar; both are taken to 12 decimals, as 1 - 0.07 is not quite 0.93. */
export function meets(measured: number, bar: number): boolean {
  return Math.round(measured * 1e12) >= Math.round(bar * 1e12);
}

/** Whether a label states an effect. */
export function isStated(label: string): label is Stated {
  return label === 'allow' || label === 'warn' || label === 'ask' || label === 'deny';
}

/** What each effect makes of the call; a route is acted on. */
const OUTCOMES: ReadonlyMap<string, Outcome> = /* @__PURE__ */ new Map<Effect, Outcome>([
  ['allow', 'acted'],
  ['warn', 'acted'],
  ['ask', 'escalated'],
  ['deny', 'refused'],
  ['none', 'ignored'],
]);

function decideNoul<R extends string>(
  rules: Rules<R>,
  key: string,
  answer: Answer,
  bar: number,
): Decision<R> {
  const { setBy } = rules.threshold;
  const about = { appliesTo: 'noul', bar, setBy } as const;
  if (answer.refusal) return escalate('refusal', about);
  if (answer.unmeasurable) return escalate('unmeasurable', about);
  const measured = 'noul' in answer ? toMeasure(answer.noul) : undefined;
  if (measured === undefined) return escalate('unmeasurable', about);
  const met = meets(measured, bar);
  const effect = rules.noul(key, met, measured);
  const reason = met ? 'bar_met' : 'bar_missed';
  const outcome = outcomeOf(effect);
  return Object.freeze({ effect, outcome, reason, appliesTo: 'noul', bar, setBy, measured });
}

function decideOther<R extends string>(
  rules: Rules<R>,
  key: string,
  answer: Answer,
  bar: number,
): Decision<R> {
  const { setBy } = rules.threshold;
  const about = { appliesTo: 'confidence', bar, setBy } as const;
  if (answer.refusal) return escalate('refusal', about);
  if (answer.unmeasurable) return escalate('unmeasurable', about);
  let effect: Effect | R | undefined;
  if ('choice' in answer) effect = rules.label(answer.choice);
  else if ('score' in answer) effect = rules.score?.(key, answer.score);
  else return escalate('unmeasurable', about);
  if (effect === undefined) {
    return Object.freeze({
      effect: 'none',
      outcome: 'ignored',
      reason: 'no_rule',
      appliesTo: 'confidence',
      setBy,
    });
  }
  const measured = certainty(answer);
  if (measured === undefined) return escalate('unmeasurable', about);
  if (!meets(measured, bar)) return escalate('bar_missed', { ...about, measured });
  const outcome = outcomeOf(effect);
  return Object.freeze({ effect, outcome, reason: 'bar_met', ...about, measured });
}

function escalate(
  reason: Reason,
  about: Pick<Decision, 'appliesTo' | 'setBy' | 'bar' | 'measured'>,
): Decision<never> {
  return Object.freeze({ effect: 'ask', outcome: 'escalated', reason, ...about });
}

function outcomeOf(effect: string): Outcome {
  return OUTCOMES.get(effect) ?? 'acted';
}

/** What an answer is held to the bar by; nothing is made up where the judge gave nothing. */
function certainty(answer: ChoiceAnswer | ScoreAnswer): number | undefined {
  if (answer.confidence !== undefined) return toMeasure(answer.confidence);
  if (!('choice' in answer)) return undefined;
  const { choice, probabilities = {} } = answer;
  return Object.hasOwn(probabilities, choice) ? toMeasure(probabilities[choice]) : undefined;
}

/** A number that can be held to a bar: `NaN` would miss a bar that it never came near. */
function toMeasure(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}
