/**
 * Verifying a chain: an ordered list of receipts in which each names the one before.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import {
  type BrokenChain,
  type ChainEnds,
  endChain,
  follow,
  startChain,
  type VerifiedChain,
} from './links.js';
import { readDemand } from './verdict.js';
import { toKeySet, type VerifyOptions, verifyWith } from './verify.js';

/** What {@link verifyChain} takes beside the receipts. */
export interface ChainOptions extends VerifyOptions, ChainEnds {}

/**
 * Verifies receipts in order, each as {@link verifyReceipt} does, and the links between them: the
 * `parentId` of each is the id of the one before, and none occurs twice. It takes time in
 * proportion to the list.
 *
 * @param receipts Envelopes, as objects or as JSON text, oldest first.
 * @param options See {@link ChainOptions}.
 * @returns The verified receipts, or where the chain breaks first and why: a code of
 *   {@link verifyReceipt}, or `broken_chain`.
 * @throws {@link ReceiptError} `bad_id` for a `from` or `head` that is no artifact id, `bad_key`
 *   as {@link publicKeySet} does.
 * @throws {@link JudgeError} `bad_option` for what is no list, for an unknown option, and as
 *   {@link verifyReceipt} does.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, verifyChain } from 'judgement/receipt';
 *
 * const { signer, publicKey } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const log = attest(result, { signer }).map(({ envelope }) => envelope);
 * const chain = verifyChain(log, { keys: [publicKey], from: null });
 * console.log(chain.ok && chain.receipts.length === log.length); // true
 * ```
 */
export function verifyChain(
  receipts: readonly unknown[],
  options: ChainOptions,
): VerifiedChain | BrokenChain {
  checkOptions(options, ['keys', 'answers', 'from', 'head'], 'options');
  const walk = startChain(receipts, options);
  const keySet = toKeySet(options.keys);
  const settings = { demand: readDemand(options.answers), known: new Map() };
  for (const receipt of receipts) {
    const broken = follow(walk, verifyWith(receipt, keySet, settings));
    if (broken !== undefined) return broken;
  }
  return endChain(walk);
}
