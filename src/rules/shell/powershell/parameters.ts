/**
 * Reads the parameters of a PowerShell command: any unambiguous beginning of a name will do.
 *
 * @module
 */
import { dropPrefix, type Word } from '../word.js';

/** A command's arguments, read with the names of its parameters. */
export interface Parameters {
  /** Whether a parameter was given, and not as `:$false`. */
  has(name: string): boolean;
  /** The first value of a parameter. */
  value(name: string): Word | undefined;
  /** All values of a parameter. */
  values(name: string): readonly Word[];
  /** What belongs to no parameter, in order. */
  readonly positional: readonly Word[];
}

/**
 * Reads arguments as PowerShell does: `-Name value`, `-Name:value`, names in any case and shortened.
 * A parameter that takes a value ends in `=` (`path=`), one that takes several in `=*`; of several
 * that begin as written, the first is meant.
 */
export function readParameters(args: readonly Word[], grammar: readonly string[]): Parameters {
  const given = new Map<string, Word[]>();
  const positional: Word[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) break;
    const found = PARAMETER.exec(word.text);
    const parameter = found === null ? undefined : find(found[1] ?? '', grammar);
    if (found === null) {
      positional.push(word);
      continue;
    }
    if (parameter === undefined) continue;
    const values = given.get(parameter.name) ?? [];
    const attached = found[2] === ':' ? dropPrefix(word, found[0].length) : undefined;
    if (attached !== undefined && FALSE.test(attached.text)) continue;
    given.set(parameter.name, values);
    if (parameter.takes === 0) continue;
    if (attached !== undefined) {
      values.push(attached);
      continue;
    }
    for (let count = 0; count < parameter.takes; count += 1) {
      const next = args[at + 1];
      if (next === undefined || (count > 0 && PARAMETER.test(next.text))) break;
      values.push(next);
      at += 1;
    }
  }
  return {
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.[0],
    values: (name) => given.get(name) ?? [],
    positional,
  };
}

interface Parameter {
  readonly name: string;
  /** How many values it takes at most. */
  readonly takes: number;
}

function find(written: string, grammar: readonly string[]): Parameter | undefined {
  const name = written.toLowerCase();
  let shortened: string | undefined;
  for (const entry of grammar) {
    const full = entry.replace(MARK, '');
    if (full === name) return parameterOf(entry);
    if (shortened === undefined && full.startsWith(name)) shortened = entry;
  }
  return shortened === undefined ? undefined : parameterOf(shortened);
}

function parameterOf(entry: string): Parameter {
  const takes = entry.endsWith('=*') ? MAX_VALUES : entry.endsWith('=') ? 1 : 0;
  return { name: entry.replace(MARK, ''), takes };
}

const MAX_VALUES = 256;
const PARAMETER = /^-([A-Za-z][A-Za-z0-9_-]*)(:?)/;
const FALSE = /^(?:false|0)$/i;
const MARK = /=\*?$/;
