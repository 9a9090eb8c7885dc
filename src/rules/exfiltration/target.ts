/**
 * Where a program would connect to: the host in a URL, in `host:port`, in `user@host:path`.
 *
 * @module
 */

import { quote } from '../finding.js';
import { isLoopback } from '../host.js';
import type { RuleContext } from '../rule.js';
import { UNKNOWN, type Word } from '../shell/word.js';
import { type Data, dataInPiece, most } from './data.js';

/** What stands before the path of a URL. */
export interface Address {
  /** In lower case, without the colon; empty when none is written. */
  readonly scheme: string;
  /** As written, without brackets; it may hold {@link UNKNOWN}. */
  readonly host: string;
  /** Where the host begins in the text. */
  readonly start: number;
  /** Where the path, query or fragment begins. */
  readonly end: number;
}

/** Reads a URL as curl does: the scheme may be missing, and one to three slashes may follow it. */
export function readAddress(text: string): Address {
  const [prefix = '', name = ''] = (text.includes(':/') ? SCHEME.exec(text) : null) ?? [];
  const end = endOfAuthority(text, prefix.length);
  const authority = text.slice(prefix.length, end);
  const at = authority.lastIndexOf('@') + 1;
  const host = hostOfAuthority(at === 0 ? authority : authority.slice(at));
  return { scheme: name.toLowerCase(), host, start: prefix.length + at, end };
}

/** Where the path, the query or the fragment begins: at `/`, `\\`, `?` or `#`. */
function endOfAuthority(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2f || code === 0x5c || code === 0x3f || code === 0x23) return at;
  }
  return text.length;
}

/** Whether what is sent to a URL stays on this machine. */
export function isLocalUrl(word: Word): boolean {
  const { scheme, host } = readAddress(word.text);
  return scheme === 'file' || isLocalHost(host);
}

/** Whether a host, as written, is this machine. */
export function isLocalHost(host: string): boolean {
  return !host.includes(UNKNOWN) && isLoopback(host);
}

/**
 * The remote side of `host:path`, `user@host:path`, `host::module` or `scheme://host/path`, as `scp`
 * and `rsync` read it: a colon before the first slash. Nothing for a local path.
 */
export function remoteHost(word: Word): string | undefined {
  if (REMOTE_URL.test(word.text)) return readAddress(word.text).host;
  return findRemote(word.text)?.host;
}

/** The host in `user@host:path` and where it stands, brackets not counted. */
export function findRemote(
  text: string,
): { readonly host: string; readonly start: number } | undefined {
  if (DRIVE.test(text)) return undefined;
  const [prefix = '', user = '', bracketed, name = ''] = REMOTE_PATH.exec(text) ?? [];
  if (prefix === '' || (bracketed === undefined && name === '' && user === '')) return undefined;
  const host = bracketed ?? name;
  const behind = bracketed === undefined ? 1 : 2;
  return { host, start: prefix.length - behind - host.length };
}

/** The host in `[user@]host`, with brackets and a port behind it taken off. */
export function bareHost(text: string): string {
  return hostOfAuthority(text.slice(text.lastIndexOf('@') + 1));
}

/**
 * What a URL carries besides where it leads to: data in its path, its query or a subdomain. What
 * stands for the host or the URL as a whole says where to, and what stands in the user name is for
 * the host to know.
 */
export function dataInUrl(word: Word, context: RuleContext): Data {
  if (word.known) return 'none';
  const { start, end } = readAddress(word.text);
  const authority = word.text.slice(start, end);
  const whole = authority.replace(PORT, '') === UNKNOWN;
  const found: Data[] = [];
  let at = 0;
  for (const piece of word.pieces) {
    const inHost = at >= start && at < end;
    const data = dataInPiece(piece, context);
    if (at >= end || (data !== 'credential' && !(inHost && whole))) found.push(data);
    at += piece.kind === 'unknown' ? UNKNOWN.length : piece.text.length;
  }
  return most(found);
}

/** Names a host in a sentence. */
export function describeHost(host: string): string {
  const known = host !== '' && !host.includes(UNKNOWN);
  return known
    ? quote(host.length > LONGEST ? `${host.slice(0, LONGEST)}…` : host)
    : 'another host';
}

function hostOfAuthority(authority: string): string {
  const colon = authority.indexOf(':');
  if (colon < 0 && !authority.startsWith('[')) return authority;
  const [, bracketed] = BRACKETS.exec(authority) ?? [];
  if (bracketed !== undefined) return bracketed;
  // Several colons without brackets are an IPv6 address.
  return colon === authority.lastIndexOf(':') ? authority.replace(PORT, '') : authority;
}

const LONGEST = 60;

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/{1,3}/;
const PORT = /:[^:]*$/;
const BRACKETS = /^\[([^\]]*)\]/;

const REMOTE_URL = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
/** A drive of Windows. */
const DRIVE = /^[A-Za-z]:[\\/]/;
/** A colon before the first slash, with a host before it. */
const REMOTE_PATH = /^(?:([^/]*)@)?(?:\[([^\]/]*)\]|([^/:@[\]]*)):/;
