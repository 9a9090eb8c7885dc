/**
 * Reads tokens as expressions, as far as literal values go: the calls, and what they are given.
 *
 * @module
 */
import {
  assign,
  callOf,
  defineFunction,
  give,
  NO_NAMES,
  readBlockParameters,
  readLoop,
} from './bindings.js';
import {
  ASSIGNS,
  beginsBareCall,
  beginsValue,
  CLAUSES,
  DEFAULTS,
  DEFINES,
  EACH,
  isBeside,
  isBlock,
  isCall,
  isPerlIndex,
  isSkipped,
  isTagged,
  LOOPS,
  OPERATORS,
  PREFIXES,
  PRINTS,
} from './grammar.js';
import { readImport } from './imports.js';
import {
  attributeValue,
  formatValue,
  globValue,
  indexOf,
  memberOf,
  nameValue,
  recordOf,
} from './known.js';
import { MAX_CALLS, readText, record, spell } from './recording.js';
import { decode } from './source.js';
import { isMark, type Parsed, type Sequence, type State, type Target } from './state.js';
import {
  concat,
  joinPaths,
  listValue,
  NOTHING,
  textOf,
  textValue,
  type Value,
  withSource,
  worst,
} from './values.js';

/** Reads what is separated by commas, or statements, until `close`. */
export function readSequence(state: State, close: string): Sequence {
  const entries: Parsed[] = [];
  const named = new Map<string, Value>();
  const targets = new Map<string, Target>();
  let fresh = true;
  while (state.at < state.tokens.length) {
    const token = state.tokens[state.at];
    if (token === undefined) break;
    if (token.kind === 'mark') {
      if (token.text === close) {
        state.at += 1;
        break;
      }
      if (token.text === ',' || token.text === ';') {
        fresh = true;
        state.at += 1;
        continue;
      }
    }
    if (token.kind === 'name' && CLAUSES.has(token.text)) fresh = false;
    const start = state.at;
    const parsed = readAssigned(state, close === ')' && state.lexicon.keywords);
    if (state.at === start) {
      state.at += 1;
      continue;
    }
    const key = isMark(state, ':') || isMark(state, '=>') ? keyOf(parsed) : undefined;
    const equals = isMark(state, '=') ? keyOf(parsed) : undefined;
    if (key !== undefined || equals !== undefined) {
      state.at += 1;
      const value = readAssigned(state);
      named.set(key ?? equals ?? '', value.value);
      targets.set(key ?? equals ?? '', value.target);
    } else if (fresh) {
      entries.push(parsed);
      if (close === '}' && typeof parsed.target === 'string') {
        named.set(parsed.target, parsed.value);
        targets.set(parsed.target, parsed.target);
      }
    }
    fresh = false;
  }
  return { entries, named, targets };
}

/** An expression, and what it is assigned to, unless `=` is for the caller to read. */
export function readAssigned(state: State, keepsEquals = false): Parsed {
  const left = readExpression(state);
  const token = state.tokens[state.at];
  if (token?.kind === 'name' && token.text === 'as' && !token.breaks) {
    const name = state.tokens[state.at + 1];
    if (name?.kind !== 'name') return left;
    state.at += 2;
    assign(state, name.text, left.value);
    return left;
  }
  if (token?.kind !== 'mark') return left;
  if (token.text === '=>' && left.target !== undefined && state.lexicon.suffixes === '$') {
    state.at += 1;
    if (state.element !== undefined) assign(state, left.target, state.element);
    return readAssigned(state);
  }
  if (keepsEquals && token.text === '=') return left;
  const adds = token.text === '+=' || token.text === '.=';
  if (!adds && !ASSIGNS.has(token.text)) return left;
  state.at += 1;
  const right = readAssigned(state);
  const value = adds ? concat([left.value, right.value]) : right.value;
  assign(state, left.target, value);
  return { value, target: left.target };
}

