import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as ai4 from 'ai4';
import * as ai5 from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Gate } from '../../../src/gate/index.js';
import { type ApprovalOptions, gateTools, recordApprovals } from '../../../src/gates/ai/index.js';
import { type Harness, holdsFor, type ModelCall, type Run, setUp } from './behaviour.js';
import { resultIn, turns } from './mock-ai.js';

const parameters = z.object({ command: z.string() });

holdsFor({ name: 'the tools of AI SDK 7', ask: 'pauses', start: startIn(7) });
holdsFor({ name: 'the tools of AI SDK 6', ask: 'pauses', start: startIn(6) });

holdsFor({
  name: 'the tools of a subagent in AI SDK 7',
  ask: 'falls back',
  async start(gate, calls) {
    const { execute, ran } = taking();
    const bash = ai7.tool({ inputSchema: parameters, execute });
    const model = new MockLanguageModelV4({
      doGenerate: [turns(calls).calling, turns(calls).done],
    });
    const tools = gateTools({ bash }, gate, { canAsk: false });
    const stopWhen = ai7.isStepCount(5);
    await ai7.generateText({ model, prompt: 'go', tools, stopWhen });
    return ended(
      ran,
      model.doGenerateCalls.map(({ prompt }) => prompt),
    );
  },
});

holdsFor({
  name: 'the tools of AI SDK 5',
  ask: 'falls back',
  async start(gate, calls) {
    const { execute, ran } = taking();
    const bash = ai5.tool({ inputSchema: parameters, execute });
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    const model = new MockLanguageModelV2({
      doGenerate: Object.values(turns(calls)).map(({ content, finishReason }) => ({
        content,
        finishReason: finishReason.unified,
        usage,
        warnings: [],
      })),
    });
    const tools = gateTools({ bash }, gate);
    const stopWhen = ai5.stepCountIs(5);
    await ai5.generateText({ model, prompt: 'go', tools, stopWhen });
    return ended(
      ran,
      model.doGenerateCalls.map(({ prompt }) => prompt),
    );
  },
});

holdsFor({
  name: 'the tools of AI SDK 4',
  ask: 'falls back',
  async start(gate, calls) {
    const { execute, ran } = taking();
    const bash = { parameters: ai4.jsonSchema<{ command: string }>(SCHEMA), execute };
    const prompts: unknown[] = [];
    const rest = {
      usage: { promptTokens: 0, completionTokens: 0 },
      rawCall: { rawPrompt: null, rawSettings: {} },
    };
    // Its own types of optional members are older than `exactOptionalPropertyTypes`.
    const model: ai4.LanguageModelV1 = {
      specificationVersion: 'v1',
      provider: 'mock',
      modelId: 'mock',
      defaultObjectGenerationMode: undefined,
      doStream: async () => Promise.reject(new Error('not here')),
      doGenerate: async ({ prompt }) => {
        prompts.push(prompt);
        if (prompts.length > 1) return { ...rest, text: 'done', finishReason: 'stop' };
        return { ...rest, finishReason: 'tool-calls', toolCalls: calls.map(toOldCall) };
      },
    };
    await ai4.generateText({ model, prompt: 'go', tools: gateTools({ bash }, gate), maxSteps: 5 });
    return ended(ran, prompts);
  },
});

const SCHEMA = {
  type: 'object' as const,
  properties: { command: { type: 'string' as const } },
  required: ['command'],
};

function toOldCall({ id, command }: ModelCall) {
  return {
    toolCallType: 'function' as const,
    toolCallId: id,
    toolName: 'bash',
    args: JSON.stringify({ command }),
  };
}

function taking() {
  const ran: string[] = [];
  const execute = async ({ command }: { readonly command: string }) => {
    ran.push(command);
    return `ran: ${command}`;
  };
  return { ran, execute };
}

function ended(ran: readonly string[], prompts: readonly unknown[]): Run {
  return {
    waiting: [],
    ran,
    modelSaw: (id) => resultIn(prompts, id),
    told: JSON.stringify(prompts),
    decide: async () => ended(ran, prompts),
  };
}

/** A message, as both versions have it, in the parts that are read here. */
interface Message {
  readonly role: string;
  readonly content: unknown;
}

interface Request {
  readonly type?: unknown;
  readonly approvalId: string;
  readonly toolCallId: string;
}

