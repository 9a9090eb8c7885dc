/**
 * The texts that some languages write in ways of their own: Python's prefixes, Perl's and Ruby's
 * quotes, heredocs.
 *
 * @module
 */
import type { Quote } from './lexicons.js';
import { type Cursor, endsOperand, readQuoted, type Token } from './texts.js';

interface Space {
  readonly spaced: boolean;
  readonly breaks: boolean;
}

/** A token that only this language has, when one begins at the cursor. */
export function readSpecial(
  cursor: Cursor,
  space: Space,
  last: Token | undefined,
  operand: boolean,
): Token | undefined {
  const { lexicon } = cursor;
  if (lexicon.heredoc !== undefined && !(operand && space.spaced === false)) {
    const heredoc = announceHeredoc(cursor, lexicon.heredoc, space);
    if (heredoc !== undefined) return heredoc;
  }
  if (lexicon.special === 'python') return readPrefixed(cursor, space);
  if (lexicon.special === 'ruby') return operand ? undefined : readPercent(cursor, space);
  if (lexicon.special !== 'perl') return undefined;
  const bare = last?.kind === 'name' && last.variable !== true;
  if ((!operand || bare) && cursor.source.charAt(cursor.at) === '<') {
    return readAngle(cursor, space);
  }
  return isKey(last) ? undefined : readLettered(cursor, space);
}

/** Reads the texts of the heredocs that were announced on the line that just ended. */
export function readHeredocs(cursor: Cursor): void {
  for (const heredoc of cursor.heredocs.splice(0)) {
    const lines: string[] = [];
    while (cursor.at < cursor.source.length) {
      const end = cursor.source.indexOf('\n', cursor.at);
      const line = cursor.source.slice(cursor.at, end < 0 ? undefined : end);
      cursor.at = end < 0 ? cursor.source.length : end + 1;
      if (line.trim().replace(SEMICOLON, '') === heredoc.end) break;
      lines.push(line);
    }
    heredoc.token.text = lines.join('\n');
  }
}

/** `<<EOT`, `<<"EOT"`, `<<~EOT`, `<<<EOT`. */
function announceHeredoc(cursor: Cursor, mark: string, space: Space): Token | undefined {
  if (!cursor.source.startsWith(mark, cursor.at)) return undefined;
  const head = cursor.source.slice(cursor.at + mark.length, cursor.at + mark.length + 80);
  const found = HEREDOC.exec(head);
  const end = found?.[2] ?? found?.[3] ?? found?.[4];
  if (found === null || end === undefined) return undefined;
  cursor.at += mark.length + found[0].length;
  const token: Token & { text: string } = { kind: 'text', text: '', ...space };
  cursor.heredocs.push({ end, literal: found[1] === "'", token });
  return token;
}

/** `r'…'`, `b"…"`, `f'…'` and their like. */
function readPrefixed(cursor: Cursor, space: Space): Token | undefined {
  const found = PREFIX.exec(cursor.source.slice(cursor.at, cursor.at + 5));
  const prefix = found?.[1]?.toLowerCase();
  const open = found?.[2];
  if (found === null || prefix === undefined || open === undefined) return undefined;
  cursor.at += prefix.length + open.length;
  const quote: Quote = { open, close: open, escapes: 'c' };
  const format = prefix.includes('f') || prefix.includes('t') ? '{' : undefined;
  return { kind: 'text', ...readQuoted(cursor, quote, prefix.includes('r'), format), ...space };
}

/** Ruby's `%w[…]`, `%q(…)`, `%(…)`, `%x{…}`. */
function readPercent(cursor: Cursor, space: Space): Token | undefined {
  const found = PERCENT.exec(cursor.source.slice(cursor.at, cursor.at + 3));
  const open = found?.[2];
  if (found === null || open === undefined) return undefined;
  cursor.at += found[0].length;
  const letter = found[1] ?? '';
  const quote: Quote = { ...delimited(open), ...(letter === 'q' ? {} : { code: '#{' }) };
  const read = readQuoted(cursor, quote, false);
  if (letter === 'x') return { kind: 'run', ...read, ...space };
  if (letter === 'r') return { kind: 'pattern', text: '', ...space };
  return { kind: LISTS.has(letter) ? 'words' : 'text', ...read, ...space };
}

