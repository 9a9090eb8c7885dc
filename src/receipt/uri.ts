/**
 * URIs that name who says something: systems, gates, people.
 *
 * @module
 */
import { JudgeError } from '../errors.js';

/** Whether a value names somebody: a scheme, `://`, and something without white space. */
export function isUri(value: unknown): value is string {
  return typeof value === 'string' && URI.test(value);
}

/** Reads an option that names somebody. */
export function readUri(value: unknown, path: string, example: string): string {
  if (isUri(value)) return value;
  throw new JudgeError('bad_option', {
    path,
    rule: 'whoever says something is named by a URI',
    fix: `write it with a scheme, as in ${example}`,
  });
}

/** A scheme (RFC 3986 §3.1), `://`, and something without white space. */
const URI = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;
