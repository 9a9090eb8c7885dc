/**
 * Which kinds of receipts a package holds, and which judgements were one call.
 *
 * @module
 */
import { canonicalize } from '../../canonical.js';
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
  for (const receipt of judgements) {
    const call = callOf(receipt.judgement);
    if (call === undefined) bare.push(receipt);
    else calls.add(call);
  }
  const rows = [
    ...rowsFor('calls_undigested', idsOf(bare)),
    ...rowsFor('calls_disagree', idsOf(findDisagreement(judgements))),
  ];
  if (judgements.length === bare.length) return rows;
  return [row('calls_grouped', idsOf(judgements), counted(calls.size, 'call')), ...rows];
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
  const first = new Map<string, JudgementReceipt>();
  const found = new Set<JudgementReceipt>();
  for (const receipt of judgements) {
    const { judge, question, answer, state_digest, questions_digest = '' } = receipt.judgement;
    if (judge.replayable !== true || state_digest === undefined) continue;
    const { key } = question;
    // The length says where the key ends, and digests have one length: no two cases share a text.
    const asked = `${state_digest} ${questions_digest} ${key.length} ${key} ${judge.model}`;
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
