/**
 * What each harness for coding agents sends its hooks and takes from them: a table, one entry each.
 *
 * @module
 */
import type { GateEffect } from '../../gate/effect.js';

/** A harness whose hooks can be spoken with. */
export type Harness = 'claude-code' | 'codex' | 'gemini' | 'cursor' | 'copilot' | 'opencode';

/** The event of a hook that stands in front of a tool call, as the harness calls it. */
export type HookEvent =
  | 'PreToolUse'
  | 'PermissionRequest'
  | 'BeforeTool'
  | 'preToolUse'
  | 'beforeShellExecution'
  | 'beforeMCPExecution'
  | 'beforeReadFile'
  | 'tool.execute.before';

/** Where the members of a call are in what a harness sends. */
export interface EventRow {
  readonly event: HookEvent;
  /** The effects that its answer can express. */
  readonly effects: readonly GateEffect[];
  /** The tool's name: a member, or the tool that the event is about. */
  readonly tool: { readonly member: string } | { readonly name: string };
  /** The input: a member, or the members of the event that make it up. */
  readonly input: { readonly member: string } | { readonly members: readonly string[] };
  readonly callId?: string;
  readonly session?: string;
}

/** What is known of a harness. */
export interface HarnessRow {
  /** The member that names the event; where it is absent, so is the event's name. */
  readonly eventMember: string;
  /** Its events; the first is the one that unreadable text is answered as. */
  readonly events: readonly [EventRow, ...EventRow[]];
  /** What its own tools do, beside those of {@link CAPABILITIES}. */
  readonly capabilities: ReadonlyMap<string, string>;
}

const WITH_ASK: readonly GateEffect[] = /* @__PURE__ */ Object.freeze([
  'allow',
  'warn',
  'ask',
  'deny',
]);
const ASK_ONLY: readonly GateEffect[] = /* @__PURE__ */ Object.freeze(['allow', 'ask', 'deny']);
const WARN_ONLY: readonly GateEffect[] = /* @__PURE__ */ Object.freeze(['allow', 'warn', 'deny']);
const NEITHER: readonly GateEffect[] = /* @__PURE__ */ Object.freeze(['allow', 'deny']);

/** The names that Claude Code made common, with their capabilities in Treeship's words. */
export const CAPABILITIES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['Read', 'file.read'],
  ['Grep', 'file.read'],
  ['Glob', 'file.read'],
  ['Write', 'file.write'],
  ['Edit', 'file.write'],
  ['MultiEdit', 'file.write'],
  ['NotebookEdit', 'file.write'],
  ['Bash', 'shell.exec'],
  ['WebFetch', 'net.fetch'],
  ['WebSearch', 'net.fetch'],
  ['Agent', 'agent.spawn'],
  ['Task', 'agent.spawn'],
]);

const NONE: ReadonlyMap<string, string> = /* @__PURE__ */ new Map();

const TOOL_NAME = { member: 'tool_name' };
const TOOL_INPUT = { member: 'tool_input' };

/** Every harness that is known. */
export const HARNESSES: { readonly [harness in Harness]: HarnessRow } = {
  'claude-code': {
    eventMember: 'hook_event_name',
    events: [
      {
        event: 'PreToolUse',
        effects: WITH_ASK,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        callId: 'tool_use_id',
        session: 'session_id',
      },
    ],
    capabilities: NONE,
  },
  codex: {
    eventMember: 'hook_event_name',
    events: [
      // An `ask` here is an invalid answer, after which Codex runs the tool.
      {
        event: 'PreToolUse',
        effects: NEITHER,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        callId: 'tool_use_id',
        session: 'session_id',
      },
      // Here a person is about to be asked, so that to say nothing is to ask.
      {
        event: 'PermissionRequest',
        effects: ASK_ONLY,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        callId: 'tool_use_id',
        session: 'session_id',
      },
    ],
    capabilities: /* @__PURE__ */ new Map([['apply_patch', 'file.write']]),
  },
  gemini: {
    eventMember: 'hook_event_name',
    events: [
      {
        event: 'BeforeTool',
        effects: WITH_ASK,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        session: 'session_id',
      },
    ],
    capabilities: /* @__PURE__ */ new Map([
      ['run_shell_command', 'shell.exec'],
      ['read_file', 'file.read'],
      ['read_many_files', 'file.read'],
      ['list_directory', 'file.read'],
      ['glob', 'file.read'],
      ['grep_search', 'file.read'],
      ['search_file_content', 'file.read'],
      ['write_file', 'file.write'],
      ['replace', 'file.write'],
      ['web_fetch', 'net.fetch'],
      ['google_web_search', 'net.fetch'],
    ]),
  },
  cursor: {
    eventMember: 'hook_event_name',
    events: [
      {
        event: 'preToolUse',
        effects: WARN_ONLY,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        callId: 'tool_use_id',
        session: 'conversation_id',
      },
      {
        event: 'beforeShellExecution',
        effects: WITH_ASK,
        tool: { name: 'Shell' },
        input: { members: ['command'] },
        session: 'conversation_id',
      },
      {
        event: 'beforeMCPExecution',
        effects: WITH_ASK,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        session: 'conversation_id',
      },
      {
        event: 'beforeReadFile',
        effects: NEITHER,
        tool: { name: 'Read' },
        input: { members: ['file_path'] },
        session: 'conversation_id',
      },
    ],
    capabilities: /* @__PURE__ */ new Map([
      ['Shell', 'shell.exec'],
      ['Delete', 'file.write'],
    ]),
  },
  copilot: {
    eventMember: 'hook_event_name',
    events: [
      {
        event: 'preToolUse',
        effects: ASK_ONLY,
        tool: { member: 'toolName' },
        input: { member: 'toolArgs' },
        session: 'sessionId',
      },
      {
        event: 'PreToolUse',
        effects: ASK_ONLY,
        tool: TOOL_NAME,
        input: TOOL_INPUT,
        session: 'session_id',
      },
    ],
    capabilities: /* @__PURE__ */ new Map([
      ['bash', 'shell.exec'],
      ['powershell', 'shell.exec'],
      ['view', 'file.read'],
      ['grep', 'file.read'],
      ['glob', 'file.read'],
      ['create', 'file.write'],
      ['edit', 'file.write'],
      ['web_fetch', 'net.fetch'],
      ['task', 'agent.spawn'],
    ]),
  },
  opencode: {
    eventMember: 'event',
    events: [
      {
        event: 'tool.execute.before',
        effects: NEITHER,
        tool: { member: 'tool' },
        input: { member: 'args' },
        callId: 'callID',
        session: 'sessionID',
      },
    ],
    capabilities: /* @__PURE__ */ new Map([
      ['bash', 'shell.exec'],
      ['read', 'file.read'],
      ['grep', 'file.read'],
      ['glob', 'file.read'],
      ['list', 'file.read'],
      ['write', 'file.write'],
      ['edit', 'file.write'],
      ['patch', 'file.write'],
      ['webfetch', 'net.fetch'],
      ['task', 'agent.spawn'],
    ]),
  },
};

/** Whether a value names a harness that is known. */
export function isHarness(value: unknown): value is Harness {
  return typeof value === 'string' && Object.hasOwn(HARNESSES, value);
}
