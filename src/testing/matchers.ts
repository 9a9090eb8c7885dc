/**
 * Matchers for judgements and receipts, for any `expect` that can be extended.
 *
 * @module
 */
import type { Judgement, State, SyncJudge } from '../judge.js';
import type { Questions } from '../question.js';
import type { AttestedReceipt } from '../receipt/draft.js';
import type { OpenedReceipt } from '../receipt/open.js';
import { verifyPackage } from '../receipt/package.js';
import { replay } from '../receipt/replay.js';
import type { VerifyOptions } from '../receipt/verify.js';
import {
  envelopesOf,
  misuse,
  readReceipts,
  readSubject,
  type Subject,
  show,
  showDecision,
} from './subject.js';

/** What a matcher gives to the `expect` that it extends. */
export interface MatcherResult {
  readonly pass: boolean;
  /** What a failing test shows. */
  readonly message: () => string;
}

/** What `toBeReplayable` takes. */
export interface ReplayableOptions {
  /** The state that was judged. */
  readonly state: State;
  /** The judges that can be asked again: `rulesJudge()`. */
  readonly judges: readonly SyncJudge[];
}

/** What `toHaveBar` takes beside the bar. */
export interface BarOptions {
  /** The question whose bar it is. Defaults to all that have one. */
  readonly key?: string;
  /** Who set it. Anybody by default. */
  readonly setBy?: string;
}

/** What `toResolve` takes beside the judgement. */
export interface ResolutionOptions {
  readonly decision?: 'allow' | 'deny' | 'route';
  /** Who decided: `human://ada`. */
  readonly by?: string;
}

/** A receipt, or several of which it is one. */
export type Receipts = AttestedReceipt | OpenedReceipt | string | readonly AttestedReceipt[];

/** The matchers as methods of `expect(…)`. */
export interface JudgementMatchers<R = void> {
  /** A result or a verdict has this effect. */
  toHaveEffect(effect: string): R;
  /** It is a deny, and each of these questions is among those that decided. */
  toBeDeniedBy(...keys: string[]): R;
  /** It asks a person, and each of these questions is among those that decided. */
  toEscalate(...keys: string[]): R;
  /** A receipt, or all of several, verify by these keys, and no row of the report fails. */
  toVerify(options: VerifyOptions): R;
  /** A judge says that it can be asked again; with a state and judges: it answers as signed. */
  toBeReplayable(options?: ReplayableOptions): R;
  /** The answers, or that to one question, were held to this bar. */
  toHaveBar(bar: number, options?: BarOptions): R;
  /** A receipt is a resolution of this judgement. */
  toResolve(judgement: Receipts, options?: ResolutionOptions): R;
}

/** The matchers, as `expect.extend()` takes them. */
export type JudgementMatcherFunctions = {
  /** See {@link JudgementMatchers.toHaveEffect}. */
  readonly toHaveEffect: (received: unknown, effect: string) => MatcherResult;
  /** See {@link JudgementMatchers.toBeDeniedBy}. */
  readonly toBeDeniedBy: (received: unknown, ...keys: string[]) => MatcherResult;
  /** See {@link JudgementMatchers.toEscalate}. */
  readonly toEscalate: (received: unknown, ...keys: string[]) => MatcherResult;
  /** See {@link JudgementMatchers.toVerify}. */
  readonly toVerify: (received: unknown, options: VerifyOptions) => MatcherResult;
  /** See {@link JudgementMatchers.toBeReplayable}. */
  readonly toBeReplayable: (received: unknown, options?: ReplayableOptions) => MatcherResult;
  /** See {@link JudgementMatchers.toHaveBar}. */
  readonly toHaveBar: (received: unknown, bar: number, options?: BarOptions) => MatcherResult;
  /** See {@link JudgementMatchers.toResolve}. */
  readonly toResolve: (
    received: unknown,
    judgement: Receipts,
    options?: ResolutionOptions,
  ) => MatcherResult;
};

