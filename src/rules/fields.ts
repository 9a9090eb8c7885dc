/**
 * One walk over a tool's input that collects what the rules judge: commands, paths, URLs, amounts.
 *
 * @module
 */
import type { JsonObject, JsonValue } from '../json.js';
import { readCommand } from './command.js';
import type { Dialect } from './dialect.js';
import type { Span } from './finding.js';
import { isRoute } from './http.js';
import { type KeyKind, type KindsSeen, kindOfKey } from './keys.js';
import { combineUnits, type Money, minorDigitsOf } from './money-object.js';
import { filesOfPatch, isPatch } from './patch.js';
import { dialectAt, type Frame, frameOf, type Spot, whereOf } from './spot.js';
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
  /** Where a command should stand, and something stands that is none. */
  readonly unread: readonly string[];
}

/**
 * Collects the fields of a tool's input, at any depth.
 *
 * @param input The input: usually an object, which may still be JSON text; the text itself or the
 *   argv when the tool takes one.
 * @param readDialect Tells what its commands are written in, unless a nested call says otherwise;
 *   if it tells anything, a text or a list as input is a command. Most calls hold no command, so
 *   nobody has to ask.
 */
export function collectFields(input: JsonValue, readDialect: () => Dialect | undefined): Fields {
  const walk: Walk = {
    readDialect,
    dialect: undefined,
    commands: [],
    paths: [],
    urls: [],
    amounts: [],
    unread: NO_PLACES,
    kinds: undefined,
  };
  const members = typeof input === 'string' ? parseMembers(input) : input;
  const top = frameOf(undefined, '', isObject(members) ? members : NO_MEMBERS, undefined);
  if (typeof members === 'string') {
    if (isPatch(members)) addPatch(walk, 'input', 'input', members);
    else if (readDialect() !== undefined) {
      walk.commands.push({ where: 'input', dialect: dialectIn(walk), text: members });
    }
  } else if (isArray(members)) {
    const isShell = readDialect() !== undefined;
    const command = isShell ? readCommand(members, true, NO_MEMBERS) : undefined;
    if (command === undefined) visitItems(walk, top, '', isShell ? 'commands' : 'data', members);
    else walk.commands.push({ where: 'input', dialect: dialectIn(walk), ...command });
  } else {
    visitMembers(walk, top);
  }
  return walk;
}

function dialectIn(walk: Walk): Dialect {
  walk.dialect ??= walk.readDialect() ?? 'posix';
  return walk.dialect;
}

interface Walk extends KindsSeen {
  readonly readDialect: () => Dialect | undefined;
  /** What it told, once somebody has asked. */
  dialect: Dialect | undefined;
  readonly commands: CommandText[];
  readonly paths: Field[];
  readonly urls: UrlField[];
  readonly amounts: AmountField[];
  unread: string[];
}

function visitMembers(walk: Walk, frame: Frame): void {
  const { object } = frame;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    const kind = kindOfKey(key, walk);
    if (typeof value === 'object') visitContainer(walk, frame, key, key, kind, value);
    else if (kind !== 'data') judge(walk, { frame, step: key, key, kind }, value);
    else if (key === 'arguments' && typeof value === 'string') visitJson(walk, frame, value);
    else if (key === 'units' || frame.moneyKey !== undefined) {
      addMoney(walk, { frame, step: key, key, kind }, value);
    }
  }
}

function visitItems(
  walk: Walk,
  frame: Frame,
  key: string,
  kind: KeyKind,
  items: readonly JsonValue[],
): void {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined || item === null || typeof item === 'boolean') continue;
    if (typeof item === 'object') visitContainer(walk, frame, index, key, kind, item);
    else if (kind !== 'data') judge(walk, { frame, step: index, key, kind }, item);
  }
}

function visitContainer(
  walk: Walk,
  outer: Frame,
  step: string | number,
  key: string,
  kind: KeyKind,
  value: readonly JsonValue[] | JsonObject,
): void {
  if (outer.depth >= DEEPEST) return;
  if (isArray(value)) {
    if (addCommand(walk, { frame: outer, step, key, kind }, value)) return;
    // In a list of commands, an array is one command's argv.
    const inner = kind === 'commands' ? 'command' : kind;
    visitItems(walk, frameOf(outer, step, outer.object, outer.moneyKey), key, inner, value);
  } else if (!HEADERS.test(key)) {
    const isMoney = kind === 'amount' || kind === 'number';
    const before = walk.commands.length;
    visitMembers(walk, frameOf(outer, step, value, isMoney ? key : undefined));
    if (kind === 'command' && walk.commands.length === before) {
      addUnread(walk, { frame: outer, step, key, kind });
    }
  }
}

/** The arguments of a function call, which some protocols carry as JSON text. */
function visitJson(walk: Walk, frame: Frame, text: string): void {
  const members = parseMembers(text);
  if (isObject(members)) visitContainer(walk, frame, 'arguments', 'arguments', 'data', members);
}