export function readExpression(state: State): Parsed {
  if (state.depth >= MAX_DEPTH) return { value: NOTHING };
  state.depth += 1;
  let left = readOperand(state);
  for (;;) {
    const right = readOperation(state, left);
    if (right === undefined) break;
    left = { value: right };
  }
  state.depth -= 1;
  return left;
}

/** An operator and what stands behind it, applied to what stands before it. */
function readOperation(state: State, left: Parsed): Value | undefined {
  const token = state.tokens[state.at];
  if (token === undefined) return undefined;
  const glue = state.lexicon.concat;
  if (token.kind !== 'mark') {
    const beside = glue === ' ' && !token.breaks && isBeside(token) && left.value !== NOTHING;
    return beside ? concat([left.value, readOperand(state).value]) : undefined;
  }
  if (glue === ' ' && (token.text === '|' || token.text === '|&' || token.text.startsWith('>'))) {
    return readAwkOutput(state, left.value, token.text);
  }
  if (!OPERATORS.has(token.text) && token.text !== glue) return undefined;
  state.at += 1;
  const right = readOperand(state).value;
  if (token.text === glue) return concat([left.value, right]);
  if (token.text === '/' && state.python) return joinPaths([left.value, right], true);
  if (token.text === '%' && state.python) return formatValue(left.value, right.items ?? [right]);
  if (DEFAULTS.has(token.text) && left.value.pieces === undefined) {
    return withSource(right, left.value.source);
  }
  if (DEFAULTS.has(token.text)) return left.value;
  return withSource(NOTHING, worst([left.value, right]));
}

/** `print | "command"`, `"command" | getline`, `print > "file"` in awk. */
function readAwkOutput(state: State, left: Value, mark: string): Value {
  state.at += 1;
  const token = state.tokens[state.at];
  const reads = token?.kind === 'name' && token.text === 'getline';
  const right = readOperand(state).value;
  const args = reads ? [left] : [right, left];
  record(state, { name: reads ? '|' : mark, args, named: NO_NAMES });
  return NOTHING;
}

function readOperand(state: State): Parsed {
  if (state.depth >= MAX_DEPTH) return { value: NOTHING };
  state.depth += 1;
  const parsed = readPostfix(state, readPrimary(state));
  state.depth -= 1;
  return parsed;
}

function readPrimary(state: State): Parsed {
  let token = state.tokens[state.at];
  while (token !== undefined && isSkipped(state, token)) {
    state.at += 1;
    if (DEFINES.has(token.text)) defineFunction(state);
    else if (LOOPS.has(token.text)) readLoop(state);
    else if (token.text === 'do') readBlockParameters(state);
    else readImport(state, token.text);
    token = state.tokens[state.at];
  }
  if (token === undefined) return { value: NOTHING };
  switch (token.kind) {
    case 'text': {
      state.at += 1;
      return { value: readText(state, token) };
    }
    case 'run': {
      state.at += 1;
      return { value: record(state, { name: '`', args: [spell(state, token)], named: NO_NAMES }) };
    }
    case 'words': {
      state.at += 1;
      const words = token.text.split(SPACES).filter((word) => word !== '');
      return {
        value: listValue(words.slice(0, MAX_CALLS).map((word) => decode(word, state.holes))),
      };
    }
    case 'glob': {
      state.at += 1;
      return { value: globValue(decode(token.text, state.holes)) };
    }
    case 'number': {
      state.at += 1;
      return { value: textValue(token.text) };
    }
    case 'pattern': {
      state.at += 1;
      return { value: NOTHING };
    }
    case 'name': {
      state.at += 1;
      const known = state.variables.get(token.text);
      return { value: known ?? nameValue(token.text), target: token.text };
    }
    case 'mark':
      return readBracket(state, token.text);
  }
}

