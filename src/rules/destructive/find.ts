/**
 * What a `find` command comes across: where it starts, and how its tests narrow what it acts on.
 *
 * @module
 */
import type { Execution } from '../shell/execution.js';
import type { Word } from '../shell/word.js';

/**
 * What an action of `find` is reached by: `everything` below a root, `some` of it that a test picks,
 * or the version `history` that a test names.
 */
export type Selection = 'everything' | 'some' | 'history';

/** A `find` command; an action that it does not have is absent. */
export interface FindCommand {
  /** Where it starts; empty for the working directory. */
  readonly roots: readonly Word[];
  readonly deletes?: Selection;
  readonly executes?: Selection;
  /** What it prints, when it has no other action or `-print` itself; nothing with `-help`. */
  readonly prints?: Selection;
}

/**
 * Reads the arguments of `find`: roots, then an expression of tests and actions joined by `-a`, `-o`,
 * `,`, `!` and parentheses. An action applies to what the tests before it in the same branch let by.
 */
export function readFind(execution: Execution): FindCommand {
  const known = READ.get(execution);
  if (known !== undefined) return known;
  const read = readArguments(execution.args);
  READ.set(execution, read);
  return read;
}

/** A command is read once, however many items it hands over. */
const READ: WeakMap<Execution, FindCommand> = /* @__PURE__ */ new WeakMap();

function readArguments(args: readonly Word[]): FindCommand {
  const start = firstRoot(args);
  const end = endOfRoots(args, start);
  const texts = args.map((word) => word.text);
  const reader: Reader = { texts, at: end, depth: 0, actions: [], tellsOnly: false };
  let whole: Selection =
    end === args.length ? 'everything' : readAlternatives(reader, 'everything');
  // A stray closing parenthesis is an error to `find`; what follows is read all the same.
  while (reader.at < reader.texts.length) {
    reader.at += 1;
    whole = widest([whole, readAlternatives(reader, 'everything')]);
  }
  // All of the expression is read before anything is looked for, and these end the reading.
  if (reader.tellsOnly) return { roots: [] };
  const prints = reader.actions.length === 0 ? whole : strongest(reader, 'print');
  return {
    roots: args.slice(start, end),
    ...some('deletes', strongest(reader, 'delete')),
    ...some('executes', strongest(reader, 'execute')),
    ...some('prints', prints),
  };
}

type Kind = 'delete' | 'execute' | 'print';

interface Action {
  readonly kind: Kind;
  readonly selection: Selection;
}

interface Reader {
  readonly texts: readonly string[];
  at: number;
  /** How many parentheses are open. */
  depth: number;
  readonly actions: Action[];
  /** Whether it only tells about itself. */
  tellsOnly: boolean;
}

function some<K extends string>(name: K, value: Selection | undefined): { [k in K]?: Selection } {
  const member: { [k in K]?: Selection } = {};
  if (value !== undefined) member[name] = value;
  return member;
}

/** The options in front of the roots: `-H`, `-L`, `-P`, `-D debug`, `-O3`; BSD's `-E -X -d -s -x`. */
function firstRoot(args: readonly Word[]): number {
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at]?.text ?? '';
    if (text === '-D') at += 1;
    else if (!FRONT_OPTION.test(text)) break;
  }
  return at;
}

function endOfRoots(args: readonly Word[], start: number): number {
  const length = args.slice(start).findIndex((word) => STARTS_EXPRESSION.test(word.text));
  return length < 0 ? args.length : start + length;
}

/** Reads up to a closing parenthesis or the end; says what the whole of it lets by. */
function readAlternatives(reader: Reader, before: Selection): Selection {
  const branches: Selection[] = [];
  for (;;) {
    branches.push(readBranch(reader, before));
    const text = reader.texts[reader.at];
    if (text === undefined || text === ')') return widest(branches);
    reader.at += 1;
  }
}

/** Reads one sequence of tests and actions, up to `-o`, `,` or a closing parenthesis. */
function readBranch(reader: Reader, before: Selection): Selection {
  let selection = before;
  let negated = false;
  for (; reader.at < reader.texts.length; ) {
    const text = reader.texts[reader.at] ?? '';
    if (text === ')' || ALTERNATIVE.has(text)) break;
    reader.at += 1;
    if (text === '!' || text === '-not') {
      negated = !negated;
      continue;
    }
    if (text === '-a' || text === '-and') continue;
    const next = text === '(' ? readGroup(reader, selection) : readPrimary(reader, text, selection);
    // Everything but a name is still nearly everything; an age stays an age either way round.
    if (!negated || AGE.test(text)) selection = narrower(selection, next);
    negated = false;
  }
  return selection;
}

function readGroup(reader: Reader, before: Selection): Selection {
  if (reader.depth === DEEPEST) return 'everything';
  reader.depth += 1;
  const selection = readAlternatives(reader, before);
  reader.depth -= 1;
  reader.at += 1;
  return selection;
}

