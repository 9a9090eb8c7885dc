import { Client } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { Agent, run, setTracingDisabled } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { AIMessage, createAgent, fakeModel, tool as langchain } from 'langchain';
import { describe, expect, it } from 'vitest';
import {
  agentsTool,
  aiTool,
  judgementTool,
  langchainTool,
  mcpTool,
} from '../../../src/gates/tool/index.js';
import { noul } from '../../../src/index.js';
import { scriptedJudge } from '../../../src/testing/index.js';

setTracingDisabled(true);

const questions = { grounded: noul('Does the answer rest on the sources alone?') };
const ANSWERS = '{"advisory":true,"answers":{"grounded":{"noul":0.9}}}';
const REFUSED = 'this tool has questions of its own, which cannot be replaced';

function toolOf() {
  const judge = scriptedJudge({ grounded: { noul: 0.9 } });
  return { judge, tool: judgementTool({ judge, questions, name: 'check' }) };
}

/** What models of every framework send: a state, and then questions that they may not send. */
const SENT = [{ state: { answer: 'Yes.' } }, { state: 'x', questions: { ok: { type: 'noul' } } }];

describe('a judgement as a tool of a real framework', () => {
  it('of AI SDK 7: the model sees a tool that takes the state, and gets the answers', async () => {
    const { judge, tool } = toolOf();
    const zero = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
    const usage = { inputTokens: zero, outputTokens: { total: 0, text: 0, reasoning: 0 } };
    const model = new MockLanguageModelV4({
      doGenerate: [
        {
          content: SENT.map((input, at) => ({
            type: 'tool-call' as const,
            toolCallId: `c${at}`,
            toolName: 'check',
            input: JSON.stringify(input),
          })),
          finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
          usage,
          warnings: [],
        },
        {
          content: [{ type: 'text', text: 'done' }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage,
          warnings: [],
        },
      ],
    });
    const tools = { check: aiTool(tool) };
    await generateText({ model, prompt: 'go', tools, stopWhen: isStepCount(3) });
    const [first, second] = model.doGenerateCalls;
    expect(first?.tools?.[0]).toMatchObject({
      name: 'check',
      inputSchema: { required: ['state'], additionalProperties: false },
    });
    const told = JSON.stringify(second?.prompt);
    expect(told).toContain(ANSWERS);
    expect(told).toContain(REFUSED);
    expect(told).not.toContain('scripted-1');
    expect(judge.requests).toHaveLength(1);
  });

  it('of OpenAI Agents', async () => {
    const { judge, tool } = toolOf();
    const model = new ScriptedModel([
      SENT.map((input, at) => functionCall('check', input, { callId: `c${at}` })),
      [assistantMessage('done')],
    ]);
    await run(new Agent({ name: 'a', model, tools: [agentsTool(tool)] }), 'go');
    const told = JSON.stringify(model.calls[1]?.request.input);
    expect(told).toContain(JSON.stringify(ANSWERS).slice(1, -1));
    expect(told).toContain(REFUSED);
    expect(judge.requests).toHaveLength(1);
  });

  it('of LangChain', async () => {
    const { judge, tool } = toolOf();
    const model = fakeModel()
      .respondWithTools(SENT.map((args, at) => ({ name: 'check', args, id: `c${at}` })))
      .respond(new AIMessage('done'));
    const agent = createAgent({ model, tools: [langchain(...langchainTool(tool))] });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] });
    const told = messages.filter((one) => one.getType() === 'tool').map(({ text }) => text);
    expect(told[0]).toBe(ANSWERS);
    // LangChain holds the call to the schema itself, or leaves it to the tool: refused in words.
    expect(told[1]).not.toContain('answers');
    expect(judge.requests).toHaveLength(1);
  });

  it('of an MCP 2 server', async () => {
    const { judge, tool } = toolOf();
    const server = new McpServer({ name: 's', version: '1' });
    server.registerTool(...mcpTool(tool).registration);
    const client = new Client({ name: 'c', version: '1' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({
      name: 'check',
      inputSchema: { type: 'object', required: ['state'] },
      annotations: { readOnlyHint: true },
    });
    const results = [];
    for (const input of SENT) {
      results.push(await client.callTool({ name: 'check', arguments: input }));
    }
    expect(JSON.stringify(results[0])).toContain(JSON.stringify(ANSWERS).slice(1, -1));
    expect(results[1]?.isError).toBe(true);
    expect(JSON.stringify(results[1])).toContain(REFUSED);
    expect(judge.requests).toHaveLength(1);
    await client.close();
  });

  it('of an MCP 1 server that answers requests itself', async () => {
    const { judge, tool } = toolOf();
    const { definition, call } = mcpTool(tool);
    const server = new Server1({ name: 's', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [definition] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      call(params.arguments, extra),
    );
    const client = new Client1({ name: 'c', version: '1' });
    const [near, far] = InMemoryTransport1.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.required).toEqual(['state']);
    const results = [];
    for (const input of SENT) {
      results.push(await client.callTool({ name: 'check', arguments: input }));
    }
    expect(JSON.stringify(results[0])).toContain(JSON.stringify(ANSWERS).slice(1, -1));
    expect(results[1]?.isError).toBe(true);
    expect(JSON.stringify(results[1])).toContain(REFUSED);
    expect(judge.requests).toHaveLength(1);
    await client.close();
  });
});
