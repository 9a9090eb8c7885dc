/**
 * How HTTPie reads its command line (`http`, `https`), and xh after it (`xh`, `xhs`).
 *
 * @module
 */
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { dropPrefix, joinWords, sliceWord, textWord, type Word } from '../shell/word.js';

/** One request item: `name=value`, `name==value`, `Name:value`, `name@path`, `name:=json`. */
export interface Item {
  readonly kind: 'body' | 'query' | 'header';
  /** Whether the value is read from the file that it names. */
  readonly file: boolean;
  readonly value: Word;
}

/** A request that a command line asks for. */
export interface HttpieRequest {
  readonly options: Options;
  readonly url: Word;
  readonly items: readonly Item[];
}

/** Reads a command line; nothing when it makes no request. */
export function readHttpie(execution: Execution): HttpieRequest | undefined {
  const options = readOptions(execution.args, HTTPIE);
  if (IDLE.some((name) => options.has(name))) return undefined;
  const [first, second, ...rest] = options.operands;
  if (first === undefined) return undefined;
  // The method may be left out: it is the first operand only when it is one word of letters.
  if (second !== undefined && METHOD.test(first.text)) {
    return { options, url: localhost(second), items: rest.flatMap(readItem) };
  }
  const items = second === undefined ? [] : [second, ...rest].flatMap(readItem);
  return { options, url: localhost(first), items };
}

/** `:3000/x` and `:/x` are on this machine. */
function localhost(word: Word): Word {
  if (!SHORT_LOCALHOST.test(word.text)) return word;
  const port = PORT.test(word.text) ? word : dropPrefix(word, 1);
  return joinWords([textWord('localhost', word.span), port], '', word.span);
}

/** The separator that stands first decides, and of those the longest. */
function readItem(word: Word): readonly Item[] {
  const text = word.text;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
      continue;
    }
    const separator = SEPARATORS.find(([spelling]) => text.startsWith(spelling, at));
    if (separator === undefined) continue;
    const [spelling, kind] = separator;
    const value = sliceWord(word, at + spelling.length, text.length);
    return [{ kind, file: spelling.endsWith('@'), value }];
  }
  return [];
}

const SEPARATORS: readonly (readonly [spelling: string, kind: Item['kind']])[] = [
  [':=@', 'body'],
  ['==@', 'query'],
  [':=', 'body'],
  ['==', 'query'],
  ['=@', 'body'],
  [':@', 'header'],
  ['=', 'body'],
  ['@', 'body'],
  [':', 'header'],
];

const IDLE = ['help', 'manual', 'version', 'offline', 'curl', 'curl-long'] as const;

const METHOD = /^[A-Za-z]+$/;
const SHORT_LOCALHOST = /^:(?:\d|\/|$)/;
const PORT = /^:\d/;

const HTTPIE: Grammar = {
  options: [
    '-j --json',
    '-f --form',
    '--boundary=',
    '--raw=',
    '-x --compress',
    '--pretty=',
    '-s --style=',
    '--response-charset=',
    '--response-mime=',
    '--format-options=',
    '-p --print=',
    '-h --headers',
    '-m --meta',
    '-b --body',
    '-v --verbose',
    '--all',
    '-P --history-print=',
    '-S --stream',
    '-o --output=',
    '-d --download',
    '-c --continue',
    '-q --quiet',
    '--session=',
    '--session-read-only=',
    '-a --auth=',
    '-A --auth-type=',
    '--offline',
    '--proxy=',
    '-F --follow',
    '--max-redirects=',
    '--max-headers=',
    '--timeout=',
    '--verify=',
    '--ssl=',
    '--ciphers=',
    '--cert=',
    '--cert-key=',
    '--cert-key-pass=',
    '-I --ignore-stdin',
    '--help',
    '--manual',
    '--version',
    '--default-scheme=',
    '--debug',
    // Those of xh alone.
    '--bearer=',
    '--resolve=',
    '--interface=',
    '--http-version=',
    '--curl',
    '--curl-long',
    '-4 --ipv4',
    '-6 --ipv6',
  ],
};
