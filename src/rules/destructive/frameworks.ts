/**
 * Commands of web frameworks that drop or empty a database, however their scripts are started.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { readOptions } from '../shell/options.js';
import { sliceWord, textWord, type Word } from '../shell/word.js';
import { mapOf, setOf } from '../tables.js';
import {
  COMMON,
  CONSOLES,
  type Console,
  FRAMEWORK_TOOLS,
  TASK_RUNNERS,
  type TaskRunner,
} from './framework-tools.js';
import { inputOf } from './inputs.js';
import { holdsModelCode, runsModelCode } from './object-mappers.js';
import { findSqlLoss } from './sql-loss.js';
import { hitOf, isIdle, isOn, rulesOf, toolRule } from './subcommands.js';

/** A framework's script given to an interpreter: `python manage.py flush`, `php artisan …`. */
export function frameworkCommand(execution: Execution, context: RuleContext): Hit | undefined {
  const habits = INTERPRETERS.get(withoutVersion(execution.name));
  if (habits === undefined) return undefined;
  const started = scriptOf(execution, habits);
  return started === undefined ? undefined : judge(started, context);
}

/** A framework's tool behind a runner: `yarn prisma migrate reset`, `heroku run rake …`. */
export function runFramework(execution: Execution, context: RuleContext): Hit | undefined {
  const operands = operandsOf(execution);
  let at = 0;
  while (RUNNING.has(operands[at]?.text ?? '')) {
    // `yarn workspace name command` has a name in between.
    at += operands[at]?.text === 'workspace' ? 2 : 1;
  }
  const first = operands[at];
  if (first === undefined || !mayBeTool(first.text)) return undefined;
  const [head, ...tail] = splitWords(first);
  const name = scriptName(head?.text ?? '');
  if (!Object.hasOwn(TOOLS, name) && !INTERPRETERS.has(withoutVersion(name))) return undefined;
  const args = [...tail, ...operands.slice(at + 1)].filter((word) => word.text !== '--');
  return judge({ ...execution, name, args }, context);
}

/** Tools that pass SQL from their input on: `prisma db execute --stdin`, `manage.py dbshell`. */
export function passesSql(execution: Execution): Hit | undefined {
  const passes = execution.args.some((word) => PASSES_SQL.has(word.text));
  const input = passes ? inputOf(execution) : undefined;
  const loss = input === undefined ? undefined : findSqlLoss(input.text, { dollarQuotes: true });
  return loss === undefined ? undefined : hitOf(loss.rule, execution.name, loss.does);
}

/** Applies the rule of a framework's own tool, whatever started it. */
function judge(execution: Execution, context: RuleContext): Hit | undefined {
  const { name } = execution;
  if (Object.hasOwn(TOOLS, name)) return TOOLS[name]?.(execution, context);
  return INTERPRETERS.has(withoutVersion(name)) ? frameworkCommand(execution, context) : undefined;
}

function taskRule(runner: TaskRunner): CommandRule {
  return (execution) => {
    const options = readOptions(execution.args, runner.grammar);
    if (isIdle(options) || runner.idle?.some((name) => options.has(name)) === true) {
      return undefined;
    }
    const tasks = options.operands.map((word) => word.text);
    if (tasks[0] === 'help' || GENERATES.has(tasks[0] ?? '')) return undefined;
    const found = tasks.find((task) => runner.tasks.some((pattern) => matchesTask(pattern, task)));
    if (found === undefined && !undoesAll(tasks, execution)) return undefined;
    return hitOf('database.reset', `${execution.name} ${found ?? 'db:migrate'}`, RESETS);
  };
}

/** `db:drop,`, `:app:flywayClean`, `db:drop[primary]`: as the runners themselves read them. */
function matchesTask(pattern: string, task: string): boolean {
  const [bare = ''] = task.replace(TASK_ENDS, '').split('[');
  if (pattern.endsWith('*')) return bare.startsWith(pattern.slice(0, -1));
  return bare === pattern || (!pattern.includes(':') && bare.endsWith(`:${pattern}`));
}

