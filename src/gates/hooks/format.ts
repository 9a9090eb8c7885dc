/**
 * Writes what a hook answers, so that its harness does what the verdict says.
 *
 * @module
 */
import { express, type Fallbacks, type GateEffect, readFallbacks } from '../../gate/effect.js';
import type { Verdict } from '../../gate/verdict.js';
import { LONE_SURROGATE } from '../../json-parts.js';
import { checkOptions, isBlank, present } from '../../members.js';
import { HARNESSES, type Harness, type HookEvent } from './harness.js';
import { checkHarness, type UnreadHook } from './parse.js';

/** What a hook answers: a {@link Verdict}, or as much of one. */
export type HookVerdict = Pick<Verdict, 'effect' | 'reason' | 'fallbackFrom'>;

/** The options of {@link formatHook}. */
export interface FormatOptions {
  /** The event that is answered. Defaults to the harness's first: that of any tool call. */
  readonly event?: HookEvent | undefined;
  /** What takes the place of what the harness cannot express. Defaults to `{ ask: 'deny', warn: 'allow' }`. */
  readonly fallback?: Fallbacks | undefined;
  /**
   * Whether an allow overrules the harness's own prompt, where that can be said. Defaults to
   * `false`: an allow says nothing, and the harness goes on by its own rules.
   */
  readonly explicitAllow?: boolean | undefined;
}

/** What a hook writes, and how it ends. */
export interface HookOutput {
  /** For standard output, as it is. */
  readonly stdout: string;
  /** For standard error, as it is; of opencode, the message to throw where `exitCode` is not 0. */
  readonly stderr: string;
  readonly exitCode: 0 | 2;
  /** What the harness does of it. */
  readonly effect: GateEffect;
  /** The effect that this one stands for, as the harness cannot express that one. */
  readonly fallbackFrom?: GateEffect;
}

/**
 * Says which effects the answer to a hook can express, for `gate.check(call, { effects })`.
 *
 * @param harness The harness.
 * @param event The event; its first by default.
 * @returns The effects.
 * @throws `JudgeError` `bad_option` for a harness that is not known.
 *
 * @example
 * ```ts
 * import { hookEffects } from 'judgement/gates/hooks';
 *
 * console.log(hookEffects('codex')); // [ 'allow', 'deny' ]
 * ```
 */
export function hookEffects(harness: Harness, event?: HookEvent): readonly GateEffect[] {
  checkHarness(harness);
  const { events } = HARNESSES[harness];
  return (events.find((row) => row.event === event) ?? events[0]).effects;
}

/**
 * Writes the answer to a hook. There is one for every verdict and every harness, with nothing in it
 * that the harness takes for invalid: several run the tool on an answer that they cannot read. An
 * effect that the harness cannot express becomes the declared fallback, and the result names it.
 *
 * @param harness Who reads it.
 * @param verdict What a gate said, or what {@link parseHook} could not read, which is a deny.
 * @param options See {@link FormatOptions}.
 * @returns What to write, and the exit code.
 * @throws `JudgeError` `bad_option` for a harness that is not known, and for options that are
 *   none.
 *
 * @example
 * ```ts
 * import { formatHook } from 'judgement/gates/hooks';
 *
 * const verdict = { effect: 'ask', reason: 'A person decides on this call' } as const;
 * console.log(formatHook('copilot', verdict).stdout);
 * // {"permissionDecision":"ask","permissionDecisionReason":"A person decides on this call"}
 * const { effect, fallbackFrom } = formatHook('codex', verdict);
 * console.log(effect, fallbackFrom); // deny ask
 * ```
 */
export function formatHook(
  harness: Harness,
  verdict: HookVerdict | UnreadHook,
  options: FormatOptions = {},
): HookOutput {
  checkHarness(harness);
  checkOptions(options, ['event', 'fallback', 'explicitAllow'], 'options');
  const fallbacks = readFallbacks(options.fallback, 'options.fallback');
  const { effect: wanted, reason, fallbackFrom } = toVerdict(verdict);
  const expressed = express(wanted, hookEffects(harness, options.event), fallbacks);
  const event = options.event ?? HARNESSES[harness].events[0].event;
  const { effect } = expressed;
  const isSilent = effect === 'allow' && options.explicitAllow !== true;
  const said = { event, effect, reason: readable(reason), isSilent };
  return Object.freeze({
    ...WRITERS[harness](said),
    effect,
    ...present({ fallbackFrom: expressed.fallbackFrom ?? fallbackFrom }),
  });
}

