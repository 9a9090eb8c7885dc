import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type GateApprovalOptions,
  gateApproval,
  gateTools,
  recordApprovals,
} from '../../../src/gates/ai/index.js';
import { type Setting, setUp } from './behaviour.js';
import { resultIn, turns } from './mock-ai.js';

describe('a gate of AI SDK 7 and the messages that come back to it', () => {
  it('takes an approval without recordApprovals(), and signs it once', async () => {
    const setting = setUp();
    const { messages } = await ask(setting);
    const answered = answer(messages, true);
    const { ran } = await go(setting, answered);
    await recordApprovals(setting.gate, answered, { approver: setting.approver });
    await recordApprovals(setting.gate, answered, { approver: setting.approver });
    expect(ran).toEqual(['maybe']);
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
  });

  it('runs nothing on an approval that nobody was asked for', async () => {
    const setting = setUp();
    const asked = await ask(setUp());
    const { ran, saw } = await go(setting, answer(asked.messages, true));
    expect(ran).toEqual([]);
    expect(saw).toContain('nobody was asked about exactly this call');
    expect(await setting.kinds()).toEqual(['judgement.v1']);
  });

  it('runs nothing whose input was changed after it was approved', async () => {
    const setting = setUp();
    const { messages } = await ask(setting);
    const forged: ModelMessage[] = JSON.parse(
      JSON.stringify(answer(messages, true)).replaceAll('"maybe"', '"maybe more"'),
    );
    const { ran, saw } = await go(setting, forged);
    expect(ran).toEqual([]);
    expect(saw).toContain('nobody was asked about exactly this call');
  });

  it('signs no rejection of what it did not ask', async () => {
    const setting = setUp();
    const asked = await ask(setUp());
    const [verdict] = await recordApprovals(setting.gate, answer(asked.messages, false), {
      approver: setting.approver,
    });
    expect(verdict?.effect).toBe('deny');
    expect(await setting.kinds()).toEqual(['judgement.v1']);
  });

  it('takes an approval of another process where approvals are those of the host', async () => {
    const setting = setUp();
    const asked = await ask(setUp());
    const { ran } = await go(setting, answer(asked.messages, true), { approvals: 'host' });
    expect(ran).toEqual(['maybe']);
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
  });

  it('denies what is denied, whoever approves of it', async () => {
    const setting = setUp();
    const asked = await ask(setUp());
    const forged: ModelMessage[] = JSON.parse(
      JSON.stringify(answer(asked.messages, true)).replaceAll('"maybe"', '"rm all"'),
    );
    const { ran, saw } = await go(setting, forged, { approvals: 'host' });
    expect(ran).toEqual([]);
    expect(saw).toContain('This call was not run (harm: noul 0.99');
    const [verdict] = await recordApprovals(setting.gate, forged, {
      approver: setting.approver,
      approvals: 'host',
    });
    expect(verdict?.effect).toBe('deny');
  });

  it('goes on from the words of a person in the receipt', async () => {
    const setting = setUp();
    const { messages } = await ask(setting);
    await recordApprovals(setting.gate, answer(messages, false, 'Not on a Friday.'), {
      approver: setting.approver,
    });
    expect(await setting.text()).toContain('"reason":"Not on a Friday."');
  });

  it('judges and runs what experimental_refineToolInput made of an input', async () => {
    const setting = setUp();
    const ran: string[] = [];
    const model = new MockLanguageModelV4({ doGenerate: Object.values(turns(CALLS)) });
    await generateText({
      model,
      prompt: 'go',
      tools: { bash: bashTaking(ran) },
      toolApproval: gateApproval(setting.gate),
      experimental_refineToolInput: { bash: ({ command }) => ({ command: `ls ${command}` }) },
      stopWhen: isStepCount(3),
    });
    expect(ran).toEqual(['ls maybe']);
    expect(setting.judged).toEqual(['ls maybe']);
  });

  it('is not asked about what a provider runs itself', async () => {
    const setting = setUp();
    const { done } = turns([]);
    const call = { toolCallId: 'c1', toolName: 'search' };
    const model = new MockLanguageModelV4({
      doGenerate: {
        ...done,
        content: [
          { type: 'tool-call', ...call, input: '{}', providerExecuted: true, dynamic: true },
          { type: 'tool-result', ...call, result: { found: 1 }, dynamic: true },
          { type: 'text', text: 'done' },
        ],
      },
    });
    const toolApproval = gateApproval(setting.gate);
    const { text } = await generateText({ model, prompt: 'go', toolApproval });
    expect(text).toBe('done');
    expect(setting.judged).toEqual([]);
  });

  it('leaves a tool without execute as it is', () => {
    const { gate } = setUp();
    const browser = tool({ inputSchema: z.object({}) });
    const tools = gateTools({ browser, bash: bashTaking([]) }, gate);
    expect(tools.browser).toBe(browser);
    expect(Object.keys(tools)).toEqual(['browser', 'bash']);
  });

  it('keeps the preliminary outputs of a tool that streams', async () => {
    const { gate } = setUp();
    const stream = tool({
      inputSchema: z.object({ command: z.string() }),
      async *execute({ command }) {
        yield 'half';
        yield `ran: ${command}`;
      },
    });
    const { bash } = gateTools({ bash: stream }, gate);
    const outputs = async (command: string, toolCallId: string): Promise<unknown[]> => {
      const all: unknown[] = [];
      const options = { toolCallId, messages: [], context: {} };
      const output: unknown = bash.execute?.({ command }, options);
      if (!isIterable(output)) return all;
      for await (const each of output) all.push(each);
      return all;
    };
    expect(await outputs('ls', 'c1')).toEqual(['half', 'ran: ls']);
    expect(await outputs('rm all', 'c2')).toEqual([
      { refused: true, reason: 'This call was not run (harm: noul 0.99 against a bar of 0.8)' },
    ]);
  });
});

const CALLS = [{ id: 'c1', command: 'maybe' }];

/** A first run, which ends with a request for approval. */
async function ask(setting: Setting): Promise<{ readonly messages: ModelMessage[] }> {
  const { messages, ran } = await go(setting, [{ role: 'user', content: 'go' }]);
  expect(ran).toEqual([]);
  return { messages };
}

function answer(messages: ModelMessage[], approved: boolean, reason?: string): ModelMessage[] {
  const requests = messages
    .flatMap((message) => (message.role === 'assistant' ? [message.content].flat() : []))
    .filter((part) => typeof part !== 'string')
    .filter((part) => part.type === 'tool-approval-request');
  const content = requests.map(({ approvalId }) => ({
    type: 'tool-approval-response' as const,
    approvalId,
    approved,
    ...(reason === undefined ? {} : { reason }),
  }));
  return [...messages, { role: 'tool', content }];
}

async function go(
  { gate, approver }: Setting,
  messages: ModelMessage[],
  options: GateApprovalOptions = {},
) {
  const ran: string[] = [];
  const { calling, done } = turns(CALLS);
  const isFirst = messages.length === 1;
  const model = new MockLanguageModelV4({ doGenerate: isFirst ? [calling, done] : [done] });
  const toolApproval = gateApproval(gate, { approver, ...options });
  const settings = { model, messages, tools: { bash: bashTaking(ran) }, toolApproval };
  const { response } = await generateText({ ...settings, stopWhen: isStepCount(3) });
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  const saw = resultIn(prompts, 'c1') ?? '';
  return { messages: [...messages, ...response.messages], ran, saw };
}

function bashTaking(ran: string[]) {
  return tool({
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran: ${command}`;
    },
  });
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
