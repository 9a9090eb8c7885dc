/**
 * Compound commands: groups, branches, loops and tests.
 *
 * @module
 */
import { addWords, expandArithmetic, expandWhole, type Substituter } from './expand.js';
import { merge } from './merging.js';
import type { CompoundCommand, CompoundList, TestExpression } from './parse.js';
import { matchesPattern, patternOf, readPattern } from './pattern.js';
import { joinOutputs, UNKNOWN_RESULT } from './results.js';
import { alwaysHolds, report, startsJobsOnly } from './spawning.js';
import {
  assign,
  fork,
  type Output,
  type Result,
  repeat,
  type Shell,
  scalar,
  spanOf,
  spend,
} from './state.js';
import type { Word } from './word.js';

/** What compound commands need of the rest of the shell. */
export interface Flow extends Substituter {
  /** Runs the statements of a list in a shell. */
  runList(list: CompoundList, shell: Shell): Result;
}

/** Runs a compound command: a group, a branch, a loop, a test. */
export function runCompound(node: CompoundCommand, shell: Shell, flow: Flow): Result {
  const { work } = shell;
  if (!spend(work)) return UNKNOWN_RESULT;
  // A function may nest as deeply as the parser allows, and call one that does as well.
  if (work.nesting >= MAX_NESTING) {
    work.complete = false;
    return UNKNOWN_RESULT;
  }
  work.nesting += 1;
  const result = runNested(node, shell, flow);
  work.nesting -= 1;
  return result;
}

function runNested(node: CompoundCommand, shell: Shell, flow: Flow): Result {
  switch (node.type) {
    case 'BraceGroup':
      return flow.runList(node.body, shell);
    case 'Subshell':
      return flow.runList(node.body, fork(shell));
    case 'If':
      return runIf(node, shell, flow);
    case 'While':
      return runWhile(node, shell, flow);
    case 'For':
    case 'Select':
      return runFor(node, shell, flow);
    case 'Case':
      return runCase(node, shell, flow);
    case 'ArithmeticFor':
      if (node.test === undefined && startsJobsOnly(node.body)) {
        report(spanOf(node, shell), shell);
      }
      for (const part of [node.initialize, node.test, node.update]) {
        expandArithmetic(part, shell, flow);
      }
      return runBranches([node.body], true, shell, flow);
    case 'ArithmeticCommand':
      expandArithmetic(node.expression, shell, flow);
      return { status: 'unknown', output: [] };
    case 'TestCommand':
      visitTest(node.expression, shell, flow);
      return { status: 'unknown', output: [] };
  }
}

function runIf(node: Extract<CompoundCommand, { type: 'If' }>, shell: Shell, flow: Flow): Result {
  const clause = flow.runList(node.clause, shell);
  const outputs: Output[] = [clause.output];
  const bodies: CompoundList[] = [];
  let { status } = clause;
  if (status !== 'failure') bodies.push(node.then);
  for (const branch of node.elif) {
    if (status === 'success') break;
    const { status: own, output } = flow.runList(branch.clause, shell);
    outputs.push(output);
    if (own !== 'failure') bodies.push(branch.then);
    status = own === 'success' ? 'success' : status === 'failure' ? own : 'unknown';
  }
  const decided = status === 'success' && bodies.length === 1;
  if (status !== 'success' && node.else !== undefined) bodies.push(node.else);
  const orNone = !decided && node.else === undefined;
  const result = runBranches(bodies, orNone, shell, flow);
  return { status: result.status, output: joinOutputs([...outputs, result.output]) };
}

