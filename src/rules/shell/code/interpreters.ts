/**
 * Reads the code that a program is given, with the row of the table that says how it takes code.
 *
 * @module
 */
import type { Execution } from '../execution.js';
import { type Grammar, type Options, readOptions } from '../options.js';
import { joinWords, type Word } from '../word.js';
import type { InlineCode, Language } from './inline.js';

/** How one program takes code. */
export interface Interpreter {
  readonly language: Language;
  readonly grammar: Grammar;
  /** The options whose values are code; several are several lines of it. */
  readonly code: readonly string[];
  /** The word behind whose value the program reads no more options, as `-c` in Python. */
  readonly last?: RegExp;
  /** The options with which it runs nothing, such as a check of the syntax. */
  readonly idle?: readonly string[];
  /** The options that name a file or a module to run, so that no operand or input is code. */
  readonly file?: readonly string[];
  /** Whether its first operand is code when no option gave any. */
  readonly operand?: boolean | string;
  /** Whether it runs its standard input when neither option nor operand gave code. */
  readonly input?: boolean;
}

/** The code that a program of this row would run. */
export function readInterpreter(
  execution: Execution,
  interpreter: Interpreter,
): InlineCode | undefined {
  const { language, grammar } = interpreter;
  const { own, others } = splitArguments(execution.args, interpreter.last);
  const options = readOptions(own, grammar);
  if (interpreter.idle?.some((name) => options.has(name)) === true) return undefined;
  const given = interpreter.code.flatMap((name) => options.values(name));
  if (given.length > 0)
    return { language, code: lines(given), args: [...options.operands, ...others] };
  if (interpreter.file?.some((name) => isFile(options, name)) === true) return undefined;
  const [first, ...rest] = options.operands;
  if (first !== undefined && takesOperand(interpreter, options)) {
    return { language, code: first, args: rest };
  }
  if (interpreter.input !== true) return undefined;
  const code = first === undefined || isInput(first) ? inputText(execution) : contentOf(first);
  return code && { language, code, args: rest };
}

/** The words up to the last option and its value, and those behind, which are for the code. */
function splitArguments(
  args: readonly Word[],
  last: RegExp | undefined,
): { readonly own: readonly Word[]; readonly others: readonly Word[] } {
  const at = last === undefined ? -1 : args.findIndex((word) => last.test(word.text));
  if (last === undefined || at < 0) return { own: args, others: [] };
  const attached = (args[at]?.text ?? '').replace(last, '') !== '';
  const end = at + (attached ? 1 : 2);
  return { own: args.slice(0, end), others: args.slice(end) };
}

/** What a command reads from its standard input, when that is known. */
export function inputText(execution: Execution): Word | undefined {
  const stdin = execution.stdin;
  if (stdin.kind === 'text' || stdin.kind === 'pipe') return stdin.text;
  return stdin.kind === 'file' ? contentOf(stdin.path) : undefined;
}

/** Whether a word names the standard input. */
export function isInput(word: Word): boolean {
  return word.text === '-' || word.text === '/dev/stdin' || word.text === '/dev/fd/0';
}

/** The words as the lines of one text. */
export function lines(words: readonly Word[]): Word {
  const first = words[0];
  const span = first === undefined ? { start: 0, end: 0 } : first.span;
  return first !== undefined && words.length === 1 ? first : joinWords(words, '\n', span);
}

/** What can be read from a process substitution. */
export function contentOf(word: Word): Word | undefined {
  const piece = word.pieces[0];
  return word.pieces.length === 1 && piece?.kind === 'unknown' ? piece.content : undefined;
}

/** Options that name a file, the standard input not counted. */
function isFile(options: Options, name: string): boolean {
  return options.has(name) && !options.values(name).every(isInput);
}

function takesOperand(interpreter: Interpreter, options: Options): boolean {
  const operand = interpreter.operand;
  if (typeof operand === 'string') return options.has(operand);
  return operand === true && !(interpreter.file ?? []).some((name) => options.has(name));
}
