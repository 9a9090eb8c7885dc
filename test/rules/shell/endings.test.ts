import { describe, expect, it } from 'vitest';
import { runShell } from '../../../src/rules/shell/commands.js';

/** The operands of the commands named `rm` that a text executes. */
function removals(text: string): readonly string[] {
  return runShell(text, { workspaceRoot: '/srv/proj' })
    .executions.filter((execution) => execution.name === 'rm')
    .map(({ args }) => args.map((word) => word.text).join(' '));
}

describe('what stands behind a command that ends the shell', () => {
  it.each([
    'exit; rm -rf /',
    'exit 1; rm -rf /',
    'if true; then exit; fi; rm -rf /',
    'case x in x) exit ;; esac; rm -rf /',
    'eval exit; rm -rf /',
    'exec ls; rm -rf /',
    'command exit; rm -rf /',
    'exit 2>/dev/null; rm -rf /',
  ])('is not executed: %s', (text) => {
    expect(removals(text)).toEqual([]);
  });

  it.each([
    ['because it has too many arguments', 'exit 1 2; rm -rf /'],
    ['because its redirection may fail', 'exit > /nowhere/x; rm -rf /'],
    ['because it is a program of that name', './exit; rm -rf /'],
    ['because it is in a subshell', '(exit); rm -rf /'],
    ['because it is a trap', "trap 'exit 1' INT TERM; rm -rf /"],
    ['because the loop has no turn', 'for x in $NONE; do exit; done; rm -rf /'],
    ['because the loop is left before', 'for x in a; do break; exit; done; rm -rf /'],
    ['because it ends a file that is read in', 'echo return > x; . ./x; rm -rf /'],
    ['because it may be a function', 'exit() { :; }; exit; rm -rf /'],
  ])('is executed %s', (_, text) => {
    expect(removals(text)).toEqual(['-rf /']);
  });

  it('is executed in the next turn of a loop', () => {
    const text = 'for d in a /; do [ $d = a ] && continue; rm -rf $d; exit; done';
    expect(removals(text)).toContain('-rf /');
  });
});

describe('what stands behind || or in an else', () => {
  it.each(['true || rm -rf /', ': || rm -rf /', 'if true; then ls; else rm -rf /; fi'])(
    'is not executed when what stands before it is sure to succeed: %s',
    (text) => {
      expect(removals(text)).toEqual([]);
    },
  );

  it.each([
    'x=$(false) || rm -rf /',
    '$(false) || rm -rf /',
    '> /nowhere/x || rm -rf /',
    'echo x > /nowhere/x || rm -rf /',
    'true < /nowhere/x || rm -rf /',
    '{ true; } < /nowhere/x || rm -rf /',
    'printf %d x || rm -rf /',
    'declare -f f || rm -rf /',
    'local x || rm -rf /',
    'unset x || rm -rf /',
    'shift 5 || rm -rf /',
    'set -o pipefail; false | true || rm -rf /',
    './true || rm -rf /',
    './false && rm -rf /',
    'false() { true; }; if false; then rm -rf /; fi',
    'true() { false; }; if true; then ls; else rm -rf /; fi',
  ])('is executed when that may fail: %s', (text) => {
    expect(removals(text)).toEqual(['-rf /']);
  });
});

describe('a trap', () => {
  it.each([
    ['runs what it is given', "trap 'rm -rf /' EXIT; ls"],
    ['sees a function that is defined later', 'trap clean EXIT; clean() { rm -rf /; }'],
    ['sees a variable that is set later', "trap 'rm -rf $T' EXIT; T=/"],
    ['of a trap runs as well', 'trap "trap \'rm -rf /\' EXIT" INT'],
  ])('%s', (_, text) => {
    expect(removals(text)).toEqual(['-rf /']);
  });

  it('sees the variables as they are in the end', () => {
    expect(removals("T=/; trap 'rm -rf $T' EXIT; T=$(mktemp -d)")).not.toContain('-rf /');
  });
});

describe('command and builtin', () => {
  it.each([
    ['change the directory of the shell', 'command cd /etc; rm -rf x', '/etc'],
    ['change it as builtin does', 'builtin cd /etc; rm -rf x', '/etc'],
  ])('%s', (_, text, path) => {
    const run = runShell(text).executions.find(({ name }) => name === 'rm');
    expect(run?.cwd.path).toBe(path);
  });

  it('set the variables of the shell', () => {
    expect(removals('command export X=/; rm -rf $X')).toEqual(['-rf /']);
    expect(removals('builtin printf -v X /; rm -rf $X')).toEqual(['-rf /']);
  });
});

