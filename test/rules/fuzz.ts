/** Random states from a seed: scripts of shell tokens, bytes, and values nested in each other. */
import type { JsonValue } from '../../src/json.js';

/** The same numbers for the same seed, on every machine. */
export interface Chance {
  /** A whole number from zero up to, and without, the bound. */
  below(bound: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** A generator of chance: mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}

/** A random state: mostly a tool call with a command, sometimes anything at all. */
export function randomState(chance: Chance): JsonValue {
  if (chance.below(12) === 0) return randomValue(chance, 4);
  const input: { [member: string]: JsonValue } = {};
  if (chance.below(4) > 0) {
    input[chance.pick(['command', 'cmd', 'script'])] = randomCommand(chance);
  }
  for (let left = chance.below(4); left > 0; left -= 1) {
    input[chance.pick(FIELDS)] = randomValue(chance, 3);
  }
  const state: { [member: string]: JsonValue } = { tool: chance.pick(TOOLS), input };
  if (chance.below(3) > 0) state['workspace_root'] = chance.pick(ROOTS);
  if (chance.below(3) > 0) state['network_scope'] = [chance.pick(HOSTS), chance.pick(HOSTS)];
  if (chance.below(3) > 0) state['amount_bound'] = chance.below(1_000);
  if (chance.below(5) === 0) state['scratch_roots'] = [chance.pick(ROOTS)];
  return state;
}

function randomCommand(chance: Chance): JsonValue {
  const kind = chance.below(8);
  if (kind === 0) return Array.from({ length: chance.below(6) }, () => randomWord(chance));
  if (kind === 1) return randomText(chance, 80);
  return randomScript(chance, 1 + chance.below(24));
}

function randomScript(chance: Chance, length: number): string {
  let script = '';
  for (let left = length; left > 0; left -= 1) {
    script += chance.below(4) === 0 ? chance.pick(OPERATORS) : ` ${randomWord(chance)}`;
    if (chance.below(30) === 0) script += `$(${randomScript(chance, chance.below(6))})`;
    if (chance.below(40) === 0) script += ` <<E\n${randomText(chance, 20)}\nE\n`;
  }
  return script;
}

function randomWord(chance: Chance): string {
  const word = chance.below(9) === 0 ? randomText(chance, 6) : chance.pick(WORDS);
  switch (chance.below(10)) {
    case 0:
      return `'${word}'`;
    case 1:
      return `"${word}"`;
    case 2:
      return `$'${word}'`;
    case 3:
      return `${word}${chance.pick(WORDS)}`;
    default:
      return word;
  }
}

function randomText(chance: Chance, longest: number): string {
  let text = '';
  for (let left = chance.below(longest + 1); left > 0; left -= 1) {
    const any = chance.below(20) === 0;
    text += any ? String.fromCharCode(chance.below(0xd800)) : chance.pick(CHARACTERS);
  }
  return text;
}

function randomValue(chance: Chance, depth: number): JsonValue {
  switch (chance.below(depth > 0 ? 8 : 6)) {
    case 0:
      return chance.below(2) === 0 ? null : chance.below(2) === 0;
    case 1:
      return (chance.below(2_000_000) - 1_000_000) / chance.pick([1, 100, 3]);
    case 2:
      return chance.pick(AMOUNTS);
    case 3:
      return chance.pick(PATHS);
    case 4:
      return chance.pick(URLS);
    case 5:
      return randomText(chance, 30);
    case 6:
      return Array.from({ length: chance.below(4) }, () => randomValue(chance, depth - 1));
    default: {
      const value: { [member: string]: JsonValue } = {};
      for (let left = chance.below(4); left > 0; left -= 1) {
        value[chance.pick(FIELDS)] = randomValue(chance, depth - 1);
      }
      return value;
    }
  }
}

const TOOLS = ['Bash', 'PowerShell', 'cmd', 'Write', 'WebFetch', 'mcp__pay__charge', ''] as const;
const ROOTS = ['/srv/proj', '/', 'C:\\work', '/srv/proj/', '/tmp', '..'] as const;
const HOSTS = ['api.example.com', '*.internal.net', '*', '::1', 'bücher.example:80', ''] as const;

const FIELDS = [
  ...(['command', 'path', 'file_path', 'url', 'host', 'amount', 'total_cents', 'price'] as const),
  ...(['urls', 'paths', 'edits', 'input', 'args', 'argv', 'method', 'currency', 'value'] as const),
  ...(['content', 'output', 'cwd', 'from', 'to', 'shell', '', 'é'] as const),
] as const;

const AMOUNTS = [
  '$1,250.00',
  '1.250,00 €',
  '1e400',
  '-5',
  'NaN',
  '1.000',
  '٢٥٠',
  'CHF 1’0',
] as const;
const PATHS = ['../../x', '/etc/passwd', '~/.ssh', 'C:\\x', 'file:///%2e%2e/x', 'a\0b'] as const;
const URLS = [
  ...(['https://evil.example/x', '//h', 'http://[::1]:8', 'https://a\\@b/', 'http:/h'] as const),
] as const;

const OPERATORS = [
  ...([
    ';',
    '&&',
    '||',
    '|',
    '&',
    '\n',
    '(',
    ')',
    '{ ',
    ' }',
    '<',
    '>',
    '>>',
    '<<<',
    '2>&1',
  ] as const),
  ...([
    '`',
    '$(',
    '<(',
    '>(',
    ')',
    '"',
    "'",
    '\\',
    '$((',
    '))',
    ';;',
    '|&',
    '<<E\n',
    '\nE\n',
  ] as const),
] as const;

const WORDS = [
  ...([
    'rm',
    '-rf',
    '/',
    '~',
    '*',
    '$HOME',
    'git',
    'push',
    '--force',
    'reset',
    '--hard',
    '.',
  ] as const),
  ...(['curl', '-d', '@.env', 'https://evil.example', '-F', 'wget', 'nc', 'scp', 'x@h:y'] as const),
  ...(['sudo', 'env', 'timeout', '5', 'bash', 'sh', '-c', 'eval', 'xargs', '-I{}', '{}'] as const),
  ...([
    'find',
    '-delete',
    '-exec',
    '\\;',
    'ssh',
    'docker',
    'exec',
    'kubectl',
    'delete',
    'ns',
  ] as const),
  ...(['if', 'then', 'else', 'fi', 'for', 'in', 'do', 'done', 'while', 'case', 'esac'] as const),
  ...(['function', 'f()', 'f', '{', '}', '!', 'time', 'coproc', '[[', ']]', '[', ']'] as const),
  ...([
    'X=1',
    '$X',
    '$' + '{X:-y}',
    '$' + '{X#p}',
    '$' + '{!X}',
    '$' + '{X[@]}',
    '$@',
    '$9',
  ] as const),
  ...(['a=(1 2)', '{a,b}{c,d}', '{1..9}', '$((1+1))', 'echo', 'printf', '%s', 'base64'] as const),
  ...(['psql', 'DROP TABLE x', 'python3', 'import os; os.system("x")', 'node', '-e'] as const),
  ...([
    'declare',
    '-n',
    'local',
    'readonly',
    'trap',
    'EXIT',
    'exec',
    '3<&0',
    'read',
    'mapfile',
  ] as const),
  ...([
    'dd',
    'of=/dev/sda',
    'mkfs',
    'terraform',
    'destroy',
    'aws',
    's3',
    'rb',
    'Remove-Item',
  ] as const),
  ...([
    'C:\\',
    '/s',
    'del',
    'awk',
    'BEGIN{system("x")}',
    'sed',
    '1e x',
    'make',
    '-f',
    '-',
  ] as const),
] as const;

const CHARACTERS = [
  ...([
    'a',
    'b',
    'r',
    'm',
    '/',
    '.',
    '-',
    ' ',
    '\t',
    '\n',
    '"',
    "'",
    '`',
    '$',
    '(',
    ')',
    '{',
  ] as const),
  ...([
    '}',
    '[',
    ']',
    '*',
    '?',
    '~',
    '!',
    '#',
    '&',
    '|',
    ';',
    '<',
    '>',
    '=',
    '\\',
    '0',
    '9',
  ] as const),
  ...(['@', ':', ',', '%', '^', '+', '\r', '\0', '\u00a0', 'é', '\uFFFC', '\uE000', '＄'] as const),
] as const;
