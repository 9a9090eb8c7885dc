/**
 * Serves any judge over HTTP: a standard function from a request to a response.
 *
 * @module
 */
import { utf8 } from '../bytes.js';
import type { Judge } from '../judge.js';
import { readClock } from '../time.js';
import type { JudgeDialect } from './dialect.js';
import { type JudgeHandlerOptions, type Service, setUp } from './handler-options.js';
import { checkHeaders, readRequest } from './request-reader.js';
import { isServiceFault, ServiceFault } from './service-fault.js';
import { type Reply, readRequestNonce, serve } from './serving.js';
import { startWatch, type Watch } from './watch.js';

/** Answers one request. It never rejects. */
export type JudgeHandler = (request: Request) => Promise<Response>;

/**
 * Serves a judge: `POST` of `{ state, questions }` is answered with `{ answers, judge, latency_ms }`,
 * and `request_id` and `usage` where the judge has them. `GET` and `HEAD` say that it is there, and
 * `GET` says who it is and what it takes.
 *
 * The request is read strictly, with bounds, and to its end before the judge is asked; the judge's
 * answers are checked before they are sent. Whatever else happens is
 * `{ error: { code, path, rule, fix } }` ({@link HandlerErrorBody}) with a status that says whose
 * fault it is; it repeats nothing of the request, of the judge's error or of a stack.
 *
 * - 400 for a body that is not strict JSON or has other members, 401 when `authorize` does not
 *   return `true`, 405, 408 for a body that does not come in time, 413 for one that is too large,
 *   whatever its `content-length` says, 415 for anything but JSON in UTF-8 without an encoding
 * - 422 for a state, a question or a number of questions that breaks a rule, or that the judge does
 *   not take
 * - 429 with `Retry-After` when as many requests are worked on as there may be
 * - 500 for a fault of the set-up, 502 for a judge whose answers break a rule, 503 for one that gives
 *   none, 504 for one that takes too long
 *
 * When the deadline passes or the client goes away, the signal that the judge got aborts. The
 * request is over then; a judge that does not heed its signal works on for nobody.
 *
 * With a `dialect`, the judge is asked, and answers, in the form of another API: its clients can be
 * pointed at the handler. Paths, bodies and errors are those of that API; all else is as above.
 *
 * With `sign`, each answer is signed in the header `judgement-answer`, and the body stays the same.
 *
 * @param judge Anything that answers, at once or later.
 * @param options Who is let in, the limits, who signs, and who is told of errors.
 * @returns The handler, for anything that takes a `Request` and wants a `Response`.
 * @throws `JudgeError` `bad_option` for what is no judge, an option that does not exist and one
 *   that is out of range.
 * @see RFC 9110 §15 for the statuses, RFC 6585 §4 for 429
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions, toolCall } from 'judgement';
 * import { judgeHandler } from 'judgement/http';
 *
 * const handler = judgeHandler(rulesJudge());
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const questions = { unsafe: rulesQuestions.unsafe };
 * const response = await handler(
 *   new Request('https://judge.example/', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json' },
 *     body: JSON.stringify({ state, questions }),
 *   }),
 * );
 * console.log(response.status, await response.text()); // 200 {"answers":{"unsafe":{…
 * ```
 */
export function judgeHandler(judge: Judge, options: JudgeHandlerOptions = {}): JudgeHandler {
  const service = setUp(judge, options);
  return async (request) => {
    const isHead = request.method === 'HEAD';
    try {
      const { bytes, headers } = await answer(request, service);
      return respond(200, bytes, headers, isHead);
    } catch (error) {
      const fault = isServiceFault(error) ? error : new ServiceFault('internal', {}, error);
      if (fault.status >= 500) report(fault, service.onError);
      const { status, body } = toResponse(fault, service.dialect);
      return respond(status, utf8(JSON.stringify(body)), fault.headers, isHead);
    }
  };
}

type Method = (request: Request, service: Service, watch: Watch) => Promise<Reply>;

/** What is done for each method. */
const METHODS: ReadonlyMap<string, Method> = /* @__PURE__ */ new Map<string, Method>([
  ['POST', judgeOne],
  ['GET', describe],
  ['HEAD', describe],
]);

