/**
 * A judge with a limit of time.
 *
 * @module
 */
import { makeController, unlisten } from '../abort.js';
import { aborted } from '../asking.js';
import { JudgeError } from '../errors.js';
import type { AskOptions, Judge, JudgeRequest, JudgeResponse } from '../judge.js';
import { checkOptions } from '../members.js';
import { checkDelay, hostTimer, type Timer } from '../timer.js';
import { passedOn, readInner } from './inner.js';

/** The options of {@link timeout}. */
export interface TimeoutOptions {
  /** Waits. Defaults to the host's `setTimeout`. */
  readonly timer?: Timer | undefined;
}

/**
 * A judge that has so much time to answer, and is unavailable after that.
 *
 * The judge within is given a signal of its own, which aborts when the time is up and when the
 * caller's does; whether it listens or not, nobody waits for it any longer. What it says is passed
 * on as it is, so the result names it and not the limit.
 *
 * @param judge Who is asked.
 * @param milliseconds How long it may take: more than 0, and at most 2 147 483 647.
 * @param options `timer`: what waits; the host's `setTimeout` by default.
 * @returns A judge that answers later.
 * @throws {@link JudgeError} `bad_option` for what is no judge, no such time and no such option.
 *   When it is asked: `judge_unavailable` when the time is up, with a rule that says how long it was,
 *   `aborted` when the caller gives up, and what the judge throws.
 *
 * @example
 * ```ts
 * import { isJudgementError, type Judge, judgeWith, noul, timeout } from 'judgement';
 *
 * const silent: Judge = { info: { model: 'slow-1' }, ask: () => new Promise(() => undefined) };
 * const request = { state: 'rm -rf /', questions: { unsafe: noul('Is it unsafe?') } };
 * try {
 *   await judgeWith(timeout(silent, 20), request);
 * } catch (error) {
 *   if (isJudgementError(error)) console.log(error.code, error.rule);
 *   // judge_unavailable the judge gave no answer within 20 ms
 * }
 * ```
 */
export function timeout(judge: Judge, milliseconds: number, options: TimeoutOptions = {}): Judge {
  const inner = readInner(judge, 'judge');
  checkDelay(milliseconds, 'milliseconds');
  if (milliseconds === 0) {
    const rule = 'a judge needs some time to answer';
    throw new JudgeError('bad_option', { path: 'milliseconds', rule, fix: 'pass more than 0' });
  }
  checkOptions(options, ['timer'], 'options');
  const { timer = hostTimer } = options;
  return Object.freeze({
    ...passedOn(inner),
    ask: (request: JudgeRequest, given: AskOptions = {}) =>
      askWithin({ judge, milliseconds, timer }, request, given),
  });
}

interface Limited {
  readonly judge: Judge;
  readonly milliseconds: number;
  readonly timer: Timer;
}

function askWithin(
  { judge, milliseconds, timer }: Limited,
  request: JudgeRequest,
  { signal }: AskOptions,
): Promise<JudgeResponse> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw aborted(signal);
    const controller = makeController();
    const stop = (error: JudgeError, reason: unknown): void => {
      end();
      // First, so that it is this error and not what the judge makes of the signal.
      reject(error);
      controller.abort(reason);
    };
    const tooLate = (): void => {
      const error = late(milliseconds);
      stop(error, error);
    };
    const giveUp = (): void => {
      if (signal !== undefined) stop(aborted(signal), signal.reason);
    };
    let forget = (): void => undefined;
    const end = (): void => {
      forget();
      forget = () => undefined;
      unlisten(signal, giveUp);
    };
    signal?.addEventListener('abort', giveUp);
    forget = timer(tooLate, milliseconds);
    startAsking(judge, request, { signal: controller.signal }).then(
      (response) => {
        end();
        resolve(response);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/** A judge that throws at once rejects. */
async function startAsking(
  judge: Judge,
  request: JudgeRequest,
  options: AskOptions,
): Promise<JudgeResponse> {
  return judge.ask(request, options);
}

function late(milliseconds: number): JudgeError {
  return new JudgeError('judge_unavailable', {
    path: 'judge',
    rule: `the judge gave no answer within ${milliseconds} ms`,
    fix: 'give it more time, or decide what an unavailable judge means for this call',
  });
}
