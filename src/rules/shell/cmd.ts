/**
 * Reads text for cmd.exe into the commands that it would execute.
 *
 * @module
 */
import type { Span } from '../finding.js';
import { encodeVariables, newVariables, readSet, type Variables } from './cmd-variables.js';
import { readTokens, splitName } from './cmd-words.js';
import type { Execution, Redirect, Stdin } from './execution.js';
import { arrive, type Place } from './place.js';
import { locateWindows, toPlainPlace } from './windows-path.js';
import type { Piece, Word } from './word.js';

/**
 * The commands that a text for cmd.exe would execute, in order: names in lower case (`rd` for
 * `rmdir`, `erase` for `del`), switches as words of their own. Linear in the text, and bounded.
 */
export function readCmd(text: string, start: Place): Execution[] {
  const work: Work = {
    executions: [],
    variables: newVariables(),
    places: [],
    place: toPlainPlace(start),
    steps: MAX_STEPS,
  };
  readList(enter(work, text.slice(0, MAX_TEXT), undefined, 0), false);
  return work.executions;
}

interface Work {
  readonly executions: Execution[];
  readonly variables: Variables;
  readonly places: Place[];
  place: Place;
  /** How much may still be read: each turn of a loop costs the length of its body. */
  steps: number;
}

interface State {
  readonly work: Work;
  readonly text: string;
  readonly frame: Span | undefined;
  readonly depth: number;
  at: number;
  /** Parentheses and conditions that are open around the cursor. */
  nesting: number;
  stdin: Stdin;
}

function enter(work: Work, text: string, frame: Span | undefined, depth: number): State {
  return { work, text, frame, depth, at: 0, nesting: 0, stdin: { kind: 'inherited' } };
}

/** Reads commands up to the end, or up to a closing parenthesis. */
function readList(state: State, inParentheses: boolean): void {
  const { text } = state;
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    if (BETWEEN.test(char)) state.at += 1;
    else if (char === ')') {
      state.at += 1;
      if (inParentheses) return;
    } else {
      const start = state.at;
      readPipeline(state);
      if (state.at === start) state.at += 1;
    }
  }
}

function readPipeline(state: State): void {
  const { executions } = state.work;
  const { stdin } = state;
  for (;;) {
    const start = executions.length;
    readCommand(state);
    skipBlanks(state);
    if (state.text.charAt(state.at) !== '|' || state.text.charAt(state.at + 1) === '|') break;
    state.at += 1;
    state.stdin = { kind: 'pipe', from: executions.slice(start) };
  }
  state.stdin = stdin;
}

function readCommand(state: State): void {
  if (state.nesting >= MAX_NESTING) {
    skipLine(state);
    return;
  }
  state.nesting += 1;
  readOne(state);
  state.nesting -= 1;
}

function readOne(state: State): void {
  skipBlanks(state);
  const { text } = state;
  while (text.charAt(state.at) === '@') state.at += 1;
  skipBlanks(state);
  if (text.charAt(state.at) === '(') {
    state.at += 1;
    readList(state, true);
    return;
  }
  const keyword = KEYWORD.exec(text.slice(state.at, state.at + 12))?.[0].toLowerCase();
  if (text.charAt(state.at) === ':' || keyword === 'rem' || keyword === 'goto') skipLine(state);
  else if (keyword === 'if') readCondition(state);
  else if (keyword === 'else') {
    state.at += keyword.length;
    readCommand(state);
  } else if (keyword === 'for') readLoop(state);
  else if (keyword === 'set') readSetting(state);
  else readSimple(state);
}

/** `if [not] exist file command`, `if [/i] a==b command`: either branch may come. */
function readCondition(state: State): void {
  state.at += 2;
  const found = CONDITION.exec(state.text.slice(state.at, state.at + MAX_CONDITION));
  if (found === null) {
    skipLine(state);
    return;
  }
  state.at += found[0].length;
  readCommand(state);
}

