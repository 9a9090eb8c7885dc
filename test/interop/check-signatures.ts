/**
 * Verdicts on single signatures, against verify_strict of ed25519-dalek.
 *
 * @module
 */
import { webcrypto } from 'node:crypto';
import { ed25519Verifier } from 'judgement/receipt';
import { webCryptoVerifier } from 'judgement/webcrypto';
import { type Case, craftedCases, SPECCHECK, WYCHEPROOF } from '../receipt/crafted.js';
import type { Program } from './programs.js';
import type { Tally } from './tally.js';

/** The published cases and 2,000 crafted ones: one verdict on each, of all who are asked. */
export async function checkSignatures({ equal }: Tally, program: Program): Promise<void> {
  const cases = [...SPECCHECK, ...WYCHEPROOF.flat(), ...craftedCases(2_000)];
  const answers = program.ask<{ readonly valid?: boolean }>(cases.map(toRequest));
  for (const [index, one] of cases.entries()) {
    // Without a verdict it is not 64 bytes.
    const theirs = answers[index]?.valid ?? false;
    equal(`${one.name}: by construction`, one.valid, theirs);
    equal(`${one.name}: here`, verify(one), theirs);
    equal(`${one.name}: by the host`, await verifyByHost(one), theirs);
  }
}

function toRequest({ key, message, signature }: Case): object {
  return { op: 'strict', key: hex(key), message: hex(message), signature: hex(signature) };
}

function verify({ key, message, signature }: Case): boolean {
  try {
    return ed25519Verifier(key).verify(message, signature);
  } catch {
    return false;
  }
}

async function verifyByHost({ key, message, signature }: Case): Promise<boolean> {
  try {
    const verifier = webCryptoVerifier(key, { subtle: webcrypto.subtle });
    return await verifier.verify(message, signature);
  } catch {
    return false;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
