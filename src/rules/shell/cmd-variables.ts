/**
 * The variables of cmd.exe: `%NAME%`, `!NAME!`, `%i` of a loop.
 *
 * @module
 */
import { rowOf } from '../tables.js';
import type { Piece } from './word.js';

/** What the variables hold. */
export interface Variables {
  /** By name in lower case. */
  readonly set: Map<string, string>;
  /** The variables of loops, by letter. */
  readonly loop: Map<string, readonly Piece[]>;
  /** Parts that are not text stand in the expanded text as one private character each. */
  readonly marks: (readonly Piece[])[];
}

/** No variables but those that every Windows has. */
export function newVariables(): Variables {
  return { set: new Map(), loop: new Map(), marks: [] };
}

/** Reads what stands behind `set`. */
export function readSet(variables: Variables, raw: string): void {
  const found = SETTING.exec(encodeVariables(variables, raw).replace(QUOTES, '$1'));
  const [, option = '', name = '', value = ''] = found ?? [];
  if (name === '' || variables.set.size >= MAX_VARIABLES) return;
  const known = option === '' && value.length <= MAX_VALUE;
  variables.set.set(name.trim().toLowerCase(), known ? value : mark(variables, unknown(name)));
}

/** The text with its variables expanded, as cmd.exe does before it reads words. */
export function encodeVariables(variables: Variables, raw: string): string {
  if (!raw.includes('%') && !raw.includes('!')) return raw;
  const plain = raw.replace(HOME, '%USERPROFILE%');
  return plain.replace(VARIABLE, (whole, name?: string, late?: string, letter?: string) => {
    if (letter !== undefined) {
      const item = variables.loop.get(letter);
      return item === undefined ? whole : mark(variables, item);
    }
    if (whole === '%*' || ARGUMENT.test(whole)) return mark(variables, unknown(whole));
    const written = (name ?? late ?? '').replace(MODIFIER, '').toLowerCase();
    const known = variables.set.get(written) ?? rowOf(TEXTS, written);
    if (known !== undefined) return known;
    return mark(variables, rowOf(PIECES, written) ?? unknown(written.toUpperCase()));
  });
}

/** A word's text with the private characters turned back into what they stand for. */
export function toPieces(variables: Variables, text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let literal = '';
  for (const char of text) {
    const marked = variables.marks[char.charCodeAt(0) - FIRST_MARK];
    if (marked === undefined) {
      literal += char;
      continue;
    }
    if (literal !== '') pieces.push({ kind: 'text', text: literal });
    literal = '';
    pieces.push(...marked);
  }
  if (literal !== '' || pieces.length === 0) pieces.push({ kind: 'text', text: literal });
  return pieces;
}

function mark(variables: Variables, pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'text') return only.text;
  if (variables.marks.length >= MAX_MARKS) return '\uFFFC';
  variables.marks.push(pieces);
  return String.fromCharCode(FIRST_MARK + variables.marks.length - 1);
}

function unknown(name: string): readonly Piece[] {
  return [{ kind: 'unknown', text: `%${name}%`, from: 'variable', name }];
}

const MAX_VARIABLES = 256;
const MAX_VALUE = 1024;
const FIRST_MARK = 0xe010;
const MAX_MARKS = 200;

const TEXTS: { readonly [name: string]: string } = {
  systemdrive: 'C:',
  homedrive: 'C:',
  systemroot: 'C:\\Windows',
  windir: 'C:\\Windows',
  programfiles: 'C:\\Program Files',
  'programfiles(x86)': 'C:\\Program Files (x86)',
  programdata: 'C:\\ProgramData',
  allusersprofile: 'C:\\ProgramData',
  public: 'C:\\Users\\Public',
  cd: '.',
};

const HOME_PIECE: Piece = { kind: 'home', text: '~' };

const PIECES: { readonly [name: string]: readonly Piece[] } = {
  userprofile: [HOME_PIECE],
  homepath: [HOME_PIECE],
  appdata: [HOME_PIECE, { kind: 'text', text: '\\AppData\\Roaming' }],
  localappdata: [HOME_PIECE, { kind: 'text', text: '\\AppData\\Local' }],
  temp: [{ kind: 'unknown', text: '%TEMP%', from: 'variable', name: 'TMPDIR' }],
  tmp: [{ kind: 'unknown', text: '%TMP%', from: 'variable', name: 'TMPDIR' }],
};

const HOME = /%HOMEDRIVE%%HOMEPATH%/gi;
/** `set name=value`, `set "name=value"`, `set /a name=…`. */
const SETTING = /^\s*(\/[ap]\s+)?([^=\s][^=]{0,99})=(.*)$/is;
const QUOTES = /^\s*"(.*)"[^"]*$/s;
/** `%~dp0`, `%1`, `%*`, `%name%`, `%name:a=b%`, `!name!`, `%%i`, `%i`. */
const VARIABLE =
  /%\*|%~[a-z$:]{0,12}\d|%\d|%([A-Za-z_][\w().:=~,*\\-]{0,99})%|!([A-Za-z_][\w()]{0,99})!|%%?(?:~[a-z]{0,8})?([A-Za-z])(?![A-Za-z0-9])/g;
const ARGUMENT = /^%(?:~[a-z$:]{0,12})?\d$/i;
/** What picks or replaces a part of a value. */
const MODIFIER = /:.*$/s;
