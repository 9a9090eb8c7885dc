/**
 * The value under a command key, as the text or the argv that would run.
 *
 * @module
 */
import type { JsonObject, JsonValue } from '../json.js';

/** One command: its text, or its argv. */
export type CommandValue = { readonly text: string } | { readonly argv: readonly string[] };

/**
 * Reads the value under a command key.
 *
 * @param value The value.
 * @param mayBeArgv Whether an array is one command's argv; otherwise it is a list of commands.
 * @param parent The object around it, whose `args` are the command's arguments.
 * @returns The command; nothing when the value is not one command.
 */
export function readCommand(
  value: JsonValue,
  mayBeArgv: boolean,
  parent: JsonObject,
): CommandValue | undefined {
  if (typeof value === 'string') return mayBeArgv ? withArguments(value, parent) : { text: value };
  if (!mayBeArgv || !Array.isArray(value)) return undefined;
  const argv = toWords(value);
  const [program] = argv ?? [];
  // No program has a space in its name, so this is a list of command texts.
  return argv === undefined || program === undefined || SPACE.test(program) ? undefined : { argv };
}

function withArguments(program: string, parent: JsonObject): CommandValue {
  const key = ARGUMENT_KEYS.find((name) => Object.hasOwn(parent, name));
  const rest = key === undefined ? undefined : parent[key];
  if (typeof rest === 'string' && rest !== '') return { text: `${program} ${rest}` };
  const words = Array.isArray(rest) ? toWords(rest) : undefined;
  if (words === undefined || words.length === 0) return { text: program };
  // Spawned through a shell, arguments are not quoted; only joined.
  if (parent['shell'] === true || SPACE.test(program)) {
    return { text: [program, ...words].join(' ') };
  }
  return { argv: [program, ...words] };
}

/** The words of an argv, where a number stands for its digits. */
function toWords(items: readonly JsonValue[]): readonly string[] | undefined {
  const words: string[] = [];
  for (const item of items) {
    if (item === null || typeof item === 'object') return undefined;
    words.push(String(item));
  }
  return words;
}

const SPACE = /\s/;
const ARGUMENT_KEYS: readonly string[] = ['args', 'arguments', 'argv'];
