/**
 * How far a target of a change reaches when other commands hand it over: the items of `xargs`,
 * `find -exec`, `read` and `$(…)`.
 *
 * @module
 */
import { quote } from '../finding.js';
import type { RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { FD_RUNS } from '../shell/feeders.js';
import { type Grammar, readOptions } from '../shell/options.js';
import {
  joinWords,
  type Piece,
  textWord,
  UNKNOWN,
  type UnknownPiece,
  type Word,
  wordOf,
} from '../shell/word.js';
import { readFind, type Selection } from './find.js';
import { type Reach, reachOf, worst } from './reach.js';

/** A command whose output reaches another one, and whether it was thinned out on the way. */
export interface Producer {
  readonly run: Execution;
  readonly thinned: boolean;
}

/**
 * How far a change to what a word names would reach. A word that is all the output of known commands
 * reaches as far as what they list; every other word is judged by its own text.
 */
export function reachOfTarget(word: Word, execution: Execution, context: RuleContext): Reach {
  const spelled = spellOut(word, context);
  const item = itemOf(spelled);
  const producers = producersOf(spelled);
  if (item === undefined || producers.length === 0) return reachOfPath(spelled, execution, context);
  const known = REACHES.get(context) ?? new Map<Piece, Reach>();
  const { via } = execution;
  const executed =
    via.lastIndexOf('find') > Math.max(...FEEDERS.map((name) => via.lastIndexOf(name)));
  const reach =
    known.get(item) ??
    worst(producers.map((producer) => reachOfProducer(producer, executed, context)));
  REACHES.set(context, known.set(item, reach));
  return reach;
}

/** The same item may be handed over many times in one command. */
const REACHES: WeakMap<RuleContext, Map<Piece, Reach>> = /* @__PURE__ */ new WeakMap();

/** How far what `find` itself deletes would reach. */
export function reachOfFind(run: Execution, selection: Selection, context: RuleContext): Reach {
  const { roots } = readFind(run);
  const words = roots.length === 0 ? [textWord('.', run.span)] : roots;
  return worst(words.map((root) => reachBelow(root, run, selection, context)));
}

/** The commands whose output a word is, followed back through the filters between. */
export function producersOf(word: Word): readonly Producer[] {
  const piece = itemOf(word);
  if (piece === undefined) return [];
  const known = PRODUCERS.get(piece);
  if (known !== undefined) return known;
  const producers = followBack(piece.runs ?? []);
  PRODUCERS.set(piece, producers);
  return producers;
}

const PRODUCERS: WeakMap<Piece, readonly Producer[]> = /* @__PURE__ */ new WeakMap();

/** A word of a command, quoted for a sentence; what is not known of it is an ellipsis. */
export function named(word: Word): string {
  return quote(word.text.replaceAll(UNKNOWN, '…'));
}

/** The piece of a word that is nothing else but one unknown item, perhaps behind `./`. */
export function itemOf(word: Word): UnknownPiece | undefined {
  if (!ITEM.test(word.text)) return undefined;
  for (const piece of word.pieces) if (piece.kind === 'unknown') return piece;
  return undefined;
}

/** The reach of what lies below an item, as far as the item is known. */
function reachOfPath(word: Word, execution: Execution, context: RuleContext): Reach {
  const reach = reachOf(word, execution, context);
  const [first] = word.pieces;
  if (reach !== 'broad' || first?.kind !== 'unknown' || first.runs === undefined) return reach;
  // The directory is there and has a name, unlike an unset variable.
  if (first.runs.some((run) => run.name === 'mktemp')) return 'unknown';
  const item = reachOfTarget(wordOf([first], word.span), execution, context);
  return item === 'inside' ? item : reach;
}

/** Puts in what the commands that only print where they are would print. */
function spellOut(word: Word, context: RuleContext): Word {
  if (word.known) return word;
  const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
    const run = piece.kind === 'unknown' && piece.runs?.length === 1 ? piece.runs[0] : undefined;
    return (run === undefined ? undefined : printedPath(run, context)) ?? [piece];
  });
  return wordOf(pieces, word.span);
}

