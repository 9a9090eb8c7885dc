/**
 * The state that the rules judge reads: one tool call, and the limits that it is held to.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import { type JsonObject, type JsonValue, settle, snapshot } from '../json.js';
import { dialectOf } from './dialect.js';
import { collectFields, type Fields } from './fields.js';
import { placeOf } from './finding.js';
import { isAbsolutePath } from './lexical.js';
import { setOf } from './tables.js';

export type { Dialect } from './dialect.js';
export type { AmountField, CommandText, Field, UrlField } from './fields.js';

/** What {@link toolCall} makes a state of. */
export interface ToolCallInput {
  /** The tool's name in its harness: `Bash`, `mcp__pay__charge`. */
  readonly tool: string;
  /** What the call does in the caller's own words: `shell.exec`, `payments.charge`. */
  readonly capability?: string | undefined;
  /** The tool's input, any JSON value. Defaults to `{}`. */
  readonly input?: unknown;
  /** The absolute path that paths must stay under; without it no path is outside. */
  readonly workspaceRoot?: string | undefined;
  /** The hosts that the call may reach; without any, no host is off scope. */
  readonly networkScope?: readonly string[] | undefined;
  /** The largest amount that is not above the bound, in major units; without it none is. */
  readonly amountBound?: number | undefined;
  /** Absolute paths outside the workspace where the call may work as well, such as `/tmp/job`. */
  readonly scratchRoots?: readonly string[] | undefined;
}

/** A tool call as the rules see it. */
export interface Call extends Fields {
  readonly tool: string;
  readonly capability: string;
  readonly workspaceRoot?: string;
  readonly networkScope: readonly string[];
  readonly amountBound?: number;
  readonly scratchRoots: readonly string[];
}

/**
 * Builds the state that the rules judge reads, and that any judge may read, from a tool call.
 *
 * Names become those of the wire (`workspace_root`), and what is absent stays absent: a limit that
 * nobody declared is not in the digest either.
 *
 * @param call The call and its limits. A list without entries counts as absent.
 * @returns The state, deeply frozen; the call was read once.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist or is of the wrong
 *   type; what {@link snapshot} throws for an input that is not JSON.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 *
 * const state = toolCall({
 *   tool: 'mcp__pay__charge',
 *   input: { amount: '250.00', currency: 'USD' },
 *   amountBound: 100,
 * });
 * console.log(judgeSync({ state }).effect); // deny
 * ```
 */
export function toolCall(call: ToolCallInput): JsonObject {
  checkCall(call);
  const copy: { [member: string]: JsonValue } = { input: {} };
  for (const [option, value] of Object.entries(call)) {
    const member = MEMBERS.find(([, name]) => name === option)?.[0];
    if (member === undefined) refuseOption(option);
    if (option === 'amountBound') checkFinite(value);
    // Each in an object of its own, so that a path has the name that the caller wrote.
    const read = value === undefined ? {} : toObject(snapshot({ [option]: value }, 'call'));
    const item = own(read, option);
    if (item !== undefined) copy[member] = item;
  }
  readLimits({ members: knownIn(copy), root: 'call', code: 'bad_option' });
  const state: { [member: string]: JsonValue } = {};
  for (const [member] of MEMBERS) {
    const value = copy[member];
    const isAbsent =
      value === undefined || (Array.isArray(value) && LISTS.has(member) && value.length === 0);
    if (!isAbsent) state[member] = value;
  }
  return settle(Object.freeze(state));
}

/**
 * Reads the state of a tool call; members that the rules do not know are left alone.
 *
 * @param state The state, read once by {@link snapshot} already.
 * @returns The call with its fields collected.
 * @throws {@link JudgeError} `bad_state` for a state that is not an object, a missing tool or input, a
 *   known member of the wrong type, or a limit under its name as an option; the path says which.
 */
export function readCall(state: JsonValue): Call {
  if (!isObject(state)) {
    throw new JudgeError('bad_state', {
      path: 'state',
      rule: 'the rules judge tool calls: their state is an object',
      fix: 'pass what toolCall() returns, or ask another judge',
    });
  }
  const source: Source = { members: knownIn(state), root: 'state', code: 'bad_state' };
  const call = readLimits(source);
  const { input } = source.members;
  // A harness may call it `args` or `tool_input`; a call judged without it would be judged for less.
  if (input === undefined) {
    const fix = "put the tool's input there, {} if it has none, or build it with toolCall()";
    refuse(source, 'input', 'a tool call has its input under this name', fix);
  }
  const fields = collectFields(input, () => dialectOf(call.tool) ?? dialectOf(call.capability));
  // Assigned one by one: spreading costs more than the whole walk over an ordinary input.
  call.commands = fields.commands;
  call.paths = fields.paths;
  call.urls = fields.urls;
  call.amounts = fields.amounts;
  call.unread = fields.unread;
  return call;
}

/** A state's members on the wire and, for whoever builds one, as options; in their order. */
const MEMBERS: readonly (readonly [member: string, option: string])[] = [
  ['tool', 'tool'],
  ['capability', 'capability'],
  ['input', 'input'],
  ['workspace_root', 'workspaceRoot'],
  ['network_scope', 'networkScope'],
  ['amount_bound', 'amountBound'],
  ['scratch_roots', 'scratchRoots'],
];
const LISTS: ReadonlySet<string> = /* @__PURE__ */ setOf('network_scope scratch_roots');

const NONE: readonly never[] = [];

/** A call in the making. */
type Draft = { -readonly [member in keyof Call]: Call[member] };

/** The members that the rules know, each `undefined` when it is absent. */
interface Known {
  tool: JsonValue | undefined;
  capability: JsonValue | undefined;
  input: JsonValue | undefined;
  workspace_root: JsonValue | undefined;
  network_scope: JsonValue | undefined;
  amount_bound: JsonValue | undefined;
  scratch_roots: JsonValue | undefined;
}

