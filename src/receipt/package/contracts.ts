/**
 * Whether the questions of judgements are those of the contract that they name.
 *
 * @module
 */
import { isDigest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import { pathTo } from '../../walk.js';
import type { Examined, JudgementReceipt } from './examine.js';
import { type PackageRow, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** The digest of the questions of each version that you know: `ticket-router@3`. */
export interface Contracts {
  readonly [idAndVersion: string]: string;
}

/** Refuses what are no digests: a typo would leave a contract unchecked. */
export function checkContracts(contracts: Contracts, path: string): void {
  for (const [name, value] of Object.entries(contracts)) {
    if (name.includes('@') && isDigest(value)) continue;
    throw new JudgeError('bad_option', {
      path: pathTo(path, [name]),
      rule: 'each version of a contract has the digest of its questions',
      fix: "write it as { 'ticket-router@3': digest(questions) }",
    });
  }
}

/** Holds the questions digest of each judgement to that of the version that it names. */
export function contractRows(
  { judgements }: Examined,
  contracts: Contracts | undefined,
): readonly PackageRow[] {
  const named = judgements.filter(({ judgement }) => judgement.contract !== undefined);
  if (named.length === 0) return [row('contracts_none', [])];
  const sorted: { readonly [fate in Fate]: JudgementReceipt[] } = {
    contracts_match: [],
    contracts_unchecked: [],
    contract_unknown: [],
    contract_undigested: [],
    contract_contradicted: [],
  };
  for (const receipt of named) sorted[fateOf(receipt, contracts)].push(receipt);
  const ambiguous = findAmbiguous(named);
  return [
    ...FATES.flatMap((fate) =>
      rowsFor(
        fate,
        sorted[fate].map(({ id }) => id),
        listed([...new Set(sorted[fate].map(nameOf))].map(shown)),
      ),
    ),
    ...rowsFor('contract_ambiguous', ambiguous, listed(ambiguous)),
  ];
}

const FATES = [
  'contracts_match',
  'contracts_unchecked',
  'contract_unknown',
  'contract_undigested',
  'contract_contradicted',
] as const;

type Fate = (typeof FATES)[number];

function fateOf(receipt: JudgementReceipt, contracts: Contracts | undefined): Fate {
  const { questions_digest } = receipt.judgement;
  if (questions_digest === undefined) return 'contract_undigested';
  if (contracts === undefined) return 'contracts_unchecked';
  const name = nameOf(receipt);
  const expected = Object.hasOwn(contracts, name) ? contracts[name] : undefined;
  if (expected === undefined) return 'contract_unknown';
  return expected === questions_digest ? 'contracts_match' : 'contract_contradicted';
}

/** A version never changes, so two sets of questions under one are two versions. */
function findAmbiguous(named: readonly JudgementReceipt[]): readonly string[] {
  const first = new Map<string, string>();
  const found = new Set<string>();
  for (const receipt of named) {
    const { contract, questions_digest } = receipt.judgement;
    if (contract?.version === undefined || questions_digest === undefined) continue;
    const name = nameOf(receipt);
    const known = first.get(name) ?? questions_digest;
    first.set(name, known);
    if (known !== questions_digest) found.add(shown(name));
  }
  return [...found];
}

/** `ticket-router@3`, or `ticket-router` where no version is named. */
function nameOf({ judgement }: JudgementReceipt): string {
  const { id, version } = judgement.contract ?? { id: '' };
  return version === undefined ? id : `${id}@${version}`;
}
