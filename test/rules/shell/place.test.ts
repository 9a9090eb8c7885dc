import { describe, expect, it } from 'vitest';
import { runShell } from '../../../src/rules/shell/commands.js';
import { MAX_COMMAND_LENGTH } from '../../../src/rules/shell/parse.js';
import { locate } from '../../../src/rules/shell/place.js';

/** Where the first argument of a command points to, as `base:path` and what narrows it. */
function place(argument: string, before = ''): string {
  const run = runShell(`${before}alpha ${argument}`, { workspaceRoot: '/srv/proj' });
  const execution = run.executions.filter((one) => one.name === 'alpha').at(-1);
  const word = execution?.args[0];
  if (execution === undefined || word === undefined) return 'nothing';
  const { base, path, contents, partial } = locate(word, execution.cwd);
  return `${base}:${path}${contents ? ' contents' : ''}${partial ? ' partial' : ''}`;
}

describe('locate', () => {
  it.each([
    ['x', 'absolute:/srv/proj/x', 'a name in the workspace'],
    ['.', 'absolute:/srv/proj', 'the workspace'],
    ['./*', 'absolute:/srv/proj contents', 'all that is in it'],
    ['*', 'absolute:/srv/proj contents', 'the same, shorter'],
    ['.*', 'absolute:/srv/proj contents', 'its hidden files'],
    ['.[!.]*', 'absolute:/srv/proj contents', 'its hidden files without the dots'],
    ['*.o', 'absolute:/srv/proj partial', 'some of it'],
    ["'*'", 'absolute:/srv/proj/*', 'a file named star'],
    ['build/*', 'absolute:/srv/proj/build contents', 'all that is in a directory'],
    ['..', 'absolute:/srv', 'its parent'],
    ['src/../..', 'absolute:/srv', 'a way out'],
    ['/', 'absolute:/', 'the root'],
    ['/*', 'absolute:/ contents', 'all that is in the root'],
    ['//etc//', 'absolute:/etc', 'slashes that say nothing'],
    ['~', 'home:.', 'the home'],
    ['"$HOME"', 'home:.', 'the home by its variable'],
    ['~/x/../y', 'home:y', 'a place in the home'],
    ['~alice/x', 'home:x', "another's home"],
    ["'~'/x", 'absolute:/srv/proj/~/x', 'a directory named tilde'],
    ['"$X"', 'unknown:. partial', 'nobody knows'],
    ['"$X"/*', 'unknown:. contents', 'all that is in what nobody knows'],
    ['"$X"/..', 'unknown:..', 'beside what nobody knows'],
    ['"$X/a"', 'unknown:a', 'below what nobody knows'],
    ['a/"$X"', 'absolute:/srv/proj/a partial', 'below a known directory'],
    ['/etc/$X/../y', 'absolute:/etc/y', 'a name and back again'],
    ['"$PWD"/x', 'absolute:/srv/proj/x', 'the working directory by its variable'],
  ])('%s is %s: %s', (argument, expected) => {
    expect(place(argument)).toBe(expected);
  });

  it.each([
    ['cd /;', 'absolute:/x'],
    ['cd build && ', 'absolute:/srv/proj/build/x'],
    ['cd ..; ', 'absolute:/srv/x'],
    ['cd; ', 'home:x'],
    ['cd -; ', 'unknown:x'],
    ['cd "$X"; ', 'unknown:. partial'],
    ['pushd /etc; ', 'absolute:/etc/x'],
    ['(cd /); ', 'absolute:/srv/proj/x'],
  ])('follows the shell after %s', (before, expected) => {
    expect(place('x', before)).toBe(expected);
  });

  it('gives up on a shell that goes deeper than anyone works', () => {
    const deep = (count: number): string => 'cd 12345678/; '.repeat(count);
    expect(place('x', deep(110))).toBe(`absolute:/srv/proj${'/12345678'.repeat(110)}/x`);
    expect(place('x', deep(113))).toBe('unknown:x');
    expect(place('x', `${deep(113)}cd ..; `)).toBe('unknown:../x');
  });

  it.each([
    ['posix', 'cd a;'],
    ['powershell', 'cd a;'],
    ['cmd', 'cd a&'],
  ] as const)('holds the place of a shell to a length: %s', (dialect, part) => {
    const text = part.repeat(MAX_COMMAND_LENGTH / part.length);
    const { executions } = runShell(text, { dialect, workspaceRoot: '/srv/proj' });
    const lengths = executions.map(({ cwd }) => cwd.path.length);
    expect(Math.max(...lengths)).toBeGreaterThan(1_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_024);
  });
});
