/**
 * Shells as wrappers: `sh -c`, scripts on standard input, `eval`, `trap`, PowerShell and cmd.
 *
 * @module
 */
import { decodeBase64, narrow } from './decoding.js';
import type { Execution } from './execution.js';
import type { Inner, InnerScript } from './inner.js';
import { lookUp } from './names.js';
import { type Grammar, readOptions } from './options.js';
import { readStdin } from './output.js';
import type { Shell } from './state.js';
import { joinWords, textWord, type Word, wordOf } from './word.js';

/** `sh`, `bash` and their kin: `-c text`, a script file, or standard input. */
export function unwrapShell(execution: Execution): readonly Inner[] {
  const given = readShellArguments(execution.args);
  // `-n` reads the text without running it; `--version` and `--help` do not read it at all.
  if (given.idle) return [];
  const [first, ...others] = given.operands;
  if (given.command) {
    if (first === undefined) return [];
    const [zero, ...positional] = others;
    return [{ kind: 'script', text: first, positional, ...(zero === undefined ? {} : { zero }) }];
  }
  if (first !== undefined && !given.stdin && !STDIN_FILES.has(first.text)) {
    const text = contentOf(first);
    return text === undefined ? [] : [{ kind: 'script', text, positional: others }];
  }
  return fromStdin(execution, given.stdin ? given.operands : others);
}

/** The script file that a shell is given, and what stands behind it; none with `-c` or `-n`. */
export function scriptOf(args: readonly Word[]): readonly Word[] {
  const given = readShellArguments(args);
  return given.idle || given.command || given.stdin ? [] : given.operands;
}

/** The files that a shell reads before all else: `BASH_ENV`, `ENV`, `--rcfile`. */
export function startupFiles({ name, args, settings }: Execution, shell: Shell): readonly Word[] {
  const interactive = args.some((word) => INTERACTIVE.test(word.text));
  const variable = name === 'bash' ? 'BASH_ENV' : 'ENV';
  const isRead = name === 'bash' ? !interactive : interactive;
  const set = settings.filter((setting) => setting.name === variable).at(-1)?.value;
  const value = set === undefined ? lookUp(shell.variables, variable) : undefined;
  const exported = value?.kind === 'scalar' ? value.choices[0] : undefined;
  const files: Word[] = [];
  if (isRead && set !== undefined) files.push(set);
  else if (isRead && exported !== undefined) files.push(wordOf(exported, NOWHERE));
  for (const [index, word] of args.entries()) {
    const file = RC_FILE.test(word.text) ? args[index + 1] : undefined;
    if (interactive && file !== undefined) files.push(file);
  }
  return files;
}

/** `at`, `batch`: a text on standard input that is run later. */
export function unwrapLater(execution: Execution): readonly Inner[] {
  return fromStdin(execution, []);
}

/** `eval`: its words, joined, in the shell that is there. */
export function unwrapEval(execution: Execution): readonly Inner[] {
  const words = execution.args[0]?.text === '--' ? execution.args.slice(1) : execution.args;
  if (words.length === 0) return [];
  return [{ kind: 'script', text: joinWords(words, ' ', execution.span), here: true }];
}

/** `trap 'command' SIGNAL`: what will run when the signal comes, or the shell ends. */
export function unwrapTrap(execution: Execution): readonly Inner[] {
  const words = execution.args[0]?.text === '--' ? execution.args.slice(1) : execution.args;
  const [text] = words;
  if (text === undefined || words.length < 2 || text.text.startsWith('-')) return [];
  return [{ kind: 'script', text, here: true }];
}

/** `mapfile -C command`: what it calls for the lines that it reads. */
export function unwrapMapfile(execution: Execution): readonly Inner[] {
  const text = readOptions(execution.args, MAPFILE).value('C');
  return text === undefined ? [] : [{ kind: 'script', text, here: true }];
}

