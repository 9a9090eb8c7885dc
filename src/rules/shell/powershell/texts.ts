/**
 * Reads the texts and variables of PowerShell, blanks and comments.
 *
 * @module
 */
import { variableOf } from './objects.js';
import { MAX_NESTING, type State } from './state.js';
import { EMPTY, joined, textValue, type Value } from './value.js';

/** Skips blanks, escaped line ends and comments; with `lines`, line ends too. */
export function skipBlanks(state: State, lines: boolean): void {
  const { text } = state;
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    if (char === '\n' || char === '\r') {
      if (!lines) return;
      state.at += 1;
    } else if (char === ' ' || char === '\t' || char === '\u00A0' || char === '\uFEFF')
      state.at += 1;
    else if (char === '`' && LINE_END.test(text.charAt(state.at + 1))) {
      state.at += text.startsWith('\r\n', state.at + 1) ? 3 : 2;
    } else if (text.startsWith('<#', state.at)) {
      const end = text.indexOf('#>', state.at + 2);
      state.at = end < 0 ? text.length : end + 2;
    } else if (char === '#') {
      const end = text.indexOf('\n', state.at);
      state.at = end < 0 ? text.length : end;
    } else return;
  }
}

/** A text in double quotes, the opening one being behind. */
export function readDouble(state: State): Value {
  return readText(state, (at) => state.text.charAt(at) === '"', true);
}

/** A text in single quotes, the opening one being behind. */
export function readSingle(state: State): Value {
  const { text } = state;
  let read = '';
  while (state.at < text.length) {
    const end = text.indexOf("'", state.at);
    const stop = end < 0 ? text.length : end;
    read += text.slice(state.at, stop);
    state.at = stop + 1;
    if (text.charAt(state.at) !== "'") break;
    read += "'";
    state.at += 1;
  }
  return textValue(read);
}

/** A variable, its `$` being behind: `$x`, `${x}`, `$env:X`, `$script:x`, `$(…)`. */
export function readVariable(state: State): Value {
  const { text } = state;
  const char = text.charAt(state.at);
  if (char === '(') {
    state.at += 1;
    return readGroup(state, ')');
  }
  if (char === '{') {
    const end = text.indexOf('}', state.at);
    const stop = end < 0 ? text.length : end;
    const name = text.slice(state.at + 1, stop);
    state.at = stop + 1;
    return variableOf(state, name);
  }
  if (SPECIAL_VARIABLE.test(char)) {
    state.at += 1;
    return variableOf(state, char);
  }
  const name = readName(state);
  return name === '' ? textValue('$') : variableOf(state, name);
}

/** Statements or expressions in brackets, the opening one being behind. */
export function readGroup(state: State, close: ')' | ']' | '}'): Value {
  if (state.nesting >= MAX_NESTING) return EMPTY;
  state.nesting += 1;
  const value = state.work.read(state, close);
  state.nesting -= 1;
  return value;
}

/** `@"` or `@'` until the same quote and `@` at the start of a line. */
export function readHere(state: State, quote: string): Value {
  const { text } = state;
  const line = text.indexOf('\n', state.at);
  if (line < 0) {
    state.at = text.length;
    return EMPTY;
  }
  const end = text.indexOf(`\n${quote}@`, line);
  const stop = end < 0 ? text.length : end;
  state.at = line + 1;
  if (quote === '"') {
    const value = readText(state, (at) => at >= stop, false);
    state.at = Math.min(stop + 3, text.length);
    return value;
  }
  const value = textValue(text.slice(line + 1, Math.max(stop, line + 1)));
  state.at = Math.min(stop + 3, text.length);
  return value;
}

/** A text with variables in it, until `ends`; the end itself is skipped when it is a quote. */
function readText(state: State, ends: (at: number) => boolean, quoted: boolean): Value {
  const { text } = state;
  const parts: Value[] = [];
  let read = '';
  while (state.at < text.length) {
    const char = text.charAt(state.at);
    if (ends(state.at)) {
      if (!quoted) break;
      state.at += 1;
      if (text.charAt(state.at) !== '"') break;
      read += '"';
      state.at += 1;
    } else if (char === '`') {
      const escaped = text.charAt(state.at + 1);
      read += ESCAPES[escaped] ?? escaped;
      state.at += 2;
    } else if (char === '$' && VARIABLE_START.test(text.charAt(state.at + 1))) {
      parts.push(textValue(read));
      read = '';
      state.at += 1;
      parts.push(readVariable(state));
    } else {
      read += char;
      state.at += 1;
    }
  }
  return joined([...parts, textValue(read)]);
}

export function readName(state: State): string {
  const start = state.at;
  const { text } = state;
  while (NAME.test(text.charAt(state.at)) && state.at < text.length) state.at += 1;
  // A scope or a drive, but not the `::` of a static member.
  if (text.charAt(state.at) === ':' && NAME.test(text.charAt(state.at + 1))) {
    state.at += 1;
    while (NAME.test(text.charAt(state.at)) && state.at < text.length) state.at += 1;
  }
  return text.slice(start, state.at);
}

const ESCAPES: { readonly [char: string]: string } = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

const LINE_END = /^[\r\n]$/;

const VARIABLE_START = /^[A-Za-z_0-9{($?^]$/;

const SPECIAL_VARIABLE = /^[$?^]$/;

const NAME = /^[A-Za-z0-9_]$/;
