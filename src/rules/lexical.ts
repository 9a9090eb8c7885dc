/**
 * Paths as text: what POSIX and Windows make of them without looking at a file system.
 *
 * @module
 */

/**
 * Normalizes a POSIX path lexically: no `.`, no `//`, and `..` only where a relative path begins.
 *
 * @param path Any path; an empty one is `.`.
 * @returns The shortest path that means the same where there are no symbolic links.
 */
export function normalize(path: string): string {
  const absolute = path.startsWith('/');
  const text = withoutEnd(path);
  if (text !== '' && !UNTIDY.test(text)) return text;
  const kept: string[] = [];
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') kept.push(name);
    else if (kept.length > 0 && kept[kept.length - 1] !== '..') kept.pop();
    else if (!absolute) kept.push(name);
  }
  if (absolute) return `/${kept.join('/')}`;
  return kept.length === 0 ? '.' : kept.join('/');
}

/** A path without the slashes at its end, but for the root itself. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return end === path.length ? path : path.slice(0, end);
}

/** Whether an absolute, normalized path is a root or lies below it. */
export function isWithin(root: string, path: string): boolean {
  if (!path.startsWith(root)) return false;
  return (
    path.length === root.length || root.endsWith('/') || path.charCodeAt(root.length) === SLASH
  );
}

/** Whether a text is an absolute path on POSIX or, with a drive or a server, on Windows. */
export function isAbsolutePath(text: string): boolean {
  return text.startsWith('/') || isDriveOrServer(text);
}

/** Whether a text is absolute on Windows: it begins with a drive or a server. */
export function isDriveOrServer(text: string): boolean {
  return DRIVE_ROOT.test(text) || SERVER.test(text);
}

/**
 * Reads a Windows path as `c:/names` or `//server/share/names`, in lower case because Windows compares
 * so. Relative paths start at `root`, absolute ones without a drive at its drive.
 */
export function readWindows(text: string, root: string): string {
  const slashed = text.replaceAll('\\', '/').toLowerCase();
  const path = slashed.replace(VERBATIM_SERVER, '//').replace(VERBATIM, '');
  if (path.startsWith('//')) return `/${tidyNames(path.slice(1))}`;
  const drive = DRIVE.test(path) ? path.slice(0, 2) : '';
  const rest = path.slice(drive.length);
  const home = root.startsWith('//') ? '' : root.slice(0, 2);
  if (rest.startsWith('/')) return (drive === '' ? home : drive) + tidyNames(rest);
  // `d:names` starts at the current directory of that drive, which nobody declared.
  if (drive !== '' && drive !== home) return drive;
  const prefix = root.startsWith('//') ? '/' : home;
  return prefix + tidyNames(`${root.slice(prefix.length)}/${rest}`);
}

/** Windows drops dots and spaces at the end of a name, so `.. ` climbs like `..`. */
function tidyNames(path: string): string {
  return normalize(path.split('/').map(trimName).join('/'));
}

function trimName(name: string): string {
  if (CLIMBING.test(name)) return '..';
  let end = name.length;
  while (end > 0 && (name.charAt(end - 1) === '.' || name.charAt(end - 1) === ' ')) end -= 1;
  return name.slice(0, end);
}

const SLASH = 47;

/** An empty name, `.` or `..` somewhere: anything to normalize. */
const UNTIDY = /(?:^|\/)\.{1,2}(?:\/|$)|\/\//;
const DRIVE = /^[a-z]:/i;
const DRIVE_ROOT = /^[a-z]:(?:[\\/]|$)/i;
const SERVER = /^\\\\[^\\]/;
const VERBATIM_SERVER = /^\/\/[?.]\/unc\//;
const VERBATIM = /^\/\/[?.]\/(?=[a-z]:)/;
const CLIMBING = /^\.{2}[. ]*$/;
