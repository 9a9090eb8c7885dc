/**
 * Words for people: counts, lists, and what came from outside made fit to print.
 *
 * @module
 */
export { shown } from '../../shown.js';

/** `1 receipt`, `3 receipts`, `2 entries`. */
export function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') && !noun.endsWith('ey') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** The first few of a list, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const MAX_NAMES = 5;
