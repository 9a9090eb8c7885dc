/**
 * Asks the judge behind a handler, checks what it says, writes it as the contract has it and signs
 * it.
 *
 * @module
 */
import { type Heard, hear } from '../asking.js';
import { utf8 } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { toContractAnswers, toWireDetails } from '../details.js';
import { digest, digestBytes } from '../digest.js';
import { isJudgementError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Clock, Judge, JudgeInfo, JudgeRequest, JudgeResponse } from '../judge.js';
import { present } from '../members.js';
import type { AsyncSigner } from '../receipt/signer.js';
import { readClock } from '../time.js';
import type { JudgeDialect } from './dialect.js';
import { isRequestId, isTellable } from './request-id.js';
import type { AskedRequest } from './request-reader.js';
import { fromJudge, ServiceFault } from './service-fault.js';
import { ANSWER_HEADER, NONCE_HEADER, readNonce, signAnswer } from './signed.js';
import type { Watch } from './watch.js';

/** A judge that is served. */
export interface Served {
  readonly judge: Judge;
  /** Who it is, checked. */
  readonly info: JudgeInfo;
  readonly sign: AsyncSigner | undefined;
  readonly dialect: JudgeDialect | undefined;
  readonly clock: Clock;
}

/** What a response of status 200 holds. */
export interface Reply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Asks the judge and writes its response: `{answers, judge, latency_ms, request_id, usage}`.
 *
 * The text is canonical, so that the same answers have the same digest wherever they are given.
 */
export async function serve(
  served: Served,
  { request, body }: AskedRequest,
  nonce: string | undefined,
  watch: Watch,
): Promise<Reply> {
  const heard = await listen(served, request, watch);
  if (served.dialect !== undefined) return writeIn(served.dialect, heard, request, body);
  const bytes = utf8(write(heard));
  const { sign, clock } = served;
  if (sign === undefined) return { bytes, headers: {} };
  const { state, questions } = request;
  const { answers, judge } = heard;
  const made = { stateDigest: digest(state), responseDigest: digestBytes(bytes), nonce };
  const signing = signAnswer({ ...made, questions, answers, judge }, { signer: sign, clock });
  const header = await watch.until(signing.catch(refuseUnsigned), 'timed_out');
  return { bytes, headers: { [ANSWER_HEADER]: header } };
}

/** Writes an answer in another API's form, whose members keep their order. */
function writeIn(
  dialect: JudgeDialect,
  { answers, judge, decimals, origin }: Heard,
  { questions }: JudgeRequest,
  request: JsonObject,
): Reply {
  const { usage, requestId } = origin;
  const body = dialect.writeAnswer({ request, questions, answers, judge, decimals, usage });
  const headers = isRequestId(requestId) ? { [dialect.requestIdHeader]: requestId } : {};
  return { bytes: utf8(JSON.stringify(body)), headers };
}

/** The nonce of a request; where nothing is signed, nobody needs one. */
export function readRequestNonce(headers: Headers, { sign }: Served): string | undefined {
  if (sign === undefined) return undefined;
  try {
    return readNonce(headers.get(NONCE_HEADER));
  } catch {
    const rule = 'a nonce is 16 to 64 random bytes in base64url without padding';
    const fix = 'draw 16 random bytes for each request';
    throw new ServiceFault('bad_request', { path: 'request.headers', rule, fix });
  }
}

async function listen(
  { judge, info, clock }: Served,
  request: JudgeRequest,
  watch: Watch,
): Promise<Heard> {
  const { signal } = watch;
  const asked = readClock(clock);
  try {
    const response = await watch.until(ask(judge, request, signal), 'timed_out');
    const elapsedMs = Math.max(0, Math.round(readClock(clock) - asked));
    return hear(request.questions, response, { info, signal, elapsedMs });
  } catch (error) {
    throw fromJudge(error);
  }
}

/** A judge that throws at once rejects. */
async function ask(
  judge: Judge,
  request: JudgeRequest,
  signal: AbortSignal,
): Promise<JudgeResponse> {
  return judge.ask(request, { signal });
}

function write({ answers, judge, decimals, origin, details }: Heard): string {
  const { latencyMs, requestId, requestedModel, modelUnreported, usage } = origin;
  return canonicalize({
    answers: toContractAnswers(answers),
    // Who reads the answers cannot check their sums without knowing what they are rounded to.
    judge: { ...judge, ...present({ decimals }) },
    latency_ms: latencyMs,
    ...present({
      details: toWireDetails(answers, details),
      request_id: isTellable(requestId) ? requestId : undefined,
      requested_model: requestedModel,
      model_unreported: modelUnreported,
      usage:
        usage && present({ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }),
    }),
  });
}

/** An answer that should be signed is not sent without. */
function refuseUnsigned(error: unknown): never {
  if (!isJudgementError(error) || error.code !== 'too_large') throw error;
  throw new ServiceFault('too_large', {
    status: 422,
    path: 'request.questions',
    rule: 'the answers to so many questions do not fit into a signed header',
    fix: 'ask fewer at a time, or give them shorter keys',
  });
}