function printedPath(run: Execution, context: RuleContext): readonly Piece[] | undefined {
  const [first, second] = run.args;
  if (run.name === 'pwd') return piecesOfPlace(run);
  if (run.name === 'git' && first?.text === 'rev-parse' && second?.text === '--show-toplevel') {
    const root = context.workspaceRoot;
    if (root === undefined || run.args.length > 2) return undefined;
    return [{ kind: 'text', text: root }];
  }
  const operand = run.args.at(-1);
  if (operand === undefined || !operand.known || operand.text.startsWith('-')) return undefined;
  if (run.name === 'realpath' || run.name === 'readlink') return operand.pieces;
  return run.name === 'dirname' ? [...operand.pieces, { kind: 'text', text: '/..' }] : undefined;
}

function piecesOfPlace(run: Execution): readonly Piece[] | undefined {
  const { base, path } = run.cwd;
  if (base === 'absolute' || base === 'work') return [{ kind: 'text', text: path }];
  if (base === 'unknown') return undefined;
  const home: Piece = { kind: 'home', text: '~' };
  return path === '.' ? [home] : [home, { kind: 'text', text: `/${path}` }];
}

/** Goes back through filters to the commands that first list something. */
function followBack(runs: readonly Execution[]): readonly Producer[] {
  const producers: Producer[] = [];
  const seen = new Set<Execution>();
  const open: Producer[] = lastOf(runs).map((run) => ({ run, thinned: false }));
  for (let producer = open.pop(); producer !== undefined; producer = open.pop()) {
    const { run, thinned } = producer;
    if (seen.has(run)) continue;
    seen.add(run);
    const filter = Object.hasOwn(FILTERS, run.name) ? FILTERS[run.name] : undefined;
    if (filter === undefined || run.stdin.kind !== 'pipe') {
      producers.push(producer);
      continue;
    }
    const thins = thinned || filter(run.args.map((word) => word.text));
    open.push(...lastOf(run.stdin.from).map((source) => ({ run: source, thinned: thins })));
  }
  return producers;
}

/** Those of some commands whose output no other one of them takes in. */
function lastOf(runs: readonly Execution[]): readonly Execution[] {
  const taken = new Set<Execution>();
  for (const { stdin } of runs) {
    if (stdin.kind !== 'pipe') continue;
    for (const source of stdin.from) taken.add(source);
  }
  return runs.filter((run) => !taken.has(run));
}

function reachOfProducer(producer: Producer, executed: boolean, context: RuleContext): Reach {
  const { run, thinned } = producer;
  switch (run.name) {
    case 'find': {
      const { executes, prints } = readFind(run);
      const selection = (executed ? executes : prints) ?? 'some';
      return reachOfFind(run, thinned && selection === 'everything' ? 'some' : selection, context);
    }
    case 'ls':
    case 'dir':
    case 'vdir':
      return reachOfListing(run, thinned, context);
    case 'fd':
    case 'fdfind':
      return reachOfFd(run, thinned, context);
    case 'git':
      return reachOfTracked(run, thinned, context);
    case 'locate':
    case 'plocate':
    case 'mlocate':
    case 'mdfind':
      return 'outside';
    default:
      return 'unknown';
  }
}

function reachOfListing(run: Execution, thinned: boolean, context: RuleContext): Reach {
  const { operands } = readOptions(run.args, LS);
  const words = operands.length === 0 ? [textWord('.', run.span)] : operands;
  return worst(
    words.map((word) => reachBelow(word, run, thinned ? 'some' : 'everything', context)),
  );
}

function reachOfFd(run: Execution, thinned: boolean, context: RuleContext): Reach {
  const end = run.args.findIndex((word) => FD_RUNS.has(word.text));
  const options = readOptions(run.args.slice(0, end < 0 ? undefined : end), FD);
  const [pattern, ...paths] = options.operands;
  const picks = FD_PICKS.some((name) => options.has(name));
  const every = pattern === undefined || EVERY_PATTERN.test(pattern.text);
  const selection = every && !picks && !thinned ? 'everything' : 'some';
  const words = paths.length === 0 ? [textWord('.', run.span)] : paths;
  return worst(words.map((word) => reachBelow(word, run, selection, context)));
}

