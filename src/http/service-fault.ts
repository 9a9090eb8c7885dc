/**
 * What a handler says instead of an answer: one row for each code, in words of its own, so that
 * nothing of a request and nothing of the judge's error gets out with it.
 *
 * @module
 */
import { isJudgementError, type JudgementError } from '../errors.js';

/** The `code` in the body of a response that holds no answer. */
export type HandlerErrorCode =
  | 'bad_request'
  | 'bad_syntax'
  | 'duplicate_member'
  | 'forbidden_member'
  | 'lone_surrogate'
  | 'not_finite'
  | 'unsafe_integer'
  | 'too_deep'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'too_large'
  | 'unsupported_media_type'
  | 'bad_state'
  | 'bad_question'
  | 'unknown_question'
  | 'too_busy'
  | 'client_closed'
  | 'internal'
  | 'bad_answer'
  | 'judge_unavailable'
  | 'timed_out';

/** The body of a response that holds no answer. It repeats nothing of the request. */
export interface HandlerErrorBody {
  readonly error: {
    readonly code: HandlerErrorCode;
    /** The part of the request that it is about, or `judge`. */
    readonly path: string;
    /** The rule that was broken, as a sentence without a full stop. */
    readonly rule: string;
    /** What the client can do about it, as a sentence without a full stop. */
    readonly fix: string;
  };
}

/** The end of a request that gets no answer. */
export class ServiceFault extends Error {
  readonly status: number;
  readonly body: HandlerErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: HandlerErrorCode, change: Partial<Row> = {}, cause?: unknown) {
    const row: Row = { ...ROWS[code], ...change };
    const { status, path, rule, fix, headers = {} } = row;
    super(`${path}: ${rule}; ${fix}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.body = { error: { code, path, rule, fix } };
    this.headers = headers;
  }
}

/**
 * The fault for what a reader of ours found in the body. Its rule and its fix are fixed words and
 * numbers; its path is not, as it names members, so only its first step is kept.
 */
export function fromReader(error: unknown, path: string, status: number): unknown {
  if (!isJudgementError(error) || !isCode(error.code)) return error;
  const { code, rule, fix } = error;
  // RFC 9110 §15.5.14: what is refused for its size has a status of its own.
  return new ServiceFault(code, { status: code === 'too_large' ? 413 : status, path, rule, fix });
}

/** The fault for what a judge threw when it was asked, and for what is wrong with its answers. */
export function fromJudge(error: unknown): ServiceFault {
  if (isServiceFault(error)) return error;
  const code = codeFor(error);
  return new ServiceFault(code, code === 'too_large' ? TOO_LARGE : {}, error);
}

/** Whether something that was caught is a fault of ours; a stranger's may throw when looked at. */
export function isServiceFault(error: unknown): error is ServiceFault {
  try {
    return error instanceof ServiceFault;
  } catch {
    return false;
  }
}

function codeFor(error: unknown): HandlerErrorCode {
  try {
    if (isJudgementError(error)) return CODES.get(error.code) ?? 'bad_answer';
  } catch {
    // A code that cannot be read says as little as none.
  }
  // Whatever else a judge throws says that it gave no answer, as for everyone who asks it.
  return 'judge_unavailable';
}

interface Row {
  readonly status: number;
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body was read, and the judge finds something in it too long. */
const TOO_LARGE: Partial<Row> = {
  status: 422,
  path: 'request',
  rule: 'the judge does not take so much',
};

const BODY = 'request.body';
const STRICT = { status: 400, path: BODY, rule: 'the body is strict JSON', fix: 'correct it' };

/** RFC 9110 §15.5 and §15.6, RFC 6585 §4; 499 is what nobody is there to read. */
const ROWS: Readonly<Record<HandlerErrorCode, Row>> = /* @__PURE__ */ Object.freeze({
  bad_request: {
    status: 400,
    path: BODY,
    rule: 'the body is an object with a state and questions, and nothing else',
    fix: 'send { "state": …, "questions": { … } }',
  },
  bad_syntax: STRICT,
  duplicate_member: STRICT,
  forbidden_member: STRICT,
  lone_surrogate: STRICT,
  not_finite: STRICT,
  unsafe_integer: STRICT,
  too_deep: STRICT,
  unauthorized: {
    status: 401,
    path: 'request.headers',
    rule: 'the request is not authorized',
    fix: 'send the credentials that this judge was set up with',
    // RFC 9110 §15.5.2: a 401 names a challenge.
    headers: { 'www-authenticate': 'Bearer' },
  },
  not_found: {
    status: 404,
    path: 'request',
    rule: 'nothing is served at this path',
    fix: 'ask at the path that the API has for it',
  },
  method_not_allowed: {
    status: 405,
    path: 'request.method',
    rule: 'a judge is asked with POST, and looked at with GET or HEAD',
    fix: 'use one of the three',
    headers: { allow: 'GET, HEAD, POST' },
  },
  request_timeout: {
    status: 408,
    path: BODY,
    rule: 'the body did not come in time',
    fix: 'send it at once',
  },
  too_large: {
    status: 413,
    path: BODY,
    rule: 'the body is larger than this judge reads',
    fix: 'send only what the judge has to see',
  },
  unsupported_media_type: {
    status: 415,
    path: 'request.headers',
    rule: 'the body is JSON in UTF-8, without a content encoding',
    fix: 'send content-type: application/json',
    headers: { accept: 'application/json' },
  },
  bad_state: {
    status: 422,
    path: 'request.state',
    rule: 'the judge cannot judge this state',
    fix: 'send the state that it is made for',
  },
  bad_question: {
    status: 422,
    path: 'request.questions',
    rule: 'a question breaks a rule',
    fix: 'correct it',
  },
  unknown_question: {
    status: 422,
    path: 'request.questions',
    rule: 'the judge does not answer one of these questions',
    fix: 'ask what it is made for, or another judge',
  },
  too_busy: {
    status: 429,
    path: 'request',
    rule: 'the judge is asked as much at once as it takes',
    fix: 'ask again after the time in Retry-After',
  },
  client_closed: {
    status: 499,
    path: 'request',
    rule: 'the client went away',
    fix: 'ask again if the answer is still wanted',
  },
  internal: {
    status: 500,
    path: 'judge',
    rule: 'something went wrong on this side',
    fix: 'tell whoever runs this judge',
  },
  bad_answer: {
    status: 502,
    path: 'judge',
    rule: 'the judge gave an answer that breaks a rule',
    fix: 'tell whoever runs this judge',
  },
  judge_unavailable: {
    status: 503,
    path: 'judge',
    rule: 'the judge gave no answer',
    fix: 'ask again later',
  },
  timed_out: {
    status: 504,
    path: 'judge',
    rule: 'there was no answer in time',
    fix: 'ask again later',
  },
});

/** What each error of a judge's is here; what stands in no row is an answer that breaks a rule. */
const CODES: ReadonlyMap<string, HandlerErrorCode> = /* @__PURE__ */ new Map<
  JudgementError['code'],
  HandlerErrorCode
>([
  ['unknown_question', 'unknown_question'],
  ['bad_question', 'bad_question'],
  ['bad_state', 'bad_state'],
  ['too_large', 'too_large'],
  ['judge_unavailable', 'judge_unavailable'],
  ['aborted', 'judge_unavailable'],
  ['refused', 'judge_unavailable'],
  ['unmeasurable', 'judge_unavailable'],
  ['unsupported', 'internal'],
  ['bad_option', 'internal'],
  ['bad_policy', 'internal'],
]);

function isCode(code: string): code is HandlerErrorCode {
  return Object.hasOwn(ROWS, code);
}
