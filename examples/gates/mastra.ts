/*
 * A gate in front of the tools of a Mastra agent. The model is a script: it would delete everything,
 * and look at a host that is out of scope, on which a person decides.
 */
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV4 } from 'ai/test';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { mastraGate } from 'judgement/gates/mastra';
import { generateKey, memoryLog, verifyPackage } from 'judgement/receipt';
import { z } from 'zod';

const [machine, ada] = [generateKey(), generateKey()];
const { shell_destructive, network_off_scope } = rulesQuestions;
const log = memoryLog();
const gate = createGate({
  judge: rulesJudge(),
  questions: { shell_destructive, network_off_scope },
  policy: threshold(0.5, { yes: { network_off_scope: 'ask' } }),
  context: { networkScope: ['example.com'] },
  signer: machine.signer,
  log,
});
const approver = { by: 'human://ada', signer: ada.signer };
const { hooks, requireToolApproval } = mastraGate(gate, { approver });

const inputSchema = z.object({ command: z.string() });
const execute = async ({ command }: { command: string }) => `ran ${command}`;
const bash = createTool({ id: 'bash', description: 'Runs a command', inputSchema, execute });
const doGenerate = [turn('rm -rf /'), turn('curl https://example.org'), turn(), turn()];
const script = new MockLanguageModelV4({ doGenerate });
const model = Object(script);
const coder = new Agent({ id: 'c', name: 'c', instructions: 'Help.', model, tools: { bash } });
new Mastra({ agents: { coder }, storage: new InMemoryStore(), logger: false });
const options = { hooks, requireToolApproval };
const { runId = '', suspendPayload } = await coder.generate('Clean up.', options);
console.log('waits:', suspendPayload.toolName);
const { toolCallId } = suspendPayload;
await coder.approveToolCallGenerate({ ...options, runId, toolCallId });
for (const { content } of script.doGenerateCalls.at(-1)?.prompt ?? []) {
  const { type, output } = Object(content)[0];
  if (type === 'tool-result') console.log(output.value.reason ?? output.value);
}
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);

function turn(command?: string) {
  const zero = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  const input = JSON.stringify({ command });
  const call = { type: 'tool-call', toolCallId: `${command}`, toolName: 'bash', input } as const;
  const isDone = command === undefined;
  const content = isDone ? [{ type: 'text', text: 'Done.' } as const] : [call];
  const finishReason = { unified: isDone ? 'stop' : 'tool-calls', raw: '' } as const;
  return { content, finishReason, usage: { inputTokens: zero, outputTokens: zero }, warnings: [] };
}
