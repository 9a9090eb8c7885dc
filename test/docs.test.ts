import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

/** The entries by name, as files of src; a block imports them as a user of the package does. */
const ENTRIES: ReadonlyMap<string, string> = entriesOf(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).exports,
);

/** All that the entries export. */
const modules: readonly object[] = await Promise.all(
  [...ENTRIES.values()].map((file) => import(join(ROOT, file))),
);

/** One fenced block, and where its fence is. */
interface Block {
  readonly place: string;
  readonly text: string;
}

/** A `console.log` of a block that says what it prints. */
interface Expectation {
  readonly call: number;
  readonly printed: string;
}

/** What a block did: the texts that each of its calls printed, and what it threw. */
interface Run {
  readonly printed: readonly { readonly call: number; readonly text: string }[];
  readonly error?: string;
}

const readmeBlocks = blocksOf('README.md');
const guides = readdirSync(join(ROOT, 'guides'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `guides/${name}`)
  .sort();
const guideBlocks = guides.flatMap(blocksOf);
const sourceFiles = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name.split(sep).join('/')}`)
  .sort();
const sourceBlocks = sourceFiles.flatMap(blocksOf);
const blocks = [...readmeBlocks, ...guideBlocks, ...sourceBlocks];

describe('the examples in the README, in guides and in doc comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'judgement-docs-'));
  let faults: ReadonlyMap<string, string>;
  let runs: readonly Run[];

  beforeAll(async () => {
    faults = compile(blocks);
    runs = await run(blocks, folder);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are found', () => {
    expect([...ENTRIES.keys()]).toEqual(expect.arrayContaining(['judgement', 'judgement/rules']));
    expect(readmeBlocks.length).toBeGreaterThanOrEqual(6);
    expect(guideBlocks.length).toBeGreaterThanOrEqual(2);
    expect(sourceBlocks.length).toBeGreaterThanOrEqual(40);
  });

  it.each(blocks.map((block, index) => ({ ...block, index })))(
    '$place compiles, runs and prints what it says',
    ({ place, text, index }) => {
      expect(faults.get(place)).toBeUndefined();
      expect(runs[index]?.error).toBeUndefined();
      for (const { call, printed } of expectationsOf(text)) {
        const texts = runs[index]?.printed.filter((one) => one.call === call) ?? [];
        expect(texts.map((one) => shorten(one.text, printed))).toEqual([printed]);
      }
    },
  );

  it('show something: most of them print, and say what', () => {
    const silent = blocks.filter(({ text }) => expectationsOf(text).length === 0);
    expect(silent.length).toBeLessThanOrEqual(blocks.length / 5);
  });

  it('are in examples/quickstart.ts as in the README', () => {
    expect(readFileSync(join(ROOT, 'examples/quickstart.ts'), 'utf8')).toBe(readmeBlocks[0]?.text);
  });
});

describe.each(['README.md', 'SECURITY.md', 'CHANGELOG.md', ...guides])('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8');

  it('names functions that an entry exports', () => {
    const exported = new Set(modules.flatMap((one) => Object.keys(one)));
    const named = [...text.matchAll(/`(?:\w+\.)?([a-z]\w*)\(/gi)].map((match) => match[1] ?? '');
    expect(named.filter((one) => !exported.has(one))).toEqual([]);
  });

  it('names files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
    const paths = [...text.matchAll(/`((?:test|src|examples)\/[\w./-]*)`/g)].map(
      (one) => one[1] ?? '',
    );
    const folder = join(ROOT, dirname(name));
    const lost = [
      ...links
        .map((link) => (link.startsWith('#') ? `${basename(name)}${link}` : link))
        .filter((link) => !leadsSomewhere(folder, link)),
      ...paths.filter((path) => !existsSync(join(ROOT, path))),
    ];
    expect(lost).toEqual([]);
  });
});

