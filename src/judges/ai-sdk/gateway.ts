/**
 * The protocol by which the AI SDK's gateway asks a decision model, as a handler serves it.
 *
 * @module
 */
import type {
  DialectAnswer,
  DialectFault,
  DialectRequest,
  JudgeDialect,
} from '../../http/dialect.js';
import type { JsonObject } from '../../json.js';
import { readQuestions, readState } from './asked.js';
import { unsupported, writeDecisions } from './decisions.js';

/**
 * The protocol of the AI SDK's gateway (`POST …/decision-model`, specification 4), for
 * `judgeHandler()`: `createGateway({ baseURL })` can then be pointed at any judge.
 *
 * The protocol is not documented and changes without notice; `aiSdkModel()` needs none, and
 * `systemOneDialect` has one that is. Questions, answers and refusals are as in `aiSdkModel()`. The
 * model that is asked for, which stands in a header, is not looked at. A confidence stands in
 * `providerMetadata.judgement`.
 *
 * @example
 * ```ts
 * import { rulesJudge, toolCall } from 'judgement';
 * import { judgeHandler } from 'judgement/http';
 * import { gatewayDialect } from 'judgement/judges/ai-sdk';
 *
 * const handler = judgeHandler(rulesJudge(), { dialect: gatewayDialect });
 * const value = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const questions = { unsafe: { type: 'boolean', instructions: 'Is the call unsafe?' } };
 * const response = await handler(
 *   new Request('https://judge.example/v4/ai/decision-model', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json' },
 *     body: JSON.stringify({ stateParts: [{ type: 'json', value }], questions }),
 *   }),
 * );
 * console.log(response.status, await response.text());
 * // 200 {"answers":{"unsafe":{"type":"boolean","probability":1}},…
 * ```
 */
export const gatewayDialect: JudgeDialect = /* @__PURE__ */ Object.freeze({
  name: 'ai-gateway',
  judgePath: '/decision-model',
  requestIdHeader: 'x-request-id',
  readRequest: ({ stateParts, questions }: JsonObject): DialectRequest => ({
    state: readState(stateParts),
    questions: readQuestions(questions),
  }),
  writeAnswer,
  writeFault,
});

function writeAnswer({ request, questions, usage, ...heard }: DialectAnswer): object {
  const origin = usage === undefined ? {} : { usage };
  const { response, warnings, ...reply } = writeDecisions({ ...heard, origin }, questions);
  return { ...reply, model: response.modelId, warnings: [...unsupported(request), ...warnings] };
}

/** What the gateway calls its errors; its client tells them apart by this word. */
const TYPES: Readonly<Record<number, string | undefined>> = /* @__PURE__ */ Object.freeze({
  401: 'authentication_error',
  404: 'not_found',
  429: 'rate_limit_exceeded',
});

function writeFault({ status, code, path, message }: DialectFault): {
  readonly status: number;
  readonly body: object;
} {
  const type = status < 500 ? 'invalid_request_error' : 'internal_server_error';
  const error = { message: `${path}: ${message}`, type: TYPES[status] ?? type, code };
  return { status, body: { error } };
}
