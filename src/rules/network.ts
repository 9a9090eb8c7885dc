/**
 * `network_off_scope`: does a URL or a host in the call leave the declared network scope?
 *
 * @module
 */
import type { Call } from './call.js';
import { type Finding, quote, type Span } from './finding.js';
import { normalizeHost } from './host.js';
import { type HostForm, hostsOf, type Reach } from './url.js';

export { isLoopback } from './host.js';
export { type HostForm, hostsOf, type Reach, type Reading } from './url.js';

/** The hosts that a caller has declared. */
export interface Scope {
  /** Whether it covers every host, so that it does not matter which one a call reaches. */
  readonly coversAll: boolean;
  /** Whether the scope covers a host, and its port where the scope or the call names one. */
  allows(host: string, port?: string): boolean;
  /** As `allows`, for a host that is normalized already. */
  covers(host: string, port: string | undefined): boolean;
}

/** Why a text leaves a scope. */
export interface Leave {
  readonly rule: 'network.off_scope' | 'network.parsers_differ' | 'network.unreadable_host';
  /** The host, when one can be named. */
  readonly host?: string;
  readonly span?: Span;
  /** What is wrong, as the end of a sentence that begins with the place. */
  readonly clause: string;
}

/**
 * Reads a network scope.
 *
 * @param entries Each is `*` (every host), `*.example.com` (that host and all below it) or a host;
 *   names in any script, addresses in any notation. With a port (`api.example.com:8443`) an entry
 *   covers that port alone. A scheme, a path and user information around the host are ignored, for
 *   the question is about hosts. An entry that is none of these covers nothing.
 * @returns The scope; that of no entries covers nothing.
 */
export function readScope(entries: readonly string[]): Scope {
  const rules = entries.map(readEntry).filter((entry) => entry !== undefined);
  const coversHost = (host: string, port: string | undefined): boolean =>
    rules.some((rule) => covers(rule, host, port));
  return {
    coversAll: rules.some((rule) => rule.host === undefined && rule.port === undefined),
    allows(host: string, port?: string): boolean {
      const name = normalizeHost(host);
      return name !== undefined && coversHost(name, port);
    },
    covers: coversHost,
  };
}

/**
 * Says why a URL or host leaves a scope.
 *
 * @param text The URL or host, as the program would get it.
 * @param form How it is meant.
 * @param scope The declared scope.
 * @param port The port that something beside the text names, if anything does.
 * @returns Nothing when the text names no host, or only hosts in scope.
 */
export function leaveOf(
  text: string,
  form: HostForm,
  scope: Scope,
  port?: string,
): Leave | undefined {
  const reading = scope.coversAll ? undefined : hostsOf(text, form);
  if (reading === undefined) return undefined;
  const { reaches, trouble, span } = reading;
  const outside = reaches.find((reach) => !scope.covers(reach.host, reach.port ?? port));
  if (trouble === undefined && outside === undefined) return undefined;
  const place = span === undefined ? {} : { span };
  if (trouble === 'unreadable') {
    const clause = 'names a host that cannot be read';
    return { rule: 'network.unreadable_host', ...place, clause };
  }
  const reach = outside ?? reaches[0];
  const host = reach === undefined ? {} : { host: reach.host };
  if (reach === undefined || trouble === 'parsers_differ') {
    const clause = 'is read as different hosts by different programs';
    return { rule: 'network.parsers_differ', ...host, ...place, clause };
  }
  const clause = `reaches ${show(reach)}, which the network scope does not cover`;
  return { rule: 'network.off_scope', ...host, ...place, clause };
}

/** Finds the URL fields that leave the scope; without a declared scope nothing can. */
export function networkFindings(call: Call): readonly Finding[] {
  if (call.networkScope.length === 0 || call.urls.length === 0) return [];
  const scope = readScope(call.networkScope);
  const findings: Finding[] = [];
  for (const { where, value, form, port } of call.urls) {
    const leave = leaveOf(value, form, scope, port);
    if (leave === undefined) continue;
    const { rule, span, clause } = leave;
    const place = span === undefined ? {} : { span };
    findings.push({ rule, where, ...place, sentence: `${where} ${clause}.` });
  }
  return findings;
}

interface ScopeRule {
  /** A host, or nothing for every host. */
  readonly host: string | undefined;
  readonly below: boolean;
  readonly port: string | undefined;
}

function readEntry(entry: string): ScopeRule | undefined {
  if (USUAL_ENTRY.test(entry)) {
    const below = entry.startsWith('*.');
    return { host: below ? entry.slice(2) : entry, below, port: undefined };
  }
  const [, wildcard = '', text = ''] = ENTRY.exec(entry.trim()) ?? [];
  const [, all, port] = EVERY_HOST.exec(text) ?? [];
  if (wildcard === '' && all !== undefined) return { host: undefined, below: true, port };
  const bare = normalizeHost(text);
  if (bare !== undefined) return { host: bare, below: wildcard !== '', port: undefined };
  const [, name = '', number = ''] = HOST_AND_PORT.exec(text) ?? [];
  const host = name === '' ? undefined : normalizeHost(name);
  if (host === undefined) return undefined;
  return { host, below: wildcard !== '', port: number === '' ? undefined : String(Number(number)) };
}

function covers(rule: ScopeRule, host: string, port: string | undefined): boolean {
  if (rule.port !== undefined && rule.port !== port) return false;
  if (rule.host === undefined || rule.host === host) return true;
  return rule.below && host.endsWith(`.${rule.host}`);
}

function show({ host, port }: Reach): string {
  const name = quote(host).slice(1, -1);
  return port === undefined || PORTS_LEFT_OUT.test(port) ? name : `${name}:${port}`;
}

/** Nearly every entry there is. */
const USUAL_ENTRY = /^(?:\*\.)?(?:[a-z0-9-]{1,63}\.){0,8}[a-z][a-z0-9-]{0,62}$/;
/** An optional scheme and user, `*.` if it is there, and the host with its port. */
const ENTRY = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?(\*\.)?([^/?#]*)/i;
const EVERY_HOST = /^(\*)(?::(\d{1,5}))?$/;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*):(\d{0,5})$/;
const PORTS_LEFT_OUT = /^(?:80|443)$/;
