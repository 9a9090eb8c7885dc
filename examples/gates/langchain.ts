/*
 * A gate in front of the tools of LangChain. The model is a script: it would delete everything, and
 * look at a host that is out of scope, on which a person decides.
 */
import { Command, INTERRUPT, isInterrupted, MemorySaver } from '@langchain/langgraph';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { gateMiddleware } from 'judgement/gates/langchain';
import { generateKey, memoryLog, verifyPackage } from 'judgement/receipt';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';
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
const bash = tool(async ({ command }) => `ran ${command}`, {
  name: 'bash',
  description: 'Runs a command.',
  schema: z.object({ command: z.string() }),
});
const model = fakeModel()
  .respondWithTools([
    { name: 'bash', args: { command: 'rm -rf /' }, id: 'c0' },
    { name: 'bash', args: { command: 'curl https://example.org' }, id: 'c1' },
  ])
  .respond(new AIMessage('done'));
const middleware = [gateMiddleware(gate, { approver })];
const agent = createAgent({ model, tools: [bash], middleware, checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: 'one' } };
const paused = await agent.invoke({ messages: [{ role: 'user', content: 'Clean up.' }] }, config);
if (isInterrupted(paused)) console.log(paused[INTERRUPT].length, 'waits');
const resume = { decisions: [{ type: 'approve' }] };
const { messages } = await agent.invoke(new Command({ resume }), config);
for (const message of messages) {
  if (message.type === 'tool') console.log(message.text);
}
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);
