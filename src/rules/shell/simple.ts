/**
 * Simple commands: from its words to what is executed, wrappers taken off all the way down.
 *
 * @module
 */
import { applyBuiltin } from './builtins.js';
import { codeOf, commandsInCode } from './code.js';
import { declares, makeLocal } from './declarations.js';
import { contentOfDevice, textOf } from './descriptors.js';
import type { Execution, Redirect, Setting, Stdin } from './execution.js';
import { expandWhole, expandWord, type Substituter } from './expand.js';
import type { Inner } from './inner.js';
import { outputOf } from './output.js';
import type { Assignment, Command, CommandArgument } from './parse.js';
import { placeKey } from './place.js';
import { expandRedirects, keepOpen, mayFail, type Redirected } from './redirects.js';
import { scriptOf } from './shells.js';
import {
  assign,
  fork,
  MAX_CHOICES,
  MAX_SHELLS,
  type Output,
  type Result,
  repeat,
  type Shell,
  scalar,
  spanOf,
  spend,
  type Value,
} from './state.js';
import { joinWords, type Piece, textWord, UNKNOWN, type Word, wordOf } from './word.js';
import { unwrap } from './wrappers.js';
import { feedSinks, keepFiles, writesToFile } from './writes.js';

/** What simple commands need of the rest of the shell. */
export interface Engine extends Substituter {
  /** Runs a text within the text. */
  runText(text: Word, shell: Shell, dialect: 'posix' | 'powershell' | 'cmd'): Result;
  /** Runs a process substitution that is written to, with what is written. */
  feed(sink: Piece, stdin: Stdin, shell: Shell): void;
  /** Runs a function's body. */
  runFunction(name: string, args: readonly Word[], shell: Shell, stdin: Stdin): Result;
}

/** What a command gets beside its words. */
export type Surroundings = Pick<Execution, 'settings' | 'span' | 'group'> & Redirected;

/** Runs a simple command, once for each value that its variables may have. */
export function runSimple(node: Command, shell: Shell, engine: Engine): Result {
  if (!spend(shell.work)) return NOTHING;
  const before = shell.work.choices;
  shell.work.choices = 1;
  let result = runOnce(node, shell, engine);
  const choices = Math.min(shell.work.choices, MAX_CHOICES);
  for (let choice = shell.choice + 1; choice < choices && shell.choice === 0; choice += 1) {
    repeat(shell.work, () => {
      result = runOnce(node, fork(shell, { choice }), engine);
    });
  }
  shell.work.choices = Math.max(before, choices);
  return result;
}

/** Runs an argument vector: emits it, applies it, and goes on with what it runs in its turn. */
export function runWords(
  words: readonly Word[],
  shell: Shell,
  engine: Engine,
  rest: Surroundings,
): Result {
  const [first, ...args] = words;
  const name = first === undefined ? '' : programName(first);
  if (first !== undefined && shell.functions.has(first.text) && shell.elsewhere === undefined) {
    return runWithSettings(rest.settings, shell, () =>
      engine.runFunction(first.text, args, shell, rest.stdin),
    );
  }
  const { opened, ...surroundings } = rest;
  const execution: Execution = {
    name,
    args,
    cwd: shell.cwd,
    via: shell.via,
    ...surroundings,
    ...(shell.elsewhere === undefined ? {} : { elsewhere: shell.elsewhere }),
  };
  shell.work.executions.push(execution);
  // A builtin has no path: `./false` may be anything.
  const isBuiltin = first?.text === name;
  const status = isBuiltin ? applyBuiltin(execution, shell) : undefined;
  const inner = first === undefined ? undefined : runInner(execution, first, shell, engine);
  const output = inner === undefined ? outputOf(execution, shell) : inner.output;
  // `exec command` takes the shell's place; with redirections alone it does not.
  if (name === 'exec') {
    if (args.length === 0) keepOpen(rest, shell);
    else if (isBuiltin && !mayFail(rest.redirects)) shell.ended = true;
  }
  feedSinks(execution, output, shell, engine.feed);
  if (first !== undefined) keepFiles(execution, output, shell);
  return {
    status: mayFail(rest.redirects) ? 'unknown' : (status ?? inner?.status ?? 'unknown'),
    output: writesToFile(execution) ? [] : output,
  };
}

