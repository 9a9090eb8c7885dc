/**
 * What comes before a judge is asked, and what is made of its response.
 *
 * @module
 */
import type { Answers } from './answer.js';
import { readAnswers } from './answer-reader.js';
import { readDetails, toContractAnswers } from './details.js';
import { type Digest, digest } from './digest.js';
import { isJudgementError, JudgeError } from './errors.js';
import { holdAll } from './hold.js';
import { settle, snapshot } from './json.js';
import type {
  AskOptions,
  AskRequest,
  Clock,
  ContractRef,
  Judge,
  JudgeInfo,
  Judgement,
  JudgeRequest,
  JudgeWithOptions,
  Origin,
  Signal,
  State,
} from './judge.js';
import {
  addPresent,
  checkOptions,
  type Draft,
  isList,
  isName,
  isObject,
  isPromise,
  refusePromise,
} from './members.js';
import { type Policy, threshold } from './policy.js';
import { checkPolicy } from './policy-options.js';
import { readByKey, readSource, readVotes } from './provenance.js';
import { checkQuestions, type Questions } from './question.js';
import { readInfo, readRawReply, withoutDecimals } from './response.js';
import { readClock, toRfc3339 } from './time.js';

/** A request that is checked and ready to be asked. */
export interface Asking<Q extends Questions, R extends string, J extends Judge> {
  readonly judge: J;
  readonly info: JudgeInfo;
  readonly request: JudgeRequest<Q>;
  readonly policy: Policy<R>;
  readonly contract: ContractRef | undefined;
  readonly signal: Signal | undefined;
  readonly askOptions: AskOptions;
  readonly clock: Clock;
  readonly stateDigest: Digest;
  readonly questionsDigest: Digest;
  /** When the judge is asked, in milliseconds since 1970. */
  readonly asked: number;
}

/** Questions that are checked, and their digest. */
export interface CheckedQuestions<Q extends Questions> {
  readonly questions: Q;
  readonly digest: Digest;
}

/** Checks everything that can be checked before the judge is asked. */
export function prepare<Q extends Questions, R extends string, J extends Judge>(
  judge: J,
  request: AskRequest<Q>,
  options: JudgeWithOptions<R>,
): Asking<Q, R, J> {
  checkOptions(options, ['policy', 'contract', 'signal', 'clock'], 'options');
  // Before the request, as whoever forgot the judge passes the request in its place.
  const info = readJudge(judge);
  checkOptions(request, REQUEST, 'request');
  const all = withContract(request, options);
  return prepareChecked(judge, request.state, readQuestions(request.questions), all, info);
}

/** What a request has. */
export const REQUEST = ['state', 'questions', 'contract'] as const;

/** The options, together with the question set that the request names itself. */
export function withContract<R extends string>(
  { contract }: Pick<AskRequest, 'contract'>,
  options: JudgeWithOptions<R>,
): JudgeWithOptions<R> {
  if (contract === undefined) return options;
  if (options.contract === undefined) return { ...options, contract };
  throw new JudgeError('bad_option', {
    path: 'options.contract',
    rule: 'the request names its question set already',
    fix: 'leave it out',
  });
}

/** As {@link prepare}, where every option is known and the questions are checked already. */
export function prepareChecked<Q extends Questions, R extends string, J extends Judge>(
  judge: J,
  given: State,
  { questions, digest: questionsDigest }: CheckedQuestions<Q>,
  options: JudgeWithOptions<R>,
  info: JudgeInfo = readJudge(judge),
): Asking<Q, R, J> {
  const { policy = defaultPolicy(), signal, clock = Date.now } = options;
  const state = readState(given);
  checkPolicy(policy, 'options.policy');
  policy.check?.(questions);
  const contract = readOption(options.contract, questionsDigest);
  checkSignal(signal);
  if (signal?.aborted) throw aborted(signal);
  return {
    judge,
    info,
    request: Object.freeze({ state, questions }),
    policy,
    contract,
    signal,
    askOptions: Object.freeze(signal === undefined ? {} : { signal }),
    clock,
    stateDigest: digest(state),
    questionsDigest,
    asked: readClock(clock),
  };
}

/** Checks questions and digests them. */
export function readQuestions<Q extends Questions>(given: Q): CheckedQuestions<Q> {
  const questions = checkQuestions(given);
  return { questions, digest: digest(questions) };
}

