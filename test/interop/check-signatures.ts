/**
 * Verdicts on single signatures, against verify_strict of ed25519-dalek.
 *
 * @module
 */
import { ed25519Verifier } from 'judgement/receipt';
import { makeDice } from './dice.js';
import type { Program } from './programs.js';
import { craftSignature, publishedSignatures, type SignatureCase } from './signatures.js';
import type { Tally } from './tally.js';

/** The published cases and 2,000 crafted ones: the same verdict on each. */
export function checkSignatures({ equal }: Tally, program: Program): void {
  const dice = makeDice(25_519);
  const crafted = Array.from({ length: 2_000 }, (_, round) => craftSignature(dice, round));
  const rows = [...publishedSignatures(), ...crafted];
  const requests = rows.map((row) => ({ op: 'strict', ...row }));
  let good = 0;
  program.ask<{ readonly valid?: boolean }>(requests).forEach((theirs, index) => {
    const row = rows[index];
    if (row === undefined) return;
    // An answer without a verdict is one about a signature that has not 64 bytes.
    equal(row.name, accepts(row), theirs.valid ?? false);
    if (theirs.valid === true) good += 1;
  });
  // Agreement on nothing but refusals would say little.
  equal('enough good signatures', good > 250, true);
}

function accepts({ key, message, signature }: SignatureCase): boolean {
  try {
    const verifier = ed25519Verifier(Buffer.from(key, 'hex'));
    return verifier.verify(Buffer.from(message, 'hex'), Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}
