import { createServer, type Socket } from 'node:net';

/** One request as it came, whole. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** What a fault is made with. */
export interface Exchange {
  readonly request: SeenRequest;
  readonly socket: Socket;
  /** How many requests came before this one. */
  readonly index: number;
  /** Writes a whole response and closes, unless the headers say otherwise. */
  respond(status: number, headers: Readonly<Record<string, string>>, body?: string | Buffer): void;
  /** Writes the head of a response and nothing else. */
  head(status: number, headers: Readonly<Record<string, string>>): void;
}

/** A server that can break every rule of HTTP, as it writes to the socket itself. */
export interface FaultServer {
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** The connections that are open now and that a request came over. */
  readonly open: ReadonlySet<Socket>;
  /** Those over which none came: Node 20 opens one in the place of one that it gave up. */
  readonly spare: ReadonlySet<Socket>;
  /** How many connections there have been. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Starts a server on loopback that answers each request with a fault. */
export async function startFaultServer(answer: (exchange: Exchange) => void): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const open = new Set<Socket>();
  const spare = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    spare.add(socket);
    socket.on('close', () => {
      spare.delete(socket);
      open.delete(socket);
    });
    // A client that gives up resets the connection; that is what is tested.
    socket.on('error', () => undefined);
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      spare.delete(socket);
      open.add(socket);
      pending = Buffer.concat([pending, chunk]);
      const taken = takeRequest(pending);
      if (taken === undefined) return;
      pending = taken.rest;
      const index = requests.push(taken.request) - 1;
      answer({ request: taken.request, socket, index, ...writersOf(socket) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    open,
    spare,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of [...open, ...spare]) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function writersOf(socket: Socket): Pick<Exchange, 'respond' | 'head'> {
  const head: Exchange['head'] = (status, headers) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`);
  };
  return {
    head,
    respond(status, headers, body = '') {
      const length = String(Buffer.byteLength(body));
      const isKept = headers['connection'] === 'keep-alive';
      head(status, { 'content-length': length, connection: 'close', ...headers });
      if (isKept) socket.write(body);
      else socket.end(body);
    },
  };
}

function takeRequest(
  bytes: Buffer,
): { readonly request: SeenRequest; readonly rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((one) => {
      const at = one.indexOf(':');
      return [one.slice(0, at).toLowerCase(), one.slice(at + 1).trim()] as const;
    }),
  );
  const body = takeBody(bytes.subarray(end + 4), headers);
  if (body === undefined) return undefined;
  const [method = '', target = ''] = line.split(' ');
  return { request: { method, target, headers, body: body.text }, rest: body.rest };
}

/** fetch sends a body of known length with its length, and one of a stream in chunks. */
function takeBody(
  bytes: Buffer,
  headers: ReadonlyMap<string, string>,
): { readonly text: string; readonly rest: Buffer } | undefined {
  const length = Number(headers.get('content-length') ?? 0);
  if (headers.has('transfer-encoding')) throw new Error('this server reads no chunks');
  if (bytes.length < length) return undefined;
  return { text: bytes.subarray(0, length).toString('utf8'), rest: bytes.subarray(length) };
}
