/**
 * OpenAI Decisions as a handler serves it: `POST /v1/decisions`.
 *
 * @module
 */
import type { Answer } from '../../answer.js';
import { JudgeError } from '../../errors.js';
import type {
  DialectAnswer,
  DialectFault,
  DialectRequest,
  JudgeDialect,
} from '../../http/dialect.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { Usage } from '../../judge.js';
import { isList, isObject, present } from '../../members.js';
import type { Question } from '../../question.js';

/**
 * OpenAI Decisions, for `judgeHandler()`: clients of OpenAI's API can then be pointed at any judge.
 *
 * A question goes by its name, and one without a name by its place. A choice of `true` or `false` is
 * asked as the text of it, and answered as it was sent. An input of one part is the state, text or
 * JSON; a longer one is the state as it stands. Images are refused. What the judge does not say,
 * such as a confidence, is not there; an answer in which nothing can be measured is a refusal.
 *
 * @example
 * ```ts
 * import { rulesJudge, toolCall } from 'judgement';
 * import { judgeHandler } from 'judgement/http';
 * import { decisionsDialect } from 'judgement/judges/decisions';
 *
 * const handler = judgeHandler(rulesJudge(), { dialect: decisionsDialect });
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const content = [{ type: 'input_json', data: state }];
 * const question = { type: 'predicate', name: 'unsafe', instructions: 'Is the call unsafe?' };
 * const response = await handler(
 *   new Request('https://judge.example/v1/decisions', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json' },
 *     body: JSON.stringify({ model: 'any', input: [{ role: 'user', content }], questions: [question] }),
 *   }),
 * );
 * console.log(response.status, await response.text()); // 200 {"model":"judgement-rules/…
 * ```
 */
export const decisionsDialect: JudgeDialect = /* @__PURE__ */ Object.freeze({
  name: 'decisions',
  judgePath: '/v1/decisions',
  requestIdHeader: 'x-request-id',
  readRequest,
  writeAnswer,
  writeFault,
});

/** What a request may have; of the last three nothing depends on them. */
const MEMBERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'model',
  'input',
  'questions',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_options',
]);

function readRequest(body: JsonObject): DialectRequest {
  if (Object.keys(body).some((name) => !MEMBERS.has(name))) {
    throw bad('a request has a model, an input and questions, and nothing else that is asked for');
  }
  const { questions } = body;
  if (!isList(questions)) throw bad('questions are a list');
  const named = questions.map((one, index) => [nameOf(one, index), readQuestion(one)] as const);
  if (new Set(named.map(([name]) => name)).size < named.length) {
    throw bad('each question has a name of its own');
  }
  return { state: readInput(body['input']), questions: Object.fromEntries(named) };
}

/** A question without a name goes by its place, so that the judge can tell it from the others. */
function nameOf(question: JsonValue, index: number): string {
  const name = isObject(question) ? question['name'] : undefined;
  return typeof name === 'string' ? name : `question_${index + 1}`;
}

function readQuestion(question: JsonValue): unknown {
  if (!isObject(question)) return question;
  const { type, instructions: given, choices, levels } = question;
  const instructions = readText(given);
  if (instructions === undefined) throw bad('a question has instructions');
  if (type === 'predicate') return { type: 'noul', instructions };
  if (type === 'choice' && isList(choices)) {
    return { type, instructions, ...readLabelled(choices, 'value') };
  }
  if (type === 'score' && isList(levels)) {
    return { type, instructions, ...readLabelled(levels, 'label') };
  }
  throw bad('a question is a predicate, a choice with choices, or a score with levels');
}

function readLabelled(list: readonly JsonValue[], name: 'value' | 'label'): object {
  const labels = list.map((one) => {
    const label = (isObject(one) ? one[name] : undefined) ?? null;
    // What is no text and no truth value is refused with the question, as any other label.
    return typeof label === 'boolean' ? String(label) : label;
  });
  const criteria = list.flatMap((one, index) => {
    const description = isObject(one) ? one['description'] : undefined;
    return typeof description === 'string' ? [[String(labels[index]), description] as const] : [];
  });
  return {
    options: labels,
    ...(criteria.length === 0 ? {} : { criteria: Object.fromEntries(criteria) }),
  };
}

