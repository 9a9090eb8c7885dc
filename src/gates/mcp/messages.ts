/**
 * What is read and written of MCP messages, in the eras of 2025 and of 2026.
 *
 * @module
 */
import { canonicalize } from '../../canonical.js';
import type { Verdict } from '../../gate/verdict.js';
import { snapshot } from '../../json.js';
import { membersOf } from '../shared/look.js';

/** A request to call a tool. */
export interface ToolsCall {
  readonly id: string | number;
  readonly name: string;
  readonly input: unknown;
  /** Whether it is of the era of 2026, in which a server asks by its result. */
  readonly isStateless: boolean;
  /** Whether the client can ask its user, as far as the request says so. */
  readonly canElicit: boolean | undefined;
  readonly requestState: string | undefined;
  /** What the user answered to the gate's question. */
  readonly action: string | undefined;
}

/** Under which name a gate asks in `inputRequests`. */
export const QUESTION = 'judgement.approval';

/** Where a result names the receipts of a refusal: `_meta` has reverse-DNS names. */
export const RECEIPTS = 'dev.judgement/receipts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Whether a message, or one of a batch, is to call a tool, be it a request that is valid or none. */
export function isToolsCall(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(isToolsCall);
  // What is inherited counts here: a transport may read it, and write it out.
  const { method }: { readonly method?: unknown } = Object(message);
  return method === 'tools/call';
}

/** A request to call a tool, with a copy of its arguments that nobody else can change. */
export function copyOfCall(message: unknown): unknown {
  if (Array.isArray(message)) return message;
  const { params, ...rest } = membersOf(message);
  const { arguments: input, ...others } = membersOf(params);
  if (input === undefined) return { ...rest, params: others };
  return { ...rest, params: { ...others, arguments: copyOf(input) } };
}

/** What is no JSON stays as it is, and the gate refuses it. */
function copyOf(input: unknown): unknown {
  try {
    return JSON.parse(canonicalize(snapshot(input, 'arguments')));
  } catch {
    return input;
  }
}

/** Reads a request to call a tool; nothing for any other message. */
export function readToolsCall(message: unknown): ToolsCall | undefined {
  const { id, method, params } = membersOf(message);
  if (method !== 'tools/call' || (typeof id !== 'string' && typeof id !== 'number'))
    return undefined;
  const { name, arguments: input, _meta, requestState, inputResponses } = membersOf(params);
  const meta = membersOf(_meta);
  const capabilities = meta[CAPABILITIES];
  const { action } = membersOf(membersOf(inputResponses)[QUESTION]);
  return {
    id,
    name: typeof name === 'string' ? name : '',
    input: input ?? {},
    isStateless: typeof meta[VERSION] === 'string',
    canElicit: capabilities === undefined ? undefined : canElicit(capabilities),
    requestState: typeof requestState === 'string' ? requestState : undefined,
    action: typeof action === 'string' ? action : undefined,
  };
}

/** Whether capabilities of a client say that it can ask its user. */
export function canElicit(capabilities: unknown): boolean {
  const { elicitation } = membersOf(capabilities);
  return typeof elicitation === 'object' && elicitation !== null;
}

/** The result of a call that is not run. The SDKs take no interface for a result, but a type. */
export type McpRefusal = {
  content: { type: 'text'; text: string }[];
  isError: true;
  resultType?: 'complete';
  /** The ids of the receipts. */
  _meta: { 'dev.judgement/receipts': string[] };
};

/** What a user is asked. */
export type McpElicitation = {
  message: string;
  requestedSchema: { type: 'object'; properties: Record<string, never> };
};

/** The result by which a server of the era of 2026 asks. */
export type McpQuestion = {
  resultType: 'input_required';
  inputRequests: Record<string, { method: 'elicitation/create'; params: McpElicitation }>;
  requestState: string;
};

/** The result of a call that is not run; from 2026 on, a result says that it is complete. */
export function refusal({ reason, receipts }: Verdict, isStateless = false): McpRefusal {
  return {
    content: [{ type: 'text', text: reason }],
    isError: true,
    ...(isStateless ? { resultType: 'complete' } : {}),
    _meta: { [RECEIPTS]: receipts.map(({ id }) => id) },
  };
}

/** What a user is asked: yes or no, and nothing to fill in. */
export function elicitation({ tool, reason }: Verdict): McpElicitation {
  return {
    message: `${reason}. Run the tool ${shown(tool)}?`,
    requestedSchema: { type: 'object', properties: {} },
  };
}

/** A client chose the name: it must not write lines of its own into the question. */
function shown(tool: string): string {
  return tool.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, MOST_OF_A_NAME);
}

const MOST_OF_A_NAME = 100;

/** Asks by a result. */
export function inputRequired(verdict: Verdict, requestState: string): McpQuestion {
  const params = elicitation(verdict);
  return {
    resultType: 'input_required',
    inputRequests: { [QUESTION]: { method: 'elicitation/create', params } },
    requestState,
  };
}

/** A message without the answer to the gate's question, which is none of the tool's. */
export function withoutApproval(message: unknown): unknown {
  const { params } = membersOf(message);
  const { inputResponses, requestState, ...rest } = membersOf(params);
  const { [QUESTION]: own, ...others } = membersOf(inputResponses);
  if (own === undefined) return message;
  const left = Object.keys(others).length === 0 ? {} : { inputResponses: others, requestState };
  return { ...membersOf(message), params: { ...rest, ...left } };
}
