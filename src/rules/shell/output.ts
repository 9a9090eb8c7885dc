/**
 * What simple commands write, when all that they read is known: `echo`, `printf`, `base64 -d` …
 *
 * @module
 */
import { setOf, tableOf } from '../tables.js';
import { decodeBase64, decodeHex, expandRanges, unescapeText } from './decoding.js';
import type { Execution } from './execution.js';
import { type Grammar, readOptions } from './options.js';
import { follow, placeKey } from './place.js';
import type { Output, Shell } from './state.js';
import { substitute } from './substitution.js';
import type { Piece, Word } from './word.js';

/** The output of an executed command; `undefined` when only the running shell knows it. */
export function outputOf(execution: Execution, shell: Shell): Output {
  const writer = WRITERS.get(execution.name);
  if (writer === undefined) return undefined;
  return FILTERS.has(execution.name) && readsUnknown(execution, shell)
    ? undefined
    : writer(execution, shell);
}

/** Whether all that a filter can read is unknown: no input, no file that the text has written. */
function readsUnknown(execution: Execution, { work }: Shell): boolean {
  if (work.files !== undefined || readStdin(execution) !== undefined) return false;
  return execution.args.every((word) => word.known && word.text !== '/dev/null');
}

/** Programs that write what they have read, changed or not. */
const FILTERS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'cat tee sort tac base64 openssl xxd rev tr sed head',
);

type Writer = (execution: Execution, shell: Shell) => Output;

const WRITERS: ReadonlyMap<string, Writer> = /* @__PURE__ */ tableOf<Writer>({
  echo: writeEcho,
  printf: writePrintf,
  cat: writeFiles,
  tee: (execution) => readStdin(execution),
  sort: writeFiles,
  tac: writeFiles,
  base64: (execution, shell) => decodeFile(execution, shell, ['-d', '-D', '--decode']),
  openssl: writeOpenssl,
  xxd: writeXxd,
  rev: (execution, shell) => mapText(writeFiles(execution, shell), reverseLines),
  tr: writeTr,
  sed: writeSed,
  yes: (execution) => lines(execution.args.length === 0 ? [] : execution.args),
  which: writeProgram,
  command: writeProgram,
  type: writeProgram,
  pwd: (execution) =>
    execution.cwd.base === 'absolute' ? [text(`${execution.cwd.path}\n`)] : undefined,
  git: writeTopLevel,
  dirname: (execution) => mapPath(execution, (path) => parentOf(path)),
  basename: (execution) => mapPath(execution, (path) => path.slice(path.lastIndexOf('/') + 1)),
  realpath: (execution) => mapPath(execution, absoluteFrom(execution)),
  readlink: (execution) => mapPath(execution, absoluteFrom(execution)),
  head: writeHead,
  true: () => [],
  false: () => [],
  ':': () => [],
  cd: () => [],
  export: () => [],
  set: () => [],
  unset: () => [],
  rm: () => [],
  mkdir: () => [],
  touch: () => [],
  chmod: () => [],
  cp: () => [],
  mv: () => [],
  sleep: () => [],
});

function writeEcho(execution: Execution): Output {
  let newline = true;
  let escapes = false;
  let from = 0;
  for (const word of execution.args) {
    if (!ECHO_OPTION.test(word.text)) break;
    if (word.text.includes('n')) newline = false;
    if (word.text.includes('e')) escapes = true;
    if (word.text.includes('E')) escapes = false;
    from += 1;
  }
  const pieces = lines(execution.args.slice(from), newline ? '\n' : '');
  return escapes ? mapPieces(pieces, unescapeText) : pieces;
}

/** `which rm`, `command -v rm`, `type -p rm`: where it is does not matter, what it is does. */
function writeProgram(execution: Execution): Output {
  const { operands } = readOptions(execution.args, LOOK_UP);
  const [program, ...others] = operands;
  const asks = execution.name === 'which' || execution.args.some((word) => LOOKS.test(word.text));
  return program === undefined || others.length > 0 || !asks
    ? undefined
    : [...program.pieces, text('\n')];
}

function writePrintf(execution: Execution): Output {
  const args = execution.args[0]?.text === '--' ? execution.args.slice(1) : execution.args;
  if (args[0]?.text === '-v') return [];
  return formatWords(args);
}

