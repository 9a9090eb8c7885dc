/**
 * Trusted keys that verify at once.
 *
 * @module
 */
import { strictVerify } from './ed25519.js';
import { type PublicKeySet, readKeySet, type TrustedKey } from './key-set.js';

/**
 * Reads the keys that you trust. Keep the set to verify many receipts: its keys are decoded once
 * and grow a table when they are used often.
 *
 * A key goes by the id it is given, and by the one derived from it. An id is a hint that anyone
 * can change, so no other key is ever tried in its place.
 *
 * @param keys Public keys as text, or {@link TrustedKey} objects: what each may sign, in whose
 *   name, from when until when, and whether it was revoked.
 * @returns A frozen set.
 * @throws {@link ReceiptError} `bad_key` for a key that is malformed, not a point of the curve, of
 *   small order, or given an id that belongs to another key of the list; and for a key that is
 *   listed twice and not trusted for the same.
 * @throws {@link JudgeError} `bad_option` for what is no list, for an unknown member or role, a name
 *   that is no URI, a time that is none.
 *
 * @example
 * ```ts
 * import { generateKey, publicKeySet } from 'judgement/receipt';
 *
 * const gate = generateKey();
 * const ada = generateKey();
 * const keySet = publicKeySet([
 *   { publicKey: gate.publicKey, roles: ['judge', 'gate'], validUntil: '2027-12-31T23:59:59Z' },
 *   { publicKey: ada.publicKey, roles: ['decider'], by: ['human://ada'] },
 * ]);
 * console.log(keySet.find(ada.keyId)?.publicKey === ada.publicKey); // true
 * ```
 */
export function publicKeySet(keys: readonly (string | TrustedKey)[]): PublicKeySet {
  return readKeySet(keys, strictVerify);
}
