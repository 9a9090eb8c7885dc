/**
 * What SQL would lose: tables and databases dropped, rows deleted without a condition.
 *
 * @module
 */
import {
  isOpen,
  isWord,
  readSql,
  type SqlDialect,
  type SqlStatement,
  type SqlToken,
} from './sql.js';
import { isAlwaysTrue } from './sql-conditions.js';

/** What a text of SQL would lose. */
export interface SqlLoss {
  /** The rule's id, such as `sql.drop`. */
  readonly rule: 'sql.drop' | 'sql.truncate' | 'sql.delete' | 'sql.alter';
  /** What it would do: `drop a table`. */
  readonly does: string;
}

/** The first loss in a text of SQL that would be committed, or nothing. */
export function findSqlLoss(text: string, dialect: SqlDialect): SqlLoss | undefined {
  return search(text, dialect, 0);
}

function search(text: string, dialect: SqlDialect, nesting: number): SqlLoss | undefined {
  if (nesting > MAX_NESTING) return undefined;
  // A loss in a transaction counts when the transaction is not rolled back.
  let pending: SqlLoss | undefined;
  let open = false;
  for (const statement of readSql(text, dialect)) {
    const [first, second] = statement.tokens;
    const loss = lossOf(statement, dialect, nesting);
    if (loss !== undefined) {
      const undone = dialect.rollsBackDefinitions === true || loss.rule === 'sql.delete';
      if (!open || !undone) return loss;
      pending ??= loss;
    } else if (
      isWord(first, 'BEGIN') ||
      (isWord(first, 'START') && isWord(second, 'TRANSACTION'))
    ) {
      open = true;
    } else if (
      isWord(first, 'ROLLBACK') &&
      !statement.tokens.some((token) => isWord(token, 'TO'))
    ) {
      open = false;
      pending = undefined;
    } else if (isWord(first, 'COMMIT') || isWord(first, 'END')) {
      if (pending !== undefined) return pending;
      open = false;
    }
  }
  // Without a word on how it ends, a script may commit by itself.
  return pending;
}

function lossOf(
  statement: SqlStatement,
  dialect: SqlDialect,
  nesting: number,
): SqlLoss | undefined {
  const { tokens } = statement;
  if (isOnlyDescribed(tokens)) return undefined;
  if (statement.runsResult || isWord(tokens[0], 'DO') || tokens.some(isRunningText)) {
    const inner = lossInStrings(tokens, dialect, nesting);
    if (inner !== undefined) return inner;
  }
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || tokens[index - 1]?.text === '.') continue;
    const loss = LOSSES[token.text]?.(tokens, index);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

/** Definitions, grants and plans name what they do not do. */
function isOnlyDescribed(tokens: readonly SqlToken[]): boolean {
  const [first] = tokens;
  if (first?.kind !== 'word') return false;
  if (first.text !== 'EXPLAIN') return DESCRIBES.has(first.text);
  return !tokens.slice(1, 8).some((token) => isWord(token, 'ANALYZE') || isWord(token, 'ANALYSE'));
}

/** `DO $$…$$`, `EXECUTE '…'`, `EXEC sp_MSforeachtable '…'`: the strings are run. */
function lossInStrings(
  tokens: readonly SqlToken[],
  dialect: SqlDialect,
  nesting: number,
): SqlLoss | undefined {
  for (const token of tokens) {
    if (token.kind !== 'string' && token.kind !== 'name') continue;
    const loss = search(token.text, dialect, nesting + 1);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

function isRunningText(token: SqlToken): boolean {
  return isWord(token, 'EXECUTE') || isWord(token, 'EXEC');
}

type Finder = (tokens: readonly SqlToken[], index: number) => SqlLoss | undefined;

const LOSSES: Readonly<Record<string, Finder | undefined>> = {
  DROP: findDrop,
  TRUNCATE: findTruncate,
  DELETE: findDelete,
  ALTER: findAlter,
};

/** `DROP TABLE`, `DROP DATABASE` …; indexes, views and routines can be made again. */
function findDrop(tokens: readonly SqlToken[], index: number): SqlLoss | undefined {
  const next = tokens[index + 1];
  if (next?.kind !== 'word') return undefined;
  const kind = SKIPPED.has(next.text) ? tokens[index + 2] : next;
  if (kind?.kind !== 'word') return undefined;
  const does = DROPS.get(kind.text);
  if (does !== undefined) return { rule: 'sql.drop', does };
  // These take what depends on them along.
  if (!CASCADES.has(kind.text)) return undefined;
  return tokens.slice(index, index + FARTHEST).some((token) => isWord(token, 'CASCADE'))
    ? { rule: 'sql.drop', does: 'drop all that depends on an object' }
    : undefined;
}

function findTruncate(tokens: readonly SqlToken[], index: number): SqlLoss | undefined {
  const next = tokens[index + 1];
  if (next === undefined) return undefined;
  const named = next.kind === 'word' || next.kind === 'name';
  // Elsewhere it is a function on numbers, or a privilege.
  if (
    !isWord(next, 'TABLE') &&
    !isWord(next, 'PARTITION') &&
    !(named && startsHere(tokens, index))
  ) {
    return undefined;
  }
  return { rule: 'sql.truncate', does: 'empty a table' };
}

function findDelete(tokens: readonly SqlToken[], index: number): SqlLoss | undefined {
  const next = tokens[index + 1];
  const named = next?.kind === 'word' || next?.kind === 'name';
  if (!named) return undefined;
  if (!isWord(next, 'FROM') && !isWord(next, 'WHERE') && !startsHere(tokens, index)) {
    return undefined;
  }
  const depth = tokens[index]?.depth ?? 0;
  let condition: number | undefined;
  let end: number | undefined;
  let uncertain = false;
  let at = index + 1;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.depth < depth || token.text === ';') break;
    if (at > index + FARTHEST) return undefined;
    if (token.depth > depth) continue;
    if (token.kind === 'word' && BOUNDS.has(token.text)) return undefined;
    if (isWord(token, 'WHERE')) condition ??= at + 1;
    else if (token.kind === 'word' && ENDS_CONDITION.has(token.text)) end ??= at;
    // An unknown part behind the table may be the condition.
    else if (isOpen(token) && !NAMES_NEXT.has(tokens[at - 1]?.text ?? '')) uncertain = true;
  }
  if (condition === undefined) {
    return uncertain ? undefined : { rule: 'sql.delete', does: 'delete all rows of a table' };
  }
  return isAlwaysTrue(tokens.slice(condition, end ?? at))
    ? { rule: 'sql.delete', does: 'delete rows under a condition that is always true' }
    : undefined;
}

