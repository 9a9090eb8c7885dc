import { describe, expect, test } from 'vitest';
import { readSql, type SqlDialect } from '../../../src/rules/destructive/sql.js';
import { findSqlLoss } from '../../../src/rules/destructive/sql-loss.js';

const POSTGRES: SqlDialect = { dollarQuotes: true, rollsBackDefinitions: true };
const MYSQL: SqlDialect = { backslashes: true };
const SQLITE: SqlDialect = { dotCommands: true, rollsBackDefinitions: true };
const TRANSACT: SqlDialect = { brackets: true, rollsBackDefinitions: true };

type Row = readonly [why: string, rule: string | undefined, text: string, dialect?: SqlDialect];

const STATEMENTS: readonly Row[] = [
  ['a table', 'sql.drop', 'DROP TABLE users'],
  ['any case and spacing', 'sql.drop', 'drop \t TaBlE\nif exists users cascade'],
  ['comments in between', 'sql.drop', 'DROP/**/TABLE/* x */users'],
  ['a schema', 'sql.drop', 'DROP SCHEMA public CASCADE'],
  ['a database', 'sql.drop', 'DROP DATABASE IF EXISTS app;'],
  ['all that a role owns', 'sql.drop', 'DROP OWNED BY bob'],
  ['a type with its columns', 'sql.drop', 'DROP TYPE mood CASCADE'],
  ['a type that nothing uses', undefined, 'DROP TYPE mood'],
  ['an index', undefined, 'DROP INDEX CONCURRENTLY i'],
  ['a view', undefined, 'DROP VIEW v'],
  ['a view that is stored', undefined, 'DROP MATERIALIZED VIEW v'],
  ['a routine', undefined, 'DROP FUNCTION f'],
  ['a user', undefined, 'DROP USER bob'],
  ['a temporary table', undefined, 'DROP TEMPORARY TABLE t', MYSQL],
  ['a column', 'sql.alter', 'ALTER TABLE users DROP COLUMN email'],
  ['a column, in short', 'sql.alter', 'ALTER TABLE users DROP email'],
  ['a column among other changes', 'sql.alter', 'ALTER TABLE u ADD x int, DROP COLUMN IF EXISTS y'],
  ['a partition', 'sql.alter', 'ALTER TABLE x DROP PARTITION 202001', MYSQL],
  ['a constraint', undefined, 'ALTER TABLE users DROP CONSTRAINT c'],
  ['a default', undefined, 'ALTER TABLE users ALTER COLUMN c DROP DEFAULT'],
  ['a truncation', 'sql.truncate', 'TRUNCATE users'],
  ['a truncation in full', 'sql.truncate', 'TRUNCATE TABLE a, b'],
  ['a function on numbers', undefined, 'SELECT truncate(1.234, 1)', MYSQL],
  ['a privilege', undefined, 'GRANT DELETE, TRUNCATE ON users TO app'],
  ['a rule of a key', undefined, 'CREATE TABLE t (u int REFERENCES u ON DELETE CASCADE)'],
  ['an update of all rows', undefined, 'UPDATE users SET admin = true'],
  ['behind a condition', 'sql.drop', "IF OBJECT_ID('t') IS NOT NULL DROP TABLE t", TRANSACT],
];

const DELETIONS: readonly Row[] = [
  ['no condition', 'sql.delete', 'DELETE FROM users'],
  ['an alias', 'sql.delete', 'DELETE FROM ONLY users AS u RETURNING id'],
  ['a qualified name', 'sql.delete', 'DELETE FROM app.users;'],
  ['another table without a condition', 'sql.delete', 'DELETE FROM users USING orgs'],
  ['in a common table expression', 'sql.delete', 'WITH g AS (DELETE FROM u RETURNING *) SELECT 1'],
  ['without FROM', 'sql.delete', 'DELETE users', TRANSACT],
  ['an unknown table', 'sql.delete', 'DELETE FROM \uFFFC'],
  ['a condition', undefined, 'DELETE FROM users WHERE id = 1'],
  ['a condition in an expression', undefined, 'WITH g AS (DELETE FROM u WHERE id < 3) SELECT 1'],
  ['a join', undefined, 'DELETE a FROM a JOIN b ON a.id = b.id', MYSQL],
  ['a limit', undefined, 'DELETE FROM logs ORDER BY ts LIMIT 10', MYSQL],
  ['a top', undefined, 'DELETE TOP (10) FROM x', TRANSACT],
  ['what may be a condition', undefined, 'DELETE FROM users \uFFFC'],
  ['a limit of a subquery', undefined, 'DELETE FROM a WHERE id IN (SELECT id FROM b LIMIT 1)'],
];

