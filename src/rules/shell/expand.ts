/**
 * Word expansion: from a word of the syntax tree to the words that a command receives.
 *
 * @module
 */
import type { Span } from '../finding.js';
import { expandBraces } from './braces.js';
import { addPiece, addText, addValues, endField, type Fields, joinFields } from './fields.js';
import { lookUp } from './names.js';
import { readVariable } from './parameter.js';
import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  ParsedScript,
  SyntaxWord,
  WordPart,
} from './parse.js';
import { parseWord } from './parse.js';
import { readSimpleParts, type SimplePart } from './simple-parts.js';
import { decodePieces, hasPlaceholder, payForText, type Shell, spanOf, spend } from './state.js';
import { type Piece, textWord, type Word, wordOf } from './word.js';

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

/** Adds the fields that a word becomes to `words`: none, one, or several. */
export function addWords(words: Word[], word: SyntaxWord, shell: Shell, run: Substituter): void {
  if (!spend(shell.work)) return;
  const quick = quickWord(word, shell);
  if (quick !== undefined) {
    words.push(quick);
    return;
  }
  const simple = readSimpleParts(word.text);
  if (simple !== undefined) {
    const fields = startFields(words, spanOf(word, shell), shell, false);
    addSimpleParts(fields, simple, run);
    endField(fields);
    return;
  }
  const plain = plainWord(word, shell);
  if (plain !== undefined) {
    words.push(plain);
    return;
  }
  const { parts = [] } = word;
  if (parts.some((part) => part.type === 'BraceExpansion')) addBraced(words, word, shell, run);
  else addParts(words, parts, spanOf(word, shell), shell, run);
}

/** Expands a word that is not split: an assigned value, a here-string, the target of a redirect. */
export function expandWhole(word: SyntaxWord, shell: Shell, run: Substituter): Word {
  spend(shell.work);
  const quick = quickWord(word, shell);
  if (quick !== undefined) return quick;
  const fields = startFields(NOWHERE, spanOf(word, shell), shell, true);
  const simple = readSimpleParts(word.text);
  if (simple !== undefined) {
    addSimpleParts(fields, simple, run);
    return wordOf(joinFields(fields), fields.span);
  }
  const plain = plainWord(word, shell);
  if (plain !== undefined) return plain;
  fillFields(fields, word.parts ?? [], run, true);
  return wordOf(joinFields(fields), fields.span);
}

/** Expands the body of a heredoc, in which quotes mean nothing. */
export function expandParts(
  parts: readonly WordPart[],
  span: Span,
  shell: Shell,
  run: Substituter,
): readonly Piece[] {
  const fields = startFields([], span, shell, true);
  fillFields(fields, parts, run, false);
  return joinFields(fields);
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
      if (expression.parts !== undefined) {
        expandParts(expression.parts, spanOf(expression, shell), shell, run);
      }
  }
}

/** A word of characters that mean nothing but themselves, or of one quotation of such. */
function quickWord(word: SyntaxWord, shell: Shell): Word | undefined {
  const { text } = word;
  // The parser reads the parts of a word when they are asked for, which takes it longer than this.
  if (BARE.test(text)) return textWord(text, spanOf(word, shell));
  if (QUOTATION.test(text) && !hasPlaceholder(text, shell.work)) {
    return textWord(text.slice(1, -1), spanOf(word, shell));
  }
  return undefined;
}

/** A word without quotes and expansions. */
function plainWord(word: SyntaxWord, shell: Shell): Word | undefined {
  const { text } = word;
  if (word.parts !== undefined) return undefined;
  const span = spanOf(word, shell);
  const home = readHome(text, text.length);
  if (home !== undefined) {
    const rest = word.value.slice(home.length);
    const below = rest === '' ? [] : decodePieces(rest, shell.work);
    return wordOf([homePiece(home, shell), ...below], span);
  }
  const { value } = word;
  if (!hasPlaceholder(value, shell.work)) return textWord(value, span);
  return wordOf(decodePieces(value, shell.work), span);
}

function addSimpleParts(fields: Fields, parts: readonly SimplePart[], run: Substituter): void {
  for (const { kind, text } of parts) {
    switch (kind) {
      case 'text':
        addText(fields, text);
        break;
      case 'glob':
        addPiece(fields, { kind, text });
        break;
      case 'quotation':
        // An empty one still makes a field.
        addPiece(fields, { kind: 'text', text });
        break;
      default:
        addVariable(fields, text.slice(1), undefined, text, run, kind !== 'variable');
    }
  }
}

function addBraced(words: Word[], word: SyntaxWord, shell: Shell, run: Substituter): void {
  const span = spanOf(word, shell);
  const texts = shell.work.extra > 0 ? expandBraces(word.text) : [word.text];
  if (texts.length === 1 && texts[0] === word.text) {
    addParts(words, word.parts ?? [], span, shell, run);
    return;
  }
  // The items are texts of their own, so their offsets mean nothing: they stand where the word does.
  const { frame } = shell;
  shell.frame = span;
  for (const text of texts) {
    if (!payForText(shell.work, BRACE_ITEM)) break;
    const item = text === '' ? undefined : parseWord(text);
    if (item === undefined) continue;
    const plain = plainWord(item, shell);
    if (plain !== undefined) words.push(plain);
    else addParts(words, item.parts ?? [], span, shell, run);
  }
  shell.frame = frame;
}

