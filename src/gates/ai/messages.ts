/**
 * Reading the messages of the AI SDK: which calls people answered, and what those calls were.
 *
 * @module
 */

/** A person's answer to a request for approval, and the call that it is about. */
export interface AnsweredCall {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  readonly approved: boolean;
  readonly reason: string | undefined;
}

/**
 * The answers in the last message. The AI SDK goes by those alone, and so an old answer is never
 * read as a new one.
 */
export function answersIn(messages: readonly unknown[]): readonly AnsweredCall[] {
  const responses = partsOf(messages.at(-1), 'tool', 'tool-approval-response');
  if (responses.length === 0) return [];
  const written = messages.flatMap((message) => partsOf(message, 'assistant'));
  // Maps, since ids come from whoever sent the messages: `constructor` is an id like any other.
  const calls = new Map(written.filter(isOf('tool-call')).map((part) => [part.toolCallId, part]));
  const requests = new Map(
    written.filter(isOf('tool-approval-request')).map((part) => [part.approvalId, part]),
  );
  const answers = new Map<string, AnsweredCall>();
  for (const { approvalId, approved, reason } of responses) {
    const request = requests.get(approvalId);
    const call = calls.get(request?.toolCallId);
    // What the SDK answered itself, because a function said denied or approved, is nobody's answer.
    if (request === undefined || request.isAutomatic === true || call === undefined) continue;
    const { toolCallId: callId, toolName: tool, input } = call;
    // The first answer to a call counts, as it does for the SDK.
    if (typeof callId !== 'string' || typeof tool !== 'string' || answers.has(callId)) continue;
    const said = typeof reason === 'string' ? reason : undefined;
    answers.set(callId, { callId, tool, input, approved: approved === true, reason: said });
  }
  return [...answers.values()];
}

interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly approvalId?: unknown;
  readonly approved?: unknown;
  readonly reason?: unknown;
  readonly isAutomatic?: unknown;
}

function partsOf(message: unknown, role: string, type?: string): readonly Part[] {
  const given: { readonly role?: unknown; readonly content?: unknown } = Object(message);
  if (given.role !== role || !Array.isArray(given.content)) return [];
  const parts: readonly Part[] = given.content.map((part: unknown) => Object(part));
  return type === undefined ? parts : parts.filter(isOf(type));
}

function isOf(type: string): (part: Part) => boolean {
  return (part) => part.type === type;
}
