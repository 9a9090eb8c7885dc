/**
 * The tools of web frameworks that drop, wipe or rebuild a database, as tables.
 *
 * @module
 */
import type { Grammar } from '../shell/options.js';
import type { Subcommand } from './subcommands.js';

/** A tool with subcommands. */
export interface FrameworkTool {
  readonly programs: string;
  readonly rows: readonly Subcommand[];
  /** How it reads its arguments, when not as {@link COMMON} says. */
  readonly grammar?: Grammar;
}

/** A runner of tasks, any of its operands may be one: `rake db:drop db:create`. */
export interface TaskRunner {
  readonly grammar: Grammar;
  /** The tasks that lose data; a `*` at the end stands for any ending. */
  readonly tasks: readonly string[];
  /** Options with which no task runs, besides `help`, `version` and `dry-run`. */
  readonly idle?: readonly string[];
}

/** A console whose commands may be shortened part by part: `migrate:fresh`, `m:f`. */
export interface Console {
  readonly grammar: Grammar;
  readonly commands: readonly string[];
  /** An option without which the commands only say what they would do. */
  readonly needs?: string;
  readonly idle?: readonly string[];
}

const RESET = 'drop or empty a database';

/** What most of these tools take, besides their own. */
export const COMMON: Grammar = {
  options: [
    '-h --help',
    '--version',
    '--dry-run',
    '--schema=',
    '--config=',
    '-c --config=',
    '-d --dataSource=',
    '-u --url=',
    '-e --env=',
    '--env-file=',
    '-s --seed=',
    '-D --database-url=',
    '--database=',
    '--settings=',
    '--pythonpath=',
    '-f --force',
    '-r --run',
    '--all',
    '--accept-data-loss',
    '--force-reset',
    '--reset-db',
  ],
  abbreviations: false,
};

/** Tools with subcommands. */
export const FRAMEWORK_TOOLS: readonly FrameworkTool[] = /* @__PURE__ */ Object.freeze([
  {
    programs: 'prisma',
    rows: [
      { words: 'migrate reset', does: 'drop a database and make it anew' },
      {
        words: 'db push',
        needs: ['force-reset', 'accept-data-loss'],
        does: 'change a database and accept the loss of data',
      },
    ],
  },
  {
    programs: 'drizzle-kit drizzle',
    rows: [
      {
        words: 'push|push:*',
        needs: ['force'],
        does: 'change a database and accept the loss of data',
      },
    ],
  },
  {
    programs: 'sequelize sequelize-cli',
    rows: [{ words: 'db:drop|db:migrate:undo:all', does: RESET }],
  },
  {
    programs: 'typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm',
    rows: [{ words: 'schema:drop', does: RESET }],
  },
  {
    programs: 'knex',
    rows: [{ words: 'migrate:rollback', needs: ['all'], does: RESET }],
  },
  {
    programs: 'mikro-orm mikro-orm-esm',
    rows: [
      { words: 'schema:drop|schema:fresh', needs: ['run'], does: RESET },
      { words: 'migration:fresh', does: RESET },
    ],
  },
  {
    programs: 'payload',
    rows: [{ words: 'migrate:fresh|migrate:reset|migrate:refresh', does: RESET }],
  },
  { programs: 'keystone', rows: [{ words: 'dev', needs: ['reset-db'], does: RESET }] },
  {
    programs: 'ace',
    rows: [
      { words: 'migration:fresh|migration:reset|migration:refresh', does: RESET },
      { words: 'db:wipe|db:truncate', does: RESET },
    ],
  },
  {
    programs: 'manage.py django-admin django-admin.py',
    rows: [
      { words: 'flush|reset_db|reset_schema', does: RESET },
      {
        words: 'migrate',
        unless: ['plan', 'fake', 'check'],
        operand: 'zero',
        does: 'undo all migrations of an application',
      },
    ],
    grammar: {
      options: [...COMMON.options, '-v --verbosity=', '--plan', '--fake', '--check'],
    },
  },
  {
    programs: 'alembic',
    rows: [{ words: 'downgrade', unless: ['sql'], operand: 'base', does: 'undo all migrations' }],
    grammar: { options: ['-c --config=', '-n --name=', '-x=', '--tag=', '--sql', '-h --help'] },
  },
  {
    programs: 'flask',
    rows: [
      {
        words: 'db downgrade',
        unless: ['sql'],
        operand: 'base',
        does: 'undo all migrations',
      },
    ],
    grammar: { options: ['-A --app=', '-e --env-file=', '-d --directory=', '--sql', '--help'] },
  },
  {
    programs: 'dotnet',
    rows: [
      { words: 'ef database drop', does: RESET },
      { words: 'ef database update', operand: '0', does: 'undo all migrations' },
    ],
    grammar: {
      options: [
        '-p --project=',
        '-s --startup-project=',
        '-c --context=',
        '--framework=',
        '--configuration=',
        '--runtime=',
        '--connection=',
        '--dry-run',
        '-h --help',
      ],
    },
  },
  {
    programs: 'dotnet-ef',
    rows: [
      { words: 'database drop', does: RESET },
      { words: 'database update', operand: '0', does: 'undo all migrations' },
    ],
  },
  { programs: 'diesel', rows: [{ words: 'database reset|drop', does: RESET }] },
  { programs: 'sqlx', rows: [{ words: 'database|db drop|reset', does: RESET }] },
  {
    programs: 'sea-orm-cli',
    rows: [{ words: 'migrate fresh|reset|refresh', does: RESET }],
  },
  { programs: 'dbmate', rows: [{ words: 'drop', does: RESET }] },
  { programs: 'atlas', rows: [{ words: 'schema clean', does: RESET }] },
  { programs: 'soda', rows: [{ words: 'drop|reset', does: RESET }] },
  { programs: 'buffalo', rows: [{ words: 'pop|db drop|reset', does: RESET }] },
  { programs: 'hanami', rows: [{ words: 'db drop', does: RESET }] },
  { programs: 'goose', rows: [{ words: '** reset', does: 'undo all migrations' }] },
  {
    programs: 'migrate',
    rows: [
      { words: 'drop', does: 'drop everything in a database' },
      { words: 'down', when: (call) => call.operands.length === 0, does: 'undo all migrations' },
    ],
    grammar: {
      options: ['-path=', '-database=', '-source=', '-lock-timeout=', '-prefetch=', '-help'],
      singleDashLong: true,
    },
  },
  {
    programs: 'hasura',
    rows: [
      {
        words: 'migrate apply',
        when: (call) => call.options.value('down')?.text === 'all',
        does: 'undo all migrations',
      },
    ],
    grammar: {
      options: ['--down=', '--up=', '--database-name=', '--endpoint=', '--dry-run', '-h --help'],
    },
  },
  {
    programs: 'phinx',
    rows: [
      {
        words: 'rollback',
        when: (call) => call.options.value('target')?.text === '0',
        does: 'undo all migrations',
      },
    ],
    grammar: {
      options: ['-t --target=', '-e --environment=', '-c --configuration=', '-x --dry-run'],
    },
  },
  {
    programs: 'wp',
    rows: [
      { words: 'db reset|drop|clean', does: RESET },
      { words: 'site empty', does: 'delete all content of a site' },
    ],
  },
  {
    programs: 'drush',
    rows: [{ words: 'sql-drop|sql:drop|sql-create|sql:create', does: RESET }],
  },
]);

