import { DATABASE_RULES } from '../../../src/rules/destructive/databases.js';
import { FRAMEWORK_RULES } from '../../../src/rules/destructive/frameworks.js';
import { type CommandRow, checkCommands } from './command-rows.js';

const PRISMA: readonly CommandRow[] = [
  ['by npx', 'database.reset', 'npx prisma migrate reset --force'],
  ['by its own name', 'database.reset', './node_modules/.bin/prisma migrate reset'],
  ['by node', 'database.reset', 'node node_modules/.bin/prisma migrate reset'],
  ['by its module', 'database.reset', 'node node_modules/prisma/build/index.js migrate reset'],
  ['by yarn', 'database.reset', 'yarn prisma migrate reset --force'],
  ['by yarn in a workspace', 'database.reset', 'yarn workspace db prisma migrate reset'],
  ['by pnpm', 'database.reset', 'pnpm --filter db prisma migrate reset'],
  ['by a script of the same name', 'database.reset', 'npm run prisma -- migrate reset'],
  ['with a version', 'database.reset', 'npx prisma@5 migrate reset'],
  ['with a setting', 'database.reset', 'DATABASE_URL=x npx prisma migrate reset'],
  ['a push that accepts losses', 'database.reset', 'npx prisma db push --accept-data-loss'],
  ['a push that resets', 'database.reset', 'npx prisma db push --force-reset'],
  ['SQL on the input', 'sql.drop', "npx prisma db execute --stdin <<< 'DROP TABLE x'"],
  ['a push', undefined, 'npx prisma db push'],
  ['a deployment', undefined, 'npx prisma migrate deploy'],
  ['an option turned off', undefined, 'npx prisma db push --accept-data-loss=false'],
  ['help', undefined, 'npx prisma migrate reset --help'],
  ['another script', undefined, 'node server.js migrate reset'],
  ['code', undefined, `node -e 'console.log("prisma migrate reset")'`],
];

const RUBY: readonly CommandRow[] = [
  ['a task', 'database.reset', 'bin/rails db:drop'],
  ['a task among others', 'database.reset', 'rails db:create db:drop db:migrate'],
  ['by bundler', 'database.reset', 'RAILS_ENV=production bundle exec rake db:reset'],
  ['all databases', 'database.reset', 'rails db:drop:all'],
  ['by ruby', 'database.reset', 'ruby bin/rails db:purge'],
  ['by ruby, searched', 'database.reset', 'ruby -S rake db:drop'],
  ['on a platform', 'database.reset', 'heroku run rails db:reset -a app'],
  ['on a platform, as one word', 'database.reset', 'heroku run "rake db:drop" -a app'],
  ['in a container', 'database.reset', 'docker compose run --rm web bin/rails db:reset'],
  ['back to no migration', 'database.reset', 'rails db:migrate VERSION=0'],
  ['back to none, as a setting', 'database.reset', 'VERSION=0 rails db:migrate'],
  ['a migration', undefined, 'bin/rails db:migrate'],
  ['back to a version', undefined, 'rails db:migrate VERSION=20240101'],
  ['one step back', undefined, 'rails db:rollback'],
  ['a schema on an empty database', undefined, 'bin/rails db:create db:schema:load'],
  ['a description', undefined, 'rake -T db:drop'],
  ['a dry run', undefined, 'rake -n db:drop'],
  ['a generator', undefined, 'rails generate task db:drop'],
];

const PYTHON: readonly CommandRow[] = [
  ['flush', 'database.reset', 'python manage.py flush --no-input'],
  ['a version and options', 'database.reset', 'python3.11 -W ignore manage.py reset_db'],
  ['by its own name', 'database.reset', './manage.py flush'],
  ['by the global name', 'database.reset', 'django-admin flush --settings=a.b'],
  ['as a module', 'database.reset', 'python -m django flush'],
  ['by a runner', 'database.reset', 'uv run python manage.py flush'],
  ['an application undone', 'database.reset', 'python manage.py migrate app zero'],
  ['SQL on the input', 'sql.drop', "python manage.py dbshell <<< 'DROP TABLE x;'"],
  ['a plan', undefined, 'python manage.py migrate app zero --plan'],
  ['only recorded', undefined, 'python manage.py migrate app zero --fake'],
  ['a migration', undefined, 'python manage.py migrate'],
  ['SQL that is shown', undefined, 'python manage.py sqlflush'],
  ['help', undefined, 'python manage.py help flush'],
  ['another script', undefined, 'python tools/flush.py flush'],
  ['code', undefined, `python -c 'print("manage.py flush")'`],
  ['Alembic', 'database.reset', 'alembic -c x.ini downgrade base'],
  ['Alembic as a module', 'database.reset', 'python -m alembic -c x.ini downgrade base'],
  ['one step down', undefined, 'alembic downgrade -1'],
  ['SQL instead', undefined, 'alembic downgrade base --sql'],
  ['Flask', 'database.reset', 'flask --app web db downgrade base'],
];

