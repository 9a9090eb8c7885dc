/**
 * What a person is shown of a call in LangChain, and what they decide, in the form that its own
 * middleware for people in the loop uses.
 *
 * @module
 */
import type { GateCall } from '../../gate/call.js';
import type { Verdict } from '../../gate/verdict.js';

/** What a person decided. */
export type Decided =
  | { readonly type: 'approve'; readonly reason: string | undefined }
  | { readonly type: 'reject'; readonly reason: string | undefined }
  | {
      readonly type: 'edit';
      readonly reason: string | undefined;
      readonly args: Readonly<Record<string, unknown>>;
    };

/** What is handed to `interrupt()`. The person sees the call as it is; the reason has none of it. */
export function requestFor({ tool, input }: GateCall, { reason, receipts }: Verdict): unknown {
  return {
    actionRequests: [{ name: tool, args: input, description: reason }],
    reviewConfigs: [{ actionName: tool, allowedDecisions: ['approve', 'edit', 'reject'] }],
    judgement: { receipts: receipts.map(({ id }) => id) },
  };
}

/** Reads what the graph was resumed with. What is no approval is a rejection. */
export function readDecision(resumed: unknown, tool: string): Decided {
  const { decisions }: { readonly decisions?: unknown } = Object(resumed);
  const [decision]: readonly unknown[] = Array.isArray(decisions) ? decisions : [];
  const { type, message, editedAction }: Resumed = Object(decision);
  const reason = typeof message === 'string' && message !== '' ? message : undefined;
  if (type === 'approve') return { type, reason };
  const { name, args }: { readonly name?: unknown; readonly args?: unknown } = Object(editedAction);
  // Another tool is no edit of this call: the graph has decided which tool it is about to run.
  if (type === 'edit' && name === tool && isRecord(args)) return { type, reason, args };
  return { type: 'reject', reason };
}

interface Resumed {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly editedAction?: unknown;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
