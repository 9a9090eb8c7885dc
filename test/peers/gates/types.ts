/**
 * The gates of the AI SDK, the OpenAI Agents SDK and LangChain against the types of those packages:
 * this file compiles, or it fails. Nothing runs it.
 *
 * @module
 */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  Agent,
  tool as agentTool,
  type MCPServer,
  type RunState,
  type RunToolApprovalItem,
  type ToolInputGuardrailDefinition,
} from '@openai/agents';
import * as ai7 from 'ai';
import * as ai4 from 'ai4';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import { type AgentMiddleware, tool as chainTool, createAgent } from 'langchain';
import { z } from 'zod';
import type { Gate } from '../../../src/gate/index.js';
import { gateApproval, gateTools, recordApprovals } from '../../../src/gates/ai/index.js';
import { gateMiddleware } from '../../../src/gates/langchain/index.js';
import {
  answerInterruption,
  gateAgentTools,
  gateGuardrail,
} from '../../../src/gates/openai-agents/index.js';

declare const gate: Gate;

const inputSchema = z.object({ command: z.string() });
const execute = async ({ command }: { readonly command: string }) => command.length;

/** AI SDK 7. */
export async function seven(model: ai7.LanguageModel, messages: ai7.ModelMessage[]): Promise<void> {
  const tools = { bash: ai7.tool({ inputSchema, execute }) };
  type Approval = ai7.ToolApprovalConfiguration<typeof tools, unknown>;
  const plain: Approval = gateApproval(gate);
  const asked: Approval = (question) => (question.toolCall.dynamic ? 'denied' : undefined);
  if (typeof asked === 'function') {
    const composed: Approval = gateApproval(gate, { toolApproval: asked });
    await ai7.generateText({ model, messages, tools, toolApproval: composed });
  }
  const map = {
    bash: ({ command }: { command: string }) => (command === '' ? 'denied' : undefined),
  } as const;
  const ofMap: Approval = gateApproval(gate, { toolApproval: map });
  ai7.streamText({ model, messages, tools, toolApproval: ofMap });
  await new ai7.ToolLoopAgent({ model, tools, toolApproval: plain }).generate({ messages });
  await new ai7.ToolLoopAgent({ model, tools: gateTools(tools, gate) }).generate({ messages });
  const gated: typeof tools = gateTools(tools, gate, { canAsk: false });
  const { toolResults } = await ai7.generateText({ model, messages, tools: gated });
  for (const result of toolResults) {
    if (result.dynamic !== true) result.output satisfies number;
  }
  await recordApprovals(gate, messages, { approver: { by: 'human://ada' } });
}

/** AI SDK 6. */
export async function six(model: ai6.LanguageModel, messages: ai6.ModelMessage[]): Promise<void> {
  const tools = { bash: ai6.tool({ inputSchema, execute }) };
  await ai6.generateText({ model, messages, tools: gateTools(tools, gate) });
  await recordApprovals(gate, messages);
}

/** AI SDK 5. */
export async function five(model: ai5.LanguageModel): Promise<void> {
  const tools = { bash: ai5.tool({ inputSchema, execute }) };
  ai5.streamText({ model, prompt: 'go', tools: gateTools(tools, gate) });
}

/** AI SDK 4. */
export async function four(model: ai4.LanguageModel): Promise<void> {
  const parameters = ai4.jsonSchema<{ command: string }>({ type: 'object' });
  const tools = { bash: ai4.tool({ parameters, execute }) };
  await ai4.generateText({ model, prompt: 'go', tools: gateTools(tools, gate) });
}

/** OpenAI Agents. */
export async function agents(
  item: RunToolApprovalItem,
  state: RunState<unknown, Agent<unknown, 'text'>>,
): Promise<void> {
  const parameters = inputSchema;
  const bash = agentTool({ name: 'bash', description: 'Runs.', parameters, execute });
  const inner = new Agent({ name: 'inner' });
  const sub = inner.asTool({ toolName: 'sub', toolDescription: 'Asks.' });
  const agent = new Agent({ name: 'outer', tools: gateAgentTools([bash, sub], gate) });
  agent satisfies Agent<unknown, 'text'>;
  const guardrail: ToolInputGuardrailDefinition = gateGuardrail(gate, { session: 's' });
  const guardrails: MCPServer['toolInputGuardrails'] = [guardrail];
  guardrails satisfies readonly unknown[] | undefined;
  await answerInterruption(gate, state, item, { decision: 'reject', reason: 'no' });
}

/** LangChain. */
export function chain(model: BaseChatModel): void {
  const bash = chainTool(execute, { name: 'bash', description: 'Runs.', schema: inputSchema });
  const middleware: AgentMiddleware = gateMiddleware(gate);
  createAgent({ model, tools: [bash], middleware: [middleware, gateMiddleware(gate)] });
}

/** What must not compile. */
export function wrong(): void {
  // @ts-expect-error: it is spelled `approver`.
  gateApproval(gate, { aprover: { by: 'human://ada' } });
  // @ts-expect-error: approvals are `asked` or `host`.
  gateMiddleware(gate, { approvals: 'any' });
  // @ts-expect-error: an approver is somebody.
  gateTools({}, gate, { approver: { signer: undefined } });
  // @ts-expect-error: a guardrail asks nobody.
  gateGuardrail(gate, { approver: { by: 'human://ada' } });
}
