/**
 * Rules for the code that interpreters run: local data that it sends to another host.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import { PROGRAMS_OF_CODE } from '../shell/code/programs.js';
import { leadingText, textOf } from '../shell/code/values.js';
import {
  type CodeCall,
  callsIn,
  codeOf,
  commandsInCode,
  type InlineCode,
  type Value,
} from '../shell/code.js';
import type { Execution } from '../shell/execution.js';
import { setOf } from '../tables.js';
import {
  connectionOf,
  connectsTo,
  type NetworkCall,
  networkCallOf,
  staysLocal,
} from './code-calls.js';
import { stdinOf } from './data.js';
import { describeHost, readAddress } from './target.js';

/** The rule for code, under every name that an interpreter goes by. */
export const UPLOADS: RuleTable = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(PROGRAMS_OF_CODE.map((name) => [name, sendsData])),
);

/** Code that sends a file, the environment, its input or a body to another host. */
export function sendsData(execution: Execution, _context: RuleContext): Hit | undefined {
  const inline = codeOf(execution);
  if (inline === undefined || execution.elsewhere === 'host') return undefined;
  const calls = callsIn(inline);
  const shell = handsOutShell(inline, calls, execution);
  if (shell !== undefined) return shell;
  const connected = new Map<Value, string>();
  const reads = stdinOf(execution).kind !== 'inherited';
  for (const call of calls) {
    const host = connectsTo(call);
    if (host !== undefined && call.owner !== undefined) connected.set(call.owner, host);
    const network = networkCallOf(call);
    if (network === undefined) continue;
    const before = call.owner === undefined ? undefined : connected.get(call.owner);
    const urls = before === undefined ? network.urls : [...network.urls, before];
    if (staysLocal(urls)) continue;
    const sent = whatIsSent(call, network, reads, urls);
    if (sent !== undefined) return toHit(sent, urls, execution, inline);
  }
  return undefined;
}

/**
 * The URLs that the code would reach: literal ones in the arguments of calls that use the network,
 * and hosts that it connects to, as `tcp://host`. Bounded, each once.
 */
export function urlsInCode(inline: InlineCode): readonly string[] {
  const urls = new Set<string>();
  for (const call of callsIn(inline)) {
    for (const url of connectionOf(call) ?? []) urls.add(url);
    for (const url of networkCallOf(call)?.urls ?? []) urls.add(url);
    if (urls.size >= MAX_URLS) break;
  }
  return [...urls];
}

type Sent = 'file' | 'input' | 'variable' | 'body';

/** Code that connects to another host and starts a shell: what the shell says goes there. */
function handsOutShell(
  inline: InlineCode,
  calls: readonly CodeCall[],
  execution: Execution,
): Hit | undefined {
  const hosts = calls.flatMap((call) => connectionOf(call) ?? []);
  const connects = calls.some((call) => connectionOf(call) !== undefined);
  if (!connects || staysLocal(hosts)) return undefined;
  const starts = commandsInCode(inline).some((command) => {
    return SHELL.test(command.kind === 'script' ? command.text : (command.words[0] ?? ''));
  });
  if (!starts) return undefined;
  const [host = ''] = hosts;
  return {
    rule: 'code.reverse_shell',
    sentence: `The code that ${execution.name} runs would hand a shell to ${describeHost(readAddress(host).host)}.`,
    span: inline.code.span,
  };
}

/** What a call sends away, if it sends anything that was here. */
function whatIsSent(
  call: CodeCall,
  network: NetworkCall,
  reads: boolean,
  urls: readonly string[],
): Sent | undefined {
  const { sending } = network;
  if (sending === 'upload') return 'file';
  // A handle may be a file as well as a connection, so that only its making tells.
  if (HANDLES.has(call.name) && !isConnection(call.args[0]) && urls.length === 0) return undefined;
  if (call.name.startsWith('curl_setopt') && !setsBody(call)) return undefined;
  for (const [name, value] of argumentsOf(call)) {
    const source = sourceOf(value, name, call);
    if (source === 'file' || source === 'variable') return source;
    if (source === 'input' && reads) return 'input';
  }
  const hasBody = sending === 'post' ? postsBody(call) : sending === 'method' && hasOwnBody(call);
  return hasBody ? 'body' : undefined;
}

