/**
 * The hosts that clients of HTTP reach.
 *
 * @module
 */
import { curlTransfers, type Transfer } from '../exfiltration/curl.js';
import { readHttpie } from '../exfiltration/httpie.js';
import { readAddress } from '../exfiltration/target.js';
import { readWget, wordsOf } from '../exfiltration/wget.js';
import type { RuleContext } from '../rule.js';
import { contentOf, inputText, isInput } from '../shell/code/interpreters.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { dropPrefix, textWord, type Word } from '../shell/word.js';
import { hosts, links, type Place, type PlaceReader, partOf, splitList } from './place.js';

/** How each of the clients names its hosts. */
export const WEB: { readonly [program: string]: PlaceReader } = /* @__PURE__ */ Object.freeze({
  curl,
  curlie: curl,
  wget,
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  'invoke-webrequest': request,
  iwr: request,
  'invoke-restmethod': request,
  irm: request,
  'start-bitstransfer': request,
  lynx: operands,
  w3m: operands,
  links: operands,
  elinks: operands,
  aria2c,
  axel: operands,
  grpcurl: operands,
  websocat: operands,
});

function curl(execution: Execution, context: RuleContext): readonly Place[] {
  return curlTransfers(execution, context).flatMap((transfer) => {
    const { options } = transfer;
    const named = ['proxy', 'preproxy', 'doh-url', 'ipfs-gateway', ...PROXIES];
    return [
      ...hosts(transfer.urls.flatMap((url) => expandGlob(url, transfer))),
      ...hosts(named.flatMap((name) => options.values(name))),
      ...hosts(options.values('dns-servers').flatMap(splitList)),
      ...hosts(options.values('resolve').flatMap(addressesOf)),
      ...hosts(options.values('connect-to').flatMap((word) => partOf(word, CONNECT_TO))),
    ];
  });
}

/** `{a,b}` and `[1-3]` stand for several URLs, as curl itself expands them. */
function expandGlob(url: Word, { options }: Transfer): readonly Word[] {
  if (options.has('globoff') || !GLOB.test(url.text)) return [url];
  const parts = url.text.split(GLOB_PARTS);
  let texts = [''];
  for (const [index, part] of parts.entries()) {
    // What stands in a path leads to the same host, and no host is as long.
    const done = texts.every(
      (text) => text.length > LONGEST || readAddress(text).end < text.length,
    );
    if (done) {
      const rest = parts.slice(index).join('');
      return texts.map((text) => textWord(text + rest, url.span));
    }
    const choices = choicesOf(part);
    texts = texts.flatMap((text) => choices.map((choice) => text + choice)).slice(0, MAX_URLS);
  }
  return texts.map((text) => textWord(text, url.span));
}

function choicesOf(part: string): readonly string[] {
  const [, list, first, last] = GLOB_PART.exec(part) ?? [];
  if (list !== undefined) return list.split(',');
  if (first === undefined || last === undefined) return [part];
  // The ends of a range are enough: what lies between them is on the same domain or in it.
  return first === last ? [first] : [first, last];
}

/** `[+]host:port:address[,address]`. */
function addressesOf(word: Word): readonly Word[] {
  const prefix = RESOLVE.exec(word.text)?.[0];
  return prefix === undefined ? [] : splitList(dropPrefix(word, prefix.length));
}

function wget(execution: Execution): readonly Place[] {
  const retrieval = readWget(execution);
  if (retrieval === undefined) return [];
  const settings = ['http_proxy', 'https_proxy', 'ftp_proxy', 'base'];
  return hosts([...retrieval.urls, ...settings.flatMap((name) => retrieval.values(name))]);
}

function httpie(execution: Execution): readonly Place[] {
  const asked = readHttpie(execution);
  if (asked === undefined) return [];
  // `--proxy=http:http://host:port` names the scheme that it is for.
  const proxies = asked.options.values('proxy').map((word) => {
    return dropPrefix(word, FOR_SCHEME.exec(word.text)?.[0].length ?? 0);
  });
  return hosts([asked.url, ...proxies]);
}

/** PowerShell's: the address is the first operand, or named. */
function request(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args.map(inLowerCase), REQUEST);
  const url = options.value('source') ?? options.operands[0];
  return hosts([url, options.value('proxy')]);
}

function inLowerCase(word: Word): Word {
  const lower = word.text.toLowerCase();
  return word.known && word.text.startsWith('-') ? textWord(lower, word.span) : word;
}

/** Programs that take anything that is no option for an address. */
function operands(execution: Execution): readonly Place[] {
  return [
    ...links(execution.args.filter((word) => word.text.startsWith('-'))),
    ...hosts(execution.args.filter((word) => LOOKS_LIKE_HOST.test(word.text))),
  ];
}

/** Also the addresses in a list whose text is known. */
function aria2c(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, ARIA);
  const lists = options.values('input-file');
  const texts = lists.flatMap((file) =>
    isInput(file) ? [inputText(execution)] : [contentOf(file)],
  );
  const listed = texts.flatMap((text) => (text === undefined ? [] : wordsOf(text)));
  return [
    ...links(execution.args.filter((word) => word.text.startsWith('-'))),
    ...hosts(options.operands.filter((word) => LOOKS_LIKE_HOST.test(word.text))),
    ...links(listed),
  ];
}

const ARIA: Grammar = {
  options: ['-i= --input-file=', '-d= --dir=', '-o= --out=', '-l= --log=', '-S= --torrent-file='],
  abbreviations: false,
};

const PROXIES = ['proxy1.0', 'socks4', 'socks4a', 'socks5', 'socks5-hostname'];

const MAX_URLS = 1024;
const LONGEST = 300;

const GLOB = /[[{]/;
const GLOB_PARTS = /(\{[^{}]*\}|\[\w+-\w+(?::\d+)?\])/;
const GLOB_PART = /^\{([^{}]*)\}$|^\[(\w+)-(\w+)(?::\d+)?\]$/;

const RESOLVE = /^\+?[^:]+:[^:]*:/;
/** The third part of `host:port:connect-host:connect-port`. */
const CONNECT_TO = /^([^:]*:[^:]*:)([^:]*|\[[^\]]*\]):[^:]*$/;
const FOR_SCHEME = /^(?:https?|all):(?=[a-z0-9]+:\/\/)/;
const LOOKS_LIKE_HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/\S|[\w-]+(?:\.[\w-]+)+(?:[:/]|$)|localhost\b)/i;

const REQUEST: Grammar = {
  singleDashLong: true,
  options: [
    ...['-uri -source=', '-proxy=', '-outfile=', '-method=', '-headers=', '-body=', '-infile='],
    ...['-contenttype=', '-useragent=', '-destination=', '-credential=', '-timeoutsec='],
    ...['-sessionvariable=', '-websession=', '-form=', '-maximumredirection='],
  ],
};
