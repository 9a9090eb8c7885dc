import { Agent, RunState, run, setTracingDisabled, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApprovalOptions } from '../../../src/gates/openai-agents/index.js';
import {
  answerInterruption,
  gateAgentTools,
  gateGuardrail,
} from '../../../src/gates/openai-agents/index.js';
import { type Setting, setUp } from './behaviour.js';

setTracingDisabled(true);

describe('a gate of the OpenAI Agents SDK and what goes on around it', () => {
  it('keeps the receipts of a denial where the SDK keeps what guardrails say', async () => {
    const setting = setUp();
    const { agent } = agentOf(setting, 'rm all');
    const { toolInputGuardrailResults } = await run(agent, 'go');
    const [{ output } = { output: undefined }] = toolInputGuardrailResults;
    expect(output?.outputInfo).toEqual({
      effect: 'deny',
      receipts: [expect.stringMatching(/^art_/), expect.stringMatching(/^art_/)],
    });
  });

  it('bothers nobody with what is denied, whether guardrails run before approvals or not', async () => {
    for (const preApprovalInputGuardrails of [true, false]) {
      const setting = setUp();
      const { agent, ran } = agentOf(setting, 'rm all', { needsApproval: true });
      const toolExecution = { preApprovalInputGuardrails };
      const { interruptions } = await run(agent, 'go', { toolExecution });
      expect(interruptions).toEqual([]);
      expect(ran).toEqual([]);
    }
  });

  it('asks before it runs anything, where guardrails run before approvals', async () => {
    const setting = setUp();
    const { agent, ran } = agentOf(setting, 'maybe');
    const toolExecution = { preApprovalInputGuardrails: true };
    const { interruptions } = await run(agent, 'go', { toolExecution });
    expect(interruptions).toHaveLength(1);
    expect(ran).toEqual([]);
    expect(await setting.kinds()).toEqual(['judgement.v1']);
  });

  it('asks where the tool itself does, and signs what was decided', async () => {
    const setting = setUp();
    const { agent, ran } = agentOf(setting, 'ls', { needsApproval: true });
    const { state, interruptions } = await run(agent, 'go');
    expect(interruptions).toHaveLength(1);
    for (const item of interruptions) state.approve(item);
    await run(agent, state);
    expect(ran).toEqual(['ls']);
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
  });

  it('judges anew what another guardrail made of a call', async () => {
    const setting = setUp();
    const { agent, ran } = agentOf(setting, 'ls', {
      rewrite: (toolCall) => {
        toolCall.arguments = JSON.stringify({ command: 'rm all' });
      },
    });
    await run(agent, 'go');
    expect(ran).toEqual([]);
    expect(setting.judged).toEqual(['ls', 'rm all']);
  });

  it('does not take an approval of a tool for good for an approval of other calls', async () => {
    const setting = setUp();
    const { agent, ran } = agentOf(setting, 'maybe one', { next: 'maybe two' });
    const { state } = await run(agent, 'go');
    for (const item of state.getInterruptions()) state.approve(item, { alwaysApprove: true });
    await run(agent, state);
    expect(ran).toEqual(['maybe one']);
    expect(setting.judged).toEqual(['maybe one', 'maybe two']);
  });

  it('runs nothing that another process asked about, unless approvals are those of the host', async () => {
    const ranBy = async (options: ApprovalOptions): Promise<readonly string[]> => {
      const { state } = await run(agentOf(setUp(), 'maybe').agent, 'go');
      const { agent, ran } = agentOf(setUp(), undefined, options);
      const later = await RunState.fromString(agent, state.toString());
      for (const item of later.getInterruptions()) later.approve(item);
      await run(agent, later);
      return ran;
    };
    expect(await ranBy({})).toEqual([]);
    expect(await ranBy({ approvals: 'host' })).toEqual(['maybe']);
  });

  it('gives the words of a person to the model, and to the receipt', async () => {
    const setting = setUp();
    const { agent, model } = agentOf(setting, 'maybe');
    const { state, interruptions } = await run(agent, 'go');
    const { approver } = setting;
    for (const item of interruptions) {
      const said = { decision: 'reject', reason: 'Not on a Friday.', approver } as const;
      await answerInterruption(setting.gate, state, item, said);
    }
    await run(agent, state);
    expect(JSON.stringify(model.calls.at(-1)?.request.input)).toContain('Not on a Friday.');
    expect(await setting.text()).toContain('"reason":"Not on a Friday."');
  });

  it('leaves tools of other types as they are', () => {
    const { gate } = setUp();
    const hosted = { type: 'hosted_tool' as const, name: 'web_search' };
    expect(gateAgentTools([hosted], gate)[0]).toBe(hosted);
  });

  it('makes a guardrail that rejects what nobody can be asked about', async () => {
    const { gate, events } = setUp();
    const { behavior } = await gateGuardrail(gate).run({
      toolCall: { name: 'bash', callId: 'c1', arguments: '{"command":"maybe"}' },
    });
    expect(behavior.type).toBe('rejectContent');
    expect(events[0]?.fallbackFrom).toBe('ask');
  });

  it('makes a guardrail that rejects what the gate asked about elsewhere', async () => {
    const { gate } = setUp();
    const toolCall = { name: 'bash', callId: 'c1', arguments: '{"command":"maybe"}' };
    await gate.check({ tool: 'bash', input: { command: 'maybe' }, callId: 'c1' });
    const { behavior } = await gateGuardrail(gate).run({ toolCall });
    expect(behavior.type).toBe('rejectContent');
  });
});

interface AgentOptions extends ApprovalOptions {
  readonly needsApproval?: boolean;
  /** What a guardrail after that of the gate does. */
  readonly rewrite?: (toolCall: { arguments: string }) => void;
  /** What the model calls next, with an id of its own. */
  readonly next?: string;
}

function agentOf(setting: Setting, command: string | undefined, options: AgentOptions = {}) {
  const { needsApproval = false, rewrite, next, ...approvals } = options;
  const ran: string[] = [];
  const bash = tool({
    name: 'bash',
    description: 'Runs a command.',
    parameters: z.object({ command: z.string() }),
    needsApproval,
    execute: async ({ command }) => {
      ran.push(command);
      return `ran: ${command}`;
    },
  });
  const commands = [command, next].filter((one) => one !== undefined);
  const model = new ScriptedModel([
    ...commands.map((one, at) => [functionCall('bash', { command: one }, { callId: `c${at}` })]),
    [assistantMessage('done')],
  ]);
  const { gate, approver } = setting;
  const [gated] = gateAgentTools([bash], gate, { approver, ...approvals });
  const tools = (gated === undefined ? [] : [gated]).map((one) => ({
    ...one,
    inputGuardrails: [
      ...(one.inputGuardrails ?? []),
      ...(rewrite === undefined ? [] : [rewriting(rewrite)]),
    ],
  }));
  return { agent: new Agent({ name: 'a', model, tools }), model, ran };
}

function rewriting(rewrite: (toolCall: { arguments: string }) => void) {
  return {
    type: 'tool_input' as const,
    name: 'rewrites',
    run: async ({ toolCall }: { readonly toolCall: { arguments: string } }) => {
      rewrite(toolCall);
      return { outputInfo: {}, behavior: { type: 'allow' as const } };
    },
  };
}
