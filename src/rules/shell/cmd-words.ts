/**
 * Reads the words of a command of cmd.exe: quotes, carets, switches, redirections.
 *
 * @module
 */
import type { Span } from '../finding.js';
import { rowOf } from '../tables.js';
import { toPieces, type Variables } from './cmd-variables.js';
import type { Redirect } from './execution.js';
import { textWord, type Word, wordOf } from './word.js';

/** `rd/s/q` is `rd /s /q`, and `cd..` is `cd ..`. */
export function splitName(
  first: Word,
  rest: readonly Word[],
): { name: string; args: readonly Word[] } {
  const base = first.text.slice(first.text.lastIndexOf('\\') + 1);
  const lower = base.toLowerCase();
  const glued = GLUED.exec(first.text);
  const plain = glued?.[1]?.toLowerCase() ?? lower.replace(EXTENSION, '');
  const name = rowOf(FULL_NAMES, plain) ?? plain;
  if (glued === null && !INTERNAL.has(name)) return { name, args: rest };
  const own = glued?.[2] === undefined ? [] : [textWord(glued[2], first.span)];
  return { name, args: [...own, ...rest].flatMap(splitSwitches) };
}

/** `/s/q` is two switches. */
function splitSwitches(word: Word): readonly Word[] {
  if (!SWITCHES.test(word.text)) return [word];
  return word.text
    .split('/')
    .slice(1)
    .map((letter) => textWord(`/${letter}`, word.span));
}

/** Words and redirections of a command whose variables are expanded. */
export function readTokens(
  variables: Variables,
  raw: string,
  span: Span,
): { words: readonly Word[]; redirects: readonly Redirect[] } {
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  let pending: Redirect['operator'] | undefined;
  let at = 0;
  while (at < raw.length && words.length < MAX_WORDS) {
    const char = raw.charAt(at);
    if (DELIMITER.test(char)) {
      at += 1;
      continue;
    }
    const found = REDIRECT.exec(raw.slice(at, at + 6));
    if (found !== null) {
      at += found[0].length;
      if (found[2] === undefined) pending = OPERATORS[found[1] ?? '>'];
      continue;
    }
    const read = readWord(raw, at);
    at = read.end;
    const word = wordOf(toPieces(variables, read.text), span);
    if (pending === undefined) words.push(word);
    else redirects.push({ operator: pending, target: word });
    pending = undefined;
  }
  return { words, redirects };
}

/** One word: quotes are taken off, `^` keeps the next character. */
function readWord(raw: string, start: number): { text: string; end: number } {
  let text = '';
  let quoted = false;
  let at = start;
  for (; at < raw.length; at += 1) {
    const char = raw.charAt(at);
    if (char === '"') quoted = !quoted;
    else if (quoted) text += char;
    else if (char === '^') {
      at += 1;
      text += raw.charAt(at).replace('\n', '');
    } else if (DELIMITER.test(char) || char === '>' || char === '<') break;
    else text += char;
  }
  return { text, end: at };
}

const MAX_WORDS = 512;

/** Names that are other names of the same command. */
const FULL_NAMES: { readonly [name: string]: string } = {
  rmdir: 'rd',
  del: 'erase',
  chdir: 'cd',
  mkdir: 'md',
  rename: 'ren',
};

/** Commands whose switches may stand without blanks between them. */
const INTERNAL: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['rd', 'erase', 'copy', 'xcopy', 'move', 'format', 'dir', 'cd', 'attrib', 'robocopy', 'start'],
]);

const OPERATORS: { readonly [mark: string]: Redirect['operator'] } = {
  '>': '>',
  '>>': '>>',
  '<': '<',
};

const DELIMITER = /^[\s,;=]$/;

const REDIRECT = /^\d?(>>?|<)(&\d)?/;

const EXTENSION = /\.(?:exe|com|cmd|bat)$/;

/** A name with what follows it at once. */
const GLUED = /^(rd|rmdir|del|erase|cd|chdir|format|copy|dir|md|echo)((?:\/|\\|\.).*)$/i;

const SWITCHES = /^(?:\/[A-Za-z?]){2,8}$/;
