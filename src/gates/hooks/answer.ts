/**
 * A hook from end to end: read, ask the gate, and write.
 *
 * @module
 */
import type { Gate } from '../../gate/gate.js';
import { checkOptions } from '../../members.js';
import { type FormatOptions, formatHook, type HookOutput, hookEffects } from './format.js';
import type { Harness } from './harness.js';
import { checkHarness, type ParsedHook, parseHook } from './parse.js';

/** The options of {@link answerHook}. */
export interface AnswerHookOptions extends Pick<FormatOptions, 'explicitAllow'> {
  /**
   * The gate, or a function that makes one for a call: it may look at where the harness works. Its
   * own `fallback` says what takes the place of what the harness cannot express, and is on record.
   */
  readonly gate: Gate | ((hook: ParsedHook) => Gate | Promise<Gate>);
}

/**
 * Answers a hook: reads what the harness wrote, asks the gate with the effects that the harness can
 * express, and writes the verdict. It never rejects but for options that are none: whatever goes
 * wrong in between is a deny, as most harnesses run a tool whose hook fails.
 *
 * @param harness Who asks.
 * @param text What it wrote to standard input.
 * @param options See {@link AnswerHookOptions}.
 * @returns What to write, and the exit code.
 * @throws `JudgeError` `bad_option` for a harness that is not known and for options that are
 *   none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { answerHook } from 'judgement/gates/hooks';
 *
 * const text = JSON.stringify({
 *   hook_event_name: 'PreToolUse',
 *   tool_name: 'Bash',
 *   tool_input: { command: 'rm -rf ../..' },
 *   cwd: '/srv/project',
 * });
 * const output = await answerHook('claude-code', text, {
 *   gate: ({ cwd }) => createGate({
 *     judge: rulesJudge(),
 *     questions: rulesQuestions,
 *     context: { workspaceRoot: cwd },
 *   }),
 * });
 * console.log(output.effect, output.exitCode); // deny 0
 * ```
 */
export async function answerHook(
  harness: Harness,
  text: string,
  options: AnswerHookOptions,
): Promise<HookOutput> {
  checkHarness(harness);
  checkOptions(options, ['gate', 'explicitAllow'], 'options');
  const { gate: given, explicitAllow } = options;
  const hook = parseHook(harness, text);
  if (!hook.ok) return formatHook(harness, hook);
  const { event } = hook;
  try {
    const gate = typeof given === 'function' ? await given(hook) : given;
    const verdict = await gate.check(hook.call, { effects: hookEffects(harness, event) });
    return formatHook(harness, verdict, { event, explicitAllow });
  } catch {
    return formatHook(harness, FAILED, { event });
  }
}

const FAILED = { effect: 'deny', reason: 'This call was not run: the gate failed' } as const;
