import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, createMiddleware, fakeModel, ToolMessage, tool } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApprovalOptions } from '../../../src/gates/langchain/index.js';
import { gateMiddleware } from '../../../src/gates/langchain/index.js';
import { type Setting, setUp } from './behaviour.js';

describe('a gate of LangChain and the people in its loop', () => {
  it('refuses with an error message that names its receipts, also after a checkpoint', async () => {
    const { agent, config } = agentOf(setUp(), ['rm all', 'maybe']);
    await agent.invoke(GO, config);
    const { messages } = await agent.invoke(resumed({ type: 'approve' }), config);
    const denied = messages.find((one) => ToolMessage.isInstance(one) && one.tool_call_id === 'c0');
    expect(denied).toMatchObject({
      status: 'error',
      name: 'bash',
      artifact: {
        judgement: { effect: 'deny', receipts: [expect.any(String), expect.any(String)] },
      },
    });
  });

  it('shows a person the call as it is, in the form of LangChain itself', async () => {
    const { agent, config } = agentOf(setUp(), ['maybe']);
    await agent.invoke(GO, config);
    const { tasks } = await agent.graph.getState(config);
    expect(tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value))).toEqual([
      {
        actionRequests: [
          {
            name: 'bash',
            args: { command: 'maybe' },
            description: 'A person decides on this call (harm: noul 0.5 against a bar of 0.8)',
          },
        ],
        reviewConfigs: [{ actionName: 'bash', allowedDecisions: ['approve', 'edit', 'reject'] }],
        judgement: { receipts: [expect.stringMatching(/^art_/)] },
      },
    ]);
  });

  it.each([
    ['ls', ['ls'], ['deny']],
    ['rm all', [], ['deny']],
    ['maybe not', ['maybe not'], ['deny', 'allow']],
  ])('judges what a person made of a call before it runs: %s', async (command, runs, answers) => {
    const setting = setUp();
    const { agent, config, ran } = agentOf(setting, ['maybe']);
    await agent.invoke(GO, config);
    const editedAction = { name: 'bash', args: { command } };
    await agent.invoke(resumed({ type: 'edit', editedAction }), config);
    expect(ran).toEqual(runs);
    expect(setting.judged).toEqual(['maybe', command]);
    const resolved = setting.events.filter(({ type }) => type === 'resolved');
    expect(resolved.map(({ decision }) => decision)).toEqual(answers);
  });

  it('gives the words of a person to the model, and to the receipt', async () => {
    const setting = setUp();
    const { agent, config } = agentOf(setting, ['maybe']);
    await agent.invoke(GO, config);
    const message = 'Not on a Friday.';
    const { messages } = await agent.invoke(resumed({ type: 'reject', message }), config);
    expect(messages.filter((one) => ToolMessage.isInstance(one)).map(({ text }) => text)).toEqual([
      message,
    ]);
    expect(await setting.text()).toContain('"reason":"Not on a Friday."');
  });

  it.each([
    [{ type: 'edit', editedAction: { name: 'other', args: { command: 'ls' } } }],
    [{ type: 'edit' }],
    [{ type: 'whatever' }],
    ['approve'],
    [undefined],
  ])('takes nothing but an approval for one: %j', async (decision) => {
    const { agent, config, ran } = agentOf(setUp(), ['maybe']);
    await agent.invoke(GO, config);
    await agent.invoke(resumed(decision), config);
    expect(ran).toEqual([]);
  });

  it('leaves the interrupts of a tool in their order', async () => {
    const setting = setUp();
    const { agent, config, ran } = agentOf(setting, ['maybe'], {}, (command) =>
      String(interrupt(`Where to, ${command}?`)),
    );
    await agent.invoke(GO, config);
    await agent.invoke(resumed({ type: 'approve' }), config);
    expect(ran).toEqual([]);
    await agent.invoke(new Command({ resume: 'home' }), config);
    expect(ran).toEqual(['maybe home']);
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
  });

  it('runs nothing that another process asked about, unless approvals are those of the host', async () => {
    const ranBy = async (options: ApprovalOptions): Promise<readonly string[]> => {
      const checkpointer = new MemorySaver();
      const first = agentOf(setUp(), ['maybe'], { checkpointer });
      await first.agent.invoke(GO, first.config);
      const { agent, ran, config } = agentOf(setUp(), [], { checkpointer, ...options });
      await agent.invoke(resumed({ type: 'approve' }), config);
      return ran;
    };
    expect(await ranBy({})).toEqual([]);
    expect(await ranBy({ approvals: 'host' })).toEqual(['maybe']);
  });

  it('judges what a middleware before it made of a call, and not what one after it did', async () => {
    const rewriting = createMiddleware({
      name: 'Rewriting',
      wrapToolCall: (request, handler) =>
        handler({ ...request, toolCall: { ...request.toolCall, args: { command: 'rm all' } } }),
    });
    const before = agentOf(setUp(), ['ls'], { before: rewriting });
    await before.agent.invoke(GO, before.config);
    expect(before.ran).toEqual([]);
    const after = agentOf(setUp(), ['ls'], { after: rewriting });
    await after.agent.invoke(GO, after.config);
    expect(after.ran).toEqual(['rm all']);
  });

  it('hands on what a tool throws', async () => {
    const { agent, config } = agentOf(setUp(), ['ls'], {}, () => {
      throw new Error('no disk');
    });
    await expect(agent.invoke(GO, config)).rejects.toThrow('no disk');
  });
});

const GO = { messages: [{ role: 'user', content: 'go' }] };

function resumed(decision: unknown): Command {
  return new Command({ resume: { decisions: [decision] } });
}

interface AgentOptions extends ApprovalOptions {
  readonly checkpointer?: MemorySaver;
  readonly before?: ReturnType<typeof createMiddleware>;
  readonly after?: ReturnType<typeof createMiddleware>;
}

function agentOf(
  { gate, approver }: Setting,
  commands: readonly string[],
  options: AgentOptions = {},
  more: (command: string) => string = () => '',
) {
  const { checkpointer = new MemorySaver(), before, after, ...approvals } = options;
  const ran: string[] = [];
  const bash = tool(
    async ({ command }) => {
      ran.push(`${command} ${more(command)}`.trim());
      return `ran: ${command}`;
    },
    { name: 'bash', description: 'Runs a command.', schema: z.object({ command: z.string() }) },
  );
  const calls = commands.map((command, at) => ({ name: 'bash', args: { command }, id: `c${at}` }));
  const model = fakeModel();
  if (calls.length > 0) model.respondWithTools(calls);
  model.respond(new AIMessage('done'));
  const agent = createAgent({
    model,
    tools: [bash],
    middleware: [
      ...(before === undefined ? [] : [before]),
      gateMiddleware(gate, { approver, ...approvals }),
      ...(after === undefined ? [] : [after]),
    ],
    checkpointer,
  });
  return { agent, ran, config: { configurable: { thread_id: 'one' } } };
}
