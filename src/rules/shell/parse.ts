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
 * Many heredocs on one line cost the parser quadratic time, so those beyond what anyone writes are
 * blanked out: their bodies then read as commands, and the rest of the text as what it is.
 */
export function parseShell(text: string): Parsed {
  const bounded = countHeredocs(text) > MAX_HEREDOCS ? blankHeredocs(text) : text;
  const script = parse(bounded);
  const isWhole = script.errors === undefined || script.errors.length === 0;
  return { script, complete: isWhole && bounded === text };
}

/** Parses one word, such as an item of a brace expansion. */
export function parseWord(text: string): Word | undefined {
  const statement = parse(`: ${text}`).commands[0];
  if (statement === undefined || statement.command.type !== 'Command') return undefined;
  const argument = statement.command.args[0];
  return argument?.type === 'Word' ? argument : undefined;
}

/** The text with what would start too many heredocs on one line made blank, at the same length. */
function blankHeredocs(text: string): string {
  const lines = text.split('\n').map((line) => {
    let count = 0;
    return line.replace(HEREDOC, (mark) => {
      count += 1;
      return count > MAX_HEREDOCS ? ' '.repeat(mark.length) : mark;
    });
  });
  return lines.join('\n');
}

function countHeredocs(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<<'); at >= 0; at = text.indexOf('<<', at + 2)) count += 1;
  return count;
}

const MAX_HEREDOCS = 64;
const HEREDOC = /<<+/g;
