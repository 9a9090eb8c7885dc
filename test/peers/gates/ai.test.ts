import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  generateText,
  isStepCount,
  type ModelMessage,
  streamText,
  type ToolApprovalResponse,
  tool,
} from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { gateApproval, recordApprovals } from '../../../src/gates/ai/index.js';
import { type Harness, holdsFor, type Run } from './behaviour.js';
import { resultIn, streamed, turns } from './mock-ai.js';

holdsFor({ name: 'generateText() of AI SDK 7', ask: 'pauses', start: startWith('generate') });
holdsFor({ name: 'streamText() of AI SDK 7', ask: 'pauses', start: startWith('stream') });

function startWith(how: 'generate' | 'stream'): Harness['start'] {
  return (gate, calls, { approver }) => {
    const ran: string[] = [];
    const bash = tool({
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }) => {
        ran.push(command);
        return `ran: ${command}`;
      },
    });
    const toolApproval = gateApproval(gate, { approver });
    const { calling, done } = turns(calls);
    const told: unknown[] = [];
    const prompts: unknown[] = [];

    const go = async (
      messages: ModelMessage[],
      replies: (typeof calling | typeof done)[],
    ): Promise<Run> => {
      const model = new MockLanguageModelV4({
        doGenerate: replies,
        doStream: replies.map(({ content, finishReason, usage }) => ({
          stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
            { type: 'stream-start', warnings: [] },
            ...streamed(content),
            { type: 'finish', finishReason, usage },
          ]),
        })),
      });
      const settings = { model, messages, tools: { bash }, toolApproval, stopWhen: isStepCount(5) };
      const result = how === 'generate' ? await generateText(settings) : streamText(settings);
      const { messages: written } = await result.response;
      const history = [...messages, ...written];
      told.push(written);
      prompts.push(
        ...[...model.doGenerateCalls, ...model.doStreamCalls].map(({ prompt }) => prompt),
      );
      const requests = written
        .flatMap((message) => (message.role === 'assistant' ? [message.content].flat() : []))
        .filter((part) => typeof part !== 'string')
        .filter((part) => part.type === 'tool-approval-request')
        .filter(({ isAutomatic }) => isAutomatic !== true);
      return {
        waiting: requests.map(({ toolCallId }) => toolCallId),
        ran,
        modelSaw: (id) => resultIn(prompts, id),
        told: JSON.stringify([told, prompts]),
        decide: async (decisions) => {
          const content = requests.map(
            ({ approvalId, toolCallId }): ToolApprovalResponse => ({
              type: 'tool-approval-response',
              approvalId,
              approved: decisions[toolCallId] === 'approve',
            }),
          );
          const answered: ModelMessage[] = [...history, { role: 'tool', content }];
          await recordApprovals(gate, answered, { approver });
          return go(answered, [done]);
        },
      };
    };
    return go([{ role: 'user', content: 'go' }], [calling, done]);
  };
}
