/**
 * Reads what a decision model returned, each member once.
 *
 * @module
 */
import type { AnswerDetails, JudgeInfo, JudgeRequest } from '../../judge.js';
import { isName, present } from '../../members.js';
import type { Questions } from '../../question.js';
import { badAnswer, readBooleanAnswer } from '../shared/boolean-form.js';
import { checkDecisions, readRounding } from './check.js';
import type { AiSdkResponse, DecisionWarning } from './types.js';

/** Reads a result of `doDecide` or `doEvaluate`; what it holds is checked when it is heard. */
export function readDecisions(
  result: unknown,
  { questions }: JudgeRequest,
  info: JudgeInfo,
): AiSdkResponse {
  const { answers, rounding, usage, warnings, providerMetadata, response }: RawResult =
    Object(result);
  const given: { readonly [key: string]: unknown } = Object(answers);
  const declared = readRounding(rounding);
  checkDecisions(given, questions, declared);
  const read = Object.entries(questions).flatMap(([key, question]) =>
    Object.hasOwn(given, key) ? [[key, readBooleanAnswer(given[key], question, key)] as const] : [],
  );
  const who = whoAnswered(response, info);
  return {
    answers: Object.fromEntries(read),
    ...who,
    judge: { ...who.judge, decimals: toDecimals(declared.probabilityDecimals) },
    requestId: idOf(response, providerMetadata),
    usage: readUsage(usage),
    details: readConfidence(providerMetadata, questions),
    warnings: readWarnings(warnings),
  };
}

interface RawResult {
  readonly answers?: unknown;
  readonly rounding?: unknown;
  readonly usage?: unknown;
  readonly warnings?: unknown;
  readonly providerMetadata?: unknown;
  readonly response?: unknown;
}

/**
 * What the sums are held to once more when the answers are heard: never more strictly than they were
 * checked already, so that 6 stands for exact numbers.
 */
function toDecimals(declared: number | undefined): number {
  return Math.min(Math.max(declared ?? EXACT, 1), EXACT);
}

const EXACT = 6;

/**
 * The model that the response names. Providers fill in the one that was asked for where the service
 * named none, which its body then shows.
 */
function whoAnswered(
  response: unknown,
  info: JudgeInfo,
): Pick<AiSdkResponse, 'requestedModel' | 'modelUnreported'> & { readonly judge: JudgeInfo } {
  const { modelId, body }: { readonly modelId?: unknown; readonly body?: unknown } =
    Object(response);
  const requestedModel = info.model;
  const isFilledIn = modelId === requestedModel && isObject(body) && !namesModel(body);
  if (!isName(modelId) || isFilledIn) return { judge: info, requestedModel, modelUnreported: true };
  return { judge: { ...info, model: modelId }, requestedModel };
}

function namesModel(body: object): boolean {
  return 'model' in body && typeof body.model === 'string';
}

/** The id of the response, or that of its headers, or the one by which a gateway knows it. */
function idOf(response: unknown, metadata: unknown): string | undefined {
  const { id, headers }: { readonly id?: unknown; readonly headers?: unknown } = Object(response);
  const given: { readonly [name: string]: unknown } = Object(headers);
  const { gateway }: { readonly gateway?: unknown } = Object(metadata);
  const { generationId }: { readonly generationId?: unknown } = Object(gateway);
  const ids = [id, ...ID_HEADERS.map((name) => given[name]), generationId];
  return ids.find((one): one is string => typeof one === 'string' && ID.test(one));
}

const ID_HEADERS = ['x-typesafe-request-id', 'x-request-id'] as const;
/** Visible ASCII, which can forge no line of a log. */
const ID = /^[\x21-\x7e]{1,200}$/;

function readUsage(given: unknown): AiSdkResponse['usage'] {
  const { inputTokens, outputTokens }: { readonly [name: string]: unknown } = Object(given);
  const usage = present({
    inputTokens: isCount(inputTokens) ? inputTokens : undefined,
    outputTokens: isCount(outputTokens) ? outputTokens : undefined,
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * Confidences stand beside the answers there: `providerMetadata.{provider}.confidence.{key}`. They
 * are the provider's own statistic, and stay apart from what bars are held to.
 */
function readConfidence(metadata: unknown, questions: Questions): AiSdkResponse['details'] {
  const found: { [key: string]: AnswerDetails } = {};
  for (const part of Object.values<unknown>(Object(metadata))) {
    const { confidence }: { readonly confidence?: unknown } = Object(part);
    const byKey: { readonly [key: string]: unknown } = Object(confidence);
    for (const key of Object.keys(questions)) {
      const value = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
      if (typeof value !== 'number' || !(value >= 0 && value <= 1)) continue;
      if (!Object.hasOwn(found, key)) found[key] = { providerConfidence: value };
    }
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

function readWarnings(given: unknown): readonly DecisionWarning[] {
  if (given === undefined) return [];
  if (Array.isArray(given)) return given.filter(isWarning);
  throw badAnswer([], 'warnings are a list', 'report it to whoever makes the model');
}

function isWarning(value: unknown): value is DecisionWarning {
  return isObject(value) && 'type' in value && typeof value.type === 'string';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
