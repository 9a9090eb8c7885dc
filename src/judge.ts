/**
 * Judges, and what it takes to ask one and to hold its answers.
 *
 * @module
 */
import { unlisten } from './abort.js';
import type { Answer, Answers } from './answer.js';
import { type Asking, aborted, blame, conclude, prepare } from './asking.js';
import type { Digest } from './digest.js';
import { JudgeError } from './errors.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Decision, Effect, Outcome, Policy } from './policy.js';
import type { Questions } from './question.js';

/** What sort of thing judges. */
export type JudgeKind = 'decision-model' | 'llm' | 'classifier' | 'rules';

/**
 * How a judge comes by its numbers: from a model's distribution over the answers, from the
 * probabilities of the tokens that stand for them, from what a model says of itself, or from how
 * often it gave which answer. Numbers of two methods are not held to one bar.
 */
export type JudgeMethod = 'distribution' | 'logprobs' | 'self-reported' | 'sampled';

/** Who judges. */
export interface JudgeInfo {
  /** The exact model, with its version where it has one. */
  readonly model: string;
  readonly provider?: string;
  readonly kind?: JudgeKind;
  /** How it comes by its numbers. */
  readonly method?: JudgeMethod;
  /** Whether anyone with the state gets the same answers by asking again. */
  readonly replayable?: boolean;
  /** The decimals that its probabilities are rounded to, 1 to 15. Defaults to 2. */
  readonly decimals?: number;
}

/** What is about to happen, or happened: text, a JSON object or a JSON array. */
export type State = string | JsonObject | readonly JsonValue[];

/** What a judge is asked. */
export interface JudgeRequest<Q extends Questions = Questions> {
  readonly state: State;
  readonly questions: Q;
}

/** Tokens that a judge says it used. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** How an answer came about. */
export interface Origin {
  /** Whole milliseconds. */
  readonly latencyMs?: number;
  readonly requestId?: string;
  readonly usage?: Usage;
  /** The digest of the response as it was received. */
  readonly responseDigest?: Digest;
  /** How often a judge was asked until one answered, 1 or more. */
  readonly attempts?: number;
  /** When it was first given, where it is not new: RFC 3339, UTC, whole seconds. */
  readonly cachedAt?: string;
  /** The DSSE envelope in which the judge signed its answer. */
  readonly attestation?: JsonObject;
  /** The model that was asked for, which can be an alias; who answered is the `judge`. */
  readonly requestedModel?: string;
  /** Nobody said which model answered, so that the `judge` has the one that was asked for. */
  readonly modelUnreported?: true;
}

/** What else is known of one answer; nothing of it is held to a bar. */
export interface AnswerDetails {
  /** What all labels together had of the probability before it was shared among them, 0 to 1. */
  readonly mass?: number;
  /** How often the judge was asked for this answer, where it counts its answers: 1 or more. */
  readonly samples?: number;
  /** Between which probabilities that count leaves the answer: two of 0 to 1, in order. */
  readonly interval?: readonly [lower: number, upper: number];
  /** A confidence of the service's own making, kept apart from those that bars are held to. */
  readonly providerConfidence?: number;
  /** In how many orders the labels were shown, 1 or more. */
  readonly rotations?: number;
}

/** Who answered a question, and how, where that was not one judge for all of the questions. */
export interface AnswerSource extends Origin {
  readonly judge: JudgeInfo;
}

/** What one of several judges said to a question: its own answer and how, or why there is none. */
export interface PanelVote extends AnswerSource {
  readonly answer?: Answer;
  /** The code of the error that came instead of an answer. */
  readonly failure?: string;
}

/** What a judge says; nothing of it is trusted before it is checked. */
export interface JudgeResponse {
  readonly answers: unknown;
  /** Who answered, where that is not simply the judge that was asked. */
  readonly judge?: JudgeInfo | undefined;
  /** Whole milliseconds. */
  readonly latencyMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly usage?: Usage | undefined;
  /** The digest of the response as it was received. */
  readonly responseDigest?: Digest | undefined;
  /** How often a judge was asked until one answered, 1 or more. */
  readonly attempts?: number | undefined;
  /** When the answers were first given, where they are not new: RFC 3339, UTC, whole seconds. */
  readonly cachedAt?: string | undefined;
  /** The DSSE envelope in which the judge signed its answers. */
  readonly attestation?: JsonObject | undefined;
  /** The model that was asked for, which can be an alias. */
  readonly requestedModel?: string | undefined;
  /** Nobody said which model answered, so that the judge has the one that was asked for. */
  readonly modelUnreported?: true | undefined;
  /** What else is known of an answer; by key. */
  readonly details?: { readonly [key: string]: AnswerDetails | undefined } | undefined;
  /** Who answered which question, where it was not one judge for all; by key. */
  readonly sources?: { readonly [key: string]: AnswerSource | undefined } | undefined;
  /** What each of several judges said, where an answer was made of theirs; by key. */
  readonly panel?: { readonly [key: string]: readonly PanelVote[] | undefined } | undefined;
}

