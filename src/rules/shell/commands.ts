/**
 * Follows a command text to the simple commands that would really be executed.
 *
 * @module
 */
import type { Span } from '../finding.js';
import { type Flow, runCompound } from './compound.js';
import { endLocals } from './declarations.js';
import type { Execution, ShellRun, Stdin } from './execution.js';
import type { Substitution } from './expand.js';
import { readForeign } from './foreign.js';
import { merge } from './merging.js';
import { define, layerOn, lookUp, takeIn, together } from './names.js';
import {
  type Command,
  type CommandNode,
  type CompoundCommand,
  type CompoundList,
  type PipelineNode,
  parseShell,
  type Redirection,
  type Statement,
} from './parse.js';
import { startPlace } from './place.js';
import { expandRedirects, mayFail } from './redirects.js';
import { joinOutputs, negate, trimEnd, UNKNOWN_RESULT } from './results.js';
import { type Engine, runSimple, runWords } from './simple.js';
import { report } from './spawning.js';
import {
  encodeText,
  fork,
  grant,
  MAX_SHELLS,
  newShell,
  type Output,
  payForText,
  type Result,
  repeat,
  type Shell,
  type Status,
  spanOf,
  spend,
  withoutPrivate,
} from './state.js';
import { type Piece, textWord, type Word, wordOf } from './word.js';

/** How a command text is to be followed. */
export interface RunOptions {
  readonly workspaceRoot?: string | undefined;
  readonly dialect?: 'posix' | 'powershell' | 'cmd' | undefined;
  /** The names of programs that a pattern in a program's place may stand for. */
  readonly programs?: () => readonly string[];
}

/** Follows a command text; linear in its length, and bounded whatever it says. */
export function runShell(text: string, options: RunOptions = {}): ShellRun {
  const { programs = NO_PROGRAMS } = options;
  const shell = newShell(startPlace(options.workspaceRoot), text.length, programs);
  const clean = withoutPrivate(text);
  const dialect = options.dialect ?? 'posix';
  if (dialect === 'posix') runParsed(clean, shell);
  else runForeign(clean, shell, dialect);
  return runOf(shell);
}

/** Follows an argument vector, which no shell reads. */
export function runArguments(argv: readonly string[], options: RunOptions = {}): ShellRun {
  const { length } = argv.join(' ');
  const shell = newShell(startPlace(options.workspaceRoot), length, NO_PROGRAMS);
  const span: Span = { start: 0, end: 0 };
  const words = argv.map((text) => textWord(withoutPrivate(text), span));
  const rest = { redirects: [], stdin: shell.stdin, settings: [], span };
  if (words.length > 0) runWords(words, shell, ENGINE, rest);
  return runOf(shell);
}

function runOf(shell: Shell): ShellRun {
  runTraps(shell);
  const { executions, forkBombs, complete } = shell.work;
  return { executions, forkBombs, complete };
}

/** What traps run sees the functions and variables of the shell as they are in the end. */
function runTraps(last: Shell): void {
  const { traps } = last.work;
  for (let index = 0; index < Math.min(traps.length, MAX_TRAPS); index += 1) {
    const trap = traps[index];
    if (trap === undefined) return;
    const functions = together(last.functions, trap.shell.functions);
    const via = [...trap.shell.via, 'trap'];
    runText(trap.text, fork(trap.shell, { functions, via, ended: false }), 'posix');
  }
}

const ENGINE: Engine = { substitute, connect, feed, runText, runFunction };

const FLOW: Flow = { substitute, connect, runList };

function runParsed(text: string, shell: Shell): Result {
  const parsed = parseShell(text);
  if (!parsed.complete) shell.work.complete = false;
  return runStatements(parsed.script.commands, shell);
}

function runForeign(text: string, shell: Shell, dialect: 'powershell' | 'cmd'): Result {
  for (const execution of readForeign(text, shell, dialect)) {
    if (!spend(shell.work)) break;
    const words = [textWord(execution.name, execution.span), ...execution.args];
    const { redirects, stdin, settings, cwd, elsewhere = shell.elsewhere } = execution;
    const span = shell.frame ?? execution.span;
    runWords(words, fork(shell, { cwd, elsewhere }), ENGINE, { redirects, stdin, settings, span });
  }
  return UNKNOWN_RESULT;
}

/** A text within the text: `sh -c`, `eval`, a heredoc fed to a shell. */
function runText(text: Word, shell: Shell, dialect: 'posix' | 'powershell' | 'cmd'): Result {
  if (shell.depth > MAX_SHELLS) {
    shell.work.complete = false;
    return UNKNOWN_RESULT;
  }
  shell.frame = text.span;
  const encoded = encodeText(text, shell.work);
  if (!payForText(shell.work, encoded.length)) return UNKNOWN_RESULT;
  return dialect === 'posix' ? runParsed(encoded, shell) : runForeign(encoded, shell, dialect);
}

