/**
 * Simple commands: from its words to what is executed, wrappers taken off all the way down.
 *
 * @module
 */
import { addArguments, readSettings, withWholeValue } from './arguments.js';
import { applyBuiltin } from './builtins.js';
import { codeOf, commandsInCode } from './code.js';
import { declares } from './declarations.js';
import type { Execution, Redirect, Setting, Stdin } from './execution.js';
import { addWords, type Substituter } from './expand.js';
import type { Inner } from './inner.js';
import { define, lookUp, noNames, takeOver } from './names.js';
import { otherNames } from './other-names.js';
import { outputOf } from './output.js';
import type { Command, SyntaxWord } from './parse.js';
import { expandRedirects, keepOpen, mayFail, type Redirected } from './redirects.js';
import { joinOutputs, UNKNOWN_RESULT } from './results.js';
import { runFile } from './scripts.js';
import {
  assign,
  fork,
  MAX_CHOICES,
  MAX_SHELLS,
  MAX_WRAPPERS,
  type Output,
  payForWords,
  type Result,
  repeat,
  type Shell,
  scalar,
  spanOf,
  spend,
} from './state.js';
import { NO_WAYS, waysOf } from './ways.js';
import { joinWords, type Piece, textWord, UNKNOWN, type Word } from './word.js';
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
  const first = runOnce(node, shell, engine);
  const choices = Math.min(shell.work.choices, MAX_CHOICES);
  const last = choices > 1 && shell.choice === 0 ? runOthers(node, choices, shell, engine) : first;
  shell.work.choices = Math.max(before, choices);
  return last ?? first;
}

/** Runs a simple command for each further choice of values; the last one's result counts. */
function runOthers(
  node: Command,
  choices: number,
  shell: Shell,
  engine: Engine,
): Result | undefined {
  let result: Result | undefined;
  for (let choice = 1; choice < choices; choice += 1) {
    repeat(shell.work, () => {
      result = runOnce(node, fork(shell, { choice }), engine);
    });
  }
  return result;
}

