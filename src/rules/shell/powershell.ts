/**
 * Reads PowerShell text into the commands that it would execute.
 *
 * @module
 */
import type { Execution } from './execution.js';
import type { Place } from './place.js';

/** The commands that a PowerShell text would execute, in order. */
export function readPowerShell(_text: string, _start: Place): Execution[] {
  return [];
}
