/**
 * Reads chat completions: why they ended, what they say, which model said it and what it cost.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { isList, isObject, present } from '../../members.js';
import type { NoLabel } from '../shared/samples.js';
import { folded, type Sheet } from '../shared/sheet.js';
import { tryObject } from '../shared/try-object.js';
import type { AnswerForm } from './logprobs.js';

/** How a choice ended, where it is an answer at all. */
export type Ending = 'answered' | 'refused' | 'cut';

/**
 * The choices of a completion.
 *
 * @throws `JudgeError` `bad_answer` where there are not as many as were asked for, and
 *   `judge_unavailable` for an error that a gateway sends with status 200.
 */
export function choicesOf(body: JsonObject, count: number): readonly JsonObject[] {
  const { choices, error } = body;
  if (isObject(error) && !isList(choices)) throw failed();
  if (isList(choices) && choices.length === count && choices.every(isObject)) {
    return choices.filter(isObject);
  }
  const rule = `a completion has as many choices as were asked for, here ${count}`;
  throw fault('bad_answer', rule, 'ask for them one by one, with options.perRequest of 1');
}

/**
 * How a choice ended. A refusal of the model's and one of a filter are the same here: no answer was
 * given, and asking again gives none.
 *
 * @throws `JudgeError` `bad_answer` for a choice that calls a tool, and `judge_unavailable` for one
 *   in which a gateway reports an error.
 */
export function endingOf(choice: JsonObject): Ending {
  const { finish_reason: reason } = choice;
  const { refusal, tool_calls: calls } = messageOf(choice);
  if (typeof refusal === 'string' && refusal !== '') return 'refused';
  if (reason === 'content_filter') return 'refused';
  if (reason === 'length') return 'cut';
  if (reason === 'error') throw failed();
  if (
    reason === 'tool_calls' ||
    reason === 'function_call' ||
    (isList(calls) && calls.length > 0)
  ) {
    throw fault('bad_answer', 'an answer is text, and no call of a tool', 'ask another model');
  }
  return 'answered';
}

/** The label that a choice names, or what it does instead. */
export function sampleOf(
  choice: JsonObject,
  sheet: Sheet,
  form: AnswerForm = 'text',
): number | NoLabel {
  const ending = endingOf(choice);
  if (ending !== 'answered') return ending;
  const { content } = messageOf(choice);
  const answer = form === 'text' ? content : tryObject(content)?.['answer'];
  const said = typeof answer === 'string' ? folded(answer) : undefined;
  const named = sheet.find(({ token }) => folded(token) === said);
  return named?.index ?? 'other';
}

/** Which model answered, and what it cost, in the names of here. */
export function originOf(body: JsonObject): { readonly model: unknown; readonly usage: unknown } {
  const { model, usage } = body;
  if (!isObject(usage)) return { model, usage: undefined };
  const inputTokens = countOf(usage['prompt_tokens']);
  const outputTokens = countOf(usage['completion_tokens']);
  return { model, usage: present({ inputTokens, outputTokens }) };
}

/** The error for a choice that ended before its answer did. */
export function cutOff(): JudgeError {
  const rule = 'the answer ended with finish_reason length: there was no room for more';
  return fault('bad_answer', rule, 'raise options.maxTokens, or ask a model that only answers');
}

function failed(): JudgeError {
  const rule = 'the service answered with an error, under the status of an answer';
  return fault('judge_unavailable', rule, 'ask again later, or ask the model itself');
}

function messageOf({ message }: JsonObject): JsonObject {
  if (isObject(message)) return message;
  throw fault('bad_answer', 'a choice has a message', 'look whether this is chat completions');
}

/** What is no count says nothing. */
function countOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function fault(code: 'bad_answer' | 'judge_unavailable', rule: string, fix: string): JudgeError {
  return new JudgeError(code, { path: 'answers', rule, fix });
}
