/**
 * Rules for commands that take a system down: every process, the power, users, firewalls, schedules.
 *
 * @module
 */
import type { Hit, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { type Producer, producersOf } from './targets.js';

/** `kill` of every process: the target `-1`, or all that `ps` lists. */
export function kills(execution: Execution): Hit | undefined {
  const targets = targetsOfKill(execution.args);
  const producers = new Set(targets.flatMap(producersOf));
  if (!targets.some((word) => word.text === '-1') && ![...producers].some(listsAllProcesses)) {
    return undefined;
  }
  return { rule: 'system.kill_all', sentence: 'kill would end every process that it may.' };
}

/** `pkill` and `killall` with a pattern that everything matches, or of all that a user runs. */
export function killsByName(execution: Execution): Hit | undefined {
  // A signal such as `-KILL` is no cluster of letters.
  const args = execution.args.filter((word) => !SIGNAL.test(word.text));
  const options = readOptions(args, execution.name === 'killall' ? KILLALL : PKILL);
  if (KILL_IDLE.some((name) => options.has(name))) return undefined;
  const patterns = execution.name === 'pkill' || options.has('regexp');
  const [first] = options.operands;
  const every = first === undefined ? options.has('user') : patterns && EVERY_NAME.test(first.text);
  if (!every && !(execution.name === 'pkill' && options.has('inverse'))) return undefined;
  return {
    rule: 'system.kill_all',
    sentence: `${execution.name} would end every process that it may.`,
  };
}

/** `killall5`, which knows no other target. */
export function killsEverything(execution: Execution): Hit | undefined {
  if (execution.args.some((word) => HELP.test(word.text))) return undefined;
  return { rule: 'system.kill_all', sentence: 'killall5 would end every process that it may.' };
}

/** `shutdown`, `poweroff`, `halt`, `reboot`. */
export function shutsDown(execution: Execution): Hit | undefined {
  if (execution.args.some((word) => SHUTDOWN_IDLE.test(word.text))) return undefined;
  return down(`${execution.name} would take the system down.`);
}

/** `init 0`, `telinit 6`. */
export function changesRunlevel(execution: Execution): Hit | undefined {
  const level = execution.args.find((word) => RUNLEVEL.test(word.text));
  return level === undefined ? undefined : down(`${execution.name} would take the system down.`);
}

/** `systemctl poweroff`, `systemctl isolate`, and their like. */
export function controlsSystem(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SYSTEMCTL);
  if (SYSTEMCTL_IDLE.some((name) => options.has(name))) return undefined;
  const [command, ...units] = options.operands;
  const verb = command?.text ?? '';
  const starts = verb === 'start' && units.some((word) => TARGETS.test(word.text));
  if (!TAKES_DOWN.test(verb) && !starts) return undefined;
  return down('systemctl would take the system, or most of what runs on it, down.');
}

/** `userdel -r`, `deluser --remove-home`: the user's files go too. */
export function deletesUser(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, USERDEL);
  const [user] = options.operands;
  const files = USER_FILES.some((name) => options.has(name));
  if (!files || user === undefined || options.has('help')) return undefined;
  return {
    rule: 'system.delete_user',
    sentence: `${execution.name} would delete a user with all files.`,
    span: user.span,
  };
}

/** `crontab -r`, or nothing in place of the table. */
export function removesSchedule(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, CRONTAB);
  const { stdin } = execution;
  const [file] = options.operands;
  const reads = file === undefined || file.text === '-';
  const table = reads && stdin.kind === 'file' ? stdin.path : file;
  const nothing = table?.text === '/dev/null';
  if (!options.has('remove') && !nothing) return undefined;
  return { rule: 'system.remove_schedule', sentence: 'crontab would remove the whole schedule.' };
}

/** `iptables -F`, `nft flush ruleset`, `ufw reset`, `pfctl -F all`. */
export function flushesFirewall(execution: Execution): Hit | undefined {
  const texts = execution.args.map((word) => word.text);
  if (!isFlush(execution.name, texts)) return undefined;
  return {
    rule: 'system.flush_firewall',
    sentence: `${execution.name} would remove the rules of the firewall.`,
  };
}

/** `systemd-tmpfiles --purge`, which removes all that its configuration creates. */
export function purgesFiles(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, TMPFILES);
  if (options.has('dry-run') || !options.has('purge')) return undefined;
  return {
    rule: 'system.purge',
    sentence: 'systemd-tmpfiles would remove all files and directories that it looks after.',
  };
}

/** macOS: `dscl . -delete /Users/name`, `sysadminctl -deleteUser name`. */
export function deletesRecord(execution: Execution): Hit | undefined {
  const texts = execution.args.map((word) => word.text.toLowerCase());
  const deletes = texts.some((text) => RECORD_DELETE.test(text));
  const user = execution.name === 'sysadminctl' || texts.some((text) => text.includes('/users/'));
  if (!deletes || !user) return undefined;
  return {
    rule: 'system.delete_user',
    sentence: `${execution.name} would delete a user.`,
  };
}

/** All rules for the system by program name. */
export const SYSTEM: RuleTable = /* @__PURE__ */ Object.freeze({
  kill: kills,
  pkill: killsByName,
  killall: killsByName,
  killall5: killsEverything,
  shutdown: shutsDown,
  poweroff: shutsDown,
  halt: shutsDown,
  reboot: shutsDown,
  init: changesRunlevel,
  telinit: changesRunlevel,
  systemctl: controlsSystem,
  userdel: deletesUser,
  deluser: deletesUser,
  dscl: deletesRecord,
  sysadminctl: deletesRecord,
  crontab: removesSchedule,
  iptables: flushesFirewall,
  ip6tables: flushesFirewall,
  'iptables-nft': flushesFirewall,
  'iptables-legacy': flushesFirewall,
  ebtables: flushesFirewall,
  nft: flushesFirewall,
  ufw: flushesFirewall,
  pfctl: flushesFirewall,
  ipset: flushesFirewall,
  'systemd-tmpfiles': purgesFiles,
});