/** The object that a text is the JSON of, or the text itself. */
function parseMembers(text: string): JsonObject | string {
  if (!JSON_OBJECT.test(text)) return text;
  try {
    // Leniently, as the tool's own runtime does: of two members of one name it takes the last.
    const parsed: JsonValue = JSON.parse(text);
    return isObject(parsed) ? parsed : text;
  } catch {
    return text;
  }
}

function judge(walk: Walk, spot: Spot, value: string | number): void {
  const { kind, key } = spot;
  if (kind === 'amount' || kind === 'number') addMoney(walk, spot, value);
  else if (typeof value === 'number') {
    if (kind === 'command') addUnread(walk, spot);
  } else if (kind === 'command' || kind === 'commands') addCommand(walk, spot, value);
  else if (kind === 'path' || kind === 'place') addPath(walk, spot, value);
  else if (kind === 'url' || kind === 'host' || kind === 'link') addUrl(walk, spot, kind, value);
  else if (kind === 'address') addAddress(walk, spot, value);
  else if (kind === 'patch' && isPatch(value)) addPatch(walk, whereOf(spot), key, value);
}

/** Adds a command, unless the value is not one; says whether it was. */
function addCommand(walk: Walk, spot: Spot, value: string | readonly JsonValue[]): boolean {
  const { frame, step, key, kind } = spot;
  if (kind !== 'command' && kind !== 'commands') return false;
  // The `args` beside a command are those of it alone, not of each in a list.
  const beside = step === key ? frame.object : NO_MEMBERS;
  const command = readCommand(value, kind === 'command', beside);
  if (command === undefined) return false;
  const where = whereOf(spot);
  const dialect = dialectAt(frame) ?? dialectIn(walk);
  if ('text' in command) {
    walk.commands.push({ where, dialect, text: command.text });
    return true;
  }
  walk.commands.push({ where, dialect, argv: command.argv });
  for (const [index, word] of command.argv.entries()) {
    if (isPatch(word)) addPatch(walk, `${where}[${index}]`, key, word);
  }
  return true;
}

/** Most calls have none, so that the list is only made when one needs it. */
function addUnread(walk: Walk, spot: Spot): void {
  if (walk.unread === NO_PLACES) walk.unread = [];
  walk.unread.push(whereOf(spot));
}

function addPath(walk: Walk, spot: Spot, value: string): void {
  const { frame, key, kind } = spot;
  if (value.includes('://') || value.includes('@')) {
    walk.urls.push({ where: whereOf(spot), key, value, form: 'link' });
  }
  // Under a vague key a long or a many-lined text is data, such as source code or an image.
  if (kind === 'place' && (value.length > LONGEST_PATH || LINE_BREAK.test(value))) return;
  if (ROUTE_KEY.test(key) && isRoute(value, frame.object)) return;
  walk.paths.push({ where: whereOf(spot), key, value });
}

function addUrl(walk: Walk, spot: Spot, form: HostForm, value: string): void {
  const { frame, key } = spot;
  const where = whereOf(spot);
  if (FILE_URL.test(value)) walk.paths.push({ where, key, value });
  const port = Object.hasOwn(frame.object, 'port') ? String(frame.object['port']) : undefined;
  if (port === undefined || !PORT.test(port)) walk.urls.push({ where, key, value, form });
  else walk.urls.push({ where, key, value, form, port });
}

/** An address is reached when a port stands beside it; alone it may be looked up, or noted. */
function addAddress(walk: Walk, spot: Spot, value: string): void {
  if (Object.hasOwn(spot.frame.object, 'port')) addUrl(walk, spot, 'host', value);
}

function addMoney(walk: Walk, spot: Spot, value: string | number): void {
  const { frame, key, kind } = spot;
  const { object: parent, moneyKey } = frame;
  const money: Money = { key, value, parent, moneyKey };
  const combined = combineUnits(money, kind);
  if (combined === undefined) return;
  const loose = kind !== 'number' || moneyKey !== undefined;
  const where = whereOf(spot);
  const minorDigits = minorDigitsOf(money);
  // Not spread from a common part: that would cost more than all of the above.
  if (combined === value && typeof value === 'string') {
    const span = { start: 0, end: value.length };
    walk.amounts.push({ where, key, value, span, minorDigits, loose });
  } else {
    walk.amounts.push({ where, key, value: combined, minorDigits, loose });
  }
}

function addPatch(walk: Walk, where: string, key: string, text: string): void {
  for (const { path, span } of filesOfPatch(text)) {
    walk.paths.push({ where, key, value: path, span });
  }
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

const NO_PLACES: string[] = [];
const NO_MEMBERS: JsonObject = /* @__PURE__ */ Object.freeze({});

const LINE_BREAK = /[\n\r]/;
const JSON_OBJECT = /^\s*\{/;
/** `Host`, `Origin` and `:path` of a request say nothing that its URL does not decide. */
const HEADERS = /headers$/i;
const ROUTE_KEY = /^path$/i;
const FILE_URL = /^\s*file:/i;
const PORT = /^\d{1,5}$/;
