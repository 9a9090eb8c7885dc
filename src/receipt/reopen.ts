/**
 * Receipts that are passed on to be spoken of: just signed, or opened before.
 *
 * @module
 */
import { isBytes } from '@noble/hashes/utils.js';
import { ReceiptError } from '../errors.js';
import { isPromise } from '../members.js';
import type { AttestedReceipt } from './draft.js';
import { isArtifactId } from './envelope.js';
import { type OpenedReceipt, openReceipt } from './open.js';

/** What a receipt says, in whatever way it came; of one just signed, the envelope counts. */
export function reopen(receipt: AttestedReceipt | OpenedReceipt, path: string): OpenedReceipt {
  if (typeof receipt === 'object' && receipt !== null && 'envelope' in receipt) {
    const opened = openReceipt(receipt.envelope);
    return opened.ok ? opened : refuseReceipt(path, opened.rule);
  }
  if (isOpened(receipt)) return receipt;
  const rule = 'it is a receipt: what attest() or verifyReceipt() gave';
  return refuseReceipt(path, rule, opening(receipt));
}

/** Throws for a receipt that is not the one to speak of here. */
export function refuseReceipt(
  path: string,
  rule: string,
  fix = 'pass the receipt that it is about',
): never {
  throw new ReceiptError('bad_payload', { path, rule, fix });
}

function isOpened(receipt: unknown): receipt is OpenedReceipt {
  const given: { readonly [name in keyof OpenedReceipt]?: unknown } = Object(receipt);
  const { ok, id, signatures, signedBytes } = given;
  return ok === true && isArtifactId(id) && Array.isArray(signatures) && isBytes(signedBytes);
}

/** How to come from what was passed to a receipt. */
function opening(given: unknown): string {
  if (isPromise(given)) return 'await it first';
  if (Array.isArray(given)) return 'pass one receipt of the list, the one that it is about';
  if (typeof given === 'string') return 'open it first: verifyReceipt(text, { keys })';
  const members: object = Object(given);
  if ('payload' in members) return 'open it first: verifyReceipt(envelope, { keys })';
  if ('decisions' in members) return 'sign it first, and pass one of the receipts of attest()';
  if ('ok' in members && members.ok === false) return 'look at its code and rule: it did not open';
  return 'pass the receipt that it is about';
}