function addParts(
  words: Word[],
  parts: readonly WordPart[],
  span: Span,
  shell: Shell,
  run: Substituter,
): void {
  const fields = startFields(words, span, shell, false);
  fillFields(fields, parts, run, true);
  endField(fields);
}

function startFields(words: Word[], span: Span, shell: Shell, whole: boolean): Fields {
  return { shell, whole, words, span, pieces: undefined };
}

function fillFields(
  fields: Fields,
  parts: readonly WordPart[],
  run: Substituter,
  isWord: boolean,
): void {
  let first = isWord;
  for (const part of parts) {
    addPart(fields, part, run, first, parts.length === 1);
    first = false;
  }
}

function addPart(
  fields: Fields,
  part: WordPart,
  run: Substituter,
  first: boolean,
  only: boolean,
): void {
  switch (part.type) {
    case 'Literal': {
      const end = only ? part.text.length : part.text.length - 1;
      const home = first ? readHome(part.text, end) : undefined;
      if (home !== undefined) addPiece(fields, homePiece(home, fields.shell));
      const text = home === undefined ? part.value : part.value.slice(home.length);
      if (text !== '') addText(fields, text);
      return;
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      addText(fields, part.value);
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      addQuoted(fields, part.parts, run);
      return;
    case 'Glob':
    case 'ExtendedGlob':
      addPiece(fields, { kind: 'glob', text: part.text });
      return;
    case 'BraceExpansion':
      addText(fields, part.text);
      return;
    case 'ProcessSubstitution':
      addPiece(fields, run.connect(part, fields.shell));
      return;
    default:
      addExpansion(fields, part, run, false);
  }
}

function addQuoted(fields: Fields, parts: readonly WordPart[], run: Substituter): void {
  // An empty quotation still makes a field.
  addPiece(fields, { kind: 'text', text: '' });
  for (const part of parts) {
    if (part.type === 'Literal') addText(fields, part.value);
    else addExpansion(fields, part, run, true);
  }
}

function addExpansion(fields: Fields, part: WordPart, run: Substituter, quoted: boolean): void {
  const { shell } = fields;
  switch (part.type) {
    case 'SimpleExpansion':
      addVariable(fields, part.text.slice(1), undefined, part.text, run, quoted);
      return;
    case 'ParameterExpansion':
      addVariable(fields, part.parameter, part, part.text, run, quoted);
      return;
    case 'CommandExpansion':
      if (paysFor(fields, part.text)) addValues(fields, [run.substitute(part, shell)], quoted);
      return;
    case 'ArithmeticExpansion':
      if (!paysFor(fields, part.text)) return;
      expandArithmetic(part.expression, shell, run);
      addPiece(fields, { kind: 'unknown', text: part.text, from: 'arithmetic' });
  }
}

function addVariable(
  fields: Fields,
  name: string,
  part: ParameterExpansionPart | undefined,
  text: string,
  run: Substituter,
  quoted: boolean,
): void {
  if (!paysFor(fields, text)) return;
  const { shell } = fields;
  const whole = (word: SyntaxWord): readonly Piece[] => expandWhole(word, shell, run).pieces;
  addValues(fields, readVariable(name, part, text, { shell, quoted, whole }), quoted);
}

/** What stands within an expansion is parsed when it is looked at, so it is paid for first. */
function paysFor(fields: Fields, text: string): boolean {
  if (payForText(fields.shell.work, text.length)) return true;
  addPiece(fields, { kind: 'unknown', text: '$', from: 'variable' });
  return false;
}

/** A leading `~` or `~name` that ends at a slash or at the end of the word. */
function readHome(text: string, limit: number): string | undefined {
  const home = text.startsWith('~') ? HOME.exec(text)?.[0] : undefined;
  if (home === undefined || home.length > limit) return undefined;
  return home.length === text.length || text[home.length] === '/' ? home : undefined;
}

function homePiece(home: string, shell: Shell): Piece {
  if (home !== '~' || shell.elsewhere !== undefined) return { kind: 'home', text: home };
  const value = lookUp(shell.variables, 'HOME');
  const assigned = value?.kind === 'scalar' ? value.choices[0] : undefined;
  return assigned?.length === 1 && assigned[0] !== undefined
    ? assigned[0]
    : { kind: 'home', text: home };
}

/** Where the fields of a word that is not split go: none is ever finished. */
const NOWHERE: Word[] = [];

/** What an item of a brace expansion costs, as text that is read once more. */
const BRACE_ITEM = 64;

/** Characters that mean nothing but themselves. */
const BARE = /^[\w./:=@%+,-]+$/;
/** One quotation in which no character means more than itself. */
const QUOTATION = /^(?:"[^"$`\\]+"|'[^']*')$/;
const HOME = /^~[A-Za-z0-9_.-]*/;