/**
 * The matchers, for `expect.extend(judgementMatchers)` of Vitest 4 and 5, Jest and `bun test`. What
 * a failing test shows is each answer against its bar.
 *
 * Handed something that they are not about, they throw: that fails with `not`, too.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { judgementMatchers } from 'judgement/testing';
 *
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } }) });
 * const { pass, message } = judgementMatchers.toHaveEffect(result, 'allow');
 * console.log(pass); // false
 * console.log(message().split('\n')[0]); // expected the effect allow, and it is deny
 * ```
 */
export const judgementMatchers: JudgementMatcherFunctions = {
  toHaveEffect(received, effect) {
    const subject = readSubject(received);
    return result(subject.effect === effect, subject, `the effect ${effect}`);
  },
  toBeDeniedBy(received, ...keys) {
    return decided(received, 'deny', keys);
  },
  toEscalate(received, ...keys) {
    return decided(received, 'ask', keys);
  },
  toVerify(received, options) {
    const envelopes = envelopesOf(received);
    const { items, rows } = verifyPackage(envelopes, options);
    const failed = rows.filter(({ status }) => status === 'fail').map(({ sentence }) => sentence);
    const refused = items.flatMap(({ verdict, place }) =>
      verdict.ok ? [] : [`${place}: ${verdict.code}: ${verdict.rule}`],
    );
    const pass = failed.length === 0 && refused.length === 0;
    const count = `${envelopes.length} ${envelopes.length === 1 ? 'receipt' : 'receipts'}`;
    return {
      pass,
      message: () =>
        pass
          ? `expected ${count} not to verify, and all of it does`
          : lines(`expected ${count} to verify`, [...failed, ...refused]),
    };
  },
  toBeReplayable(received, options) {
    return options === undefined ? saysReplayable(received) : isReplayed(received, options);
  },
  toHaveBar(received, bar, options = {}) {
    const { key, setBy } = options;
    const found = barsOf(received).filter((each) => key === undefined || each.key === key);
    const pass =
      found.length > 0 &&
      found.every((each) => each.bar === bar && (setBy === undefined || each.setBy === setBy));
    const by = setBy === undefined ? '' : ` set by ${setBy}`;
    const of = key === undefined ? '' : ` for ${key}`;
    return {
      pass,
      message: () =>
        lines(
          `expected ${pass ? 'no ' : 'a '}bar of ${bar}${by}${of}`,
          found.length === 0 ? ['there is none'] : found.map(({ shown }) => shown),
        ),
    };
  },
  toResolve(received, judgement, options = {}) {
    const wanted = idsOf(judgement);
    const { decision, by } = options;
    const resolutions = readReceipts(resolutionOf(received)).flatMap(({ resolution }) =>
      resolution === undefined ? [] : [resolution],
    );
    const found = resolutions.filter((each) => wanted.includes(each.judgement));
    const pass = found.some(
      (each) =>
        (decision === undefined || each.decision === decision) &&
        (by === undefined || each.by === by),
    );
    const what = [decision, by && `by ${by}`].filter(Boolean).join(' ');
    return {
      pass,
      message: () =>
        lines(
          `expected ${pass ? 'no' : 'a'} resolution${what === '' ? '' : ` (${what})`} of ${wanted.join(' or ')}`,
          resolutions.length === 0
            ? ['it is no resolution']
            : resolutions.map((each) => `${each.decision} by ${each.by} of ${each.judgement}`),
        ),
    };
  },
};

function result(pass: boolean, subject: Subject, wanted: string): MatcherResult {
  return {
    pass,
    message: () =>
      pass
        ? `expected not to have ${wanted}\n${show(subject)}`
        : `expected ${wanted}, and it is ${subject.effect}\n${show(subject)}`,
  };
}

