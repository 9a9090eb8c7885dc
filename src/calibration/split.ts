/**
 * Splitting labelled inputs into a half to fit on and a half to check on.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { readOpenUnit, refuseOption } from './checks.js';
import { type Labelled, readLabelled } from './labels.js';
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
 * Splits labelled inputs. Groups stay together, and each label is spread over both halves as evenly
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
  const read = readLabelled(rows, 'rows').map(({ common }) => common);
  const chosen = choose(strataOf(read, stratify), share, random);
  const isTrain = read.map((row) => chosen.has(groupOf(row)));
  return Object.freeze({
    train: Object.freeze(rows.filter((_, index) => isTrain[index])),
    heldOut: Object.freeze(rows.filter((_, index) => !isTrain[index])),
  });
}

/** The group that an input belongs to; an id is no group of another's, whatever both are called. */
export function groupOf({ id, group }: Labelled): string {
  return group === undefined ? `id ${id}` : `group ${group}`;
}

interface Group {
  readonly name: string;
  readonly size: number;
}

/** The groups of each stratum, in an order that does not depend on that of the inputs. */
function strataOf(
  rows: readonly Labelled[],
  stratify: string | undefined,
): readonly (readonly Group[])[] {
  const members = new Map<string, string[]>();
  for (const row of rows) {
    const name = groupOf(row);
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
