/**
 * Makes one request. The only importer of ky.
 *
 * @module
 */
import type { FetchInit } from './service-options.js';

/** What makes requests. */
export type Client = typeof import('ky').default;

/** What is sent. */
export interface Sending {
  readonly client: Client;
  readonly headers: Headers;
  /** JSON text, which is sent with POST. */
  readonly text: string | undefined;
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
 * Sends a POST, or a GET where there is nothing to send, and returns whatever comes back, of any
 * status.
 *
 * ky makes the request and nothing else here. Its timers cannot be handed in and do not cover a
 * body; it asks once for headers and not before each attempt; and it reads `Retry-After` with
 * `Date.parse`, for which `-5` is a day in May. So attempts, waits and reading are ours.
 */
export async function submit(
  url: URL,
  sending: Sending,
  send: (url: string, init: FetchInit) => Promise<Response>,
): Promise<Response> {
  const { client, headers, text, signal } = sending;
  const content =
    text === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body: text } as const);
  return client(url.href, {
    ...content,
    headers,
    redirect: 'manual',
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // Text and plain settings are what every fetch takes; not every one takes another's Request.
    fetch: async () =>
      send(url.href, {
        ...content,
        headers: Object.fromEntries(headers),
        redirect: 'manual',
        signal,
      }),
  });
}
