/**
 * A policy from a record: each question is held to the bar that was measured for it.
 *
 * @module
 */
import type { Answer } from '../answer.js';
import { isStated, meets } from '../decide.js';
import { type Digest, digest } from '../digest.js';
import type { JudgeInfo } from '../judge.js';
import { checkOptions } from '../members.js';
import type { Decision, Effect, Outcome, Policy, Reason } from '../policy.js';
import {
  badPolicy,
  checkRoutes,
  checkYes,
  readMap,
  readRoutes,
  readSetBy,
  readYes,
} from '../policy-options.js';
import type { Question, Questions } from '../question.js';
import { pathTo } from '../walk.js';
import { readWord } from './checks.js';
import { decisionOf, decisionProbability } from './decision.js';
import { type CalibrationRecord, checkRecord, stale } from './record.js';

/** The options of {@link calibrated}. */
export interface CalibratedOptions<R extends string = never> {
  /** The effect of an answer that its bar does not let pass. Defaults to `ask`. */
  readonly onMiss?: 'ask' | 'warn' | 'deny' | undefined;
  /**
   * What a stale record means: with `miss` its bars let nothing pass, with `use` they are used, and
   * the decision says `stale` either way. Defaults to `miss`.
   */
  readonly onStale?: 'miss' | 'use' | undefined;
  /** What yes comes to, by key of a noul. Defaults to `deny` for each; no is then `allow`. */
  readonly yes?: { readonly [key: string]: 'deny' | 'ask' | 'warn' | 'allow' } | undefined;
  /** The labels of choices that are routes: the effect is then the route. None by default. */
  readonly routes?: readonly R[] | undefined;
  /** The model that will answer, where the answers do not say it. Absent by default. */
  readonly reportedModel?: string | undefined;
  /** Who set the bars. Defaults to `calibration` and what was measured when. */
  readonly setBy?: string | undefined;
}

/**
 * Makes a policy of a record. Each answer is held to the bar of its question by its decision
 * probability: at or above the bar the decision is acted on, below it the effect is `onMiss`.
 *
 * - A noul that meets its bar is `deny` for yes and `allow` for no, or what `yes` says.
 * - A choice of `allow`, `warn`, `ask` or `deny` is that effect, a route is that route; any other
 *   label, and a score, has no effect.
 * - What has no bar misses it: a question that the record has no threshold for, a refusal, an answer
 *   without a decision probability.
 * - Where the record is {@link stale} for the model that answered, the decision says so: it has
 *   `stale: true`, and its `setBy`, which receipts keep with the bar, ends in words.
 *
 * A receipt names the bar of a choice or score where the answer's `confidence` is on the same side of
 * it as the decision probability, since that is the number that a verifier holds to a bar.
 *
 * @param record What {@link calibrate} or {@link checkRecord} returned.
 * @param options See {@link CalibratedOptions}. None by default.
 * @returns The policy. Its `threshold.value` is 1: what has no bar of its own would have to be certain.
 * @throws `JudgeError` `bad_record` for what is no record, `bad_option` and `bad_policy` for a
 *   wrong option. Its `check` throws `bad_policy` for a question that is not the one that was
 *   measured, and for a route or a yes side that no question has.
 *
 * @example
 * ```ts
 * import { hold, noul } from 'judgement';
 * import { calibrate, calibrated } from 'judgement/calibration';
 *
 * const questions = { spam: noul('Is it spam?') };
 * const rows = Array.from({ length: 40 }, (_, index) => ({
 *   id: `ticket-${index}`,
 *   labels: { spam: index % 2 === 0 },
 *   answers: { spam: { noul: index % 2 === 0 ? 0.9 : 0.2 } },
 * }));
 * const halves = { train: rows.slice(0, 20), heldOut: rows.slice(20) };
 * const record = calibrate(questions, halves, { target: 0.9, labelledSet: 'tickets-2026' });
 *
 * const policy = calibrated(record, { onMiss: 'ask' });
 * console.log(hold(questions, { spam: { noul: 0.15 } }, policy).effect); // allow
 * console.log(hold(questions, { spam: { noul: 0.3 } }, policy).effect); // ask
 * ```
 */
export function calibrated<const R extends string = never>(
  record: CalibrationRecord,
  options: CalibratedOptions<R> = {},
): Policy<R> {
  return policyOf(checkRecord(record), options);
}

/** What the bars of a policy are taken from: a record, or what somebody else keeps of one. */
export interface Measured {
  readonly labelledSet: string;
  readonly measuredModel: string | null;
  readonly measuredAt?: string | undefined;
  readonly perQuestion: {
    readonly [key: string]: { readonly threshold?: number; readonly questionDigest: Digest };
  };
}

