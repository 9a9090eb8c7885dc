/**
 * The options of a gate, read once.
 *
 * @module
 */
import { readContract, readJudge } from '../asking.js';
import { timeout } from '../combine/timeout.js';
import { JudgeError } from '../errors.js';
import type { Clock, ContractLock, ContractRef, Judge, State } from '../judge.js';
import { checkOptions } from '../members.js';
import { type Policy, shadow, threshold } from '../policy.js';
import { checkPolicy } from '../policy-options.js';
import { checkQuestions, type Questions } from '../question.js';
import { type AsyncSigner, checkSigner } from '../receipt/signer.js';
import type { ReceiptLog } from '../receipt/store.js';
import { readUri } from '../receipt/uri.js';
import { hostTimer, type Timer } from '../timer.js';
import { type CallContext, type GateCall, readContext } from './call.js';
import { type Fallbacks, type GateEffect, readFallbacks } from './effect.js';
import type { GateEvent } from './events.js';
import { type Memory, makeMemory } from './memory.js';
import { makeRecorder, type Recorder } from './records.js';

/** The options of {@link createGate}. */
export interface GateOptions<Q extends Questions = Questions> {
  /** Who is asked: `rulesJudge()`, an HTTP judge, or judges made of judges. */
  readonly judge: Judge;
  /** What is asked of every call: `rulesQuestions`, or questions of your own. */
  readonly questions: Q;
  /** The rules that the answers are held to. Defaults to `threshold(0.5)`. */
  readonly policy?: Policy | undefined;
  /** The question set that the questions are of; see `judgeWith()`. Absent by default. */
  readonly contract?: ContractLock | ContractRef | string | undefined;
  /** Where calls may work and how far they may go; it is part of the state that is judged. */
  readonly context?: CallContext | undefined;
  /**
   * Makes the state that is judged. Defaults to `{ tool, capability, input }` and the context, in
   * the members that the rules read. What it throws is a call that cannot be read.
   */
  readonly state?: ((call: GateCall) => State) | undefined;
  /** Signs receipts of everything that is judged, refused and let through unjudged. */
  readonly signer?: AsyncSigner | undefined;
  /** Where receipts are appended. Without one they are only handed out, with the verdict. */
  readonly log?: ReceiptLog | undefined;
  /** Who wants to act: a URI such as `agent://coder`, for the receipt of a refusal. */
  readonly actor?: string | undefined;
  /**
   * What happens to a call when the judge gives no answer, or one that breaks a rule. Defaults to
   * `allow`, told by an event and a receipt. A call that cannot be read is always `deny`, and so
   * is one whose answer was forged or that the set-up cannot judge.
   */
  readonly onUnavailable?: 'allow' | 'ask' | 'deny' | undefined;
  /**
   * What happens to a call when its receipts cannot be signed or appended: the stronger of this
   * and of what was decided. A person's allow of it counts only with `allow`. Defaults to `deny`.
   */
  readonly onUnrecorded?: 'allow' | 'ask' | 'deny' | undefined;
  /** What takes the place of an effect that a host cannot express. Defaults to `{ ask: 'deny', warn: 'allow' }`. */
  readonly fallback?: Fallbacks | undefined;
  /** Judges and records, and lets everything run. Defaults to `false`. */
  readonly shadow?: boolean | undefined;
  /** Told of everything that happens; what it throws is dropped. Absent by default. */
  readonly onEvent?: ((event: GateEvent) => void) | undefined;
  /** How long the judge may take, in milliseconds. Defaults to 10 000. */
  readonly timeoutMs?: number | undefined;
  /** How many calls are remembered, 1 or more. Defaults to 10 000. */
  readonly maxRemembered?: number | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
  /** Waits. Defaults to the host's `setTimeout`. */
  readonly timer?: Timer | undefined;
}

/** What a person decided on a call. */
export interface Answering {
  readonly decision: 'allow' | 'deny';
  /** Who decided: a URI, such as `human://ada`. */
  readonly by: string;
  /** Why, for people. Absent by default. */
  readonly reason?: string | undefined;
}

/** The options, checked, and what a gate works with. */
export interface Settings {
  readonly judge: Judge;
  readonly questions: Questions;
  readonly policy: Policy;
  readonly contract: GateOptions['contract'];
  readonly context: CallContext;
  readonly state: ((call: GateCall) => State) | undefined;
  readonly recorder: Recorder | undefined;
  readonly onUnavailable: GateEffect;
  readonly onUnrecorded: GateEffect;
  readonly fallback: Fallbacks;
  readonly shadow: boolean;
  readonly onEvent: ((event: GateEvent) => void) | undefined;
  readonly memory: Memory;
  readonly clock: Clock;
}

/** Reads the options of a gate. */
export function readSettings(options: GateOptions): Settings {
  checkOptions(options, NAMES, 'options');
  const { policy = threshold(0.5), clock = Date.now, timer = hostTimer, signer, log } = options;
  for (const name of ['state', 'onEvent', 'clock', 'timer'] as const) {
    const value = options[name];
    if (value !== undefined && typeof value !== 'function') {
      refuse(name, 'it is a function', 'pass a function, or leave it out');
    }
  }
  if (options.shadow !== undefined && typeof options.shadow !== 'boolean') {
    refuse('shadow', 'it is true or false', 'leave it out for false');
  }
  readJudge(options.judge, 'options.judge');
  const questions = checkQuestions(options.questions);
  checkPolicy(policy, 'options.policy');
  policy.check?.(questions);
  if (options.contract !== undefined) readContract(options.contract);
  if (signer !== undefined) checkSigner(signer);
  else if (log !== undefined) refuse('log', 'a log is for receipts', 'pass a signer as well');
  const actor =
    options.actor === undefined
      ? undefined
      : readUri(options.actor, 'options.actor', 'agent://coder');
  return Object.freeze({
    judge: timeout(options.judge, options.timeoutMs ?? 10_000, { timer }),
    questions,
    policy: options.shadow === true ? shadow(policy) : policy,
    contract: options.contract,
    context: readContext(options.context, 'options.context'),
    state: options.state,
    recorder: signer && makeRecorder({ signer, log, actor, clock }),
    onUnavailable: readChoice('onUnavailable', options.onUnavailable, 'allow'),
    onUnrecorded: readChoice('onUnrecorded', options.onUnrecorded, 'deny'),
    fallback: readFallbacks(options.fallback, 'options.fallback'),
    shadow: options.shadow === true,
    onEvent: options.onEvent,
    memory: makeMemory(readCount(options.maxRemembered)),
    clock,
  });
}

const NAMES: readonly (keyof GateOptions)[] = [
  'judge',
  'questions',
  'policy',
  'contract',
  'context',
  'state',
  'signer',
  'log',
  'actor',
  'onUnavailable',
  'onUnrecorded',
  'fallback',
  'shadow',
  'onEvent',
  'timeoutMs',
  'maxRemembered',
  'clock',
  'timer',
];

function readChoice(name: string, value: unknown, usual: GateEffect): GateEffect {
  if (value === undefined) return usual;
  if (value === 'allow' || value === 'ask' || value === 'deny') return value;
  return refuse(name, 'it is allow, ask or deny', `leave it out for ${usual}`);
}

function readCount(value: unknown): number {
  if (value === undefined) return 10_000;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  return refuse('maxRemembered', 'it is a whole number, 1 or more', 'leave it out for 10,000');
}

function refuse(name: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}
