/**
 * Verifying a chain: an ordered list of receipts in which each names the one before.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import { type ArtifactId, isArtifactId } from './envelope.js';
import type { RefusedReceipt, VerifiedReceipt, VerifyOptions } from './verify.js';
import { toRing, verifyWith } from './verify.js';

/** What {@link verifyChain} takes beside the receipts. */
export interface ChainOptions extends VerifyOptions {
  /**
   * What the first receipt must be linked onto, or `null` when it must be linked onto nothing.
   * Without it a chain may begin anywhere, so what came before may be missing.
   */
  readonly from?: string | null;
  /** The id that the last receipt must have. Without it the end may be missing. */
  readonly head?: string;
}

/** A chain without a gap, from its first receipt to its last. */
export interface VerifiedChain {
  readonly ok: true;
  readonly receipts: readonly VerifiedReceipt[];
  /** What the first receipt is linked onto, if anything. */
  readonly from?: string;
  /** The id of the last receipt: the parent of the next. */
  readonly head?: ArtifactId;
}

/** A chain that breaks. */
export interface BrokenChain {
  readonly ok: false;
  /** The first receipt that does not fit; the length of the list when its end is missing. */
  readonly index: number;
  readonly code: RefusedReceipt['code'];
  /** The place: `receipts[3].parentId`, `receipts[3].envelope.signatures[0].sig`. */
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
  /** The receipts before it. They are verified, and so are the links between them. */
  readonly receipts: readonly VerifiedReceipt[];
  /** The receipt that did not verify, if that is why. */
  readonly refused?: RefusedReceipt;
}

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
 *   as {@link keyRing} does.
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
  checkOptions(options, ['keys', 'from', 'head'], 'options');
  if (!Array.isArray(receipts)) {
    const fix = 'pass the envelopes in order, oldest first';
    throw new JudgeError('bad_option', { path: 'receipts', rule: 'a chain is a list', fix });
  }
  const { from, head } = options;
  if (from !== undefined && from !== null) checkId(from, 'options.from');
  if (head !== undefined) checkId(head, 'options.head');
  const ring = toRing(options.keys);
  const verified: VerifiedReceipt[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < receipts.length; index += 1) {
    const verdict = verifyWith(receipts[index], ring);
    if (!verdict.ok) return breakAtReceipt(verified, verdict);
    const rule = linkFault(verdict, seen, verified.at(-1), from);
    if (rule !== undefined) return breakAt(verified, `receipts[${index}].parentId`, rule);
    seen.add(verdict.id);
    verified.push(verdict);
  }
  const last = verified.at(-1)?.id ?? from ?? undefined;
  if (head !== undefined && head !== last) {
    return breakAt(verified, 'options.head', 'the last receipt is the head of the chain');
  }
  const start = verified[0]?.parentId ?? from ?? undefined;
  return Object.freeze({
    ok: true,
    receipts: Object.freeze(verified),
    ...(start === undefined ? {} : { from: start }),
    ...(isArtifactId(last) ? { head: last } : {}),
  });
}

function checkId(id: string, path: string): void {
  if (isArtifactId(id)) return;
  throw new ReceiptError('bad_id', {
    path,
    rule: 'an artifact id is art_ and 32 lower-case hex digits',
    fix: 'pass the id of a receipt, or leave it out',
  });
}

/** The rule that the link from a receipt to the one before it breaks. */
function linkFault(
  receipt: VerifiedReceipt,
  seen: ReadonlySet<string>,
  before: VerifiedReceipt | undefined,
  from: string | null | undefined,
): string | undefined {
  if (seen.has(receipt.id)) return 'a receipt occurs once in a chain';
  if (before !== undefined) {
    return receipt.parentId === before.id ? undefined : 'a receipt names the one before it';
  }
  if (from === undefined || receipt.parentId === (from ?? undefined)) return undefined;
  return from === null ? 'the first receipt names none' : 'the first receipt names options.from';
}

function breakAt(receipts: readonly VerifiedReceipt[], path: string, rule: string): BrokenChain {
  return Object.freeze({
    ok: false,
    index: receipts.length,
    code: 'broken_chain',
    path,
    rule,
    fix: 'look for a receipt that is missing, out of order or from another chain',
    receipts: Object.freeze(receipts),
  });
}

function breakAtReceipt(
  receipts: readonly VerifiedReceipt[],
  refused: RefusedReceipt,
): BrokenChain {
  const { code, path, rule, fix } = refused;
  const index = receipts.length;
  return Object.freeze({
    ok: false,
    index,
    code,
    path: `receipts[${index}].${path}`,
    rule,
    fix,
    receipts: Object.freeze(receipts),
    refused,
  });
}
