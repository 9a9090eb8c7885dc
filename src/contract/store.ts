/**
 * Where question sets are kept: a store that many write to, and in which nothing is lost.
 *
 * @module
 */
import { canonicalize } from '../canonical.js';
import type { Digest } from '../digest.js';
import { JudgeError } from '../errors.js';
import { checkOptions } from '../members.js';
import { badContract, ownSet, readSlug } from './reader.js';
import type { QuestionSet } from './set.js';

/** What came of a put: the new head, or the head that somebody else wrote meanwhile. */
export type PutResult =
  | { readonly ok: true; readonly head: Digest }
  | { readonly ok: false; readonly head: Digest | undefined };

/** What {@link QuestionSetStore.put} compares. */
export interface PutOptions {
  /** {@link setHead} of the set that was read; `undefined` where there is none yet. */
  readonly expectedHead: Digest | undefined;
}

/** What {@link QuestionSetStore.list} lists. */
export interface ListOptions {
  /** The slug after which to begin. Defaults to the beginning. */
  readonly after?: string | undefined;
  /** How many sets to list, 1 or more. Defaults to 100. */
  readonly limit?: number | undefined;
}

/**
 * Where question sets are kept, at once or later.
 *
 * A store in a database is these three functions: `put` checks with {@link checkSuccessor} that the
 * set goes on from the one that is kept, then writes it, in one transaction and only where
 * {@link setHead} of what is kept still is `expectedHead`. Nothing is ever deleted, so that what a
 * receipt names can be found.
 */
export interface QuestionSetStore {
  /** The set of that slug; `undefined` or `null` where there is none. */
  get(slug: string): QuestionSet | null | undefined | Promise<QuestionSet | null | undefined>;
  /** The sets, sorted by slug; an empty list at the end. */
  list(options?: ListOptions): readonly QuestionSet[] | Promise<readonly QuestionSet[]>;
  /** Keeps a set if the one that is kept is the expected one. */
  put(set: QuestionSet, options: PutOptions): PutResult | Promise<PutResult>;
}

/** A {@link QuestionSetStore} that does everything at once. */
export interface SyncQuestionSetStore {
  /** As {@link QuestionSetStore}'s. */
  get(slug: string): QuestionSet | undefined;
  /** As {@link QuestionSetStore}'s. */
  list(options?: ListOptions): readonly QuestionSet[];
  /** As {@link QuestionSetStore}'s. */
  put(set: QuestionSet, options: PutOptions): PutResult;
}

/** The options of {@link changeSet}. */
export interface ChangeSetOptions {
  /** How often to change anew when somebody else was faster, 1 or more. Defaults to 256. */
  readonly attempts?: number | undefined;
}

/**
 * What tells one state of a set from every other: its `head`, the digest of all else that it holds.
 *
 * @param set The set.
 * @returns The digest, to be compared by a store.
 * @throws {@link JudgeError} as {@link readQuestionSet} does for what is no set.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { publish, questionSet, setHead } from 'judgement/contract';
 *
 * const set = questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } });
 * console.log(setHead(set) === setHead(set), setHead(publish(set)) === setHead(set)); // true false
 * ```
 */
export function setHead(set: QuestionSet): Digest {
  return ownSet(set).head;
}

/**
 * Checks that a set goes on from another: the same slug, every version as it was, and what was
 * published still published in the same order. Its name and description may change.
 *
 * @param before The set that is kept.
 * @param after The set that is to take its place.
 * @throws {@link JudgeError} `bad_contract` with the path of the first thing that was changed or
 *   lost, and as {@link readQuestionSet} does for what is no set.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { checkSuccessor, newDraft, questionSet } from 'judgement/contract';
 *
 * const set = questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } });
 * checkSuccessor(set, newDraft(set, { model: 'spam-2' }));
 *
 * try {
 *   checkSuccessor(set, questionSet({ slug: 'spam', questions: { spam: noul('Is this ham?') } }));
 * } catch (error) {
 *   if (error instanceof Error) console.log(error.message.split(';')[0]);
 *   // set.versions[0]: version 1 never changes
 * }
 * ```
 */
export function checkSuccessor(before: QuestionSet, after: QuestionSet): void {
  const [old, now] = [ownSet(before), ownSet(after)];
  const fix = 'append to the set that is kept';
  if (old.slug !== now.slug) throw badContract('set.slug', 'a slug never changes', fix);
  for (const [index, version] of old.versions.entries()) {
    const found = now.versions[index];
    if (found !== undefined && isSame(found, version)) continue;
    const verb = found === undefined ? 'is never lost' : 'never changes';
    throw badContract(`set.versions[${index}]`, `version ${version.version} ${verb}`, fix);
  }
  const lost = old.published.findIndex((number, index) => now.published[index] !== number);
  if (lost === -1) return;
  throw badContract(`set.published[${lost}]`, 'what was published stays published', fix);
}

/**
 * Changes a set in a store, or makes it there: reads it, changes it and puts it back; where
 * somebody else was faster, reads and changes it anew.
 *
 * @param store The store.
 * @param slug The slug of the set.
 * @param change Makes the new set out of the one that is kept, or of `undefined` where there is
 *   none yet. It may be called more than once.
 * @param options See {@link ChangeSetOptions}.
 * @returns The set as it is kept now.
 * @throws {@link JudgeError} As a rejection: `contract_busy` when somebody else was faster each
 *   time; `bad_contract` as {@link checkSuccessor} does, and for a set of another slug; `bad_option`
 *   for what is no store or no function, and for an option that does not exist. And whatever the
 *   store and `change` throw.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { changeSet, memorySetStore, newDraft, publish, questionSet } from 'judgement/contract';
 *
 * const store = memorySetStore();
 * const questions = { spam: noul('Is this spam?') };
 * await changeSet(store, 'spam', () => publish(questionSet({ slug: 'spam', questions })));
 * const set = await changeSet(store, 'spam', (kept) => {
 *   if (kept === undefined) throw new Error('who took it away?');
 *   return newDraft(kept, { questions: { spam: noul('Is this an advertisement?') } });
 * });
 * console.log(set.versions.length, store.get('spam')?.published); // 2 [ 1 ]
 * ```
 */
