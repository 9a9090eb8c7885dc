/**
 * Git's commands that discard work, remove history, or force it on others, one rule each.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Options, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import * as grammars from './git-grammars.js';
import { reachesOut, reachOf } from './reach.js';
import { named } from './targets.js';

/** What a rule for a command of Git may look at besides its arguments. */
export interface GitCall {
  /** The call of Git, in the directory that `-C` names. */
  readonly execution: Execution;
  readonly context: RuleContext;
  /** What `-c` sets, as `name=value`. */
  readonly settings: readonly string[];
}

/** Says whether a command of Git, with these arguments, loses something. */
export type GitRule = (args: readonly Word[], call: GitCall) => Hit | undefined;

/** By command. */
export const GIT_COMMANDS: { readonly [command: string]: GitRule } = /* @__PURE__ */ Object.freeze({
  reset: resets,
  clean: cleans,
  push: pushes,
  'send-pack': pushes,
  checkout: checksOut,
  restore: restores,
  switch: switches,
  stash: dropsStash,
  branch: deletesBranch,
  worktree: removesWorktree,
  'update-ref': deletesReference,
  reflog: expiresReflog,
  gc: collectsGarbage,
  prune: prunes,
  'filter-branch': rewritesBranch,
  'filter-repo': rewritesRepository,
  submodule: removesSubmodules,
  rm: removesTracked,
  'read-tree': readsTree,
  'checkout-index': checksOutIndex,
});

function resets(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.RESET);
  if (options.has('patch')) return undefined;
  const mode = ['hard', 'merge'].find((name) => options.has(name));
  if (mode === undefined) return undefined;
  return {
    rule: 'git.reset',
    sentence: `git reset --${mode} would discard changes that are not committed.`,
  };
}

function cleans(args: readonly Word[], call: GitCall): Hit | undefined {
  const options = readOptions(args, grammars.CLEAN);
  if (options.has('dry-run') || options.has('interactive')) return undefined;
  // `clean.requireForce` is what makes Git refuse without `-f`.
  if (!options.has('force') && !isSet('clean.requireforce', OFF, call)) return undefined;
  if (!coversTree(options.operands, call)) return undefined;
  return {
    rule: 'git.clean',
    sentence: 'git clean would remove files that are not tracked and so cannot come back.',
  };
}

function pushes(args: readonly Word[], call: GitCall): Hit | undefined {
  const options = readOptions(args, grammars.PUSH);
  if (options.has('dry-run')) return undefined;
  const specs = options.has('repo') ? options.operands : options.operands.slice(1);
  const forced = specs.find((word) => word.text.startsWith('+'));
  if (options.has('force') || options.has('mirror') || forced !== undefined) {
    return {
      rule: 'git.push_force',
      sentence: 'git push would write over the history of the remote.',
      ...(forced === undefined ? {} : { span: forced.span }),
    };
  }
  const deleted = specs.find((word) => word.text.startsWith(':') && word.text.length > 1);
  if (!options.has('delete') && !options.has('prune') && deleted === undefined) return undefined;
  const span = deleted?.span ?? call.execution.span;
  return { rule: 'git.push_delete', sentence: 'git push would delete from the remote.', span };
}

function checksOut(args: readonly Word[]): Hit | undefined {
  const dashes = args.findIndex((word) => word.text === '--');
  const options = readOptions(dashes < 0 ? args : args.slice(0, dashes), grammars.CHECKOUT);
  if (options.has('patch')) return undefined;
  if (options.has('force')) return discards('git checkout --force');
  if (isResolving(options)) return undefined;
  const behind = dashes < 0 ? [] : args.slice(dashes + 1);
  const paths = behind.length > 0 ? behind : pathsOf(options, dashes >= 0);
  const [first] = paths;
  if (first !== undefined) return discards('git checkout', first);
  return options.has('pathspec-from-file') ? discards('git checkout') : undefined;
}

function restores(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.RESTORE);
  if (options.has('patch') || isResolving(options)) return undefined;
  if (options.has('staged') && !options.has('worktree')) return undefined;
  const [first] = options.operands;
  if (first !== undefined) return discards('git restore', first);
  return options.has('pathspec-from-file') ? discards('git restore') : undefined;
}

function switches(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.SWITCH);
  return options.has('force') ? discards('git switch --discard-changes') : undefined;
}

