/**
 * What multiplies itself: loops without an end that start one job after the other, fork bombs.
 *
 * @module
 */
import type { Span } from '../finding.js';
import type { Command, CommandNode, CompoundList, Statement } from './parse.js';
import type { Shell } from './state.js';

/** Notes what multiplies itself, once for each place. */
export function report(span: Span, shell: Shell): void {
  const { forkBombs } = shell.work;
  const last = forkBombs.at(-1);
  if (last?.start !== span.start || last.end !== span.end) forkBombs.push(span);
}

/** Whether a loop over this body fills the machine with jobs: it starts some and never waits. */
export function startsJobsOnly(body: CompoundList): boolean {
  const { commands } = body;
  return commands.some((statement) => statement.background === true) && commands.every(takesNoTime);
}

/** Whether the condition of a loop always holds, as far as its text says. */
export function alwaysHolds(clause: CompoundList, kind: 'while' | 'until'): boolean {
  const node = clause.commands.length === 1 ? clause.commands[0]?.command : undefined;
  if (node === undefined) return false;
  if (node.type === 'ArithmeticCommand') return kind === 'while' && NUMBER.test(node.body);
  if (node.type === 'TestCommand') {
    const { expression } = node;
    const isConstant = expression.type === 'TestUnary' && CONSTANT.test(expression.operand.text);
    return kind === 'while' && isConstant;
  }
  return node.type === 'Command' && isConstant(node, kind);
}

function isConstant(command: Command, kind: 'while' | 'until'): boolean {
  const name = command.name?.value.replace(DIRECTORY, '') ?? '';
  if (kind === 'until') return name === 'false';
  if (name === 'true' || name === ':') return true;
  const [first, second] = command.args;
  return name === '[' && second?.text === ']' && CONSTANT.test(first?.text ?? '');
}

function takesNoTime(statement: Statement): boolean {
  return statement.background === true || isInstant(statement.command);
}

function isInstant(node: CommandNode | Statement['command']): boolean {
  if (node.type === 'ArithmeticCommand') return true;
  return node.type === 'Command' && INSTANT.has(node.name?.value ?? ':');
}

const NUMBER = /^\s*[1-9]\d*\s*$/;
const CONSTANT = /^\w+$/;
const DIRECTORY = /^.*\//;

const INSTANT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ':',
  'true',
  'echo',
  'printf',
  'disown',
  'let',
]);