export async function changeSet(
  store: QuestionSetStore,
  slug: string,
  change: (set: QuestionSet | undefined) => QuestionSet | Promise<QuestionSet>,
  options: ChangeSetOptions = {},
): Promise<QuestionSet> {
  const attempts = readAttempts(options);
  checkStore(store);
  readSlug(slug, 'slug');
  if (typeof change !== 'function') {
    const fix = 'pass a function from the kept set to the new one';
    throw new JudgeError('bad_option', { path: 'change', rule: 'it is a function', fix });
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const kept = (await store.get(slug)) ?? undefined;
    const before = kept === undefined ? undefined : ownSet(kept);
    const after = ownSet(await change(before));
    if (after.slug !== slug) {
      throw badContract('set.slug', `it is ${slug}`, 'change the set of that slug');
    }
    if (before !== undefined) checkSuccessor(before, after);
    const expectedHead = before === undefined ? undefined : setHead(before);
    const put = await store.put(after, { expectedHead });
    // A store that wrote it, lost its own answer and tried again finds it kept.
    if (put.ok || put.head === setHead(after)) return after;
  }
  throw new JudgeError('contract_busy', {
    path: 'store',
    rule: `a set is changed within ${attempts} attempts`,
    fix: 'try again, or allow more attempts',
  });
}

/**
 * A store in memory, for one process: for tests, and for programs that keep their sets elsewhere.
 *
 * @param sets The sets that it begins with. None by default.
 * @returns The store. Its `put` throws `bad_contract` as {@link checkSuccessor} does; its `put` and
 *   `list` throw `bad_option` for options that are none.
 * @throws {@link JudgeError} `bad_option` for two sets of one slug, and as {@link readQuestionSet}
 *   does for what is no set.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { memorySetStore, publish, questionSet, setHead } from 'judgement/contract';
 *
 * const store = memorySetStore();
 * const set = questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } });
 * console.log(store.put(set, { expectedHead: undefined }).ok); // true
 * console.log(store.put(publish(set), { expectedHead: setHead(set) }).ok); // true
 * console.log(store.put(publish(set), { expectedHead: setHead(set) }).ok); // false
 * ```
 */
export function memorySetStore(sets: readonly QuestionSet[] = []): SyncQuestionSetStore {
  if (!Array.isArray(sets)) {
    const fix = 'pass a list of sets, or nothing';
    throw new JudgeError('bad_option', { path: 'sets', rule: 'they are a list', fix });
  }
  const kept = new Map<string, QuestionSet>();
  const store: SyncQuestionSetStore = Object.freeze({
    get: (slug: string): QuestionSet | undefined => kept.get(slug),
    list(options: ListOptions = {}): readonly QuestionSet[] {
      checkOptions(options, ['after', 'limit'], 'options');
      const { after, limit = PAGE } = options;
      checkCount(limit, 'options.limit');
      checkText(after, 'options.after');
      const slugs = [...kept.keys()].sort();
      const later = after === undefined ? slugs : slugs.filter((slug) => slug > after);
      return Object.freeze(later.slice(0, limit).flatMap((slug) => kept.get(slug) ?? []));
    },
    // Nothing is awaited between the comparison and the write, so nobody comes in between.
    put(set: QuestionSet, options: PutOptions): PutResult {
      checkOptions(options, ['expectedHead'], 'options');
      const { expectedHead } = options;
      checkText(expectedHead, 'options.expectedHead');
      const after = ownSet(set);
      const before = kept.get(after.slug);
      const head = before === undefined ? undefined : setHead(before);
      if (expectedHead !== head) return Object.freeze({ ok: false, head });
      if (before !== undefined) checkSuccessor(before, after);
      kept.set(after.slug, after);
      return Object.freeze({ ok: true, head: setHead(after) });
    },
  });
  for (const set of sets) {
    if (store.put(set, { expectedHead: undefined }).ok) continue;
    const rule = `two sets are called ${set.slug}`;
    throw new JudgeError('bad_option', { path: 'sets', rule, fix: 'pass each set once' });
  }
  return store;
}

const ATTEMPTS = 256;
const PAGE = 100;

function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonicalize(one) === canonicalize(other);
}

function readAttempts(options: ChangeSetOptions): number {
  checkOptions(options, ['attempts'], 'options');
  const { attempts = ATTEMPTS } = options;
  checkCount(attempts, 'options.attempts');
  return attempts;
}

function checkCount(count: unknown, path: string): void {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) return;
  const rule = 'it is a whole number, 1 or more';
  throw new JudgeError('bad_option', { path, rule, fix: 'leave it out for the usual one' });
}

function checkText(text: unknown, path: string): void {
  if (text === undefined || typeof text === 'string') return;
  throw new JudgeError('bad_option', { path, rule: 'it is text', fix: 'leave it out for none' });
}

function checkStore(store: unknown): void {
  const given: { readonly [name in keyof QuestionSetStore]?: unknown } = Object(store);
  if (typeof given.get === 'function' && typeof given.put === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'store',
    rule: 'a store has the functions get, list and put',
    fix: 'pass memorySetStore(), or a store of your own; await it first if it is a promise',
  });
}
