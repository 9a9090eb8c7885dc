/**
 * Option grammars: how a program reads its own arguments.
 *
 * @module
 */
import { dropPrefix, type Word } from './word.js';

/**
 * How a program reads its arguments. Each option is one text of all its names, such as
 * `'-r -R --recursive'`; names of an option that takes a value end in `=` (`'-o --output='`), of one
 * whose value is optional and attached in `[=]` (`'--color[=]'`). The last name, without its dashes,
 * is what the option is called in {@link Options}.
 */
export interface Grammar {
  readonly options: readonly string[];
  /** Whether reading stops at the first operand, as wrappers and many subcommands do. */
  readonly stopAtOperand?: boolean;
  /** Whether `-name` is one long option rather than a cluster, as in `find` and `terraform`. */
  readonly singleDashLong?: boolean;
  /** Whether a long option may be shortened to any prefix that is unique (GNU). Default true. */
  readonly abbreviations?: boolean;
}

/** A program's arguments, read with its grammar. */
export interface Options {
  /** Whether the option was given, under any of its names. */
  has(name: string): boolean;
  /** The last value given to the option. */
  value(name: string): Word | undefined;
  /** All values given to the option, in order. */
  values(name: string): readonly Word[];
  /** What is no option, in order. */
  readonly operands: readonly Word[];
  /** Options that the grammar does not name. */
  readonly unknown: readonly string[];
}

/**
 * Reads arguments as GNU `getopt_long` does: clusters, attached and separate values, `--`, options
 * behind operands, unique prefixes of long names.
 *
 * @param stops Whether to stop at the first operand, when the grammar leaves it to the caller.
 */
export function readOptions(
  args: readonly Word[],
  grammar: Grammar,
  stops: boolean = grammar.stopAtOperand === true,
): Options {
  const table = compile(grammar);
  const given = new Map<string, Word[]>();
  const operands: Word[] = [];
  const unknown: string[] = [];
  let index = 0;
  const next = (): Word | undefined => {
    index += 1;
    return args[index];
  };
  for (; index < args.length; index += 1) {
    const word = args[index];
    if (word === undefined) break;
    const text = word.text;
    if (text === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (text.startsWith('--')) readLong(word, table, next, given, unknown);
    else if (text.length > 1 && text.startsWith('-')) {
      if (grammar.singleDashLong === true) readSingleDash(word, table, next, given, unknown);
      else readCluster(word, table, next, given, unknown);
    } else {
      operands.push(word);
      if (stops) {
        operands.push(...args.slice(index + 1));
        break;
      }
    }
  }
  return {
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
    operands,
    unknown,
  };
}

interface Entry {
  readonly name: string;
  readonly takes: 'nothing' | 'value' | 'attached';
}

interface Table {
  readonly short: ReadonlyMap<string, Entry>;
  readonly long: ReadonlyMap<string, Entry>;
  readonly abbreviations: boolean;
}

type Given = Map<string, Word[]>;
type Next = () => Word | undefined;

/** Grammars are constant tables, so each is compiled once, when it is first used. */
const COMPILED: WeakMap<Grammar, Table> = /* @__PURE__ */ new WeakMap();

function compile(grammar: Grammar): Table {
  const known = COMPILED.get(grammar);
  if (known !== undefined) return known;
  const short = new Map<string, Entry>();
  const long = new Map<string, Entry>();
  for (const option of grammar.options) {
    const takes = option.endsWith('[=]') ? 'attached' : option.endsWith('=') ? 'value' : 'nothing';
    const names = option.split(' ').map((name) => name.replace(VALUE_MARK, ''));
    const entry: Entry = { name: (names.at(-1) ?? '').replace(DASHES, ''), takes };
    for (const name of names) {
      if (name.startsWith('--')) long.set(name.slice(2), entry);
      else if (grammar.singleDashLong === true) long.set(name.slice(1), entry);
      else short.set(name.slice(1), entry);
    }
  }
  const table: Table = { short, long, abbreviations: grammar.abbreviations !== false };
  COMPILED.set(grammar, table);
  return table;
}

function readLong(word: Word, table: Table, next: Next, given: Given, unknown: string[]): void {
  readNamed(word, 2, table, next, given, unknown);
}

function readSingleDash(
  word: Word,
  table: Table,
  next: Next,
  given: Given,
  unknown: string[],
): void {
  readNamed(word, 1, table, next, given, unknown);
}

function readNamed(
  word: Word,
  dashes: number,
  table: Table,
  next: Next,
  given: Given,
  unknown: string[],
): void {
  const equals = word.text.indexOf('=');
  const name = word.text.slice(dashes, equals < 0 ? undefined : equals);
  const entry = findLong(name, table);
  if (entry === undefined) {
    unknown.push(word.text);
    return;
  }
  if (equals >= 0) put(given, entry.name, dropPrefix(word, equals + 1));
  else if (entry.takes === 'value') put(given, entry.name, next());
  else put(given, entry.name, undefined);
}

/** The option of this name, or the only one that begins so. */
function findLong(name: string, table: Table): Entry | undefined {
  const exact = table.long.get(name);
  if (exact !== undefined || !table.abbreviations || name === '') return exact;
  let found: Entry | undefined;
  for (const [long, entry] of table.long) {
    if (!long.startsWith(name) || entry === found) continue;
    if (found !== undefined) return undefined;
    found = entry;
  }
  return found;
}

function readCluster(word: Word, table: Table, next: Next, given: Given, unknown: string[]): void {
  const text = word.text;
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const entry = table.short.get(letter);
    if (entry === undefined) {
      unknown.push(`-${letter}`);
      continue;
    }
    if (entry.takes === 'nothing') {
      put(given, entry.name, undefined);
      continue;
    }
    const attached = at + 1 < text.length ? dropPrefix(word, at + 1) : undefined;
    put(given, entry.name, attached ?? (entry.takes === 'value' ? next() : undefined));
    return;
  }
}

function put(given: Given, name: string, value: Word | undefined): void {
  const values = given.get(name) ?? [];
  if (value !== undefined) values.push(value);
  given.set(name, values);
}

/** What marks an option that takes a value. */
const VALUE_MARK = /\[?=\]?$/;

/** The dashes in front of an option's name. */
const DASHES = /^-{1,2}/;
