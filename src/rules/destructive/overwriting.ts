/**
 * Rules for commands that write over files: redirections, `tee`, `truncate`, `find -fprint`.
 *
 * @module
 */
import { isWithin } from '../path.js';
import type { Hit, RuleContext } from '../rule.js';
import type { Execution, Redirect } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { locate, type Target } from '../shell/place.js';
import type { Word } from '../shell/word.js';
import { readFind } from './find.js';
import { isFilledLater } from './order.js';
import { isDisk, isSystemFile } from './protection.js';
import { reachesOut } from './reach.js';
import { named, producersOf, reachOfTarget } from './targets.js';

/** The redirections of any command: to a disk, over a file of the system, or to empty a file. */
export function truncates(execution: Execution, context: RuleContext): Hit | undefined {
  const silent = isSilent(execution) && execution.group !== true;
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

/** The files that the actions of `find` write its findings to. */
export function writesFindings(execution: Execution, context: RuleContext): Hit | undefined {
  const { args } = execution;
  for (const [index, { text }] of args.entries()) {
    const target = FIND_WRITES.test(text) ? args[index + 1] : undefined;
    if (target === undefined) continue;
    const hit = redirects({ operator: '>', target }, false, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `truncate` to nothing. */
export function truncatesFile(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, TRUNCATE);
  const size = options.value('size')?.text ?? '';
  if (options.has('help') || options.has('version') || !NO_SIZE.test(size)) return undefined;
  const target = options.operands.find(
    (word) =>
      isWorthKeeping(word, execution, context) || isWorthKeepingAll(word, execution, context),
  );
  return target === undefined ? undefined : emptying(target, execution);
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

/** Whether a word is all that a `find` comes across, and not among logs or scratch files alone. */
function isWorthKeepingAll(word: Word, execution: Execution, context: RuleContext): boolean {
  const finds = producersOf(word).map(({ run }) => run);
  if (finds.length === 0 || !finds.every((run) => run.name === 'find')) return false;
  const isUnkept = finds.every((run) => {
    const texts = run.args.map((arg) => arg.text);
    return (
      texts.some((text) => UNKEPT_NAME.test(text)) ||
      readFind(run).roots.some((root) => UNKEPT_PLACE.test(`${root.text}/`))
    );
  });
  return !isUnkept && reachesOut(reachOfTarget(word, execution, context), context);
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
  return isFilledLater(target, execution, context.run) ? undefined : emptying(target, execution);
}

/** A write over a disk. */
export function overwritesDisk(target: Word, execution: Execution): Hit {
  return {
    rule: 'disks.overwrite',
    sentence: `${programOf(execution)} would write over the disk ${named(target)}.`,
    span: target.span,
  };
}

/** A write over a part of the system. */
export function overwritesSystem(target: Word, execution: Execution): Hit {
  return {
    rule: 'files.overwrite_system',
    sentence: `${programOf(execution)} would write over ${named(target)}, a part of the system.`,
    span: target.span,
  };
}

/** A file of which nothing is left. */
export function emptying(target: Word, execution: Execution): Hit {
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
  switch (name) {
    case '':
    case ':':
    case 'true':
    case 'false':
      return true;
    case 'cat':
      return args.length === 0
        ? readsNothing(execution)
        : args.every(({ text }) => text === NULL_DEVICE);
    case 'printf':
      return args.length === 1 && args[0]?.text === '';
    case 'echo':
      return args[0]?.text === '-n' && args.slice(1).every(({ text }) => text === '');
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

function isScratch(place: Target, context: RuleContext): boolean {
  if (place.base !== 'absolute') return false;
  return context.scratchRoots.some((root) => isWithin(root, place.path));
}

/** Where nothing comes from and all is lost. */
export const NULL_DEVICE = '/dev/null';

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

const FIND_WRITES = /^-f(?:print0?|printf|ls)$/;

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
