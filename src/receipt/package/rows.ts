/**
 * The rows of a package's report: every code there is, how bad it is and what it says.
 *
 * @module
 */
import { counted } from './words.js';

/** How bad a row is: all is well, a person should look at it, or something is proven wrong. */
export type RowStatus = 'pass' | 'warn' | 'fail';

/** One finding about a package. */
export interface PackageRow {
  /** What was looked at: `signatures`, `chain`, `judgements`. */
  readonly check: RowCheck;
  /** What was found. Codes are never renamed. */
  readonly code: RowCode;
  readonly status: RowStatus;
  /** The same for people, in one sentence. */
  readonly sentence: string;
  /**
   * The receipts that it speaks of, by id; what could not be opened by its place: `receipts[3]`,
   * `line 4`, `artifacts/a.json`. For the checks of keys, contracts and files their names.
   */
  readonly ids: readonly string[];
}

/** What a row can say. */
export type RowCode = keyof typeof ROWS;

/** What a row can be about. */
export type RowCheck = (typeof ROWS)[RowCode][0];

/**
 * Makes a row out of its code: "2 receipts: a signature is not that of its key (…)."
 *
 * @param code What was found.
 * @param ids The receipts that it was found in.
 * @param detail What else is worth a word, cleared of what must not reach a terminal.
 */
export function row(code: RowCode, ids: readonly string[], detail?: string): PackageRow {
  const [check, status, noun, says] = ROWS[code];
  const rest = detail === undefined ? '' : ` (${detail})`;
  const sentence = `${counted(ids.length, noun)}: ${says}${rest}.`;
  return Object.freeze({ check, code, status, sentence, ids: Object.freeze([...ids]) });
}

/** {@link row}, or nothing where nothing was found. */
export function rowsFor(code: RowCode, ids: readonly string[], detail?: string): PackageRow[] {
  return ids.length === 0 ? [] : [row(code, ids, detail)];
}

/** Whether every row passes. */
export function isClean(rows: readonly PackageRow[]): boolean {
  return rows.every(({ status }) => status === 'pass');
}

