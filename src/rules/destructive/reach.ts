/**
 * How far a change to the file system reaches: a broad target, one outside the workspace, one inside.
 *
 * @module
 */
import { isWithin, normalize } from '../path.js';
import type { RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { locate, type Target } from '../shell/place.js';
import { toPlainPath } from '../shell/windows-path.js';
import { UNKNOWN, type Word } from '../shell/word.js';
import { isMounted } from './mount-points.js';

/**
 * `broad`: the workspace itself, its history, a home, a system tree or what holds them.
 * `outside`: another place outside the workspace. `inside`: a part of the workspace.
 * `unknown`: only the running shell knows.
 */
export type Reach = 'broad' | 'outside' | 'inside' | 'unknown';

/** How far a change to what a word names would reach. */
export function reachOf(word: Word, execution: Execution, context: RuleContext): Reach {
  if (DRIVE.test(word.text)) return reachOnDrive(word.text, context);
  const target = locate(word, execution.cwd);
  if (target.base === 'unknown') return reachOfUnknown(word, target);
  if (target.base === 'home') return target.path === '.' ? 'broad' : 'outside';
  if (target.base === 'work') return reachOfRelative(target);
  if (execution.elsewhere === 'container') {
    // What lies in a mount is judged as the place here that it is.
    const own = depth(target.path) <= 1 && !isMounted(word, execution, context.run);
    return own ? 'broad' : 'inside';
  }
  if (context.scratchRoots.some((root) => isBelow(root, target))) return 'inside';
  if (context.workspaceRoot === undefined || execution.elsewhere === 'host') {
    return reachOfAbsolute(target);
  }
  return reachFromRoot(target, normalize(context.workspaceRoot));
}

/** The worst of several. */
export function worst(reaches: readonly Reach[]): Reach {
  return SEVERITY.find((reach) => reaches.includes(reach)) ?? 'unknown';
}

/** Worst first. */
const SEVERITY: readonly Reach[] = ['broad', 'outside', 'unknown', 'inside'];

/** Whether a change that reaches so far counts: a broad or outside target, or any under `strict`. */
export function reachesOut(reach: Reach, context: RuleContext): boolean {
  return reach === 'broad' || reach === 'outside' || (reach === 'unknown' && context.strict);
}

/** Whether an absolute path is one that a system cannot do without. */
export function isSystemPath(path: string): boolean {
  return path === '/' || SYSTEM.test(path);
}

/** A drive of Windows, as shells on Windows take it. */
function reachOnDrive(text: string, context: RuleContext): Reach {
  const inside = [context.workspaceRoot ?? '', ...context.scratchRoots].some(
    (root) => DRIVE.test(root) && isWithin(toPlainPath(root), normalize(toPlainPath(text))),
  );
  return inside ? 'inside' : 'outside';
}

function reachOfUnknown(word: Word, target: Target): Reach {
  // "$X"/* empties the root directory when X is unset, which is the classic accident.
  if (target.contents && target.path === '.') return 'broad';
  const first = word.pieces[0];
  const names = first?.kind === 'unknown' ? first.name : undefined;
  // What lies beside the directory for temporary files is never the workspace's.
  if (names === 'TMPDIR' && target.path.startsWith('..')) return 'outside';
  return target.path === '..' || target.path.endsWith('/..') ? 'outside' : 'unknown';
}

function reachOfRelative(target: Target): Reach {
  if (target.path.startsWith('..') && CLIMBS.test(target.path)) return 'outside';
  if (target.path === '.') return target.partial ? 'inside' : 'broad';
  return isHistory(target.path) ? 'broad' : 'inside';
}

function reachFromRoot(target: Target, root: string): Reach {
  const path = target.path;
  if (!isWithin(root, path)) return isWithin(path, root) && !target.partial ? 'broad' : 'outside';
  if (path === root) return target.partial ? 'inside' : 'broad';
  return isHistory(path.slice(root === '/' ? 1 : root.length + 1)) ? 'broad' : 'inside';
}

/** Without a declared workspace, what is deep in a directory of users or services may be it. */
function reachOfAbsolute(target: Target): Reach {
  if (isSystemPath(target.path)) return 'broad';
  return depth(target.path) <= 2 ? 'outside' : 'unknown';
}

/** Whether a path in the workspace is its version history. */
function isHistory(path: string): boolean {
  return HISTORY.test(path);
}

function isBelow(root: string, target: Target): boolean {
  const top = normalize(root);
  if (target.base !== 'absolute' || !isWithin(top, target.path)) return false;
  return target.path !== top || target.partial || target.contents;
}

function depth(path: string): number {
  return path.split('/').filter((name) => name !== '' && name !== UNKNOWN).length;
}

/** System trees and what is in them, and the directories that hold homes and services themselves. */
const SYSTEM =
  /^\/(?:(?:bin|boot|dev|etc|lib|lib32|lib64|libx32|opt|proc|root|run|sbin|sys|usr|var|System|Library|Applications|private|Windows)(?:\/|$)|(?:home|srv|mnt|media|Users|Volumes|data|tmp)\/?$)/;

/** `C:/…` or `C:\\…`. */
const DRIVE = /^[A-Za-z]:[\\/]/;

/** A relative path that leads out of where it starts. */
const CLIMBS = /^\.\.(?:\/|$)/;

/**
 * The directory of a version control system, and the parts of it that hold the history. What Git
 * knows of other repositories' branches, and its locks, come back by themselves.
 */
const HISTORY =
  /^(?:.*\/)?\.(?:(?:git|hg|svn)(?:\/(?:objects|refs|logs|store|pristine))?|git\/(?:objects\/(?!.*\.lock$).+|refs\/(?!remotes\/|.*\.lock$).+|packed-refs|HEAD))$/;
