/**
 * What the rules judge costs beside what it cannot do without: reading the shell text, or the state.
 *
 * @module
 */
import { type JsonObject, judgeSync, toolCall } from 'judgement';
import { rulesJudge, rulesQuestions } from 'judgement/rules';
import type { CommandArgument, CommandNode, ParsedScript, Statement } from 'unbash';
import { parse } from 'unbash';
import { HOSTILE_PARTS, repeated } from './hostile.js';
import { measure, ratio, type Times, timeOf } from './measure.js';
import { ceiling, print } from './print.js';

/** Command lines of 91 to 99 characters, and the texts within them that a shell reads as well. */
const LINES: readonly (readonly [line: string, ...within: string[]])[] = [
  ['npm run build && cp -r dist/* "$RELEASE_DIR/lib/" && git add . && git commit -m "release v1"'],
  ['cd /srv/proj && grep -rn "TODO" src | sort -u | head -20 > build/todo.txt && cat build/todo'],
  ['find . -name "*.ts" -not -path "./node_modules/*" | xargs grep -l "import" | sort | uniq -c'],
  ['curl -fsSL -H "Accept: $KIND" "https://api.example.com/v1/items?limit=20" -o out/items.json'],
  ['git add -A && git commit -m "Fix the parser for nested quotes" && git push origin feature/12'],
  [
    'docker run --rm -v "$PWD":/work -w /work node:20-alpine sh -c "npm ci && npm test -- --run"',
    'npm ci && npm test -- --run',
  ],
];

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

/** A command line of 90 characters may cost so many times the parser's own work, on average. */
const MOST_OF_PARSER = 4;

/** A call without a command may cost so many times writing its state as JSON, on average. */
const MOST_OF_STRINGIFY = 2;

/** Enough to find a quiet moment on a busy machine. */
const ROUNDS = 30;

/** What 64 KB may cost as a multiple of 16 KB: 4 if it grows with the length, 16 with its square. */
const MOST_GROWTH = 10;

/** Prints the costs of the rules judge; they have ceilings. */
export function reportRules(): void {
  reportLines();
  reportCalls();
  reportGrowth();
}

function reportLines(): void {
  console.log(
    'the six questions on a command line : unbash reading the same texts, words included',
  );
  warmUp();
  let ours = 0;
  let whole = 0;
  let lazy = 0;
  for (const [line, ...within] of LINES) {
    const state = toolCall({ tool: 'Bash', input: { command: line }, workspaceRoot: '/srv/proj' });
    const times = measure(
      [
        { name: 'ours', run: () => ask(state) },
        { name: 'whole', run: () => [line, ...within].map((text) => readWords(parse(text))) },
        { name: 'lazy', run: () => parse(line) },
      ],
      ROUNDS,
    );
    ours += timeOf(times, 'ours');
    whole += timeOf(times, 'whole');
    lazy += timeOf(times, 'lazy');
    print(`  ${line.slice(0, 36)}…`, ratio(times, 'ours', 'whole'));
  }
  ceiling('on average', ours / whole, MOST_OF_PARSER);
  print('with its words left unread, as parse() does', ours / lazy);
}

/** The engine compiles what it has seen often enough; until then it measures the compiler. */
function warmUp(): void {
  for (let round = 0; round < 4_000; round += 1) {
    for (const [line] of LINES) {
      ask({ tool: 'Bash', input: { command: line }, workspace_root: '/srv/proj' });
    }
    for (const [, state] of STATES) judgeSync({ state });
  }
}

function reportCalls(): void {
  console.log('the six questions on a call without a command : JSON.stringify of its state');
  const times: Times[] = [];
  for (const [name, state] of STATES) {
    const measured = measure(
      [
        { name: 'ours', run: () => ask(state) },
        { name: 'text', run: () => JSON.stringify(state) },
        { name: 'raw', run: () => ask({ ...state }) },
        { name: 'judged', run: () => judgeSync({ state }) },
      ],
      ROUNDS,
    );
    times.push(measured);
    print(`  ${name}`, ratio(measured, 'ours', 'text'));
  }
  const sum = (name: string) => times.reduce((all, each) => all + timeOf(each, name), 0);
  ceiling('on average', sum('ours') / sum('text'), MOST_OF_STRINGIFY);
  print('when it was not read before', sum('raw') / sum('text'));
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

/** Has the parser read the parts of all words, which it leaves until somebody asks. */
function readWords(script: ParsedScript): number {
  return countParts(script.commands);
}

function countParts(statements: readonly Statement[]): number {
  let count = 0;
  for (const { command } of statements) count += countIn(command);
  return count;
}

function countIn(node: Statement['command'] | CommandNode): number {
  let count = 0;
  if (node.type === 'AndOr' || node.type === 'Pipeline') {
    for (const command of node.commands) count += countIn(command);
  } else if (node.type === 'Command') {
    if (node.name !== undefined) count += node.name.parts?.length ?? 1;
    for (const word of node.args) if (isWord(word)) count += word.parts?.length ?? 1;
    for (const redirect of node.redirects) {
      if (redirect.type === 'Redirect') count += redirect.target?.parts?.length ?? 1;
    }
  }
  return count;
}

function isWord(argument: CommandArgument): argument is Extract<CommandArgument, { type: 'Word' }> {
  return argument.type === 'Word';
}