describe('nesting', () => {
  it('of compound commands in functions that call each other is bounded', () => {
    const name = (index: number): string => `f${index}`;
    const functions = Array.from({ length: 14 }, (_, index) => {
      const body = `${'{ '.repeat(100)}${name(index + 1)}${'; }'.repeat(100)}`;
      return `${name(index)}() { ${body}; }`;
    });
    const run = runShell([...functions, name(0)].join('\n'));
    expect(run.complete).toBe(false);
  });

  it('of subshells does not count against wrappers', () => {
    expect(removals(`${'( '.repeat(60)}sudo rm -rf /${' )'.repeat(60)}`)).toEqual(['-rf /']);
  });
});

describe('a command of very many words', () => {
  it('is read to its last one', () => {
    expect(removals(`rm -rf ${'a '.repeat(5_000)}/`)[0]?.endsWith(' /')).toBe(true);
  });
});

describe('a file that the text writes', () => {
  it.each([
    ['moved', "echo 'rm -rf /' > a; mv a b; sh b"],
    ['copied', "echo 'rm -rf /' > a; cp a b; sh ./b"],
    ['linked', "echo 'rm -rf /' > a; ln -s a b; bash b"],
    ['a program of Python', "cat > a.py <<E\nimport os\nos.system('rm -rf /')\nE\npython3 a.py"],
    ['a program of Ruby', 'echo \'system("rm -rf /")\' > a.rb; ruby ./a.rb'],
  ])('is known when it is %s', (_, text) => {
    expect(removals(text)).toEqual(['-rf /']);
  });

  it('is not known under a name that it does not have', () => {
    expect(removals("echo 'rm -rf /' > a; mv a b; sh c; python3 c")).toEqual([]);
  });
});

describe('busy work in front of a command', () => {
  const turns = '{1..60}';
  const loops = `for i in ${turns}; do for j in ${turns}; do for k in ${turns}; do : $i$j$k; done; done; done`;
  const grow = 'x=aaaaaaaaaaaaaaaa; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x';

  it.each([
    ['a text', `${loops}\nbash -c 'rm -rf /'`],
    ['a text within a group', `{ ${loops}\neval 'rm -rf /'; }`],
    ['a substitution', `${loops}\necho $(rm -rf /)`],
    ['a variable', `${loops}\nx=/; rm -rf $x`],
    ['the second call of a function', `${loops}\nf() { rm -rf $1; }; f a; f /`],
    ['the later turns of a loop', `${loops}\nfor d in a b /; do rm -rf $d; done`],
    ['an item of a list', `${loops}\nrm -rf {a,b,/}`],
    ['what follows large texts', `${grow}\n${'eval "$x"\n'.repeat(2_000)}bash -c 'rm -rf /'`],
    ['what follows large lists', `${': {1..99};'.repeat(4_000)}rm -rf /`],
  ])('does not hide %s', (_, text) => {
    expect(removals(text).at(-1)?.endsWith('/')).toBe(true);
  });

  it.each([
    ['turns of a loop', `for d in ${'a '.repeat(70)}/; do rm -rf $d; done`],
    ['words for xargs', `echo ${'a '.repeat(20)}/ | xargs rm -rf`],
    ['lines for xargs', `printf '%s\\n' ${'a '.repeat(20)}/ | xargs -I{} rm -rf {}`],
    ['items for parallel', `parallel rm -rf ::: ${'a '.repeat(20)}/`],
    ['wrappers', `${'sudo '.repeat(40)}rm -rf /`],
    ['functions', `${chain(40)}; f0`],
    ['comments that look like heredocs', `${'# <<\n'.repeat(300)}for d in /\ndo rm -rf $d; done`],
    ['lines behind those', `${'# <<\n'.repeat(300)}${'\n'.repeat(1_000)}rm -rf /`],
    [
      'heredocs on one line',
      `: ${'<<A '.repeat(300)}\n${'A\n'.repeat(64)}for d in /\ndo rm -rf $d; done`,
    ],
  ])('may be many %s', (_, text) => {
    expect(removals(text).at(-1)?.endsWith('/')).toBe(true);
  });

  it('is not all done: the run then says that it is not complete', () => {
    expect(runShell(loops).complete).toBe(false);
  });
});

/** Functions of which each calls the next one, and the last one removes everything. */
function chain(length: number): string {
  const calls = Array.from({ length }, (_, index) => `f${index}() { f${index + 1}; }`);
  return [...calls, `f${length}() { rm -rf /; }`].join('; ');
}
