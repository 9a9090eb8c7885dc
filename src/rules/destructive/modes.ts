/**
 * Rules for commands that change who may do what with files.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { textWord, type Word } from '../shell/word.js';
import { readFind } from './find.js';
import { isHome, isSystemTree, isTreeTop } from './protection.js';
import { itemOf, named, producersOf } from './targets.js';

/**
 * `chmod`, `chown`, `chgrp`, `setfacl`, `chattr` on a system tree all the way down, or a mode that
 * shuts out or lets in everyone on a part of it.
 */
export function changesAccess(execution: Execution, context: RuleContext): Hit | undefined {
  const tool = Object.hasOwn(TOOLS, execution.name) ? TOOLS[execution.name] : undefined;
  if (tool === undefined) return undefined;
  const options = readOptions(execution.args, tool);
  if (IDLE.some((name) => options.has(name))) return undefined;
  const takesMode = tool.mode && !options.has('reference');
  const [first, ...others] = takesMode ? splitMode(execution, options.operands) : [];
  const mode = first?.text ?? '';
  const drastic = execution.name === 'chmod' && isDrastic(mode);
  const targets = takesMode ? others : options.operands;
  const recursive = options.has('recursive');
  const seen = new Set<unknown>();
  const target = targets.find((word) => {
    // The same item may be handed over many times in one command.
    const item = itemOf(word);
    if (item !== undefined && seen.has(item)) return false;
    seen.add(item);
    const reached = searchedBy(word);
    const all = recursive || reached.length > 0;
    return (reached.length > 0 ? reached : [word]).some((place) =>
      breaks(place, { all, drastic }, execution, context),
    );
  });
  if (target === undefined) return undefined;
  return {
    rule: 'files.access',
    sentence: `${execution.name} would change who may use ${named(target)}, a part of the system.`,
    span: target.span,
  };
}

interface Change {
  /** Whether it goes down the whole tree. */
  readonly all: boolean;
  /** Whether the mode lets nobody or everybody in. */
  readonly drastic: boolean;
}

function breaks(word: Word, change: Change, execution: Execution, context: RuleContext): boolean {
  if (change.all) {
    return isSystemTree(word, execution, context) || (change.drastic && isHome(word, execution));
  }
  if (!change.drastic) return false;
  return isTreeTop(word, execution, context) || ACCOUNTS.test(word.text);
}

/** A mode that begins with a dash, as in `chmod -x file`, reads like an option. */
function splitMode(execution: Execution, operands: readonly Word[]): readonly Word[] {
  const mode = execution.args.find((word) => DASHED_MODE.test(word.text));
  return mode === undefined || execution.name !== 'chmod' ? operands : [mode, ...operands];
}

/** The roots of the `find` that hands over the word. */
function searchedBy(word: Word): readonly Word[] {
  return producersOf(word)
    .filter(({ run }) => run.name === 'find')
    .flatMap(({ run }) => {
      const { roots, executes, prints } = readFind(run);
      if ((executes ?? prints) !== 'everything') return [];
      return roots.length === 0 ? [textWord('.', run.span)] : roots;
    });
}

function isDrastic(mode: string): boolean {
  return NOBODY.test(mode) || EVERYBODY.test(mode);
}

interface Tool extends Grammar {
  /** Whether the first operand is a mode or an owner. */
  readonly mode: boolean;
}

const CHANGE: Tool = {
  mode: true,
  options: [
    '-R --recursive',
    '-c --changes',
    '-f --silent --quiet',
    '-v --verbose',
    '-h --no-dereference',
    '--from=',
    '--reference=',
    '-H',
    '-L',
    '-P',
    '--help',
    '--version',
  ],
};

const TOOLS: { readonly [program: string]: Tool } = /* @__PURE__ */ Object.freeze({
  chmod: CHANGE,
  chown: CHANGE,
  chgrp: CHANGE,
  chflags: CHANGE,
  // A mode such as `+i` among the operands points to nothing of the system's.
  chattr: { mode: false, options: ['-R --recursive', '-V', '-f', '-v=', '-p='] },
  setfacl: {
    mode: false,
    options: [
      '-R --recursive',
      '-b --remove-all',
      '-k --remove-default',
      '-n --no-mask',
      '-d --default',
      '-L --logical',
      '-P --physical',
      '-m= --modify=',
      '-M= --modify-file=',
      '-x= --remove=',
      '-X= --remove-file=',
      '--set=',
      '--set-file=',
      '--restore=',
      '--test',
      '-v --version',
      '-h --help',
    ],
  },
});

const IDLE: readonly string[] = ['help', 'version', 'test'];

/** `-x`, `-rwx`, `-w,o+r`. */
const DASHED_MODE = /^-[rwxXst]+(?:,.*)?$/;

/** Modes that leave nobody a right: `000`, `a-rwx`, `ugo=`, `-rwx`. */
const NOBODY = /^(?:0{1,4}|(?:a|ugo)?-r?w?x?|(?:a|ugo)?=)$/;

/** Modes that let everybody write: `777`, `0666`, `a+w`, `o+rwx`, `ugo=rw`. */
const EVERYBODY = /^(?:[0-7]?[0-7]{2}[2367]|u?g?[ao][+=]r?w[xX]?)$/;

/** Who may log in, and as what. */
const ACCOUNTS = /^\/etc\/(?:passwd|shadow|group|gshadow|sudoers)$/;
