/**
 * What comes behind a command in the same text, as far as it changes what a redirection means.
 *
 * @module
 */
import type { Execution, ShellRun } from '../shell/execution.js';
import type { Word } from '../shell/word.js';

/** Whether a later command of the same text appends to a file: then this one starts it anew. */
export function isFilledLater(target: Word, execution: Execution, run: ShellRun): boolean {
  const last = orderOf(run).appends.get(target.text);
  return last !== undefined && last > positionOf(execution, run);
}

interface Order {
  readonly positions: ReadonlyMap<Execution, number>;
  /** The last command that appends to a file, by the file's name. */
  readonly appends: ReadonlyMap<string, number>;
}

/** Each run is looked through once, however many redirections it has. */
const ORDERS: WeakMap<ShellRun, Order> = /* @__PURE__ */ new WeakMap();

function positionOf(execution: Execution, run: ShellRun): number {
  return orderOf(run).positions.get(execution) ?? run.executions.length;
}

function orderOf(run: ShellRun): Order {
  const known = ORDERS.get(run);
  if (known !== undefined) return known;
  const positions = new Map<Execution, number>();
  const appends = new Map<string, number>();
  for (const [index, execution] of run.executions.entries()) {
    positions.set(execution, index);
    for (const { operator, target } of execution.redirects) {
      if (operator.includes('>>')) appends.set(target.text, index);
    }
    if (execution.name !== 'tee') continue;
    for (const word of execution.args) appends.set(word.text, index);
  }
  const order = { positions, appends };
  ORDERS.set(run, order);
  return order;
}
