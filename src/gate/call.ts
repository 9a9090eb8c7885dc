/**
 * A tool call as a gate sees it: read once, so that what is judged is what runs.
 *
 * @module
 */
import { type Digest, digest } from '../digest.js';
import { JudgeError } from '../errors.js';
import { type JsonValue, snapshot } from '../json.js';
import type { State } from '../judge.js';
import { checkOptions, isName, present } from '../members.js';

/** A tool call that is about to happen. */
export interface GateCall {
  /** The tool's name in its harness: `Bash`, `mcp__pay__charge`. */
  readonly tool: string;
  /** The tool's input, any JSON value. Defaults to `{}`. */
  readonly input?: unknown;
  /** What the call does in the caller's own words: `shell.exec`. Absent by default. */
  readonly capability?: string | undefined;
  /**
   * What the framework calls this call. With it, the same call is judged once however often the
   * framework asks, and a person's answer can be told apart from one to another call.
   */
  readonly callId?: string | undefined;
  /** Whose call it is, where one gate serves several: call ids are unique within it. */
  readonly session?: string | undefined;
}

/** Where tool calls may work and how far they may go, for judges that look at that. */
export interface CallContext {
  /** The absolute path that paths must stay under. */
  readonly workspaceRoot?: string | undefined;
  /** The hosts that a call may reach. */
  readonly networkScope?: readonly string[] | undefined;
  /** The largest amount that is not above the bound, in major units. */
  readonly amountBound?: number | undefined;
  /** Absolute paths outside the workspace where a call may work as well. */
  readonly scratchRoots?: readonly string[] | undefined;
}

/** A call that was read. */
export interface ReadCall {
  readonly tool: string;
  readonly capability?: string;
  readonly callId?: string;
  readonly session?: string;
  /** A frozen copy: a tool that gets this gets what was judged. */
  readonly input: JsonValue;
  /** The digest of `{ input, tool }`. */
  readonly callDigest: Digest;
}

/**
 * Reads a call, each of its members once.
 *
 * @throws `JudgeError` `bad_state` for a call without a name, and as `snapshot()` does for an input
 *   that is not JSON.
 */
export function readGateCall(call: GateCall): ReadCall {
  const given: { readonly [name in keyof GateCall]?: unknown } = Object(call);
  const { tool, input: raw, capability, callId, session } = given;
  if (!isName(tool)) refuseCall('tool', 'a tool call has the name of its tool', 'pass its name');
  const input = snapshot(raw === undefined ? {} : raw, 'call.input');
  return Object.freeze({
    tool,
    input,
    callDigest: digest({ input, tool }),
    ...present({
      capability: readText(capability, 'capability'),
      callId: readText(callId, 'callId'),
      session: readText(session, 'session'),
    }),
  });
}

/** The state that is judged by default: the tool call in the members that the rules read. */
export function stateOf({ tool, capability, input }: ReadCall, context: CallContext): State {
  const { workspaceRoot, networkScope, amountBound, scratchRoots } = context;
  return present({
    tool,
    capability,
    input,
    workspace_root: workspaceRoot,
    network_scope: networkScope,
    amount_bound: amountBound,
    scratch_roots: scratchRoots,
  });
}

/** Reads the context that a caller declares. */
export function readContext(given: CallContext | undefined, path: string): CallContext {
  if (given === undefined) return {};
  checkOptions(given, ['workspaceRoot', 'networkScope', 'amountBound', 'scratchRoots'], path);
  // A copy, so that what is declared stays what was declared.
  const { workspaceRoot, networkScope, amountBound, scratchRoots } = given;
  return Object.freeze({ workspaceRoot, networkScope, amountBound, scratchRoots });
}

function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isName(value)) return value;
  const rule = 'it is a text of 1 to 1,000 characters, and not blank';
  return refuseCall(name, rule, 'leave it out where there is none');
}

function refuseCall(name: string, rule: string, fix: string): never {
  throw new JudgeError('bad_state', { path: `call.${name}`, rule, fix });
}
