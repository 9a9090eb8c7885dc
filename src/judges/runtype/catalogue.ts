/**
 * Runtype's catalogue of decision models.
 *
 * @module
 */
import { refuseReply, type Service } from '../../http/service.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { Signal } from '../../judge.js';
import { isList, isName, isObject, present } from '../../members.js';

/** A decision model of the catalogue. */
export interface RuntypeModel {
  /** What `model` takes. */
  readonly id: string;
  readonly name?: string;
  readonly provider?: string;
  /** What it takes at most, as it is written there. */
  readonly limits?: JsonValue;
  /** Kinds of input, as they are written there. */
  readonly inputs?: JsonValue;
  readonly pricing?: JsonValue;
  /** Whose key it needs, as it is written there. */
  readonly credentials?: JsonValue;
  /** All that the catalogue says of it. */
  readonly source: JsonObject;
}

/**
 * Looks the catalogue up. Its members are not documented, only what they are about: so each is looked
 * for under the names that such lists have, and the whole entry comes along.
 *
 * @throws `JudgeError` `bad_answer` for what is no list of models with ids.
 */
export async function listModels(
  service: Service,
  signal: Signal | undefined,
): Promise<readonly RuntypeModel[]> {
  const reply = await service.send(undefined, signal);
  const models = listIn(reply.body)?.map(readModel);
  if (models?.every((model) => model !== undefined)) return Object.freeze(models);
  throw refuseReply(reply, {
    code: 'bad_answer',
    path: 'response.models',
    rule: 'a catalogue is a list of models, each with its id',
    fix: 'look whether the URL is that of Runtype',
  });
}

/** The list, beneath the name that it should have or as the only one that there is. */
function listIn(body: JsonObject): readonly JsonValue[] | undefined {
  const lists = Object.values(body).filter(isList);
  const named = LISTS.map((name) => body[name]).find(isList);
  return named ?? (lists.length === 1 ? lists[0] : undefined);
}

const LISTS = ['models', 'decisionModels', 'data', 'items'] as const;

function readModel(given: JsonValue): RuntypeModel | undefined {
  if (!isObject(given)) return undefined;
  const id = nameIn(given, ['id', 'modelId', 'model']);
  if (id === undefined) return undefined;
  return Object.freeze({
    id,
    ...present({
      name: nameIn(given, ['name', 'displayName', 'label']),
      provider: nameIn(given, ['provider', 'providerId']),
      limits: valueIn(given, ['limits', 'limit']),
      inputs: valueIn(given, ['inputs', 'inputKinds', 'inputTypes']),
      pricing: valueIn(given, ['pricing', 'price', 'prices']),
      credentials: valueIn(given, ['credentials', 'credentialRequirements', 'credential']),
    }),
    source: given,
  });
}

function nameIn(given: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => given[name]).find(isName);
}

function valueIn(given: JsonObject, names: readonly string[]): JsonValue | undefined {
  return names.map((name) => given[name]).find((value) => value !== undefined && value !== null);
}
