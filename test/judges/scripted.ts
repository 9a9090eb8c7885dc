import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type JsonObject, type JsonValue, parseJson } from '../../src/index.js';

/** A request as it came over the socket. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: JsonObject;
}

/** What is sent back. Without a status it is 200, and without a type JSON. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A service on a socket that does what a test says. */
export interface ScriptedService {
  readonly url: string;
  /** Every request, in the order in which they came. */
  readonly sent: readonly Sent[];
  /** How many requests it worked on at once, at most. */
  readonly most: () => number;
  close(): Promise<void>;
}

/** Serves a script on a free port of the loopback address. */
export async function serveScript(
  script: (sent: Sent, index: number) => Scripted | Promise<Scripted>,
): Promise<ScriptedService> {
  const all: Sent[] = [];
  let [busy, most] = [0, 0];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    busy += 1;
    most = Math.max(most, busy);
    const sent = await read(incoming);
    all.push(sent);
    const { status = 200, headers = {}, text } = await script(sent, all.length - 1);
    busy -= 1;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(text);
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: all,
    most: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves a script for as long as some work takes. */
export async function withScript<T>(
  script: (sent: Sent, index: number) => Scripted | Promise<Scripted>,
  work: (service: ScriptedService) => Promise<T>,
): Promise<T> {
  const service = await serveScript(script);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

async function read(incoming: IncomingMessage): Promise<Sent> {
  let text = '';
  incoming.setEncoding('utf8');
  for await (const chunk of incoming) text += chunk;
  const { method = '', url: path = '', headersDistinct } = incoming;
  const entries = Object.entries(headersDistinct).map(
    ([name, values = []]) => [name, values.join(', ')] as const,
  );
  return { method, path, headers: Object.fromEntries(entries), text, body: asObject(text) };
}

function asObject(text: string): JsonObject {
  const value: JsonValue = text === '' ? {} : parseJson(text);
  if (isObject(value)) return value;
  throw new Error('the body is no object');
}

/** A member of a value, and of that a member, and so on; fails where there is none. */
export function at(value: JsonValue, ...steps: readonly (string | number)[]): JsonValue {
  let here = value;
  for (const step of steps) {
    const held: { readonly [name: string]: JsonValue | undefined } = Object(here);
    const next = held[step];
    if (next === undefined) throw new Error(`there is no ${step} in ${JSON.stringify(here)}`);
    here = next;
  }
  return here;
}

/** As {@link at}, for text. */
export function textAt(value: JsonValue, ...steps: readonly (string | number)[]): string {
  const found = at(value, ...steps);
  if (typeof found === 'string') return found;
  throw new Error(`no text: ${JSON.stringify(found)}`);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
