/**
 * Neo4j's shell: queries that delete all nodes of a graph, or drop a database.
 *
 * @module
 */
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { contentOf, inputOf, writtenTo } from './inputs.js';
import { isIdle, through } from './subcommands.js';

/** A query in an operand, in a file that the text has written, or on the input. */
export function cypherShell(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, CYPHER);
  if (isIdle(options)) return undefined;
  const files = options.values('file');
  const texts = [
    ...options.operands,
    ...files.flatMap(contentOf),
    ...files.flatMap((file) => writtenTo(file, execution, context)),
  ];
  const input = texts.length === 0 && files.length === 0 ? inputOf(execution) : undefined;
  for (const word of input === undefined ? texts : [input]) {
    const does = findGraphLoss(word.text);
    if (does !== undefined) return through(execution, 'stores.delete', does, word);
  }
  return undefined;
}

/** What a text of queries would do, or nothing. */
export function findGraphLoss(text: string): string | undefined {
  for (const query of text.slice(0, MAX_TEXT).replace(IGNORED, ' ').split(';')) {
    if (DROPS.test(query)) return 'drop a database of graphs';
    if (FINDS.test(query) && DELETES.test(query) && !NARROWS.test(query))
      return 'delete all nodes of a graph';
  }
  return undefined;
}

const MAX_TEXT = 65_536;

/** Comments and strings. */
const IGNORED = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
const DROPS = /\bdrop\s+(?:composite\s+)?database\b/i;
const FINDS = /\bmatch\b/i;
const DELETES = /\bdelete\b/i;
/** A condition, a property that is asked for, or a limit. */
const NARROWS = /\bwhere\b|\{|\blimit\b/i;

const CYPHER: Grammar = {
  options: [
    ...['-a= --address= --uri=', '-u= --username=', '-p= --password=', '-d= --database='],
    ...['-f= --file=', '--format=', '-P= --param=', '--encryption=', '--access-mode='],
    ...['-h --help', '-v --version', '--non-interactive', '--fail-fast', '--fail-at-end'],
  ],
};
