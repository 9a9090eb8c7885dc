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
  const [first] = args;
  // Half of all command lines begin so, and then nothing else is read.
  if (first === undefined || (stops && isOperand(first.text))) return onlyOperands(args);
  const reader: Reader = { args, table: compile(grammar), at: 0, given: undefined, unknown: [] };
  const operands: Word[] = [];
  for (; reader.at < args.length; reader.at += 1) {
    const word = args[reader.at];
    if (word === undefined) break;
    const { text } = word;
    if (isOperand(text)) {
      operands.push(word);
      if (!stops) continue;
      addFrom(reader.at + 1, args, operands);
      break;
    }
    if (text === '--') {
      addFrom(reader.at + 1, args, operands);
      break;
    }
    if (text.startsWith('--')) readNamed(word, 2, reader);
    else if (grammar.singleDashLong === true) readNamed(word, 1, reader);
    else readCluster(word, reader);
  }
  const { given, unknown } = reader;
  if (given === undefined && unknown.length === 0) return onlyOperands(operands);
  return {
    has: (name) => given?.has(name) === true,
    value: (name) => given?.get(name)?.at(-1),
    values: (name) => given?.get(name) ?? NO_WORDS,
    operands,
    unknown,
  };
}

/** All values given to any of several options, those of the first one first. */
export function valuesOf(options: Options, names: readonly string[]): readonly Word[] {
  let found = NO_WORDS;
  for (const name of names) {
    const values = options.values(name);
    if (values.length > 0) found = found.length === 0 ? values : [...found, ...values];
  }
  return found;
}

function isOperand(text: string): boolean {
  return text.charCodeAt(0) !== DASH || text.length === 1;
}

function onlyOperands(operands: readonly Word[]): Options {
  return { has: hasNone, value: valueOfNone, values: valuesOfNone, operands, unknown: NO_NAMES };
}

function hasNone(): boolean {
  return false;
}

function valueOfNone(): undefined {
  return undefined;
}

function valuesOfNone(): readonly Word[] {
  return NO_WORDS;
}

function addFrom(start: number, args: readonly Word[], operands: Word[]): void {
  for (let at = start; at < args.length; at += 1) {
    const word = args[at];
    if (word !== undefined) operands.push(word);
  }
}

/** Arguments that are being read. */
interface Reader {
  readonly args: readonly Word[];
  readonly table: Table;
  /** The argument that is looked at. */
  at: number;
  /** The values of the options that were given; absent until one is. */
  given: Map<string, Word[]> | undefined;
  readonly unknown: string[];
}

interface Entry {
  readonly name: string;
  readonly takes: 'nothing' | 'value' | 'attached';
}

type Named = readonly [long: string, entry: Entry];

interface Table {
  readonly short: ReadonlyMap<string, Entry>;
  readonly long: ReadonlyMap<string, Entry>;
  /** Those of the same first character, among which one may be shortened to a prefix. */
  readonly initials: ReadonlyMap<number, readonly Named[]>;
  readonly abbreviations: boolean;
}

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
  const initials = new Map<number, Named[]>();
  for (const named of long) {
    const initial = named[0].charCodeAt(0);
    const others = initials.get(initial);
    if (others === undefined) initials.set(initial, [named]);
    else others.push(named);
  }
  const table: Table = { short, long, initials, abbreviations: grammar.abbreviations !== false };
  COMPILED.set(grammar, table);
  return table;
}

/** An option with a name behind one dash or two. */
function readNamed(word: Word, dashes: number, reader: Reader): void {
  const equals = word.text.indexOf('=');
  const name = word.text.slice(dashes, equals < 0 ? undefined : equals);
  const entry = findLong(name, reader.table);
  if (entry === undefined) reader.unknown.push(word.text);
  else if (equals >= 0) put(reader, entry.name, dropPrefix(word, equals + 1));
  else put(reader, entry.name, entry.takes === 'value' ? next(reader) : undefined);
}

/** The option of this name, or the only one that begins so. */
function findLong(name: string, table: Table): Entry | undefined {
  const exact = table.long.get(name);
  if (exact !== undefined || !table.abbreviations || name === '') return exact;
  let found: Entry | undefined;
  for (const [long, entry] of table.initials.get(name.charCodeAt(0)) ?? NO_NAMED) {
    if (!long.startsWith(name) || entry === found) continue;
    if (found !== undefined) return undefined;
    found = entry;
  }
  return found;
}

function readCluster(word: Word, reader: Reader): void {
  const { text } = word;
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const entry = reader.table.short.get(letter);
    if (entry === undefined) {
      reader.unknown.push(`-${letter}`);
      continue;
    }
    if (entry.takes === 'nothing') {
      put(reader, entry.name, undefined);
      continue;
    }
    const attached = at + 1 < text.length ? dropPrefix(word, at + 1) : undefined;
    put(reader, entry.name, attached ?? (entry.takes === 'value' ? next(reader) : undefined));
    return;
  }
}

/** The argument behind the one that is looked at. */
function next(reader: Reader): Word | undefined {
  reader.at += 1;
  return reader.args[reader.at];
}

function put(reader: Reader, name: string, value: Word | undefined): void {
  reader.given ??= new Map();
  const values = reader.given.get(name);
  if (values === undefined) reader.given.set(name, value === undefined ? [] : [value]);
  else if (value !== undefined) values.push(value);
}

const DASH = 0x2d;

const NO_WORDS: readonly Word[] = [];
const NO_NAMES: readonly string[] = [];
const NO_NAMED: readonly Named[] = [];

/** What marks an option that takes a value. */
const VALUE_MARK = /\[?=\]?$/;

/** The dashes in front of an option's name. */
const DASHES = /^-{1,2}/;
