/**
 * Redirections: what a command reads from, writes to, and has open beside.
 *
 * @module
 */
import type { Span } from '../finding.js';
import { type Descriptors, descriptorOf, openOn } from './descriptors.js';
import type { Redirect, Stdin } from './execution.js';
import { expandParts, expandWhole, type Substituter } from './expand.js';
import type { HereDoc, Redirection } from './parse.js';
import { placeKey } from './place.js';
import { type Shell, spanOf } from './state.js';
import { type Piece, type Word, wordOf } from './word.js';

/** What the redirections of a command come down to. */
export interface Redirected {
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  /** The descriptors beyond the first three that they open. */
  readonly opened?: Descriptors | undefined;
}

/** The redirections of a command, and where its standard input then comes from. */
export function expandRedirects(
  redirections: readonly Redirection[],
  shell: Shell,
  engine: Substituter,
): Redirected {
  if (redirections.length === 0) {
    return { redirects: NO_REDIRECTS, stdin: shell.stdin, opened: undefined };
  }
  const redirects: Redirect[] = [];
  const opened: Descriptors = new Map();
  let stdin = shell.stdin;
  for (const redirection of redirections) {
    const input = readText(redirection, shell, engine);
    if (input !== undefined) {
      const number = descriptorOf(redirection, '0', shell);
      if (number === '0') stdin = input;
      else opened.set(number, { input });
      continue;
    }
    if (redirection.type !== 'Redirect' || redirection.target === undefined) continue;
    const target = expandWhole(redirection.target, shell, engine);
    const { descriptor, operator } = redirection;
    const reads = operator.startsWith('<');
    const number = descriptorOf(redirection, reads ? '0' : '1', shell);
    redirects.push({
      operator,
      target,
      ...(descriptor?.type === 'FileDescriptor' ? { descriptor: descriptor.value } : {}),
    });
    if (operator === '<' && number === '0') stdin = readFrom(target, shell);
    else if (operator === '<&' && number === '0') {
      stdin = openOn(target.text, opened, shell)?.input ?? stdin;
    } else if (number.length > 1 || number > '2') {
      opened.set(number, operator === '<' ? { input: readFrom(target, shell) } : { target });
    }
  }
  return { redirects, stdin, opened: opened.size === 0 ? undefined : opened };
}

/** Whether one of them can fail, for then the command does not run at all. */
export function mayFail(redirects: readonly Redirect[]): boolean {
  return redirects.length > 0 && redirects.some(({ target }) => !ALWAYS_OPENS.test(target.text));
}

/** What `exec` without a command opens stays open. */
export function keepOpen({ opened, stdin }: Redirected, shell: Shell): void {
  shell.stdin = stdin;
  if (opened === undefined) return;
  shell.open ??= new Map();
  for (const [number, open] of opened) shell.open.set(number, open);
}

/** The text of a heredoc or a here-string. */
function readText(redirection: Redirection, shell: Shell, engine: Substituter): Stdin | undefined {
  const span = spanOf(redirection, shell);
  if (redirection.type === 'HereDoc') {
    return { kind: 'text', text: wordOf(bodyOf(redirection, span, shell, engine), span) };
  }
  if (redirection.type !== 'HereString' || redirection.target === undefined) return undefined;
  const target = expandWhole(redirection.target, shell, engine);
  return { kind: 'text', text: wordOf([...target.pieces, NEWLINE], span) };
}

function readFrom(target: Word, shell: Shell): Stdin {
  const [piece] = target.pieces;
  if (piece?.kind === 'unknown' && piece.from === 'process') {
    const { content } = piece;
    return {
      kind: 'pipe',
      from: piece.runs ?? [],
      ...(content === undefined ? {} : { text: content }),
    };
  }
  const { files } = shell.work;
  const key = files === undefined ? undefined : placeKey(target, shell.cwd);
  const written = key === undefined ? undefined : files?.get(key);
  return written === undefined ? { kind: 'file', path: target } : { kind: 'text', text: written };
}

function bodyOf(heredoc: HereDoc, span: Span, shell: Shell, engine: Substituter): readonly Piece[] {
  const { body, delimiter } = heredoc;
  if (body.parts !== undefined) return expandParts(body.parts, span, shell, engine);
  const text = delimiter?.quoted === true ? body.text : body.text.replace(HEREDOC_ESCAPE, '$1');
  return [{ kind: 'text', text }];
}

const NO_REDIRECTS: readonly Redirect[] = [];
/** The null device, and descriptors. */
const ALWAYS_OPENS = /^(?:\/dev\/null|\d+|-)$/;

const NEWLINE: Piece = { kind: 'text', text: '\n' };

const HEREDOC_ESCAPE = /\\([$`\\])/g;
