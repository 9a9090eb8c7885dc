/**
 * File descriptors beyond the first three: what `exec 3<<<…` opens, and `<&3` and `/dev/fd/3` read.
 *
 * @module
 */
import type { Stdin } from './execution.js';
import type { Redirection } from './parse.js';
import { assign, type Shell, scalar } from './state.js';
import type { Word } from './word.js';

/** What a descriptor is open on: something to read, or a place to write to. */
export interface Open {
  readonly input?: Stdin;
  readonly target?: Word;
}

/** Open descriptors by number. */
export type Descriptors = Map<string, Open>;

/** The number of the descriptor that a redirection opens; `0` or `1` when it names none. */
export function descriptorOf(redirection: Redirection, usual: '0' | '1', shell: Shell): string {
  const { descriptor } = redirection;
  if (descriptor === undefined) return usual;
  if (descriptor.type === 'FileDescriptor') return String(descriptor.value);
  // `{name}` takes the next free number and keeps it in the variable.
  const number = String(FIRST_FREE + (shell.open?.size ?? 0));
  assign(shell, descriptor.name, scalar([{ kind: 'text', text: number }]));
  return number;
}

/** What the shell or this command has open under a number. */
export function openOn(
  number: string,
  opened: Descriptors | undefined,
  shell: Shell,
): Open | undefined {
  return opened?.get(number) ?? shell.open?.get(number);
}

/** What can be read from `/dev/fd/3`. */
export function contentOfDevice(path: string, shell: Shell): Word | undefined {
  const number = DEVICE.exec(path)?.[1];
  const input = number === undefined ? undefined : shell.open?.get(number)?.input;
  return input === undefined ? undefined : textOf(input);
}

/** The text of an input, when that is known. */
export function textOf(stdin: Stdin): Word | undefined {
  if (stdin.kind === 'text') return stdin.text;
  return stdin.kind === 'pipe' ? stdin.text : undefined;
}

const FIRST_FREE = 10;

const DEVICE = /^\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/;
