import { describe, expect, test } from 'vitest';
import { readMakefile } from '../../../src/rules/shell/code/make.js';
import { readSed } from '../../../src/rules/shell/code/sed.js';
import { textOf } from '../../../src/rules/shell/code/values.js';
import {
  callsIn,
  codeOf,
  commandsInCode,
  type InlineCode,
  type InnerCommand,
  type Language,
} from '../../../src/rules/shell/code.js';
import { runShell } from '../../../src/rules/shell/commands.js';
import { textWord } from '../../../src/rules/shell/word.js';

const span = { start: 0, end: 0 };

function inline(language: Language, text: string): InlineCode {
  return { language, code: textWord(text, span), args: [] };
}

/** The language and text of the code that the first command with code would run. */
function codeIn(command: string): readonly [Language, string] | undefined {
  for (const execution of runShell(command).executions) {
    const code = codeOf(execution);
    if (code !== undefined) return [code.language, code.code.text];
  }
  return undefined;
}

function script(text: string): InnerCommand {
  return { kind: 'script', text };
}

function argv(...words: readonly string[]): InnerCommand {
  return { kind: 'argv', words };
}

describe('codeOf', () => {
  test.each<readonly [string, Language, string]>([
    ["python3 -c 'a()'", 'python', 'a()'],
    ["python3 -Ic'a()' -c x", 'python', 'a()'],
    ["python3.12 -W ignore -c 'a()'", 'python', 'a()'],
    ["pypy3 -c 'a()'", 'python', 'a()'],
    ["python3 - <<< 'a()'", 'python', 'a()\n'],
    ["python3 <<'X'\na()\nX", 'python', 'a()\n'],
    ["echo 'a()' | python3", 'python', 'a()\n'],
    ["python3 <(echo 'a()')", 'python', 'a()\n'],
    ["node -e 'a()'", 'javascript', 'a()'],
    ["node --eval='a()'", 'javascript', 'a()'],
    ["node -pe 'a()'", 'javascript', 'a()'],
    ["node -p 'a()'", 'javascript', 'a()'],
    ["deno eval 'a()'", 'javascript', 'a()'],
    ["echo 'a()' | deno run -", 'javascript', 'a()\n'],
    ["bun -e 'a()'", 'javascript', 'a()'],
    ["bun exec 'ls'", 'shell', 'ls'],
    ["ruby -rjson -e 'a' -e 'b'", 'ruby', 'a\nb'],
    ["perl -lne 'a'", 'perl', 'a'],
    ["perl -i.bak -pe 'a' file", 'perl', 'a'],
    ["perl -MFile::Path -E 'a'", 'perl', 'a'],
    ["php -r 'a();'", 'php', 'a();'],
    ["lua -e 'a()'", 'lua', 'a()'],
    ["awk -F: '{print}' file", 'awk', '{print}'],
    ["awk -v n=1 '{print}' file", 'awk', 'n="1"\n{print}'],
    ["sed -n 's/a/b/' file", 'sed', 's/a/b/'],
    ["sed -e 'a' -e 'b' file", 'sed', 'a\nb'],
    ["make -f - <<< 'all:'", 'make', 'all:\n'],
    ["vim -es +'!ls' -c q", 'vim', '!ls\nq'],
    ["Rscript -e 'a()'", 'r', 'a()'],
    ["sqlite3 a.db '.shell ls'", 'sqlite', '.shell ls'],
  ])('reads the code of %s', (command, language, text) => {
    expect(codeIn(command)).toEqual([language, text]);
  });

  test.each([
    'python3 script.py -c x',
    'python3 -m http.server',
    'python3 -m pip install -c constraints.txt',
    'python3 --version',
    'node script.js',
    "node --check -e 'a()'",
    'ruby script.rb',
    "perl -c -e 'a'",
    'php -S localhost:8000',
    'awk -f program.awk file',
    "sed --sandbox 's/a/b/e' file",
    "awk --sandbox 'BEGIN{}'",
    'make all',
    "make -n -f - <<< 'all:'",
    'deno run main.ts',
    'vim file',
    'ls -e x',
  ])('finds none in %s', (command) => {
    expect(codeIn(command)).toBeUndefined();
  });
});

