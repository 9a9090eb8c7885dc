/*
 * A gate in the Claude Agent SDK, as a hook and as `canUseTool`. Claude Code is played by a few lines
 * that ask both as it does: they would delete everything, and look at a host that is out of scope,
 * on which a person decides.
 */
import type { CanUseTool, Options } from '@anthropic-ai/claude-agent-sdk';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { claudeGate } from 'judgement/gates/claude-agent';
import { generateKey, memoryLog, verifyPackage } from 'judgement/receipt';

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
const canUseTool: CanUseTool = async (toolName, input) => {
  console.log(toolName, 'waits');
  return { behavior: 'allow', updatedInput: input };
};
// query({ prompt: 'Clean up.', options })
const options = claudeGate(gate, { approver, canUseTool }) satisfies Options;

for (const command of ['rm -rf /', 'curl https://example.org']) {
  const [input, toolUseID] = [{ command }, `toolu-${command}`];
  const call = { tool_name: 'Bash', tool_input: input, tool_use_id: toolUseID };
  const { signal } = new AbortController();
  const [hook] = options.hooks.PreToolUse[0]?.hooks ?? [];
  const said = await hook?.({ hook_event_name: 'PreToolUse', ...call }, toolUseID, { signal });
  const { permissionDecision, permissionDecisionReason } = said?.hookSpecificOutput ?? {};
  console.log(permissionDecision, permissionDecisionReason);
  if (permissionDecision !== 'ask') continue;
  const about = { signal, toolUseID, requestId: 'r1' };
  const permission = await options.canUseTool?.('Bash', input, about);
  console.log(permission?.behavior);
}
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);
