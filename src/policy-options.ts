/**
 * What the built-in policies are made of, read once, and held against the questions that are asked.
 *
 * @module
 */
import { isStated } from './decide.js';
import { JudgeError } from './errors.js';
import { checkOptions, isName, isPromise, refusePromise } from './members.js';
import type { Effect, Policy } from './policy.js';
import type { Question, Questions } from './question.js';
import { pathTo } from './walk.js';

/** The options of `threshold()`. */
export interface ThresholdOptions {
  /** Who set the bars: a policy id, a card, an operator. Defaults to `default`. */
  readonly setBy?: string | undefined;
  /**
   * Bars of single questions, by key: at most 1, and above 0 for a noul. Each must be asked and have
   * a rule. None by default.
   */
  readonly questions?: { readonly [key: string]: number } | undefined;
  /** What a noul comes to when it meets its bar, by key. Defaults to `deny` for each. */
  readonly yes?: { readonly [key: string]: 'deny' | 'ask' | 'warn' | 'allow' } | undefined;
  /** What a score has to reach, by key. A score without a rule is ignored. None by default. */
  readonly scores?: { readonly [key: string]: ScoreRule } | undefined;
}

/** What a score has to reach. */
export interface ScoreRule {
  /** On the rubric's own scale: more than 0, at most levels - 1. */
  readonly atLeast: number;
  /** The effect of a lower score. Defaults to `ask`. */
  readonly otherwise?: 'deny' | 'ask' | 'warn' | undefined;
}

/** The options of `bands()`. */
export interface BandsOptions {
  /** The bar from which on a noul is `deny`. */
  readonly deny: number;
  /** The bar up to which a noul is `allow`. */
  readonly allow: number;
  /** Who set them. Defaults to `default`. */
  readonly setBy?: string | undefined;
}

/** The options of `routes()`. */
export interface RoutesOptions {
  /** The bar for every answer. Defaults to 0.5. */
  readonly bar?: number | undefined;
  /** Who set it. Defaults to `default`. */
  readonly setBy?: string | undefined;
}

/** Reads a bar above 0: a bar of 0 would deny every noul. */
export function readBar(value: unknown, path: string): number {
  if (isBar(value) && value > 0) return value;
  throw badPolicy(path, 'a bar is a number above 0 and at most 1', barFix(value, path));
}

/** Reads a bar from 0 on. */
export function readOwnBar(value: unknown, path: string): number {
  if (isBar(value)) return value;
  throw badPolicy(path, 'a bar is a number from 0 to 1', barFix(value, path));
}

function isBar(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1 && !Object.is(value, -0);
}

function barFix(value: unknown, path: string): string {
  if (path === 'threshold' && typeof value !== 'number') {
    return 'pass threshold(0.5, options): the bar comes first, options second';
  }
  return 'pass 0.5 or the like: it is no percentage and no text';
}

/** Reads who set the bars. */
export function readSetBy(value: unknown): string {
  if (value === undefined) return 'default';
  if (isName(value)) return value;
  const rule = 'it is text of 1 to 1,000 characters, not blank';
  throw badPolicy('options.setBy', rule, 'name who set the bar, or leave it out');
}

/** Reads a map by key, each value by `read`. */
export function readMap<T>(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => T,
): ReadonlyMap<string, T> {
  if (value === undefined) return new Map();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badPolicy(path, 'it is an object by key of a question', 'pass an object');
  }
  const entries: readonly [string, unknown][] = Object.entries(value);
  return new Map(entries.map(([key, item]) => [key, read(item, pathTo(path, [key]))]));
}

/** Reads what a noul comes to when it meets its bar. */
export function readYes(value: unknown, path: string): Exclude<Effect, 'none'> {
  if (typeof value === 'string' && isStated(value)) return value;
  throw badPolicy(path, 'the yes side is deny, ask, warn or allow', 'use one of the four');
}

/** Reads what a score has to reach. */
export function readScoreRule(value: unknown, path: string): Required<ScoreRule> {
  checkOptions(value, ['atLeast', 'otherwise'], path);
  const { atLeast, otherwise = 'ask' } = value;
  if (typeof atLeast !== 'number' || !(atLeast > 0 && atLeast < Number.POSITIVE_INFINITY)) {
    const rule = 'it is a number above 0, on the scale of the rubric';
    throw badPolicy(pathTo(path, ['atLeast']), rule, 'pass the index of a level');
  }
  if (otherwise === 'deny' || otherwise === 'ask' || otherwise === 'warn') {
    return { atLeast, otherwise };
  }
  const rule = 'a score that is too low is deny, ask or warn';
  throw badPolicy(pathTo(path, ['otherwise']), rule, 'use one of the three');
}

