/**
 * Reads the expressions of PowerShell: texts, variables, arrays, records, members, methods.
 *
 * @module
 */
import type { Piece } from '../word.js';
import { callMethod, memberOf, staticMember } from './objects.js';
import { MAX_NESTING, type State } from './state.js';
import {
  readDouble,
  readGroup,
  readHere,
  readName,
  readSingle,
  readVariable,
  skipBlanks,
} from './texts.js';
import { EMPTY, joined, listOf, literalOf, textValue, type Value } from './value.js';

/** Whether an expression begins here, rather than the name of a command. */
export function beginsExpression(state: State): boolean {
  const rest = state.text.slice(state.at, state.at + 32);
  return EXPRESSION_START.test(rest);
}

/** An expression with its operators. */
export function readExpression(state: State): Value {
  let left = readItems(state);
  for (;;) {
    skipBlanks(state, state.nesting > 0);
    const operator = readOperator(state);
    if (operator === undefined) return left;
    skipBlanks(state, true);
    const start = state.at;
    const right = readItems(state);
    if (operator === '+') left = added(left, right);
    else if (operator === '-f') left = formatted(left, right);
    else if (operator === '-join') left = joined(separated(left, right));
    else if (operator === '-replace') left = EMPTY_UNKNOWN;
    if (state.at === start) return left;
  }
}

/** Values with commas between them, which bind closer than any operator. */
function readItems(state: State): Value {
  const values = [readValue(state)];
  for (;;) {
    const before = state.at;
    skipBlanks(state, state.nesting > 0);
    if (state.text.charAt(state.at) !== ',') {
      state.at = before;
      return listOf(values);
    }
    state.at += 1;
    skipBlanks(state, true);
    const value = readValue(state);
    if (values.length < MAX_ITEMS) values.push(value);
  }
}

/** One value with its members, indices and methods. */
export function readValue(state: State): Value {
  if (state.nesting >= MAX_NESTING) {
    state.at += 1;
    return EMPTY;
  }
  state.nesting += 1;
  const value = readPostfix(state, readPrimary(state));
  state.nesting -= 1;
  return value;
}

/** Members behind a value: `.Length`, `.Delete()`, `[0]`, `::Combine(…)`. */
export function readPostfix(state: State, primary: Value): Value {
  let value = primary;
  for (;;) {
    const { text } = state;
    const char = text.charAt(state.at);
    const isStatic = text.startsWith('::', state.at);
    const from = state.at + (isStatic ? 2 : 1);
    if ((char === '.' || isStatic) && MEMBER_START.test(text.charAt(from))) {
      state.at = from;
      const name = readName(state).toLowerCase();
      if (state.text.charAt(state.at) === '(') {
        const start = from;
        state.at += 1;
        const args = readArguments(state);
        value = callMethod(state, value, name, args, start);
      } else value = isStatic ? staticMember(value, name) : memberOf(value, name);
    } else if (char === '[' && value !== EMPTY) {
      state.at += 1;
      const index = literalOf(readGroup(state, ']'));
      const member = index === undefined ? undefined : value.members?.get(index.toLowerCase());
      const item = value.items[Number(index)];
      value = member ?? (item === undefined ? value : { items: [item] });
    } else return value;
  }
}

function readPrimary(state: State): Value {
  const { text } = state;
  const char = text.charAt(state.at);
  const next = text.charAt(state.at + 1);
  if (char === '"' || char === "'") {
    state.at += 1;
    return char === '"' ? readDouble(state) : readSingle(state);
  }
  if (char === '@' && (next === '"' || next === "'")) return readHere(state, next);
  if (char === '$') {
    state.at += 1;
    return readVariable(state);
  }
  if (char === '(' || (char === '@' && next === '(')) {
    state.at += char === '(' ? 1 : 2;
    return readGroup(state, ')');
  }
  if (char === '@' && next === '{') {
    state.at += 2;
    return readRecord(state);
  }
  if (char === '{') {
    state.at += 1;
    readGroup(state, '}');
    return { items: [], type: 'scriptblock' };
  }
  if (char === '[') return readType(state);
  if (char === ',') {
    state.at += 1;
    skipBlanks(state, true);
    return readPrimary(state);
  }
  if (char === '-' || char === '!' || char === '+') {
    state.at += 1;
    if (char === '-') readLetters(state);
    skipBlanks(state, false);
    return beginsExpression(state) ? readPrimary(state) : EMPTY;
  }
  const start = state.at;
  while (PLAIN.test(text.charAt(state.at)) && state.at < text.length) state.at += 1;
  return start === state.at ? EMPTY : textValue(text.slice(start, state.at));
}

/** `[type]`, alone, in front of `::member`, or as a cast in front of a value. */
function readType(state: State): Value {
  const end = state.text.indexOf(']', state.at);
  const stop = end < 0 ? state.text.length : end;
  const name = state.text
    .slice(state.at + 1, stop)
    .trim()
    .toLowerCase();
  state.at = stop + 1;
  if (state.text.charAt(state.at) === ']') state.at += 1;
  if (state.text.startsWith('::', state.at)) return { items: [], type: plainType(name) };
  const before = state.at;
  skipBlanks(state, false);
  if (beginsExpression(state) && !state.text.startsWith('{', state.at)) {
    const value = readValue(state);
    return name === 'char' ? characters(value) : value;
  }
  state.at = before;
  return { items: [], type: plainType(name) };
}

