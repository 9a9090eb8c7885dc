/**
 * Judges made of judges that answer at once do so too, and many states give what one gives.
 *
 * @module
 */
import {
  type AnswerStore,
  cached,
  cascade,
  fallback,
  type Judge,
  type Judged,
  type Judgement,
  type JudgementError,
  judgeMany,
  judgeSync,
  memoryStore,
  noul,
  type PanelVote,
  quorum,
  retry,
  routes,
  type State,
  type SyncJudge,
  timeout,
} from '../../src/index.js';
import { type Equals, holds } from './equals.js';

const questions = { unsafe: noul('Unsafe?') };

/** All at once, or one of them later. */
export function atOnceOrLater(now: SyncJudge, later: Judge, remote: AnswerStore): void {
  const store = memoryStore();
  const median = { combine: 'median' } as const;
  const made = {
    cascade: cascade(now, now),
    fallback: fallback([now, now]),
    quorum: quorum([now], median),
    cached: cached(now, { store, maxAgeMs: 1 }),
  };
  holds<Equals<(typeof made)[keyof typeof made], SyncJudge>>();
  const later1 = cascade(now, later);
  const later2 = cascade(later, now);
  const later3 = fallback([now, later]);
  const later4 = quorum([later], median);
  const later5 = cached(later, { store, maxAgeMs: 1 });
  const later6 = cached(now, { store: remote, maxAgeMs: 1 });
  const later7 = timeout(now, 1);
  const later8 = retry(now);
  const all = [later1, later2, later3, later4, later5, later6, later7, later8] as const;
  holds<Equals<(typeof all)[number], Judge>>();
  // @ts-expect-error a judge that answers later cannot be asked at once
  judgeSync({ state: 'x', questions }, { judge: later1 });
}

/** What a result says of its answers, by the keys of the questions. */
export function said(result: Judgement<typeof questions>): void {
  const vote: PanelVote | undefined = result.panel?.unsafe?.[0];
  const model: string | undefined = result.sources?.unsafe?.judge.model;
  const attempts: number | undefined = result.attempts;
  // @ts-expect-error nobody asked that
  result.sources?.safe;
  [vote, model, attempts].sort();
}

/** What is absent from options may be there as `undefined`. */
export function absent(judge: SyncJudge): void {
  const clock = undefined;
  cascade(judge, judge, { settled: undefined, clock });
  fallback([judge], { badAnswer: undefined, clock });
  quorum([judge], { combine: 'median', atLeast: undefined, clock });
  timeout(judge, 1, { timer: undefined });
  retry(judge, { attempts: undefined, delayMs: undefined, maxDelayMs: undefined, clock });
  const store = memoryStore({ maxEntries: undefined, maxLength: undefined });
  cached(judge, { store, maxAgeMs: 1, adapter: undefined, onStoreError: undefined, clock });
}

/** A list gives a list, and anything else that is iterated gives an iterable. */
export async function many(
  judge: Judge,
  states: readonly State[],
  more: ReadonlySet<State>,
  stream: AsyncIterable<State>,
): Promise<void> {
  const policy = routes(['billing', 'sales'], { bar: 0.5 });
  const list = await judgeMany(states, questions, { judge, policy });
  holds<Equals<typeof list, readonly Judged<typeof questions, 'billing' | 'sales'>[]>>();
  for (const one of list) {
    if (one.ok) holds<Equals<typeof one.judgement.answers.unsafe.noul, number>>();
    else holds<Equals<typeof one.error, JudgementError>>();
  }
  const first = judgeMany(more, questions, { judge });
  const second = judgeMany(stream, questions, { judge, concurrency: undefined });
  holds<Equals<typeof first, typeof second>>();
  for await (const one of first) holds<Equals<typeof one, Judged<typeof questions>>>();
  // @ts-expect-error there is no default judge
  judgeMany(states, questions, {});
}
