/**
 * The gates of the Claude Agent SDK, MCP, Mastra and ADK against the types of those packages: this
 * file compiles, or it fails. Nothing runs it.
 *
 * @module
 */
import { type CanUseTool, query } from '@anthropic-ai/claude-agent-sdk';
import { FunctionTool, LlmAgent } from '@google/adk';
import type { Agent } from '@mastra/core/agent';
import type { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport as Transport1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpServer as Server2, Transport as Transport2 } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Gate } from '../../../src/gate/index.js';
import { adkGate } from '../../../src/gates/adk/index.js';
import { claudeGate } from '../../../src/gates/claude-agent/index.js';
import { mastraGate } from '../../../src/gates/mastra/index.js';
import { gateToolCallback, gateTransport } from '../../../src/gates/mcp/index.js';

declare const gate: Gate;

const command = z.string();

/** The Claude Agent SDK. */
export function claude(canUseTool: CanUseTool): void {
  query({ prompt: 'go', options: claudeGate(gate) });
  query({ prompt: 'go', options: { ...claudeGate(gate, { canUseTool }), maxTurns: 3 } });
}

/** MCP, version 1 and version 2. */
export async function mcp(
  ...[one, first, two, second]: [Server1, Transport1, Server2, Transport2]
): Promise<void> {
  await one.connect(gateTransport(first, gate));
  await two.connect(gateTransport(second, gate, { onAsk: () => 'deny' }));
  const run = async (input: { command: string }) => ({
    content: [{ type: 'text' as const, text: input.command }],
  });
  const plain = gateToolCallback('bash', run, gate, { asksByResult: false });
  two.registerTool('bash', { inputSchema: z.object({ command }) }, plain);
}

/** Mastra. */
export async function mastra(agent: Agent): Promise<void> {
  const { hooks, requireToolApproval } = mastraGate(gate, { requireToolApproval: true });
  await agent.generate('go', { hooks, requireToolApproval });
  await agent.stream('go', { hooks, requireToolApproval });
}

/** ADK. */
export function adk(model: string): LlmAgent {
  const { beforeToolCallback, confirmable } = adkGate(gate);
  const parameters = z.object({ command });
  const bash = new FunctionTool({ name: 'bash', description: 'x', parameters, execute: String });
  const tools: FunctionTool<typeof parameters>[] = [confirmable(bash)];
  return new LlmAgent({ name: 'coder', model, tools, beforeToolCallback });
}
