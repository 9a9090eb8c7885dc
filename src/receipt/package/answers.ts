/**
 * Who vouches for the answers of a package: the judges that signed them, or the callers alone.
 *
 * @module
 */
import { canonicalize } from '../../canonical.js';
import { type AnswerFault, isKeptLate, type VoteFacts } from '../answer-facts.js';
import { type AnswerPayload, answerDigest } from '../answer-payload.js';
import { instantOf } from '../instant.js';
import type { AnswersDemand, ReceiptVerdict } from '../verdict.js';
import type { Examined, JudgementReceipt } from './examine.js';
import { type PackageRow, ROWS, type RowCode, row, rowsFor } from './rows.js';
import { counted, listed, shown } from './words.js';

/** Says of each judgement who vouches for its answer, and what is wrong where nobody else does. */
export function answerRows({ judgements }: Examined, demand: AnswersDemand): readonly PackageRow[] {
  if (judgements.length === 0) return [row('answers_none', [])];
  const found = judgements.map((receipt): Vouched => {
    const { attested, answerFault, votes } = verdictOf(receipt);
    return { receipt, attested, answerFault, votes };
  });
  const signed = found.flatMap(({ receipt, attested }) =>
    attested === undefined ? [] : [{ receipt, attested }],
  );
  const unsigned = found.filter(({ attested }) => attested === undefined);
  const unsignedCode = demand === 'signed' ? 'answer_unsigned' : 'answers_asserted';
  return [
    ...rowsFor('answers_signed', idsOf(signed), detailOf(signed.map(modelOf))),
    ...rowsFor(unsignedCode, idsOf(unsigned)),
    ...FAULTS.flatMap((code) => {
      const faulty = unsigned.filter(({ answerFault }) => codeOf(answerFault) === code);
      return rowsFor(code, idsOf(faulty), detailOf(faulty.map(describe)));
    }),
    ...rowsFor('attestation_replayed', replayed(signed)),
    ...withheldRows(signed, judgements),
    ...keptRows(judgements),
    ...voteRows(found),
  ];
}

interface Found {
  readonly receipt: JudgementReceipt;
}

/** A judgement, and what is known of its answer and of the votes for it. */
interface Vouched extends Found {
  readonly attested: AnswerPayload | undefined;
  readonly answerFault: AnswerFault | undefined;
  readonly votes: readonly VoteFacts[] | undefined;
}

interface Signed extends Found {
  readonly attested: AnswerPayload;
}

const FAULTS: readonly RowCode[] = [
  'attestation_unreadable',
  'attestation_forged',
  'attestation_unknown',
  'attestation_untrusted',
  'attestation_caller',
  'attestation_request',
  'attestation_answer',
  'attestation_questions',
  'attestation_time',
];

/** The rows of what can be wrong with a signed answer; anything else is wrong with its bytes. */
const CODES: ReadonlyMap<string, RowCode> = /* @__PURE__ */ new Map<AnswerFault['code'], RowCode>([
  ['bad_signature', 'attestation_forged'],
  ['unknown_key', 'attestation_unknown'],
  ['untrusted_key', 'attestation_untrusted'],
  ['revoked_key', 'attestation_untrusted'],
  ['not_yet_valid_key', 'attestation_untrusted'],
  ['expired_key', 'attestation_untrusted'],
  ['caller_key', 'attestation_caller'],
  ['other_request', 'attestation_request'],
  ['other_answer', 'attestation_answer'],
  ['other_questions', 'attestation_questions'],
  ['stale_answer', 'attestation_time'],
]);

function codeOf(fault: AnswerFault | undefined): RowCode | undefined {
  return fault && (CODES.get(fault.code) ?? 'attestation_unreadable');
}

/** The best verdict on a receipt: whoever repeats it with another signature does not change it. */
function verdictOf({ items: [item] }: JudgementReceipt): Partial<ReceiptVerdict> {
  return item?.verdict ?? {};
}

/** `unsafe: other_answer at statement.payload.answer_attestation.payload.answers.unsafe`. */
function describe({ receipt, answerFault }: Vouched): string {
  const { key } = receipt.judgement.question;
  const path = answerFault?.path.replace(ROOT, '') ?? '';
  return `${shown(key)}: ${answerFault?.code ?? ''}${path === '' ? '' : ` at ${path}`}`;
}

const ROOT = /^statement\.payload\.answer_attestation\.?/;

function modelOf({ attested }: Signed): string {
  return `by ${shown(attested.judge.model)}`;
}

/**
 * The receipts that share what a judge signed for one judgement. Those of one judgement share it
 * rightly: its questions are different ones, answered at one time. One that says that its answer
 * was kept since shares it openly, and is counted by {@link keptRows}.
 */