/** Reads routes: distinct labels, none of them an effect. */
export function readRoutes<R extends string>(labels: readonly R[]): ReadonlyMap<string, R> {
  if (!Array.isArray(labels) || labels.length === 0) {
    throw badPolicy('routes', 'routes are a list of labels, and not empty', 'name the routes');
  }
  const taken = new Map<string, R>();
  for (const [index, label] of labels.entries()) {
    checkRoute(label, taken, pathTo('routes', [index]));
    taken.set(label, label);
  }
  return taken;
}

function checkRoute(label: unknown, taken: ReadonlyMap<string, unknown>, path: string): void {
  if (!isName(label) || taken.has(label)) {
    throw badPolicy(path, 'routes are distinct labels, not blank', 'name each route once');
  }
  if (isStated(label) || label === 'none') {
    throw badPolicy(path, 'a route is not an effect', 'rename the label of the route');
  }
}

/** Refuses a bar that would be held to nothing: the default would stay in place without a word. */
export function checkBars(
  questions: Questions,
  bars: ReadonlyMap<string, number>,
  scores: ReadonlyMap<string, unknown>,
): void {
  for (const [key, bar] of bars) {
    const path = pathTo('options.questions', [key]);
    const question = readAsked(questions, key, path);
    if (question.type === 'noul' && readBar(bar, path) > 0) continue;
    if (question.type === 'choice' && question.options.some(isStated)) continue;
    if (question.type === 'score' && scores.has(key)) continue;
    throw badPolicy(path, 'a bar is for an answer that has a rule', 'add the rule or drop the bar');
  }
}

/** Refuses a yes side for what is not asked, or not a noul. */
export function checkYes(questions: Questions, yes: ReadonlyMap<string, unknown>): void {
  for (const key of yes.keys()) {
    const path = pathTo('options.yes', [key]);
    if (readAsked(questions, key, path).type === 'noul') continue;
    throw badPolicy(path, 'only a noul has a yes side', 'drop it');
  }
}

/** Refuses a score rule for what is not asked, not a score, or that no score can reach. */
export function checkScores(
  questions: Questions,
  scores: ReadonlyMap<string, Required<ScoreRule>>,
): void {
  for (const [key, { atLeast }] of scores) {
    const path = pathTo('options.scores', [key]);
    const question = readAsked(questions, key, path);
    if (question.type === 'score' && atLeast <= question.options.length - 1) continue;
    const rule = 'it is a score that is asked, and a place on its rubric, 0 to levels - 1';
    throw badPolicy(path, rule, 'lower it or drop it');
  }
}

/** Refuses a route that no choice offers. */
export function checkRoutes(questions: Questions, routes: readonly string[]): void {
  const asked = Object.values(questions);
  for (const [index, route] of routes.entries()) {
    if (asked.some((one) => one.type === 'choice' && one.options.includes(route))) continue;
    const path = pathTo('routes', [index]);
    throw badPolicy(path, 'a route is a label of a choice that is asked', 'offer it or drop it');
  }
}

/** Refuses what is not a policy. */
export function checkPolicy(policy: Policy<string>, path: string): void {
  const given: unknown = policy;
  if (typeof given === 'object' && given !== null && 'decide' in given && 'threshold' in given) {
    if (typeof given.decide === 'function' && isThreshold(given.threshold)) return;
  }
  if (isPromise(given)) refusePromise(path);
  const rule = 'a policy has a threshold {value, setBy} and a function decide';
  throw badPolicy(path, rule, 'make it with threshold(), bands(), routes() or shadow()');
}

/** The error for a policy that is wrong in itself, or for these questions. */
export function badPolicy(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_policy', { path, rule, fix });
}

function readAsked(questions: Questions, key: string, path: string): Question {
  const question = Object.hasOwn(questions, key) ? questions[key] : undefined;
  if (question !== undefined) return question;
  throw badPolicy(path, 'a rule is about a question that is asked', 'correct the key or drop it');
}

function isThreshold(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('value' in value && 'setBy' in value)) return false;
  const { value: bar, setBy } = value;
  return typeof bar === 'number' && bar >= 0 && bar <= 1 && isName(setBy);
}
