import { thinkGate } from '../../../src/gates/cloudflare-agents/index.js';
import { holdsFor } from './behaviour.js';

/**
 * The hook of the harness, as `agents/harness/think` 0.32.0 has it. The package cannot be installed
 * beside the others, and the harness runs in a Durable Object alone: here its part is played.
 */
type BeforeToolCall = (context: {
  readonly signal: AbortSignal;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly attempt: number;
}) => Decision | undefined | Promise<Decision | undefined>;

type Decision =
  | { readonly action: 'run'; readonly input?: unknown }
  | { readonly action: 'block'; readonly reason: string }
  | { readonly action: 'substitute'; readonly output: unknown };

holdsFor({
  name: "a hook of Cloudflare's Think harness, whose part is played",
  ask: 'falls back',
  async start(gate, calls) {
    const beforeToolCall: BeforeToolCall = thinkGate(gate);
    const ran: string[] = [];
    const results = new Map<string, string>();
    const play = async ({ id, command }: (typeof calls)[number]): Promise<void> => {
      const { signal } = new AbortController();
      const call = { signal, toolCallId: id, toolName: 'bash', input: { command }, attempt: 1 };
      const decision = await beforeToolCall(call);
      if (decision?.action === 'block') {
        results.set(id, decision.reason);
        return;
      }
      ran.push(command);
      results.set(id, `ran: ${command}`);
    };
    await Promise.all(calls.map(play));
    const told = JSON.stringify([...results]);
    const run = { waiting: [], ran, told, modelSaw: (id: string) => results.get(id) };
    return { ...run, decide: () => Promise.reject(new Error('nobody is asked')) };
  },
});
