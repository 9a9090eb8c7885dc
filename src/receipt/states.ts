/**
 * States that somebody kept, found again by the digests that receipts have of them.
 *
 * @module
 */
import { fromUtf8, utf8 } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { type Digest, type DigestForm, digest, digestBytes } from '../digest.js';
import { JudgeError } from '../errors.js';
import { type JsonValue, MAX_DEPTH, parseJson, snapshot } from '../json.js';
import { LONE_SURROGATE } from '../json-parts.js';
import { treeshipTexts } from '../treeship-form.js';

/** A state that has a certain digest. */
export interface FoundState {
  /** Which form of it has the digest. */
  readonly form: DigestForm;
  /** The state; absent where only its bytes match and they are no JSON. */
  readonly state?: JsonValue;
}

/**
 * Every digest that a state can have in a receipt, and in which form: what `matchesDigest` says for
 * one digest, for all of them at once.
 *
 * @param state A state, its JSON text, or its bytes.
 * @param path What the state is called in an error.
 * @throws {@link JudgeError} as {@link snapshot} does for a state that is not text and not JSON.
 */
export function digestsOf(state: unknown, path: string): ReadonlyMap<Digest, FoundState> {
  const found = new Map<Digest, FoundState>();
  if (state instanceof Uint8Array) {
    const text = fromUtf8(state);
    if (text === undefined) found.set(digestBytes(state), { form: 'bytes' });
    else addText(found, text);
  } else if (typeof state === 'string') {
    addText(found, state);
  } else {
    const value = snapshot(state, path);
    addValue(found, value, canonicalize(value));
  }
  return found;
}

/** The first form that has a digest counts, in the order of `matchesDigest`. */
function add(found: Map<Digest, FoundState>, key: Digest, state: FoundState): void {
  if (!found.has(key)) found.set(key, state);
}

/** A text is a state itself, and may also be the JSON text of one. */
function addText(found: Map<Digest, FoundState>, text: string): void {
  // Encoding would write U+FFFD for half of a surrogate pair.
  if (LONE_SURROGATE.test(text)) return;
  add(found, digest(text), { form: 'rfc8785', state: text });
  const value = attempt(() => parseJson(text));
  if (value !== undefined) add(found, digest(value), { form: 'rfc8785', state: value });
  addTreeship(found, value, text);
  add(found, digestBytes(utf8(text)), {
    form: 'bytes',
    ...(value === undefined ? {} : { state: value }),
  });
}

function addValue(found: Map<Digest, FoundState>, value: JsonValue, text: string): void {
  add(found, digestBytes(utf8(text)), { form: 'rfc8785', state: value });
  addTreeship(found, value, text);
}

/** Treeship reads some texts that are refused here; such a state has no value to judge. */
function addTreeship(
  found: Map<Digest, FoundState>,
  value: JsonValue | undefined,
  text: string,
): void {
  for (const form of attempt(() => treeshipTexts(text, MAX_DEPTH)) ?? []) {
    add(found, digestBytes(utf8(form)), {
      form: 'treeship',
      ...(value === undefined ? {} : { state: value }),
    });
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof JudgeError) return undefined;
    throw error;
  }
}
