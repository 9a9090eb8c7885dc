/**
 * Local data sent to a forge: gists, assets of releases, secrets, texts taken from files.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { dataIn, inputOf } from './data.js';

/** The rules of the clients of forges. */
export const FORGES: RuleTable = /* @__PURE__ */ Object.freeze({
  gh: forge,
  glab: forge,
  hub: forge,
});

function forge(execution: Execution, context: RuleContext): Hit | undefined {
  const [group, ...args] = readOptions(execution.args, GLOBAL, true).operands;
  const { grammar, judge } = GROUPS.get(group?.text ?? '') ?? TEXTS;
  const options = readOptions(args, grammar);
  if (options.has('help')) return undefined;
  const what = judge({ options, execution, context });
  if (what !== undefined) return shared(what);
  // What is written into a forge may be taken from files or the environment.
  const told = execution.args.some((word) => dataIn(word, context) === 'data');
  return told ? shared('a text') : undefined;
}

/** One command line of a group of subcommands. */
interface Call {
  readonly options: Options;
  readonly execution: Execution;
  readonly context: RuleContext;
}

/** A group of subcommands: how it reads its options, and in what it sends data, if it does. */
interface Group {
  readonly grammar: Grammar;
  readonly judge: (call: Call) => string | undefined;
}

function judgeGist({ options }: Call): string | undefined {
  const verb = options.operands[0]?.text;
  const sends = verb === 'create' || verb === 'new' || (verb === 'edit' && options.has('add'));
  return sends ? 'a gist' : undefined;
}

function judgeRelease({ options }: Call): string | undefined {
  const verb = options.operands[0]?.text ?? '';
  const assets = options.operands.length > 2 || options.has('attach');
  return assets && ASSET_VERBS.has(verb) ? 'a release' : undefined;
}

function judgeSecret({ options, execution, context }: Call): string | undefined {
  if (options.operands[0]?.text !== 'set') return undefined;
  const told = options.has('env-file') || inputOf(execution, context) !== 'none';
  return told ? 'the settings of a repository' : undefined;
}

function judgeRequest({ options }: Call): string | undefined {
  const files = options.values('field').some((word) => FIELD_FILE.test(word.text));
  const input = options.value('input');
  return files || (input !== undefined && input.text !== '-') ? 'a request' : undefined;
}

/** A text that was written to be published is no more than what the command is for. */
function judgeText({ options }: Call): string | undefined {
  const file = options.values('body-file').find((word) => !PROSE.test(word.text));
  return file === undefined ? undefined : 'a text';
}

function shared(what: string): Hit {
  return { rule: 'forge.upload', sentence: `It sends local data to a forge, in ${what}.` };
}

const ASSET_VERBS: ReadonlySet<string> = /* @__PURE__ */ new Set(['create', 'upload', 'edit']);

const FIELD_FILE = /^[^=]*=@/;
/** Texts for people, and the standard input. */
const PROSE = /^(?:-|.*\.(?:md|markdown|txt|rst|adoc))$/i;

const GLOBAL: Grammar = { options: ['-R --repo=', '--hostname=', '-h --help'] };

const HELP = '-h --help';
const REPOSITORY = '-R --repo=';

const TEXTS: Group = {
  judge: judgeText,
  grammar: {
    abbreviations: false,
    options: [
      ...[HELP, REPOSITORY, '-b --body=', '-F --body-file=', '-t --title=', '-T --template='],
      ...['-a --assignee=', '-l --label=', '-m --milestone=', '-p --project=', '-r --reviewer='],
      ...['-B --base=', '-H --head=', '-c --comment='],
    ],
  },
};

const GISTS: Group = {
  judge: judgeGist,
  grammar: {
    abbreviations: false,
    options: [HELP, REPOSITORY, '-d --desc=', '-f --filename=', '-a --add=', '-t --title='],
  },
};

const RELEASES: Group = {
  judge: judgeRelease,
  grammar: {
    abbreviations: false,
    options: [
      ...[HELP, REPOSITORY, '-t --title=', '-n --notes=', '-F --body-file --notes-file=', '-m='],
      ...['--target=', '--discussion-category=', '--notes-start-tag=', '-a --attach=', '--tag='],
      ...['-r --ref=', '-N --name='],
    ],
  },
};

const SECRETS: Group = {
  judge: judgeSecret,
  grammar: {
    abbreviations: false,
    options: [
      ...[HELP, REPOSITORY, '-b --body=', '-f --env-file=', '-e --env=', '-o --org=', '-a --app='],
      ...['-r --repos=', '-v --visibility='],
    ],
  },
};

const REQUESTS: Group = {
  judge: judgeRequest,
  grammar: {
    abbreviations: false,
    options: [
      ...[HELP, '-F --field=', '-f --raw-field=', '-H --header=', '-X --method=', '-q --jq='],
      ...['-t --template=', '-p --preview=', '--input=', '--hostname=', '--cache='],
    ],
  },
};

const GROUPS: ReadonlyMap<string, Group> = /* @__PURE__ */ new Map([
  ['gist', GISTS],
  ['snippet', GISTS],
  ['release', RELEASES],
  ['secret', SECRETS],
  ['variable', SECRETS],
  ['api', REQUESTS],
]);
