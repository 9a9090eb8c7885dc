/**
 * Judges tool calls of Mastra agents, before they are approved and before they run.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import { checkOptions } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  type Desk,
  makeDesk,
} from '../shared/approvals.js';
import { membersOf } from '../shared/look.js';
import { makePending, type Pending } from '../shared/pending.js';

/** What Mastra asks `requireToolApproval` about. */
export interface MastraApprovalQuestion {
  readonly toolName: string;
  readonly args?: unknown;
}

/** What Mastra hands `beforeToolCall`. */
export interface MastraHookCall {
  readonly toolName: string;
  readonly input?: unknown;
  readonly context?: unknown;
}

/** What the model gets in the place of a result. */
export interface MastraRefusal {
  proceed: false;
  output: { denied: true; reason: string; receipts: string[] };
}

/** The options of {@link mastraGate}. */
export interface MastraGateOptions<Question extends MastraApprovalQuestion = MastraApprovalQuestion>
  extends ApprovalOptions {
  /** The `requireToolApproval` that the host has of its own: where it says true, a person decides. */
  readonly requireToolApproval?:
    | boolean
    | ((question: Question) => boolean | Promise<boolean>)
    | undefined;
}

/** The hooks of a run. */
export interface MastraHooks {
  /** Refuses a call that may not run. */
  beforeToolCall: (call: MastraHookCall) => Promise<MastraRefusal | undefined>;
}

/** What to hand `agent.generate()` and `agent.stream()`, and what to tell of a decline. */
export interface MastraGate<Question extends MastraApprovalQuestion = MastraApprovalQuestion> {
  /** The option `hooks`. It takes the place of the agent's own hooks of the same name. */
  hooks: MastraHooks;
  /** The option `requireToolApproval`. */
  requireToolApproval: (question: Question) => Promise<boolean>;
  /**
   * Records that a person declined, which Mastra tells to no hook: takes the `suspendPayload` of
   * the result. Call it beside `declineToolCallGenerate()`.
   */
  declined: (suspended: MastraApprovalQuestion, reason?: string) => Promise<Verdict>;
}

/**
 * Makes the hook and the approval function of a Mastra agent from a gate.
 *
 * A deny goes to the model as the result `{ denied: true, reason, receipts }`, and the tool does not
 * run; nobody is asked about it. An ask suspends the run; the tool runs once the host approves, and
 * that is the gate's answer, signed where the approver signs. A tool's own `requireApproval`
 * function takes the place of the option in Mastra: there the hook still denies, and an ask that
 * never reached a person is a deny.
 *
 * @param gate The gate.
 * @param options See {@link MastraGateOptions}.
 * @returns The two options, and `declined()`.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { mastraGate } from 'judgement/gates/mastra';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const { hooks } = mastraGate(gate);
 * const input = { command: 'rm -rf /' };
 * const refusal = await hooks.beforeToolCall({ toolName: 'bash', input });
 * console.log(refusal?.proceed, refusal?.output.denied); // false true
 * // const { hooks, requireToolApproval } = mastraGate(gate, { approver });
 * // agent.generate('…', { hooks, requireToolApproval });
 * ```
 */
export function mastraGate<Question extends MastraApprovalQuestion = MastraApprovalQuestion>(
  gate: Gate,
  options: MastraGateOptions<Question> = {},
): MastraGate<Question> {
  checkOptions(options, [...APPROVAL_OPTIONS, 'requireToolApproval'], 'options');
  const { requireToolApproval: host = false } = options;
  if (typeof host !== 'boolean' && typeof host !== 'function') {
    const rule = 'it is true, false or a function';
    const fix = 'pass what Mastra takes, or leave it out';
    throw new JudgeError('bad_option', { path: 'options.requireToolApproval', rule, fix });
  }
  const desk = makeDesk(gate, options);
  const pending = makePending(gate);
  return Object.freeze({
    hooks: Object.freeze({ beforeToolCall: (call: MastraHookCall) => before(desk, pending, call) }),
    async requireToolApproval(question: Question) {
      const call = desk.call(question.toolName, question.args, pending.nextId());
      // A run that goes on asks again, about the call that it waited for.
      const earlier = pending.find(call);
      if (earlier?.isDeclined === true) return pending.take(call) !== undefined;
      const verdict = earlier?.verdict ?? (await desk.check(call));
      if (earlier === undefined) pending.add({ call, verdict });
      // The hook denies: nobody is to approve what will not run.
      if (verdict.effect === 'deny') return false;
      if (verdict.effect === 'ask') desk.noteAsked(verdict);
      return verdict.effect === 'ask' || (await askHost(host, question));
    },
    async declined({ toolName, args }: MastraApprovalQuestion, reason?: string) {
      const asked = desk.call(toolName, args, undefined);
      const known = pending.take(asked);
      const call = known?.call ?? desk.call(toolName, args, pending.nextId());
      const verdict = known?.verdict ?? (await desk.check(call));
      pending.add({ call, verdict, isDeclined: true });
      return desk.answer(verdict, { call, decision: 'deny', reason });
    },
  });
}

/** A host that fails to say whether a person decides has not said that nobody has to. */
async function askHost<Question>(
  host: boolean | ((question: Question) => boolean | Promise<boolean>),
  question: Question,
): Promise<boolean> {
  if (typeof host === 'boolean') return host;
  try {
    return (await host(question)) !== false;
  } catch {
    return true;
  }
}

async function before(
  desk: Desk,
  pending: Pending,
  { toolName, input, context }: MastraHookCall,
): Promise<MastraRefusal | undefined> {
  const call = desk.call(toolName, input, callIdOf(context));
  const known = pending.take(call);
  if (known?.isDeclined === true) return refuse(declinedOf(known.verdict));
  const asked = known?.call ?? call;
  const verdict = known?.verdict ?? (await desk.check(asked));
  if (verdict.effect === 'deny') return refuse(verdict);
  if (verdict.effect !== 'ask') return undefined;
  // A call that waited for a person comes here only once that person approved.
  const after = await desk.answer(verdict, { call: asked, decision: 'allow' });
  return after.effect === 'allow' ? undefined : refuse(after);
}

function declinedOf(verdict: Verdict): Verdict {
  return { ...verdict, effect: 'deny', reason: 'This call was not run: a person declined it' };
}

function callIdOf(context: unknown): string | undefined {
  const { toolCallId, agent } = membersOf(context);
  const id = toolCallId ?? membersOf(agent)['toolCallId'];
  return typeof id === 'string' ? id : undefined;
}

function refuse({ reason, receipts }: Verdict): MastraRefusal {
  const ids = receipts.map(({ id }) => id);
  return { proceed: false, output: { denied: true, reason, receipts: ids } };
}