/** `ALTER TABLE … DROP COLUMN`, and the short form without `COLUMN`. */
function findAlter(tokens: readonly SqlToken[], index: number): SqlLoss | undefined {
  if (!isWord(tokens[index + 1], 'TABLE')) return undefined;
  const depth = tokens[index]?.depth ?? 0;
  const last = Math.min(tokens.length, index + FARTHEST);
  for (let at = index + 2; at < last; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.depth < depth || token.text === ';') return undefined;
    if (!isWord(token, 'DROP') || token.depth > depth) continue;
    const next = tokens[at + 1];
    if (next === undefined || next.kind === 'symbol') continue;
    if (next.kind === 'word' && KEEPS_DATA.has(next.text)) continue;
    const partition = isWord(next, 'PARTITION');
    return { rule: 'sql.alter', does: partition ? 'drop a partition' : 'drop a column' };
  }
  return undefined;
}

/** Whether a statement begins here: at its start, behind `THEN`, `ELSE`, `AS (` and the like. */
function startsHere(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  return before === undefined || before.text === ';' || STARTS.has(before.text);
}

/** What is dropped for good. */
const DROPS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['TABLE', 'drop a table'],
  ['TABLES', 'drop tables'],
  ['DATABASE', 'drop a database'],
  ['SCHEMA', 'drop a schema'],
  ['KEYSPACE', 'drop a keyspace'],
  ['TABLESPACE', 'drop a tablespace'],
  ['COLLECTION', 'drop a collection'],
  ['CATALOG', 'drop a catalog'],
  ['WAREHOUSE', 'drop a warehouse'],
  ['STAGE', 'drop a stage'],
  ['BUCKET', 'drop a bucket'],
  ['MEASUREMENT', 'drop a measurement'],
  ['SERIES', 'drop series'],
  ['SHARD', 'drop a shard'],
  ['OWNED', 'drop all that a role owns'],
  ['ALL', 'drop all objects'],
]);

const CASCADES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['TYPE', 'EXTENSION', 'USER', 'DOMAIN'],
]);

/** Words between `DROP` and the kind that change nothing; a temporary table is no loss. */
const SKIPPED: ReadonlySet<string> = /* @__PURE__ */ new Set(['PLUGGABLE', 'EXTERNAL', 'HYBRID']);

/** Statements that only describe or define. */
const DESCRIBES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...[
    'CREATE',
    'GRANT',
    'REVOKE',
    'SHOW',
    'HELP',
    'DESCRIBE',
    'DESC',
    'COMMENT',
    'AUDIT',
    'NOAUDIT',
  ],
  ...['PREPARE', 'PRINT'],
]);

/** Words behind which a statement begins. */
const STARTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['BEGIN', 'THEN', 'ELSE', 'LOOP', 'DO', '(', 'ANALYZE', 'VERBOSE', ')'],
]);

/** With these a `DELETE` takes a part of the rows. */
const BOUNDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['LIMIT', 'TOP', 'JOIN']);

const ENDS_CONDITION: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['RETURNING', 'ORDER', 'OPTION', 'SETTINGS'],
]);

/** Words behind which a table's name stands. */
const NAMES_NEXT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['FROM', 'ONLY', '.', 'DELETE', 'AS', 'USING', ','],
]);

/** What `ALTER TABLE … DROP` may take away without losing data. */
const KEEPS_DATA: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['CONSTRAINT', 'INDEX', 'KEY', 'PRIMARY', 'FOREIGN', 'UNIQUE', 'CHECK', 'DEFAULT', 'NOT'],
  ...['EXPRESSION', 'IDENTITY', 'PROJECTION', 'STATISTICS', 'FEATURE', 'ROW', 'POLICY', 'TAG'],
  'DETACHED',
]);

const MAX_NESTING = 3;

/** How far a statement is looked through from each of its verbs, so that the cost stays linear. */
const FARTHEST = 1000;
