/**
 * Reads the words of a PowerShell command: names, parameters, values, redirections.
 *
 * @module
 */
import type { Execution, Redirect } from '../execution.js';
import { textWord, type Word, wordOf } from '../word.js';
import { readPostfix, readValue } from './expressions.js';
import { type State, spanFrom } from './state.js';
import { readDouble, readGroup, readSingle, readVariable, skipBlanks } from './texts.js';
import { EMPTY, joined, textOf, textValue, type Value, wordsOf } from './value.js';

/** One argument: a parameter, a splatted record, or a value that may be several words. */
export function readArgument(state: State, args: Word[]): void {
  const { text } = state;
  const start = state.at;
  if (text.startsWith('--%', start)) {
    const end = text.slice(start).search(VERBATIM_END);
    state.at = end < 0 ? text.length : start + end;
    const span = spanFrom(state, start);
    const words = text.slice(start + 3, state.at).split(SPACES);
    args.push(...words.filter((word) => word !== '').map((word) => textWord(word, span)));
    return;
  }
  if (SPLAT.test(text.slice(start, start + 2))) {
    state.at += 1;
    const value = readVariable(state);
    const span = spanFrom(state, start);
    args.push(...wordsOf(value, span));
    for (const [name, member] of value.members ?? []) {
      args.push(joinedWord([textValue(`-${name}:`), member], span));
    }
    return;
  }
  const parameter = PARAMETER_NAME.exec(text.slice(start, start + 64))?.[0];
  if (parameter !== undefined) {
    state.at += parameter.length;
    if (parameter.endsWith(':')) {
      skipBlanks(state, false);
      const value = readWord(state);
      args.push(joinedWord([textValue(parameter), value], spanFrom(state, start)));
    } else args.push(textWord(parameter, spanFrom(state, start)));
    return;
  }
  const values: Value[] = [readWord(state)];
  for (;;) {
    const before = state.at;
    skipBlanks(state, false);
    if (text.charAt(state.at) !== ',') {
      state.at = before;
      break;
    }
    state.at += 1;
    skipBlanks(state, true);
    values.push(readWord(state));
  }
  const span = spanFrom(state, start);
  for (const value of values) {
    args.push(...wordsOf(value, span));
    if (value.members !== undefined) args.push(recordWord(value, span));
  }
}

/** A record as a word: its values, for what is sent in them. */
function recordWord(value: Value, span: Execution['span']): Word {
  const parts = [...(value.members ?? [])].flatMap(([name, member]) => [
    textValue(`${name}=`),
    member,
    textValue(';'),
  ]);
  return joinedWord([textValue('@{'), ...parts, textValue('}')], span);
}

function joinedWord(values: readonly Value[], span: Execution['span']): Word {
  return wordOf(joined(values).items[0] ?? [], span);
}

/** A word of a command: texts, variables and groups that stand together. */
export function readWord(state: State): Value {
  const { text } = state;
  const parts: Value[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') parts.push(textValue(literal));
    literal = '';
  };
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    if (WORD_END.test(char) || (char === '&' && parts.length === 0 && literal === '')) break;
    if (char === '&') break;
    if (char === '"' || char === "'") {
      flush();
      state.at += 1;
      parts.push(char === '"' ? readDouble(state) : readSingle(state));
    } else if (char === '$') {
      flush();
      state.at += 1;
      const value = readVariable(state);
      parts.push(parts.length === 0 ? readPostfix(state, value) : value);
    } else if (isGroup(text, state.at) && parts.length === 0 && literal === '') {
      const value = readValue(state);
      parts.push(value);
      if (value.type === 'scriptblock' || value.members !== undefined) break;
    } else if (char === '(' || char === '{') {
      flush();
      state.at += 1;
      parts.push(readGroup(state, char === '(' ? ')' : '}'));
    } else if (char === '`') {
      literal += text.charAt(state.at + 1);
      state.at += 2;
    } else {
      literal += char;
      state.at += 1;
    }
  }
  flush();
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return parts.length === 0 ? EMPTY : joined(parts);
}

function isGroup(text: string, at: number): boolean {
  return GROUP.test(text.slice(at, at + 2));
}

/** The name of a command as it is written, which no variable takes part in. */
export function readBare(state: State): Value {
  const { text } = state;
  let name = '';
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    if (WORD_END.test(char) || char === '(' || char === '{' || char === '&') break;
    if (char === '`') {
      name += text.charAt(state.at + 1);
      state.at += 2;
    } else if (char === '"' || char === "'") {
      state.at += 1;
      name += textOf(char === '"' ? readDouble(state) : readSingle(state));
    } else {
      name += char;
      state.at += 1;
    }
  }
  return textValue(name);
}

/** `2>&1`, `> file`, `*>> file`. */
export function readRedirect(state: State): Redirect | undefined {
  const found = REDIRECT.exec(state.text.slice(state.at, state.at + 8));
  if (found === null) return undefined;
  state.at += found[0].length;
  if (found[3] !== undefined)
    return { operator: '>&', target: textWord(found[3], spanFrom(state, state.at)) };
  skipBlanks(state, false);
  const start = state.at;
  const target = joinedWord([readWord(state)], spanFrom(state, start));
  const descriptor = Number(found[1]);
  return {
    operator: found[2] === '>>' ? '>>' : '>',
    target,
    ...(descriptor > 0 ? { descriptor } : {}),
  };
}

export function endsCommand(state: State): boolean {
  const char = state.text.charAt(state.at);
  return char === '' || COMMAND_END.test(char);
}

const COMMAND_END = /^[\n\r;|&)}\]]$/;

const WORD_END = /^[\s;|,)}]$/;

const GROUP = /^(?:[({]|@[({"'])/;

const SPLAT = /^@[A-Za-z_]/;

const PARAMETER_NAME = /^-[A-Za-z?_][A-Za-z0-9_-]*:?/;

const REDIRECT = /^([*1-6])?(>>?)(?:&([12]))?/;

const VERBATIM_END = /[\n\r|]/;

const SPACES = /\s+/;
