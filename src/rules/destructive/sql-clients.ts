/**
 * Clients of SQL databases: where each takes its SQL from, one row each.
 *
 * @module
 */
import type { Grammar } from '../shell/options.js';
import type { SqlDialect } from './sql.js';

/** A client: how it reads its arguments, and which of them are SQL. */
export interface SqlClient {
  readonly grammar: Grammar;
  readonly dialect: SqlDialect;
  /** Options whose value is SQL. */
  readonly sql: readonly string[];
  /** Options whose value is a file of SQL; `-` and a process substitution are read. */
  readonly files?: readonly string[];
  /** From which operand on the operands are SQL. */
  readonly operandsFrom?: number;
  /** Words in front of the client's own arguments: `cockroach sql`. */
  readonly subcommand?: readonly string[];
  /** Options with which nothing is changed, besides `help`, `version` and `dry-run`. */
  readonly idle?: readonly string[];
}

const POSTGRES: SqlDialect = { dollarQuotes: true, rollsBackDefinitions: true };
const MYSQL: SqlDialect = { backslashes: true };
const SQLITE: SqlDialect = { dotCommands: true, rollsBackDefinitions: true };
const TRANSACT: SqlDialect = { brackets: true, rollsBackDefinitions: true };
const PLAIN: SqlDialect = {};

const PSQL: SqlClient = {
  dialect: POSTGRES,
  sql: ['command'],
  files: ['file'],
  grammar: {
    options: [
      '-c --command=',
      '-f --file=',
      '-d --dbname=',
      '-h --host=',
      '-p --port=',
      '-U --username=',
      '-v --set --variable=',
      '-P --pset=',
      '-F --field-separator=',
      '-R --record-separator=',
      '-T --table-attr=',
      '-o --output=',
      '-L --log-file=',
      '-l --list',
      '-V --version',
      '-? --help[=]',
    ],
  },
  idle: ['list'],
};

const MYSQL_CLIENT: SqlClient = {
  dialect: MYSQL,
  sql: ['execute', 'init-command'],
  grammar: {
    options: [
      '-e --execute=',
      '--init-command=',
      '-u --user=',
      '-p --password[=]',
      '-h --host=',
      '-P --port=',
      '-D --database=',
      '-S --socket=',
      '--protocol=',
      '--default-character-set=',
      '--defaults-file=',
      '--defaults-extra-file=',
      '--defaults-group-suffix=',
      '--login-path=',
      '--delimiter=',
      '--ssl-ca=',
      '--ssl-mode=',
      '--tee=',
      '--prompt=',
      '--pager[=]',
      '-V --version',
      '-? -I --help',
    ],
  },
};

const SQLITE_CLIENT: SqlClient = {
  dialect: SQLITE,
  sql: ['cmd'],
  files: ['init'],
  operandsFrom: 1,
  grammar: {
    options: [
      '-cmd=',
      '-init=',
      '-separator=',
      '-newline=',
      '-nullvalue=',
      '-mmap=',
      '-maxsize=',
      '-vfs=',
      '-heap=',
      '-readonly',
      '-version',
      '-help',
    ],
    singleDashLong: true,
  },
  idle: ['readonly'],
};

const DUCKDB: SqlClient = {
  ...SQLITE_CLIENT,
  sql: ['cmd', 'c', 's'],
  files: ['init', 'f'],
  grammar: {
    options: [...SQLITE_CLIENT.grammar.options, '-c=', '-s=', '-f=', '-storage-version='],
    singleDashLong: true,
  },
};

const SQLCMD: SqlClient = {
  dialect: TRANSACT,
  sql: ['query', 'initial-query'],
  files: ['input-file'],
  grammar: {
    options: [
      '-Q --query=',
      '-q --initial-query=',
      '-i --input-file=',
      '-S --server=',
      '-U --user-name=',
      '-P --password=',
      '-d --database-name=',
      '-o --output-file=',
      '-v --variables=',
      '-s --column-separator=',
      '-w --screen-width=',
      '-h --headers=',
      '-t --query-timeout=',
      '-l --login-timeout=',
      '-a --packet-size=',
      '-H --workstation-name=',
      '-? --help',
      '--version',
    ],
  },
};

const CLICKHOUSE: SqlClient = {
  dialect: MYSQL,
  sql: ['query'],
  files: ['queries-file'],
  grammar: {
    options: [
      '-q --query=',
      '--queries-file=',
      '-h --host=',
      '--port=',
      '-u --user=',
      '--password=',
      '-d --database=',
      '-f --format=',
      '-c --config-file=',
      '-C --config=',
      '-V --version',
      '--help',
    ],
  },
};

/** Clients that take a statement with `-e`, and otherwise read their input. */
const EXECUTE: SqlClient = {
  dialect: PLAIN,
  sql: ['execute'],
  files: ['file'],
  grammar: {
    options: [
      '-e --execute=',
      '-f --file=',
      '-u --username --user=',
      '-p --password=',
      '-k --keyspace=',
      '-h --host=',
      '--url=',
      '-d --database=',
      '--catalog=',
      '--schema=',
      '--server=',
      '--format=',
      '--request-timeout=',
      '--connect-timeout=',
      '--version',
      '--help',
    ],
  },
};

