/**
 * What a model of the AI SDK throws, in words of ours: its own repeat what was sent.
 *
 * @module
 */
import { aborted } from '../../asking.js';
import { isJudgementError, JudgeError, type JudgeErrorCode } from '../../errors.js';
import type { Signal } from '../../judge.js';

/** The error for what a model threw. */
export function toFailure(error: unknown, signal: Signal | undefined): unknown {
  if (signal?.aborted) return aborted(signal);
  if (isJudgementError(error)) return error;
  const { name, status } = describe(error);
  const [code, path, fix] = FAILURES.get(name ?? '') ?? UNAVAILABLE;
  const said = [name, status === undefined ? undefined : `status ${status}`]
    .filter((word) => word !== undefined)
    .join(', ');
  const rule = `the model gave no answer${said === '' ? '' : ` (${said})`}`;
  return new JudgeError(code, { path, rule, fix, status });
}

type Row = readonly [code: JudgeErrorCode, path: string, fix: string];

const UNAVAILABLE: Row = [
  'judge_unavailable',
  'judge',
  'call the model yourself to see all that it says, or ask again later',
];
const NO_KEY: Row = ['bad_option', 'model', 'give the provider its key or its setting'];
const NOT_TAKEN: Row = ['bad_question', 'request', 'ask what this model takes'];
const UNREADABLE: Row = ['bad_answer', 'response', 'look whether the provider is up to date'];

/** What its errors are called (`@ai-sdk/provider`, `errors`), where that says more. */
const FAILURES: ReadonlyMap<string, Row> = /* @__PURE__ */ new Map<string, Row>([
  ['AI_LoadAPIKeyError', NO_KEY],
  ['AI_LoadSettingError', NO_KEY],
  ['AI_NoSuchModelError', ['bad_option', 'model', 'name a model that the provider has']],
  ['AI_InvalidArgumentError', NOT_TAKEN],
  ['AI_UnsupportedFunctionalityError', NOT_TAKEN],
  ['AI_DecisionUnsupportedQuestionTypeError', NOT_TAKEN],
  ['AI_JSONParseError', UNREADABLE],
  ['AI_TypeValidationError', UNREADABLE],
  ['AI_InvalidResponseDataError', UNREADABLE],
  ['AI_EmptyResponseBodyError', UNREADABLE],
]);

/** The class of an error, as far as it is one of the SDK's, and a status. */
function describe(error: unknown): {
  readonly name: string | undefined;
  readonly status: number | undefined;
} {
  try {
    const given: { readonly name?: unknown; readonly statusCode?: unknown } = Object(error);
    const { name, statusCode } = given;
    return {
      name: typeof name === 'string' && NAME.test(name) ? name : undefined,
      status: isStatus(statusCode) ? statusCode : undefined,
    };
  } catch {
    // What a stranger threw may throw itself when it is looked at, as a revoked proxy does.
    return { name: undefined, status: undefined };
  }
}

const NAME = /^(?:AI_|Gateway)[A-Za-z]{3,40}Error$/;

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 300 && value <= 599;
}
