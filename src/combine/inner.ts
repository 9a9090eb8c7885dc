/**
 * Judges within a judge: who they are, what they say, and what is passed on of it.
 *
 * @module
 */
import type { Answer, Refusal, Unmeasurable } from '../answer.js';
import { aborted, blame, type Heard, hear, readJudge } from '../asking.js';
import { digest } from '../digest.js';
import { isJudgementError, JudgeError, type JudgementError } from '../errors.js';
import type {
  AnswerSource,
  AskOptions,
  Clock,
  Judge,
  JudgeInfo,
  JudgeRequest,
  JudgeResponse,
} from '../judge.js';
import { isName, present } from '../members.js';
import type { Questions } from '../question.js';
import { readClock } from '../time.js';
import { type Steps, wait } from './steps.js';

/** A judge that another is made of, and who it is. */
export interface Inner {
  readonly judge: Judge;
  readonly info: JudgeInfo;
  readonly cacheKey: string | undefined;
  readonly holds: Judge['holds'];
}

/** Whom to ask, about what, and by which clock. */
export interface Ask {
  readonly request: JudgeRequest;
  readonly options: AskOptions;
  readonly clock: Clock;
}

/** Reads a judge that another is made of. */
export function readInner(judge: Judge, path: string): Inner {
  const info = readJudge(judge, path);
  const { cacheKey, holds } = judge;
  if (holds !== undefined && typeof holds !== 'function') {
    const rule = 'it is a function';
    throw new JudgeError('bad_option', { path: `${path}.holds`, rule, fix: 'leave it out' });
  }
  if (cacheKey === undefined || isName(cacheKey)) return { judge, info, cacheKey, holds };
  throw new JudgeError('bad_option', {
    path: `${path}.cacheKey`,
    rule: 'it is text of 1 to 1,000 characters, not blank',
    fix: 'leave it out',
  });
}

/** Who a judge is that asks one other, and nobody else. */
export function passedOn({ info, cacheKey, holds }: Inner): Omit<Judge, 'ask'> {
  return { info, ...present({ cacheKey, holds }) };
}

/**
 * What the answers of several judges are told apart by, beside who they are. Where one of them looks
 * at what was kept, nothing holds: what it would look at is no longer whole in what they answer.
 */
export function cacheKeyOf(inners: readonly Inner[]): Pick<Judge, 'cacheKey' | 'holds'> {
  const keys = inners.map(({ cacheKey = null }) => cacheKey);
  const cacheKey = keys.every((key) => key === null) ? undefined : digest(keys);
  const holds = inners.some((inner) => inner.holds) ? () => false : undefined;
  return present({ cacheKey, holds });
}

/** Reads a list of judges. */
export function readInners(judges: readonly Judge[], most: number): readonly Inner[] {
  if (Array.isArray(judges) && judges.length > 0 && judges.length <= most) {
    return [...judges].map((judge, index) => readInner(judge, `judges[${index}]`));
  }
  throw new JudgeError('bad_option', {
    path: 'judges',
    rule: `judges are a list of 1 to ${most} judges`,
    fix: 'pass them in one list',
  });
}

/**
 * Who several judges are together: their names in one. What they do not have in common is not said,
 * and sums are held to the coarsest of their roundings.
 */
export function together(name: string, inners: readonly Inner[]): JudgeInfo {
  const infos = inners.map(({ info }) => info);
  const models = infos.map(({ model }) => model);
  const full = `${name}(${models.join(', ')})`;
  const model = isName(full) ? full : `${name}(${models.length} judges, ${digest(models)})`;
  const decimals = Math.min(...infos.map((info) => info.decimals ?? DECIMALS));
  const [first] = infos;
  const provider = infos.every((one) => one.provider === first?.provider)
    ? first?.provider
    : undefined;
  const kind = infos.every((one) => one.kind === first?.kind) ? first?.kind : undefined;
  return Object.freeze({ model, decimals, ...present({ provider, kind }) });
}

/** Asks a judge, and checks what it says. What it throws is an error of ours afterwards. */
export function* ask({ judge, info }: Inner, { request, options, clock }: Ask): Steps<Heard> {
  const { signal } = options;
  if (signal?.aborted) throw aborted(signal);
  const asked = readClock(clock);
  let response: unknown;
  try {
    response = yield* wait(judge.ask(request, options));
  } catch (error) {
    throw blame(error, signal);
  }
  if (signal?.aborted) throw aborted(signal);
  const elapsedMs = Math.max(0, Math.round(readClock(clock) - asked));
  return hear(request.questions, response, { info, signal, elapsedMs });
}