/** What `printf` makes of a format and its arguments. */
export function formatWords(args: readonly Word[]): Output {
  const [format, ...values] = args;
  if (format === undefined || !format.known) return undefined;
  const pieces: Piece[] = [];
  let used = 0;
  do {
    const before = used;
    for (const token of format.text.match(FORMAT_TOKENS) ?? []) {
      if (!token.startsWith('%') || token === '%%') {
        pieces.push(text(token === '%%' ? '%' : unescapeText(token)));
      } else {
        const value = values[used];
        used += 1;
        if (value === undefined) continue;
        if (token.endsWith('b')) pieces.push(...mapPieces(value.pieces, unescapeText));
        else pieces.push(...value.pieces);
      }
    }
    if (used === before) break;
  } while (used < values.length && pieces.length < MAX_PIECES);
  return pieces;
}

/** `git rev-parse --show-toplevel`: the directory in which the command starts, by agreement. */
function writeTopLevel({ args }: Execution, shell: Shell): Output {
  const [first, second, ...others] = args;
  const { base, path } = shell.work.root;
  const asks = first?.text === 'rev-parse' && second?.text === '--show-toplevel';
  return asks && others.length === 0 && base === 'absolute' ? [text(`${path}\n`)] : undefined;
}

/** What a program makes of one path whose spelling is known. */
function mapPath(execution: Execution, change: (path: string) => string | undefined): Output {
  const [path, ...others] = execution.args.filter((word) => !word.text.startsWith('-'));
  if (path === undefined || others.length > 0) return undefined;
  if (path.pieces.some((piece) => piece.kind !== 'text')) return undefined;
  const changed = change(path.text.length > 1 ? path.text.replace(LAST_SLASHES, '') : path.text);
  return changed === undefined ? undefined : [text(`${changed}\n`)];
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : slash === 0 ? '/' : path.slice(0, slash);
}

/** Links aside, a path is where it says it is. */
function absoluteFrom({ cwd }: Execution): (path: string) => string | undefined {
  return (path) => {
    const place = follow(cwd, path);
    return place.base === 'absolute' ? place.path : undefined;
  };
}

/** `head`, by lines. */
function writeHead(execution: Execution, shell: Shell): Output {
  const options = readOptions(execution.args, HEAD);
  if (options.has('bytes')) return undefined;
  const given = options.value('lines')?.text ?? options.unknown.join('').replaceAll('-', '');
  const count = Number(given);
  const plain = { ...execution, args: options.operands };
  return mapWhole(writeFiles(plain, shell), (whole) =>
    whole
      .split('\n')
      .slice(0, count > 0 ? count : 10)
      .join('\n'),
  );
}

function writeFiles(execution: Execution, shell: Shell): Output {
  const files = execution.args.filter((word) => !word.text.startsWith('-') || word.text === '-');
  if (files.length === 0) return readStdin(execution);
  const pieces: Piece[] = [];
  for (const file of files) {
    const content = file.text === '-' ? readStdin(execution) : readFile(file, execution, shell);
    if (content === undefined) return undefined;
    pieces.push(...content);
  }
  return pieces;
}

function decodeFile(execution: Execution, shell: Shell, flags: readonly string[]): Output {
  const decodes = execution.args.some((word) =>
    flags.some(
      (flag) => word.text === flag || (flag.startsWith('--') && isPrefix(word.text, flag)),
    ),
  );
  if (!decodes) return undefined;
  return mapWhole(writeFiles(execution, shell), decodeBase64);
}

function writeOpenssl(execution: Execution): Output {
  const words = new Set(execution.args.map((word) => word.text));
  if (!words.has('-d') || !(words.has('base64') || words.has('-base64') || words.has('-a'))) {
    return undefined;
  }
  return mapWhole(readStdin(execution), decodeBase64);
}

function writeXxd(execution: Execution, shell: Shell): Output {
  const options = readOptions(execution.args, { options: ['-r', '-p', '-s=', '-l=', '-c='] });
  if (!options.has('r')) return undefined;
  const plain = { ...execution, args: options.operands };
  return mapWhole(writeFiles(plain, shell), decodeHex);
}

