import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShell } from '../../../src/rules/shell/commands.js';
import { generateScript, STUBS, seeded } from './script-generator.js';

/*
 * Bash is the oracle: in an empty folder, with an empty environment and a PATH that holds nothing
 * but stubs and a shell, it says which commands a script executes with which arguments.
 */
const SCRIPTS = Number(process.env['DIFFERENTIAL_SCRIPTS'] ?? 300);
const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? 20_261_130);

let root = '';
let bash = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'judgement-'));
  const bin = join(root, 'bin');
  spawnSync('mkdir', ['-p', bin, join(root, 'empty')]);
  bash = spawnSync('sh', ['-c', 'command -v bash'], { encoding: 'utf8' }).stdout.trim();
  expect(bash).not.toBe('');
  symlinkSync(bash, join(bin, 'sh'));
  for (const name of STUBS) {
    const file = join(bin, name);
    // One record a call, written at once: the name and the arguments, each behind a separator.
    writeFileSync(
      file,
      `#!${bash}\nprintf -v r '\\037%s' ${name} "$@"\nprintf '%s\\036' "$r" >>"$LOG"\n`,
    );
    chmodSync(file, 0o755);
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the commands that a text executes', () => {
  it(`are those that Bash executes, for ${SCRIPTS} random scripts of seed ${SEED}`, () => {
    const random = seeded(SEED);
    const differences: unknown[] = [];
    for (let index = 0; index < SCRIPTS; index += 1) {
      const script = generateScript(random);
      const expected = runInBash(script);
      const actual = runHere(script);
      if (JSON.stringify(expected) !== JSON.stringify(actual)) {
        differences.push({ script, expected, actual });
      }
    }
    expect(differences).toEqual([]);
  });
});

function runInBash(script: string): readonly string[] {
  const log = join(root, 'log');
  writeFileSync(log, '');
  // No absolute path, no network, no other program: only builtins and the stubs can run.
  spawnSync(bash, ['--norc', '--noprofile', '-c', script], {
    cwd: join(root, 'empty'),
    env: { PATH: join(root, 'bin'), LOG: log, LC_ALL: 'C.UTF-8' },
    timeout: 10_000,
    stdio: 'ignore',
  });
  return readFileSync(log, 'utf8')
    .split('\u001e')
    .filter((record) => record !== '')
    .map((record) => JSON.stringify(record.slice(1).split('\u001f')))
    .sort();
}

function runHere(script: string): readonly string[] {
  return runShell(script)
    .executions.filter((execution) => STUBS.includes(execution.name))
    .map((execution) =>
      JSON.stringify([execution.name, ...execution.args.map((word) => word.text)]),
    )
    .sort();
}
