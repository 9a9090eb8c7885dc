/**
 * What the gates of all frameworks share: asking the gate without ever failing open, and turning
 * what a person decided in the framework into an answer of the gate.
 *
 * @module
 */
import { isJudgementError, JudgeError } from '../../errors.js';
import type { GateCall } from '../../gate/call.js';
import type { GateEffect } from '../../gate/effect.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import type { Signal } from '../../judge.js';
import { present } from '../../members.js';
import { type AsyncSigner, checkSigner } from '../../receipt/signer.js';
import { readUri } from '../../receipt/uri.js';

/** Who decides on calls that a gate asks about. */
export interface Approver {
  /** A URI, such as `human://ada`. */
  readonly by: string;
  /** Their own signer, not that of the gate. Without one their answers are told, but not signed. */
  readonly signer?: AsyncSigner | undefined;
}

/** An answer of a person, as the framework handed it on. */
export interface PersonsAnswer {
  readonly decision: 'allow' | 'deny';
  readonly call: GateCall;
  /** Why, in their words. Absent where they gave none. */
  readonly reason?: string | undefined;
}

/** What the gate of a framework takes beside the gate. */
export interface ApprovalOptions {
  /**
   * Who decides where the gate asks, or a function that finds out who did. Defaults to
   * `human://unnamed`, without a signer: then no resolution is signed.
   */
  readonly approver?: Approver | ((answer: PersonsAnswer) => Approver | Promise<Approver>);
  /**
   * Which approvals count. `asked`: those of a call that this gate asked about, with exactly this
   * input. `host`: any that the framework hands on; for hosts whose next process answers, and only
   * where nobody else can write into the history. Defaults to `asked`.
   */
  readonly approvals?: 'asked' | 'host' | undefined;
  /** Whose calls they are, where one gate serves several. Absent by default. */
  readonly session?: string | undefined;
}

/** A gate with the options of a framework's gate, read. */
export interface Desk {
  /** As `gate.check()`, and a deny where even that fails. It rejects when the signal aborts. */
  check(call: GateCall, options?: DeskOptions): Promise<Verdict>;
  /** Notes that the framework was told to ask about the call of this verdict. */
  noteAsked(verdict: Verdict): void;
  /** Whether it was. */
  wasAsked(verdict: Verdict): boolean;
  /**
   * What follows from a person's answer: the verdict of the gate, or a deny where the call is not
   * the one that they were asked about, or where the answer could not be recorded.
   */
  answer(verdict: Verdict, answer: PersonsAnswer, signal?: Signal): Promise<Verdict>;
  /** Whether a call is still the one of the verdict: to be asked right before it runs. */
  isStill(verdict: Verdict, call: GateCall): boolean;
  /** The call of a framework, with the session. */
  call(tool: string, input: unknown, callId: string | undefined): GateCall;
}

/** How a gate is asked. */
export interface DeskOptions {
  readonly signal?: Signal | undefined;
  readonly effects?: readonly GateEffect[] | undefined;
}

/** The options that all gates of frameworks take. */
export const APPROVAL_OPTIONS = ['approver', 'approvals', 'session'] as const;

/** Refuses what is no list where a framework has one: of tools, or of messages. */
export function checkList(value: unknown, path: string): asserts value is readonly unknown[] {
  if (Array.isArray(value)) return;
  const fix = 'pass the list that the framework has';
  throw new JudgeError('bad_option', { path, rule: 'it is a list', fix });
}

/** The verdict on a call that became another one while it was judged. */
export function changed(verdict: Verdict): Verdict {
  return { ...verdict, effect: 'deny', reason: CHANGED };
}

const CHANGED = 'This call was not run: it was changed while it was judged';

/** Reads the options of a framework's gate. */
export function makeDesk(gate: Gate, options: ApprovalOptions): Desk {
  const { approver = UNNAMED, approvals = 'asked', session } = options;
  checkGate(gate);
  if (approvals !== 'asked' && approvals !== 'host') {
    refuse('approvals', 'approvals that count are asked or host', 'leave it out for asked');
  }
  if (typeof approver !== 'function') checkApprover(approver);
  const desk: Desk = {
    async check(call, { signal, effects } = {}) {
      try {
        return await gate.check(call, present({ signal, effects }));
      } catch (error) {
        if (signal?.aborted) throw error;
        return refused(call, 'This call was not run: the gate failed');
      }
    },
    noteAsked: (verdict) => void ASKED.add(verdict),
    wasAsked: (verdict) => ASKED.has(verdict),
    async answer(verdict, answer, signal) {
      const { call, decision, reason } = answer;
      if (verdict.resolved?.decision === decision) return verdict;
      if (approvals === 'asked' && !ASKED.has(verdict)) {
        return { ...verdict, effect: 'deny', reason: NOT_ASKED };
      }
      try {
        const { by, signer } = typeof approver === 'function' ? await approver(answer) : approver;
        const { callDigest } = verdict;
        const said = present({ reason: reason || undefined, signer, signal, callDigest });
        const answered = await gate.answer(call, { decision, by, ...said });
        // Whoever was asked may think again.
        ASKED.add(answered);
        return answered;
      } catch (error) {
        if (signal?.aborted) throw error;
        return { ...verdict, effect: 'deny', reason: UNRECORDED, unrecorded: codeOf(error) };
      }
    },
    // Without a digest the gate let through what nobody could read, as it was told to.
    isStill: (verdict, call) => verdict.callDigest === undefined || gate.holds(verdict, call),
    call: (tool, input, callId) => ({ tool, input, ...present({ callId, session }) }),
  };
  return Object.freeze(desk);
}

/**
 * The verdicts for which a framework was told to ask. A gate gives the same verdict for the same
 * call as long as it remembers it, and another one for any other call.
 */
const ASKED: WeakSet<Verdict> = /* @__PURE__ */ new WeakSet();

const UNNAMED: Approver = { by: 'human://unnamed' };

const NOT_ASKED = 'This call was not run: nobody was asked about exactly this call';

const UNRECORDED = "This call was not run: a person's answer could not be recorded";

function refused(call: GateCall, reason: string): Verdict {
  const { tool, callId, session } = call;
  return { effect: 'deny', reason, receipts: [], tool, ...present({ callId, session }) };
}

function codeOf(error: unknown): string {
  return isJudgementError(error) ? error.code : 'error';
}

function checkGate(gate: unknown): void {
  const { check, answer }: { readonly check?: unknown; readonly answer?: unknown } = Object(gate);
  if (typeof check === 'function' && typeof answer === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'gate',
    rule: 'a gate has the functions check and answer',
    fix: 'pass what createGate() gives',
  });
}

function checkApprover(approver: Approver): void {
  const { by, signer } = Object(approver);
  readUri(by, 'options.approver.by', 'human://ada');
  if (signer !== undefined) checkSigner(signer);
}

function refuse(name: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}