/** The members of the platform's `AbortSignal` that are used here. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** Calls the listener when it aborts. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** No longer calls it. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What a judge gets beside the request. */
export interface AskOptions {
  readonly signal?: Signal;
}

/** What a store has kept of what a judge answered, checked as any answer. */
export interface KeptAnswer {
  readonly answers: Answers;
  readonly judge: JudgeInfo;
  readonly responseDigest: Digest;
  readonly attestation?: JsonObject | undefined;
}

/** A judge that answers at once. */
export interface SyncJudge {
  readonly info: JudgeInfo;
  /** Answers each of the questions, or refuses it; throws when there is no answer at all. */
  ask(request: JudgeRequest, options: AskOptions): JudgeResponse;
}

/** Anything that answers typed questions about a state. */
export interface Judge {
  readonly info: JudgeInfo;
  /**
   * What `cached()` has to tell its answers apart by, beside `info`, such as whose signature they
   * have to carry: text of 1 to 1,000 characters. Absent by default.
   */
  readonly cacheKey?: string;
  /** Whether what a store has kept of its answers still holds. Whatever is in order by default. */
  readonly holds?: (request: JudgeRequest, kept: KeptAnswer) => boolean;
  /** As {@link SyncJudge}'s, at once or later. */
  ask(request: JudgeRequest, options: AskOptions): JudgeResponse | Promise<JudgeResponse>;
}

/** The published set of questions that was asked: its id, and its version. */
export interface ContractRef {
  readonly id: string;
  readonly version?: string;
}

/** A version of a question set, together with the digest of the only questions it asks. */
export interface ContractLock extends ContractRef {
  readonly version: string;
  readonly digest: Digest;
}

/** A {@link JudgeRequest}, which may say of itself whose questions it asks. */
export interface AskRequest<Q extends Questions = Questions> extends JudgeRequest<Q> {
  /** The question set that is asked; with its digest, no other questions are. Absent by default. */
  readonly contract?: ContractLock | ContractRef | string | undefined;
}

/** The time now, in milliseconds since 1970 in UTC, as `Date.now` tells it. */
export type Clock = () => number;

