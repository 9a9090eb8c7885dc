/*
 * A gate in front of a function: refused, asked about, allowed, and one chain of receipts of it all.
 */
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate, timeline } from 'judgement/gate';
import { generateKey, memoryLog, verifyPackage } from 'judgement/receipt';

const [machine, ada] = [generateKey(), generateKey()];
const log = memoryLog();
const { onEvent, events } = timeline();
const gate = createGate({
  judge: rulesJudge(),
  questions: rulesQuestions,
  policy: threshold(0.5, { yes: { amount_above_bound: 'ask', unsafe: 'ask' } }),
  context: { amountBound: 100 },
  signer: machine.signer,
  log,
  onEvent,
});

const run = gate.guard('Bash', ({ command }: { command: string }) => `ran ${command}`);
const pay = gate.guard('pay', ({ amount }: { amount: number }) => `paid ${amount}`, {
  onAsk: async () => ({ decision: 'allow', by: 'human://ada', signer: ada.signer }),
});

console.log(await run({ command: 'ls' }));
await run({ command: 'rm -rf /' }).catch((error: Error) => console.log(error.message));
console.log(await pay({ amount: 250 }));
console.log(
  events()
    .map(({ type }) => type)
    .join(' '),
);

const receipts = (await log.read()).map(({ envelope }) => envelope);
const { trusted } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(`${trusted} of ${receipts.length} receipts verify`);
