/**
 * Reads PowerShell text into the commands that it would execute.
 *
 * @module
 */
import type { Execution } from './execution.js';
import type { Place } from './place.js';
import { newState } from './powershell/state.js';
import { readStatements } from './powershell/statements.js';
import { toPlainPlace } from './windows-path.js';

/**
 * The commands that a PowerShell text would execute, in order: names in lower case and in full
 * (`remove-item` for `rm`), method calls under a dotted name (`net.webclient.uploadfile`). Wrappers
 * such as `powershell -Command` are for the caller to take off. Linear in the text, and bounded.
 */
export function readPowerShell(text: string, start: Place): Execution[] {
  const state = newState(text, toPlainPlace(start), readStatements);
  while (state.at < state.text.length && state.work.steps > 0) readStatements(state, '');
  return state.work.executions;
}