/** `git ls-files` lists all that is tracked, or with `--others` all that is not. */
function reachOfTracked(run: Execution, thinned: boolean, context: RuleContext): Reach {
  const [command, ...rest] = run.args;
  if (command?.text !== 'ls-files') return 'unknown';
  const options = readOptions(rest, LS_FILES);
  if (options.has('deleted') || options.has('unmerged')) return 'inside';
  const words = options.operands.length === 0 ? [textWord('.', run.span)] : options.operands;
  return worst(
    words.map((word) => reachBelow(word, run, thinned ? 'some' : 'everything', context)),
  );
}

/** How far a change to what is below a root would reach. */
function reachBelow(root: Word, run: Execution, selection: Selection, context: RuleContext): Reach {
  const word = spellOut(root, context);
  if (selection === 'everything') return reachOf(word, run, context);
  const part = wordOf([{ kind: 'glob', text: '?*' }], word.span);
  const reach = reachOf(joinWords([word, part], '/', word.span), run, context);
  return selection === 'history' && reach === 'inside' ? 'broad' : reach;
}

/** Programs that hand over what they read, rather than what they find themselves. */
const FEEDERS: readonly string[] = ['xargs', 'parallel'];

/** Programs that hand on what they read, and whether that leaves some of it out. */
const FILTERS: { readonly [program: string]: (args: readonly string[]) => boolean } =
  /* @__PURE__ */ Object.freeze({
    cat: () => false,
    tee: () => false,
    sort: () => false,
    uniq: () => false,
    shuf: () => false,
    tac: () => false,
    rev: () => false,
    tr: () => false,
    cut: () => false,
    xargs: () => false,
    echo: () => false,
    sed: (args: readonly string[]) => !args.some((text) => SUBSTITUTES.test(text)),
    awk: (args: readonly string[]) => !args.some((text) => EVERY_LINE.test(text)),
    grep: isPickingGrep,
    egrep: isPickingGrep,
    fgrep: isPickingGrep,
    rg: isPickingGrep,
    head: () => true,
    tail: () => true,
    fzf: () => true,
    comm: () => true,
  });

/** A `grep -v` leaves nearly everything in. */
function isPickingGrep(args: readonly string[]): boolean {
  return !args.some((text) => INVERTS.test(text));
}

/** One unknown part, alone or behind `./`. */
const ITEM = /^(?:\.\/)?\uFFFC$/;

/** A `sed` that only rewrites lines. */
const SUBSTITUTES = /^s[^\w\s]/;

/** An `awk` program without a condition. */
const EVERY_LINE = /^\s*\{/;

const INVERTS = /^(?:-[a-zA-Z]*v|--invert-match$)/;

const LS: Grammar = {
  options: [
    '-I --ignore=',
    '--hide=',
    '-w --width=',
    '-T --tabsize=',
    '--block-size=',
    '--color[=]',
    '--format=',
    '--sort=',
    '--time=',
    '--time-style=',
    '--indicator-style=',
    '--quoting-style=',
  ],
};

const FD: Grammar = {
  options: [
    '-e --extension=',
    '-t --type=',
    '-E --exclude=',
    '-d --max-depth --maxdepth=',
    '--min-depth=',
    '--exact-depth=',
    '-S --size=',
    '--changed-within --newer=',
    '--changed-before --older=',
    '-o --owner=',
    '-c --color=',
    '-j --threads=',
    '--base-directory=',
    '--search-path=',
    '-g --glob',
  ],
  abbreviations: false,
};

/** Options of `fd` that pick a few. */
const FD_PICKS: readonly string[] = ['extension', 'size', 'newer', 'older'];

const EVERY_PATTERN = /^(?:\.?[*+]?|\^)$/;

const LS_FILES: Grammar = {
  options: [
    '-d --deleted',
    '-u --unmerged',
    '-x --exclude=',
    '-X --exclude-from=',
    '--exclude-per-directory=',
    '--format=',
    '--with-tree=',
    '--abbrev[=]',
  ],
};
