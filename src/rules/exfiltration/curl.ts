/**
 * How curl reads its command line and its configuration: the transfers it would make.
 *
 * @module
 */
import type { RuleContext } from '../rule.js';
import { inputText, isInput } from '../shell/code/interpreters.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { dropPrefix, joinWords, sliceWord, textWord, type Word } from '../shell/word.js';

/** One group of URLs with the options that apply to them. */
export interface Transfer {
  readonly options: Options;
  readonly urls: readonly Word[];
  /** Whether it reads options from a file that is not known. */
  readonly hidden: boolean;
}

/** The transfers of a command line; none when curl would refuse it or only print about itself. */
export function curlTransfers(
  execution: Execution,
  context: Pick<RuleContext, 'strict'>,
): readonly Transfer[] {
  const transfers: Transfer[] = [];
  for (const args of splitAtNext(execution.args.map((word) => spell(word, context)))) {
    const { options, hidden } = readGroup(args, execution);
    if (ABOUT.some((name) => options.has(name)) || isRefused(options)) return [];
    const named = options.values('url');
    const urls = named.length === 0 ? options.operands : [...options.operands, ...named];
    if (urls.length > 0 || hidden) transfers.push({ options, urls, hidden });
  }
  return transfers;
}

function readGroup(
  args: readonly Word[],
  execution: Execution,
): { readonly options: Options; readonly hidden: boolean } {
  const options = readOptions(args, CURL);
  if (!options.has('config')) return { options, hidden: false };
  const files = options.values('config').map((file) => configArgs(file, execution));
  const config = files.flatMap((lines) => lines ?? []);
  const all = config.length > 0 ? readOptions([...args, ...config], CURL) : options;
  return { options: all, hidden: files.includes(undefined) };
}

/** `--next` starts a group with options of its own. */
function splitAtNext(args: readonly Word[]): readonly (readonly Word[])[] {
  if (!args.some((word) => NEXT.test(word.text))) return [args];
  const groups: Word[][] = [[]];
  for (const word of args) {
    if (NEXT.test(word.text)) groups.push([]);
    else groups.at(-1)?.push(word);
  }
  return groups;
}

/**
 * Spells a long option as the grammar does: curl ignores case, and `--expand-data` is `--data` with
 * variables in its value. What has a `=` in it was no option of curl's before 8.16, which is what
 * most machines run; under `strict` it counts as the option that it is since.
 */
function spell(word: Word, context: Pick<RuleContext, 'strict'>): Word {
  if (!word.text.startsWith('--')) return word;
  const [long, name] = LONG.exec(word.text) ?? [];
  if (long === undefined || name === undefined) return word;
  const rest = dropPrefix(word, long.length);
  const refused = rest.text !== '' && !context.strict;
  const spelled = name.toLowerCase().replace(EXPAND, '');
  if (!refused && spelled === name) return word;
  const start = textWord(`${refused ? REFUSED : '--'}${spelled}`, word.span);
  return joinWords([start, rest], '', word.span);
}

function isRefused(options: Options): boolean {
  return options.unknown.some((text) => text.startsWith(REFUSED));
}

/** The options in a configuration whose text is known, as if they stood on the command line. */
function configArgs(file: Word, execution: Execution): readonly Word[] | undefined {
  const piece = file.pieces[0];
  const content = piece?.kind === 'unknown' ? piece.content : undefined;
  const text = isInput(file) ? inputText(execution) : content;
  return text && linesOf(text).flatMap(readLine);
}

function linesOf(text: Word): readonly Word[] {
  const lines: Word[] = [];
  let start = 0;
  for (let end = 0; end <= text.text.length; end += 1) {
    if (end < text.text.length && text.text[end] !== '\n') continue;
    if (end > start) lines.push(sliceWord(text, start, end));
    start = end + 1;
  }
  return lines;
}

/** `name = value`, `name: "value"`, `--name value`, `-n value`, or a name alone. */
function readLine(line: Word): readonly Word[] {
  const [prefix, name] = CONFIG_NAME.exec(line.text) ?? [];
  if (prefix === undefined || name === undefined) return [];
  const option = textWord(name.startsWith('-') ? name : `--${name}`, line.span);
  const value = dropPrefix(line, prefix.length);
  const text = value.text.trimEnd();
  if (text === '') return [option];
  const close = text.startsWith('"') ? text.indexOf('"', 1) : -1;
  return [option, close > 0 ? sliceWord(value, 1, close) : sliceWord(value, 0, text.length)];
}

/** Options with which curl only tells about itself. */
const ABOUT = ['help', 'version', 'manual'] as const;

const NEXT = /^(?:-:|--next)$/;
const LONG = /^--([A-Za-z][A-Za-z0-9.-]*)(?:$|(?==))/;
const EXPAND = /^expand-/;
const CONFIG_NAME = /^\s*([-A-Za-z][-\w.]*)(?:\s*[=:]\s*|\s+|$)/;

/** No option begins so, and no URL. */
const REFUSED = '--=';

/**
 * The options of curl 7.88 and what was added up to 8.17, from its manual; without `--upload-flags`,
 * which would make the prefixes of `--upload-file` ambiguous that older versions accept, and without
 * those that take no value and have no letter, which read the same when nobody knows them.
 */
