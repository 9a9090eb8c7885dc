/**
 * Rules for the commands of PowerShell and cmd.exe that remove files, and the table of all rules for
 * Windows.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { readParameters } from '../shell/powershell/parameters.js';
import { isOtherDrive, type PathReading } from '../shell/windows-path.js';
import type { Piece, Word } from '../shell/word.js';
import { isSystemFile } from './protection.js';
import { type Reach, reachesOut } from './reach.js';
import { named } from './targets.js';
import {
  below,
  CMD_PATH,
  isWindowsDisk,
  isWindowsSystem,
  LITERAL_PATH,
  POWERSHELL_PATH,
  reachOfHandedOver,
  reachOfWindows,
} from './windows-reach.js';
import { WINDOWS_SYSTEM } from './windows-system.js';

/** `Remove-Item`, and `Clear-Content`, which leaves an empty file. */
export function removesItem(execution: Execution, context: RuleContext): Hit | undefined {
  const { has, value, values, positional } = readParameters(execution.args, ITEM);
  if (has('whatif')) return undefined;
  const picks = has('include') || has('exclude') || value('filter') !== undefined;
  const literal = values('literalpath');
  const targets = [...values('path'), ...positional, ...literal];
  for (const target of targets) {
    if (isOtherDrive(target)) {
      const hit = removesKey(target);
      if (hit !== undefined) return hit;
      continue;
    }
    const reading = literal.includes(target) ? LITERAL_PATH : POWERSHELL_PATH;
    const word = picks ? below(target) : target;
    const hit = removal(target, reachOfWord(word, reading, execution, context), execution, context);
    if (hit !== undefined) return hit;
  }
  if (targets.length > 0 || execution.stdin.kind !== 'pipe') return undefined;
  const reach = reachOfHandedOver(execution.stdin.from, context);
  return reachesOut(reach, context) ? handedOver(execution, reach) : undefined;
}

