/**
 * Reads code as far as literal values go: the calls in it, and what they are given.
 *
 * @module
 */
import { readAssigned, readExpression, readSequence } from './expressions.js';
import type { InlineCode } from './inline.js';
import { LEXICONS } from './lexicons.js';
import { argumentsOf, encode } from './source.js';
import type { State } from './state.js';
import { MAX_CODE, tokenize } from './tokens.js';
import type { CodeCall } from './values.js';

/** The calls in the code, those in arguments before the call that they are for. */
export function evaluate(inline: InlineCode): readonly CodeCall[] {
  const known = CALLS.get(inline);
  if (known !== undefined) return known;
  const calls = readCalls(inline);
  CALLS.set(inline, calls);
  return calls;
}

/** Several questions ask about the same code. */
const CALLS: WeakMap<InlineCode, readonly CodeCall[]> = /* @__PURE__ */ new WeakMap();

function readCalls(inline: InlineCode): readonly CodeCall[] {
  const lexicon = LEXICONS[inline.language];
  if (lexicon === undefined) return [];
  const { text, holes } = encode(inline);
  const state: State = {
    lexicon,
    read: { sequence: readSequence, expression: readExpression, assigned: readAssigned },
    python: lexicon.special === 'python',
    holes,
    tokens: tokenize(text, lexicon),
    at: 0,
    depth: 0,
    variables: new Map(argumentsOf(inline)),
    functions: new Map(),
    given: new Set(),
    calls: [],
    budget: MAX_CODE,
    element: undefined,
  };
  // A name may be used before the text binds it, as in a function or a comprehension, so that the
  // second reading starts with what the first one found.
  readAll(state);
  state.at = 0;
  state.calls = [];
  state.given = new Set();
  readAll(state);
  return state.calls;
}

function readAll(state: State): void {
  while (state.at < state.tokens.length) readSequence(state, '');
}
