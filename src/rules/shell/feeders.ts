/**
 * Wrappers that run a command for each of many items: `xargs`, `find -exec`, `parallel`.
 *
 * @module
 */
import type { Execution, Stdin } from './execution.js';
import type { Inner } from './inner.js';
import { type Grammar, readOptions } from './options.js';
import { readStdin } from './output.js';
import { joinWords, type Piece, runsIn, sliceWord, type Word, wordOf } from './word.js';

/** `xargs`: the items that it reads become arguments, or stand where `-I` says. */
export function unwrapXargs(execution: Execution): readonly Inner[] {
  const options = readOptions(execution.args, XARGS, true);
  const command = options.operands;
  const [first] = command;
  if (first === undefined) return [];
  // With a mark to replace, an item is a whole line.
  const byLine = ['null', 'delimiter', 'replace'].some((name) => options.has(name));
  const mark = options.has('replace') ? (options.value('replace')?.text ?? '{}') : undefined;
  const items = itemsFor(execution, byLine, mark === undefined ? MAX_WORDS : MAX_ITEMS);
  // What xargs runs does not read the items again: it gets an empty standard input.
  const stdin: Stdin = { kind: 'inherited' };
  if (mark === undefined) return [{ kind: 'argv', words: [...command, ...items], stdin }];
  return items.map((item) => ({
    kind: 'argv',
    stdin,
    words: command.map((word) => replaceMark(word, mark, item)),
  }));
}

/** `find … -exec command ;`: the command, with the found files where `{}` stands. */
export function unwrapFind(execution: Execution): readonly Inner[] {
  const inner: Inner[] = [];
  const { args } = execution;
  for (let at = 0; at < args.length; at += 1) {
    if (!FIND_RUNS.has(args[at]?.text ?? '')) continue;
    const end = endOf(args, at + 1);
    const command = args.slice(at + 1, end < 0 ? undefined : end);
    if (command.length === 0) continue;
    const found = wordOf([input([execution])], execution.span);
    inner.push({ kind: 'argv', words: command.map((word) => replaceMark(word, '{}', found)) });
    at = end < 0 ? args.length : end;
  }
  return inner;
}

/** `fd … --exec command`: the command, with the found files where `{}` stands, or behind it. */
export function unwrapFd(execution: Execution): readonly Inner[] {
  const { args } = execution;
  const at = args.findIndex((word) => FD_RUNS.has(word.text));
  const end = args.findIndex((word, index) => index > at && word.text === ';');
  const command = at < 0 ? [] : args.slice(at + 1, end < 0 ? undefined : end);
  if (command.length === 0) return [];
  const found = wordOf([input([execution])], execution.span);
  const words = command.some((word) => word.text.includes('{}')) ? command : [...command, found];
  return [{ kind: 'argv', words: words.map((word) => replaceMark(word, '{}', found)) }];
}

/** GNU `parallel`: a template for a shell, and the items behind `:::` or on standard input. */
export function unwrapParallel(execution: Execution): readonly Inner[] {
  const { operands } = readOptions(execution.args, PARALLEL, true);
  const separator = operands.findIndex((word) => word.text.startsWith(':::'));
  const template = separator < 0 ? operands : operands.slice(0, separator);
  const given = operands.slice(separator + 1).filter((word) => !word.text.startsWith(':::'));
  const items = separator < 0 ? itemsFor(execution, true, MAX_ITEMS) : given.slice(0, MAX_ITEMS);
  if (template.length === 0) return items.map((text) => ({ kind: 'script', text }));
  const text = joinWords(template, ' ', execution.span);
  return items.map((item) => ({
    kind: 'script',
    text: text.text.includes('{}')
      ? replaceMark(text, '{}', item)
      : joinWords([text, item], ' ', execution.span),
  }));
}

/** The commands that write what an executed command reads. */
export function feedersOf(execution: Execution): readonly Execution[] {
  const { stdin, span, cwd, via } = execution;
  if (stdin.kind === 'pipe') return stdin.from;
  if (stdin.kind === 'text') return runsIn(stdin.text);
  if (stdin.kind === 'inherited') return [];
  // Reading a file is what `cat` of it would do.
  const args = [stdin.path];
  const rest = { redirects: [], settings: [], stdin: { kind: 'inherited' } } as const;
  return [{ name: 'cat', args, cwd, via, span, ...rest }];
}

