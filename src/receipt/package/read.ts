/**
 * Reading a package, in whichever form it comes, into entries to open.
 *
 * @module
 */
import { fromUtf8 } from '../../bytes.js';
import { type JsonObject, type JsonValue, parseJson, snapshot } from '../../json.js';
import { isList, isObject } from '../../members.js';
import { type FolderFile, foldersOf, isFolder } from './folder.js';

/** One thing in a package that should be a receipt. */
export interface Entry {
  /** Where it is: `receipts[3]`, `line 4`, `artifacts/a.json`. */
  readonly place: string;
  /** What has to be an envelope: a value, or text. */
  readonly envelope: unknown;
  /** What is said of it beside the envelope. */
  readonly claims: readonly Claim[];
}

/** One thing that is said of a receipt and that nobody signed. */
export interface Claim {
  readonly about:
    | 'id'
    | 'digest'
    | 'type'
    | 'key'
    | 'time'
    | 'parent'
    | 'statement'
    /** The name of the file, without `.json`. */
    | 'file';
  /** As it came; nothing says that it has the right type. */
  readonly value: JsonValue;
}

/** A package that was read. */
export interface ReadPackage {
  readonly form: 'list' | 'lines' | 'folder' | 'none';
  readonly entries: readonly Entry[];
  /** The records that seal a folder; they are no part of its chain. */
  readonly seals: readonly Entry[];
  /** The text of each list of receipts in a folder, by the name of the file. */
  readonly lists: readonly FolderFile[];
  /** The text of each `keys.json` in a folder. */
  readonly keys: readonly FolderFile[];
  /** The files that are not looked into. */
  readonly unread: readonly string[];
  /** Whether there was more than may be read. */
  readonly isCut: boolean;
}

/**
 * Reads a package. It never throws: what cannot be read becomes an entry that cannot be opened.
 *
 * @param input Envelopes or artifact records in a list, one of them, their JSON text, JSON lines,
 *   the bytes of such a text, or a folder: a map, or an object, of file names to text or bytes.
 * @param maxReceipts How many entries to read.
 */
export function readPackage(input: unknown, maxReceipts: number): ReadPackage {
  try {
    return readAny(input, maxReceipts);
  } catch {
    // A proxy or a getter that throws: whatever it is, it is no package.
    return NOTHING;
  }
}

const NOTHING: ReadPackage = /* @__PURE__ */ Object.freeze({
  form: 'none',
  entries: [],
  seals: [],
  lists: [],
  keys: [],
  unread: [],
  isCut: false,
});

/** The longest text, in UTF-16 code units: a string may not be much longer on some hosts. */
const MAX_TEXT = 268_435_456;

/** The longest line: an envelope of the largest size, and room for a record around it. */
const MAX_LINE = 2_162_688;

function readAny(input: unknown, max: number): ReadPackage {
  if (typeof input === 'string') return readText(input, max);
  if (input instanceof Uint8Array) {
    const text = fromUtf8(input);
    return text === undefined ? NOTHING : readText(text, max);
  }
  if (Array.isArray(input)) return readList(input, max);
  if (typeof input !== 'object' || input === null) return NOTHING;
  return isFolder(input) ? readFolder(input, max) : readList([input], max, 'receipt');
}

function readList(list: readonly unknown[], max: number, place?: string): ReadPackage {
  const { length } = list;
  const entries: Entry[] = [];
  for (let index = 0; index < length && index < max; index += 1) {
    entries.push(readItem(list, index, place ?? `receipts[${index}]`));
  }
  return { ...NOTHING, form: 'list', entries, isCut: length > max };
}

function readItem(list: readonly unknown[], index: number, place: string): Entry {
  let item: unknown;
  try {
    item = list[index];
    if (typeof item === 'string') return toEntry(readLine(item), place);
    // An envelope is copied by its own reader.
    if (isRecord(item)) return toEntry(snapshot(item, place), place);
  } catch {
    // The reader of envelopes says what is wrong with it.
  }
  return { place, envelope: item, claims: [] };
}

/** Text is one JSON value, or else one on each line. */
function readText(text: string, max: number): ReadPackage {
  if (text.length > MAX_TEXT) return { ...NOTHING, form: 'lines', isCut: true };
  const whole = attempt(() => parseJson(text, { maxLength: MAX_TEXT }));
  if (isList(whole)) return readList(whole, max);
  if (whole !== undefined) {
    return { ...NOTHING, form: 'list', entries: [toEntry(whole, 'receipt')] };
  }
  return readLines(text, max);
}

function readLines(text: string, max: number): ReadPackage {
  const entries: Entry[] = [];
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    number += 1;
    start = end + 1;
    if (line.trim() === '') continue;
    if (entries.length === max) return { ...NOTHING, form: 'lines', entries, isCut: true };
    entries.push(toTextEntry(line, `line ${number}`));
  }
  return { ...NOTHING, form: 'lines', entries };
}

function readFolder(folder: object, max: number): ReadPackage {
  const { artifacts, records, lists, keys, unread } = foldersOf(folder);
  const entries = artifacts.slice(0, max).map(({ name, text, stem }) => {
    const entry = toTextEntry(text, name);
    return { ...entry, claims: [...entry.claims, { about: 'file' as const, value: stem }] };
  });
  const seals = records.map(({ name, text }) => toTextEntry(text, name));
  return {
    form: 'folder',
    entries,
    seals,
    lists,
    keys,
    unread,
    isCut: artifacts.length > max,
  };
}

function toTextEntry(text: string, place: string): Entry {
  const value = attempt(() => readLine(text));
  return value === undefined ? { place, envelope: text, claims: [] } : toEntry(value, place);
}

function readLine(line: string): JsonValue {
  return parseJson(line, { maxLength: MAX_LINE });
}

/** A record holds an envelope. What could be either is an envelope, as its readers will have it. */
function isRecord(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, 'envelope')) return false;
  return !Object.hasOwn(item, 'payload') && !Object.hasOwn(item, 'signatures');
}

function toEntry(value: JsonValue, place: string): Entry {
  if (!isObject(value) || !isRecord(value)) return { place, envelope: value, claims: [] };
  return { place, envelope: value['envelope'], claims: toClaims(value) };
}

/** The members of an artifact record, and `id` and `statement` as this library writes them. */
const CLAIMS: readonly (readonly [member: string, about: Claim['about']])[] = [
  ['artifact_id', 'id'],
  ['id', 'id'],
  ['digest', 'digest'],
  ['payload_type', 'type'],
  ['key_id', 'key'],
  ['signed_at', 'time'],
  ['parent_id', 'parent'],
  ['statement', 'statement'],
];

function toClaims(record: JsonObject): readonly Claim[] {
  return CLAIMS.flatMap(([member, about]) => {
    const value = Object.hasOwn(record, member) ? record[member] : undefined;
    // A record writes what it does not know as null.
    return value === undefined || value === null ? [] : [{ about, value }];
  });
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