/** Each code with its check, its status, what it counts and what it says of them. */
export const ROWS = {
  input_read: ['input', 'pass', 'entry', 'read'],
  input_empty: ['input', 'fail', 'entry', 'there is nothing to verify'],
  input_unreadable: ['input', 'fail', 'input', 'it is no list, text, record or folder'],
  input_too_many: ['input', 'fail', 'entry', 'only these were read, as there are too many'],
  files_unread: ['input', 'pass', 'file', 'not looked into'],

  folder_sealed: ['folder', 'pass', 'seal', 'it covers the list of exactly these receipts'],
  folder_unsealed: ['folder', 'warn', 'list', 'no seal that you trust covers the list of receipts'],
  folder_seal: ['folder', 'fail', 'seal', 'it covers another list than the one that is there'],
  folder_order: ['folder', 'fail', 'receipt', 'listed before the receipt that it follows'],
  folder_listing: ['folder', 'fail', 'receipt', 'listed and not there, or there and not listed'],

  signatures_trusted: ['signatures', 'pass', 'receipt', 'signed by keys that you trust for them'],
  receipt_unreadable: ['signatures', 'fail', 'entry', 'no receipt can be read there'],
  signature_bad: ['signatures', 'fail', 'receipt', 'a signature is not that of its key'],
  signature_unknown: [
    'signatures',
    'fail',
    'receipt',
    'nobody checked a signature by a key unknown',
  ],
  signature_claimed: [
    'signatures',
    'fail',
    'receipt',
    'signed by a key that only the package itself vouches for',
  ],
  signature_untrusted: [
    'signatures',
    'fail',
    'receipt',
    'the signatures are good, but you trust none of the keys for this',
  ],
  signature_extra: [
    'signatures',
    'warn',
    'receipt',
    'also signed by a key that you do not trust for it',
  ],

  keys_known: ['keys', 'pass', 'key', 'brought by the package, and one of yours'],
  keys_claimed: ['keys', 'pass', 'key', 'brought by the package itself, so trusted by nobody yet'],
  keys_collide: ['keys', 'fail', 'key', 'the package gives the id of a key of yours to another'],
  keys_malformed: ['keys', 'fail', 'key', 'what the package brings is no key'],

  ids_match: ['ids', 'pass', 'receipt', 'named by their bytes, and by nothing that says otherwise'],
  record_id: ['ids', 'fail', 'receipt', 'the record has the id of another'],
  record_digest: ['ids', 'fail', 'receipt', 'the record has the digest of another'],
  record_type: ['ids', 'fail', 'receipt', 'the record has another type than was signed'],
  record_key: ['ids', 'fail', 'receipt', 'the record names a key that did not sign'],
  record_parent: ['ids', 'fail', 'receipt', 'the record names a parent that was not signed'],
  record_statement: ['ids', 'fail', 'receipt', 'the record has another statement than was signed'],
  record_time: ['ids', 'warn', 'receipt', 'the record has another time than was signed'],
  file_name: ['ids', 'fail', 'receipt', 'the file is named after another'],

  duplicates_none: ['duplicates', 'pass', 'receipt', 'each is there once'],
  receipt_repeated: ['duplicates', 'warn', 'receipt', 'there more than once'],
  receipt_resigned: ['duplicates', 'warn', 'receipt', 'there more than once, signed differently'],

  kinds_named: ['kinds', 'pass', 'receipt', 'of a kind that is judged here'],
  kinds_unjudged: ['kinds', 'pass', 'receipt', 'of a kind that is verified and not judged here'],

  chain_linear: ['chain', 'pass', 'receipt', 'one chain, without a gap'],
  chain_none: ['chain', 'pass', 'receipt', 'there is no chain'],
  chain_gap: ['chain', 'fail', 'receipt', 'the receipt before it is missing'],
  chain_fork: ['chain', 'fail', 'receipt', 'others follow the same parent'],
  chain_branch: ['chain', 'warn', 'receipt', 'it hangs off what it is about, beside the chain'],
  chain_cycle: ['chain', 'fail', 'receipt', 'their records name each other as parents in a circle'],
  chain_roots: ['chain', 'warn', 'receipt', 'each begins a chain, and nothing orders the chains'],
  chain_heads: ['chain', 'warn', 'receipt', 'each is the end of a chain'],
  chain_begins_outside: ['chain', 'warn', 'receipt', 'what the chain begins after is not here'],
  chain_start: ['chain', 'fail', 'receipt', 'the chain does not begin where it has to'],
  chain_head: ['chain', 'fail', 'receipt', 'the chain does not end where it has to'],
  chain_reordered: ['chain', 'warn', 'receipt', 'listed before the receipt that it follows'],

  clock_forward: ['clock', 'pass', 'receipt', 'no clock runs backwards'],
  clock_backwards: ['clock', 'warn', 'receipt', 'signed before the receipt that it follows'],
  clock_early: ['clock', 'warn', 'receipt', 'signed before what it tells of'],
  clock_unreadable: ['clock', 'warn', 'receipt', 'it tells no time that can be read'],

  calls_grouped: ['calls', 'pass', 'judgement', 'those of one state and questions were one call'],
  calls_undigested: ['calls', 'warn', 'judgement', 'nothing ties it to what was judged'],
  calls_disagree: [
    'calls',
    'fail',
    'judgement',
    'a replayable judge gave one question two answers',
  ],

  judgements_counted: ['judgements', 'pass', 'judgement', 'as they say themselves'],
  judgements_kept: ['judgements', 'pass', 'judgement', 'what was done is what the bar called for'],
  bar_contradicted: ['judgements', 'fail', 'judgement', 'the effect contradicts the bar'],
  bar_missing: ['judgements', 'warn', 'judgement', 'it had an effect, and no bar is given'],
  bar_unmeasured: ['judgements', 'warn', 'judgement', 'what was held to the bar is unknown'],
  outcome_contradicted: ['judgements', 'fail', 'judgement', 'the outcome contradicts the effect'],
  answer_contradicted: ['judgements', 'fail', 'judgement', 'the answer does not fit the question'],

  answers_signed: ['answers', 'pass', 'judgement', 'the judge signed the answer'],
  answers_asserted: ['answers', 'pass', 'judgement', 'the caller alone vouches for the answer'],
  answers_none: ['answers', 'pass', 'judgement', 'there is no answer'],
  answer_unsigned: ['answers', 'fail', 'judgement', 'the answer has to be signed by its judge'],
  attestation_unreadable: ['answers', 'fail', 'judgement', 'its signed answer cannot be read'],
  attestation_forged: [
    'answers',
    'fail',
    'judgement',
    'the signature of the answer is not that of its key',
  ],
  attestation_unknown: [
    'answers',
    'warn',
    'judgement',
    'nobody checked the signature of the answer, by a key unknown',
  ],
  attestation_untrusted: [
    'answers',
    'warn',
    'judgement',
    'the answer is signed by a key that you do not trust as a judge’s',
  ],
  attestation_caller: [
    'answers',
    'warn',
    'judgement',
    'the answer is signed by the key that signed the receipt, so by no judge',
  ],
  attestation_request: ['answers', 'fail', 'judgement', 'the judge answered another request'],
  attestation_answer: ['answers', 'fail', 'judgement', 'the judge signed another answer'],
  attestation_questions: [
    'answers',
    'warn',
    'judgement',
    'the judge signed the answer, and was asked other questions beside this one',
  ],
  attestation_time: ['answers', 'warn', 'judgement', 'the judge signed the answer at another time'],
  attestation_replayed: [
    'answers',
    'fail',
    'judgement',
    'what the judge signed once is shown for two judgements',
  ],
  attestation_withheld: [
    'answers',
    'warn',
    'judgement',
    'the judge signed other answers with this one that have no receipt here',
  ],
  answers_kept: ['answers', 'pass', 'judgement', 'the answer is not new, as the caller says'],
  answer_kept_late: [
    'answers',
    'fail',
    'judgement',
    'the answer is said to be kept from after the judgement, or from no time',
  ],
  votes_signed: ['answers', 'pass', 'judgement', 'judges signed votes that the answer is made of'],
  votes_asserted: [
    'answers',
    'pass',
    'judgement',
    'the caller alone vouches for votes that the answer is said to be made of',
  ],
  vote_unverified: ['answers', 'warn', 'judgement', 'the signature on a vote does not count'],
  vote_contradicted: [
    'answers',
    'fail',
    'judgement',
    'the signature on a vote is not one on this vote',
  ],

  resolutions_closed: ['resolutions', 'pass', 'judgement', 'escalated, and resolved'],
  resolutions_none: ['resolutions', 'pass', 'judgement', 'nothing was escalated or resolved'],
  resolution_overrides: ['resolutions', 'pass', 'judgement', 'overridden by a resolution'],
  resolution_replaced: ['resolutions', 'pass', 'resolution', 'replaced by a later one'],
  escalation_open: ['resolutions', 'warn', 'judgement', 'escalated, and resolved by nobody'],
  resolution_machine: [
    'resolutions',
    'warn',
    'resolution',
    'signed by the key that signed the judgement, so by no person',
  ],
  resolution_unverified: [
    'resolutions',
    'warn',
    'resolution',
    'it does not verify, so it counts not',
  ],
  resolution_conflict: [
    'resolutions',
    'fail',
    'resolution',
    'two decide on one judgement differently',
  ],
  resolution_repeated: ['resolutions', 'warn', 'resolution', 'two decide on one judgement alike'],
  resolution_orphan: ['resolutions', 'warn', 'resolution', 'what it resolves is not here'],
  resolution_target: ['resolutions', 'fail', 'resolution', 'what it resolves is no judgement'],
  resolution_subject: ['resolutions', 'fail', 'resolution', 'its subject is not what it resolves'],
  resolution_speaker: [
    'resolutions',
    'warn',
    'resolution',
    'it is said by another than who decided',
  ],
  resolution_early: ['resolutions', 'warn', 'resolution', 'older than the judgement it resolves'],
  resolution_dangling: ['resolutions', 'warn', 'resolution', 'what it replaces is not here'],
  override_contradicted: [
    'resolutions',
    'fail',
    'resolution',
    'it overrides an effect that the judgement has not',
  ],
  override_unsaid: ['resolutions', 'warn', 'resolution', 'it overrides, and does not say so'],

  blocked_paired: ['blocked', 'pass', 'judgement', 'denied, and recorded as blocked'],
  blocked_none: ['blocked', 'pass', 'judgement', 'nothing was denied or blocked'],
  deny_unblocked: [
    'blocked',
    'pass',
    'judgement',
    'denied, and no record says that it was blocked',
  ],
  blocked_undenied: [
    'blocked',
    'pass',
    'record',
    'blocked for something else than a judgement here',
  ],

  replay_agrees: ['replay', 'pass', 'judgement', 'asked again, and answered the same'],
  replay_none: ['replay', 'pass', 'judgement', 'none was by a judge that can be asked again'],
  replay_contradicted: ['replay', 'fail', 'judgement', 'asked again, and answered otherwise'],
  replay_not_run: ['replay', 'pass', 'judgement', 'not asked again, as the state is not given'],
  replay_version: ['replay', 'warn', 'judgement', 'not asked again, as its judge is not given'],
  replay_impossible: ['replay', 'pass', 'judgement', 'by a judge that cannot be asked again'],
  replay_unmatched: ['replay', 'warn', 'state', 'given, and judged in no receipt here'],

  contracts_match: ['contracts', 'pass', 'judgement', 'the questions are those of the contract'],
  contracts_none: ['contracts', 'pass', 'judgement', 'none names a contract'],
  contracts_unchecked: ['contracts', 'pass', 'judgement', 'names a contract that is not given'],
  contract_contradicted: ['contracts', 'fail', 'judgement', 'the questions are not the contract’s'],
  contract_ambiguous: ['contracts', 'fail', 'contract', 'its version has two sets of questions'],
  contract_unknown: ['contracts', 'warn', 'judgement', 'names a contract that you do not know'],
  contract_unversioned: [
    'contracts',
    'warn',
    'judgement',
    'names a contract, and no version of it',
  ],
  contract_version: [
    'contracts',
    'warn',
    'judgement',
    'names a version that the contract, as you have it, does not have',
  ],
  contract_draft: [
    'contracts',
    'warn',
    'judgement',
    'names a version that the contract, as you have it, never published',
  ],
  contract_undigested: ['contracts', 'warn', 'judgement', 'names a contract, and no questions'],
} as const;
