/**
 * The judgement in a receipt, in whichever form somebody holds it.
 *
 * @module
 */
import type { AttestedReceipt } from './draft.js';
import type { OpenedReceipt } from './open.js';
import { checkJudgement, type JudgementPayload } from './payloads.js';
import { reopen } from './reopen.js';

/** A receipt that was opened, verified or just signed. */
export type ReceiptLike = AttestedReceipt | OpenedReceipt;

/**
 * The judgement that a receipt holds; nothing where it is of another kind.
 *
 * @throws {@link ReceiptError} `bad_payload` for what is no receipt, and for a payload that breaks a
 *   rule of `judgement.v1`.
 */
export function judgementOf(source: ReceiptLike | JudgementPayload): JudgementPayload | undefined {
  if (!isPayload(source)) return reopen(source, 'receipt').judgement;
  checkJudgement(source, 'receipt');
  return source;
}

function isPayload(source: ReceiptLike | JudgementPayload): source is JudgementPayload {
  return typeof source === 'object' && source !== null && 'schema' in source;
}
