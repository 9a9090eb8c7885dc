/**
 * Languages of words and brackets: the commands in Tcl and Lisp code, and the addresses of socat.
 *
 * @module
 */
import type { InlineCode, InnerCommand } from './inline.js';

/** `exec rm -rf /`, `spawn rm`, `system {rm}`, `file delete -force /` in Tcl and Expect. */
export function commandsInTcl(inline: InlineCode): readonly InnerCommand[] {
  const commands: InnerCommand[] = [];
  for (const words of tclCommands(inline.code.text.slice(0, MAX_TEXT))) {
    const [name, ...rest] = words;
    const args = rest.filter((word) => !TCL_OPTIONS.has(word));
    if (name === 'exec' || name === 'spawn') commands.push({ kind: 'argv', words: args });
    else if (name === 'system') commands.push({ kind: 'script', text: rest.join(' ') });
    else if (name === 'open' && rest[0]?.startsWith('|') === true) {
      commands.push({ kind: 'script', text: rest[0].slice(1) });
    } else if (name === 'file' && rest[0] === 'delete') {
      commands.push({ kind: 'argv', words: ['rm', '-r', ...args.slice(1)] });
    }
    if (commands.length >= MAX_COMMANDS) break;
  }
  return commands;
}

/** `(shell-command "…")`, `(system "…")`, `(sh "rm" "-rf" "/")` in the Lisps. */
export function commandsInLisp(inline: InlineCode): readonly InnerCommand[] {
  const commands: InnerCommand[] = [];
  const text = inline.code.text.slice(0, MAX_TEXT);
  for (const list of lispLists(text)) {
    const [name = '', ...texts] = list;
    const [first] = texts;
    if (first === undefined || commands.length >= MAX_COMMANDS) continue;
    if (LISP_SCRIPTS.has(name)) commands.push({ kind: 'script', text: first });
    else if (LISP_PROGRAMS.has(name)) {
      commands.push(
        texts.length === 1 ? { kind: 'script', text: first } : { kind: 'argv', words: texts },
      );
    } else if (LISP_REMOVALS.has(name)) commands.push({ kind: 'argv', words: ['rm', '-r', first] });
  }
  return commands;
}

/** `EXEC:program arg`, `SYSTEM:text`, `SHELL:text` among the addresses of socat. */
export function commandsInSocat(inline: InlineCode): readonly InnerCommand[] {
  const commands: InnerCommand[] = [];
  for (const word of [inline.code, ...inline.args]) {
    for (const address of word.text.split('!!')) {
      const found = SOCAT_ADDRESS.exec(address);
      if (found === null) continue;
      const text = readSocatText(found[2] ?? '');
      if (text.trim() !== '') commands.push({ kind: 'script', text });
    }
  }
  return commands.slice(0, MAX_COMMANDS);
}

/** Up to the first comma that is not quoted or escaped, where the options begin. */
function readSocatText(text: string): string {
  let read = '';
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') {
      at += 1;
      read += text.charAt(at);
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else read += char;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === ',') break;
    else read += char;
  }
  return read;
}

/** The commands of a Tcl text, those in braces and brackets included, as words. */
function tclCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word = '';
  const endWord = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') {
      at += 1;
      word += text.charAt(at);
    } else if (char === '"') {
      const end = closing(text, at + 1, '"');
      word += text.slice(at + 1, end);
      at = end;
    } else if (char === '#' && word === '' && words.length === 0) at = closing(text, at, '\n');
    else if (TCL_ENDS.test(char)) endCommand();
    else if (char === ' ' || char === '\t') endWord();
    else word += char;
  }
  endCommand();
  return commands;
}

/** Each list of a Lisp text: its first name, and the texts that stand in it. */
function lispLists(text: string): readonly (readonly string[])[] {
  const done: string[][] = [];
  const open: string[][] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const list = open.at(-1);
    if (char === ';') at = closing(text, at, '\n');
    else if (char === '"') {
      const end = closing(text, at + 1, '"');
      if (list !== undefined && list.length > 0) list.push(withoutEscapes(text.slice(at + 1, end)));
      at = end;
    } else if (char === '(' || char === '[') open.push([]);
    else if (char === ')' || char === ']') {
      const closed = open.pop();
      if (closed !== undefined && closed.length > 1) done.push(closed);
    } else if (LISP_NAME.test(char)) {
      const start = at;
      while (at + 1 < text.length && LISP_NAME.test(text.charAt(at + 1))) at += 1;
      if (list !== undefined && list.length === 0) list.push(text.slice(start, at + 1));
    }
  }
  return done;
}

function closing(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at;
  }
  return text.length;
}

function withoutEscapes(text: string): string {
  return text.replace(ESCAPED, '$1');
}

const MAX_TEXT = 65_536;
const MAX_COMMANDS = 256;

const SOCAT_ADDRESS = /^(exec|system|shell):(.*)$/is;
const TCL_ENDS = /^[\n;[\]{}]$/;
const TCL_OPTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '-force',
  '-ignorestderr',
  '-keepnewline',
  '-noecho',
  '--',
]);
const LISP_NAME = /^[A-Za-z0-9_/*.+:!?<>=-]$/;
const ESCAPED = /\\(.)/gs;

const LISP_SCRIPTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'shell-command',
  'shell-command-to-string',
  'async-shell-command',
  'system',
  'uiop:run-program',
  'run-shell-command',
  'ext:shell',
  'ext:run-shell-command',
  'eshell-command',
  'os/shell',
]);
const LISP_PROGRAMS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'call-process',
  'start-process',
  'process-lines',
  'system*',
  'sh',
  'shell',
  'shell/sh',
  'clojure.java.shell/sh',
  'babashka.process/shell',
  'p/shell',
  'process',
  'sb-ext:run-program',
  'os/execute',
]);
const LISP_REMOVALS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'delete-directory',
  'delete-file',
  'delete-directory/files',
  'fs/delete-tree',
  'babashka.fs/delete-tree',
  'io/delete-file',
  'rmdir',
]);
