/**
 * Reads the statements of PowerShell: pipelines, commands and what they are given, blocks.
 *
 * @module
 */
import { setOf } from '../../tables.js';
import type { Execution, Redirect, Stdin } from '../execution.js';
import { type Word, wordOf } from '../word.js';
import { ALIASES, WEB_ALIASES } from './aliases.js';
import { resultOf } from './commands.js';
import { beginsExpression, readExpression } from './expressions.js';
import { MAX_EXECUTIONS, type State, spanFrom, within } from './state.js';
import { readGroup, readSingle, skipBlanks } from './texts.js';
import { EMPTY, joined, outputValue, piecesOf, textOf, type Value, wordsOf } from './value.js';
import { endsCommand, readArgument, readBare, readRedirect, readWord } from './words.js';

/** Reads statements until `close`, which is skipped; the value is that of the last pipeline. */
export function readStatements(state: State, close: string): Value {
  let value = EMPTY;
  while (state.at < state.text.length) {
    skipBlanks(state, true);
    const char = state.text.charAt(state.at);
    if (char === '') break;
    if (SEPARATOR.test(char)) {
      state.at += 1;
      continue;
    }
    if (CLOSER.test(char)) {
      state.at += 1;
      if (char === close) break;
      continue;
    }
    const start = state.at;
    value = readPipeline(state);
    if (state.at === start) state.at += 1;
  }
  return value;
}

function readPipeline(state: State): Value {
  const { executions } = state.work;
  const { input, stdin } = state;
  let value = EMPTY;
  for (;;) {
    const start = executions.length;
    value = readStage(state);
    skipBlanks(state, false);
    if (state.text.charAt(state.at) !== '|' || state.text.startsWith('||', state.at)) break;
    state.at += 1;
    skipBlanks(state, true);
    const from = executions.slice(start);
    const pieces = piecesOf(value);
    const text = wordOf(pieces, spanFrom(state, state.at));
    state.stdin = { kind: 'pipe', from, text };
    state.input = {
      items: value.items.map((item) => (item.some(isOutput) ? handedOver(from) : item)),
    };
  }
  // `&` behind a command puts it in the background, in front of one it calls it.
  state.at += CHAIN.exec(state.text.slice(state.at, state.at + 2))?.[0].length ?? 0;
  state.input = input;
  state.stdin = stdin;
  return value;
}

function isOutput(piece: { readonly kind: string }): boolean {
  return piece.kind === 'unknown';
}

function handedOver(runs: readonly Execution[]): Value['items'][number] {
  return [{ kind: 'unknown', text: '$_', from: 'input', runs }];
}

function readStage(state: State): Value {
  const { text } = state;
  const keyword = KEYWORD.exec(text.slice(state.at, state.at + 12))?.[1]?.toLowerCase();
  if (keyword !== undefined && KEYWORDS.has(keyword)) {
    state.at += keyword.length;
    return readControl(state, keyword);
  }
  const char = text.charAt(state.at);
  if (char === '&' || (char === '.' && CALLS.test(text.charAt(state.at + 1)))) {
    state.at += 1;
    skipBlanks(state, false);
    return readCommand(state, true);
  }
  if (char === '$' || char === '[') {
    const assigned = readAssignment(state);
    if (assigned !== undefined) return assigned;
  }
  if (!beginsExpression(state)) return readCommand(state, false);
  const start = state.at;
  const value = readExpression(state);
  skipBlanks(state, false);
  const redirect = readRedirect(state);
  // What an expression puts into a pipe is written by nobody, so that a command stands for it.
  if ((text.charAt(state.at) === '|' && value.items.length > 0) || redirect !== undefined) {
    writeOutput(state, value, redirect, start);
  }
  return value;
}

function writeOutput(
  state: State,
  value: Value,
  redirect: Redirect | undefined,
  start: number,
): void {
  const span = spanFrom(state, start);
  const redirects = redirect === undefined ? [] : [redirect];
  emit(state, { name: 'write-output', args: wordsOf(value, span), redirects, span });
}

