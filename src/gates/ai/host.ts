/**
 * What a host of the AI SDK 7 says of a tool call by its own policy, as the SDK finds it out.
 *
 * @module
 */
import type { ApprovalStatus } from './approval.js';

/** What the AI SDK asks about: the part of it that a gate reads. */
export interface HostQuestion {
  readonly toolCall: {
    readonly toolName: string;
    readonly toolCallId: string;
    readonly input?: unknown;
  };
  readonly messages: readonly unknown[];
  readonly tools?: unknown;
  readonly toolsContext?: unknown;
  readonly runtimeContext?: unknown;
}

/** The `toolApproval` of a host: one function for all tools, or an entry for each. */
export type HostApproval<Question extends HostQuestion = HostQuestion> =
  | ((question: Question) => ApprovalStatus | PromiseLike<ApprovalStatus>)
  | HostApprovals;

/** An entry for each tool: what is to happen, or a function that says so. */
export interface HostApprovals {
  readonly [tool: string]: ApprovalStatus | HostApprovalFunction;
}

/** The function of one tool. It gets what the SDK would give it. */
export type HostApprovalFunction = (
  input: never,
  options: never,
) => ApprovalStatus | PromiseLike<ApprovalStatus>;

/**
 * What the host says. The order is that of the SDK, for which a function takes the place of all
 * that the tools themselves say.
 */
export async function hostStatus<Question extends HostQuestion>(
  approval: HostApproval<Question> | undefined,
  question: Question,
): Promise<ApprovalStatus> {
  if (typeof approval === 'function') return statusOf(await approval(question));
  const { toolName, toolCallId, input } = question.toolCall;
  const { messages, runtimeContext } = question;
  const toolContext = ownOf(question.toolsContext, toolName);
  const entry = ownOf(approval, toolName);
  if (isFunction(entry)) {
    return statusOf(await entry(input, { toolCallId, messages, toolContext, runtimeContext }));
  }
  if (entry !== undefined && entry !== null) return statusOf(entry);
  const needs = ownOf(ownOf(question.tools, toolName), 'needsApproval');
  const isNeeded = isFunction(needs)
    ? await needs(input, { toolCallId, messages, context: toolContext })
    : needs;
  return isNeeded ? 'user-approval' : undefined;
}

/** Tools are named by models and clients: `constructor` must not be found where nobody put it. */
function ownOf(holder: unknown, name: string): unknown {
  const given: { readonly [name: string]: unknown } = Object(holder);
  return Object.hasOwn(given, name) ? given[name] : undefined;
}

function isFunction(value: unknown): value is (...values: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

/** A status that the SDK does not know is a policy that went wrong, and so a denial. */
function statusOf(value: unknown): ApprovalStatus {
  const given: { readonly type?: unknown; readonly reason?: unknown } = Object(value);
  const type = typeof value === 'string' ? value : given.type;
  if (value === undefined || value === null || type === 'not-applicable') return undefined;
  if (type !== 'approved' && type !== 'denied' && type !== 'user-approval') return 'denied';
  return typeof given.reason === 'string' ? { type, reason: given.reason } : type;
}
