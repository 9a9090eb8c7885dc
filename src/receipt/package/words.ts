/**
 * Words for people: counts, lists, and what came from outside made fit to print.
 *
 * @module
 */

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

/**
 * Text from outside, fit for a terminal and a log: cut, and without control characters, line ends
 * and marks that turn the direction of what follows.
 */
export function shown(text: string): string {
  if (PLAIN.test(text)) return text;
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.replace(UNPRINTABLE, '\u{fffd}');
}

const MAX_NAMES = 5;
const MAX_TEXT = 60;

/** What nearly every text is: ASCII, printable, not long. */
const PLAIN = /^[ -~]{0,60}$/;

/** Control, format, private, unassigned and half characters, and line and paragraph ends. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
