/**
 * A judge that leaves questions over for the next.
 *
 * @module
 */
import { letGoOf } from '../abort.js';
import type { Answer } from '../answer.js';
import type { Heard } from '../asking.js';
import { isJudgementError, JudgeError } from '../errors.js';
import type {
  AnswerDetails,
  AskOptions,
  Clock,
  Judge,
  JudgeRequest,
  JudgeResponse,
  PanelVote,
  SyncJudge,
} from '../judge.js';
import { checkOptions, present } from '../members.js';
import type { Question, Questions } from '../question.js';
import { pathTo } from '../walk.js';
import {
  type Ask,
  ask,
  cacheKeyOf,
  type Inner,
  isGiven,
  pick,
  readInner,
  sourceOf,
  together,
  toResponse,
} from './inner.js';
import { run, type Steps } from './steps.js';

/** The options of {@link cascade}. */
export interface CascadeOptions {
  /**
   * Whether an answer of the first judge stands; otherwise the second is asked. By default an answer
   * stands when it has the number that a bar is held to: a noul, or a choice or score with its
   * confidence or the probability of its label. It is not asked about refusals and
   * about what is unmeasurable, which never stand.
   */
  readonly settled?: ((key: string, answer: Answer, question: Question) => boolean) | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * A judge that asks a first one, and a second only about what the first leaves over: questions that
 * it refuses, that it does not know (`unknown_question`, as the rules judge says), and those whose
 * answers do not stand.
 *
 * Where both have answered, the result says in `sources` who answered which question, and each
 * receipt names the judge of its own answer: those of the rules can still be replayed. The second
 * judge's word on what it is asked stands, whatever it is. A failure of either judge is a failure:
 * it leaves no question unanswered and none allowed. Three judges are two cascades; if both judges
 * answer at once, so does this one.
 *
 * @param first Who is asked first, such as the rules judge.
 * @param second Who is asked about what is left, if anything is.
 * @param options See {@link CascadeOptions}.
 * @returns A judge.
 * @throws {@link JudgeError} `bad_option` for what is no judge, and for a wrong option. When it is
 *   asked: what either judge throws, but for an `unknown_question` of the first; and `bad_option`
 *   for a `settled` that throws, or says neither true nor false.
 *
 * @example
 * ```ts
 * import { cascade, type Judge, judgeWith, noul, rulesJudge, rulesQuestions, toolCall } from 'judgement';
 *
 * const model: Judge = {
 *   info: { model: 'tone-1' },
 *   ask: async () => ({ answers: { polite: { noul: 0.1 } } }),
 * };
 * const questions = { ...rulesQuestions, polite: noul('Is it impolite?') };
 * const state = toolCall({ tool: 'Bash', input: { command: 'echo hello' } });
 * const result = await judgeWith(cascade(rulesJudge(), model), { state, questions });
 * console.log(result.effect, result.sources?.polite?.judge.model); // allow tone-1
 * ```
 */
export function cascade(first: SyncJudge, second: SyncJudge, options?: CascadeOptions): SyncJudge;
/** As the other, with judges that answer later. */
export function cascade(first: Judge, second: Judge, options?: CascadeOptions): Judge;
export function cascade(first: Judge, second: Judge, options: CascadeOptions = {}): Judge {
  const inners = [readInner(first, 'first'), readInner(second, 'second')] as const;
  checkOptions(options, ['settled', 'clock'], 'options');
  const { settled = isMeasurable, clock = Date.now } = options;
  if (typeof settled !== 'function') throw unsettled('settled is a function');
  const info = together('cascade', inners);
  return Object.freeze({
    info,
    ...cacheKeyOf(inners),
    ask: (request: JudgeRequest, given: AskOptions = {}) =>
      run(askBoth({ inners, info, settled }, { request, options: given, clock })),
  });
}

interface Cascade {
  readonly inners: readonly [Inner, Inner];
  readonly info: Inner['info'];
  readonly settled: NonNullable<CascadeOptions['settled']>;
}

function* askBoth({ inners, info, settled }: Cascade, asking: Ask): Steps<JudgeResponse> {
  const [first, second] = inners;
  const { questions } = asking.request;
  const early = yield* askWhatIsKnown(first, asking);
  const kept = early === undefined ? [] : keysThatStand(early, questions, settled);
  const left = Object.keys(questions).filter((key) => !kept.includes(key));
  if (early !== undefined && left.length === 0) return toResponse(early);
  const request = { ...asking.request, questions: pick(questions, left) };
  const late = yield* ask(second, { ...asking, request });
  if (early === undefined || kept.length === 0) return toResponse(late);
  return merge(Object.keys(questions), (key) => (kept.includes(key) ? early : late), info);
}

/**
 * Asks about all questions but those that the judge does not know, of which it names one each time.
 * Nothing came of it where there is no other question, or where it names none that was asked.
 */
function* askWhatIsKnown(first: Inner, asking: Ask): Steps<Heard | undefined> {
  let { questions } = asking.request;
  while (Object.keys(questions).length > 0) {
    try {
      return yield* ask(first, { ...asking, request: { ...asking.request, questions } });
    } catch (error) {
      if (!isJudgementError(error) || error.code !== 'unknown_question') throw error;
      const known = Object.keys(questions).filter((key) => !isAt(error.path, key));
      if (known.length === Object.keys(questions).length) return undefined;
      questions = pick(questions, known);
    }
  }
  return undefined;
}

/** Whether a path is that of a question; a long key may be cut in it. */
function isAt(path: string, key: string): boolean {
  return path === `questions.${key}` || path === pathTo('questions', [key]);
}

function keysThatStand(
  { answers }: Heard,
  questions: Questions,
  settled: Cascade['settled'],
): readonly string[] {
  const stands = ([key, answer]: readonly [string, Answer]): boolean => {
    const question = questions[key];
    return question !== undefined && isGiven(answer) && asks(settled, key, answer, question);
  };
  return Object.entries(answers)
    .filter(stands)
    .map(([key]) => key);
}

function asks(
  settled: Cascade['settled'],
  key: string,
  answer: Answer,
  question: Question,
): boolean {
  let stands: unknown;
  try {
    stands = settled(key, answer, question);
  } catch (error) {
    // A fault of the caller's must not pass for a judge that is down, and be let through.
    throw unsettled('settled must not throw', { cause: error });
  }
  // A promise would be taken for a yes, whatever it promises.
  if (typeof stands === 'boolean') return stands;
  letGoOf(stands);
  throw unsettled('settled returns true or false, at once');
}

/** Whether an answer has a number that a bar can be held to. */
function isMeasurable(_key: string, answer: Answer): boolean {
  if ('noul' in answer || answer.confidence !== undefined) return true;
  if (!('choice' in answer)) return false;
  const { choice, probabilities = {} } = answer;
  return Object.hasOwn(probabilities, choice);
}

/** Puts together what two judges have said. */
function merge(
  keys: readonly string[],
  heardBy: (key: string) => Heard,
  info: Inner['info'],
): JudgeResponse {
  const all = new Set(keys.map(heardBy));
  const panelOf = (key: string): readonly PanelVote[] | undefined => {
    const { panel = {} } = heardBy(key);
    return Object.hasOwn(panel, key) ? panel[key] : undefined;
  };
  const detailsOf = (key: string): AnswerDetails | undefined => {
    const { details = {} } = heardBy(key);
    return Object.hasOwn(details, key) ? details[key] : undefined;
  };
  const decimals = Math.min(...[...all].map((heard) => heard.decimals ?? 2));
  return {
    answers: Object.fromEntries(keys.map((key) => [key, heardBy(key).answers[key]])),
    judge: { ...info, decimals },
    latencyMs: [...all].reduce((sum, { origin }) => sum + origin.latencyMs, 0),
    sources: Object.fromEntries(keys.map((key) => [key, sourceOf(heardBy(key), key)])),
    details: present(Object.fromEntries(keys.map((key) => [key, detailsOf(key)]))),
    panel: present(Object.fromEntries(keys.map((key) => [key, panelOf(key)]))),
  };
}

function unsettled(rule: string, why: { readonly cause?: unknown } = {}): JudgeError {
  const fix = 'return whether the answer of the first judge stands';
  return new JudgeError('bad_option', { path: 'options.settled', rule, fix, ...why });
}
