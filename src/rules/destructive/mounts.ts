/**
 * Directories of this machine that a container is given: what is removed there is removed here.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution, ShellRun } from '../shell/execution.js';
import { readOptions } from '../shell/options.js';
import { locate } from '../shell/place.js';
import type { Word } from '../shell/word.js';
import { FILES } from './files.js';
import { type Mount, mountsOf, RUN, runsWithin, throughMounts } from './mount-points.js';

/** What a container's command would remove through a mounted directory, judged as if it ran here. */
export function lossThroughMount(execution: Execution, context: RuleContext): Hit | undefined {
  const changing = changingInContainers(context.run);
  if (changing.length === 0) return undefined;
  const options = readOptions(execution.args, RUN);
  const mounts = mountsOf(options);
  if (mounts.length === 0) return undefined;
  const start = options.value('workdir');
  for (const inner of changing) {
    if (!runsWithin(inner, execution)) continue;
    const here = asIfHere(inner, mounts, start, execution);
    const hit = here === undefined ? undefined : FILES[inner.name]?.(here, context);
    if (hit !== undefined) return { ...hit, span: inner.span };
  }
  return undefined;
}

/** What changes files in containers, of which most runs have nothing. */
function changingInContainers(run: ShellRun): readonly Execution[] {
  const known = CHANGING.get(run);
  if (known !== undefined) return known;
  const changing = run.executions.filter(
    ({ name, elsewhere }) => elsewhere === 'container' && Object.hasOwn(FILES, name),
  );
  CHANGING.set(run, changing);
  return changing;
}

/** Each run is looked through once, however many containers it starts. */
const CHANGING: WeakMap<ShellRun, readonly Execution[]> = /* @__PURE__ */ new WeakMap();

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

/** A place that is not relative to where the command starts. */
const OWN = /^[/~\uFFFC]/;
