/**
 * Inline code: what an interpreter would run, the commands in it, and the calls in it.
 *
 * @module
 */
import { tableOf } from '../tables.js';
import { commandsInCalls } from './code/commands.js';
import { commandsInLines } from './code/consoles.js';
import { evaluate } from './code/evaluate.js';
import type { InlineCode, InnerCommand } from './code/inline.js';
import { INTERPRETERS } from './code/interpreter-rows.js';
import { inputText, isInput, lines, readInterpreter } from './code/interpreters.js';
import { commandsInLisp, commandsInSocat, commandsInTcl } from './code/lists.js';
import { readMakefile } from './code/make.js';
import { readSed } from './code/sed.js';
import type { CodeCall } from './code/values.js';
import type { Execution } from './execution.js';
import { readOptions } from './options.js';
import { dropPrefix, joinWords, type Word, wordOf } from './word.js';

export type { InlineCode, InnerCommand, Language } from './code/inline.js';
export type { CodeCall, Value } from './code/values.js';

/** The code that an interpreter would run, or nothing when it runs a file or none. */
export function codeOf(execution: Execution): InlineCode | undefined {
  const name = interpreterName(execution.name);
  const interpreter = INTERPRETERS.get(name);
  if (interpreter === undefined && !SPECIAL.has(name)) return undefined;
  // A command in an option is quickly found again, and nothing is worked out of it here.
  if (interpreter?.language === 'shell') return readInterpreter(execution, interpreter);
  const known = CODES.get(execution);
  if (known !== undefined) return known.code;
  const code = SPECIAL.get(name)?.(execution) ?? given(execution, name);
  CODES.set(execution, { code });
  return code;
}

/** Each question asks for it, and what is worked out of it is kept with it. */
const CODES: WeakMap<Execution, { readonly code: InlineCode | undefined }> =
  /* @__PURE__ */ new WeakMap();

/** The names of the programs that may be given code. */
export function interpreterNames(): readonly string[] {
  return [...SPECIAL.keys(), ...INTERPRETERS.keys()];
}

/** The commands that the code would start, in the order in which they are written; bounded. */
export function commandsInCode(inline: InlineCode): readonly InnerCommand[] {
  const { language, code, args } = inline;
  switch (language) {
    case 'shell':
      return [{ kind: 'script', text: code.text }];
    case 'sed':
      return readSed(code.text).commands.map((text) => ({ kind: 'script', text }));
    case 'make': {
      const goals = args.map((word) => word.text);
      return readMakefile(code.text, goals).map((text) => ({ kind: 'script', text }));
    }
    case 'tcl':
      return commandsInTcl(inline);
    case 'lisp':
      return commandsInLisp(inline);
    case 'socat':
      return commandsInSocat(inline);
    default:
      return [...commandsInCalls(inline), ...commandsInLines(inline)];
  }
}

/** The calls in code of a programming language, those in arguments first; bounded. */
export function callsIn(inline: InlineCode): readonly CodeCall[] {
  return evaluate(inline);
}

/** The program's name in lower case, without the version that may stand behind it. */
export function interpreterName(name: string): string {
  if (SIMPLE_NAME.test(name)) return name;
  return name.length > LONGEST_NAME ? '' : name.toLowerCase().replace(VERSION, '');
}

type CodeReader = (execution: Execution) => InlineCode | undefined;

/** Programs that take code in ways that their options alone do not tell. */
const SPECIAL: ReadonlyMap<string, CodeReader> = /* @__PURE__ */ tableOf<CodeReader>({
  deno: codeOfDeno,
  bun: codeOfBun,
  awk: codeOfAwk,
  gawk: codeOfAwk,
  mawk: codeOfAwk,
  nawk: codeOfAwk,
  'original-awk': codeOfAwk,
  sed: codeOfSed,
  gsed: codeOfSed,
  make: codeOfMake,
  gmake: codeOfMake,
  vim: codeOfVim,
  vi: codeOfVim,
  nvim: codeOfVim,
  view: codeOfVim,
  ex: codeOfVim,
  gvim: codeOfVim,
  ed: (execution) => fromInput('ed', execution),
  red: (execution) => fromInput('ed', execution),
  psql: (execution) => given(execution, 'psql') ?? fromInput('psql', execution),
  mysql: (execution) => given(execution, 'mysql') ?? fromInput('mysql', execution),
  mariadb: (execution) => given(execution, 'mysql') ?? fromInput('mysql', execution),
  sqlite: codeOfSqlite,
  ftp: (execution) => fromInput('ftp', execution),
  sftp: (execution) => fromInput('ftp', execution),
  socat: codeOfSocat,
});

function given(execution: Execution, name: string): InlineCode | undefined {
  const interpreter = INTERPRETERS.get(name);
  return interpreter === undefined ? undefined : readInterpreter(execution, interpreter);
}

function fromInput(language: InlineCode['language'], execution: Execution): InlineCode | undefined {
  const code = inputText(execution);
  return code && { language, code, args: [] };
}

