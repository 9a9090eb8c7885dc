/**
 * A server on this machine that answers with texts byte for byte, and keeps what it was sent.
 *
 * @module
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** What a server answers once. */
export interface Canned {
  /** Defaults to 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it is sent. */
  readonly text: string;
}

/** What a server was sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A server that replays. */
export interface Replay {
  readonly url: string;
  /** What it was sent so far, in order. */
  readonly sent: readonly Sent[];
  close(): Promise<void>;
}

/** Answers with one after another, and with the last from then on. */
export async function replay(...answers: readonly Canned[]): Promise<Replay> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ method, path: url, headers, text: Buffer.concat(pieces).toString('utf8') });
      if (answer === undefined) throw new Error('there is nothing to answer with');
      response.writeHead(answer.status ?? 200, {
        'content-type': 'application/json',
        ...answer.headers,
      });
      response.end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Does something while a server replays, and closes it. */
export async function during<T>(
  answers: readonly Canned[],
  work: (server: Replay) => Promise<T>,
): Promise<T> {
  const server = await replay(...answers);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** Everything that an error shows, in any way. */
export async function errorOf(pending: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const settled = await pending.then(
    () => new Error('the promise was kept'),
    (error: unknown) => error,
  );
  if (!(settled instanceof Error)) throw new Error('what was thrown is no error');
  return Object.assign(settled);
}

/** Waits not at all, and keeps for how long it was to wait. */
export function noWait(): {
  readonly waits: number[];
  readonly timer: (call: () => void, milliseconds: number) => () => void;
} {
  const waits: number[] = [];
  return {
    waits,
    timer: (call, milliseconds) => {
      // Limits of time are timers as well, and none of them is to end.
      if (milliseconds >= 10_000) return () => undefined;
      waits.push(milliseconds);
      const timeout = setTimeout(call, 0);
      return () => clearTimeout(timeout);
    },
  };
}
