/**
 * Following a chain from one verified receipt to the next, to its end or its first break.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import { isPromise, refusePromise } from '../members.js';
import { type ArtifactId, isArtifactId } from './envelope.js';
import type { ReceiptVerdict, RefusedReceipt, VerifiedReceipt } from './verdict.js';

/** Where a chain has to begin and to end. */
export interface ChainEnds {
  /**
   * What the first receipt must be linked onto, or `null` when it must be linked onto nothing.
   * Without it a chain may begin anywhere, so what came before may be missing.
   */
  readonly from?: string | null | undefined;
  /** The id that the last receipt must have. Without it the end may be missing. */
  readonly head?: string | undefined;
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

/** How far a chain has been followed. */
export interface ChainWalk extends ChainEnds {
  readonly verified: VerifiedReceipt[];
  readonly seen: Set<string>;
}

/** Checks what a chain is to be verified against, before its first receipt. */
export function startChain(receipts: readonly unknown[], { from, head }: ChainEnds): ChainWalk {
  if (isPromise(receipts)) refusePromise('receipts');
  if (!Array.isArray(receipts)) {
    const fix = 'pass the envelopes in order, oldest first';
    throw new JudgeError('bad_option', { path: 'receipts', rule: 'a chain is a list', fix });
  }
  checkEnds({ from, head });
  return {
    ...(from === undefined ? {} : { from }),
    ...(head === undefined ? {} : { head }),
    verified: [],
    seen: new Set(),
  };
}

/** Takes the next receipt, unless the chain breaks at it. */
export function follow(walk: ChainWalk, verdict: ReceiptVerdict): BrokenChain | undefined {
  const { verified, seen } = walk;
  if (!verdict.ok) return breakAtReceipt(verified, verdict);
  const rule = linkFault(verdict, walk);
  if (rule !== undefined) return breakAt(verified, `receipts[${verified.length}].parentId`, rule);
  seen.add(verdict.id);
  verified.push(verdict);
  return undefined;
}

/** What came of a chain in which no link is broken. */
export function endChain({ verified, from, head }: ChainWalk): VerifiedChain | BrokenChain {
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

/** Refuses ends of a chain that are no ids. */
export function checkEnds({ from, head }: ChainEnds): void {
  if (from !== undefined && from !== null) checkId(from, 'options.from');
  if (head !== undefined) checkId(head, 'options.head');
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
  { verified, seen, from }: ChainWalk,
): string | undefined {
  if (seen.has(receipt.id)) return 'a receipt occurs once in a chain';
  const before = verified.at(-1);
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
