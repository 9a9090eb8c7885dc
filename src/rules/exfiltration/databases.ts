/**
 * Clients of databases on other hosts that are fed local data: a dump, the output of another one.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Options, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { inputOf, isFileOfData, stdinOf } from './data.js';
import { DATABASE } from './grammars.js';
import { describeHost, isLocalHost, readAddress } from './target.js';

/** `psql -h host < dump.sql`, `pg_dump db | psql -h host`. A script of statements is no data. */
export function feedsDatabase(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, DATABASE);
  const host = hostOf(options, execution);
  if (host === undefined || isLocalHost(host)) return undefined;
  const files = options.values('file').filter((word) => word.text !== '-');
  const fed = files.some((word) => isDump(word, context)) || takesInput(execution, context);
  return fed ? restored(host) : undefined;
}

/** `pg_restore -h host dump`, `mongorestore --host host dir`: what they read is data as such. */
export function restores(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, DATABASE);
  const host = hostOf(options, execution);
  if (host === undefined || isLocalHost(host) || options.has('list')) return undefined;
  const given = options.operands.some((word) => !URL.test(word.text)) || MONGO.test(execution.name);
  return given || inputOf(execution, context) !== 'none' ? restored(host) : undefined;
}

/** The rules of clients of databases. */
export const DATABASES: RuleTable = /* @__PURE__ */ Object.freeze({
  psql: feedsDatabase,
  mysql: feedsDatabase,
  mariadb: feedsDatabase,
  mongosh: feedsDatabase,
  sqlcmd: feedsDatabase,
  'clickhouse-client': feedsDatabase,
  cqlsh: feedsDatabase,
  pg_restore: restores,
  mongorestore: restores,
  mongoimport: restores,
  mysqlimport: restores,
});

/** A host in an option, in a variable or in a URL. */
function hostOf(options: Options, { settings }: Execution): string | undefined {
  const option = options.value('host');
  if (option !== undefined) return option.text.startsWith('/') ? undefined : option.text;
  const places = [...options.operands, ...options.values('dbname'), ...options.values('uri')];
  const url = places.find((word) => URL.test(word.text));
  if (url !== undefined) {
    const { host } = readAddress(url.text);
    return host === '' ? undefined : host;
  }
  const listed = places.flatMap((word) => CONNECTION.exec(word.text)?.[1] ?? [])[0];
  if (listed !== undefined) return listed;
  return settings.find(({ name }) => name === 'PGHOST' || name === 'MYSQL_HOST')?.value.text;
}

function takesInput(execution: Execution, context: RuleContext): boolean {
  const stdin = stdinOf(execution);
  if (stdin.kind === 'file') return isDump(stdin.path, context);
  if (inputOf(execution, context) === 'none') return false;
  if (stdin.kind !== 'pipe') return true;
  // `cat schema.sql | psql` hands a script over.
  const names = stdin.from.flatMap((run) => run.args).filter((word) => FILE.test(word.text));
  return names.length === 0 || names.some((word) => !SCRIPT.test(word.text));
}

function isDump(file: Word, context: RuleContext): boolean {
  return isFileOfData(file, context) && !SCRIPT.test(file.text);
}

function restored(host: string): Hit {
  return { rule: 'socket.connect', sentence: `It sends local data to ${describeHost(host)}.` };
}

const URL = /^[a-z][a-z0-9+]*:\/\//i;
/** `host=name` among the settings of a connection. */
const CONNECTION = /(?:^|\s)host=([^\s/']+)/;
const MONGO = /^mongo/;
const FILE = /\.\w+$/;

/** Files that say what to do, by what they are usually called. */
const SCRIPT =
  /(?:^|[/_.-])(?:migrations?|schemas?|init|seeds?|setup|create|tables?|ddl|fixtures?|quer(?:y|ies)|scripts?|sql|views?|functions?|grants?|roles?|up|down|test(?:s|data)?|alter|update|upgrade|patch|report|analytics)(?:[/_.-]|\.(?:sql|js|cql))|(?:^|\/)V?\d[\w.-]*\.sql$/i;