/** `if (…) {…} else {…}`, `foreach ($x in …) {…}`, `function name {…}`, `return …`. */
function readControl(state: State, keyword: string): Value {
  const { text } = state;
  if (keyword === 'function' || keyword === 'filter') return readFunction(state);
  for (;;) {
    skipBlanks(state, true);
    const char = text.charAt(state.at);
    if (char === '(') {
      state.at += 1;
      if (keyword === 'foreach') readLoopHead(state);
      else readGroup(state, ')');
    } else if (char === '{') {
      state.at += 1;
      readGroup(state, '}');
      if (keyword === 'do' || keyword === 'try') continue;
      return EMPTY;
    } else if (char === '[' && (keyword === 'catch' || keyword === 'trap')) {
      const end = text.indexOf(']', state.at);
      state.at = end < 0 ? text.length : end + 1;
    } else if (BARE_KEYWORDS.has(keyword))
      return char === '' || CLOSER.test(char) ? EMPTY : readPipeline(state);
    else return EMPTY;
  }
}

/** `($x in …)`, the parenthesis being behind. */
function readLoopHead(state: State): void {
  const found = LOOP_HEAD.exec(state.text.slice(state.at, state.at + 80));
  if (found?.[1] === undefined) {
    readGroup(state, ')');
    return;
  }
  state.at += found[0].length;
  state.work.variables.set(found[1].toLowerCase(), readGroup(state, ')'));
}

/** A function is read when it is called. */
function readFunction(state: State): Value {
  skipBlanks(state, false);
  const found = FUNCTION_NAME.exec(state.text.slice(state.at, state.at + 120));
  if (found === null) return EMPTY;
  state.at += found[0].length;
  skipBlanks(state, true);
  const head = state.at;
  if (state.text.charAt(state.at) === '(') skipBlock(state);
  const parameters = state.text.slice(head, state.at);
  skipBlanks(state, true);
  if (state.text.charAt(state.at) !== '{') return EMPTY;
  const start = state.at + 1;
  skipBlock(state);
  const name = found[0].toLowerCase();
  const body = state.text.slice(start, Math.max(state.at - 1, start));
  // Parameters may stand in front of the body or in it.
  state.work.functions.set(name, parameters === '' ? body : `param${parameters};${body}`);
  return EMPTY;
}

/** Skips brackets and all that is in them, quoted brackets not counted. */
function skipBlock(state: State): void {
  const { text } = state;
  let open = 0;
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    state.at += 1;
    if (char === "'") readSingle(state);
    else if (char === '"') readQuietly(state);
    else if (char === '`') state.at += 1;
    else if (OPENER.test(char)) open += 1;
    else if (CLOSER.test(char)) {
      open -= 1;
      if (open <= 0) return;
    }
  }
}

/** Skips a text in double quotes. */
function readQuietly(state: State): void {
  const { text } = state;
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    state.at += char === '`' ? 2 : 1;
    if (char === '"') return;
  }
}

/** `$x = …`, `$x += …`, `[type]$x = …`; nothing when it is no assignment. */
function readAssignment(state: State): Value | undefined {
  const found = ASSIGNMENT.exec(state.text.slice(state.at, state.at + 160));
  const name = found?.[1]?.toLowerCase();
  if (found === null || name === undefined) return undefined;
  state.at += found[0].length;
  skipBlanks(state, true);
  const value = readPipeline(state);
  const before = found[2] === '+' ? state.work.variables.get(name) : undefined;
  const both = before === undefined ? value : sum(before, value);
  state.work.variables.set(name.replace(SCOPE, ''), both);
  return EMPTY;
}

function sum(before: Value, value: Value): Value {
  if (before.items.length > 1)
    return { items: [...before.items, ...value.items].slice(0, MAX_WORDS) };
  return joined([before, value]);
}