/** What a judge passes on of what one judge within it said: all of it. */
export function toResponse(heard: Heard): JudgeResponse {
  const { answers, judge, decimals, origin, details, sources, panel } = heard;
  const info = decimals === undefined ? judge : { ...judge, decimals };
  return { answers, judge: info, ...origin, ...present({ details, sources, panel }) };
}

/** Who answered a question, of those that one judge was asked. */
export function sourceOf({ sources = {}, judge, origin }: Heard, key: string): AnswerSource {
  const named = Object.hasOwn(sources, key) ? sources[key] : undefined;
  return named ?? { judge, ...origin };
}

/** Whether an answer says something: it is no refusal, and can be measured. */
export function isGiven(answer: Answer): answer is Exclude<Answer, Refusal | Unmeasurable> {
  return !answer.refusal && !answer.unmeasurable;
}

/** Changes how every answer came about. */
export function withOrigin(
  heard: Heard,
  change: (origin: Heard['origin'] | AnswerSource) => Partial<AnswerSource>,
): Heard {
  const { origin, sources } = heard;
  const changed = { ...heard, origin: { ...origin, ...change(origin) } };
  if (sources === undefined) return changed;
  const entries = Object.entries(sources).map(
    ([key, source]) => [key, source && { ...source, ...change(source) }] as const,
  );
  return { ...changed, sources: Object.fromEntries(entries) };
}

/** Counts the failures before an answer as attempts. */
export function afterFailures(heard: Heard, failures: readonly JudgementError[]): Heard {
  const before = countAttempts(failures);
  return withOrigin(heard, ({ attempts = 1 }) => ({ attempts: before + attempts }));
}

/** Whether an error says that a judge gave no answer. */
export function isUnavailable(error: unknown): error is JudgeError {
  return isJudgementError(error) && error.code === 'judge_unavailable';
}

/** Whether asking the same judge once more can help: not after a 4xx, but for 408 and 429. */
export function isPassing(error: JudgeError): boolean {
  const { status = 0 } = error;
  return status < 400 || status > 499 || status === 408 || status === 429;
}

/** Whether it is the request that a judge does not take, as its status says (RFC 9110 §15.5). */
export function isRequestFault({ status }: JudgeError): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}

/**
 * Whether an error says that a judge gave an answer which does not hold: one that breaks a rule, or
 * that it signed badly.
 */
export function isBadAnswer(error: unknown): error is JudgementError {
  if (!isJudgementError(error) || error.code === 'aborted') return false;
  if (error.name !== 'JudgeError') return true;
  return error.code === 'bad_answer' || /^(?:answers|response)\b/.test(error.path);
}

/** The error for judges that were asked in vain, one after another or again and again. */
export function givenUp(failures: readonly JudgementError[]): unknown {
  const last = failures.at(-1);
  if (last === undefined || failures.length === 1) return last;
  const { path, fix } = last;
  const rule = `asked ${failures.length} times in vain, and the last time: ${last.rule}`;
  const cause = new AggregateError(failures, 'what came instead of answers, in order');
  const attempts = countAttempts(failures);
  // By its name and not by its class: it may come from another copy of the library.
  if (!isJudgeError(last)) return new JudgeError('bad_answer', { path, rule, fix, cause });
  const { code, status, requestId } = last;
  return new JudgeError(code, { path, rule, fix, status, requestId, attempts, cause });
}

/** The questions of some keys. */
export function pick(questions: Questions, keys: readonly string[]): Questions {
  const entries = Object.entries(questions).filter(([key]) => keys.includes(key));
  return Object.freeze(Object.fromEntries(entries));
}

function countAttempts(failures: readonly JudgementError[]): number {
  return failures.reduce((sum, one) => sum + (attemptsOf(one) ?? 1), 0);
}

/** How often a judge was asked, as an error says; what is no count says nothing. */
export function attemptsOf(failure: JudgementError): number | undefined {
  const attempts: unknown = 'attempts' in failure ? failure.attempts : undefined;
  return typeof attempts === 'number' && Number.isSafeInteger(attempts) && attempts > 0
    ? attempts
    : undefined;
}

function isJudgeError(error: JudgementError): error is JudgeError {
  return error.name === 'JudgeError';
}

/** What probabilities are rounded to where a judge says nothing about it. */
const DECIMALS = 2;
