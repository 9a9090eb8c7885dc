import * as v2Client from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as V1Memory } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as V1Server } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as v2 from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Gate } from '../../../src/gate/index.js';
import { gateToolCallback, gateTransport } from '../../../src/gates/mcp/index.js';
import type { Approver } from '../../../src/gates/shared/approvals.js';
import {
  type Decision,
  type Harness,
  holdsFor,
  type ModelCall,
  type Run,
  setUp,
} from './behaviour.js';

const SHARED = { tellsCallIds: false } as const;

for (const [name, connect] of Object.entries({
  'a server of the MCP SDK 1': serverOf1,
  'a server of the MCP SDK 2, in the era of 2025': serverOf2,
  'a tool of the MCP SDK 2, in the era of 2025': toolOf2,
  'a tool of the MCP SDK 2, in the era of 2026': toolOf2026,
  'a client of the MCP SDK 1': clientOf1,
  'a client of the MCP SDK 2, in the era of 2026': clientOf2026,
})) {
  holdsFor({ ...SHARED, name, ask: 'pauses', start: startWith(connect, { asks: true }) });
}

for (const [name, connect] of Object.entries({
  'a server of the MCP SDK 1 whose client cannot ask': serverOf1,
  'a server of the MCP SDK 2 whose client cannot ask': serverOf2,
  'a client of the MCP SDK 1 that nobody can be asked by': clientOf1,
})) {
  holdsFor({ ...SHARED, name, ask: 'falls back', start: startWith(connect, { asks: false }) });
}

describe('a gate in a transport of MCP', () => {
  it('goes into no transport that is connected, and into nothing else', () => {
    const { gate } = setUp();
    const [, transport] = V1Memory.createLinkedPair();
    transport.onmessage = () => undefined;
    const rule = 'transport: a gate goes into a transport before it is connected';
    expect(() => gateTransport(transport, gate)).toThrow(rule);
    expect(() => gateTransport(Object({}), gate)).toThrow(rule);
  });

  it('names the receipts of a refusal beside it', async () => {
    const setting = setUp();
    const { call } = await serverOf1(wire(setting.gate, setting.approver));
    const result: { _meta?: object; isError?: boolean } = Object(await call('rm all'));
    expect(result.isError).toBe(true);
    expect(result._meta).toEqual({
      'dev.judgement/receipts': [expect.stringMatching(/^art_/), expect.stringMatching(/^art_/)],
    });
  });

  it('runs no call that was cancelled while it was judged', async () => {
    const { gate, approver, judged } = setUp({}, 'never answers');
    const wired = wire(gate, approver);
    const { call } = await serverOf1(wired);
    const controller = new AbortController();
    const calling = call('ls', controller.signal);
    setTimeout(() => controller.abort('enough'), 5);
    await expect(calling).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(judged).toEqual(['ls']);
    expect(wired.ran).toEqual([]);
  });

  it('takes an approval once, in the era of 2026', async () => {
    const { gate, approver } = setUp();
    const ran: string[] = [];
    const run = async ({ command }: { command: string }) => {
      ran.push(command);
      return { content: [] };
    };
    const gated = gateToolCallback('bash', toContext(run), gate, { approver });
    const input = { command: 'maybe' };
    const first: { requestState?: string } = Object(await gated(input, {}));
    const inputResponses = { 'judgement.approval': { action: 'accept' } };
    const context = { mcpReq: { inputResponses, requestState: first.requestState } };
    await gated(input, context);
    expect(ran).toEqual(['maybe']);
    const again = await gated(input, context);
    expect(again).toMatchObject({ resultType: 'input_required' });
    expect(ran).toEqual(['maybe']);
  });

  it('takes an approval for nothing that it did not ask about, in the era of 2026', async () => {
    const { gate, approver } = setUp();
    const run = async (_: { command: string }) => ({ content: [] });
    const gated = gateToolCallback('bash', toContext(run), gate, { approver });
    const first: { requestState?: string } = Object(await gated({ command: 'maybe one' }, {}));
    const inputResponses = { 'judgement.approval': { action: 'accept' } };
    for (const requestState of [first.requestState, 'forged', undefined]) {
      const context = { mcpReq: { inputResponses, requestState } };
      const said = await gated({ command: 'maybe two' }, context);
      expect(said).not.toEqual({ content: [] });
    }
  });
});