/** Members to check, and how to name them and whose mistake it is when they are wrong. */
interface Source {
  readonly members: Known;
  readonly root: 'state' | 'call';
  readonly code: 'bad_state' | 'bad_option';
}

/** Picks out, in one pass, what the rules know of a state. */
function knownIn(state: JsonObject): Known {
  const known: Known = {
    tool: undefined,
    capability: undefined,
    input: undefined,
    workspace_root: undefined,
    network_scope: undefined,
    amount_bound: undefined,
    scratch_roots: undefined,
  };
  for (const name of Object.keys(state)) {
    // Named one by one, as it is quicker to write a member that is named than one that is looked up.
    switch (name) {
      case 'tool':
        known.tool = state[name];
        break;
      case 'capability':
        known.capability = state[name];
        break;
      case 'input':
        known.input = state[name];
        break;
      case 'workspace_root':
        known.workspace_root = state[name];
        break;
      case 'network_scope':
        known.network_scope = state[name];
        break;
      case 'amount_bound':
        known.amount_bound = state[name];
        break;
      case 'scratch_roots':
        known.scratch_roots = state[name];
        break;
      // The limit would be absent without a word.
      case 'workspaceRoot':
      case 'networkScope':
      case 'amountBound':
      case 'scratchRoots':
        refuseName(name);
    }
  }
  return known;
}

/** Refuses the option's name for a limit. */
function refuseName(option: string): never {
  const member = MEMBERS.find(([, name]) => name === option)?.[0];
  throw new JudgeError('bad_state', {
    path: `state.${option}`,
    rule: `in a state this member is called ${member}`,
    fix: 'rename it, or build the state with toolCall()',
  });
}

function checkCall(call: unknown): void {
  if (typeof call === 'object' && call !== null && !('then' in call)) return;
  throw new JudgeError('bad_option', {
    path: 'call',
    rule: 'a tool call is an object, and no promise of one',
    fix: "pass { tool: 'Bash', input: { command: 'ls' } }, or await it first",
  });
}

/** In any other JSON null takes the place of such a number, and here it would be no bound. */
function checkFinite(bound: unknown): void {
  if (typeof bound !== 'number' || Number.isFinite(bound)) return;
  refuseBound({ members: knownIn({}), root: 'call', code: 'bad_option' });
}

/** Reads all but the fields of the input. */
function readLimits(source: Source): Draft {
  const tool = readText(source, 'tool');
  if (tool === undefined || tool === '') {
    refuse(source, 'tool', 'a tool call names its tool', 'pass the name that the harness uses');
  }
  const draft: Draft = {
    tool,
    capability: readText(source, 'capability') ?? '',
    networkScope: readTexts(source, 'network_scope'),
    scratchRoots: readTexts(source, 'scratch_roots'),
    commands: NONE,
    paths: NONE,
    urls: NONE,
    amounts: NONE,
    unread: NONE,
  };
  const workspaceRoot = readText(source, 'workspace_root');
  if (workspaceRoot !== undefined) {
    checkRoot(source, 'workspace_root', workspaceRoot);
    draft.workspaceRoot = workspaceRoot;
  }
  if (draft.scratchRoots.length > 0) checkRoots(source, draft.scratchRoots);
  const amountBound = readBound(source);
  if (amountBound !== undefined) draft.amountBound = amountBound;
  return draft;
}

function readText(source: Source, member: keyof Known): string | undefined {
  const value = source.members[member];
  if (value === undefined || typeof value === 'string') return value;
  return refuse(source, member, 'it must be text', 'pass a string, or leave it out');
}

function readTexts(source: Source, member: keyof Known): readonly string[] {
  const value = source.members[member];
  if (value === undefined) return NONE;
  if (!Array.isArray(value)) {
    return refuse(source, member, 'it must be a list', 'pass an array of strings, or leave it out');
  }
  const index = value.findIndex((item) => typeof item !== 'string');
  if (index >= 0) refuse(source, member, 'it must be text', 'pass a string', `[${index}]`);
  return value;
}

function readBound(source: Source): number | undefined {
  const value = source.members.amount_bound;
  if (value === undefined || (typeof value === 'number' && value >= 0)) return value;
  return refuseBound(source);
}

function refuseBound(source: Source): never {
  const rule = 'a bound must be a number, 0 or more';
  return refuse(source, 'amount_bound', rule, 'pass one, or leave it out');
}

function checkRoots(source: Source, roots: readonly string[]): void {
  for (const [index, root] of roots.entries()) {
    checkRoot(source, 'scratch_roots', root, `[${index}]`);
  }
}

function checkRoot(source: Source, member: string, root: string, index = ''): void {
  if (isAbsolutePath(root) && !root.includes('\0')) return;
  const rule = 'a root must be an absolute path';
  refuse(source, member, rule, 'resolve it before you declare it', index);
}

function refuse(source: Source, member: string, rule: string, fix: string, index = ''): never {
  const option = MEMBERS.find(([name]) => name === member)?.[1] ?? member;
  const name = source.root === 'call' ? option : member;
  throw new JudgeError(source.code, { path: `${source.root}.${name}${index}`, rule, fix });
}

function refuseOption(option: string): never {
  throw new JudgeError('bad_option', {
    path: placeOf('call', option),
    rule: 'a tool call has no such option',
    fix: `use one of ${MEMBERS.map(([, name]) => name).join(', ')}`,
  });
}

function own(members: JsonObject, member: string): JsonValue | undefined {
  return Object.hasOwn(members, member) ? members[member] : undefined;
}

function toObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
