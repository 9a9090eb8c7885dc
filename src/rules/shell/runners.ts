/**
 * Programs that run a command behind words of their own: on other hosts, in containers and
 * environments, in another terminal, with other limits.
 *
 * @module
 */
import type { Elsewhere, Execution } from './execution.js';
import type { Inner } from './inner.js';
import { type Grammar, type Options, readOptions } from './options.js';
import { type Place, UNKNOWN_PLACE } from './place.js';
import { type Runner, rowsOf } from './runner-rows.js';
import { dropPrefix, joinWords, type Word } from './word.js';

/** What a program of the table runs. */
export function unwrapRunner(execution: Execution, name: string): readonly Inner[] {
  for (const row of rowsOf(name) ?? NO_ROWS) {
    const inner = readRow(execution, row);
    if (inner.length > 0) return inner;
  }
  return NOTHING;
}

/** `capsh … -- -c command`, which starts a shell with what stands behind the dashes. */
export function unwrapCapsh({ args }: Execution): readonly Inner[] {
  const at = args.findIndex((word) => word.text === '--' || word.text === '==');
  const dashes = args[at];
  if (dashes === undefined) return [];
  const shell = { ...dashes, text: 'bash', pieces: [{ kind: 'text', text: 'bash' }] } as const;
  return [{ kind: 'argv', words: [shell, ...args.slice(at + 1)] }];
}

/** `screen command`, and what `screen -X` types into a session or has it start. */
export function unwrapScreen({ args, span }: Execution): readonly Inner[] {
  const options = readOptions(args, SCREEN, true);
  const [verb, ...rest] = options.operands;
  if (verb === undefined) return [];
  if (!options.has('X')) return [{ kind: 'argv', words: options.operands }];
  if (verb.text === 'stuff' || verb.text === 'paste') return [typed(rest, span)];
  return SCREEN_STARTS.has(verb.text) && rest.length > 0 ? [{ kind: 'argv', words: rest }] : [];
}

/** `less +!command`: what it does when it starts. */
export function unwrapPager({ args }: Execution): readonly Inner[] {
  return args.flatMap((word): readonly Inner[] => {
    const length = STARTS_WITH_COMMAND.exec(word.text)?.[0].length;
    return length === undefined ? [] : [{ kind: 'script', text: dropPrefix(word, length) }];
  });
}

/** `aws ssm send-command --parameters 'commands=[…]'`: texts for shells on many hosts. */
export function unwrapAws({ args }: Execution): readonly Inner[] {
  const options = readOptions(args, AWS);
  const [service, operation] = options.operands.map((word) => word.text);
  const texts = options.values(operation === 'execute-command' ? 'command' : 'parameters');
  const isSession = service === 'ecs' && operation === 'execute-command';
  if (!isSession && (service !== 'ssm' || !SENDS_COMMANDS.has(operation ?? ''))) return [];
  return texts.map((word) => ({
    kind: 'script',
    text: isSession ? word : withoutFrame(word),
    elsewhere: 'host',
    cwd: UNKNOWN_PLACE,
  }));
}

/** Where the command runs, when not here. */
interface Around {
  readonly elsewhere?: Elsewhere;
  readonly cwd?: Place;
}

function readRow({ args }: Execution, row: Runner): readonly Inner[] {
  const rest = row.words === undefined ? args : behindWords(args, row.words, row);
  if (rest === undefined) return [];
  const around: Around =
    row.elsewhere === undefined ? {} : { elsewhere: row.elsewhere, cwd: UNKNOWN_PLACE };
  if (row.last !== undefined) {
    const names = row.last.split(' ');
    const at = rest.findIndex((word) => names.includes(word.text));
    return at < 0 ? [] : asTyped(rest.slice(at + 1), around);
  }
  const options = readOptions(rest, row, row.script === undefined);
  if (row.idle?.some((name) => options.has(name)) === true) return [];
  const script = row.script === undefined ? undefined : options.value(row.script);
  if (script !== undefined) {
    // What stands behind is the program's own, when it is named by an option.
    const own = row.joined === true ? options.operands : [];
    return [{ kind: 'script', text: joinWords([script, ...own], ' ', script.span), ...around }];
  }
  const words = row.dashes === true ? behindDashes(rest) : operandsOf(options, row);
  const [first] = words;
  if (first === undefined) return [];
  if (row.joined !== true) return [{ kind: 'argv', words, ...around }];
  return [{ kind: 'script', text: joinWords(words, ' ', first.span), ...around }];
}

