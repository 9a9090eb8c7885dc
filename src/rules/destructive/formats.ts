/**
 * Rules for commands that make a file system or swap space, which loses what was there.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { isDisk } from './protection.js';
import { named } from './targets.js';

/** `mkfs`, which takes the type as an option and passes the rest on. */
export function formatsByType(execution: Execution, context: RuleContext): Hit | undefined {
  const type = readOptions(execution.args, MKFS).value('type')?.text ?? 'ext2';
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const grammar = kind ?? PLAIN;
  return formatsWith(
    {
      ...grammar,
      options: [...grammar.options.filter((option) => !TYPE.test(option)), ...MKFS.options],
    },
    execution,
    context,
  );
}

/** `mkfs.ext4`, `mke2fs`, `mkswap`, `newfs_msdos`: programs that make one kind. */
export function formats(execution: Execution, context: RuleContext): Hit | undefined {
  return formatsWith(grammarOf(execution.name), execution, context);
}

/** Whether a program is one of a family: `mkfs.ext4`, `newfs_msdos`. */
export function isFormatter(name: string): boolean {
  return FORMATTER.test(name);
}

function formatsWith(
  grammar: Formatter,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const options = readOptions(execution.args, grammar);
  if (isIdle(options, grammar)) return undefined;
  const target = options.operands.find((word) => isTarget(word, execution, context));
  if (target === undefined) return undefined;
  return {
    rule: 'disks.format',
    sentence: `${execution.name} would make a new file system on ${named(target)} and lose what is there.`,
    span: target.span,
  };
}

function isIdle(options: Options, grammar: Formatter): boolean {
  return [...(grammar.dry ?? []), 'help', 'version'].some((name) => options.has(name));
}

/** An image in a file is no disk; what is not known is one under `strict` only. */
function isTarget(word: Word, execution: Execution, context: RuleContext): boolean {
  if (isDisk(word, execution) || BARE_DEVICE.test(word.text)) return true;
  return context.strict && !word.known;
}

interface Formatter extends Grammar {
  /** Options with which nothing is written. */
  readonly dry?: readonly string[];
}

function grammarOf(name: string): Formatter {
  const type = name.replace(FAMILY, '');
  return (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? PLAIN;
}

/** A family of programs, each named after the kind of file system that it makes. */
const FORMATTER = /^(?:mkfs\.|newfs_)/;

/** What stands in front of the kind. */
const FAMILY = /^(?:mkfs\.|newfs_)/;

/** A device that BSD names without its directory. */
const BARE_DEVICE = /^r?(?:ada|da|nda|nvd|md|disk)\d+(?:[ps]\d+)?[a-h]?$/;

const TYPE = /^-t/;

const MKFS: Grammar = { options: ['-t= --type=', '-V --version', '-h --help'] };

const PLAIN: Formatter = {
  options: [
    '-L= --label=',
    '-U= --uuid=',
    '-b= --block-size=',
    '-o= --options=',
    '-O= --features=',
    '-F --force',
    '-h --help',
    '-V --version',
  ],
};

const EXT: Formatter = {
  options: [
    '-b=',
    '-c',
    '-C=',
    '-d=',
    '-D',
    '-e=',
    '-E=',
    '-F',
    '-g=',
    '-G=',
    '-i=',
    '-I=',
    '-j',
    '-J=',
    '-l=',
    '-L=',
    '-m=',
    '-M=',
    '-n --dry-run',
    '-N=',
    '-o=',
    '-O=',
    '-q',
    '-r=',
    '-S',
    '-t=',
    '-T=',
    '-U=',
    '-v',
    '-V --version',
    '-z=',
  ],
  dry: ['dry-run'],
};

/** For FAT `-n` is the volume's name. */
const FAT: Formatter = {
  options: [
    '-a',
    '-A',
    '-b=',
    '-c',
    '-C',
    '-D=',
    '-f=',
    '-F=',
    '-g=',
    '-h=',
    '-i=',
    '-I',
    '-l=',
    '-m=',
    '-M=',
    '-n=',
    '-r=',
    '-R=',
    '-s=',
    '-S=',
    '-v',
    '--help',
  ],
};

const NTFS: Formatter = {
  options: [
    '-n --no-action',
    '-c= --cluster-size=',
    '-f --fast --quick',
    '-F --force',
    '-L= --label=',
    '-p= --partition-start=',
    '-H= --heads=',
    '-s= --sector-size=',
    '-S= --sectors-per-track=',
    '-z= --mft-zone-multiplier=',
    '-h --help',
    '-V --version',
  ],
  dry: ['no-action'],
};

const KINDS: { readonly [kind: string]: Formatter } = /* @__PURE__ */ Object.freeze({
  ext2: EXT,
  ext3: EXT,
  ext4: EXT,
  ext4dev: EXT,
  mke2fs: EXT,
  vfat: FAT,
  fat: FAT,
  msdos: FAT,
  mkdosfs: FAT,
  ntfs: NTFS,
  mkntfs: NTFS,
  xfs: {
    options: [
      '-b=',
      '-c=',
      '-d=',
      '-f',
      '-i=',
      '-K',
      '-l=',
      '-L=',
      '-m=',
      '-n=',
      '-N --dry-run',
      '-p=',
      '-q',
      '-r=',
      '-s=',
      '-V --version',
    ],
    dry: ['dry-run'],
  },
  btrfs: {
    options: [
      '-d= --data=',
      '-m= --metadata=',
      '-M --mixed',
      '-n= --nodesize=',
      '-s= --sectorsize=',
      '-L= --label=',
      '-U= --uuid=',
      '-r= --rootdir=',
      '-O= --features=',
      '-R= --runtime-features=',
      '-b= --byte-count=',
      '-f --force',
      '-K --nodiscard',
      '-q --quiet',
      '-v --verbose',
      '-V --version',
      '--help',
    ],
  },
  exfat: {
    options: [
      '-n= -L= --volume-label=',
      '-c= --cluster-size=',
      '-b= --boundary-align=',
      '-f',
      '-h --help',
      '-V --version',
    ],
  },
  f2fs: {
    options: [
      '-a=',
      '-c=',
      '-C=',
      '-d=',
      '-e=',
      '-E=',
      '-f',
      '-g=',
      '-i',
      '-l=',
      '-m',
      '-o=',
      '-O=',
      '-r',
      '-R=',
      '-s=',
      '-t=',
      '-T=',
      '-U=',
      '-V --version',
      '-w=',
      '-z=',
    ],
  },
  minix: {
    options: [
      '-n= --namelength=',
      '-i= --inodes=',
      '-c --check',
      '-l= --badblocks=',
      '-h --help',
      '-V --version',
    ],
  },
  mkswap: {
    options: [
      '-c --check',
      '-f --force',
      '-p= --pagesize=',
      '-L= --label=',
      '-v= --swapversion=',
      '-U= --uuid=',
      '-e= --endianness=',
      '-o= --offset=',
      '-s= --size=',
      '-F --file',
      '-q --quiet',
      '-h --help',
      '-V --version',
    ],
  },
});
