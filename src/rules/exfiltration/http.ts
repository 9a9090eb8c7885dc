/**
 * Data sent by the clients of HTTP: in bodies and uploads, and in what else a request carries.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { valuesOf } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { curlTransfers, type Transfer } from './curl.js';
import { dataIn, inputOf } from './data.js';
import { readHttpie } from './httpie.js';
import { dataInUrl, describeHost, isLocalHost, isLocalUrl, readAddress } from './target.js';
import { readWget } from './wget.js';

/** The rules of HTTP clients. */
export const HTTP: RuleTable = /* @__PURE__ */ Object.freeze({
  curl,
  curlie: curl,
  wget,
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  grpcurl,
  lynx: browse,
  w3m: browse,
  links: browse,
  elinks: browse,
  aria2c: browse,
  axel: browse,
  open: browse,
  'xdg-open': browse,
  start: browse,
  firefox: browse,
  chromium: browse,
  'google-chrome': browse,
});

function curl(execution: Execution, context: RuleContext): Hit | undefined {
  for (const transfer of curlTransfers(execution, context)) {
    if (transfer.hidden && context.strict) {
      return { rule: 'http.config', sentence: 'It reads what to send from a file.' };
    }
    if (transfer.urls.length === 0 || staysLocal(transfer)) continue;
    const hit = curlBody(transfer, context) ?? curlData(transfer, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

function staysLocal({ options, urls }: Transfer): boolean {
  const relays = [
    ...valuesOf(options, PROXIES).map((word) => readAddress(word.text).host),
    ...options.values('connect-to').map((word) => CONNECT_TO.exec(word.text)?.[1] ?? ''),
  ];
  if (relays.some((host) => host !== '' && !isLocalHost(host))) return false;
  if (options.has('unix-socket') || options.has('abstract-unix-socket')) return true;
  const resolved = options.values('resolve').flatMap((word) => {
    const [, host, addresses = ''] = RESOLVE.exec(word.text) ?? [];
    return host !== undefined && addresses.split(',').every(isLocalHost) ? [host] : [];
  });
  return urls.every((url) => isLocalUrl(url) || resolved.includes(readAddress(url.text).host));
}

function curlBody({ options, urls }: Transfer, context: RuleContext): Hit | undefined {
  const uploads = options.values('upload-file').some((word) => word.text !== '');
  const files = FILE_BODIES.some(([name, form]) => {
    return options.values(name).some((word) => form.test(word.text));
  });
  if (uploads || files) return hit('http.upload', 'a file or its standard input', urls);
  const bodies = valuesOf(options, BODIES);
  if (!options.has('get')) {
    return bodies.length > 0 ? hit('http.body', 'a request body', urls) : undefined;
  }
  // With -G the data are a query, which is a request like any other unless it holds local data.
  const local = bodies.some((word) => dataIn(word, context) !== 'none');
  return local ? hit('http.query', 'local data', urls) : undefined;
}

function curlData(
  { options, urls }: Transfer,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const queries = options.values('url-query');
  if (
    urls.some((url) => dataInUrl(url, context) !== 'none') ||
    queries.some((word) => NAMED_FILE.test(word.text) || dataIn(word, context) !== 'none')
  ) {
    return hit('http.query', 'local data', urls);
  }
  const headers = valuesOf(options, HEADERS);
  const isData = (word: Word): boolean => dataIn(word, context) === 'data';
  if (
    headers.some((word) => AT_FILE.test(word.text) || isData(word)) ||
    valuesOf(options, OTHERS_SENT).some(isData) ||
    options.values('variable').some((word) => VARIABLE_FILE.test(word.text))
  ) {
    return hit('http.header', 'local data', urls);
  }
  const typed = urls.filter((url) => readAddress(url.text).scheme === 'telnet');
  const input = typed.length > 0 && inputOf(execution, context) !== 'none';
  return input ? hit('http.upload', 'its standard input', typed) : undefined;
}

function wget(execution: Execution, context: RuleContext): Hit | undefined {
  const retrieval = readWget(execution);
  if (retrieval === undefined || retrieval.urls.every(isLocalUrl)) return undefined;
  const urls = retrieval.urls;
  if (WGET_FILES.some((name) => retrieval.values(name).length > 0)) {
    return hit('http.upload', 'a file', urls);
  }
  if (WGET_BODIES.some((name) => retrieval.values(name).length > 0)) {
    return hit('http.body', 'a request body', urls);
  }
  if (urls.some((url) => dataInUrl(url, context) !== 'none')) {
    return hit('http.query', 'local data', urls);
  }
  const sent = WGET_HEADERS.flatMap((name) => retrieval.values(name));
  const local = sent.some((word) => dataIn(word, context) === 'data');
  return local ? hit('http.header', 'local data', urls) : undefined;
}

function httpie(execution: Execution, context: RuleContext): Hit | undefined {
  const request = readHttpie(execution);
  if (request === undefined || isLocalUrl(request.url)) return undefined;
  const { options, url, items } = request;
  const body = items.filter((item) => item.kind === 'body');
  if (body.some((item) => item.file)) return hit('http.upload', 'a file', [url]);
  if (body.length > 0 || options.has('raw')) return hit('http.body', 'a request body', [url]);
  const { kind } = execution.stdin;
  if (kind !== 'inherited' && !options.has('ignore-stdin') && !isEmptyInput(execution)) {
    return hit('http.upload', 'its standard input', [url]);
  }
  if (dataInUrl(url, context) !== 'none') return hit('http.query', 'local data', [url]);
  const sent = items.some((item) => {
    if (item.file) return true;
    const data = dataIn(item.value, context);
    return data === 'data' || (item.kind === 'query' && data !== 'none');
  });
  const logins = valuesOf(options, LOGINS);
  const local = sent || logins.some((word) => dataIn(word, context) === 'data');
  return local ? hit('http.query', 'local data', [url]) : undefined;
}

function isEmptyInput({ stdin }: Execution): boolean {
  if (stdin.kind === 'file') return stdin.path.text === '/dev/null';
  return (
    stdin.kind === 'pipe' && stdin.from.every((run) => run.name === ':' || run.name === 'true')
  );
}

function grpcurl(execution: Execution): Hit | undefined {
  const args = execution.args;
  const sends = args.some((word) => GRPC_DATA.test(word.text));
  const target = args.find((word) => GRPC_TARGET.test(word.text));
  if (!sends || target === undefined || isLocalUrl(target)) return undefined;
  return hit('http.body', 'a request body', [target]);
}

/** Programs that only fetch or show a page: what they send is the URL. */
function browse(execution: Execution, context: RuleContext): Hit | undefined {
  const urls = execution.args.filter((word) => {
    return WEB_URL.test(word.text) && !isLocalUrl(word) && dataInUrl(word, context) !== 'none';
  });
  return urls.length > 0 ? hit('http.query', 'local data', urls) : undefined;
}

function hit(rule: string, what: string, urls: readonly Word[]): Hit {
  const remote = urls.find((url) => !isLocalUrl(url)) ?? urls[0];
  const to = remote === undefined ? 'another host' : describeHost(readAddress(remote.text).host);
  return { rule, sentence: `It sends ${what} to ${to}.` };
}

const PROXIES = ['proxy', 'preproxy', 'proxy1.0', 'socks4', 'socks4a', 'socks5', 'socks5-hostname'];

/** `host:port:connect-host:connect-port`, the third of which says where to. */
const CONNECT_TO = /^[^:]*:[^:]*:([^:]*|\[[^\]]*\]):[^:]*$/;
/** `[+]host:port:address[,address]`. */
const RESOLVE = /^\+?([^:]+):[^:]*:(.+)$/;

const BODIES = [
  ...['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'],
  ...['form', 'form-string'],
];

/** `@path`: the value is what is in the file. */
const AT_FILE = /^@/;
/** `@path` or `name@path`, where no `=` says that the rest is literal. */
const NAMED_FILE = /^[^=@+]*@/;
/** `name=@path` or `name=<path`. */
const FORM_FILE = /^[^=]*=[@<]/;

/** The bodies whose value may name a file, and how it does. */
const FILE_BODIES: readonly (readonly [name: string, form: RegExp])[] = [
  ['data', AT_FILE],
  ['data-ascii', AT_FILE],
  ['data-binary', AT_FILE],
  ['json', AT_FILE],
  ['data-urlencode', NAMED_FILE],
  ['form', FORM_FILE],
];

const LOGINS = ['auth', 'bearer'];
const HEADERS = ['header', 'proxy-header'];
/** Other options whose values the server gets to see. */
const OTHERS_SENT = [
  ...['user-agent', 'referer', 'cookie', 'user', 'proxy-user', 'oauth2-bearer', 'request'],
  ...['request-target', 'quote', 'range', 'telnet-option', 'mail-from', 'mail-rcpt', 'mail-auth'],
  ...['login-options', 'sasl-authzid', 'ftp-account', 'ftp-alternative-to-user'],
  'haproxy-clientip',
];

const VARIABLE_FILE = /^%?[\w.]*(?:\[[^\]]*\])?@/;

const WGET_FILES = ['post-file', 'body-file'];
const WGET_BODIES = ['post-data', 'body-data'];
const WGET_HEADERS = ['header', 'user-agent', 'referer', 'user', 'http-user', 'http-password'];

const GRPC_DATA = /^--?d(?:$|=)/;
const GRPC_TARGET = /^[\w.-]+:\d+$/;
const WEB_URL = /^(?:https?|ftp):\/\//i;
