import { describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../../src/gate/index.js';
import { gateMiddleware } from '../../src/gates/langchain/index.js';
import {
  answerInterruption,
  gateAgentTools,
  gateGuardrail,
} from '../../src/gates/openai-agents/index.js';
import { bands, type Judge, noul } from '../../src/index.js';

describe('a gate of OpenAI Agents', () => {
  it('judges arguments that are no JSON, and leaves it to the tool to refuse them', async () => {
    const states: unknown[] = [];
    const gate = makeGate(({ state }) => void states.push(state));
    const [bash] = gateAgentTools([toolOf()], gate);
    const details = { toolCall: { callId: 'c1' } };
    expect(await bash?.invoke({}, '{"command":', details)).toBe('ran: {"command":');
    expect(states).toEqual([{ tool: 'bash', input: '{"command":' }]);
  });

  it('gives a tool what the model wrote, letter by letter', async () => {
    const [bash] = gateAgentTools([toolOf()], makeGate());
    const text = '{ "command" : "ls",\n"more": 1.0 }';
    expect(await bash?.invoke({}, text, { toolCall: { callId: 'c1' } })).toBe(`ran: ${text}`);
  });

  it('keeps the guardrails of a tool, before its own', () => {
    const own = gateGuardrail(makeGate());
    const [bash] = gateAgentTools([{ ...toolOf(), inputGuardrails: [own] }], makeGate());
    expect(bash?.inputGuardrails).toHaveLength(2);
    expect(bash?.inputGuardrails[0]).toBe(own);
  });

  it('gives up with whoever made the call', async () => {
    const [bash] = gateAgentTools([toolOf()], makeGate());
    const details = { toolCall: { callId: 'c1' }, signal: AbortSignal.abort() };
    await expect(bash?.invoke({}, '{}', details)).rejects.toThrow();
  });

  it('rejects an approval of what is denied', async () => {
    const told: unknown[] = [];
    const state = {
      approve: () => void told.push('approve'),
      reject: (_: unknown, options?: { message?: string }) => void told.push(options?.message),
    };
    const rawItem = { name: 'bash', callId: 'c1', arguments: '{"command":"rm"}' };
    const options = { decision: 'approve', approvals: 'host' } as const;
    const { effect } = await answerInterruption(makeGate(), state, { rawItem }, options);
    expect(effect).toBe('deny');
    expect(told).toEqual(['This call was not run (harm: noul 0.99 against a bar of 0.8)']);
  });

  it('refuses tools and decisions that are none', async () => {
    expect(() => gateAgentTools(JSON.parse('{}'), makeGate())).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'tools' }),
    );
    const state = { approve: () => undefined, reject: () => undefined };
    const options = JSON.parse('{"decision":"allow"}');
    await expect(
      answerInterruption(makeGate(), state, { rawItem: {} }, options),
    ).rejects.toMatchObject({ code: 'bad_option', path: 'options.decision' });
  });
});

describe('a gate of LangChain', () => {
  const toolCall = { name: 'bash', args: { command: 'maybe' }, id: 'c1' };

  it('falls back where nothing can be interrupted', async () => {
    const effects: unknown[] = [];
    const gate = makeGate(undefined, (event) => void effects.push(event));
    const { wrapToolCall } = gateMiddleware(gate);
    const invoke = async ({ tool }: { readonly tool: unknown }): Promise<unknown> => {
      const { invoke: run }: { readonly invoke?: () => unknown } = Object(tool);
      return run?.();
    };
    const tool = { invoke: () => 'ran' };
    const content = await wrapToolCall({ toolCall, tool, runtime: {} }, invoke);
    expect(content).toBe('This call was not run (harm: noul 0.5 against a bar of 0.8)');
    expect(effects).toMatchObject([
      { type: 'judged', effect: 'deny', fallbackFrom: 'ask' },
      { type: 'denied' },
    ]);
  });

  it('gives up with whoever made the call', async () => {
    const { wrapToolCall } = gateMiddleware(makeGate());
    const runtime = { signal: AbortSignal.abort() };
    const request = { toolCall, tool: undefined, runtime };
    await expect(wrapToolCall(request, () => 'ran')).rejects.toThrow();
  });
});

function toolOf() {
  return {
    type: 'function' as const,
    name: 'bash',
    needsApproval: async () => false,
    inputGuardrails: [gateGuardrail(makeGate())].slice(1),
    invoke: async (_: unknown, text: string, __?: unknown) => `ran: ${text}`,
  };
}

function makeGate(
  onAsk: ((request: { readonly state: unknown }) => void) | undefined = undefined,
  onEvent: ((event: unknown) => void) | undefined = undefined,
): Gate {
  const harm: { readonly [command: string]: number } = { maybe: 0.5, rm: 0.99 };
  const judge: Judge = {
    info: { model: 'scripted' },
    ask(request) {
      onAsk?.(request);
      const word = /"command":"(\w+)"/.exec(JSON.stringify(request.state))?.[1] ?? '';
      return { answers: { harm: { noul: harm[word] ?? 0.01 } } };
    },
  };
  const questions = { harm: noul('Does the call do harm?') };
  return createGate({ judge, questions, policy: bands({ deny: 0.8, allow: 0.2 }), onEvent });
}