/** What is set in front of a function's name is set while it runs. */
function runWithSettings(settings: readonly Setting[], shell: Shell, run: () => Result): Result {
  const before = settings.map(({ name }) => [name, shell.variables.get(name)] as const);
  for (const { name, value } of settings) assign(shell, name, scalar(value.pieces));
  const result = run();
  for (const [name, value] of before) {
    if (value === undefined) shell.variables.delete(name);
    else shell.variables.set(name, value);
  }
  return result;
}

function runOnce(node: Command, shell: Shell, engine: Engine): Result {
  const assignments = node.prefix.filter((item) => item.type === 'Assignment');
  const settings: Setting[] = [];
  for (const item of assignments) {
    const value = assignedValue(item, shell, engine);
    const [pieces = []] = value.kind === 'scalar' ? value.choices : value.items;
    settings.push({ name: item.name, value: wordOf(pieces, spanOf(item, shell)) });
    if (node.name === undefined) assign(shell, item.name, value);
  }
  const span = spanOf(node, shell);
  const rest = { ...expandRedirects(node.redirects, shell, engine), settings, span };
  const { redirects } = rest;
  if (node.name === undefined) {
    if (redirects.length > 0) runWords([], shell, engine, rest);
    return readsFile(node, redirects, shell, rest);
  }
  const words = expandWord(node.name, shell, engine).slice();
  const command = words[0]?.text ?? '';
  const declaring = declares(command) ? command : undefined;
  for (const [index, argument] of node.args.entries()) {
    // Only what is written out can go on for longer than anyone writes.
    const isPlain = argument.type === 'Word' && argument.parts === undefined;
    if (words.length - index > MAX_WORDS && !isPlain) shell.work.complete = false;
    else words.push(...expandArgument(argument, declaring, shell, engine));
  }
  const alias = node.name.parts === undefined ? shell.aliases?.get(node.name.text) : undefined;
  if (alias !== undefined) return runAlias(node.name.text, alias, words, shell, engine);
  if (words.length === 0) return { status: 'unknown', output: [] };
  return runWords(words, shell, engine, rest);
}

/** An alias stands for its text, with the command's arguments behind it. */
function runAlias(
  name: string,
  alias: Word,
  words: readonly Word[],
  shell: Shell,
  engine: Engine,
): Result {
  const aliases = new Map(shell.aliases);
  aliases.delete(name);
  const child = fork(shell, { aliases, positional: words.slice(1), depth: shell.depth + 1 });
  const behind = textWord(' "$@"', alias.span);
  return engine.runText(joinWords([alias, behind], '', alias.span), child, 'posix');
}

/** `$(<file)`: a substitution that reads a file is the same as `cat` of it. */
function readsFile(
  node: Command,
  redirects: readonly Redirect[],
  shell: Shell,
  rest: Surroundings,
): Result {
  const source = redirects.find((redirect) => redirect.operator === '<');
  // An assignment ends as the last substitution in it does, and fails for what is read-only.
  if (source === undefined || node.prefix.length !== 1) return { status: 'unknown', output: [] };
  const cat: Execution = {
    ...rest,
    name: 'cat',
    args: [source.target],
    redirects: [],
    cwd: shell.cwd,
    via: shell.via,
  };
  shell.work.executions.push(cat);
  return { status: 'unknown', output: outputOf(cat, shell) };
}

