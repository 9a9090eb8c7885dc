import { expect, test } from 'vitest';
import { DATABASE_RULES } from '../../../src/rules/destructive/databases.js';
import { STORE_RULES } from '../../../src/rules/destructive/stores.js';
import { type CommandRow, checkCommands, hitsIn } from './command-rows.js';

const POSTGRES: readonly CommandRow[] = [
  ['a short option', 'sql.drop', "psql -c 'DROP TABLE users'"],
  ['a long option', 'sql.drop', 'psql --command="DROP TABLE users"'],
  ['an abbreviated option', 'sql.drop', "psql --comm 'DROP TABLE users'"],
  ['the end of a cluster', 'sql.drop', "psql -Xqc 'drop table a'"],
  ['options that take values', 'sql.delete', "psql -h db -U app -d prod -tAc 'delete from users'"],
  ['several statements', 'sql.truncate', "psql -c 'select 1; truncate a, b cascade;'"],
  ['a heredoc', 'sql.drop', 'psql app <<SQL\nDROP SCHEMA public CASCADE;\nSQL'],
  ['a here-string', 'sql.drop', "psql <<< 'drop table x'"],
  ['a pipe', 'sql.drop', "echo 'DROP TABLE users' | psql app"],
  ['a file that is standard input', 'sql.drop', "psql -f - <<< 'drop table x'"],
  ['a file that is a substitution', 'sql.drop', "psql -f <(echo 'drop table x')"],
  ['an input that is a substitution', 'sql.drop', "psql < <(echo 'drop table x')"],
  ['a file just written by echo', 'sql.drop', "echo 'DROP TABLE x;' > d.sql && psql -f d.sql"],
  ['a file just written', 'sql.truncate', "cat > d.sql <<'E'\nTRUNCATE users;\nE\npsql -f ./d.sql"],
  ['a file just written and read', 'sql.drop', "echo 'DROP TABLE x;' > d.sql; psql < d.sql"],
  ['another user', 'sql.drop', "sudo -u postgres psql -c 'DROP DATABASE app'"],
  ['a shell of another user', 'sql.drop', `su postgres -c "psql -c 'drop database app'"`],
  ['a container', 'sql.drop', "docker exec -i db psql -c 'drop database app'"],
  ['a pod', 'sql.drop', "kubectl exec db-0 -- mysql -e 'DROP DATABASE shop'"],
  ['another host', 'sql.drop', `ssh db "psql -c 'drop table a'"`],
  ['a variable with a known value', 'sql.drop', `SQL='drop table a'; psql -c "$SQL"`],
  ['an unknown table', 'sql.drop', 'psql -c "DROP TABLE $T"'],
  ['a loop', 'sql.drop', 'for t in a b; do psql -c "DROP TABLE $t"; done'],
  ['items from a file', 'sql.drop', "cat tables.txt | xargs -I{} psql -c 'DROP TABLE {}'"],
  ['an unknown statement', undefined, 'psql -c "$SQL"'],
  ['an input that no one reads', undefined, "psql -f x.sql <<< 'drop table x'"],
  ['an unknown file', undefined, 'psql -f migrations/001_init.sql'],
  ['help', undefined, "psql -c 'drop table x' --help"],
  ['a list of databases', undefined, "psql -l -c 'DROP TABLE x'"],
  ['text that is printed', undefined, `echo "psql -c 'DROP TABLE a'"`],
  ['text that is searched for', undefined, "grep -r 'DROP TABLE' ."],
  ['a file that is only written', undefined, "echo 'DROP TABLE users;' >> migrations/003.sql"],
  ['a dump that would drop', undefined, 'pg_dump --clean app > x.sql'],
  ['a dropped database', 'sql.drop', 'dropdb --if-exists app'],
  ['help on dropping one', undefined, 'dropdb --help'],
  ['a dropped user', undefined, 'dropuser bob'],
  ['a created database', undefined, 'createdb app'],
];

