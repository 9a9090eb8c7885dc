/**
 * Judges tool calls in the `beforeToolCall` of Cloudflare's Think harness.
 *
 * @module
 */
import type { Gate } from '../../gate/gate.js';
import { checkOptions } from '../../members.js';
import { type ApprovalOptions, makeDesk } from '../shared/approvals.js';

/** What the harness hands its hook, as far as it is used here. */
export interface ThinkCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** What the hook says: nothing where the call may run. */
export interface ThinkDecision {
  readonly action: 'block';
  readonly reason: string;
}

/** The options of {@link thinkGate}. */
export type ThinkGateOptions = Pick<ApprovalOptions, 'session'>;

/**
 * Makes the `beforeToolCall` of Cloudflare's Think harness from a gate.
 *
 * A deny goes to the model as the error of the call, with the reason, and the tool does not run.
 * The hook cannot ask a person, so that the gate's `fallback` decides on what a person should; the
 * harness has `toolApproval` for that, and tools of the AI SDK have `gateTools()` and
 * `gateApproval()` of `judgement/gates/ai`. It comes to the hook again when it runs a call once
 * more after an interruption, and gets the same verdict.
 *
 * @param gate The gate.
 * @param options See {@link ThinkGateOptions}.
 * @returns The hook. It never throws, which would end the turn.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { thinkGate } from 'judgement/gates/cloudflare-agents';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const beforeToolCall = thinkGate(gate);
 * const input = { command: 'rm -rf /' };
 * const said = await beforeToolCall({ toolCallId: 'c1', toolName: 'bash', input });
 * console.log(said?.action); // block
 * // new ThinkHarness({ hooks: { beforeToolCall }, … });
 * ```
 */
export function thinkGate(
  gate: Gate,
  options: ThinkGateOptions = {},
): (call: ThinkCall) => Promise<ThinkDecision | undefined> {
  checkOptions(options, ['session'], 'options');
  const desk = makeDesk(gate, options);
  return async ({ toolCallId, toolName, input }) => {
    const call = desk.call(toolName, input, toolCallId);
    const { effect, reason } = await desk.check(call, { effects: ['allow', 'warn', 'deny'] });
    return effect === 'deny' ? { action: 'block', reason } : undefined;
  };
}