/** Influx's old shell spells its options with one dash. */
const INFLUX_SHELL: SqlClient = {
  dialect: PLAIN,
  sql: ['execute'],
  grammar: {
    options: ['-execute=', '-database=', '-host=', '-port=', '-username=', '-password=', '-help'],
    singleDashLong: true,
  },
};

/** Clients that take a statement with `-q` or `--query`. */
const QUERY: SqlClient = {
  dialect: PLAIN,
  sql: ['query'],
  files: ['filename'],
  grammar: {
    options: [
      '-q --query=',
      '-f --filename=',
      '-i --impalad=',
      '-a --accountname=',
      '-u --username=',
      '-d --dbname=',
      '-s --schemaname=',
      '-r --rolename=',
      '-w --warehouse=',
      '-o --options=',
      '-c --connection=',
      '--help',
      '--version',
    ],
  },
};

const BIGQUERY: SqlClient = {
  dialect: MYSQL,
  sql: [],
  operandsFrom: 0,
  subcommand: ['query'],
  idle: ['dry_run'],
  grammar: {
    options: [
      '--project_id=',
      '--location=',
      '--format=',
      '--dataset_id=',
      '--destination_table=',
      '--parameter=',
      '--max_rows -n=',
      '--use_legacy_sql[=]',
      '--dry_run',
      '--help',
    ],
  },
};

/** The clients by program name. */
export const SQL_CLIENTS: { readonly [program: string]: readonly SqlClient[] } =
  /* @__PURE__ */ Object.freeze({
    psql: [PSQL],
    ysqlsh: [PSQL],
    pgcli: [PSQL],
    vsql: [PSQL],
    usql: [PSQL],
    gsql: [PSQL],
    mysql: [MYSQL_CLIENT],
    mariadb: [MYSQL_CLIENT],
    mycli: [MYSQL_CLIENT],
    mysqlsh: [MYSQL_CLIENT],
    sqlite3: [SQLITE_CLIENT],
    sqlite: [SQLITE_CLIENT],
    sqlcipher: [SQLITE_CLIENT],
    litecli: [SQLITE_CLIENT],
    duckdb: [DUCKDB],
    sqlcmd: [SQLCMD],
    osql: [SQLCMD],
    tsql: [SQLCMD],
    'clickhouse-client': [CLICKHOUSE],
    'clickhouse-local': [CLICKHOUSE],
    clickhouse: [
      { ...CLICKHOUSE, subcommand: ['client'] },
      { ...CLICKHOUSE, subcommand: ['local'] },
    ],
    cqlsh: [EXECUTE],
    trino: [EXECUTE],
    presto: [EXECUTE],
    'presto-cli': [EXECUTE],
    beeline: [EXECUTE],
    hive: [EXECUTE],
    'spark-sql': [EXECUTE],
    cockroach: [{ ...EXECUTE, dialect: POSTGRES, subcommand: ['sql'] }],
    influx: [INFLUX_SHELL],
    'impala-shell': [QUERY],
    snowsql: [QUERY],
    snow: [{ ...QUERY, subcommand: ['sql'] }],
    sqlplus: [{ dialect: PLAIN, sql: [], grammar: { options: ['-M=', '-C='] } }],
    isql: [{ dialect: PLAIN, sql: [], grammar: { options: ['-d=', '-m=', '-x='] } }],
    bq: [BIGQUERY],
    turso: [
      {
        dialect: SQLITE,
        sql: [],
        operandsFrom: 1,
        subcommand: ['db', 'shell'],
        grammar: { options: ['--proxy=', '--instance=', '--location=', '-h --help'] },
      },
    ],
    wrangler: [
      {
        dialect: SQLITE,
        sql: ['command'],
        files: ['file'],
        subcommand: ['d1', 'execute'],
        grammar: {
          options: ['--command=', '--file=', '-c --config=', '-e --env=', '-h --help', '--version'],
        },
      },
    ],
    aws: [
      {
        dialect: POSTGRES,
        sql: ['sql', 'sqls', 'query-string'],
        subcommand: ['rds-data|redshift-data|athena', '*'],
        grammar: {
          options: [
            '--sql=',
            '--query-string=',
            '--profile=',
            '--region=',
            '--output=',
            '--query=',
          ],
        },
      },
    ],
    heroku: [
      {
        dialect: POSTGRES,
        sql: ['command'],
        files: ['file'],
        subcommand: ['pg:psql|pg:ps'],
        grammar: {
          options: ['-c --command=', '-f --file=', '-a --app=', '-r --remote=', '-h --help'],
        },
      },
    ],
    wp: [
      {
        dialect: MYSQL,
        sql: ['execute'],
        operandsFrom: 0,
        subcommand: ['db', 'query|cli'],
        grammar: { options: ['-e --execute=', '--path[=]', '--ssh[=]', '--help'] },
      },
    ],
    drush: [
      {
        dialect: MYSQL,
        sql: [],
        operandsFrom: 0,
        subcommand: ['sql-query|sql:query|sqlq|sql-cli|sql:cli|sqlc'],
        grammar: { options: ['-r --root=', '-l --uri=', '--database=', '-h --help'] },
      },
    ],
  });