/** `deno eval code`, `deno repl --eval code`, `deno run -`. */
function codeOfDeno(execution: Execution): InlineCode | undefined {
  const { operands, has, value } = readOptions(execution.args, DENO);
  const [command, first, ...rest] = operands;
  const repl = value('eval');
  if (repl !== undefined) return { language: 'javascript', code: repl, args: [] };
  if (has('help') || has('version')) return undefined;
  if (command?.text === 'eval' && first !== undefined) {
    return { language: 'javascript', code: first, args: rest };
  }
  const runsInput =
    command === undefined ||
    isInput(command) ||
    (command.text === 'run' && first !== undefined && isInput(first));
  return runsInput ? fromInput('javascript', execution) : undefined;
}

/** `bun run -`, `bun -`, `bun exec 'text for a shell'`; `bun -e` is a row of the table. */
function codeOfBun(execution: Execution): InlineCode | undefined {
  const [command, first] = execution.args;
  if (command?.text === 'exec' && first !== undefined) {
    return { language: 'shell', code: first, args: [] };
  }
  const runs = command?.text === 'run' ? first : command;
  return runs !== undefined && isInput(runs) ? fromInput('javascript', execution) : undefined;
}

/** `awk -v name=value`: the settings stand before the program, as assignments of its own. */
function codeOfAwk(execution: Execution): InlineCode | undefined {
  const interpreter = INTERPRETERS.get('awk');
  if (interpreter === undefined) return undefined;
  const options = readOptions(execution.args, interpreter.grammar);
  const fromFile = options.values('file').some(isInput);
  const inline = fromFile ? fromInput('awk', execution) : readInterpreter(execution, interpreter);
  const settings = options.values('assign').flatMap(readSetting);
  if (inline === undefined || settings.length === 0) return inline;
  return { ...inline, code: lines([...settings, inline.code]) };
}

function readSetting(word: Word): readonly Word[] {
  const equals = word.text.indexOf('=');
  if (equals < 1) return [];
  const name = word.text.slice(0, equals);
  const value = dropPrefix(word, equals + 1);
  const open = wordOf([{ kind: 'text', text: `${name}="` }], word.span);
  const close = wordOf([{ kind: 'text', text: '"' }], word.span);
  return [joinWords([open, value, close], '', word.span)];
}

function codeOfSed(execution: Execution): InlineCode | undefined {
  const interpreter = INTERPRETERS.get('sed');
  if (interpreter === undefined) return undefined;
  const options = readOptions(execution.args, interpreter.grammar);
  return options.values('file').some(isInput) ? fromInput('sed', execution) : undefined;
}

/** `make -f -` with a makefile on its input, and `--eval`. */
function codeOfMake(execution: Execution): InlineCode | undefined {
  const inline = given(execution, 'make');
  const interpreter = INTERPRETERS.get('make');
  if (interpreter === undefined) return undefined;
  const options = readOptions(execution.args, interpreter.grammar);
  if (interpreter.idle?.some((name) => options.has(name)) === true) return undefined;
  const input = options.values('makefile').some(isInput) ? inputText(execution) : undefined;
  const settings = options.operands.filter((word) => word.text.includes('='));
  const texts = [...settings, ...(inline === undefined ? [] : [inline.code])];
  if (input !== undefined) texts.push(input);
  if (input === undefined && inline === undefined) return undefined;
  return { language: 'make', code: lines(texts), args: options.operands };
}

/** `vim +cmd`, and commands on the input of `ex -s` and `vim -es`. */
function codeOfVim(execution: Execution): InlineCode | undefined {
  const commands = execution.args
    .filter((word) => word.text.startsWith('+'))
    .map((word) => dropPrefix(word, 1));
  const inline = given(execution, 'vim');
  if (inline !== undefined) commands.push(inline.code);
  const input = inputText(execution);
  if (input !== undefined) commands.push(input);
  return commands.length === 0 ? undefined : { language: 'vim', code: lines(commands), args: [] };
}

/** `sqlite3 file 'command' …`. */
function codeOfSqlite(execution: Execution): InlineCode | undefined {
  const interpreter = INTERPRETERS.get('sqlite');
  if (interpreter === undefined) return undefined;
  const options = readOptions(execution.args, interpreter.grammar);
  if (interpreter.idle?.some((name) => options.has(name)) === true) return undefined;
  const commands = [...options.values('cmd'), ...options.operands.slice(1)];
  if (commands.length > 0) return { language: 'sqlite', code: lines(commands), args: [] };
  return fromInput('sqlite', execution);
}

function codeOfSocat(execution: Execution): InlineCode | undefined {
  const [first, ...rest] = execution.args;
  return first === undefined ? undefined : { language: 'socat', code: first, args: rest };
}

const DENO = {
  options: [
    '-h --help',
    '-V --version',
    '--eval=',
    '-p --print',
    '-T --ts',
    '--ext=',
    '--cert=',
    '-c --config=',
  ],
};

const LONGEST_NAME = 64;

/** A name that is all of it. */
export const SIMPLE_NAME: RegExp = /^[a-z-]{1,64}$/;

/** The version behind a name: `python3.12`, `lua5.4`, `sqlite3`. */
const VERSION = /-?\d[\d.]*$/;
