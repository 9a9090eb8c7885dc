import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

/** All of each entry. */
const ALL = {
  judgement: "export * from './src/index.ts';",
  'judgement/rules': "export * from './src/rules/index.ts';",
  'judgement/receipt': "export * from './src/receipt/index.ts';",
  'judgement/webcrypto': "export * from './src/webcrypto.ts';",
  'judgement/http': "export * from './src/http/index.ts';",
  'judgement/contract': "export * from './src/contract/index.ts';",
  'judgement/calibration': "export * from './src/calibration/index.ts';",
  'judgement/judges/system-one': "export * from './src/judges/system-one/index.ts';",
  'judgement/judges/decisions': "export * from './src/judges/decisions/index.ts';",
  'judgement/judges/cloudflare': "export * from './src/judges/cloudflare/index.ts';",
  'judgement/judges/chat': "export * from './src/judges/chat/index.ts';",
  'judgement/judges/messages': "export * from './src/judges/messages/index.ts';",
  'judgement/judges/ai-sdk': "export * from './src/judges/ai-sdk/index.ts';",
  'judgement/judges/runtype': "export * from './src/judges/runtype/index.ts';",
  'judgement/gate': "export * from './src/gate/index.ts';",
  'judgement/gates/cloudflare-agents': "export * from './src/gates/cloudflare-agents/index.ts';",
  'judgement/gates/ai': "export * from './src/gates/ai/index.ts';",
  'judgement/gates/openai-agents': "export * from './src/gates/openai-agents/index.ts';",
  'judgement/gates/langchain': "export * from './src/gates/langchain/index.ts';",
  'judgement/gates/hooks': "export * from './src/gates/hooks/index.ts';",
  'judgement/gates/tool': "export * from './src/gates/tool/index.ts';",
  'judgement/testing': "export * from './src/testing/index.ts';",
  'judgement/gates/claude-agent': "export * from './src/gates/claude-agent/index.ts';",
  'judgement/gates/adk': "export * from './src/gates/adk/index.ts';",
  'judgement/gates/mastra': "export * from './src/gates/mastra/index.ts';",
  'judgement/gates/mcp': "export * from './src/gates/mcp/index.ts';",
} as const;
const ENTRIES = Object.entries(ALL);

const ONLY_MODEL = "export { judgeWith, threshold } from './src/index.ts';";
const ONLY_COMBINED =
  "export { cached, cascade, fallback, judgeMany, quorum, retry, timeout } from './src/index.ts';";
const ONLY_VERIFY = "export { verifyReceipt } from './src/receipt/index.ts';";
const ONLY_CLIENT = "export { httpJudge } from './src/http/index.ts';";
const ONLY_HANDLER = "export { judgeHandler, bearer } from './src/http/index.ts';";
const ONLY_VERIFY_ASYNC = "export { verifyReceiptAsync } from './src/webcrypto.ts';";

/** The dependencies, and words that only they have: a copy under another name would show. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  '@noble/curves': ['edwards:', 'bad curve params'],
  '@noble/hashes': ['1779033703'],
  ky: ['https://empty.invalid', 'ForceRetryError'],
  unbash: ['ArithmeticExpansion', 'maximum subshell nesting'],
  valibot: ['"~standard"', '"~run"'],
};

/** What a judge of a service does without: it verifies no receipts and reads no shell text. */
const BUT_HTTP = ['@noble/curves', 'unbash', 'valibot'];
/** What the gate of a framework does without, beside the gate that it is given. */
const BUT_HTTP_AND_KY = [...BUT_HTTP, 'ky'];

