/**
 * What the rules judge costs beside what it cannot do without: reading the shell text, or the state.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { type JsonObject, judgeSync, toolCall } from 'judgement';
import { rulesJudge, rulesQuestions } from 'judgement/rules';
import { parse } from 'unbash';
import { HOSTILE_PARTS, repeated } from './hostile.js';
import { measure, ratio, type Times, timeOf } from './measure.js';
import { ceiling, print } from './print.js';

/** Command lines of 91 to 99 characters, full of what takes time: pipes, wrappers, expansions. */
const LINES: readonly string[] = [
  'npm run build && cp -r dist/* "$RELEASE_DIR/lib/" && git add . && git commit -m "release v1"',
  'cd /srv/proj && grep -rn "TODO" src | sort -u | head -20 > build/todo.txt && cat build/todo',
  'find . -name "*.ts" -not -path "./node_modules/*" | xargs grep -l "import" | sort | uniq -c',
  'curl -fsSL -H "Accept: $KIND" "https://api.example.com/v1/items?limit=20" -o out/items.json',
  'git add -A && git commit -m "Fix the parser for nested quotes" && git push origin feature/12',
  'docker run --rm -v "$PWD":/work -w /work node:20-alpine sh -c "npm ci && npm test -- --run"',
];

/** How long the lines out of READMEs and build files are that are measured as well. */
const LENGTH = { least: 80, most: 100 };

const STATES: readonly (readonly [name: string, state: JsonObject])[] = [
  [
    'a payment',
    toolCall({
      tool: 'mcp__pay__charge',
      input: { amount: '250.00', currency: 'USD', customer: 'cus_8412', memo: 'order A-17' },
      amountBound: 100,
    }),
  ],
  [
    'a fetch',
    toolCall({
      tool: 'WebFetch',
      input: { url: 'https://api.example.com/v1/orders?limit=20', prompt: 'list the orders' },
      networkScope: ['*.example.com'],
    }),
  ],
  [
    'a read',
    toolCall({
      tool: 'Read',
      input: { file_path: '/srv/proj/src/index.ts', limit: 200 },
      workspaceRoot: '/srv/proj',
    }),
  ],
  [
    'an edit',
    toolCall({
      tool: 'Edit',
      input: {
        file_path: '/srv/proj/src/index.ts',
        old_string: 'const a = 1;\nconst b = 2;\n',
        new_string: 'const a = 2;\nconst b = 3;\n',
        replace_all: false,
      },
      workspaceRoot: '/srv/proj',
    }),
  ],
  [
    'a mail',
    toolCall({
      tool: 'send_email',
      input: { to: ['ada@example.com'], subject: 'Minutes', body: 'Dear all,\n'.repeat(30) },
      workspaceRoot: '/srv/proj',
      networkScope: ['*.example.com'],
    }),
  ],
];

/**
 * A command line of about 90 characters may cost so many times the parser's own work, as a median.
 * The goal is 4; it measures 4.3 on a quiet machine, and up to 4.9 on a busy one.
 */
const MOST_OF_PARSER = 5.5;

/** A call without a command may cost so many times writing its state as JSON, on average. */
const MOST_OF_STRINGIFY = 2;

/** Enough to find a quiet moment on a busy machine. */
const ROUNDS = 30;

/** What 64 KB may cost as a multiple of 16 KB: 4 if it grows with the length, 16 with its square. */
const MOST_GROWTH = 13;

/** Prints the costs of the rules judge; they have ceilings. */
export function reportRules(): void {
  reportLines();
  reportCalls();
  reportGrowth();
}

/**
 * Beside the plain `parse()` of the same text, which leaves the parts of its words unread until
 * somebody asks, and does not read a text within the text (`sh -c "…"`) at all.
 */
function reportLines(): void {
  warmUp();
  console.log("the six questions on a dense command line : unbash's parse() of it");
  const dense = LINES.map((line) => {
    const times = linesTimes(line);
    print(`  ${line.slice(0, 36)}…`, ratio(times, 'ours', 'parse'));
    return ratio(times, 'ours', 'parse');
  });
  print('as a median', median(dense));
  const ordinary = ordinaryLines().map((line) => ratio(linesTimes(line), 'ours', 'parse'));
  console.log(`${ordinary.length} ordinary lines of ${LENGTH.least} to ${LENGTH.most} characters`);
  print('at best', Math.min(...ordinary));
  print('at worst', Math.max(...ordinary));
  ceiling('as a median', median(ordinary), MOST_OF_PARSER);
}