describe('the check itself', () => {
  it('follows a link to a heading', () => {
    expect(leadsSomewhere(ROOT, 'README.md#what-a-receipt-proves')).toBe(true);
    expect(leadsSomewhere(ROOT, 'README.md#what-nobody-wrote')).toBe(false);
    expect(leadsSomewhere(ROOT, 'LOST.md#what-a-receipt-proves')).toBe(false);
  });

  it('reads what a call prints from beside it or from below it', () => {
    const text = [
      'console.log(1); // 1',
      "console.log('a');",
      '// a',
      '',
      'console.log(2);',
      '// A remark on what follows.',
      'const three = 3;',
      'if (three) console.log(three); // 3',
    ].join('\n');
    expect(expectationsOf(text)).toEqual([
      { call: 0, printed: '1' },
      { call: 1, printed: 'a' },
      { call: 3, printed: '3' },
    ]);
  });

  it('takes … for anything', () => {
    expect(shorten('{"noul":0}', '{"noul":…')).toBe('{"noul":…');
    expect(shorten('{"score":0}', '{"noul":…')).toBe('{"score":0}');
    expect(shorten('{ a: 1, b: 2 }', '{ a: 1, … }')).toBe('{ a: 1, … }');
    expect(shorten('{ a: 1, b: 2 }!', '{ a: 1, … }')).toBe('{ a: 1, b: 2 }!');
  });

  it('notices a type error, a wrong output, an output that never comes, and an error', async () => {
    const bad: readonly Block[] = [
      { place: 'a', text: "import { digest } from 'judgement';\ndigest(1, 2);\n" },
      { place: 'b', text: 'console.log(1); // 2\n' },
      { place: 'c', text: 'if (Date.now() < 0) console.log(1); // 1\n' },
      { place: 'd', text: "throw new Error('broken');\n" },
      { place: 'e', text: 'document.title;\nprocess.exit();\n' },
    ];
    const faults = compile(bad);
    expect(faults.get('a')).toMatch(/Expected 1 arguments, but got 2/);
    expect(faults.get('b')).toBeUndefined();
    expect(faults.get('e')).toMatch(/Cannot find name 'document'/);
    expect(faults.get('e')).toMatch(/Cannot find name 'process'/);
    const folder = mkdtempSync(join(tmpdir(), 'judgement-docs-'));
    const runs = await run(bad.slice(1, 4), folder);
    rmSync(folder, { recursive: true });
    expect(runs[0]?.printed).toEqual([{ call: 0, text: '1' }]);
    expect(runs[1]?.printed).toEqual([]);
    expect(runs[2]?.error).toMatch(/broken/);
  });
});

function entriesOf(exports: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const files = Object.entries(exports).flatMap(([path, target]) => {
    const file = typeof target === 'object' && target !== null ? Object.values(target).at(-1) : '';
    const source = /^\.\/dist\/(.+)\.js$/.exec(String(file))?.[1];
    return source === undefined
      ? []
      : [[`judgement${path.slice(1)}`, `./src/${source}.ts`] as const];
  });
  return new Map(files);
}

/** Whether there is the file of a link, and in it the heading, if the link names one. */
function leadsSomewhere(folder: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = join(folder, path);
  if (!existsSync(file) || heading === undefined) return existsSync(file);
  const headings = readFileSync(file, 'utf8').match(/^#+ .+$/gm) ?? [];
  return headings.map(anchorOf).includes(heading);
}

/** What a heading is called in a link to it. */
function anchorOf(heading: string): string {
  const words = heading.replace(/^#+ /, '').toLowerCase();
  return words.replace(/[^\w -]/g, '').replaceAll(' ', '-');
}

/** The fenced `ts` blocks of a file; in a source file those of its doc comments. */
function blocksOf(name: string): readonly Block[] {
  const isSource = name.endsWith('.ts');
  const found: Block[] = [];
  let lines: string[] | undefined;
  let start = 0;
  for (const [index, line] of readFileSync(join(ROOT, name), 'utf8').split('\n').entries()) {
    const content = isSource ? /^\s*\* ?(.*)$/.exec(line)?.[1] : line;
    if (lines !== undefined && content === '```') {
      found.push({ place: `${name}:${start}`, text: `${lines.join('\n')}\n` });
      lines = undefined;
    } else if (lines !== undefined) {
      lines.push(content ?? line);
    } else if (content === '```ts') {
      lines = [];
      start = index + 1;
    }
  }
  return found;
}

/** Compiles blocks without the types of any host but `console.log`, unless they ask for Node's. */
function compile(all: readonly Block[]): ReadonlyMap<string, string> {
  const ofNode = all.filter(({ text }) => OF_NODE.test(text));
  const others = all.filter((block) => !ofNode.includes(block));
  const globals = 'declare const console: { log(...values: readonly unknown[]): void };';
  return new Map([...compileWith(others, [], globals), ...compileWith(ofNode, ['node'], '')]);
}

/** What takes the types of Node to compile: its modules, and what browsers have too. */
const OF_NODE = /from 'node:|from 'judgement\/(?:http|judges\/[\w-]+)'|\bcrypto\b/;

function compileWith(
  all: readonly Block[],
  types: readonly string[],
  globals: string,
): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { compilerOptions: config.compilerOptions, files: ['src/index.ts'] },
    ts.sys,
    ROOT,
  );
  options.types = [...types];
  options.paths = Object.fromEntries([...ENTRIES].map(([name, file]) => [name, [file]]));
  const virtual = new Map(all.map(({ text }, index) => [join(ROOT, `docs-${index}.ts`), text]));
  virtual.set(join(ROOT, 'docs-globals.d.ts'), globals);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.getCurrentDirectory = () => ROOT;
  host.fileExists = (name) => virtual.has(name) || fileExists(name);
  host.readFile = (name) => virtual.get(name) ?? readFile(name);
  const program = ts.createProgram([...virtual.keys()], options, host);
  const faults = new Map<string, string>();
  for (const [index, { place }] of all.entries()) {
    const file = program.getSourceFile(join(ROOT, `docs-${index}.ts`));
    const messages = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ].map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
    if (messages.length > 0) faults.set(place, messages.join('\n'));
  }
  return faults;
}

