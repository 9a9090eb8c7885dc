/**
 * Takes wrappers off: from a program that runs another command to that command.
 *
 * @module
 */
import { tableOf } from '../tables.js';
import { commandsOfOptions, commandsOfSettings } from './configured.js';
import type { Execution, Setting } from './execution.js';
import { unwrapFd, unwrapFind, unwrapParallel, unwrapXargs } from './feeders.js';
import { unwrapCron, unwrapGit, unwrapRsync, unwrapTar } from './helpers.js';
import type { Inner, Wrapper } from './inner.js';
import { type Options, readOptions } from './options.js';
import { unwrapPackageManager, withoutVersion } from './package-runners.js';
import { locate, type Place } from './place.js';
import { PREFIXES, type Prefix } from './prefixes.js';
import {
  unwrapAnsible,
  unwrapContainer,
  unwrapCopy,
  unwrapKubectl,
  unwrapSsh,
  unwrapTmux,
} from './remote.js';
import { runnerNames } from './runner-rows.js';
import { unwrapAws, unwrapCapsh, unwrapPager, unwrapRunner, unwrapScreen } from './runners.js';
import {
  unwrapCmd,
  unwrapEval,
  unwrapLater,
  unwrapMapfile,
  unwrapPowerShell,
  unwrapShell,
  unwrapTrap,
} from './shells.js';
import { dropPrefix, joinWords, type Word } from './word.js';

/** The commands that an executed command runs in its turn, as far as its own arguments say. */
export function unwrap(execution: Execution): readonly Inner[] {
  const { name, settings } = execution;
  const inner = unwrapByName(execution, GNU.get(name) ?? name);
  return settings.length === 0 ? inner : [...commandsOfSettings(execution), ...inner];
}

/** The names of all wrappers. */
export function wrapperNames(): readonly string[] {
  return [...SPECIAL.keys(), ...PREFIXES.keys(), ...runnerNames(), ...GNU.keys()];
}

function unwrapByName(execution: Execution, name: string): readonly Inner[] {
  const special = SPECIAL.get(name);
  if (special !== undefined) return special(execution);
  const prefix = PREFIXES.get(name);
  return prefix === undefined ? unwrapRunner(execution, name) : unwrapPrefix(execution, prefix);
}

/** The letter in front of GNU's programs where the system has others of its own. */
const GNU: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['gchroot', 'chroot'],
  ['genv', 'env'],
  ['gfind', 'find'],
  ['gnice', 'nice'],
  ['gnohup', 'nohup'],
  ['gstdbuf', 'stdbuf'],
  ['gtimeout', 'timeout'],
  ['gxargs', 'xargs'],
]);

const SPECIAL: ReadonlyMap<string, Wrapper> = /* @__PURE__ */ tableOf<Wrapper>({
  sh: unwrapShell,
  bash: unwrapShell,
  dash: unwrapShell,
  zsh: unwrapShell,
  ksh: unwrapShell,
  mksh: unwrapShell,
  ash: unwrapShell,
  rbash: unwrapShell,
  fish: unwrapShell,
  csh: unwrapShell,
  tcsh: unwrapShell,
  at: unwrapLater,
  batch: unwrapLater,
  eval: unwrapEval,
  trap: unwrapTrap,
  mapfile: unwrapMapfile,
  readarray: unwrapMapfile,
  powershell: unwrapPowerShell,
  pwsh: unwrapPowerShell,
  cmd: unwrapCmd,
  xargs: unwrapXargs,
  find: unwrapFind,
  fd: unwrapFd,
  fdfind: unwrapFd,
  parallel: unwrapParallel,
  ssh: unwrapSsh,
  scp: unwrapCopy,
  sftp: unwrapCopy,
  ansible: unwrapAnsible,
  crontab: unwrapCron,
  man: commandsOfOptions,
  zip: commandsOfOptions,
  rg: commandsOfOptions,
  fzf: commandsOfOptions,
  tcpdump: commandsOfOptions,
  less: unwrapPager,
  more: unwrapPager,
  capsh: unwrapCapsh,
  screen: unwrapScreen,
  aws: unwrapAws,
  npm: unwrapPackageManager,
  pnpm: unwrapPackageManager,
  yarn: unwrapPackageManager,
  yarnpkg: unwrapPackageManager,
  bun: unwrapPackageManager,
  docker: unwrapContainer,
  podman: unwrapContainer,
  nerdctl: unwrapContainer,
  'docker-compose': unwrapContainer,
  kubectl: unwrapKubectl,
  oc: unwrapKubectl,
  tmux: unwrapTmux,
  git: unwrapGit,
  rsync: unwrapRsync,
  tar: unwrapTar,
});

