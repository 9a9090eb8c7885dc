/**
 * What names are bound to: by assignments, loops, functions and the blocks that they are called with.
 *
 * @module
 */
import { APPLIES, EACH, SKIPPED } from './grammar.js';
import { memberOf } from './known.js';
import { isMark, type State, type Target } from './state.js';
import { type CodeCall, flatten, listValue, NOTHING, textOf, type Value } from './values.js';

export function assign(state: State, target: Target, value: Value): void {
  if (typeof target === 'string') state.variables.set(target, value);
  else if (target === undefined) return;
  else if ('list' in target) {
    for (const [index, inner] of target.list.entries()) {
      const item = value.items === undefined ? (index === 0 ? value : NOTHING) : value.items[index];
      assign(state, inner, item ?? NOTHING);
    }
  } else {
    for (const [key, inner] of target.record) assign(state, inner, memberOf(value, key));
  }
}

export function callOf(
  callee: Value,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): CodeCall {
  const call = { name: callee.name ?? '', args, named };
  return callee.owner === undefined ? call : { ...call, owner: callee.owner };
}

/** `array_map('unlink', list)`, `map(os.remove, list)`, `list.forEach(fs.rmSync)`: a call for each. */
export function appliedCall(call: CodeCall): CodeCall | undefined {
  const [first, second] = call.args;
  if (EACH.test(call.name) && first?.name !== undefined && call.owner !== undefined) {
    return callOf(first, [call.owner], NO_NAMES);
  }
  if (!APPLIES.has(call.name) || first === undefined || second === undefined) return undefined;
  const name = first.name ?? textOf(first);
  return name === undefined ? undefined : { name, args: [second], named: NO_NAMES };
}

/** Binds the parameters of a function that the code defines to what it is called with. */
export function give(state: State, call: CodeCall): void {
  const parameters = state.functions.get(call.name);
  if (parameters === undefined) return;
  const before = state.given.has(call.name);
  state.given.add(call.name);
  for (const [index, parameter] of parameters.entries()) {
    const value = call.args[index];
    if (typeof parameter !== 'string' || value === undefined) continue;
    const earlier = before ? state.variables.get(parameter) : undefined;
    const both = earlier === undefined ? value : listValue(flatten([earlier, value]));
    state.variables.set(parameter, both);
  }
}

export function defineFunction(state: State): void {
  const name = state.tokens[state.at];
  if (isMark(state, '(') && state.element !== undefined) {
    // A function without a name is called with what is at hand.
    state.at += 1;
    const [parameter] = state.read.sequence(state, ')').entries;
    assign(state, parameter?.target, state.element);
    return;
  }
  if (name?.kind !== 'name') return;
  state.at += 1;
  if (!isMark(state, '(')) return;
  state.at += 1;
  const { entries } = state.read.sequence(state, ')');
  state.functions.set(
    name.text,
    entries.map((entry) => entry.target),
  );
}

/** `for x in …`, `for (const x of …)`, `foreach my $x (…)`. */
export function readLoop(state: State): void {
  const names: string[] = [];
  for (let ahead = 0; ahead < MAX_LOOP_HEAD; ahead += 1) {
    const token = state.tokens[state.at + ahead];
    if (token === undefined) return;
    const opens = token.kind === 'mark' && token.text === '(';
    if (token.kind === 'name' && (token.text === 'in' || token.text === 'of')) {
      state.at += ahead + 1;
      assignLoop(state, names);
      return;
    }
    if (opens && names.length > 0 && state.lexicon.special === 'perl') {
      state.at += ahead;
      assignLoop(state, names);
      return;
    }
    if (token.kind === 'name') {
      if (!SKIPPED.has(token.text)) names.push(token.text);
    } else if (!opens && token.text !== ',' && token.text !== ')') return;
  }
}

function assignLoop(state: State, names: readonly string[]): void {
  const { value } = state.read.expression(state);
  const only = names[0];
  if (names.length === 1 || value.items === undefined) assign(state, only, value);
}

/** `|x|` in front of what a block does with it. */
export function readBlockParameters(state: State): void {
  if (!isMark(state, '|')) return;
  const name = state.tokens[state.at + 1];
  if (name?.kind !== 'name') return;
  state.at += 2;
  if (state.element !== undefined) assign(state, name.text, state.element);
}

const MAX_LOOP_HEAD = 16;

export const NO_NAMES: ReadonlyMap<string, Value> = /* @__PURE__ */ new Map();
