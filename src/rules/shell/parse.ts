/**
 * Shell text to a syntax tree, within bounds: the only importer of the parser.
 *
 * @module
 */
import type { ParsedScript, Word } from 'unbash';
import { parse } from 'unbash';

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  CommandArgument,
  CommandNode,
  CompoundCommand,
  CompoundList,
  Function as FunctionNode,
  HereDoc,
  ParameterExpansionPart,
  ParameterOperation,
  ParsedScript,
  PipelineNode,
  Redirection,
  Statement,
  TestExpression,
  Word as SyntaxWord,
  WordPart,
} from 'unbash';

/** How long a command text may be, in UTF-16 code units; a longer one is not judged but refused. */
export const MAX_COMMAND_LENGTH = 65_536;

/** A parsed text. */
export interface Parsed {
  readonly script: ParsedScript;
  /** Whether all of it was understood. */
  readonly complete: boolean;
}

/**
 * Parses shell text. What does not parse is left out of the tree, and the result says so.
 *
 * Many heredocs on one line cost the parser quadratic time, so a text with more of them than anyone
 * writes is parsed line by line instead.
 */
export function parseShell(text: string): Parsed {
  if (countHeredocs(text) > MAX_HEREDOCS) return parseByLine(text);
  const script = parse(text);
  return { script, complete: script.errors === undefined || script.errors.length === 0 };
}

/** Parses one word, such as an item of a brace expansion. */
export function parseWord(text: string): Word | undefined {
  const statement = parse(`: ${text}`).commands[0];
  if (statement === undefined || statement.command.type !== 'Command') return undefined;
  const argument = statement.command.args[0];
  return argument?.type === 'Word' ? argument : undefined;
}

function parseByLine(text: string): Parsed {
  const commands = text
    .split('\n')
    .slice(0, MAX_LINES)
    .filter((line) => countHeredocs(line) === 0)
    .flatMap((line) => parse(line).commands);
  const script: ParsedScript = {
    type: 'Script',
    pos: 0,
    end: text.length,
    shebang: undefined,
    commands,
  };
  return { script, complete: false };
}

function countHeredocs(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<<'); at >= 0; at = text.indexOf('<<', at + 2)) count += 1;
  return count;
}

const MAX_HEREDOCS = 256;
const MAX_LINES = 1000;