/** `for %i in (set) do command`, with its switches. */
function readLoop(state: State): void {
  const start = state.at;
  const ahead = state.text.slice(start, start + MAX_CONDITION);
  const head = LOOP.exec(ahead);
  const setStart = head === null ? -1 : head.index + head[0].length;
  const tail = LOOP_DO.exec(ahead.slice(Math.max(setStart, 0)));
  if (head === null || tail === null) {
    skipLine(state);
    return;
  }
  const options = ahead.slice('for'.length, head.index).toLowerCase();
  const name = head[1] ?? '';
  const set = ahead.slice(setStart, setStart + tail.index);
  state.at += setStart + tail.index + tail[0].length;
  const bodyStart = state.at;
  skipBody(state);
  const body = state.text.slice(bodyStart, state.at);
  const before = state.work.variables.loop.get(name);
  for (const item of itemsOf(state, options, set, start)) {
    state.work.steps -= body.length + 1;
    if (state.work.steps <= 0 || state.depth >= MAX_DEPTH) break;
    state.work.variables.loop.set(name, item);
    const inner = enter(state.work, body, state.frame ?? spanFrom(state, start), state.depth + 1);
    inner.stdin = state.stdin;
    readList(inner, false);
  }
  if (before === undefined) state.work.variables.loop.delete(name);
  else state.work.variables.loop.set(name, before);
}

/** What the variable of a loop is set to, one after the other. */
function itemsOf(
  state: State,
  options: string,
  set: string,
  start: number,
): readonly (readonly Piece[])[] {
  const span = spanFrom(state, start);
  if (options.includes('/l')) return [[{ kind: 'unknown', text: set, from: 'arithmetic' }]];
  if (options.includes('/f')) {
    const command = LOOP_COMMAND.exec(set)?.[1];
    const { executions } = state.work;
    const from = executions.length;
    if (command !== undefined && state.depth < MAX_DEPTH) {
      state.work.steps -= command.length;
      readList(enter(state.work, command, state.frame ?? span, state.depth + 1), false);
    }
    return [[{ kind: 'unknown', text: set, from: 'input', runs: executions.slice(from) }]];
  }
  const words = readWords(state, set, span).slice(0, MAX_ITEMS);
  const below = RECURSIVE.exec(options)?.[1]?.trim();
  if (!options.includes('/r')) return words.map((word) => word.pieces);
  const root = below === undefined || below === '' ? '.' : below;
  return words.map((word) => [{ kind: 'text', text: `${root}\\` }, ...word.pieces]);
}

/** Skips the body of a loop: a block in parentheses, or all to the end of the line. */
function skipBody(state: State): void {
  const { text } = state;
  let open = 0;
  let quoted = false;
  for (; state.at < text.length; state.at += 1) {
    const char = text.charAt(state.at);
    if (char === '"') quoted = !quoted;
    else if (char === '\n' && open === 0) return;
    else if (quoted) continue;
    else if (char === '^') state.at += 1;
    else if (char === '(') open += 1;
    else if (char === ')') {
      if (open === 0) return;
      open -= 1;
    }
  }
}

/** `set name=value`; `set /a` and `set /p` give values that are not known. */
function readSetting(state: State): void {
  const start = state.at;
  state.at += 'set'.length;
  const raw = readRaw(state);
  readSet(state.work.variables, raw);
  emit(state, 'set', [], [], spanFrom(state, start));
}

function readSimple(state: State): void {
  const start = state.at;
  const raw = readRaw(state);
  const span = spanFrom(state, start);
  const expanded = encodeVariables(state.work.variables, raw);
  const { words, redirects } = readTokens(state.work.variables, expanded, span);
  const [first, ...rest] = words;
  if (first === undefined) return;
  runWords(state, first, rest, redirects, span, TITLED.test(raw));
}

/** A command whose words are known: internal commands have switches, `call` and `start` run others. */
function runWords(
  state: State,
  first: Word,
  rest: readonly Word[],
  redirects: readonly Redirect[],
  span: Span,
  titled: boolean,
): void {
  const { name, args } = splitName(first, rest);
  if (name === 'call' || name === 'start') {
    emit(state, name, args, redirects, span);
    const inner = name === 'start' ? afterStart(args, titled) : args;
    const [program, ...others] = inner;
    if (program === undefined || program.text.startsWith(':')) return;
    runWords(state, program, others, redirects, span, false);
    return;
  }
  emit(state, name, args, redirects, span);
  if (name === 'cd' || name === 'chdir' || name === 'pushd') changeDirectory(state, name, args);
  else if (name === 'popd') state.work.place = state.work.places.pop() ?? state.work.place;
}

