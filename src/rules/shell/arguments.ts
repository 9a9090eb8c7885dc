/**
 * The arguments and the assignments of a simple command, expanded.
 *
 * @module
 */
import { makeLocal } from './declarations.js';
import type { Setting } from './execution.js';
import { addWords, expandWhole, type Substituter } from './expand.js';
import { define, lookUp } from './names.js';
import { literal } from './parameter.js';
import type { Assignment, Command, CommandArgument } from './parse.js';
import { assign, type Shell, scalar, spanOf, type Value } from './state.js';
import { dropPrefix, type Piece, textWord, type Word, wordOf } from './word.js';

/** The parser takes `NAME=<(…)` apart; put together again, the file is the value of the variable. */
export function withWholeValue(node: Command): Command {
  const assignment = node.prefix.at(-1);
  const file = node.name;
  if (file?.text.startsWith('<(') !== true || assignment?.type !== 'Assignment') return node;
  if (assignment.end !== file.pos || assignment.value.type === 'ArrayValue') return node;
  const [name, ...args] = node.args;
  if (name !== undefined && name.type !== 'Word') return node;
  const { redirects, pos, end } = node;
  // The parser's own objects read their members late, so that spreading one would lose them.
  const { type, text, append, index } = assignment;
  const start = assignment.pos;
  const whole = {
    type,
    pos: start,
    end: file.end,
    text,
    name: assignment.name,
    append,
    index,
    value: file,
  };
  const prefix = [...node.prefix.slice(0, -1), whole];
  return { type: 'Command', pos, end, redirects, prefix, name, args, suffix: args };
}

/** The assignments in front of a command; without one they are for good. */
export function readSettings(node: Command, shell: Shell, engine: Substituter): readonly Setting[] {
  const settings: Setting[] = [];
  for (const item of node.prefix) {
    if (item.type !== 'Assignment') continue;
    const value = assignedValue(item, shell, engine);
    const [pieces = []] = value.kind === 'scalar' ? value.choices : value.items;
    settings.push({ name: item.name, value: wordOf(pieces, spanOf(item, shell)) });
    if (node.name === undefined) assign(shell, item.name, value);
  }
  return settings;
}

/**
 * Adds what the arguments of a command become to `words`.
 *
 * @param declaring The command when it is one whose `NAME=value` arguments are assignments.
 */
export function addArguments(
  words: Word[],
  node: Command,
  declaring: string | undefined,
  shell: Shell,
  engine: Substituter,
): void {
  let at = 0;
  for (const argument of node.args) {
    // Only what is written out can go on for longer than anyone writes.
    const isTooMuch = words.length - at > MAX_WORDS && !isPlain(argument);
    if (isTooMuch) shell.work.complete = false;
    else addArgument(words, argument, declaring, shell, engine);
    at += 1;
  }
}

function isPlain(argument: CommandArgument): boolean {
  return argument.type === 'Word' && argument.parts === undefined;
}

function addArgument(
  words: Word[],
  argument: CommandArgument,
  declaring: string | undefined,
  shell: Shell,
  engine: Substituter,
): void {
  if (argument.type === 'Word') {
    if (declaring !== undefined && ASSIGNMENT.test(argument.value)) {
      words.push(expandWhole(argument, shell, engine));
    } else addWords(words, argument, shell, engine);
    return;
  }
  const value = assignedValue(argument, shell, engine);
  const span = spanOf(argument, shell);
  if (value.kind === 'array') {
    if (declaring !== undefined) makeLocal(declaring, argument.name, shell);
    assign(shell, argument.name, value);
    words.push(textWord(argument.name, span));
    return;
  }
  const [pieces = []] = value.choices;
  words.push(wordOf([{ kind: 'text', text: `${argument.name}=` }, ...pieces], span));
}

/** What an assignment gives its variable. */
function assignedValue(assignment: Assignment, shell: Shell, engine: Substituter): Value {
  const current = lookUp(shell.variables, assignment.name);
  if (assignment.value.type === 'ArrayValue') {
    const words: Word[] = [];
    for (const word of assignment.value.elements) addWords(words, word, shell, engine);
    const items = assignment.append === true && current?.kind === 'array' ? [...current.items] : [];
    for (const word of words) addItem(items, word, assignment.name, shell);
    return { kind: 'array', items: Array.from(items, (item) => item ?? []) };
  }
  const { pieces } = expandWhole(assignment.value, shell, engine);
  const key =
    assignment.index === undefined
      ? undefined
      : literal(expandWhole(assignment.index, shell, engine).pieces);
  const index = key === undefined || key === '' ? undefined : Number(key);
  if (key !== undefined && !INDEX.test(key)) {
    const before = current?.kind === 'array' ? current.items : [];
    define(shell.variables, `${assignment.name}[${key}]`, scalar(pieces));
    return { kind: 'array', items: [...before, pieces].slice(-MAX_WORDS) };
  }
  if (index !== undefined && index >= 0 && index < MAX_WORDS) {
    const items = current?.kind === 'array' ? [...current.items] : [];
    items[index] = pieces;
    return { kind: 'array', items: Array.from(items, (item) => item ?? []) };
  }
  if (assignment.append !== true || current?.kind !== 'scalar') return scalar(pieces);
  return { kind: 'scalar', choices: current.choices.map((choice) => [...choice, ...pieces]) };
}

/** `[key]=value` among the elements of an array, or an element at its end. */
function addItem(items: (readonly Piece[])[], word: Word, name: string, shell: Shell): void {
  const [all, key] = ELEMENT.exec(word.text) ?? [];
  if (all === undefined || key === undefined) {
    items.push(word.pieces);
    return;
  }
  const { pieces } = dropPrefix(word, all.length);
  const index = INDEX.test(key) ? Number(key) : items.length;
  if (index < MAX_WORDS) items[index] = pieces;
  // What is named is also found by its name.
  if (!INDEX.test(key)) define(shell.variables, `${name}[${key}]`, scalar(pieces));
}

/** How many words a command may have. */
const MAX_WORDS = 4096;

const ELEMENT = /^\[([^\]=]*)\]\+?=/;
const INDEX = /^-?\d+$/;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
