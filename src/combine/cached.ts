/**
 * A judge that is not asked again what it has answered already.
 *
 * @module
 */
import { letGoOf } from '../abort.js';
import { aborted, type Heard, hear } from '../asking.js';
import { digest } from '../digest.js';
import { JudgeError } from '../errors.js';
import { type JsonValue, parseJson } from '../json.js';
import type { AskOptions, Clock, Judge, JudgeRequest, JudgeResponse, SyncJudge } from '../judge.js';
import { checkOptions, isName, isObject, isPromise, present } from '../members.js';
import { readClock, toRfc3339 } from '../time.js';
import {
  type Ask,
  ask,
  type Inner,
  isGiven,
  passedOn,
  readInner,
  toResponse,
  withOrigin,
} from './inner.js';
import type { AnswerStore, SyncAnswerStore } from './memory-store.js';
import { run, type Steps, wait } from './steps.js';

/** The options of {@link cached}. */
export interface CachedOptions<S extends AnswerStore = AnswerStore> {
  /** Where answers are kept. */
  readonly store: S;
  /** How old an answer may be, in milliseconds, more than 0; `Infinity` for any age. */
  readonly maxAgeMs: number;
  /**
   * The name of what stands between this program and the model, such as a prompt and its version:
   * change it when the same model would be asked differently. Absent by default.
   */
  readonly adapter?: string | undefined;
  /** Is told what is wrong with the store. Nobody by default. */
  readonly onStoreError?: ((error: unknown) => void) | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * A judge that answers from a store what was asked before: the same questions, in the same words,
 * about the same state, of the same model by the same adapter.
 *
 * An answer from the store is marked: `cachedAt` says when it was first given, in the result and in
 * the receipt. It is the same answer and no second opinion, so it keeps the latency, the usage, the
 * request id and the digest that it had. What comes out of the store is checked like any answer.
 *
 * Only answers are kept: no failure, no refusal, as asking again may bring an answer, and nothing
 * that a judge of several has failed to answer. A store that fails, or gives something else than
 * what was kept, is no reason to go without an answer: `onStoreError` is told, and the judge is
 * asked. Nobody waits until an answer is kept. Equal requests at the same time are each asked, so that no caller who gives up takes the
 * answer away from another. If the judge and the store answer at once, so does this judge.
 *
 * What is kept is the answer of the judge that is passed, whoever gave it within: around a
 * `fallback()` that is the answer of the judge that stood in, and it is given until it is too old,
 * also when the first judge is there again. Cache the judges within, to keep each one's own. Judges
 * that demand signatures, as `httpJudge()` with `judgeKeys`, share no answer with those that do not,
 * and what is kept has to carry the signature; within a judge of several it is asked each time.
 *
 * @param judge Who is asked what is not in the store.
 * @param options See {@link CachedOptions}.
 * @returns A judge.
 * @throws {@link JudgeError} `bad_option` for what is no judge and for a wrong option. When it is
 *   asked: what the judge throws.
 *
 * @example
 * ```ts
 * import { cached, type Judge, judgeWith, memoryStore, noul } from 'judgement';
 *
 * let asked = 0;
 * const model: Judge = {
 *   info: { model: 'verdicts-2' },
 *   ask: async () => {
 *     asked += 1;
 *     return { answers: { unsafe: { noul: 0.9 } } };
 *   },
 * };
 * const judge = cached(model, { store: memoryStore(), maxAgeMs: 60_000 });
 * const request = { state: 'rm -rf /', questions: { unsafe: noul('Is it unsafe?') } };
 * await judgeWith(judge, request);
 * const again = await judgeWith(judge, request);
 * console.log(asked, again.effect, again.cachedAt !== undefined); // 1 deny true
 * ```
 */
export function cached(judge: SyncJudge, options: CachedOptions<SyncAnswerStore>): SyncJudge;
/** As the other, with a judge or a store that answers later. */
export function cached(judge: Judge, options: CachedOptions): Judge;
export function cached(judge: Judge, options: CachedOptions): Judge {
  const inner = readInner(judge, 'judge');
  checkOptions(options, OPTIONS, 'options');
  const { store, maxAgeMs, adapter, onStoreError, clock = Date.now } = options;
  const given: { readonly [name in keyof AnswerStore]?: unknown } = Object(store);
  if (typeof given.get !== 'function' || typeof given.set !== 'function') {
    throw wrong('store', 'a store has get() and set()', 'pass memoryStore() or one of your own');
  }
  if (typeof maxAgeMs !== 'number' || !(maxAgeMs > 0)) {
    throw wrong('maxAgeMs', 'an age is a number of milliseconds above 0', 'pass 60_000 or so');
  }
  if (adapter !== undefined && !isName(adapter)) {
    throw wrong('adapter', 'it is text of 1 to 1,000 characters, not blank', 'leave it out');
  }
  if (onStoreError !== undefined && typeof onStoreError !== 'function') {
    throw wrong('onStoreError', 'it is a function', 'leave it out');
  }
  const cache: Cache = { inner, store, maxAgeMs, adapter, onStoreError };
  return Object.freeze({
    ...passedOn(inner),
    ask: (request: JudgeRequest, about: AskOptions = {}) =>
      run(askOnce(cache, { request, options: about, clock })),
  });
}

const OPTIONS = ['store', 'maxAgeMs', 'adapter', 'onStoreError', 'clock'] as const;

interface Cache extends Pick<CachedOptions, 'store' | 'maxAgeMs' | 'adapter' | 'onStoreError'> {
  readonly inner: Inner;
}

function* askOnce(cache: Cache, asking: Ask): Steps<JudgeResponse> {
  const key = keyOf(cache, asking.request);
  const kept = yield* look(cache, key, asking);
  checkAborted(asking);
  if (kept !== undefined) return toResponse(kept);
  const heard = yield* ask(cache.inner, asking);
  if (isWhole(heard)) keep(cache, key, heard, readClock(asking.clock));
  return toResponse(heard);
}

/** Everything that the answers depend on; the digests are what receipts have, too. */
function keyOf({ inner, adapter }: Cache, { state, questions }: JudgeRequest): string {
  const { model, provider, kind } = inner.info;
  const { cacheKey } = inner;
  const judge = present({ model, provider, kind, adapter, cacheKey });
  return digest({ judge, questions: digest(questions), state: digest(state) });
}

/** Looks for an answer that is young enough and in order. */
function* look(cache: Cache, key: string, asking: Ask): Steps<Heard | undefined> {
  checkAborted(asking);
  let text: string | null | undefined;
  try {
    text = yield* wait(cache.store.get(key));
  } catch (error) {
    tell(cache, error);
  }
  if (text === undefined || text === null) return undefined;
  // Now and not before: a store that takes its time has made the answer older.
  const now = readClock(asking.clock);
  try {
    return open(text, { cache, key, asking, now });
  } catch (error) {
    tell(cache, error);
    return undefined;
  }
}

interface Looking {
  readonly cache: Cache;
  readonly key: string;
  readonly asking: Ask;
  readonly now: number;
}

function open(text: string, { cache, key, asking, now }: Looking): Heard | undefined {
  const entry = parseJson(text, { path: 'stored' });
  if (!isObject(entry) || entry['key'] !== key) throw notKept('it was kept under this key');
  const { at, response } = entry;
  if (typeof at !== 'number' || !(at >= 0 && at < YEAR_10000)) throw notKept('it has its time');
  // What comes from the future may be of any age.
  if (at > now || now - at > cache.maxAgeMs) return undefined;
  const { info, holds } = cache.inner;
  const asked = { info, signal: undefined, elapsedMs: 0 };
  const heard = hear(asking.request.questions, roundedAs(info.decimals, response), asked);
  if (!isWhole(heard)) throw notKept('only answers are kept');
  const { answers, judge, origin } = heard;
  const { responseDigest, attestation } = origin;
  if (holds?.(asking.request, { answers, judge, responseDigest, attestation }) === false) {
    throw notKept('it carries what the judge demands, such as its signature of these answers');
  }
  return withOrigin(heard, ({ cachedAt = toRfc3339(at) }) => ({ cachedAt }));
}

/** What the judge says it rounds to is what its answers are held to, whatever the store says. */
function roundedAs(decimals: number | undefined, response: JsonValue | undefined): unknown {
  if (decimals === undefined || !isObject(response)) return response;
  const { judge } = response;
  return isObject(judge) ? { ...response, judge: { ...judge, decimals } } : response;
}

/** Nobody waits for it: the answer is there, whatever becomes of keeping it. */
function keep(cache: Cache, key: string, heard: Heard, now: number): void {
  const text = JSON.stringify({ key, at: firstGiven(heard, now), response: toResponse(heard) });
  try {
    const done: unknown = cache.store.set(key, text);
    if (isPromise(done)) Promise.resolve(done).catch((error: unknown) => tell(cache, error));
  } catch (error) {
    tell(cache, error);
  }
}

/** What came from another cache is as old as it was there. */
function firstGiven({ origin, sources = {}, panel = {} }: Heard, now: number): number {
  const said = [origin, ...Object.values(sources), ...Object.values(panel).flat()];
  const times = said.map((one) => one?.cachedAt);
  return Math.min(now, ...times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)])));
}

/** Whether every question was answered, and by every judge that was to answer it. */
function isWhole({ answers, panel = {} }: Heard): boolean {
  const votes = Object.values(panel).flatMap((one) => one ?? []);
  return (
    Object.values(answers).every(isGiven) && votes.every(({ failure }) => failure === undefined)
  );
}

function checkAborted({ options: { signal } }: Ask): void {
  if (signal?.aborted) throw aborted(signal);
}

function tell({ onStoreError }: Cache, error: unknown): void {
  try {
    letGoOf(onStoreError?.(error));
  } catch {
    // Whoever is told has no say in what the judge answers.
  }
}

function notKept(rule: string): JudgeError {
  return wrong('store', `what a store gives is what was kept: ${rule}`, 'look into the store');
}

function wrong(name: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}

const YEAR_10000 = 253_402_300_800_000;
