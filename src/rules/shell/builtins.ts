/**
 * The shell's own commands, as far as they change what later commands mean.
 *
 * @module
 */
import { tableOf } from '../tables.js';
import { declare } from './declarations.js';
import { textOf } from './descriptors.js';
import type { Execution } from './execution.js';
import { feedersOf, input } from './feeders.js';
import { define } from './names.js';
import { type Grammar, readOptions } from './options.js';
import { formatWords, readStdin } from './output.js';
import { arrive, follow, locate, UNKNOWN_PLACE } from './place.js';
import { mayFail } from './redirects.js';
import { MAPFILE } from './shells.js';
import { assign, type Shell, type Status, scalar } from './state.js';
import { dropPrefix, type Piece, textWord, UNKNOWN, type Word } from './word.js';

/**
 * Applies a builtin to the shell; `undefined` when the command changes nothing in it.
 *
 * Only `true` and `:` are sure to succeed: every other builtin fails for some arguments, and then
 * what stands behind `||` runs.
 */
export function applyBuiltin(execution: Execution, shell: Shell): Status | undefined {
  return BUILTINS.get(execution.name)?.(execution, shell);
}

/** In front of a name that `hash` has given a path. */
export const HASHED = 'hash ';

/** Whether a name is that of a command of the shell itself, as far as it changes something. */
export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}

type Builtin = (execution: Execution, shell: Shell) => Status | undefined;

const BUILTINS: ReadonlyMap<string, Builtin> = /* @__PURE__ */ tableOf<Builtin>({
  ':': () => 'success',
  true: () => 'success',
  false: () => 'failure',
  printf: printInto,
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: leaveDirectory,
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset,
  read,
  mapfile: readAll,
  readarray: readAll,
  alias: defineAliases,
  shopt: setOptions,
  hash: remember,
  set: setPositional,
  shift,
  exit: end,
  return: endFunction,
});

function changeDirectory(execution: Execution, shell: Shell): Status {
  const { operands } = readOptions(execution.args, CD);
  const [target] = operands;
  if (target?.text === '-') shell.cwd = UNKNOWN_PLACE;
  else if (target === undefined) shell.cwd = { base: 'home', path: '.' };
  else {
    const place = locate(target, shell.cwd);
    // A pattern or an unknown part leads to one place below what is known of it.
    shell.cwd =
      place.partial || place.contents
        ? follow({ base: place.base, path: place.path }, UNKNOWN)
        : { base: place.base, path: place.path };
    shell.cwd = arrive(shell.cwd);
  }
  return 'unknown';
}

function leaveDirectory(_execution: Execution, shell: Shell): Status {
  shell.cwd = UNKNOWN_PLACE;
  return 'unknown';
}

function unset(execution: Execution, shell: Shell): Status {
  for (const word of execution.args) {
    if (word.text.startsWith('-')) continue;
    define(shell.variables, word.text, scalar([]));
    define(shell.functions, word.text, undefined);
  }
  return 'unknown';
}

/** `read name …`: the first line of what is known, else something that only the shell knows. */
function read(execution: Execution, shell: Shell): Status {
  const options = readOptions(execution.args, READ);
  const { operands } = options;
  const names =
    operands.length === 0 && !options.has('a') ? ['REPLY'] : operands.map((word) => word.text);
  const lines = literalText(readInput(execution, options.value('u'), shell));
  const known = lines === undefined ? undefined : lineOf(lines);
  const separator = separatorOf(execution);
  const words = (separator === BLANKS ? known?.trim() : known)?.split(separator) ?? [];
  const array = options.value('a');
  if (array !== undefined) {
    const items = words.map((text): readonly Piece[] => [{ kind: 'text', text }]);
    assign(shell, array.text, {
      kind: 'array',
      items: known === undefined ? [[itemOf(execution)]] : items,
    });
  }
  for (const [index, name] of names.entries()) {
    const last = index === names.length - 1;
    const text = last ? words.slice(index).join(' ') : (words[index] ?? '');
    const pieces: readonly Piece[] =
      known === undefined ? [itemOf(execution)] : [{ kind: 'text', text }];
    assign(shell, name, scalar(pieces));
  }
  if (lines === undefined) return 'unknown';
  // What is left is what the next `read` gets, unless this one had an input of its own.
  const rest = lines.slice(lineOf(lines).length + 1);
  if (execution.stdin === shell.stdin) {
    shell.stdin = { kind: 'text', text: textWord(rest, execution.span) };
  }
  return lines === '' ? 'failure' : 'unknown';
}

function readAll(execution: Execution, shell: Shell): Status {
  const options = readOptions(execution.args, MAPFILE);
  const name = options.operands[0]?.text ?? 'MAPFILE';
  const lines = literalText(readInput(execution, options.value('u'), shell));
  const items = lines?.split('\n').slice(0, MAX_LINES);
  if (items?.at(-1) === '') items.pop();
  assign(shell, name, {
    kind: 'array',
    items: items?.map((text): readonly Piece[] => [{ kind: 'text', text }]) ?? [
      [itemOf(execution)],
    ],
  });
  return 'unknown';
}