function runWhile(
  node: Extract<CompoundCommand, { type: 'While' }>,
  shell: Shell,
  flow: Flow,
): Result {
  if (alwaysHolds(node.clause, node.kind) && startsJobsOnly(node.body)) {
    report(spanOf(node, shell), shell);
  }
  const never = node.kind === 'while' ? 'failure' : 'success';
  const outputs: Output[] = [];
  let more = true;
  const turn = (): void => {
    const { stdin } = shell;
    more = flow.runList(node.clause, shell).status !== never;
    if (!more) return;
    const branch = fork(shell);
    const { output } = flow.runList(node.body, branch);
    merge(shell, [branch], true);
    outputs.push(output?.length === 0 ? output : undefined);
    // Another turn only says something new when this one has read a line of what is known, or
    // shifted the arguments.
    const shifted = branch.positional.length < shell.positional.length;
    if (shifted) shell.positional = branch.positional;
    more = shell.stdin !== stdin || (shifted && branch.positional.length > 0);
  };
  turn();
  for (let turns = 1; more && turns < MAX_TURNS; turns += 1) repeat(shell.work, turn);
  return { status: 'unknown', output: joinOutputs(outputs) };
}

function runFor(
  node: Extract<CompoundCommand, { type: 'For' | 'Select' }>,
  shell: Shell,
  flow: Flow,
): Result {
  const words = node.wordlist === undefined ? [...shell.positional] : [];
  for (const word of node.wordlist ?? []) addWords(words, word, shell, flow);
  const outputs: Output[] = [];
  if (words.length > MAX_TURNS) shell.work.complete = false;
  const turn = (word: Word): void => {
    if (!spend(shell.work)) return;
    assign(shell, node.name.value, scalar(word.pieces));
    outputs.push(flow.runList(node.body, shell).output);
    // There may be no turn at all, and `break` or `continue` in front of what ended this one.
    shell.ended = false;
  };
  for (const [index, word] of words.slice(0, MAX_TURNS).entries()) {
    if (index === 0) turn(word);
    else repeat(shell.work, () => turn(word));
  }
  return { status: 'unknown', output: joinOutputs(outputs) };
}

function runCase(
  node: Extract<CompoundCommand, { type: 'Case' }>,
  shell: Shell,
  flow: Flow,
): Result {
  const subject = expandWhole(node.word, shell, flow);
  const ignoreCase = shell.options?.has('nocasematch') === true;
  const bodies: CompoundList[] = [];
  for (const item of node.items) {
    const patterns = item.pattern.map((word) => expandWhole(word, shell, flow));
    const sure = subject.known && patterns.every((pattern) => pattern.known);
    const matches = patterns.some((pattern) =>
      matchesPattern(readPattern(patternOf(pattern.pieces), ignoreCase), subject.text),
    );
    if (sure && !matches) continue;
    bodies.push(item.body);
    if (sure && item.terminator !== ';&' && item.terminator !== ';;&') {
      return runBranches(bodies, false, shell, flow);
    }
  }
  return runBranches(bodies, true, shell, flow);
}

/** Runs bodies of which one is chosen, or perhaps none. */
function runBranches(
  bodies: readonly CompoundList[],
  orNone: boolean,
  shell: Shell,
  flow: Flow,
): Result {
  const [only] = bodies;
  if (bodies.length === 1 && only !== undefined && !orNone) return flow.runList(only, shell);
  const branches: Shell[] = [];
  const outputs: Output[] = [];
  for (const body of bodies) {
    const branch = fork(shell);
    outputs.push(flow.runList(body, branch).output);
    branches.push(branch);
  }
  merge(shell, branches, orNone || bodies.length === 0);
  // Which of several outputs it is, is not known; that none writes anything is.
  const silent = outputs.every((output) => output?.length === 0);
  return { status: 'unknown', output: silent ? [] : undefined };
}

function visitTest(expression: TestExpression, shell: Shell, flow: Flow): void {
  if (!spend(shell.work)) return;
  switch (expression.type) {
    case 'TestUnary':
      expandWhole(expression.operand, shell, flow);
      return;
    case 'TestBinary':
      expandWhole(expression.left, shell, flow);
      expandWhole(expression.right, shell, flow);
      return;
    case 'TestLogical':
      for (const operand of expression.operands) visitTest(operand, shell, flow);
      return;
    case 'TestNot':
      visitTest(expression.operand, shell, flow);
      return;
    case 'TestGroup':
      visitTest(expression.expression, shell, flow);
  }
}

/** How many compound commands are followed within each other. */
const MAX_NESTING = 256;

/** How many values a loop is followed for. */
const MAX_TURNS = 1024;
