/**
 * Parameter expansion: what `$name`, `${name:-word}` and their kin stand for.
 *
 * @module
 */
import { define, lookUp } from './names.js';
import type { ParameterExpansionPart, ParameterOperation, SyntaxWord } from './parse.js';
import { matchesPattern, patternOf, removeMatch } from './pattern.js';
import { resolve, type Shell, type Value } from './state.js';
import type { Piece } from './word.js';

/** What an expansion needs from its surroundings. */
export interface Expander {
  readonly shell: Shell;
  /** Whether it stands in double quotes, where `$*` is one word. */
  readonly quoted: boolean;
  /** Expands an operand as one word. */
  whole(word: SyntaxWord): readonly Piece[];
}

/** The fields that a parameter stands for; several only for `$@` and arrays. */
export function readVariable(
  name: string,
  part: ParameterExpansionPart | undefined,
  text: string,
  expander: Expander,
): readonly (readonly Piece[])[] {
  // An index may run commands of its own.
  const expanded =
    part?.index?.parts === undefined ? undefined : literal(expander.whole(part.index));
  const index = expanded ?? part?.index?.value;
  const every = name === '@' || name === '*' || index === '@' || index === '*';
  if (part?.prefix === '#') return [[unknownNumber(text)]];
  if (every && part?.operation === undefined) {
    const fields = readAll(name, text, expander.shell);
    return expander.quoted && (name === '*' || index === '*') ? [spaced(fields)] : fields;
  }
  if (every && part?.operation?.type === 'Slice') {
    return sliceAll(readAll(name, text, expander.shell), part.operation, name, text);
  }
  const target = part?.prefix === '!' ? dereference(name, expander.shell) : name;
  if (target === undefined) return [[unknownVariable(name, text)]];
  const value = readOne(target, index, text, expander.shell);
  if (part?.operation === undefined) return [value ?? [unknownVariable(target, text)]];
  return [operate(part.operation, target, value, text, expander)];
}

/** Fields as one, with spaces between them. */
function spaced(fields: readonly (readonly Piece[])[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [index, field] of fields.entries()) {
    if (index > 0) pieces.push({ kind: 'text', text: ' ' });
    pieces.push(...field);
  }
  return pieces;
}

/** The pieces of a variable's chosen value, or `undefined` when the text does not set it. */
function readOne(
  name: string,
  index: string | undefined,
  text: string,
  shell: Shell,
): readonly Piece[] | undefined {
  if (DIGITS.test(name)) return readPositional(Number(name), text, shell);
  const value = lookUp(
    shell.variables,
    shell.attributes === undefined ? name : resolve(shell, name),
  );
  if (index !== undefined && !NUMBER.test(index)) {
    const element = lookUp(shell.variables, `${name}[${index}]`);
    if (element !== undefined) return pick(element, undefined, shell);
    const number = lookUp(shell.variables, index);
    if (value !== undefined && number !== undefined) {
      return pick(value, literal(pick(number, undefined, shell)), shell);
    }
  }
  if (value !== undefined) return pick(value, index, shell);
  if (name === 'HOME') return [{ kind: 'home', text: '~' }];
  if (name === 'SHELL' || name === 'BASH') return [{ kind: 'text', text: '/bin/bash' }];
  if (name === 'IFS') return [{ kind: 'text', text: ' \t\n' }];
  if (name === 'PWD') return placePieces(shell);
  if (name === '_') return shell.lastArgument?.pieces;
  if (name === '#' && hasArguments(shell)) return literalPieces(String(shell.positional.length));
  return SPECIAL.test(name) ? [unknownNumber(text)] : undefined;
}

function readPositional(position: number, text: string, shell: Shell): readonly Piece[] {
  if (position === 0) return shell.zero?.pieces ?? [unknownVariable('0', text)];
  const word = shell.positional[position - 1];
  if (word !== undefined) return word.pieces;
  // Nobody passes that many, but `$IFS$9` is a way to write a space.
  if (position >= UNPASSED) return [];
  return hasArguments(shell) ? [] : [unknownVariable(String(position), text)];
}

