/**
 * A decision model of the AI SDK as a judge.
 *
 * @module
 */
import { digest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type {
  AskOptions,
  Judge,
  JudgeInfo,
  JudgeKind,
  JudgeMethod,
  JudgeRequest,
} from '../../judge.js';
import { checkOptions, isName, present } from '../../members.js';
import type { Questions } from '../../question.js';
import { type BooleanForm, badQuestion, toBooleanForm } from '../shared/boolean-form.js';
import { toFailure } from './failures.js';
import { readDecisions } from './reply.js';
import { linkSignal } from './signal.js';
import type {
  AiSdkResponse,
  DecisionCall,
  DecisionModel,
  DecisionQuestion,
  DecisionWarning,
  EvaluationModel,
} from './types.js';

/** The options of {@link aiSdkJudge}. */
export interface AiSdkJudgeOptions {
  /** What sort of model it is. Defaults to `decision-model`; say `llm` where one is behind it. */
  readonly kind?: JudgeKind | undefined;
  /** How it comes by its numbers. Absent by default, as a model does not say. */
  readonly method?: JudgeMethod | undefined;
  /** Headers for each call. They are kept in a closure. None by default. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Options for providers, by the name of each. None by default. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject } | undefined;
  /** The most tokens to answer with, for models that write. None by default. */
  readonly maxOutputTokens?: number | undefined;
  /** How much a model reasons, for those that do. Absent by default. */
  readonly reasoning?: string | undefined;
  /**
   * Told what the model warns of, such as an option that it does not have: before its answers are
   * checked, and only where there is something. What it throws is passed on.
   */
  readonly onWarning?: ((warnings: readonly DecisionWarning[]) => void) | undefined;
}

/** A judge that is a model of the AI SDK. */
export interface AiSdkJudge extends Judge {
  /** Answers each of the questions, or refuses it; rejects when there is no answer at all. */
  ask(request: JudgeRequest, options: AskOptions): Promise<AiSdkResponse>;
}

/**
 * Makes a judge of a decision model of the AI SDK: a `DecisionModelV4`, or an `EvaluationModelV4` of
 * before. The model does whatever it does, over HTTP or not; here it is asked, once, and its answers
 * are held to the AI SDK's own rules.
 *
 * A noul is asked as a `boolean`, a choice by the map of its options, a score by the list of its
 * levels, each with its label; the state is one part, of text or JSON, and for the older contract
 * the state itself. The rounding that the model declares is what its sums are held to, and without
 * one they are exact. A question that it refuses is a refusal, and the others are answered. A
 * confidence that it puts beside its answers (`providerMetadata`) is kept as `providerConfidence` in
 * the details, and no bar is held to it: to that of a choice, the probability of its label is.
 *
 * The judge's model is the one that the response names. Many providers fill in the one that was
 * asked for where their service names none; where the body shows it, the result says so.
 *
 * Options that are called as JavaScript calls whole numbers (`'10'`) are put first and in order by
 * the language itself, in a map that the AI SDK has them in.
 *
 * @param model The model itself, such as `gateway.decisionModel('typesafe-ai/jev')`.
 * @param options See {@link AiSdkJudgeOptions}. None by default.
 * @returns A judge. It is asked once, without a limit of time: `retry()` and `timeout()` add both.
 * @throws `JudgeError` `bad_option` for what is no such model. When it is asked: `bad_question` for
 *   a question whose type the model does not have, or that it does not take; `bad_answer` for
 *   answers that break a rule; `judge_unavailable`, with the status where there is one, for what else
 *   the model throws, of which neither the message nor the error is passed on, as they repeat what
 *   was sent; `aborted` when the signal aborts.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { aiSdkJudge, type DecisionModel } from 'judgement/judges/ai-sdk';
 *
 * // In the place of a provider's model.
 * const model: DecisionModel = {
 *   specificationVersion: 'v4',
 *   provider: 'gateway',
 *   modelId: 'typesafe-ai/jev',
 *   supportedQuestionTypes: ['boolean', 'choice', 'score'],
 *   doDecide: async () => ({
 *     answers: { spam: { type: 'boolean', probability: 0.97 } },
 *     rounding: { probabilityDecimals: 2 },
 *     warnings: [],
 *     response: { modelId: 'jev-1.14.0' },
 *   }),
 * };
 * const request = { state: 'Buy now!!!', questions: { spam: noul('Is this spam?') } };
 * const result = await judgeWith(aiSdkJudge(model), request);
 * console.log(result.effect, result.judge.model, result.requestedModel);
 * // deny jev-1.14.0 typesafe-ai/jev
 * ```
 */
export function aiSdkJudge(
  model: DecisionModel | EvaluationModel,
  options: AiSdkJudgeOptions = {},
): AiSdkJudge {
  const { supported, ...who } = readModel(model);
  checkOptions(options, OPTIONS, 'options');
  const { kind = 'decision-model', method, headers, onWarning } = options;
  const { providerOptions, maxOutputTokens, reasoning } = options;
  if (onWarning !== undefined && typeof onWarning !== 'function') {
    throw badOption('options.onWarning', 'it is a function', 'pass one, or leave it out');
  }
  const info: JudgeInfo = Object.freeze({
    ...who,
    kind,
    ...present({ method }),
    replayable: false,
  });
  const settings = present({ providerOptions, maxOutputTokens, reasoning });
  const about: About = {
    model,
    info,
    supported,
    settings: { ...settings, ...present({ headers }) },
  };
  return Object.freeze({
    info,
    // Two judges of one model that are set differently do not answer alike.
    cacheKey: digest({ dialect: 'ai-sdk', ...settings }),
    ask: async (request: JudgeRequest, asked: AskOptions = {}) => {
      const response = await ask(about, request, asked);
      if (response.warnings.length > 0) onWarning?.(response.warnings);
      return response;
    },
  });
}

const OPTIONS = [
  'kind',
  'method',
  'headers',
  'providerOptions',
  'maxOutputTokens',
  'reasoning',
  'onWarning',
] as const;

/** What is asked, and how. */
interface About {
  readonly model: DecisionModel | EvaluationModel;
  readonly info: JudgeInfo;
  readonly supported: readonly unknown[];
  readonly settings: Omit<DecisionCall, 'state' | 'questions' | 'abortSignal'>;
}

/** Reads who a model is; what it is not, is said by name. */
function readModel(given: unknown): {
  readonly model: string;
  readonly provider: string;
  readonly supported: readonly unknown[];
} {
  const model: { readonly [name in keyof DecisionModel | 'doEvaluate']?: unknown } = Object(given);
  const { specificationVersion, provider, modelId, supportedQuestionTypes: supported } = model;
  const isModel = typeof model.doDecide === 'function' || typeof model.doEvaluate === 'function';
  if (typeof given === 'string' || !isModel) {
    const rule = 'a model has a function doDecide or doEvaluate';
    throw badOption('model', rule, 'pass what decisionModel() of a provider gives, not its name');
  }
  if (specificationVersion !== 'v4') {
    const rule = 'a model is of the specification v4';
    throw badOption('model.specificationVersion', rule, 'use a provider for version 7 of `ai`');
  }
  if (!isName(modelId) || !isName(provider)) {
    throw badOption('model', 'a model has a modelId and a provider', 'name both');
  }
  if (!Array.isArray(supported)) {
    const rule = 'a model lists the types of questions that it answers';
    throw badOption('model.supportedQuestionTypes', rule, "list them: ['boolean']");
  }
  return { model: modelId, provider, supported: [...supported] };
}

async function ask(
  { model, info, supported, settings }: About,
  request: JudgeRequest,
  { signal }: AskOptions,
): Promise<AiSdkResponse> {
  const { state } = request;
  const questions = toQuestions(request.questions, supported);
  const { signal: abortSignal, release } = linkSignal(signal);
  const call = { ...settings, questions, ...present({ abortSignal }) };
  let result: unknown;
  try {
    result = await ('doDecide' in model && typeof model.doDecide === 'function'
      ? model.doDecide({ ...call, state: [toPart(state)] })
      : 'doEvaluate' in model && model.doEvaluate({ ...call, state }));
  } catch (error) {
    throw toFailure(error, signal);
  } finally {
    release();
  }
  return readDecisions(result, request, info);
}

/** One state is one part, a list as well. */
function toPart(state: JudgeRequest['state']): object {
  return typeof state === 'string' ? { type: 'text', text: state } : { type: 'json', value: state };
}

function toQuestions(
  questions: Questions,
  supported: readonly unknown[],
): { readonly [key: string]: DecisionQuestion } {
  const entries = Object.entries(questions).map(([key, question]) => {
    const form = toBooleanForm(question, key);
    if (supported.includes(form.type)) return [key, toQuestion(form)] as const;
    const rule = `this model answers no question of the type ${form.type}`;
    throw badQuestion([key, 'type'], rule, 'ask another model');
  });
  return Object.fromEntries(entries);
}

function toQuestion(form: BooleanForm): DecisionQuestion {
  if (form.type === 'boolean') return form;
  const { type, instructions } = form;
  const criteria = form.type === 'choice' ? Object.fromEntries(form.options) : form.levels;
  return { type, instructions, criteria };
}

function badOption(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_option', { path, rule, fix });
}
