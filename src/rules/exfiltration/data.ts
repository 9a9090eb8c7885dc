/**
 * Local data on its way out: whether a word, an input or the output of a command carries some.
 *
 * @module
 */
import type { RuleContext } from '../rule.js';
import { codeOf } from '../shell/code.js';
import type { Execution, Redirect, Stdin } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { dropPrefix, type Piece, type Word } from '../shell/word.js';
import { type Data, FILTERS, type Filter, READING_CALLS, SUBCOMMANDS, TELLERS } from './outputs.js';

export type { Data } from './outputs.js';

/** What a word carries: the output of commands that read local data, variables that hold secrets. */
export function dataIn(word: Word, context: RuleContext, depth = 0): Data {
  // Whatever it carries stands in a piece that is not known.
  if (word.known) return 'none';
  return most(word.pieces.map((piece) => dataInPiece(piece, context, depth)));
}

/** What one piece of a word carries. */
export function dataInPiece(piece: Piece, context: RuleContext, depth = 0): Data {
  if (piece.kind !== 'unknown') return 'none';
  if (context.strict) return 'data';
  // Items without a command that writes them come from a file: `while read …; done < file`.
  if (piece.from === 'input' && (piece.runs ?? []).length === 0) return 'data';
  if (piece.from === 'variable' && SECRET.test(piece.name ?? '')) return 'credential';
  const content = piece.content === undefined ? 'none' : dataIn(piece.content, context, depth + 1);
  return most([content, outputOfAll(piece.runs ?? [], context, depth + 1)]);
}

/** What a command reads from its standard input. */
export function inputOf(execution: Execution, context: RuleContext, depth = 0): Data {
  const stdin = stdinOf(execution);
  if (stdin.kind === 'text') return dataIn(stdin.text, context, depth);
  if (stdin.kind === 'file') return isFileOfData(stdin.path, context, depth) ? 'data' : 'none';
  if (stdin.kind === 'inherited') return 'none';
  return outputOfAll(stdin.from, context, depth + 1);
}

/** The standard input; what feeds items to a command as arguments has emptied the pipe itself. */
export function stdinOf(execution: Execution): Stdin {
  const { stdin, via } = execution;
  const feeder = via.find((name) => FEEDERS.has(name));
  if (feeder === undefined || stdin.kind !== 'pipe') return stdin;
  const own = stdin.from.some((run) => run.via.includes(feeder));
  return own ? stdin : { kind: 'inherited' };
}

/** What a command writes to its standard output. */
export function outputOf(execution: Execution, context: RuleContext, depth = 0): Data {
  // Outputs of outputs: a text that nests them so deeply was not written by honest hands.
  if (depth > DEEPEST) return 'data';
  const known = context.strict ? KNOWN_STRICT : KNOWN;
  const before = known.get(execution);
  if (before !== undefined) return before;
  const data = readOutput(execution, context, depth);
  known.set(execution, data);
  return data;
}

/** Whether a word names a file whose contents are data, rather than noise or public by design. */
export function isData(word: Word): boolean {
  return word.text !== '' && !PUBLIC.test(word.text);
}

/** Whether a word names a file of data; a process substitution does when what it reads is data. */
export function isFileOfData(word: Word, context: RuleContext, depth = 0): boolean {
  const piece = word.pieces[0];
  if (word.pieces.length === 1 && piece?.kind === 'unknown' && piece.from === 'process') {
    return dataInPiece(piece, context, depth) !== 'none';
  }
  return isData(word);
}

/** The kind that weighs most. */
export function most(kinds: readonly Data[]): Data {
  return kinds.reduce<Data>((a, b) => (WEIGHTS[a] < WEIGHTS[b] ? b : a), 'none');
}

/**
 * What several commands write together: not what one writes into a file, into a pipe to another or
 * for another's arguments.
 */
