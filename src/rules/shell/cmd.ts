/**
 * Reads text for cmd.exe into the commands that it would execute.
 *
 * @module
 */
import type { Execution } from './execution.js';
import type { Place } from './place.js';

/** The commands that a text for cmd.exe would execute, in order. */
export function readCmd(_text: string, _start: Place): Execution[] {
  return [];
}
