/**
 * Places in the file system, lexically: where a word of a command points to.
 *
 * @module
 */
import { isWithin, normalize } from '../path.js';
import { UNKNOWN, type Word } from './word.js';

/**
 * A directory or file. `absolute` paths begin with `/`; a `home` path is relative to some user's
 * home, a `work` path to the directory in which the command starts, an `unknown` one to a place
 * that only the running shell knows.
 */
export interface Place {
  readonly base: 'absolute' | 'home' | 'work' | 'unknown';
  /** Normalized; `.` is the base itself, and `..` in front climbs out of it. */
  readonly path: string;
}

/** What a word points to. */
export interface Target extends Place {
  /** Whether it names what is in the place (`dir/*`) rather than the place itself. */
  readonly contents: boolean;
  /** Whether a pattern or an unknown part narrows it further than `path` says. */
  readonly partial: boolean;
}

/** Where a command starts: the workspace, when one is declared. */
export function startPlace(workspaceRoot: string | undefined): Place {
  if (workspaceRoot === undefined) return { base: 'work', path: '.' };
  return { base: 'absolute', path: normalize(workspaceRoot) };
}

/**
 * Where a word points to, seen from a directory.
 *
 * A pattern or an unknown part counts as one name of unknown spelling, so that `..` behind it leads
 * back out of it; the path is what stands before the first such name. `/var/*` is what is in `/var`,
 * `/var/l*` a part of it.
 */
export function locate(word: Word, from: Place): Target {
  const marked = mark(word);
  if (marked === '') return at(from, false, false);
  const place = placeOf(word, marked, from);
  if (!OPEN.test(place.path)) return at(place, false, false);
  const names = place.path.split('/');
  const open = names.findIndex((name) => OPEN.test(name));
  const path = names.slice(0, open).join('/');
  const root = place.base === 'absolute' ? '/' : '.';
  const contents = names.slice(open).every((name) => EVERYTHING.test(name));
  return at({ base: place.base, path: path === '' ? root : path }, contents, !contents);
}

/** Goes from a place along a path. */
export function follow(from: Place, path: string): Place {
  if (path.startsWith('/')) return { base: 'absolute', path: normalize(path) };
  const joined = normalize(from.path === '.' ? path : `${from.path}/${path}`);
  return { base: from.base, path: joined === '' ? '.' : joined };
}

/** Where the shell is after it went to a place: nobody knows, when that is deeper than anyone works. */
export function arrive({ base, path }: Place): Place {
  return path.length > MAX_PATH ? UNKNOWN_PLACE : { base, path };
}

/** A directory that only the running shell knows. */
export const UNKNOWN_PLACE: Place = /* @__PURE__ */ Object.freeze({ base: 'unknown', path: '.' });

/** One text a place, for files that the text itself writes; none for what is not fully known. */
export function placeKey(word: Word, from: Place): string | undefined {
  const target = locate(word, from);
  if (target.base === 'unknown' || target.contents || target.partial) return undefined;
  return `${target.base}:${target.path}`;
}

/** Whether a place is `root` or below it; only known for absolute places. */
export function isInside(place: Place, root: string): boolean {
  return place.base === 'absolute' && isWithin(normalize(root), place.path);
}

function at({ base, path }: Place, contents: boolean, partial: boolean): Target {
  return { base, path, contents, partial };
}

/** The word's text with its patterns and unknown parts marked, for they are not their spelling. */
function mark(word: Word): string {
  const [first] = word.pieces;
  if (word.pieces.length === 1 && first?.kind === 'text') return first.text;
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'glob') text += ALL.test(piece.text) ? STAR : PATTERN;
    else text += piece.kind === 'unknown' ? UNKNOWN : piece.text;
  }
  return text;
}

function placeOf(word: Word, marked: string, from: Place): Place {
  const kind = word.pieces[0]?.kind;
  if (kind === 'home') return follow({ base: 'home', path: '.' }, belowFirst(marked));
  const startsUnknown = kind === 'unknown' && (marked.length === 1 || marked[1] === '/');
  if (!startsUnknown) return follow(from, marked);
  const place = follow({ base: 'unknown', path: '.' }, belowFirst(marked));
  return marked.length === 1 ? { base: 'unknown', path: UNKNOWN } : place;
}

/** What stands behind the first name of a path. */
function belowFirst(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '' : path.slice(slash).replace(LEADING_SLASHES, '');
}

/** `*`, `**`, and `!(…)`, which leaves out no more than it names. */
const ALL = /^(?:\*+$|!\()/;

/** A path that grew with every `cd` of a text would cost quadratic time. */
const MAX_PATH = 1_024;

const STAR = '\uE000';
const PATTERN = '\uE001';

const LEADING_SLASHES = /^\/+/;

/** A name that holds a pattern or an unknown part. */
const OPEN = /[\uE000\uE001\uFFFC]/;

/** A name that stands for everything in a directory: `*`, `.*`, `**`, `.[!.]*`, `.??*`. */
const EVERYTHING = /^\.?\uE001*\uE000+$/;
