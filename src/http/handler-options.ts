/**
 * The options of a handler, read once.
 *
 * @module
 */
import { readContract } from '../asking.js';
import { JudgeError } from '../errors.js';
import type { Clock, ContractRef, Judge, JudgeInfo } from '../judge.js';
import { checkOptions } from '../members.js';
import { type AsyncSigner, checkSigner } from '../receipt/signer.js';
import { readInfo } from '../response.js';
import { hostTimer, MAX_DELAY, type Timer } from '../timer.js';
import type { JudgeDialect } from './dialect.js';
import type { RequestLimits } from './request-reader.js';
import type { Served } from './serving.js';
import { makeSlots, type Slots } from './slots.js';

/** The options of `judgeHandler()`. */
export interface JudgeHandlerOptions {
  /**
   * Whether a request may be answered; asked before all else, for GET and HEAD as well. Anything but
   * `true` is no. It leaves the body unread, or reads that of a clone. `bearer()` makes one. Everyone
   * is let in by default. It is asked before a request counts for `maxConcurrent`, so that whoever
   * may not ask keeps nobody out; a slow one is waited for within `timeoutMs`, and has to bound by
   * itself how much it does at once.
   */
  readonly authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** The largest body that is read, 1 to 16,777,216 bytes. Defaults to 1,048,576. */
  readonly maxRequestBytes?: number | undefined;
  /** The most questions in one request, 1 to 400. Defaults to 400. */
  readonly maxQuestions?: number | undefined;
  /** How long a request may take, its body and the judge included. Defaults to 10,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** How many requests that may be answered are worked on at once, 1 or more. Defaults to 64. */
  readonly maxConcurrent?: number | undefined;
  /** What `Retry-After` says when there are more, in whole seconds. Defaults to 1. */
  readonly retryAfterSeconds?: number | undefined;
  /**
   * Told of every failure on this side: of what the judge or `authorize` threw, of an answer that
   * breaks a rule, of a deadline that passed. What it gets may hold what was judged; what it throws
   * is dropped. Absent by default.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The question set that the judge is made for, told on GET. Absent by default. */
  readonly contract?: ContractRef | string | undefined;
  /**
   * Signs every answer, in the header `judgement-answer`: over the digests of the state, the
   * questions, the answers and the body, the time, and the `judgement-nonce` of the request. Use a
   * key of the judge's own, which signs nothing else. The header has room for about 60 questions,
   * and more are refused. Absent by default.
   */
  readonly sign?: AsyncSigner | undefined;
  /**
   * The form in which the judge is asked, where it is that of another API: such as
   * `systemOneDialect` of `judgement/judges/system-one`. It has paths of its own, and nothing in it
   * is signed. The judge contract by default.
   */
  readonly dialect?: JudgeDialect | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
  /** Waits. Defaults to the host's `setTimeout`. */
  readonly timer?: Timer | undefined;
}

/** A handler's options, checked, and what it works with. */
export interface Service extends Served, RequestLimits {
  readonly authorize: ((request: Request) => boolean | Promise<boolean>) | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
  readonly contract: ContractRef | undefined;
  readonly dialect: JudgeDialect | undefined;
  readonly timeoutMs: number;
  readonly retryAfterSeconds: number;
  readonly timer: Timer;
  readonly slots: Slots;
}

/** Checks a judge and the options, and puts together what serves it. */
export function setUp(judge: Judge, options: JudgeHandlerOptions): Service {
  checkOptions(options, OPTIONS, 'options');
  const { authorize, onError, sign, dialect, clock = Date.now, timer = hostTimer } = options;
  checkFunction(authorize, 'authorize');
  checkFunction(onError, 'onError');
  checkFunction(clock, 'clock');
  checkFunction(timer, 'timer');
  if (sign !== undefined) checkSigner(sign, 'options.sign');
  if (dialect !== undefined) checkDialect(dialect, sign);
  const timeoutMs = readNumber(options.timeoutMs, 10_000, MAX_DELAY, 'timeoutMs');
  const maxConcurrent = readNumber(options.maxConcurrent, 64, 1_000_000, 'maxConcurrent');
  return {
    judge,
    info: readJudge(judge),
    contract: options.contract === undefined ? undefined : readContract(options.contract),
    clock,
    sign,
    dialect,
    authorize,
    onError,
    timer,
    timeoutMs,
    maxRequestBytes: readNumber(options.maxRequestBytes, 1_048_576, MOST_BYTES, 'maxRequestBytes'),
    maxQuestions: readNumber(options.maxQuestions, MOST_QUESTIONS, MOST_QUESTIONS, 'maxQuestions'),
    retryAfterSeconds: readNumber(options.retryAfterSeconds, 1, 86_400, 'retryAfterSeconds'),
    slots: makeSlots(maxConcurrent, timeoutMs),
  };
}

const OPTIONS = [
  'authorize',
  'maxRequestBytes',
  'maxQuestions',
  'timeoutMs',
  'maxConcurrent',
  'retryAfterSeconds',
  'onError',
  'contract',
  'sign',
  'dialect',
  'clock',
  'timer',
] as const;

/** The longest text that `parseJson()` reads; a character has at least one byte. */
const MOST_BYTES = 16_777_216;
const MOST_QUESTIONS = 400;

function readJudge(judge: unknown): JudgeInfo {
  const given: { readonly ask?: unknown; readonly info?: unknown } = Object(judge);
  if (typeof given.ask === 'function') return readInfo(given.info, 'judge.info', 'bad_option');
  const rule = 'a judge has an info and a function ask';
  throw new JudgeError('bad_option', { path: 'judge', rule, fix: 'pass a judge' });
}

function checkDialect(dialect: unknown, sign: AsyncSigner | undefined): void {
  const given: { readonly [name in keyof JudgeDialect]?: unknown } = Object(dialect);
  const { readRequest, writeAnswer, writeFault, judgePath } = given;
  const functions = [readRequest, writeAnswer, writeFault];
  if (typeof judgePath !== 'string' || functions.some((one) => typeof one !== 'function')) {
    const rule = 'a dialect says how requests are read, and answers and faults are written';
    const fix = 'pass systemOneDialect or the like';
    throw new JudgeError('bad_option', { path: 'options.dialect', rule, fix });
  }
  if (sign === undefined) return;
  const rule = 'only answers of the judge contract are signed';
  throw new JudgeError('bad_option', { path: 'options.sign', rule, fix: 'leave out one of them' });
}

function checkFunction(value: unknown, name: string): void {
  if (value === undefined || typeof value === 'function') return;
  const rule = 'it is a function';
  const fix = 'pass a function, or leave it out';
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}

function readNumber(value: unknown, usual: number, most: number, name: string): number {
  if (value === undefined) return usual;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) {
    return value;
  }
  const rule = `it is a whole number from 1 to ${most}`;
  const fix = `leave it out for ${usual}`;
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}
