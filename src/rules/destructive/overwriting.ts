/**
 * Rules for commands that write over files: redirections, copies, moves, truncation.
 *
 * @module
 */
import { isWithin } from '../path.js';
import type { Hit, RuleContext } from '../rule.js';
import type { Execution, Redirect } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { locate, type Target } from '../shell/place.js';
import type { Word } from '../shell/word.js';
import { isDisk, isSystemFile, isVitalFile } from './protection.js';
import { reachesOut, reachOf } from './reach.js';
import { named, reachOfTarget } from './targets.js';

/** The redirections of any command: to a disk, over a file of the system, or to empty a file. */
export function truncates(execution: Execution, context: RuleContext): Hit | undefined {
  const silent = isSilent(execution);
  for (const redirect of execution.redirects) {
    const hit = redirects(redirect, silent, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `tee` and `sponge` without `-a`. */
export function rewritesFile(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, TEE);
  const operator = options.has('append') ? '>>' : '>';
  const silent = readsNothing(execution);
  for (const target of options.operands) {
    const hit = redirects({ operator, target }, silent, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `truncate` to nothing. */
export function truncatesFile(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, TRUNCATE);
  const size = options.value('size')?.text ?? '';
  if (options.has('help') || options.has('version') || !NO_SIZE.test(size)) return undefined;
  const target = options.operands.find((word) => isWorthKeeping(word, execution, context));
  return target === undefined ? undefined : emptying(target, execution);
}

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

/** `rsync --delete` where what it deletes is outside the workspace. */
export function synchronizes(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, RSYNC);
  if (RSYNC_IDLE.some((name) => options.has(name))) return undefined;
  const destination = options.operands.at(-1);
  if (destination === undefined || options.operands.length < 2) return undefined;
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

/** Whether a file is one that somebody would miss: no log, no scratch file, no marker. */
export function isWorthKeeping(word: Word, execution: Execution, context: RuleContext): boolean {
  const place = locate(word, execution.cwd);
  if (place.base === 'unknown' || !word.known) return false;
  if (place.base === 'absolute' && UNKEPT_PLACE.test(place.path)) return false;
  if (isScratch(place, context) || execution.elsewhere === 'container') return false;
  const text = word.text;
  return !UNKEPT_PATH.test(text) && !UNKEPT_NAME.test(text.slice(text.lastIndexOf('/') + 1));
}

function redirects(
  redirect: Pick<Redirect, 'operator' | 'target'>,
  silent: boolean,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const { operator, target } = redirect;
  if (operator === '<' || operator === '<&' || DESCRIPTOR.test(target.text)) return undefined;
  if (isDisk(target, execution)) return overwritesDisk(target, execution);
  // Appending destroys nothing, and a container's files come back with its image.
  if (!TRUNCATES.test(operator) || execution.elsewhere === 'container') return undefined;
  if (isSystemFile(target, execution, context)) return overwritesSystem(target, execution);
  if (!silent || !isWorthKeeping(target, execution, context)) return undefined;
  return isFilledLater(target, execution, context) ? undefined : emptying(target, execution);
}

function overwritesVital(
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

function overwritesDisk(target: Word, execution: Execution): Hit {
  return {
    rule: 'disks.overwrite',
    sentence: `${programOf(execution)} would write over the disk ${named(target)}.`,
    span: target.span,
  };
}

function overwritesSystem(target: Word, execution: Execution): Hit {
  return {
    rule: 'files.overwrite_system',
    sentence: `${programOf(execution)} would write over ${named(target)}, a part of the system.`,
    span: target.span,
  };
}

function emptying(target: Word, execution: Execution): Hit {
  return {
    rule: 'files.empty',
    sentence: `${programOf(execution)} would empty ${named(target)}.`,
    span: target.span,
  };
}

function programOf(execution: Execution): string {
  return execution.name === '' ? 'A redirection' : execution.name;
}

/** Whether a command writes nothing, so that redirecting it empties the file. */
function isSilent(execution: Execution): boolean {
  const { name, args } = execution;
  const texts = args.map((word) => word.text);
  switch (name) {
    case '':
    case ':':
    case 'true':
    case 'false':
      return true;
    case 'cat':
      return args.length === 0
        ? readsNothing(execution)
        : texts.every((text) => text === NULL_DEVICE);
    case 'printf':
      return texts.length === 1 && texts[0] === '';
    case 'echo':
      return texts[0] === '-n' && texts.slice(1).every((text) => text === '');
    default:
      return false;
  }
}

/** Whether a command's input is empty. */
function readsNothing(execution: Execution): boolean {
  const { stdin } = execution;
  if (stdin.kind === 'file') return stdin.path.text === NULL_DEVICE;
  if (stdin.kind === 'text') return stdin.text.pieces.length === 0;
  return stdin.kind === 'pipe' && stdin.from.length > 0 && stdin.from.every(isSilent);
}

/** Whether the same command text appends to the file afterwards: then it starts a new one. */
function isFilledLater(target: Word, execution: Execution, context: RuleContext): boolean {
  const { executions } = context.run;
  const at = executions.indexOf(execution);
  return executions.slice(at + 1).some((later) => {
    const appends = later.redirects.some(
      ({ operator, target: next }) => operator.includes('>>') && next.text === target.text,
    );
    const tees = later.name === 'tee' && later.args.some((word) => word.text === target.text);
    return appends || tees;
  });
}

function transfer(
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

function isScratch(place: Target, context: RuleContext): boolean {
  if (place.base !== 'absolute') return false;
  return context.scratchRoots.some((root) => isWithin(root, place.path));
}

const NULL_DEVICE = '/dev/null';

/** A descriptor's number, or `-` to close it. */
const DESCRIPTOR = /^(?:\d+-?|-)$/;

/** Redirections that start the file anew. */
const TRUNCATES = /^(?:>|>\||&>|>&)$/;

const NO_SIZE = /^[<]?0+(?:[KMGTPEZY](?:i?B)?|B)?$/i;

/** Where files are not kept. */
const UNKEPT_PLACE =
  /^\/(?:tmp|var\/(?:tmp|log|run|cache)|run|dev|proc|sys|private\/(?:tmp|var))\//;

/** A directory of logs or scratch files on the way. */
const UNKEPT_PATH = /(?:^|\/)(?:logs?|te?mp|\.?cache)\//i;

/** Logs, scratch files and files that only have to be there. */
const UNKEPT_NAME =
  /(?:^|[-_.])(?:logs?|te?mp)(?:[-_.]|$)|\.(?:out|err|pid|lock|trace|stamp|done)(?:\.\d+)?$|^(?:\.nojekyll|\.(?:git)?keep|\.npmignore|\.empty|__init__\.py|py\.typed|CACHEDIR\.TAG)$/i;

/** `host:path`, `user@host:path`, `rsync://host/path`. */
const REMOTE = /^(?:rsync:\/\/|(?:[^/:]+):)/;

const TEE: Grammar = {
  options: ['-a --append', '-i --ignore-interrupts', '-p', '--output-error[=]'],
};

const TRUNCATE: Grammar = {
  options: [
    '-c --no-create',
    '-o --io-blocks',
    '-r= --reference=',
    '-s= --size=',
    '--help',
    '--version',
  ],
};

const COPY: Grammar = {
  options: [
    '-a --archive',
    '--attributes-only',
    '--backup[=]',
    '-f --force',
    '-i --interactive',
    '-n --no-clobber',
    '--parents',
    '--preserve[=]',
    '--no-preserve=',
    '-r -R --recursive',
    '--reflink[=]',
    '--remove-destination',
    '--sparse=',
    '--strip-trailing-slashes',
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
    '--strip-trailing-slashes',
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