function dropsStash(args: readonly Word[]): Hit | undefined {
  const command = args[0]?.text;
  if (command !== 'drop' && command !== 'clear') return undefined;
  return {
    rule: 'git.stash_drop',
    sentence: `git stash ${command} would discard stashed changes.`,
  };
}

function deletesBranch(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.BRANCH);
  // A remote's branch comes back with the next fetch.
  if (options.has('remotes')) return undefined;
  const forced = options.has('D') || (options.has('delete') && options.has('force'));
  const [first] = options.operands;
  if (!forced || first === undefined) return undefined;
  return {
    rule: 'git.branch_delete',
    sentence: `git branch would delete ${named(first)} even if it is not merged.`,
    span: first.span,
  };
}

function removesWorktree(args: readonly Word[]): Hit | undefined {
  const [command, ...rest] = args;
  if (command?.text !== 'remove') return undefined;
  const options = readOptions(rest, grammars.FORCE);
  if (!options.has('force') || options.operands.length === 0) return undefined;
  return {
    rule: 'git.worktree_remove',
    sentence: 'git worktree would remove a working tree with its changes.',
  };
}

function deletesReference(args: readonly Word[], call: GitCall): Hit | undefined {
  const options = readOptions(args, grammars.UPDATE_REF);
  const { stdin } = call.execution;
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text?.text : undefined;
  const fed = options.has('stdin') && text !== undefined && DELETES.test(text);
  if (!options.has('d') && !fed) return undefined;
  return { rule: 'git.reference_delete', sentence: 'git update-ref would delete a reference.' };
}

function expiresReflog(args: readonly Word[]): Hit | undefined {
  const [command, ...rest] = args;
  const options = readOptions(rest, grammars.REFLOG);
  if (options.has('dry-run')) return undefined;
  const expires =
    command?.text === 'expire' &&
    ['expire', 'expire-unreachable'].some((name) => isNow(options.value(name)));
  if (!expires && command?.text !== 'delete') return undefined;
  return {
    rule: 'git.reflog',
    sentence: 'git reflog would remove the record from which lost commits are recovered.',
  };
}

function collectsGarbage(args: readonly Word[], call: GitCall): Hit | undefined {
  const options = readOptions(args, grammars.GC);
  if (!isNow(options.value('prune')) && !isSet('gc.pruneexpire', NOW, call)) return undefined;
  return {
    rule: 'git.gc',
    sentence: 'git gc would remove for good what no branch reaches, however new it is.',
  };
}

function prunes(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.PRUNE);
  if (options.has('dry-run')) return undefined;
  if (options.has('expire') && !isNow(options.value('expire'))) return undefined;
  return {
    rule: 'git.gc',
    sentence: 'git prune would remove for good what no branch reaches, however new it is.',
  };
}

function rewritesBranch(args: readonly Word[]): Hit | undefined {
  if (args.length === 0) return undefined;
  return { rule: 'git.rewrite', sentence: 'git filter-branch would rewrite the history.' };
}

function rewritesRepository(args: readonly Word[]): Hit | undefined {
  if (args.length === 0 || args.some((word) => REPORTS.test(word.text))) return undefined;
  return { rule: 'git.rewrite', sentence: 'git filter-repo would rewrite the history.' };
}

function removesSubmodules(args: readonly Word[], call: GitCall): Hit | undefined {
  const at = args.findIndex((word) => !word.text.startsWith('-'));
  if (args[at]?.text !== 'deinit') return undefined;
  const options = readOptions(args.slice(at + 1), grammars.FORCE);
  const all =
    options.has('all') || (options.operands.length > 0 && coversTree(options.operands, call));
  if (!options.has('force') || !all) return undefined;
  return {
    rule: 'git.submodule_deinit',
    sentence: 'git submodule would remove the working trees of all submodules with their changes.',
  };
}

function removesTracked(args: readonly Word[], call: GitCall): Hit | undefined {
  const options = readOptions(args, grammars.REMOVE);
  if (options.has('cached') || options.has('dry-run') || !options.has('force')) return undefined;
  if (options.operands.length === 0 || !coversTree(options.operands, call)) return undefined;
  return {
    rule: 'git.remove',
    sentence: 'git rm would remove all tracked files with their changes.',
  };
}

function readsTree(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.READ_TREE);
  if (options.has('dry-run') || !options.has('reset') || !options.has('u')) return undefined;
  return discards('git read-tree --reset -u');
}

