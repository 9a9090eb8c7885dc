/**
 * Package managers as wrappers: `npm exec`, `yarn rimraf`, `pnpm --filter app dlx …`.
 *
 * @module
 */
import { setOf, tableOf } from '../tables.js';
import type { Execution } from './execution.js';
import type { Inner } from './inner.js';
import { readOptions } from './options.js';
import { sliceWord, type Word } from './word.js';

/** `npm exec program`, `yarn run program`, `yarn program`, `pnpm -r exec program`. */
export function unwrapPackageManager({ name, args }: Execution): readonly Inner[] {
  const manager = MANAGERS.get(name);
  if (manager === undefined) return [];
  let rest = args;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const options = readOptions(rest, GRAMMAR, true);
    const [verb, ...behind] = options.operands;
    if (verb === undefined) return [];
    if (SCOPES.has(verb.text)) {
      // `yarn workspace name command` has a name in between.
      rest = verb.text === 'workspace' ? behind.slice(1) : behind;
    } else if (manager.runs.has(verb.text)) return runProgram(behind);
    else if (verb.text === 'explore' && name === 'npm') return inPackage(behind);
    else if (manager.scripts.has(verb.text)) rest = behind;
    else if (!manager.finds || !PACKAGE_PROGRAMS.has(withoutVersion(verb).text)) return [];
    else return [{ kind: 'argv', words: [withoutVersion(verb), ...behind] }];
  }
  return [];
}

/** `rimraf@5` is run as `rimraf`. */
export function withoutVersion(word: Word): Word {
  const at = word.text.lastIndexOf('@');
  return at > 0 && PACKAGE.test(word.text) ? sliceWord(word, 0, at) : word;
}

function runProgram(args: readonly Word[]): readonly Inner[] {
  const options = readOptions(args, GRAMMAR, true);
  const script = options.value('call');
  if (script !== undefined) return [{ kind: 'script', text: script }];
  const [program, ...rest] = options.operands;
  return program === undefined ? [] : [{ kind: 'argv', words: [withoutVersion(program), ...rest] }];
}

/** `npm explore package -- command`, in the directory of the package. */
function inPackage(args: readonly Word[]): readonly Inner[] {
  const words = readOptions(args, GRAMMAR, true).operands.slice(1);
  const command = words[0]?.text === '--' ? words.slice(1) : words;
  return command.length === 0 ? [] : [{ kind: 'argv', words: command }];
}

interface Manager {
  /** Verbs behind which any program stands. */
  readonly runs: ReadonlySet<string>;
  /** Verbs behind which a script of the package stands, or a program of one that it uses. */
  readonly scripts: ReadonlySet<string>;
  /** Whether such a program may stand there without a verb, or behind one for scripts. */
  readonly finds: boolean;
}

const NONE: ReadonlySet<string> = /* @__PURE__ */ new Set();
const RUN: ReadonlySet<string> = /* @__PURE__ */ setOf('run');

const MANAGERS: ReadonlyMap<string, Manager> = /* @__PURE__ */ tableOf<Manager>({
  npm: { runs: /* @__PURE__ */ setOf('exec x'), scripts: NONE, finds: false },
  pnpm: { runs: /* @__PURE__ */ setOf('exec dlx'), scripts: NONE, finds: true },
  yarn: { runs: /* @__PURE__ */ setOf('exec dlx'), scripts: RUN, finds: true },
  yarnpkg: { runs: /* @__PURE__ */ setOf('exec dlx'), scripts: RUN, finds: true },
  bun: { runs: /* @__PURE__ */ setOf('x'), scripts: RUN, finds: true },
});

/** Verbs that only say where the next one applies. */
const SCOPES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'workspace workspaces ws foreach recursive multi m',
);

/**
 * Programs that packages bring along. A script of a project may have any name, so that no other
 * name says what is run.
 */
const PACKAGE_PROGRAMS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'rimraf del del-cli shx trash cross-env cross-env-shell dotenv dotenvx env-cmd concurrently ' +
    'nodemon hyperfine wrangler firebase vercel netlify supabase serverless sls cdk cdktf',
);

const GRAMMAR = {
  options: [
    ...['-p= --package=', '-c= --call=', '-w= --workspace=', '-y --yes', '-F= --filter='],
    ...['-C= --cwd= --prefix= --dir=', '-r --recursive', '-A --all', '-j= --jobs=', '-W'],
    ...['--include=', '--exclude=', '--from=', '--reporter=', '--bun', '-s --silent'],
  ],
  abbreviations: false,
} as const;

/** How many verbs may stand in front of a program. */
const MAX_STEPS = 8;

/** A package name and a version or tag. */
const PACKAGE = /^(?:@[\w.-]+\/)?[\w.-]+@[\w.^~*-]+$/;
