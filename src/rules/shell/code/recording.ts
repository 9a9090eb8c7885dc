/**
 * Keeps the calls that are read, and reads the texts that have code in them.
 *
 * @module
 */
import { appliedCall } from './bindings.js';
import { EVALUATES } from './grammar.js';
import { callValue } from './known.js';
import { decode } from './source.js';
import type { State } from './state.js';
import { type Token, tokenize } from './tokens.js';
import { type CodeCall, concat, textOf, type Value } from './values.js';

/** Calls beyond these are not listed. */
export const MAX_CALLS = 256;

export function record(state: State, call: CodeCall): Value {
  if (state.calls.length < MAX_CALLS && call.name !== '') state.calls.push(call);
  const applied = appliedCall(call);
  if (applied !== undefined && state.calls.length < MAX_CALLS) state.calls.push(applied);
  if (EVALUATES.has(call.name)) readEvaluated(state, call);
  return callValue(call);
}

/** `exec('code')`: code in a text of the code. */
function readEvaluated(state: State, call: CodeCall): void {
  const text = textOf(call.args[0]);
  if (text === undefined || state.depth >= MAX_DEPTH) return;
  state.budget -= text.length + 1;
  if (state.budget < 0) return;
  readApart(state, tokenize(text, state.lexicon));
}

/** Reads other tokens with what is known here, and comes back; the value of the first expression. */
function readApart(state: State, other: readonly Token[]): Value {
  const { tokens, at } = state;
  state.tokens = other;
  state.at = 0;
  state.depth += 1;
  const { value } = state.read.assigned(state);
  while (state.at < state.tokens.length) state.read.sequence(state, '');
  state.depth -= 1;
  state.tokens = tokens;
  state.at = at;
  return value;
}

/** A text, and those that stand right behind it where that joins them. */
export function readText(state: State, token: Token): Value {
  const first = spell(state, token);
  if (!state.python) return first;
  const texts = [first];
  for (;;) {
    const next = state.tokens[state.at];
    if (next?.kind !== 'text') return texts.length === 1 ? first : concat(texts);
    state.at += 1;
    texts.push(spell(state, next));
  }
}

/** A text as pieces: what is literal, and the values of the code in it. */
export function spell(state: State, token: Token): Value {
  if (token.parts === undefined) return decode(token.text, state.holes);
  const values = token.parts.map((part) => {
    if (typeof part === 'string') return decode(part, state.holes);
    return readApart(state, part);
  });
  return concat(values);
}

/** Code in texts is read where expressions are nested no deeper than this. */
const MAX_DEPTH = 32;
