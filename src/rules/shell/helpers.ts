/**
 * Programs that run a command on the side: Git's aliases and hooks, the helpers of rsync and tar.
 *
 * @module
 */
import { commandOfSetting } from './configured.js';
import type { Execution } from './execution.js';
import type { Inner } from './inner.js';
import { type Grammar, readOptions } from './options.js';
import { readStdin } from './output.js';
import { dropPrefix, joinWords, textWord, type Word } from './word.js';

/** `git -c alias.x=…`, `git submodule foreach …`, `git bisect run …`, `git rebase --exec …`. */
export function unwrapGit(execution: Execution): readonly Inner[] {
  const command = execution.args[0]?.text ?? '';
  if (!command.startsWith('-') && !RUNS_OTHERS.has(command)) return [];
  const options = readOptions(execution.args, GIT_GLOBAL, true);
  const [subcommand] = options.operands;
  if (subcommand === undefined) return [];
  const rest = options.operands.slice(1);
  const configured: Inner[] = [];
  for (const setting of options.values('config')) {
    const prefix = `alias.${subcommand.text}=`;
    if (setting.text.toLowerCase().startsWith(prefix.toLowerCase())) {
      return aliasCommand(dropPrefix(setting, prefix.length), rest, execution);
    }
    const command = commandOfSetting(setting);
    if (command !== undefined) configured.push(command);
  }
  return [...configured, ...runOnTheSide(subcommand.text, rest)];
}

/** `rsync -e command`; `--rsync-path` runs on the other side. */
export function unwrapRsync(execution: Execution): readonly Inner[] {
  const options = readOptions(execution.args, RSYNC);
  return [
    ...options.values('rsh').map((text): Inner => ({ kind: 'script', text })),
    ...options
      .values('rsync-path')
      .map((text): Inner => ({ kind: 'script', text, elsewhere: 'host' })),
  ];
}

/** `crontab -`: the commands of a table on standard input, which run when their time comes. */
export function unwrapCron(execution: Execution): readonly Inner[] {
  if (execution.args.some((word) => word.text !== '-')) return [];
  const pieces = readStdin(execution);
  if (pieces === undefined) return [];
  const lines = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const inner: Inner[] = [];
  for (const line of lines.split('\n').slice(0, MAX_LINES)) {
    const command = CRON_LINE.exec(line)?.[1];
    if (command === undefined) continue;
    inner.push({ kind: 'script', text: textWord(command, execution.span) });
  }
  return inner;
}

/** `tar --to-command`, `--use-compress-program`, `--checkpoint-action=exec=…`. */
export function unwrapTar(execution: Execution): readonly Inner[] {
  const options = readOptions(execution.args, TAR);
  const inner: Inner[] = [];
  for (const text of [...options.values('to-command'), ...options.values('use-compress-program')]) {
    inner.push({ kind: 'script', text });
  }
  for (const action of options.values('checkpoint-action')) {
    if (!action.text.startsWith('exec=')) continue;
    inner.push({ kind: 'script', text: dropPrefix(action, 'exec='.length) });
  }
  return inner;
}

/** What an alias of Git runs: a command for a shell, or Git with other arguments. */
export function aliasCommand(
  value: Word,
  rest: readonly Word[],
  execution: Execution,
): readonly Inner[] {
  if (value.text.startsWith('!')) {
    const text = joinWords([dropPrefix(value, 1), ...rest], ' ', value.span);
    return [{ kind: 'script', text }];
  }
  const git = textWord('git', execution.span);
  return [{ kind: 'script', text: joinWords([git, value, ...rest], ' ', value.span) }];
}

