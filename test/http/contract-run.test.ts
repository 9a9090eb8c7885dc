import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpJudge } from '../../src/http/client.js';
import { judgeHandler } from '../../src/http/handler.js';
import { isJudgementError, judgementToWire, judgeWith, rulesJudge } from '../../src/index.js';
import { type ClientCase, clientCases, serverCases } from './contract/contract.mjs';
import { SOON } from './requests.js';
import { type Serving, serve } from './serve.js';

const RUN = new URL('contract/run.mjs', import.meta.url).pathname;

/** One case as `GET /cases` lists it. */
interface Listed {
  readonly name: string;
  readonly url: string;
  readonly outcome: string;
  readonly request: ClientCase['request'];
}

/** A run of the script: the lines that it prints, and how it ends. */
function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]);
  return { lines, ended: ended.then(([[code]]) => code) };
}

describe('the contract suite, run by itself', () => {
  let good: Serving;
  let bad: Serving;
  beforeAll(async () => {
    good = await serve(judgeHandler(rulesJudge()));
    bad = await serve(async () => Response.json({ answers: {} }));
  });
  afterAll(() => Promise.all([good.close(), bad.close()]));

  const anywhere = serverCases.filter(({ needs }) => needs === undefined).length;

  it.each([[], ['--strict']])('lets our handler pass %s', async (...flags) => {
    const { lines, ended } = run('server', good.url, ...flags);
    expect(await ended).toBe(0);
    const skipped = serverCases.length - anywhere;
    expect(lines.at(-1)).toBe(
      `${anywhere} of ${anywhere} hold, ${skipped} need a set-up of their own`,
    );
  });

  it('does not let a server pass that takes anything', async () => {
    const { lines, ended } = run('server', bad.url);
    expect(await ended).toBe(1);
    expect(lines).toContain('✗ answers the question that is asked');
    expect(lines).toContain('✗ refuses a member twice');
    expect(lines).toContain('    the status is 200, not 400');
  });

  it('lets our client pass', async () => {
    const { lines, ended } = run('client');
    await expect.poll(() => lines.length, SOON).toBe(1);
    const cases = await listed(lines[0] ?? '');
    expect(cases).toHaveLength(clientCases.length);
    for (const one of cases) await post(one.outcome, await outcomeOf(one));
    expect(await ended).toBe(0);
    expect(lines.filter((line) => line.startsWith('✓'))).toHaveLength(clientCases.length);
  });

  it('does not let a client pass that allows anything', async () => {
    const { lines, ended } = run('client');
    await expect.poll(() => lines.length, SOON).toBe(1);
    const cases = await listed(lines[0] ?? '');
    for (const one of cases) {
      await post(one.url, one.request);
      await post(one.outcome, { answers: { unsafe: { noul: 0.5 } } });
    }
    expect(await ended).toBe(1);
    expect(lines).toContain('✗ refuses a member twice');
  });
});

async function listed(url: string): Promise<readonly Listed[]> {
  return JSON.parse(await (await fetch(url)).text());
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init: RequestInit = { method: 'POST', headers, redirect: 'manual' };
  await (await fetch(url, { ...init, body: JSON.stringify(body) })).arrayBuffer();
}

async function outcomeOf({ url, request }: Listed): Promise<unknown> {
  try {
    const result = await Reflect.apply(judgeWith, undefined, [httpJudge(url), request]);
    return judgementToWire(result);
  } catch (error) {
    return { error: isJudgementError(error) ? error.code : String(error) };
  }
}
