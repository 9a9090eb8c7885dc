/**
 * A gate around the tools of the AI SDK, 4 to 7: for hosts without `toolApproval`, and for
 * subagents.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { Gate } from '../../gate/gate.js';
import type { Signal } from '../../judge.js';
import { checkOptions } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  changed,
  type Desk,
  makeDesk,
} from '../shared/approvals.js';
import { type AnsweredCall, answersIn } from './messages.js';
import { modelOutput, refusedOutput, resultContent } from './output.js';

/** The options of {@link gateTools}. */
export interface GateToolsOptions extends ApprovalOptions {
  /**
   * Whether `needsApproval` may ask a person. Pass `false` for a subagent: nobody sees its questions.
   * Where nobody can be asked, and so in AI SDK 4 and 5 too, which have no approvals, what should be
   * asked is what the gate's `fallback` says: `deny`, unless it is told otherwise. Defaults to `true`.
   */
  readonly canAsk?: boolean | undefined;
}

/**
 * Puts a gate around each tool that has an `execute`, and gives tools of the same type: `execute`
 * asks the gate first, `needsApproval` asks a person where the gate says so, and a refused call is
 * the result `execution-denied` for the model (AI SDK 6 and 7), an error text (5), or the refused
 * output as it is (4).
 *
 * A tool without `execute` is returned as it is: it runs at the provider or in the browser, where no
 * gate is. A refused call has the output `{ refused: true, reason }`, which its own type does not
 * name.
 *
 * @param tools The tools by name.
 * @param gate The gate.
 * @param options See {@link GateToolsOptions}.
 * @returns The tools, with the gate around them.
 * @throws `JudgeError` `bad_option` for tools that are not named and for an option that does not exist
 *   or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateTools } from 'judgement/gates/ai';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const bash = { execute: async ({ command }: { command: string }, _: unknown) => `ran ${command}` };
 * const tools = gateTools({ bash }, gate);
 * console.log(await tools.bash.execute({ command: 'ls' }, { toolCallId: 'c1', messages: [] })); // ran ls
 * console.log(await tools.bash.execute({ command: 'rm -rf /' }, { toolCallId: 'c2', messages: [] }));
 * // { refused: true, reason: 'This call was not run (…)' }
 * ```
 */
export function gateTools<Tools extends object>(
  tools: Tools,
  gate: Gate,
  options: GateToolsOptions = {},
): Tools {
  checkOptions(options, [...APPROVAL_OPTIONS, 'canAsk'], 'options');
  const { canAsk = true } = options;
  checkTools(tools);
  const desk = makeDesk(gate, options);
  const gated = Object.entries(tools).map(([name, tool]) => [
    name,
    gateTool(name, tool, desk, canAsk),
  ]);
  // Each tool is the one that was there, with functions of the same kinds in place of its own.
  return Object.fromEntries(gated) as Tools;
}

function checkTools(tools: unknown): void {
  if (typeof tools === 'object' && tools !== null && !Array.isArray(tools)) return;
  const rule = 'the tools of the AI SDK are an object, by their names';
  throw new JudgeError('bad_option', { path: 'tools', rule, fix: 'pass { name: tool }' });
}

interface ToolLike {
  readonly execute?: unknown;
  readonly needsApproval?: unknown;
  readonly toModelOutput?: unknown;
  readonly experimental_toToolResultContent?: unknown;
}

/** What the AI SDK gives to a tool beside the input. */
interface Details {
  readonly toolCallId?: unknown;
  readonly messages?: unknown;
  readonly abortSignal?: Signal | undefined;
}

type AnyFunction = (...values: readonly unknown[]) => unknown;

function gateTool(name: string, tool: unknown, desk: Desk, canAsk: boolean): unknown {
  const given: ToolLike = Object(tool);
  const { execute, needsApproval, toModelOutput, experimental_toToolResultContent } = given;
  if (!isFunction(execute)) return tool;
  const place = { name, desk };
  const content = experimental_toToolResultContent;
  return {
    ...given,
    execute: isGenerator(execute) ? gateStream(execute, place) : gateFunction(execute, place),
    ...(canAsk ? { needsApproval: gateNeeds(needsApproval, place) } : {}),
    toModelOutput: (output: unknown) =>
      modelOutput(output, isFunction(toModelOutput) ? toModelOutput : undefined),
    ...(isFunction(content)
      ? { experimental_toToolResultContent: (result: unknown) => resultContent(result, content) }
      : {}),
  };
}

interface Place {
  readonly name: string;
  readonly desk: Desk;
}

function gateFunction(execute: AnyFunction, place: Place): AnyFunction {
  return async (input, details) => {
    const reason = await refusal(place, input, Object(details));
    if (reason !== undefined) return refusedOutput(reason);
    const output = await execute(input, details);
    if (!isIterable(output)) return output;
    // A promise of outputs is one output to the SDK, so it is given the last of them.
    let last: unknown;
    for await (const each of output) last = each;
    return last;
  };
}

/** A tool with preliminary outputs stays one: the SDK tells it by what it returns at once. */
function gateStream(execute: AnyFunction, place: Place): AnyFunction {
  return async function* (input, details) {
    const reason = await refusal(place, input, Object(details));
    if (reason !== undefined) yield refusedOutput(reason);
    else {
      const outputs = execute(input, details);
      if (isIterable(outputs)) yield* outputs;
    }
  };
}

/** Why a call may not run; nothing where it may. */
async function refusal(
  { name, desk }: Place,
  input: unknown,
  { toolCallId, messages, abortSignal: signal }: Details,
): Promise<string | undefined> {
  const callId = typeof toolCallId === 'string' ? toolCallId : undefined;
  const call = desk.call(name, input, callId);
  const answer = answerTo(messages, callId);
  // Without an answer nobody was asked: the host has no `needsApproval`, or passed it over.
  const effects = answer === undefined ? (['allow', 'warn', 'deny'] as const) : undefined;
  const verdict = await desk.check(call, { signal, effects });
  const isAnswered = verdict.effect === 'ask' || desk.wasAsked(verdict);
  const { effect, reason } =
    answer?.approved === true && isAnswered
      ? await desk.answer(verdict, { call, decision: 'allow', reason: answer.reason }, signal)
      : verdict;
  if (effect === 'deny' || effect === 'ask') return reason;
  return desk.isStill(verdict, call) ? undefined : changed(verdict).reason;
}

function gateNeeds(needs: unknown, { name, desk }: Place): AnyFunction {
  return async (input, details) => {
    const { toolCallId, messages }: Details = Object(details);
    const callId = typeof toolCallId === 'string' ? toolCallId : undefined;
    const verdict = await desk.check(desk.call(name, input, callId));
    // Nobody is bothered with what will not run: `execute` refuses it, with the reason.
    if (verdict.effect === 'deny') return false;
    const isHostAsking = Boolean(isFunction(needs) ? await needs(input, details) : needs);
    const isAnswered = answerTo(messages, callId) !== undefined;
    const isAsking = verdict.effect === 'ask' || isHostAsking;
    // After an answer the SDK asks again, and an answer must not make its own question. AI SDK 6
    // takes an approval of what needs none for a forgery, so what was asked goes on needing one.
    if (isAnswered) return isAsking || desk.wasAsked(verdict);
    if (isAsking) desk.noteAsked(verdict);
    return isAsking;
  };
}

function answerTo(messages: unknown, callId: string | undefined): AnsweredCall | undefined {
  if (!Array.isArray(messages)) return undefined;
  return answersIn(messages).find((answer) => answer.callId === callId);
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

function isGenerator(execute: AnyFunction): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
