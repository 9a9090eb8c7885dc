/**
 * A judge at any URL that speaks System One.
 *
 * @module
 */
import type { JudgeError } from '../../errors.js';
import type { HttpJudge } from '../../http/client.js';
import { isTellable } from '../../http/request-id.js';
import {
  refuseReply,
  type Service,
  type ServiceReply,
  type ServiceRules,
} from '../../http/service.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { AskOptions } from '../../judge.js';
import { isList, isName, isObject, present } from '../../members.js';
import type { KeyHeader } from '../shared/api-key.js';
import { decisionModel } from '../shared/decision-model.js';
import { readServiceFault } from '../shared/faults.js';
import { dialectJudge, whoAnswered } from '../shared/judge.js';
import { openService } from '../shared/open.js';
import {
  checkJudgeOptions,
  readText,
  type ServiceJudgeOptions,
  urlUnder,
} from '../shared/options.js';
import {
  readSystemOne,
  readTokens,
  type SystemOneLimits,
  writeSystemOne,
} from '../shared/system-one-form.js';

/** A judge that speaks System One. */
export interface SystemOneJudge extends HttpJudge {
  /**
   * Asks which models the service lists, aliases included; an exact version can often be asked for
   * without standing there.
   *
   * @param options A signal. None by default.
   * @throws `JudgeError` as `ask` does; `bad_answer` for what is no list of models.
   */
  models(options?: AskOptions): Promise<readonly ModelCard[]>;
}

/** A model, as a service lists it. */
export interface ModelCard {
  readonly name: string;
  readonly description?: string;
  /** As the service writes it. */
  readonly releaseDate?: string;
}

/** The options of {@link systemOne}. */
export interface SystemOneOptions extends ServiceJudgeOptions {
  /** The model to ask: an alias, or better an exact version. */
  readonly model: string;
  /** Who serves it, for receipts. Absent by default. */
  readonly provider?: string | undefined;
  /** Where questions are answered, beneath the base URL. Defaults to `/v1/systemone`. */
  readonly path?: string | undefined;
}

/**
 * Makes a judge of any service that speaks System One: `POST {base}/v1/systemone` with a state and a
 * map of questions.
 *
 * Each question has instructions, as the service shows its model no keys. A noul's criteria, a
 * choice's options and a score's levels are sent as they are; where a level has a criterion, it is
 * sent with its label. What the service answers is checked against the questions and against itself,
 * within the rounding; nothing is renormalised. The judge's model is the one that the service names,
 * and what was asked for is recorded beside it. Tokens are counted by the service alone: what is too
 * much for it comes back as an error.
 *
 * A noul has no confidence there. The form knows no refusal either, but gateways add one
 * (`{"type": "refusal"}`), which is read.
 *
 * @param base The base URL. The dialect is what this function says, never what a path looks like.
 * @param options The model, and as in `httpJudge()`; `retries` defaults to 2.
 * @returns A judge, which also lists models where the service has `GET {base}/v1/models`.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none. When it is asked: the codes
 *   of `httpJudge()`, and `bad_question` for a question without instructions.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { systemOne } from 'judgement/judges/system-one';
 *
 * // In the place of the network.
 * const fetch = () =>
 *   Response.json({
 *     model: 'd1-2026-10',
 *     answers: { spam: { type: 'noul', noul: 0.93 } },
 *     usage: { input_tokens: 41, output_tokens: 1 },
 *   });
 * const model = systemOne('http://localhost:8080', { model: 'd1', fetch });
 * const questions = { spam: noul('Is this spam?') };
 * const result = await judgeWith(model, { state: { text: 'Buy now!!!' }, questions });
 * console.log(result.effect, result.judge.model, result.requestedModel); // deny d1-2026-10 d1
 * ```
 */
export function systemOne(base: string | URL, options: SystemOneOptions): SystemOneJudge {
  checkJudgeOptions(options, ['provider', 'path']);
  const { model, provider, path = '/v1/systemone', decimals = 2 } = options;
  readText(model, 'options.model', 'name the model to ask');
  readText(provider ?? 'any', 'options.provider', 'leave it out');
  return openSystemOne({ base, path, provider, model, decimals, options });
}

/** A service that speaks System One, with what is known of it. */
export interface SystemOneService {
  readonly base: string | URL;
  readonly path: string;
  readonly provider: string | undefined;
  readonly model: string;
  readonly decimals: number;
  /** Checked already. */
  readonly options: ServiceJudgeOptions;
  readonly limits?: SystemOneLimits | undefined;
  readonly header?: KeyHeader | undefined;
}

/** Makes a judge of a service whose options are checked. */
export function openSystemOne(about: SystemOneService): SystemOneJudge {
  const { base, path, provider, model, decimals, options, limits = {}, header } = about;
  const info = decisionModel({ model, provider, decimals });
  const service = openService(urlUnder(base, path), options, RULES, header);
  const list = openService(urlUnder(base, '/v1/models'), options, RULES, header);
  const judge = dialectJudge(service, {
    name: 'system-one',
    info,
    write: (request) => writeSystemOne(request, model, limits),
    read: ({ body, requestId }, { questions }) => ({
      answers: readSystemOne(body['answers'], questions),
      ...whoAnswered(info, body['model']),
      usage: readTokens(body['usage']),
      requestId: requestId ?? readId(body['id']),
    }),
  });
  return Object.freeze({
    ...judge,
    models: (about: AskOptions = {}) => listModels(list, about),
  });
}

const RULES: ServiceRules = {
  requestIdHeaders: ['x-typesafe-request-id', 'x-request-id'],
  readFault: readServiceFault,
};

/** The id that some gateways put into the body. */
function readId(id: JsonValue | undefined): string | undefined {
  return isTellable(id) ? id : undefined;
}

async function listModels(service: Service, { signal }: AskOptions): Promise<readonly ModelCard[]> {
  const reply = await service.send(undefined, signal);
  const { models } = reply.body;
  if (!isList(models)) throw noList(reply);
  return Object.freeze(models.map((card) => readCard(card, reply)));
}

function readCard(card: JsonValue, reply: ServiceReply): ModelCard {
  const { name, description, release_date }: JsonObject = isObject(card) ? card : {};
  if (!isName(name)) throw noList(reply);
  return Object.freeze({
    name,
    ...present({ description: textOf(description), releaseDate: textOf(release_date) }),
  });
}

function textOf(value: JsonValue | undefined): string | undefined {
  return isName(value) ? value : undefined;
}

function noList(reply: ServiceReply): JudgeError {
  return refuseReply(reply, {
    code: 'bad_answer',
    path: 'response.models',
    rule: 'models are a list, each with its name',
    fix: 'look whether the service lists its models in this form',
  });
}
