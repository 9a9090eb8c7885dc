/**
 * The directories of this machine that a container's command line mounts into it.
 *
 * @module
 */
import type { Execution, ShellRun } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { joinWords, sliceWord, type Word } from '../shell/word.js';

/** A directory here, and where the container finds it. */
export interface Mount {
  readonly source: Word;
  readonly target: string;
}

/** The mounts that the options of a `run` ask for, those that can only be read left out. */
export function mountsOf(options: Options): readonly Mount[] {
  return [
    ...options.values('volume').flatMap(readVolume),
    ...options.values('mount').flatMap(readMount),
  ];
}

/** Whether what a command in a container names lies in a directory of this machine. */
export function isMounted(word: Word, inner: Execution, run: ShellRun): boolean {
  return run.executions.some((outer) => {
    if (!CONTAINER_TOOLS.has(outer.name) || !runsWithin(inner, outer)) return false;
    return throughMounts(word, mountsOf(readOptions(outer.args, RUN))) !== undefined;
  });
}

/** Whether a command runs in the container that another command starts. */
export function runsWithin(inner: Execution, outer: Execution): boolean {
  return (
    inner.elsewhere === 'container' &&
    inner.via.includes(outer.name) &&
    inner.span.start >= outer.span.start &&
    inner.span.end <= outer.span.end
  );
}

/** The place here of a place in the container, if one of its mounts leads there. */
export function throughMounts(word: Word, mounts: readonly Mount[]): Word | undefined {
  for (const { source, target } of mounts) {
    if (word.text !== target && !word.text.startsWith(`${target}/`)) continue;
    const rest = sliceWord(word, target.length, word.text.length);
    return rest.text === '' ? source : joinWords([source, rest], '', word.span);
  }
  return undefined;
}

/** `source:target`, without `:ro`; a source that is no path is the name of a volume. */
function readVolume(word: Word): readonly Mount[] {
  const [source = '', target = '', mode = ''] = word.text.split(':');
  if (!PATH.test(source) || !target.startsWith('/') || READ_ONLY.test(mode)) return [];
  return [{ source: sliceWord(word, 0, source.length), target: withoutSlash(target) }];
}

/** `type=bind,source=…,target=…`. */
function readMount(word: Word): readonly Mount[] {
  let source: Word | undefined;
  let target = '';
  let at = 0;
  for (const field of word.text.split(',')) {
    const [name = ''] = field.split('=');
    const value = field.slice(name.length + 1);
    if (name === 'readonly' || name === 'ro') return [];
    if (name === 'source' || name === 'src') {
      source = sliceWord(word, at + name.length + 1, at + field.length);
    } else if (TARGETS.test(name)) target = withoutSlash(value);
    at += field.length + 1;
  }
  if (source === undefined || !PATH.test(source.text) || !target.startsWith('/')) return [];
  return [{ source, target }];
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

const CONTAINER_TOOLS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'docker',
  'podman',
  'nerdctl',
]);

/** Options that no value of interest stands behind need not be named: nothing else is looked at. */
export const RUN: Grammar = {
  options: ['-v --volume=', '--mount=', '-w --workdir=', '-i', '-t', '-d', '--rm'],
  abbreviations: false,
};

/** A path, also one that begins with a variable. */
const PATH = /^[./~\uFFFC]/;

const TARGETS = /^(?:target|destination|dst)$/;
const READ_ONLY = /(?:^|,)ro(?:,|$)/;
