/**
 * The variables, members and methods of PowerShell that are known without running.
 *
 * @module
 */
import { mapOf, rowOf, setOf } from '../../tables.js';
import { decodeBase64, narrow } from '../decoding.js';
import type { Execution } from '../execution.js';
import type { Piece, Word } from '../word.js';
import { MAX_EXECUTIONS, type State, spanFrom } from './state.js';
import {
  EMPTY,
  joined,
  listOf,
  literalOf,
  outputValue,
  textValue,
  type Value,
  wordsOf,
} from './value.js';

/** What a variable holds. */
export function variableOf(state: State, written: string): Value {
  const name = written.toLowerCase().replace(SCOPE, '');
  const known = state.work.variables.get(name);
  if (known !== undefined) return known;
  if ((name === '_' || name === 'psitem' || name === 'input') && state.input !== undefined) {
    return state.input;
  }
  const fixed = rowOf(FIXED, name);
  if (fixed !== undefined) return fixed;
  return {
    items: [[{ kind: 'unknown', text: `$${written}`, from: 'variable', name: upper(name) }]],
  };
}

/** A property of a value. */
export function memberOf(value: Value, name: string): Value {
  const own = value.members?.get(name);
  if (own !== undefined) return own;
  if (value.type !== undefined && value.items.length === 0) {
    return { items: [], type: `${value.type}.${name}` };
  }
  // A file object and its path, or its name where it is, stand for the same file.
  if (SAME_FILE.has(name)) return value;
  const runs = value.items.flatMap((item) =>
    item.flatMap((piece) => (piece.kind === 'unknown' ? (piece.runs ?? []) : [])),
  );
  return outputValue(runs, '');
}

/** A static property of a type. */
export function staticMember(value: Value, name: string): Value {
  const full = `${value.type ?? ''}.${name}`;
  return STATICS.get(full) ?? { items: [], type: full };
}

/** What a method gives back; the call itself is an execution under its dotted name. */
export function callMethod(
  state: State,
  owner: Value,
  name: string,
  args: readonly Value[],
  start: number,
): Value {
  const type = owner.type;
  const full = `${type ?? ''}.${name}`;
  const known = knownResult(full, owner, args);
  if (known !== undefined) return known;
  const span = spanFrom(state, start);
  const words: Word[] = [];
  words.push(...wordsOf(owner, span));
  for (const value of args) words.push(...wordsOf(value, span));
  const run: Execution = {
    name: full,
    args: words,
    redirects: [],
    stdin: { kind: 'inherited' },
    cwd: state.work.place,
    settings: [],
    via: [],
    span,
  };
  if (state.work.executions.length < MAX_EXECUTIONS) state.work.executions.push(run);
  if (name === 'new' && type !== undefined) return { items: listOf(args).items, type };
  if (MAKES_OBJECT.has(full)) return { items: [...owner.items, ...listOf(args).items], type: full };
  return outputValue([run], '');
}

/** An object that `New-Object` or `[type]::new` makes. */
export function objectOf(type: string, args: Value): Value {
  const plain = type.toLowerCase().replace(SYSTEM, '');
  return { items: args.items, type: plain };
}

function knownResult(full: string, owner: Value, args: readonly Value[]): Value | undefined {
  if (full === 'io.path.combine' || full === 'io.path.join') return joinPaths(args);
  if (full === 'io.path.getfullpath') return args[0];
  if (full === 'io.path.gettemppath') return TEMPORARY;
  if (full.startsWith('environment.')) {
    const name = literalOf(args[0])?.toLowerCase() ?? '';
    if (full === 'environment.getfolderpath') return rowOf(FOLDERS, name);
    if (full === 'environment.getenvironmentvariable') return rowOf(FIXED, `env:${name}`);
  }
  if (full === 'convert.frombase64string') {
    const bytes = decodeBase64(literalOf(args[0]) ?? '?');
    return bytes === undefined ? undefined : textValue(bytes);
  }
  if (full.endsWith('.getstring') && full.startsWith('text.encoding')) {
    const bytes = literalOf(args[0]);
    if (bytes === undefined) return undefined;
    return textValue(full.includes('unicode') ? narrow(bytes) : bytes);
  }
  if (owner.type !== undefined) return undefined;
  if (SAME_TEXT.has(full)) return owner;
  return full === '.replace' ? replaced(owner, args) : undefined;
}

