/**
 * The errors of the library: three classes for three blames, each with a code, a path, a rule and
 * a fix.
 *
 * @module
 */

/** What a {@link JudgeError} can say: the caller's or the judge's data is wrong, or no answer came. */
export type JudgeErrorCode =
  | 'not_json'
  | 'bad_syntax'
  | 'duplicate_member'
  | 'forbidden_member'
  | 'lone_surrogate'
  | 'not_finite'
  | 'unsafe_integer'
  | 'cyclic'
  | 'too_deep'
  | 'too_large'
  | 'bad_state'
  | 'bad_question'
  | 'unknown_question'
  | 'bad_answer'
  | 'bad_policy'
  | 'bad_option'
  | 'bad_contract'
  | 'unknown_contract'
  | 'contract_busy'
  | 'bad_label'
  | 'bad_record'
  | 'refused'
  | 'unmeasurable'
  | 'unsupported'
  | 'judge_unavailable'
  | 'aborted';

/** What a {@link ReceiptError} can say: these bytes are not a valid receipt. */
export type ReceiptErrorCode =
  | 'bad_envelope'
  | 'bad_encoding'
  | 'bad_payload_type'
  | 'bad_statement'
  | 'bad_payload'
  | 'bad_signature'
  | 'no_signature'
  | 'bad_key'
  | 'bad_id'
  | 'broken_chain'
  | 'log_busy'
  | 'unsigned_answer'
  | 'other_request'
  | 'other_questions'
  | 'other_answer'
  | 'stale_answer'
  | 'too_large';

/** What a {@link TrustError} can say: the bytes are good, but nobody you trust signed them. */
export type TrustErrorCode =
  | 'unknown_key'
  | 'untrusted_key'
  | 'revoked_key'
  | 'not_yet_valid_key'
  | 'expired_key'
  | 'caller_key';

/** Where something went wrong, which rule it broke and what to do about it. */
export interface Fault {
  /** The place, from the argument's name on: `state.input.command`, `answers.unsafe.noul`. */
  readonly path: string;
  /** The rule that was broken, as a sentence without a full stop. */
  readonly rule: string;
  /** What the caller can do about it, as a sentence without a full stop. */
  readonly fix: string;
  /** What went wrong underneath, if anything did. */
  readonly cause?: unknown;
}

/** A {@link Fault}, with what is known of the asking where a judge was asked. */
export interface JudgeFault extends Fault {
  /** The status of the HTTP response. */
  readonly status?: number | undefined;
  /** What the judge calls the request. */
  readonly requestId?: string | undefined;
  /** How often a judge was asked. */
  readonly attempts?: number | undefined;
}

/**
 * The caller's or the judge's data is wrong, or the judge gave no valid response at all.
 *
 * @example
 * ```ts
 * import { JudgeError, judgeSync, toolCall } from 'judgement';
 *
 * try {
 *   judgeSync({ state: toolCall({ tool: 'Bash', input: {} }), questions: {} });
 * } catch (error) {
 *   if (error instanceof JudgeError) console.log(error.code, error.path); // bad_question questions
 * }
 * ```
 */
export class JudgeError extends Error {
  override readonly name = 'JudgeError';
  readonly code: JudgeErrorCode;
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
  /** The status of the HTTP response; only there when a judge was asked over HTTP and answered. */
  declare readonly status?: number;
  /** What the judge calls the request, for its logs; only there when it said so. */
  declare readonly requestId?: string;
  /** How often a judge was asked in vain; only there when that was counted. */
  declare readonly attempts?: number;

  constructor(code: JudgeErrorCode, fault: JudgeFault) {
    super(say(fault), fault);
    this.code = code;
    this.path = fault.path;
    this.rule = fault.rule;
    this.fix = fault.fix;
    const { status, requestId, attempts } = fault;
    if (status !== undefined) this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (attempts !== undefined) this.attempts = attempts;
  }
}

/**
 * These bytes are not a valid receipt, whoever signed them.
 *
 * @example
 * ```ts
 * import { ReceiptError } from 'judgement';
 *
 * const error = new ReceiptError('no_signature', {
 *   path: 'envelope.signatures',
 *   rule: 'an envelope needs at least one signature',
 *   fix: 'sign it before you pass it on',
 * });
 * console.log(error.code); // no_signature
 * ```
 */
export class ReceiptError extends Error {
  override readonly name = 'ReceiptError';
  readonly code: ReceiptErrorCode;
  readonly path: string;
  readonly rule: string;
  readonly fix: string;

  constructor(code: ReceiptErrorCode, fault: Fault) {
    super(say(fault), fault);
    this.code = code;
    this.path = fault.path;
    this.rule = fault.rule;
    this.fix = fault.fix;
  }
}

/**
 * The bytes are good, but the key behind them is not one that the caller trusts for this.
 *
 * @example
 * ```ts
 * import { TrustError } from 'judgement';
 *
 * const error = new TrustError('unknown_key', {
 *   path: 'envelope.signatures[0].keyid',
 *   rule: 'a trusted key must have signed',
 *   fix: 'add the key to the trusted keys if you know whose it is',
 * });
 * console.log(error.code); // unknown_key
 * ```
 */
export class TrustError extends Error {
  override readonly name = 'TrustError';
  readonly code: TrustErrorCode;
  readonly path: string;
  readonly rule: string;
  readonly fix: string;

  constructor(code: TrustErrorCode, fault: Fault) {
    super(say(fault), fault);
    this.code = code;
    this.path = fault.path;
    this.rule = fault.rule;
    this.fix = fault.fix;
  }
}

/** Any error that this library throws on purpose; `switch (error.code)` narrows. */
export type JudgementError = JudgeError | ReceiptError | TrustError;

/**
 * Whether a caught value is one of this library's errors, also across realms and copies of it.
 *
 * @param error Anything that was caught.
 * @returns True for a {@link JudgeError}, {@link ReceiptError} or {@link TrustError}.
 *
 * @example
 * ```ts
 * import { isJudgementError, parseJson } from 'judgement';
 *
 * try {
 *   parseJson('{"a":1,"a":2}');
 * } catch (error) {
 *   console.log(isJudgementError(error) && error.code); // duplicate_member
 * }
 * ```
 */
export function isJudgementError(error: unknown): error is JudgementError {
  try {
    // Ours are known by what they have, and not by their classes: a program that only asks holds no
    // errors of receipts, and one with two copies of the library knows those of both.
    if (!(error instanceof Error && NAMES.test(error.name))) return false;
    return 'code' in error && 'path' in error && 'rule' in error;
  } catch {
    // What a stranger threw may throw itself when it is looked at, as a revoked proxy does.
    return false;
  }
}

const NAMES = /^(?:Judge|Receipt|Trust)Error$/;

function say({ path, rule, fix }: Fault): string {
  return `${path}: ${rule}; ${fix}`;
}
