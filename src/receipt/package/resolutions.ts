/**
 * What people decided on the judgements of a package, and what is still open.
 *
 * @module
 */
import { instantOf } from '../instant.js';
import { goesAgainst, type ResolutionPayload } from '../kinds.js';
import type { JudgementPayload } from '../payloads.js';
import { type Examined, type Receipt, subjectOf, textOf } from './examine.js';
import { type PackageRow, type RowCode, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** Holds resolutions to the judgements that they are about, and to each other. */
export function resolutionRows(examined: Examined): readonly PackageRow[] {
  const resolutions = findResolutions(examined);
  const rulings = rule(resolutions);
  const faults = [
    ...CHECKS.flatMap(([code, holds]) => rowsFor(code, idsOf(resolutions.filter(holds)))),
    ...rulingRows(rulings),
  ];
  const rows = [...escalationRows(examined, rulings), ...faults];
  return rows.length > 0 ? rows : [row('resolutions_none', [])];
}

/** A resolution, and what is here of the judgement that it is about. */
interface Resolution extends Omit<Receipt, 'judgement'> {
  readonly resolution: ResolutionPayload;
  readonly target: Receipt | undefined;
  /** The judgement, where that is what the target is. */
  readonly judged: JudgementPayload | undefined;
  /** Whether it says that it replaces what is no resolution of this judgement here. */
  readonly isDangling: boolean;
}

/** What is decided on one judgement, by resolutions that verify. */
interface Ruling {
  readonly judgement: string;
  /** Those that no later one replaces. */
  readonly standing: readonly Resolution[];
  readonly replaced: readonly Resolution[];
  /** Whether somebody else than the machine that judged decided. */
  readonly isDecided: boolean;
}

function findResolutions({ receipts, byId }: Examined): readonly Resolution[] {
  return receipts.flatMap((receipt) => {
    const { resolution } = receipt.opened;
    if (resolution === undefined) return [];
    const target = byId.get(resolution.judgement);
    const former = replacedBy(receipt);
    const other = byId.get(former ?? '')?.opened.resolution;
    const isDangling = former !== undefined && other?.judgement !== resolution.judgement;
    return [{ ...receipt, resolution, target, judged: target?.judgement, isDangling }];
  });
}

/** What can be wrong with one resolution. */
const CHECKS: readonly (readonly [RowCode, (resolution: Resolution) => boolean])[] = [
  ['resolution_unverified', ({ isTrusted }) => !isTrusted],
  ['resolution_machine', isByMachine],
  ['resolution_orphan', ({ target }) => target === undefined],
  ['resolution_target', ({ target, judged }) => target !== undefined && judged === undefined],
  [
    'resolution_subject',
    ({ opened, resolution }) =>
      (subjectOf(opened.value) ?? resolution.judgement) !== resolution.judgement,
  ],
  ['resolution_speaker', ({ opened, resolution }) => opened.statement?.system !== resolution.by],
  ['resolution_early', isEarly],
  ['resolution_dangling', ({ isDangling }) => isDangling],
  ['override_contradicted', ({ resolution, judged }) => contradicts(resolution, judged)],
  [
    'override_unsaid',
    ({ resolution, judged }) => resolution.overrides === undefined && isAgainst(resolution, judged),
  ],
];

/** A machine cannot write that somebody else decided on what it did. */
function isByMachine({ signers, target }: Resolution): boolean {
  return [...signers].some((key) => target?.signers.has(key));
}

function isEarly({ opened, resolution, target, judged }: Resolution): boolean {
  const signed = instantOf(opened.value['timestamp']);
  const decided = instantOf(resolution.resolved_at);
  const answered = instantOf(judged?.judged_at);
  const sealed = instantOf(target?.opened.value['timestamp']);
  return isBefore(decided, answered) || isBefore(signed, sealed);
}

function isBefore(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left < right;
}

function isAgainst({ decision }: ResolutionPayload, judged: JudgementPayload | undefined): boolean {
  return judged?.effect !== undefined && goesAgainst(decision, judged.effect);
}

function contradicts(
  { decision, overrides }: ResolutionPayload,
  judged: JudgementPayload | undefined,
): boolean {
  if (overrides === undefined || judged === undefined) return false;
  return overrides !== judged.effect || overrides === decision;
}

/** Gathers what is decided on each judgement, in the order in which it is first decided on. */
function rule(resolutions: readonly Resolution[]): ReadonlyMap<string, Ruling> {
  const groups = new Map<string, Resolution[]>();
  for (const each of resolutions) {
    if (!each.isTrusted) continue;
    const group = groups.get(each.resolution.judgement);
    if (group === undefined) groups.set(each.resolution.judgement, [each]);
    else group.push(each);
  }
  return new Map(
    [...groups].map(([judgement, group]) => {
      const later = new Set(group.map(replacedBy));
      const standing = group.filter(({ id }) => !later.has(id));
      return [
        judgement,
        {
          judgement,
          standing,
          replaced: group.filter(({ id }) => later.has(id)),
          isDecided: standing.some((each) => !isByMachine(each)),
        },
      ] as const;
    }),
  );
}

/** The resolution that this one says it replaces; the statement has that, as the payload cannot. */
function replacedBy({ opened }: Pick<Receipt, 'opened'>): string | undefined {
  return textOf(opened.statement?.meta, 'replaces');
}

function rulingRows(rulings: ReadonlyMap<string, Ruling>): readonly PackageRow[] {
  const all = [...rulings.values()];
  const several = all.filter(({ standing }) => standing.length > 1);
  const agrees = ({ standing }: Ruling): boolean => new Set(standing.map(wordsOf)).size === 1;
  const idsIn = (some: readonly Ruling[]): readonly string[] =>
    some.flatMap(({ standing }) => idsOf(standing));
  return [
    ...rowsFor('resolution_conflict', idsIn(several.filter((ruling) => !agrees(ruling)))),
    ...rowsFor('resolution_repeated', idsIn(several.filter(agrees))),
    ...rowsFor(
      'resolution_replaced',
      all.flatMap(({ replaced }) => idsOf(replaced)),
    ),
  ];
}

function escalationRows(
  { judgements }: Examined,
  rulings: ReadonlyMap<string, Ruling>,
): readonly PackageRow[] {
  const decided = ({ id }: Receipt): boolean => rulings.get(id)?.isDecided === true;
  const escalated = judgements.filter(({ judgement }) => judgement.outcome === 'escalated');
  const closed = escalated.filter(decided);
  const open = escalated.filter((receipt) => !decided(receipt));
  const overridden = judgements.filter(
    (receipt) =>
      decided(receipt) &&
      rulings
        .get(receipt.id)
        ?.standing.some(({ resolution, judged }) => isAgainst(resolution, judged)),
  );
  const say = (some: readonly Receipt[]): string =>
    listed(some.flatMap(({ id }) => rulings.get(id)?.standing.map(wordsOf) ?? []));
  return [
    ...rowsFor('resolutions_closed', idsOf(closed), say(closed)),
    ...rowsFor('resolution_overrides', idsOf(overridden), say(overridden)),
    ...rowsFor('escalation_open', idsOf(open)),
  ];
}

/** `allow by human://ada`, `route billing by human://ada`. */
function wordsOf({ resolution }: Resolution): string {
  const { decision, route, by } = resolution;
  const what = route === undefined ? decision : `${decision} ${shown(route)}`;
  return `${what} by ${shown(by)}`;
}

function idsOf(receipts: readonly Pick<Receipt, 'id'>[]): readonly string[] {
  return receipts.map(({ id }) => id);
}