export const CURL: Grammar = {
  options: [
    '--abstract-unix-socket=',
    '--alt-svc=',
    '-a --append',
    '--aws-sigv4=',
    '--cacert=',
    '--capath=',
    '-E --cert=',
    '--cert-type=',
    '--ciphers=',
    '-K --config=',
    '--connect-timeout=',
    '--connect-to=',
    '-C --continue-at=',
    '-b --cookie=',
    '-c --cookie-jar=',
    '--create-file-mode=',
    '--crlf',
    '--crlfile=',
    '--curves=',
    '-d --data=',
    '--data-ascii=',
    '--data-binary=',
    '--data-raw=',
    '--data-urlencode=',
    '--delegation=',
    '-q --disable',
    '--dns-interface=',
    '--dns-ipv4-addr=',
    '--dns-ipv6-addr=',
    '--dns-servers=',
    '--doh-url=',
    '-D --dump-header=',
    '--ech=',
    '--egd-file=',
    '--engine=',
    '--etag-compare=',
    '--etag-save=',
    '--expect100-timeout=',
    '-f --fail',
    '-F --form=',
    '--form-string=',
    '--ftp-account=',
    '--ftp-alternative-to-user=',
    '--ftp-method=',
    '-P --ftp-port=',
    '--ftp-ssl',
    '--ftp-ssl-ccc',
    '--ftp-ssl-ccc-mode=',
    '-G --get',
    '-g --globoff',
    '--happy-eyeballs-timeout-ms=',
    '--haproxy-clientip=',
    '-I --head',
    '-H --header=',
    '-h --help',
    '--hostpubmd5=',
    '--hostpubsha256=',
    '--hsts=',
    '-0 --http1.0',
    '-i --include',
    '-k --insecure',
    '--interface=',
    '--ip-tos=',
    '--ipfs-gateway=',
    '-4 --ipv4',
    '-6 --ipv6',
    '--json=',
    '-j --junk-session-cookies',
    '--keepalive',
    '--keepalive-cnt=',
    '--keepalive-time=',
    '--key=',
    '--key-type=',
    '--knownhosts=',
    '--krb=',
    '--libcurl=',
    '--limit-rate=',
    '-l --list-only',
    '--local-port=',
    '-L --location',
    '--login-options=',
    '--mail-auth=',
    '--mail-from=',
    '--mail-rcpt=',
    '-M --manual',
    '--max-filesize=',
    '--max-redirs=',
    '-m --max-time=',
    '-n --netrc',
    '--netrc-file=',
    '-N --no-buffer',
    '--noproxy=',
    '--oauth2-bearer=',
    '-o --output=',
    '--output-dir=',
    '-Z --parallel',
    '--parallel-max=',
    '--parallel-max-host=',
    '--pass=',
    '--pinnedpubkey=',
    '--preproxy=',
    '-# --progress-bar',
    '--proto=',
    '--proto-default=',
    '--proto-redir=',
    '-x --proxy=',
    '--proxy-cacert=',
    '--proxy-capath=',
    '--proxy-cert=',
    '--proxy-cert-type=',
    '--proxy-ciphers=',
    '--proxy-crlfile=',
    '--proxy-header=',
    '--proxy-key=',
    '--proxy-key-type=',
    '--proxy-pass=',
    '--proxy-pinnedpubkey=',
    '--proxy-service-name=',
    '--proxy-tls13-ciphers=',
    '--proxy-tlsauthtype=',
    '--proxy-tlspassword=',
    '--proxy-tlsuser=',
    '-U --proxy-user=',
    '--proxy1.0=',
    '-p --proxytunnel',
    '--pubkey=',
    '-Q --quote=',
    '--random-file=',
    '-r --range=',
    '--rate=',
    '-e --referer=',
    '-J --remote-header-name',
    '-O --remote-name',
    '-R --remote-time',
    '-X --request=',
    '--request-target=',
    '--resolve=',
    '--retry=',
    '--retry-delay=',
    '--retry-max-time=',
    '--sasl-authzid=',
    '--service-name=',
    '-S --show-error',
    '--sigalgs=',
    '-s --silent',
    '--socks4=',
    '--socks4a=',
    '--socks5=',
    '--socks5-gssapi',
    '--socks5-gssapi-service=',
    '--socks5-hostname=',
    '-Y --speed-limit=',
    '-y --speed-time=',
    '--ssl',
    '--ssl-sessions=',
    '-2 --sslv2',
    '-3 --sslv3',
    '--stderr=',
    '-t --telnet-option=',
    '--tftp-blksize=',
    '-z --time-cond=',
    '--tls-max=',
    '--tls13-ciphers=',
    '--tlsauthtype=',
    '--tlspassword=',
    '--tlsuser=',
    '-1 --tlsv1',
    ...['--tlsv1.2', '--tlsv1.3'],
    ...['--trace=', '--trace-ascii=', '--trace-config=', '--trace-ids', '--trace-time'],
    '--unix-socket=',
    '-T --upload-file=',
    '--url=',
    '--url-query=',
    '-B --use-ascii',
    '-u --user=',
    '-A --user-agent=',
    '--variable=',
    '-v --verbose',
    '-V --version',
    '--vlan-priority=',
    '-w --write-out=',
  ],
};
