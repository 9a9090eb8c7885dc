/**
 * Requests to Runtype's judgment tool, and what it answers, in the form of here.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { RawResponse } from '../../http/reply.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { AnswerDetails, JudgeInfo, JudgeRequest } from '../../judge.js';
import { isName, isObject, present } from '../../members.js';
import type { Questions } from '../../question.js';
import { type BooleanForm, readBooleanAnswer, toBooleanForm } from '../shared/boolean-form.js';
import { objectText } from '../shared/json-text.js';

/** The settings of an instance of the tool that asks a published question set. */
export interface InstanceSettings {
  readonly questionSetId: string;
  readonly version?: number;
  readonly displayName?: string;
  readonly model?: string;
}

/** How a judgment ran, as `metadata.judgment` tells it; what is not told is not there. */
export interface RuntypeJudgment {
  readonly requestedModel?: string;
  /** The model that answered; absent where the provider does not report it. */
  readonly resolvedModelId?: string;
  readonly provider?: string;
  readonly route?: string;
  readonly keySource?: string;
  readonly questionSetId?: string;
  readonly questionSetVersion?: number;
  readonly calibrationId?: string;
  /** In US dollars; absent where it is not known, which is not nothing. */
  readonly estimatedCostUsd?: number;
}

/** Writes the request that asks an instance: of the questions nothing is sent. */
export function writeInstance({ state }: JudgeRequest, settings: InstanceSettings): string {
  return objectText([
    ['parameters', objectText([['state', JSON.stringify(state)]])],
    ['toolConfig', JSON.stringify(settings)],
  ]);
}

/**
 * Writes the request that asks questions ad hoc.
 *
 * @throws {@link JudgeError} `bad_question` for a noul of which there is nothing but its key.
 */
export function writeAdHoc({ state, questions }: JudgeRequest, model: string | undefined): string {
  const written = Object.entries(questions).map(
    ([key, question]) => [key, writeQuestion(toBooleanForm(question, key))] as const,
  );
  return objectText([
    [
      'parameters',
      objectText([
        ['state', JSON.stringify(state)],
        ['questions', objectText(written)],
        ...(model === undefined ? [] : [['model', JSON.stringify(model)] as const]),
      ]),
    ],
  ]);
}

/**
 * Reads what the tool answered.
 *
 * @throws {@link JudgeError} `bad_answer` for a result that is none, and for an answer of another type
 *   than its question; `judge_unavailable` where there is an error in the place of a result.
 */
export function readResult(body: JsonObject, questions: Questions, info: JudgeInfo): RawResponse {
  const result = body['result'];
  if (!isObject(result)) throw noResult(body);
  const answers: [string, unknown][] = [];
  const details: [string, AnswerDetails][] = [];
  for (const [key, question] of Object.entries(questions)) {
    const given = Object.hasOwn(result, key) ? result[key] : undefined;
    if (given === undefined) continue;
    answers.push([key, readBooleanAnswer(given, question, key)]);
    const providerConfidence = isObject(given) ? given['providerConfidence'] : undefined;
    if (isUnit(providerConfidence)) details.push([key, { providerConfidence }]);
  }
  const judgment = readJudgment(body);
  return {
    answers: Object.fromEntries(answers),
    ...whoAnswered(judgment, info),
    usage: readUsage(body),
    ...(details.length === 0 ? {} : { details: Object.fromEntries(details) }),
  };
}

/** Reads how a judgment ran; members of another type than theirs say nothing. */
export function readJudgment(body: JsonObject): RuntypeJudgment {
  const judgment = judgmentOf(body);
  const text = (name: string): string | undefined => {
    const value = judgment[name];
    return isName(value) ? value : undefined;
  };
  const { questionSetVersion, estimatedCostUsd } = judgment;
  return Object.freeze(
    present({
      requestedModel: text('requestedModel'),
      resolvedModelId: text('resolvedModelId'),
      provider: text('provider'),
      route: text('route'),
      keySource: text('keySource'),
      questionSetId: text('questionSetId'),
      questionSetVersion: isCount(questionSetVersion) ? questionSetVersion : undefined,
      calibrationId: text('calibrationId'),
      estimatedCostUsd:
        typeof estimatedCostUsd === 'number' && estimatedCostUsd >= 0
          ? estimatedCostUsd
          : undefined,
    }),
  );
}

function writeQuestion(form: BooleanForm): string {
  if (form.type === 'boolean') return JSON.stringify(form);
  const { type, instructions } = form;
  const criteria =
    form.type === 'score'
      ? JSON.stringify(form.levels)
      : objectText(form.options.map(([label, one]) => [label, JSON.stringify(one)] as const));
  return objectText([
    ['type', JSON.stringify(type)],
    ['instructions', JSON.stringify(instructions)],
    ['criteria', criteria],
  ]);
}

function noResult(body: JsonObject): JudgeError {
  const path = 'response';
  if (body['error'] !== undefined && body['error'] !== null) {
    const rule = 'the tool reported an error in the place of a result';
    const fix = 'run it in the dashboard to see which';
    return new JudgeError('judge_unavailable', { path, rule, fix });
  }
  const rule = 'a response has a result, which is an object by key';
  return new JudgeError('bad_answer', { path, rule, fix: 'look whether the tool judges' });
}

function whoAnswered(
  { requestedModel: asked, resolvedModelId, provider = PROVIDER }: RuntypeJudgment,
  info: JudgeInfo,
): Pick<RawResponse, 'judge' | 'requestedModel' | 'modelUnreported'> {
  const requestedModel = asked ?? info.model;
  const model = resolvedModelId ?? requestedModel;
  const judge = { ...info, model, provider };
  if (resolvedModelId !== undefined) return { judge, requestedModel };
  return { judge, requestedModel, modelUnreported: true };
}

/** Who serves it, where nothing says who answered. */
export const PROVIDER = 'runtype';

/** Tokens that the provider reports; what is only estimated is none of them. */
function readUsage(body: JsonObject): RawResponse['usage'] {
  const usage = judgmentOf(body)['usage'];
  if (!isObject(usage) || usage['reported'] === false) return undefined;
  const { inputTokens, outputTokens } = usage;
  return present({
    inputTokens: isCount(inputTokens) ? inputTokens : undefined,
    outputTokens: isCount(outputTokens) ? outputTokens : undefined,
  });
}

function judgmentOf({ metadata }: JsonObject): JsonObject {
  const judgment = isObject(metadata) ? metadata['judgment'] : undefined;
  return isObject(judgment) ? judgment : {};
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isUnit(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
