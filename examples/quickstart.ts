import { judge, threshold, toolCall } from 'judgement';
import { attest, generateKey, verifyChain } from 'judgement/receipt';

// What the agent is about to do, and the limits that you set.
const state = toolCall({
  tool: 'Bash',
  input: { command: 'git push --force origin main' },
  workspaceRoot: '/srv/proj',
});

// Ask the rules judge its six questions, and hold the answers to your bar.
const result = await judge({ state }, { policy: threshold(0.5, { setBy: 'policy://ops@7' }) });
console.log(result.effect, result.decidedBy); // deny [ 'shell_destructive', 'unsafe' ]

// Sign what was asked, answered and done. Anyone with the public key can check it.
const { signer, publicKey } = generateKey();
const receipts = attest(result, { signer });
const verdict = verifyChain(
  receipts.map((receipt) => receipt.envelope),
  { keys: [publicKey], from: null },
);
console.log(verdict.ok, receipts.length); // true 6
