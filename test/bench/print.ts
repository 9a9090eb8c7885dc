/**
 * Lines of the report.
 *
 * @module
 */

/** Prints a ratio. */
export function print(name: string, value: number): void {
  console.log(`  ${name.padEnd(46)}${fixed(value, 9)}x`);
}

/** Prints a figure that may not be more than another, and fails the run when it is. */
export function ceiling(name: string, value: number, most: number): void {
  say(name, value, value <= most, `at most ${most}`);
}

/** As {@link ceiling}, for a figure that may not be less. */
export function floor(name: string, value: number, least: number): void {
  say(name, value, value >= least, `at least ${least}`);
}

/** A number with two decimals, in a column. */
export function fixed(value: number, width: number): string {
  return value.toFixed(2).padStart(width);
}

function say(name: string, value: number, kept: boolean, limit: string): void {
  console.log(`  ${name.padEnd(46)}${fixed(value, 9)}  ${kept ? '✓' : '✗'} ${limit}`);
  if (!kept) process.exitCode = 1;
}