function checksOutIndex(args: readonly Word[]): Hit | undefined {
  const options = readOptions(args, grammars.CHECKOUT_INDEX);
  if (!options.has('force') || options.has('prefix')) return undefined;
  const some = options.has('all') || options.has('stdin') || options.operands.length > 0;
  return some ? discards('git checkout-index --force') : undefined;
}

function discards(command: string, path?: Word): Hit {
  const rule = 'git.discard';
  if (path === undefined) {
    return { rule, sentence: `${command} would discard changes that are not committed.` };
  }
  return {
    rule,
    sentence: `${command} would discard changes in ${named(path)} that are not committed.`,
    span: path.span,
  };
}

/** The operands of `git checkout` that are paths rather than a branch. */
function pathsOf(options: Options, dashes: boolean): readonly Word[] {
  if (grammars.CHECKOUT_BRANCHES.some((name) => options.has(name)) || dashes) return [];
  const [first, ...others] = options.operands;
  if (first === undefined) return [];
  return isPath(first) ? [first, ...others] : others;
}

/** Whether an operand that could be a branch is rather a path. */
function isPath(word: Word): boolean {
  if (word.pieces.some((piece) => piece.kind === 'glob')) return true;
  return PATH.test(word.text) || FILE.test(word.text);
}

/** Whether a conflict is resolved, which chooses between what is committed. */
function isResolving(options: Options): boolean {
  return ['ours', 'theirs', 'merge', 'conflict'].some((name) => options.has(name));
}

/** Whether pathspecs cover the whole working tree, or reach out of it. No pathspec covers it all. */
function coversTree(pathspecs: readonly Word[], call: GitCall): boolean {
  const kept = pathspecs.filter((word) => !EXCLUDES.test(word.text));
  if (kept.length === 0) return true;
  return kept.some((word) => {
    if (word.text.startsWith(':')) return WHOLE_TREE.test(word.text);
    if (EVERYTHING.test(word.text)) return true;
    return reachesOut(reachOf(word, call.execution, call.context), call.context);
  });
}

function isSet(name: string, value: RegExp, call: GitCall): boolean {
  return call.settings.some((setting) => {
    const equals = setting.indexOf('=');
    return setting.slice(0, equals).toLowerCase() === name && value.test(setting.slice(equals + 1));
  });
}

function isNow(word: Word | undefined): boolean {
  return word !== undefined && NOW.test(word.text);
}

/** What turns a setting off. */
const OFF = /^(?:false|no|off|0)$/i;

/** Dates with which nothing is new enough to be kept. */
const NOW = /^(?:now|all|0|today|tomorrow)$/i;

/** A line for `git update-ref --stdin` that deletes. */
const DELETES = /(?:^|\n)\s*delete\s/;

/** Options of `git filter-repo` with which it only reports. */
const REPORTS = /^--(?:analyze|dry-run|version)$/;

/** A pathspec that takes paths out: `:!path`, `:^path`, `:(exclude)path`. */
const EXCLUDES = /^:(?:[!^]|\([^)]*exclude[^)]*\))/;

/** A pathspec of the whole tree: `:`, `:/`, `:(top)`. */
const WHOLE_TREE = /^:(?:\/|\(top\))?(?:\.|\*)?$/;

const EVERYTHING = /^(?:\.\/)?\*+(?:\.\*)?$/;

/** A path by its shape: `.`, `./src`, `/srv`, `src/`, `:/`, `*.ts`. */
const PATH = /^(?:\.{1,2}(?:\/|$)|[/~]|:[/(!^])|\/$|[*?]/;

/** A path by its name: one that ends as files do. */
const FILE =
  /(?:^|\/)(?:Makefile|Dockerfile|Gemfile|Rakefile|Procfile|LICENSE|README|\.env|\.gitignore|\.npmrc)$|\.(?:[cm]?[jt]sx?|jsonc?|json5|lock|ya?ml|toml|ini|cfg|conf|env|md|mdx|rst|txt|csv|tsv|xml|html?|s?css|less|py|ipynb|rb|go|rs|java|kt|kts|scala|swift|c|cc|cpp|h|hpp|cs|php|pl|lua|sh|bash|zsh|ps1|sql|db|sqlite3?|vue|svelte|astro|tf|proto|graphql|gradle|png|jpe?g|svg|gif|pdf|snap)$/;
