/**
 * Judges tool calls in a `PreToolUse` hook, which every call passes, and lets `canUseTool` ask.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import type { Signal } from '../../judge.js';
import { checkOptions, present } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  type Desk,
  makeDesk,
} from '../shared/approvals.js';
import { membersOf } from '../shared/look.js';

/** What the SDK tells `canUseTool` beside the call, as far as it is used here. */
export interface ClaudePromptOptions {
  readonly signal: Signal;
  readonly toolUseID: string;
}

/** What `canUseTool` answers, as far as it is read here. */
export interface ClaudePermission {
  readonly behavior: 'allow' | 'deny';
  readonly updatedInput?: Record<string, unknown>;
  readonly message?: string;
}

/** What this gate answers in the place of a person whose answer does not count. */
export interface ClaudeDenial {
  behavior: 'deny';
  message: string;
}

/** The SDK's `canUseTool`. */
export type ClaudeCanUseTool<Options, Permission> = (
  toolName: string,
  input: Record<string, unknown>,
  options: Options,
) => Promise<Permission>;

/** The options of {@link claudeGate}. */
export interface ClaudeGateOptions<
  Options extends ClaudePromptOptions = ClaudePromptOptions,
  Permission extends ClaudePermission | null = ClaudePermission | null,
> extends ApprovalOptions {
  /**
   * Asks a person about the calls that the gate asks about, and about those that the host's own
   * rules ask about. Without one, the gate denies what a person should decide on.
   */
  readonly canUseTool?: ClaudeCanUseTool<Options, Permission> | undefined;
  /** Which tools the hook is for, as the SDK's `matcher`. All of them by default. */
  readonly matcher?: string | undefined;
  /**
   * Whether an allow is told as `allow`, so that the host's own rules do not ask. Defaults to
   * `false`: the gate has nothing against the call, and says nothing.
   */
  readonly explicitAllow?: boolean | undefined;
}

/** What a hook answers: nothing where the gate has nothing against the call. */
export interface ClaudeHookOutput {
  systemMessage?: string;
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'allow' | 'deny' | 'ask';
    permissionDecisionReason: string;
  };
}

/** A hook, for any of the SDK's events. */
export type ClaudeHook = (
  input: { readonly hook_event_name: string },
  toolUseID: string | undefined,
  options: { readonly signal: Signal },
) => Promise<ClaudeHookOutput>;

/** What to spread into the `options` of `query()`. */
export interface ClaudeGate<Options, Permission> {
  hooks: { PreToolUse: { matcher?: string; hooks: ClaudeHook[]; onFailure: 'block' }[] };
  canUseTool?: ClaudeCanUseTool<Options, Permission | ClaudeDenial>;
}

/**
 * Makes the hook, and the `canUseTool`, of the Claude Agent SDK from a gate.
 *
 * Every call passes the hook, also those of subagents and of MCP servers. A deny goes to the model
 * with the reason. An ask makes the host ask by `canUseTool`; what the person answers there is the
 * gate's answer, signed where the approver signs, if the input is still the one that was asked
 * about: with another `updatedInput` it is another call and judged anew. The hook is set to block
 * when it fails, which a Claude Code that cannot do so refuses at the start.
 *
 * @param gate The gate.
 * @param options See {@link ClaudeGateOptions}.
 * @returns `hooks`, and `canUseTool` where one was passed.
 * @throws `JudgeError` `bad_option` for an option that does not exist or is none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { claudeGate } from 'judgement/gates/claude-agent';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const { hooks } = claudeGate(gate);
 * const input = {
 *   hook_event_name: 'PreToolUse',
 *   tool_name: 'Bash',
 *   tool_input: { command: 'rm -rf /' },
 *   tool_use_id: 'toolu_1',
 * };
 * const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
 * const output = await hooks.PreToolUse[0]?.hooks[0]?.(input, 'toolu_1', { signal });
 * console.log(output?.hookSpecificOutput?.permissionDecision); // deny
 * // query({ prompt, options: { hooks } });
 * ```
 */
