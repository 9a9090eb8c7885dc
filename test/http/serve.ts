/**
 * Serves a handler on a socket of this machine, as examples/serve-node.ts does.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** A handler on a socket. */
export interface Serving {
  readonly url: string;
  readonly port: number;
  /** Closes every connection, and waits until the server is closed. */
  close(): Promise<void>;
}

/** Serves a handler on a free port of the loopback address. */
export async function serve(handler: (request: Request) => Promise<Response>): Promise<Serving> {
  const server = createServer((incoming, outgoing) => {
    handle(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const controller = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  const { method = 'GET', headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(`http://localhost${incoming.url ?? '/'}`, {
    method,
    headers,
    signal: controller.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
  });
  const response = await handler(request);
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
  // What a refusal left unread is read away, so that its client hears of it instead of a reset.
  if (!incoming.complete) incoming.removeAllListeners('data').resume();
}