/** A piece that stands for what some commands list. */
export function input(runs: readonly Execution[]): Piece {
  return { kind: 'unknown', text: '{}', from: 'input', runs };
}

/** The items on standard input: the words or lines of a known text, or one unknown item. */
function itemsFor(execution: Execution, byLine: boolean, most: number): readonly Word[] {
  const { span } = execution;
  const pieces = readStdin(execution);
  if (pieces === undefined) {
    return [wordOf([input(feedersOf(execution))], span)];
  }
  const items: Word[] = [];
  let item: Piece[] = [];
  const close = (): void => {
    if (item.length > 0 && items.length < most) items.push(wordOf(item, span));
    item = [];
  };
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      item.push(piece);
      continue;
    }
    const parts = piece.text.split(byLine ? LINE_ENDS : WHITE_SPACE);
    for (const [index, part] of parts.entries()) {
      if (index > 0) close();
      const text = byLine ? part : part.replace(QUOTES, '');
      if (text !== '') item.push({ kind: 'text', text });
    }
  }
  close();
  return items;
}

function replaceMark(word: Word, mark: string, item: Word): Word {
  if (mark === '' || !word.text.includes(mark)) return word;
  if (word.text === mark) return { ...item, span: word.span };
  const parts: Word[] = [];
  let from = 0;
  for (let at = word.text.indexOf(mark); at >= 0; at = word.text.indexOf(mark, from)) {
    if (parts.length > MAX_ITEMS) break;
    parts.push(sliceWord(word, from, at), item);
    from = at + mark.length;
  }
  parts.push(sliceWord(word, from, word.text.length));
  return joinWords(parts, '', word.span);
}

/** Where a command ends that starts at an index, or -1 when it does not end. */
function endOf(args: readonly Word[], start: number): number {
  for (let at = start; at < args.length; at += 1) {
    const word = args[at];
    if (word !== undefined && isEnd(word, args[at - 1])) return at;
  }
  return -1;
}

/** `;`, or the `+` behind `{}`. */
function isEnd(word: Word, before: Word | undefined): boolean {
  return word.text === ';' || (word.text === '+' && before?.text === '{}');
}

const XARGS: Grammar = {
  options: [
    '-0 --null',
    '-a= --arg-file=',
    '-d= --delimiter=',
    '-E=',
    '-e[=] --eof[=]',
    '-I= --replace=',
    '-J= --replace=',
    '-i[=] --replace[=]',
    '-L= --max-lines=',
    '-l[=] --max-lines[=]',
    '-n= --max-args=',
    '-P= --max-procs=',
    '-R=',
    '-S=',
    '-s= --max-chars=',
    '-o --open-tty',
    '-p --interactive',
    '-r --no-run-if-empty',
    '-t --verbose',
    '-x --exit',
    '--process-slot-var=',
  ],
};

const PARALLEL: Grammar = {
  options: [
    '-a= --arg-file=',
    '-C= --colsep=',
    '-d= --delimiter=',
    '-I=',
    '-j= -P= --jobs= --max-procs=',
    '-L= --max-lines=',
    '-n= --max-args=',
    '-N= --max-replace-args=',
    '-S= --sshlogin=',
    '--slf= --sshloginfile=',
    '--delay=',
    '--joblog=',
    '--load=',
    '--memfree=',
    '--results=',
    '--retries=',
    '--tagstring=',
    '--timeout=',
    '--tmpdir=',
    '--wd= --workdir=',
  ],
};

/** How many items a command is followed for, one at a time. */
const MAX_ITEMS = 128;

/** How many items one command gets. */
const MAX_WORDS = 4096;

const FIND_RUNS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '-exec',
  '-execdir',
  '-ok',
  '-okdir',
]);

/** The options of `fd` that run a command, which takes up all that follows. */
export const FD_RUNS: ReadonlySet<string> = /* @__PURE__ */ new Set(['-x', '-X', '--exec']);

const LINE_ENDS = /[\n\0]/;
const WHITE_SPACE = /[ \t\n]+/;
const QUOTES = /["'\\]/g;