/** The arguments by name, those of a record one by one. */
function argumentsOf(call: CodeCall): readonly (readonly [string, Value])[] {
  const all: (readonly [string, Value])[] = [...call.named];
  for (const [index, value] of call.args.entries()) {
    if (value.members === undefined || value.members.size === 0) all.push([String(index), value]);
    else all.push(...value.members);
  }
  return all;
}

/** What was read into an argument, as far as that counts in its place. */
function sourceOf(value: Value, name: string, call: CodeCall): Value['source'] {
  const { source } = value;
  if (source === undefined) return undefined;
  const isFirst = name === '0' || name === 'url' || name === 'uri';
  if (isFirst && !SENDS.has(networkCallOf(call)?.sending ?? '')) {
    // An address that comes from a file as a whole says where to; behind a known host it is data.
    return ADDRESS.test(leadingText(value)) ? source : undefined;
  }
  // One variable in a header is how a service knows its user.
  return source === 'variable' && CREDENTIALS.test(name) ? undefined : source;
}

/** Whether a body stands behind the address: `post(url, body)`, `post(url, data=body)`. */
function postsBody(call: CodeCall): boolean {
  if (hasOwnBody(call)) return true;
  const second = call.args[1];
  if (second === undefined || NO_VALUES.has(second.name ?? '')) return false;
  // Options that hold no body, such as headers alone.
  const keys = [...(second.members?.keys() ?? [])];
  return second.members === undefined || !keys.every((key) => OPTIONS.has(key));
}

function hasOwnBody(call: CodeCall): boolean {
  if (call.name.endsWith('.request') && call.args.length > 2 && isText(call.args[2])) return true;
  return argumentsOf(call).some(([name, value]) => {
    return BODIES.has(name) && !NO_VALUES.has(value.name ?? '') && textOf(value) !== '';
  });
}

function isText(value: Value | undefined): boolean {
  return value?.pieces !== undefined && value.pieces.length > 0;
}

function isConnection(value: Value | undefined): boolean {
  return CONNECTIONS.has(value?.name ?? '');
}

/** `curl_setopt($c, CURLOPT_POSTFIELDS, …)`. */
function setsBody(call: CodeCall): boolean {
  const keys = [call.args[1]?.name ?? '', ...(call.args[1]?.members?.keys() ?? [])];
  return keys.some((key) => CURL_BODIES.has(key));
}

function toHit(sent: Sent, urls: readonly string[], execution: Execution, inline: InlineCode): Hit {
  const host = describeHost(urls[0] === undefined ? '' : readAddress(urls[0]).host);
  return {
    rule: sent === 'body' ? 'code.send' : 'code.upload',
    sentence: `The code that ${execution.name} runs would send ${SENT[sent]} to ${host}.`,
    span: inline.code.span,
  };
}

const SENT: Readonly<Record<Sent, string>> = {
  file: 'local files or the output of commands',
  input: 'its input',
  variable: 'a variable of the environment',
  body: 'a body of data',
};

const MAX_URLS = 64;
/** A command that is a shell. */
const SHELL =
  /^\s{0,8}(?:[\w./\\:-]{0,64}[\\/])?(?:ba|da|z|k|a|tc|c|fi)?sh(?:\.exe)?(?:\s|$)|^\s{0,8}(?:cmd|powershell|pwsh)(?:\.exe)?(?:\s|$)/i;
const ADDRESS = /^[a-z]{2,6}:\/\/[^/]/i;
const SENDS: ReadonlySet<string> = /* @__PURE__ */ setOf('send upload');
const CREDENTIALS = /^(?:headers?|auth|cookies?|authorization|token|api[_-]?key|x-api-key)$/i;
const BODIES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'data json files body content form formData multipart payload fields Content content_type.body',
);
/** Options of a request that are no body. */
const OPTIONS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'headers timeout auth params method cookies verify proxies responseType signal agent query',
);
const NO_VALUES: ReadonlySet<string> = /* @__PURE__ */ setOf('None null undefined nil false NULL');
/** Functions that write to a handle of any kind. */
const HANDLES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'fwrite fputs print printf say syswrite send open io.open file_get_contents fopen file readfile',
);
const CONNECTIONS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'fsockopen() stream_socket_client() socket_create() IO.Socket.INET.new() IO.Socket.SSL.new() ' +
    'IO.Socket.IP.new() socket.socket() TCPSocket.new()',
);
const CURL_BODIES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'CURLOPT_POSTFIELDS CURLOPT_INFILE CURLOPT_READDATA CURLOPT_MIMEPOST',
);
