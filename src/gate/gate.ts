/**
 * The gate: a judge in front of every tool call.
 *
 * @module
 */
import { unlisten } from '../abort.js';
import { aborted, checkSignal } from '../asking.js';
import { JudgeError } from '../errors.js';
import type { Signal } from '../judge.js';
import { checkOptions } from '../members.js';
import type { Questions } from '../question.js';
import { type AnswerOptions, answerRead, checkAnswer, checkShown } from './answer.js';
import { type GateCall, type ReadCall, readGateCall } from './call.js';
import { codeOf } from './codes.js';
import { type Checking, decide, expressFor } from './decide.js';
import { GATE_EFFECTS, type GateEffect, isGateEffect } from './effect.js';
import { type Guarded, type GuardOptions, guardTool } from './guard.js';
import type { Remembered } from './memory.js';
import { type GateOptions, readSettings, type Settings } from './options.js';
import { tell } from './telling.js';
import { describeUnjudged, type Unjudged, type Verdict } from './verdict.js';

/** The options of {@link Gate.check}. */
export interface CheckOptions {
  /** Gives up when it aborts. Absent by default. */
  readonly signal?: Signal | undefined;
  /**
   * The effects that the host can express. An effect that is not among them is replaced as the
   * gate's `fallback` says, and the verdict names it. Defaults to all four.
   */
  readonly effects?: readonly GateEffect[] | undefined;
}

/** A judge in front of tool calls. */
export interface Gate {
  /**
   * Says what is to happen to a call. The same call (session, call id, capability and input) is
   * judged once; the same id with another input is another call.
   *
   * It rejects only when the signal aborts, with `JudgeError` `aborted`, and for options that are
   * none, with `bad_option`: never for what a judge, a log or a call does.
   */
  check(call: GateCall, options?: CheckOptions): Promise<Verdict>;
  /**
   * Records what a person decided on exactly this call, and says what is to happen now. The same
   * answer twice is one answer; another one takes the place of the first.
   *
   * @throws `JudgeError` `bad_option` for a decision or a decider that is none and for a call
   *   without an id, and what signing and appending throw: then nothing was decided.
   */
  answer(call: GateCall, options: AnswerOptions): Promise<Verdict>;
  /** Whether a call is still the one that a verdict is about: at the time of use, at once. */
  holds(verdict: Verdict, call: GateCall): boolean;
  /** Puts the gate in front of a function. See {@link GuardOptions}. */
  guard<Input, Rest extends readonly unknown[], Output>(
    name: string,
    tool: (input: Input, ...rest: Rest) => Output,
    options?: GuardOptions<Input>,
  ): Guarded<Input, Rest, Output>;
}

/**
 * Makes a gate.
 *
 * The verdict on a call is `allow`, `warn`, `ask` or `deny`. An allow of the gate is no more than
 * that the gate has nothing against it: put it together with a policy of the host by
 * `strongest()`. A judge that gives no answer never decides by an exception: `onUnavailable` does.
 *
 * With a signer, every judgement, refusal and call that went through unjudged is a receipt, and
 * all of them, of calls side by side too, are one chain. A call let through unjudged is a receipt
 * of the kind `unjudged.v1`, which verifiers check and name, and which needs a key without roles.
 *
 * @param options See {@link GateOptions}.
 * @returns A frozen gate.
 * @throws `JudgeError` `bad_option`, `bad_question` or `bad_policy` for options that are none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const { effect, reason } = await gate.check({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * console.log(effect); // deny
 * console.log(reason.startsWith('This call was not run (shell_destructive: noul 1')); // true
 * ```
 */