/** Runs each block as a module of its own, in one process of plain Node. */
async function run(all: readonly Block[], folder: string): Promise<readonly Run[]> {
  await build({
    entryPoints: all.map((_, index) => ({ in: `block:${index}`, out: `block-${index}` })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    splitting: true,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'blocks',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^block:/ }, ({ path }) => ({ path, namespace: 'block' }));
          onLoad({ filter: /^block:/, namespace: 'block' }, ({ path }) => ({
            contents: numbered(all[Number(path.slice('block:'.length))]?.text ?? ''),
            loader: 'ts',
            resolveDir: ROOT,
          }));
          onResolve({ filter: /^judgement(\/|$)/ }, ({ path }) => {
            const file = ENTRIES.get(path);
            if (file === undefined) return { errors: [{ text: `there is no entry ${path}` }] };
            return { path: join(ROOT, file) };
          });
        },
      },
    ],
  });
  const runner = join(folder, 'run.mjs');
  writeFileSync(runner, RUNNER);
  const output = execFileSync(process.execPath, [runner, String(all.length)], { encoding: 'utf8' });
  const runs: readonly Run[] = JSON.parse(output);
  return runs;
}

/** Replaces each `console.log` by a call that says which one it is. */
function numbered(text: string): string {
  let call = 0;
  return text.replaceAll('console.log(', () => {
    call += 1;
    return `printed(${call - 1}, `;
  });
}

const RUNNER = `
import { format } from 'node:util';
const runs = [];
for (let index = 0; index < Number(process.argv[2]); index += 1) {
  const printed = [];
  globalThis.printed = (call, ...values) => printed.push({ call, text: format(...values) });
  const run = { printed };
  try {
    await import('./block-' + index + '.mjs');
  } catch (error) {
    run.error = String(error?.stack ?? error);
  }
  runs.push(run);
}
process.stdout.write(JSON.stringify(runs));
`;

/** What the comments beside or below the calls of `console.log` say. */
function expectationsOf(text: string): readonly Expectation[] {
  const lines = text.split('\n');
  const found: Expectation[] = [];
  let call = -1;
  for (const [index, line] of lines.entries()) {
    call += line.split('console.log(').length - 1;
    const isCall = line.includes('console.log(') || /^\s*\)/.test(line);
    const isLast = /^\s*\}?$/.test(lines[index + 2] ?? '');
    const beside = /\); \/\/ (.+)$/.exec(line)?.[1];
    const below = isLast ? /^\s*\/\/ (.+)$/.exec(lines[index + 1] ?? '')?.[1] : undefined;
    const printed = beside ?? (line.endsWith(');') ? below : undefined);
    if (isCall && printed !== undefined) found.push({ call, printed });
  }
  return found;
}

/** A text on one line; or the expected text, if that is the same but for what its `…` stand for. */
function shorten(text: string, expected: string): string {
  const line = text.replace(/\s+/g, ' ');
  const [start = '', ...parts] = expected.split('…');
  if (parts.length === 0 || !line.startsWith(start)) return line;
  let at = start.length;
  for (const part of parts) {
    const found = line.indexOf(part, at);
    if (found < 0) return line;
    at = found + part.length;
  }
  return expected.endsWith('…') || at === line.length ? expected : line;
}