/** The engine compiles what it has seen often enough; until then it measures the compiler. */
function warmUp(): void {
  for (let round = 0; round < 4_000; round += 1) {
    for (const line of LINES) {
      ask({ tool: 'Bash', input: { command: line }, workspace_root: '/srv/proj' });
    }
    for (const [, state] of STATES) judgeSync({ state });
  }
}

function linesTimes(line: string): Times {
  const state = toolCall({ tool: 'Bash', input: { command: line }, workspaceRoot: '/srv/proj' });
  return measure(
    [
      { name: 'ours', run: () => ask(state) },
      { name: 'parse', run: () => parse(line) },
    ],
    ROUNDS,
  );
}

/** The labelled ordinary commands of that length, but for code in other languages. */
function ordinaryLines(): readonly string[] {
  const lines: string[] = [];
  for (const file of ['benign', 'ordinary']) {
    // Compiled, this file stands in another folder, and so does not know where the cases are.
    const rows = readFileSync(`test/cases/${file}.tsv`, 'utf8').trimEnd().split('\n').slice(1);
    for (const row of rows) {
      const [, , tool, input = '{}'] = row.split('\t');
      const { command }: { readonly command?: unknown } = JSON.parse(input);
      if (tool !== 'Bash' || typeof command !== 'string' || OTHER_CODE.test(command)) continue;
      if (command.length >= LENGTH.least && command.length <= LENGTH.most) lines.push(command);
    }
  }
  return lines;
}

/** What an interpreter would read, and the parser does not. */
const OTHER_CODE = /\b(?:node|python3?|ruby|perl)\b.* (?:-e|-c|-)(?: |$)/;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function reportCalls(): void {
  console.log('the six questions on a call without a command : JSON.stringify of its state,');
  console.log('which toolCall() has made, so that the judge need not read it once more');
  const times: Times[] = [];
  for (const [name, state] of STATES) {
    const unread: JsonObject = JSON.parse(JSON.stringify(state));
    const measured = measure(
      [
        { name: 'ours', run: () => ask(state) },
        { name: 'text', run: () => JSON.stringify(state) },
        { name: 'raw', run: () => ask(unread) },
        { name: 'judged', run: () => judgeSync({ state }) },
      ],
      ROUNDS,
    );
    times.push(measured);
    print(`  ${name}`, ratio(measured, 'ours', 'text'));
  }
  const sum = (name: string) => times.reduce((all, each) => all + timeOf(each, name), 0);
  ceiling('on average', sum('ours') / sum('text'), MOST_OF_STRINGIFY);
  print('on an object that nobody has read yet, copied first', sum('raw') / sum('text'));
  print('judgeSync() with its digests', sum('judged') / sum('text'));
}

function reportGrowth(): void {
  const rows = HOSTILE_PARTS.flatMap((part) =>
    ['Bash', 'PowerShell'].map((tool) => {
      const of = (length: number) => () => {
        const input = { command: repeated(part, length) };
        return ask({ tool, input, workspace_root: '/srv/proj', network_scope: ['a.b'] });
      };
      const times = measure(
        [
          { name: '16 KB', run: of(16_384) },
          { name: '64 KB', run: of(65_536) },
        ],
        4,
      );
      const milliseconds = timeOf(times, '64 KB');
      const grows = ratio(times, '64 KB', '16 KB');
      return { name: `${tool} ${JSON.stringify(part)}`, milliseconds, grows };
    }),
  );
  // What takes less than this is over before the engine has compiled it, and then only that shows.
  const slow = rows.filter(({ milliseconds }) => milliseconds >= 20);
  slow.sort((left, right) => right.grows - left.grows);
  console.log('hostile commands of 64 KB : of 16 KB, by the worst');
  for (const { name, grows } of slow.slice(0, 4)) print(`  ${name}`, grows);
  ceiling('at worst', slow[0]?.grows ?? 0, MOST_GROWTH);
}

const judge = rulesJudge();

function ask(state: JsonObject): unknown {
  return judge.ask({ state, questions: rulesQuestions }, {});
}
