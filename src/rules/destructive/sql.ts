/**
 * A small reader of SQL: statements of tokens, with comments, strings and quotes told apart.
 *
 * @module
 */
import { UNKNOWN } from '../shell/word.js';

/** What the clients' dialects read differently. */
export interface SqlDialect {
  /** `\'` does not end a string, `#` begins a comment, `"…"` is a string (MySQL and its kin). */
  readonly backslashes?: boolean;
  /** `[name]` is a quoted name, `GO` on a line of its own ends a batch (Transact-SQL). */
  readonly brackets?: boolean;
  /** `$tag$…$tag$` is a string (PostgreSQL). */
  readonly dollarQuotes?: boolean;
  /** A line that begins with a dot is for the client (SQLite, DuckDB). */
  readonly dotCommands?: boolean;
  /** Definitions are part of a transaction, so that a rollback undoes them. */
  readonly rollsBackDefinitions?: boolean;
}

/** One token. Words are in upper case; `depth` counts the brackets that are open around it. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol';
  readonly text: string;
  readonly depth: number;
}

/** One statement. */
export interface SqlStatement {
  readonly tokens: readonly SqlToken[];
  /** Whether the client runs what the statement returns (`\gexec`). */
  readonly runsResult: boolean;
}

/** Whether a token holds a part that only the running shell knows. */
export function isOpen(token: SqlToken): boolean {
  return token.text.includes(UNKNOWN);
}

