/**
 * Gathers the pieces of a body into bytes, and lets the host do something else in between.
 *
 * @module
 */
import { giveWay } from '../timer.js';

/** Bytes that grow. */
export interface Gathering {
  /** Adds a piece; `false`, and nothing is added, where they would be too many. */
  add(piece: Uint8Array): boolean;
  /** All that was added. */
  bytes(): Uint8Array<ArrayBuffer>;
  /**
   * To be awaited between two pieces: now and then, lets the host do something else. What is always
   * ready is read in one go otherwise, and no deadline passes meanwhile.
   */
  turn(): Promise<void> | undefined;
}

/** After how many pieces and bytes the host has its turn. */
const PIECES = 256;
const BYTES = 65_536;

/**
 * Makes one buffer that grows: a list of the pieces would take many times their size when they come
 * one byte at a time.
 *
 * @param room How much room is made at first.
 * @param most The most bytes there may be.
 */
export function gather(room: number, most: number): Gathering {
  let buffer = new Uint8Array(Math.min(room, most));
  let length = 0;
  let [pieces, since] = [0, 0];
  return {
    add(piece) {
      const end = length + piece.length;
      if (end > most) return false;
      if (end > buffer.length) buffer = grow(buffer, end, most);
      buffer.set(piece, length);
      length = end;
      pieces += 1;
      since += piece.length;
      return true;
    },
    bytes: () => buffer.subarray(0, length),
    turn() {
      if (pieces < PIECES && since < BYTES) return undefined;
      [pieces, since] = [0, 0];
      return giveWay();
    },
  };
}

function grow(bytes: Uint8Array, least: number, most: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(most, Math.max(least, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}