/** `rails db:migrate VERSION=0` undoes every migration. */
function undoesAll(tasks: readonly string[], execution: Execution): boolean {
  if (!tasks.includes('db:migrate')) return false;
  return (
    tasks.includes('VERSION=0') ||
    execution.settings.some(({ name, value }) => name === 'VERSION' && value.text === '0')
  );
}

function consoleRule(console: Console): CommandRule {
  return (execution) => {
    const options = readOptions(execution.args, console.grammar);
    if (isIdle(options) || console.idle?.some((name) => isOn(options, name)) === true) {
      return undefined;
    }
    if (console.needs !== undefined && !isOn(options, console.needs)) return undefined;
    const given = options.operands[0]?.text ?? '';
    const command = console.commands.find((name) => shortens(given, name));
    if (command === undefined) return undefined;
    return hitOf('database.reset', `${execution.name} ${command}`, RESETS);
  };
}

/** Whether each part of a command's name is a beginning of the full name's part. */
function shortens(given: string, name: string): boolean {
  const parts = given.split(':');
  const full = name.split(':');
  if (parts.length !== full.length) return false;
  return parts.every((part, index) => part !== '' && full[index]?.startsWith(part) === true);
}

/** The script that an interpreter is given, as if it were started by its own name. */
function scriptOf(execution: Execution, habits: Habits): Execution | undefined {
  const { args } = execution;
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text ?? '';
    if (habits.code.has(text)) return undefined;
    const module = text === '-m' && habits.modules;
    if (module || !text.startsWith('-')) {
      const script = module ? args[at + 1] : args[at];
      if (script === undefined) return undefined;
      const rest = args.slice(at + (module ? 2 : 1));
      return { ...execution, name: scriptName(script.text), args: rest };
    }
    if (habits.values.has(text)) at += 1;
  }
  return undefined;
}

/** `rails` for `bin/rails`, `typeorm` for `node_modules/typeorm/cli.js`. */
function scriptName(path: string): string {
  if (PLAIN_NAME.test(path)) return MODULES.get(path) ?? path;
  const parts = path.split('/');
  const base = parts.at(-1) ?? '';
  const name = base.includes('.') ? base.replace(SCRIPT_ENDS, '') : base;
  const packaged = parts.lastIndexOf('node_modules');
  const parent = parts[packaged + 1] ?? '';
  if (packaged >= 0 && !parent.startsWith('.') && !parent.startsWith('@')) return parent;
  return MODULES.get(name) ?? name;
}

/** Most that is run is a script of the project, whose plain name says that it is none of these. */
function mayBeTool(text: string): boolean {
  return !LETTERS.test(text) || TOOL_NAMES.has(text);
}

function operandsOf(execution: Execution): readonly Word[] {
  const { operands } = readOptions(execution.args, RUNNER, true);
  const hasDashes = operands.some((word) => word.text === '--');
  return hasDashes ? operands.filter((word) => word.text !== '--') : operands;
}

/** `heroku run "rails db:drop"`: one word that is several. */
function splitWords(word: Word): readonly Word[] {
  if (!word.text.includes(' ')) return [word];
  const words: Word[] = [];
  let from = 0;
  for (const part of word.text.split(' ')) {
    if (part !== '') words.push(sliceWord(word, from, from + part.length));
    from += part.length + 1;
  }
  return words.length === 0 ? [textWord('', word.span)] : words;
}

function withoutVersion(name: string): string {
  return name.replace(VERSION, '');
}

/** How an interpreter reads what stands before the script. */
interface Habits {
  /** Options that take a value. */
  readonly values: ReadonlySet<string>;
  /** Options behind which code stands instead of a script. */
  readonly code: ReadonlySet<string>;
  /** Whether `-m` names a module. */
  readonly modules: boolean;
}

