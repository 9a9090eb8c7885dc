/**
 * What the word in a program's place may stand for besides itself: a path that `hash` remembers, the
 * programs that a pattern matches, the function for names that nobody knows.
 *
 * @module
 */
import { HASHED, isBuiltin } from './builtins.js';
import { lookUp } from './names.js';
import { matchesPattern, patternOf, readPattern } from './pattern.js';
import type { Shell, Work } from './state.js';
import { textWord, type Word, wordOf } from './word.js';

/** The words that it stands for; `undefined` when it is just a name. */
export function otherNames(word: Word, name: string, shell: Shell): readonly Word[] | undefined {
  const { pieces } = word;
  if (shell.options?.has(HASHED) === true) {
    const path = lookUp(shell.variables, `${HASHED}${word.text}`);
    const [known] = path?.kind === 'scalar' ? path.choices : [];
    if (known !== undefined) return [wordOf(known, word.span)];
  }
  if (pieces.length > 1 && pieces.some((piece) => piece.kind === 'glob')) {
    const matched = matchingPrograms(word, shell);
    if (matched.length > 0) return matched;
  }
  if (shell.functions.own === undefined && shell.functions.outer === undefined) return undefined;
  const handler = HANDLERS.find((one) => lookUp(shell.functions, one) !== undefined);
  if (handler === undefined || shell.calls.includes(handler)) return undefined;
  const isKnown = isBuiltin(name) || !NAME.test(name) || shell.work.programs().includes(name);
  return isKnown ? undefined : [textWord(handler, word.span)];
}

/** The programs that a pattern with at least one letter of its own matches: `/bin/r?`. */
function matchingPrograms(word: Word, shell: Shell): readonly Word[] {
  const text = patternOf(word.pieces);
  const slash = text.lastIndexOf('/') + 1;
  const base = text.slice(slash);
  if (!OWN_LETTER.test(base.replace(SETS, ''))) return [];
  return namesMatching(base, shell).map((name) => textWord(name, word.span));
}

/** Each pattern is matched once in a run, and no more patterns than anyone writes. */
function namesMatching(base: string, { work }: Shell): readonly string[] {
  const known = MATCHED.get(work) ?? new Map<string, readonly string[]>();
  const before = known.get(base);
  if (before !== undefined) return before;
  if (known.size >= MAX_PATTERNS) {
    work.complete = false;
    return [];
  }
  const pattern = readPattern(base);
  const names = work.programs().filter((name) => matchesPattern(pattern, name));
  const first = names.slice(0, MAX_PROGRAMS);
  MATCHED.set(work, known.set(base, first));
  return first;
}

const MATCHED: WeakMap<Work, Map<string, readonly string[]>> = /* @__PURE__ */ new WeakMap();

/** What bash and zsh call for a command that they do not find. */
const HANDLERS = ['command_not_found_handle', 'command_not_found_handler'];

/** How many patterns are matched in one run. */
const MAX_PATTERNS = 64;

/** How many programs a pattern is followed to. */
const MAX_PROGRAMS = 24;

const NAME = /^[\w.+-]+$/;
const OWN_LETTER = /[A-Za-z]/;
const SETS = /\[[^\]]*\]/g;
