/**
 * Rules for Git and its like: commands that discard work, remove history, or force it on others.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { GIT_GLOBAL } from '../shell/helpers.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { locate } from '../shell/place.js';
import type { Word } from '../shell/word.js';
import { GIT_COMMANDS, type GitCall } from './git-commands.js';

/** `git`, with its own options in front of the command. */
export function usesGit(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, GIT_GLOBAL);
  if (options.has('help') || options.has('version')) return undefined;
  const [command] = options.operands;
  if (command === undefined || !Object.hasOwn(GIT_COMMANDS, command.text)) return undefined;
  let { cwd } = execution;
  for (const directory of options.values('C')) cwd = locate(directory, cwd);
  const settings = options.values('config').map((word) => word.text);
  const there = cwd === execution.cwd ? execution : { ...execution, cwd };
  const call = { execution: there, context, settings };
  return usesCommand(command.text, options.operands.slice(1), call);
}

/** `git-reset`: a command of Git as a program of its own. */
export function usesDashedGit(execution: Execution, context: RuleContext): Hit | undefined {
  const command = execution.name.slice(DASHED.length);
  return usesCommand(command, execution.args, { execution, context, settings: [] });
}

/** Mercurial and what grew out of it. */
export function usesMercurial(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, MERCURIAL);
  const command = options.operands[0]?.text ?? '';
  const row = Object.hasOwn(MERCURIAL_COMMANDS, command) ? MERCURIAL_COMMANDS[command] : undefined;
  if (row === undefined || MERCURIAL_IDLE.some((name) => options.has(name))) return undefined;
  if (row.when !== undefined && !row.when.some((name) => options.has(name))) return undefined;
  return {
    rule: row.rule,
    sentence: `${execution.name} ${command} would ${row.does}.`,
  };
}

/** Subversion, which keeps what was committed. */
export function usesSubversion(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SUBVERSION);
  const command = options.operands[0]?.text;
  if (options.has('help')) return undefined;
  const reverts = command === 'revert' && options.operands.length > 1;
  const cleans = command === 'cleanup' && SUBVERSION_CLEANS.some((name) => options.has(name));
  if (!reverts && !cleans) return undefined;
  return {
    rule: reverts ? 'svn.revert' : 'svn.clean',
    sentence: `svn ${command} would discard work that is not committed.`,
  };
}

/** `bfg`, which takes files out of the whole history; also as `java -jar bfg.jar`. */
export function rewritesHistory(execution: Execution): Hit | undefined {
  if (execution.name === 'java' && !execution.args.some((word) => BFG.test(word.text))) {
    return undefined;
  }
  if (!execution.args.some((word) => BFG_REWRITES.test(word.text))) return undefined;
  return { rule: 'git.rewrite', sentence: 'bfg would rewrite the history of the repository.' };
}

/** All rules for version control by program name. */
export const GIT: RuleTable = /* @__PURE__ */ Object.freeze({
  git: usesGit,
  hub: usesGit,
  'git-reset': usesDashedGit,
  'git-clean': usesDashedGit,
  'git-push': usesDashedGit,
  'git-send-pack': usesDashedGit,
  'git-checkout': usesDashedGit,
  'git-restore': usesDashedGit,
  'git-switch': usesDashedGit,
  'git-stash': usesDashedGit,
  'git-branch': usesDashedGit,
  'git-worktree': usesDashedGit,
  'git-update-ref': usesDashedGit,
  'git-reflog': usesDashedGit,
  'git-gc': usesDashedGit,
  'git-prune': usesDashedGit,
  'git-filter-branch': usesDashedGit,
  'git-filter-repo': usesDashedGit,
  'git-submodule': usesDashedGit,
  'git-rm': usesDashedGit,
  'git-read-tree': usesDashedGit,
  'git-checkout-index': usesDashedGit,
  hg: usesMercurial,
  chg: usesMercurial,
  sl: usesMercurial,
  svn: usesSubversion,
  bfg: rewritesHistory,
  java: rewritesHistory,
});

function usesCommand(command: string, args: readonly Word[], call: GitCall): Hit | undefined {
  const rule = Object.hasOwn(GIT_COMMANDS, command) ? GIT_COMMANDS[command] : undefined;
  const dashes = args.findIndex((word) => word.text === '--');
  const options = dashes < 0 ? args : args.slice(0, dashes);
  if (rule === undefined || options.some((word) => HELP.test(word.text))) return undefined;
  return rule(args, call);
}

interface MercurialCommand {
  readonly rule: string;
  readonly does: string;
  /** The options that it takes; without, any call counts. */
  readonly when?: readonly string[];
}

const UPDATE: MercurialCommand = {
  rule: 'hg.discard',
  does: 'discard changes that are not committed',
  when: ['clean'],
};

const PURGE: MercurialCommand = { rule: 'hg.clean', does: 'remove files that are not tracked' };

const MERCURIAL_COMMANDS: { readonly [command: string]: MercurialCommand } =
  /* @__PURE__ */ Object.freeze({
    update: UPDATE,
    up: UPDATE,
    checkout: UPDATE,
    co: UPDATE,
    goto: UPDATE,
    revert: { rule: 'hg.discard', does: 'discard changes that are not committed' },
    purge: PURGE,
    clean: PURGE,
    strip: { rule: 'hg.strip', does: 'remove commits from the history' },
    rollback: { rule: 'hg.strip', does: 'remove the last transaction from the history' },
    push: { rule: 'hg.push_force', does: 'force its commits on the remote', when: ['force'] },
  });

const MERCURIAL: Grammar = {
  options: [
    '-R= --repository=',
    '--cwd=',
    '--config=',
    '-r= --rev=',
    '-d= --date=',
    '-b= --branch=',
    '-B= --bookmark=',
    '-I= --include=',
    '-X= --exclude=',
    '-C --clean',
    '-a --all',
    '-f --force',
    '-n --dry-run',
    '-p --print',
    '-i --interactive',
    '-h --help',
  ],
};

const MERCURIAL_IDLE: readonly string[] = ['dry-run', 'print', 'interactive', 'help'];

const SUBVERSION: Grammar = {
  options: [
    '-R --recursive',
    '-q --quiet',
    '--depth=',
    '--targets=',
    '--changelist= --cl=',
    '--username=',
    '--password=',
    '--config-dir=',
    '--config-option=',
    '--remove-unversioned',
    '--remove-ignored',
    '-h --help',
  ],
};

const SUBVERSION_CLEANS: readonly string[] = ['remove-unversioned', 'remove-ignored'];

/** The archive in which `bfg` comes. */
const BFG = /(?:^|\/)bfg[\w.-]*\.jar$/;

const BFG_REWRITES = /^(?:--?(?:strip|delete|replace|convert)-|-[bBDfF]|-bi$|-rt$|-fi$)/;

const HELP = /^(?:-h|--help)$/;

const DASHED = 'git-';