/** Who was asked, and for how long. */
export interface Asked {
  readonly info: JudgeInfo;
  readonly signal: Signal | undefined;
  readonly elapsedMs: number;
}

/** What a judge said, checked. */
export interface Heard<Q extends Questions = Questions> {
  readonly answers: Answers<Q>;
  /** Who answered. */
  readonly judge: JudgeInfo;
  /** What its answers were held to. */
  readonly decimals: number | undefined;
  readonly origin: Origin & { readonly latencyMs: number; readonly responseDigest: Digest };
  readonly details: Judgement<Q>['details'] | undefined;
  readonly sources: Judgement<Q>['sources'] | undefined;
  readonly panel: Judgement<Q>['panel'] | undefined;
}

/**
 * Checks what a judge said, whatever it is.
 *
 * @throws {@link JudgeError} `bad_answer` and the like with a path in the response.
 */
export function hear<Q extends Questions>(
  questions: Q,
  response: unknown,
  { info, signal, elapsedMs }: Asked,
): Heard<Q> {
  const reply = readReply(questions, response, signal);
  const decimals = reply.judge?.decimals ?? info.decimals;
  const answers = readAnswers(questions, reply.answers, decimals);
  const judge = withoutDecimals(reply.judge ?? info);
  const { details, sources, panel, origin } = reply;
  const latencyMs = origin.latencyMs ?? (judge.kind === 'rules' ? 0 : elapsedMs);
  const responseDigest = origin.responseDigest ?? digestResponse(answers, judge, latencyMs);
  const full = Object.assign(origin, { latencyMs, responseDigest });
  return { answers, judge, decimals, origin: full, details, sources, panel };
}

/** Checks a response, holds its answers and puts the judgement together. */
export function conclude<Q extends Questions, R extends string>(
  asking: Asking<Q, R, Judge>,
  response: unknown,
): Judgement<Q, R> {
  const { request, policy, contract, signal, clock, info } = asking;
  if (signal?.aborted) throw aborted(signal);
  const answered = readClock(clock);
  const { questions } = request;
  const elapsedMs = elapsed(asking.asked, answered);
  const heard = hear(questions, response, { info, signal, elapsedMs });
  const { answers, judge, origin } = heard;
  const { effect, outcome, decidedBy, decisions } = holdAll(questions, answers, policy, heard);
  const judgement: Draft<Judgement<Q, R>> = {
    effect,
    outcome,
    decidedBy,
    answers,
    decisions,
    questions,
    judge,
    stateDigest: asking.stateDigest,
    questionsDigest: asking.questionsDigest,
    ...origin,
    judgedAt: toRfc3339(answered),
    threshold: Object.freeze({ value: policy.threshold.value, setBy: policy.threshold.setBy }),
  };
  addPresent(judgement, 'details', heard.details);
  addPresent(judgement, 'sources', heard.sources);
  addPresent(judgement, 'panel', heard.panel);
  addPresent(judgement, 'contract', contract);
  return Object.freeze(judgement);
}

/** What a judge in this process said has no bytes, so its wire form stands for it. */
export function digestResponse(answers: Answers, judge: JudgeInfo, latencyMs: number): Digest {
  return digest({ answers: toContractAnswers(answers), judge, latency_ms: latencyMs });
}

/** The error for what a judge threw; one of our own says more than we could. */
export function blame(error: unknown, signal: Signal | undefined): unknown {
  if (signal?.aborted) return aborted(signal);
  if (isJudgementError(error)) return error;
  return new JudgeError('judge_unavailable', {
    path: 'judge',
    rule: 'the judge gave no valid response',
    fix: 'look at the cause, and decide what an unavailable judge means for this call',
    cause: error,
  });
}

/** The error for a caller who gave up, which says nothing about the judge. */
export function aborted(signal: Signal): JudgeError {
  return new JudgeError('aborted', {
    path: 'options.signal',
    rule: 'the caller gave up on the judge',
    fix: 'ask again if the answer is still wanted',
    cause: signal.reason,
  });
}

/** The policy for whoever passes none; it never changes, so it is made once. */
let usual: Policy | undefined;

function defaultPolicy(): Policy {
  usual ??= threshold();
  return usual;
}

