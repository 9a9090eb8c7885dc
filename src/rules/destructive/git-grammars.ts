/**
 * The options of Git's commands, as `git <command> -h` lists them. Git takes any unique prefix of a
 * long option, so the harmless ones are listed too.
 *
 * @module
 */
import type { Grammar } from '../shell/options.js';

export const RESET: Grammar = {
  options: [
    '-q --quiet',
    '--no-refresh',
    '--refresh',
    '--mixed',
    '--soft',
    '--hard',
    '--merge',
    '--keep',
    '--recurse-submodules[=]',
    '-p --patch',
    '-N --intent-to-add',
    '--pathspec-from-file=',
    '--pathspec-file-nul',
  ],
};

export const CLEAN: Grammar = {
  options: [
    '-q --quiet',
    '-n --dry-run',
    '-f --force',
    '-i --interactive',
    '-d',
    '-e= --exclude=',
    '-x',
    '-X',
  ],
};

export const PUSH: Grammar = {
  options: [
    '-v --verbose',
    '-q --quiet',
    '--repo=',
    '--all',
    '--branches',
    '--mirror',
    '-d --delete',
    '--tags',
    '-n --dry-run',
    '--porcelain',
    '-f --force',
    '--force-with-lease[=]',
    '--force-if-includes',
    '--recurse-submodules=',
    '--thin',
    '--receive-pack=',
    '--exec=',
    '-u --set-upstream',
    '--progress',
    '--prune',
    '--no-verify',
    '--follow-tags',
    '--signed[=]',
    '--atomic',
    '-o= --push-option=',
    '-4 --ipv4',
    '-6 --ipv6',
  ],
};

export const CHECKOUT: Grammar = {
  options: [
    '-b=',
    '-B=',
    '-l',
    '--guess',
    '--overlay',
    '--no-overlay',
    '-q --quiet',
    '--recurse-submodules[=]',
    '--progress',
    '-m --merge',
    '--conflict=',
    '-d --detach',
    '-t[=] --track[=]',
    '-f --force',
    '--orphan=',
    '--overwrite-ignore',
    '--ignore-other-worktrees',
    '-2 --ours',
    '-3 --theirs',
    '-p --patch',
    '--ignore-skip-worktree-bits',
    '--pathspec-from-file=',
    '--pathspec-file-nul',
  ],
};

/** Options of `git checkout` with which its operands are no paths. */
export const CHECKOUT_BRANCHES: readonly string[] = ['b', 'B', 'orphan', 'track', 'detach'];

export const RESTORE: Grammar = {
  options: [
    '-s= --source=',
    '-S --staged',
    '-W --worktree',
    '--ignore-unmerged',
    '--overlay',
    '-q --quiet',
    '--recurse-submodules[=]',
    '--progress',
    '-m --merge',
    '--conflict=',
    '-2 --ours',
    '-3 --theirs',
    '-p --patch',
    '--ignore-skip-worktree-bits',
    '--pathspec-from-file=',
    '--pathspec-file-nul',
  ],
};

export const SWITCH: Grammar = {
  options: [
    '-c= --create=',
    '-C= --force-create=',
    '--guess',
    '-f --discard-changes --force',
    '-q --quiet',
    '--recurse-submodules[=]',
    '--progress',
    '-m --merge',
    '--conflict=',
    '-d --detach',
    '-t[=] --track[=]',
    '--orphan=',
    '--overwrite-ignore',
    '--ignore-other-worktrees',
  ],
};

export const BRANCH: Grammar = {
  options: [
    '-v --verbose',
    '-q --quiet',
    '-t[=] --track[=]',
    '-u= --set-upstream-to=',
    '--unset-upstream',
    '--color[=]',
    '-r --remotes',
    '--contains=',
    '--no-contains=',
    '--abbrev[=]',
    '-a --all',
    '-d --delete',
    '-D',
    '-m --move',
    '-M',
    '-c --copy',
    '-C',
    '-l --list',
    '--show-current',
    '--create-reflog',
    '--edit-description',
    '-f --force',
    '--merged[=]',
    '--no-merged[=]',
    '--column[=]',
    '--sort=',
    '--points-at=',
    '-i --ignore-case',
    '--recurse-submodules',
    '--format=',
  ],
};

/** For `git worktree remove` and `git submodule deinit`. */
export const FORCE: Grammar = { options: ['-f --force', '--all', '-q --quiet'] };

export const UPDATE_REF: Grammar = {
  options: ['-m=', '-d', '--no-deref', '-z', '--stdin', '--create-reflog'],
};

export const REFLOG: Grammar = {
  options: [
    '--expire=',
    '--expire-unreachable=',
    '--rewrite',
    '--updateref',
    '--stale-fix',
    '-n --dry-run',
    '--verbose',
    '--all',
    '--single-worktree',
  ],
};

export const GC: Grammar = {
  options: [
    '-q --quiet',
    '--prune[=]',
    '--cruft',
    '--no-cruft',
    '--aggressive',
    '--auto',
    '--force',
    '--keep-largest-pack',
  ],
};

export const PRUNE: Grammar = {
  options: [
    '-n --dry-run',
    '-v --verbose',
    '--progress',
    '--expire=',
    '--exclude-promisor-objects',
  ],
};

export const REMOVE: Grammar = {
  options: [
    '-n --dry-run',
    '-q --quiet',
    '--cached',
    '-f --force',
    '-r',
    '--ignore-unmatch',
    '--sparse',
    '--pathspec-from-file=',
    '--pathspec-file-nul',
  ],
};

export const READ_TREE: Grammar = {
  options: [
    '-m',
    '--reset',
    '-u',
    '-i',
    '-n --dry-run',
    '-v',
    '--prefix=',
    '--index-output=',
    '--empty',
    '--trivial',
    '--aggressive',
  ],
};

export const CHECKOUT_INDEX: Grammar = {
  options: [
    '-a --all',
    '-f --force',
    '-n --no-create',
    '-q --quiet',
    '-u --index',
    '-z',
    '--stdin',
    '--temp',
    '--prefix=',
    '--stage=',
  ],
};
