/**
 * Reads messages: why they ended, the JSON that they say, which model said it and what it cost.
 *
 * @module
 */
import { JudgeError, type JudgeErrorCode } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { isList, isObject, present } from '../../members.js';
import { tryObject } from '../shared/try-object.js';

/** How a message ended, where it is an answer at all. */
export type Ending = 'answered' | 'refused' | 'cut';

/**
 * How a message ended.
 *
 * @throws `JudgeError` `bad_answer` for one that calls a tool or is to be continued, and
 *   `too_large` where the prompt left no room for it.
 */
export function endingOf({ stop_reason: reason }: JsonObject): Ending {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'answered';
    case 'refusal':
      return 'refused';
    case 'max_tokens':
      return 'cut';
    case 'model_context_window_exceeded':
      throw fault(
        'too_large',
        'the state and the question leave no room for an answer',
        'send less',
      );
    default:
      throw fault('bad_answer', 'a message ends with its answer', 'ask another model');
  }
}

/**
 * The JSON object that a message says, in one text; thinking before it is passed over.
 *
 * @returns `undefined` where it says something else.
 */
export function objectOf({ content }: JsonObject): JsonObject | undefined {
  if (!isList(content)) {
    const rule = 'a message has a list of contents';
    throw fault('bad_answer', rule, 'look whether this is the Messages API');
  }
  const blocks = content.filter((block) => !isThinking(block));
  const [block] = blocks;
  const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
  return blocks.length === 1 ? tryObject(text) : undefined;
}

/**
 * Which model answered, and what it cost: tokens that were read from a cache were read all the
 * same.
 */
export function originOf(body: JsonObject): { readonly model: unknown; readonly usage: unknown } {
  const { model, usage } = body;
  if (!isObject(usage)) return { model, usage: undefined };
  const read = [
    usage['input_tokens'],
    usage['cache_creation_input_tokens'] ?? 0,
    usage['cache_read_input_tokens'] ?? 0,
  ].map(countOf);
  const inputTokens = read.reduce(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
  return { model, usage: present({ inputTokens, outputTokens: countOf(usage['output_tokens']) }) };
}

/** The error for a message that ended before its answer did. */
export function cutOff(): JudgeError {
  const rule = 'the answer ended with stop_reason max_tokens: there was no room for more';
  return fault('bad_answer', rule, 'raise options.maxTokens');
}

/** The error for a message that is not what its schema says. */
export function badObject(): JudgeError {
  const rule = 'the answer is a JSON object of the form that was asked for, and nothing else';
  return fault('bad_answer', rule, 'ask a model that gives structured output');
}

function isThinking(block: JsonValue): boolean {
  if (!isObject(block)) return false;
  return block['type'] === 'thinking' || block['type'] === 'redacted_thinking';
}

/** What is no count says nothing. */
function countOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function fault(code: JudgeErrorCode, rule: string, fix: string): JudgeError {
  return new JudgeError(code, { path: 'answers', rule, fix });
}
