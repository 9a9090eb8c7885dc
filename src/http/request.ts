/**
 * Makes one request. The only importer of ky.
 *
 * @module
 */
import type { FetchInit } from './options.js';

/** What makes requests. */
export type Client = typeof import('ky').default;

/** What is sent. */
export interface Sending {
  readonly client: Client;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Loads ky, not at import but when it is needed: it tries its host's `Request` out when it is
 * loaded, which takes Node a tenth of a second.
 */
export async function loadClient(): Promise<Client> {
  const { default: client } = await import('ky');
  return client;
}

/**
 * Sends a POST and returns whatever comes back, of any status.
 *
 * ky makes the request and nothing else here. Its timers cannot be handed in and do not cover a
 * body; it asks once for headers and not before each attempt; and it reads `Retry-After` with
 * `Date.parse`, for which `-5` is a day in May. So attempts, waits and reading are ours.
 */
export async function post(
  url: URL,
  sending: Sending,
  send: (url: string, init: FetchInit) => Promise<Response>,
): Promise<Response> {
  const { client, headers, body, signal } = sending;
  return client(url.href, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // Text and plain settings are what every fetch takes; not every one takes another's Request.
    fetch: async () =>
      send(url.href, {
        method: 'POST',
        headers: Object.fromEntries(headers),
        body,
        redirect: 'manual',
        signal,
      }),
  });
}
