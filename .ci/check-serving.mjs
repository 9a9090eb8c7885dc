/*
 * Starts a command that serves a judge and prints where, and holds it to the contract suite.
 *
 *     node check-serving.mjs [--token <token>] -- <command> <argument>...
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const split = process.argv.indexOf('--');
const flags = process.argv.slice(2, split);
const [command, ...rest] = process.argv.slice(split + 1);

const server = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
const stopped = new Promise((resolve) => server.once('exit', resolve));
process.exitCode = 1;
try {
  const url = await Promise.race([
    findUrl(server.stdout),
    stopped.then((code) => fail(`it ended with ${code}`)),
    new Promise((resolve) => setTimeout(resolve, 30_000).unref()).then(() =>
      fail('it did not start'),
    ),
  ]);
  process.exitCode = await check(url);
} finally {
  server.kill();
  await stopped;
}

/** A line that is a URL, or what workerd says of its socket. */
async function findUrl(output) {
  for await (const line of createInterface(output)) {
    if (/^http:\S+$/.test(line)) return line;
    const port = /"event":"listen".*"port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}/`;
  }
  return fail('it printed no URL');
}

function check(url) {
  const run = new URL('../test/http/contract/run.mjs', import.meta.url).pathname;
  const suite = spawn(process.execPath, [run, 'server', url, '--strict', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  suite.stdout.on('data', (text) => process.stdout.write(String(text).replace(/^✓ .*\n/gm, '')));
  return new Promise((resolve) => suite.once('exit', resolve));
}

function fail(reason) {
  throw new Error(`${[command, ...rest].join(' ')}: ${reason}`);
}
