/**
 * Which hosts a URL reaches, in every way that a program in use may read it.
 *
 * There are two readings: that of the WHATWG URL standard (browsers, `fetch`) and that of RFC 3986
 * (command-line tools, many libraries). Where they name different hosts, nobody can say from the
 * text alone where the call goes.
 *
 * @module
 */
import type { Span } from './finding.js';
import { isAddress, normalizeHost } from './host.js';
import { mapOf, setOf } from './tables.js';

/**
 * How a text is meant.
 *
 * - `url`: a URL; without a scheme only when it looks like a host with a domain, a port or an
 *   address, because it may as well be a relative reference.
 * - `host`: `host`, `host:port` or a URL, as `curl` and `ssh` take them: without a scheme it is
 *   still a host.
 * - `link`: a URL with a scheme, or `user@host:path`; anything else is no URL.
 */
export type HostForm = 'url' | 'host' | 'link';

/** A host that a URL names, normalized, and its port where the text or the scheme says it. */
export interface Reach {
  readonly host: string;
  readonly port?: string;
}

/** What a URL reaches. */
export interface Reading {
  readonly reaches: readonly Reach[];
  /** Why it cannot be told which host it is, if it cannot. */
  readonly trouble?: 'parsers_differ' | 'unreadable';
  /** Where the text names the host and port. */
  readonly span?: Span;
}

/**
 * Reads the hosts of a URL.
 *
 * @param text The URL, as the program would get it.
 * @param form How it is meant; `url` unless given.
 * @returns What it reaches; nothing for a text that names no host, such as a relative reference or
 *   a `data:` URL.
 */
export function hostsOf(text: string, form: HostForm = 'url'): Reading | undefined {
  const [, before = '', name, number] = USUAL.exec(text) ?? [];
  if (name !== undefined) {
    const port = number ?? (before.length === HTTPS_LENGTH ? '443' : '80');
    const end = before.length + name.length + (number === undefined ? 0 : number.length + 1);
    return { reaches: [{ host: name, port }], span: { start: before.length, end } };
  }
  const url = strip(text);
  const joined = url.replace(LINE_BREAKS, '');
  const found = locate(joined, form);
  if (found === undefined) return undefined;
  const reading = readAuthority(found);
  if (reading === undefined) return undefined;
  const start = text.indexOf(found.authority);
  const span = start < 0 ? {} : { span: { start, end: start + found.authority.length } };
  // WHATWG §4.4 drops tabs and line breaks inside of a URL; other programs stop there.
  const trouble = joined === url ? {} : { trouble: 'parsers_differ' as const };
  return { ...reading, ...trouble, ...span };
}

/** The part of a URL between `//` and the path, and what to know to read it. */
interface Located {
  /** Up to the first of `/ ? #`, which is where RFC 3986 §3.2 ends it. */
  readonly authority: string;
  readonly scheme: string;
  /** Without a scheme, which forms count as a host. */
  readonly form: HostForm | undefined;
}

function locate(url: string, form: HostForm): Located | undefined {
  const [prefix, name] = SCHEME.exec(url) ?? [];
  // `cache:6379` is a host with its port; so is `data:6379`, but only where a host is called for.
  const hasPort = HOST_BEFORE_PORT.test(url);
  if (prefix === undefined || name === undefined || (hasPort && form === 'host')) {
    return locateBare(url, form);
  }
  const scheme = name.toLowerCase();
  if (HOSTLESS.has(scheme)) return undefined;
  const rest = url.slice(prefix.length);
  // WHATWG §4.4, "special authority ignore slashes": any number of slashes, of either kind.
  if (DEFAULT_PORTS.has(scheme)) return located(rest.replace(SLASHES, ''), scheme, undefined);
  if (hasPort) return locateBare(url, form);
  if (rest.startsWith('//')) {
    // `memo://notes` names nothing on a network unless it looks like a host.
    const isNetwork = scheme.split('+').some((part) => NETWORK_SCHEMES.has(part));
    return located(rest.slice(2), scheme, isNetwork ? undefined : 'url');
  }
  // `jdbc:postgresql://host/db`: what follows is a URL of its own.
  if (NESTED.test(rest)) return locate(rest, 'link');
  return locateBare(url, form);
}

function locateBare(url: string, form: HostForm): Located | undefined {
  const [, account] = ACCOUNT_AND_PATH.exec(url) ?? [];
  if (account !== undefined) return { authority: account, scheme: 'ssh', form: undefined };
  if (form === 'link') return undefined;
  // A reference without a scheme but with an authority (RFC 3986 §4.2); WHATWG takes either slash.
  if (NETWORK_PATH.test(url)) return located(url.replace(SLASHES, ''), '', undefined);
  if (url === '' || NOT_A_HOST.test(url)) return undefined;
  const [, remote] = DOMAIN_AND_PATH.exec(url) ?? [];
  return remote === undefined ? located(url, '', form) : { authority: remote, scheme: 'ssh', form };
}

function located(rest: string, scheme: string, form: HostForm | undefined): Located {
  const end = rest.search(AUTHORITY_END);
  return { authority: end < 0 ? rest : rest.slice(0, end), scheme, form };
}

function readAuthority({ authority, scheme, form }: Located): Reading | undefined {
  if (authority === '') return undefined;
  const backslash = authority.indexOf('\\');
  const parts =
    backslash < 0 ? partsOf(authority, scheme) : [authority.slice(0, backslash), authority];
  const reaches: Reach[] = [];
  for (const part of parts) {
    const reach = readHostAndPort(part, scheme);
    if (reach !== undefined && (form !== 'url' || looksLikeHost(reach, part))) reaches.push(reach);
  }
  // Words, or something relative, in a field that does not have to be a URL.
  const isOther = form === 'url' || (form === 'host' && PROSE.test(authority));
  if (isOther && reaches.length === 0) return undefined;
  // WHATWG ends the authority of the usual schemes at a backslash too; RFC 3986 does not.
  if (backslash >= 0) return { reaches, trouble: 'parsers_differ' };
  return reaches.length < parts.length ? { reaches, trouble: 'unreadable' } : { reaches };
}

