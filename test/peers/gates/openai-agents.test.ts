import { Agent, RunState, run, setTracingDisabled, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { answerInterruption, gateAgentTools } from '../../../src/gates/openai-agents/index.js';
import { type Harness, holdsFor, type Run } from './behaviour.js';

setTracingDisabled(true);

holdsFor({ name: 'the OpenAI Agents SDK', ask: 'pauses', start: startWith('helper') });
holdsFor({
  name: 'the OpenAI Agents SDK, where the host approves and rejects by itself',
  ask: 'pauses',
  signsRejections: false,
  start: startWith('host'),
});

function startWith(how: 'helper' | 'host'): Harness['start'] {
  return async (gate, calls, { approver }) => {
    const ran: string[] = [];
    const bash = tool({
      name: 'bash',
      description: 'Runs a command.',
      parameters: z.object({ command: z.string() }),
      execute: async ({ command }) => {
        ran.push(command);
        return `ran: ${command}`;
      },
    });
    const model = new ScriptedModel([
      calls.map(({ id, command }) => functionCall('bash', { command }, { callId: id })),
      [assistantMessage('done')],
    ]);
    const agent = new Agent({
      name: 'a',
      model,
      tools: gateAgentTools([bash], gate, { approver }),
    });
    const settle = async (given: RunState<unknown, typeof agent> | string): Promise<Run> => {
      const result = await run(agent, given);
      const { state, interruptions } = result;
      const requests = model.calls.map(({ request }) => request.input);
      const stored = JSON.stringify([requests, result.output]);
      return {
        waiting: interruptions.map(({ rawItem }) => idOf(rawItem)),
        ran,
        modelSaw: (id) => resultIn(requests, id),
        told: stored,
        async decide(decisions) {
          // Stored and read again, as where a person takes their time.
          const later = await RunState.fromString(agent, state.toString());
          for (const item of later.getInterruptions()) {
            const decision = decisions[idOf(item.rawItem)] ?? 'reject';
            if (how === 'helper') {
              await answerInterruption(gate, later, item, { decision, approver });
            } else if (decision === 'approve') later.approve(item);
            else later.reject(item, { message: 'Ada says no.' });
          }
          return settle(later);
        },
      };
    };
    return settle('go');
  };
}

function idOf(item: unknown): string {
  const { callId }: { readonly callId?: unknown } = Object(item);
  return String(callId);
}

function resultIn(requests: readonly unknown[], id: string): string | undefined {
  const items = requests.flatMap((request): readonly unknown[] =>
    Array.isArray(request) ? request : [],
  );
  const result = [...items].reverse().find((item) => {
    const { type }: { readonly type?: unknown } = Object(item);
    return type === 'function_call_result' && idOf(item) === id;
  });
  if (result === undefined) return undefined;
  const { output }: { readonly output?: unknown } = Object(result);
  return JSON.stringify(output);
}
