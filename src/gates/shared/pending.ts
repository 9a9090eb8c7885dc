/**
 * Calls that a framework asks about twice, the first time without saying which call it is.
 *
 * @module
 */
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
  const list: PendingCall[] = [];
  const placeOf = (call: GateCall): number =>
    list.findIndex(({ verdict }) => gate.holds(verdict, call));
  let ids = 0;
  return {
    nextId() {
      ids += 1;
      return `pending#${ids}`;
    },
    add(pending) {
      list.push(pending);
      if (list.length > MOST) list.shift();
    },
    find: (call) => list[placeOf(call)],
    take(call) {
      const at = placeOf(call);
      return at < 0 ? undefined : list.splice(at, 1)[0];
    },
  };
}