describe('commandsInCode', () => {
  test.each<readonly [Language, string, readonly InnerCommand[]]>([
    ['python', "import os; os.system('ls')", [script('ls')]],
    ['python', 'import subprocess as s; s.run(["ls", "-l"])', [argv('ls', '-l')]],
    ['python', 'from os import system as x; x("ls")', [script('ls')]],
    ['python', "import os; os.execvp('ls', ['x', '-l'])", [argv('ls', '-l')]],
    ['python', "import os; os.execl('/bin/ls', 'ls', '-l')", [argv('/bin/ls', '-l')]],
    ['python', 'a = "l" + "s"; import os; os.system(a)', [script('ls')]],
    ['python', "import os; os.system('ls %s' % '/x')", [script('ls /x')]],
    ['python', "import os; os.system(' '.join(['ls', '-l']))", [script('ls -l')]],
    ['python', "import os; os.system(f'ls {1}')", [script('ls 1')]],
    ['python', "getattr(__import__('os'), 'system')('ls')", [script('ls')]],
    ['python', 'exec("import os; os.system(\'ls\')")', [script('ls')]],
    ['javascript', "require('child_process').execSync('ls')", [script('ls')]],
    [
      'javascript',
      "const { spawn: s } = require('node:child_process'); s('ls', ['-l'])",
      [argv('ls', '-l')],
    ],
    ['javascript', "import { exec } from 'child_process'; exec('ls')", [script('ls')]],
    ['javascript', 'await Bun.$`ls ${"-l"}`', [script('ls -l')]],
    ['javascript', "new Deno.Command('ls', { args: ['-l'] })", [argv('ls', '-l')]],
    ['ruby', 'system "ls", "-l"', [argv('ls', '-l')]],
    ['ruby', '`ls`; %x(pwd)', [script('ls'), script('pwd')]],
    ['ruby', 'd = "/x"; system("ls #{d}")', [script('ls /x')]],
    ['perl', 'system qw(ls -l); my $d = "x"; exec "ls $d"', [argv('ls', '-l'), script('ls x')]],
    ['perl', 'open(F, "ls |"); open(G, "-|", "ls", "-l")', [script('ls '), argv('ls', '-l')]],
    ['php', '<?php shell_exec("ls"); ?> exec("no")', [script('ls')]],
    ['lua', 'os.execute("ls"); io.popen "pwd"', [script('ls'), script('pwd')]],
    [
      'awk',
      'BEGIN { system("ls"); "pwd" | getline; print 1 | "cat" }',
      [script('ls'), script('pwd'), script('cat')],
    ],
    ['groovy', '"ls -l".execute()', [script('ls -l')]],
    ['elixir', 'System.cmd("ls", ["-l"])', [argv('ls', '-l')]],
    ['r', 'system("ls")', [script('ls')]],
    ['julia', 'run(`ls -l`)', [script('ls -l')]],
    ['applescript', 'do shell script "ls"', [script('ls')]],
    [
      'lisp',
      '(shell-command "ls") (call-process "ls" nil nil nil "-l")',
      [script('ls'), argv('ls', '-l')],
    ],
    ['tcl', 'exec ls -l; spawn ls', [argv('ls', '-l'), argv('ls')]],
    ['vim', 'silent !ls\nq', [script('ls')]],
    ['vim', "call system('ls')", [script('ls')]],
    ['ed', '!ls\nq', [script('ls')]],
    ['psql', 'select 1;\n\\! ls', [script('ls')]],
    ['sed', '1e ls', [script('ls')]],
    ['socat', 'EXEC:ls -l,pty', [script('ls -l')]],
    ['make', 'all:\n\tls', [script('ls')]],
  ])('finds those that %s starts in %s', (language, text, commands) => {
    expect(commandsInCode(inline(language, text))).toEqual(commands);
  });

  test.each<readonly [Language, string]>([
    ['python', "print('rm -rf /')"],
    ['python', '# os.system("ls")'],
    ['python', 'x = "import os; os.system(\'ls\')"'],
    ['javascript', "console.log('rm -rf /')"],
    ['javascript', '/exec("ls")/.exec("ls")'],
    ['javascript', '// require("child_process").execSync("ls")'],
    ['ruby', 'puts "`ls`"'],
    ['ruby', '# system "ls"'],
    ['perl', 's/system("ls")//'],
    ['perl', 'print "system(ls)"'],
    ['php', 'echo "exec(ls)"; // exec("ls")'],
    ['lua', '--[[ os.execute("ls") ]] print("os.execute")'],
    ['awk', '/system("ls")/ { print "system" }'],
    ['sed', 's/rm -rf//'],
    ['vim', '%s/!ls//'],
  ])('finds none in what %s only writes: %s', (language, text) => {
    expect(commandsInCode(inline(language, text))).toEqual([]);
  });

  test('keeps a home and an unknown part as what a shell would fill in', () => {
    expect(
      commandsInCode(inline('python', "import os; os.system('ls ' + os.path.expanduser('~/x'))")),
    ).toEqual([script('ls $HOME/x')]);
    const [command] = commandsInCode(
      inline('python', "import subprocess as s, sys; s.run(['ls', sys.platform])"),
    );
    expect(command?.kind).toBe('script');
  });
});

