/**
 * What members, indices and calls come to where that is known without running: paths, homes, the
 * environment, files that are read.
 *
 * @module
 */
import { rowOf } from '../../tables.js';
import { decodeBase64, decodeHex } from '../decoding.js';
import type { Piece } from '../word.js';
import {
  ENVIRONMENTS,
  EXPANDS,
  FUNCTIONS,
  HOMES,
  KEEPS_ROOT,
  type Kind,
  LONG_NAMES,
  METHOD_NAMES,
  METHODS,
  MODULES,
  NAMED_SOURCES,
  STANDARD_INPUT,
  STREAMS,
  TEMPORARIES,
} from './known-names.js';
import {
  type CodeCall,
  concat,
  flatten,
  joinPaths,
  leadingText,
  listValue,
  NOTHING,
  type Source,
  textOf,
  textValue,
  type Value,
  withSource,
  worst,
} from './values.js';

/** What a name stands for that the code itself gives no value. */
export function nameValue(full: string): Value {
  const name = shortName(full);
  return withSource({ name }, ENVIRONMENTS.has(name) ? 'file' : rowOf(NAMED_SOURCES, name));
}

/** What a member of a value is. */
export function memberOf(value: Value, key: string): Value {
  const own = value.members?.get(key);
  if (own !== undefined) return own;
  const { name } = value;
  if (name !== undefined && ENVIRONMENTS.has(name) && !isMethod(key)) return environment(key);
  if (value.pieces !== undefined && key === 'parent') return parentOf(value);
  // The path of an entry of a directory, or of a file object.
  if (value.pieces !== undefined && key === 'path') return value;
  // A chain of any length must not make a name of any length.
  const full = `${name === undefined || name.length > MAX_NAME ? '' : name}.${key}`;
  const source = STREAMS.has(full) ? 'input' : value.source;
  const member: Value = { name: shortName(full), owner: value };
  return withSource(member, ENVIRONMENTS.has(full) ? 'file' : source);
}

/** What stands at an index of a value. */
export function indexOf(value: Value, index: Value): Value {
  const key = textOf(index);
  const { name, items, members } = value;
  if (name === 'Dir') return globValue(index);
  if (key !== undefined && name !== undefined && ENVIRONMENTS.has(name)) return environment(key);
  if (key !== undefined && members !== undefined) {
    return members.get(key) ?? withSource(NOTHING, value.source);
  }
  if (items === undefined) return withSource(NOTHING, value.source);
  const at = key === undefined || !INTEGER.test(key) ? undefined : Number(key);
  // Which item it is, is not known, so that it may be any.
  return at === undefined ? value : (items[at] ?? NOTHING);
}

/** What a member comes to that is a method called without parentheses. */
export function attributeValue(value: Value): Value {
  const { name = '', owner } = value;
  if (owner === undefined) return value;
  const call: CodeCall = { name, args: [], named: NO_NAMES, owner };
  const kind = kindOf(call);
  return (kind === undefined ? undefined : KINDS[kind](call)) ?? value;
}

/** What a call gives back. */
export function callValue(call: CodeCall): Value {
  const { name, args, owner } = call;
  const kind = kindOf(call);
  const known = kind === undefined ? undefined : KINDS[kind](call);
  if (known !== undefined) return known;
  const source = worst([owner, ...args, ...call.named.values()]);
  return withSource(name.length > MAX_NAME ? { call } : { name: `${name}()`, call }, source);
}

/** A text in which `*`, `?` and `[` are patterns. */
export function globValue(value: Value): Value {
  if (value.pieces === undefined) return value;
  const pieces = value.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    const parts = piece.text.split(PATTERNS).filter((part) => part !== '');
    return parts.map((text) => ({ kind: PATTERN.test(text) ? 'glob' : 'text', text }));
  });
  const [first] = pieces;
  const expanded = first?.kind === 'text' && isTilde(first.text) ? expand({ pieces }) : { pieces };
  return withSource(expanded, value.source);
}

/** A format with its arguments in it: `%s`, `{}`, `{0}`. */
export function formatValue(format: Value, args: readonly Value[]): Value {
  const literal = textOf(format);
  if (literal === undefined) return withSource(NOTHING, worst([format, ...args]));
  const values: Value[] = [];
  for (const [index, part] of literal.split(PLACEHOLDERS).slice(0, MAX_PARTS).entries()) {
    if (index > 0) values.push(args[index - 1] ?? NOTHING);
    values.push(textValue(part));
  }
  return withSource(concat(values), worst(args));
}

