/**
 * Rules for what the commands of PowerShell, and programs of Windows, send to another host.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { readParameters } from '../shell/powershell/parameters.js';
import { type Piece, runsIn, type Word } from '../shell/word.js';
import { setOf } from '../tables.js';
import { dataIn } from './data.js';
import { dataInUrl, describeHost, isLocalHost, isLocalUrl, readAddress } from './target.js';

/** `Invoke-WebRequest` and `Invoke-RestMethod`: files, forms and bodies, and data in the rest. */
export function requests(execution: Execution, context: RuleContext): Hit | undefined {
  const { has, value, positional } = readParameters(execution.args, WEB);
  const url = value('uri') ?? positional[0];
  if (url !== undefined && isLocalUrl(url)) return undefined;
  const file = value('infile');
  if (file !== undefined || has('form')) return upload(execution, 'a file or a form', url);
  const body = value('body') ?? (execution.stdin.kind === 'pipe' ? PIPED : undefined);
  const method = (value('method') ?? value('custommethod'))?.text ?? 'GET';
  if (body !== undefined && body.text !== '' && !READS.test(method)) {
    return upload(execution, 'a body of data', url);
  }
  const rest = [...(body === undefined ? [] : [body]), ...execution.args.filter((w) => w !== url)];
  const carries = rest.some((word) => carriesData(word, context));
  const inUrl = url !== undefined && tellsInUrl(url, context);
  return carries || inUrl ? upload(execution, 'local data', url) : undefined;
}

/** `UploadFile` and the like of a web client, `PostAsync`, mail: a URL, or a host, comes first. */
export function uploads(execution: Execution): Hit | undefined {
  const url = execution.args.find((word) => URL_START.test(word.text)) ?? execution.args[0];
  if (url !== undefined && isLocalUrl(url)) return undefined;
  return upload(execution, 'local data', url);
}

/** Methods that only ask: what counts is what stands in the URL. */
export function downloads(execution: Execution, context: RuleContext): Hit | undefined {
  const [url] = execution.args;
  if (url === undefined || isLocalUrl(url) || !tellsInUrl(url, context)) return undefined;
  return upload(execution, 'local data', url);
}

/** `Start-BitsTransfer -TransferType Upload`. */
export function transfers(execution: Execution): Hit | undefined {
  const { value, positional } = readParameters(execution.args, BITS);
  if (!UPLOADS.test(value('transfertype')?.text ?? '')) return undefined;
  const url = value('destination') ?? positional[1];
  if (url !== undefined && isLocalUrl(url)) return undefined;
  return upload(execution, 'a file', url);
}

/** `Send-MailMessage`, whatever is in the message. */
export function mails(execution: Execution): Hit | undefined {
  const { value } = readParameters(execution.args, MAIL);
  const server = value('smtpserver');
  if (server !== undefined && isLocalHost(server.text)) return undefined;
  return upload(execution, 'a message', server);
}

/** Copies to a share of another host: `copy file \\host\share`. */
export function copiesToShare(execution: Execution): Hit | undefined {
  const { has, value, positional } = readParameters(execution.args, COPY);
  if (has('whatif')) return undefined;
  if (has('tosession')) return upload(execution, 'files', undefined);
  const plain = positional.filter((word) => !SWITCH.test(word.text));
  const isNamed = value('path') !== undefined || value('literalpath') !== undefined;
  const destination = value('destination') ?? plain[isNamed ? 0 : 1];
  const host = SHARE.exec(destination?.text ?? '')?.[1];
  if (host === undefined || host === '.' || host === '?' || isLocalHost(host)) return undefined;
  return {
    rule: 'windows.upload',
    sentence: `${execution.name} would copy files to ${describeHost(host)}.`,
  };
}

/** `bitsadmin /transfer … /upload`, `certreq -Post`, `tftp … put`. */
export function uploadsBySwitch(execution: Execution): Hit | undefined {
  const pattern = SWITCHES[execution.name];
  if (pattern === undefined || !execution.args.some((word) => pattern.test(word.text))) {
    return undefined;
  }
  return uploads(execution);
}

/** Commands that take files to a store of another host. */
export function stores(execution: Execution): Hit | undefined {
  return upload(execution, 'files', undefined);
}

/** `Resolve-DnsName "$data.host"`. */
export function asks(execution: Execution, context: RuleContext): Hit | undefined {
  const tells = execution.args.some((word) => carriesData(word, context));
  return tells ? upload(execution, 'local data in a name', undefined) : undefined;
}

