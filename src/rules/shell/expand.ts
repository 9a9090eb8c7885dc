/**
 * Word expansion: from a word of the syntax tree to the words that a command receives.
 *
 * @module
 */
import { expandBraces } from './braces.js';
import { type Expander, literal, readVariable } from './parameter.js';
import type { ArithmeticExpression, ParsedScript, SyntaxWord, WordPart } from './parse.js';
import { parseWord } from './parse.js';
import { decodePieces, payForText, type Shell, spanOf, spend } from './state.js';
import { type Piece, type Word, wordOf } from './word.js';

/** A script that stands within a word; the parser reads it when it is first asked for. */
export interface Substitution {
  readonly text: string;
  readonly script: ParsedScript | undefined;
}

/** Runs the scripts that stand within words. */
export interface Substituter {
  /** Runs a command substitution and returns what stands in its place. */
  substitute(part: Substitution, shell: Shell): readonly Piece[];
  /** Runs a process substitution and returns the piece that names it. */
  connect(part: Substitution, shell: Shell): Piece;
}

/** A piece on its way into a field, or the mark between two fields. */
export type Segment =
  | {
      readonly piece: Piece;
      /** Whether the shell splits it at white space and takes its patterns for active. */
      readonly soft: boolean;
    }
  | 'cut';

/** Expands a word into the fields that it becomes: none, one, or several. */
export function expandWord(word: SyntaxWord, shell: Shell, run: Substituter): readonly Word[] {
  if (!spend(shell.work)) return [];
  const span = spanOf(word, shell);
  if (word.parts === undefined) return [wordOf(bareSegments(word, shell), span)];
  if (word.parts.some((part) => part.type === 'BraceExpansion')) {
    return expandBraced(word, shell, run);
  }
  return splitFields(segmentsOf(word.parts, shell, run, true), span, separators(shell));
}

/** Expands a word that is not split: an assigned value, a here-string, the target of a redirect. */
export function expandWhole(word: SyntaxWord, shell: Shell, run: Substituter): Word {
  spend(shell.work);
  const span = spanOf(word, shell);
  if (word.parts === undefined) return wordOf(bareSegments(word, shell), span);
  return wordOf(piecesOf(segmentsOf(word.parts, shell, run, true)), span);
}

/** Expands the body of a heredoc, in which quotes mean nothing. */
export function expandParts(
  parts: readonly WordPart[],
  shell: Shell,
  run: Substituter,
): readonly Piece[] {
  return piecesOf(segmentsOf(parts, shell, run, false));
}

/** Visits the substitutions within arithmetic, whose value stays unknown. */
export function expandArithmetic(
  expression: ArithmeticExpression | undefined,
  shell: Shell,
  run: Substituter,
): void {
  if (expression === undefined || !spend(shell.work)) return;
  switch (expression.type) {
    case 'ArithmeticBinary':
      expandArithmetic(expression.left, shell, run);
      expandArithmetic(expression.right, shell, run);
      return;
    case 'ArithmeticUnary':
      expandArithmetic(expression.operand, shell, run);
      return;
    case 'ArithmeticTernary':
      expandArithmetic(expression.test, shell, run);
      expandArithmetic(expression.consequent, shell, run);
      expandArithmetic(expression.alternate, shell, run);
      return;
    case 'ArithmeticGroup':
      expandArithmetic(expression.expression, shell, run);
      return;
    case 'ArithmeticCommandExpansion':
      run.substitute(expression, shell);
      return;
    case 'ArithmeticWord':
      if (expression.parts !== undefined) expandParts(expression.parts, shell, run);
  }
}

function expandBraced(word: SyntaxWord, shell: Shell, run: Substituter): readonly Word[] {
  const span = spanOf(word, shell);
  const texts = expandBraces(word.text);
  if (texts.length === 1 && texts[0] === word.text) {
    return splitFields(segmentsOf(word.parts ?? [], shell, run, true), span, separators(shell));
  }
  const words: Word[] = [];
  // The items are texts of their own, so their offsets mean nothing: they stand where the word does.
  const inner = { ...shell, frame: span };
  for (const text of texts) {
    if (!spend(shell.work)) return words;
    if (text === '') continue;
    const item = parseWord(text);
    if (item === undefined) continue;
    if (item.parts === undefined) words.push(wordOf(bareSegments(item, inner), span));
    else {
      const segments = segmentsOf(item.parts, inner, run, true);
      words.push(...splitFields(segments, span, separators(shell)));
    }
  }
  return words;
}

/** A word without quotes or expansions; only a leading tilde can mean more than itself. */
function bareSegments(word: SyntaxWord, shell: Shell): readonly Piece[] {
  const home = readHome(word.text, word.text.length);
  if (home === undefined) return decodePieces(word.value, shell.work);
  const rest = word.value.slice(home.length);
  return [homePiece(home, shell), ...(rest === '' ? [] : decodePieces(rest, shell.work))];
}

function segmentsOf(
  parts: readonly WordPart[],
  shell: Shell,
  run: Substituter,
  isWord: boolean,
): readonly Segment[] {
  const segments: Segment[] = [];
  for (const [index, part] of parts.entries()) {
    addPart(segments, part, shell, run, isWord && index === 0, parts.length === 1);
  }
  return segments;
}