/** The one text of a list of parts, or the list as it stands. */
function readText(given: JsonValue | undefined): JsonValue | undefined {
  const [part, ...others] = isList(given) ? given : [];
  if (others.length > 0 || !isObject(part) || part['type'] !== 'input_text') return given;
  return part['text'];
}

function readInput(input: JsonValue | undefined): unknown {
  if (!isList(input)) return input;
  if (hasImage(input)) {
    const rule = 'the judge sees no images';
    throw new JudgeError('bad_state', { path: 'input', rule, fix: 'send text or JSON' });
  }
  const [item, ...others] = input;
  if (others.length > 0 || !isObject(item) || item['role'] !== 'user') return input;
  const { content } = item;
  if (typeof content === 'string') return content;
  const [part, ...more] = isList(content) ? content : [];
  if (more.length > 0 || !isObject(part)) return input;
  if (part['type'] === 'input_text') return part['text'];
  return part['type'] === 'input_json' ? part['data'] : input;
}

/** Whether an item of the input, or a part of one, is an image. */
function hasImage(input: readonly JsonValue[]): boolean {
  return input.some((item) => {
    if (!isObject(item)) return false;
    const { type, content, output } = item;
    const parts = [content, output].flatMap((one) => (isList(one) ? one : []));
    return type === 'input_image' || hasImage(parts);
  });
}

function writeAnswer({ request, questions, answers, judge, usage }: DialectAnswer): object {
  const asked = isList(request['questions']) ? request['questions'] : [];
  return {
    model: judge.model,
    answers: asked.flatMap((one, index) => {
      const name = nameOf(one, index);
      const [question, answer] = [questions[name], answers[name]];
      if (question === undefined || answer === undefined || !isObject(one)) return [];
      return [writeOne(question, answer, one)];
    }),
    ...(usage === undefined ? {} : { usage: writeUsage(usage) }),
  };
}

function writeOne(question: Question, answer: Answer, asked: JsonObject): object {
  const name = asked['name'] ?? null;
  if (answer.refusal || answer.unmeasurable) return { type: 'refusal', name };
  if ('noul' in answer) return { type: 'predicate', name, probability: answer.noul };
  const confidence = present({ confidence: answer.confidence });
  const given: { readonly [label: string]: number | undefined } = answer.probabilities ?? {};
  const options = question.type === 'noul' ? [] : question.options;
  const shares = options.flatMap((label, index) => {
    const probability = Object.hasOwn(given, label) ? given[label] : undefined;
    return probability === undefined ? [] : [{ label, index, probability }];
  });
  if ('choice' in answer) {
    const values = valuesOf(asked);
    const asSent = (label: string): JsonValue => values.get(label) ?? label;
    const probabilities = shares.map(({ label, probability }) => ({
      value: asSent(label),
      probability,
    }));
    return { type: 'choice', name, choice: asSent(answer.choice), ...confidence, probabilities };
  }
  const probabilities = shares.map(({ label, index, probability }) => ({
    value: index,
    label,
    probability,
  }));
  return { type: 'score', name, score: answer.score, ...confidence, probabilities };
}

/** The values of a choice as they were sent, by their labels. */
function valuesOf({ choices }: JsonObject): ReadonlyMap<string, JsonValue> {
  const values = (isList(choices) ? choices : []).flatMap((one) => {
    const value = isObject(one) ? one['value'] : undefined;
    return value === undefined ? [] : [[String(value), value] as const];
  });
  return new Map(values);
}

function writeUsage({ inputTokens, outputTokens }: Usage): object {
  const both = inputTokens !== undefined && outputTokens !== undefined;
  return present({
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: both ? inputTokens + outputTokens : undefined,
  });
}

/** The type of an error by its status. */
function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** The parts of a request by the names that they have there. */
const PARAMS: Readonly<Record<string, string | undefined>> = /* @__PURE__ */ Object.freeze({
  'request.questions': 'questions',
  'request.state': 'input',
});

function writeFault({ status, code, path, message }: DialectFault): {
  readonly status: number;
  readonly body: object;
} {
  const error = { message, type: typeOf(status), param: PARAMS[path] ?? null, code };
  // There, whatever is wrong with a request is a bad request.
  return { status: status === 422 ? 400 : status, body: { error } };
}

function bad(rule: string): JudgeError {
  return new JudgeError('bad_question', { path: 'questions', rule, fix: 'correct it' });
}