const PYTHON: Habits = {
  values: /* @__PURE__ */ setOf('-W -X'),
  code: /* @__PURE__ */ setOf('-c'),
  modules: true,
};
const PHP: Habits = {
  values: /* @__PURE__ */ setOf('-d -c -z'),
  code: /* @__PURE__ */ setOf('-r -B -R -E'),
  modules: false,
};
const RUBY: Habits = {
  values: /* @__PURE__ */ setOf('-I -r -C'),
  code: /* @__PURE__ */ setOf('-e'),
  modules: false,
};
const NODE: Habits = {
  values: /* @__PURE__ */ setOf(
    '-r --require --import --loader --experimental-loader --env-file -C -P --project',
  ),
  code: /* @__PURE__ */ setOf('-e --eval -p --print'),
  modules: false,
};

const INTERPRETERS: ReadonlyMap<string, Habits> = /* @__PURE__ */ mapOf([
  [PYTHON, 'python pypy py'],
  [PHP, 'php'],
  [RUBY, 'ruby jruby'],
  [NODE, 'node nodejs ts-node ts-node-esm tsx bun'],
]);

/** Programs that start other programs of a project, by a name that stands behind them. */
const RUNNERS =
  'npm yarn pnpm bun heroku symfony sail lando ddev foreman spring cargo blitz rw redwood railway';

const RUNNING: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'run run-script run:detached exec workspace --',
);

const RUNNER = {
  options: [
    '-F --filter=',
    '-C --dir --cwd=',
    '-w --workspace=',
    '-a --app=',
    '-r --remote=',
    '-s --size=',
    '-e --env=',
  ],
  abbreviations: false,
};

const PASSES_SQL: ReadonlySet<string> = /* @__PURE__ */ setOf('execute dbshell dbconsole db');

/** Words behind which a generator's arguments stand. */
const GENERATES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'generate g new destroy d test runner',
);

/** Modules of Python that are known by another name as programs. */
const MODULES: ReadonlyMap<string, string> = /* @__PURE__ */ mapOf([['django-admin', 'django']]);

const RESETS = 'drop or empty a database';

/** What `mix do` puts between tasks. */
const TASK_ENDS = /,$/;

const LETTERS = /^[a-z]+$/;

/** A name without a directory or an ending. */
const PLAIN_NAME = /^[\w:-]+$/;

const SCRIPT_ENDS = /\.(?:[cm]?[jt]s|rb|php)$/;

/** `python3.12`, `php8.3`. */
const VERSION = /\d[\d.]*$/;

const TOOLS: RuleTable = /* @__PURE__ */ rulesOf([
  ...FRAMEWORK_TOOLS.map(({ programs, rows, grammar = COMMON }) => ({
    programs,
    rule: toolRule({ rule: 'database.reset', rows, grammar }),
  })),
  ...TASK_RUNNERS.map(({ programs, runner }) => ({ programs, rule: taskRule(runner) })),
  ...CONSOLES.map(({ programs, console }) => ({ programs, rule: consoleRule(console) })),
  { programs: 'prisma manage.py django-admin rails', rule: passesSql },
  { programs: 'rails manage.py django-admin artisan mix flask', rule: runsModelCode },
]);

const TOOL_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...Object.keys(TOOLS),
  ...INTERPRETERS.keys(),
  ...MODULES.keys(),
]);

/** Interpreters with the versions that systems install beside each other. */
const INTERPRETER_NAMES =
  'python python2 python2.7 python3 python3.6 python3.7 python3.8 python3.9 python3.10 ' +
  'python3.11 python3.12 python3.13 python3.14 pypy pypy3 py ' +
  'php php7.4 php8.0 php8.1 php8.2 php8.3 php8.4 php8.5 ruby jruby node nodejs ts-node ts-node-esm tsx bun';

/** The rules by program name. */
export const FRAMEWORK_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  ...Object.entries(TOOLS).map(([programs, rule]) => ({ programs, rule })),
  { programs: INTERPRETER_NAMES, rule: frameworkCommand },
  { programs: INTERPRETER_NAMES, rule: holdsModelCode },
  { programs: RUNNERS, rule: runFramework },
]);