/** Reads who a judge is, and that it can be asked. */
export function readJudge(judge: Judge, path = 'judge'): JudgeInfo {
  const given: unknown = judge;
  const held = typeof given === 'object' || typeof given === 'function' ? given : null;
  if (held !== null && 'ask' in held && 'info' in held && typeof held.ask === 'function') {
    return readInfo(held.info, `${path}.info`, 'bad_option');
  }
  if (isPromise(given)) refusePromise(path);
  throw new JudgeError('bad_option', {
    path,
    rule: 'a judge has an info and a function ask',
    fix: 'pass a judge, or call the function that makes one',
  });
}

function readState(value: unknown): State {
  const state = value === undefined ? undefined : settle(snapshot(value, 'state'));
  if (typeof state === 'string' || isList(state) || isObject(state)) return state;
  const rule = 'a state is text, an object or a list';
  throw new JudgeError('bad_state', { path: 'state', rule, fix: 'put it into an object' });
}

/** Reads the id of a question set, and its version where it has one. */
export function readContract(contract: unknown, path = 'options.contract'): ContractRef {
  const { id, version } = toContract(contract, path);
  if (isName(id) && version === undefined) return Object.freeze({ id });
  if (isName(id) && isName(version)) return Object.freeze({ id, version });
  throw new JudgeError('bad_option', {
    path,
    rule: 'a contract is an id, or an id and a version: id@version',
    fix: 'write it as ticket-router@3',
  });
}

/** Reads the option, and holds the questions to the digest that comes with it. */
function readOption(contract: unknown, asked: Digest): ContractRef | undefined {
  if (contract === undefined) return undefined;
  const { digest: expected = asked } = toContract(contract, 'options.contract');
  const named = readContract(contract);
  if (expected === asked) return named;
  throw new JudgeError('bad_question', {
    path: 'questions',
    rule: `the question set ${named.id} is asked, so its questions cannot be replaced`,
    fix: 'send only the state, or name the version that has these questions',
  });
}

interface RawContract {
  readonly id?: unknown;
  readonly version?: unknown;
  readonly digest?: unknown;
}

/** What a resolved version of a question set has; of these, the notes are not looked at. */
const CONTRACT = ['id', 'version', 'digest', 'name', 'questions', 'model', 'mapping'] as const;

/** Only the last `@` starts a version, as an id may begin with one: `@scope/router`. */
function toContract(contract: unknown, path: string): RawContract {
  if (typeof contract === 'string') {
    const at = contract.lastIndexOf('@');
    return at <= 0
      ? { id: contract }
      : { id: contract.slice(0, at), version: contract.slice(at + 1) };
  }
  checkOptions(contract, CONTRACT, path);
  return contract;
}

/** Refuses a signal that is none. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const given: Partial<Record<keyof Signal, unknown>> = Object(signal);
  const { addEventListener, removeEventListener } = given;
  if (typeof addEventListener === 'function' && typeof removeEventListener === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'options.signal',
    rule: 'a signal has the members of an AbortSignal',
    fix: 'pass the signal of an AbortController',
  });
}

interface Reply<Q extends Questions> {
  readonly answers: unknown;
  readonly judge: JudgeInfo | undefined;
  readonly origin: Draft<Origin>;
  readonly details: Judgement<Q>['details'] | undefined;
  readonly sources: Judgement<Q>['sources'] | undefined;
  readonly panel: Judgement<Q>['panel'] | undefined;
}

/** Reads each member once; the answers are checked by whoever knows what they are held to. */
function readReply<Q extends Questions>(
  questions: Q,
  response: unknown,
  signal: Signal | undefined,
): Reply<Q> {
  try {
    const { answers, judge, origin, details, sources, panel } = readRawReply(response);
    return {
      answers,
      judge,
      origin,
      details: readByKey(questions, details, 'response.details', readDetails),
      sources: readByKey(questions, sources, 'response.sources', readSource),
      panel: readByKey(questions, panel, 'response.panel', readVotes),
    };
  } catch (error) {
    throw blame(error, signal);
  }
}

/** Whole milliseconds; a clock that was set back meanwhile says nothing of the time it took. */
function elapsed(asked: number, answered: number): number {
  return Math.max(0, Math.round(answered - asked));
}
