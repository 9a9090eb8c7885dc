/**
 * Which request ids are told on: those that change nothing but the line on which they are shown.
 *
 * @module
 */

/** Whether a value of a header can be told as a request id: visible ASCII, 1 to 200 characters. */
export function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && VISIBLE.test(value);
}

/**
 * Whether a member of a body can be told as one: with spaces between the characters as well. Anything
 * else could forge a line of a log, or hide one on a terminal.
 */
export function isTellable(value: unknown): value is string {
  return typeof value === 'string' && SPACED.test(value);
}

const VISIBLE = /^[\x21-\x7e]{1,200}$/;
const SPACED = /^(?! )[\x20-\x7e]{1,200}(?<! )$/;