/** Perl's `q(…)`, `qq{…}`, `qw/…/`, `qx'…'`, `m/…/`, `s/…/…/`, `tr/…/…/`. */
function readLettered(cursor: Cursor, space: Space): Token | undefined {
  const found = LETTERED.exec(cursor.source.slice(cursor.at, cursor.at + 8));
  const letters = found?.[1];
  const open = found?.[2];
  if (found === null || letters === undefined || open === undefined) return undefined;
  cursor.at += found[0].length;
  const plain = letters === 'q' || letters === 'qw' || open === "'";
  const quote: Quote = { ...delimited(open), ...(plain ? {} : { code: '$' }) };
  const read = readQuoted(cursor, quote, false);
  if (letters === 'q' || letters === 'qq') return { kind: 'text', ...read, ...space };
  if (letters === 'qw') return { kind: 'words', ...read, ...space };
  if (letters === 'qx') return { kind: 'run', ...read, ...space };
  if (letters !== 'm' && letters !== 'qr') skipReplacement(cursor, open, quote);
  readFlags(cursor);
  return { kind: 'pattern', text: '', ...space };
}

function skipReplacement(cursor: Cursor, open: string, quote: Quote): void {
  if (quote.open === quote.close) {
    readQuoted(cursor, { ...quote, escapes: 'quote' }, true);
    return;
  }
  while (cursor.source.charAt(cursor.at) <= ' ' && cursor.at < cursor.source.length) cursor.at += 1;
  if (cursor.source.charAt(cursor.at) === open) cursor.at += 1;
  readQuoted(cursor, { ...quote, escapes: 'quote' }, true);
}

function readFlags(cursor: Cursor): void {
  while (FLAG.test(cursor.source.charAt(cursor.at))) cursor.at += 1;
}

/** Perl's `<STDIN>` and `<*.txt>`. */
function readAngle(cursor: Cursor, space: Space): Token | undefined {
  const end = cursor.source.slice(cursor.at, cursor.at + MAX_ANGLE).search(ANGLE_END);
  if (end < 0 || cursor.source.charAt(cursor.at + end) !== '>') return undefined;
  const text = cursor.source.slice(cursor.at + 1, cursor.at + end);
  if (NO_ANGLE.test(text)) return undefined;
  cursor.at += end + 1;
  if (text === '' || text === 'STDIN') return { kind: 'name', text: 'STDIN', ...space };
  if (HANDLE.test(text)) return { kind: 'name', text: 'readline', ...space };
  return { kind: 'glob', text, ...space };
}

/** Whether a letter here is a member or an operator, as in `$x->y` and `'-' x 3`. */
function isKey(last: Token | undefined): boolean {
  if (last === undefined || last.kind === 'name') return false;
  return last.kind !== 'mark' || last.text === '.' || endsOperand(last) !== (last.text === '}');
}

function delimited(open: string): Quote {
  return { open, close: CLOSERS[open] ?? open, escapes: 'c' };
}

const CLOSERS: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}', '<': '>' };

const LISTS: ReadonlySet<string> = /* @__PURE__ */ new Set(['w', 'W', 'i', 'I']);

const MAX_ANGLE = 256;

/** A bare one in lower case would be a shift: `list <<item`. */
const HEREDOC =
  /^(?:[~-]?(["'`])([A-Za-z_][A-Za-z0-9_]*)\1|[~-]([A-Za-z_][A-Za-z0-9_]*)|([A-Z_][A-Z0-9_]*))/;
const PREFIX = /^([rR][bBfFtT]?|[bBfFtT][rR]?|[uU])("""|'''|"|')/;
const PERCENT = /^%([wWiIqQxrs]?)([([{<|/!])/;
const LETTERED = /^(q[qwxr]?|m|s|tr|y)\s{0,2}([^\sA-Za-z0-9_,;)}\]=])/;
/** What begins a comparison or a shift rather than a name. */
const NO_ANGLE = /^[=<\s\d]/;
const HANDLE = /^\$?[A-Za-z0-9_]*$/;
const ANGLE_END = /[>\n;]/;
const FLAG = /^[a-z]$/;
const SEMICOLON = /[;,)]+$/;
