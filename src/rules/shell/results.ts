/**
 * What several commands come to as one, and what is taken of a single one.
 *
 * @module
 */
import type { Output, Result, Status } from './state.js';
import type { Piece } from './word.js';

/** The outputs of several commands, one behind the other, if all are known. */
export function joinOutputs(outputs: readonly Output[]): Output {
  if (outputs.length === 1) return outputs[0];
  const pieces: Piece[] = [];
  for (const output of outputs) {
    if (output === undefined) return undefined;
    pieces.push(...output);
    if (pieces.length > MAX_PIECES) return undefined;
  }
  return pieces;
}

/** Command substitution drops the line ends behind the output. */
export function trimEnd(pieces: readonly Piece[]): readonly Piece[] {
  const kept = [...pieces];
  for (let last = kept.at(-1); last?.kind === 'text'; last = kept.at(-1)) {
    const text = last.text.replace(LINE_ENDS, '');
    kept.pop();
    if (text === '') continue;
    kept.push({ kind: 'text', text });
    break;
  }
  return kept;
}

/** The status of a command behind `!`. */
export function negate(status: Status): Status {
  if (status === 'unknown') return status;
  return status === 'success' ? 'failure' : 'success';
}

/** Of what only the running shell knows. */
export const UNKNOWN_RESULT: Result = { status: 'unknown', output: undefined };

const MAX_PIECES = 4096;

const LINE_ENDS = /\n+$/;
