import { describe, expect, it } from 'vitest';
import { createGate } from '../../src/gate/index.js';
import { gateApproval, gateTools } from '../../src/gates/ai/index.js';
import { parseHook } from '../../src/gates/hooks/index.js';
import { gateMiddleware } from '../../src/gates/langchain/index.js';
import { mastraGate } from '../../src/gates/mastra/index.js';
import { gateToolCallback, gateTransport } from '../../src/gates/mcp/index.js';
import { type Judge, noul, threshold } from '../../src/index.js';

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-01-01' };
const RM = { method: 'tools/call', params: { name: 'bash', arguments: { command: 'rm' } } };
const CHANGED = 'This call was not run: it was changed while it was judged';

describe('a call that changes while it is judged', () => {
  it('does not run as a tool of the AI SDK', async () => {
    const ran: string[] = [];
    const execute = async ({ command }: { command: string }, _: unknown) => void ran.push(command);
    const { bash } = gateTools({ bash: { execute } }, denying());
    const input = { command: 'ls' };
    const running = bash.execute(input, { toolCallId: 'c', messages: [] });
    input.command = 'rm';
    expect(await running).toEqual({ refused: true, reason: CHANGED });
    expect(ran).toEqual([]);
  });

  it('does not run as a callback of MCP', async () => {
    const run = gateToolCallback('bash', async (_: { command: string }) => ({}), denying());
    const input = { command: 'ls' };
    const running = run(input);
    input.command = 'rm';
    expect(await running).toMatchObject({ isError: true, content: [{ text: CHANGED }] });
  });

  it('goes on as it was judged, into a transport of MCP and out of it', async () => {
    const { transport, sent, seen } = wire(false);
    const inward = { command: 'ls' };
    transport.onmessage?.(callOf(1, 'bash', inward));
    inward.command = 'rm';
    await settled();
    expect(seen).toEqual([callOf(1, 'bash', { command: 'ls' })]);
    const outward = { command: 'ls' };
    const sending = transport.send(callOf(2, 'bash', outward));
    outward.command = 'rm';
    await sending;
    expect(sent).toEqual([callOf(2, 'bash', { command: 'ls' })]);
  });

  it('does not run in LangChain', async () => {
    const args = { command: 'ls' };
    const request = { toolCall: { name: 'bash', id: 'c', args }, tool: undefined, runtime: {} };
    const running = gateMiddleware(denying()).wrapToolCall(request, ({ tool }) => tool);
    args.command = 'rm';
    expect(await running).toMatchObject({ name: 'bash' });
  });
});

describe('a transport of MCP', () => {
  for (const [name, message] of Object.entries({
    'a batch': [{ jsonrpc: '2.0', id: 1, ...RM }],
    'a notification': { jsonrpc: '2.0', ...RM },
    'an id that is null': { jsonrpc: '2.0', id: null, ...RM },
    'an id that is true': { jsonrpc: '2.0', id: true, ...RM },
    'inherited members': Object.create({ jsonrpc: '2.0', id: 1, ...RM }),
  })) {
    it(`passes on no call of a tool as ${name}`, async () => {
      const { transport, sent, seen } = wire(false);
      transport.onmessage?.(message);
      await transport.send(message);
      await settled();
      expect([sent, seen]).toEqual([[], []]);
    });
  }

  it('runs no other call by the approval of one', async () => {
    const { transport, sent, seen } = wire(true);
    transport.onmessage?.(callOf(1, 'ls', {}, { _meta: META }));
    await settled();
    const { requestState } = Object(Object(sent[0]).result);
    const inputResponses = { 'judgement.approval': { action: 'accept' } };
    transport.onmessage?.(
      callOf(2, 'bash', { command: 'rm' }, { _meta: META, requestState, inputResponses }),
    );
    await settled();
    expect(seen).toEqual([]);
    expect(Object(sent[1])).toMatchObject({ id: 2, result: { isError: true } });
  });
});

it('runs no call of Mastra that a person declined', async () => {
  const { requireToolApproval, declined, hooks } = mastraGate(makeGate(true));
  const call = { toolName: 'pay', args: { a: 1 } };
  expect(await requireToolApproval(call)).toBe(true);
  await declined(call);
  const said = await hooks.beforeToolCall({ toolName: 'pay', input: { a: 1 } });
  expect(said?.output.reason).toBe('This call was not run: a person declined it');
});

it('takes a status that the AI SDK does not know for a denial, and null for no opinion', async () => {
  const question = { toolCall: { toolName: 'a', toolCallId: 'c', input: {} }, messages: [] };
  const statusOf = (given: string) =>
    gateApproval(denying(), { toolApproval: () => JSON.parse(given) })(question);
  expect(await statusOf('"maybe"')).toBe('denied');
  expect(await statusOf('null')).toBeUndefined();
});

it('takes malformed JSON in the arguments of Copilot for a fault', () => {
  const read = (toolArgs: string) =>
    parseHook('copilot', JSON.stringify({ toolName: 'bash', toolArgs })).ok;
  expect([read('{"command":"rm",}'), read('\ufeff{"command":"rm"}'), read('rm')]).toEqual([
    false,
    true,
    true,
  ]);
});

function makeGate(asks: boolean) {
  const judge: Judge = {
    info: { model: 'm' },
    ask: async ({ state }) => ({
      answers: { bad: { noul: asks || JSON.stringify(state).includes('"rm"') ? 1 : 0 } },
    }),
  };
  const policy = threshold(0.5, { yes: { bad: asks ? 'ask' : 'deny' } });
  return createGate({ judge, questions: { bad: noul('Is it bad?') }, policy });
}

function denying() {
  return makeGate(false);
}

function callOf(id: number, name: string, input: object, more: object = {}) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input, ...more } };
}

function wire(asks: boolean) {
  const sent: unknown[] = [];
  const seen: unknown[] = [];
  const inner = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    start: async () => {},
    send: async (message: unknown) => void sent.push(message),
    close: async () => {},
  };
  const transport = gateTransport(inner, makeGate(asks));
  transport.onmessage = (message) => void seen.push(message);
  return { transport, sent, seen };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
