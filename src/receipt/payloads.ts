/**
 * What the payloads of receipts must look like: the kind `judgement.v1`.
 *
 * @module
 */
import * as v from 'valibot';
import { type Digest, isDigest } from '../digest.js';
import type { JsonObject } from '../json.js';
import type { JudgeMethod } from '../judge.js';
import type { Outcome } from '../policy.js';
import type { Question } from '../question.js';
import { checkShape, object, plainObject, strictObject } from './shape.js';

/** A judge in a payload. */
export interface PayloadJudge {
  readonly model: string;
  readonly provider?: string;
  readonly kind?: 'decision-model' | 'llm' | 'classifier' | 'rules';
  /** How it comes by its numbers; a member of ours, like the last two. */
  readonly method?: JudgeMethod;
  readonly replayable?: boolean;
  readonly request_id?: string;
  /** The model that was asked for, which can be an alias. */
  readonly requested_model?: string;
  /** Nobody said which model answered, so that `model` is the one that was asked for. */
  readonly model_unreported?: boolean;
}

/** What else is known of an answer, in a payload. */
export interface PayloadDetails {
  readonly mass?: number;
  readonly samples?: number;
  readonly interval?: readonly number[];
  readonly provider_confidence?: number;
  readonly rotations?: number;
  /** The refusal is none of the judge's: nothing could be measured in its answer. */
  readonly unmeasurable?: boolean;
}

/** An answer in a payload. */
export interface PayloadAnswer {
  readonly noul?: number;
  readonly choice?: string;
  readonly score?: number;
  readonly probabilities?: { readonly [label: string]: number };
  readonly confidence?: number;
  /** True when the judge declined; a member of ours, which the schema leaves room for. */
  readonly refusal?: boolean;
}

/** What one of several judges said, in a payload. */
export interface PayloadVote {
  readonly judge: PayloadJudge;
  readonly answer?: PayloadAnswer;
  /** The refusal is none of the judge's: nothing could be measured in its answer. */
  readonly unmeasurable?: boolean;
  /** The code of the error that came instead. */
  readonly failure?: string;
  readonly response_digest?: Digest;
  readonly latency_ms?: number;
  readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
  readonly answer_attestation?: JsonObject;
  readonly attempts?: number;
  readonly cached_at?: string;
}

/** The payload `judgement.v1`, with the names of the wire: one answer and what was done about it. */
export interface JudgementPayload {
  readonly schema: 'judgement.v1';
  /** Who gave this answer. */
  readonly judge: PayloadJudge;
  readonly question: {
    readonly key: string;
    readonly type: Question['type'];
    readonly instructions?: string;
    readonly options?: readonly string[];
  };
  readonly answer: PayloadAnswer;
  readonly outcome: Outcome;
  /** The effect, or the route that was taken; absent when there was none. */
  readonly effect?: string;
  /** The bar that the answer was held to. */
  readonly threshold?: {
    readonly value: number;
    readonly applies_to?: 'confidence' | 'noul';
    readonly set_by?: string;
  };
  readonly contract?: { readonly id: string; readonly version?: string };
  readonly state_digest?: Digest;
  readonly questions_digest?: Digest;
  readonly response_digest?: Digest;
  readonly latency_ms?: number;
  readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
  readonly notes?: string;
  /** The envelope in which the judge signed its answer; a member of ours as well. */
  readonly answer_attestation?: JsonObject;
  /** How often a judge was asked until one answered; a member of ours, like the next two. */
  readonly attempts?: number;
  /** When the answer was first given, where it came from a cache. */
  readonly cached_at?: string;
  /** What else is known of the answer; a member of ours, like the next. */
  readonly details?: PayloadDetails;
  /** What each of several judges said, where the answer was made of theirs. */
  readonly panel?: readonly PayloadVote[];
  readonly judged_at: string;
}

/** Checks a payload of the kind `judgement.v1`: every rule of its schema. */
export function checkJudgement(
  payload: unknown,
  root: string,
): asserts payload is JudgementPayload {
  const fix = 'ask its signer to follow judgement.v1';
  checkShape(JUDGEMENT, payload, { code: 'bad_payload', root, fix });
}