/** In a function, a `sh -c` or behind `set --` the arguments are all known. */
function hasArguments(shell: Shell): boolean {
  return shell.calls.length > 0 || shell.positional.length > 0;
}

function readAll(name: string, text: string, shell: Shell): readonly (readonly Piece[])[] {
  if (name === '@' || name === '*') {
    if (shell.positional.length > 0) return shell.positional.map((word) => word.pieces);
    return shell.calls.length > 0 ? [] : [[unknownVariable(name, text)]];
  }
  const value = lookUp(shell.variables, name);
  if (value === undefined) return [[unknownVariable(name, text)]];
  return value.kind === 'array' ? value.items : [pick(value, undefined, shell)];
}

function pick(value: Value, index: string | undefined, shell: Shell): readonly Piece[] {
  if (value.kind === 'scalar') {
    shell.work.choices = Math.max(shell.work.choices, value.choices.length);
    return value.choices[Math.min(shell.choice, value.choices.length - 1)] ?? [];
  }
  const at = index === undefined || index === '' ? 0 : Number(index);
  return (at < 0 ? value.items.at(at) : value.items[at]) ?? [];
}

/** `${@:2}`, `${@: -1}`, `${array[@]:1:2}`: some of the fields. */
function sliceAll(
  fields: readonly (readonly Piece[])[],
  operation: Extract<ParameterOperation, { readonly type: 'Slice' }>,
  name: string,
  text: string,
): readonly (readonly Piece[])[] {
  const offset = Number(operation.offset.value.trim());
  const length = operation.length === undefined ? undefined : Number(operation.length.value);
  if (!Number.isInteger(offset) || (length !== undefined && !(length >= 0))) {
    return [[unknownVariable(name, text)]];
  }
  // Positional parameters count from one.
  const start = name === '@' || name === '*' ? (offset > 0 ? offset - 1 : offset) : offset;
  const rest = fields.slice(start);
  return length === undefined ? rest : rest.slice(0, length);
}

/** The name that `${!name}` leads to. */
function dereference(name: string, shell: Shell): string | undefined {
  if (name === '#') return hasArguments(shell) ? String(shell.positional.length) : undefined;
  const value = lookUp(shell.variables, name);
  if (value === undefined) return undefined;
  const text = literal(pick(value, undefined, shell));
  return text !== undefined && NAME.test(text) ? text : undefined;
}

function operate(
  operation: ParameterOperation,
  name: string,
  value: readonly Piece[] | undefined,
  text: string,
  expander: Expander,
): readonly Piece[] {
  const current = value ?? [unknownVariable(name, text)];
  switch (operation.type) {
    case 'Default':
      return operateDefault(operation.operator, operation.operand, name, value, text, expander);
    case 'Remove': {
      const pieces = expander.whole(operation.operand);
      const subject = literal(current);
      if (literal(pieces) === undefined || subject === undefined) return current;
      const pattern = patternOf(pieces);
      const side = operation.operator.startsWith('#') ? 'start' : 'end';
      return literalPieces(removeMatch(subject, pattern, side, operation.operator.length === 2));
    }
    case 'Replace':
      return replace(operation, current, expander);
    case 'Slice': {
      const subject = literal(current);
      const offset = numberOf(operation.offset, expander);
      const length = operation.length && numberOf(operation.length, expander);
      if (subject === undefined || !Number.isInteger(offset)) return [unknownVariable(name, text)];
      if (length !== undefined && !Number.isInteger(length)) return [unknownVariable(name, text)];
      const rest = subject.slice(offset);
      return literalPieces(length === undefined ? rest : rest.slice(0, length));
    }
    case 'CaseModification': {
      const subject = literal(current);
      if (operation.operand !== undefined) expander.whole(operation.operand);
      if (subject === undefined || operation.operand !== undefined) return current;
      return literalPieces(changeCase(subject, operation.operator));
    }
    case 'Transform':
      return current;
    default:
      return [unknownVariable(name, text)];
  }
}

