/**
 * Directories of this machine that a container is given: what is removed there is removed here.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { locate } from '../shell/place.js';
import { joinWords, sliceWord, type Word } from '../shell/word.js';
import { FILES } from './files.js';

/** What a container's command would remove through a mounted directory, judged as if it ran here. */
export function lossThroughMount(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, RUN);
  const mounts = [
    ...options.values('volume').flatMap(readVolume),
    ...options.values('mount').flatMap(readMount),
  ];
  if (mounts.length === 0) return undefined;
  const start = options.value('workdir');
  for (const inner of context.run.executions) {
    if (!runsWithin(inner, execution) || !Object.hasOwn(FILES, inner.name)) continue;
    const here = asIfHere(inner, mounts, start, execution);
    const hit = here === undefined ? undefined : FILES[inner.name]?.(here, context);
    if (hit !== undefined) return { ...hit, span: inner.span };
  }
  return undefined;
}

/** A directory here, and where the container finds it. */
interface Mount {
  readonly source: Word;
  readonly target: string;
}

function runsWithin(inner: Execution, outer: Execution): boolean {
  return (
    inner.elsewhere === 'container' &&
    inner.via.includes(outer.name) &&
    inner.span.start >= outer.span.start &&
    inner.span.end <= outer.span.end
  );
}

/** The command with this machine's places for the container's; the container's own are left out. */
function asIfHere(
  inner: Execution,
  mounts: readonly Mount[],
  start: Word | undefined,
  outer: Execution,
): Execution | undefined {
  const { elsewhere: _, ...rest } = inner;
  const args: Word[] = [];
  let mounted = false;
  for (const word of inner.args) {
    const here = throughMounts(word, mounts);
    if (here !== undefined) mounted = true;
    if (here !== undefined || !OWN.test(word.text)) args.push(here ?? word);
  }
  const directory = start === undefined ? undefined : throughMounts(start, mounts);
  if (directory !== undefined) return { ...rest, args, cwd: locate(directory, outer.cwd) };
  return mounted ? { ...rest, args } : undefined;
}

function throughMounts(word: Word, mounts: readonly Mount[]): Word | undefined {
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

/** Options that no value of interest stands behind need not be named: nothing else is looked at. */
const RUN: Grammar = {
  options: ['-v --volume=', '--mount=', '-w --workdir=', '-i', '-t', '-d', '--rm'],
  abbreviations: false,
};

/** A path, also one that begins with a variable. */
const PATH = /^[./~\uFFFC]/;

/** A place that is not relative to where the command starts. */
const OWN = /^[/~\uFFFC]/;

const TARGETS = /^(?:target|destination|dst)$/;
const READ_ONLY = /(?:^|,)ro(?:,|$)/;
