/**
 * Tools of the form `tool group subcommand`: a table of the subcommands that lose something.
 *
 * @module
 */
import { quote } from '../finding.js';
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { UNKNOWN, type Word } from '../shell/word.js';
import { setOf } from '../tables.js';

/** A call of a tool, read as far as its subcommand. */
export interface Call {
  readonly execution: Execution;
  readonly context: RuleContext;
  readonly options: Options;
  /** What stands behind the subcommand's words. */
  readonly operands: readonly Word[];
}

/** A row: a subcommand, and what it would do. */
export interface Subcommand {
  /**
   * The words that lead to it: `a|b` is either, `delete-*` a beginning, `*` any one word, `**` any
   * words, also none, up to what follows it.
   */
  readonly words: string;
  /** What it would do: `delete a repository`. A row without it is harmless and final. */
  readonly does?: string;
  /** Options of which one has to be on. */
  readonly needs?: readonly string[];
  /** Options of which none may be on. */
  readonly unless?: readonly string[];
  /** An operand that has to stand behind the words, such as `base` of `alembic downgrade base`. */
  readonly operand?: string;
  /** What else has to hold. */
  readonly when?: (call: Call) => boolean;
}

/** A tool and its subcommands; the first row that matches decides. */
export interface Tool {
  /** The rule's id. */
  readonly rule: string;
  readonly grammar: Grammar;
  readonly rows: readonly Subcommand[];
  /** Options with which nothing is done, besides `help`, `version` and `dry-run`. */
  readonly idle?: readonly string[];
  /** Whether `topic:command` is the same as `topic command`. */
  readonly colons?: boolean;
}

/** The rule for a tool. */
export function toolRule(tool: Tool): CommandRule {
  return (execution, context) => judgeTool(tool, execution, context);
}

/** Judges a call of a tool by its table. */
export function judgeTool(tool: Tool, execution: Execution, context: RuleContext): Hit | undefined {
  const { rows, first } = compile(tool);
  const begins = execution.args[0]?.text;
  // What stands in front of any option is the first word whatever follows it.
  if (first !== undefined && begins !== undefined && !begins.startsWith('-')) {
    if (!first.has(begins) && !(context.strict && begins.includes(UNKNOWN))) return undefined;
  }
  const options = readOptions(execution.args, tool.grammar);
  if (isIdle(options) || tool.idle?.some((name) => isOn(options, name)) === true) return undefined;
  const { operands } = options;
  const words = tool.colons === true ? splitTopic(operands) : operands.map((word) => word.text);
  if (words[0] === 'help' || words.at(-1) === 'help') return undefined;
  for (const { row, pattern } of rows) {
    const end = matchWords(pattern, words, 0, 0, context.strict);
    if (end < 0) continue;
    if (row.does === undefined) return undefined;
    const rest = operands.slice(Math.max(0, operands.length - (words.length - end)));
    if (!applies(row, { execution, context, options, operands: rest })) continue;
    return hitOf(tool.rule, [execution.name, ...words.slice(0, end)].join(' '), row.does);
  }
  return undefined;
}

/** A hit, with its sentence: what a call would do. */
export function hitOf(rule: string, call: string, does: string): Hit {
  return { rule, sentence: `${quote(call.slice(0, LONGEST_CALL))} would ${does}.` };
}

/** A hit in a text that a program is given, which is not quoted. */
export function through(execution: Execution, rule: string, does: string, word: Word): Hit {
  const sentence = `${quote(execution.name)} would ${does}.`;
  return { rule, sentence, span: word.span };
}

/** A rule table of rows that name their programs in one text; a program may stand in several. */
export function rulesOf(
  rows: readonly { readonly programs: string; readonly rule: CommandRule }[],
): RuleTable {
  const table: Record<string, CommandRule> = {};
  for (const { programs, rule } of rows) {
    for (const program of programs.split(' ')) {
      const first = table[program];
      table[program] =
        first === undefined
          ? rule
          : (execution, context) => first(execution, context) ?? rule(execution, context);
    }
  }
  return Object.freeze(table);
}

/** Whether an option is given, and not as `--option=false`. */
export function isOn(options: Options, name: string): boolean {
  if (!options.has(name)) return false;
  const value = options.value(name)?.text;
  return value === undefined || !OFF.has(value.toLowerCase());
}

