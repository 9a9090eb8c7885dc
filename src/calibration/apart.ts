/**
 * What must not be on both sides of a split: inputs, groups, and copies of one state.
 *
 * @module
 */
import { refuseLabel } from './checks.js';
import type { LabelledRow } from './labels.js';
import { makeColumn, makeNames } from './names.js';

/** The inputs of all parts. */
export interface Apart {
  /**
   * Takes an input in, and refuses one that is in another part or that was in this one.
   *
   * @returns The unit that it is of; `undefined` where it is in no group, and so alone.
   */
  add(row: LabelledRow, part: number, at: string): number | undefined;
  /** The unit that stands for all that are joined to this one. */
  root(unit: number): number;
}

/**
 * Begins with none. A unit is a group or the copies of one state; where a copy is in a group, the
 * other copies and their groups are of the same unit.
 */
export function keepApart(paths: readonly string[]): Apart {
  const [ids, units] = [makeNames(), makeNames()];
  const [partOfId, partOfUnit, parents] = [makeColumn(-1), makeColumn(-1), makeColumn(-1)];
  const root = (unit: number): number => {
    let at = unit;
    for (let up = parents.get(at); up >= 0; up = parents.get(at)) {
      const above = parents.get(up);
      // Halves the way for whoever comes next.
      if (above >= 0) parents.set(at, above);
      at = up;
    }
    return at;
  };
  const place = (name: string, part: number, at: string): number => {
    const unit = units.place(name);
    const before = partOfUnit.get(unit);
    if (before >= 0 && before !== part) refuseShared(at, paths[before]);
    partOfUnit.set(unit, part);
    return unit;
  };
  return {
    root,
    add({ id, group, stateDigest }, part, at) {
      const known = ids.place(id);
      const before = partOfId.get(known);
      if (before === part) {
        const fix = 'name them apart, or drop the copy';
        refuseLabel(`${at}.id`, 'no two inputs have one id', fix);
      }
      if (before >= 0) refuseShared(at, paths[before]);
      partOfId.set(known, part);
      const first = group === undefined ? undefined : place(`group ${group}`, part, at);
      const copies =
        stateDigest === undefined ? undefined : place(`state ${stateDigest}`, part, at);
      if (first === undefined || copies === undefined) return first ?? copies;
      const [one, other] = [root(first), root(copies)];
      // The lower one stands for both, whichever came first.
      if (one !== other) parents.set(Math.max(one, other), Math.min(one, other));
      return first;
    },
  };
}

function refuseShared(at: string, other: string | undefined): never {
  const rule = `no input, no group and no state is in two halves, and this is in ${other} as well`;
  return refuseLabel(at, rule, 'split with splitLabeled(), which keeps them apart');
}