function decided(
  received: unknown,
  effect: 'deny' | 'ask',
  keys: readonly string[],
): MatcherResult {
  const subject = readSubject(received);
  const { decidedBy, decisions, answers } = subject;
  const missing = keys.filter((key) => !decidedBy.includes(key));
  const pass = subject.effect === effect && missing.length === 0;
  const by = keys.length === 0 ? '' : ` decided by ${keys.join(', ')}`;
  const others = missing
    .filter((key) => !Object.hasOwn(decisions, key))
    .map((key) => `  ${key}: ${showDecision(undefined, answers[key])}`);
  return {
    pass,
    message: () =>
      [
        pass
          ? `expected no ${effect}${by}`
          : `expected ${effect}${by}, and it is ${subject.effect} decided by ${decidedBy.join(', ') || 'nobody'}`,
        show(subject),
        ...others,
      ].join('\n'),
  };
}

function saysReplayable(received: unknown): MatcherResult {
  const judges = judgesOf(received);
  const pass = judges.length > 0 && judges.every(({ replayable }) => replayable === true);
  return {
    pass,
    message: () =>
      lines(
        `expected ${pass ? 'no ' : 'a '}judge that can be asked again`,
        judges.map(({ model, replayable }) => `${model}: replayable is ${String(replayable)}`),
      ),
  };
}

function isReplayed(received: unknown, { state, judges }: ReplayableOptions): MatcherResult {
  const receipts = readReceipts(received).filter(({ judgement }) => judgement !== undefined);
  if (receipts.length === 0) throw misuse('it holds a judgement, and there is none');
  const found = receipts.map((receipt) => ({
    key: receipt.judgement?.question.key ?? '',
    came: replay(receipt, state, { judges }),
  }));
  const pass = found.every(({ came }) => came.status === 'replayed');
  return {
    pass,
    message: () =>
      lines(
        `expected the judge ${pass ? 'not ' : ''}to answer as it was signed`,
        found.map(({ key, came }) => {
          if (came.status !== 'contradicted') return `${key}: ${came.status}`;
          const { signed, replayed, differs } = came;
          return `${key}: signed ${JSON.stringify(signed)}, now ${JSON.stringify(replayed)} (${differs.join(', ')})`;
        }),
      ),
  };
}

interface FoundBar {
  readonly key: string;
  readonly bar: number;
  readonly setBy: string | undefined;
  readonly shown: string;
}

function barsOf(received: unknown): readonly FoundBar[] {
  const given: { readonly effect?: unknown } = Object(received);
  if (typeof given.effect === 'string') {
    const { decisions, answers } = readSubject(received);
    return Object.entries(decisions).flatMap(([key, decision]) => {
      const { bar, setBy } = decision;
      const shown = `${key}: ${showDecision(decision, answers[key])}`;
      return bar === undefined ? [] : [{ key, bar, setBy, shown }];
    });
  }
  return readReceipts(received).flatMap(({ judgement }) => {
    if (judgement?.threshold === undefined) return [];
    const { key } = judgement.question;
    const { value: bar, set_by: setBy } = judgement.threshold;
    return [{ key, bar, setBy, shown: `${key}: a bar of ${bar} (set by ${String(setBy)})` }];
  });
}

function judgesOf(received: unknown): readonly {
  readonly model: string;
  readonly replayable?: boolean | undefined;
}[] {
  const given: { readonly effect?: unknown } = Object(received);
  if (typeof given.effect !== 'string') {
    return readReceipts(received).flatMap(({ judgement }) =>
      judgement === undefined ? [] : [judgement.judge],
    );
  }
  const judgement: Judgement<Questions, string> | undefined = readSubject(received).judgement;
  if (judgement === undefined) throw misuse('it holds a judgement, and there is none');
  const sources = Object.values(judgement.sources ?? {});
  return [judgement.judge, ...sources.flatMap((source) => (source ? [source.judge] : []))];
}

/** Of a verdict the receipt of the answer; anything else as it is. */
function resolutionOf(received: unknown): unknown {
  const { resolved }: { readonly resolved?: { readonly receipt?: unknown } } = Object(received);
  return resolved?.receipt ?? received;
}

function idsOf(judgement: Receipts): readonly string[] {
  if (typeof judgement === 'string') return [judgement];
  return readReceipts(judgement).map(({ id }) => id);
}

function lines(first: string, rest: readonly string[]): string {
  return [first, ...rest.map((line) => `  ${line}`)].join('\n');
}
