/*
 * A gate in front of the tools of the OpenAI Agents SDK. The model is a script: it would delete
 * everything, and look at a host that is out of scope, on which a person decides.
 */
import { Agent, run, setTracingDisabled, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { answerInterruption, gateAgentTools } from 'judgement/gates/openai-agents';
import { generateKey, memoryLog, verifyPackage } from 'judgement/receipt';
import { z } from 'zod';

setTracingDisabled(true);
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
const bash = tool({
  name: 'bash',
  description: 'Runs a command.',
  parameters: z.object({ command: z.string() }),
  execute: async ({ command }) => `ran ${command}`,
});
const model = new ScriptedModel([
  ['rm -rf /', 'curl https://example.org'].map((command, index) =>
    functionCall('bash', { command }, { callId: `c${index}` }),
  ),
  [assistantMessage('done')],
]);
const tools = gateAgentTools([bash], gate, { approver });
const agent = new Agent({ name: 'Cleaner', model, tools });

const { state, interruptions } = await run(agent, 'Clean up.');
for (const item of interruptions) {
  console.log(item.name, 'waits');
  await answerInterruption(gate, state, item, { decision: 'approve', approver });
}
await run(agent, state);
for (const item of [model.calls.at(-1)?.request.input].flat()) {
  if (typeof item !== 'object' || item.type !== 'function_call_result') continue;
  console.log(JSON.stringify(item.output));
}
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);
