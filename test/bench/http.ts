/**
 * What serving a judge costs: the handler with the rules judge on Node's http, on the loopback
 * address, under load, beside servers that only parse the request and answer with the same bytes.
 *
 * Fails when a request of the load is not answered, or when the server holds on to memory. How fast
 * it is is a report.
 *
 * @module
 */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { rulesJudge, rulesQuestions, toolCall } from 'judgement';
import { judgeHandler } from 'judgement/http';
import { serve } from '../http/serve.js';
import { ceiling, fixed, print } from './print.js';

/** The load, and how many megabytes the server may hold more after it than before. */
const LOAD = 10_000;
const CONCURRENCY = 64;
const MOST_MEGABYTES = 4;

/** How often each server is timed, and with how many requests. */
const ROUNDS = 7;
const SAMPLE = 2_000;

/** The servers: ours, one behind the same adapter, and one on nothing but Node. */
const NAMES = ['handler', 'bare, as a function of a Request', 'bare, on node:http'] as const;
type Name = (typeof NAMES)[number];

const STATE = toolCall({
  tool: 'Bash',
  input: { command: 'cd /srv/proj && grep -rn "TODO" src | sort -u | head -20 > build/todo.txt' },
  workspaceRoot: '/srv/proj',
});
const BODY = JSON.stringify({ state: STATE, questions: rulesQuestions });
const REQUEST = [
  'POST / HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  `content-length: ${Buffer.byteLength(BODY)}`,
  '',
  BODY,
].join('\r\n');

async function report(): Promise<void> {
  const servers = new Map<Name, Server>();
  for (const name of NAMES) servers.set(name, await startServer(name));
  const times = new Map<Name, number[]>(NAMES.map((name) => [name, []]));
  for (const { port } of servers.values()) await ask(port, SAMPLE);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of shuffled(NAMES)) {
      const { milliseconds } = await ask(servers.get(name)?.port ?? 0, SAMPLE);
      times.get(name)?.push(milliseconds);
    }
  }
  console.log(`a judge over HTTP: ${CONCURRENCY} at once, each with ${BODY.length} bytes`);
  const rate = (name: Name): number => (SAMPLE * 1_000) / median(times.get(name) ?? []);
  for (const name of NAMES) console.log(`  ${name.padEnd(46)}${fixed(rate(name), 9)}  a second`);
  for (const name of NAMES.slice(1)) print(`handler : ${name}`, rate('handler') / rate(name));
  await reportLoad(servers.get('handler'));
  await Promise.all([...servers.values()].map(({ stop }) => stop()));
}

async function reportLoad(server: Server | undefined): Promise<void> {
  if (server === undefined) throw new Error('there is no handler');
  const before = await server.heap();
  const { failures } = await ask(server.port, LOAD);
  const after = await server.heap();
  console.log(`${LOAD} requests, ${CONCURRENCY} at once`);
  ceiling('requests that are not answered', failures, 0);
  ceiling('megabytes held after it', (after - before) / 1_048_576, MOST_MEGABYTES);
}

/** A server in a thread of its own, so that what is measured is not the client. */
interface Server {
  readonly port: number;
  /** Bytes in use after a collection. */
  heap(): Promise<number>;
  stop(): Promise<unknown>;
}

async function startServer(name: Name): Promise<Server> {
  const worker = new Worker(new URL(import.meta.url), { workerData: name });
  const next = (): Promise<number> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  const port = await next();
  return {
    port,
    heap: () => {
      const size = next();
      worker.postMessage('heap');
      return size;
    },
    stop: () => worker.terminate(),
  };
}

async function runServer(name: Name): Promise<void> {
  const collect = findCollector();
  parentPort?.postMessage(await STARTERS[name]());
  parentPort?.on('message', async () => {
    await collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    parentPort?.postMessage(heapUsed + arrayBuffers);
  });
}

/** Starts each server, and says on which port. */
const STARTERS: Readonly<Record<Name, () => Promise<number>>> = {
  handler: async () => (await serve(judgeHandler(rulesJudge()))).port,
  'bare, as a function of a Request': async () => {
    const bytes = await answerBytes();
    const { port } = await serve(async (request) => {
      JSON.parse(await request.text());
      return new Response(bytes, { headers: { 'content-type': 'application/json' } });
    });
    return port;
  },
  'bare, on node:http': async () => {
    const bytes = await answerBytes();
    const server = createServer((incoming, outgoing) => {
      const chunks: Uint8Array[] = [];
      incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      incoming.on('end', () => {
        JSON.parse(Buffer.concat(chunks).toString());
        outgoing.setHeader('content-type', 'application/json');
        outgoing.end(bytes);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port was given');
    return address.port;
  },
};

/** What the handler answers to the request, so that the others answer the same. */
async function answerBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/', { method: 'POST', headers, body: BODY });
  const response = await judgeHandler(rulesJudge())(request);
  return new Uint8Array(await response.arrayBuffer());
}

/** Asks so many times over connections that are kept, and counts what is no answer. */
async function ask(
  port: number,
  count: number,
): Promise<{ readonly milliseconds: number; readonly failures: number }> {
  const expected = Buffer.from(await answerBytes()).toString();
  let left = count;
  let answered = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, () =>
      converse(port, (response) => {
        if (response?.startsWith('HTTP/1.1 200 ') && response.endsWith(`\r\n\r\n${expected}`)) {
          answered += 1;
        }
        left -= 1;
        return left >= 0;
      }),
    ),
  );
  return { milliseconds: performance.now() - start, failures: count - answered };
}

/**
 * Sends the request on one connection as often as `more` says, which gets the response before. A
 * client of its own, as one of Node's would cost more than what is measured.
 */
function converse(port: number, more: (response?: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.setNoDelay(true);
    const go = (response?: string): void => {
      if (more(response)) socket.write(REQUEST);
      else socket.end();
    };
    socket.on('connect', () => go());
    socket.on('data', (chunk: string) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (head < 0 || text.length < head + 4 + length) return;
      const response = text;
      text = '';
      go(response);
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}

/**
 * The collector of this thread, which is there when it is asked for. It takes turns with the rest:
 * what only a registry or a weak reference knows goes in a later turn.
 */
function findCollector(): () => Promise<void> {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  if (typeof found !== 'function') throw new Error('this host has no collector to call');
  return async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      Reflect.apply(found, undefined, []);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}

if (isMainThread) await report();
else await runServer(workerData);
