import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { type PackageOptions, verifyPackage } from '../../src/receipt/index.js';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The one `ts` block of a section of the README. */
function blockOf(heading: string): string {
  const [, section = ''] = readFileSync(`${ROOT}README.md`, 'utf8').split(`\n## ${heading}\n`);
  const block = /```ts\n([\s\S]*?)```/.exec(section.split('\n## ')[0] ?? '')?.[1];
  if (block === undefined) throw new Error(`no block in ${heading}`);
  return block;
}

interface Merged {
  readonly log: string;
  readonly parent: string;
  readonly keys: PackageOptions['keys'];
}

const IMPORTS = /^import [\s\S]*?;\n/gm;

/** The log of one section, to which the next appends, as a program that holds both. */
async function runBoth(): Promise<Merged> {
  const kept = blockOf('Keep receipts').replace(IMPORTS, '');
  const decided = blockOf('Let a human decide').replace(IMPORTS, '');
  const again = /^let (?:log|parent)\b.*\n/gm;
  expect(decided.match(again)).toHaveLength(2);
  const contents = [
    "import * as entry from './src/index.ts';",
    "import * as receipts from './src/receipt/index.ts';",
    'const { judgeSync, threshold, toolCall } = entry;',
    'const { attest, ed25519Signer, exportSecretKey, generateKey } = receipts;',
    'const { resolve, verifyChain, verifyPackage, verifyReceipt } = receipts;',
    'const console = { log() {} };',
    `export function run() {\n${kept}{\n${decided.replaceAll(again, '')}`,
    'return { log, parent, keys: [signer.publicKey, ...keys] };\n}\n}',
  ].join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const module: { run(): Merged } = await import(`data:text/javascript;base64,${text}`);
  return module.run();
}

describe('a decision that is appended to the log of the section before', () => {
  it('leaves nothing open, one chain, and one head', async () => {
    const { log, parent, keys } = await runBoth();
    const yes = { amount_above_bound: 'ask', unsafe: 'ask' } as const;
    const report = verifyPackage(log, { keys, yes, from: null, head: parent });
    const codes = report.rows.map(({ code }) => code);
    expect([report.receipts, report.trusted]).toEqual([20, 20]);
    expect(codes).toContain('chain_linear');
    expect(codes.filter((code) => /^escalation_open|^chain_(?!linear)/.test(code))).toEqual([]);
    expect(report.status).toBe('pass');
  });
});