function unwrapPrefix(execution: Execution, prefix: Prefix): readonly Inner[] {
  const args = afterSubcommand(execution.args, prefix);
  if (args === undefined) return [];
  const options = readOptions(args, prefix, true);
  if (prefix.idle?.some((name) => options.has(name)) === true) return [];
  const directory = prefix.directory === undefined ? undefined : options.value(prefix.directory);
  const surroundings = {
    ...(directory === undefined ? {} : { cwd: placeOf(directory, execution) }),
    ...(prefix.elsewhere === undefined ? {} : { elsewhere: prefix.elsewhere }),
    ...(prefix.settings === true ? { settings: settingsIn(options.operands) } : {}),
  };
  const script = prefix.script === undefined ? undefined : options.value(prefix.script);
  const operands = dropSettings(options.operands, prefix);
  if (script !== undefined) {
    const text = joinWords([script, ...(prefix.settings ? operands : [])], ' ', script.span);
    return [{ kind: 'script', text, ...surroundings }];
  }
  const words = behindDashes(operands.slice(skipped(operands, prefix, options)), prefix);
  const [first, second] = words;
  if (first === undefined) return [];
  // `flock file -c command` and `su user -c command` put the option behind an operand.
  if (prefix.script !== undefined && second !== undefined && isCommandOption(first)) {
    return [{ kind: 'script', text: second, ...surroundings }];
  }
  if (prefix.each === true) {
    return words.map((text) => ({ kind: 'script', text, ...surroundings }));
  }
  if (prefix.joined === true) {
    return [{ kind: 'script', text: joinWords(words, ' ', first.span), ...surroundings }];
  }
  return [{ kind: 'argv', words: [withoutVersion(first), ...words.slice(1)], ...surroundings }];
}

function afterSubcommand(args: readonly Word[], prefix: Prefix): readonly Word[] | undefined {
  if (prefix.dash === true) return withoutLoneDash(args);
  if (prefix.subcommands === undefined) return args;
  const at = args.findIndex((word) => !word.text.startsWith('-'));
  const name = args[at]?.text;
  return name !== undefined && prefix.subcommands.includes(name) ? args.slice(at + 1) : undefined;
}

/** `env - command` and `su - user` put a dash where an option would stand. */
function withoutLoneDash(args: readonly Word[]): readonly Word[] {
  const first = args.findIndex((word) => !word.text.startsWith('-'));
  return args.filter((word, at) => word.text !== '-' || (first >= 0 && at > first));
}

/** The `NAME=value` operands in front of the command. */
function settingsIn(words: readonly Word[]): readonly Setting[] {
  const settings: Setting[] = [];
  for (const word of words) {
    const match = SETTING.exec(word.text);
    if (match === null) break;
    const [all, name = ''] = match;
    settings.push({ name, value: dropPrefix(word, all.length) });
  }
  return settings;
}

function dropSettings(words: readonly Word[], prefix: Prefix): readonly Word[] {
  if (prefix.settings !== true) return words;
  const at = words.findIndex((word) => !SETTING.test(word.text));
  return at < 0 ? [] : words.slice(at);
}

/** `aws-vault exec profile -- command`. */
function behindDashes(words: readonly Word[], prefix: Prefix): readonly Word[] {
  const first = words[0]?.text;
  if (first !== undefined && first === prefix.lead) {
    return words[1]?.text === '--' ? words.slice(2) : words.slice(1);
  }
  return first === '--' ? words.slice(1) : words;
}

/** How many operands stand before the command; `su -c`, with no user, has none. */
function skipped(operands: readonly Word[], prefix: Prefix, options: Options): number {
  const [first] = operands;
  if (prefix.script !== undefined && first !== undefined && isCommandOption(first)) return 0;
  if (prefix.user !== undefined) return options.has(prefix.user) ? 0 : 1;
  return prefix.skip ?? 0;
}

function isCommandOption(word: Word): boolean {
  return word.text === '-c' || word.text === '--command';
}

function placeOf(directory: Word, execution: Execution): Place {
  const { base, path } = locate(directory, execution.cwd);
  return { base, path };
}

/** `NAME=value`, and `BASH_FUNC_name%%=() {…}`, as which bash passes its functions on. */
const SETTING = /^([A-Za-z_][A-Za-z0-9_]*|BASH_FUNC_[\w.:-]+%%)\+?=/;
