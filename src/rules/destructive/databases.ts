/**
 * Commands that drop or empty databases, through their clients and their own tools.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { setOf } from '../tables.js';
import { cypherShell } from './graphs.js';
import { contentOf, inputOf, writtenTo } from './inputs.js';
import { mongoShell } from './mongo.js';
import { REDIS_NAMES, redisClient } from './redis.js';
import { SQL_CLIENTS, type SqlClient } from './sql-clients.js';
import { findSqlLoss } from './sql-loss.js';
import { hitOf, isIdle, isOn, rulesOf, through } from './subcommands.js';

/** A client of a SQL database that would drop, empty or strip a table, or drop more than one. */
export function sqlClient(execution: Execution, context: RuleContext): Hit | undefined {
  if (!Object.hasOwn(SQL_CLIENTS, execution.name)) return undefined;
  for (const client of SQL_CLIENTS[execution.name] ?? []) {
    const hit = judgeClient(client, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `dropdb name`. */
export function dropDatabase(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, DROPDB);
  if (isIdle(options) || options.operands.length === 0) return undefined;
  return hitOf('sql.drop', execution.name, 'drop a database');
}

/** `mysqladmin drop name`, among other commands on one line. */
export function mysqlAdmin(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, MYSQLADMIN);
  if (isIdle(options)) return undefined;
  const words = options.operands.map((word) => word.text);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === 'drop') return hitOf('sql.drop', `${execution.name} drop`, 'drop a database');
    if (TAKES_NAME.has(word)) at += 1;
  }
  return undefined;
}

/** `pg_restore --clean`, `mongorestore --drop`: what is there goes before what was saved comes. */
export function restoresOver(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, RESTORE);
  if (isIdle(options) || options.has('list')) return undefined;
  const drops = options.has('drop') || (options.has('clean') && options.has('dbname'));
  return drops ? hitOf('sql.drop', execution.name, 'drop what it restores anew') : undefined;
}

function judgeClient(
  client: SqlClient,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const options = readOptions(execution.args, client.grammar);
  if (isIdle(options) || client.idle?.some((name) => isOn(options, name)) === true) {
    return undefined;
  }
  const operands = behind(client.subcommand ?? [], options.operands);
  if (operands === undefined || operands[0]?.text === ':memory:') return undefined;
  for (const word of textsOf(client, options, operands, execution, context)) {
    const loss = findSqlLoss(word.text, client.dialect);
    if (loss !== undefined) return through(execution, loss.rule, loss.does, word);
  }
  return undefined;
}

/** The texts of SQL that a client is given: in options and operands, else on its input. */
function textsOf(
  client: SqlClient,
  options: Options,
  operands: readonly Word[],
  execution: Execution,
  context: RuleContext,
): readonly Word[] {
  const texts = client.sql.flatMap((name) => options.values(name));
  if (client.operandsFrom !== undefined) texts.push(...operands.slice(client.operandsFrom));
  const files = (client.files ?? []).flatMap((name) => options.values(name));
  texts.push(...files.flatMap(contentOf));
  texts.push(...files.flatMap((file) => writtenTo(file, execution, context)));
  const input = inputOf(execution);
  const reads = files.some((file) => STANDARD_INPUT.has(file.text));
  // A client that is given a statement does not read its input.
  if (input !== undefined && (reads || (texts.length === 0 && files.length === 0))) {
    texts.push(input);
  }
  return texts;
}

/** The operands behind a client's subcommand, or nothing when it is another one. */
function behind(
  subcommand: readonly string[],
  operands: readonly Word[],
): readonly Word[] | undefined {
  for (const [index, names] of subcommand.entries()) {
    const word = operands[index]?.text;
    if (word === undefined || (names !== '*' && !names.split('|').includes(word))) return undefined;
  }
  return operands.slice(subcommand.length);
}

const DROPDB: Grammar = {
  options: [
    '-h --host=',
    '-p --port=',
    '-U --username=',
    '--maintenance-db=',
    '-e --echo',
    '-f --force',
    '-i --interactive',
    '-V --version',
    '-? --help',
  ],
};

const RESTORE: Grammar = {
  options: [
    '-c --clean',
    '-d --db= --dbname=',
    '-C --create',
    '-l --list',
    '-f --file=',
    '-F --format=',
    '-h --host=',
    '-p --port=',
    '-U --username=',
    '-j --jobs=',
    '-n --schema=',
    '-t --table=',
    '-L --use-list=',
    '--uri=',
    '--drop',
    '--nsInclude=',
    '--archive[=]',
    '--dryRun --dry-run',
    '-? --help',
    '-V --version',
  ],
};

const MYSQLADMIN: Grammar = {
  options: [
    '-u --user=',
    '-p --password[=]',
    '-h --host=',
    '-P --port=',
    '-S --socket=',
    '-c --count=',
    '-i --sleep=',
    '-w --wait[=]',
    '--protocol=',
    '--defaults-file=',
    '--login-path=',
    '-f --force',
    '-V --version',
    '-? --help',
  ],
};

const STANDARD_INPUT: ReadonlySet<string> = /* @__PURE__ */ setOf('- /dev/stdin /dev/fd/0');

/** Commands of `mysqladmin` that a name stands behind. */
const TAKES_NAME: ReadonlySet<string> = /* @__PURE__ */ setOf('create password old-password kill');

/** The rules by program name. */
export const DATABASE_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  ...Object.keys(SQL_CLIENTS).map((programs) => ({ programs, rule: sqlClient })),
  { programs: 'mongosh mongo', rule: mongoShell },
  { programs: 'cypher-shell', rule: cypherShell },
  { programs: REDIS_NAMES, rule: redisClient },
  { programs: 'dropdb pg_dropcluster', rule: dropDatabase },
  { programs: 'pg_restore mongorestore', rule: restoresOver },
  { programs: 'mysqladmin mariadb-admin', rule: mysqlAdmin },
]);
