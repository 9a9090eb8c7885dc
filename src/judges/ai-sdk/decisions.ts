/**
 * Writes what a judge answered in the AI SDK's words.
 *
 * @module
 */
import type { Answer } from '../../answer.js';
import type { Heard } from '../../asking.js';
import type { AnswerDetails } from '../../judge.js';
import { present } from '../../members.js';
import type { Question, Questions } from '../../question.js';
import type { DecisionAnswer, DecisionReply, DecisionWarning, JsonMetadata } from './types.js';

/** An answer, or a refusal. */
export type Decided = DecisionAnswer | { readonly type: 'refusal' };

/** What is written of what was heard. */
export type Answered = Pick<Heard, 'answers' | 'decimals'> & {
  readonly judge: { readonly model: string };
  readonly origin: Partial<Heard['origin']>;
  readonly details?: { readonly [key: string]: AnswerDetails | undefined } | undefined;
};

/** Writes a result of `doDecide`. */
export function writeDecisions(heard: Answered, questions: Questions): DecisionReply<Decided> {
  const { answers, decimals = DECIMALS, judge, origin } = heard;
  const { requestId: id, usage } = origin;
  const decided = Object.entries(questions).flatMap(([key, question]) => {
    const answer = answers[key];
    return answer === undefined ? [] : [[key, decide(answer, question)] as const];
  });
  return {
    answers: Object.fromEntries(decided),
    rounding: { probabilityDecimals: decimals, scoreDecimals: decimals },
    ...(usage === undefined ? {} : { usage: { ...usage } }),
    warnings: unmeasurables(heard).map(
      (key): DecisionWarning => ({
        type: 'other',
        message: `nothing can be measured in the answer to ${JSON.stringify(key)}, which is therefore written as a refusal`,
      }),
    ),
    providerMetadata: { judgement: toMetadata(heard) },
    response: { modelId: judge.model, ...present({ id }) },
  };
}

/** What a caller wants that no judge can be told. */
export function unsupported(
  call: {
    readonly [name in 'maxOutputTokens' | 'reasoning' | 'providerOptions']?: unknown;
  },
): readonly DecisionWarning[] {
  const { maxOutputTokens, reasoning, providerOptions } = call;
  const features = [
    ...(maxOutputTokens === undefined ? [] : ['maxOutputTokens']),
    ...(reasoning === undefined ? [] : ['reasoning']),
    ...Object.keys(Object(providerOptions)).map((provider) => `providerOptions.${provider}`),
  ];
  return features.map((feature) => ({ type: 'unsupported', feature }));
}

/** What probabilities are rounded to where a judge does not say. */
const DECIMALS = 2;

function decide(answer: Answer, question: Question): Decided {
  if (answer.refusal || answer.unmeasurable) return { type: 'refusal' };
  if ('noul' in answer) return { type: 'boolean', probability: answer.noul };
  const options = 'options' in question ? question.options : [];
  if ('choice' in answer) {
    const { choice } = answer;
    return { type: 'choice', choice, ...distribution(answer.probabilities, options, options) };
  }
  const indexes = options.map((_, index) => String(index));
  const { score } = answer;
  return { type: 'score', score, ...distribution(answer.probabilities, options, indexes) };
}

/** A distribution is whole there; one that leaves labels out is not one, and is left out. */
function distribution(
  given: { readonly [label: string]: number | undefined } | undefined,
  labels: readonly string[],
  names: readonly string[],
): { readonly probabilities?: Record<string, number> } {
  if (given === undefined) return {};
  const entries = labels.flatMap((label, index): [string, number][] => {
    const [name, value] = [names[index], Object.hasOwn(given, label) ? given[label] : undefined];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return entries.length === labels.length ? { probabilities: Object.fromEntries(entries) } : {};
}

/** What the AI SDK has no words for. */
function toMetadata(heard: Answered): { [name: string]: JsonMetadata } {
  const { answers, origin, details } = heard;
  const confidence = Object.entries(answers).flatMap(([key, answer]): [string, number][] =>
    answer.confidence === undefined ? [] : [[key, answer.confidence]],
  );
  const known = Object.entries(details ?? {}).flatMap(([key, one]) =>
    one === undefined ? [] : [[key, toJson(one)] as const],
  );
  const { requestedModel, modelUnreported, attempts, cachedAt } = origin;
  const unmeasurable = unmeasurables(heard);
  const metadata = present({
    confidence: confidence.length === 0 ? undefined : Object.fromEntries(confidence),
    details: known.length === 0 ? undefined : Object.fromEntries(known),
    unmeasurable: unmeasurable.length === 0 ? undefined : unmeasurable,
    requestedModel,
    modelUnreported,
    attempts,
    cachedAt,
  });
  return metadata;
}

function toJson({ interval, ...others }: AnswerDetails): { [name: string]: JsonMetadata } {
  return { ...others, ...present({ interval: interval && [...interval] }) };
}

function unmeasurables({ answers }: Pick<Answered, 'answers'>): string[] {
  return Object.entries(answers).flatMap(([key, answer]) => (answer.unmeasurable ? [key] : []));
}
