/**
 * What can go wrong while a judge is asked over HTTP, in words that hold nothing of what was sent
 * or received.
 *
 * @module
 */
import { JudgeError, type JudgeErrorCode } from '../errors.js';
import { addPresent, type Draft } from '../members.js';

/** What an attempt came to, where it did not come to an answer. */
export interface AttemptFault {
  readonly code: JudgeErrorCode;
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Whether the same request may do better a moment later. Defaults to `false`. */
  readonly passing?: boolean | undefined;
  /** How long the judge asks to be left alone. */
  readonly waitMs?: number | undefined;
}

/**
 * An attempt that failed. It never leaves this folder: it becomes a {@link JudgeError} once nothing
 * is tried any more.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly fault: AttemptFault;

  constructor(fault: AttemptFault) {
    super(fault.rule);
    this.fault = fault;
  }
}

/** A failure that says that there is no valid response. */
export function unavailable(fault: Omit<AttemptFault, 'code'>): Failure {
  return new Failure({ ...fault, code: 'judge_unavailable' });
}

/** The error for what went wrong, after so many attempts. */
export function toJudgeError(fault: AttemptFault, attempts: number): JudgeError {
  const { code, path, rule, fix, status, requestId } = fault;
  // There is no cause: what a client throws can hold the request, and so its headers.
  return new JudgeError(code, { path, rule, fix, status, requestId, attempts });
}

/** What is known of a response, for an error about it. */
export interface Origin {
  readonly status?: number;
  readonly requestId?: string;
}

/** The status and the request id of a response, as far as a host shows them. */
export function originOf(status: number, requestId: string | undefined): Origin {
  const origin: Draft<Origin> = {};
  if (status !== 0) origin.status = status;
  addPresent(origin, 'requestId', requestId);
  return origin;
}
