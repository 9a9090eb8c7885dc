/**
 * Calls that a framework asks about twice, the first time without saying which call it is.
 *
 * @module
 */
import { randomBytes } from '@noble/hashes/utils.js';
import { hex } from '../../bytes.js';
import { digest } from '../../digest.js';
import type { GateCall } from '../../gate/call.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';

/** A call with an id that stands in for the one of the framework, and what the gate said of it. */
export interface PendingCall {
  readonly call: GateCall;
  readonly verdict: Verdict;
  /** A person declined it, and the framework asks about it once more before it lets go of it. */
  readonly isDeclined?: boolean;
}

/** Calls that were asked about once. */
export interface Pending {
  /** An id for a call of which the framework tells none. */
  nextId(): string;
  add(pending: PendingCall): void;
  /** The oldest one with the same tool and input. */
  find(call: GateCall): PendingCall | undefined;
  /** As `find`, and then it is no longer pending. */
  take(call: GateCall): PendingCall | undefined;
}

/** A call that is never asked about again, such as one of a run that ended, is dropped in time. */
const MOST = 1_000;

/** Makes an empty list of them. */
export function makePending(gate: Gate): Pending {
  // By the digest of a call, which the gate found out already: the oldest of each comes first.
  const lists = new Map<string, PendingCall[]>();
  const prefix = `pending:${hex(randomBytes(16))}`;
  let ids = 0;
  let size = 0;
  const drop = (key: string): PendingCall | undefined => {
    const list = lists.get(key);
    const dropped = list?.shift();
    if (dropped !== undefined) size -= 1;
    if (list?.length === 0) lists.delete(key);
    return dropped;
  };
  const keyOf = (call: GateCall): string => {
    try {
      return digest(call.input ?? null);
    } catch {
      return '';
    }
  };
  const listOf = (call: GateCall): string => `${call.tool} ${keyOf(call)}`;
  const holds = (found: PendingCall | undefined, call: GateCall): boolean =>
    found !== undefined && gate.holds(found.verdict, call);
  return {
    nextId() {
      ids += 1;
      return `${prefix}#${ids}`;
    },
    add(pending) {
      const key = listOf(pending.call);
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [pending]);
      else list.push(pending);
      size += 1;
      const [oldest] = lists.keys();
      if (size > MOST && oldest !== undefined) drop(oldest);
    },
    find(call) {
      const found = lists.get(listOf(call))?.[0];
      return holds(found, call) ? found : undefined;
    },
    take(call) {
      const key = listOf(call);
      return holds(lists.get(key)?.[0], call) ? drop(key) : undefined;
    },
  };
}
