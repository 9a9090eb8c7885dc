/**
 * Code for a framework's runner or console that deletes all rows of a model: `User.delete_all`.
 *
 * @module
 */
import type { Hit } from '../rule.js';
import { codeOf } from '../shell/code.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { inputOf } from './inputs.js';
import { findSqlLoss } from './sql-loss.js';
import { isIdle, through } from './subcommands.js';

/** `rails runner 'code'`, `manage.py shell -c 'code'`, `artisan tinker --execute='code'`. */
export function runsModelCode(execution: Execution): Hit | undefined {
  const verbs = Object.hasOwn(RUNNERS, execution.name) ? RUNNERS[execution.name] : undefined;
  if (verbs === undefined) return undefined;
  const options = readOptions(execution.args, execution.name === 'mix' ? MIX : GRAMMAR);
  const [verb, ...operands] = options.operands;
  const takes = verbs.get(verb?.text ?? '');
  if (takes === undefined || isIdle(options)) return undefined;
  const given = takes === 'operand' ? operands.slice(0, 1) : options.values('execute');
  const input = given.length === 0 || given[0]?.text === '-' ? inputOf(execution) : undefined;
  return judgeTexts(execution, input === undefined ? given : [input]);
}

/** Code of a general interpreter that holds such a call. */
export function holdsModelCode(execution: Execution): Hit | undefined {
  const code = codeOf(execution)?.code;
  return code === undefined ? undefined : judgeTexts(execution, [code]);
}

function judgeTexts(execution: Execution, texts: readonly Word[]): Hit | undefined {
  for (const word of texts) {
    const text = word.text.slice(0, MAX_TEXT);
    if (LOSSES.some((pattern) => pattern.test(text))) {
      return through(execution, 'sql.delete', 'delete all rows of a table', word);
    }
    for (const [, , statement = ''] of text.matchAll(EXECUTES)) {
      const loss = findSqlLoss(statement, {});
      if (loss !== undefined) return through(execution, loss.rule, loss.does, word);
    }
  }
  return undefined;
}

/** Where the code stands, by program and verb. */
const RUNNERS: { readonly [program: string]: ReadonlyMap<string, 'operand' | 'option'> } =
  /* @__PURE__ */ Object.freeze({
    rails: /* @__PURE__ */ new Map([
      ['runner', 'operand'],
      ['r', 'operand'],
      ['console', 'option'],
      ['c', 'option'],
    ] as const),
    'manage.py': /* @__PURE__ */ new Map([
      ['shell', 'option'],
      ['shell_plus', 'option'],
    ] as const),
    'django-admin': /* @__PURE__ */ new Map([['shell', 'option']] as const),
    artisan: /* @__PURE__ */ new Map([['tinker', 'option']] as const),
    mix: /* @__PURE__ */ new Map([['run', 'option']] as const),
    flask: /* @__PURE__ */ new Map([['shell', 'option']] as const),
  });

const GRAMMAR: Grammar = {
  options: [
    ...['-e --environment=', '-c --command= --execute=', '--execute=', '--eval= --execute='],
    ...['-h --help', '--settings=', '--database=', '-i= --interface=', '--skip-executor'],
  ],
  abbreviations: false,
};

const MIX: Grammar = { options: ['-e= --eval= --execute=', '-r= --require=', '-h --help'] };

/** Calls that take all rows: nothing in front of them, or behind them, picks some. */
const LOSSES: readonly RegExp[] = /* @__PURE__ */ Object.freeze([
  // Ruby: `User.delete_all`, `Shop::Order.all.destroy_all`, `User.find_each(&:destroy)`.
  /(?:^|[^\w.)])[A-Z]\w*(?:::[A-Z]\w*)*(?:\.(?:all|unscoped|unscope\(\)))*\.(?:delete_all|destroy_all)\b(?!\s*\(\s*[^\s)])/,
  /(?:^|[^\w.)])[A-Z]\w*(?:::[A-Z]\w*)*(?:\.(?:all|unscoped))*\.(?:find_each|each|map)\s*\(?\s*&:(?:destroy|delete)!?/,
  /\bconnection\.(?:truncate|drop_table|truncate_tables)\b/,
  // Django: `User.objects.all().delete()`.
  /\.objects(?:\.(?:all|filter|order_by|using)\((?:['"][\w-]*['"])?\))+\.(?:delete|_raw_delete)\(/,
  // Laravel: `User::truncate()`, `DB::table('users')->delete()`.
  /(?:^|[^\w\\])(?:\\?[A-Z]\w*\\)*[A-Z]\w*::(?:query\(\)->|withTrashed\(\)->)?(?:truncate|delete|forceDelete)\(\)/,
  /\bDB::table\([^()]*\)->(?:truncate|delete)\(\)/,
  /\bSchema::drop(?:IfExists|AllTables)?\(/,
  // Ecto: `Repo.delete_all(User)`.
  /\bRepo\.delete_all\(\s*[A-Z][\w.]*\s*[,)]/,
  // SQLAlchemy, Prisma.
  /\bdb\.drop_all\(\)/,
  /\bprisma\.\w+\.deleteMany\(\s*(?:\{\s*\}\s*)?\)/,
]);

/** A statement in a string that is given to a connection. */
const EXECUTES =
  /\b(?:execute|exec_query|statement|unprepared|raw|query!?|\$executeRawUnsafe)\s*\(?\s*(["'`])([^"'`]*)\1/g;

const MAX_TEXT = 16_384;