describe('what an entry reaches', () => {
  it.each([
    ['judgement', ALL.judgement, ['@noble/curves', 'ky']],
    [
      'judgement/rules',
      ALL['judgement/rules'],
      ['@noble/curves', '@noble/hashes', 'ky', 'valibot'],
    ],
    ['judgement/receipt', ALL['judgement/receipt'], ['ky', 'unbash']],
    ['judgement/webcrypto', ALL['judgement/webcrypto'], ['@noble/curves', 'ky', 'unbash']],
    ['judgement/http', ALL['judgement/http'], ['unbash']],
    ['judgement/contract', ALL['judgement/contract'], ['@noble/curves', 'ky', 'unbash', 'valibot']],
    [
      'judgement/calibration',
      ALL['judgement/calibration'],
      ['@noble/curves', 'ky', 'unbash', 'valibot'],
    ],
    ['judges/system-one', ALL['judgement/judges/system-one'], BUT_HTTP],
    ['judges/decisions', ALL['judgement/judges/decisions'], BUT_HTTP],
    ['judges/cloudflare', ALL['judgement/judges/cloudflare'], BUT_HTTP],
    ['judges/chat', ALL['judgement/judges/chat'], BUT_HTTP],
    ['judges/messages', ALL['judgement/judges/messages'], BUT_HTTP],
    ['judges/ai-sdk', ALL['judgement/judges/ai-sdk'], [...BUT_HTTP, 'ky']],
    ['judges/runtype', ALL['judgement/judges/runtype'], BUT_HTTP],
    ['judgement/gate', ALL['judgement/gate'], ['@noble/curves', 'ky', 'unbash']],
    ['gates/cloudflare-agents', ALL['judgement/gates/cloudflare-agents'], BUT_HTTP_AND_KY],
    [
      'judgement/gates/hooks',
      ALL['judgement/gates/hooks'],
      ['@noble/curves', '@noble/hashes', 'ky', 'unbash', 'valibot'],
    ],
    ['judgement/gates/tool', ALL['judgement/gates/tool'], ['@noble/curves', 'ky', 'unbash']],
    ['judgement/testing', ALL['judgement/testing'], ['ky', 'unbash']],
    ['gates/ai', ALL['judgement/gates/ai'], BUT_HTTP_AND_KY],
    ['gates/openai-agents', ALL['judgement/gates/openai-agents'], BUT_HTTP_AND_KY],
    ['gates/langchain', ALL['judgement/gates/langchain'], BUT_HTTP_AND_KY],
    ['gates/claude-agent', ALL['judgement/gates/claude-agent'], BUT_HTTP_AND_KY],
    ['gates/adk', ALL['judgement/gates/adk'], BUT_HTTP_AND_KY],
    ['gates/mastra', ALL['judgement/gates/mastra'], BUT_HTTP_AND_KY],
    ['gates/mcp', ALL['judgement/gates/mcp'], BUT_HTTP_AND_KY],
    ['judgeWith and threshold', ONLY_MODEL, ['@noble/curves', 'ky', 'unbash', 'valibot']],
    ['judges of judges', ONLY_COMBINED, ['@noble/curves', 'ky', 'unbash', 'valibot']],
    ['judgeHandler', ONLY_HANDLER, ['ky', 'unbash']],
  ])('%s keeps what it does not need out of a bundle', async (_, contents, forbidden) => {
    const { packages, text } = await bundle(contents);
    expect(forbidden.filter((name) => packages.has(name))).toEqual([]);
    const words = forbidden.flatMap((name) => WORDS[name] ?? []);
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  });

  it('is HTTP in judgement/http alone, and where judges of services are', async () => {
    const others = ENTRIES.filter(
      ([name]) => !/^judgement\/(?:http$|judges\/(?!ai-sdk))/.test(name),
    );
    for (const [, contents] of [...others, ['', ONLY_MODEL] as const]) {
      const { files } = await bundle(contents);
      expect(files.filter((path) => path.startsWith('src/http/'))).toEqual([]);
    }
    const { files } = await bundle(ALL['judgement/http']);
    expect(files).toEqual(expect.arrayContaining(['src/http/client.ts', 'src/http/handler.ts']));
  });

  it('is no combining where one judge is asked', async () => {
    const { files } = await bundle(ONLY_MODEL);
    expect(files.filter((path) => path.startsWith('src/combine/'))).toEqual([]);
    const { files: combined } = await bundle(ONLY_COMBINED);
    expect(combined).toEqual(expect.arrayContaining(['src/combine/cascade.ts', 'src/batch.ts']));
  });

  it('is seen by this check: a bundle of all holds every dependency', async () => {
    const contents = ENTRIES.map(([, text], index) => text.replace('*', `* as all${index}`));
    const { packages, text } = await bundle(contents.join('\n'));
    expect([...packages].sort()).toEqual(Object.keys(WORDS).sort());
    const words = Object.values(WORDS).flat();
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });
});

