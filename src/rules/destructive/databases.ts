/**
 * Commands that drop or empty databases, through their clients and their own tools.
 *
 * @module
 */
import { quote } from '../finding.js';
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { placeKey } from '../shell/place.js';
import { joinWords, type Word } from '../shell/word.js';
import { setOf } from '../tables.js';
import { givesAll } from './listings.js';
import { findMongoLoss } from './mongo.js';
import { SQL_CLIENTS, type SqlClient } from './sql-clients.js';
import { findSqlLoss } from './sql-loss.js';
import { hitOf, isIdle, isOn, rulesOf } from './subcommands.js';

/** A client of a SQL database that would drop, empty or strip a table, or drop more than one. */
export function sqlClient(execution: Execution, context: RuleContext): Hit | undefined {
  if (!Object.hasOwn(SQL_CLIENTS, execution.name)) return undefined;
  for (const client of SQL_CLIENTS[execution.name] ?? []) {
    const hit = judgeClient(client, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** MongoDB's shell, with a script in its arguments or on its input. */
export function mongoShell(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, MONGO);
  if (isIdle(options)) return undefined;
  const given = options.values('eval');
  const input = given.length === 0 && !options.has('file') ? inputOf(execution) : undefined;
  for (const word of input === undefined ? given : [input]) {
    const does = findMongoLoss(word.text);
    if (does !== undefined) return through(execution, 'mongo.drop', does, word);
  }
  return undefined;
}

/** Redis' client: `FLUSHALL`, `FLUSHDB`, and all keys deleted that a scan gives. */
export function redisClient(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, REDIS, true);
  if (isOn(options, 'help') || isOn(options, 'version')) return undefined;
  // `--cluster call host:port command` puts a node in front.
  const words = options.value('cluster')?.text === 'call' ? 1 : 0;
  const [command, ...args] = options.operands.slice(words);
  if (command === undefined) return redisInput(execution);
  const name = command.text.toUpperCase();
  if (FLUSHES.has(name)) return hitOf('redis.flush', `${execution.name} ${name}`, EMPTIES);
  if (RUNS_LUA.has(name) && FLUSHES_IN_LUA.test(args[0]?.text ?? '')) {
    return hitOf('redis.flush', `${execution.name} ${name}`, EMPTIES);
  }
  if (!DELETES_KEYS.has(name) || !args.some((word) => givesAll(word, listsAllKeys)))
    return undefined;
  return hitOf('redis.flush', `${execution.name} ${name}`, 'delete all keys');
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
  if (operands === undefined) return undefined;
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

/** What can be read from a process substitution. */
function contentOf(file: Word): readonly Word[] {
  return file.pieces.flatMap((piece) =>
    piece.kind === 'unknown' && piece.content !== undefined ? [piece.content] : [],
  );
}

/** What the same command text wrote to a file before: `cat > x.sql <<EOF … && psql -f x.sql`. */
function writtenTo(file: Word, execution: Execution, context: RuleContext): readonly Word[] {
  const key = placeKey(file, execution.cwd);
  if (key === undefined) return [];
  return context.run.executions.flatMap((run) => {
    const writes = run.redirects.some(
      (redirect) => redirect.operator.includes('>') && placeKey(redirect.target, run.cwd) === key,
    );
    if (!writes) return [];
    if (PRINTS.has(run.name)) return [joinWords(run.args, ' ', run.span)];
    const input = run.name === 'cat' ? inputOf(run) : undefined;
    return input === undefined ? [] : [input];
  });
}

/** What stands on standard input, when that is known. */
export function inputOf(execution: Execution): Word | undefined {
  const { stdin } = execution;
  if (stdin.kind === 'text') return stdin.text;
  if (stdin.kind === 'file') return contentOf(stdin.path)[0];
  return stdin.kind === 'pipe' ? stdin.text : undefined;
}

function through(execution: Execution, rule: string, does: string, word: Word): Hit {
  const sentence = `${quote(execution.name)} would ${does}.`;
  return { rule, sentence, span: word.span };
}

/** Commands on the input of Redis' client, one a line. */
function redisInput(execution: Execution): Hit | undefined {
  for (const line of inputOf(execution)?.text.split('\n') ?? []) {
    const [name = ''] = line.trim().split(' ');
    if (!FLUSHES.has(name.toUpperCase())) continue;
    return hitOf('redis.flush', `${execution.name} ${name.toUpperCase()}`, EMPTIES);
  }
  return undefined;
}

/** `redis-cli --scan`, `redis-cli KEYS '*'`. */
function listsAllKeys(run: Execution): boolean {
  if (!REDIS_CLIENTS.has(run.name)) return false;
  const options = readOptions(run.args, REDIS, true);
  const [command, pattern] = options.operands;
  if (command === undefined) {
    return options.has('scan') && (options.value('pattern')?.text ?? '*') === '*';
  }
  return command.text.toUpperCase() === 'KEYS' && pattern?.text === '*';
}

const MONGO: Grammar = {
  options: [
    '--eval=',
    '-f --file=',
    '-u --username=',
    '-p --password[=]',
    '--authenticationDatabase=',
    '--authenticationMechanism=',
    '--host=',
    '--port=',
    '--tlsCAFile=',
    '--tlsCertificateKeyFile=',
    '-h --help',
    '--version',
  ],
  abbreviations: false,
};

const REDIS: Grammar = {
  options: [
    '-h --host=',
    '-p --port=',
    '-s --socket=',
    '-a --pass=',
    '-u --uri=',
    '-r --repeat=',
    '-i --interval=',
    '-n --database=',
    '-X --tag=',
    '-d --delimiter=',
    '-D --output-delimiter=',
    '-t --timeout=',
    '--user=',
    '--sni=',
    '--cert=',
    '--key=',
    '--cacert=',
    '--cacertdir=',
    '--pattern=',
    '--quoted-pattern --pattern=',
    '--count=',
    '--cluster=',
    '--scan',
    '-v --version',
    '--help',
  ],
  abbreviations: false,
};

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
    '--if-exists',
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

const REDIS_NAMES = 'redis-cli valkey-cli keydb-cli';
const REDIS_CLIENTS: ReadonlySet<string> = /* @__PURE__ */ setOf(REDIS_NAMES);

const EMPTIES = 'delete all keys';

const FLUSHES: ReadonlySet<string> = /* @__PURE__ */ setOf('FLUSHALL FLUSHDB');
const RUNS_LUA: ReadonlySet<string> = /* @__PURE__ */ setOf('EVAL');
const DELETES_KEYS: ReadonlySet<string> = /* @__PURE__ */ setOf('DEL UNLINK');
const PRINTS: ReadonlySet<string> = /* @__PURE__ */ setOf('echo printf');
const STANDARD_INPUT: ReadonlySet<string> = /* @__PURE__ */ setOf('- /dev/stdin /dev/fd/0');

/** Commands of `mysqladmin` that a name stands behind. */
const TAKES_NAME: ReadonlySet<string> = /* @__PURE__ */ setOf('create password old-password kill');

/** `redis.call('FLUSHALL')`. */
const FLUSHES_IN_LUA = /\bredis\s*\.\s*p?call\s*\(\s*["']flush(?:all|db)["']/i;

/** The rules by program name. */
export const DATABASE_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  ...Object.keys(SQL_CLIENTS).map((programs) => ({ programs, rule: sqlClient })),
  { programs: 'mongosh mongo', rule: mongoShell },
  { programs: REDIS_NAMES, rule: redisClient },
  { programs: 'dropdb pg_dropcluster', rule: dropDatabase },
  { programs: 'mysqladmin mariadb-admin', rule: mysqlAdmin },
]);