function outputOfAll(runs: readonly Execution[], context: RuleContext, depth: number): Data {
  const known = context.strict ? KNOWN_STRICT : KNOWN;
  const before = known.get(runs);
  if (before !== undefined) return before;
  const data = most(lastOf(runs).map((run) => outputOf(run, context, depth)));
  known.set(runs, data);
  return data;
}

function lastOf(runs: readonly Execution[]): readonly Execution[] {
  const taken = new Set<Execution>();
  for (const run of runs) {
    if (run.stdin.kind === 'pipe') for (const writer of run.stdin.from) taken.add(writer);
  }
  const last = runs.filter((run) => !taken.has(run) && !run.redirects.some(takesOutput));
  // Each is compared with each, so a crowd of commands is taken as it is.
  if (last.length > MANY) return last;
  return last.filter((run) => !runs.some((other) => other.name !== '' && isPartOf(run, other)));
}

/** Whether a command stands within another: in a substitution in its arguments. */
export function isPartOf({ span, via }: Execution, whole: Execution): boolean {
  const { start, end } = whole.span;
  const within = start <= span.start && span.end <= end && end - start > span.end - span.start;
  // What a wrapper runs stands within it too, but is what it does.
  return within && via.length === whole.via.length;
}

function takesOutput({ operator, descriptor = 1, target }: Redirect): boolean {
  return descriptor === 1 && operator.includes('>') && !TERMINAL.test(target.text);
}

type Output = (execution: Execution, context: RuleContext, depth: number) => Data;

function readOutput(execution: Execution, context: RuleContext, depth: number): Data {
  if (execution.elsewhere === 'host') return 'none';
  const name = execution.name;
  if (TELLERS.has(name)) return 'data';
  if (Object.hasOwn(SUBCOMMANDS, name)) return SUBCOMMANDS[name]?.(execution) ?? 'none';
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name]?.(execution, context, depth) ?? 'none';
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (filter !== undefined) {
    return most([
      outputOfEcho(execution, context, depth),
      outputOfFilter(execution, filter, execution.args, context, depth),
    ]);
  }
  return outputOfCode(execution, context, depth);
}

function outputOfCode(execution: Execution, context: RuleContext, depth: number): Data {
  const code = codeOf(execution)?.code;
  if (code === undefined) return 'none';
  if (READING_CALLS.some((call) => code.text.includes(call))) return 'data';
  const reads = STDIN.test(code.text) || execution.args.some((word) => LINE_MODE.test(word.text));
  return most([dataIn(code, context, depth), reads ? inputOf(execution, context, depth) : 'none']);
}

function outputOfFilter(
  execution: Execution,
  filter: Filter,
  args: readonly Word[],
  context: RuleContext,
  depth: number,
): Data {
  const options = readOptions(args, filter);
  if (options.has('quiet') || options.has('version') || options.has('help')) return 'none';
  const given = filter.instead?.some((name) => options.has(name)) === true;
  // `jq .version package.json` and `grep version Cargo.toml` tell no more than the name of a release.
  if (!given && filter.skip === 1 && VERSION.test(options.operands[0]?.text ?? '')) return 'none';
  const operands = options.operands.slice(given ? 0 : (filter.skip ?? 0));
  const files = filter.passes === true ? [] : [...operands, ...options.values('input')];
  const named = files.filter((word) => word.text !== '-');
  if (named.some((word) => isFileOfData(word, context, depth))) return 'data';
  const reads = files.length === 0 || named.length < files.length;
  return reads ? inputOf(execution, context, depth) : 'none';
}

function outputOfEcho(execution: Execution, context: RuleContext, depth: number): Data {
  return most(execution.args.map((word) => dataIn(word, context, depth)));
}

function outputOfXargs(execution: Execution, context: RuleContext, depth: number): Data {
  return execution.args.length === 0 ? inputOf(execution, context, depth) : 'none';
}

