/**
 * A store of answers in memory, which forgets what was not used for longest.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import { checkOptions } from '../members.js';

/** Where `cached()` keeps answers: text by key, at once or later. */
export interface AnswerStore {
  /** The text that was kept under a key; `undefined` or `null` where there is none. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** Keeps a text under a key, at once or later; nobody waits for it. */
  set(key: string, text: string): unknown;
}

/** An {@link AnswerStore} that gives what it has at once. */
export interface SyncAnswerStore {
  /** As {@link AnswerStore}'s. */
  get(key: string): string | null | undefined;
  /** As {@link AnswerStore}'s, at once. */
  set(key: string, text: string): void;
}

/** The options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The most answers to keep, 1 or more. Defaults to 1 000. */
  readonly maxEntries?: number | undefined;
  /** The most characters to keep, of all answers together. Defaults to 16 777 216. */
  readonly maxLength?: number | undefined;
}

/**
 * A store in memory, with bounds: what was not used for longest is forgotten first, and a text that
 * is longer than all may be is not kept.
 *
 * @param options See {@link MemoryStoreOptions}.
 * @returns The store, for {@link cached}.
 * @throws {@link JudgeError} `bad_option` for a bound that is no whole number of 1 or more.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'judgement';
 *
 * const store = memoryStore({ maxEntries: 2 });
 * for (const key of ['a', 'b', 'c']) store.set(key, key.toUpperCase());
 * console.log(store.get('a'), store.get('c')); // undefined C
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): SyncAnswerStore {
  checkOptions(options, ['maxEntries', 'maxLength'], 'options');
  const { maxEntries = 1_000, maxLength = 16_777_216 } = options;
  checkBound(maxEntries, 'maxEntries');
  checkBound(maxLength, 'maxLength');
  // A map lists its keys as they were set, so the first is the one not used for longest.
  const texts = new Map<string, string>();
  let length = 0;
  const forget = (key: string): void => {
    length -= texts.get(key)?.length ?? 0;
    texts.delete(key);
  };
  return Object.freeze({
    get(key: string): string | undefined {
      const text = texts.get(key);
      if (text !== undefined) {
        texts.delete(key);
        texts.set(key, text);
      }
      return text;
    },
    set(key: string, text: string): void {
      forget(key);
      if (text.length > maxLength) return;
      texts.set(key, text);
      length += text.length;
      for (const oldest of texts.keys()) {
        if (texts.size <= maxEntries && length <= maxLength) return;
        forget(oldest);
      }
    },
  });
}

function checkBound(bound: number, name: string): void {
  if (Number.isSafeInteger(bound) && bound > 0) return;
  throw new JudgeError('bad_option', {
    path: `options.${name}`,
    rule: 'a bound is a whole number, 1 or more',
    fix: 'leave it out for the usual one',
  });
}
