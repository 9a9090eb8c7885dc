/**
 * `path_outside_workspace`: does a path field of the call lead out of the workspace?
 *
 * The answer is lexical: what the text says, not what the file system holds. Where programs read a
 * text differently (a backslash, a `~`), it is outside when it is outside in any of the readings.
 *
 * @module
 */
import type { Call, Field } from './call.js';
import { type Finding, quote } from './finding.js';
import { isDriveOrServer, isWithin, normalize, readWindows } from './lexical.js';
import { setOf } from './tables.js';

export { isAbsolutePath, isWithin, normalize } from './lexical.js';

/**
 * Finds the paths that lead out of the workspace.
 *
 * Without a declared root there is nothing to be outside of, not even for `~` or `/etc`, so there
 * are no findings; a path in one of the call's scratch roots is not outside either.
 */
export function pathFindings(call: Call): readonly Finding[] {
  const { workspaceRoot, paths } = call;
  if (workspaceRoot === undefined) return [];
  const findings: Finding[] = [];
  let limits: Limits | undefined;
  for (const field of paths) {
    if (isPlainlyBelow(field.value) || isPlainlyIn(workspaceRoot, field.value)) continue;
    limits ??= readLimits(workspaceRoot, call.scratchRoots);
    if (limits.root.path === '/') break;
    const leave = leaveOf(field.value, limits);
    if (leave !== undefined) findings.push(toFinding(field, leave));
  }
  return findings;
}

/** Where paths may lead, and where relative ones start. */
interface Limits {
  readonly root: Root;
  /** The paths of all roots. */
  readonly roots: readonly string[];
}

function readLimits(workspaceRoot: string, scratchRoots: readonly string[]): Limits {
  const root = readRoot(workspaceRoot);
  return { root, roots: [root.path, ...scratchRoots.map((scratch) => readRoot(scratch).path)] };
}

interface Root {
  readonly path: string;
  readonly windows: boolean;
}

interface Leave {
  readonly rule: 'path.outside' | 'path.home' | 'path.nul';
  readonly clause: string;
}

const OUTSIDE: Leave = { rule: 'path.outside', clause: 'is outside the workspace' };
const HOME: Leave = { rule: 'path.home', clause: 'is under a home or system directory' };
const NUL: Leave = {
  rule: 'path.nul',
  clause: 'holds a NUL, where some programs end it and some do not',
};

function readRoot(text: string): Root {
  const windows = !text.startsWith('/');
  return { path: windows ? readWindows(text, '') : normalize(text), windows };
}

function leaveOf(text: string, { root, roots }: Limits): Leave | undefined {
  if (!root.windows && ABSOLUTE.test(text)) {
    return isInAny(roots, normalize(text)) ? undefined : OUTSIDE;
  }
  if (text.includes('\0')) return NUL;
  const named = FILE_URL.test(text) ? fromFileUrl(text) : text.trimStart();
  if (named === undefined) return OUTSIDE;
  const path = named.replace(CURRENT_DIRECTORY, '.');
  const [, variable = ''] = VARIABLE.exec(path) ?? [];
  if (HOME_DIRECTORY.test(path) || OUTER_VARIABLES.has(variable.toUpperCase())) return HOME;
  return readings(path, root).every((reading) => isInAny(roots, reading)) ? undefined : OUTSIDE;
}

function isInAny(roots: readonly string[], absolute: string): boolean {
  for (const root of roots) if (isWithin(root, absolute)) return true;
  return false;
}

/** Whether a text is a relative path with nothing in it to think about. */
function isPlainlyBelow(text: string): boolean {
  return RELATIVE.test(text) && !text.includes('..') && !text.includes('//');
}

/** Whether a text is an absolute path below a root as it was declared, with nothing to think about. */
function isPlainlyIn(root: string, text: string): boolean {
  const isBelow = text.charCodeAt(root.length) === SLASH && text.startsWith(root);
  return isBelow && ABSOLUTE.test(text) && !text.includes('..');
}

/** Every absolute path that a text may mean, normalized. */
function readings(path: string, root: Root): readonly string[] {
  if (root.windows) return [readWindows(path, root.path)];
  if (isDriveOrServer(path)) return [readWindows(path, '')];
  const literal = resolve(root.path, path);
  if (!path.includes('\\')) return [literal];
  return [literal, resolve(root.path, path.replaceAll('\\', '/'))];
}

function resolve(root: string, path: string): string {
  return path.startsWith('/') ? normalize(path) : normalize(`${root}/${path}`);
}

/** The path of a `file:` URL (RFC 8089), or nothing when it is on another host or unreadable. */
function fromFileUrl(text: string): string | undefined {
  const [, host = '', path = ''] = FILE_URL.exec(text.replaceAll('\\', '/')) ?? [];
  if (host !== '' && host.toLowerCase() !== 'localhost') return undefined;
  const [, encoded = ''] = BEFORE_QUERY.exec(path) ?? [];
  const decoded = decode(encoded);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  if (SLASHED_DRIVE.test(decoded)) return decoded.slice(1);
  return decoded.startsWith('/') ? decoded : `/${decoded}`;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function toFinding(field: Field, { rule, clause }: Leave): Finding {
  const { where, value, span = { start: 0, end: value.length } } = field;
  return { rule, where, span, sentence: `${where} names ${quote(value)}, which ${clause}.` };
}

/** Paths without a character that any program could take for more than itself. */
const RELATIVE = /^[\w.-][\w./-]*$/;
const SLASH = 0x2f;
const ABSOLUTE = /^\/[\w./-]*$/;
const SLASHED_DRIVE = /^\/[a-z]:/i;
const FILE_URL = /^\s*file:(?:\/\/([^/?#]*))?(.*)$/is;
const BEFORE_QUERY = /^([^?#]*)/;

/** `~`, `~/x`, `~name/x`, but not `~$draft.docx` or `~3 items`. */
const HOME_DIRECTORY = /^~(?:$|[\\/-]|[a-z_][\w.-]*(?:$|[\\/]))/i;
/** `$HOME`, `${HOME}`, `$env:HOME`, `%HOME%` at the start of a path. */
const VARIABLE = /^(?:\$(?:env:)?|\$\{(?:env:)?|%)([a-z_]\w{0,63})(?:[}%]|(?=\W)|$)/i;

const CURRENT_DIRECTORY = /^(?:~\+|\$PWD|\$\{PWD\})(?=$|[\\/])/;

/** Variables that name directories which no workspace holds. */
const OUTER_VARIABLES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'HOME USERPROFILE HOMEPATH HOMEDRIVE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES WINDIR ' +
    'SYSTEMROOT SYSTEMDRIVE TMPDIR TEMP TMP OLDPWD XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME',
);
