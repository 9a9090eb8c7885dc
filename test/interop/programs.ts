/**
 * The programs that are asked: how each is built, and how it answers.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A language that another implementation is written in. */
export type Language = 'rust' | 'python' | 'go';

/** A program that is ready to answer. */
export interface Program {
  /** Asks all of the requests in one run; the answers come in their order. */
  ask<A>(requests: readonly object[]): readonly (A & Refusal)[];
}

/** What an answer has instead of its members when the program refused the request. */
export interface Refusal {
  readonly error?: string;
}

/** Where the programs are built. Nothing else is written to. */
export const BUILD: string = resolve(process.env['INTEROP_BUILD'] ?? '.build/interop');

/** Builds a program from what its lock file pins, and hands it over. Throws when that fails. */
export function prepare(language: Language): Program {
  mkdirSync(BUILD, { recursive: true });
  const command = BUILDERS[language]();
  return { ask: (requests) => ask(command, requests) };
}

type Command = readonly [file: string, ...args: string[]];

const BUILDERS: Readonly<Record<Language, () => Command>> = {
  rust: buildRust,
  python: buildPython,
  go: buildGo,
};

const SOURCES = resolve('test/interop');

function buildRust(): Command {
  const target = resolve(process.env['CARGO_TARGET_DIR'] ?? join(BUILD, 'cargo'));
  const manifest = join(SOURCES, 'rust', 'Cargo.toml');
  run(['cargo', 'build', '--quiet', '--locked', '--manifest-path', manifest], {
    install: 'https://rustup.rs',
    env: { CARGO_TARGET_DIR: target },
  });
  return [join(target, 'debug', 'judgement-interop')];
}

function buildPython(): Command {
  const requirements = join(SOURCES, 'python', 'requirements.txt');
  const home = join(BUILD, 'python');
  const python = join(home, 'bin', 'python');
  const install = 'https://www.python.org/downloads';
  const pinned = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const stamp = join(home, `installed-${pinned}`);
  if (!existsSync(stamp)) {
    run(['python3', '-m', 'venv', '--clear', home], { install });
    const pip = [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'] as const;
    run([...pip, '--require-hashes', '--only-binary', ':all:', '-r', requirements], { install });
    writeFileSync(stamp, '');
  }
  return [python, '-I', join(SOURCES, 'python', 'verify.py')];
}

function buildGo(): Command {
  const binary = join(BUILD, 'go-verify');
  run(['go', 'build', '-mod=readonly', '-o', binary, '.'], {
    install: 'https://go.dev/dl',
    cwd: join(SOURCES, 'go'),
  });
  return [binary];
}

interface RunOptions {
  /** Where the toolchain comes from. */
  readonly install: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function run([file, ...args]: Command, { install, cwd, env }: RunOptions): void {
  const { error, status } = spawnSync(file, args, {
    // The last word of a build goes to stderr, so that stdout is a report and nothing else.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (error !== undefined) throw new Error(`${file} does not run (${error.message}): ${install}`);
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed with status ${status}`);
}

function ask<A>([file, ...args]: Command, requests: readonly object[]): readonly A[] {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { error, status, stdout } = spawnSync(file, args, {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 2],
    maxBuffer: 2 ** 30,
  });
  if (error !== undefined) throw error;
  const lines = stdout.split('\n').slice(0, -1);
  if (status !== 0 || lines.length !== requests.length) {
    throw new Error(`${file} gave ${lines.length} of ${requests.length} answers (${status})`);
  }
  return lines.map((line) => JSON.parse(line));
}
