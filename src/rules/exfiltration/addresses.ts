/**
 * Local data in an address that a program fetches from, and in what load generators and browsers of
 * the terminal send.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions, valuesOf } from '../shell/options.js';
import { sliceWord } from '../shell/word.js';
import { dataIn, inputOf, isFileOfData } from './data.js';
import { dataInUrl, describeHost, isLocalUrl, readAddress } from './target.js';

/** An argument that is a URL, alone or behind `--name=`, and carries local data. */
export function tellsInAddress(execution: Execution, context: RuleContext): Hit | undefined {
  for (const word of execution.args) {
    if (word.known) continue;
    const start = URL_START.exec(word.text)?.[1]?.length;
    if (start === undefined) continue;
    const url = sliceWord(word, start, word.text.length);
    if (isLocalUrl(url) || dataInUrl(url, context) !== 'data') continue;
    const { host } = readAddress(url.text);
    return {
      rule: 'http.query',
      sentence: `It carries local data to ${describeHost(host)} in an address.`,
      span: word.span,
    };
  }
  return undefined;
}

/** How a client of HTTP names what it sends. */
interface Client {
  readonly grammar: Grammar;
  /** Options whose value is a file that is sent, and those whose value is sent itself. */
  readonly files: readonly string[];
  readonly texts: readonly string[];
  /** The option with which it sends its input. */
  readonly input?: string;
}

function client(row: Client): CommandRule {
  return (execution, context) =>
    tellsInAddress(execution, context) ?? sends(row, execution, context);
}

function sends(row: Client, execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, row.grammar);
  const url = options.operands.find((word) => ADDRESS.test(word.text));
  if (url === undefined || isLocalUrl(url)) return undefined;
  const { host } = readAddress(url.text);
  const reads = row.input !== undefined && options.has(row.input);
  const isSent =
    valuesOf(options, row.files).some((word) => isFileOfData(word, context)) ||
    valuesOf(options, row.texts).some((word) => dataIn(word, context) !== 'none') ||
    (reads && inputOf(execution, context) !== 'none');
  if (!isSent) return undefined;
  return { rule: 'http.upload', sentence: `It sends local data to ${describeHost(host)}.` };
}

const AB: Client = {
  files: ['p', 'u'],
  texts: ['H', 'C', 'A'],
  grammar: {
    options: [
      ...[
        '-p=',
        '-u=',
        '-H=',
        '-C=',
        '-A=',
        '-n=',
        '-c=',
        '-t=',
        '-T=',
        '-m=',
        '-X=',
        '-g=',
        '-e=',
      ],
      ...['-k', '-q', '-r', '-s=', '-v=', '-w', '-P='],
    ],
  },
};

const HEY: Client = {
  files: ['D'],
  texts: ['d', 'H', 'a', 'U'],
  grammar: {
    options: [
      ...[
        '-D=',
        '-d=',
        '-H=',
        '-a=',
        '-U=',
        '-n=',
        '-c=',
        '-z=',
        '-q=',
        '-m=',
        '-t=',
        '-T=',
        '-A=',
      ],
      ...['-x=', '-o=', '-cpus='],
    ],
    singleDashLong: true,
    abbreviations: false,
  },
};

const BROWSER: Client = {
  files: ['post'],
  texts: ['header', 'useragent'],
  input: 'post_data',
  grammar: {
    options: [
      ...['-post=', '-header=', '-useragent=', '-post_data', '-get_data', '-dump', '-source'],
      ...['-auth=', '-o=', '-T=', '-cols=', '-width=', '-cfg=', '-cookie_file='],
    ],
    singleDashLong: true,
    abbreviations: false,
  },
};

const DOWNLOADER: Client = {
  files: [],
  texts: ['header', 'user-agent', 'referer'],
  grammar: {
    options: [
      ...['--add-header= -H= --header=', '-U= --user-agent=', '--referer=', '-i= --input-file='],
      ...['-d= --dir=', '-o= --out=', '-l= --log=', '-n=', '-s= --split=', '-x=', '-j='],
    ],
    abbreviations: false,
  },
};

/** The rules of further clients of HTTP. */
export const CLIENTS: RuleTable = /* @__PURE__ */ Object.freeze({
  ab: /* @__PURE__ */ client(AB),
  hey: /* @__PURE__ */ client(HEY),
  oha: /* @__PURE__ */ client(HEY),
  lynx: /* @__PURE__ */ client(BROWSER),
  w3m: /* @__PURE__ */ client(BROWSER),
  links: /* @__PURE__ */ client(BROWSER),
  elinks: /* @__PURE__ */ client(BROWSER),
  aria2c: /* @__PURE__ */ client(DOWNLOADER),
  axel: /* @__PURE__ */ client(DOWNLOADER),
  'yt-dlp': /* @__PURE__ */ client(DOWNLOADER),
  'youtube-dl': /* @__PURE__ */ client(DOWNLOADER),
  npm: tellsInAddress,
  pnpm: tellsInAddress,
  yarn: tellsInAddress,
  bun: tellsInAddress,
  wrk: tellsInAddress,
  siege: tellsInAddress,
  open: tellsInAddress,
  'xdg-open': tellsInAddress,
});

const URL_START = /^((?:-{1,2}[\w-]+=)?(?:git\+)?)(?:https?|ftps?|git|ssh|wss?):\/\//i;
const ADDRESS = /^(?:https?:\/\/|[\w-]+(?:\.[\w-]+)+(?:[:/]|$))/i;