/** `powershell -Command …`, `-EncodedCommand …`, `pwsh -c …`. */
export function unwrapPowerShell(execution: Execution): readonly Inner[] {
  const { args } = execution;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    const name = word?.text.toLowerCase() ?? '';
    const rest = args.slice(at + 1);
    if (isParameter(name, 'encodedcommand', 1) || name === '-ec') {
      const decoded = decodeBase64(rest[0]?.text ?? '');
      return decoded === undefined ? [] : [powershell(textWord(narrow(decoded), execution.span))];
    }
    if (isParameter(name, 'command', 1)) {
      return rest.length === 0 ? [] : [powershell(joinWords(rest, ' ', execution.span))];
    }
    if (isParameter(name, 'file', 1)) return [];
    if (!name.startsWith('-') && word !== undefined) {
      return [powershell(joinWords([word, ...rest], ' ', execution.span))];
    }
    if (VALUED.some((parameter) => isParameter(name, parameter, 2))) at += 1;
  }
  const stdin = readStdin(execution);
  return stdin === undefined ? [] : [powershell(wordOf(stdin, execution.span))];
}

/** `cmd /c …`. */
export function unwrapCmd(execution: Execution): readonly Inner[] {
  const at = execution.args.findIndex((word) => RUN_SWITCH.test(word.text));
  const words = execution.args.slice(at + 1);
  if (at < 0 || words.length === 0) return [];
  return [{ kind: 'script', text: joinWords(words, ' ', execution.span), dialect: 'cmd' }];
}

interface ShellArguments {
  readonly command: boolean;
  readonly stdin: boolean;
  readonly idle: boolean;
  readonly operands: readonly Word[];
}

/** A shell's own way of reading options: clusters, `-o name`, `+o name`, `--long`. */
function readShellArguments(args: readonly Word[]): ShellArguments {
  let command = false;
  let stdin = false;
  let idle = false;
  let at = 0;
  for (; at < args.length; at += 1) {
    const option = args[at]?.text ?? '';
    if (option === '--' || option === '-') {
      at += 1;
      break;
    }
    if (option.startsWith('--')) {
      if (IDLE_LONG.has(option)) idle = true;
      if (VALUED_LONG.has(option)) at += 1;
      if (option === '--command') command = true;
    } else if (CLUSTER.test(option)) {
      if (option.startsWith('-')) {
        command ||= option.includes('c');
        stdin ||= option.includes('s');
        idle ||= option.includes('n') || option.includes('D');
      }
      // `-o` and `-O` take a name each, which follows the whole cluster.
      at += option.match(NAMED)?.length ?? 0;
    } else break;
  }
  return { command, stdin, idle, operands: args.slice(at) };
}

function fromStdin(execution: Execution, positional: readonly Word[]): readonly InnerScript[] {
  const stdin = readStdin(execution);
  if (stdin === undefined) return [];
  const text = wordOf(stdin, execution.span);
  return [{ kind: 'script', text, positional, stdin: { kind: 'inherited' } }];
}

/** What can be read from a file that is a process substitution. */
function contentOf(file: Word): Word | undefined {
  const [piece] = file.pieces;
  return piece?.kind === 'unknown' && file.pieces.length === 1 ? piece.content : undefined;
}

function powershell(text: Word): InnerScript {
  return { kind: 'script', text, dialect: 'powershell' };
}

/** PowerShell takes any beginning of a parameter's name. */
function isParameter(given: string, name: string, shortest: number): boolean {
  const dashes = given.startsWith('--') ? 2 : 1;
  const text = given.startsWith('/') || given.startsWith('-') ? given.slice(dashes) : '';
  return text.length >= shortest && name.startsWith(text);
}

/** The options of `mapfile`, also called `readarray`. */
export const MAPFILE: Grammar = {
  options: ['-d=', '-n=', '-O=', '-s=', '-u=', '-C=', '-c=', '-t'],
};

const STDIN_FILES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '/dev/stdin',
  '/dev/fd/0',
  '/proc/self/fd/0',
]);
const IDLE_LONG: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '--version',
  '--help',
  '--dump-strings',
  '--dump-po-strings',
  '--no-execute',
]);
const VALUED_LONG: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '--rcfile',
  '--init-file',
  '--emulate',
]);
const VALUED = ['executionpolicy', 'windowstyle', 'version', 'inputformat', 'outputformat'];
const INTERACTIVE = /^-[A-Za-z]*i[A-Za-z]*$/;
const RC_FILE = /^--(?:rcfile|init-file)$/;
const NOWHERE = { start: 0, end: 0 } as const;
const CLUSTER = /^[-+][A-Za-z]+$/;
const NAMED = /[oO]/g;
const RUN_SWITCH = /^\/[ckr]$/i;