function addPart(
  segments: Segment[],
  part: WordPart,
  shell: Shell,
  run: Substituter,
  first: boolean,
  only: boolean,
): void {
  switch (part.type) {
    case 'Literal': {
      const home = first
        ? readHome(part.text, only ? part.text.length : part.text.length - 1)
        : undefined;
      if (home !== undefined) hard(segments, homePiece(home, shell));
      const text = home === undefined ? part.value : part.value.slice(home.length);
      if (text !== '') for (const piece of decodePieces(text, shell.work)) hard(segments, piece);
      return;
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      for (const piece of decodePieces(part.value, shell.work)) hard(segments, piece);
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      addQuoted(segments, part.parts, shell, run);
      return;
    case 'Glob':
    case 'ExtendedGlob':
      hard(segments, { kind: 'glob', text: part.text });
      return;
    case 'BraceExpansion':
      for (const piece of decodePieces(part.text, shell.work)) hard(segments, piece);
      return;
    case 'ProcessSubstitution':
      hard(segments, run.connect(part, shell));
      return;
    default:
      addExpansion(segments, part, shell, run, false);
  }
}

function addQuoted(
  segments: Segment[],
  parts: readonly WordPart[],
  shell: Shell,
  run: Substituter,
): void {
  // An empty quotation still makes a field.
  hard(segments, { kind: 'text', text: '' });
  for (const part of parts) {
    if (part.type === 'Literal') {
      for (const piece of decodePieces(part.value, shell.work)) hard(segments, piece);
    } else addExpansion(segments, part, shell, run, true);
  }
}

function addExpansion(
  segments: Segment[],
  part: WordPart,
  shell: Shell,
  run: Substituter,
  quoted: boolean,
): void {
  // What stands within an expansion is parsed when it is looked at, so it is paid for first.
  if (!payForText(shell.work, part.text.length)) {
    hard(segments, { kind: 'unknown', text: '$', from: 'variable' });
    return;
  }
  const expander: Expander = {
    whole: (word) => expandWhole(word, shell, run).pieces,
    shell,
    span: spanOf(part, shell),
    quoted,
  };
  switch (part.type) {
    case 'SimpleExpansion':
      addFields(segments, readVariable(part.text.slice(1), undefined, part.text, expander), quoted);
      return;
    case 'ParameterExpansion':
      addFields(segments, readVariable(part.parameter, part, part.text, expander), quoted);
      return;
    case 'CommandExpansion':
      addFields(segments, [run.substitute(part, shell)], quoted);
      return;
    case 'ArithmeticExpansion':
      expandArithmetic(part.expression, shell, run);
      hard(segments, { kind: 'unknown', text: part.text, from: 'arithmetic' });
  }
}

function addFields(
  segments: Segment[],
  fields: readonly (readonly Piece[])[],
  quoted: boolean,
): void {
  for (const [index, field] of fields.entries()) {
    if (index > 0) segments.push('cut');
    for (const piece of field) segments.push({ piece, soft: !quoted });
    if (quoted && field.length === 0) hard(segments, { kind: 'text', text: '' });
  }
}

function hard(segments: Segment[], piece: Piece): void {
  segments.push({ piece, soft: false });
}

/** What separates fields: blanks, unless the text has set `IFS`. */
function separators(shell: Shell): RegExp | undefined {
  const value = shell.variables.get('IFS');
  if (value === undefined) return BLANKS;
  const characters = value.kind === 'scalar' ? literal(value.choices[0] ?? []) : undefined;
  if (characters === undefined) return BLANKS;
  return characters === '' ? undefined : new RegExp(`[${characters.replace(NOT_PLAIN, '\\$&')}]+`);
}

function splitFields(
  segments: readonly Segment[],
  span: Word['span'],
  separator: RegExp | undefined,
): readonly Word[] {
  const fields: Word[] = [];
  let pieces: Piece[] | undefined;
  const close = (): void => {
    if (pieces !== undefined) fields.push(wordOf(join(pieces), span));
    pieces = undefined;
  };
  for (const segment of segments) {
    if (segment === 'cut') {
      close();
    } else if (!segment.soft || segment.piece.kind !== 'text') {
      pieces ??= [];
      pieces.push(segment.piece);
    } else {
      const { text } = segment.piece;
      const parts = separator === undefined ? [text] : text.split(separator);
      for (const [index, part] of parts.entries()) {
        if (index > 0) close();
        if (part === '') continue;
        pieces ??= [];
        pieces.push(...activate(part));
      }
    }
  }
  close();
  return fields;
}

function piecesOf(segments: readonly Segment[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const segment of segments) {
    pieces.push(segment === 'cut' ? { kind: 'text', text: ' ' } : segment.piece);
  }
  return join(pieces);
}

/** Text from an unquoted expansion: its pattern characters are active. */
function activate(text: string): readonly Piece[] {
  if (!PATTERN.test(text)) return [{ kind: 'text', text }];
  return text
    .split(PATTERNS)
    .filter((part) => part !== '')
    .map((part) => ({ kind: PATTERN.test(part) ? 'glob' : 'text', text: part }));
}

function join(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else if (piece.kind !== 'text' || piece.text !== '' || pieces.length === 1)
      joined.push(piece);
  }
  return joined;
}

/** A leading `~` or `~name` that ends at a slash or at the end of the word. */
function readHome(text: string, limit: number): string | undefined {
  const home = text.startsWith('~') ? HOME.exec(text)?.[0] : undefined;
  if (home === undefined || home.length > limit) return undefined;
  return home.length === text.length || text[home.length] === '/' ? home : undefined;
}

function homePiece(home: string, shell: Shell): Piece {
  if (home !== '~' || shell.elsewhere !== undefined) return { kind: 'home', text: home };
  const value = shell.variables.get('HOME');
  const assigned = value?.kind === 'scalar' ? value.choices[0] : undefined;
  return assigned?.length === 1 && assigned[0] !== undefined
    ? assigned[0]
    : { kind: 'home', text: home };
}

const HOME = /^~[A-Za-z0-9_.-]*/;
const BLANKS = /[ \t\n]+/;
const NOT_PLAIN = /[^A-Za-z0-9]/g;
const PATTERN = /[*?[]/;
const PATTERNS = /([*?]|\[[^\]]*\])/;