function expandArgument(
  argument: CommandArgument,
  declaring: string | undefined,
  shell: Shell,
  engine: Engine,
): readonly Word[] {
  if (argument.type === 'Word') {
    return declaring !== undefined && ASSIGNMENT.test(argument.value)
      ? [expandWhole(argument, shell, engine)]
      : expandWord(argument, shell, engine);
  }
  const value = assignedValue(argument, shell, engine);
  const span = spanOf(argument, shell);
  if (value.kind === 'array') {
    if (declaring !== undefined) makeLocal(declaring, argument.name, shell);
    assign(shell, argument.name, value);
    return [textWord(argument.name, span)];
  }
  const [pieces = []] = value.choices;
  return [wordOf([{ kind: 'text', text: `${argument.name}=` }, ...pieces], span)];
}

/** What an assignment gives its variable. */
function assignedValue(assignment: Assignment, shell: Shell, engine: Engine): Value {
  const current = shell.variables.get(assignment.name);
  if (assignment.value.type === 'ArrayValue') {
    const items = assignment.value.elements.flatMap((word) =>
      expandWord(word, shell, engine).map((item) => item.pieces),
    );
    const before = assignment.append === true && current?.kind === 'array' ? current.items : [];
    return { kind: 'array', items: [...before, ...items] };
  }
  const { pieces } = expandWhole(assignment.value, shell, engine);
  const index = assignment.index === undefined ? undefined : Number(assignment.index.value);
  if (index !== undefined && index >= 0 && index < MAX_WORDS) {
    const items = current?.kind === 'array' ? [...current.items] : [];
    items[index] = pieces;
    return { kind: 'array', items: Array.from(items, (item) => item ?? []) };
  }
  if (assignment.append !== true || current?.kind !== 'scalar') return scalar(pieces);
  return { kind: 'scalar', choices: current.choices.map((choice) => [...choice, ...pieces]) };
}

/** What the command runs in its turn; `undefined` when it runs nothing. */
function runInner(
  execution: Execution,
  word: Word,
  shell: Shell,
  engine: Engine,
): Result | undefined {
  if (shell.depth >= MAX_SHELLS) {
    shell.work.complete = false;
    return undefined;
  }
  const inner = [...unwrap(execution), ...runFile(execution, word, shell), ...runCode(execution)];
  let result: Result | undefined;
  const outputs: Output[] = [];
  const runNext = (one: Inner): void => {
    if (!spend(shell.work)) return;
    result = runOneInner(one, execution, shell, engine);
    outputs.push(result.output);
  };
  for (const [index, one] of inner.entries()) {
    if (index === 0) runNext(one);
    else repeat(shell.work, () => runNext(one));
  }
  const last: Result | undefined = result;
  return last === undefined ? undefined : { ...last, output: joinOutputs(outputs) };
}

function runOneInner(inner: Inner, execution: Execution, shell: Shell, engine: Engine): Result {
  const stdin = inner.stdin ?? execution.stdin;
  const changes = {
    stdin,
    cwd: inner.cwd ?? shell.cwd,
    elsewhere: inner.elsewhere ?? shell.elsewhere,
    via: [...shell.via, execution.name],
    depth: shell.depth + 1,
  };
  if (execution.name === 'trap' && inner.kind === 'script') {
    const { text } = inner;
    shell.work.traps.push({ text, shell });
    return { status: 'unknown', output: [] };
  }
  if (inner.kind === 'argv') {
    // The words are expanded already, so only what the wrapper changes is new.
    const { redirects, settings, span } = execution;
    // A program is looked up without regard to functions.
    const child = fork(shell, { ...changes, functions: new Map() });
    const result = runWords(inner.words, child, engine, {
      redirects: redirects.filter((redirect) => redirect.operator === '<'),
      stdin,
      settings: inner.settings === undefined ? settings : [...settings, ...inner.settings],
      span,
    });
    if (execution.name === 'command' || execution.name === 'builtin') {
      // These run builtins of the shell that is there.
      const { cwd, variables, positional, ended } = child;
      Object.assign(shell, { cwd, variables, positional, ended });
    }
    return result;
  }
  const dialect = inner.dialect ?? 'posix';
  if (inner.here === true) {
    const child = { ...shell, ...changes, cwd: shell.cwd, via: [...shell.via, execution.name] };
    const result = engine.runText(inner.text, child, dialect);
    const { cwd, variables, functions, positional } = child;
    // A file that is read in ends at its `return`, and what is behind it goes on.
    const ended = child.ended && execution.name === 'eval';
    Object.assign(shell, { cwd, variables, functions, positional, ended });
    return result;
  }
  const { positional = [], zero } = inner;
  const child = fork(shell, { ...changes, positional, zero, calls: [] });
  for (const { name, value } of [...execution.settings, ...(inner.settings ?? [])]) {
    child.variables.set(name, scalar(value.pieces));
  }
  return engine.runText(inner.text, child, dialect);
}

