/**
 * Judges, and what it takes to ask one and to hold its answers.
 *
 * @module
 */
import type { Answers } from './answer.js';
import type { Digest } from './digest.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Decision, Effect, Outcome, Policy } from './policy.js';
import type { Questions } from './question.js';

/** Who judges. */
export interface JudgeInfo {
  /** The exact model, with its version where it has one. */
  readonly model: string;
  readonly provider?: string;
  readonly kind?: 'decision-model' | 'llm' | 'classifier' | 'rules';
  /** Whether anyone with the state gets the same answers by asking again. */
  readonly replayable?: boolean;
  /** The decimals that its probabilities are rounded to, 1 to 15. Defaults to 2. */
  readonly decimals?: number;
}

/** What is about to happen, or happened: text, a JSON object or a JSON array. */
export type State = string | JsonObject | readonly JsonValue[];

/** What a judge is asked. */
export interface JudgeRequest<Q extends Questions = Questions> {
  readonly state: State;
  readonly questions: Q;
}

/** Tokens that a judge says it used. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** What a judge says; nothing of it is trusted before it is checked. */
export interface JudgeResponse {
  readonly answers: unknown;
  /** Who answered, where that is not simply the judge that was asked. */
  readonly judge?: JudgeInfo;
  /** Whole milliseconds. */
  readonly latencyMs?: number;
  readonly requestId?: string;
  readonly usage?: Usage;
  /** The digest of the response as it was received. */
  readonly responseDigest?: Digest;
}

/** The members of the platform's `AbortSignal` that are used here. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What a judge gets beside the request. */
export interface AskOptions {
  readonly signal?: Signal;
}

/** A judge that answers at once. */
export interface SyncJudge {
  readonly info: JudgeInfo;
  ask(request: JudgeRequest, options: AskOptions): JudgeResponse;
}

/** Anything that answers typed questions about a state. */
export interface Judge {
  readonly info: JudgeInfo;
  ask(request: JudgeRequest, options: AskOptions): JudgeResponse | Promise<JudgeResponse>;
}

/** The published set of questions that was asked: its id, and its version. */
export interface ContractRef {
  readonly id: string;
  readonly version?: string;
}

/** The time now, in milliseconds since 1970 in UTC, as `Date.now` tells it. */
export type Clock = () => number;

/** The options of every way to judge. */
export interface JudgeWithOptions<R extends string = never> {
  /** The rules that the answers are held to. Defaults to `threshold(0.5)`. */
  readonly policy?: Policy<R>;
  /** The question set that is asked: `ticket-router@3`, or its parts. Absent by default. */
  readonly contract?: ContractRef | string;
  /** Gives up when it aborts. Absent by default. */
  readonly signal?: Signal;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock;
}

/** What came of asking and holding: plain, deeply frozen, without the state. */
export interface Judgement<Q extends Questions = Questions, R extends string = never> {
  /** The strongest effect: deny, ask, warn, a route, allow, none. */
  readonly effect: Effect | R;
  readonly outcome: Outcome;
  /** The keys, sorted, whose effect this is; empty when it is `allow` or `none`. */
  readonly decidedBy: readonly (keyof Q & string)[];
  readonly answers: Answers<Q>;
  readonly decisions: { readonly [key in keyof Q]: Decision<R> };
  readonly questions: Q;
  /** Who answered. */
  readonly judge: JudgeInfo;
  readonly stateDigest: Digest;
  readonly questionsDigest: Digest;
  readonly responseDigest: Digest;
  readonly requestId?: string;
  /** Whole milliseconds. */
  readonly latencyMs: number;
  readonly usage?: Usage;
  /** When the answers came: RFC 3339, UTC, whole seconds. */
  readonly judgedAt: string;
  readonly contract?: ContractRef;
  /** The bar for every question that has none of its own, and who set it. */
  readonly threshold: { readonly value: number; readonly setBy: string };
}