/** A number as it is written or as a literal variable says; NaN for any other. */
function numberOf(word: SyntaxWord, expander: Expander): number {
  const text = literal(expander.whole(word))?.trim();
  return text === undefined || text === '' ? Number.NaN : Number(text);
}

function operateDefault(
  operator: string,
  operand: SyntaxWord,
  name: string,
  value: readonly Piece[] | undefined,
  text: string,
  expander: Expander,
): readonly Piece[] {
  const orEmpty = operator.startsWith(':');
  const isSet = value !== undefined && !(orEmpty && literal(value) === '');
  const kind = operator.at(-1);
  // A foreign variable may be set or not; the word written beside it is all that is known of it.
  const word = expander.whole(operand);
  if (kind === '+') return isSet || value === undefined ? word : [];
  if (kind === '?') return value ?? [unknownVariable(name, text)];
  if (isSet) return value;
  if (kind === '=') define(expander.shell.variables, name, { kind: 'scalar', choices: [word] });
  return word.length === 0 && value === undefined ? [unknownVariable(name, text)] : word;
}

function replace(
  operation: Extract<ParameterOperation, { readonly type: 'Replace' }>,
  current: readonly Piece[],
  expander: Expander,
): readonly Piece[] {
  const subject = literal(current);
  const pattern = literal(expander.whole(operation.pattern));
  const replacement = literal(expander.whole(operation.replacement));
  if (subject === undefined || pattern === undefined || replacement === undefined) return current;
  if (pattern === '' || subject.length > MAX_LENGTH) return current;
  if (!PATTERN.test(pattern)) {
    return literalPieces(replaceText(subject, pattern, replacement, operation.operator));
  }
  return matchesPattern(pattern, subject) ? literalPieces(replacement) : current;
}

function replaceText(subject: string, from: string, to: string, operator: string): string {
  if (operator === '//') return subject.split(from).join(to).slice(0, MAX_LENGTH);
  if (operator === '/#')
    return subject.startsWith(from) ? to + subject.slice(from.length) : subject;
  if (operator === '/%') {
    return subject.endsWith(from) ? subject.slice(0, subject.length - from.length) + to : subject;
  }
  const at = subject.indexOf(from);
  return at < 0 ? subject : subject.slice(0, at) + to + subject.slice(at + from.length);
}

function changeCase(text: string, operator: string): string {
  if (operator === '^^') return text.toUpperCase();
  if (operator === ',,') return text.toLowerCase();
  const first = text.slice(0, 1);
  return (operator === '^' ? first.toUpperCase() : first.toLowerCase()) + text.slice(1);
}

/** The text of pieces that are text alone. */
export function literal(pieces: readonly Piece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'unknown' || piece.kind === 'home') return undefined;
    text += piece.text;
  }
  return text;
}

function literalPieces(text: string): readonly Piece[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

function placePieces(shell: Shell): readonly Piece[] {
  const { base, path } = shell.cwd;
  if (base === 'absolute') return [{ kind: 'text', text: path }];
  if (base === 'work') return [{ kind: 'text', text: path }];
  if (base === 'unknown') return [unknownVariable('PWD', '$PWD')];
  const below = path === '.' ? '' : `/${path}`;
  return [{ kind: 'home', text: '~' }, ...literalPieces(below)];
}

function unknownVariable(name: string, text: string): Piece {
  return { kind: 'unknown', text, from: 'variable', name };
}

function unknownNumber(text: string): Piece {
  return { kind: 'unknown', text, from: 'arithmetic' };
}

/** Longer values are not rewritten: nobody names a file so. */
const MAX_LENGTH = 4096;
const UNPASSED = 5;
const NUMBER = /^-?\d*$/;
const DIGITS = /^\d+$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PATTERN = /[*?[]/;
const SPECIAL = /^[?$!#-]$/;
