/**
 * A gate around the function tools of the OpenAI Agents SDK.
 *
 * @module
 */
import { GATE_EFFECTS, type GateEffect } from '../../gate/effect.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import type { Signal } from '../../judge.js';
import { checkOptions, present } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  checkList,
  type Desk,
  makeDesk,
} from '../shared/approvals.js';
import { readArguments } from './arguments.js';

/** A call as a guardrail of the SDK is given it: the part that a gate reads. */
export interface GuardedCall {
  readonly toolCall: {
    readonly name: string;
    readonly callId: string;
    /** The input, as JSON text. */
    readonly arguments: string;
  };
}

/** What a guardrail of this gate says. What is in `outputInfo` the SDK keeps, and tells no model. */
export interface GuardrailResult {
  readonly outputInfo: {
    readonly effect: Verdict['effect'];
    /** The ids of the receipts of the call, the last of which is the refusal. */
    readonly receipts: readonly string[];
  };
  readonly behavior:
    | { readonly type: 'allow' }
    | { readonly type: 'rejectContent'; readonly message: string };
}

/** A guardrail of the SDK: its type `ToolInputGuardrailDefinition`. */
export interface GateGuardrail {
  readonly type: 'tool_input';
  readonly name: string;
  /** Looks at a call before it runs. */
  run(call: GuardedCall): Promise<GuardrailResult>;
}

/**
 * Puts a gate around function tools of the OpenAI Agents SDK, and gives tools of the same types.
 *
 * A deny is a rejection by an input guardrail: the model reads the reason, the tool does not run. An
 * ask is a `needsApproval`: the run is interrupted, and goes on when {@link answerInterruption}, or
 * `state.approve()` and `state.reject()`, have settled it. What runs is checked once more in
 * `invoke`, so that a call which changed since is refused.
 *
 * Tools of other types are returned as they are: hosted tools, a computer, a shell and handoffs run
 * elsewhere, and have approvals of their own. A tool of `agent.asTool()` is gated as one call; what
 * its agent does is gated by the tools of that agent.
 *
 * @param tools The tools of an agent.
 * @param gate The gate.
 * @param options See {@link ApprovalOptions}.
 * @returns The tools, with the gate around them, in the same order.
 * @throws `JudgeError` `bad_option` for tools that are no list and for an option that does not exist or
 *   is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateAgentTools } from 'judgement/gates/openai-agents';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const bash = {
 *   type: 'function' as const,
 *   name: 'bash',
 *   needsApproval: async () => false,
 *   invoke: async (_: unknown, input: string) => `ran ${input}`,
 * };
 * const [tool] = gateAgentTools([bash], gate);
 * console.log(await tool?.invoke({}, '{"command":"rm -rf /"}')); // This call was not run (…)
 * // new Agent({ name, model, tools: gateAgentTools(tools, gate) });
 * ```
 */
export function gateAgentTools<Tool extends object>(
  tools: readonly Tool[],
  gate: Gate,
  options: ApprovalOptions = {},
): Tool[] {
  checkOptions(options, APPROVAL_OPTIONS, 'options');
  checkList(tools, 'tools');
  const desk = makeDesk(gate, options);
  return tools.map((tool) => gateTool(tool, desk));
}

/**
 * Makes an input guardrail from a gate, for the tools of an MCP server, which has
 * `toolInputGuardrails`. A guardrail cannot ask anybody: what should be asked is what the gate's
 * `fallback` says, `deny` unless it is told otherwise.
 *
 * @param gate The gate.
 * @param options See {@link ApprovalOptions}; of them, only the session matters here.
 * @returns The guardrail.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateGuardrail } from 'judgement/gates/openai-agents';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const guardrail = gateGuardrail(gate);
 * const toolCall = { name: 'bash', callId: 'c1', arguments: '{"command":"rm -rf /"}' };
 * const { behavior } = await guardrail.run({ toolCall });
 * console.log(behavior.type); // rejectContent
 * // new MCPServerStdio({ fullCommand, toolInputGuardrails: [guardrail] });
 * ```
 */
export function gateGuardrail(
  gate: Gate,
  options: Pick<ApprovalOptions, 'session'> = {},
): GateGuardrail {
  checkOptions(options, ['session'], 'options');
  return guardrailOf(makeDesk(gate, options), false);
}

function guardrailOf(desk: Desk, canAsk: boolean): GateGuardrail {
  const effects: readonly GateEffect[] = canAsk ? GATE_EFFECTS : ['allow', 'warn', 'deny'];
  return {
    type: 'tool_input',
    name: 'judgement',
    async run({ toolCall: { name, callId, arguments: text } }) {
      const call = desk.call(name, readArguments(text), callId);
      const verdict = await desk.check(call, { effects });
      const { effect, reason } = verdict;
      const receipts = verdict.receipts.map(({ id }) => id);
      const outputInfo = { effect, receipts };
      // An ask is the business of `needsApproval` before, and of `invoke` after, where they are ours.
      if (effect !== 'deny' && (effect !== 'ask' || canAsk))
        return { outputInfo, behavior: { type: 'allow' } };
      return { outputInfo, behavior: { type: 'rejectContent', message: reason } };
    },
  };
}

interface ToolLike {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly invoke?: unknown;
  readonly needsApproval?: unknown;
  readonly inputGuardrails?: unknown;
}

type AnyFunction = (...values: readonly unknown[]) => unknown;

function gateTool<Tool extends object>(tool: Tool, desk: Desk): Tool {
  const { type, name, invoke, needsApproval, inputGuardrails }: ToolLike = tool;
  if (type !== 'function' || typeof name !== 'string' || !isFunction(invoke)) return tool;
  const others = Array.isArray(inputGuardrails) ? inputGuardrails : [];
  return {
    ...tool,
    needsApproval: gateNeeds(name, needsApproval, desk),
    // Ours is last: what another one rejects need not be judged.
    inputGuardrails: [...others, guardrailOf(desk, true)],
    invoke: gateInvoke(name, invoke, desk),
  };
}

function gateNeeds(name: string, needs: unknown, desk: Desk): AnyFunction {
  return async (context, input, callId) => {
    const verdict = await desk.check(desk.call(name, input, textOf(callId)));
    // Nobody is bothered with what will not run: the guardrail rejects it, with the reason.
    if (verdict.effect === 'deny') return false;
    const isHostAsking = isFunction(needs) ? await needs(context, input, callId) : needs;
    const isAsking = verdict.effect === 'ask' || Boolean(isHostAsking);
    if (isAsking) desk.noteAsked(verdict);
    return isAsking;
  };
}

function gateInvoke(name: string, invoke: AnyFunction, desk: Desk): AnyFunction {
  return async (context, text, details) => {
    const { toolCall, signal }: { toolCall?: unknown; signal?: Signal | undefined } =
      Object(details);
    const { callId }: { readonly callId?: unknown } = Object(toolCall);
    const call = desk.call(name, readArguments(text), textOf(callId));
    const verdict = await desk.check(call, present({ signal }));
    // The SDK invokes a tool that needs approval when it has it, and not before.
    const isApproved = verdict.effect === 'ask' || desk.wasAsked(verdict);
    const { effect, reason } =
      isApproved && verdict.effect !== 'deny'
        ? await desk.answer(verdict, { call, decision: 'allow' }, signal)
        : verdict;
    return effect === 'deny' || effect === 'ask' ? reason : invoke(context, text, details);
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
