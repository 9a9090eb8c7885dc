/**
 * Rules for disks, backups, the registry and the power of Windows, and for what PowerShell's modules
 * remove elsewhere.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { readParameters } from '../shell/powershell/parameters.js';
import { setOf } from '../tables.js';
import { reachesOut } from './reach.js';
import { findSqlLoss } from './sql-loss.js';
import { CMD_PATH, reachOfWindows } from './windows-reach.js';

/** A command of PowerShell that loses something by its name alone, unless it only says so. */
function loses(rule: string, what: string): CommandRule {
  return (execution) => {
    const { has } = readParameters(execution.args, COMMON);
    if (has('whatif')) return undefined;
    return { rule, sentence: `${execution.name} would ${what}.` };
  };
}

/** `format C:`, whatever shell reads it. */
export function formatsDrive(execution: Execution): Hit | undefined {
  if (hasText(execution, HELP)) return undefined;
  const drive = execution.args.find((word) => DRIVE.test(word.text));
  if (drive === undefined) return undefined;
  return {
    rule: 'disks.format',
    sentence: `format would erase the drive ${drive.text.slice(0, 2).toUpperCase()}.`,
    span: drive.span,
  };
}

/** `diskpart` with a script, or with commands on its input that erase. */
export function partitions(execution: Execution): Hit | undefined {
  const scripted = hasText(execution, /^\/s$/i);
  const text = inputOf(execution);
  if (!scripted && !ERASES.test(text)) return undefined;
  return {
    rule: 'disks.partition',
    sentence: 'diskpart would change or erase the partitions of a disk.',
  };
}

/** A program of Windows whose subcommands and switches say what it would lose. */
function subcommand(rule: string, what: string, ...patterns: readonly RegExp[]): CommandRule {
  return (execution) => {
    if (hasText(execution, HELP)) return undefined;
    const text = execution.args.map((word) => word.text).join(' ');
    if (!patterns.some((pattern) => pattern.test(text))) return undefined;
    return { rule, sentence: `${execution.name} would ${what}.` };
  };
}

/** `takeown /r`, `icacls /t`: owners and rights of a tree that others need. */
export function changesRights(execution: Execution, context: RuleContext): Hit | undefined {
  const texts = execution.args.map((word) => word.text.toLowerCase());
  const recursive = texts.includes('/t') || texts.includes('/r');
  const target = execution.args.find((word, index) => {
    return !word.text.startsWith('/') && !isValue(texts[index - 1]);
  });
  const file = texts.includes('/f') ? execution.args[texts.indexOf('/f') + 1] : target;
  if (!recursive || file === undefined || !CHANGES_RIGHTS.test(texts.join(' '))) return undefined;
  const reach = reachOfWindows(file, CMD_PATH, execution, context);
  if (reach !== 'broad' || !reachesOut(reach, context)) return undefined;
  return {
    rule: 'files.access',
    sentence: `${execution.name} would change the rights of a whole tree of the system.`,
    span: file.span,
  };
}

/** `Invoke-Sqlcmd -Query 'DROP …'`. */
export function queries(execution: Execution, _context: RuleContext): Hit | undefined {
  const { value, positional } = readParameters(execution.args, SQL);
  const query = value('query') ?? positional[0];
  const loss = query === undefined ? undefined : findSqlLoss(query.text, {});
  if (loss === undefined) return undefined;
  return { rule: loss.rule, sentence: `${execution.name} would ${loss.does}.` };
}

function isValue(option: string | undefined): boolean {
  return option === '/grant' || option === '/setowner' || option === '/d' || option === '/u';
}

function hasText(execution: Execution, pattern: RegExp): boolean {
  return execution.args.some((word) => pattern.test(word.text));
}

/** What a command reads, as far as `echo` and heredocs say it. */
function inputOf(execution: Execution): string {
  const { stdin } = execution;
  if (stdin.kind === 'text') return stdin.text.text;
  if (stdin.kind !== 'pipe') return '';
  if (stdin.text !== undefined) return stdin.text.text;
  return stdin.from.flatMap((run) => run.args.map((word) => word.text)).join(' ');
}

const DRIVE = /^[A-Za-z]:\\?$/;
const HELP = /^(?:\/\?|-\?|--help)$/;
const ERASES = /\b(?:clean|format|delete|convert)\b/i;
const CHANGES_RIGHTS = /\/(?:f|grant|reset|setowner|deny|remove|inheritance)/;

