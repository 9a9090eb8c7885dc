/**
 * Rules for commands that put files, links and archives into place: `install`, `ln`, `tar`.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { NULL_DEVICE, overwritesSystem } from './overwriting.js';
import { isCredentialFile, isTreeTop, isVitalFile } from './protection.js';
import { named, reachOfTarget } from './targets.js';
import { overwritesVital, transfer } from './transfers.js';

/** `install` over a disk or a file of the system. */
export function installs(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, INSTALL);
  if (INSTALL_IDLE.some((name) => options.has(name))) return undefined;
  const { sources, destination } = transfer(options.operands, options.value('target-directory'));
  if (destination === undefined || sources.length === 0) return undefined;
  return overwritesVital(destination, execution, context);
}

/**
 * `ln -f` in the place of a part of the system. A link is how much of `/etc` is set up, so that
 * only what holds accounts, a whole tree, and a link to nothing count.
 */
export function links(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, LINK);
  if (!options.has('force') || execution.elsewhere === 'container') return undefined;
  const { sources, destination } = transfer(options.operands, options.value('target-directory'));
  const [source] = sources;
  if (destination === undefined || source === undefined) return undefined;
  const replaces = options.has('no-dereference') || options.has('no-target-directory');
  const vital = isVitalFile(destination, execution, context);
  const loses =
    isCredentialFile(destination, execution, context) ||
    (replaces && isTreeTop(destination, execution, context)) ||
    (vital && source.text === NULL_DEVICE);
  return loses ? overwritesSystem(destination, execution) : undefined;
}

/** `tar --remove-files` of a workspace, a home or a system tree. */
export function packs(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, TAR);
  if (!options.has('remove-files')) return undefined;
  const target = options.operands.find(
    (word) => reachOfTarget(word, execution, context) === 'broad',
  );
  return target === undefined ? undefined : takesAway(target, execution);
}

function takesAway(target: Word, execution: Execution): Hit {
  return {
    rule: 'files.move',
    sentence: `${execution.name} would take ${named(target)} away from where it is needed.`,
    span: target.span,
  };
}

const INSTALL: Grammar = {
  options: [
    '-b --backup[=]',
    '-c',
    '-C --compare',
    '-d --directory',
    '-D',
    '-g= --group=',
    '-m= --mode=',
    '-o= --owner=',
    '-p --preserve-timestamps',
    '-s --strip',
    '--strip-program=',
    '-S= --suffix=',
    '-t= --target-directory=',
    '-T --no-target-directory',
    '-v --verbose',
    '-Z --context[=]',
    '--help',
    '--version',
  ],
};

/** With these `install` puts no file into place. */
const INSTALL_IDLE: readonly string[] = ['directory', 'help', 'version'];

const LINK: Grammar = {
  options: [
    '-b --backup[=]',
    '-f --force',
    '-h -n --no-dereference',
    '-s --symbolic',
    '-r --relative',
    '-S= --suffix=',
    '-t= --target-directory=',
    '-T --no-target-directory',
    '-v --verbose',
  ],
};

const TAR: Grammar = {
  options: [
    '--remove-files',
    '-f= --file=',
    '-C= --directory=',
    '-T= --files-from=',
    '-X= --exclude-from=',
    '-I= --use-compress-program=',
    '-g= --listed-incremental=',
    '-b= --blocking-factor=',
    '--exclude=',
    '--transform= --xform=',
  ],
};
