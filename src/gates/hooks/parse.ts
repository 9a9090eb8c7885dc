/**
 * Reads what a harness hands to a hook.
 *
 * @module
 */
import { isJudgementError, JudgeError } from '../../errors.js';
import type { GateCall } from '../../gate/call.js';
import { type JsonObject, type JsonValue, parseJson } from '../../json.js';
import { isName, isObject, present } from '../../members.js';
import { capabilityOf } from './capability.js';
import { type EventRow, HARNESSES, type Harness, type HookEvent, isHarness } from './harness.js';

/** A tool call that a harness asks about. */
export interface ParsedHook {
  readonly ok: true;
  readonly harness: Harness;
  readonly event: HookEvent;
  /** The call, for `gate.check()`. */
  readonly call: GateCall;
  /** Where the harness works; it is text of the harness, and not always the root of a project. */
  readonly cwd?: string;
}

/** Text that is no tool call of that harness. It is answered by a deny. */
export interface UnreadHook {
  readonly ok: false;
  readonly harness: Harness;
  readonly code: string;
  /** The place in what was read: `hook.tool_name`. */
  readonly path: string;
  readonly rule: string;
}

/** What {@link parseHook} makes of text. */
export type Hook = ParsedHook | UnreadHook;

/**
 * Reads what a harness wrote to the standard input of a hook. It throws for no text, whatever that
 * is: what cannot be read is a result as well, and {@link formatHook} answers it with a deny in the
 * harness's own words.
 *
 * Text is read strictly: two members of one name, of which the harness may use the other, are a
 * fault. Of opencode, whose hooks are functions, the text is that of `{ ...input, ...output }`:
 * `{"tool":"bash","sessionID":"s","callID":"c","args":{}}`.
 *
 * @param harness Who wrote it.
 * @param text What it wrote: at most 10 million characters.
 * @returns The call; or why there is none.
 * @throws `JudgeError` `bad_option` for a harness that is not known.
 *
 * @example
 * ```ts
 * import { parseHook } from 'judgement/gates/hooks';
 *
 * const hook = parseHook('codex', JSON.stringify({
 *   hook_event_name: 'PreToolUse',
 *   session_id: 's1',
 *   tool_use_id: 'c1',
 *   tool_name: 'Bash',
 *   tool_input: { command: 'ls' },
 * }));
 * if (hook.ok) console.log(hook.call.tool, hook.call.capability, hook.call.callId); // Bash shell.exec c1
 * console.log(parseHook('codex', '').ok); // false
 * ```
 */
export function parseHook(harness: Harness, text: string): Hook {
  checkHarness(harness);
  try {
    return read(harness, parseJson(withoutMark(text), { path: 'hook', maxLength: MAX_TEXT }));
  } catch (error) {
    if (!isJudgementError(error)) throw error;
    const { code, path, rule } = error;
    return Object.freeze({ ok: false, harness, code, path, rule });
  }
}

/** Refuses a harness that nobody knows: its answer could not be written either. */
export function checkHarness(harness: unknown): asserts harness is Harness {
  if (isHarness(harness)) return;
  throw new JudgeError('bad_option', {
    path: 'harness',
    rule: 'this harness is not known',
    fix: `use any of: ${Object.keys(HARNESSES).join(', ')}`,
  });
}

/** Tools write whole files, so a call can be long. */
const MAX_TEXT = 10_000_000;

/** Some shells of Windows put a byte order mark in front of what they pipe. */
function withoutMark(text: string): string {
  return typeof text === 'string' && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function read(harness: Harness, value: JsonValue): ParsedHook {
  if (!isObject(value)) throw wrong('hook', 'a hook is handed an object');
  const row = eventOf(harness, value);
  const tool = 'name' in row.tool ? row.tool.name : member(value, row.tool.member);
  if (!isName(tool)) {
    const path = 'member' in row.tool ? `hook.${row.tool.member}` : 'hook';
    throw wrong(path, 'a tool call has the name of its tool');
  }
  const call = Object.freeze({
    tool,
    input: inputOf(value, row),
    capability: capabilityOf(harness, tool),
    ...present({
      callId: nameOf(value, row.callId),
      session: nameOf(value, row.session),
    }),
  });
  const cwd = cwdOf(value);
  return Object.freeze({ ok: true, harness, event: row.event, call, ...present({ cwd }) });
}

/** A hook may be set up for another event by mistake; what it is asked then is no tool call. */
function eventOf(harness: Harness, value: JsonObject): EventRow {
  const { eventMember, events } = HARNESSES[harness];
  const name = member(value, eventMember);
  const named = events.find(({ event }) => event === name);
  if (named !== undefined) return named;
  // Copilot and opencode name no event: the members tell.
  const isUnnamed = harness === 'copilot' || harness === 'opencode';
  const [first] = events;
  if (name === undefined && isUnnamed) return first;
  throw wrong(
    `hook.${eventMember}`,
    `it is the event of a tool call: ${events.map(({ event }) => event).join(', ')}`,
  );
}

/** Some harnesses send the input as an object and some as its text; an input that is absent is a fault. */
function inputOf(value: JsonObject, { input }: EventRow): JsonValue {
  if ('members' in input) {
    const entries = input.members.map((name) => [name, required(value, name)] as const);
    return Object.freeze(Object.fromEntries(entries));
  }
  const given = required(value, input.member);
  if (typeof given !== 'string') return given;
  try {
    return parseJson(withoutMark(given), { path: `hook.${input.member}`, maxLength: MAX_TEXT });
  } catch (error) {
    // Text that is no JSON is the input of a tool that takes text; text that is bad JSON is not.
    const isText = !/^[\s\uFEFF]*[[{"]/.test(given);
    if (isText && isJudgementError(error) && error.code === 'bad_syntax') return given;
    throw error;
  }
}

function required(value: JsonObject, name: string): JsonValue {
  const given = member(value, name);
  if (given !== undefined && given !== null) return given;
  throw wrong(`hook.${name}`, 'a tool call has its input');
}

function nameOf(value: JsonObject, name: string | undefined): string | undefined {
  const given = name === undefined ? undefined : member(value, name);
  return isName(given) ? given : undefined;
}

function cwdOf(value: JsonObject): string | undefined {
  const cwd = member(value, 'cwd');
  if (isName(cwd)) return cwd;
  const roots = member(value, 'workspace_roots');
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return isName(first) ? first : undefined;
}

function member(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function wrong(path: string, rule: string): JudgeError {
  const fix = 'set the hook up for the tool calls of the harness that it is written for';
  return new JudgeError('bad_state', { path, rule, fix });
}
