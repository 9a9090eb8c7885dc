/**
 * Text from outside, made fit to print.
 *
 * @module
 */

/**
 * Text from outside, fit for a terminal and a log: cut, and without control characters, line ends
 * and marks that turn the direction of what follows.
 */
export function shown(text: string): string {
  if (PLAIN.test(text)) return text;
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.replace(UNPRINTABLE, '\u{fffd}');
}

const MAX_TEXT = 60;

/** What nearly every text is: ASCII, printable, not long. */
const PLAIN = /^[ -~]{0,60}$/;

/** Control, format, private, unassigned and half characters, and line and paragraph ends. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
