/**
 * A judge that is asked over HTTP.
 *
 * @module
 */
import type { Heard } from '../asking.js';
import { canonicalize } from '../canonical.js';
import type { AskOptions, Judge, JudgeRequest, JudgeResponse, Signal } from '../judge.js';
import { keptBy } from './kept.js';
import { type HttpJudgeOptions, readSettings, type Settings } from './options.js';
import { describeRefusal } from './refusal.js';
import { readReply, toHeardResponse } from './reply.js';
import { makeService, type Service, type ServiceReply, type ServiceRules } from './service.js';
import { demandSignature } from './signature.js';
import { makeNonce, NONCE_HEADER } from './signed.js';

/** A judge that is asked over HTTP, and therefore answers later. */
export interface HttpJudge extends Judge {
  /** Answers each of the questions, or refuses it; rejects when there is no answer at all. */
  ask(request: JudgeRequest, options: AskOptions): Promise<JudgeResponse>;
}

/**
 * Makes a judge of a service that answers the judge contract over HTTP.
 *
 * Each attempt is a POST of `{questions, state}` as RFC 8785 text. The answer is status 200 with
 * JSON in UTF-8: `{answers, judge?, latency_ms?, request_id?, usage?}`. Everything else is an
 * error, and so never an allow. The response is read strictly, within a limit of time and of bytes,
 * and digested as it was received.
 *
 * A judge is asked once, unless `retries` says otherwise. `Retry-After` is kept to, as long as it
 * lies within the budget of time; where it does not, the judge is not asked again. A judge that is
 * too slow is not asked again either. A redirect is followed within the same origin, if it is of
 * status 307 or 308, up to five times.
 *
 * @param url Where the judge is: `http` or `https`, without user and password.
 * @param options Headers, limits, retries, the keys of the judge, and what takes the place of the
 *   host's `fetch`, clock, timer and random bytes. None by default.
 * @returns A judge for `judge()` and `judgeWith()`. Its `ask` rejects with a `JudgeError` that
 *   has the `status`, the `requestId` and the number of `attempts`, as far as there are any:
 *   `judge_unavailable` when no whole response came; `bad_answer` for one that breaks a rule;
 *   `aborted` when the signal aborts, at any stage; `bad_option` for headers that HTTP cannot send
 *   and for a host without `fetch` or timer. With `judgeKeys` it rejects with a `ReceiptError` or a
 *   `TrustError` for an answer that is not signed, or not by such a key, or to something else. No
 *   error shows a header, the URL or what stands in a body, but for `code` and `path` of
 *   {@link HandlerErrorBody} in an error response, where they are words of a handler of this library.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 * @see RFC 9110 for statuses, redirects and Retry-After; RFC 8259 §8.1 for JSON that is sent
 *
 * @example
 * ```ts
 * import { judgeWith, noul, threshold } from 'judgement';
 * import { httpJudge } from 'judgement/http';
 *
 * // In the place of the network: a judge that answers in this process.
 * const fetch = async (_url: string, { body }: RequestInit) => {
 *   const { state } = JSON.parse(String(body));
 *   const spam = { noul: state.text.includes('!!!') ? 0.97 : 0.02 };
 *   return Response.json({ answers: { spam }, judge: { model: 'spam-3' }, request_id: 'r-1' });
 * };
 * const model = httpJudge('https://judge.example/v1', {
 *   headers: async () => ({ authorization: 'Bearer 5b1e' }),
 *   retries: 2,
 *   fetch,
 * });
 * const questions = { spam: noul('Is this spam?') };
 * const request = { state: { text: 'Buy now!!!' }, questions };
 * const result = await judgeWith(model, request, { policy: threshold(0.9) });
 * console.log(result.effect, result.judge.model, result.requestId); // deny spam-3 r-1
 * ```
 */
export function httpJudge(url: string | URL, options: HttpJudgeOptions = {}): HttpJudge {
  const settings = readSettings(url, options);
  const service = makeService(settings.transport, rulesFor(settings));
  return Object.freeze({
    info: settings.info,
    ...keptBy(settings.signature),
    ask: (request: JudgeRequest, { signal }: AskOptions = {}) =>
      ask({ service, settings }, request, signal),
  });
}

const REQUEST_IDS = ['x-typesafe-request-id', 'x-request-id', 'x-judge-request-id'] as const;

/** What is known of a judge that answers the contract; where it has to sign, each attempt is marked. */
function rulesFor({ signature, transport }: Settings): ServiceRules {
  return {
    requestIdHeaders: REQUEST_IDS,
    readFault: (_status, body) => ({ detail: describeRefusal(body) }),
    headers: () => (signature === undefined ? {} : { [NONCE_HEADER]: makeNonce(transport.random) }),
  };
}

interface Asked {
  readonly service: Service;
  readonly settings: Settings;
}

async function ask(
  { service, settings }: Asked,
  request: JudgeRequest,
  signal: Signal | undefined,
): Promise<JudgeResponse> {
  const { questions, state } = request;
  const reply = await service.send(canonicalize({ questions, state }), signal);
  const heard = readReply(reply, request, settings.info);
  const response = toHeardResponse(heard, reply.attempts);
  const attestation = readAttestation(reply, request, heard, settings);
  return { ...response, attestation };
}

function readAttestation(
  { headers, sent }: ServiceReply,
  request: JudgeRequest,
  { answers, judge, origin: { responseDigest } }: Heard,
  { signature }: Settings,
): JudgeResponse['attestation'] {
  const nonce = sent[NONCE_HEADER];
  if (signature === undefined || nonce === undefined) return undefined;
  return demandSignature(headers, { request, nonce, answers, judge, responseDigest }, signature);
}
