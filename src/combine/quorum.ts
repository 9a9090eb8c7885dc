/**
 * Several judges that are asked side by side, and one answer of theirs.
 *
 * @module
 */
import type { Answer } from '../answer.js';
import type { Heard } from '../asking.js';
import { JudgeError, type JudgementError } from '../errors.js';
import type {
  AskOptions,
  Clock,
  Judge,
  JudgeInfo,
  JudgeRequest,
  JudgeResponse,
  PanelVote,
  SyncJudge,
} from '../judge.js';
import { checkOptions, present } from '../members.js';
import { MAX_VOTES } from '../provenance.js';
import type { Questions } from '../question.js';
import {
  type Ask,
  ask,
  attemptsOf,
  cacheKeyOf,
  type Inner,
  isBadAnswer,
  isGiven,
  isUnavailable,
  readInners,
  sourceOf,
  together,
} from './inner.js';
import { run, type Steps, wait } from './steps.js';
import { type Combine, checkCombines, combineAnswers } from './tally.js';

/** The options of {@link quorum}. */
export interface QuorumOptions {
  /**
   * `strictest`: for a noul the highest, and for a choice among allow, warn, ask and deny the
   * strongest of these. `median`: for a noul and a score the one in the middle, of an even number
   * the upper of the two.
   */
  readonly combine: 'strictest' | 'median';
  /**
   * How many judges have to answer. Defaults to all of them, as one that is missing could have been
   * the one to object.
   */
  readonly atLeast?: number | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * A judge that asks several side by side, and answers each question by one of their answers.
 *
 * That answer is passed on as its judge gave it, with its own probabilities and confidence: nothing
 * is averaged and no distribution is made up. Among equal answers it is the one that is easier to
 * hold against the call: for `deny` the surest, for any other the least sure.
 *
 * The strictest label is not always the strictest effect, as the bar is your policy's and is not
 * known here. At a bar of 0.5 a `warn` of 0.9 stands against an `allow` of 0.1 and warns, though the
 * second alone would ask; a `deny` of 0.4 stands against a `warn` of 0.9 and asks. Where an unsure
 * judge has to stop the call, ask a noul, whose number is all that counts.
 *
 * What a judge said to a
 * question and how it came to that, or the code of its failure, is in the `panel` of the result and
 * of the receipt; so is what each of them used, which the result does not add up.
 *
 * The highest noul is the strictest where yes is bad; where yes is good, ask the other way round. A
 * refusal is no number: a question that fewer than `atLeast` judges answered is refused. A judge
 * that is unavailable, or whose answers break a rule, has failed; fewer than `atLeast` that have not
 * are an unavailable judge. The latency is that of the slowest. If all judges answer at once, so
 * does this one.
 *
 * @param judges Who is asked: 1 to 100 judges.
 * @param options See {@link QuorumOptions}.
 * @returns A judge.
 * @throws {@link JudgeError} `bad_option` for what is no list of judges, and for a wrong option. When
 *   it is asked: `bad_option`, before anyone is asked, for a question that has no strictest answer
 *   or no median; `judge_unavailable` for too few answers, with an `AggregateError` of the failures
 *   as its cause; and any error of a judge that blames the request.
 *
 * @example
 * ```ts
 * import { judgeSync, noul, quorum, type SyncJudge } from 'judgement';
 *
 * const says = (model: string, number: number): SyncJudge => ({
 *   info: { model },
 *   ask: () => ({ answers: { unsafe: { noul: number } } }),
 * });
 * const judge = quorum([says('a', 0.1), says('b', 0.8), says('c', 0.3)], { combine: 'strictest' });
 * const questions = { unsafe: noul('Is it unsafe?') };
 * const result = judgeSync({ state: 'rm -rf /', questions }, { judge });
 * console.log(result.effect, result.panel?.unsafe?.length); // deny 3
 * ```
 */
export function quorum(judges: readonly SyncJudge[], options: QuorumOptions): SyncJudge;
/** As the other, with judges that answer later. */
export function quorum(judges: readonly Judge[], options: QuorumOptions): Judge;
export function quorum(judges: readonly Judge[], options: QuorumOptions): Judge {
  const inners = readInners(judges, MAX_VOTES);
  checkOptions(options, ['combine', 'atLeast', 'clock'], 'options');
  const { combine, atLeast = inners.length, clock = Date.now } = options;
  if (combine !== 'strictest' && combine !== 'median') {
    throw wrong('combine', 'answers are combined to the strictest or the median');
  }
  if (!Number.isInteger(atLeast) || atLeast < 1 || atLeast > inners.length) {
    throw wrong('atLeast', `at least 1 judge has to answer, and at most ${inners.length} can`);
  }
  const info = together(`quorum ${combine}`, inners);
  return Object.freeze({
    info,
    ...cacheKeyOf(inners),
    ask: (request: JudgeRequest, given: AskOptions = {}) =>
      run(askAll({ inners, info, combine, atLeast }, { request, options: given, clock })),
  });
}

interface Quorum {
  readonly inners: readonly Inner[];
  readonly info: JudgeInfo;
  readonly combine: Combine;
  readonly atLeast: number;
}

/** What came of asking one judge. */
type Outcome = { readonly heard: Heard } | { readonly failure: unknown };

function* askAll({ inners, info, combine, atLeast }: Quorum, asking: Ask): Steps<JudgeResponse> {
  const { questions } = asking.request;
  checkCombines(questions, combine);
  // All are asked before any is waited for.
  const pending = inners.map((inner) => run(outcomeOf(inner, asking)));
  const outcomes: Outcome[] = [];
  for (const one of pending) outcomes.push(yield* wait(one));
  const failures = outcomes.flatMap((one) => ('failure' in one ? [blameless(one.failure)] : []));
  const heard = outcomes.flatMap((one) => ('heard' in one ? [one.heard] : []));
  if (heard.length < atLeast) throw tooFew(heard.length, atLeast, failures);
  return {
    answers: combineAll(questions, heard, { combine, atLeast }),
    judge: { ...info, decimals: Math.min(...heard.map(({ decimals = 2 }) => decimals)) },
    latencyMs: Math.max(...heard.map(({ origin }) => origin.latencyMs)),
    panel: toPanel(questions, inners, outcomes),
  };
}

/** Never throws, as one judge's error must not keep the others from being heard. */
function* outcomeOf(inner: Inner, asking: Ask): Steps<Outcome> {
  try {
    return { heard: yield* ask(inner, asking) };
  } catch (failure) {
    return { failure };
  }
}

/** Throws an error that is about the request or the caller, and not about the judge. */
function blameless(failure: unknown): JudgementError {
  if (isUnavailable(failure) || isBadAnswer(failure)) return failure;
  throw failure;
}

function combineAll(
  questions: Questions,
  heard: readonly Heard[],
  { combine, atLeast }: Pick<Quorum, 'combine' | 'atLeast'>,
): { readonly [key: string]: Answer | { readonly refusal: true } } {
  const entries = Object.entries(questions).map(([key]) => {
    const answers = heard.flatMap((one) => one.answers[key] ?? []);
    const given = answers.filter(isGiven);
    const answer = given.length < atLeast ? undefined : combineAnswers(given, combine);
    return [key, answer ?? { refusal: true as const }] as const;
  });
  return Object.fromEntries(entries);
}

function toPanel(
  questions: Questions,
  inners: readonly Inner[],
  outcomes: readonly Outcome[],
): { readonly [key: string]: readonly PanelVote[] } {
  const keys = Object.keys(questions);
  const votesOn = (key: string): readonly PanelVote[] =>
    inners.flatMap(({ info }, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [toVote(outcome, info, key)];
    });
  return Object.fromEntries(keys.map((key) => [key, votesOn(key)]));
}

function toVote(outcome: Outcome, info: JudgeInfo, key: string): PanelVote {
  if ('failure' in outcome) {
    const failure = blameless(outcome.failure);
    const attempts = attemptsOf(failure);
    return { judge: info, failure: failure.code, ...present({ attempts }) };
  }
  const { heard } = outcome;
  const { judge, ...origin } = sourceOf(heard, key);
  return {
    judge: { ...judge, ...present({ decimals: heard.decimals }) },
    ...origin,
    ...present({ answer: heard.answers[key] }),
  };
}

function tooFew(count: number, atLeast: number, failures: readonly JudgementError[]): JudgeError {
  return new JudgeError('judge_unavailable', {
    path: 'judge',
    rule: `at least ${atLeast} judges have to answer, and ${count} did`,
    fix: 'look at the cause, or let fewer judges be enough',
    cause: new AggregateError(failures, 'what came instead of answers'),
  });
}

function wrong(name: string, rule: string): JudgeError {
  return new JudgeError('bad_option', { path: `options.${name}`, rule, fix: 'correct it' });
}