const digestText = /* @__PURE__ */ v.custom<Digest>(
  isDigest,
  'it must be sha256: and 64 lower-case hex digits',
);

const unit = /* @__PURE__ */ v.custom<number>(isUnit, 'it must be a number of 0 to 1');

const count = /* @__PURE__ */ v.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  'it must be a whole number of 0 or more',
);

/** Probabilities by label. Not a `v.record`, which passes over a label such as `prototype`. */
const distribution = /* @__PURE__ */ v.custom<{ readonly [label: string]: number }>(
  isDistribution,
  'it must be an object of numbers of 0 to 1',
);

const judgeShape = /* @__PURE__ */ object({
  model: v.string(),
  provider: v.exactOptional(v.string()),
  kind: v.exactOptional(v.picklist(['decision-model', 'llm', 'classifier', 'rules'])),
  method: v.exactOptional(v.picklist(['distribution', 'logprobs', 'self-reported', 'sampled'])),
  replayable: v.exactOptional(v.boolean()),
  request_id: v.exactOptional(v.string()),
  requested_model: v.exactOptional(v.string()),
  model_unreported: v.exactOptional(v.boolean()),
});

const detailsShape = /* @__PURE__ */ object({
  mass: v.exactOptional(unit),
  samples: v.exactOptional(count),
  interval: v.exactOptional(v.array(unit)),
  provider_confidence: v.exactOptional(unit),
  rotations: v.exactOptional(count),
  unmeasurable: v.exactOptional(v.boolean()),
});

const answerShape = /* @__PURE__ */ object({
  noul: v.exactOptional(unit),
  choice: v.exactOptional(v.string()),
  score: v.exactOptional(v.number()),
  probabilities: v.exactOptional(distribution),
  confidence: v.exactOptional(unit),
  refusal: v.exactOptional(v.boolean()),
});

const usageShape = /* @__PURE__ */ object({
  input_tokens: v.exactOptional(count),
  output_tokens: v.exactOptional(count),
});

const voteShape = /* @__PURE__ */ object({
  judge: judgeShape,
  answer: v.exactOptional(answerShape),
  unmeasurable: v.exactOptional(v.boolean()),
  failure: v.exactOptional(v.string()),
  response_digest: v.exactOptional(digestText),
  latency_ms: v.exactOptional(count),
  usage: v.exactOptional(usageShape),
  answer_attestation: v.exactOptional(plainObject),
  attempts: v.exactOptional(count),
  cached_at: v.exactOptional(v.string()),
});

/** `judgement.v1`: further members are allowed, except in a contract. */
const JUDGEMENT = /* @__PURE__ */ object({
  schema: v.literal('judgement.v1'),
  judge: judgeShape,
  question: object({
    key: v.string(),
    type: v.picklist(['noul', 'choice', 'score']),
    instructions: v.exactOptional(v.string()),
    options: v.exactOptional(v.array(v.string())),
  }),
  answer: answerShape,
  outcome: v.picklist(['acted', 'escalated', 'refused', 'ignored']),
  effect: v.exactOptional(v.string()),
  threshold: v.exactOptional(
    object({
      value: unit,
      applies_to: v.exactOptional(v.picklist(['confidence', 'noul'])),
      set_by: v.exactOptional(v.string()),
    }),
  ),
  contract: v.exactOptional(strictObject({ id: v.string(), version: v.exactOptional(v.string()) })),
  state_digest: v.exactOptional(digestText),
  questions_digest: v.exactOptional(digestText),
  response_digest: v.exactOptional(digestText),
  latency_ms: v.exactOptional(count),
  usage: v.exactOptional(usageShape),
  notes: v.exactOptional(v.string()),
  answer_attestation: v.exactOptional(plainObject),
  attempts: v.exactOptional(count),
  cached_at: v.exactOptional(v.string()),
  details: v.exactOptional(detailsShape),
  panel: v.exactOptional(v.array(voteShape)),
  judged_at: v.string(),
});

function isUnit(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isDistribution(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(isUnit);
}