/** Some databases take a list of hosts. */
function partsOf(authority: string, scheme: string): readonly string[] {
  if (scheme === '' || DEFAULT_PORTS.has(scheme) || !authority.includes(',')) return [authority];
  return authority.slice(authority.lastIndexOf('@') + 1).split(',');
}

function readHostAndPort(part: string, scheme: string): Reach | undefined {
  const hostAndPort = part.slice(part.lastIndexOf('@') + 1);
  const [, text = '', port = ''] = HOST_AND_PORT.exec(hostAndPort) ?? [hostAndPort, hostAndPort];
  const host = text === '' ? undefined : normalizeHost(text);
  if (host === undefined || Number(port) > 65_535) return undefined;
  const known = port === '' ? DEFAULT_PORTS.get(scheme) : String(Number(port));
  return known === undefined ? { host } : { host, port: known };
}

function looksLikeHost({ host }: Reach, part: string): boolean {
  if (WITH_PORT.test(part) || host === 'localhost') return true;
  // A whole number alone would be an IPv4 address too.
  if (isAddress(host)) return DOT_OR_COLON.test(part);
  const top = host.slice(host.lastIndexOf('.') + 1);
  return top !== host && TOP_LABEL.test(top) && !FILE_ENDINGS.has(top);
}

/** WHATWG §4.4 step 1: control characters and spaces at both ends; hosts trim other spaces too. */
function strip(text: string): string {
  const head = text.length > LONGEST ? text.trimStart().slice(0, LONGEST) : text;
  let start = 0;
  let end = head.length;
  while (start < end && head.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && head.charCodeAt(end - 1) <= SPACE) end -= 1;
  return head.slice(start, end).trim();
}

/** Nothing beyond this decides the host: a longer authority is no host. */
const LONGEST = 8192;
const SPACE = 32;

/** Nearly every URL there is, which every program reads the same way. */
const USUAL =
  /^(https?:\/\/)((?:[a-z0-9-]{1,63}\.){0,8}[a-z][a-z0-9-]{0,62})(?::([1-9]\d{0,3}))?(?:[/?#][!-~]*)?$/;
const HTTPS_LENGTH = 8;
const LINE_BREAKS = /[\t\n\r]/g;
/** A scheme of two letters or more: one is a drive. */
const SCHEME = /^([a-z][a-z0-9+.-]+):/i;
const HOST_BEFORE_PORT = /^[a-z][a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i;
const NESTED = /^[a-z][a-z0-9+.-]+:\/\//i;
const SLASHES = /^[/\\]+/;
const NETWORK_PATH = /^[/\\]{2}/;
const AUTHORITY_END = /[/?#]/;
/** What begins a relative reference, a template or a list. */
const NOT_A_HOST = /^[/\\?#.&=*{(<"'$]/;
/** `git@host:path`, as ssh and its friends take a remote. */
const ACCOUNT_AND_PATH = /^([\w.+-]+@[\w.-]+):(?!\d{1,5}(?:[/?#]|$)|\/\/)[^\s:]/;
/** `host.example:path`, the same without an account. */
const DOMAIN_AND_PATH = /^([\w-]+(?:\.[\w-]+)+):(?!\d{1,5}(?:[/?#]|$)|\/\/)[^\s:]/;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*):(\d*)$/;
const WITH_PORT = /:\d{1,5}$/;
const DOT_OR_COLON = /[.:]/;
const PROSE = /\s/;
/** A name below which hosts exist: letters, or the code of letters. */
const TOP_LABEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** Schemes without a host of their own. */
const HOSTLESS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'file data about mailto javascript blob tel sms urn geo magnet view-source cid mid news',
);

/** The special schemes of WHATWG §4.2 with their ports; `file` has no host that is connected to. */
const DEFAULT_PORTS: ReadonlyMap<string, string> = /* @__PURE__ */ mapOf([
  ['80', 'http ws'],
  ['443', 'https wss'],
  ['21', 'ftp'],
]);

/** Other schemes whose authority is a host, or a store on another machine. */
const NETWORK_SCHEMES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'ssh git svn sftp scp rsync ftps telnet ldap ldaps smb nfs dav davs webdav redis rediss ' +
    'postgres postgresql mysql mariadb mongodb sqlserver oracle clickhouse cassandra neo4j bolt ' +
    'amqp amqps mqtt mqtts kafka nats tcp udp tls ssl quic grpc grpcs imap imaps pop3 smtp smtps ' +
    'irc ircs xmpp rtsp rtmp rtmps sip stun turn socks4 socks4a socks5 socks5h s3 gs gcs abfs ' +
    'abfss wasbs hdfs docker oci gopher dict tftp hg bzr',
);

/** Endings of files that are no top-level domain, so that `index.html` is no host. */
const FILE_ENDINGS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'html htm xhtml php asp aspx jsp cgi json jsonl xml csv tsv txt log yaml yml toml ini css scss ' +
    'js jsx mjs cjs ts tsx vue wasm png jpg jpeg gif svg webp ico bmp pdf doc docx xls xlsx ppt ' +
    'pptx mp3 mp4 webm wav gz tar tgz rar exe dll lock java cpp ipynb parquet sqlite',
);