/** All rules for commands that send, by name. */
export const WINDOWS_UPLOADS: RuleTable = /* @__PURE__ */ Object.freeze({
  'invoke-webrequest': requests,
  'invoke-restmethod': requests,
  'net.webclient.uploadfile': uploads,
  'net.webclient.uploadfileasync': uploads,
  'net.webclient.uploadfiletaskasync': uploads,
  'net.webclient.uploadstring': uploads,
  'net.webclient.uploadstringasync': uploads,
  'net.webclient.uploadstringtaskasync': uploads,
  'net.webclient.uploaddata': uploads,
  'net.webclient.uploaddataasync': uploads,
  'net.webclient.uploaddatataskasync': uploads,
  'net.webclient.uploadvalues': uploads,
  'net.webclient.uploadvaluesasync': uploads,
  'net.webclient.openwrite': uploads,
  'net.webclient.downloadstring': downloads,
  'net.webclient.downloaddata': downloads,
  'net.webclient.downloadfile': downloads,
  'net.webclient.openread': downloads,
  '.uploadfile': uploads,
  '.uploadstring': uploads,
  '.uploaddata': uploads,
  '.uploadvalues': uploads,
  '.downloadstring': downloads,
  'net.http.httpclient.postasync': uploads,
  'net.http.httpclient.putasync': uploads,
  'net.http.httpclient.getasync': downloads,
  'net.http.httpclient.getstringasync': downloads,
  'net.mail.smtpclient.send': uploads,
  'net.sockets.tcpclient.getstream.write': uploads,
  'net.sockets.udpclient.send': uploads,
  'net.dns.gethostaddresses': asks,
  'net.dns.gethostentry': asks,
  'resolve-dnsname': asks,
  'start-bitstransfer': transfers,
  'send-mailmessage': mails,
  'copy-item': copiesToShare,
  'move-item': copiesToShare,
  copy: copiesToShare,
  move: copiesToShare,
  xcopy: copiesToShare,
  robocopy: copiesToShare,
  bitsadmin: uploadsBySwitch,
  certreq: uploadsBySwitch,
  tftp: uploadsBySwitch,
  'write-s3object': stores,
  'set-azstorageblobcontent': stores,
  'write-gcsobject': stores,
  'new-gcsobject': stores,
});

function upload(execution: Execution, what: string, url: Word | undefined): Hit {
  const host = describeHost(url === undefined ? '' : readAddress(url.text).host);
  return {
    rule: 'windows.upload',
    sentence: `${execution.name} would send ${what} to ${host}.`,
  };
}

/** Whether a word holds what was read from files or the environment. */
function carriesData(word: Word, context: RuleContext): boolean {
  return dataIn(word, context) === 'data' || runsIn(word).some((run) => isTelling(run, DEEPEST));
}

/** A URL whose path or query holds local data; one that is read as a whole says where to. */
function tellsInUrl(url: Word, context: RuleContext): boolean {
  const found = dataInUrl(url, context);
  if (found === 'data') return true;
  const [first, ...others] = url.pieces;
  return first?.kind === 'text' && others.some(isTellingPiece);
}

function isTellingPiece(piece: Piece): boolean {
  return piece.kind === 'unknown' && (piece.runs ?? []).some((run) => isTelling(run, DEEPEST));
}

/** Whether a command puts out files or the environment, itself or by what it is handed. */
function isTelling(run: Execution, bound: number): boolean {
  if (TELLERS.has(run.name)) return true;
  if (run.name === 'get-childitem' || run.name === 'get-item')
    return ENVIRONMENT.test(textsOf(run));
  if (bound === 0) return false;
  const within = run.args.flatMap((word) => runsIn(word));
  const from = run.stdin.kind === 'pipe' ? run.stdin.from : [];
  return [...within, ...from].some((source) => source !== run && isTelling(source, bound - 1));
}

function textsOf(run: Execution): string {
  return run.args.map((word) => word.text).join(' ');
}

const DEEPEST = 6;

/** Stands for a body that comes through the pipe. */
const PIPED: Word = {
  pieces: [{ kind: 'unknown', text: '$input', from: 'input' }],
  text: '\uFFFC',
  known: false,
  span: { start: 0, end: 0 },
};

const READS = /^(?:get|head|options|delete|trace|default)$/i;
const UPLOADS = /^upload/i;
const URL_START = /^[a-z]{2,6}:\/\//i;
const SWITCH = /^\/[A-Za-z]/;
/** `\\host\share`, and in other dialects with slashes. */
const SHARE = /^(?:\\\\|\/\/)([^\\/]{1,253})[\\/]/;
const ENVIRONMENT = /(?:^| )env:/i;

const SWITCHES: { readonly [program: string]: RegExp } = {
  bitsadmin: /^\/upload(?:-reply)?$/i,
  certreq: /^[-/]post$/i,
  tftp: /^put$/i,
};

/** Commands whose output is what they read here. */
const TELLERS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'get-content import-csv import-clixml select-string get-clipboard get-process get-history ' +
    'get-credential get-computerinfo get-ciminstance get-wmiobject get-service get-eventlog ' +
    'get-winevent get-itemproperty get-itempropertyvalue get-localuser get-nettcpconnection ' +
    'get-netipaddress whoami hostname ipconfig systeminfo tasklist netstat type cat env printenv ' +
    'io.file.readalltext io.file.readallbytes io.file.readalllines io.file.openread io.file.opentext ' +
    'environment.getenvironmentvariables export-clixml compress-archive get-secret',
);

const WEB: readonly string[] = [
  'uri=',
  'method=',
  'custommethod=',
  'body=',
  'infile=',
  'form=',
  'headers=',
  'outfile=',
  'contenttype=',
  'useragent=',
  'credential=',
  'token=',
  'authentication=',
  'websession=',
  'sessionvariable=',
  'timeoutsec=',
  'proxy=',
  'maximumredirection=',
  'maximumretrycount=',
  'certificate=',
  'transferencoding=',
  'usebasicparsing',
  'usedefaultcredentials',
  'skipcertificatecheck',
  'disablekeepalive',
  'passthru',
];
const BITS: readonly string[] = [
  'source=',
  'destination=',
  'transfertype=',
  'asynchronous',
  'priority=',
  'credential=',
  'displayname=',
  'authentication=',
];
const MAIL: readonly string[] = [
  'smtpserver=',
  'to=',
  'from=',
  'subject=',
  'body=',
  'attachments=',
];
const COPY: readonly string[] = [
  'path=',
  'literalpath=',
  'destination=',
  'tosession=',
  'fromsession=',
  'recurse',
  'force',
  'container',
  'filter=',
  'include=',
  'exclude=',
  'whatif',
];