/** Reads one test or action with its arguments; says what it lets by. */
function readPrimary(reader: Reader, text: string, before: Selection): Selection {
  if (TELLS.has(text)) reader.tellsOnly = true;
  const kind = actionKind(text);
  if (kind !== undefined) reader.actions.push({ kind, selection: before });
  if (kind === 'execute') skipCommand(reader);
  else reader.at += argumentCount(text);
  return selects(text, reader.texts[reader.at - 1] ?? '');
}

function actionKind(text: string): Kind | undefined {
  if (text === '-delete') return 'delete';
  if (EXECUTES.test(text)) return 'execute';
  return PRINTS.test(text) ? 'print' : undefined;
}

/** Skips the command of `-exec`, which ends in `;`, or in `{} +`. */
function skipCommand(reader: Reader): void {
  for (; reader.at < reader.texts.length; reader.at += 1) {
    const text = reader.texts[reader.at];
    const ends = text === ';' || (text === '+' && reader.texts[reader.at - 1]?.includes('{}'));
    if (!ends) continue;
    reader.at += 1;
    return;
  }
}

function argumentCount(text: string): number {
  if (text === '-fprintf') return 2;
  return ALONE.has(text) || !text.startsWith('-') ? 0 : 1;
}

function selects(test: string, value: string): Selection {
  if (NAME.test(test)) {
    if (HISTORY.test(value)) return 'history';
    return EVERY_NAME.test(value) ? 'everything' : 'some';
  }
  if (test === '-regex' || test === '-iregex') {
    return EVERY_MATCH.test(value) ? 'everything' : 'some';
  }
  if (test === '-type' || test === '-xtype') return /[fd]/.test(value) ? 'everything' : 'some';
  return AGE.test(test) || PICKY.has(test) ? 'some' : 'everything';
}

function narrower(one: Selection, other: Selection): Selection {
  if (one === 'history' || other === 'history') return 'history';
  return one === 'some' || other === 'some' ? 'some' : 'everything';
}

function widest(branches: readonly Selection[]): Selection {
  if (branches.includes('everything')) return 'everything';
  return branches.includes('history') ? 'history' : 'some';
}

function strongest(reader: Reader, kind: Kind): Selection | undefined {
  const selections = reader.actions.filter((action) => action.kind === kind);
  if (selections.length === 0) return undefined;
  return widest(selections.map((action) => action.selection));
}

/** More parentheses than anyone nests; what is deeper is read as if it stood outside. */
const DEEPEST = 64;

/** An option that stands before the roots. */
const FRONT_OPTION = /^-(?:[HLPEXdsx]+|O\d?)$/;

/** The first word of the expression. */
const STARTS_EXPRESSION = /^(?:-.|[(!,]$)/;

const ALTERNATIVE: ReadonlySet<string> = /* @__PURE__ */ new Set(['-o', '-or', ',']);

const EXECUTES = /^-(?:exec|ok)(?:dir)?$/;

const PRINTS = /^-(?:f?print0?|f?printf|f?ls)$/;

/** Tests by age, which also narrow when they are negated. */
const AGE = /^-(?:[acm]time|[acm]min|[ac]?newer|newer[aBcm][aBcmt]|used)$/;

/** Tests by name; the value is a shell pattern. */
const NAME = /^-(?:i?name|i?path|i?wholename)$/;

/** Other tests that pick a few. */
const PICKY: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '-empty',
  '-nouser',
  '-nogroup',
  '-false',
  '-size',
  '-inum',
  '-samefile',
  '-links',
  '-lname',
  '-ilname',
]);

/** Options with which GNU's find prints about itself and ends; BSD's know none of them. */
const TELLS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '-help',
  '--help',
  '-version',
  '--version',
]);

/** Tests, options and actions without an argument. */
const ALONE: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '-help',
  '--help',
  '-version',
  '--version',
  '-delete',
  '-print',
  '-print0',
  '-ls',
  '-prune',
  '-quit',
  '-depth',
  '-d',
  '-mount',
  '-xdev',
  '-x',
  '-follow',
  '-noleaf',
  '-daystart',
  '-warn',
  '-nowarn',
  '-ignore_readdir_race',
  '-noignore_readdir_race',
  '-true',
  '-false',
  '-empty',
  '-nouser',
  '-nogroup',
  '-readable',
  '-writable',
  '-executable',
]);

/** A pattern that every name, or nearly every one, matches. */
const EVERY_NAME = /^(?:\.\/|\*\/)?\*+(?:\.\*)?$/;

/** A regular expression that everything matches. */
const EVERY_MATCH = /^(?:\.\/)?\.[*+]$/;

/** The directory of a version history, or what is in it. */
const HISTORY = /^(?:.*\/)?\.(?:git|hg|svn)(?:\/\*)?$/;
