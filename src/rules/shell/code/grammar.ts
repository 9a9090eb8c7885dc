/**
 * What the next token is in an expression: a keyword, a call, an index, an operand.
 *
 * @module
 */
import { setOf } from '../../tables.js';
import { LEXICONS } from './lexicons.js';
import { isMark, type State } from './state.js';
import type { Token } from './texts.js';
import type { Value } from './values.js';

/** Whether a name is a keyword here, which it is not where it is used as a value. */
export function isSkipped(state: State, token: Token): boolean {
  const next = state.tokens[state.at + 1];
  if (token.kind !== 'name' || token.variable === true || !SKIPPED.has(token.text)) return false;
  // Perl prints to a handle that is named first, and that may be a socket.
  if (token.text === 'print' && state.lexicon.special === 'perl') return false;
  if (next === undefined || next.kind !== 'mark') return true;
  return !VALUE_MARKS.has(next.text) && !(token.text === 'import' && next.text === '(');
}

/** Whether an opening parenthesis calls what stands before it. */
export function isCall(token: Token, value: Value): boolean {
  return !token.breaks && value.name !== undefined;
}

/** `$ENV{HOME}`, `$x->{key}`: braces that are an index. */
export function isPerlIndex(state: State, token: Token): boolean {
  if (state.lexicon.special !== 'perl' || token.kind !== 'mark' || token.text !== '{') return false;
  const last = state.tokens[state.at - 1];
  if (token.spaced || last === undefined) return false;
  return last.variable === true || (last.kind === 'mark' && INDEXED.has(last.text));
}

/** A text right behind a name: a tagged template, or Lua's call with one text. */
export function isTagged(state: State, token: Token, value: Value): boolean {
  if (value.name === undefined || token.breaks) return false;
  return !token.spaced || state.lexicon === LEXICONS.lua;
}

/** Whether a name and what follows it are a call without parentheses. */
export function beginsBareCall(state: State, token: Token, value: Value): boolean {
  if (!state.lexicon.bareCalls || value.name === undefined) return false;
  const last = state.tokens[state.at - 1];
  if (last?.kind !== 'name' || last.variable === true) return false;
  if (token.breaks || !token.spaced) return false;
  if (token.kind === 'mark') return BARE_MARKS.has(token.text);
  return token.kind !== 'name' || token.variable === true || !CLAUSES.has(token.text);
}

/** Whether a value begins here, in awk, that is joined to the one before. */
export function isBeside(token: Token): boolean {
  if (token.kind === 'name') return !CLAUSES.has(token.text) && token.text !== 'getline';
  return token.kind === 'text' || token.kind === 'number';
}

/** Whether a value follows on the same line, with nothing between. */
export function beginsValue(state: State): boolean {
  const token = state.tokens[state.at];
  if (token === undefined || token.breaks || token.kind === 'mark') return false;
  return token.kind !== 'name' || token.variable === true || !CLAUSES.has(token.text);
}

/** Whether a block follows that is called with something. */
export function isBlock(state: State): boolean {
  if (!state.lexicon.bareCalls) return false;
  const token = state.tokens[state.at];
  return isMark(state, '{') || (token?.kind === 'name' && token.text === 'do');
}

/** What a function is called with for each item, or for what the receiver comes to. */
export const EACH: RegExp = /\.(?:each|forEach|map|flatMap|filter|then|each_entry|foreach)$/;

/** Perl's functions whose first argument may be a handle without a comma behind it. */
export const PRINTS: ReadonlySet<string> = /* @__PURE__ */ setOf('print printf say');

/** Functions that call what they are given first with each of what they are given second. */
export const APPLIES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'map array_map lapply sapply foreach',
);

/** Functions that run a text as code of the same language. */
export const EVALUATES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'exec eval compile builtins.exec builtins.eval Function vm.runInNewContext vm.runInThisContext ' +
    'instance_eval class_eval load loadstring create_function assert Code.eval_string',
);

export const ASSIGNS: ReadonlySet<string> = /* @__PURE__ */ setOf('= := <- ||= ??= |=');

export const DEFAULTS: ReadonlySet<string> = /* @__PURE__ */ setOf('|| ??');

export const OPERATORS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  '+ - * / % == != === !== < > <= >= =~ !~ || && ?? | & << >> ** .. <> <=> ^ |>',
);

/** Marks in front of a value that leave it what it is. */
export const PREFIXES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  '- + ! ~ * ** & @ \\ ... .. $ : <',
);

/** Marks that show that a keyword before them is a name. */
const VALUE_MARKS: ReadonlySet<string> = /* @__PURE__ */ setOf('= . , ) ] += := ;');

const INDEXED: ReadonlySet<string> = /* @__PURE__ */ setOf('. ] }');

const BARE_MARKS: ReadonlySet<string> = /* @__PURE__ */ setOf('[ \\ @ : *');

export const DEFINES: ReadonlySet<string> = /* @__PURE__ */ setOf('def function sub fn func fun');

export const LOOPS: ReadonlySet<string> = /* @__PURE__ */ setOf('for foreach');

/** Words that end an argument, or qualify it. */
export const CLAUSES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'if unless while until for foreach and or xor not in of is as else elsif elif then do end ' +
    'rescue except finally x eq ne lt gt le ge cmp instanceof when',
);

/** Words that stand in front of a value or a statement and are none themselves. */
export const SKIPPED: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'if unless while until for foreach and or xor not in of is else elsif elif then do end rescue ' +
    'except finally when case switch default begin ensure try catch with using new await yield ' +
    'return async void typeof throw raise my our local const let var static final def function ' +
    'sub fn func fun lambda import from export print echo del delete global nonlocal assert pass',
);
