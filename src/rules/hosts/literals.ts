/**
 * URLs among the arguments of programs that nothing more is known of.
 *
 * @module
 */
import type { Execution } from '../shell/execution.js';
import { links, type Place } from './place.js';

/**
 * The URLs that a program is given, as operands or as values of options: what it is for, unless it
 * is known to treat them as text or only to note them.
 */
export function literals(execution: Execution): readonly Place[] {
  if (isText(execution)) return [];
  return links(execution.args);
}

/** Whether a program's arguments are text to it, or settings for later. */
export function isText({ name, args }: Execution): boolean {
  if (TEXT.has(name)) return true;
  const notes = NOTES.get(name);
  if (notes === undefined) return false;
  const verb = args.find((word) => !word.text.startsWith('-'));
  return verb !== undefined && notes.has(verb.text);
}

/** Programs to which a URL is text: they print, search, edit, name or compile. */
const TEXT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  // Builtins.
  ...['', 'echo', 'printf', 'print', 'test', '[', '[[', 'true', 'false', ':', 'let', 'read'],
  ...['export', 'declare', 'local', 'readonly', 'typeset', 'set', 'unset', 'alias', 'unalias'],
  ...['return', 'exit', 'shift', 'trap', 'type', 'which', 'hash', 'history', 'fc', 'cd', 'pushd'],
  // Text.
  ...['cat', 'tac', 'head', 'tail', 'less', 'more', 'wc', 'sort', 'uniq', 'cut', 'paste', 'tr'],
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'sed', 'gsed', 'awk', 'gawk', 'mawk'],
  ...['jq', 'yq', 'xq', 'tomlq', 'dasel', 'xmllint', 'xmlstarlet', 'perltidy', 'diff', 'patch'],
  ...['tee', 'rev', 'fold', 'fmt', 'column', 'expr', 'seq', 'bc', 'basename', 'dirname', 'xxd'],
  ...['base64', 'md5sum', 'sha1sum', 'sha256sum', 'shasum', 'trurl', 'urlencode', 'envsubst'],
  ...['figlet', 'cowsay', 'lolcat', 'say', 'notify-send', 'wall', 'write', 'logger', 'man', 'info'],
  // Files.
  ...['ls', 'find', 'fd', 'mkdir', 'rmdir', 'touch', 'rm', 'cp', 'mv', 'ln', 'chmod', 'chown'],
  ...['stat', 'file', 'du', 'df', 'tar', 'zip', 'unzip', 'gzip', 'realpath', 'readlink', 'mktemp'],
  ...['crontab', 'date', 'sleep', 'kill', 'pkill', 'pgrep', 'ps', 'xclip', 'pbcopy', 'wl-copy'],
  // Editors and compilers.
  ...['vi', 'vim', 'nvim', 'view', 'nano', 'ed', 'emacs', 'code', 'cursor', 'subl', 'cmake', 'cc'],
  ...['gcc', 'g++', 'clang', 'clang++', 'rustc', 'javac', 'tsc', 'ssh-keygen', 'keytool', 'gpg'],
  ...['sqlite3', 'write-host', 'write-output', 'write-error', 'select-string', 'set-content'],
  ...['add-content', 'out-file', 'set-variable'],
]);

/** Subcommands that only note what they are given. */
const NOTES: ReadonlyMap<string, ReadonlySet<string>> = /* @__PURE__ */ notes([
  ['npm pnpm yarn bun', 'config c set get pkg init'],
  ['pip pip3 conda mamba bundle go', 'config env'],
  ['poetry pdm uv', 'config source'],
  ['aws gcloud az', 'configure config'],
  ['kubectl', 'config annotate label'],
  ['docker podman', 'context'],
  ['heroku fly flyctl vercel netlify wrangler railway', 'config config:set env secrets secret'],
  ['dotnet', 'nuget'],
  ['composer', 'config'],
  ['jj sl', 'config describe commit'],
]);

function notes(
  rows: readonly (readonly [programs: string, subcommands: string])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    rows.flatMap(([programs, subcommands]) => {
      const set = new Set(subcommands.split(' '));
      return programs.split(' ').map((program) => [program, set] as const);
    }),
  );
}
