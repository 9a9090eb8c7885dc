/**
 * One attempt: asks for headers, sends, follows what may be followed, and reads a body within its
 * bounds.
 *
 * @module
 */
import { readClock } from '../time.js';
import { discard, type Pieces, piecesOf, readPieces } from './body.js';
import { describeBreak } from './breaks.js';
import { Failure, type Origin, originOf, unavailable } from './failure.js';
import { type Fetched, type ReadableHeaders, readFetched } from './fetched.js';
import { buildHeaders } from './headers.js';
import { Ended, type Limit } from './limit.js';
import { readRefusal } from './refusal.js';
import { loadClient, type Sending, submit } from './request.js';
import { readRetryAfter } from './retry-after.js';
import type { ServiceRules } from './service.js';
import type { Fetch, FetchInit, Transport } from './service-options.js';
import { describeStatus, isPassing } from './statuses.js';

/** A response of status 200, all of it. */
export interface Received {
  readonly headers: ReadableHeaders;
  readonly requestId: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** From sending it to the last byte. */
  readonly milliseconds: number;
}

/** What is sent in one attempt: JSON text, or nothing where something is only looked up. */
export interface Message {
  readonly text: string | undefined;
  /** Headers of ours. */
  readonly sent: Readonly<Record<string, string>>;
}

/** How it is sent, and for how long it is waited for. */
export interface Means {
  readonly transport: Transport;
  readonly rules: Pick<ServiceRules, 'requestIdHeaders' | 'statuses' | 'readFault'>;
  readonly limit: Limit;
}

/**
 * Makes one attempt.
 *
 * @throws {@link Failure} for everything but a whole response of status 200, and {@link Ended} when
 *   the limit is over.
 */
export async function exchange({ text, sent }: Message, means: Means): Promise<Received> {
  const { transport, limit } = means;
  const client = await limit.race(loadClient());
  const headers = await buildHeaders(transport.headers, sent, text !== undefined, limit);
  try {
    return await receive({ client, headers, text, signal: limit.signal }, means);
  } catch (error) {
    // Only now: a connection whose request is aborted after all went well would be of no more use.
    limit.cancel();
    throw error;
  }
}

/** Whether a caught error is one of this folder's; a stranger's may throw when it is looked at. */
function isOurs(error: unknown): error is Ended | Failure {
  try {
    return error instanceof Ended || error instanceof Failure;
  } catch {
    return false;
  }
}

async function receive(sending: Sending, means: Means): Promise<Received> {
  const { clock, maxResponseBytes } = means.transport;
  const started = readClock(clock);
  const response = await follow(sending, means);
  const { statuses = [] } = means.rules;
  if (response.status !== 200 && !statuses.includes(response.status)) {
    throw await refuse(response, readClock(clock), means);
  }
  const bytes = await readBody(response, maxResponseBytes, means);
  const milliseconds = Math.max(0, Math.round(readClock(clock) - started));
  const { headers, requestId } = response;
  return { headers, requestId, bytes, milliseconds };
}

/** How many redirects are followed. */
const MAX_REDIRECTS = 5;

/** Sends, and sends again where the same host says that the same request belongs elsewhere. */
async function follow(sending: Sending, means: Means): Promise<Fetched> {
  const { transport } = means;
  const send = transport.fetch ?? hostFetch();
  let { url } = transport;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendOnce(url, sending, send, means);
    if (response.redirected)
      throw refuseRedirect(response, 'a fetch follows no redirect by itself');
    if (!isRedirect(response)) return response;
    discard(response);
    url = readTarget(response, url);
    if (redirects === MAX_REDIRECTS) {
      throw refuseRedirect(response, `at most ${MAX_REDIRECTS} redirects are followed`);
    }
  }
}

async function sendOnce(url: URL, sending: Sending, send: Fetch, means: Means): Promise<Fetched> {
  const { limit, rules } = means;
  const work = submit(url, sending, (target, init) => fetchResponse(send, target, init));
  // A fetch that does not listen to its signal can answer when nobody waits any more.
  work.then((response) => limit.signal.aborted && discard(response)).catch(() => undefined);
  try {
    return readFetched(await limit.race(work), rules.requestIdHeaders);
  } catch (error) {
    throw isOurs(error) ? error : broken(error);
  }
}