function replayed(signed: readonly Signed[]): readonly string[] {
  const groups = new Map<string, Signed[]>();
  for (const each of signed) {
    if (each.receipt.judgement.cached_at !== undefined) continue;
    const name = each.attested.nonce ?? canonicalize(each.attested);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [each]);
    else group.push(each);
  }
  return [...groups.values()].filter((group) => !isOneJudgement(group)).flatMap(idsOf);
}

function isOneJudgement(group: readonly Signed[]): boolean {
  const times = new Set(group.map(({ receipt }) => receipt.judgement.judged_at));
  const keys = new Set(group.map(({ receipt }) => receipt.judgement.question.key));
  const texts = new Set(group.map(({ attested }) => canonicalize(attested)));
  return times.size === 1 && texts.size === 1 && keys.size === group.length;
}

/** What a judge signed together and is not shown together: a deny may be what is missing. */
function withheldRows(
  signed: readonly Signed[],
  judgements: readonly JudgementReceipt[],
): readonly PackageRow[] {
  if (signed.length === 0) return [];
  const calls = new Map<string, JudgementReceipt[]>();
  for (const receipt of judgements) {
    const call = callNameOf(receipt);
    const known = calls.get(call);
    if (known === undefined) calls.set(call, [receipt]);
    else known.push(receipt);
  }
  const missing = new Set<string>();
  const lacking = signed.filter((each) => {
    const call = callNameOf(each.receipt);
    const shownKeys = new Set(
      calls.get(call)?.flatMap((other) => (shows(other, each.attested) ? keyOf(other) : [])),
    );
    const keys = Object.keys(each.attested.answers).filter((key) => !shownKeys.has(key));
    for (const key of keys) missing.add(`${call} ${canonicalize(each.attested)} ${key}`);
    return keys.length > 0;
  });
  return rowsFor('attestation_withheld', idsOf(lacking), counted(missing.size, 'answer'));
}

/** Judgements of one request at one time, whichever judge answered which of its questions. */
function callNameOf({ judgement }: JudgementReceipt): string {
  const { state_digest = '', questions_digest = '', judged_at } = judgement;
  return `${state_digest} ${questions_digest} ${judged_at}`;
}

/** Another judge may have been asked a question that the one who signed left over. */
function shows({ judgement }: JudgementReceipt, attested: AnswerPayload): boolean {
  const { judge, question, answer, response_digest } = judgement;
  if (judge.model !== attested.judge.model) return true;
  if (response_digest !== attested.response_digest) return false;
  return attested.answers[question.key] === answerDigest(question, answer);
}

function keyOf({ judgement }: JudgementReceipt): readonly string[] {
  return [judgement.question.key];
}

/** That an answer was kept is the caller's word, and lets it be older: so it is counted. */
function keptRows(judgements: readonly JudgementReceipt[]): readonly PackageRow[] {
  const kept = judgements.filter(({ judgement }) => judgement.cached_at !== undefined);
  const late = kept.filter(({ judgement }) => isKeptLate(judgement, judgement.cached_at));
  const oldest = kept.reduce((age, { judgement }) => Math.max(age, ageOf(judgement)), 0);
  return [
    ...rowsFor(
      'answers_kept',
      kept.map(({ id }) => id),
      `the oldest for ${counted(Math.floor(oldest / SECOND), 'second')}`,
    ),
    ...rowsFor(
      'answer_kept_late',
      late.map(({ id }) => id),
    ),
  ];
}

function ageOf({ judged_at, cached_at }: JudgementReceipt['judgement']): number {
  const [judged, kept] = [instantOf(judged_at), instantOf(cached_at)];
  return judged === undefined || kept === undefined ? 0 : judged - kept;
}

const SECOND = 1_000;

/** Says of the votes of panels who vouches for them; the answer is the caller's in any case. */
function voteRows(found: readonly Vouched[]): readonly PackageRow[] {
  const has = (holds: (vote: VoteFacts) => boolean): readonly string[] =>
    idsOf(found.filter(({ votes = [] }) => votes.some(holds)));
  const isOf = (status: 'warn' | 'fail') => (vote: VoteFacts) => {
    const code = codeOf(vote.answerFault);
    return code !== undefined && ROWS[code][1] === status;
  };
  return [
    ...rowsFor(
      'votes_signed',
      has(({ attested }) => attested !== undefined),
    ),
    ...rowsFor(
      'votes_asserted',
      has(({ attested }) => attested === undefined),
    ),
    ...rowsFor('vote_unverified', has(isOf('warn'))),
    ...rowsFor('vote_contradicted', has(isOf('fail'))),
  ];
}

function detailOf(details: readonly string[]): string | undefined {
  return details.length === 0 ? undefined : listed([...new Set(details)]);
}

function idsOf(found: readonly Found[]): readonly string[] {
  return found.map(({ receipt }) => receipt.id);
}