export function createGate<const Q extends Questions>(options: GateOptions<Q>): Gate {
  const settings = readSettings(options);
  let guards = 0;
  const gate: Gate = {
    async check(call, given = {}) {
      checkOptions(given, ['signal', 'effects'], 'options');
      const { signal, effects = GATE_EFFECTS } = given;
      checkSignal(signal);
      checkEffects(effects);
      const read = tryRead(call);
      if ('unreadable' in read) return refuseUnread(settings, call, read.unreadable);
      return checkRead(settings, read, { signal, effects });
    },
    async answer(call, given) {
      checkAnswer(given);
      const read = readGateCall(call);
      if (read.callId === undefined) {
        const rule = 'an answer is to a call with an id';
        refuse('call.callId', rule, 'check and answer with the same callId');
      }
      checkShown(read, given);
      await checkRead(settings, read, { signal: given.signal, effects: GATE_EFFECTS });
      return answerRead(settings, read, given);
    },
    holds(verdict, call) {
      const read = tryRead(call);
      return !('unreadable' in read) && read.callDigest === digestOf(verdict);
    },
    guard(name, tool, guardOptions = {}) {
      guards += 1;
      // Functions of one name are several, and an answer to a call of one is none to the other's.
      return guardTool(gate, { name, prefix: `${name}#${guards}` }, tool, guardOptions);
    },
  };
  return Object.freeze(gate);
}

async function checkRead(settings: Settings, read: ReadCall, checking: Checking): Promise<Verdict> {
  const { memory } = settings;
  const { signal } = checking;
  if (read.callId === undefined) return whileWanted(decide(settings, read, checking), signal);
  const known = memory.get(read);
  if (known !== undefined) {
    try {
      const verdict = await whileWanted(known.verdict, signal);
      return expressFor(settings, known.resolved?.verdict ?? verdict, checking.effects);
    } catch (error) {
      // Whoever asked first went away; whoever is still here asks again.
      if (signal?.aborted) throw error;
      if (memory.get(read) !== known) return checkRead(settings, read, checking);
    }
  }
  const remembered: Remembered = { verdict: decide(settings, read, checking) };
  memory.set(read, remembered);
  const forget = (): void => {
    if (memory.get(read) === remembered) memory.forget(read);
  };
  // An unjudged verdict stays: a person may have answered it by the time it is asked for again.
  remembered.verdict.catch(forget);
  return whileWanted(remembered.verdict, signal);
}

/** Settles as the verdict does, or rejects as soon as this one gives up. */
function whileWanted(pending: Promise<Verdict>, signal: Signal | undefined): Promise<Verdict> {
  if (signal === undefined) return pending;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      unlisten(signal, giveUp);
      reject(aborted(signal));
    };
    signal.addEventListener('abort', giveUp);
    pending.then(resolve, reject).finally(() => unlisten(signal, giveUp));
    if (signal.aborted) giveUp();
  });
}

function tryRead(call: GateCall): ReadCall | { readonly unreadable: string } {
  try {
    return readGateCall(call);
  } catch (error) {
    return { unreadable: codeOf(error) };
  }
}

/** There is nothing to digest, and so nothing to sign. */
function refuseUnread(settings: Settings, call: GateCall, code: string): Verdict {
  const unjudged: Unjudged = { code, unreadable: true };
  const effect = settings.shadow ? 'allow' : 'deny';
  const verdict: Verdict = Object.freeze({
    effect,
    reason: describeUnjudged(unjudged, effect),
    receipts: Object.freeze([]),
    unjudged,
    tool: nameOf(call),
    ...(settings.shadow ? { wouldBe: 'deny' as const } : {}),
  });
  tell(settings, verdict);
  return verdict;
}

function digestOf(verdict: unknown): unknown {
  try {
    const { callDigest }: { readonly callDigest?: unknown } = Object(verdict);
    return callDigest;
  } catch {
    return undefined;
  }
}

function nameOf(call: unknown): string {
  try {
    const { tool }: { readonly tool?: unknown } = Object(call);
    return typeof tool === 'string' ? tool.slice(0, 100) : 'unknown';
  } catch {
    return 'unknown';
  }
}

function checkEffects(effects: unknown): void {
  if (Array.isArray(effects) && effects.every(isGateEffect)) return;
  refuse('options.effects', 'they are a list of effects', 'pass any of allow, warn, ask, deny');
}

function refuse(path: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path, rule, fix });
}
