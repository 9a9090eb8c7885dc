/**
 * `declare`, `local`, `readonly` and their kin: variables with attributes, and those of a function.
 *
 * @module
 */
import type { Execution } from './execution.js';
import { define, lookUp } from './names.js';
import { type Attribute, assign, type Shell, type Status, scalar } from './state.js';
import { dropPrefix } from './word.js';

/** Whether a command's `NAME=value` arguments are assignments. */
export function declares(name: string): boolean {
  return DECLARATIONS.has(name);
}

/** Applies a declaration: each name gets its attributes and, where one is given, its value. */
export function declare(execution: Execution, shell: Shell): Status {
  const { name: command, args } = execution;
  const letters = args.flatMap(({ text }) => (OPTION.test(text) ? [...text.slice(1)] : []));
  const attribute = attributeOf(command, letters);
  const isLocal = !letters.includes('g');
  for (const word of args) {
    const [all, name, equals] = NAME.exec(word.text) ?? [];
    if (all === undefined || name === undefined) continue;
    const isNew = isLocal && makeLocal(command, name, shell);
    const given = equals === undefined ? undefined : dropPrefix(word, all.length);
    if (attribute === 'reference') {
      if (given !== undefined) setAttribute(shell, name, { target: given.text });
      continue;
    }
    if (attribute !== undefined && attribute !== 'fixed') setAttribute(shell, name, attribute);
    if (given !== undefined || isNew) assign(shell, name, scalar(given?.pieces ?? []));
    if (attribute === 'fixed') setAttribute(shell, name, attribute);
  }
  return 'unknown';
}

/** In a function, a declared variable is the function's own; says whether it has just become so. */
export function makeLocal(command: string, name: string, shell: Shell): boolean {
  if (shell.locals === undefined || !LOCAL.has(command) || shell.locals.has(name)) return false;
  shell.locals.set(name, lookUp(shell.variables, name));
  return true;
}

/** Gives the variables that a function had made its own their outer values back. */
export function endLocals(shell: Shell): void {
  for (const [name, value] of shell.locals ?? []) define(shell.variables, name, value);
}

function attributeOf(
  command: string,
  letters: readonly string[],
): Attribute | 'reference' | undefined {
  if (command === 'export') return undefined;
  if (letters.includes('n')) return 'reference';
  if (letters.includes('l')) return 'lower';
  if (letters.includes('u')) return 'upper';
  return command === 'readonly' || letters.includes('r') ? 'fixed' : undefined;
}

function setAttribute(shell: Shell, name: string, attribute: Attribute): void {
  shell.attributes ??= new Map();
  shell.attributes.set(name, attribute);
}

/** A name, alone or with `=` behind it. */
const NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?:(\+?=)|$)/;
const OPTION = /^-[A-Za-z]+$/;

const LOCAL: ReadonlySet<string> = /* @__PURE__ */ new Set(['local', 'declare', 'typeset']);

const DECLARATIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'export',
  'declare',
  'typeset',
  'local',
  'readonly',
  'alias',
]);
