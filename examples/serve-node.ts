/*
 * Serves the rules judge with Node's own http. PORT and TOKEN come from the environment; without a
 * TOKEN it answers whoever reaches this machine's loopback address.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { rulesJudge } from 'judgement';
import { bearer, judgeHandler } from 'judgement/http';

const { PORT = '0', TOKEN } = process.env;
const options = TOKEN === undefined ? {} : { authorize: bearer(TOKEN) };
const handler = judgeHandler(rulesJudge(), options);

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch(() => outgoing.destroy());
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/`);
});

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // A client that hangs up before it has its answer aborts the judge.
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await handler(toRequest(incoming, gone.signal));
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
  // What a refusal left unread is read away, so that its client hears of it instead of a reset.
  if (!incoming.complete) incoming.removeAllListeners('data').resume();
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' as const } : {};
  return new Request('http://localhost/', { method, headers, signal, ...body });
}
