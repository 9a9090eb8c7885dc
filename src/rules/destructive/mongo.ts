/**
 * MongoDB's shell: scripts that drop databases and collections, or delete all documents.
 *
 * @module
 */
import type { Hit } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { inputOf } from './inputs.js';
import { isIdle, through } from './subcommands.js';

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

/** What the script would do, such as `drop a collection`, or nothing. */
export function findMongoLoss(script: string): string | undefined {
  const tokens = readTokens(script);
  for (let at = 0; at < tokens.length; at += 1) {
    const does = lossAt(tokens, at);
    if (does !== undefined) return does;
  }
  return undefined;
}

/** A token: a name, a mark of one character, or a string with its quote in front. */
type Token = string;

function lossAt(tokens: readonly Token[], at: number): string | undefined {
  const name = tokens[at] ?? '';
  if (RUNS_COMMAND.has(name) && tokens[at + 1] === '(' && tokens[at + 2] === '{') {
    const command = (tokens[at + 3] ?? '').replace(QUOTE, '');
    return tokens[at + 4] === ':' ? COMMANDS.get(command) : undefined;
  }
  if (tokens[at + 1] !== '(' || tokens[at - 1] !== '.') return undefined;
  const dropped = CALLS.get(name);
  if (dropped !== undefined) return dropped;
  if (!DELETES.has(name)) return undefined;
  // No filter, or an empty one: every document.
  if (tokens[at + 2] === ')') return ALL_DOCUMENTS;
  if (tokens[at + 2] !== '{' || tokens[at + 3] !== '}') return undefined;
  return name === 'remove' && tokens[at + 4] !== ')' && deletesOne(tokens, at + 4)
    ? undefined
    : ALL_DOCUMENTS;
}

/** `remove({}, true)` and `remove({}, {justOne: true})` take one document. */
function deletesOne(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at, at + 6).map((token) => token.replace(QUOTE, ''));
  return (
    rest[1] === 'true' || rest[1] === '1' || rest.indexOf('true') === rest.indexOf('justOne') + 2
  );
}

/** Names, strings and marks; comments and blanks are left out. */
function readTokens(script: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(script); match !== null; match = TOKEN.exec(script)) {
    const [token] = match;
    if (token.startsWith('//') || token.startsWith('/*') || token.trim() === '') continue;
    tokens.push(token);
  }
  return tokens;
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

const ALL_DOCUMENTS = 'delete all documents of a collection';

const CALLS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['dropDatabase', 'drop a database'],
  ['drop', 'drop a collection'],
  ['dropCollection', 'drop a collection'],
]);

const COMMANDS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['dropDatabase', 'drop a database'],
  ['drop', 'drop a collection'],
]);

const RUNS_COMMAND: ReadonlySet<string> = /* @__PURE__ */ new Set(['runCommand', 'adminCommand']);

const DELETES: ReadonlySet<string> = /* @__PURE__ */ new Set(['deleteMany', 'remove']);

/** The quotes of a string. */
const QUOTE = /^["'`]|["'`]$/g;

/** A comment, a string, a name, blanks, or any one character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]+|\\[\s\S])*"?|'(?:[^'\\]+|\\[\s\S])*'?|`(?:[^`\\]+|\\[\s\S])*`?|[\w$\uFFFC]+|\s+|[\s\S]/g;
