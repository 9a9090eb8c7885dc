/**
 * A gate as the function that the AI SDK 7 asks before each tool call.
 *
 * @module
 */
import { type GateEffect, strongest } from '../../gate/effect.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import { checkOptions } from '../../members.js';
import { APPROVAL_OPTIONS, type ApprovalOptions, makeDesk } from '../shared/approvals.js';
import { type HostApproval, type HostQuestion, hostStatus } from './host.js';
import { answersIn } from './messages.js';

/** What the AI SDK is told of a call: its type `ToolApprovalStatus`. */
export type ApprovalStatus =
  | undefined
  | 'not-applicable'
  | 'approved'
  | 'denied'
  | 'user-approval'
  | { readonly type: 'not-applicable'; readonly reason?: never }
  | { readonly type: 'approved' | 'denied' | 'user-approval'; readonly reason?: string };

/** The options of {@link gateApproval}. */
export interface GateApprovalOptions<Question extends HostQuestion = HostQuestion>
  extends ApprovalOptions {
  /**
   * The `toolApproval` that the host has of its own, a function or a map. The stronger of it and of
   * the gate counts. Where it says nothing of a tool, that tool's `needsApproval` does.
   */
  readonly toolApproval?: HostApproval<Question> | undefined;
  /**
   * Whether an allow is told as `approved`, so that it is in the messages with its reason. Defaults
   * to `false`: the gate has nothing against the call, and says nothing.
   */
  readonly explicitAllow?: boolean | undefined;
}

/**
 * Makes the `toolApproval` of the AI SDK 7 from a gate: for `generateText()`, `streamText()` and
 * `ToolLoopAgent`.
 *
 * A deny goes to the model as the result of the call, with the reason, and the tool does not run. An
 * ask ends the run with a request for approval; when the next run brings the approval, the gate is
 * asked again, and the call runs if it is still the one that was asked about. The approval is the
 * gate's answer then, signed where the approver signs. A rejection never reaches this function:
 * hand the messages to {@link recordApprovals} before each run.
 *
 * @param gate The gate.
 * @param options See {@link GateApprovalOptions}.
 * @returns The function. It never throws but for what the host's own `toolApproval` throws.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateApproval } from 'judgement/gates/ai';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const toolApproval = gateApproval(gate);
 * const toolCall = { toolName: 'bash', toolCallId: 'c1', input: { command: 'rm -rf /' } };
 * const status = await toolApproval({ toolCall, messages: [] });
 * console.log(typeof status === 'object' && status.type); // denied
 * // generateText({ model, tools, messages, toolApproval });
 * ```
 */
export function gateApproval<Question extends HostQuestion = HostQuestion>(
  gate: Gate,
  options: GateApprovalOptions<Question> = {},
): (question: Question) => Promise<ApprovalStatus> {
  checkOptions(options, [...APPROVAL_OPTIONS, 'toolApproval', 'explicitAllow'], 'options');
  const { toolApproval, explicitAllow = false } = options;
  const desk = makeDesk(gate, options);
  return async (question) => {
    const { toolCall, messages } = question;
    const host = await hostStatus(toolApproval, question);
    const hostEffect = effectOf(host);
    // What the host denies does not run, whatever a judge would say of it.
    if (hostEffect === 'deny') return host;
    const call = desk.call(toolCall.toolName, toolCall.input, toolCall.toolCallId);
    const verdict = await desk.check(call);
    if (verdict.effect === 'deny') return tell('denied', verdict);
    const wanted = strongest(verdict.effect, hostEffect);
    const answer = answersIn(messages).find(({ callId }) => callId === toolCall.toolCallId);
    if (answer?.approved === true && wanted === 'ask') {
      const { reason } = answer;
      const { effect, ...after } = await desk.answer(verdict, { call, decision: 'allow', reason });
      // The SDK runs what a person approved, unless it is told denied: to say ask would be to allow.
      return effect === 'deny' || effect === 'ask' ? tell('denied', after) : host;
    }
    if (wanted === 'ask') {
      desk.noteAsked(verdict);
      return verdict.effect === 'ask' ? tell('user-approval', verdict) : host;
    }
    return explicitAllow && host === undefined && verdict.resolved === undefined
      ? tell('approved', verdict)
      : host;
  };
}

function tell(
  type: 'approved' | 'denied' | 'user-approval',
  { reason }: Pick<Verdict, 'reason'>,
): ApprovalStatus {
  return { type, reason };
}

/** What the host's own policy amounts to. An approval is no more than no objection. */
function effectOf(status: ApprovalStatus): GateEffect | undefined {
  const type = typeof status === 'object' ? status.type : status;
  if (type === undefined || type === 'not-applicable' || type === 'approved') return undefined;
  return type === 'user-approval' ? 'ask' : 'deny';
}