/** The options of {@link judgeWith}. */
export interface JudgeWithOptions<R extends string = never> {
  /** The rules that the answers are held to. Defaults to `threshold(0.5)`. */
  readonly policy?: Policy<R> | undefined;
  /**
   * The question set that is asked: `ticket-router@3`, its parts, or what `resolveContract()`
   * found, with which no other questions can be asked. Absent by default, and where the request
   * has it.
   */
  readonly contract?: ContractLock | ContractRef | string | undefined;
  /** Gives up when it aborts. Absent by default. */
  readonly signal?: Signal | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/** What came of asking and holding: plain, deeply frozen, without the state. */
export interface Judgement<Q extends Questions = Questions, R extends string = never> {
  /** The strongest effect: deny, ask, warn, a route, allow, none. */
  readonly effect: Effect | R;
  readonly outcome: Outcome;
  /** The keys, sorted, whose effect this is; empty when it is `allow` or `none`. */
  readonly decidedBy: readonly (keyof Q & string)[];
  readonly answers: Answers<Q>;
  readonly decisions: { readonly [key in keyof Q]: Decision<R> };
  readonly questions: Q;
  /** Who answered. */
  readonly judge: JudgeInfo;
  readonly stateDigest: Digest;
  readonly questionsDigest: Digest;
  readonly responseDigest: Digest;
  readonly requestId?: string;
  /** Whole milliseconds. */
  readonly latencyMs: number;
  readonly usage?: Usage;
  /** How often a judge was asked until one answered, where that was counted. */
  readonly attempts?: number;
  /** When the answers were first given, where they came from a cache. */
  readonly cachedAt?: string;
  /** The envelope in which the judge signed its answers. */
  readonly attestation?: JsonObject;
  /** The model that was asked for, which can be an alias; who answered is the `judge`. */
  readonly requestedModel?: string;
  /** Nobody said which model answered, so that the `judge` has the one that was asked for. */
  readonly modelUnreported?: true;
  /** What else is known of an answer, for each of which something is. */
  readonly details?: { readonly [key in keyof Q]?: AnswerDetails };
  /** Who answered, for each question that another judge than `judge` answered. */
  readonly sources?: { readonly [key in keyof Q]?: AnswerSource };
  /** What each judge said, for each question whose answer was made of several. */
  readonly panel?: { readonly [key in keyof Q]?: readonly PanelVote[] };
  /** When the answers came: RFC 3339, UTC, whole seconds. */
  readonly judgedAt: string;
  readonly contract?: ContractRef;
  /** The bar for every question that has none of its own, and who set it. */
  readonly threshold: { readonly value: number; readonly setBy: string };
}

/**
 * Asks a judge, holds its answers to a policy, and says what came of it.
 *
 * There is no default judge here, and no default question: a program that only asks judges of its
 * own holds no rules. `judge()` has both.
 *
 * The state and the questions are read once and given to the judge as frozen copies. The response
 * is read once; an error about it has a path that starts with `response` or `answers`.
 *
 * @param judge Anything that answers, at once or later.
 * @param request The state, and 1 to 400 questions; or what `asked()` made of a question set.
 * @param options The policy, the contract, a signal and a clock. None by default.
 * @returns What came of it, deeply frozen. It holds the questions, and of the state its digest.
 * @throws {@link JudgeError} As a rejection: `judge_unavailable` when the judge throws anything but
 *   an error of this library, with that as its cause; `aborted` when the signal aborts, whatever
 *   the judge does; `bad_answer` for a response that breaks a rule; `bad_state`, `bad_question`,
 *   `bad_policy` and `bad_option` for what the caller passed; and the codes of {@link snapshot}
 *   for what is not JSON.
 *
 * @example
 * ```ts
 * import { choice, type Judge, judgeWith, threshold } from 'judgement';
 *
 * const model: Judge = {
 *   info: { model: 'verdicts-2', kind: 'classifier' },
 *   ask: async () => ({ answers: { verdict: { choice: 'deny', confidence: 0.9 } } }),
 * };
 * const questions = { verdict: choice('May this refund go out?', ['allow', 'ask', 'deny']) };
 * const state = { tool: 'refund', input: { order: 'A-17', amount: 250 } };
 * const result = await judgeWith(model, { state, questions }, { policy: threshold(0.8) });
 * console.log(result.effect, result.answers.verdict.choice); // deny deny
 * ```
 */
export async function judgeWith<const Q extends Questions, R extends string = never>(
  judge: Judge,
  request: AskRequest<Q>,
  options: JudgeWithOptions<R> = {},
): Promise<Judgement<Q, R>> {
  return askLater(prepare(judge, request, options));
}

/** As {@link judgeWith}, for a judge that answers at once. */
export function judgeSyncWith<const Q extends Questions, R extends string = never>(
  judge: SyncJudge,
  request: AskRequest<Q>,
  options: JudgeWithOptions<R> = {},
): Judgement<Q, R> {
  return askNow(prepare(judge, request, options));
}

/** Asks a judge that is ready to be asked, and awaits its response. */
export async function askLater<Q extends Questions, R extends string>(
  asking: Asking<Q, R, Judge>,
): Promise<Judgement<Q, R>> {
  const { signal } = asking;
  let response: JudgeResponse;
  try {
    const pending = asking.judge.ask(asking.request, asking.askOptions);
    response = await (signal === undefined ? pending : unlessAborted(pending, signal));
  } catch (error) {
    throw blame(error, signal);
  }
  return conclude(asking, response);
}

/** Asks a judge that is ready to be asked, and that answers at once. */
export function askNow<Q extends Questions, R extends string>(
  asking: Asking<Q, R, SyncJudge>,
): Judgement<Q, R> {
  let response: JudgeResponse;
  try {
    response = asking.judge.ask(asking.request, asking.askOptions);
    refusePromise(response);
  } catch (error) {
    throw blame(error, asking.signal);
  }
  return conclude(asking, response);
}

/** Settles as the response does, or rejects as soon as the signal aborts; then lets go of it. */
function unlessAborted(
  pending: JudgeResponse | Promise<JudgeResponse>,
  signal: Signal,
): Promise<JudgeResponse> {
  return new Promise((resolve, reject) => {
    const letGo = (): void => unlisten(signal, giveUp);
    const giveUp = (): void => {
      letGo();
      reject(aborted(signal));
    };
    signal.addEventListener('abort', giveUp);
    Promise.resolve(pending).then(resolve, reject).finally(letGo);
    // It may have aborted while the judge was called, before anyone listened.
    if (signal.aborted) giveUp();
  });
}

function refusePromise(response: unknown): void {
  if (typeof response !== 'object' || response === null) return;
  if (!('then' in response && typeof response.then === 'function')) return;
  // Nobody will wait for it, and a rejection that nobody hears can end the process.
  Promise.resolve(response).catch(() => undefined);
  throw new JudgeError('bad_option', {
    path: 'judge',
    rule: 'a judge that is asked at once answers at once, and this one returned a promise',
    fix: 'use judge() and await it',
  });
}
