/**
 * Writes requests for chat completions, and opens the service that gives them.
 *
 * @module
 */

import type { ReadableHeaders } from '../../http/fetched.js';
import type { Service, ServiceFaultWords } from '../../http/service.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { JudgeInfo } from '../../judge.js';
import { isObject, present } from '../../members.js';
import { readServiceFault, wordsOf } from '../shared/faults.js';
import type { Inquiry } from '../shared/language.js';
import type { LanguageJudgeOptions, LanguageSettings } from '../shared/language-options.js';
import { openService } from '../shared/open.js';
import { urlUnder } from '../shared/options.js';
import { rulesOfJudging, type ShownState, writePrompt } from '../shared/prompt.js';
import type { AnswerForm } from './logprobs.js';

/** Opens chat completions under a base URL, as clients of such services have it. */
export function openChat(baseUrl: string | URL, options: LanguageJudgeOptions): Service {
  return openService(urlUnder(baseUrl, '/chat/completions'), options, {
    requestIdHeaders: ['x-request-id', 'request-id'],
    readFault,
  });
}

/** The form of an answer, and what else stands in a request; what is `undefined` is not sent. */
export interface ChatMembers {
  readonly form: AnswerForm;
  readonly logprobs?: true | undefined;
  readonly top_logprobs?: number | undefined;
  readonly n?: number | undefined;
  readonly temperature?: number | undefined;
  readonly reasoning_effort?: string | undefined;
}

/** The members that are written here, and that nobody can add. */
export const CHAT_MEMBERS = [
  'model',
  'messages',
  'logprobs',
  'top_logprobs',
  'n',
  'max_completion_tokens',
  'temperature',
  'reasoning_effort',
  'stream',
  'logit_bias',
  'response_format',
  'tools',
  'tool_choice',
] as const;

/** Writes the body of a request: one question, in two messages. */
export function writeChat(
  { key, question, sheet }: Inquiry,
  state: ShownState,
  { info, maxTokens = roomFor(info), extra }: LanguageSettings,
  { form, ...sent }: ChatMembers,
): string {
  const tokens = sheet.map(({ token }) => token);
  const reply =
    form === 'text'
      ? `Reply with one of these and nothing else, no punctuation: ${tokens.join(', ')}`
      : `Reply with JSON, {"answer": …}, in which one of these stands: ${tokens.join(', ')}`;
  return JSON.stringify({
    ...extra,
    model: info.model,
    messages: [
      { role: 'system', content: rulesOfJudging() },
      { role: 'user', content: writePrompt({ state, key, question, sheet, reply }) },
    ],
    max_completion_tokens: maxTokens,
    ...present(sent),
    ...(form === 'text' ? {} : { response_format: formatOf(tokens) }),
  });
}

/** The schema of an object that holds one of some tokens and nothing else. */
function formatOf(tokens: readonly string[]): object {
  const schema = {
    type: 'object',
    properties: { answer: { type: 'string', enum: tokens } },
    required: ['answer'],
    additionalProperties: false,
  };
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
}

/**
 * Room for a label, and for what stands around it. What gives no log
 * probabilities often thinks first, and that counts.
 */
function roomFor({ method }: JudgeInfo): number {
  return method === 'sampled' ? 1_024 : 16;
}

/**
 * As {@link readServiceFault}, and whether it is log probabilities that the model does not give.
 */
function readFault(
  status: number,
  body: JsonValue | undefined,
  headers: ReadableHeaders,
): ServiceFaultWords {
  const words = readServiceFault(status, body, headers);
  if (status < 400 || status > 499 || !refusesLogprobs(body)) return words;
  return {
    passing: false,
    code: 'unsupported',
    detail: ': the model gives no log probabilities',
    fix: 'ask a model that gives them, or take sampledChatJudge(), which counts answers instead',
  };
}

/**
 * Models refuse them by a sentence, `You are not allowed to request logprobs from this model`, and
 * with different statuses; others name the member. Nothing of it is told.
 */
function refusesLogprobs(body: JsonValue | undefined): boolean {
  const error = isObject(body) ? (body['error'] ?? body) : undefined;
  if (!isObject(error)) return false;
  const { message, param } = error;
  const said = [message, param].filter((one) => typeof one === 'string').join(' ');
  return (
    /\blog_?probs\b|\btop_logprobs\b/i.test(said) && !wordsOf(body).includes('invalid_api_key')
  );
}

/** What kept answers are told apart by. */
export function settingsOf(
  dialect: string,
  { info, rotations, maxTokens = roomFor(info), extra }: LanguageSettings,
  others: JsonObject,
): JsonObject {
  const { method = 'logprobs' } = info;
  return { dialect, method, rules: rulesOfJudging(), rotations, maxTokens, extra, ...others };
}