/** Whether a token is this bare word, in upper case. */
export function isWord(token: SqlToken | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

/** Reads a text for a client of a database into its statements, in time linear in its length. */
export function readSql(text: string, dialect: SqlDialect): readonly SqlStatement[] {
  const reader = new Reader(text, dialect);
  return reader.read();
}

class Reader {
  readonly #text: string;
  readonly #dialect: SqlDialect;
  readonly #statements: SqlStatement[] = [];
  #tokens: SqlToken[] = [];
  #at = 0;
  #depth = 0;
  /** How many blocks of a routine's body are open: its semicolons end no statement. */
  #blocks = 0;
  /** Whether an `END` was just counted, whose next word says what it closes. */
  #closed = false;

  constructor(text: string, dialect: SqlDialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  read(): readonly SqlStatement[] {
    while (this.#at < this.#text.length) this.#readOne();
    this.#end(false);
    return this.#statements;
  }

  #readOne(): void {
    const { backslashes, brackets, dollarQuotes, dotCommands } = this.#dialect;
    const character = this.#text.charAt(this.#at);
    const pair = this.#text.slice(this.#at, this.#at + 2);
    if (SPACE.test(character)) this.#at += 1;
    else if (pair === '--' || (backslashes === true && character === '#')) this.#skipLine();
    else if (pair === '/*') this.#skipComment();
    else if (pair === '*/') this.#at += 2;
    else if (character === "'") this.#readQuoted("'", 'string', this.#escapes());
    else if (character === '"') {
      this.#readQuoted('"', backslashes === true ? 'string' : 'name', backslashes === true);
    } else if (character === '`') this.#readQuoted('`', 'name', false);
    else if (character === '[' && brackets === true) this.#readQuoted(']', 'name', false);
    else if (character === '$' && dollarQuotes === true) this.#readDollar();
    else if (character === '\\') this.#readClientCommand();
    else if (character === '.' && dotCommands === true && this.#tokens.length === 0) {
      this.#skipLine();
    } else if (character === ';') this.#endStatement();
    else this.#readPlain();
  }

  #push(kind: SqlToken['kind'], text: string): void {
    this.#tokens.push({ kind, text, depth: this.#depth });
  }

  #end(runsResult: boolean): void {
    if (this.#tokens.length > 0) this.#statements.push({ tokens: this.#tokens, runsResult });
    this.#tokens = [];
    this.#depth = 0;
    this.#blocks = 0;
  }

  #endStatement(): void {
    this.#at += 1;
    this.#closed = false;
    if (this.#blocks > 0) this.#push('symbol', ';');
    else this.#end(false);
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  /** Comments nest in PostgreSQL; MySQL executes what stands in `/*!50000 …`. */
  #skipComment(): void {
    if (this.#dialect.backslashes === true) {
      if (this.#text.charAt(this.#at + 2) === '!') {
        this.#at += 3;
        while (DIGIT.test(this.#text.charAt(this.#at))) this.#at += 1;
        return;
      }
      const end = this.#text.indexOf('*/', this.#at + 2);
      this.#at = end < 0 ? this.#text.length : end + 2;
      return;
    }
    let open = 0;
    do {
      const pair = this.#text.slice(this.#at, this.#at + 2);
      if (pair === '/*') open += 1;
      if (pair === '*/') open -= 1;
      this.#at += pair === '/*' || pair === '*/' ? 2 : 1;
    } while (open > 0 && this.#at < this.#text.length);
  }

  /** In PostgreSQL a backslash escapes only within `E'…'`. */
  #escapes(): boolean {
    if (this.#dialect.backslashes === true) return true;
    const last = this.#tokens.at(-1);
    const touches = this.#text.charAt(this.#at - 1).toUpperCase() === 'E';
    return touches && last?.kind === 'word' && last.text === 'E';
  }

  #readQuoted(close: string, kind: SqlToken['kind'], escapes: boolean): void {
    let content = '';
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (escapes && character === '\\') {
        content += this.#text.charAt(this.#at + 1);
        this.#at += 2;
        continue;
      }
      this.#at += 1;
      if (character === close) {
        if (this.#text.charAt(this.#at) !== close) break;
        this.#at += 1;
      }
      content += character;
    }
    this.#push(kind, content);
  }

  #readDollar(): void {
    const tag = stickyMatch(DOLLAR_TAG, this.#text, this.#at);
    if (tag === '') {
      this.#readPlain();
      return;
    }
    const start = this.#at + tag.length;
    const end = this.#text.indexOf(tag, start);
    this.#push('string', this.#text.slice(start, end < 0 ? undefined : end));
    this.#at = end < 0 ? this.#text.length : end + tag.length;
  }

  /** `\gexec`, `\g` and `\G` end a statement; other commands of a client take their line. */
  #readClientCommand(): void {
    const name = stickyMatch(CLIENT_COMMAND, this.#text, this.#at);
    if (!SENDS.has(name)) {
      this.#skipLine();
      return;
    }
    this.#at += name.length;
    this.#end(name === '\\gexec');
  }

  #readPlain(): void {
    const word = stickyMatch(WORD, this.#text, this.#at);
    if (word !== '') {
      this.#readWord(word);
      return;
    }
    const number = stickyMatch(NUMBER, this.#text, this.#at);
    const symbol = stickyMatch(OPERATOR, this.#text, this.#at) || this.#text.charAt(this.#at);
    this.#at += (number || symbol).length;
    if (symbol === ')') this.#depth = Math.max(0, this.#depth - 1);
    this.#push(number === '' ? 'symbol' : 'number', number || symbol);
    if (symbol === '(') this.#depth += 1;
  }

  #readWord(word: string): void {
    const upper = word.toUpperCase();
    const start = this.#at;
    this.#at += word.length;
    if (this.#tokens.length === 0 && upper === 'DELIMITER') {
      this.#skipLine();
      return;
    }
    if (upper === 'GO' && this.#dialect.brackets === true && this.#isAloneOnLine(start)) {
      this.#end(false);
      return;
    }
    this.#countBlocks(upper);
    this.#push('word', upper);
  }

  #isAloneOnLine(start: number): boolean {
    let before = start - 1;
    while (BLANK.test(this.#text.charAt(before))) before -= 1;
    let after = this.#at;
    while (BLANK.test(this.#text.charAt(after))) after += 1;
    return LINE_END.test(this.#text.charAt(before)) && LINE_END.test(this.#text.charAt(after));
  }

  /** Follows the blocks of a routine that is only defined: `CREATE TRIGGER … BEGIN …; END`. */
  #countBlocks(word: string): void {
    const closed = this.#closed;
    this.#closed = word === 'END' && this.#blocks > 0;
    if (closed && word === 'CASE') return;
    if (this.#closed) this.#blocks -= 1;
    else if (closed && CLOSED_BY_NAME.has(word)) this.#blocks += 1;
    else if (word === 'CASE' && this.#blocks > 0) this.#blocks += 1;
    else if (word === 'BEGIN' && (this.#blocks > 0 || this.#definesRoutine())) this.#blocks += 1;
  }

  #definesRoutine(): boolean {
    if (this.#tokens[0]?.text !== 'CREATE') return false;
    return this.#tokens.slice(1, 12).some((token) => ROUTINES.has(token.text));
  }
}

/** What a sticky pattern matches at an offset, or nothing. */
function stickyMatch(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Words behind `END` that close what was not counted when it opened. */
const CLOSED_BY_NAME: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR'],
]);

const ROUTINES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['TRIGGER', 'PROCEDURE', 'PROC', 'FUNCTION', 'EVENT', 'PACKAGE'],
]);

const SENDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['\\g', '\\G', '\\gx', '\\gset', '\\gexec', '\\gdesc'],
]);

const SPACE = /\s/;
const DIGIT = /[0-9]/;
const BLANK = /^[ \t\r]$/;

/** The end of a line, or of the text. */
const LINE_END = /^\n?$/;

/** `$$` or `$tag$`. */
const DOLLAR_TAG = /\$(?:[A-Za-z_]\w*)?\$/y;

/** A backslash and the client's command. */
const CLIENT_COMMAND = /\\[A-Za-z]*/y;

/** A bare word; an unknown part may stand in it. */
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;

const NUMBER = /\d[\w.]*/y;

/** Comparisons of two characters. */
const OPERATOR = /<=|>=|<>|!=|==|\|\||::/y;
