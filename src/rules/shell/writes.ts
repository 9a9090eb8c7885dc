/**
 * What commands write to: files that the text may run later, and process substitutions that read.
 *
 * @module
 */
import type { Execution, Stdin } from './execution.js';
import { placeKey } from './place.js';
import { type Output, type Shell, writeFile } from './state.js';
import { type Piece, type Word, wordOf } from './word.js';

/** Hands what a command writes to the process substitutions that read it. */
export function feedSinks(
  execution: Execution,
  output: Output,
  shell: Shell,
  feed: (sink: Piece, stdin: Stdin, shell: Shell) => void,
): void {
  const { redirects, args, name } = execution;
  if (redirects.length === 0 && name !== 'tee') return;
  const written = name === 'tee' ? [...args] : [];
  for (const { operator, target, descriptor = 1 } of redirects) {
    if (descriptor === 1 && (WRITES.has(operator) || operator === '>&')) {
      written.push(shell.open?.get(target.text)?.target ?? target);
    }
  }
  const text = output === undefined ? {} : { text: wordOf(output, execution.span) };
  for (const { pieces } of written) {
    const [sink] = pieces;
    if (sink?.kind !== 'unknown' || sink.from !== 'process') continue;
    feed(sink, { kind: 'pipe', from: [execution], ...text }, shell);
  }
}

/** Remembers what the text writes to files, for it may run them later. */
export function keepFiles(execution: Execution, output: Output, shell: Shell): void {
  const { name, redirects } = execution;
  if (shell.work.files !== undefined && COPIES.test(name)) copyFile(execution, shell);
  if (output === undefined || (redirects.length === 0 && name !== 'tee')) return;
  const files = name === 'tee' ? operandsOf(execution.args) : [];
  const targets = redirects.filter((redirect) => WRITES.has(redirect.operator));
  for (const redirect of targets) {
    if ((redirect.descriptor ?? 1) !== 1) continue;
    const key = placeKey(redirect.target, execution.cwd);
    if (key === undefined) continue;
    const before = redirect.operator === '>>' ? shell.work.files?.get(key) : undefined;
    // A file that grew with every command would cost quadratic time; its beginning is kept.
    if (before !== undefined && before.text.length > MAX_FILE) continue;
    writeFile(shell, key, wordOf([...(before?.pieces ?? []), ...output], execution.span));
  }
  for (const file of files) {
    const key = placeKey(file, execution.cwd);
    if (key !== undefined) writeFile(shell, key, wordOf(output, execution.span));
  }
}

/** What the text has written stays known under the name that it is copied, moved or linked to. */
function copyFile({ args, cwd }: Execution, shell: Shell): void {
  const [from, to, ...others] = operandsOf(args);
  if (from === undefined || to === undefined || others.length > 0) return;
  const source = placeKey(from, cwd);
  const target = placeKey(to, cwd);
  const text = source === undefined ? undefined : shell.work.files?.get(source);
  if (text !== undefined && target !== undefined) writeFile(shell, target, text);
}

/** Whether a command's standard output goes to a file. */
export function writesToFile(execution: Execution): boolean {
  const { redirects } = execution;
  return (
    redirects.length > 0 &&
    redirects.some(({ operator, descriptor = 1 }) => WRITES.has(operator) && descriptor === 1)
  );
}

function operandsOf(args: readonly Word[]): readonly Word[] {
  return args.filter((argument) => !argument.text.startsWith('-'));
}

const COPIES = /^(?:cp|mv|ln|install)$/;

/** How long a file may be that is still added to. */
const MAX_FILE = 4_096;

const WRITES: ReadonlySet<string> = /* @__PURE__ */ new Set(['>', '>>', '>|', '&>', '&>>']);