const OTHERS: readonly CommandRow[] = [
  ['an attached password', 'sql.truncate', 'mysql -uroot -psecret shop -e "TRUNCATE TABLE cart"'],
  ['an attached statement', 'sql.drop', 'mysql -e"DROP TABLE x"'],
  ['a long option', 'sql.delete', "mariadb --execute='DELETE FROM a'"],
  ['a comment that is executed', 'sql.drop', "mysql -e '/*!50000 DROP TABLE x */'"],
  ['a limited deletion', undefined, "mysql -e 'DELETE FROM logs ORDER BY ts LIMIT 100'"],
  ['a listing', undefined, "mysql -e 'SHOW TABLES'"],
  ['an update', undefined, "mysql -e 'UPDATE users SET a=1'"],
  ['an unknown file', undefined, 'mysql shop < dump.sql'],
  ['a dump', undefined, 'mysqldump --add-drop-table shop > shop.sql'],
  ['an administrator', 'sql.drop', 'mysqladmin -uroot -f drop shop'],
  ['a database called drop', undefined, 'mysqladmin create drop'],
  ['an operand', 'sql.drop', "sqlite3 -batch app.db 'DROP TABLE x'"],
  ['behind a client command', 'sql.drop', 'sqlite3 app.db <<E\n.mode csv\ndrop table x;\nE'],
  ['a database opened for reading', undefined, "sqlite3 -readonly app.db 'DROP TABLE x'"],
  ['a client command', undefined, 'sqlite3 dev.db ".schema"'],
  ['DuckDB', 'sql.drop', "duckdb x.db -c 'drop table a'"],
  ['SQL Server', 'sql.drop', "sqlcmd -S . -Q 'DROP DATABASE shop'"],
  ['a batch', 'sql.delete', 'sqlcmd <<E\nUSE shop\nGO\nDELETE users\nGO\nE'],
  ['ClickHouse', 'sql.drop', "clickhouse-client --query='DROP TABLE x'"],
  ['its client as a subcommand', 'sql.drop', "clickhouse client -q 'DROP DATABASE a'"],
  ['Cassandra', 'sql.drop', "cqlsh h 9042 -e 'DROP KEYSPACE a'"],
  ['CockroachDB', 'sql.drop', "cockroach sql --insecure -e 'DROP DATABASE a CASCADE'"],
  ['Snowflake', 'sql.drop', "snowsql -q 'drop table a'"],
  ['BigQuery', 'sql.drop', "bq query --use_legacy_sql=false 'DROP TABLE a.b'"],
  ['a dry run of it', undefined, "bq query --dry_run 'DROP TABLE a.b'"],
  ['a hosted database', 'sql.drop', "heroku pg:psql -a app -c 'DROP TABLE x'"],
  ['another', 'sql.drop', "npx wrangler d1 execute db --command 'DROP TABLE x'"],
  ['one of a cloud', 'sql.drop', "aws rds-data execute-statement --sql 'DROP TABLE x'"],
  ['one of a content system', 'sql.drop', "wp db query 'DROP TABLE x'"],
];

const MONGO: readonly CommandRow[] = [
  ['a database', 'mongo.drop', "mongosh app --eval 'db.dropDatabase()'"],
  ['a collection', 'mongo.drop', "mongo app --eval 'db.users.drop()'"],
  ['a named collection', 'mongo.drop', `mongosh --eval 'db.getCollection("x").drop()'`],
  ['no filter', 'mongo.drop', "mongosh --eval 'db.users.deleteMany()'"],
  ['an empty filter', 'mongo.drop', "mongosh --eval 'db.users.deleteMany( { } , { w: 1 })'"],
  ['the old call', 'mongo.drop', "mongosh --eval 'db.users.remove({})'"],
  ['the old call for many', 'mongo.drop', "mongosh --eval 'db.users.remove({}, {justOne: false})'"],
  ['a command', 'mongo.drop', "mongosh --eval 'db.runCommand({dropDatabase: 1})'"],
  ['a command in quotes', 'mongo.drop', `mongosh --eval 'db.runCommand({ "drop": "users" })'`],
  ['a heredoc', 'mongo.drop', 'mongosh app <<E\ndb.users.drop()\nE'],
  ['a filter', undefined, "mongosh --eval 'db.users.deleteMany({active: false})'"],
  ['one document', undefined, "mongosh --eval 'db.users.remove({}, true)'"],
  ['one document by name', undefined, "mongosh --eval 'db.users.remove({}, {justOne: true})'"],
  ['a string', undefined, `mongosh --eval 'print("db.dropDatabase()")'`],
  ['a comment', undefined, "mongosh --eval '// db.dropDatabase()'"],
  ['indexes', undefined, "mongosh --eval 'db.users.dropIndexes()'"],
  ['a harmless command', undefined, "mongosh --eval 'db.runCommand({ping: 1})'"],
  ['an unknown script', undefined, 'mongosh app script.js'],
  ['help', undefined, "mongosh --help --eval 'db.dropDatabase()'"],
];

