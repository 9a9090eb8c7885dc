/**
 * Data sent through bare connections, and hidden in the names that are looked up.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { UNKNOWN, type Word } from '../shell/word.js';
import { dataIn, inputOf, isPartOf, stdinOf } from './data.js';
import { DATABASES } from './databases.js';
import { NETCAT, PING, S_CLIENT, TELNET } from './grammars.js';
import { MAIL } from './mail.js';
import { MESSAGES } from './messages.js';
import { describeHost, isLocalHost, isLocalUrl, readAddress } from './target.js';

/** The rules of programs that open connections, send mail or look up names. */
export const SOCKETS: RuleTable = /* @__PURE__ */ Object.freeze({
  ...MAIL,
  ...MESSAGES,
  ...DATABASES,
  nc: netcat,
  ncat: netcat,
  netcat,
  'nc.traditional': netcat,
  'nc.openbsd': netcat,
  cryptcat: netcat,
  socat,
  telnet,
  openssl,
  'gnutls-cli': tls,
  websocat,
  wscat: websocat,
  logger,
  dig: lookUp,
  kdig: lookUp,
  drill: lookUp,
  delv: lookUp,
  host: lookUp,
  nslookup: lookUp,
  'resolve-dnsname': lookUp,
  resolvectl: lookUp,
  getent: lookUp,
  whois: ask,
  finger: lookUp,
  traceroute: lookUp,
  ping,
  ping6: ping,
  hping3: ping,
  nping: ping,
});

/** Judges the redirections of any command: whether its output goes into a connection. */
export function sendsToSocket(execution: Execution, context: RuleContext): Hit | undefined {
  for (const redirect of execution.redirects) {
    const host = socketHost(redirect.target);
    if (host === undefined || !redirect.operator.includes('>') || isLocalHost(host)) continue;
    if (isSilent(execution, context)) continue;
    const sentence = `It writes into a connection to ${describeHost(host)}.`;
    return { rule: 'socket.redirect', sentence };
  }
  return undefined;
}

/** The host of `/dev/tcp/host/port`, which bash takes for a connection. */
export function socketHost(target: Word): string | undefined {
  return SOCKET_PATH.exec(target.text)?.[1];
}

/** Whether it only tries the port: nothing is written when nothing is run. */
function isSilent(execution: Execution, context: RuleContext): boolean {
  const { name, args } = execution;
  if (name === '') {
    const { executions } = context.run;
    return executions.every((other) => {
      return other.name === '' || !isPartOf(other, execution) || isSilent(other, context);
    });
  }
  return SILENT.has(name) || (name === 'echo' && args.every((word) => word.text === ''));
}

function netcat(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, NETCAT);
  if (NETCAT_IDLE.some((name) => options.has(name))) return undefined;
  const command = options.value('exec') ?? options.value('sh-exec');
  const [host] = options.operands;
  if (options.has('listen')) {
    if (command !== undefined && !isLocalHost(options.value('source')?.text ?? '')) {
      return { rule: 'socket.shell', sentence: 'It gives a program to whoever connects.' };
    }
    if (inputOf(execution, context) === 'none') return undefined;
    return { rule: 'socket.serve', sentence: 'It sends local data to whoever connects.' };
  }
  if (host === undefined || isLocalHost(host.text)) return undefined;
  if (command !== undefined) {
    const sentence = `It connects a program to ${describeHost(host.text)}.`;
    return { rule: 'socket.shell', sentence };
  }
  const stdin = stdinOf(execution);
  if (stdin.kind === 'file' && stdin.path.text === '/dev/null') return undefined;
  return connected(host.text);
}

function socat(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SOCAT);
  const [first, second] = options.operands.map((word) => readSocatAddress(word.text));
  if (first === undefined || second === undefined) return undefined;
  // -u goes from the first address to the second, -U back.
  const sides: readonly (readonly [SocatAddress, SocatAddress])[] = [
    ...(options.has('U') ? [] : [[first, second] as const]),
    ...(options.has('u') ? [] : [[second, first] as const]),
  ];
  for (const [from, to] of sides) {
    if (from.kind !== 'local' || to.kind === 'local') continue;
    if (to.kind === 'connect') {
      if (!isLocalHost(to.host)) return connected(to.host);
    } else if (from.file) {
      return { rule: 'socket.serve', sentence: 'It sends local data to whoever connects.' };
    }
  }
  return undefined;
}

interface SocatAddress {
  readonly kind: 'local' | 'connect' | 'listen';
  readonly host: string;
  /** Whether it names something of this machine, rather than the terminal. */
  readonly file: boolean;
}

function readSocatAddress(text: string): SocatAddress {
  const [, keyword = '', rest = ''] = SOCAT_ADDRESS.exec(text) ?? [];
  const type = keyword.toLowerCase();
  if (SOCAT_LISTEN.test(type)) return { kind: 'listen', host: '', file: false };
  if (SOCAT_CONNECT.test(type)) {
    const host = SOCAT_HOST.exec(rest)?.[0] ?? '';
    return { kind: 'connect', host: host.replace(BRACKETS, ''), file: false };
  }
  return { kind: 'local', host: '', file: !SOCAT_TERMINAL.test(type) };
}

