/**
 * Reads a body piece by piece, and stops where it gets too long.
 *
 * @module
 */
import { concat } from '../bytes.js';

/** What can be read: a stream of the web, or whatever else gives its pieces one after another. */
export interface Pieces {
  /** The next piece, or `undefined` after the last. */
  next(): Promise<Uint8Array | undefined>;
  /** Lets go of what was not read. */
  cancel(): void;
}

/** The pieces of a response's body; none where it has no body. */
export function piecesOf(response: Response): Pieces {
  const reader = response.body?.getReader();
  return {
    async next() {
      const { done, value } = (await reader?.read()) ?? { done: true };
      return done ? undefined : value;
    },
    cancel() {
      // A stream that broke already says so again, and nobody needs to hear it twice.
      reader?.cancel().catch(() => undefined);
    },
  };
}

/** All the bytes, or `undefined` as soon as there are more than `most`. */
export async function readPieces(
  pieces: Pieces,
  most: number,
  wait: <T>(work: Promise<T>) => Promise<T>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const part = await wait(pieces.next());
    if (part === undefined) return concat(...parts);
    length += part.length;
    if (length > most) return undefined;
    parts.push(part);
  }
}

/** Lets go of a response whose body nobody will read. */
export function discard(response: Response): void {
  const { body } = response;
  if (body !== null && !body.locked) body.cancel().catch(() => undefined);
}