function toContext<Input, Result>(run: (input: Input) => Promise<Result>) {
  return (input: Input, _: unknown) => run(input);
}

/** What a connection is made with. */
interface Wire {
  readonly gate: Gate;
  readonly approver: Approver;
  readonly ran: string[];
  /** Whether somebody can be asked. */
  readonly asks: boolean;
  /** Asks them. */
  ask(text: string): Promise<Decision>;
}

interface Connection {
  call(command: string, signal?: AbortSignal): Promise<unknown>;
}

function wire(gate: Gate, approver: Approver): Wire {
  return { gate, approver, ran: [], asks: true, ask: async () => 'reject' };
}

const inputSchema = { command: z.string() };

function callbackOf({ ran }: Wire) {
  return async ({ command }: { command: string }) => {
    ran.push(command);
    return { content: [{ type: 'text' as const, text: `ran: ${command}` }] };
  };
}

async function serverOf1(wired: Wire): Promise<Connection> {
  const [ours, theirs] = V1Memory.createLinkedPair();
  const server = new V1Server({ name: 's', version: '1' });
  server.registerTool('bash', { inputSchema }, callbackOf(wired));
  await server.connect(gateTransport(theirs, wired.gate, { approver: wired.approver }));
  return connect1(ours, wired, wired.asks);
}

async function clientOf1(wired: Wire): Promise<Connection> {
  const [ours, theirs] = V1Memory.createLinkedPair();
  const server = new V1Server({ name: 's', version: '1' });
  server.registerTool('bash', { inputSchema }, callbackOf(wired));
  await server.connect(theirs);
  return connect1(gateTransport(ours, wired.gate, askedBy(wired)), wired, false);
}

function askedBy({ approver, asks, ask }: Wire) {
  if (!asks) return { approver };
  const onAsk = async ({ reason }: { readonly reason: string }) =>
    (await ask(reason)) === 'approve' ? ('allow' as const) : ('deny' as const);
  return { approver, onAsk };
}

async function connect1(transport: V1Memory, wired: Wire, elicits: boolean): Promise<Connection> {
  const capabilities = elicits ? { elicitation: {} } : {};
  const client = new V1Client({ name: 'c', version: '1' }, { capabilities });
  if (elicits) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(wired, params.message));
  }
  await client.connect(transport);
  return {
    call: (command, signal) =>
      client.callTool({ name: 'bash', arguments: { command } }, undefined, {
        ...(signal && { signal }),
      }),
  };
}

async function answer({ ask }: Wire, message: string) {
  const isApproved = (await ask(message)) === 'approve';
  return isApproved ? { action: 'accept' as const, content: {} } : { action: 'decline' as const };
}

async function serverOf2(wired: Wire): Promise<Connection> {
  const [ours, theirs] = v2.InMemoryTransport.createLinkedPair();
  const server = new v2.McpServer({ name: 's', version: '1' });
  server.registerTool('bash', { inputSchema: z.object(inputSchema) }, callbackOf(wired));
  await server.connect(gateTransport(theirs, wired.gate, { approver: wired.approver }));
  return connect2(ours, wired, wired.asks);
}

async function toolOf2(wired: Wire): Promise<Connection> {
  const [ours, theirs] = v2.InMemoryTransport.createLinkedPair();
  await serverWithTool(wired).connect(theirs);
  return connect2(ours, wired, wired.asks);
}