/** Runners of tasks, by the names of their programs. */
export const TASK_RUNNERS: readonly { readonly programs: string; readonly runner: TaskRunner }[] =
  /* @__PURE__ */ Object.freeze([
    {
      programs: 'rails rake',
      runner: {
        grammar: {
          options: [
            '-f --rakefile=',
            '-I --libdir=',
            '-r --require=',
            '-R --rakelibdir=',
            '-e --environment=',
            '-j --jobs[=]',
            '-C --directory=',
            '-T --tasks[=]',
            '-D --describe[=]',
            '-W --where[=]',
            '-P --prereqs',
            '-n --dry-run',
            '-V --version',
            '-h -H --help',
          ],
        },
        tasks: [
          ...['db:drop', 'db:drop:*', 'db:reset', 'db:reset:*', 'db:purge', 'db:purge:*'],
          ...['db:migrate:reset', 'db:migrate:reset:*', 'db:truncate_all', 'db:seed:replant'],
        ],
        idle: ['tasks', 'describe', 'where', 'prereqs'],
      },
    },
    {
      programs: 'mix',
      runner: {
        grammar: { options: ['-r --repo=', '--force', '-h --help', '--version'] },
        tasks: ['ecto.drop', 'ecto.reset', 'ash.reset', 'ash_postgres.drop', 'event_store.drop'],
      },
    },
    {
      programs: 'lucky',
      runner: { grammar: { options: ['-h --help'] }, tasks: ['db.drop', 'db.reset'] },
    },
    {
      programs: 'flyway',
      runner: {
        grammar: {
          options: ['-h -help', '-v -version'],
          singleDashLong: true,
          abbreviations: false,
        },
        tasks: ['clean'],
      },
    },
    {
      programs: 'liquibase',
      runner: {
        grammar: { options: ['-h --help', '-v --version'], abbreviations: false },
        tasks: ['drop-all', 'dropAll'],
      },
    },
    {
      programs: 'mvn mvnw mvnd gradle gradlew',
      runner: {
        grammar: { options: ['-h --help', '-m --dry-run'], abbreviations: false },
        tasks: ['flyway:clean', 'liquibase:dropAll', 'flywayClean', 'dropAll'],
      },
    },
  ]);

const SYMFONY_OPTIONS: readonly string[] = [
  '-e --env=',
  '--em=',
  '--connection=',
  '--database=',
  '--path=',
  '-f --force',
  '--pretend',
  '--dry-run',
  '-h --help',
  '-V --version',
];

/** Consoles, by the names of their scripts. */
export const CONSOLES: readonly { readonly programs: string; readonly console: Console }[] =
  /* @__PURE__ */ Object.freeze([
    {
      programs: 'artisan',
      console: {
        grammar: { options: SYMFONY_OPTIONS },
        commands: [
          ...['migrate:fresh', 'migrate:reset', 'migrate:refresh', 'db:wipe', 'october:fresh'],
          ...['tenants:migrate-fresh', 'module:migrate-fresh', 'module:migrate-reset'],
          ...['doctrine:schema:drop', 'doctrine:migrations:reset'],
        ],
        idle: ['pretend'],
      },
    },
    {
      programs: 'console doctrine',
      console: {
        grammar: { options: SYMFONY_OPTIONS },
        commands: [
          ...['doctrine:database:drop', 'doctrine:schema:drop', 'orm:schema-tool:drop'],
          'doctrine:mongodb:schema:drop',
        ],
        // Without it they ask for it, and do nothing.
        needs: 'force',
      },
    },
    {
      programs: 'magento',
      console: { grammar: { options: SYMFONY_OPTIONS }, commands: ['setup:uninstall'] },
    },
  ]);