const CONDITIONS: readonly Row[] = [
  ['true', 'sql.delete', 'DELETE FROM u WHERE true'],
  ['a number', 'sql.delete', 'DELETE FROM u WHERE 1', MYSQL],
  ['equal numbers', 'sql.delete', 'DELETE FROM u WHERE 1=1'],
  ['numbers that differ', 'sql.delete', 'DELETE FROM u WHERE 1 <> 2'],
  ['numbers in order', 'sql.delete', 'DELETE FROM u WHERE 1 < 2'],
  ['equal strings', 'sql.delete', "DELETE FROM u WHERE 'a' = 'a'"],
  ['a column that equals itself', 'sql.delete', 'DELETE FROM u WHERE a = a'],
  ['any text', 'sql.delete', "DELETE FROM u WHERE name LIKE '%'"],
  ['in brackets', 'sql.delete', 'DELETE FROM u WHERE ((1=1)) RETURNING id'],
  ['one arm of several', 'sql.delete', 'DELETE FROM u WHERE id = 3 OR true'],
  ['all factors', 'sql.delete', 'DELETE FROM u WHERE (1=1 AND true) AND NOT false'],
  ['every key', 'sql.delete', 'DELETE FROM u WHERE id IS NOT NULL'],
  ['every key in another way', 'sql.delete', 'DELETE FROM u WHERE id > 0', MYSQL],
  ['one factor of several', undefined, 'DELETE FROM u WHERE id = 3 AND 1=1'],
  ['an arm in brackets', undefined, 'DELETE FROM u WHERE (id = 3 OR 1=1) AND a = 2'],
  ['false', undefined, 'DELETE FROM u WHERE 1=0'],
  ['a range', undefined, 'DELETE FROM u WHERE a BETWEEN 1 AND 5'],
  ['a column that may be empty', undefined, 'DELETE FROM u WHERE deleted_at IS NOT NULL'],
  ['nothing equals NULL', undefined, 'DELETE FROM u WHERE NULL = NULL'],
  ['a mutation', 'sql.delete', 'ALTER TABLE x DELETE WHERE 1', MYSQL],
  ['a mutation of some rows', undefined, 'ALTER TABLE x DELETE WHERE id = 1', MYSQL],
];

const TEXTS: readonly Row[] = [
  ['a string', undefined, "SELECT 'DROP TABLE users'"],
  ['a quoted name', undefined, 'SELECT "drop table x" FROM t'],
  ['a name in square brackets', undefined, 'SELECT [drop table x] FROM t', TRANSACT],
  ['a comment to the end of the line', undefined, '-- DROP TABLE users'],
  ['a comment', undefined, '/* a /* DROP TABLE b */ DROP TABLE c */ SELECT 1'],
  ['a comment of MySQL', undefined, 'SELECT 1 # DROP TABLE x', MYSQL],
  ['a comment that MySQL executes', 'sql.drop', '/*!50000 DROP TABLE x */', MYSQL],
  ['a doubled quote', undefined, "SELECT 'it''s; DROP TABLE x'"],
  ['a backslash where it escapes', undefined, "SELECT 'a\\'; DROP TABLE x; --'", MYSQL],
  ['a backslash where it does not', 'sql.drop', "SELECT 'a\\'; DROP TABLE x; --'"],
  ['a backslash in an escaped string', undefined, "SELECT E'a\\'; DROP TABLE x; --'"],
  ['a dollar-quoted string', undefined, 'INSERT INTO n VALUES ($a$; DROP TABLE x;$a$)'],
  ['a remark', undefined, "COMMENT ON TABLE t IS 'drop table t'"],
  ['a plan', undefined, 'EXPLAIN DELETE FROM users'],
  ['a plan that is carried out', 'sql.delete', 'EXPLAIN (ANALYZE, BUFFERS) DELETE FROM users'],
  ['a function that is defined', undefined, 'CREATE FUNCTION f() AS $$ DELETE FROM u $$'],
  ['a block that is run', 'sql.drop', "DO $$ BEGIN EXECUTE 'DROP TABLE u'; END $$"],
  ['a string that is run', 'sql.drop', "EXEC sp_MSforeachtable 'DROP TABLE ?'", TRANSACT],
  ['a result that is run', 'sql.drop', "SELECT 'DROP TABLE ' || t FROM x \\gexec"],
  ['a result that is shown', undefined, "SELECT 'DROP TABLE ' || t FROM x;"],
  ['a command of the client', undefined, '\\echo DROP TABLE x\n\\dt'],
  ['a command of another client', undefined, '.print DROP TABLE x\n.quit', SQLITE],
  ['a batch', 'sql.drop', 'USE shop\nGO\nDROP TABLE x\nGO', TRANSACT],
];

