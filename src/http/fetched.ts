/**
 * A response as a fetch gave it, of which nothing is trusted: each member is read once.
 *
 * @module
 */
import { isRequestId } from './request-id.js';

/** What is used of headers: it throws nothing, and gives text or `null`. */
export interface ReadableHeaders {
  get(name: string): string | null;
}

/** A response, read. */
export interface Fetched {
  readonly status: number;
  readonly headers: ReadableHeaders;
  /** What the other side calls the request, where it says so. */
  readonly requestId: string | undefined;
  readonly type: unknown;
  readonly redirected: boolean;
  /** A stream of the web, or one of Node's, or whatever else there is; each use of it may throw. */
  readonly body: unknown;
  /** All of the body, where it is no stream. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads the members of a response.
 *
 * @param idHeaders The headers that can hold a request id: the first that does wins.
 * @throws What a member throws when it is read.
 */
export function readFetched(response: Response, idHeaders: readonly string[]): Fetched {
  const { status, headers, type, redirected, body } = response;
  const readable = { get: (name: string) => readHeader(headers, name) };
  return {
    status,
    headers: readable,
    requestId: readRequestId(readable, idHeaders),
    type,
    redirected: Boolean(redirected),
    body,
    arrayBuffer: () => response.arrayBuffer(),
  };
}

function readRequestId(headers: ReadableHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const id = headers.get(name);
    if (isRequestId(id)) return id;
  }
  return undefined;
}

/** A header that cannot be read counts as one that is not there. */
function readHeader(headers: ReadableHeaders, name: string): string | null {
  try {
    const value: unknown = headers.get(name);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