function replaced(owner: Value, args: readonly Value[]): Value | undefined {
  const text = literalOf(owner);
  const from = literalOf(args[0]);
  const to = literalOf(args[1]);
  if (text === undefined || from === undefined || to === undefined || from === '') return undefined;
  const result = text.split(from).join(to);
  return result.length > MAX_TEXT ? undefined : textValue(result);
}

/** Paths joined by a backslash. */
export function joinPaths(values: readonly Value[]): Value {
  const parts: Value[] = [];
  for (const value of values) {
    if (parts.length > 0) parts.push(textValue('\\'));
    parts.push(value);
  }
  return joined(parts);
}

function upper(name: string): string {
  return name.startsWith('env:') ? name.slice('env:'.length).toUpperCase() : name;
}

function home(below: string): Value {
  const pieces: Piece[] = [{ kind: 'home', text: '~' }];
  if (below !== '') pieces.push({ kind: 'text', text: below });
  return { items: [pieces] };
}

const MAX_TEXT = 65_536;
const SCOPE = /^(?:script|global|local|private|using|variable):/;
const SYSTEM = /^system\./;

const HOME = /* @__PURE__ */ home('');
const TEMPORARY: Value = {
  items: [[{ kind: 'unknown', text: '$env:TEMP', from: 'variable', name: 'TMPDIR' }]],
};

/** Variables that every PowerShell has. */
const FIXED: { readonly [name: string]: Value } = /* @__PURE__ */ Object.freeze({
  home: HOME,
  pwd: textValue('.'),
  true: textValue('True'),
  false: textValue('False'),
  null: EMPTY,
  'env:userprofile': HOME,
  'env:home': HOME,
  'env:homepath': HOME,
  'env:homedrive': EMPTY,
  'env:appdata': home('\\AppData\\Roaming'),
  'env:localappdata': home('\\AppData\\Local'),
  'env:temp': TEMPORARY,
  'env:tmp': TEMPORARY,
  'env:tmpdir': TEMPORARY,
  'env:systemdrive': textValue('C:'),
  'env:systemroot': textValue('C:\\Windows'),
  'env:windir': textValue('C:\\Windows'),
  'env:programfiles': textValue('C:\\Program Files'),
  'env:programdata': textValue('C:\\ProgramData'),
  'env:allusersprofile': textValue('C:\\ProgramData'),
  'env:public': textValue('C:\\Users\\Public'),
});

/** Special folders by the names of .NET. */
const FOLDERS: { readonly [name: string]: Value } = /* @__PURE__ */ Object.freeze({
  userprofile: HOME,
  desktop: home('\\Desktop'),
  mydocuments: home('\\Documents'),
  personal: home('\\Documents'),
  applicationdata: home('\\AppData\\Roaming'),
  localapplicationdata: home('\\AppData\\Local'),
  windows: textValue('C:\\Windows'),
  system: textValue('C:\\Windows\\System32'),
  programfiles: textValue('C:\\Program Files'),
});

const STATICS: ReadonlyMap<string, Value> = /* @__PURE__ */ mapOf([
  [textValue('.'), 'environment.currentdirectory'],
  [textValue('C:\\Windows\\System32'), 'environment.systemdirectory'],
  [textValue(''), 'string.empty'],
  [textValue('\\'), 'io.path.directoryseparatorchar'],
]);

/** Properties of a file that lead to the same file. */
const SAME_FILE: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'fullname path pspath name definition source root localpath value',
);
/** Methods whose result is the text that they are called on. */
const SAME_TEXT: ReadonlySet<string> = /* @__PURE__ */ setOf(
  '.trim .tostring .trimend .trimstart .tolower .toupper .normalize',
);
/** Methods that make an object which is then used. */
const MAKES_OBJECT: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'net.webrequest.create net.httpwebrequest.create net.sockets.tcpclient.getstream',
);
