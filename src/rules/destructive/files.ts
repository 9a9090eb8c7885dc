/**
 * Rules for commands that remove files, and the table of all rules for files.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { type Piece, runsIn, type Word, wordOf } from '../shell/word.js';
import { readFind } from './find.js';
import { changesAccess } from './modes.js';
import { rewritesFile, truncatesFile, writesFindings } from './overwriting.js';
import { installs, links, packs } from './placing.js';
import { isDisk, isSystemTree } from './protection.js';
import { type Reach, reachesOut } from './reach.js';
import { itemOf, named, reachOfFind, reachOfTarget } from './targets.js';
import { copies, moves, synchronizes } from './transfers.js';

/** `rm`, `unlink` and the like: a target that is broad or outside the workspace. */
export function removes(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, REMOVE);
  if (options.has('help') || options.has('version')) return undefined;
  // In PowerShell `rm` is an alias, whose dry run this is.
  if (execution.args.some((word) => WHAT_IF.test(word.text))) return undefined;
  const recursive = options.has('recursive');
  for (const target of options.operands) {
    const hit = removesTarget(target, execution, context);
    if (hit !== undefined) return hit;
    if (!recursive || !isListed(target, execution)) continue;
    return {
      rule: 'files.remove_listed',
      sentence: `${execution.name} would remove, with all that is in them, whatever paths it is handed.`,
      span: target.span,
    };
  }
  return undefined;
}

/** `rmdir` takes empty directories only, so that no more than a place of the system can be lost. */
export function removesDirectory(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, REMOVE_DIRECTORY);
  if (options.has('help') || options.has('version')) return undefined;
  const target = options.operands.find(
    (word) =>
      isSystemTree(word, execution, context) || reachOfTarget(word, execution, context) === 'broad',
  );
  return target === undefined ? undefined : removal(target, 'broad', execution);
}

/** `shred`, `srm`, `wipe`: what they remove cannot come back, wherever it is. */
export function shreds(execution: Execution, context: RuleContext): Hit | undefined {
  const grammar = Object.hasOwn(SHREDDERS, execution.name) ? SHREDDERS[execution.name] : undefined;
  const options = readOptions(execution.args, grammar ?? SHRED);
  if (SHRED_IDLE.some((name) => options.has(name))) return undefined;
  for (const target of options.operands) {
    if (isDisk(target, execution)) {
      return {
        rule: 'disks.overwrite',
        sentence: `${execution.name} would write over the disk ${named(target)}.`,
        span: target.span,
      };
    }
    const reach = reachOfTarget(target, execution, context);
    if (reach === 'unknown' && !context.strict) continue;
    return {
      rule: 'files.shred',
      sentence: `${execution.name} would destroy ${named(target)} beyond recovery.`,
      span: target.span,
    };
  }
  return undefined;
}

/** `find … -delete` and `-fprint`. What `-exec` runs is a command of its own. */
export function findsAndDeletes(execution: Execution, context: RuleContext): Hit | undefined {
  const { deletes } = readFind(execution);
  if (deletes === undefined) return writesFindings(execution, context);
  const reach = reachOfFind(execution, deletes, context);
  if (!reachesOut(reach, context)) return undefined;
  return {
    rule: 'files.find_delete',
    sentence: `find would delete ${deletes === 'some' ? 'files' : 'everything'} ${REACHES[reach]}.`,
  };
}