/** A command and its arguments, up to the end of its stage of the pipe. */
function readCommand(state: State, called: boolean): Value {
  const start = state.at;
  const first = called ? readWord(state) : readBare(state);
  if (first.type === 'scriptblock') return EMPTY;
  const name = commandName(textOf(first));
  const args: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    skipBlanks(state, false);
    if (endsCommand(state) || args.length >= MAX_WORDS) break;
    const before = state.at;
    const redirect = readRedirect(state);
    if (redirect !== undefined) redirects.push(redirect);
    else readArgument(state, args);
    if (state.at === before) state.at += 1;
  }
  if (name === '') return first;
  const span = spanFrom(state, start);
  const full = fullName(name, args);
  const body = state.work.functions.get(name);
  if (body !== undefined) return callFunction(state, body, args, span);
  const run = emit(state, { name: full, args, redirects, span });
  return resultOf(state, run) ?? outputValue([run], '');
}

function callFunction(
  state: State,
  body: string,
  args: readonly Word[],
  span: Execution['span'],
): Value {
  const inner = within(state, body, span);
  if (inner === undefined) return EMPTY;
  const items = args.filter((word) => !word.text.startsWith('-')).map((word) => word.pieces);
  state.work.variables.set('args', { items });
  for (const [index, name] of parametersOf(body).entries()) {
    const item = items[index];
    if (item !== undefined) state.work.variables.set(name, { items: [item] });
  }
  return readStatements(inner, '');
}

/** The names in `param($a, $b)`. */
function parametersOf(body: string): readonly string[] {
  const head = PARAMETERS.exec(body.slice(0, 400))?.[1] ?? '';
  return (head.match(PARAMETER) ?? []).map((name) => name.slice(1).toLowerCase());
}

function emit(
  state: State,
  made: Pick<Execution, 'name' | 'args' | 'redirects' | 'span'>,
): Execution {
  const stdin: Stdin = state.stdin;
  const run: Execution = { ...made, stdin, cwd: state.work.place, settings: [], via: [] };
  if (state.work.executions.length < MAX_EXECUTIONS) state.work.executions.push(run);
  return run;
}

/** The base name in lower case: no directory, no module, no extension of a program. */
function commandName(text: string): string {
  const base = text.slice(Math.max(text.lastIndexOf('\\'), text.lastIndexOf('/')) + 1);
  return base.toLowerCase().replace(EXTENSION, '');
}

/** The full name of a command, its aliases resolved. */
function fullName(name: string, args: readonly Word[]): string {
  if (WEB_ALIASES.has(name)) {
    return args.some((word) => WEB_PARAMETER.test(word.text)) ? 'invoke-webrequest' : name;
  }
  return ALIASES.get(name) ?? name;
}

const MAX_WORDS = 512;

const SEPARATOR = /^[;|,]$/;

const CHAIN = /^(?:&&|\|\||&)/;

const OPENER = /^[({[]$/;

const CLOSER = /^[)}\]]$/;

const CALLS = /^[\s"'$({]$/;

const EXTENSION = /\.(?:exe|cmd|com)$/;

const SCOPE = /^(?:script|global|local|private|using|variable):/;

const KEYWORD = /^([A-Za-z]{2,8})(?=[\s({;]|$)/;

const KEYWORDS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'if elseif else while for foreach switch do until try catch finally return throw begin process end ' +
    'function filter trap exit param',
);

/** Keywords behind which an expression or a command may stand. */
const BARE_KEYWORDS: ReadonlySet<string> = /* @__PURE__ */ setOf('return throw exit');

const LOOP_HEAD = /^\s{0,16}\$([A-Za-z_]\w{0,60})\s{1,16}in\s{1,16}/i;

const FUNCTION_NAME = /^[A-Za-z_][\w:-]{0,99}/;

const PARAMETERS = /^\s{0,64}param\s{0,8}\(([^)]*)\)/i;

const PARAMETER = /\$[A-Za-z_]\w{0,60}/g;

/** `[type]$name =`, with a scope or `env:` in the name. */
const ASSIGNMENT =
  /^(?:\[[\w.[\]]{1,60}\]\s{0,8})?\$\{?((?:[A-Za-z]{1,16}:)?[A-Za-z_]\w{0,60})\}?\s{0,16}([+-]?)=(?!=)/;

/** Parameters that only PowerShell's own command has. */
const WEB_PARAMETER =
  /^-(?:uri|method|infile|outfile|body|headers|usebasicparsing|usebasic|contenttype|form|credential|websession|sessionvariable)(?::|$)/i;
