/**
 * Reads what a judge sent, in the names of the wire, and checks that its answers hold.
 *
 * @module
 */
import { type Heard, hear } from '../asking.js';
import { JudgeError } from '../errors.js';
import type { JsonValue } from '../json.js';
import type { JudgeInfo, JudgeRequest, JudgeResponse } from '../judge.js';
import { isObject, present } from '../members.js';
import { safePath } from './paths.js';
import { isTellable } from './request-id.js';
import { refuseReply, type ServiceReply } from './service.js';

/** As a response, of which nothing is checked yet. */
export type RawResponse = { readonly [name in keyof JudgeResponse]?: unknown };

/**
 * Reads a response of the judge contract.
 *
 * @throws {@link JudgeError} `bad_answer` for JSON that breaks a rule.
 */
export function readReply(
  reply: ServiceReply,
  { questions }: JudgeRequest,
  info: JudgeInfo,
): Heard {
  const { body, requestId: sentId } = reply;
  const given = body['request_id'];
  // Text that would garble a log counts as none; what is no text breaks a rule.
  const said = typeof given === 'string' && !isTellable(given) ? undefined : given;
  const requestId = typeof said === 'string' ? said : sentId;
  const response: RawResponse = {
    ...fromDetails(body['answers'], body['details']),
    judge: body['judge'],
    usage: readUsage(body['usage']),
    requestId: said ?? sentId,
    latencyMs: body['latency_ms'],
    requestedModel: body['requested_model'],
    modelUnreported: body['model_unreported'],
  };
  return hearReply({ ...reply, ...present({ requestId }) }, response, { questions, info });
}

/**
 * Checks what was made of a reply as any response of a judge is checked.
 *
 * @throws {@link JudgeError} `bad_answer`, with what is known of the reply and without anything that
 *   stands in it.
 */
export function hearReply(
  reply: Pick<ServiceReply, 'requestId' | 'milliseconds' | 'attempts' | 'responseDigest'>,
  response: RawResponse,
  { questions, info }: Pick<JudgeRequest, 'questions'> & { readonly info: JudgeInfo },
): Heard {
  const { requestId, milliseconds: elapsedMs, responseDigest } = reply;
  const full = {
    ...response,
    requestId: response.requestId ?? requestId,
    latencyMs: response.latencyMs ?? elapsedMs,
    responseDigest,
  };
  try {
    return hear(questions, full, { info, signal: undefined, elapsedMs });
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    // A path can name members of the body, and no error shows what stands there.
    const path = safePath(error.path, questions);
    const { rule, fix } = error;
    throw refuseReply(reply, { code: 'bad_answer', path, rule, fix });
  }
}

/** What a judge passes on of what was heard: all of it, and how often it was asked. */
export function toHeardResponse(
  { answers, judge, decimals, origin, details }: Heard,
  attempts: number,
): JudgeResponse {
  const info = { ...judge, ...present({ decimals }) };
  return { ...origin, answers, judge: info, attempts, ...present({ details }) };
}

/** Details in the names of here; what they call unmeasurable stands there as a refusal. */
function fromDetails(
  answers: JsonValue | undefined,
  details: JsonValue | undefined,
): Pick<RawResponse, 'answers' | 'details'> {
  if (!isObject(details)) return { answers, details };
  const entries = Object.entries(details);
  const isMeant = (key: string): boolean => {
    const [said, answer] = [details[key], isObject(answers) ? answers[key] : undefined];
    return isObject(said) && said['unmeasurable'] === true && isRefusal(answer);
  };
  const keys = entries.map(([key]) => key).filter(isMeant);
  const changed = Object.fromEntries(keys.map((key) => [key, { unmeasurable: true }]));
  const known = entries.map(([key, said]) => [key, toDetails(said)] as const);
  return {
    answers: isObject(answers) ? { ...answers, ...changed } : answers,
    details: Object.fromEntries(known.filter(([, said]) => said !== undefined)),
  };
}

function isRefusal(answer: JsonValue | undefined): boolean {
  return isObject(answer) && answer['refusal'] === true;
}

/** The details of one answer; nothing where they say no more than that it is unmeasurable. */
function toDetails(said: JsonValue): unknown {
  if (!isObject(said)) return said;
  const { unmeasurable: _, provider_confidence: providerConfidence, ...others } = said;
  const details = present({ ...others, providerConfidence });
  return Object.keys(details).length === 0 ? undefined : details;
}

/** Usage in the names of here; members that are not described are left out. */
function readUsage(usage: unknown): unknown {
  if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) return usage;
  const { input_tokens: inputTokens, output_tokens: outputTokens }: WireUsage = usage;
  return { inputTokens, outputTokens };
}

interface WireUsage {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}
