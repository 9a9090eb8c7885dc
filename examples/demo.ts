/**
 * Judges three tool calls, or the one that comes as JSON on standard input; signs the judgements as
 * one chain and verifies it; then changes one byte and verifies again.
 *
 * @module
 */
import { explain, isJudgementError, type JsonObject, judgeSync, toolCall } from 'judgement';
import { type AttestedReceipt, attest, generateKey, verifyChain } from 'judgement/receipt';
import { readCall } from './stdin.js';
import { table } from './table.js';

const shell = { tool: 'Bash', capability: 'shell.exec', workspaceRoot: '/srv/proj' };
const SAMPLES = [
  toolCall({ ...shell, input: { command: 'rm -rf /' } }),
  toolCall({ ...shell, input: { command: 'rm -rf ./build && npm test' } }),
  toolCall({ tool: 'mcp__pay__charge', input: { amount: '€1.250,00' }, amountBound: 100 }),
];

try {
  const call = await readCall();
  show(call === undefined ? SAMPLES : [call]);
} catch (error) {
  if (!isJudgementError(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 2;
}

function show(calls: readonly JsonObject[]): void {
  const { signer, publicKey } = generateKey();
  const log: AttestedReceipt[] = [];
  for (const call of calls) {
    const { tool, capability } = call;
    const result = judgeSync({ state: call });
    console.log(table(capability === undefined ? `${tool}` : `${tool} (${capability})`, result));
    for (const { sentence } of explain(call).unsafe.findings) console.log(`  why: ${sentence}`);
    console.log();
    const parent = log.at(-1);
    log.push(...attest(result, parent === undefined ? { signer } : { signer, parent: parent.id }));
  }

  const trust = { keys: [publicKey], from: null };
  const chain = log.map(({ envelope }) => envelope);
  const verdict = verifyChain(chain, trust);
  console.log(`signed:     ${log.length} receipts in one chain, by ${publicKey}`);
  console.log(`verified:   ${verdict.ok ? `✓ ends with ${verdict.head}` : `⚠ ${verdict.code}`}`);

  const changed = [...chain.slice(0, -1), ...chain.slice(-1).map(flipAnswer)];
  const refusal = verifyChain(changed, trust);
  const fault = refusal.ok ? 'accepted' : `⚠ refused: ${refusal.code} at ${refusal.path}`;
  console.log(`one byte:   ${fault}`);
}

/** Makes the signed yes a no, or the no a yes: the digits 0 and 1 differ in one bit. */
function flipAnswer<E extends { readonly payload: string }>(envelope: E): E {
  const bytes = Buffer.from(envelope.payload, 'base64url');
  const digit = bytes.indexOf('"noul":') + '"noul":'.length;
  bytes.writeUInt8(bytes.readUInt8(digit) ^ 1, digit);
  return { ...envelope, payload: bytes.toString('base64url') };
}