/** What separates words for `read`: blanks, unless `IFS` in front of it says otherwise. */
function separatorOf({ settings }: Execution): RegExp | string {
  const set = settings.find(({ name }) => name === 'IFS')?.value;
  return set?.known === true && set.text.length === 1 && set.text.trim() !== '' ? set.text : BLANKS;
}

/** What can be read from standard input, or from the descriptor that `-u` names. */
function readInput(
  execution: Execution,
  descriptor: Word | undefined,
  shell: Shell,
): readonly Piece[] | undefined {
  if (descriptor === undefined) return readStdin(execution);
  const input = shell.open?.get(descriptor.text)?.input;
  return input === undefined ? undefined : textOf(input)?.pieces;
}

function printInto(execution: Execution, shell: Shell): Status {
  const [flag, name, ...rest] = execution.args;
  if (flag?.text !== '-v' || name === undefined) return 'unknown';
  const pieces = formatWords(rest);
  const unknown: Piece = { kind: 'unknown', text: '$', from: 'variable', name: name.text };
  assign(shell, name.text, scalar(pieces ?? [unknown]));
  return 'unknown';
}

/** `shopt -s name`, which only with `expand_aliases` makes a script expand aliases. */
function setOptions({ args }: Execution, shell: Shell): Status {
  const names = args.map((word) => word.text);
  const options = new Set(shell.options);
  for (const name of names) {
    if (names.includes('-s')) options.add(name);
    else if (names.includes('-u')) options.delete(name);
  }
  shell.options = options;
  return 'unknown';
}

/** `hash -p path name`: from now on the name means the program there. */
function remember({ args }: Execution, shell: Shell): Status {
  const options = readOptions(args, HASH);
  const path = options.value('p');
  if (path === undefined) return 'unknown';
  for (const { text } of options.operands) {
    define(shell.variables, `${HASHED}${text}`, scalar(path.pieces));
  }
  shell.options = new Set([...(shell.options ?? []), HASHED]);
  return 'unknown';
}

function defineAliases({ args }: Execution, shell: Shell): Status {
  for (const word of args) {
    const [all, name] = ALIAS.exec(word.text) ?? [];
    if (all === undefined || name === undefined) continue;
    shell.aliases ??= new Map();
    shell.aliases.set(name, dropPrefix(word, all.length));
  }
  return 'unknown';
}

function setPositional(execution: Execution, shell: Shell): Status {
  const { args } = execution;
  const at = args.findIndex((word) => !SET_OPTION.test(word.text));
  const before = args[at - 1]?.text ?? '';
  const from = args[at]?.text === '--' ? at + 1 : NAMED_OPTION.test(before) ? at + 1 : at;
  // `set -e` leaves the arguments alone, `set --` takes them all away.
  if (at >= 0 && (args[at]?.text === '--' || from < args.length)) {
    shell.positional = args.slice(from);
  }
  return 'unknown';
}

function shift(execution: Execution, shell: Shell): Status {
  const count = Number(execution.args[0]?.text ?? '1');
  shell.positional = shell.positional.slice(Number.isInteger(count) ? count : 1);
  return 'unknown';
}

/** With too many arguments, or a redirection that fails, the shell does not end. */
function end({ args, redirects }: Execution, shell: Shell): Status {
  if (args.length < 2 && !mayFail(redirects)) shell.ended = true;
  return 'unknown';
}

/** `return` outside of a function and of a sourced file is an error that changes nothing. */
function endFunction(execution: Execution, shell: Shell): Status {
  const returns = shell.calls.length > 0 || shell.via.some((name) => SOURCES.has(name));
  return returns ? end(execution, shell) : 'failure';
}

function itemOf(execution: Execution): Piece {
  return input(feedersOf(execution));
}

function literalText(pieces: readonly Piece[] | undefined): string | undefined {
  if (pieces === undefined) return undefined;
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') return undefined;
    text += piece.text;
  }
  return text;
}

function lineOf(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}

const HASH: Grammar = { options: ['-p=', '-d', '-l', '-r', '-t'] };

const CD: Grammar = { options: ['-L', '-P', '-e', '-n', '-@'] };

const READ: Grammar = {
  options: ['-a=', '-d=', '-i=', '-n=', '-N=', '-p=', '-t=', '-u=', '-e', '-r', '-s'],
};

/** `NAME=` or `NAME+=`. */
const BLANKS = /[ \t]+/;

/** `name=`, where a name may hold nearly anything. */
const ALIAS = /^([^\s=/$`"'\\]+)=/;

/** The options of `set`: clusters of letters behind either sign. */
const SET_OPTION = /^[-+][A-Za-z]+$/;

/** One whose name follows as a word of its own. */
const NAMED_OPTION = /^[-+][A-Za-z]*o$/;

const SOURCES: ReadonlySet<string> = /* @__PURE__ */ new Set(['source', '.']);

/** How many lines an array takes in. */
const MAX_LINES = 64;
