/**
 * One walk over a tool's input that collects what the rules judge: commands, paths, URLs, amounts.
 *
 * @module
 */
import type { JsonObject, JsonValue } from '../json.js';
import { readCommand } from './command.js';
import { type Dialect, dialectOf } from './dialect.js';
import { placeOf, type Span } from './finding.js';
import { isRoute } from './http.js';
import { type KeyKind, kindOfKey } from './keys.js';
import { combineUnits, type Money, minorDigitsOf } from './money-object.js';
import { filesOfPatch, isPatch } from './patch.js';
import type { HostForm } from './url.js';

/** A value that a rule judges. */
export interface Field<T = string> {
  /** Its place: `input.edits[0].file_path`. */
  readonly where: string;
  /** The key that says what it is; of an item of an array, the key of the array. */
  readonly key: string;
  readonly value: T;
  /** Its part of the text at that place, when it is not all of it. */
  readonly span?: Span;
}

/** A URL or a host. */
export interface UrlField extends Field {
  readonly form: HostForm;
  /** The port that a field beside it names. */
  readonly port?: string;
}

/** An amount; `value` × 10^-`minorDigits` is in major units. */
export interface AmountField extends Field<number | string> {
  readonly minorDigits: number;
  /** Whether its key names money, so that words may stand around the number. */
  readonly loose: boolean;
}

/** A command: its text, or its argv. */
export interface CommandText {
  readonly where: string;
  readonly dialect: Dialect;
  readonly text?: string;
  readonly argv?: readonly string[];
}

/** What the walk collects. */
export interface Fields {
  readonly commands: readonly CommandText[];
  readonly paths: readonly Field[];
  readonly urls: readonly UrlField[];
  readonly amounts: readonly AmountField[];
}

/**
 * Collects the fields of a tool's input, at any depth.
 *
 * @param input The input: usually an object; the text itself when the tool takes one.
 * @param dialect What its commands are written in, unless a nested call says otherwise.
 * @param isShell Whether a text as input is a command.
 */
export function collectFields(input: JsonValue, dialect: Dialect, isShell: boolean): Fields {
  const walk: Walk = { commands: [], paths: [], urls: [], amounts: [], kinds: new Map() };
  const inside: Inside = { dialect, depth: 0 };
  if (typeof input === 'string') {
    if (isPatch(input)) addPatch(walk, 'input', 'input', input);
    else if (isShell) walk.commands.push({ where: 'input', dialect, text: input });
  } else if (isArray(input)) {
    visitItems(walk, NO_MEMBERS, '', input, 'data', 'input', inside);
  } else if (typeof input === 'object' && input !== null) {
    visitObject(walk, input, 'input', inside);
  }
  return walk;
}

interface Walk {
  readonly commands: CommandText[];
  readonly paths: Field[];
  readonly urls: UrlField[];
  readonly amounts: AmountField[];
  /** Kinds of the keys met so far: a list of ten thousand rows has few different ones. */
  readonly kinds: Map<string, KeyKind>;
}

/** What the containers around a value say about it. */
interface Inside {
  readonly dialect: Dialect;
  readonly depth: number;
  /** The key that makes an object one of money: the `amount` of `{amount: {value}}`. */
  readonly moneyKey?: string;
}

function visitObject(walk: Walk, parent: JsonObject, where: string, inside: Inside): void {
  for (const key of Object.keys(parent)) {
    const value = parent[key];
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    const kind = kindOf(walk, key);
    if (typeof value !== 'object') {
      visitScalar(walk, parent, key, value, kind, where, inside);
    } else if (kind === 'command' || kind === 'commands') {
      visitCommand(walk, parent, key, value, kind, placeOf(where, key), inside);
    } else if (isArray(value)) {
      visitItems(walk, parent, key, value, kind, placeOf(where, key), inside);
    } else {
      enter(walk, value, key, kind, placeOf(where, key), inside);
    }
  }
}

function visitItems(
  walk: Walk,
  parent: JsonObject,
  key: string,
  items: readonly JsonValue[],
  kind: KeyKind,
  where: string,
  inside: Inside,
): void {
  for (const [index, item] of items.entries()) {
    if (item === null || typeof item === 'boolean') continue;
    if (typeof item !== 'object') {
      if (kind !== 'data') judgeScalar(walk, parent, key, item, kind, `${where}[${index}]`, inside);
    } else if (isArray(item)) {
      visitItems(walk, parent, key, item, kind, `${where}[${index}]`, inside);
    } else {
      enter(walk, item, key, kind, `${where}[${index}]`, inside);
    }
  }
}

/** Steps into an object under a key. */
function enter(
  walk: Walk,
  value: JsonObject,
  key: string,
  kind: KeyKind,
  where: string,
  inside: Inside,
): void {
  if (inside.depth >= DEEPEST) return;
  const depth = inside.depth + 1;
  const dialect = dialectOfCall(value) ?? inside.dialect;
  const isMoney = kind === 'amount' || kind === 'number';
  visitObject(walk, value, where, isMoney ? { dialect, depth, moneyKey: key } : { dialect, depth });
}

/** The dialect of a nested call, such as `{tool: 'PowerShell', input: {command}}`. */
function dialectOfCall(value: JsonObject): Dialect | undefined {
  if (!INPUT_KEYS.some((key) => Object.hasOwn(value, key))) return undefined;
  const key = NAME_KEYS.find((name) => Object.hasOwn(value, name));
  const name = key === undefined ? undefined : value[key];
  return typeof name === 'string' ? dialectOf(name) : undefined;
}

