/**
 * How far a change to a path of Windows reaches, whether the workspace is on Windows or not.
 *
 * @module
 */
import type { RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { locate } from '../shell/place.js';
import { readParameters } from '../shell/powershell/parameters.js';
import { type PathReading, toPlainPath, toPlainPlace, toPlainWord } from '../shell/windows-path.js';
import { joinWords, textWord, type Word, wordOf } from '../shell/word.js';
import { type Reach, reachOf, worst } from './reach.js';

/** How far a change to what a word names would reach. */
export function reachOfWindows(
  word: Word,
  reading: PathReading,
  execution: Execution,
  context: RuleContext,
): Reach {
  const plain = plainWord(word, reading, context);
  const here = plainExecution(execution);
  const { base, path, partial } = locate(plain, here.cwd);
  const root = context.workspaceRoot;
  const inside = reachOf(plain, here, {
    ...context,
    ...(root === undefined ? {} : { workspaceRoot: toPlainPath(root) }),
    scratchRoots: context.scratchRoots.map(toPlainPath),
  });
  if (inside === 'inside' || base !== 'absolute') return inside;
  return !partial && BROAD.test(path) ? 'broad' : inside;
}

/** How far a change to what is handed over through a pipe, or as `$_`, would reach. */
export function reachOfHandedOver(runs: readonly Execution[], context: RuleContext): Reach {
  return worst(runs.map((run) => reachOfRun(run, false, context, LONGEST_PIPE)));
}

/** Whether a word names a file that Windows is made of. */
export function isWindowsSystem(word: Word, reading: PathReading, execution: Execution): boolean {
  const { base, path } = locate(toPlainWord(word, reading), plainExecution(execution).cwd);
  return base === 'absolute' && SYSTEM.test(path);
}

/** Whether a word names a disk as a device. */
export function isWindowsDisk(word: Word): boolean {
  return DEVICE.test(word.text);
}

/** The paths that PowerShell's commands read. */
export const POWERSHELL_PATH: PathReading = { patterns: true, tilde: true };
/** The paths of a parameter that takes them literally. */
export const LITERAL_PATH: PathReading = { patterns: false, tilde: true };
/** The paths that cmd.exe's commands read. */
export const CMD_PATH: PathReading = { patterns: true, tilde: false };

/** Goes back through filters to the command that lists something. */
function reachOfRun(run: Execution, thinned: boolean, context: RuleContext, bound: number): Reach {
  if (FILTERS.has(run.name) && run.stdin.kind === 'pipe' && bound > 0) {
    const thins = thinned || THINS.has(run.name);
    const from = run.stdin.from.filter((source) => !FILTERS.has(source.name) || source !== run);
    return worst(from.map((source) => reachOfRun(source, thins, context, bound - 1)));
  }
  switch (run.name) {
    case 'get-childitem':
    case 'dir':
      return reachOfListing(run, thinned, context);
    case 'get-item':
    case 'resolve-path':
    case 'write-output':
    case 'convert-path':
      return reachOfItems(run, thinned, context);
    default:
      return 'unknown';
  }
}

function reachOfListing(run: Execution, thinned: boolean, context: RuleContext): Reach {
  const { values, has, positional } = readParameters(run.args, GET_CHILD_ITEM);
  const plain = positional.filter((word) => !word.text.startsWith('/'));
  const given = [...values('path'), ...values('literalpath'), ...plain];
  // The second thing that stands alone is a filter.
  const [first] = given;
  const root = first ?? textWord('.', run.span);
  const picks = thinned || PICKS.some((name) => has(name)) || given.length > 1;
  if (!picks) return reachOfWindows(root, POWERSHELL_PATH, run, context);
  return reachOfWindows(below(root), POWERSHELL_PATH, run, context);
}

function reachOfItems(run: Execution, thinned: boolean, context: RuleContext): Reach {
  const words = run.args.filter((word) => !word.text.startsWith('-'));
  return worst(
    words.map((word) =>
      reachOfWindows(thinned ? below(word) : word, POWERSHELL_PATH, run, context),
    ),
  );
}

/** Some of what is in a directory. */
export function below(word: Word): Word {
  const part = wordOf([{ kind: 'glob', text: '?*' }], word.span);
  return joinWords([word, part], '\\', word.span);
}

function plainWord(word: Word, reading: PathReading, context: RuleContext): Word {
  const plain = toPlainWord(word, reading);
  const last = plain.pieces.slice(-3);
  const [star, dot, end] = last;
  // `*.*` is everything, with a dot or without one.
  const all =
    reading.patterns && star?.kind === 'glob' && dot?.text === '.' && end?.kind === 'glob';
  const pieces = all ? plain.pieces.slice(0, -2) : plain.pieces;
  const windows = context.workspaceRoot !== undefined && WINDOWS_ROOT.test(context.workspaceRoot);
  if (!windows) return wordOf(pieces, word.span);
  // Windows compares names without their case, and `\` is the root of the workspace's drive.
  const drive = toPlainPath(context.workspaceRoot ?? '').slice(0, 3);
  const lower = pieces.map((piece, index) => {
    if (piece.kind !== 'text') return piece;
    const text = piece.text.toLowerCase();
    const rooted = index === 0 && text.startsWith('/') && !DRIVE_PATH.test(text);
    return { ...piece, text: rooted ? drive + text : text };
  });
  return wordOf(lower, word.span);
}

function plainExecution(execution: Execution): Execution {
  return { ...execution, cwd: toPlainPlace(execution.cwd) };
}

const LONGEST_PIPE = 32;

const WINDOWS_ROOT = /^[a-z]:[\\/]/i;
const DRIVE_PATH = /^\/[a-z]:/;

/** A drive, what Windows is made of, and what holds the homes and programs. */
const BROAD =
  /^\/[a-z]:(?:\/(?:windows|users|program files(?: \(x86\))?|programdata|boot|recovery|\$recycle\.bin|system volume information|documents and settings)?(?:\/|$)|$)/;
/** What the system starts from and runs on; programs are installed beside it by copying. */
const SYSTEM =
  /^\/[a-z]:\/(?:windows(?!\/temp(?:\/|$))|boot|bootmgr|ntldr|boot\.ini|autoexec\.bat|config\.sys|pagefile\.sys)(?:\/|$)/;
const DEVICE = /^\\\\\.\\(?:PhysicalDrive\d|[A-Za-z]:$|Harddisk\d)/i;

const FILTERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'where-object',
  'select-object',
  'sort-object',
  'foreach-object',
  'tee-object',
  'get-item',
  'out-string',
  'group-object',
]);
/** Commands that leave some of what they are handed out. */
const THINS: ReadonlySet<string> = /* @__PURE__ */ new Set(['where-object', 'select-object']);
/** Parameters that pick some of what is listed. */
const PICKS: readonly string[] = ['filter', 'include', 'exclude', 'file', 'hidden', 'readonly'];
const GET_CHILD_ITEM: readonly string[] = [
  'path=',
  'literalpath=',
  'filter=',
  'include=',
  'exclude=',
  'recurse',
  'depth=',
  'force',
  'file',
  'directory',
  'hidden',
  'name',
  'attributes=',
  'system',
  'readonly',
  'followsymlink',
  'erroraction=',
];
