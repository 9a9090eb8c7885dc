/**
 * Repositories pushed to a place that the command itself names.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution, ShellRun } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { dropPrefix, type Word } from '../shell/word.js';
import { PUSH, REMOTE } from './grammars.js';
import { describeHost, isLocalHost, readAddress, remoteHost } from './target.js';

/** The rules of version control. */
export const PUSHES: RuleTable = /* @__PURE__ */ Object.freeze({
  git,
  hg: /* @__PURE__ */ pushesTo('push'),
  bzr: /* @__PURE__ */ pushesTo('push'),
  fossil: /* @__PURE__ */ pushesTo('push'),
  svn: /* @__PURE__ */ pushesTo('import'),
});

function git(execution: Execution, context: RuleContext): Hit | undefined {
  const begins = execution.args[0]?.text ?? '';
  if (!begins.startsWith('-') && !SENDERS.has(begins)) return undefined;
  const { settings, subcommand, rest } = readGit(execution.args);
  if (subcommand === 'send-email') {
    const options = readOptions(rest, SEND_EMAIL);
    const sends = !options.has('dry-run') && options.operands.length > 0;
    return sends ? { rule: 'git.send_email', sentence: 'It sends patches by mail.' } : undefined;
  }
  const args = subcommand === 'subtree' && rest[0]?.text === 'push' ? rest.slice(1) : rest;
  if (subcommand !== 'push' && args === rest) return undefined;
  const options = readOptions(args, PUSH);
  if (IDLE_PUSH.some((name) => options.has(name))) return undefined;
  const target = options.value('repo') ?? options.operands[0];
  const url = target === undefined ? undefined : remoteUrl(target);
  if (url !== undefined) return pushed(url);
  // An ordinary push goes where the repository always went; one to a remote that the same text
  // sets up does not.
  const name = target?.text ?? 'origin';
  const set = settings.flatMap(readSetting).find((remote) => remote.name === name);
  const host = set?.host ?? hostSetBefore(name, execution, context);
  return host === undefined ? undefined : pushed(host);
}

/** A command line of git. */
export interface GitCommand {
  /** The values of `-c`. */
  readonly settings: readonly Word[];
  readonly subcommand: string;
  readonly rest: readonly Word[];
}

/** Finds the subcommand of git and the settings for it. */
export function readGit(args: readonly Word[]): GitCommand {
  const options = readOptions(args, GIT, true);
  const [subcommand, ...rest] = options.operands;
  return { settings: options.values('c'), subcommand: subcommand?.text ?? '', rest };
}

interface Remote {
  readonly name: string;
  readonly host: string;
}

interface SetRemote {
  readonly host: string;
  readonly by: Execution;
}

/** The host of a remote that a command before this one in the text sets up. */
export function hostSetBefore(
  name: string,
  execution: Execution,
  { run }: RuleContext,
): string | undefined {
  let all = REMOTES.get(run);
  if (all === undefined) {
    all = new Map();
    for (const other of run.executions) {
      for (const remote of remotesSetBy(other)) {
        if (!all.has(remote.name)) all.set(remote.name, { host: remote.host, by: other });
      }
    }
    REMOTES.set(run, all);
  }
  const found = all.get(name);
  if (found === undefined) return undefined;
  const { executions } = run;
  return executions.indexOf(found.by) < executions.indexOf(execution) ? found.host : undefined;
}

function remotesSetBy(execution: Execution): readonly Remote[] {
  if (execution.name !== 'git') return NO_REMOTES;
  const begins = execution.args[0]?.text ?? '';
  if (!begins.startsWith('-') && !SETTERS.has(begins)) return NO_REMOTES;
  const { subcommand, rest } = readGit(execution.args);
  if (subcommand === 'config') return readConfig(rest);
  if (subcommand !== 'remote') return [];
  const [verb, name, place] = readOptions(rest, REMOTE).operands;
  const host = place === undefined ? undefined : remoteUrl(place);
  if (name === undefined || host === undefined || !SETS.has(verb?.text ?? '')) return [];
  return [{ name: name.text, host }];
}

/** `remote.name.url=place`, as `-c` takes it. */
function readSetting(setting: Word): readonly Remote[] {
  const [prefix, name] = SETTING.exec(setting.text) ?? [];
  const host = prefix === undefined ? undefined : remoteUrl(dropPrefix(setting, prefix.length));
  return name === undefined || host === undefined ? [] : [{ name, host }];
}

/** `git config remote.name.url place`. */
function readConfig(rest: readonly Word[]): readonly Remote[] {
  const at = rest.findIndex((word) => CONFIG_KEY.test(word.text));
  const place = rest[at + 1];
  const name = CONFIG_KEY.exec(rest[at]?.text ?? '')?.[1];
  const host = place === undefined ? undefined : remoteUrl(place);
  return name === undefined || host === undefined ? [] : [{ name, host }];
}

/** The host of a repository that is given by its place rather than by a name. */
function remoteUrl(word: Word): string | undefined {
  if (!word.text.includes(':')) return undefined;
  const { scheme, host } = readAddress(word.text);
  const name = scheme === '' ? remoteHost(word) : host;
  return name === undefined || scheme === 'file' || isLocalHost(name) ? undefined : name;
}

function pushesTo(verb: string): CommandRule {
  return ({ args }) => {
    const [first, ...rest] = args.filter((word) => !word.text.startsWith('-'));
    if (first?.text !== verb) return undefined;
    const [host] = rest.map(remoteUrl).filter((name) => name !== undefined);
    return host === undefined ? undefined : pushed(host);
  };
}

function pushed(host: string): Hit {
  const sentence = `It pushes the repository to ${describeHost(host)}, a place given here.`;
  return { rule: 'git.push_url', sentence };
}

/** The remotes that a run sets up, and by which command, which many pushes may ask for. */
const REMOTES: WeakMap<ShellRun, Map<string, SetRemote>> = /* @__PURE__ */ new WeakMap();

/** The subcommands that send something. */
const SENDERS: ReadonlySet<string> = /* @__PURE__ */ new Set(['push', 'subtree', 'send-email']);

const IDLE_PUSH = ['dry-run', 'delete', 'help'] as const;

const NO_REMOTES: readonly Remote[] = [];
const SETTERS: ReadonlySet<string> = /* @__PURE__ */ new Set(['remote', 'config']);

const SETS: ReadonlySet<string> = /* @__PURE__ */ new Set(['add', 'set-url']);

const SETTING = /^remote\.([^=]+)\.(?:push)?url=/i;
const CONFIG_KEY = /^remote\.(.+)\.(?:push)?url$/i;

const GIT: Grammar = {
  options: [
    ...['-C=', '-c=', '--git-dir=', '--work-tree=', '--namespace=', '--config-env='],
    ...['--exec-path[=]', '--super-prefix=', '--attr-source=', '--list-cmds='],
  ],
};

const SEND_EMAIL: Grammar = {
  options: [
    ...['-n --dry-run', '--to=', '--cc=', '--bcc=', '--from=', '--subject=', '--in-reply-to='],
    ...['--smtp-server=', '--smtp-user=', '--smtp-pass=', '--smtp-server-port=', '--reply-to='],
    ...['--smtp-encryption=', '--confirm=', '--identity=', '--envelope-sender='],
  ],
};