/** Runs an argument vector: emits it, applies it, and goes on with what it runs in its turn. */
export function runWords(
  words: readonly Word[],
  shell: Shell,
  engine: Engine,
  rest: Surroundings,
): Result {
  const [first] = words;
  const name = first === undefined ? '' : programName(first);
  const args = words.slice(1);
  if (first !== undefined && shell.elsewhere === undefined) {
    const body = lookUp(shell.functions, first.text);
    if (body !== undefined) return runFunction(first.text, args, shell, engine, rest);
    const named = otherNames(first, name, shell);
    if (named !== undefined) return runNamed(named, args, shell, engine, rest);
  }
  // Written out and all of one shape, as spreads are slow and so is what works on several shapes.
  const execution: Execution = {
    name,
    args,
    redirects: rest.redirects,
    stdin: rest.stdin,
    cwd: shell.cwd,
    settings: rest.settings,
    via: shell.via,
    elsewhere: shell.elsewhere,
    group: rest.group,
    span: rest.span,
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
  if (first !== undefined) shell.lastArgument = args.at(-1) ?? first;
  feedSinks(execution, output, shell, engine.feed);
  if (first !== undefined) keepFiles(execution, output, shell);
  return {
    status: mayFail(rest.redirects) ? 'unknown' : (status ?? inner?.status ?? 'unknown'),
    output: writesToFile(execution) ? [] : output,
  };
}

/** Runs what a word in a program's place may stand for, one after the other. */
function runNamed(
  named: readonly Word[],
  args: readonly Word[],
  shell: Shell,
  engine: Engine,
  rest: Surroundings,
): Result {
  let result: Result = UNKNOWN_RESULT;
  for (const word of named) {
    repeat(shell.work, () => {
      result = runWords([word, ...args], shell, engine, rest);
    });
  }
  return named.length === 1 ? result : UNKNOWN_RESULT;
}

/** What is set in front of a function's name is set while it runs. */
function runFunction(
  name: string,
  args: readonly Word[],
  shell: Shell,
  engine: Engine,
  { settings, stdin }: Surroundings,
): Result {
  const before = settings.map((setting) => lookUp(shell.variables, setting.name));
  for (const setting of settings) assign(shell, setting.name, scalar(setting.value.pieces));
  const result = engine.runFunction(name, args, shell, stdin);
  for (const [index, setting] of settings.entries()) {
    define(shell.variables, setting.name, before[index]);
  }
  return result;
}

function runOnce(parsed: Command, shell: Shell, engine: Engine): Result {
  const node = parsed.prefix.length === 0 ? parsed : withWholeValue(parsed);
  const settings = node.prefix.length === 0 ? NO_SETTINGS : readSettings(node, shell, engine);
  const { redirects, stdin, opened } = expandRedirects(node.redirects, shell, engine);
  const rest: Surroundings = { redirects, stdin, opened, settings, span: spanOf(node, shell) };
  if (node.name === undefined) {
    if (redirects.length > 0) runWords([], shell, engine, rest);
    return readsFile(node, redirects, shell, rest);
  }
  const words: Word[] = [];
  addWords(words, node.name, shell, engine);
  const command = words[0]?.text ?? '';
  const declaring = declares(command) ? command : undefined;
  addArguments(words, node, declaring, shell, engine);
  const alias = shell.aliases === undefined ? undefined : aliasOf(node.name, shell);
  if (alias !== undefined) return runAlias(node.name.text, alias, words, shell, engine);
  if (words.length === 0) return { status: 'unknown', output: [] };
  return runWords(words, shell, engine, rest);
}

/** An alias is expanded only where its name stands without quotes. */
function aliasOf(name: SyntaxWord, { aliases, options }: Shell): Word | undefined {
  if (options?.has('expand_aliases') !== true || name.parts !== undefined) return undefined;
  return aliases?.get(name.text);
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

/** What the command runs in its turn; `undefined` when it runs nothing. */
function runInner(
  execution: Execution,
  word: Word,
  shell: Shell,
  engine: Engine,
): Result | undefined {
  if (shell.depth >= MAX_SHELLS || shell.via.length >= MAX_WRAPPERS) {
    shell.work.complete = false;
    return undefined;
  }
  const ways = waysOf(execution, word);
  if (ways === NO_WAYS) return undefined;
  const wrapped = ways.wraps ? unwrap(execution) : NO_INNER;
  const files = ways.files ? runFile(execution, word, shell) : NO_INNER;
  const code = ways.code ? runCode(execution) : NO_INNER;
  if (wrapped.length === 0 && files.length === 0 && code.length === 0) return undefined;
  return runEach([...wrapped, ...files, ...code], execution, shell, engine);
}

const NO_INNER: readonly Inner[] = [];

function runEach(
  inner: readonly Inner[],
  execution: Execution,
  shell: Shell,
  engine: Engine,
): Result | undefined {
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
  if (execution.name === 'trap' && inner.kind === 'script') {
    const { text } = inner;
    shell.work.traps.push({ text, shell });
    return { status: 'unknown', output: [] };
  }
  const child = fork(shell);
  // Assigned one by one, as spreading costs more than most commands do.
  child.stdin = inner.stdin ?? execution.stdin;
  child.cwd = inner.cwd ?? shell.cwd;
  child.elsewhere = inner.elsewhere ?? shell.elsewhere;
  child.via = [...shell.via, execution.name];
  if (inner.kind === 'argv') {
    if (!payForWords(shell.work, inner.words.length)) return UNKNOWN_RESULT;
    // The words are expanded already, so only what the wrapper changes is new.
    const { redirects, settings, span } = execution;
    // A program is looked up without regard to functions.
    child.functions = noNames();
    const result = runWords(inner.words, child, engine, {
      redirects: redirects.length === 0 ? redirects : redirects.filter(isInputRedirect),
      stdin: child.stdin,
      settings: inner.settings === undefined ? settings : [...settings, ...inner.settings],
      span,
    });
    if (execution.name === 'command' || execution.name === 'builtin') {
      // These run builtins of the shell that is there.
      takeOver(shell.variables, child.variables);
      const { cwd, positional, ended } = child;
      Object.assign(shell, { cwd, positional, ended });
    }
    return result;
  }
  child.depth = shell.depth + 1;
  const dialect = inner.dialect ?? 'posix';
  if (inner.here === true) {
    child.cwd = shell.cwd;
    child.variables = shell.variables;
    child.functions = shell.functions;
    const result = engine.runText(inner.text, child, dialect);
    const { cwd, variables, functions, positional } = child;
    // A file that is read in ends at its `return`, and what is behind it goes on.
    const ended = child.ended && execution.name === 'eval';
    Object.assign(shell, { cwd, variables, functions, positional, ended });
    return result;
  }
  child.positional = inner.positional ?? NO_ARGUMENTS;
  child.zero = inner.zero;
  child.calls = NO_CALLS;
  for (const { name, value } of [...execution.settings, ...(inner.settings ?? [])]) {
    const called = PASSED_FUNCTION.exec(name)?.[1];
    if (called === undefined) define(child.variables, name, scalar(value.pieces));
    else {
      const head = textWord(`${called} `, value.span);
      engine.runText(joinWords([head, value], '', value.span), child, dialect);
    }
  }
  return engine.runText(inner.text, child, dialect);
}

function isInputRedirect({ operator }: Redirect): boolean {
  return operator === '<';
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
  if (PLAIN_NAME.test(word.text)) return word.text;
  const base = word.text.slice(word.text.lastIndexOf('/') + 1).replace(ONE_LETTER_SET, '$1');
  const name = EXECUTABLE.test(base) ? base.slice(0, -4) : base;
  const [piece] = word.pieces;
  // `$0` is the shell itself, unless it stands in a script.
  if (piece?.kind === 'unknown' && piece.name === '0' && word.text === UNKNOWN) return 'sh';
  return name === '' && !word.known ? UNKNOWN : name;
}

const NO_SETTINGS: readonly Setting[] = [];
const NO_ARGUMENTS: readonly Word[] = [];
const NO_CALLS: readonly string[] = [];
const NOTHING: Result = { status: 'success', output: [] };

/** The variable in which bash passes a function on. */
const PASSED_FUNCTION = /^BASH_FUNC_(.+)%%$/;
/** A name without a directory, an ending or a pattern. */
const PLAIN_NAME = /^[\w-]+$/;
/** A pattern that can only match one letter. */
const ONE_LETTER_SET = /\[([A-Za-z0-9_-])\]/g;
const EXECUTABLE = /.\.exe$/i;
