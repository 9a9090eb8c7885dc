/**
 * Which shell a tool hands its commands to, by the tool's name.
 *
 * @module
 */
import { wordsOf } from './keys.js';
import { setOf } from './tables.js';

/** The language that a command is written in. */
export type Dialect = 'posix' | 'powershell' | 'cmd';

/** The dialect that the name of a tool or of a capability says, if it says one. */
export function dialectOf(name: string): Dialect | undefined {
  if (name === 'Bash') return 'posix';
  // Most tools are no shells; reading words is dear.
  if (!MAY_BE_SHELL.test(name)) return undefined;
  if (ONE_WORD.test(name) && SHELLS.has(name.toLowerCase())) return 'posix';
  const words = wordsOf(name);
  const joined = words.join('');
  if (joined.includes('powershell') || words.includes('pwsh')) return 'powershell';
  // `run_cmd` runs a command of any shell; the Windows shell is a tool or a capability `cmd`.
  if (CMD.test(name) || joined.includes('cmdexe') || joined.includes('commandprompt')) return 'cmd';
  return words.some((word) => SHELLS.has(word)) ? 'posix' : undefined;
}

const ONE_WORD = /^[A-Z]?[a-z]+$/;
const MAY_BE_SHELL = /sh|cmd|command|terminal/i;
/** `cmd` after nothing or the last `__`, `.`, `:` or `/` of a name. */
const CMD = /(?:^|__|[./:])cmd$/i;
const SHELLS: ReadonlySet<string> = /* @__PURE__ */ setOf('bash sh zsh dash ksh shell terminal');
