/**
 * The codes that a gate repeats: ours, and no text that somebody else calls one.
 *
 * @module
 */
import {
  isJudgementError,
  type JudgeErrorCode,
  type ReceiptErrorCode,
  type TrustErrorCode,
} from '../errors.js';

/** The code of an error of this library, and `error` for anything else, whatever it says of itself. */
export function codeOf(error: unknown): string {
  try {
    if (!isJudgementError(error)) return 'error';
    // Once: what a judge threw may say another thing the second time. It goes to models and logs.
    const code: string = error.code;
    return Object.hasOwn(CODES, code) ? code : 'error';
  } catch {
    return 'error';
  }
}

type Code = JudgeErrorCode | ReceiptErrorCode | TrustErrorCode;

const CODES: { readonly [code in Code]: true } = /* @__PURE__ */ Object.freeze({
  not_json: true,
  bad_syntax: true,
  duplicate_member: true,
  forbidden_member: true,
  lone_surrogate: true,
  not_finite: true,
  unsafe_integer: true,
  cyclic: true,
  too_deep: true,
  too_large: true,
  bad_state: true,
  bad_question: true,
  unknown_question: true,
  bad_answer: true,
  bad_policy: true,
  bad_option: true,
  bad_contract: true,
  unknown_contract: true,
  contract_busy: true,
  bad_label: true,
  bad_record: true,
  refused: true,
  unmeasurable: true,
  unsupported: true,
  judge_unavailable: true,
  aborted: true,
  bad_envelope: true,
  bad_encoding: true,
  bad_payload_type: true,
  bad_statement: true,
  bad_payload: true,
  bad_signature: true,
  no_signature: true,
  bad_key: true,
  bad_id: true,
  broken_chain: true,
  log_busy: true,
  unsigned_answer: true,
  other_request: true,
  other_questions: true,
  other_answer: true,
  stale_answer: true,
  unknown_key: true,
  untrusted_key: true,
  revoked_key: true,
  not_yet_valid_key: true,
  expired_key: true,
  caller_key: true,
});