function outputOfDd(execution: Execution, context: RuleContext, depth: number): Data {
  const file = execution.args.find((word) => word.text.startsWith('if='));
  if (file === undefined) return inputOf(execution, context, depth);
  return isFileOfData(dropPrefix(file, 3), context, depth) ? 'data' : 'none';
}

function outputOfJq(execution: Execution, context: RuleContext, depth: number): Data {
  const args: Word[] = [];
  for (let index = 0; index < execution.args.length; index += 1) {
    const word = execution.args[index];
    if (word === undefined) break;
    const takes = JQ_PAIRS.get(word.text);
    if (takes === 'file') return 'data';
    // `--arg name value` stands for two words.
    if (takes === 'text') index += 2;
    else args.push(word);
  }
  const fromArgs = outputOfEcho(execution, context, depth);
  const options = readOptions(args, JQ);
  if (options.has('null-input')) return fromArgs;
  return most([fromArgs, outputOfFilter(execution, JQ, args, context, depth)]);
}

/** Keys, random numbers and digests that it prints are not what it reads. */
function outputOfOpenssl(execution: Execution, context: RuleContext, depth: number): Data {
  const [subcommand, ...rest] = execution.args;
  if (subcommand === undefined || !OPENSSL_PASSES.test(subcommand.text)) return 'none';
  const file = readOptions(rest, OPENSSL).value('in');
  if (file === undefined) return inputOf(execution, context, depth);
  return isFileOfData(file, context, depth) ? 'data' : 'none';
}

/** Programs that turn their input into arguments. */
const FEEDERS: ReadonlySet<string> = /* @__PURE__ */ new Set(['xargs', 'parallel', 'find']);

const WEIGHTS = { none: 0, credential: 1, history: 2, data: 3 } as const;

const DEEPEST = 48;

const MANY = 64;

/** One command's output, or that of several, may stand in many words. */
const KNOWN: WeakMap<object, Data> = /* @__PURE__ */ new WeakMap();
const KNOWN_STRICT: WeakMap<object, Data> = /* @__PURE__ */ new WeakMap();

/** Names of variables that hold secrets. */
const SECRET =
  /SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_PWD$|_PASS$|_KEY$|^KEY$/i;

/** Devices, identifiers from the kernel, public keys, files that only say which version. */
const PUBLIC =
  /^(?:\/dev\/(?:null|zero|full|u?random)|\/proc\/sys\/kernel\/random\/\w+|.*\.pub|(?:.*\/)?\.?(?:version(?:\.txt)?|nvmrc|(?:node|python|ruby|go|java|terraform)-version))$/i;

/** Where output is still seen by the one who asked. */
const TERMINAL = /^(?:1|\/dev\/(?:stdout|fd\/1))$/;

const STDIN = /stdin|STDIN|php:\/\/input|<>|\$</;

/** `perl -pe`, `ruby -ne`: the code runs for each line of the input. */
const LINE_MODE = /^-[a-z0]*[pn][a-z]*$/;

const VERSION = /version/i;

const OPENSSL_PASSES =
  /^(?:enc|base64|zlib|smime|cms|pkeyutl|rsautl|rsa|pkey|ec|pkcs12|x509|aes-.*|des.*)$/;

const JQ: Filter = {
  skip: 1,
  instead: ['from-file'],
  options: ['-f --from-file=', '--indent=', '-L=', '-n --null-input'],
};

const JQ_PAIRS: ReadonlyMap<string, 'text' | 'file'> = /* @__PURE__ */ new Map([
  ['--arg', 'text'],
  ['--argjson', 'text'],
  ['--slurpfile', 'file'],
  ['--rawfile', 'file'],
]);

const OPENSSL: Grammar = { options: ['-in='], singleDashLong: true, abbreviations: false };

const COMMANDS: { readonly [program: string]: Output } = {
  echo: outputOfEcho,
  printf: outputOfEcho,
  print: outputOfEcho,
  xargs: outputOfXargs,
  dd: outputOfDd,
  jq: outputOfJq,
  openssl: outputOfOpenssl,
};
