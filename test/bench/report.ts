/**
 * What judging, canonical text and receipts cost, as ratios that hold on a slow machine too.
 *
 * Fails when judging or receipts cost more than they may; everything else is a report.
 *
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { canonicalize, isJudgementError, judgeSync, parseJson, toolCall } from 'judgement';
import { attest, generateKey, publicKeySet, verifyReceipt } from 'judgement/receipt';
import { HOSTILE_PARTS, repeated } from './hostile.js';
import { measure, ratio, timeOf } from './measure.js';
import { ceiling, fixed, floor, print } from './print.js';
import { reportRules } from './rules.js';

/** What 100 KB of a hostile command may cost, as a multiple of 1 KB of it and in milliseconds. */
const CEILING = { ratio: 130, milliseconds: 20 };

/** How fast receipts are to be signed and verified, as multiples of the speed of the curve library. */
const FLOOR = { sign: 0.93, once: 0.93, again: 2.8 };

reportRules();
reportHostile();
reportText();
reportReceipts();

function reportHostile(): void {
  console.log('hostile commands, by the worst: ms of 1 KB, of 64 KB, of 100 KB, and 100 KB : 1 KB');
  const rows = ['Bash', 'PowerShell'].flatMap((tool) =>
    HOSTILE_PARTS.map((part) => {
      const command = (length: number) => () => judgeOrRefuse(tool, repeated(part, length));
      const times = measure(
        [
          { name: '1 KB', run: command(1_024) },
          { name: '64 KB', run: command(65_536) },
          { name: '100 KB', run: command(102_400) },
        ],
        4,
      );
      return {
        name: `${tool} ${JSON.stringify(part)}`,
        times,
        grows: ratio(times, '100 KB', '1 KB'),
      };
    }),
  );
  const worst = (name: string) => Math.max(...rows.map(({ times }) => timeOf(times, name)));
  rows.sort((left, right) => timeOf(right.times, '64 KB') - timeOf(left.times, '64 KB'));
  for (const { name, times, grows } of rows.slice(0, 8)) {
    const columns = ['1 KB', '64 KB', '100 KB'].map((size) => fixed(timeOf(times, size), 9));
    console.log(`  ${name.padEnd(34)}${columns.join('')}${fixed(grows, 8)}x`);
  }
  const grows = Math.max(...rows.map((row) => row.grows));
  ceiling('100 KB : 1 KB, at worst', grows, CEILING.ratio);
  ceiling('100 KB in ms, at worst', worst('100 KB'), CEILING.milliseconds);
}

/** A command that is too long to be judged is refused, and that has its cost as well. */
function judgeOrRefuse(tool: string, command: string): unknown {
  const state = { tool, input: { command }, workspace_root: '/srv/proj', network_scope: ['a.b'] };
  try {
    return judgeSync({ state }).effect;
  } catch (error) {
    if (isJudgementError(error) && error.code === 'too_large') return error.code;
    throw error;
  }
}

function reportText(): void {
  const row = {
    id: 17,
    name: 'Ada Lovelace',
    tags: ['a', 'b'],
    paid: true,
    amount: 12.5,
    note: null,
  };
  for (const [size, count] of [
    ['1 KB', 12],
    ['100 KB', 1_250],
  ] as const) {
    const value = { rows: Array.from({ length: count }, (_, id) => ({ ...row, id })) };
    const text = JSON.stringify(value);
    const times = measure([
      { name: 'stringify', run: () => JSON.stringify(value) },
      { name: 'canonicalize', run: () => canonicalize(value) },
      { name: 'parse', run: () => JSON.parse(text) },
      { name: 'parseJson', run: () => parseJson(text) },
    ]);
    console.log(`JSON of ${size}, by speed`);
    print('canonicalize : JSON.stringify', ratio(times, 'stringify', 'canonicalize'));
    print('parseJson : JSON.parse', ratio(times, 'parse', 'parseJson'));
  }
}

function reportReceipts(): void {
  const { signer, publicKey, exportSecret } = generateKey();
  const secret = exportSecret();
  const rawKey = ed25519.getPublicKey(secret);
  const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
  const [receipt] = attest(result, { signer });
  if (receipt === undefined) throw new Error('nothing was signed');
  const { envelope } = receipt;
  const bytes = Buffer.from(envelope.payload, 'base64url');
  const signature = ed25519.sign(bytes, secret);
  const keySet = publicKeySet([publicKey]);
  // A key that is used again has a table after 15 uses.
  for (let use = 0; use < 20; use += 1) verifyReceipt(envelope, { keys: keySet });
  const times = measure([
    { name: 'noble sign', run: () => ed25519.sign(bytes, secret) },
    {
      name: 'noble verify',
      run: () => ed25519.verify(signature, bytes, rawKey, { zip215: false }),
    },
    { name: 'sign', run: () => signer.sign(bytes) },
    { name: 'verify', run: () => verifyReceipt(envelope, { keys: keySet }) },
    { name: 'verify once', run: () => verifyReceipt(envelope, { keys: [publicKey] }) },
  ]);
  console.log(`a receipt of ${bytes.length} bytes, by speed`);
  floor('sign : @noble/curves', ratio(times, 'noble sign', 'sign'), FLOOR.sign);
  floor(
    'verify, key seen once : @noble/curves',
    ratio(times, 'noble verify', 'verify once'),
    FLOOR.once,
  );
  floor(
    'verify, key used again : @noble/curves',
    ratio(times, 'noble verify', 'verify'),
    FLOOR.again,
  );
}