/** Whoever opens a session with another host by hand types into it. */
function telnet(execution: Execution): Hit | undefined {
  const [host] = readOptions(execution.args, TELNET).operands;
  return host === undefined || isLocalHost(host.text) ? undefined : connected(host.text);
}

/** `openssl s_client` is how certificates are looked at: it counts when it is given data. */
function openssl(execution: Execution, context: RuleContext): Hit | undefined {
  const [subcommand, ...rest] = execution.args;
  if (subcommand?.text !== 's_client') return undefined;
  const options = readOptions(rest, S_CLIENT);
  const target = options.value('connect') ?? options.value('host') ?? options.operands[0];
  return target === undefined ? undefined : sendInput(target, execution, context);
}

function tls(execution: Execution, context: RuleContext): Hit | undefined {
  const target = execution.args.find((word) => !word.text.startsWith('-'));
  return target === undefined ? undefined : sendInput(target, execution, context);
}

function websocat(execution: Execution, context: RuleContext): Hit | undefined {
  const target = execution.args.find((word) => WEB_SOCKET.test(word.text));
  if (target === undefined) return undefined;
  const local = execution.args.some((word) => dataIn(word, context) === 'data');
  if (local && !isLocalUrl(target)) return connected(readAddress(target.text).host);
  return sendInput(target, execution, context);
}

/** `logger -n host` writes its message into the log of another host. */
function logger(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, LOGGER);
  const host = options.value('server');
  if (host === undefined || isLocalHost(host.text)) return undefined;
  const local = options.operands.some((word) => dataIn(word, context) !== 'none');
  if (local || options.has('file') || inputOf(execution, context) !== 'none') {
    return connected(host.text);
  }
  return undefined;
}

function sendInput(target: Word, execution: Execution, context: RuleContext): Hit | undefined {
  if (isLocalUrl(target) || inputOf(execution, context) === 'none') return undefined;
  return connected(readAddress(target.text).host);
}

/** A name that holds data tells it to whoever answers for the domain. */
function lookUp(execution: Execution, context: RuleContext): Hit | undefined {
  const told = execution.args.some((word) => {
    return word.text !== UNKNOWN && dataIn(word, context) !== 'none';
  });
  if (!told) return undefined;
  return { rule: 'dns.name', sentence: 'It looks up a name that holds local data.' };
}

/** `whois -h host …` asks a server that the command itself names. */
function ask(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, WHOIS);
  const server = options.value('host');
  if (server === undefined || isLocalHost(server.text)) return lookUp(execution, context);
  const told = options.operands.some((word) => dataIn(word, context) !== 'none');
  return told ? connected(server.text) : undefined;
}

/** Also the pattern with which packets are filled. */
function ping(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, PING);
  const filled = [...options.values('pattern'), ...options.values('data-string')];
  if (filled.some((word) => dataIn(word, context) !== 'none') || options.has('file')) {
    return { rule: 'socket.packets', sentence: 'It fills packets with local data.' };
  }
  return lookUp({ ...execution, args: options.operands }, context);
}

function connected(host: string): Hit {
  return { rule: 'socket.connect', sentence: `It opens a connection to ${describeHost(host)}.` };
}

const SOCKET_PATH = /^\/dev\/(?:tcp|udp)\/([^/]+)\//;

/** Commands that write nothing. */
const SILENT: ReadonlySet<string> = /* @__PURE__ */ new Set([':', 'true', 'false']);

const SOCAT_ADDRESS = /^([^:,]*)(?::(.*))?$/s;
const SOCAT_LISTEN =
  /^(?:(?:tcp|udp|sctp|openssl|ssl|vsock)[46]?-(?:listen|l|recv|recvfrom)|ssl-l)$/;
const SOCAT_CONNECT =
  /^(?:(?:tcp|udp|udplite|sctp|openssl|ssl|dccp|ip)[46]?(?:-connect|-datagram|-sendto)?|socks[\w-]*|proxy(?:-connect)?)$/;
const SOCAT_HOST = /^(?:\[[^\]]*\]|[^:,]*)/;
const SOCAT_TERMINAL = /^(?:-|stdio|stdin|stdout|pty|tun|readline)?$/;
const BRACKETS = /^\[|\]$/g;
const WEB_SOCKET = /^wss?:\/\//i;

const NETCAT_IDLE = ['zero', 'help', 'version', 'unixsock', 'recv-only'] as const;

const SOCAT: Grammar = {
  options: ['-u', '-U', '-b=', '-t=', '-T=', '-lf=', '-L=', '-W=', '-lp=', '-r=', '-R='],
  singleDashLong: true,
  abbreviations: false,
};

const WHOIS: Grammar = { options: ['-h= --host=', '-p= --port=', '-i=', '-T=', '-s='] };

const LOGGER: Grammar = {
  options: [
    '-n --server=',
    '-P --port=',
    '-f --file=',
    '-p --priority=',
    '-t --tag=',
    '-S --size=',
    '--id[=]',
    '-u --socket=',
  ],
};
