/**
 * Programs with a command line of their own that can start a shell: editors, debuggers, database
 * and file transfer clients.
 *
 * @module
 */
import { commandsInCalls } from './commands.js';
import type { InlineCode, InnerCommand, Language } from './inline.js';

/** The commands that the lines of a console hand to a shell. */
export function commandsInLines(inline: InlineCode): readonly InnerCommand[] {
  const pattern = ESCAPES[inline.language];
  if (pattern === undefined) return [];
  const commands: InnerCommand[] = [];
  for (const line of inline.code.text.slice(0, MAX_TEXT).split('\n')) {
    if (commands.length >= MAX_COMMANDS) break;
    const found = pattern.exec(line);
    const text = found?.[1]?.trim();
    if (text !== undefined && text !== '') commands.push({ kind: 'script', text });
  }
  if (inline.language === 'vim') commands.push(...commandsInVim(inline));
  return commands;
}

/** `call system('…')`, `lua os.execute('…')`, `py3 import os; …` in an editor's command. */
function commandsInVim(inline: InlineCode): readonly InnerCommand[] {
  const commands: InnerCommand[] = [];
  for (const line of inline.code.text.slice(0, MAX_TEXT).split('\n')) {
    const found = EMBEDDED.exec(line);
    const language = EMBEDDED_LANGUAGES[found?.[1] ?? ''];
    if (found === null || language === undefined) continue;
    const text = found[2] ?? '';
    const { span } = inline.code;
    const code = { pieces: [{ kind: 'text', text }] as const, text, known: true, span };
    commands.push(...commandsInCalls({ language, code, args: [] }));
  }
  return commands;
}

const MAX_TEXT = 65_536;
const MAX_COMMANDS = 256;

/** How a line of each console hands its rest to a shell. */
const ESCAPES: { readonly [language in Language]?: RegExp } = {
  vim: /^[\s:]*(?:(?:silent|sil|exe|execute|bufdo|windo|tabdo|argdo)!?\s+)?["']?:?(?:[\d%.,$]{0,16}!|(?:r|read|w|write)\s+!|term(?:inal)?\s+)(.*?)["']?$/,
  ed: /^(?:[\d,$.]{0,16}[rwe]?\s*)!(.*)$/,
  gdb: /^\s*(?:shell\s|!|platform shell\s|make\s)(.*)$/,
  psql: /^\s*(?:.*\s)?\\!(.*)$/,
  sqlite: /^\s*\.(?:shell|system)\s+(.*)$/,
  mysql: /^\s*(?:\\!|system\s)(.*?);?$/,
  ftp: /^\s*!(.*)$/,
};

/** A command of vim that holds code of another language, or an expression. */
const EMBEDDED = /^[\s:]*(?:silent!?\s+)?(python3?|py3?|pyx|lua|ruby|perl|call|let|echo)\s+(.*)$/;

const EMBEDDED_LANGUAGES: { readonly [command: string]: Language } = {
  python: 'python',
  python3: 'python',
  py: 'python',
  py3: 'python',
  pyx: 'python',
  lua: 'lua',
  ruby: 'ruby',
  perl: 'perl',
  call: 'php',
  let: 'php',
  echo: 'php',
};
