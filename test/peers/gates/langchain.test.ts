import { Command, INTERRUPT, isInterrupted, MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';
import { z } from 'zod';
import { gateMiddleware } from '../../../src/gates/langchain/index.js';
import { type Harness, holdsFor, type Run } from './behaviour.js';

holdsFor({ name: 'a LangChain agent', ask: 'pauses', start: startWith('checkpointer') });

let threads = 0;

function startWith(_: string): Harness['start'] {
  return async (gate, calls, { approver }) => {
    const ran: string[] = [];
    const bash = tool(
      async ({ command }) => {
        ran.push(command);
        return `ran: ${command}`;
      },
      {
        name: 'bash',
        description: 'Runs a command.',
        schema: z.object({ command: z.string() }),
      },
    );
    const model = fakeModel()
      .respondWithTools(calls.map(({ id, command }) => ({ name: 'bash', args: { command }, id })))
      .respond(new AIMessage('done'));
    const agent = createAgent({
      model,
      tools: [bash],
      middleware: [gateMiddleware(gate, { approver })],
      checkpointer: new MemorySaver(),
    });
    threads += 1;
    const config = { configurable: { thread_id: `thread ${threads}` } };
    const settle = async (input: Parameters<typeof agent.invoke>[0]): Promise<Run> => {
      const state = await agent.invoke(input, config);
      const results = state.messages.filter((message) => message.getType() === 'tool');
      const interrupts = isInterrupted(state) ? state[INTERRUPT] : [];
      const idAt = new Map(interrupts.map(({ id, value }) => [idOf(calls, value), id]));
      return {
        waiting: [...idAt.keys()],
        ran,
        modelSaw: (id) =>
          results
            .filter((message) => 'tool_call_id' in message && message.tool_call_id === id)
            .at(-1)?.text,
        told: JSON.stringify([state.messages, interrupts]),
        async decide(decisions) {
          const resume = Object.fromEntries(
            [...idAt].map(([callId, id]) => [id, { decisions: [{ type: decisions[callId] }] }]),
          );
          return settle(new Command({ resume }));
        },
      };
    };
    return settle({ messages: [{ role: 'user', content: 'go' }] });
  };
}

/** The call that an interrupt is about: it is told by the command, which is another for each. */
function idOf(calls: readonly { id: string; command: string }[], value: unknown): string {
  const text = JSON.stringify(value);
  return calls.find(({ command }) => text.includes(JSON.stringify(command)))?.id ?? 'none';
}
