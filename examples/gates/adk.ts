/*
 * A gate in front of the tools of an ADK agent. The model is a script: it would delete everything,
 * and look at a host that is out of scope, on which a person decides.
 */
import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, type LlmResponse } from '@google/adk';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { adkGate } from 'judgement/gates/adk';
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
const { beforeToolCallback, confirmable } = adkGate(gate, { approver });

class Script extends BaseLlm {
  readonly #commands = ['rm -rf /', 'curl https://example.org'];
  override async *generateContentAsync(): AsyncGenerator<LlmResponse, void> {
    const command = this.#commands.shift();
    const functionCall = { id: `call-${command}`, name: 'bash', args: { command } };
    const part = command === undefined ? { text: 'Done.' } : { functionCall };
    yield { content: { role: 'model', parts: [part] } };
  }
  override connect = () => Promise.reject(new Error('It is not live.'));
}

const parameters = z.object({ command: z.string() });
const execute = async ({ command }: { command: string }) => ({ result: `ran ${command}` });
const bash = new FunctionTool({ name: 'bash', description: 'A shell', parameters, execute });
const [model, tools] = [new Script({ model: 'script' }), [confirmable(bash)]];
const agent = new LlmAgent({ name: 'coder', model, tools, beforeToolCallback });
const runner = new InMemoryRunner({ agent, appName: 'app' });
const who = { appName: 'app', userId: 'ada' };
const { id: sessionId } = await runner.sessionService.createSession(who);
let parts: object[] = [{ text: 'Clean up.' }];
while (parts.length > 0) {
  const newMessage = { role: 'user', parts };
  parts = [];
  for await (const { content } of runner.runAsync({ userId: 'ada', sessionId, newMessage })) {
    for (const { functionCall, functionResponse } of content?.parts ?? []) {
      const { error, result = error } = functionResponse?.response ?? {};
      if (result !== undefined) console.log(result);
      if (functionCall?.name !== 'adk_request_confirmation') continue;
      parts = [{ functionResponse: { ...functionCall, response: { confirmed: true } } }];
    }
  }
}
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);
