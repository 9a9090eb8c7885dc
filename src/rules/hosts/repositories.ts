/**
 * The hosts that version control reaches.
 *
 * @module
 */
import { PUSH, REMOTE } from '../exfiltration/grammars.js';
import { hostSetBefore, readGit } from '../exfiltration/pushes.js';
import type { RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { textWord, type Word } from '../shell/word.js';
import { hosts, links, type Place, type PlaceReader, partOf, repositories } from './place.js';

/** How each of the programs names its hosts. */
export const REPOSITORIES: { readonly [program: string]: PlaceReader } =
  /* @__PURE__ */ Object.freeze({
    git,
    hg: /* @__PURE__ */ verbs('clone pull push incoming outgoing identify id'),
    svn: /* @__PURE__ */ verbs('checkout co export import list ls cat info log copy cp switch sw'),
    bzr: /* @__PURE__ */ verbs('branch clone pull push checkout'),
    fossil: /* @__PURE__ */ verbs('clone pull push sync open'),
    gh: forge,
    glab: forge,
    hub: forge,
  });

function git(execution: Execution, context: RuleContext): readonly Place[] {
  const { settings, subcommand, rest } = readGit(execution.args);
  const read = Object.hasOwn(GIT, subcommand) ? GIT[subcommand] : undefined;
  const places = read?.({ rest, execution, context }) ?? [];
  if (read === undefined) return [];
  return [...places, ...hosts(settings.flatMap((setting) => partOf(setting, SETTING)))];
}

/** A subcommand of git, with what stands behind it. */
interface Subcommand {
  readonly rest: readonly Word[];
  readonly execution: Execution;
  readonly context: RuleContext;
}

/** The repository is the first operand: a URL, a path, or the name of a remote. */
function repository(grammar: () => Grammar) {
  return ({ rest, execution, context }: Subcommand): readonly Place[] => {
    const options = readOptions(rest, grammar());
    const target = options.value('repo') ?? options.operands[0];
    const places = target === undefined ? [] : repositories([target]);
    if (places.length > 0) return places;
    const host = hostSetBefore(target?.text ?? 'origin', execution, context);
    return host === undefined ? [] : hosts([textWord(host, (target ?? execution).span)]);
  };
}

/** The verb comes first: only some of them reach out. */
function nested(known: string) {
  const reaching = new Set(known.split(' '));
  return ({ rest }: Subcommand): readonly Place[] => {
    const [verb, ...behind] = readOptions(rest, NESTED).operands;
    return verb !== undefined && reaching.has(verb.text) ? repositories(behind) : [];
  };
}

/** `git remote add` only notes the place, unless it is told to fetch. */
function remote({ rest }: Subcommand): readonly Place[] {
  const options = readOptions(rest, REMOTE);
  const [verb, ...behind] = options.operands;
  const fetches = verb?.text === 'show' || (verb?.text === 'add' && options.has('f'));
  return fetches ? repositories(behind) : [];
}

function archive({ rest }: Subcommand): readonly Place[] {
  return repositories(readOptions(rest, ARCHIVE).values('remote'));
}

function sendEmail({ rest }: Subcommand): readonly Place[] {
  return hosts(readOptions(rest, ARCHIVE).values('smtp-server'));
}

function verbs(known: string): PlaceReader {
  const reaching = new Set(known.split(' '));
  return ({ args }) => {
    const [verb, ...rest] = args.filter((word) => !word.text.startsWith('-'));
    return verb !== undefined && reaching.has(verb.text) ? links(rest) : [];
  };
}

/** What is written into a forge is text; what is fetched from one is an operand. */
function forge(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, FORGE);
  const host = execution.settings.find((setting) => setting.name === 'GH_HOST')?.value;
  return [...links(options.operands), ...hosts([options.value('hostname'), host])];
}

/** The subcommands that reach a repository on another host. */
const GIT: { readonly [subcommand: string]: (of: Subcommand) => readonly Place[] } = {
  clone: /* @__PURE__ */ repository(() => CLONE),
  fetch: /* @__PURE__ */ repository(() => FETCH),
  pull: /* @__PURE__ */ repository(() => FETCH),
  push: /* @__PURE__ */ repository(() => PUSH),
  'ls-remote': /* @__PURE__ */ repository(() => FETCH),
  'fetch-pack': /* @__PURE__ */ repository(() => FETCH),
  'send-pack': /* @__PURE__ */ repository(() => PUSH),
  submodule: /* @__PURE__ */ nested('add'),
  subtree: /* @__PURE__ */ nested('add pull push'),
  svn: /* @__PURE__ */ nested('clone init'),
  lfs: /* @__PURE__ */ nested('clone push pull fetch'),
  remote,
  archive,
  'send-email': sendEmail,
};

/** Settings that lead elsewhere: a proxy, another place for a remote or for every place. */
const SETTING =
  /^(https?\.(?:[^=]*\.)?proxy=|remote\.[^=]*\.(?:push)?url=|url\.)((?:[a-z+]+:\/\/)?[^=/]+(?:\/[^=]*)?)/i;

const CLONE: Grammar = {
  options: [
    ...['-b --branch=', '-o --origin=', '-u --upload-pack=', '-c --config=', '-j --jobs='],
    ...['--depth=', '--shallow-since=', '--shallow-exclude=', '--reference=', '--template='],
    ...['--reference-if-able=', '--separate-git-dir=', '--filter=', '--server-option='],
    ...['--bundle-uri=', '--recurse-submodules[=]'],
  ],
};

const FETCH: Grammar = {
  options: [
    ...['-j --jobs=', '-o --server-option=', '-s --strategy=', '-X --strategy-option='],
    ...['--depth=', '--deepen=', '--shallow-since=', '--shallow-exclude=', '--upload-pack='],
    ...['--refmap=', '--negotiation-tip=', '--filter=', '--sort=', '--recurse-submodules[=]'],
  ],
};

const NESTED: Grammar = {
  options: [
    ...['-b --branch=', '-P --prefix=', '-m --message=', '--name=', '--depth=', '--reference='],
  ],
};

const ARCHIVE: Grammar = {
  options: ['--remote=', '-o --output=', '--format=', '--prefix=', '--exec=', '--smtp-server='],
};

const FORGE: Grammar = {
  abbreviations: false,
  options: [
    ...['-R --repo=', '--hostname=', '-b --body=', '-t --title=', '-n --notes=', '-F --field='],
    ...[
      '-d --desc=',
      '-f --raw-field=',
      '-H --header=',
      '-X --method=',
      '-q --jq=',
      '-m --message=',
    ],
    ...['--body-file=', '--notes-file=', '-l --label=', '-a --assignee=', '--homepage=', '-c='],
  ],
};
