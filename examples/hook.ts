/*
 * A hook of a coding agent: `node hook.js claude-code`, with what the harness writes on its input.
 */
import { rulesJudge, rulesQuestions } from 'judgement';
import { createGate } from 'judgement/gate';
import { answerHook, type Harness } from 'judgement/gates/hooks';

const HARNESSES: readonly Harness[] = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'opencode',
];
const harness = HARNESSES.find((name) => name === process.argv[2]) ?? 'claude-code';

let text = '';
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
const { stdout, stderr, exitCode } = await answerHook(harness, text, {
  gate: ({ cwd }) =>
    createGate({ judge: rulesJudge(), questions: rulesQuestions, context: { workspaceRoot: cwd } }),
});
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