describe('the size of a bundle, minified and compressed by gzip', () => {
  // A budget is what it measured, with a little room, so that nothing grows unseen. The goals were
  // set before the tables of the rules and the sentences of the errors were written, and before a
  // result said of each answer whose it is, how often somebody was asked and what others said: of
  // any judge that is read and checked, 660 bytes; and before a verdict said who vouches for an
  // answer, which takes 2,300 bytes; and before a request was held to a question set: 180 bytes;
  // and before a forgotten await was named, and over HTTP what a handler refused: 50 and 700 bytes;
  // and before the votes of a panel and the age of a kept answer were checked: 260 bytes; and before
  // what asks over HTTP was made one for services of several kinds: 500 bytes; and before an
  // answer could be one in which nothing can be measured, with details: 500 bytes.
  it.each([
    { name: 'the rules', contents: ALL['judgement/rules'], budget: 190_000, goal: 49_152 },
    { name: 'verifying alone', contents: ONLY_VERIFY, budget: 23_100, goal: 19_968 },
    { name: 'verifying by the host', contents: ONLY_VERIFY_ASYNC, budget: 19_300, goal: 4_608 },
    { name: 'asking over HTTP', contents: ONLY_CLIENT, budget: 45_000, goal: 42_500 },
    {
      name: 'asking Runtype',
      contents: ALL['judgement/judges/runtype'],
      budget: 36_800,
      goal: 35_000,
    },
    {
      name: 'the AI SDK, both ways',
      contents: ALL['judgement/judges/ai-sdk'],
      budget: 18_200,
      goal: 17_000,
    },
    {
      name: 'asking over chat',
      contents: ALL['judgement/judges/chat'],
      budget: 30_200,
      goal: 30_200,
    },
    {
      name: 'asking over messages',
      contents: ALL['judgement/judges/messages'],
      budget: 28_600,
      goal: 28_600,
    },
    {
      name: 'the gate itself',
      contents: ALL['judgement/gate'],
      budget: 30_700,
      goal: 30_700,
    },
    {
      name: 'hooks alone',
      contents: ALL['judgement/gates/hooks'],
      budget: 6_000,
      goal: 6_000,
    },
    { name: 'judgeWith and threshold', contents: ONLY_MODEL, budget: 13_750, goal: 12_000 },
  ])('of $name is at most $budget bytes, with a goal of $goal', async ({ contents, budget }) => {
    const { bytes } = await bundle(contents, { minify: true });
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThanOrEqual(budget);
  });

  it.each(ENTRIES.filter(([name]) => name.startsWith('judgement/gates/')))(
    'of %s is at most 15 KB beyond the gate itself',
    async (_, contents) => {
      const core = await bundle(ALL['judgement/gate'], { minify: true });
      const text = `${ALL['judgement/gate']}\n${contents}`;
      const both = await bundle(text, { minify: true });
      const sizes = [both, core].map(({ bytes }) => gzipSync(bytes, { level: 9 }).length);
      const [all = 0, alone = 0] = sizes;
      expect(all - alone).toBeLessThanOrEqual(15_360);
      expect(all).toBeGreaterThan(alone);
    },
  );
});