/** An answer, to be put into a harness's words. */
interface Said {
  readonly event: HookEvent;
  readonly effect: GateEffect;
  readonly reason: string;
  /** An allow that leaves the harness to its own rules. */
  readonly isSilent: boolean;
}

type Written = Pick<HookOutput, 'stdout' | 'stderr' | 'exitCode'>;

const SILENCE: Written = { stdout: '', stderr: '', exitCode: 0 };

const WRITERS: { readonly [harness in Harness]: (said: Said) => Written } = {
  'claude-code': ({ effect, reason, isSilent }) => {
    if (isSilent) return SILENCE;
    if (effect !== 'warn') return json({ hookSpecificOutput: decision(effect, reason) });
    const hookSpecificOutput = { hookEventName: 'PreToolUse', additionalContext: reason };
    return json({ hookSpecificOutput, systemMessage: reason });
  },
  codex: ({ event, effect, reason, isSilent }) => {
    if (event === 'PermissionRequest') {
      if (isSilent || effect === 'ask') return SILENCE;
      const behavior =
        effect === 'deny' ? { behavior: 'deny', message: reason } : { behavior: 'allow' };
      return json({ hookSpecificOutput: { hookEventName: event, decision: behavior } });
    }
    // An allow that rewrites nothing is invalid in Codex, so there is no explicit one.
    if (effect !== 'deny') return SILENCE;
    return json({ hookSpecificOutput: decision(effect, reason) });
  },
  // Never nothing: Gemini takes silence, whatever the exit code, for no decision.
  gemini: ({ effect, reason }) => {
    if (effect === 'allow') return json({ decision: 'allow' });
    if (effect === 'warn') return json({ decision: 'allow', systemMessage: reason });
    return json({ decision: effect, reason });
  },
  // An object in any case: set up to fail closed, Cursor refuses a call that it reads nothing of.
  cursor: ({ effect, reason, isSilent }) => {
    if (isSilent) return json({});
    if (effect === 'warn') return json({ additional_context: reason });
    if (effect === 'allow') return json({ permission: 'allow' });
    return json({ permission: effect, user_message: reason, agent_message: reason });
  },
  copilot: ({ effect, reason, isSilent }) => {
    if (isSilent) return SILENCE;
    return json({ permissionDecision: effect, permissionDecisionReason: reason });
  },
  opencode: ({ effect, reason }) =>
    effect === 'deny' ? { stdout: '', stderr: reason, exitCode: 2 } : SILENCE,
};

function decision(effect: GateEffect, reason: string): object {
  return {
    hookEventName: 'PreToolUse',
    permissionDecision: effect,
    permissionDecisionReason: reason,
  };
}

function json(value: object): Written {
  return { stdout: JSON.stringify(value), stderr: '', exitCode: 0 };
}

/** What a gate could not be asked about is not run: a judge that fails is another matter. */
function toVerdict(verdict: HookVerdict | UnreadHook): HookVerdict {
  if (!('ok' in verdict)) return isVerdict(verdict) ? verdict : REFUSAL;
  const code = verdict.code.replace(/\W/g, '_');
  return { effect: 'deny', reason: `This call was not run: it could not be read (${code})` };
}

function isVerdict({ effect, reason }: HookVerdict): boolean {
  return EFFECTS.has(effect) && typeof reason === 'string';
}

const EFFECTS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(['allow', 'warn', 'ask', 'deny']);

const REFUSAL: HookVerdict = { effect: 'deny', reason: 'This call was not run' };

/** Codex runs the tool for a deny without a reason, and for text that is not well-formed. */
function readable(reason: string): string {
  const short = reason.slice(0, MAX_REASON).replace(new RegExp(LONE_SURROGATE, 'gu'), '\uFFFD');
  return isBlank(short) ? REFUSAL.reason : short;
}

const MAX_REASON = 2_000;
