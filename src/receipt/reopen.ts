/**
 * Receipts that are passed on to be spoken of: just signed, or opened before.
 *
 * @module
 */
import { ReceiptError } from '../errors.js';
import type { AttestedReceipt } from './draft.js';
import { type OpenedReceipt, openReceipt } from './open.js';

/** What a receipt says, in whatever way it came; of one just signed, the envelope counts. */
export function reopen(receipt: AttestedReceipt | OpenedReceipt, path: string): OpenedReceipt {
  if (typeof receipt !== 'object' || receipt === null) {
    return refuseReceipt(path, 'it is a receipt: what attest() or verifyReceipt() gave');
  }
  if (!('envelope' in receipt)) return receipt;
  const opened = openReceipt(receipt.envelope);
  return opened.ok ? opened : refuseReceipt(path, opened.rule);
}

/** Throws for a receipt that is not the one to speak of here. */
export function refuseReceipt(path: string, rule: string): never {
  throw new ReceiptError('bad_payload', { path, rule, fix: 'pass the receipt that it is about' });
}