/** `rd /s`; without the switch it takes empty directories only. */
export function removesDirectories(execution: Execution, context: RuleContext): Hit | undefined {
  const { switches, targets } = readSwitches(execution.args);
  if (switches.has('?')) return undefined;
  for (const target of targets) {
    const reach = reachOfWord(target, CMD_PATH, execution, context);
    if (!switches.has('s') && reach !== 'broad') continue;
    const hit = removal(target, reach, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `del` and `erase`; a directory stands for the files in it. */
export function erases(execution: Execution, context: RuleContext): Hit | undefined {
  const { switches, targets } = readSwitches(execution.args);
  if (switches.has('?')) return undefined;
  for (const target of targets) {
    const reach = reachOfWord(target, CMD_PATH, execution, context);
    const hit = removal(target, reach, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** Methods that delete: `[IO.File]::Delete('x')`, `$item.Delete()`. */
export function deletes(execution: Execution, context: RuleContext): Hit | undefined {
  const [target] = execution.args;
  if (target === undefined) return undefined;
  const reach = reachOfWord(target, LITERAL_PATH, execution, context);
  return removal(target, reach, execution, context);
}

/** Commands that write a file anew: over a disk or a part of the system. */
export function rewritesItem(execution: Execution, context: RuleContext): Hit | undefined {
  const { has, values, positional } = readParameters(execution.args, CONTENT);
  if (has('whatif') || has('append') || has('noclobber')) return undefined;
  const [first] = positional;
  const targets = [...values('filepath'), ...values('path'), ...values('literalpath')];
  if (targets.length === 0 && first !== undefined) targets.push(first);
  return overwriting(targets, execution, context);
}

/** `Move-Item`, `Copy-Item`, `move`, `copy`: what is broad taken away, or a part of the system replaced. */
export function movesItem(execution: Execution, context: RuleContext): Hit | undefined {
  const { has, values, positional } = readParameters(execution.args, MOVE);
  if (has('whatif')) return undefined;
  const plain = positional.filter((word) => !SWITCH.test(word.text));
  const given = [...values('path'), ...values('literalpath')];
  const sources = given.length > 0 ? given : plain.slice(0, 1);
  const rest = given.length > 0 ? plain : plain.slice(1);
  const destination = values('destination')[0] ?? rest[0];
  if (execution.name.startsWith('move')) {
    for (const source of sources) {
      const reach = reachOfWord(source, POWERSHELL_PATH, execution, context);
      if (reach !== 'broad' && !isSystem(source, execution, context)) continue;
      return {
        rule: 'files.move',
        sentence: `${execution.name} would take ${named(source)} away from where it is needed.`,
        span: source.span,
      };
    }
  }
  return overwriting(destination === undefined ? [] : [destination], execution, context);
}

/** `echo x > file` in PowerShell and cmd.exe: redirections over a part of Windows. */
export function redirectsOver(execution: Execution, context: RuleContext): Hit | undefined {
  const targets = execution.redirects
    .filter((redirect) => redirect.operator === '>')
    .map((redirect) => redirect.target);
  return overwriting(targets, execution, context);
}

/** `robocopy source destination /mir`: what the source does not have is deleted. */
export function mirrors(execution: Execution, context: RuleContext): Hit | undefined {
  const { switches, targets } = readSwitches(execution.args);
  const [, destination] = targets;
  if (destination === undefined || switches.has('l')) return undefined;
  if (!switches.has('mir') && !switches.has('purge')) return undefined;
  const reach = reachOfWord(destination, CMD_PATH, execution, context);
  if (!reachesOut(reach, context)) return undefined;
  return {
    rule: 'files.sync_delete',
    sentence: `robocopy would delete in ${named(destination)} all that the source does not have.`,
    span: destination.span,
  };
}

/** All rules for commands of Windows by name. */
export const WINDOWS: RuleTable = /* @__PURE__ */ Object.freeze({
  ...WINDOWS_SYSTEM,
  'remove-item': removesItem,
  'clear-item': removesItem,
  'clear-content': removesItem,
  'set-content': rewritesItem,
  'out-file': rewritesItem,
  'export-csv': rewritesItem,
  'move-item': movesItem,
  'copy-item': movesItem,
  move: movesItem,
  'write-output': redirectsOver,
  'write-host': redirectsOver,
  type: redirectsOver,
  copy: movesItem,
  rd: removesDirectories,
  rmdir: removesInBash,
  erase: erases,
  robocopy: mirrors,
  'io.file.delete': deletes,
  'io.directory.delete': deletes,
  'io.fileinfo.delete': deletes,
  'io.directoryinfo.delete': deletes,
  'microsoft.visualbasic.fileio.filesystem.deletefile': deletes,
  'microsoft.visualbasic.fileio.filesystem.deletedirectory': deletes,
  '.delete': deletes,
  'io.file.writealltext': writesAll,
  'io.file.writeallbytes': writesAll,
  'io.file.writealllines': writesAll,
  'io.file.create': writesAll,
  'io.file.openwrite': writesAll,
} satisfies Record<string, CommandRule>);

/** `rmdir /s /q C:\x`, typed where a POSIX shell reads it. */
function removesInBash(execution: Execution, context: RuleContext): Hit | undefined {
  const { switches } = readSwitches(execution.args);
  return switches.has('s') ? removesDirectories(execution, context) : undefined;
}

function writesAll(execution: Execution, context: RuleContext): Hit | undefined {
  return overwriting(execution.args.slice(0, 1), execution, context);
}

function overwriting(
  targets: readonly Word[],
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  for (const target of targets) {
    if (isWindowsDisk(target)) {
      return {
        rule: 'disks.overwrite',
        sentence: `${execution.name} would write over the disk ${named(target)}.`,
        span: target.span,
      };
    }
    if (!isSystem(target, execution, context)) continue;
    return {
      rule: 'files.overwrite_system',
      sentence: `${execution.name} would write over ${named(target)}, a part of the system.`,
      span: target.span,
    };
  }
  return undefined;
}

function isSystem(word: Word, execution: Execution, context: RuleContext): boolean {
  const windows = isWindowsSystem(word, LITERAL_PATH, execution);
  return windows || isSystemFile(word, execution, context);
}

/** A word judged by its own text, or by what the commands list that it stands for. */
function reachOfWord(
  word: Word,
  reading: PathReading,
  execution: Execution,
  context: RuleContext,
): Reach {
  const runs = runsOf(word.pieces[0]);
  if (word.pieces.length === 1 && runs.length > 0) return reachOfHandedOver(runs, context);
  return reachOfWindows(word, reading, execution, context);
}

function runsOf(piece: Piece | undefined): readonly Execution[] {
  return piece?.kind === 'unknown' ? (piece.runs ?? []) : [];
}

/** A key of the registry that more than one program needs. */
function removesKey(target: Word): Hit | undefined {
  if (!REGISTRY.test(target.text)) return undefined;
  return {
    rule: 'windows.registry',
    sentence: `Remove-Item would remove ${named(target)} from the registry.`,
    span: target.span,
  };
}

function removal(
  target: Word,
  reach: Reach,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  if (!reachesOut(reach, context)) return undefined;
  return {
    rule: 'files.remove',
    sentence: `${execution.name} would remove ${named(target)}, ${REACHES[reach]}.`,
    span: target.span,
  };
}

function handedOver(execution: Execution, reach: Reach): Hit {
  return {
    rule: 'files.remove',
    sentence: `${execution.name} would remove what it is handed, ${REACHES[reach]}.`,
  };
}

/** The switches of cmd.exe, in lower case and without their values, and what is none. */
function readSwitches(args: readonly Word[]): {
  readonly switches: ReadonlySet<string>;
  readonly targets: readonly Word[];
} {
  const switches = new Set<string>();
  const targets: Word[] = [];
  for (const word of args) {
    const name = SWITCH.exec(word.text)?.[1]?.toLowerCase();
    if (name === undefined) targets.push(word);
    else switches.add(name);
  }
  return { switches, targets };
}

const REACHES: Readonly<Record<Reach, string>> = {
  broad: 'all of a workspace, a home, a drive or a system tree',
  outside: 'outside the workspace',
  inside: 'in the workspace',
  unknown: 'in a place that is not known',
};

const SWITCH = /^\/([A-Za-z?]{1,12})(?::.*)?$/;
/** Keys of the machine, and the first of a user's. */
const REGISTRY =
  /^(?:(?:Microsoft\.PowerShell\.Core\\)?Registry::)?(?:HKLM|HKEY_LOCAL_MACHINE|HKCR|HKEY_CLASSES_ROOT|HKU|HKEY_USERS|HKCU:?\\?(?:Software\\?(?:Microsoft\\?)?(?:Windows)?\\?)?$|HKEY_CURRENT_USER\\?(?:Software\\?)?$)(?::|\\|$)?/i;

const ITEM: readonly string[] = [
  'path=*',
  'literalpath=*',
  'pspath=*',
  'lp=*',
  'recurse',
  'force',
  'filter=',
  'include=',
  'exclude=',
  'whatif',
  'wi',
  'confirm',
  'credential=',
  'stream=',
  'verbose',
  'erroraction=',
  'ea=',
];
const CONTENT: readonly string[] = [
  'path=*',
  'literalpath=*',
  'filepath=*',
  'value=',
  'encoding=',
  'append',
  'force',
  'noclobber',
  'nonewline',
  'whatif',
  'confirm',
  'width=',
  'inputobject=',
  'erroraction=',
  'filter=',
  'include=',
  'exclude=',
  'delimiter=',
  'notypeinformation',
];
const MOVE: readonly string[] = [
  'path=*',
  'literalpath=*',
  'destination=',
  'force',
  'filter=',
  'include=',
  'exclude=',
  'recurse',
  'container',
  'passthru',
  'whatif',
  'confirm',
  'credential=',
  'erroraction=',
];
