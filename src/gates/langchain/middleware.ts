/**
 * A gate as a middleware of LangChain.
 *
 * @module
 */
import type { GateCall } from '../../gate/call.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import type { Signal } from '../../judge.js';
import { checkOptions, present } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  changed,
  type Desk,
  makeDesk,
} from '../shared/approvals.js';
import { readDecision, requestFor } from './review.js';

/** What LangChain hands to `wrapToolCall`: the part that a gate reads. */
export interface ToolCallRequest {
  readonly toolCall: {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly id?: string | undefined;
  };
  readonly tool: unknown;
  readonly runtime: unknown;
}

/** A middleware of LangChain, the part that a gate has. */
export interface GateMiddleware {
  readonly name: string;
  /** Runs a call, or refuses it. */
  readonly wrapToolCall: <Request extends ToolCallRequest, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Makes a middleware for `createAgent()` of LangChain from a gate. Put it last in the list, so that
 * no other middleware changes what was judged.
 *
 * A deny is a `ToolMessage` with the reason, the status `error` and the verdict's receipts in its
 * artifact; the tool does not run. An ask is an interrupt in the form of LangChain's own
 * `humanInTheLoopMiddleware()`, and is resumed like it, with `{ decisions: [{ type: 'approve' }] }`,
 * `reject` or `edit`; it needs a checkpointer. What a person edited is judged before it runs, and
 * the history goes on showing what the model wrote.
 *
 * @param gate The gate.
 * @param options See {@link ApprovalOptions}.
 * @returns The middleware. It throws what the tool throws, and the interrupt of LangGraph.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateMiddleware } from 'judgement/gates/langchain';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const middleware = gateMiddleware(gate);
 * const toolCall = { name: 'bash', args: { command: 'ls' }, id: 'c1' };
 * const request = { toolCall, tool: undefined, runtime: {} };
 * console.log(await middleware.wrapToolCall(request, () => 'ran')); // ran
 * // createAgent({ model, tools, middleware: [middleware], checkpointer });
 * ```
 */
export function gateMiddleware(gate: Gate, options: ApprovalOptions = {}): GateMiddleware {
  checkOptions(options, APPROVAL_OPTIONS, 'options');
  const desk = makeDesk(gate, options);
  return {
    name: 'JudgementGate',
    async wrapToolCall(request, handler) {
      const { toolCall, runtime } = request;
      const { interrupt, signal }: Runtime = Object(runtime);
      const call = desk.call(toolCall.name, toolCall.args, toolCall.id);
      const effects = interrupt === undefined ? (['allow', 'warn', 'deny'] as const) : undefined;
      const verdict = await desk.check(call, present({ signal, effects }));
      const settled = await settle({ desk, call, verdict, interrupt, signal });
      const { effect } = settled.verdict;
      if (effect === 'deny' || effect === 'ask') return refuse(request, handler, settled.verdict);
      // It may have become another call while it was judged.
      if (settled.args === undefined && !desk.isStill(verdict, call)) {
        return refuse(request, handler, changed(verdict));
      }
      if (settled.args === undefined) return handler(request);
      return handler({ ...request, toolCall: { ...toolCall, args: settled.args } });
    },
  };
}

interface Runtime {
  readonly interrupt?: ((value: unknown) => unknown) | undefined;
  readonly signal?: Signal | undefined;
}

interface Case {
  readonly desk: Desk;
  readonly call: GateCall;
  readonly verdict: Verdict;
  readonly interrupt: Runtime['interrupt'];
  readonly signal: Signal | undefined;
}

interface Settled {
  readonly verdict: Verdict;
  /** What a person made of the input, where they did. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Asks a person where the gate says so. LangGraph leaves here by an exception, and comes again. */
async function settle(asked: Case): Promise<Settled> {
  const { desk, call, verdict, interrupt, signal } = asked;
  // What was asked in this task before is asked again, and answered at once: LangGraph tells the
  // interrupts of a task by their order, and the tool may have some of its own.
  const isAsking = verdict.effect === 'ask' || desk.wasAsked(verdict);
  if (!isAsking || interrupt === undefined) return { verdict };
  const decided = readDecision(ask(asked, interrupt), call.tool);
  const { reason } = decided;
  if (decided.type === 'approve') {
    return { verdict: await desk.answer(verdict, { call, decision: 'allow', reason }, signal) };
  }
  const declined = await desk.answer(verdict, { call, decision: 'deny', reason }, signal);
  if (decided.type === 'reject') return { verdict: { ...declined, ...present({ reason }) } };
  // Not what the model wrote, but what a person made of it: another call, and judged as one.
  if (declined.resolved === undefined) return { verdict: declined };
  const { args } = decided;
  const edited = { ...call, input: args };
  const verdictOnEdited = await desk.check(edited, present({ signal }));
  if (verdictOnEdited.effect !== 'ask') return { verdict: verdictOnEdited, args };
  desk.noteAsked(verdictOnEdited);
  const answer = { call: edited, decision: 'allow', reason } as const;
  return { verdict: await desk.answer(verdictOnEdited, answer, signal), args };
}

function ask({ desk, call, verdict }: Case, interrupt: (value: unknown) => unknown): unknown {
  try {
    return interrupt(requestFor(call, verdict));
  } catch (error) {
    // The way in which LangGraph pauses. When it comes again, the same call was asked about.
    desk.noteAsked(verdict);
    throw error;
  }
}

/** LangChain takes nothing but a message of its own class, so its own handler makes one. */
async function refuse<Request extends ToolCallRequest, Result>(
  request: Request,
  handler: (request: Request) => Result | Promise<Result>,
  verdict: Verdict,
): Promise<Result> {
  const { reason, effect } = verdict;
  const { name, id } = request.toolCall;
  const tool = { name, invoke: async () => reason };
  // It is the request as it was given, but for the tool that is invoked.
  const message = await handler({ ...request, tool } as Request);
  if (typeof message !== 'object' || message === null) return message;
  const { constructor: Message }: { readonly constructor?: unknown } = message;
  // A middleware that is nearer to the tool may have answered with a command of the graph instead.
  if (typeof Message !== 'function' || !('tool_call_id' in message)) return message;
  // What is set on a message later is lost when a checkpoint is written, so it is made anew.
  const receipts = verdict.receipts.map((receipt) => receipt.id);
  const artifact = { judgement: { effect, receipts } };
  const fields = { content: reason, name, tool_call_id: id, status: 'error', artifact };
  return Reflect.construct(Message, [fields]);
}