const PHP: readonly CommandRow[] = [
  ['fresh', 'database.reset', 'php artisan migrate:fresh --seed'],
  ['options of php', 'database.reset', 'php -d memory_limit=-1 artisan migrate:refresh'],
  ['an abbreviation', 'database.reset', 'php artisan migrate:fr'],
  ['in a container', 'database.reset', './vendor/bin/sail artisan db:wipe'],
  ['php in a container', 'database.reset', 'sail php artisan db:wipe'],
  ['a migration', undefined, 'php artisan migrate --seed'],
  ['a status', undefined, 'php artisan migrate:status'],
  ['pretended', undefined, 'php artisan migrate:reset --pretend'],
  ['help', undefined, 'php artisan help migrate:fresh'],
  ['another script', undefined, 'php script.php migrate:fresh'],
  ['Symfony', 'database.reset', 'php bin/console doctrine:database:drop --force'],
  ['Symfony in short', 'database.reset', 'bin/console d:s:d -f'],
  ["Symfony's own runner", 'database.reset', 'symfony console doctrine:schema:drop --force'],
  ['without the option that it asks for', undefined, 'bin/console doctrine:database:drop'],
  ['WordPress', 'database.reset', 'wp db reset --yes'],
  ['Drupal', 'database.reset', 'drush sql-drop -y'],
];

const OTHERS: readonly CommandRow[] = [
  ['Sequelize', 'database.reset', 'npx sequelize-cli db:drop'],
  ['Sequelize, all undone', 'database.reset', 'npx sequelize db:migrate:undo:all'],
  ['Sequelize, one undone', undefined, 'npx sequelize db:migrate:undo'],
  ['TypeORM', 'database.reset', 'npx typeorm schema:drop -d ds.ts'],
  [
    'TypeORM by its module',
    'database.reset',
    'npx ts-node ./node_modules/typeorm/cli.js schema:drop',
  ],
  ['Knex, all', 'database.reset', 'npx knex migrate:rollback --all'],
  ['Knex, one', undefined, 'npx knex migrate:rollback'],
  ['Drizzle, forced', 'database.reset', 'npx drizzle-kit push --force'],
  ['Drizzle, a file of a migration', undefined, 'npx drizzle-kit drop'],
  ['Adonis', 'database.reset', 'node ace migration:fresh'],
  ['Flyway', 'database.reset', 'flyway -url=jdbc:x -user=a clean migrate'],
  ['Flyway, forward', undefined, 'flyway migrate'],
  ['Liquibase', 'database.reset', 'liquibase --url=x drop-all'],
  ['Maven', 'database.reset', 'mvn flyway:clean'],
  ['Maven, a build', undefined, 'mvn clean install'],
  ['Gradle', 'database.reset', './gradlew :app:flywayClean'],
  ['Ecto', 'database.reset', 'MIX_ENV=prod mix ecto.reset'],
  ['Ecto among others', 'database.reset', 'mix do ecto.drop, ecto.create'],
  ['Ecto, help', undefined, 'mix help ecto.drop'],
  ['Entity Framework', 'database.reset', 'dotnet ef database drop -f'],
  ['Entity Framework, all undone', 'database.reset', 'dotnet ef database update 0'],
  ['Entity Framework, a dry run', undefined, 'dotnet ef database drop --dry-run'],
  ['Entity Framework, forward', undefined, 'dotnet ef database update'],
  ['Diesel', 'database.reset', 'diesel database reset'],
  ['SQLx by cargo', 'database.reset', 'cargo sqlx database reset'],
  ['migrate', 'database.reset', 'migrate -path m -database x drop -f'],
  ['migrate, all down', 'database.reset', 'migrate -path m -database x down'],
  ['migrate, one down', undefined, 'migrate -path m -database x down 1'],
  ['goose', 'database.reset', 'goose postgres "dsn" reset'],
  ['a script that only has such a name', undefined, 'npm run db:drop'],
  ['a target that only has such a name', undefined, 'make db-drop'],
];

const TABLES = [FRAMEWORK_RULES, DATABASE_RULES];

checkCommands('Prisma', TABLES, PRISMA);
checkCommands('frameworks of Ruby', TABLES, RUBY);
checkCommands('frameworks of Python', TABLES, PYTHON);
checkCommands('frameworks of PHP', TABLES, PHP);
checkCommands('other frameworks', TABLES, OTHERS);