function runFunction(name: string, args: readonly Word[], shell: Shell, stdin: Stdin): Result {
  const body = lookUp(shell.functions, name)?.body;
  if (shell.calls.includes(name)) {
    // A function that runs itself beside itself multiplies until the machine stops.
    if (shell.spawning && body !== undefined) report(spanOf(body, shell), shell);
    return UNKNOWN_RESULT;
  }
  if (body === undefined || shell.calls.length >= MAX_CALLS) return UNKNOWN_RESULT;
  const { positional, calls, spawning, stdin: outer, locals } = shell;
  Object.assign(shell, { positional: args, calls: [...calls, name], spawning: false, stdin });
  shell.locals = new Map();
  let result: Result = UNKNOWN_RESULT;
  const visit = (): void => {
    result = body.type === 'CompoundList' ? runList(body, shell) : runNode(body, shell);
  };
  // Functions that call others more than once would otherwise double the work with each level.
  const visited = shell.work.visited ?? new Set<string>();
  shell.work.visited = visited;
  if (visited.has(name)) repeat(shell.work, visit);
  else visit();
  visited.add(name);
  endLocals(shell);
  Object.assign(shell, { positional, calls, spawning, stdin: outer, locals, ended: false });
  return result;
}

function substitute(part: Substitution, shell: Shell): readonly Piece[] {
  const unknown: Piece = { kind: 'unknown', text: part.text, from: 'command' };
  const apart = runApart(part, shell);
  if (apart === undefined) return [unknown];
  const { result, runs } = apart;
  return result.output === undefined ? [{ ...unknown, runs }] : trimEnd(result.output);
}

function connect(part: Substitution, shell: Shell): Piece {
  const unknown: Piece = { kind: 'unknown', text: part.text, from: 'process' };
  const apart = runApart(part, shell);
  if (apart === undefined) return unknown;
  const { result, runs, span } = apart;
  if (part.text.startsWith('>')) {
    const sink: Piece = { ...unknown, runs };
    SINKS.set(sink, part);
    return sink;
  }
  return result.output === undefined
    ? { ...unknown, runs }
    : { ...unknown, runs, content: wordOf(result.output, span) };
}

/** The scripts of the process substitutions that are written to. */
const SINKS: WeakMap<Piece, Substitution> = /* @__PURE__ */ new WeakMap();

function feed(sink: Piece, stdin: Stdin, shell: Shell): void {
  const part = SINKS.get(sink);
  if (part === undefined) return;
  repeat(shell.work, () => {
    runApart(part, fork(shell, { stdin }));
  });
}

/** Runs a script in a subshell and collects what it executed. */
function runApart(
  part: Substitution,
  shell: Shell,
):
  | { readonly result: Result; readonly runs: readonly Execution[]; readonly span: Span }
  | undefined {
  if (shell.depth >= MAX_SHELLS || !payForText(shell.work, part.text.length)) {
    shell.work.complete = false;
    return undefined;
  }
  const { script } = part;
  if (script === undefined) return undefined;
  const span = spanOf(script, shell);
  const { executions, choices } = shell.work;
  const start = executions.length;
  // Backquotes are parsed from a text of their own, so their offsets mean nothing outside.
  const frame = script.source === undefined ? shell.frame : span;
  const inner = fork(shell);
  inner.frame = frame;
  inner.depth = shell.depth + 1;
  const result = runStatements(script.commands, inner);
  shell.work.choices = choices;
  return { result, runs: executions.slice(start), span };
}

function runList(list: CompoundList, shell: Shell): Result {
  return runStatements(list.commands, shell);
}

function runStatements(statements: readonly Statement[], shell: Shell): Result {
  let status: Status = 'success';
  const outputs: Output[] = [];
  for (const statement of statements) {
    if (shell.frame === undefined) grant(shell.work, statement);
    if (shell.ended || !spend(shell.work)) break;
    if (statement.background === true) {
      outputs.push(runStatement(statement, fork(shell, { spawning: true })).output);
      status = 'success';
    } else {
      const result = runStatement(statement, shell);
      outputs.push(result.output);
      status = result.status;
    }
  }
  return { status, output: joinOutputs(outputs) };
}

function runStatement(statement: Statement, shell: Shell): Result {
  const node = statement.command;
  return node.type === 'AndOr'
    ? runAndOr(node.commands, node.operators, shell)
    : runPipeline(node, shell);
}