/** Makes a policy of bars that are checked already. */
export function policyOf<const R extends string>(
  { perQuestion, measuredAt, measuredModel, labelledSet }: Measured,
  options: CalibratedOptions<R>,
): Policy<R> {
  const known = ['onMiss', 'onStale', 'yes', 'routes', 'reportedModel', 'setBy'] as const;
  checkOptions(options, known, 'options');
  const { onMiss = 'ask', onStale = 'miss', routes = [], reportedModel } = options;
  if (!Array.isArray(routes)) {
    throw badPolicy('options.routes', 'routes are a list of labels', "pass ['billing', 'sales']");
  }
  const taken: ReadonlyMap<string, R> = routes.length === 0 ? new Map() : readRoutes(routes);
  const rules: Rules<R> = {
    setBy: readSetBy(options.setBy ?? nameOf(labelledSet, measuredAt)),
    onMiss: readWord(onMiss, ['ask', 'warn', 'deny'], 'options.onMiss'),
    yes: readMap(options.yes, 'options.yes', readYes),
    routes: taken,
  };
  const missesStale = readWord(onStale, ['miss', 'use'], 'options.onStale') === 'miss';
  return Object.freeze({
    threshold: Object.freeze({ value: 1, setBy: rules.setBy }),
    decide(key: string, question: Question, answer: Answer, judge?: JudgeInfo): Decision<R> {
      const isStale = stale({ measuredModel }, judge?.model ?? reportedModel) === 'stale';
      const one = Object.hasOwn(perQuestion, key) ? perQuestion[key] : undefined;
      const isUsed = !(isStale && missesStale);
      const decision = decide(rules, key, question, answer, { bar: one?.threshold, isUsed });
      if (!isStale) return Object.freeze(decision);
      // A receipt keeps who set the bar, and so what is said of it there.
      const setBy = `${shortened(decision.setBy, MAX_NAME - STALE.length)}${STALE}`;
      return Object.freeze({ ...decision, setBy, stale: true });
    },
    check(questions: Questions): void {
      checkAsked(questions, perQuestion);
      checkYes(questions, rules.yes);
      checkRoutes(questions, routes);
    },
  });
}

interface Rules<R extends string> {
  readonly setBy: string;
  readonly onMiss: 'ask' | 'warn' | 'deny';
  readonly yes: ReadonlyMap<string, Exclude<Effect, 'none'>>;
  readonly routes: ReadonlyMap<string, R>;
}

function nameOf(labelledSet: string, measuredAt: string | undefined): string {
  const when = measuredAt === undefined ? '' : ` of ${measuredAt}`;
  return shortened(`calibration${when} on ${labelledSet}`, MAX_NAME);
}

/** Cuts text, and no character in two. */
function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

const MAX_NAME = 200;

/** What stands behind the name of whoever set a bar that was measured on another model. */
const STALE = ', stale: measured on another model';

/** What each effect makes of the call; a route is acted on. */
const OUTCOMES: { readonly [effect in Effect]: Outcome } = /* @__PURE__ */ Object.freeze({
  allow: 'acted',
  warn: 'acted',
  ask: 'escalated',
  deny: 'refused',
  none: 'ignored',
});

function decide<R extends string>(
  rules: Rules<R>,
  key: string,
  question: Question,
  answer: Answer,
  { bar, isUsed }: { readonly bar: number | undefined; readonly isUsed: boolean },
): Decision<R> {
  const appliesTo = question.type === 'noul' ? 'noul' : 'confidence';
  const about = { appliesTo, setBy: rules.setBy } as const;
  if (answer.refusal) return miss(rules, 'refusal', about);
  const measured = decisionProbability(question, answer);
  const decided = decisionOf(question, answer);
  if (measured === undefined || decided === undefined) return miss(rules, 'unmeasurable', about);
  const isMet = isUsed && bar !== undefined && meets(measured, bar);
  const isSaid = isMet || rules.onMiss === 'ask';
  const named =
    bar !== undefined && isSaid && isNamed({ question, answer, bar, isMet, measured })
      ? { bar }
      : {};
  if (!isMet) return miss(rules, 'bar_missed', { ...about, ...named, measured });
  const effect = effectOf(rules, key, question, decided);
  if (effect === undefined)
    return { effect: 'none', outcome: 'ignored', reason: 'no_rule', ...about };
  return { effect, outcome: outcomeOf(effect), reason: 'bar_met', ...about, ...named, measured };
}

function miss(
  { onMiss }: Pick<Rules<string>, 'onMiss'>,
  reason: Reason,
  about: Pick<Decision, 'appliesTo' | 'setBy' | 'bar' | 'measured'>,
): Decision<never> {
  return { effect: onMiss, outcome: OUTCOMES[onMiss], reason, ...about };
}

function effectOf<R extends string>(
  { yes, routes }: Rules<R>,
  key: string,
  question: Question,
  decided: boolean | string,
): Effect | R | undefined {
  if (typeof decided === 'boolean') {
    const side = yes.get(key) ?? 'deny';
    if (decided) return side;
    // Where yes is what allows, no is a doubt.
    return side === 'allow' ? 'ask' : 'allow';
  }
  if (question.type !== 'choice') return undefined;
  return isStated(decided) ? decided : routes.get(decided);
}

interface Naming {
  readonly question: Question;
  readonly answer: Answer;
  readonly bar: number;
  readonly isMet: boolean;
  readonly measured: number;
}

/** Whether a verifier, who holds the noul or the confidence to the bar, comes to the same side. */
function isNamed({ question, answer, bar, isMet, measured }: Naming): boolean {
  if (question.type === 'noul') return true;
  // Without a confidence the probability is what is held, and of a stale bar that may be above.
  return meets(answer.confidence ?? measured, bar) === isMet;
}

function outcomeOf(effect: string): Outcome {
  const outcomes: { readonly [effect: string]: Outcome | undefined } = OUTCOMES;
  return (Object.hasOwn(outcomes, effect) ? outcomes[effect] : undefined) ?? 'acted';
}

/** A bar that was measured for one question says nothing about another. */
function checkAsked(questions: Questions, measured: Measured['perQuestion']): void {
  for (const [key, question] of Object.entries(questions)) {
    if (!Object.hasOwn(measured, key)) continue;
    if (measured[key]?.questionDigest === digest(question)) continue;
    const rule = 'the question is the one that was measured, to the letter';
    throw badPolicy(
      pathTo('questions', [key]),
      rule,
      'ask as it was measured, or measure it again',
    );
  }
}
