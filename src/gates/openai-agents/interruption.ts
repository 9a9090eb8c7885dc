/**
 * A person's answer to an interruption of the OpenAI Agents SDK.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import { checkOptions, present } from '../../members.js';
import { APPROVAL_OPTIONS, type ApprovalOptions, makeDesk } from '../shared/approvals.js';
import { readArguments } from './arguments.js';

/** An interruption: the SDK's `RunToolApprovalItem`, the part that a gate reads. */
export interface Interruption {
  readonly rawItem: {
    readonly name?: unknown;
    readonly callId?: unknown;
    readonly arguments?: unknown;
  };
}

/** The state of a run: the SDK's `RunState`, the part that a gate calls. */
export interface InterruptedState<Item> {
  /** Lets the call run. */
  approve(item: Item): void;
  /** Keeps it from running. */
  reject(item: Item, options?: { message?: string }): void;
}

/** The options of {@link answerInterruption}. */
export interface InterruptionOptions extends ApprovalOptions {
  readonly decision: 'approve' | 'reject';
  /** Why, in their words: for the receipt, and for the model where it is a rejection. */
  readonly reason?: string | undefined;
}

/**
 * Settles an interruption: makes a person's answer the answer of the gate, a signed resolution of
 * exactly that call where the approver signs, and tells the run. It takes the place of
 * `state.approve(item)`, which the gate notices too, when the call runs, and of `state.reject(item)`,
 * of which the SDK tells nobody.
 *
 * Where the answer does not count, because the call is not the one that was asked about or because
 * it could not be recorded, the call is rejected, with the reason.
 *
 * @param gate The gate.
 * @param state The state of the interrupted run.
 * @param item One of its interruptions.
 * @param options See {@link InterruptionOptions}.
 * @returns What the gate says of the call now.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { noul, threshold } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { answerInterruption } from 'judgement/gates/openai-agents';
 *
 * const judge = { info: { model: 'doubt' }, ask: () => ({ answers: { sure: { noul: 0.9 } } }) };
 * const policy = threshold(0.5, { yes: { sure: 'ask' } });
 * const gate = createGate({ judge, questions: { sure: noul('Should a person look at it?') }, policy });
 * const state = { approve: () => console.log('approved'), reject: () => console.log('rejected') };
 * const rawItem = { name: 'bash', callId: 'c1', arguments: '{"command":"ls"}' };
 * const approver = { by: 'human://ada' };
 * // The run asked in another process, so what its state says counts.
 * const options = { decision: 'approve', approver, approvals: 'host' } as const;
 * await answerInterruption(gate, state, { rawItem }, options); // approved
 * ```
 */
export async function answerInterruption<Item extends Interruption>(
  gate: Gate,
  state: InterruptedState<Item>,
  item: Item,
  options: InterruptionOptions,
): Promise<Verdict> {
  checkOptions(options, [...APPROVAL_OPTIONS, 'decision', 'reason'], 'options');
  const { decision, reason } = options;
  if (decision !== 'approve' && decision !== 'reject') {
    const rule = 'a person approves or rejects';
    const fix = 'pass approve or reject';
    throw new JudgeError('bad_option', { path: 'options.decision', rule, fix });
  }
  const desk = makeDesk(gate, options);
  const { name, callId, arguments: text } = item.rawItem;
  const call = desk.call(String(name), readArguments(text), toId(callId));
  const verdict = await desk.check(call);
  const said = { call, decision: decision === 'approve' ? 'allow' : 'deny' } as const;
  const after =
    verdict.effect === 'deny' && verdict.resolved === undefined
      ? verdict
      : await desk.answer(verdict, { ...said, ...present({ reason }) });
  if (after.effect === 'deny' || after.effect === 'ask') {
    const isTheirs = decision === 'reject' && reason !== undefined;
    state.reject(item, { message: isTheirs ? reason : after.reason });
  } else state.approve(item);
  return after;
}

function toId(callId: unknown): string | undefined {
  return typeof callId === 'string' ? callId : undefined;
}