/** A script that the text itself has written, run by name, by a shell, or by `source`. */
function runFile(execution: Execution, word: Word, shell: Shell): readonly Inner[] {
  const { name, args } = execution;
  const sourced = name === 'source' || name === '.';
  const [script, ...positional] = args;
  if (sourced && script !== undefined) {
    const text = fileText(script, execution, shell);
    return text === undefined ? [] : [{ kind: 'script', text, positional, here: true }];
  }
  if (SHELLS.has(name)) {
    const [file, ...rest] = scriptOf(args);
    const text = file === undefined ? undefined : fileText(file, execution, shell);
    return text === undefined ? [] : [{ kind: 'script', text, positional: rest }];
  }
  if (!word.text.includes('/')) return [];
  const text = fileText(word, execution, shell);
  return text === undefined ? [] : [{ kind: 'script', text, positional: args }];
}

function fileText(file: Word, execution: Execution, shell: Shell): Word | undefined {
  const [piece] = file.pieces;
  if (piece?.kind === 'unknown' && piece.content !== undefined) return piece.content;
  if (file.text === '/dev/stdin') return textOf(execution.stdin);
  const device = contentOfDevice(file.text, shell);
  if (device !== undefined) return device;
  const key = placeKey(file, execution.cwd);
  return key === undefined ? undefined : shell.files.get(key);
}

function runCode(execution: Execution): readonly Inner[] {
  const code = codeOf(execution);
  if (code === undefined) return [];
  return commandsInCode(code).map((command) =>
    command.kind === 'script'
      ? { kind: 'script', text: textWord(command.text, execution.span) }
      : {
          kind: 'argv',
          words: command.words.map((text) => textWord(text, execution.span)),
        },
  );
}

/** The name by which a program would be looked up: no directory, no `.exe`, `r[m]` for `rm`. */
function programName(word: Word): string {
  const base = word.text.slice(word.text.lastIndexOf('/') + 1).replace(ONE_LETTER_SET, '$1');
  const name = EXECUTABLE.test(base) ? base.slice(0, -4) : base;
  const [piece] = word.pieces;
  // `$0` is the shell itself, unless it stands in a script.
  if (piece?.kind === 'unknown' && piece.name === '0' && word.text === UNKNOWN) return 'sh';
  return name === '' && !word.known ? UNKNOWN : name;
}

/** The outputs of several commands, one behind the other, if all are known. */
export function joinOutputs(outputs: readonly Output[]): Output {
  const pieces: Piece[] = [];
  for (const output of outputs) {
    if (output === undefined) return undefined;
    pieces.push(...output);
    if (pieces.length > MAX_PIECES) return undefined;
  }
  return pieces;
}

const NOTHING: Result = { status: 'success', output: [] };
const MAX_WORDS = 4096;
const MAX_PIECES = 4096;

const SHELLS: ReadonlySet<string> = /* @__PURE__ */ new Set(['sh', 'bash', 'dash', 'zsh', 'ksh']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
/** A pattern that can only match one letter. */
const ONE_LETTER_SET = /\[([A-Za-z0-9_-])\]/g;
const EXECUTABLE = /.\.exe$/i;