describe('importing an entry', () => {
  const excuses: readonly (readonly [
    name: string,
    contents: string,
    excused: readonly string[],
  ])[] = [
    ['judgement', ALL.judgement, ['TextDecoder']],
    ['judgement/rules', ALL['judgement/rules'], ['TextDecoder']],
    ['judgement/receipt', ALL['judgement/receipt'], ['crypto']],
    ['judgement/webcrypto', ALL['judgement/webcrypto'], []],
    ['judgement/http', ALL['judgement/http'], ['crypto']],
    ['judgement/contract', ALL['judgement/contract'], []],
    ['judgement/calibration', ALL['judgement/calibration'], []],
    ['judgement/judges/system-one', ALL['judgement/judges/system-one'], []],
    ['judgement/judges/decisions', ALL['judgement/judges/decisions'], []],
    ['judgement/judges/cloudflare', ALL['judgement/judges/cloudflare'], []],
    ['judgement/judges/chat', ALL['judgement/judges/chat'], []],
    ['judgement/judges/messages', ALL['judgement/judges/messages'], []],
    ['judgement/judges/ai-sdk', ALL['judgement/judges/ai-sdk'], []],
    ['judgement/judges/runtype', ALL['judgement/judges/runtype'], []],
    ['judgement/gate', ALL['judgement/gate'], []],
    ['judgement/gates/cloudflare-agents', ALL['judgement/gates/cloudflare-agents'], []],
    ['judgement/gates/ai', ALL['judgement/gates/ai'], []],
    ['judgement/gates/openai-agents', ALL['judgement/gates/openai-agents'], []],
    ['judgement/gates/langchain', ALL['judgement/gates/langchain'], []],
    ['judgement/gates/hooks', ALL['judgement/gates/hooks'], []],
    ['judgement/gates/tool', ALL['judgement/gates/tool'], []],
    ['judgement/testing', ALL['judgement/testing'], ['crypto']],
    ['judgement/gates/claude-agent', ALL['judgement/gates/claude-agent'], []],
    ['judgement/gates/adk', ALL['judgement/gates/adk'], []],
    ['judgement/gates/mastra', ALL['judgement/gates/mastra'], []],
    ['judgement/gates/mcp', ALL['judgement/gates/mcp'], []],
    ['judgeWith and threshold', ONLY_MODEL, []],
    ['judges of judges', ONLY_COMBINED, []],
  ];

  it.each(excuses)(
    '%s touches nothing of a host but through a dependency',
    async (_, contents, excused) => {
      const { context, touched } = bareContext();
      const { text } = await bundle(contents, { format: 'iife', globalName: 'entry' });
      expect(runInContext(`${text}; Object.keys(entry).length > 0`, context)).toBe(true);
      expect(touched.filter((name) => !excused.includes(name))).toEqual([]);
    },
  );

  it('of the rules is enough to judge, without any host', async () => {
    const { context, touched } = bareContext();
    const options: BuildOptions = { format: 'iife', globalName: 'entry' };
    const { text } = await bundle(ALL['judgement/rules'], options);
    const script = `${text};
      const state = entry.toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
      const request = { state, questions: entry.rulesQuestions };
      JSON.stringify(entry.rulesJudge().ask(request, {}).answers.unsafe)`;
    const answer: unknown = runInContext(script, context);
    expect(answer).toBe('{"noul":1,"probabilities":{"no":0,"yes":1},"confidence":1}');
    expect(touched).toEqual(['TextDecoder']);
  });

  it('is watched by this check: whoever touches a host is found out', () => {
    const { context, touched } = bareContext();
    const names = ['fetch', 'process', 'Buffer', 'TextEncoder', 'crypto', 'document'];
    for (const name of names) {
      expect(() => runInContext(`typeof ${name}`, context)).toThrow(name);
      expect(() => runInContext(`globalThis.${name}`, context)).toThrow(name);
      expect(() => runInContext(`'${name}' in globalThis`, context)).toThrow(name);
    }
    expect(new Set(touched)).toEqual(new Set(names));
    expect(runInContext('[1, 2].map(String).join()', context)).toBe('1,2');
    expect(runInContext('typeof console + typeof Intl', context)).toBe('undefinedundefined');
  });

  it.each(ENTRIES)('%s for nothing leaves nothing in a bundle', async (_, contents) => {
    const { text } = await bundle(contents.replace('export * from', 'import'));
    expect(text.replace(/^\s*\/\/.*$/gm, '').trim()).toBe('');
  });
});

interface Bundle {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The packages that something of is in it. */
  readonly packages: ReadonlySet<string>;
  /** The files that something of is in it. */
  readonly files: readonly string[];
}

async function bundle(contents: string, options: BuildOptions = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    ...options,
    write: false,
    metafile: true,
  });
  const [file] = outputFiles ?? [];
  const [output] = Object.values(metafile?.outputs ?? {});
  if (file === undefined || output === undefined) throw new Error('esbuild gave no output');
  const inputs = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const files = inputs.map(([path]) => path);
  const packages = files.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []);
  return { text: file.text, bytes: file.contents, packages: new Set(packages), files };
}

/** The name of the package that a file is in. */
const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A context with ECMAScript and nothing else, in which every name of a host is a trap. */
function bareContext(): { readonly context: object; readonly touched: readonly string[] } {
  const touched: string[] = [];
  const sandbox: object = Object.create(null);
  for (const name of HOST_NAMES) {
    Object.defineProperty(sandbox, name, {
      get() {
        touched.push(name);
        // unbash makes itself one when it is loaded, and @noble/curves probes for random bytes.
        if (name === 'TextDecoder') return class Unusable {};
        throw new Error(`${name} was touched`);
      },
    });
  }
  const context = createContext(sandbox);
  // The engine puts these into every context.
  runInContext('delete globalThis.console; delete globalThis.Intl;', context);
  runInContext('delete globalThis.WebAssembly;', context);
  return { context, touched };
}

const ECMASCRIPT: ReadonlySet<string> = new Set(
  runInContext('Object.getOwnPropertyNames(globalThis)', createContext()),
);

/** All that Node has beside the language, and what other hosts are recognised by. */
const HOST_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis).filter((name) => !ECMASCRIPT.has(name)),
  ...'window self document navigator location localStorage XMLHttpRequest importScripts'.split(' '),
  ...'require module exports __dirname Deno Bun EdgeRuntime WebSocketPair'.split(' '),
]);
