import { describe, expect, test } from 'vitest';
import { readCmd } from '../../../src/rules/shell/cmd.js';
import type { Execution } from '../../../src/rules/shell/execution.js';

const START = { base: 'absolute', path: '/srv/proj' } as const;

/** Each command as its name and arguments; a home is `<home>`, what is not known `<runs>`. */
function read(text: string): readonly (readonly string[])[] {
  return readCmd(text, START).map((execution) => [execution.name, ...execution.args.map(spell)]);
}

function spell(word: Execution['args'][number]): string {
  const parts = word.pieces.map((piece) => {
    if (piece.kind === 'unknown') return `<${(piece.runs ?? []).map((run) => run.name)}>`;
    return piece.kind === 'home' ? '<home>' : piece.text;
  });
  return parts.join('');
}

describe('readCmd', () => {
  test.each<readonly [string, string, readonly (readonly string[])[]]>([
    [
      'names in lower case, and one name for each command',
      'RMDIR x & DEL y',
      [
        ['rd', 'x'],
        ['erase', 'y'],
      ],
    ],
    [
      'switches that stand without blanks',
      'rd/s/q x & del /f/q y',
      [
        ['rd', '/s', '/q', 'x'],
        ['erase', '/f', '/q', 'y'],
      ],
    ],
    [
      'commands behind &, && and ||, and on lines of their own',
      'a & b && c || d\ne',
      [['a'], ['b'], ['c'], ['d'], ['e']],
    ],
    ['parentheses', '(a & b) & c', [['a'], ['b'], ['c']]],
    ['quotes and carets', 'a "x & y" p^&q r^s', [['a', 'x & y', 'p&q', 'rs']]],
    [
      'a program without its directory and extension',
      'C:\\bin\\git.exe status',
      [['git', 'status']],
    ],
    ['variables with literal values', 'set D=C:\\x& a %D%\\y', [['set'], ['a', 'C:\\x\\y']]],
    [
      'homes and the places of Windows',
      'a %USERPROFILE%\\x %HOMEDRIVE%%HOMEPATH% %SystemDrive%\\',
      [['a', '<home>\\x', '<home>', 'C:\\']],
    ],
    ['variables that are not set', 'a %X%', [['a', '<>']]],
    [
      'a loop with its items',
      'for %i in (x y) do a %i',
      [
        ['a', 'x'],
        ['a', 'y'],
      ],
    ],
    [
      'a loop over the output of a command',
      "for /f %%i in ('dir /b') do a %%i",
      [
        ['dir', '/b'],
        ['a', '<dir>'],
      ],
    ],
    ['both branches of a condition', 'if exist x (a) else (b)', [['a'], ['b']]],
    [
      'conditions of every kind',
      'if /i not "%X%"=="y" a & if defined Y b & if errorlevel 1 c',
      [['a'], ['b'], ['c']],
    ],
    [
      'what is called and what is started',
      'call a x & start "t" /wait b y',
      [
        ['call', 'a', 'x'],
        ['a', 'x'],
        ['start', 't', '/wait', 'b', 'y'],
        ['b', 'y'],
      ],
    ],
    ['a command with its echo turned off', '@a x', [['a', 'x']]],
  ])('reads %s', (_what, text, commands) => {
    expect(read(text)).toEqual(commands);
  });

  test.each(['rem a x', ':: a x', ':label', 'goto end', ''])('finds no command in %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  test('follows changes of the directory', () => {
    const places = readCmd('cd /d C:\\Users & a & pushd x & b & popd & c', START)
      .filter(({ name }) => name.length === 1)
      .map(({ name, cwd }) => [name, cwd.path]);
    expect(places).toEqual([
      ['a', '/c:/users'],
      ['b', '/c:/users/x'],
      ['c', '/c:/users'],
    ]);
  });

  test('gives each command its redirections, its input and its place in the text', () => {
    const [first, second] = readCmd('a x | b > out.txt 2>&1', START);
    expect(first?.span).toEqual({ start: 0, end: 4 });
    expect(second?.stdin).toMatchObject({ kind: 'pipe', from: [{ name: 'a' }] });
    expect(second?.redirects.map(({ operator, target }) => [operator, target.text])).toEqual([
      ['>', 'out.txt'],
    ]);
  });

  test.each([
    '(',
    'if exist a ',
    'for %i in (a b c) do ',
    '%a%',
    'call ',
    '^',
    'set a=%a%%a%\n',
    '"',
  ])('comes to an end with a long run of %s', (part) => {
    const text = part.repeat(Math.floor(16_384 / part.length));
    expect(readCmd(text, START).length).toBeLessThanOrEqual(1024);
  });
});
