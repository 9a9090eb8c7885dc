/**
 * Splitting labelled inputs into a half to fit on and a half to check on.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { readOpenUnit, refuseOption } from './checks.js';
import { type Labelled, type Placed, readPlaced } from './labels.js';
import { seeded, shuffled } from './random.js';

/** The two halves. */
export interface Split<T> {
  readonly train: readonly T[];
  readonly heldOut: readonly T[];
}

/** The options of {@link splitLabeled}. */
export interface SplitOptions {
  /** Decides the split: any whole number. Keep it with the record. */
  readonly seed: number;
  /** The share of the inputs that is for fitting, above 0 and below 1. Defaults to 0.5. */
  readonly share?: number | undefined;
  /** The question whose labels are to be spread evenly over both halves. All of them by default. */
  readonly stratify?: string | undefined;
}

/**
 * Splits labelled inputs. Groups stay together, and so do copies of one state, with the groups that
 * they are in, wherever the state or its digest is known. Each label is spread over both halves as evenly
 * as the groups allow. The same inputs and the same seed give the same halves, in whatever order the
 * inputs come.
 *
 * @param rows Labelled inputs: states, or what a judge answered to them.
 * @param options See {@link SplitOptions}.
 * @returns Both halves, each in the order of the list.
 * @throws `JudgeError` `bad_label` with the place of an input that is none or that has the id
 *   of another; `bad_option` for a seed, a share or a `stratify` that is none.
 *
 * @example
 * ```ts
 * import { splitLabeled } from 'judgement/calibration';
 *
 * const rows = Array.from({ length: 10 }, (_, index) => ({
 *   id: `ticket-${index}`,
 *   labels: { spam: index % 2 === 0 },
 * }));
 * const { train, heldOut } = splitLabeled(rows, { seed: 7 });
 * const spam = train.filter(({ labels }) => labels.spam);
 * console.log(train.length, heldOut.length, spam.length); // 5 5 2
 * ```
 */
export function splitLabeled<T extends Labelled>(
  rows: readonly T[],
  options: SplitOptions,
): Split<T> {
  checkOptions(options, ['seed', 'share', 'stratify'], 'options');
  const random = seeded(options.seed, 'options.seed');
  const share = readOpenUnit(options.share ?? 0.5, 'options.share');
  const { stratify } = options;
  if (stratify !== undefined && typeof stratify !== 'string') {
    refuseOption('options.stratify', 'it is the key of a question', 'leave it out');
  }
  const read = readPlaced(rows, 'rows');
  const groups = groupsOf(read);
  const chosen = choose(strataOf(read, groups, stratify), share, random);
  const isTrain = groups.map((name) => chosen.has(name));
  return Object.freeze({
    train: Object.freeze(rows.filter((_, index) => isTrain[index])),
    heldOut: Object.freeze(rows.filter((_, index) => !isTrain[index])),
  });
}

/**
 * For each input the name of what it belongs to: the first, in order, of the groups and states that hang
 * together. An id is no group of another's, whatever both are called.
 */
function groupsOf(rows: readonly Placed[]): readonly string[] {
  const above = new Map<string, string>();
  const top = (name: string): string => {
    let at = name;
    for (let up = above.get(at); up !== undefined; up = above.get(at)) {
      const higher = above.get(up);
      if (higher !== undefined) above.set(at, higher);
      at = up;
    }
    return at;
  };
  const names = rows.map(({ id, group, stateDigest }) => {
    const own = group === undefined ? undefined : `group ${group}`;
    const copies = stateDigest === undefined ? undefined : `state ${stateDigest}`;
    if (own === undefined || copies === undefined) return own ?? copies ?? `id ${id}`;
    const [one, other] = [top(own), top(copies)];
    if (one < other) above.set(other, one);
    else if (other < one) above.set(one, other);
    return own;
  });
  return names.map(top);
}

interface Group {
  readonly name: string;
  readonly size: number;
}

/** The groups of each stratum, in an order that does not depend on that of the inputs. */
function strataOf(
  rows: readonly Labelled[],
  groups: readonly string[],
  stratify: string | undefined,
): readonly (readonly Group[])[] {
  const members = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    const name = groups[index] ?? row.id;
    const labels = members.get(name);
    if (labels === undefined) members.set(name, [labelsOf(row, stratify)]);
    else labels.push(labelsOf(row, stratify));
  }
  const strata = new Map<string, Group[]>();
  for (const name of [...members.keys()].sort()) {
    const labels = members.get(name) ?? [];
    const stratum = strata.get(commonest(labels));
    const group = { name, size: labels.length };
    if (stratum === undefined) strata.set(commonest(labels), [group]);
    else stratum.push(group);
  }
  return [...strata.keys()].sort().map((key) => strata.get(key) ?? []);
}

/** Gives each half its share, counted on from stratum to stratum so that small ones are not lost. */
function choose(
  strata: readonly (readonly Group[])[],
  share: number,
  random: () => number,
): ReadonlySet<string> {
  const chosen = new Set<string>();
  let seen = 0;
  let taken = 0;
  for (const { name, size } of strata.flatMap((stratum) => shuffled(stratum, random))) {
    seen += size;
    if (taken + size / 2 > share * seen) continue;
    taken += size;
    chosen.add(name);
  }
  return chosen;
}

function labelsOf({ labels }: Labelled, stratify: string | undefined): string {
  const entries = Object.entries(labels).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(
    stratify === undefined ? entries : entries.filter(([key]) => key === stratify),
  );
}

/** The commonest of some texts, the first in order of those that tie. */
function commonest(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of [...texts].sort()) counts.set(text, (counts.get(text) ?? 0) + 1);
  let found = '';
  for (const [text, count] of counts) if (count > (counts.get(found) ?? 0)) found = text;
  return found;
}
