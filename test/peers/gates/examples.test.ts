import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLES = `${ROOT}examples/gates/`;
/** Where the packages of others are found from, and nothing is kept. */
const FOLDER = `${ROOT}test/peers/node_modules/.examples/`;

const DENIED = 'This call was not run (shell_destructive: noul 1 against a bar of 0.5)';

const ASKED = 'A person decides on this call (network_off_scope: noul 1 against a bar of 0.5)';

/** What each example prints. */
const PRINTED: Readonly<Record<string, readonly string[]>> = {
  'adk.ts': [DENIED, 'ran curl https://example.org', '6 receipts: pass'],
  'claude-agent.ts': [`deny ${DENIED}`, `ask ${ASKED}`, 'Bash waits', 'allow', '6 receipts: pass'],
  'mastra.ts': ['waits: bash', DENIED, 'ran curl https://example.org', '6 receipts: pass'],
  'mcp.ts': [
    DENIED,
    `asked: ${ASKED}. Run the tool bash?`,
    'ran curl https://example.org',
    '6 receipts: pass',
  ],
  'ai.ts': [
    'c1 waits: A person decides on this call (network_off_scope: noul 1 against a bar of 0.5)',
    JSON.stringify([
      toolResult('c0', { type: 'execution-denied', reason: DENIED }),
      toolResult('c1', { type: 'text', value: 'ran curl https://example.org' }),
    ]),
    '6 receipts: pass',
  ],
  'langchain.ts': ['1 waits', DENIED, 'ran curl https://example.org', '6 receipts: pass'],
  'openai-agents.ts': [
    'bash waits',
    `{"type":"text","text":"${DENIED}"}`,
    '{"type":"text","text":"ran curl https://example.org"}',
    '6 receipts: pass',
  ],
};

describe('the examples of gates', () => {
  it('are all run', () => {
    expect(readdirSync(EXAMPLES).sort()).toEqual(Object.keys(PRINTED).sort());
  });

  it.each(Object.entries(PRINTED))('%s runs, and prints what it should', async (name, lines) => {
    const outfile = `${FOLDER}${name.replace(/\.ts$/, '.mjs')}`;
    mkdirSync(FOLDER, { recursive: true });
    await build({
      entryPoints: [EXAMPLES + name],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'error',
      plugins: [{ name: 'ours', setup: (build) => build.onResolve({ filter: /^[^.]/ }, find) }],
    });
    const printed = execFileSync(process.execPath, [outfile], { encoding: 'utf8' });
    expect(printed.trimEnd().split('\n')).toEqual(lines);
  });

  it.each(Object.keys(PRINTED))('%s is short', (name) => {
    expect(readFileSync(EXAMPLES + name, 'utf8').split('\n').length).toBeLessThanOrEqual(61);
  });
});

/** The library is that of `src`, its dependencies those of the root, and all else is left out. */
function find({ path, importer, kind }: { path: string; importer: string; kind: string }) {
  if (kind === 'entry-point') return undefined;
  const [, entry] = /^judgement(?:\/(.+))?$/.exec(path) ?? [undefined, false];
  if (entry === undefined) return { path: `${ROOT}src/index.ts` };
  if (entry === false) return importer.startsWith(EXAMPLES) ? { external: true } : undefined;
  const file = `${ROOT}src/${entry}/index.ts`;
  return { path: existsSync(file) ? file : `${ROOT}src/${entry}.ts` };
}

function toolResult(toolCallId: string, output: object): object {
  return { type: 'tool-result', toolCallId, toolName: 'bash', output };
}