/** Whether a call only shows help or a version, or what it would do. */
export function isIdle(options: Options): boolean {
  return isOn(options, 'help') || isOn(options, 'version') || isOn(options, 'dry-run');
}

function applies(row: Subcommand, call: Call): boolean {
  const on = (name: string): boolean => isOn(call.options, name);
  if (row.needs !== undefined && !row.needs.some(on)) return false;
  if (row.unless?.some(on) === true) return false;
  if (row.operand !== undefined && !call.operands.some(({ text }) => text === row.operand)) {
    return false;
  }
  return row.when === undefined || row.when(call);
}

/** A row with its words taken apart. */
interface Row {
  readonly row: Subcommand;
  readonly pattern: readonly Part[];
}

/** One word of a pattern: `any` is `*`, `skips` is `**`. */
interface Part {
  readonly any: boolean;
  readonly skips: boolean;
  readonly names: readonly string[];
  readonly beginnings: readonly string[];
}

/** Tools are constant tables, so each is compiled once, when it is first used. */
const COMPILED: WeakMap<Tool, Compiled> = /* @__PURE__ */ new WeakMap();

interface Compiled {
  readonly rows: readonly Row[];
  /** The words that a row may begin with, unless that may be any. */
  readonly first: ReadonlySet<string> | undefined;
}

function compile(tool: Tool): Compiled {
  const known = COMPILED.get(tool);
  if (known !== undefined) return known;
  const rows = tool.rows.map((row) => ({ row, pattern: row.words.split(' ').map(toPart) }));
  const firsts = rows.flatMap(({ pattern: [part] }) => part ?? []);
  const isOpen = ({ any, skips, beginnings }: Part): boolean =>
    any || skips || beginnings.length > 0;
  const first =
    tool.colons === true || firsts.some(isOpen)
      ? undefined
      : new Set(firsts.flatMap(({ names }) => names));
  const compiled: Compiled = { rows, first };
  COMPILED.set(tool, compiled);
  return compiled;
}

function toPart(text: string): Part {
  const choices = text.split('|');
  return {
    any: text === '*',
    skips: text === '**',
    names: choices.filter((name) => !name.endsWith('*')),
    beginnings: choices.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  };
}

/** How many words the pattern takes, or -1 when they are others. */
function matchWords(
  pattern: readonly Part[],
  words: readonly string[],
  patternAt: number,
  wordsAt: number,
  strict: boolean,
): number {
  const part = pattern[patternAt];
  if (part === undefined) return wordsAt;
  if (part.skips) {
    // The first word that could follow does, so that a name behind a verb is not read as one.
    const next = pattern[patternAt + 1] ?? ANY;
    for (let at = wordsAt; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (matchesWord(next, word, strict)) {
        return matchWords(pattern, words, patternAt + 1, at, strict);
      }
      if (at >= wordsAt + DEEPEST || KEEPING_VERBS.has(word)) return -1;
    }
    return -1;
  }
  const word = words[wordsAt];
  if (word === undefined || !matchesWord(part, word, strict)) return -1;
  return matchWords(pattern, words, patternAt + 1, wordsAt + 1, strict);
}

function matchesWord(part: Part, word: string, strict: boolean): boolean {
  if (part.any || part.names.includes(word) || (strict && word.includes(UNKNOWN))) return true;
  return part.beginnings.length > 0 && part.beginnings.some((name) => word.startsWith(name));
}

function splitTopic(operands: readonly Word[]): readonly string[] {
  const [first, ...rest] = operands;
  if (first === undefined) return [];
  return [...first.text.split(':'), ...rest.map((word) => word.text)];
}

const ANY: Part = { any: true, skips: false, names: [], beginnings: [] };

/** Verbs behind which only names stand. */
const KEEPING_VERBS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'create list ls get describe show update set add apply start stop restart reboot exec ssh submit',
);

/** Values that turn an option off. */
const OFF: ReadonlySet<string> = /* @__PURE__ */ setOf('false 0 no none off f');

/** How many words a verb may stand behind. */
const DEEPEST = 6;

const LONGEST_CALL = 60;
