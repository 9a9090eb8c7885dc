import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type MastraGate, mastraGate } from '../../../src/gates/mastra/index.js';
import { type Harness, holdsFor, type Run, setUp } from './behaviour.js';
import { resultIn, turns } from './mock-ai.js';

holdsFor({ name: 'Mastra', ask: 'pauses', asksOneByOne: true, tellsCallIds: false, start });

describe('a gate in Mastra', () => {
  it('denies what a person should decide where only the hook is in place', async () => {
    const setting = setUp();
    const { hooks } = mastraGate(setting.gate, { approver: setting.approver });
    const refusal = await hooks.beforeToolCall({ toolName: 'bash', input: { command: 'maybe' } });
    expect(refusal?.output.reason).toBe(
      'This call was not run: nobody was asked about exactly this call',
    );
    expect(await setting.kinds()).toEqual(['judgement.v1']);
  });

  it('names the receipts in what the model gets', async () => {
    const setting = setUp();
    const { hooks } = mastraGate(setting.gate);
    const refusal = await hooks.beforeToolCall({ toolName: 'bash', input: { command: 'rm all' } });
    expect(refusal).toEqual({
      proceed: false,
      output: {
        denied: true,
        reason: 'This call was not run (harm: noul 0.99 against a bar of 0.8)',
        receipts: [expect.stringMatching(/^art_/), expect.stringMatching(/^art_/)],
      },
    });
  });

  it.each([
    ['says true', () => true],
    ['throws', () => Promise.reject(new Error('no'))],
  ])('waits for a person where the host %s', async (_, host) => {
    const { gate } = setUp();
    const { requireToolApproval } = mastraGate(gate, { requireToolApproval: host });
    expect(await requireToolApproval({ toolName: 'bash', args: { command: 'ls' } })).toBe(true);
    // Nobody is asked about what will not run.
    expect(await requireToolApproval({ toolName: 'bash', args: { command: 'rm all' } })).toBe(
      false,
    );
  });

  it('refuses an approval function that is none', () => {
    const wrong: Parameters<typeof mastraGate>[1] = Object({ requireToolApproval: 'yes' });
    expect(() => mastraGate(setUp().gate, wrong)).toThrow(
      'options.requireToolApproval: it is true, false or a function',
    );
  });
});

async function start(...[gate, calls, { approver }]: Parameters<Harness['start']>): Promise<Run> {
  const ran: string[] = [];
  const bash = createTool({
    id: 'bash',
    description: 'Runs a command',
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran: ${command}`;
    },
  });
  const { calling, done } = turns(calls);
  const mock = new MockLanguageModelV4({ doGenerate: [calling, done, done, done] });
  // It is one of another version of the provider's types, to the letter.
  const model: MastraModelConfig = Object(mock);
  const made = mastraGate(gate, { approver });
  const { hooks, requireToolApproval } = made;
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'go', model, tools: { bash } });
  const storage = new InMemoryStore();
  const mastra = new Mastra({ agents: { agent }, storage, logger: false });
  const options = { hooks, requireToolApproval };
  const first = await mastra.getAgent('agent').generate('go', options);
  return toRun(first, { agent: mastra.getAgent('agent'), made, model: mock, ran, options });
}

interface Setup {
  readonly agent: Agent;
  readonly made: MastraGate;
  readonly model: MockLanguageModelV4;
  readonly ran: readonly string[];
  readonly options: Pick<MastraGate, 'hooks' | 'requireToolApproval'>;
}

interface Generated {
  readonly finishReason?: string | undefined;
  readonly runId?: string | undefined;
  readonly suspendPayload?: unknown;
}

/** Mastra suspends on one call after the other. */
async function toRun(generated: Generated, setup: Setup): Promise<Run> {
  const { agent, made, model, ran, options } = setup;
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  const suspended: { toolCallId?: string; toolName?: string; args?: unknown } = Object(
    generated.finishReason === 'suspended' ? generated.suspendPayload : undefined,
  );
  const { toolCallId, toolName = '', args } = suspended;
  return {
    waiting: toolCallId === undefined ? [] : [toolCallId],
    ran,
    modelSaw: (id) => resultIn(prompts, id),
    told: JSON.stringify([prompts, suspended]),
    async decide(decisions) {
      const { runId = '' } = generated;
      if (toolCallId === undefined) return toRun(generated, setup);
      const about = { ...options, runId, toolCallId };
      const isApproved = decisions[toolCallId] === 'approve';
      if (!isApproved) await made.declined({ toolName, args });
      const next = await toRun(
        isApproved
          ? await agent.approveToolCallGenerate(about)
          : await agent.declineToolCallGenerate(about),
        setup,
      );
      return next.waiting.length === 0 ? next : next.decide(decisions);
    },
  };
}
