/**
 * Rules for commands that copy and move files, here or to another host.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { locate } from '../shell/place.js';
import type { Word } from '../shell/word.js';
import {
  emptying,
  isWorthKeeping,
  NULL_DEVICE,
  overwritesDisk,
  overwritesSystem,
} from './overwriting.js';
import { isDisk, isSystemFile, isVitalFile } from './protection.js';
import { reachesOut, reachOf } from './reach.js';
import { named, reachOfTarget } from './targets.js';

/** `cp` over a disk or a file of the system, or of nothing over a file. */
export function copies(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, COPY);
  if (COPY_IDLE.some((name) => options.has(name))) return undefined;
  const { sources, destination } = transfer(options.operands, options.value('target-directory'));
  if (destination === undefined || sources.length === 0) return undefined;
  const hit = overwritesVital(destination, execution, context);
  if (hit !== undefined) return hit;
  const empties = sources.some((word) => word.text === NULL_DEVICE);
  return empties && isWorthKeeping(destination, execution, context)
    ? emptying(destination, execution)
    : undefined;
}

/** `mv` into nothing, of what a system or workspace is made of, or over a part of the system. */
export function moves(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, MOVE);
  if (options.has('help') || options.has('version')) return undefined;
  const { sources, destination } = transfer(options.operands, options.value('target-directory'));
  const [first] = sources;
  if (destination === undefined || first === undefined) return undefined;
  if (destination.text === NULL_DEVICE) {
    return {
      rule: 'files.move_to_null',
      sentence: `mv would move ${named(first)} to the null device, which loses it.`,
      span: first.span,
    };
  }
  const inside = reachOf(destination, execution, context) === 'inside';
  for (const source of sources) {
    const broad = reachOfTarget(source, execution, context) === 'broad';
    const within = inside && isOwnContent(source, execution, context);
    if (!(broad && !within) && !isSystemFile(source, execution, context)) continue;
    return {
      rule: 'files.move',
      sentence: `mv would take ${named(source)} away from where it is needed.`,
      span: source.span,
    };
  }
  if (options.has('no-clobber')) return undefined;
  return overwritesVital(destination, execution, context);
}

/** `rsync` that deletes outside the workspace, or takes sources away that are needed. */
export function synchronizes(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, RSYNC);
  if (RSYNC_IDLE.some((name) => options.has(name))) return undefined;
  const destination = options.operands.at(-1);
  if (destination === undefined || options.operands.length < 2) return undefined;
  if (options.has('remove-source-files')) {
    const hit = takesAway(options.operands.slice(0, -1), execution, context);
    if (hit !== undefined) return hit;
  }
  if (!RSYNC_DELETES.some((name) => options.has(name))) return undefined;
  const remote = REMOTE.test(destination.text);
  if (!remote && !reachesOut(reachOfTarget(destination, execution, context), context)) {
    return undefined;
  }
  return {
    rule: 'files.sync_delete',
    sentence: `rsync would delete in ${named(destination)} all that the source does not have.`,
    span: destination.span,
  };
}

function takesAway(
  sources: readonly Word[],
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const source = sources.find(
    (word) =>
      !REMOTE.test(word.text) &&
      (isSystemFile(word, execution, context) ||
        reachOfTarget(word, execution, context) === 'broad'),
  );
  if (source === undefined) return undefined;
  return {
    rule: 'files.move',
    sentence: `${execution.name} would take ${named(source)} away from where it is needed.`,
    span: source.span,
  };
}

/** A copy over a disk, or over a file that every system needs. */
export function overwritesVital(
  destination: Word,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  if (isDisk(destination, execution)) return overwritesDisk(destination, execution);
  if (execution.elsewhere === 'container') return undefined;
  return isVitalFile(destination, execution, context)
    ? overwritesSystem(destination, execution)
    : undefined;
}

/** What is transferred, and where to: the last operand, or the directory that an option names. */
export function transfer(
  operands: readonly Word[],
  directory: Word | undefined,
): { readonly sources: readonly Word[]; readonly destination: Word | undefined } {
  if (directory !== undefined) return { sources: operands, destination: directory };
  return { sources: operands.slice(0, -1), destination: operands.at(-1) };
}

/** Whether a source is what is in the workspace, rather than the workspace or its history. */
function isOwnContent(source: Word, execution: Execution, context: RuleContext): boolean {
  const place = locate(source, execution.cwd);
  if (!place.contents) return false;
  return place.base === 'work' ? place.path === '.' : place.path === context.workspaceRoot;
}

/** `host:path`, `user@host:path`, `rsync://host/path`. */
const REMOTE = /^(?:rsync:\/\/|(?:[^/:]+):)/;

const COPY: Grammar = {
  options: [
    '-a --archive',
    '--backup[=]',
    '-f --force',
    '-i --interactive',
    '-n --no-clobber',
    '--preserve[=]',
    '--no-preserve=',
    '-r -R --recursive',
    '--reflink[=]',
    '--sparse=',
    '-S= --suffix=',
    '-t= --target-directory=',
    '-T --no-target-directory',
    '-u --update[=]',
    '-v --verbose',
    '-x --one-file-system',
    '--context[=]',
    '--help',
    '--version',
  ],
};

/** With these `cp` writes over nothing. */
const COPY_IDLE: readonly string[] = ['no-clobber', 'help', 'version'];

const MOVE: Grammar = {
  options: [
    '--backup[=]',
    '-f --force',
    '-i --interactive',
    '-n --no-clobber',
    '-S= --suffix=',
    '-t= --target-directory=',
    '-T --no-target-directory',
    '-u --update[=]',
    '-v --verbose',
    '--help',
    '--version',
  ],
};

const RSYNC: Grammar = {
  options: [
    '-n --dry-run',
    '--list-only',
    '--help',
    '-V --version',
    '--del --delete',
    '--delete-before',
    '--delete-during',
    '--delete-delay',
    '--delete-after',
    '--delete-excluded',
    '--delete-missing-args',
    '--remove-source-files',
    '-e= --rsh=',
    '-f= --filter=',
    '-T= --temp-dir=',
    '-B= --block-size=',
    '-M= --remote-option=',
    '-@= --modify-window=',
    '--rsync-path=',
    '--exclude=',
    '--exclude-from=',
    '--include=',
    '--include-from=',
    '--files-from=',
    '--compare-dest=',
    '--copy-dest=',
    '--link-dest=',
    '--compress-level=',
    '--compress-choice=',
    '--timeout=',
    '--contimeout=',
    '--max-delete=',
    '--max-size=',
    '--min-size=',
    '--backup-dir=',
    '--suffix=',
    '--chmod=',
    '--chown=',
    '--usermap=',
    '--groupmap=',
    '--log-file=',
    '--log-file-format=',
    '--out-format=',
    '--password-file=',
    '--port=',
    '--sockopts=',
    '--bwlimit=',
    '--partial-dir=',
    '--iconv=',
    '--info=',
    '--debug=',
    '--address=',
    '--protocol=',
    '--skip-compress=',
  ],
  abbreviations: false,
};

const RSYNC_IDLE: readonly string[] = ['dry-run', 'list-only', 'help', 'version'];

const RSYNC_DELETES: readonly string[] = [
  'delete',
  'delete-before',
  'delete-during',
  'delete-delay',
  'delete-after',
  'delete-excluded',
  'delete-missing-args',
];