/** A module as it is named in the tables: `node:fs/promises` is `fs.promises`. */
export function moduleName(text: string): string {
  const plain = text.startsWith('node:') ? text.slice('node:'.length) : text;
  const dotted = plain.replaceAll('/', '.');
  return rowOf(MODULES, dotted) ?? dotted;
}

/** What a kind of function gives back; nothing when it is not known after all. */
type Known = (call: CodeCall) => Value | undefined;

const KINDS: { readonly [kind in Kind]: Known } = {
  home: () => HOME,
  expand: (call) => expand(subject(call)),
  same: (call) => subject(call),
  join: joinAll,
  joinList,
  paste: (call) => concat(call.args),
  parent: (call) => parentOf(subject(call)),
  here: () => textValue('.'),
  temporary: () => variable('TMPDIR'),
  glob: (call) => globValue(subject(call)),
  globBelow,
  entries: (call) => joinPaths([subject(call), { pieces: [ANY] }], false),
  walk: (call) => subject(call),
  variable: (call) => {
    const key = textOf(call.args[0]);
    return key === undefined ? withSource(NOTHING, 'file') : environment(key);
  },
  file: readsFile,
  input: () => withSource(NOTHING, 'input'),
  base64: (call) => decoded(subject(call), decodeBase64),
  buffer: (call) => {
    const decode = rowOf(ENCODINGS, textOf(call.args[1]) ?? '');
    return decode === undefined ? subject(call) : decoded(subject(call), decode);
  },
  format: (call) => {
    const values = call.owner?.pieces === undefined ? call.args : [call.owner, ...call.args];
    const [format, ...args] = values;
    return format === undefined ? undefined : formatValue(format, args);
  },
  list: (call) => {
    const [only] = call.args;
    if (call.named.size > 0) return recordOf(call.named, call.args);
    if (call.args.length === 1 && only?.items !== undefined) return only;
    return call.args.length === 1 && only?.pieces !== undefined ? only : listValue(call.args);
  },
  module: (call) => {
    const text = textOf(call.args[0]);
    return text === undefined ? undefined : { name: moduleName(text) };
  },
  attribute: (call) => {
    const key = textOf(call.args[1]);
    return key === undefined ? undefined : memberOf(call.args[0] ?? NOTHING, key);
  },
  split: (call) => {
    const separator = textOf(call.owner === undefined ? call.args[1] : call.args[0]);
    return separator === undefined || separator === ' ' ? subject(call) : undefined;
  },
  shifted: (call) => call.owner?.items?.[0] ?? call.args[0]?.items?.[0],
  record: ({ args, named }) => {
    return withSource({ members: named }, worst([...named.values(), ...args]));
  },
  second: (call) => {
    const first = call.args[0];
    return first === undefined ? undefined : listValue([NOTHING, first]);
  },
};

function decoded(value: Value, decode: (text: string) => string | undefined): Value | undefined {
  const text = textOf(value);
  const plain = text === undefined ? undefined : decode(text);
  return plain === undefined ? undefined : textValue(plain);
}

/** The encodings of Node in which text does not read as what it stands for. */
const ENCODINGS: { readonly [name: string]: (text: string) => string | undefined } =
  /* @__PURE__ */ Object.freeze({ base64: decodeBase64, base64url: decodeBase64, hex: decodeHex });

/** An array whose items have keys, as in PHP. */
export function recordOf(members: ReadonlyMap<string, Value>, items: readonly Value[]): Value {
  return withSource({ members, items }, worst([...members.values(), ...items]));
}

function kindOf({ name, owner }: CodeCall): Kind | undefined {
  const method = `.${name.slice(name.lastIndexOf('.') + 1)}`;
  return FUNCTIONS.get(name) ?? (owner === undefined ? undefined : METHODS.get(method));
}

/** What a method is called on, or what a function is given first. */
function subject(call: CodeCall): Value {
  const { owner, args } = call;
  const holds = owner?.pieces !== undefined || owner?.items !== undefined;
  return holds && owner !== undefined ? owner : (args[0] ?? owner ?? NOTHING);
}