const ROUTINE =
  'CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW BEGIN ' +
  'IF 1 THEN DELETE FROM b; END IF; CASE 1 WHEN 1 THEN SELECT 1; END CASE; DELETE FROM c; END;';

const TRANSACTIONS: readonly Row[] = [
  ['a routine that is defined', undefined, ROUTINE, MYSQL],
  ['what follows a routine', 'sql.drop', `${ROUTINE}\nDROP TABLE x;`, MYSQL],
  ['rolled back', undefined, 'BEGIN; DELETE FROM users; ROLLBACK'],
  ['rolled back, as a definition', undefined, 'BEGIN; DROP TABLE users; ROLLBACK;'],
  ['committed', 'sql.delete', 'BEGIN; DELETE FROM users; COMMIT'],
  ['left open', 'sql.delete', 'START TRANSACTION; DELETE FROM users'],
  ['rolled back in part', 'sql.drop', 'BEGIN; DROP TABLE a; SAVEPOINT s; ROLLBACK TO s; COMMIT'],
  ['rolled back too late', 'sql.delete', 'BEGIN; DELETE FROM u; COMMIT; BEGIN; ROLLBACK'],
  ['a definition that commits by itself', 'sql.drop', 'BEGIN; DROP TABLE u; ROLLBACK', MYSQL],
];

describe.each([
  ['statements', STATEMENTS],
  ['deletions', DELETIONS],
  ['conditions', CONDITIONS],
  ['what is text and what is run', TEXTS],
  ['routines and transactions', TRANSACTIONS],
])('%s', (_name, rows) => {
  test.each(rows.map(([why, rule, text, dialect]) => ({ why, rule, text, dialect })))(
    '$why: $text',
    ({ rule, text, dialect = POSTGRES }) => {
      expect(findSqlLoss(text, dialect)?.rule).toBe(rule);
    },
  );
});

test('reads words in upper case, and how deep they stand', () => {
  const [statement] = readSql('select f((a)) from "T"', POSTGRES);
  const tokens = statement?.tokens.map(({ kind, text, depth }) => `${kind} ${text} ${depth}`);
  expect(tokens).toEqual([
    ...['word SELECT 0', 'word F 0', 'symbol ( 0', 'symbol ( 1', 'word A 2', 'symbol ) 1'],
    ...['symbol ) 0', 'word FROM 0', 'name T 0'],
  ]);
});

test('reads numbers and operators whole', () => {
  const [statement] = readSql('a<>1.5 b>=2 c::int', POSTGRES);
  expect(statement?.tokens.map((token) => token.text)).toEqual([
    ...['A', '<>', '1.5', 'B', '>=', '2', 'C', '::', 'INT'],
  ]);
});

test('comes to an end with what is left open', () => {
  for (const open of ["'", '"', '`', '/*', '$$', '(', "E'\\", 'CREATE TRIGGER t BEGIN']) {
    expect(() => findSqlLoss(`SELECT ${open}`, POSTGRES)).not.toThrow();
  }
});

test('finds a loss behind many statements', () => {
  const text = `${'INSERT INTO t VALUES (1); '.repeat(5000)}DROP TABLE t`;
  expect(findSqlLoss(text, POSTGRES)).toEqual({ rule: 'sql.drop', does: 'drop a table' });
});