/** Hands the request to a fetch, of which neither what it throws nor what it gives is trusted. */
async function fetchResponse(send: Fetch, url: string, init: FetchInit): Promise<Response> {
  let response: unknown;
  try {
    response = await send(url, init);
  } catch (error) {
    throw broken(error);
  }
  if (isResponse(response)) return response;
  throw unavailable({
    path: 'options.fetch',
    rule: 'a fetch gives a response, and this one gave something else',
    fix: 'return a Response',
  });
}

function broken(error: unknown): Failure {
  return unavailable({
    path: 'judge',
    rule: `the connection to the judge failed or broke${describeBreak(error)}`,
    fix: 'look whether it runs and whether the URL is right',
    passing: true,
  });
}

/** The fetch of the host, which is looked up when it is needed. */
function hostFetch(): Fetch {
  if (typeof fetch === 'function') return (url, init) => fetch(url, init);
  throw new Failure({
    code: 'bad_option',
    path: 'options.fetch',
    rule: 'this host has no fetch',
    fix: 'pass one',
  });
}

function isResponse(value: unknown): value is Response {
  const given: { readonly status?: unknown; readonly headers?: unknown } = Object(value);
  const headers: { readonly get?: unknown } = Object(given.headers);
  return typeof given.status === 'number' && typeof headers.get === 'function';
}

function isRedirect({ status, type }: Fetched): boolean {
  // A browser shows nothing of a redirect that it does not follow itself.
  return (status >= 300 && status < 400) || type === 'opaqueredirect';
}

/** Where a redirect leads, if the same request may be sent there. */
function readTarget(response: Fetched, from: URL): URL {
  if (response.type === 'opaqueredirect') {
    throw refuseRedirect(response, 'this host shows no redirect, so that none is followed');
  }
  if (response.status !== 307 && response.status !== 308) {
    throw refuseRedirect(response, 'only a redirect of status 307 or 308 keeps a request as it is');
  }
  const target = tryUrl(response.headers.get('location'), from);
  if (target === undefined) throw refuseRedirect(response, 'a redirect says where it leads');
  if (isSameOrigin(target, from) && target.username === '' && target.password === '') {
    target.hash = '';
    return target;
  }
  throw refuseRedirect(response, 'no redirect to another origin is followed');
}

/** The scheme as well, as `blob:https://…` has the origin of what follows its scheme. */
function isSameOrigin(target: URL, from: URL): boolean {
  return target.protocol === from.protocol && target.origin === from.origin;
}

function tryUrl(location: string | null, from: URL): URL | undefined {
  try {
    return location === null ? undefined : new URL(location, from);
  } catch {
    return undefined;
  }
}

function refuseRedirect(response: Fetched, rule: string): Failure {
  const fix = 'ask the judge where it is, by its own URL';
  return unavailable({ path: 'response', rule, fix, ...origin(response) });
}

/** The failure that every status but 200 is: no other promises a body that answers the request. */
async function refuse(response: Fetched, now: number, means: Means): Promise<Failure> {
  const { status, headers } = response;
  const said = means.rules.readFault?.(status, await readRefusal(response, means.limit), headers);
  const { rule, fix } = describeStatus(status);
  const { code = 'judge_unavailable', detail = '', passing = isPassing(status) } = said ?? {};
  return new Failure({
    code,
    path: 'response',
    rule: rule + detail,
    fix: said?.fix ?? fix,
    ...originOf(status, response.requestId),
    passing,
    waitMs: said?.waitMs ?? readRetryAfter(headers.get('retry-after'), now),
  });
}

async function readBody(
  response: Fetched,
  most: number,
  { limit }: Means,
): Promise<Uint8Array<ArrayBuffer>> {
  let pieces: Pieces | undefined;
  try {
    pieces = piecesOf(response);
    const bytes = await readPieces(pieces, most, limit.race);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    pieces?.cancel();
    if (isOurs(error) && error instanceof Ended) throw new Ended(error.ending, origin(response));
    throw unavailable({
      path: 'response',
      rule: `the connection broke before the end of the body${describeBreak(error)}`,
      fix: 'ask again if the answer is still wanted',
      ...origin(response),
      passing: true,
    });
  }
  pieces.cancel();
  throw unavailable({
    path: 'response',
    rule: `a body of at most ${most} bytes is read`,
    fix: 'raise options.maxResponseBytes if the judge has to say more',
    ...origin(response),
  });
}

function origin({ status, requestId }: Fetched): Origin {
  return originOf(status, requestId);
}
