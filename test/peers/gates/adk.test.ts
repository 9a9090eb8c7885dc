import {
  BaseLlm,
  type Event,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  type LlmRequest,
  type LlmResponse,
} from '@google/adk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adkGate } from '../../../src/gates/adk/index.js';
import { type Harness, holdsFor, type ModelCall, type Run, setUp } from './behaviour.js';

holdsFor({
  name: 'ADK',
  ask: 'pauses',
  dropsSiblings: true,
  start: startWith({ isConfirmable: true }),
});
holdsFor({
  name: 'ADK with tools that were not made confirmable',
  ask: 'falls back',
  start: startWith({ isConfirmable: false }),
});

describe('a gate in ADK', () => {
  it('asks the gate again where the same call comes again, and denies it again', async () => {
    const { gate } = setUp();
    const { beforeToolCallback } = adkGate(gate);
    const context = { functionCallId: 'c1', requestConfirmation: () => undefined };
    const call = { tool: { name: 'bash' }, args: { command: 'rm all' }, context };
    const first = await beforeToolCallback(call);
    expect(first?.error).toBe('This call was not run (harm: noul 0.99 against a bar of 0.8)');
    expect(await beforeToolCallback(call)).toEqual(first);
  });

  it('keeps what a tool itself says of confirmations', async () => {
    const { confirmable } = adkGate(setUp().gate);
    const tool = confirmable(bashTool([], { requireConfirmation: true }));
    expect(await tool.checkRequireConfirmation({ command: 'ls' })).toBe(true);
    const other = confirmable(bashTool([]));
    expect(await other.checkRequireConfirmation({ command: 'ls' })).toBe(false);
  });

  it('refuses what is no tool of ADK', () => {
    const { confirmable } = adkGate(setUp().gate);
    expect(() => confirmable(Object({ name: 'bash' }))).toThrow(
      'tool: a tool of ADK has checkRequireConfirmation()',
    );
  });
});

class ScriptedLlm extends BaseLlm {
  readonly requests: LlmRequest['contents'][] = [];
  readonly #replies: LlmResponse[];

  constructor(replies: LlmResponse[]) {
    super({ model: 'scripted' });
    this.#replies = replies;
  }

  override async *generateContentAsync(request: LlmRequest): AsyncGenerator<LlmResponse, void> {
    this.requests.push(structuredClone(request.contents));
    yield this.#replies.shift() ?? { content: { role: 'model', parts: [{ text: 'done' }] } };
  }

  override async connect(): Promise<never> {
    throw new Error('it is not live');
  }
}

function bashTool(ran: string[], options: { readonly requireConfirmation?: boolean } = {}) {
  return new FunctionTool({
    name: 'bash',
    description: 'Runs a command',
    parameters: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return { result: `ran: ${command}` };
    },
    ...options,
  });
}

function startWith({ isConfirmable }: { readonly isConfirmable: boolean }): Harness['start'] {
  return async (gate, calls, { approver }) => {
    const ran: string[] = [];
    const { beforeToolCallback, confirmable } = adkGate(gate, { approver });
    const tool = bashTool(ran);
    const model = new ScriptedLlm([{ content: { role: 'model', parts: calls.map(toPart) } }]);
    const agent = new LlmAgent({
      name: 'coder',
      model,
      tools: [isConfirmable ? confirmable(tool) : tool],
      beforeToolCallback,
    });
    const runner = new InMemoryRunner({ agent, appName: 'peers' });
    const { id: sessionId } = await runner.sessionService.createSession({
      appName: 'peers',
      userId: 'u',
    });
    const events: Event[] = [];
    const go = async (parts: object[]): Promise<Run> => {
      const newMessage = { role: 'user', parts };
      const made: Event[] = [];
      for await (const event of runner.runAsync({ userId: 'u', sessionId, newMessage })) {
        made.push(event);
      }
      events.push(...made);
      const questions = made.flatMap(partsOf).flatMap(({ functionCall }) => {
        if (functionCall?.name !== 'adk_request_confirmation') return [];
        const { originalFunctionCall: original } = Object(functionCall.args);
        return [{ id: functionCall.id ?? '', callId: String(Object(original).id) }];
      });
      const told = JSON.stringify([model.requests, events.map(({ errorMessage }) => errorMessage)]);
      return {
        waiting: questions.map(({ callId }) => callId),
        ran,
        modelSaw: (id) => responseIn(model.requests, events, id),
        told,
        decide: (decisions) =>
          go(
            questions.map(({ id, callId }) => {
              const response = { confirmed: decisions[callId] === 'approve' };
              return { functionResponse: { id, name: 'adk_request_confirmation', response } };
            }),
          ),
      };
    };
    return go([{ text: 'go' }]);
  };
}

function toPart({ id, command }: ModelCall) {
  return { functionCall: { id, name: 'bash', args: { command } } };
}

function partsOf({ content }: Pick<Event, 'content'>) {
  return content?.parts ?? [];
}

/** What the model read of a call, or would have read next. */
function responseIn(
  requests: readonly LlmRequest['contents'][],
  events: readonly Event[],
  id: string,
): string | undefined {
  const parts = [
    ...requests.flat().flatMap((content) => content.parts ?? []),
    ...events.flatMap(partsOf),
  ];
  const found = parts.filter(({ functionResponse }) => functionResponse?.id === id).at(-1);
  const response = found?.functionResponse?.response;
  return response === undefined ? undefined : JSON.stringify(response);
}
