/**
 * A gate around the callback of one tool: for servers whose transports are made for each request.
 *
 * @module
 */

import { randomBytes } from '@noble/hashes/utils.js';
import { hex } from '../../bytes.js';
import type { GateCall } from '../../gate/call.js';
import type { Gate } from '../../gate/gate.js';
import type { Signal } from '../../judge.js';
import { checkOptions } from '../../members.js';
import { APPROVAL_OPTIONS, type ApprovalOptions, changed, makeDesk } from '../shared/approvals.js';
import { membersOf, signalIn } from '../shared/look.js';
import { inputRequired, type McpQuestion, type McpRefusal, QUESTION, refusal } from './messages.js';

/** The options of {@link gateToolCallback}. */
export interface McpCallbackOptions extends ApprovalOptions {
  /**
   * Whether the server's SDK takes a result that requires input, as version 2 does in both eras.
   * Defaults to `true`; with version 1, say `false`: what a person should decide on is then denied.
   */
  readonly asksByResult?: boolean | undefined;
}

/** What a gated callback gives beside what the tool gives. */
export type McpGateResult = McpRefusal | McpQuestion;

/**
 * Puts a gate around the callback of a tool, as it is handed to `registerTool()`.
 *
 * A deny is a result with `isError` and the reason. An ask is a result that requires input: the
 * client asks its user and sends the call again, and the tool runs once its user accepted. What the
 * client sends back only names the call that was asked about; the gate remembers the rest.
 *
 * @param name The name that the tool is registered under.
 * @param callback The callback of the tool, with the input as its first argument.
 * @param gate The gate.
 * @param options See {@link McpCallbackOptions}.
 * @returns A callback for `registerTool()`.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateToolCallback } from 'judgement/gates/mcp';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const run = async ({ command }: { command: string }) => ({
 *   content: [{ type: 'text' as const, text: `ran ${command}` }],
 * });
 * const gated = gateToolCallback('bash', run, gate);
 * const result = await gated({ command: 'rm -rf /' });
 * console.log('isError' in result && result.isError); // true
 * // server.registerTool('bash', { inputSchema }, gated);
 * ```
 */
export function gateToolCallback<Input, Rest extends readonly unknown[], Result extends object>(
  name: string,
  callback: (input: Input, ...rest: Rest) => Result | Promise<Result>,
  gate: Gate,
  options: McpCallbackOptions = {},
): (input: Input, ...rest: Rest) => Promise<Result | McpGateResult> {
  checkOptions(options, [...APPROVAL_OPTIONS, 'asksByResult'], 'options');
  const { asksByResult = true } = options;
  const desk = makeDesk(gate, options);
  const prefix = `mcp:${hex(randomBytes(16))}:${name}`;
  const waiting = new Map<string, GateCall>();
  let ids = 0;
  const nextId = (kind: string): string => {
    ids += 1;
    return `${prefix}:${kind}#${ids}`;
  };
  return async (input, ...rest) => {
    const { requestState, action, signal } = readContext(rest[0]);
    const earlier = waiting.get(requestState);
    waiting.delete(requestState);
    const call = desk.call(name, input, earlier?.callId ?? nextId('in'));
    const effects = asksByResult ? undefined : (['allow', 'warn', 'deny'] as const);
    let verdict = await desk.check(call, { signal, effects });
    if (verdict.effect === 'ask' && (earlier === undefined || action === undefined)) {
      desk.noteAsked(verdict);
      const state = `mcp:${hex(randomBytes(16))}`;
      waiting.set(state, call);
      if (waiting.size > MOST_WAITING) waiting.delete(waiting.keys().next().value ?? '');
      return inputRequired(verdict, state);
    }
    if (verdict.effect === 'ask') {
      const decision = action === 'accept' ? 'allow' : 'deny';
      verdict = await desk.answer(verdict, { call, decision }, signal);
    }
    if (verdict.effect === 'deny' || verdict.effect === 'ask') return refusal(verdict);
    // It may have become another call while it was judged.
    if (!desk.isStill(verdict, call)) return refusal(changed(verdict));
    return await callback(input, ...rest);
  };
}

const MOST_WAITING = 1_000;

/** What the SDK's context of a call says: `mcpReq` in version 2, and the signal at its top in 1. */
function readContext(context: unknown): {
  readonly requestState: string;
  readonly action: string | undefined;
  readonly signal: Signal | undefined;
} {
  const { mcpReq, signal: own } = membersOf(context);
  const { inputResponses, requestState, signal = own } = membersOf(mcpReq);
  const state: unknown = typeof requestState === 'function' ? requestState() : requestState;
  const { action } = membersOf(membersOf(inputResponses)[QUESTION]);
  return {
    requestState: typeof state === 'string' ? state : '',
    action: typeof action === 'string' ? action : undefined,
    signal: signalIn(signal),
  };
}