function expand(value: Value): Value {
  const [first, ...rest] = value.pieces ?? [];
  if (first?.kind !== 'text' || !isTilde(first.text)) return value;
  const slash = first.text.indexOf('/');
  const name = slash < 0 ? first.text : first.text.slice(0, slash);
  const pieces: Piece[] = [{ kind: 'home', text: name }];
  if (slash >= 0) pieces.push({ kind: 'text', text: first.text.slice(slash) });
  return withSource({ pieces: [...pieces, ...rest] }, value.source);
}

function isTilde(text: string): boolean {
  return TILDE.test(text);
}

function joinAll(call: CodeCall): Value {
  const values = call.owner?.pieces === undefined ? call.args : [call.owner, ...call.args];
  const resets = !KEEPS_ROOT.has(call.name);
  const joined = joinPaths(flatten(values), resets);
  return EXPANDS.has(call.name) ? expand(joined) : joined;
}

/** `' '.join(list)`, `list.join(' ')`, `implode(' ', list)`. */
function joinList(call: CodeCall): Value | undefined {
  const { owner, args } = call;
  if (owner?.pieces !== undefined && args[0]?.items === undefined) return joinAll(call);
  const list = owner?.items ?? args.find((arg) => arg.items !== undefined)?.items;
  if (list === undefined) return undefined;
  const glue = [owner, ...args].find((value) => value?.pieces !== undefined) ?? textValue('');
  const values: Value[] = [];
  for (const item of list.slice(0, MAX_PARTS)) {
    if (values.length > 0) values.push(glue);
    values.push(item);
  }
  return concat(values);
}

function globBelow(call: CodeCall): Value {
  const pattern = globValue(call.args[0] ?? NOTHING);
  return call.owner?.pieces === undefined ? pattern : joinPaths([call.owner, pattern], false);
}

function parentOf(value: Value): Value {
  return concat([value, textValue('/..')]);
}

/** A variable of the environment. */
function environment(key: string): Value {
  if (HOMES.has(key)) return HOME;
  if (key === 'PWD') return textValue('.');
  return withSource(variable(TEMPORARIES.has(key) ? 'TMPDIR' : key), 'variable');
}

function variable(name: string): Value {
  return { pieces: [{ kind: 'unknown', text: `$${name}`, from: 'variable', name }] };
}

/** A file that is opened or read; one that is opened for writing says nothing. */
function readsFile(call: CodeCall): Value | undefined {
  const mode = textOf(
    call.named.get('mode') ??
      (call.owner?.pieces === undefined ? call.args.slice(1) : call.args).find(isMode),
  );
  if (mode !== undefined && WRITES.test(mode)) return undefined;
  const path = call.owner?.pieces === undefined ? call.args[0] : call.owner;
  const text = leadingText(path);
  const source: Source = STANDARD_INPUT.has(textOf(path) ?? '') ? 'input' : 'file';
  // Reading from a URL brings data in.
  if (URL_START.test(text)) return { name: `${call.name}()`, call };
  return withSource({ name: `${call.name}()`, call }, source);
}

function isMode(value: Value): boolean {
  return MODE.test(textOf(value) ?? '');
}

/** Whether a key of the environment is rather a method of its object. */
function isMethod(key: string): boolean {
  return METHOD_NAMES.has(key);
}

/** `File::Path::rmtree` and `pathlib.Path` by the names that the tables use. */
function shortName(name: string): string {
  return rowOf(LONG_NAMES, name) ?? name;
}

const HOME: Value = { pieces: [{ kind: 'home', text: '~' }] };

const ANY: Piece = { kind: 'glob', text: '*' };

const NO_NAMES: ReadonlyMap<string, Value> = /* @__PURE__ */ new Map();

const MAX_NAME = 256;

const MAX_PARTS = 256;

const INTEGER = /^\d{1,6}$/;

const TILDE = /^~[A-Za-z0-9._-]*(?:\/|$)/;

const PATTERNS = /(\*+|\?|\[[^\]]{1,64}\])/;

const PATTERN = /^(?:\*+|\?|\[.+\])$/;

const PLACEHOLDERS = /%s|\{\d?\}/;

const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

/** How a file is opened. */
const MODE = /^(?:[rwaxbt+]{1,4}|[<>+]{1,3})$/;

const WRITES = /[wax>]/;
