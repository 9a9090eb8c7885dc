/**
 * Judges that stand in for one another.
 *
 * @module
 */
import { JudgeError, type JudgementError } from '../errors.js';
import type { AskOptions, Clock, Judge, JudgeRequest, JudgeResponse, SyncJudge } from '../judge.js';
import { checkOptions } from '../members.js';
import {
  type Ask,
  afterFailures,
  ask,
  cacheKeyOf,
  givenUp,
  type Inner,
  isBadAnswer,
  isRequestFault,
  isUnavailable,
  readInners,
  together,
  toResponse,
} from './inner.js';
import { run, type Steps } from './steps.js';

/** The options of {@link fallback}. */
export interface FallbackOptions {
  /**
   * What an answer that breaks a rule, or that is signed badly, means: `throw` ends the asking, and
   * `next` asks the next judge. Defaults to `throw`, as whoever is able to spoil one judge's answers
   * could otherwise choose the judge.
   */
  readonly badAnswer?: 'throw' | 'next' | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * A judge that asks the first of several, and the next only where one is unavailable.
 *
 * A caller who gives up, and a request that is wrong, end the asking: neither is better elsewhere.
 * That a request is wrong is also what a status of 400, 413, 415 or 422 says. After any other, such
 * as 401, 404 or 503, the next judge is asked.
 * The result names the judge that answered, and says in `attempts` how many were asked for it. If
 * all of the judges answer at once, so does this one.
 *
 * @param judges Who is asked, in order: 1 to 100 judges.
 * @param options See {@link FallbackOptions}.
 * @returns A judge.
 * @throws {@link JudgeError} `bad_option` for what is no list of judges, and for a wrong option.
 *   When it is asked: the error of the last judge, with an `AggregateError` of all of them as its
 *   cause and `attempts`; and at once any error that does not say that a judge is unavailable.
 *
 * @example
 * ```ts
 * import { fallback, type Judge, judgeWith, noul } from 'judgement';
 *
 * const down: Judge = {
 *   info: { model: 'big-1' },
 *   ask: async () => {
 *     throw new Error('connection refused');
 *   },
 * };
 * const small: Judge = {
 *   info: { model: 'small-1' },
 *   ask: async () => ({ answers: { unsafe: { noul: 0.7 } } }),
 * };
 * const request = { state: 'rm -rf /', questions: { unsafe: noul('Is it unsafe?') } };
 * const result = await judgeWith(fallback([down, small]), request);
 * console.log(result.effect, result.judge.model, result.attempts); // deny small-1 2
 * ```
 */
export function fallback(judges: readonly SyncJudge[], options?: FallbackOptions): SyncJudge;
/** As the other, with judges that answer later. */
export function fallback(judges: readonly Judge[], options?: FallbackOptions): Judge;
export function fallback(judges: readonly Judge[], options: FallbackOptions = {}): Judge {
  const inners = readInners(judges, 100);
  checkOptions(options, ['badAnswer', 'clock'], 'options');
  const { badAnswer = 'throw', clock = Date.now } = options;
  if (badAnswer !== 'throw' && badAnswer !== 'next') {
    const rule = 'a bad answer means throw or next';
    throw new JudgeError('bad_option', { path: 'options.badAnswer', rule, fix: 'use one of both' });
  }
  const goesOn = (error: unknown): error is JudgementError =>
    (isUnavailable(error) && !isRequestFault(error)) ||
    (badAnswer === 'next' && isBadAnswer(error));
  return Object.freeze({
    info: together('fallback', inners),
    ...cacheKeyOf(inners),
    ask: (request: JudgeRequest, given: AskOptions = {}) =>
      run(askInTurn(inners, { request, options: given, clock }, goesOn)),
  });
}

function* askInTurn(
  inners: readonly Inner[],
  asking: Ask,
  goesOn: (error: unknown) => error is JudgementError,
): Steps<JudgeResponse> {
  const failures: JudgementError[] = [];
  for (const inner of inners) {
    try {
      return toResponse(afterFailures(yield* ask(inner, asking), failures));
    } catch (error) {
      if (!goesOn(error)) throw isUnavailable(error) ? givenUp([...failures, error]) : error;
      failures.push(error);
    }
  }
  throw givenUp(failures);
}