function emit(
  state: State,
  name: string,
  args: readonly Word[],
  redirects: readonly Redirect[],
  span: Span,
): void {
  const { executions, place: cwd } = state.work;
  if (executions.length >= MAX_EXECUTIONS) return;
  executions.push({ name, args, redirects, stdin: state.stdin, cwd, settings: [], via: [], span });
}

/** What `start "title" /wait program args` runs. */
function afterStart(args: readonly Word[], titled: boolean): readonly Word[] {
  let at = titled ? 1 : 0;
  while (args[at]?.text.startsWith('/') === true) {
    at += args[at]?.text.toLowerCase() === '/d' ? 2 : 1;
  }
  return args.slice(at);
}

function changeDirectory(state: State, name: string, args: readonly Word[]): void {
  const target = args.find((word) => !word.text.startsWith('/'));
  if (name === 'pushd') state.work.places.push(state.work.place);
  if (target === undefined) return;
  const reading = { patterns: false, tilde: false };
  state.work.place = arrive(locateWindows(target, state.work.place, reading));
}

/** The text of one command, up to an operator that is neither quoted nor escaped. */
function readRaw(state: State): string {
  const { text } = state;
  const start = state.at;
  let quoted = false;
  for (; state.at < text.length; state.at += 1) {
    const char = text.charAt(state.at);
    if (char === '\n') {
      if (text.charAt(state.at - 1) !== '^') break;
    } else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '^') state.at += 1;
    else if (char === '&' && REDIRECTS_TO.test(text.charAt(state.at - 1))) continue;
    else if (OPERATOR.test(char)) break;
  }
  return text.slice(start, state.at);
}

function readWords(state: State, raw: string, span: Span): readonly Word[] {
  return readTokens(state.work.variables, encodeVariables(state.work.variables, raw), span).words;
}

function skipBlanks(state: State): void {
  while (BLANK.test(state.text.charAt(state.at))) state.at += 1;
}

function skipLine(state: State): void {
  const end = state.text.indexOf('\n', state.at);
  state.at = end < 0 ? state.text.length : end;
}

function spanFrom(state: State, start: number): Span {
  return state.frame ?? { start, end: state.at };
}

const MAX_TEXT = 65_536;

const MAX_STEPS = 262_144;

const MAX_DEPTH = 12;

const MAX_NESTING = 64;

const MAX_EXECUTIONS = 1024;

const MAX_ITEMS = 32;

const MAX_CONDITION = 1024;

const BETWEEN = /^[\s&|,;]$/;

const BLANK = /^[ \t,;=\r]$/;

const OPERATOR = /^[&|)]$/;

const REDIRECTS_TO = /^[<>]$/;

const KEYWORD = /^(?:rem|goto|if|else|for|set)(?=[\s(/"]|$)/i;

const CONDITION =
  /^\s*(?:\/i\s+)?(?:not\s+)?(?:(?:exist|defined|errorlevel|cmdextversion)\s+(?:"[^"\n]*"|[^\s"]+)|(?:"[^"\n]*"|[^\s"=]+)\s*(?:==|\s(?:equ|neq|lss|leq|gtr|geq)\s)\s*(?:"[^"\n]*"|[^\s"]+))\s*/i;

const LOOP = /%%?([a-z])\s{1,8}in\s{0,8}\(/i;

const LOOP_DO = /\)\s{0,8}do\s{0,8}/i;

/** The first quoted word behind `start` is the title of the window. */
const TITLED = /^\s{0,8}start\s{1,8}"/i;
const LOOP_COMMAND = /^\s*['`](.*)['`]\s*$/;

const RECURSIVE = /\/r\s+(.*)$/;