async function toolOf2026(wired: Wire): Promise<Connection> {
  // The server is made anew for each request, so that the gate stands around the tool.
  const callback = gatedCallback(wired);
  const { fetch } = v2.createMcpHandler(() => serverWithTool(wired, callback));
  return connect2026(fetch, wired, wired.asks);
}

function gatedCallback(wired: Wire) {
  return gateToolCallback('bash', toContext(callbackOf(wired)), wired.gate, {
    approver: wired.approver,
  });
}

function serverWithTool(wired: Wire, callback = gatedCallback(wired)) {
  const server = new v2.McpServer({ name: 's', version: '1' });
  server.registerTool('bash', { inputSchema: z.object(inputSchema) }, callback);
  return server;
}

async function clientOf2026(wired: Wire): Promise<Connection> {
  const { fetch } = v2.createMcpHandler(() => {
    const server = new v2.McpServer({ name: 's', version: '1' });
    server.registerTool('bash', { inputSchema: z.object(inputSchema) }, callbackOf(wired));
    return server;
  });
  return connect2026(fetch, wired, false, (transport) =>
    gateTransport(transport, wired.gate, askedBy(wired)),
  );
}

function connect2026(
  handle: (request: Request) => Promise<Response>,
  wired: Wire,
  elicits: boolean,
  put = (transport: v2Client.StreamableHTTPClientTransport) => transport,
): Promise<Connection> {
  const fetch = (url: string | URL, init?: RequestInit) => handle(new Request(url, init));
  const url = new URL('http://mcp.example/');
  const transport = new v2Client.StreamableHTTPClientTransport(url, { fetch });
  return connect2(put(transport), wired, elicits);
}

async function connect2(
  transport: v2Client.Transport,
  wired: Wire,
  elicits: boolean,
): Promise<Connection> {
  const client = new v2Client.Client(
    { name: 'c', version: '1' },
    {
      capabilities: elicits ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: 'auto' },
    },
  );
  if (elicits) {
    client.setRequestHandler('elicitation/create', ({ params }) => answer(wired, params.message));
  }
  await client.connect(transport);
  return { call: (command) => client.callTool({ name: 'bash', arguments: { command } }) };
}

function startWith(
  connect: (wired: Wire) => Promise<Connection>,
  { asks }: { readonly asks: boolean },
): Harness['start'] {
  return async (gate, calls, { approver }) => {
    const asked: { readonly id: string; readonly decide: (decision: Decision) => void }[] = [];
    const told: unknown[] = [];
    const results = new Map<string, string>();
    // Questions do not name the call: they come in the order of the calls that are asked about.
    const open = calls.filter(({ command }) => isAsked(command, calls));
    let changed = (): void => undefined;
    const wired: Wire = {
      gate,
      approver,
      ran: [],
      asks,
      ask: (text) =>
        new Promise((decide) => {
          told.push(text);
          asked.push({ id: open.shift()?.id ?? '?', decide });
          changed();
        }),
    };
    const { call } = await connect(wired);
    for (const { id, command } of calls) {
      call(command).then(
        (result) => {
          told.push(result);
          results.set(id, textOf(result));
          changed();
        },
        (error: unknown) => {
          results.set(id, String(error));
          changed();
        },
      );
    }
    const settled = async (): Promise<void> => {
      while (results.size + asked.length < calls.length) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    };
    const now = (): Run => ({
      waiting: asked.map(({ id }) => id),
      ran: wired.ran,
      modelSaw: (id) => results.get(id),
      told: JSON.stringify(told),
      async decide(decisions) {
        for (const { id, decide } of asked.splice(0)) decide(decisions[id] ?? 'reject');
        await settled();
        return now();
      },
    });
    await settled();
    return now();
  };
}

/** A single call may be asked about for want of a judge. */
function isAsked(command: string, calls: readonly ModelCall[]): boolean {
  return command.startsWith('maybe') || calls.length === 1;
}

function textOf(result: unknown): string {
  const { content }: { readonly content?: unknown } = Object(result);
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => String(Object(part).text)).join('\n');
}
