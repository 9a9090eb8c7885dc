/**
 * The wire form of a judgement: snake_case, plain JSON, and nothing that is absent.
 *
 * @module
 */
import type { Answer } from './answer.js';
import { toContractAnswer, toWireDetails, type WireDetails } from './details.js';
import type { Digest } from './digest.js';
import { JudgeError } from './errors.js';
import type { JsonObject } from './json.js';
import type {
  AnswerSource,
  ContractRef,
  JudgeInfo,
  Judgement,
  Origin,
  PanelVote,
} from './judge.js';
import { isPromise, present } from './members.js';
import type { Decision, Outcome, Reason } from './policy.js';
import type { Questions } from './question.js';

/** A {@link Decision} on the wire. */
export interface WireDecision {
  readonly effect: string;
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly applies_to: 'noul' | 'confidence';
  readonly bar?: number;
  readonly set_by: string;
  readonly measured?: number;
  readonly would_be?: string;
  readonly stale?: true;
}

/** An answer on the wire: one of the values, or a refusal. */
export interface WireAnswer {
  readonly noul?: number;
  readonly choice?: string;
  readonly score?: number;
  readonly probabilities?: { readonly [label in string]?: number };
  readonly confidence?: number;
  readonly refusal?: true;
}

/** An {@link Origin} on the wire. */
export interface WireOrigin {
  readonly latency_ms?: number;
  readonly request_id?: string;
  readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
  readonly response_digest?: Digest;
  readonly attempts?: number;
  readonly cached_at?: string;
  readonly answer_attestation?: JsonObject;
  readonly requested_model?: string;
  readonly model_unreported?: true;
}

/** An {@link AnswerSource} on the wire. */
export interface WireSource extends WireOrigin {
  readonly judge: JudgeInfo;
}

/** A {@link PanelVote} on the wire. */
export interface WireVote extends WireSource {
  readonly answer?: WireAnswer;
  /** The answer is written as a refusal, and is none: nothing could be measured in it. */
  readonly unmeasurable?: true;
  readonly failure?: string;
}

/** A {@link Judgement} on the wire. */
export interface WireJudgement extends WireSource {
  readonly effect: string;
  readonly outcome: Outcome;
  readonly decided_by: readonly string[];
  readonly answers: { readonly [key: string]: WireAnswer };
  readonly decisions: { readonly [key: string]: WireDecision };
  readonly questions: Questions;
  readonly state_digest: Digest;
  readonly questions_digest: Digest;
  readonly response_digest: Digest;
  readonly latency_ms: number;
  readonly details?: { readonly [key: string]: WireDetails };
  readonly sources?: { readonly [key: string]: WireSource };
  readonly panel?: { readonly [key: string]: readonly WireVote[] };
  readonly judged_at: string;
  readonly contract?: ContractRef;
  readonly threshold: { readonly value: number; readonly set_by: string };
}

/**
 * Writes a judgement in the names of the wire.
 *
 * @param result What `judge()` returned.
 * @returns Plain JSON with snake_case names. What is absent is not there; the state never is.
 * @throws {@link JudgeError} `bad_option` for anything else, such as the promise of a judgement.
 *
 * @example
 * ```ts
 * import { judgementToWire, judgeSync, toolCall } from 'judgement';
 *
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const wire = judgementToWire(judgeSync({ state }));
 * console.log(wire.effect, wire.decided_by); // deny [ 'shell_destructive', 'unsafe' ]
 * ```
 */
export function judgementToWire(result: Judgement<Questions, string>): WireJudgement {
  checkResult(result, 'result');
  const { threshold, details, sources, panel } = result;
  return {
    effect: result.effect,
    outcome: result.outcome,
    decided_by: result.decidedBy,
    answers: mapValues(result.answers, toWireAnswer),
    decisions: mapValues(result.decisions, toWireDecision),
    questions: result.questions,
    ...toWireSource(result),
    state_digest: result.stateDigest,
    questions_digest: result.questionsDigest,
    response_digest: result.responseDigest,
    latency_ms: result.latencyMs,
    judged_at: result.judgedAt,
    threshold: { value: threshold.value, set_by: threshold.setBy },
    ...present({
      details: toWireDetails(result.answers, details),
      sources: sources && mapPresent(sources, toWireSource),
      panel: panel && mapPresent(panel, (votes) => votes.map(toWireVote)),
      contract: result.contract,
    }),
  };
}

/**
 * Refuses what `judge()` did not return, above all a promise of what it will return.
 *
 * @throws {@link JudgeError} `bad_option` with the path.
 */
export function checkResult(result: unknown, path: string): void {
  const fix = 'pass what judge() returned';
  if (isPromise(result)) {
    const rule = 'a result is what judge() returned, and this is a promise';
    throw new JudgeError('bad_option', { path, rule, fix: `await it first; ${fix}` });
  }
  const given: { readonly [name in keyof Judgement]?: unknown } = Object(result);
  if ('state_digest' in given) {
    const rule = 'this is the wire form of a result';
    throw new JudgeError('bad_option', { path, rule, fix });
  }
  const maps = [given.answers, given.decisions, given.questions];
  const entries = maps.flatMap((map) => (isRecord(map) ? Object.values(map) : [map]));
  if ([...entries, given.judge, given.threshold].every(isRecord)) return;
  const rule = 'a result has answers, decisions, questions, a judge and a threshold';
  throw new JudgeError('bad_option', { path, rule, fix });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A copy of what can be seen, which the members of a refusal that throw cannot. */
function toWireAnswer(answer: Answer): WireAnswer {
  const { refusal, ...value }: WireAnswer = toContractAnswer(answer);
  return refusal ? { refusal } : present(value);
}

function toWireSource({ judge, ...origin }: AnswerSource): WireSource {
  return { judge, ...toWireOrigin(origin) };
}

function toWireOrigin(origin: Origin): WireOrigin {
  const { usage } = origin;
  return present({
    latency_ms: origin.latencyMs,
    request_id: origin.requestId,
    usage: usage && present({ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }),
    response_digest: origin.responseDigest,
    attempts: origin.attempts,
    cached_at: origin.cachedAt,
    answer_attestation: origin.attestation,
    requested_model: origin.requestedModel,
    model_unreported: origin.modelUnreported,
  });
}

function toWireVote({ answer, failure, ...source }: PanelVote): WireVote {
  return {
    ...toWireSource(source),
    ...present({
      answer: answer && toWireAnswer(answer),
      unmeasurable: answer?.unmeasurable,
      failure,
    }),
  };
}

function toWireDecision(decision: Decision): WireDecision {
  const { effect, outcome, reason, appliesTo, bar, setBy, measured, wouldBe, stale } = decision;
  return {
    effect,
    outcome,
    reason,
    applies_to: appliesTo,
    set_by: setBy,
    ...present({ bar, measured, would_be: wouldBe, stale }),
  };
}

/** As {@link mapValues}, where not every key need be there. */
function mapPresent<T, W>(
  map: { readonly [key: string]: T | undefined },
  toWire: (value: T) => W,
): { readonly [key: string]: W } {
  const entries = Object.entries(map).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, toWire(value)] as const],
  );
  return Object.fromEntries(entries);
}

function mapValues<T, W>(
  map: { readonly [key: string]: T },
  toWire: (value: T) => W,
): { readonly [key: string]: W } {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, toWire(value)]));
}