function runOnTheSide(subcommand: string, rest: readonly Word[]): readonly Inner[] {
  const first = rest[0];
  const others = rest.slice(1);
  if (subcommand === 'submodule' && first?.text === 'foreach') {
    const words = others.filter((word) => word.text !== '--recursive' && word.text !== '-q');
    return words[0] === undefined
      ? []
      : [{ kind: 'script', text: joinWords(words, ' ', words[0].span) }];
  }
  if (subcommand === 'bisect' && first?.text === 'run' && others.length > 0) {
    return [{ kind: 'argv', words: others }];
  }
  if (subcommand === 'difftool' || subcommand === 'mergetool' || subcommand === 'grep') {
    const options = readOptions(rest, GIT_SHOWS);
    return options.values('exec').map((text) => ({ kind: 'script', text }));
  }
  if (subcommand === 'config') return commandInConfig(rest);
  if (TRANSFERS.has(subcommand)) {
    const options = readOptions(rest, subcommand === 'clone' ? GIT_CLONE : GIT_TRANSFERS);
    return options.values('pack').map((text) => ({ kind: 'script', text }));
  }
  if (subcommand === 'rebase' || subcommand === 'filter-branch') {
    const options = readOptions(rest, GIT_RUNS);
    return options.values('exec').map((text) => ({ kind: 'script', text }));
  }
  return [];
}

/** `git config core.pager …` has each later Git run it. */
function commandInConfig(args: readonly Word[]): readonly Inner[] {
  const words = args.filter((word) => !word.text.startsWith('-') && word.text !== 'set');
  const [name, value, ...others] = words;
  if (name === undefined || value === undefined || others.length > 0) return [];
  const command = commandOfSetting(joinWords([name, value], '=', value.span));
  return command === undefined ? [] : [command];
}

/** The subcommands that run other commands. */
const RUNS_OTHERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'submodule',
  'bisect',
  'difftool',
  'mergetool',
  'grep',
  'rebase',
  'filter-branch',
  'config',
  'clone',
  'fetch',
  'pull',
  'ls-remote',
  'push',
]);

/** Those that start a program on the other side, which may be this machine. */
const TRANSFERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'clone',
  'fetch',
  'pull',
  'ls-remote',
  'push',
]);

/** The options that stand before Git's subcommand. */
export const GIT_GLOBAL: Grammar = {
  options: [
    '-C=',
    '-c= --config=',
    '--config-env=',
    '--exec-path[=]',
    '--git-dir=',
    '--work-tree=',
    '--namespace=',
    '--super-prefix=',
    '-p --paginate',
    '-P --no-pager',
    '-v --version',
    '-h --help',
  ],
  stopAtOperand: true,
};

const GIT_RUNS: Grammar = {
  options: [
    '-x= --exec=',
    '--tree-filter= --exec=',
    '--index-filter= --exec=',
    '--msg-filter= --exec=',
    '--env-filter= --exec=',
    '--commit-filter= --exec=',
    '--parent-filter= --exec=',
    '--tag-name-filter= --exec=',
    '--onto=',
    '-s= --strategy=',
    '-X= --strategy-option=',
  ],
};

const GIT_TRANSFERS: Grammar = {
  options: [
    ...['--upload-pack= --receive-pack= --exec= --pack=', '-b= --branch=', '-o= --origin='],
    ...['-c= --config=', '-j= --jobs=', '--depth=', '--reference=', '--template=', '--filter='],
  ],
  abbreviations: false,
};

/** To `clone`, `-u` is what it is told to start; to `push`, a flag. */
const GIT_CLONE: Grammar = {
  options: [
    ...['-u= --upload-pack= --pack=', '-b= --branch=', '-o= --origin=', '-c= --config='],
    ...['-j= --jobs=', '--depth=', '--reference=', '--template=', '--filter='],
  ],
  abbreviations: false,
};

const GIT_SHOWS: Grammar = {
  options: [
    '-x= --extcmd= --exec=',
    '-O[=] --open-files-in-pager[=] --exec[=]',
    '-t= --tool=',
    '-e=',
    '-f=',
    '-m=',
    '-A=',
    '-B=',
    '-C=',
  ],
};

const RSYNC: Grammar = {
  options: ['-e= --rsh=', '--rsync-path=', '-f= --filter=', '-T= --temp-dir=', '-B='],
};

/** Five fields of time or one nickname, then the command. */
const CRON_LINE = /^\s*(?:@\w+|(?:[\w*/,-]+[ \t]+){4}[\w*/,-]+)[ \t]+(\S.*)$/;

const MAX_LINES = 64;

const TAR: Grammar = {
  options: ['--to-command=', '-I= --use-compress-program=', '--checkpoint-action=', '-f=', '-C='],
};
