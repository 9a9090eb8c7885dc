/**
 * Which judgements of a package could be asked again, and what came of it.
 *
 * @module
 */
import type { Digest } from '../../digest.js';
import type { State } from '../../judge.js';
import { type Judges, type Replay, replayJudgement } from '../replay.js';
import { digestsOf, type FoundState } from '../states.js';
import type { Examined, JudgementReceipt } from './examine.js';
import { type PackageRow, type RowCode, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** The states that an auditor has, by every digest that they can have. */
export interface KeptStates {
  readonly byDigest: ReadonlyMap<Digest, FoundState>;
  /** The digests of each, in the order in which they were given. */
  readonly each: readonly (readonly Digest[])[];
}

/** Reads the states that were kept. */
export function readStates(states: readonly (State | Uint8Array)[], path: string): KeptStates {
  const byDigest = new Map<Digest, FoundState>();
  const each = states.map((state, index) => {
    const found = digestsOf(state, `${path}[${index}]`);
    for (const [digest, form] of found) if (!byDigest.has(digest)) byDigest.set(digest, form);
    return [...found.keys()];
  });
  return { byDigest, each };
}

/** Asks every judge again that can be asked. */
export function replayRows(
  { judgements }: Examined,
  { byDigest, each }: KeptStates,
  judges: Judges,
): readonly PackageRow[] {
  const found = judgements.map((receipt) => ({
    receipt,
    result: replayJudgement(receipt.judgement, byDigest, judges),
  }));
  const rows = STATUSES.flatMap(([status, code]) => {
    const some = found.filter(({ result }) => result.status === status);
    const details = [...new Set(some.map(describe))].filter((detail) => detail !== '');
    return rowsFor(
      code,
      some.map(({ receipt }) => receipt.id),
      details.length === 0 ? undefined : listed(details),
    );
  });
  const judged = new Set(judgements.map(({ judgement }) => judgement.state_digest));
  const unmatched = each.flatMap((digests, index) =>
    digests.some((digest) => judged.has(digest)) ? [] : [`states[${index}]`],
  );
  if (rows.length === 0) return [row('replay_none', []), ...rowsFor('replay_unmatched', unmatched)];
  return [...rows, ...rowsFor('replay_unmatched', unmatched)];
}

const STATUSES: readonly (readonly [Replay['status'], RowCode])[] = [
  ['replayed', 'replay_agrees'],
  ['contradicted', 'replay_contradicted'],
  ['state_mismatch', 'replay_not_run'],
  ['version_unavailable', 'replay_version'],
  ['not_replayable', 'replay_impossible'],
];

interface Replayed {
  readonly receipt: JudgementReceipt;
  readonly result: Replay;
}

function describe({ receipt, result }: Replayed): string {
  const { judge, question } = receipt.judgement;
  const { model } = judge;
  switch (result.status) {
    case 'contradicted':
      return `${shown(question.key)} ${result.error ?? result.differs.join(', ')} by ${shown(model)}`;
    case 'replayed':
    case 'version_unavailable':
      return `by ${shown(model)}`;
    case 'not_replayable':
      return result.rule;
    case 'state_mismatch':
      return '';
  }
}
