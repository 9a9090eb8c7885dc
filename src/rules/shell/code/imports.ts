/**
 * What names stand for after the imports of Python and JavaScript.
 *
 * @module
 */
import { rowOf } from '../../tables.js';
import { moduleName, nameValue } from './known.js';
import { isMark, type State } from './state.js';

/** Reads an import behind its keyword; for any other keyword, does nothing. */
export function readImport(state: State, keyword: string): void {
  if (keyword !== 'import' && keyword !== 'from') return;
  if (!state.python) {
    if (keyword === 'import') readModuleImport(state);
  } else if (keyword === 'from') readFromImport(state);
  else readNames(state, '');
}

/** `import a, { b as c } from 'm'`, `import * as d from 'm'`. */
function readModuleImport(state: State): void {
  const names = new Map<string, string>();
  let braces = false;
  let member = '';
  for (let count = 0; count < MAX_IMPORT; count += 1) {
    const token = state.tokens[state.at];
    if (token === undefined || (token.kind === 'mark' && token.text === ';')) return;
    state.at += 1;
    if (token.kind === 'text') {
      const module = moduleName(token.text);
      for (const [name, of] of names) {
        state.variables.set(name, nameValue(of === '' ? module : `${module}.${of}`));
      }
      return;
    }
    if (token.kind === 'mark') braces = token.text === '{' || (braces && token.text === ',');
    else if (token.text === 'as') {
      const alias = state.tokens[state.at];
      if (alias?.kind !== 'name') return;
      state.at += 1;
      names.delete(member);
      names.set(alias.text, member);
      braces = true;
    } else if (token.text !== 'from') {
      member = braces ? token.text : '';
      names.set(token.text, member);
    }
  }
}

function readFromImport(state: State): void {
  const module = readDotted(state);
  const word = state.tokens[state.at];
  if (word?.kind !== 'name' || word.text !== 'import') return;
  state.at += 1;
  if (isMark(state, '*')) {
    for (const name of rowOf(STARS, module) ?? []) {
      state.variables.set(name, nameValue(`${module}.${name}`));
    }
    return;
  }
  if (isMark(state, '(')) state.at += 1;
  readNames(state, `${module}.`);
}

/** `a.b as c, d`. */
function readNames(state: State, prefix: string): void {
  for (let count = 0; count < MAX_IMPORT; count += 1) {
    const name = readDotted(state);
    if (name === '') return;
    const word = state.tokens[state.at];
    const alias = state.tokens[state.at + 1];
    if (word?.kind === 'name' && word.text === 'as' && alias?.kind === 'name') {
      state.at += 2;
      state.variables.set(alias.text, nameValue(prefix + name));
    } else if (prefix !== '') state.variables.set(name, nameValue(prefix + name));
    if (!isMark(state, ',')) return;
    state.at += 1;
  }
}

function readDotted(state: State): string {
  let name = '';
  for (;;) {
    const token = state.tokens[state.at];
    if (token?.kind !== 'name') return name;
    state.at += 1;
    name += token.text;
    if (!isMark(state, '.') || name.length > MAX_NAME) return name;
    state.at += 1;
    name += '.';
  }
}

const MAX_IMPORT = 64;
const MAX_NAME = 256;

/** The names that `from … import *` brings in, as far as they matter. */
const STARS: { readonly [module: string]: readonly string[] } = /* @__PURE__ */ Object.freeze({
  os: ['remove', 'unlink', 'rmdir', 'removedirs', 'system', 'popen', 'execv', 'execvp', 'environ'],
  shutil: ['rmtree', 'move', 'copy', 'copyfile'],
  subprocess: ['run', 'call', 'check_call', 'check_output', 'Popen', 'getoutput'],
  pathlib: ['Path'],
  requests: ['post', 'put', 'patch', 'get', 'request'],
  'urllib.request': ['urlopen', 'Request'],
  socket: ['socket', 'create_connection'],
});