function writeTr(execution: Execution): Output {
  const [from, to] = execution.args;
  if (from?.text === '-d' && to !== undefined) {
    const dropped = expandRanges(to.text);
    if (execution.args.length > 2 || dropped.length === 0) return undefined;
    return mapText(readStdin(execution), (content) =>
      [...content].filter((character) => !dropped.includes(character)).join(''),
    );
  }
  if (from === undefined || to === undefined || from.text.startsWith('-')) return undefined;
  const before = expandRanges(from.text);
  const after = expandRanges(to.text);
  if (before.length === 0 || after.length === 0) return undefined;
  const last = after.at(-1) ?? '';
  return mapText(readStdin(execution), (content) => {
    let result = '';
    for (const character of content) {
      const at = before.lastIndexOf(character);
      result += at < 0 ? character : (after[at] ?? last);
    }
    return result;
  });
}

/** `sed` with nothing but substitutions of literal text. */
function writeSed(execution: Execution, shell: Shell): Output {
  const options = readOptions(execution.args, SED);
  if (options.has('quiet') || options.has('in-place') || options.has('file')) return undefined;
  const given = options.values('expression');
  const [first, ...others] = options.operands;
  const scripts = given.length > 0 ? given : first === undefined ? [] : [first];
  const files = given.length > 0 ? options.operands : others;
  if (scripts.length === 0 || scripts.some((word) => !word.known)) return undefined;
  const script = scripts.map((word) => word.text).join('\n');
  return mapWhole(writeFiles({ ...execution, args: files }, shell), (content) =>
    substitute(script, content),
  );
}

/** What stands on a command's standard input, when it is known. */
export function readStdin(execution: Execution): Output {
  const stdin = execution.stdin;
  if (stdin.kind === 'text') return stdin.text.pieces;
  return stdin.kind === 'pipe' ? stdin.text?.pieces : undefined;
}

function readFile(file: Word, execution: Execution, shell: Shell): Output {
  if (file.text === '/dev/null') return [];
  if (file.text === '/dev/stdin') return readStdin(execution);
  const named = file.pieces.length === 1 ? file.pieces[0] : undefined;
  if (named?.kind === 'unknown' && named.from === 'process') return named.content?.pieces;
  const key = placeKey(file, execution.cwd);
  return key === undefined ? undefined : shell.work.files?.get(key)?.pieces;
}

function lines(words: readonly Word[], end = '\n'): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    if (index > 0) pieces.push(text(' '));
    pieces.push(...word.pieces);
  }
  if (end !== '') pieces.push(text(end));
  return pieces;
}

/** Changes the text pieces alone; what is unknown stays where it is. */
function mapPieces(pieces: readonly Piece[], change: (text: string) => string): readonly Piece[] {
  return pieces.map((piece) => (piece.kind === 'text' ? text(change(piece.text)) : piece));
}

function mapText(output: Output, change: (text: string) => string): Output {
  return output === undefined ? undefined : mapPieces(output, change);
}

/** Changes an output that is text alone. */
function mapWhole(output: Output, change: (text: string) => string | undefined): Output {
  if (output === undefined) return undefined;
  let whole = '';
  for (const piece of output) {
    if (piece.kind === 'unknown' || piece.kind === 'home') return undefined;
    whole += piece.text;
  }
  const changed = change(whole);
  return changed === undefined ? undefined : [text(changed)];
}

function reverseLines(content: string): string {
  return content
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n');
}

function isPrefix(given: string, name: string): boolean {
  return given.length > 3 && name.startsWith(given);
}

function text(content: string): Piece {
  return { kind: 'text', text: content };
}

const HEAD: Grammar = {
  options: ['-n= --lines=', '-c= --bytes=', '-q --quiet --silent', '-v --verbose', '-z'],
};
const SED: Grammar = {
  options: [
    '-e= --expression=',
    '-f= --file=',
    '-n --quiet',
    '-i[=] --in-place[=]',
    '-E -r',
    '-z',
    '-u',
  ],
  abbreviations: false,
};
const LAST_SLASHES = /\/+$/;
const LOOK_UP: Grammar = { options: ['-a', '-p', '-v', '-V', '-P', '-t'] };
const LOOKS = /^-[pvP]$/;
const MAX_PIECES = 1024;
const ECHO_OPTION = /^-[neE]+$/;
const FORMAT_TOKENS = /%%|%[-+ #0-9.*]*[A-Za-z]|(?:\\[\s\S]|[^%\\])+|[%\\]/g;
