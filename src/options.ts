/**
 * Options objects of our own functions: their members are known by name, so a typo is an error.
 *
 * @module
 */
import { JudgeError } from './errors.js';

/**
 * Refuses what is no options object, and any member that is not an option.
 *
 * An option that is misspelled is an option that is absent, and that could weaken a check without
 * a word.
 *
 * @throws {@link JudgeError} `bad_option` with the member's path.
 */
export function checkOptions(options: unknown, known: readonly string[], path: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new JudgeError('bad_option', {
      path,
      rule: 'it is an object of options',
      fix: `pass an object with any of: ${known.join(', ')}`,
    });
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new JudgeError('bad_option', {
      path: `${path}.${name.slice(0, 100)}`,
      rule: 'unknown option',
      fix: `use any of: ${known.join(', ')}`,
    });
  }
}
