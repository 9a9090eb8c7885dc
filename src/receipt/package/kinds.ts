/**
 * Which kinds of receipts a package holds, and which judgements were one call.
 *
 * @module
 */
import { canonicalize } from '../../canonical.js';
import type { JudgementPayload } from '../payloads.js';
import { callOf, type Examined, type JudgementReceipt, type Receipt } from './examine.js';
import { type PackageRow, row, rowsFor } from './rows.js';
import { counted, listed, shown } from './words.js';

/** Names the kinds: those that are judged here, and those that are verified and no more. */
export function kindRows({ receipts }: Examined): readonly PackageRow[] {
  const isJudged = ({ opened }: Receipt): boolean => JUDGED.has(opened.statement?.kind ?? '');
  const known = receipts.filter(isJudged);
  const other = receipts.filter((receipt) => !isJudged(receipt));
  return [
    ...rowsFor('kinds_named', idsOf(known), tally(known)),
    ...rowsFor('kinds_unjudged', idsOf(other), tally(other)),
  ];
}

/** Says which judgements were one call, and whether judges that can be replayed agree. */
export function callRows({ judgements }: Examined): readonly PackageRow[] {
  const calls = new Set<string>();
  const bare: JudgementReceipt[] = [];
  let before: JudgementReceipt | undefined;
  for (const receipt of judgements) {
    // The judgements of one call mostly stand together, and to compare is less than to name it.
    if (before !== undefined && isSameCall(before.judgement, receipt.judgement)) continue;
    const call = callOf(receipt.judgement);
    if (call === undefined) {
      bare.push(receipt);
    } else {
      calls.add(call);
      before = receipt;
    }
  }
  const rows = [
    ...rowsFor('calls_undigested', idsOf(bare)),
    ...rowsFor('calls_disagree', idsOf(findDisagreement(judgements))),
  ];
  if (judgements.length === bare.length) return rows;
  return [row('calls_grouped', idsOf(judgements), counted(calls.size, 'call')), ...rows];
}

function isSameCall(left: JudgementPayload, right: JudgementPayload): boolean {
  return (
    left.state_digest === right.state_digest &&
    left.questions_digest === right.questions_digest &&
    left.response_digest === right.response_digest
  );
}

const JUDGED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'judgement.v1',
  'judgement.resolution.v1',
  'blocked.v1',
]);

function tally(receipts: readonly Receipt[]): string {
  const counts = new Map<string, number>();
  for (const { opened } of receipts) {
    const kind = opened.statement?.kind ?? opened.payloadType;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return listed([...counts].map(([kind, count]) => `${count} ${shown(kind)}`));
}

/** The same judge, state and question, and not the same answer. */
function findDisagreement(judgements: readonly JudgementReceipt[]): readonly JudgementReceipt[] {
  const states = new Map<string, Map<string, JudgementReceipt>>();
  const found = new Set<JudgementReceipt>();
  for (const receipt of judgements) {
    const { judge, question, answer, state_digest, questions_digest = '' } = receipt.judgement;
    if (judge.replayable !== true || state_digest === undefined) continue;
    const { key } = question;
    // Two maps, as most states are judged once, and one long text a receipt takes time to make.
    const first = states.get(state_digest) ?? new Map<string, JudgementReceipt>();
    states.set(state_digest, first);
    // The length says where the key ends, and digests have one length: no two cases share a text.
    const asked = `${questions_digest} ${key.length} ${key} ${judge.model}`;
    const known = first.get(asked);
    if (known === undefined) first.set(asked, receipt);
    else if (canonicalize(known.judgement.answer) !== canonicalize(answer)) {
      found.add(known).add(receipt);
    }
  }
  return [...found];
}

function idsOf(receipts: readonly Receipt[]): readonly string[] {
  return receipts.map(({ id }) => id);
}
