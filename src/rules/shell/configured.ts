/**
 * Commands that a program runs because a variable or a setting of its own says so: pagers, editors,
 * transports.
 *
 * @module
 */
import type { Execution } from './execution.js';
import type { Inner } from './inner.js';
import { type Grammar, readOptions } from './options.js';
import { dropPrefix, type Word } from './word.js';

/** The commands that variables set for a program have it run: `GIT_SSH_COMMAND='…' git fetch`. */
export function commandsOfSettings(execution: Execution): readonly Inner[] {
  const inner: Inner[] = [];
  for (const { name, value } of execution.settings) {
    const runs = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
    if (runs?.includes(execution.name) === true) inner.push({ kind: 'script', text: value });
  }
  return inner;
}

/** The command that a setting of Git names, as in `-c core.pager='…'`. */
export function commandOfSetting(setting: Word): Inner | undefined {
  const [all, name] = SETTING.exec(setting.text) ?? [];
  if (all === undefined || name === undefined) return undefined;
  const value = dropPrefix(setting, all.length);
  const shell = value.text.startsWith('!') ? dropPrefix(value, 1) : undefined;
  if (HELPER.test(name)) return shell === undefined ? undefined : { kind: 'script', text: shell };
  return COMMAND_SETTING.test(name) ? { kind: 'script', text: shell ?? value } : undefined;
}

/** Programs of which one option is a command for a shell: `man -P`, `zip -TT`. */
export function commandsOfOptions(execution: Execution): readonly Inner[] {
  const { name, args } = execution;
  const row = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  if (row === undefined) return [];
  return readOptions(args, row)
    .values('command')
    .map((text) => ({ kind: 'script', text }));
}

/** Which programs run the value of a variable. */
const VARIABLES: { readonly [variable: string]: readonly string[] } = {
  GIT_SSH_COMMAND: ['git'],
  GIT_SSH: ['git'],
  GIT_PAGER: ['git'],
  GIT_EDITOR: ['git'],
  GIT_SEQUENCE_EDITOR: ['git'],
  GIT_EXTERNAL_DIFF: ['git'],
  GIT_ASKPASS: ['git'],
  GIT_PROXY_COMMAND: ['git'],
  EDITOR: ['git', 'crontab', 'kubectl', 'visudo', 'sudoedit', 'vipw', 'gh', 'less'],
  VISUAL: ['git', 'crontab', 'kubectl', 'visudo', 'sudoedit', 'vipw', 'gh', 'less'],
  KUBE_EDITOR: ['kubectl'],
  PAGER: ['git', 'man', 'psql', 'mysql', 'systemctl', 'journalctl', 'gh', 'aws'],
  MANPAGER: ['man'],
  PSQL_PAGER: ['psql'],
  SYSTEMD_PAGER: ['systemctl', 'journalctl'],
  GH_PAGER: ['gh'],
  AWS_PAGER: ['aws'],
  RSYNC_RSH: ['rsync'],
  CVS_RSH: ['cvs'],
  PROMPT_COMMAND: ['bash'],
};

const OPTIONS: { readonly [program: string]: Grammar } = {
  rg: {
    options: [
      ...['--pre= --hostname-bin= --command=', '-e= --regexp=', '-f= --file=', '-g= --glob='],
      ...['-t= --type=', '-T= --type-not=', '-A= --after-context=', '-B= --before-context='],
      ...['-C= --context=', '-m= --max-count=', '-r= --replace=', '--pre-glob=', '-j= --threads='],
    ],
    abbreviations: false,
  },
  fzf: {
    options: ['--preview= --command=', '-q= --query=', '-f= --filter=', '--bind=', '--height='],
    abbreviations: false,
  },
  tcpdump: {
    options: [
      '-z= --command=',
      '-i=',
      '-w=',
      '-r=',
      '-c=',
      '-s=',
      '-C=',
      '-G=',
      '-W=',
      '-F=',
      '-E=',
    ],
  },
  man: { options: ['-P= --pager= --command=', '-s=', '-M=', '-L=', '-e=', '-m=', '-H[=]', '-S='] },
  zip: {
    options: ['-TT= --unzip-command= --command=', '-b=', '-n=', '-t=', '-x=', '-i=', '-P='],
    singleDashLong: true,
    abbreviations: false,
  },
};

/** `section.name=`, where the section may have a part in the middle. */
const SETTING = /^([A-Za-z][\w.*/:-]*)=/;

/** Settings whose value is a command only behind an exclamation mark. */
const HELPER = /^credential\b/i;

const COMMAND_SETTING =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|gitproxy|fsmonitor)|sequence\.editor|diff\.external|pager\.[\w-]+|gpg(?:\.[\w-]+)?\.program|(?:diff|merge|filter)\.[\w-]+\.(?:command|textconv|driver|clean|smudge|process)|(?:difftool|mergetool)\.[\w-]+\.cmd|uploadpack\.packobjectshook)$/i;