function down(sentence: string): Hit {
  return { rule: 'system.shutdown', sentence };
}

/** The operands of `kill` behind its signal. */
function targetsOfKill(args: readonly Word[]): readonly Word[] {
  const [first] = args;
  if (first === undefined || LISTS_SIGNALS.test(first.text)) return [];
  if (first.text === '-s' || first.text === '-n' || first.text === '--signal') return args.slice(2);
  return first.text.startsWith('-') ? args.slice(1) : args;
}

/** Whether all processes are listed, with nothing picked. */
function listsAllProcesses({ run, thinned }: Producer): boolean {
  if (run.name !== 'ps' || thinned) return false;
  return run.args.some((option) => ALL_PROCESSES.test(option.text));
}

function isFlush(name: string, texts: readonly string[]): boolean {
  const first = texts.filter((text) => !text.startsWith('-'));
  switch (name) {
    case 'nft':
      return first[0] === 'flush' && first[1] === 'ruleset';
    case 'ufw':
      return first[0] === 'reset' && !texts.includes('--dry-run');
    case 'pfctl':
      return texts.some(
        (text, at) => text === '-Fall' || (text === '-F' && texts[at + 1] === 'all'),
      );
    case 'ipset':
      return (first[0] === 'flush' || first[0] === 'destroy') && first.length === 1;
    default:
      return texts.some((text) => FLUSH.test(text));
  }
}

/** A signal as an option: `-9`, `-KILL`, `-SIGTERM`. */
const SIGNAL = /^-(?:\d+|[A-Z][A-Z0-9]{2,})$/;

const LISTS_SIGNALS = /^(?:-[lL]|--list|--table|--help|--version)/;

/** Patterns that every process name matches. */
const EVERY_NAME = /^\^?(?:\.[*+]?|\.\*\$?|\[[a-z]-[a-z]\]\*?)?\$?$/i;

const ALL_PROCESSES = /^(?:-[a-zA-Z]*[eA][a-zA-Z]*|[a-zA-Z]*a[a-zA-Z]*x[a-zA-Z]*|-ax[a-z]*)$/;

const PKILL: Grammar = {
  options: [
    '-e --echo',
    '-f --full',
    '-g= --pgroup=',
    '-G= --group=',
    '-i --ignore-case',
    '-n --newest',
    '-o --oldest',
    '-O= --older=',
    '-P= --parent=',
    '-s= --session=',
    '-t= --terminal=',
    '-U= --uid= --user=',
    '-u= --euid= --user=',
    '-v --inverse',
    '-x --exact',
    '-F= --pidfile=',
    '--signal=',
    '--ns=',
    '--nslist=',
    '-h --help',
    '-V --version',
  ],
};

const KILLALL: Grammar = {
  options: [
    '-e --exact',
    '-I --ignore-case',
    '-g --process-group',
    '-i --interactive',
    '-l --list',
    '-q --quiet',
    '-r --regexp',
    '-s= --signal=',
    '-u= --user=',
    '-v --verbose',
    '-w --wait',
    '-y= --younger-than=',
    '-o= --older-than=',
    '-n= --ns=',
    '-h --help',
    '-V --version',
  ],
};

const KILL_IDLE: readonly string[] = ['list', 'help', 'version'];

const HELP = /^(?:-h|--help|--version)$/;

/** What cancels, only announces, only records, or asks. */
const SHUTDOWN_IDLE = /^(?:-c|-k|-w|--show|--wtmp-only|--help|--version|\/a|\/\?)$/;

const RUNLEVEL = /^[016sS]$/;

const SYSTEMCTL: Grammar = {
  options: [
    '-t= --type=',
    '--state=',
    '-p= --property=',
    '-P=',
    '-H= --host=',
    '-M= --machine=',
    '--job-mode=',
    '-s= --signal=',
    '--kill-whom=',
    '--what=',
    '-n= --lines=',
    '-o= --output=',
    '--root=',
    '--image=',
    '--when=',
    '--message=',
    '--user',
    '--dry-run',
    '-h --help',
    '--version',
  ],
};

const SYSTEMCTL_IDLE: readonly string[] = ['dry-run', 'help', 'version'];

const TAKES_DOWN = /^(?:poweroff|halt|reboot|kexec|soft-reboot|rescue|emergency|isolate)$/;

const TARGETS = /^(?:poweroff|halt|reboot|kexec|rescue|emergency|shutdown|ctrl-alt-del)\.target$/;

const USERDEL: Grammar = {
  options: [
    '-f --force',
    '-r --remove',
    '-R= --root=',
    '-P= --prefix=',
    '-Z --selinux-user',
    '--remove-home',
    '--remove-all-files',
    '--backup',
    '--backup-to=',
    '--system',
    '-h --help',
  ],
};

const USER_FILES: readonly string[] = ['remove', 'remove-home', 'remove-all-files'];

const CRONTAB: Grammar = {
  options: ['-u= --user=', '-r --remove', '-l --list', '-e --edit', '-i', '-s', '-n=', '-T='],
};

const FLUSH = /^(?:-[A-Z]*F|--flush)$/;

const TMPFILES: Grammar = {
  options: [
    '--purge',
    '--create',
    '--clean',
    '--remove',
    '--dry-run',
    '--prefix=',
    '--exclude-prefix=',
    '--root=',
    '--image=',
    '--replace=',
  ],
};

const RECORD_DELETE = /^-?(?:delete|deleteuser)$/;
