/**
 * Judges tool calls of ADK agents in their `beforeToolCallback`.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import type { Signal } from '../../judge.js';
import { checkOptions } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  type Desk,
  makeDesk,
} from '../shared/approvals.js';

/** What the callback uses of a call's context. */
export interface AdkContext {
  readonly functionCallId?: string | undefined;
  readonly abortSignal?: Signal | undefined;
  readonly toolConfirmation?: { readonly confirmed: boolean } | undefined;
  /** Asks for a confirmation of the call. */
  requestConfirmation(request: { hint?: string }): void;
}

/** What ADK hands the callback of an agent. */
export interface AdkCallbackCall {
  readonly tool: { readonly name: string };
  readonly args: Record<string, unknown>;
  readonly context: AdkContext;
}

/** What the model gets in the place of a result. */
export interface AdkRefusal extends Record<string, unknown> {
  error?: string;
  /** Of a call that waits for a person. */
  status?: string;
  receipts?: string[];
}

/** A tool that ADK asks whether a call of it has to be confirmed. */
export interface AdkConfirmable<Context> {
  readonly name: string;
  /** Whether a call with these arguments has to be confirmed. */
  checkRequireConfirmation(args: Record<string, unknown>, context?: Context): Promise<boolean>;
}

/** The options of {@link adkGate}. */
export type AdkGateOptions = ApprovalOptions;

/** The callback for agents, and what makes their tools confirmable. */
export interface AdkGate {
  /** The `beforeToolCallback` of an agent; sub-agents need it as well. */
  beforeToolCallback: (call: AdkCallbackCall) => Promise<AdkRefusal | undefined>;
  /**
   * Lets the calls of a tool be confirmed: changes its `checkRequireConfirmation` and gives the
   * tool back. ADK 2.0 resumes no confirmation that only a callback asked for, so without it the
   * gate denies what a person should decide on.
   */
  confirmable: <Context extends AdkContext, Tool extends AdkConfirmable<Context>>(
    tool: Tool & AdkConfirmable<Context>,
  ) => Tool;
}

/**
 * Makes the `beforeToolCallback` of an ADK agent from a gate.
 *
 * A deny goes to the model as `{ error, receipts }`, and the tool does not run. An ask requests a
 * confirmation; when it comes back, the gate is asked again, and what the person decided is its
 * answer, signed where the approver signs. ADK reads a recorded deny as an allow when the same call
 * comes again, so the callback asks the gate each time.
 *
 * @param gate The gate.
 * @param options See {@link AdkGateOptions}.
 * @returns The callback, and `confirmable()` for the tools.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { adkGate } from 'judgement/gates/adk';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const { beforeToolCallback } = adkGate(gate);
 * const context = { functionCallId: 'c1', requestConfirmation() {} };
 * const args = { command: 'rm -rf /' };
 * const refusal = await beforeToolCallback({ tool: { name: 'bash' }, args, context });
 * console.log(typeof refusal?.error); // string
 * // new LlmAgent({ name: 'coder', model, tools: [confirmable(bash)], beforeToolCallback });
 * ```
 */
export function adkGate(gate: Gate, options: AdkGateOptions = {}): AdkGate {
  checkOptions(options, APPROVAL_OPTIONS, 'options');
  const desk = makeDesk(gate, options);
  const confirmable = new WeakSet<object>();
  return Object.freeze({
    beforeToolCallback: (call: AdkCallbackCall) => before(desk, call, confirmable.has(call.tool)),
    confirmable<Context extends AdkContext, Tool extends AdkConfirmable<Context>>(
      tool: Tool & AdkConfirmable<Context>,
    ): Tool {
      checkTool(tool);
      const own = tool.checkRequireConfirmation.bind(tool);
      tool.checkRequireConfirmation = async (args, context) => {
        const call = desk.call(tool.name, args, context?.functionCallId);
        // Only what this gate asked about: ADK compares the input with the one that was shown.
        if (desk.wasAsked(await desk.check(call))) return true;
        return own(args, context);
      };
      confirmable.add(tool);
      return tool;
    },
  });
}

async function before(
  desk: Desk,
  { tool, args, context }: AdkCallbackCall,
  isConfirmable: boolean,
): Promise<AdkRefusal | undefined> {
  const { functionCallId, abortSignal, toolConfirmation } = context;
  const call = desk.call(tool.name, args, functionCallId);
  const effects = isConfirmable ? undefined : (['allow', 'warn', 'deny'] as const);
  const verdict = await desk.check(call, { signal: abortSignal, effects });
  if (verdict.effect === 'deny') return refuse(verdict);
  if (verdict.effect !== 'ask') return undefined;
  if (toolConfirmation === undefined) {
    desk.noteAsked(verdict);
    context.requestConfirmation({ hint: verdict.reason });
    return { status: verdict.reason };
  }
  const decision = toolConfirmation.confirmed === true ? 'allow' : 'deny';
  const after = await desk.answer(verdict, { call, decision }, abortSignal);
  return after.effect === 'allow' ? undefined : refuse(after);
}

function refuse({ reason, receipts }: Verdict): AdkRefusal {
  return { error: reason, receipts: receipts.map(({ id }) => id) };
}

function checkTool(tool: unknown): void {
  const { checkRequireConfirmation }: { readonly checkRequireConfirmation?: unknown } =
    Object(tool);
  if (typeof checkRequireConfirmation === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'tool',
    rule: 'a tool of ADK has checkRequireConfirmation()',
    fix: 'pass a FunctionTool, or a tool of your own that extends BaseTool',
  });
}
