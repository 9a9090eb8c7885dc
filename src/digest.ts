/**
 * SHA-256 digests of JSON values and bytes, and which form of a state a digest was made from.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from './bytes.js';
import { canonicalize } from './canonical.js';
import { JudgeError } from './errors.js';
import { MAX_DEPTH, parseJson } from './json.js';
import { LONE_SURROGATE } from './json-parts.js';
import { treeshipTexts } from './treeship-form.js';

/** `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

/**
 * What a digest was made from: RFC 8785 text, the text that Treeship digests, or the bytes of a
 * text as they are.
 */
export type DigestForm = 'rfc8785' | 'treeship' | 'bytes';

/**
 * Digests a JSON value: SHA-256 of the UTF-8 bytes of its RFC 8785 text.
 *
 * @param value A JSON value, as {@link canonicalize} takes it; a string is a value too, not JSON
 *   text.
 * @returns The digest.
 * @throws {@link JudgeError} as {@link canonicalize} does: `not_json`, `not_finite`,
 *   `lone_surrogate`, `cyclic`, `too_deep`, `too_large`.
 * @see RFC 8785, FIPS 180-4
 *
 * @example
 * ```ts
 * import { digest } from 'judgement';
 *
 * console.log(digest({ b: 1, a: 2 }) === digest({ a: 2, b: 1 })); // true
 * ```
 */
export function digest(value: unknown): Digest {
  return digestText(canonicalize(value));
}

/**
 * Digests bytes as they are.
 *
 * @param bytes The bytes.
 * @returns The digest.
 * @throws {@link JudgeError} `bad_option` when `bytes` is no Uint8Array.
 * @see FIPS 180-4
 *
 * @example
 * ```ts
 * import { digestBytes } from 'judgement';
 *
 * console.log(digestBytes(new Uint8Array()).slice(0, 15)); // sha256:e3b0c442
 * ```
 */
export function digestBytes(bytes: Uint8Array): Digest {
  if (!(bytes instanceof Uint8Array)) {
    const rule = 'bytes must be a Uint8Array';
    const fix = 'use digest() for a value, or encode text as UTF-8 first';
    throw new JudgeError('bad_option', { path: 'bytes', rule, fix });
  }
  return `sha256:${hex(sha256(bytes))}`;
}

/**
 * Whether a value is the text of a digest: `sha256:` and 64 lower-case hex digits.
 *
 * @param value Anything.
 * @returns True for a {@link Digest}.
 *
 * @example
 * ```ts
 * import { digest, isDigest } from 'judgement';
 *
 * console.log(isDigest(digest({})), isDigest('sha256:beef')); // true false
 * ```
 */
export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && DIGEST.test(value);
}

/**
 * Says which form of a state a digest was made from, if it was made from that state at all.
 *
 * Treeship digests the same text as {@link digest} for most states, but it writes `1.0` for a
 * float that is whole, other exponents, and members in the order of code points. A text keeps
 * which number was a float and a JavaScript value does not, so pass the text where there is one.
 *
 * A string is read as the text of a state, and also counts as a state itself: `'hello'` matches
 * both the digest of the state `"hello"` and that of the five bytes.
 *
 * @param expected The digest, such as a receipt's `state_digest`; what is no digest matches
 *   nothing.
 * @param stateOrText The state, or its JSON text as it came. A text that {@link parseJson} refuses
 *   can still match `bytes`.
 * @returns `rfc8785`, `treeship` or `bytes`, the first that matches in this order, or `undefined`
 *   when none does.
 * @throws {@link JudgeError} as {@link canonicalize} does when a state that is not text is not
 *   JSON: `not_json`, `not_finite`, `lone_surrogate`, `cyclic`, `too_deep`, `too_large`.
 *
 * @example
 * ```ts
 * import { digest, matchesDigest } from 'judgement';
 *
 * const state = { tool: 'Pay', input: { amount: 1 } };
 * console.log(matchesDigest(digest(state), state)); // rfc8785
 * console.log(matchesDigest(digest(state), { tool: 'Pay', input: { amount: 2 } })); // undefined
 *
 * const fromTreeship = 'sha256:c29a44abc114a1d75486434c013102c9e736f526b4fd19658d9492b7b224de6d';
 * console.log(matchesDigest(fromTreeship, '{ "a": 1.0 }')); // treeship
 * ```
 */
export function matchesDigest(expected: string, stateOrText: unknown): DigestForm | undefined {
  if (!isDigest(expected)) return undefined;
  if (typeof stateOrText === 'string') return matchText(expected, stateOrText);
  const text = canonicalize(stateOrText);
  if (digestText(text) === expected) return 'rfc8785';
  return isTreeship(expected, text) ? 'treeship' : undefined;
}

/** `sha256:` and 64 lower-case hex digits. */
const DIGEST = /^sha256:[0-9a-f]{64}$/;

function digestText(text: string): Digest {
  return digestBytes(utf8(text));
}

function matchText(expected: Digest, text: string): DigestForm | undefined {
  // Encoding would write U+FFFD for half of a surrogate pair, and so match another text's digest.
  if (LONE_SURROGATE.test(text)) return undefined;
  if (isCanonical(expected, text)) return 'rfc8785';
  if (isTreeship(expected, text)) return 'treeship';
  return digestText(text) === expected ? 'bytes' : undefined;
}

function isCanonical(expected: Digest, text: string): boolean {
  const isValue = attempt(() => digest(text) === expected);
  return isValue || attempt(() => digest(parseJson(text)) === expected);
}

function isTreeship(expected: Digest, text: string): boolean {
  return attempt(() =>
    treeshipTexts(text, MAX_DEPTH).some((form) => digestText(form) === expected),
  );
}

/** A text that cannot be read has no canonical form, so none that matches. */
function attempt(matches: () => boolean): boolean {
  try {
    return matches();
  } catch (error) {
    if (error instanceof JudgeError) return false;
    throw error;
  }
}