/** `rimraf` and `del-cli`, which read patterns themselves. */
export function removesPatterns(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, REMOVE_PATTERNS);
  if (REMOVE_PATTERNS_IDLE.some((name) => options.has(name))) return undefined;
  for (const operand of options.operands) {
    if (operand.text.startsWith('!')) continue;
    const hit = removesTarget(asPattern(operand), execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** Programs that hold many others, named by their first operand: `shx rm`, `gio remove`. */
export function removesBySubcommand(execution: Execution, context: RuleContext): Hit | undefined {
  const [first, ...args] = execution.args;
  const name = first?.text ?? '';
  const rule = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  return rule?.({ ...execution, name, args }, context);
}

/** All rules for files by program name. */
export const FILES: RuleTable = /* @__PURE__ */ Object.freeze({
  rm: removes,
  grm: removes,
  unlink: removes,
  gunlink: removes,
  premove: removes,
  'trash-empty': emptiesTrash,
  rmdir: removesDirectory,
  grmdir: removesDirectory,
  shred: shreds,
  gshred: shreds,
  srm: shreds,
  wipe: shreds,
  scrub: shreds,
  nwipe: shreds,
  find: findsAndDeletes,
  gfind: findsAndDeletes,
  rimraf: removesPatterns,
  'del-cli': removesPatterns,
  shx: removesBySubcommand,
  gio: removesBySubcommand,
  rsync: synchronizes,
  mv: moves,
  gmv: moves,
  cp: copies,
  gcp: copies,
  install: installs,
  ginstall: installs,
  ln: links,
  gln: links,
  tar: packs,
  gtar: packs,
  bsdtar: packs,
  tee: rewritesFile,
  gtee: rewritesFile,
  sponge: rewritesFile,
  truncate: truncatesFile,
  gtruncate: truncatesFile,
  chmod: changesAccess,
  chown: changesAccess,
  chgrp: changesAccess,
  setfacl: changesAccess,
  chattr: changesAccess,
  chflags: changesAccess,
});

/** `trash-empty` removes for good what was only put aside. */
function emptiesTrash(execution: Execution): Hit | undefined {
  const texts = execution.args.map((word) => word.text);
  if (texts.some((text) => TRASH_IDLE.test(text))) return undefined;
  return {
    rule: 'files.empty_trash',
    sentence: 'trash-empty would remove for good what lies in the trash.',
  };
}

function removesTarget(target: Word, execution: Execution, context: RuleContext): Hit | undefined {
  const reach = reachOfTarget(target, execution, context);
  return reachesOut(reach, context) ? removal(target, reach, execution) : undefined;
}

function removal(target: Word, reach: Reach, execution: Execution): Hit {
  return {
    rule: 'files.remove',
    sentence: `${execution.name} would remove ${named(target)}, ${REACHES[reach]}.`,
    span: target.span,
  };
}

/** Whether a target is each line of a file or of an input that nothing is known of. */
function isListed(target: Word, execution: Execution): boolean {
  const piece = itemOf(target);
  if (piece === undefined) return false;
  const runs = runsIn(target);
  if (runs.length > 0) return runs.every((run) => LISTS.test(run.name) && isBare(run));
  return piece.from === 'input' && execution.via.some((name) => FEEDS.test(name));
}

/** Whether a command reads its operands, or a file, rather than another command. */
function isBare(run: Execution): boolean {
  return run.stdin.kind !== 'pipe';
}

/** The operand with the patterns in its text made active, as the program itself does. */
function asPattern(word: Word): Word {
  const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    const parts = piece.text.split(STARS).filter((part) => part !== '');
    return parts.map((part) => ({ kind: part.startsWith('*') ? 'glob' : 'text', text: part }));
  });
  return wordOf(pieces, word.span);
}

/** How a reach reads in a sentence. */
const REACHES: Readonly<Record<Reach, string>> = {
  broad: 'all of a workspace, a home or a system tree',
  outside: 'outside the workspace',
  inside: 'in the workspace',
  unknown: 'in a place that is not known',
};

const SUBCOMMANDS: { readonly [name: string]: CommandRule } = /* @__PURE__ */ Object.freeze({
  rm: removes,
  remove: removes,
  mv: moves,
  move: moves,
  cp: copies,
  copy: copies,
  chmod: changesAccess,
});

const REMOVE: Grammar = {
  options: [
    '-f --force',
    '-i',
    '-I',
    '-r -R --recursive',
    '-d --dir',
    '-v --verbose',
    '--interactive[=]',
    '--preserve-root[=]',
    '--help',
    '--version',
  ],
};

const WHAT_IF = /^-whatif$/i;

const REMOVE_DIRECTORY: Grammar = {
  options: ['-p --parents', '-v --verbose', '--ignore-fail-on-non-empty', '--help', '--version'],
};

const SHRED: Grammar = {
  options: [
    '-f --force',
    '-n= --iterations=',
    '-s= --size=',
    '-p= --pattern=',
    '-u --remove[=]',
    '-v --verbose',
    '-x --exact',
    '-z --zero',
    '-r -R --recursive',
    '--random-source=',
    '-S --no-signature',
    '--help',
    '--version',
  ],
};

/** Shredders whose options are others than those of GNU. */
const SHREDDERS: { readonly [program: string]: Grammar } = /* @__PURE__ */ Object.freeze({
  srm: { options: ['-h --help', '--version'] },
  wipe: {
    options: ['-b=', '-l=', '-M=', '-o=', '-p=', '-P=', '-Q=', '-R=', '-S=', '-x=', '-h --help'],
  },
});

const SHRED_IDLE: readonly string[] = ['help', 'version'];

const REMOVE_PATTERNS: Grammar = {
  options: [
    '-r -R',
    '-f --force',
    '-g --glob[=]',
    '-G --no-glob',
    '-v --verbose',
    '-V',
    '-i --interactive',
    '-I --no-interactive',
    '-t= --tmp=',
    '-d --dry-run',
    '--impl=',
    '--max-retries=',
    '--retry-delay=',
    '--backoff=',
    '--preserve-root',
    '-h --help',
    '--version',
  ],
  abbreviations: false,
};

const REMOVE_PATTERNS_IDLE: readonly string[] = ['dry-run', 'help', 'version'];

const TRASH_IDLE = /^(?:-h|--help|--version|--dry-run)$/;

/** Programs that print the lines of a file. */
const LISTS = /^(?:cat|bat|sort|uniq|tac|nl|jq|yq)$/;

/** Programs that hand over what they read. */
const FEEDS = /^(?:xargs|gxargs|parallel)$/;

const STARS = /(\*+)/;
