/**
 * System One as a handler serves it: `POST /v1/systemone` and `GET /v1/models`.
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
import type { JudgeInfo, Usage } from '../../judge.js';
import { isList, isObject, present } from '../../members.js';
import type { Question } from '../../question.js';
import { pathTo } from '../../walk.js';

/**
 * System One, for `judgeHandler()`: clients of TypeSafe's API can then be pointed at any judge.
 *
 * A score's levels have no labels there, and so are asked as `0`, `1` and on, each with what
 * describes it. What the judge does not say, such as a confidence, is not there. A refusal, and an
 * answer in which nothing can be measured, is `{"type": "refusal"}`, as gateways write it.
 *
 * @example
 * ```ts
 * import { rulesJudge, toolCall } from 'judgement';
 * import { judgeHandler } from 'judgement/http';
 * import { systemOneDialect } from 'judgement/judges/system-one';
 *
 * const handler = judgeHandler(rulesJudge(), { dialect: systemOneDialect });
 * const questions = { unsafe: { type: 'noul', instructions: 'Is the call unsafe?' } };
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const response = await handler(
 *   new Request('https://judge.example/v1/systemone', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json' },
 *     body: JSON.stringify({ model: 'any', state, questions }),
 *   }),
 * );
 * console.log(response.status, await response.text()); // 200 {"model":"judgement-rules/…
 * ```
 */
export const systemOneDialect: JudgeDialect = /* @__PURE__ */ Object.freeze({
  name: 'system-one',
  judgePath: '/v1/systemone',
  modelsPath: '/v1/models',
  requestIdHeader: 'x-typesafe-request-id',
  readRequest,
  writeAnswer,
  writeModels: ({ model }: JudgeInfo) => ({
    models: [{ name: model, description: 'The judge that is served here.', release_date: '' }],
  }),
  writeFault,
});

/** What a request may have; anything else would ask for something that is not done. */
const MEMBERS: ReadonlySet<string> = /* @__PURE__ */ new Set(['model', 'state', 'questions']);

function readRequest(body: JsonObject): DialectRequest {
  const unknown = Object.keys(body).some((name) => !MEMBERS.has(name));
  if (unknown) throw bad([], 'a request has a model, a state and questions, and nothing else');
  const { state, questions } = body;
  if (!isObject(questions)) throw bad([], 'questions are an object by key');
  const read = Object.entries(questions).map(([key, one]) => [key, readQuestion(one, key)]);
  return { state, questions: Object.fromEntries(read) };
}

function readQuestion(given: JsonValue, key: string): unknown {
  if (!isObject(given)) return given;
  const { type, criteria, ...others } = withoutNulls(given);
  if (type === 'choice' && isObject(criteria)) {
    return { type, ...others, options: Object.keys(criteria), criteria };
  }
  if (type === 'score' && isList(criteria)) {
    const labels = criteria.map((_, index) => String(index));
    const described = Object.fromEntries(criteria.map((one, index) => [String(index), one]));
    return { type, ...others, options: labels, criteria: described };
  }
  if (type === 'noul') return { type, ...others, ...present({ criteria }) };
  const rule =
    'a question is a noul, a choice with a map of criteria, or a score with a list of them';
  throw bad([key], rule);
}

/** `null` is what clients send for instructions and criteria that are not there. */
function withoutNulls(question: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== null));
}

function writeAnswer({ questions, answers, judge, usage }: DialectAnswer): object {
  const written = Object.entries(questions).flatMap(([key, question]) => {
    const answer = answers[key];
    return answer === undefined ? [] : [[key, writeOne(question, answer)] as const];
  });
  return {
    model: judge.model,
    answers: Object.fromEntries(written),
    ...(usage === undefined ? {} : { usage: writeUsage(usage) }),
  };
}

function writeOne(question: Question, answer: Answer): object {
  if (answer.refusal || answer.unmeasurable) return { type: 'refusal' };
  const { probabilities, confidence } = answer;
  if ('noul' in answer) return { type: 'noul', noul: answer.noul };
  const certainty = present({ probabilities, confidence });
  if ('choice' in answer) return { type: 'choice', choice: answer.choice, ...certainty };
  const legend = question.type === 'score' ? question.criteria : undefined;
  return { type: 'score', score: answer.score, ...present({ legend }), ...certainty };
}

function writeUsage({ inputTokens, outputTokens }: Usage): object {
  return present({ input_tokens: inputTokens, output_tokens: outputTokens });
}

/** The words of the API for what it has words for. */
const ERROR_TYPES: Readonly<Record<string, string | undefined>> = /* @__PURE__ */ Object.freeze({
  unauthorized: 'authentication_error',
  timed_out: 'timeout',
  request_timeout: 'timeout',
});

/** A validation error names the place (`detail: [{loc, msg, type}]`), any other its type. */
function writeFault({ status, code, path, message }: DialectFault): {
  readonly status: number;
  readonly body: object;
} {
  if (status !== 422 && status !== 400) {
    return { status, body: { detail: { error_type: ERROR_TYPES[code] ?? 'unknown', message } } };
  }
  const loc = path.split('.').slice(1);
  const at = loc[0] === 'body' ? loc : ['body', ...loc];
  return { status, body: { detail: [{ loc: at, msg: message, type: code }] } };
}

function bad(place: readonly string[], rule: string): JudgeError {
  const fix = 'correct it';
  return new JudgeError('bad_question', { path: pathTo('questions', place), rule, fix });
}
