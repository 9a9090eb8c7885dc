/*
 * A gate in front of the tools of the AI SDK 7. The model is a script: it would delete everything,
 * and look at a host that is out of scope, on which a person decides.
 */
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { gateApproval, recordApprovals } from 'judgement/gates/ai';
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
const toolApproval = gateApproval(gate, { approver });
const execute = async ({ command }: { command: string }) => `ran ${command}`;
const bash = tool({ inputSchema: z.object({ command: z.string() }), execute });

const model = scripted(['rm -rf /', 'curl https://example.org'], [], []);
const settings = { model, tools: { bash }, toolApproval, stopWhen: isStepCount(3) };
const messages: ModelMessage[] = [{ role: 'user', content: 'Clean up.' }];
const first = await generateText({ ...settings, messages });
for (const part of first.content) {
  if (part.type !== 'tool-approval-request' || part.isAutomatic === true) continue;
  console.log(part.toolCall.toolCallId, 'waits:', part.reason);
  const { approvalId } = part;
  const response = { type: 'tool-approval-response', approvalId, approved: true } as const;
  messages.push(...first.response.messages, { role: 'tool', content: [response] });
}
await recordApprovals(gate, messages, { approver });
await generateText({ ...settings, messages });
console.log(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt.at(-1)?.content));
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);

function scripted(...turns: readonly (readonly string[])[]) {
  const zero = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  const doGenerate = turns.map((commands) => ({
    content: commands.map((command, index) => {
      const call = { type: 'tool-call', toolCallId: `c${index}`, toolName: 'bash' } as const;
      return { ...call, input: JSON.stringify({ command }) };
    }),
    finishReason: { unified: commands.length > 0 ? 'tool-calls' : 'stop', raw: '' } as const,
    usage: { inputTokens: zero, outputTokens: zero },
    warnings: [],
  }));
  return new MockLanguageModelV4({ doGenerate });
}
