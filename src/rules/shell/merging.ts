/**
 * Shells of which one, or none, was run: what is known behind them.
 *
 * @module
 */
import { define, lookUp, takeIn } from './names.js';
import { MAX_CHOICES, type Shell, type Value } from './state.js';
import type { Piece } from './word.js';

/** Takes over what may have happened in shells of which one, or none, was run. */
export function merge(shell: Shell, branches: readonly Shell[], orNone: boolean): void {
  const names = new Set<string>();
  for (const { variables } of branches) {
    for (const name of variables.own?.keys() ?? []) names.add(name);
  }
  for (const name of names) {
    const values = branches.map((branch) => lookUp(branch.variables, name));
    if (orNone) values.push(lookUp(shell.variables, name));
    const value = unite(values.filter((candidate) => candidate !== undefined));
    if (value !== undefined) define(shell.variables, name, value);
  }
  for (const branch of branches) {
    takeIn(shell.functions, branch.functions);
    if (branch.cwd !== shell.cwd) shell.cwd = branch.cwd;
  }
  shell.ended = !orNone && branches.length > 0 && branches.every((branch) => branch.ended);
}

function unite(values: readonly Value[]): Value | undefined {
  const [first, ...others] = values;
  if (first === undefined || others.every((value) => value === first)) return first;
  if (first.kind === 'array') return first;
  const choices: (readonly Piece[])[] = [];
  for (const value of values) {
    for (const choice of value.kind === 'scalar' ? value.choices : value.items) {
      if (choices.length < MAX_CHOICES && !choices.includes(choice)) choices.push(choice);
    }
  }
  return { kind: 'scalar', choices };
}
