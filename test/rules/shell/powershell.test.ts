import { describe, expect, test } from 'vitest';
import type { Execution } from '../../../src/rules/shell/execution.js';
import { readPowerShell } from '../../../src/rules/shell/powershell.js';

const START = { base: 'absolute', path: '/srv/proj' } as const;

/** Each command as its name and arguments; a home is `<home>`, what is not known `<runs>`. */
function read(text: string): readonly (readonly string[])[] {
  return readPowerShell(text, START).map((execution) => [
    execution.name,
    ...execution.args.map(spell),
  ]);
}

function spell(word: Execution['args'][number]): string {
  const parts = word.pieces.map((piece) => {
    if (piece.kind === 'unknown') return `<${(piece.runs ?? []).map((run) => run.name)}>`;
    return piece.kind === 'home' ? '<home>' : piece.text;
  });
  return parts.join('');
}

describe('readPowerShell', () => {
  test.each<readonly [string, string, readonly (readonly string[])[]]>([
    [
      'names in lower case and in full',
      'RI -r x; GCI',
      [['remove-item', '-r', 'x'], ['get-childitem']],
    ],
    [
      'a program without its directory and extension',
      '& "C:\\Program Files\\Git\\git.exe" status',
      [['git', 'status']],
    ],
    [
      'curl as the program unless its parameters are those of the alias',
      'curl -F a=b x; curl -Uri x',
      [
        ['curl', '-F', 'a=b', 'x'],
        ['invoke-webrequest', '-Uri', 'x'],
      ],
    ],
    [
      'statements behind ;, line ends, && and ||',
      'a; b\nc && d || e',
      [['a'], ['b'], ['c'], ['d'], ['e']],
    ],
    ['quotes and escapes', `a 'it''s' "a""b\`tc" d\`\`e`, [['a', "it's", 'a"b\tc', 'd`e']]],
    ['an escaped line end as a blank', 'a `\n  b', [['a', 'b']]],
    ['here-strings', "a @'\nx $y\n'@", [['a', 'x $y']]],
    [
      'variables with literal values',
      '$d = "C:\\x"; a $d "$d\\y" "${d}z"',
      [['a', 'C:\\x', 'C:\\x\\y', 'C:\\xz']],
    ],
    ['homes', 'a $HOME $env:USERPROFILE\\x', [['a', '<home>', '<home>\\x']]],
    ['variables that are not set', 'a $x', [['a', '<>']]],
    ['arrays as words', 'a x,y, z', [['a', 'x', 'y', 'z']]],
    [
      'a switch with its value attached',
      'a -Recurse:$true -x: y',
      [['a', '-Recurse:True', '-x:y']],
    ],
    [
      'a splatted record',
      '$p = @{ Path = "x"; Force = $true }; a @p',
      [['a', '-path:x', '-force:True']],
    ],
    ['a called text', "& 'a' x; &('a' + 'b')", [['a', 'x'], ['ab']]],
    ['a called block', '& { a; b }', [['a'], ['b']]],
    [
      'both branches and all parts of a try',
      'if ($x) { a } else { b }; try { c } catch { d } finally { e }',
      [['a'], ['b'], ['c'], ['d'], ['e']],
    ],
    ['a loop with its items', "foreach ($i in 'x', 'y') { a $i }", [['a', 'x', 'y']]],
    ['a function where it is called', 'function F($p) { a $p }; F x', [['a', 'x']]],
    [
      'a text that is run',
      'iex "a x"; "b y" | iex',
      [
        ['invoke-expression', 'a x'],
        ['a', 'x'],
        ['write-output', 'b y'],
        ['invoke-expression'],
        ['b', 'y'],
      ],
    ],
    [
      'a program that is started',
      "Start-Process a -ArgumentList 'x y', z",
      [
        ['start-process', 'a', '-ArgumentList', 'x y', 'z'],
        ['a', 'x', 'y', 'z'],
      ],
    ],
    ['static methods', "[System.IO.File]::Delete('x')", [['io.file.delete', 'x']]],
    [
      'methods of an object',
      "(New-Object System.Net.WebClient).UploadFile('u', 'f')",
      [
        ['new-object', 'System.Net.WebClient'],
        ['net.webclient.uploadfile', 'u', 'f'],
      ],
    ],
    [
      'methods of an object in a variable',
      "$c = [Net.WebClient]::new(); $c.UploadString('u', 'x')",
      [['net.webclient.new'], ['net.webclient.uploadstring', 'u', 'x']],
    ],
    [
      'the output of a command as a part of a word',
      'a "x$(b y)"',
      [
        ['b', 'y'],
        ['a', 'x<b>'],
      ],
    ],
    [
      'what a pipe hands to a block',
      'a x | % { b $_.FullName }',
      [['a', 'x'], ['b', '<a>'], ['foreach-object']],
    ],
    [
      'formats, joins and sums',
      "a ('{0}-{1}' -f 'x', 'y') ('p', 'q' -join '+') ('m' + 'n')",
      [['a', 'x-y', 'p+q', 'mn']],
    ],
    [
      'base64 that is decoded',
      "iex ([Text.Encoding]::Unicode.GetString([Convert]::FromBase64String('YQAgAHgA')))",
      [
        ['invoke-expression', 'a x'],
        ['a', 'x'],
      ],
    ],
    ['a name that begins with a digit', '7z a x', [['7z', 'a', 'x']]],
  ])('reads %s', (_what, text, commands) => {
    expect(read(text)).toEqual(commands);
  });

  test.each(['# a x', '<# a\nx #>', "'a x'", '$x = "a x"', '1 + 2', ''])(
    'finds no command in %s',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  test('follows changes of the directory', () => {
    const places = readPowerShell('cd C:\\Users; a; pushd x; b; popd; c; cd ..; d', START)
      .filter(({ name }) => name.length === 1)
      .map(({ name, cwd }) => [name, cwd.path]);
    expect(places).toEqual([
      ['a', '/c:/users'],
      ['b', '/c:/users/x'],
      ['c', '/c:/users'],
      ['d', '/c:'],
    ]);
  });

  test('gives each command its redirections, its input and its place in the text', () => {
    const [first, second] = readPowerShell('a x | b y > out.txt 2>&1', START);
    expect(first?.span).toEqual({ start: 0, end: 4 });
    expect(second?.stdin).toMatchObject({ kind: 'pipe', from: [{ name: 'a' }] });
    expect(second?.redirects.map(({ operator, target }) => [operator, target.text])).toEqual([
      ['>', 'out.txt'],
      ['>&', '1'],
    ]);
  });

  test.each([
    '(',
    '{',
    '@{',
    '"$(',
    '$x=$x+$x;',
    'iex "',
    'function a { a; a };a;',
    'a | % {',
    '[a]::b(',
  ])('comes to an end with a long run of %s', (part) => {
    const text = part.repeat(Math.floor(16_384 / part.length));
    expect(readPowerShell(text, START).length).toBeLessThanOrEqual(1024);
  });
});
