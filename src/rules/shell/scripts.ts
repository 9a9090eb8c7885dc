/**
 * Files that the text itself has written, and what runs them: by name, through a shell, by `source`.
 *
 * @module
 */
import { contentOfDevice, textOf } from './descriptors.js';
import type { Execution } from './execution.js';
import { runGitAlias } from './git-config.js';
import type { Inner } from './inner.js';
import { placeKey } from './place.js';
import { scriptOf, startupFiles } from './shells.js';
import type { Shell } from './state.js';
import type { Word } from './word.js';

/** A script that the text itself has written, run by name, by a shell, or by `source`. */
export function runFile(execution: Execution, word: Word, shell: Shell): readonly Inner[] {
  const { name, args } = execution;
  if (name === 'git') return runGitAlias(execution, shell);
  const sourced = name === 'source' || name === '.';
  if (sourced && args.length > 0) {
    const [script, ...positional] = args;
    const text = script === undefined ? undefined : fileText(script, execution, shell);
    return text === undefined ? [] : [{ kind: 'script', text, positional, here: true }];
  }
  if (SHELLS.has(name)) {
    const first = startupFiles(execution, shell).flatMap((file): readonly Inner[] => {
      const text = fileText(file, execution, shell);
      return text === undefined ? [] : [{ kind: 'script', text }];
    });
    const [file, ...rest] = scriptOf(args);
    const text = file === undefined ? undefined : fileText(file, execution, shell);
    return text === undefined ? first : [...first, { kind: 'script', text, positional: rest }];
  }
  const [program] = INTERPRETER.test(name) ? args : [];
  if (program !== undefined && PROGRAM_FILE.test(program.text)) {
    // Read from a file or from its input, a program is the same.
    const text = fileText(program, execution, shell);
    return text === undefined
      ? []
      : [{ kind: 'argv', words: [word], stdin: { kind: 'text', text } }];
  }
  if (!word.text.includes('/')) return [];
  const text = fileText(word, execution, shell);
  return text === undefined ? [] : [{ kind: 'script', text, positional: args }];
}

function fileText(file: Word, execution: Execution, shell: Shell): Word | undefined {
  const [piece] = file.pieces;
  if (piece?.kind === 'unknown' && piece.content !== undefined) return piece.content;
  if (file.text === '/dev/stdin') return textOf(execution.stdin);
  const device = contentOfDevice(file.text, shell);
  if (device !== undefined) return device;
  const { files } = shell.work;
  const key = files === undefined ? undefined : placeKey(file, execution.cwd);
  return key === undefined ? undefined : files?.get(key);
}

const SHELL_NAMES: readonly string[] = ['sh', 'bash', 'dash', 'zsh', 'ksh'];

/** What runs a file that the text may have written, by its plain name. */
export const FILE_RUNNERS: readonly string[] = [
  ...SHELL_NAMES,
  ...['source', '.', 'git', 'python', 'node', 'ruby', 'perl', 'php'],
];

const SHELLS: ReadonlySet<string> = /* @__PURE__ */ new Set(SHELL_NAMES);
/** Interpreters whose first operand is a file of code. */
const INTERPRETER = /^(?:python[\d.]*|node|ruby|perl|php)$/;
/** What is no option. */
const PROGRAM_FILE = /^[^-]/;
