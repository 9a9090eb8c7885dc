/**
 * SHA-256 digests of JSON values and bytes, and which form of a state a digest was made from.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from './bytes.js';
import { canonicalize } from './canonical.js';

/** `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

/** The form of a state that a digest was made from. */
export type DigestForm = 'rfc8785' | 'treeship' | 'bytes';

export function digest(value: unknown): Digest {
  return digestBytes(utf8(canonicalize(value)));
}

export function digestBytes(bytes: Uint8Array): Digest {
  return `sha256:${hex(sha256(bytes))}`;
}

export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && DIGEST.test(value);
}

export function matchesDigest(expected: string, stateOrText: unknown): DigestForm | undefined {
  if (!isDigest(expected)) return undefined;
  if (digest(stateOrText) === expected) return 'rfc8785';
  return undefined;
}

/** `sha256:` and 64 lower-case hex digits. */
const DIGEST = /^sha256:[0-9a-f]{64}$/;