function visitScalar(
  walk: Walk,
  parent: JsonObject,
  key: string,
  value: string | number,
  kind: KeyKind,
  where: string,
  inside: Inside,
): void {
  if (kind !== 'data') {
    judgeScalar(walk, parent, key, value, kind, placeOf(where, key), inside);
  } else if (key === 'arguments' && typeof value === 'string') {
    visitJson(walk, value, placeOf(where, key), inside);
  } else if (key === 'units' || inside.moneyKey !== undefined) {
    addMoney(walk, parent, key, value, 'data', placeOf(where, key), inside);
  }
}

function judgeScalar(
  walk: Walk,
  parent: JsonObject,
  key: string,
  value: string | number,
  kind: KeyKind,
  where: string,
  inside: Inside,
): void {
  if (kind === 'amount' || kind === 'number') {
    addMoney(walk, parent, key, value, kind, where, inside);
  } else if (typeof value === 'string') {
    if (kind === 'path' || kind === 'place') addPath(walk, parent, key, value, kind, where);
    else if (kind === 'command' || kind === 'commands') {
      visitCommand(walk, parent, key, value, kind, where, inside);
    } else if (kind === 'patch') {
      if (isPatch(value)) addPatch(walk, where, key, value);
    } else if (kind !== 'data') addUrl(walk, parent, key, value, kind, where);
  }
}

function visitCommand(
  walk: Walk,
  parent: JsonObject,
  key: string,
  value: JsonValue,
  kind: 'command' | 'commands',
  where: string,
  inside: Inside,
): void {
  const { dialect } = inside;
  const command = readCommand(value, kind === 'command', parent);
  if (command === undefined) {
    if (isArray(value)) {
      for (const [index, item] of value.entries()) {
        const place = `${where}[${index}]`;
        if (typeof item === 'string') walk.commands.push({ where: place, dialect, text: item });
        else if (isArray(item)) visitCommand(walk, NO_MEMBERS, key, item, 'command', place, inside);
        else if (isObject(item)) enter(walk, item, key, kind, place, inside);
      }
    } else if (isObject(value)) {
      enter(walk, value, key, kind, where, inside);
    }
    return;
  }
  walk.commands.push({ where, dialect, ...command });
  if (!('argv' in command)) return;
  for (const [index, word] of command.argv.entries()) {
    if (isPatch(word)) addPatch(walk, `${where}[${index}]`, key, word);
  }
}

/** The arguments of a function call, which some protocols carry as JSON text. */
function visitJson(walk: Walk, text: string, where: string, inside: Inside): void {
  if (!JSON_OBJECT.test(text)) return;
  let parsed: JsonValue;
  try {
    // Leniently, as the tool's own runtime does: of two members of one name it takes the last.
    parsed = JSON.parse(text);
  } catch {
    return;
  }
  if (isObject(parsed)) enter(walk, parsed, 'arguments', 'data', where, inside);
}

function addPath(
  walk: Walk,
  parent: JsonObject,
  key: string,
  value: string,
  kind: 'path' | 'place',
  where: string,
): void {
  if (value.includes('://') || value.includes('@')) {
    walk.urls.push({ where, key, value, form: 'link' });
  }
  // Under a vague key a long or a many-lined text is data, such as source code or an image.
  if (kind === 'place' && (value.length > LONGEST_PATH || LINE_BREAK.test(value))) return;
  if (key.toLowerCase() === 'path' && isRoute(value, parent)) return;
  walk.paths.push({ where, key, value });
}

function addUrl(
  walk: Walk,
  parent: JsonObject,
  key: string,
  value: string,
  form: HostForm,
  where: string,
): void {
  if (FILE_URL.test(value)) walk.paths.push({ where, key, value });
  const { port } = Object.hasOwn(parent, 'port') ? parent : NO_MEMBERS;
  const isPort = typeof port === 'number' || (typeof port === 'string' && PORT.test(port));
  walk.urls.push(
    isPort ? { where, key, value, form, port: String(port) } : { where, key, value, form },
  );
}

function addMoney(
  walk: Walk,
  parent: JsonObject,
  key: string,
  value: string | number,
  kind: 'amount' | 'number' | 'data',
  where: string,
  { moneyKey }: Inside,
): void {
  const money: Money = { key, value, parent, moneyKey };
  const combined = combineUnits(money, kind);
  if (combined === undefined) return;
  const loose = kind !== 'number' || moneyKey !== undefined;
  const minorDigits = minorDigitsOf(money);
  walk.amounts.push({ where, key, value: combined, minorDigits, loose });
}

function addPatch(walk: Walk, where: string, key: string, text: string): void {
  for (const { path, span } of filesOfPatch(text)) {
    walk.paths.push({ where, key, value: path, span });
  }
}

function kindOf(walk: Walk, key: string): KeyKind {
  const known = walk.kinds.get(key);
  if (known !== undefined) return known;
  const kind = kindOfKey(key);
  walk.kinds.set(key, kind);
  return kind;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any snapshot; only JSON text inside of JSON text could go on. */
const DEEPEST = 128;

/** `PATH_MAX` of Linux. */
const LONGEST_PATH = 4096;

const NO_MEMBERS: JsonObject = /* @__PURE__ */ Object.freeze({});
const INPUT_KEYS: readonly string[] = ['input', 'arguments', 'args', 'params', 'parameters'];
const NAME_KEYS: readonly string[] = ['tool', 'tool_name', 'toolName', 'name'];

const LINE_BREAK = /[\n\r]/;
const JSON_OBJECT = /^\s*\{/;
const FILE_URL = /^\s*file:/i;
const PORT = /^\d{1,5}$/;
