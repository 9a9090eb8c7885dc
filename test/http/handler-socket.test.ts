import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeHandler } from '../../src/http/handler.js';
import type { JudgeHandlerOptions } from '../../src/http/handler-options.js';
import type { Judge } from '../../src/judge.js';
import { BODY, calm, judgeOf, SOON } from './requests.js';
import { type Serving, serve } from './serve.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function start(judge: Judge = calm, options: JudgeHandlerOptions = {}): Promise<Serving> {
  const serving = await serve(judgeHandler(judge, options));
  opened.push(serving);
  return serving;
}

/** A connection that is written to by hand, and all that came back on it. */
interface Wire {
  readonly socket: Socket;
  readonly text: string;
  /** Waits until so many responses have come. */
  responses(count: number): Promise<readonly string[]>;
}

function dial(port: number): Wire {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  opened.push({
    close: async () => {
      socket.destroy();
    },
  });
  return {
    socket,
    get text() {
      return text;
    },
    async responses(count) {
      const found = (): readonly string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];
      await expect.poll(() => found().length, SOON).toBeGreaterThanOrEqual(count);
      return found();
    },
  };
}

const head = (...lines: readonly string[]): string =>
  ['POST / HTTP/1.1', 'host: judge', 'content-type: application/json', ...lines, '', ''].join(
    '\r\n',
  );
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const good = head(`content-length: ${BODY.length}`) + BODY;

describe('on a socket', () => {
  it('a body without a length is read', async () => {
    const { port } = await start();
    const wire = dial(port);
    wire.socket.write(head('transfer-encoding: chunked'));
    for (const character of BODY) wire.socket.write(chunk(character));
    wire.socket.write('0\r\n\r\n');
    expect(await wire.responses(1)).toEqual(['HTTP/1.1 200']);
  });

  it('a body without a length is refused once it is too large, before it ends', async () => {
    const { port } = await start(calm, { maxRequestBytes: 1_000 });
    const wire = dial(port);
    wire.socket.write(head('transfer-encoding: chunked') + chunk('x'.repeat(1_001)));
    expect(await wire.responses(1)).toEqual(['HTTP/1.1 413']);
  });

  it('a length that is too large is refused before any of the body comes', async () => {
    const { port } = await start(calm, { maxRequestBytes: 1_000 });
    const wire = dial(port);
    wire.socket.write(head('content-length: 1001'));
    expect(await wire.responses(1)).toEqual(['HTTP/1.1 413']);
  });

  it('a length that is longer than the body ends at the deadline', async () => {
    const { port } = await start(calm, { timeoutMs: 60 });
    const wire = dial(port);
    wire.socket.write(head(`content-length: ${BODY.length + 1}`) + BODY);
    expect(await wire.responses(1)).toEqual(['HTTP/1.1 408']);
  });

  it('a length that is shorter than the body cuts it off', async () => {
    const { port } = await start();
    const wire = dial(port);
    wire.socket.write(head(`content-length: ${BODY.length - 1}`) + BODY);
    expect((await wire.responses(1))[0]).toBe('HTTP/1.1 400');
  });

  it('a connection is good for more after a refusal', async () => {
    const { port } = await start();
    const wire = dial(port);
    wire.socket.write(`${head('content-length: 1')}{`);
    await wire.responses(1);
    wire.socket.write(good);
    await wire.responses(2);
    wire.socket.write('HEAD / HTTP/1.1\r\nhost: judge\r\n\r\n');
    await wire.responses(3);
    wire.socket.write(good);
    expect(await wire.responses(4)).toEqual([
      'HTTP/1.1 400',
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 200',
    ]);
  });

  it('two megabytes are refused, and who sends them hears of it', async () => {
    const { url } = await start();
    const headers = { 'content-type': 'application/json' };
    for (let round = 0; round < 10; round += 1) {
      const body = 'x'.repeat(2_000_000);
      const stream = new Blob([body]).stream();
      const sized = await fetch(url, { method: 'POST', headers, body });
      expect(sized.status).toBe(413);
      await sized.arrayBuffer();
      const unsized = await fetch(url, { method: 'POST', headers, body: stream, duplex: 'half' });
      expect(unsized.status).toBe(413);
      await unsized.arrayBuffer();
    }
  });

  it('a client that hangs up aborts the judge, and makes room', async () => {
    const signals: AbortSignal[] = [];
    const judge = judgeOf((_, signal) => {
      signals.push(signal);
      if (signals.length > 1) return { answers: { unsafe: { noul: 0 } } };
      return new Promise(() => undefined);
    });
    const { port, url } = await start(judge, { maxConcurrent: 1 });
    const wire = dial(port);
    wire.socket.write(good);
    await expect.poll(() => signals.length, SOON).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
    wire.socket.destroy();
    await expect.poll(() => signals[0]?.aborted, SOON).toBe(true);
    const headers = { 'content-type': 'application/json' };
    const next = await fetch(url, { method: 'POST', headers, body: BODY });
    expect(next.status).toBe(200);
  });

  it('a client that hangs up within its body makes room', async () => {
    const { port, url } = await start(calm, { maxConcurrent: 1 });
    const wire = dial(port);
    wire.socket.write(head('content-length: 100000') + BODY);
    await expect.poll(async () => (await ask(url)).status, SOON).toBe(429);
    wire.socket.destroy();
    await expect.poll(async () => (await ask(url)).status, SOON).toBe(200);
  });

  it('a hundred at once are answered or told to wait, and each is told something', async () => {
    const judge = judgeOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { answers: { unsafe: { noul: 0 } } };
    });
    const { url } = await start(judge, { maxConcurrent: 10 });
    const responses = await Promise.all(Array.from({ length: 100 }, () => ask(url)));
    const count = (status: number): number =>
      responses.filter((response) => response.status === status).length;
    expect(count(200)).toBeGreaterThanOrEqual(10);
    expect(count(200) + count(429)).toBe(100);
    expect((await ask(url)).status).toBe(200);
  });
});

async function ask(url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: BODY });
  await response.arrayBuffer();
  return response;
}
