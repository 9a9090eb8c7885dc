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
    '--refresh',
    '--hard',
    '--merge',
    '--recurse-submodules[=]',
    '-p --patch',
    '-N --intent-to-add',
    '--pathspec-from-file=',
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
    '-f --force',
    '--force-with-lease[=]',
    '--recurse-submodules=',
    '--receive-pack=',
    '--exec=',
    '-u --set-upstream',
    '--prune',
    '--signed[=]',
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
    '-q --quiet',
    '--recurse-submodules[=]',
    '-m --merge',
    '--conflict=',
    '-d --detach',
    '-t[=] --track[=]',
    '-f --force',
    '--orphan=',
    '-2 --ours',
    '-3 --theirs',
    '-p --patch',
    '--pathspec-from-file=',
  ],
};

/** Options of `git checkout` with which its operands are no paths. */
export const CHECKOUT_BRANCHES: readonly string[] = ['b', 'B', 'orphan', 'track', 'detach'];

export const RESTORE: Grammar = {
  options: [
    '-s= --source=',
    '-S --staged',
    '-W --worktree',
    '-q --quiet',
    '--recurse-submodules[=]',
    '-m --merge',
    '--conflict=',
    '-2 --ours',
    '-3 --theirs',
    '-p --patch',
    '--pathspec-from-file=',
  ],
};

export const SWITCH: Grammar = {
  options: [
    '-c= --create=',
    '-C= --force-create=',
    '-f --discard-changes --force',
    '-q --quiet',
    '--recurse-submodules[=]',
    '-m --merge',
    '--conflict=',
    '-d --detach',
    '-t[=] --track[=]',
    '--orphan=',
  ],
};

export const BRANCH: Grammar = {
  options: [
    '-v --verbose',
    '-q --quiet',
    '-t[=] --track[=]',
    '-u= --set-upstream-to=',
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
    '-n --dry-run',
    '--verbose',
    '--all',
  ],
};

export const GC: Grammar = {
  options: ['-q --quiet', '--prune[=]', '--force'],
};

export const PRUNE: Grammar = {
  options: ['-n --dry-run', '-v --verbose', '--expire='],
};

export const REMOVE: Grammar = {
  options: ['-n --dry-run', '-q --quiet', '--cached', '-f --force', '-r', '--pathspec-from-file='],
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
    '--prefix=',
    '--stage=',
  ],
};