/** A row that has an option for it takes no operands for a command. */
function operandsOf(options: Options, row: Runner): readonly Word[] {
  if (row.script !== undefined && row.skip === undefined) return [];
  const words = options.operands.slice(row.skip ?? 0);
  return words[0]?.text === '--' ? words.slice(1) : words;
}

/** What stands behind all words of one of the alternatives, options between them left out. */
function behindWords(
  args: readonly Word[],
  alternatives: string,
  grammar: Grammar,
): readonly Word[] | undefined {
  for (const phrase of alternatives.split('|')) {
    let rest: readonly Word[] | undefined = args;
    for (const expected of phrase.split(' ')) {
      const { operands }: Options = readOptions(rest, grammar, true);
      const [first, ...behind]: readonly Word[] = operands;
      rest = first?.text === expected || (expected === '*' && first) ? behind : undefined;
      if (rest === undefined) break;
    }
    if (rest !== undefined) return rest;
  }
  return undefined;
}

function behindDashes(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex((word) => word.text === '--');
  return at < 0 ? [] : args.slice(at + 1);
}

/** One word with blanks in it is a text for a shell, several are a command and its arguments. */
function asTyped(words: readonly Word[], around: Around): readonly Inner[] {
  const [first, second] = words;
  if (first === undefined) return [];
  return second === undefined && first.text.includes(' ')
    ? [{ kind: 'script', text: first, ...around }]
    : [{ kind: 'argv', words, ...around }];
}

/** Keys typed into a terminal, where `\n` and `^M` are the key that ends a line. */
function typed(words: readonly Word[], span: Word['span']): Inner {
  const text = joinWords(words, ' ', span);
  const pieces = text.pieces.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: piece.text.replace(ENTER, '\n') } : piece,
  );
  return { kind: 'script', text: { ...text, pieces, text: text.text.replace(ENTER, '\n') } };
}

/** `commands=["…","…"]`, `{"commands":["…"]}`, `commands=…`: the lines without what frames them. */
function withoutFrame(word: Word): Word {
  const start = COMMANDS_START.exec(word.text)?.[0].length;
  if (start === undefined || !word.known) return word;
  const body = word.text.slice(start);
  const items = [...body.matchAll(COMMAND_ITEM)].map(([, quoted]) => unquote(quoted ?? ''));
  const text = items.length === 0 ? body : items.join('\n');
  return { ...word, text, pieces: [{ kind: 'text', text }] };
}

function unquote(text: string): string {
  return text.replace(ESCAPED, (_, letter: string) => (letter === 'n' ? '\n' : letter));
}

const NO_ROWS: readonly Runner[] = [];
const NOTHING: readonly Inner[] = [];

const ENTER = /\\n|\\r|\\015|\\012|\^M|\^J/g;
const STARTS_WITH_COMMAND = /^\+{1,2}!/;
const COMMANDS_START = /^[\s{]*["']?commands["']?\s*[=:]\s*\[?\s*/i;
const COMMAND_ITEM = /"((?:[^"\\]|\\.)*)"/g;
const ESCAPED = /\\(.)/g;

const SENDS_COMMANDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'send-command',
  'start-session',
  'create-association',
]);
const SCREEN_STARTS: ReadonlySet<string> = /* @__PURE__ */ new Set(['screen', 'exec', 'eval']);

const AWS: Grammar = {
  options: [
    ...['--profile=', '--region=', '--output=', '--endpoint-url=', '--query=', '--parameters='],
    ...['--document-name=', '--document-version=', '--instance-ids=', '--targets=', '--comment='],
    ...['--command=', '--cluster=', '--task=', '--container=', '--timeout-seconds=', '--target='],
    ...['--output-s3-bucket-name=', '--max-concurrency=', '--max-errors=', '--interactive'],
  ],
  abbreviations: false,
};

const SCREEN: Grammar = {
  options: ['-c=', '-e=', '-h=', '-p=', '-s=', '-S=', '-t=', '-T=', '-X', '-d', '-m', '-r', '-x'],
};