/** Runs of one version; `records`: whether answers are recorded; `later`: the gate of the next run. */
function startIn(version: 6 | 7, records = true, later?: Gate): Harness['start'] {
  return (first, calls, { approver }) => {
    const options = { approver };
    const { execute, ran } = taking();
    const { calling, done } = turns(calls);
    const prompts: unknown[] = [];
    const told: unknown[] = [];
    const go = async (
      messages: readonly Message[],
      replies: (typeof done)[],
      gate = first,
    ): Promise<Run> => {
      const generate = version === 7 ? generateIn7 : generateIn6;
      const made = await generate(messages, replies, { execute, gate, options });
      prompts.push(...made.prompts);
      told.push(made.written);
      const parts: readonly Request[] = made.written.flatMap(({ role, content }) =>
        role === 'assistant' && Array.isArray(content) ? content : [],
      );
      const requests = parts.filter(({ type }) => type === 'tool-approval-request');
      return {
        waiting: requests.map(({ toolCallId }) => toolCallId),
        ran,
        modelSaw: (id) => resultIn(prompts, id),
        told: JSON.stringify([told, prompts]),
        async decide(decisions) {
          const content = requests.map(({ approvalId, toolCallId }) => ({
            type: 'tool-approval-response',
            approvalId,
            approved: decisions[toolCallId] === 'approve',
          }));
          const answered = [...messages, ...made.written, { role: 'tool', content }];
          if (records) await recordApprovals(gate, answered, options);
          return go(answered, [done], later);
        },
      };
    };
    return go([{ role: 'user', content: 'go' }], [calling, done]);
  };
}

interface Setup {
  readonly execute: ReturnType<typeof taking>['execute'];
  readonly gate: Gate;
  readonly options: ApprovalOptions;
}

interface Made {
  readonly written: readonly Message[];
  readonly prompts: readonly unknown[];
}

type Reply = ReturnType<typeof turns>['done'];

async function generateIn7(given: unknown, replies: Reply[], setup: Setup): Promise<Made> {
  const { execute, gate, options } = setup;
  const messages = ai7.modelMessageSchema.array().parse(given);
  const tools = gateTools({ bash: ai7.tool({ inputSchema: parameters, execute }) }, gate, options);
  const model = new MockLanguageModelV4({ doGenerate: replies });
  const stopWhen = ai7.isStepCount(5);
  const { response } = await ai7.generateText({ model, messages, tools, stopWhen });
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  return { written: response.messages, prompts };
}

async function generateIn6(given: unknown, replies: Reply[], setup: Setup): Promise<Made> {
  const { execute, gate, options } = setup;
  const messages = ai6.modelMessageSchema.array().parse(given);
  const tools = gateTools({ bash: ai6.tool({ inputSchema: parameters, execute }) }, gate, options);
  const model = new MockLanguageModelV3({ doGenerate: replies });
  const stopWhen = ai6.stepCountIs(5);
  const { response } = await ai6.generateText({ model, messages, tools, stopWhen });
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  return { written: response.messages, prompts };
}

describe.each([6, 7] as const)('the tools of AI SDK %s, without recordApprovals()', (version) => {
  it('take an approval from the messages, and sign it once', async () => {
    const setting = setUp();
    const start = startIn(version, false);
    const paused = await start(setting.gate, [{ id: 'c1', command: 'maybe' }], setting);
    const { ran } = await paused.decide({ c1: 'approve' });
    expect(ran).toEqual(['maybe']);
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
  });

  it('run nothing on an approval that nobody was asked for', async () => {
    const [setting, other] = [setUp(), setUp()];
    const call = [{ id: 'c1', command: 'maybe' }];
    const paused = await startIn(version, false, setting.gate)(other.gate, call, other);
    const { ran, modelSaw } = await paused.decide({ c1: 'approve' });
    expect(ran).toEqual([]);
    expect(modelSaw('c1')).toContain('nobody was asked about exactly this call');
    expect(await setting.kinds()).toEqual(['judgement.v1']);
  });
});

describe('what a model of each version reads of a refused call', () => {
  const call = [{ id: 'c1', command: 'rm all' }];
  const reason = 'This call was not run (harm: noul 0.99 against a bar of 0.8)';

  it.each([
    [7, { type: 'execution-denied', reason }],
    [6, { type: 'execution-denied', reason }],
  ] as const)('is a denial in AI SDK %s', async (version, output) => {
    const { gate, approver } = setUp();
    const run = await startIn(version)(gate, call, { approver });
    expect(JSON.parse(run.modelSaw('c1') ?? '')).toEqual(output);
  });
});
