/**
 * Writes requests for messages, and opens the service that gives them.
 *
 * @module
 */
import type { Service } from '../../http/service.js';
import type { JsonObject } from '../../json.js';
import type { JudgeMethod } from '../../judge.js';
import { present } from '../../members.js';
import { bearerKey } from '../shared/api-key.js';
import { readServiceFault } from '../shared/faults.js';
import type { Inquiry } from '../shared/language.js';
import { type LanguageSettings, readLanguage, readWordOf } from '../shared/language-options.js';
import { openService } from '../shared/open.js';
import { urlUnder } from '../shared/options.js';
import { rulesOfJudging, type ShownState, writePrompt } from '../shared/prompt.js';
import { EFFORTS, KEY_HEADERS, type MessagesJudgeOptions } from './options.js';

/** The version of the API that this is written for, which every request names. */
const VERSION = '2026-10-21';

/** The options of both kinds of judges, checked and complete. */
export interface MessagesSettings extends LanguageSettings {
  readonly effort: string | undefined;
}

/** Reads the options that both kinds of judges have. */
export function readMessagesOptions(
  options: MessagesJudgeOptions,
  method: JudgeMethod,
  names: readonly string[],
): MessagesSettings {
  const rules = { method, names: ['keyHeader', 'effort', ...names], taken: MEMBERS };
  const settings = readLanguage(options, rules);
  const { effort } = options;
  const word = effort === undefined ? undefined : readWordOf(effort, 'effort', EFFORTS);
  return { ...settings, effort: word };
}

/** Opens Messages under a base URL, as clients of the service have it. */
export function openMessages(baseUrl: string | URL, options: MessagesJudgeOptions): Service {
  const rules = {
    requestIdHeaders: ['request-id', 'x-request-id'],
    headers: () => ({ 'anthropic-version': VERSION }),
    readFault: readServiceFault,
  };
  const { keyHeader = 'authorization' } = options;
  const name = readWordOf(keyHeader, 'keyHeader', KEY_HEADERS);
  const url = urlUnder(baseUrl, '/v1/messages');
  return openService(url, options, rules, name === 'x-api-key' ? plainKey : bearerKey);
}

/** What a model is told about its answer, and the schema that the answer is forced into. */
export interface Form {
  readonly reply: string;
  readonly schema: JsonObject;
}

/** Writes the body of a request: one question. Sampling cannot be set, so nothing sets it. */
export function writeMessages(
  { key, question, sheet }: Inquiry,
  state: ShownState,
  { info, maxTokens, extra, effort }: MessagesSettings,
  { reply, schema }: Form,
): string {
  return JSON.stringify({
    ...extra,
    model: info.model,
    max_tokens: maxTokens ?? Math.max(MAX_TOKENS, ROOM + ROOM_A_LABEL * sheet.length),
    system: rulesOfJudging(),
    messages: [{ role: 'user', content: writePrompt({ state, key, question, sheet, reply }) }],
    output_config: { ...present({ effort }), format: { type: 'json_schema', schema } },
  });
}

/** What kept answers are told apart by. */
export function settingsOf(
  { info, rotations, maxTokens, extra, effort }: MessagesSettings,
  others: JsonObject,
): JsonObject {
  const { method = 'self-reported' } = info;
  const rules = rulesOfJudging();
  const set = { maxTokens: maxTokens ?? null, effort: effort ?? null };
  return {
    dialect: 'messages',
    method,
    rules,
    version: VERSION,
    rotations,
    extra,
    ...set,
    ...others,
  };
}

function plainKey(key: string): readonly [name: string, value: string] {
  return ['x-api-key', key];
}

const MAX_TOKENS = 1_024;
/** What an object takes, and each of its members. */
const ROOM = 64;
const ROOM_A_LABEL = 16;

/** The members that are written here, and those that would change how answers are drawn. */
const MEMBERS = [
  'model',
  'max_tokens',
  'system',
  'messages',
  'output_config',
  'stream',
  'tools',
  'tool_choice',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
] as const;