describe('callsIn', () => {
  const calls = (language: Language, text: string): readonly (readonly unknown[])[] =>
    callsIn(inline(language, text)).map((call) => [call.name, ...call.args.map(textOf)]);

  test('resolves imports, aliases and what is destructured', () => {
    expect(calls('python', 'import urllib.request as u\nu.urlopen("x")')).toEqual([
      ['urllib.request.urlopen', 'x'],
    ]);
    expect(calls('python', 'from shutil import (rmtree as r)\nr("x")')).toEqual([
      ['shutil.rmtree', 'x'],
    ]);
    expect(calls('javascript', "const { promises: { rm } } = require('fs'); rm('x')")).toEqual([
      ['require', 'fs'],
      ['fs.promises.rm', 'x'],
    ]);
  });

  test('lists the calls in arguments before the call that they are for', () => {
    expect(calls('python', 'a(b(c("x")))').map(([name]) => name)).toEqual(['c', 'b', 'a']);
  });

  test('keeps an argument that is not literal as unknown', () => {
    expect(calls('python', 'f("a", b, 1)')).toEqual([['f', 'a', undefined, '1']]);
  });

  test('binds a parameter to what the function is called with, and a loop to its items', () => {
    expect(calls('python', 'def f(p): g(p)\nf("x")')).toEqual([
      ['g', 'x'],
      ['f', 'x'],
    ]);
    const [call] = callsIn(inline('python', 'for p in ["a", "b"]: g(p)'));
    expect(call?.args[0]?.items?.map(textOf)).toEqual(['a', 'b']);
  });

  test('lists no more than 256 calls', () => {
    expect(callsIn(inline('python', 'f()\n'.repeat(1000)))).toHaveLength(256);
  });

  test.each(['(', '[', '{', 'f"{', '`${', 'a.b(', '"', 'a a ', 'x=x+x;', 'x=[x,x];'])(
    'comes to an end with a long run of %s in every language',
    (part) => {
      const text = part.repeat(Math.floor(16_384 / part.length));
      for (const language of [
        'python',
        'javascript',
        'ruby',
        'perl',
        'php',
        'lua',
        'awk',
      ] as const) {
        expect(callsIn(inline(language, text)).length).toBeLessThanOrEqual(256);
      }
    },
  );
});

describe('readSed', () => {
  test('finds what is executed and what is written to', () => {
    expect(readSed('/x/{s/a/b/w out.txt\n}\n$e date')).toEqual({
      commands: ['date'],
      files: ['out.txt'],
    });
    expect(readSed('s|.*|ls /x|e').commands).toEqual(['ls /x']);
  });

  test('leaves text, labels and patterns alone', () => {
    expect(readSed('a\\\ne ls\n:e\nbe\ny/e/w/\ns/e ls/w x/')).toEqual({ commands: [], files: [] });
  });
});

describe('readMakefile', () => {
  const text = 'X = /x\nall: dep\n\t@ls $(X)\ndep:\n\tpwd\nclean:\n\trm $$F\n';

  test('follows the first target and what it needs', () => {
    expect(readMakefile(text, [])).toEqual(['ls /x', 'pwd']);
  });

  test('follows the targets that are named', () => {
    expect(readMakefile(text, ['clean'])).toEqual(['rm $F']);
  });
});