function methodFor(request: Request, dialect: JudgeDialect | undefined): Method {
  const method = METHODS.get(request.method);
  if (method !== undefined && dialect === undefined) return method;
  if (dialect !== undefined) return routeIn(dialect, request);
  throw new ServiceFault('method_not_allowed');
}

/** What is done at a path of another API; a handler can be mounted beneath any other path. */
function routeIn({ judgePath, modelsPath, ...dialect }: JudgeDialect, request: Request): Method {
  const { pathname } = new URL(request.url);
  const [path, allow, method]: readonly [string, string, Method] = pathname.endsWith(judgePath)
    ? [judgePath, 'POST', judgeOne]
    : [modelsPath ?? '', 'GET', list];
  if (path === '' || !pathname.endsWith(path) || (allow === 'GET' && !dialect.writeModels)) {
    throw new ServiceFault('not_found');
  }
  if (request.method === allow) return method;
  const rule = `this path is asked with ${allow}`;
  throw new ServiceFault('method_not_allowed', { rule, fix: 'use it', headers: { allow } });
}

/** The body of a response that holds no answer, and its status. */
function toResponse(
  { status, body }: ServiceFault,
  dialect: JudgeDialect | undefined,
): { readonly status: number; readonly body: object } {
  if (dialect === undefined) return { status, body };
  const { code, path, rule, fix } = body.error;
  return dialect.writeFault({ status, code, path, message: `${rule}; ${fix}` });
}

/** What a response of status 200 holds, or throws. */
async function answer(request: Request, service: Service): Promise<Reply> {
  const method = methodFor(request, service.dialect);
  const watch = startWatch(request.signal, service.timeoutMs, service.timer);
  try {
    return await method(request, service, watch);
  } finally {
    watch.end();
  }
}

async function judgeOne(request: Request, service: Service, watch: Watch): Promise<Reply> {
  // Before there is a place for it, as whoever may not ask would keep out those who may.
  if (service.authorize !== undefined) await checkAuthorized(request, service, watch);
  const leave = service.slots.take(readClock(service.clock));
  if (leave === undefined) {
    const headers = { 'retry-after': String(service.retryAfterSeconds) };
    throw new ServiceFault('too_busy', { headers });
  }
  try {
    checkHeaders(request.headers, service);
    const nonce = readRequestNonce(request.headers, service);
    return await serve(service, await readRequest(request, service, watch), nonce, watch);
  } finally {
    leave();
  }
}

async function describe(request: Request, service: Service, watch: Watch): Promise<Reply> {
  await checkAuthorized(request, service, watch);
  const text = JSON.stringify({
    status: 'ok',
    judge: service.info,
    // Left out by JSON where there is none.
    contract: service.contract,
    limits: {
      max_request_bytes: service.maxRequestBytes,
      max_questions: service.maxQuestions,
      timeout_ms: service.timeoutMs,
    },
  });
  return { bytes: utf8(text), headers: {} };
}

async function list(request: Request, service: Service, watch: Watch): Promise<Reply> {
  await checkAuthorized(request, service, watch);
  const body = service.dialect?.writeModels?.(service.info) ?? {};
  return { bytes: utf8(JSON.stringify(body)), headers: {} };
}

async function checkAuthorized(
  request: Request,
  { authorize }: Service,
  watch: Watch,
): Promise<void> {
  if (authorize === undefined) return;
  const isAuthorized: unknown = await watch.until(authorize(request), 'timed_out');
  if (isAuthorized !== true) throw new ServiceFault('unauthorized');
}

/** A handler answers, whatever becomes of the report, now or later. */
async function report(fault: ServiceFault, onError: Service['onError']): Promise<void> {
  try {
    await onError?.('cause' in fault ? fault.cause : fault);
  } catch {
    // There is nobody left to tell.
  }
}

function respond(
  status: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  isHead: boolean,
): Response {
  // RFC 9110 §9.3.2: a response to HEAD has no content.
  return new Response(isHead ? null : bytes, {
    status,
    headers: {
      'content-type': 'application/json',
      // What was judged is nobody's to keep, and a judge that was asked again may answer anew.
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