function runAndOr(
  commands: readonly PipelineNode[],
  operators: readonly ('&&' | '||')[],
  shell: Shell,
): Result {
  let status: Status = 'unknown';
  const outputs: Output[] = [];
  let index = 0;
  for (const command of commands) {
    const operator = index === 0 ? undefined : operators[index - 1];
    index += 1;
    const skips = operator === '&&' ? 'failure' : 'success';
    if (operator !== undefined && status === skips) continue;
    const undecided: boolean = operator !== undefined && status === 'unknown';
    const result: Result =
      undecided && operator !== undefined
        ? runMaybe(command, operator, shell)
        : runPipeline(command, shell);
    status = undecided ? 'unknown' : result.status;
    outputs.push(result.output);
    if (shell.ended) break;
  }
  return { status, output: joinOutputs(outputs) };
}

/**
 * A command behind `&&` or `||` whose turn may or may not come. Behind `&&` the text goes on as if
 * it came, for that is how such lists are meant; behind `||` both are kept.
 */
function runMaybe(command: PipelineNode, operator: '&&' | '||', shell: Shell): Result {
  if (operator === '&&') return runAsIf(command, shell);
  const branch = fork(shell);
  const result = runPipeline(command, branch);
  const { cwd } = shell;
  merge(shell, [branch], true);
  shell.cwd = cwd;
  return result;
}

/** What is set stays set, but a function that is removed, an argument or an input may still be. */
function runAsIf(command: PipelineNode, shell: Shell): Result {
  const { functions, positional, stdin } = shell;
  shell.functions = layerOn(functions);
  const result = runPipeline(command, shell);
  takeIn(functions, shell.functions);
  shell.functions = functions;
  shell.positional = positional;
  shell.stdin = stdin;
  shell.ended = false;
  return result;
}

function runPipeline(node: PipelineNode, shell: Shell): Result {
  if (node.type !== 'Pipeline') return runNode(node, shell);
  const negated = node.prefixes.some((prefix) => prefix.type === 'Negation');
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) {
    const result = runNode(only, shell);
    return negated ? { ...result, status: negate(result.status) } : result;
  }
  const { executions } = shell.work;
  const start = executions.length;
  let result: Result = UNKNOWN_RESULT;
  let stdin = shell.stdin;
  const last = shell.options?.has('lastpipe') === true ? node.commands.at(-1) : undefined;
  for (const command of node.commands) {
    if (command === last) result = runHere(command, stdin, shell);
    else {
      const part = fork(shell);
      part.stdin = stdin;
      part.spawning = true;
      result = runNode(command, part);
    }
    // What matters is who feeds a command; in a longer pipe than anyone writes, the last ones do.
    const from = executions.slice(Math.max(start, executions.length - MAX_FEEDERS));
    const { output } = result;
    stdin =
      output === undefined
        ? { kind: 'pipe', from }
        : { kind: 'pipe', from, text: wordOf(output, spanOf(command, shell)) };
  }
  // Under `pipefail` the commands in front of the last one count as well.
  const status = result.status === 'success' ? 'unknown' : result.status;
  return { ...result, status: negated ? negate(status) : status };
}

/** The last part of a pipe, which `lastpipe` has run in the shell itself. */
function runHere(command: CommandNode, stdin: Stdin, shell: Shell): Result {
  const outer = shell.stdin;
  shell.stdin = stdin;
  const result = runNode(command, shell);
  shell.stdin = outer;
  return result;
}

function runNode(node: CommandNode, shell: Shell): Result {
  switch (node.type) {
    case 'Command':
      return runSimple(node, shell, ENGINE);
    case 'Function':
      define(shell.functions, node.name.value, node);
      return { status: 'success', output: [] };
    case 'Coproc':
      return runCoproc(node.body, fork(shell, { spawning: true }));
    case 'Redirected':
      return runRedirected(node.command, node.redirects, shell);
    default:
      return runCompound(node, shell, FLOW);
  }
}

function runCoproc(
  body: Command | CompoundCommand | CompoundList | Extract<CommandNode, { type: 'Redirected' }>,
  shell: Shell,
): Result {
  return body.type === 'CompoundList' ? runList(body, shell) : runNode(body, shell);
}

function runRedirected(
  command: CompoundCommand,
  redirections: readonly Redirection[],
  shell: Shell,
): Result {
  const { redirects, stdin } = expandRedirects(redirections, shell, ENGINE);
  const rest = { redirects, stdin, settings: [], span: spanOf(command, shell), group: true };
  if (redirects.length > 0) runWords([], shell, ENGINE, rest);
  const outer = shell.stdin;
  shell.stdin = stdin;
  const result = runCompound(command, shell, FLOW);
  shell.stdin = outer;
  const writes = redirects.some(({ operator }) => operator.includes('>'));
  const status = mayFail(redirects) ? 'unknown' : result.status;
  return { status, output: writes ? [] : result.output };
}

const NO_PROGRAMS = (): readonly string[] => [];

/** How many functions are followed within each other. */
const MAX_CALLS = 64;

/** How many traps are followed. */
const MAX_TRAPS = 64;

/** How many commands in front of a pipe are kept. */
const MAX_FEEDERS = 32;