export function claudeGate<
  Options extends ClaudePromptOptions = ClaudePromptOptions,
  Permission extends ClaudePermission | null = ClaudePermission | null,
>(
  gate: Gate,
  options: ClaudeGateOptions<Options, Permission> = {},
): ClaudeGate<Options, Permission> {
  checkOptions(options, [...APPROVAL_OPTIONS, 'canUseTool', 'matcher', 'explicitAllow'], 'options');
  const { canUseTool, matcher, explicitAllow = false } = options;
  checkFunction(canUseTool);
  const desk = makeDesk(gate, options);
  const hook = makeHook(desk, { asks: canUseTool !== undefined, explicitAllow });
  return {
    hooks: { PreToolUse: [{ ...present({ matcher }), hooks: [hook], onFailure: 'block' }] },
    ...present({ canUseTool: canUseTool && makePrompt(desk, canUseTool) }),
  };
}

function makeHook(
  desk: Desk,
  { asks, explicitAllow }: { readonly asks: boolean; readonly explicitAllow: boolean },
): ClaudeHook {
  return async (input, toolUseId, { signal }) => {
    if (input.hook_event_name !== 'PreToolUse') return {};
    const { tool_name: tool, tool_input: toolInput, tool_use_id: id } = membersOf(input);
    if (typeof tool !== 'string' || tool === '') return decide('deny', UNNAMED);
    const callId = typeof id === 'string' ? id : toolUseId;
    const call = desk.call(String(tool), toolInput, callId);
    const effects = asks ? undefined : (['allow', 'warn', 'deny'] as const);
    const verdict = await desk.check(call, { signal, effects });
    const { effect, reason } = verdict;
    if (effect === 'ask') desk.noteAsked(verdict);
    if (effect === 'warn') return { systemMessage: reason };
    return effect === 'allow' && !explicitAllow ? {} : decide(effect, reason);
  };
}

const NO_ANSWER = 'This call was not run: nobody said whether it may';

const UNNAMED = 'This call was not run: it has no name of a tool';

function decide(permissionDecision: 'allow' | 'deny' | 'ask', reason: string): ClaudeHookOutput {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason: reason,
    },
  };
}

function makePrompt<
  Options extends ClaudePromptOptions,
  Permission extends ClaudePermission | null,
>(
  desk: Desk,
  canUseTool: ClaudeCanUseTool<Options, Permission>,
): ClaudeCanUseTool<Options, Permission | ClaudeDenial> {
  return async (toolName, input, options) => {
    const { signal, toolUseID } = options;
    const call = desk.call(toolName, input, toolUseID);
    const verdict = await desk.check(call, { signal });
    if (verdict.effect === 'deny') return deny(verdict);
    const permission = await canUseTool(toolName, input, options);
    // Answered somewhere else, and nothing is known of the answer here.
    if (permission === null) return permission;
    const given: Partial<ClaudePermission> = Object(permission);
    const { behavior, updatedInput, message } = given;
    if (behavior !== 'allow' && behavior !== 'deny')
      return { behavior: 'deny', message: NO_ANSWER };
    if (behavior === 'allow' && updatedInput !== undefined) {
      const changed = desk.call(toolName, updatedInput, toolUseID);
      const again = await desk.check(changed, { signal });
      if (again !== verdict)
        return again.effect === 'allow' || again.effect === 'warn' ? permission : deny(again);
    }
    // A prompt of the host's own rules is none of the gate's.
    if (!desk.wasAsked(verdict)) return permission;
    const reason = behavior === 'deny' ? message : undefined;
    const after = await desk.answer(verdict, { call, decision: behavior, reason }, signal);
    return behavior === 'allow' && after.effect !== 'allow' ? deny(after) : permission;
  };
}

function deny({ reason }: Verdict): ClaudeDenial {
  return { behavior: 'deny', message: reason };
}

function checkFunction(value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'options.canUseTool',
    rule: 'it is a function',
    fix: 'pass the canUseTool that asks a person, or leave it out',
  });
}