const COMMON: readonly string[] = ['whatif', 'confirm', 'force', 'wi'];
const SQL: readonly string[] = [
  'query=',
  'inputfile=',
  'serverinstance=',
  'database=',
  'username=',
  'password=',
  'connectionstring=',
];

const DISK = /* @__PURE__ */ loses('disks.format', 'erase a disk or a part of one');
const STORE = /* @__PURE__ */ loses('windows.remove', 'remove what others depend on');
const POWER = /* @__PURE__ */ loses('system.shutdown', 'take the system down');

/** Commands of PowerShell that erase disks or parts of them. */
const DISK_COMMANDS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'clear-disk format-volume initialize-disk remove-partition remove-virtualdisk remove-storagepool ' +
    'reset-physicaldisk remove-physicaldisk clear-filestoragetier remove-vhd',
);
/** Commands of modules that remove machines, accounts, databases and stores. */
const STORE_COMMANDS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'remove-vm remove-vmsnapshot remove-aduser remove-adgroup remove-adcomputer remove-adobject ' +
    'remove-adorganizationalunit remove-localuser remove-mailbox remove-sqldatabase ' +
    'remove-dbadatabase remove-azresourcegroup remove-azvm remove-azstorageaccount ' +
    'remove-azstoragecontainer remove-azstorageblob remove-azsqldatabase remove-azsqlserver ' +
    'remove-azkeyvault remove-azresource remove-azakscluster remove-azdisk remove-s3bucket ' +
    'remove-s3object remove-ec2instance remove-rdsdbinstance remove-rdsdbcluster remove-ddbtable ' +
    'remove-cfnstack remove-ekscluster remove-gceinstance remove-gcsbucket remove-gcsobject ' +
    'remove-cluster remove-website remove-gpo disable-computerrestore clear-recyclebin ' +
    'remove-wbbackupset remove-dfsnroot remove-msoluser remove-mguser remove-pnptenantsite ' +
    'remove-sposite',
);

/** Rules for the system by the command's name. */
export const WINDOWS_SYSTEM: RuleTable = /* @__PURE__ */ Object.freeze({
  .../* @__PURE__ */ Object.fromEntries([...DISK_COMMANDS].map((name) => [name, DISK])),
  .../* @__PURE__ */ Object.fromEntries([...STORE_COMMANDS].map((name) => [name, STORE])),
  'stop-computer': POWER,
  'restart-computer': POWER,
  'invoke-sqlcmd': queries,
  format: formatsDrive,
  diskpart: partitions,
  cipher: subcommand('disks.wipe', 'write over the free space of a drive', /(?:^| )\/w(?::|$)/i),
  vssadmin: subcommand(
    'windows.backups',
    'delete the copies that files are restored from',
    /^(?:delete|resize) shadow/i,
  ),
  wmic: subcommand(
    'windows.backups',
    'delete the copies that files are restored from',
    /shadowcopy .{0,200}delete/i,
  ),
  wbadmin: subcommand(
    'windows.backups',
    'delete backups',
    /^delete (?:catalog|backup|systemstatebackup)/i,
  ),
  bcdedit: subcommand(
    'windows.boot',
    'change what the system starts from or how it recovers',
    /^\/delete/i,
    /recoveryenabled (?:no|off)/i,
    /bootstatuspolicy ignoreallfailures/i,
  ),
  reg: subcommand(
    'windows.registry',
    'delete keys of the registry that the system or a user needs',
    /^delete "?(?:\\\\[^\\]{1,64}\\)?(?:hklm|hkey_local_machine|hkcr|hkey_classes_root|hku|hkey_users|hkcc)/i,
    /^delete "?(?:hkcu|hkey_current_user)(?:\\software)?(?:\\microsoft(?:\\windows)?)?\\?"?(?: |$)/i,
  ),
  fsutil: subcommand(
    'disks.wipe',
    'destroy the journal or the contents of a volume',
    /^usn deletejournal/i,
    /^file setzerodata/i,
  ),
  wsl: subcommand(
    'windows.remove',
    'remove a distribution and all that is in it',
    /^--unregister /i,
  ),
  'manage-bde': subcommand('disks.wipe', 'wipe a volume', /-wipefreespace/i),
  takeown: changesRights,
  icacls: changesRights,
  cacls: changesRights,
});