function readBracket(state: State, mark: string): Parsed {
  if (mark === '(') {
    state.at += 1;
    const { entries } = readSequence(state, ')');
    const only = entries[0];
    if (only !== undefined && entries.length === 1) return only;
    return { ...listOf(entries) };
  }
  if (mark === '[') {
    state.at += 1;
    const { entries, named } = readSequence(state, ']');
    if (named.size === 0) return listOf(entries);
    return {
      value: recordOf(
        named,
        entries.map((entry) => entry.value),
      ),
    };
  }
  if (mark === '{') {
    state.at += 1;
    readBlockParameters(state);
    const { named, targets, entries } = readSequence(state, '}');
    const source = worst([...named.values(), ...entries.map((entry) => entry.value)]);
    return { value: withSource({ members: named }, source), target: { record: targets } };
  }
  if (!PREFIXES.has(mark)) return { value: NOTHING };
  state.at += 1;
  return { value: readOperand(state).value };
}

function listOf(entries: readonly Parsed[]): Parsed {
  return {
    value: listValue(entries.map((entry) => entry.value)),
    target: { list: entries.map((entry) => entry.target) },
  };
}

/** Members, indices and calls behind a value. */
function readPostfix(state: State, primary: Parsed): Parsed {
  let { value } = primary;
  let target = primary.target;
  for (;;) {
    const token = state.tokens[state.at];
    const next = state.tokens[state.at + 1];
    if (token === undefined) break;
    if (token.kind === 'mark' && token.text === '.') {
      state.at += 1;
      if (next?.kind !== 'name') continue;
      state.at += 1;
      value = memberOf(value, next.text);
    } else if (token.kind === 'mark' && token.text === '(' && isCall(token, value)) {
      state.at += 1;
      value = readCall(state, value);
    } else if (token.kind === 'mark' && token.text === '[' && !token.spaced) {
      state.at += 1;
      const { entries } = readSequence(state, ']');
      value = indexOf(value, entries[0]?.value ?? NOTHING);
    } else if (isPerlIndex(state, token)) {
      state.at += 1;
      const { entries } = readSequence(state, '}');
      const key = entries[0];
      const text = key === undefined ? '' : (keyOf(key) ?? '');
      value = indexOf(value, textValue(text));
    } else if (token.kind === 'text' && isTagged(state, token, value)) {
      state.at += 1;
      value = record(state, callOf(value, [readText(state, token)], NO_NAMES));
    } else if (beginsBareCall(state, token, value)) {
      value = readBareCall(state, value);
      target = undefined;
      break;
    } else {
      if (value.owner !== undefined && EACH.test(value.name ?? '') && isBlock(state)) {
        state.element = value.owner;
      }
      break;
    }
    target = undefined;
  }
  // In Ruby and Perl a method is called without parentheses too.
  if (state.lexicon.bareCalls && value.owner !== undefined) value = attributeValue(value);
  return target === undefined ? { value } : { value, target };
}

/** Reads the arguments of a call, its opening parenthesis being behind. */
function readCall(state: State, callee: Value): Value {
  const outer = state.element;
  if (EACH.test(callee.name ?? '')) state.element = callee.owner;
  const { entries, named } = readSequence(state, ')');
  const args = entries.map((entry) => entry.value);
  const call = callOf(callee, args, named);
  give(state, call);
  const result = record(state, call);
  state.element = isBlock(state) ? (EACH.test(call.name) ? call.owner : result) : outer;
  return result;
}

/** `system "rm", "-rf"`: arguments without parentheses. */
function readBareCall(state: State, callee: Value): Value {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  for (;;) {
    const start = state.at;
    const parsed = readExpression(state);
    const key = isMark(state, ':') || isMark(state, '=>') ? keyOf(parsed) : undefined;
    if (key === undefined) args.push(parsed.value);
    else {
      state.at += 1;
      named.set(key, readExpression(state).value);
    }
    if (state.at === start) break;
    if (isMark(state, ',')) state.at += 1;
    else if (!PRINTS.has(callee.name ?? '') || !beginsValue(state)) break;
  }
  const call = callOf(callee, args, named);
  give(state, call);
  return record(state, call);
}

function keyOf({ target, value }: Parsed): string | undefined {
  return typeof target === 'string' ? target : textOf(value);
}

const MAX_DEPTH = 64;
const SPACES = /\s+/;
