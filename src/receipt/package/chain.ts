/**
 * Whether the receipts of a package are one chain.
 *
 * @module
 */
import type { ChainEnds } from '../links.js';
import { type Examined, type Receipt, subjectOf } from './examine.js';
import { type PackageRow, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/**
 * Follows the signed links between the receipts.
 *
 * @param isOrdered Whether the order in which they are listed means anything.
 */
export function chainRows(
  examined: Examined,
  ends: ChainEnds,
  isOrdered: boolean,
): readonly PackageRow[] {
  const { receipts } = examined;
  const links = follow(examined);
  const rows = [
    ...rootRows(links, ends),
    ...forkRows(links),
    ...headRows(links, ends),
    ...cycleRows(examined),
    ...(isOrdered ? orderRows(examined) : []),
  ];
  if (rows.length > 0) return rows;
  const [root] = links.roots;
  const [head] = links.heads;
  if (root === undefined || head === undefined) return [row('chain_none', [])];
  return [row('chain_linear', idsOf(receipts), `from ${root.id} to ${head.id}`)];
}

/** The links between receipts. */
interface Links {
  /** Those that follow nothing that is here. */
  readonly roots: readonly Receipt[];
  /** Those that nothing follows. */
  readonly heads: readonly Receipt[];
  /** The receipts that follow each, whether that is here or not. */
  readonly children: ReadonlyMap<string, readonly Receipt[]>;
}

function follow({ receipts, byId }: Examined): Links {
  const children = new Map<string, Receipt[]>();
  for (const receipt of receipts) {
    const { parentId } = receipt.opened;
    if (parentId === undefined) continue;
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [receipt]);
    else siblings.push(receipt);
  }
  return {
    roots: receipts.filter(({ opened }) => !byId.has(opened.parentId ?? '')),
    heads: receipts.filter(({ id }) => !children.has(id)),
    children,
  };
}

/**
 * A package may begin anywhere, once. Where there is another beginning, a link to something that
 * is not here is a gap, unless it is a link to the action that it is about, which may be kept
 * elsewhere.
 */
function rootRows({ roots }: Links, { from }: ChainEnds): readonly PackageRow[] {
  const isStart = ({ opened }: Receipt): boolean =>
    from !== undefined && (opened.parentId ?? null) === from;
  const hangsOutside = (receipt: Receipt): boolean =>
    receipt.opened.parentId !== undefined && !isStart(receipt);
  const isGap = (receipt: Receipt): boolean => hangsOutside(receipt) && !followsAction(receipt);
  const hasOther = roots.length > 1 || from !== undefined;
  const gaps = hasOther ? roots.filter(isGap) : [];
  const begins = roots.filter((receipt) => !hasOther || !isGap(receipt));
  return [
    ...rowsFor('chain_start', from !== undefined && !roots.some(isStart) ? idsOf(roots) : []),
    ...rowsFor('chain_gap', idsOf(gaps)),
    ...rowsFor('chain_roots', begins.length > 1 ? idsOf(begins) : []),
    ...rowsFor('chain_begins_outside', idsOf(hasOther ? [] : roots.filter(hangsOutside))),
  ];
}

/** Two receipts after one are a fork, but for those that are about it: resolutions, judgements. */
function forkRows({ children }: Links): readonly PackageRow[] {
  const forks: string[] = [];
  const forked: string[] = [];
  const branches: string[] = [];
  for (const [parent, siblings] of children) {
    if (siblings.length < 2) continue;
    const about = siblings.filter(followsSubject);
    if (siblings.length - about.length < 2) {
      branches.push(...idsOf(about));
    } else {
      forks.push(shown(parent));
      forked.push(...idsOf(siblings));
    }
  }
  return [
    ...rowsFor('chain_fork', forked, `after ${listed(forks)}`),
    ...rowsFor('chain_branch', branches),
  ];
}

function headRows({ heads }: Links, { head }: ChainEnds): readonly PackageRow[] {
  const isThere = head === undefined || heads.some(({ id }) => id === head);
  return [
    ...rowsFor('chain_head', isThere ? [] : [head]),
    ...rowsFor('chain_heads', heads.length > 1 ? idsOf(heads) : []),
  ];
}

/** A receipt whose parent is listed after it. */
function orderRows({ receipts, byId }: Examined): readonly PackageRow[] {
  const late = receipts.filter(({ at, opened }) => {
    const parent = byId.get(opened.parentId ?? '');
    return parent !== undefined && parent.at > at;
  });
  return rowsFor('chain_reordered', idsOf(late));
}

/** Signed links cannot go in a circle, as each holds a hash of the next; those of records can. */
function cycleRows({ receipts }: Examined): readonly PackageRow[] {
  const parents = new Map<string, string>();
  for (const { id, items } of receipts) {
    const claim = items
      .flatMap(({ entry }) => entry.claims)
      .find(({ about }) => about === 'parent');
    if (typeof claim?.value === 'string') parents.set(id, claim.value);
  }
  const seen = new Set<string>();
  const circle: string[] = [];
  for (const start of parents.keys()) {
    const trail = new Set<string>();
    let id: string | undefined = start;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      trail.add(id);
      id = parents.get(id);
    }
    // Only where the walk came back to itself, and not where it met an earlier one.
    if (id === undefined || !trail.has(id)) continue;
    const steps = [...trail];
    circle.push(...steps.slice(steps.indexOf(id)));
  }
  return rowsFor('chain_cycle', circle);
}

/** A judgement is kept with the decision on it, and an action need not be kept with either. */
function followsAction(receipt: Receipt): boolean {
  return followsSubject(receipt) && receipt.opened.resolution === undefined;
}

function followsSubject({ opened }: Receipt): boolean {
  return opened.parentId !== undefined && opened.parentId === subjectOf(opened.value);
}

function idsOf(receipts: readonly Receipt[]): readonly string[] {
  return receipts.map(({ id }) => id);
}
