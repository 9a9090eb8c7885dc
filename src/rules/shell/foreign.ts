/**
 * Texts of PowerShell and cmd.exe within a run: what their readers give, in terms of the shell.
 *
 * @module
 */
import { readCmd } from './cmd.js';
import type { Execution } from './execution.js';
import { readPowerShell } from './powershell.js';
import { decodePieces, hasPlaceholder, type Shell, type Work } from './state.js';
import { type Word, wordOf } from './word.js';

/**
 * Reads a text that another shell would run. Its words may hold the private characters of a text
 * within a text, and what they stand for is put back.
 */
export function readForeign(
  text: string,
  shell: Shell,
  dialect: 'powershell' | 'cmd',
): readonly Execution[] {
  const read = dialect === 'powershell' ? readPowerShell : readCmd;
  const executions = read(text, shell.cwd);
  return hasPlaceholder(text, shell.work)
    ? executions.map((execution) => restore(execution, shell.work))
    : executions;
}

function restore(execution: Execution, work: Work): Execution {
  return {
    ...execution,
    args: execution.args.map((word) => restoreWord(word, work)),
    redirects: execution.redirects.map((redirect) => ({
      ...redirect,
      target: restoreWord(redirect.target, work),
    })),
  };
}

function restoreWord(word: Word, work: Work): Word {
  const pieces = word.pieces.flatMap((piece) =>
    piece.kind === 'text' ? decodePieces(piece.text, work) : [piece],
  );
  return wordOf(pieces, word.span);
}
