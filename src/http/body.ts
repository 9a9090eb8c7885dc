/**
 * Reads a body piece by piece, and stops where it gets too long.
 *
 * @module
 */
import type { Fetched } from './fetched.js';
import { gather } from './gathering.js';

/** What can be read, one piece after another. */
export interface Pieces {
  /** The next piece, or `undefined` after the last. */
  next(): Promise<Uint8Array | undefined>;
  /** Lets go of what was not read. */
  cancel(): void;
}

/**
 * The pieces of a response's body. Not every `fetch` gives a stream of the web: some give one of
 * Node's, and some nothing but the whole.
 *
 * @throws What a body throws that somebody else reads or has read.
 */
export function piecesOf(response: Fetched): Pieces {
  const body: Body = Object(response.body);
  if (typeof body.getReader === 'function') return ofStream(body.getReader());
  if (typeof body[Symbol.asyncIterator] === 'function') return ofIterator(response, body);
  return ofWhole(response);
}

/** All the bytes, or `undefined` as soon as there are more than `most`. */
export async function readPieces(
  pieces: Pieces,
  most: number,
  wait: <T>(work: Promise<T>) => Promise<T>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const gathering = gather(FIRST_ROOM, most);
  for (;;) {
    await gathering.turn();
    const part = await wait(pieces.next());
    if (part === undefined) return gathering.bytes();
    if (!gathering.add(part)) return undefined;
  }
}

/** Lets go of a response whose body nobody will read. */
export function discard(response: { readonly body?: unknown }): void {
  try {
    const body: Body = Object(response.body);
    if (body.locked === true) return;
    if (typeof body.cancel === 'function') hush(body.cancel());
    else body.destroy?.();
  } catch {
    // There is nothing left to let go of.
  }
}

/** How much room is made for a body at first. */
const FIRST_ROOM = 1_024;

/** What is used of a body, of whatever sort. */
interface Body {
  readonly locked?: unknown;
  getReader?(): ReadableStreamDefaultReader<unknown>;
  cancel?(): Promise<unknown>;
  destroy?(): void;
  [Symbol.asyncIterator]?(): AsyncIterator<unknown>;
}

function ofStream(reader: ReadableStreamDefaultReader<unknown>): Pieces {
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : bytesOf(value);
    },
    // A stream that broke says so again here, and nobody needs to hear it twice.
    cancel() {
      try {
        hush(reader.cancel());
      } catch {
        // There is nothing left to let go of.
      }
    },
  };
}

function ofIterator(response: Fetched, body: Body): Pieces {
  const iterator = body[Symbol.asyncIterator]?.();
  return {
    async next() {
      const { done, value } = (await iterator?.next()) ?? { done: true, value: undefined };
      return done === true ? undefined : bytesOf(value);
    },
    cancel: () => discard(response),
  };
}

function ofWhole(response: Fetched): Pieces {
  let isRead = false;
  return {
    async next() {
      if (isRead) return undefined;
      isRead = true;
      return new Uint8Array(await response.arrayBuffer());
    },
    cancel: () => undefined,
  };
}

/** A piece as bytes, also where it is a `Buffer` or of another realm. */
function bytesOf(piece: unknown): Uint8Array {
  if (!ArrayBuffer.isView(piece)) throw new TypeError('a piece of a body is bytes');
  return new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
}

function hush(work: Promise<unknown>): void {
  Promise.resolve(work).catch(() => undefined);
}
