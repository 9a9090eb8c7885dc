/**
 * The decision models of the AI SDK, as far as they are used here: shapes, and no import.
 *
 * @module
 */
import type { JudgeResponse, Signal } from '../../judge.js';

/** A part of the state that a {@link DecisionModel} reads. */
export interface DecisionPart {
  /** `text`, `json` or `file`. */
  readonly type: string;
  /** Of a part of the type `text`. */
  readonly text?: string;
  /** Of a part of the type `json`. */
  readonly value?: unknown;
}

/** A question in the AI SDK's words: `boolean`, `choice`, `score` or `box`. */
export interface DecisionQuestion {
  readonly type: string;
  readonly instructions?: unknown;
  /** Of a boolean what speaks for each side, of a choice its options, of a score its levels. */
  readonly criteria?: unknown;
}

/** What a model is called with. */
export interface DecisionCall {
  /** Parts for `doDecide`; for the older `doEvaluate` the state itself. */
  readonly state: unknown;
  readonly questions: { readonly [key: string]: DecisionQuestion };
  readonly maxOutputTokens?: number | undefined;
  readonly reasoning?: string | undefined;
  readonly abortSignal?: Signal | undefined;
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
  readonly providerOptions?: { readonly [provider: string]: object } | undefined;
}

/** A model that decides: the AI SDK's `DecisionModelV4`. */
export interface DecisionModel {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedQuestionTypes: readonly string[];
  /** Answers every question about the same state. */
  doDecide(options: DecisionCall): PromiseLike<object>;
}

/** The same under its older name: the AI SDK's `EvaluationModelV4`, which reads a raw state. */
export interface EvaluationModel {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedQuestionTypes: readonly string[];
  /** Answers every question about the same state. */
  doEvaluate(options: DecisionCall): PromiseLike<object>;
}

/** What a model says of a call beside its answers. */
export type DecisionWarning =
  | { readonly type: 'unsupported'; readonly feature: string; readonly details?: string }
  | { readonly type: 'compatibility'; readonly feature: string; readonly details?: string }
  | { readonly type: 'deprecated'; readonly setting: string; readonly message: string }
  | { readonly type: 'other'; readonly message: string };

/** What a judge that is such a model answers: as any, with what the model warned of. */
export interface AiSdkResponse extends JudgeResponse {
  readonly warnings: readonly DecisionWarning[];
}

/** An answer in the AI SDK's words, where there is no refusal. */
export type DecisionAnswer =
  | { readonly type: 'boolean'; readonly probability: number }
  | {
      readonly type: 'choice';
      readonly choice: string;
      readonly probabilities?: Record<string, number>;
    }
  | {
      readonly type: 'score';
      readonly score: number;
      /** By the index of the level. */
      readonly probabilities?: Record<string, number>;
    };

/** What a judge answers as a model. */
export interface DecisionReply<A> {
  answers: Record<string, A>;
  /** The decimals that the judge rounds to. */
  rounding: { probabilityDecimals: number; scoreDecimals: number };
  usage?: { inputTokens?: number; outputTokens?: number };
  warnings: DecisionWarning[];
  providerMetadata: {
    /** What the AI SDK has no words for, such as the confidence of an answer, by its key. */
    judgement: { [name: string]: JsonMetadata };
  };
  response: { modelId: string; id?: string };
}

/** JSON, as the AI SDK types it. */
export type JsonMetadata =
  | null
  | string
  | number
  | boolean
  | JsonMetadata[]
  | { [name: string]: JsonMetadata | undefined };

/** A judge as a model of the AI SDK, under both of its names. */
export interface JudgeModel {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedQuestionTypes: readonly ('boolean' | 'choice' | 'score')[];
  /** Answers every question; a refusal is `{ type: 'refusal' }`. */
  doDecide(
    options: DecisionCall,
  ): Promise<DecisionReply<DecisionAnswer | { readonly type: 'refusal' }>>;
  /** As `doDecide`, for the older contract, which knows no refusal: one is an error there. */
  doEvaluate(options: DecisionCall): Promise<DecisionReply<DecisionAnswer>>;
}
