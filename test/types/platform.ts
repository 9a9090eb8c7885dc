/**
 * The platform's own values are what the options ask for.
 *
 * @module
 */
import { webcrypto } from 'node:crypto';
import { type Clock, judge, type Signal, toolCall } from '../../src/index.js';
import { importPublicKey, type Subtle, webCryptoSigner } from '../../src/webcrypto.js';

/** An `AbortSignal` is a signal, and `Date.now` a clock. */
export async function platform(): Promise<void> {
  const { signal } = new AbortController();
  const given: Signal = signal;
  const clock: Clock = Date.now;
  const state = toolCall({ tool: 'Bash', input: { command: 'ls' } });
  await judge({ state }, { signal, clock });
  await judge({ state }, { signal: given, clock: () => 0 });
}

/** The host's `SubtleCrypto` is one, and its keys and JWKs are keys. */
export async function crypto(jwk: webcrypto.JsonWebKey): Promise<void> {
  const subtle: Subtle = webcrypto.subtle;
  const pair = await webcrypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  if ('privateKey' in pair) await webCryptoSigner(pair, { subtle });
  await webCryptoSigner(jwk, { subtle: webcrypto.subtle });
  importPublicKey(jwk);
}