/** `@{ key = value; key = value }`, the opening brace being behind. */
function readRecord(state: State): Value {
  const members = new Map<string, Value>();
  const { text } = state;
  while (state.at < text.length && state.nesting < MAX_NESTING) {
    skipBlanks(state, true);
    const char = text.charAt(state.at);
    if (char === ';') {
      state.at += 1;
      continue;
    }
    if (char === '}' || char === '') {
      state.at += 1;
      break;
    }
    const start = state.at;
    const key = literalOf(readValue(state))?.toLowerCase();
    skipBlanks(state, true);
    if (text.charAt(state.at) === '=') {
      state.at += 1;
      skipBlanks(state, true);
      const value = readExpression(state);
      if (key !== undefined) members.set(key, value);
    }
    if (state.at === start) state.at += 1;
  }
  return { items: [], members };
}

function readArguments(state: State): readonly Value[] {
  const args: Value[] = [];
  if (state.nesting >= MAX_NESTING) return args;
  state.nesting += 1;
  while (state.at < state.text.length) {
    skipBlanks(state, true);
    const char = state.text.charAt(state.at);
    if (char === ')') {
      state.at += 1;
      break;
    }
    if (char === ',') {
      state.at += 1;
      continue;
    }
    const start = state.at;
    args.push(readArgument(state));
    if (state.at === start) state.at += 1;
  }
  state.nesting -= 1;
  return args;
}

/** An argument of a method: an expression whose commas are not its own. */
function readArgument(state: State): Value {
  let left = readValue(state);
  for (;;) {
    skipBlanks(state, true);
    if (state.text.charAt(state.at) === ',') return left;
    const operator = readOperator(state);
    if (operator === undefined) return left;
    skipBlanks(state, true);
    const right = readValue(state);
    if (operator === '+') left = added(left, right);
  }
}

/** An operator, when one comes next; the cursor ends up behind it. */
function readOperator(state: State): string | undefined {
  const found = OPERATOR.exec(state.text.slice(state.at, state.at + 16));
  if (found === null) return undefined;
  state.at += found[0].length;
  return found[0].toLowerCase();
}

function readLetters(state: State): void {
  while (LETTER.test(state.text.charAt(state.at))) state.at += 1;
}

/** Texts are joined, arrays are made longer. */
function added(left: Value, right: Value): Value {
  if (left.items.length > 1) return listOf([left, right]);
  return joined([left, right]);
}

/** `'{0}\x' -f 'C:'`. */
function formatted(left: Value, right: Value): Value {
  const format = literalOf(left);
  if (format === undefined) return EMPTY_UNKNOWN;
  const values: Value[] = [];
  for (const [index, part] of format.split(PLACEHOLDER).slice(0, MAX_ITEMS).entries()) {
    if (index % 2 === 0) values.push(textValue(part));
    else values.push({ items: [right.items[Number(part)] ?? UNKNOWN_ITEM] });
  }
  return joined(values);
}

function separated(left: Value, right: Value): readonly Value[] {
  return left.items.flatMap((item, index) =>
    index === 0 ? [{ items: [item] }] : [right, { items: [item] }],
  );
}

function characters(value: Value): Value {
  const items = value.items.map((item): readonly Piece[] => {
    const code = Number(literalOf({ items: [item] }));
    return code > 0 && code < 0x10000 ? [{ kind: 'text', text: String.fromCharCode(code) }] : item;
  });
  return { items };
}

/** `System.` in front of a type says nothing. */
function plainType(name: string): string {
  return name.startsWith('system.') ? name.slice('system.'.length) : name;
}

const UNKNOWN_ITEM: readonly Piece[] = [{ kind: 'unknown', text: '', from: 'variable' }];

const EMPTY_UNKNOWN: Value = { items: [UNKNOWN_ITEM] };

const MAX_ITEMS = 256;

const EXPRESSION_START =
  /^(?:["'$([{]|@[('"{]|,|![$(]|[+-]?\d{1,20}(?:[.\d]{0,8})(?:[\s,;|)}+*/%-]|$))/;

const OPERATOR =
  /^(?:-(?:join|replace|split|eq|ne|gt|lt|ge|le|like|notlike|match|notmatch|contains|in|is|as|and|or|not|band|bor|xor|f|c?replace|isplit)(?=[\s"'($@])|[+*/%]|\.\.|-(?=[\s\d$(]))/i;

const MEMBER_START = /^[A-Za-z_]$/;

const LETTER = /^[A-Za-z]$/;

const PLAIN = /^[A-Za-z0-9_.\\/:~*?-]$/;

const PLACEHOLDER = /\{(\d)[^}]{0,16}\}/;