const REDIS: readonly CommandRow[] = [
  ['all databases', 'redis.flush', 'redis-cli FLUSHALL'],
  ['one database', 'redis.flush', 'redis-cli -h cache -p 6380 -n 2 flushdb async'],
  ['a pipe', 'redis.flush', 'echo FLUSHALL | redis-cli'],
  ['a here-string', 'redis.flush', "redis-cli -u redis://h <<< 'flushall'"],
  ['a script in it', 'redis.flush', `redis-cli EVAL "return redis.call('FLUSHALL')" 0`],
  ['every node', 'redis.flush', 'redis-cli --cluster call h:1 FLUSHALL'],
  ['all keys', 'redis.flush', "redis-cli --scan --pattern '*' | xargs redis-cli DEL"],
  ['all keys in a substitution', 'redis.flush', "redis-cli del $(redis-cli keys '*')"],
  ['a container', 'redis.flush', 'docker exec cache redis-cli FLUSHALL'],
  ['another client', 'redis.flush', 'valkey-cli flushdb'],
  ['one key', undefined, 'redis-cli DEL session:1'],
  ['some keys', undefined, "redis-cli --scan --pattern 'cache:*' | xargs redis-cli DEL"],
  ['keys that are picked', undefined, "redis-cli keys '*' | grep tmp | xargs redis-cli del"],
  ['a key of that name', undefined, 'redis-cli get FLUSHALL'],
  ['a value of that name', undefined, "redis-cli SET k 'FLUSHALL'"],
  ['a script cache', undefined, 'redis-cli SCRIPT FLUSH'],
  ['help', undefined, 'redis-cli --help'],
];

const STORES: readonly CommandRow[] = [
  ['a prefix', 'stores.delete', 'etcdctl del "" --prefix'],
  ['one key', undefined, 'etcdctl del app/key'],
  ['a tree', 'stores.delete', 'consul kv delete -recurse app/'],
  ['one entry', undefined, 'consul kv delete app/x'],
  ['a job for good', 'stores.delete', 'nomad job stop -purge web'],
  ['a job', undefined, 'nomad job stop web'],
  ['a topic', 'stores.delete', 'kafka-topics.sh --bootstrap-server k:9092 --delete --topic a'],
  ['topics listed', undefined, 'kafka-topics.sh --bootstrap-server k:9092 --list'],
  ['a node of queues', 'stores.delete', 'rabbitmqctl -n r@h force_reset'],
  ['a queue', 'stores.delete', 'rabbitmqadmin delete queue name=q'],
  ['a status', undefined, 'rabbitmqctl status'],
  ['a stream', 'stores.delete', 'nats stream rm orders -f'],
  ['a bucket of series', 'stores.delete', 'influx bucket delete -n b'],
  ['all points', 'stores.delete', 'influx delete --bucket b --start 1970-01-01T00:00:00Z'],
  ['some points', undefined, `influx delete --bucket b --predicate '_measurement="x"'`],
  ['a data set', 'stores.delete', 'bq rm -r -f ds'],
  ['a listing', undefined, 'bq ls ds'],
  ['a directory of a cluster', 'stores.delete', 'hdfs dfs -rm -r -skipTrash /data'],
  ['a file of a cluster', undefined, 'hdfs dfs -rm /data/x'],
  ['a pool', 'stores.delete', 'ceph osd pool delete a a --yes-i-really-really-mean-it'],
];

checkCommands('PostgreSQL', [DATABASE_RULES], POSTGRES);
checkCommands('other databases of SQL', [DATABASE_RULES], OTHERS);
checkCommands('MongoDB', [DATABASE_RULES], MONGO);
checkCommands('Redis', [DATABASE_RULES], REDIS);
checkCommands('other stores', [STORE_RULES], STORES);

test('says what a client would do, and quotes neither the statement nor a password', () => {
  const [hit] = hitsIn("mysql -psecret -e 'DROP TABLE cart'", [DATABASE_RULES]);
  expect(hit?.sentence).toBe('"mysql" would drop a table.');
});

test('points to the statement', () => {
  const text = "psql -d app -c 'DROP TABLE users'";
  const [hit] = hitsIn(text, [DATABASE_RULES]);
  expect(text.slice(hit?.span?.start, hit?.span?.end)).toBe("'DROP TABLE users'");
});
