/**
 * Sends the requests of server.json and compares what comes back; serves the responses of
 * client.json and compares what a client makes of them. Needs nothing but a `fetch`, or Node's http.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

/** The cases for a server and for a client, in order. */
export const serverCases = read('server.json');
export const clientCases = read('client.json');

/** The bytes of a body, or undefined for none. */
export function bytesOf(body) {
  if (body === undefined) return undefined;
  if ('json' in body) return Buffer.from(JSON.stringify(body.json));
  if ('text' in body) return Buffer.from(body.text);
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  const { before = '', text, times, after = '' } = body.repeat;
  return Buffer.from(before + text.repeat(times) + after);
}

/** Sends the request of a case to a URL. */
export async function send(url, { request }, { fetch = globalThis.fetch, token } = {}) {
  const { method, headers = {}, body } = request;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(
    new Request(url, {
      method,
      headers: { ...authorization, ...headers },
      body: bytesOf(body) ?? null,
      redirect: 'manual',
    }),
  );
}

/**
 * What is wrong with the response to a case: a list of sentences, empty when it is good.
 *
 * `strict` takes the first status and the code for right and no other, as the library that this
 * stands in does; otherwise any status of the list is, and the code is not looked at.
 */
export async function faultsOf({ request, expect }, response, { strict = false } = {}) {
  const faults = [];
  const right = strict ? expect.status.slice(0, 1) : expect.status;
  if (!right.includes(response.status)) {
    faults.push(`the status is ${response.status}, not ${right.join(' or ')}`);
  }
  for (const [name, value] of Object.entries(expect.headers ?? {})) {
    const found = response.headers.get(name);
    if (!isSameHeader(name, found ?? '', value)) faults.push(`${name} is ${found}, not ${value}`);
  }
  const text = await response.text();
  if (expect.empty && text !== '') faults.push('there is a body');
  const body = parse(text);
  if (expect.json !== undefined && !isDeepStrictEqual(body, expect.json)) {
    faults.push(`the body is ${text}`);
  }
  for (const key of expect.answered ?? []) {
    const noul = body?.answers?.[key]?.noul;
    if (!(noul >= 0 && noul <= 1)) faults.push(`answers.${key}.noul is ${noul}`);
    if (typeof body?.judge?.model !== 'string') faults.push('judge.model is no text');
  }
  for (const [name, value] of Object.entries(expect.members ?? {})) {
    if (strict && !isDeepStrictEqual(body?.[name], value)) faults.push(`${name} is not ${value}`);
  }
  if (strict && expect.error !== undefined && body?.error?.code !== expect.error) {
    faults.push(`the code is ${body?.error?.code}, not ${expect.error}`);
  }
  if (expect.error !== undefined && repeats(request, text))
    faults.push('the body repeats the request');
  return faults;
}

/** The response of a case for a client, as a fetch would give it. */
export function respond({ response }) {
  const { status, headers, body } = response;
  return new Response(bytesOf(body) ?? null, { status, headers });
}

/**
 * What is wrong with what a client sent for a case: a list of sentences.
 */
export function requestFaults({ request }, { method, headers, text }) {
  const faults = [];
  if (method !== 'POST') faults.push(`the method is ${method}`);
  if (!isSameHeader('content-type', headers.get('content-type') ?? '', 'application/json')) {
    faults.push(`content-type is ${headers.get('content-type')}`);
  }
  if (!isDeepStrictEqual(parse(text), request)) faults.push(`the body is ${text}`);
  return faults;
}

/**
 * What is wrong with what a client made of the response: a list of sentences.
 *
 * An outcome is `{ error }`, or `{ answers, judge?, latency_ms?, request_id?, usage?,
 * response_digest? }`.
 */
export function outcomeFaults({ expect, response }, outcome) {
  if (expect.error !== undefined) {
    return outcome?.error === expect.error
      ? []
      : [`it is ${JSON.stringify(outcome)}, not the error ${expect.error}`];
  }
  const digest = `sha256:${createHash('sha256').update(bytesOf(response.body)).digest('hex')}`;
  return Object.entries({ ...expect, response_digest: digest }).flatMap(([name, value]) =>
    isDeepStrictEqual(outcome?.[name], value)
      ? []
      : [`${name} is ${JSON.stringify(outcome?.[name])}, not ${JSON.stringify(value)}`],
  );
}

/**
 * Serves the cases for a client on the loopback address.
 *
 * `GET /cases` lists them with their URLs, `POST /case/<n>` is what the client asks, and
 * `POST /outcome/<n>` takes what it made of it. `onOutcome` gets each with what is wrong.
 */
export async function serveClientCases({ port = 0, onOutcome = () => undefined } = {}) {
  const sent = new Map();
  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const [, what, at] = (incoming.url ?? '').split('/');
    const one = clientCases[Number(at)];
    if (what === 'cases') {
      const list = clientCases.map((each, index) => ({
        name: each.name,
        url: `${url}/case/${index}`,
        outcome: `${url}/outcome/${index}`,
        request: each.request,
        expect: each.expect,
      }));
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(list));
    } else if (what === 'case' && one !== undefined) {
      const { method } = incoming;
      const headers = new Headers({ 'content-type': incoming.headers['content-type'] ?? '' });
      sent.set(one, requestFaults(one, { method, headers, text }));
      const { status, headers: fields, body } = one.response;
      outgoing.writeHead(status, fields);
      outgoing.end(bytesOf(body));
    } else if (what === 'outcome' && one !== undefined) {
      const faults = [
        ...(sent.get(one) ?? ['nothing was sent']),
        ...outcomeFaults(one, parse(text)),
      ];
      onOutcome(one, faults);
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(faults));
    } else {
      outgoing.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    sentFaults: (one) => sent.get(one) ?? ['nothing was sent'],
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function read(name) {
  const { format, cases } = JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
  if (format !== 'judgement-http-contract/1') throw new Error(`${name} is of another format`);
  return cases;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSameHeader(name, found, expected) {
  if (name === 'content-type') return found.split(';')[0]?.trim().toLowerCase() === expected;
  const list = (text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .sort();
  return isDeepStrictEqual(list(found), list(expected));
}

/** Whether an error holds a state, a key or an instruction of the request, as far as it can be told. */
function repeats({ body }, text) {
  const { state, questions } = body?.json ?? {};
  const values = [
    state?.input?.command,
    ...Object.values(questions ?? {}).map((one) => one?.instructions),
  ];
  return values.some((one) => typeof one === 'string' && one.length > 8 && text.includes(one));
}
