/**
 * A judge in the dialect of a service: written, sent, read and checked.
 *
 * @module
 */
import type { Heard } from '../../asking.js';
import { digest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import type { HttpJudge } from '../../http/client.js';
import { safePath } from '../../http/paths.js';
import { hearReply, type RawResponse, toHeardResponse } from '../../http/reply.js';
import { refuseReply, type Service, type ServiceReply } from '../../http/service.js';
import type { AskOptions, JudgeInfo, JudgeRequest, JudgeResponse, Signal } from '../../judge.js';
import { checkConsistent } from './consistent.js';

/** What a dialect is: how a request is written, and how a reply is read. */
export interface Dialect {
  /** Its name, which tells kept answers of different dialects apart. */
  readonly name: string;
  /** Who the judge is, before it answers: its model is the one that is asked for. */
  readonly info: JudgeInfo;
  /** Writes a request, or throws `bad_question` or `bad_state` for what the service never takes. */
  write(request: JudgeRequest): string;
  /** Reads a reply as a response, of which nothing need be checked. */
  read(reply: ServiceReply, request: JudgeRequest): RawResponse;
}

/** Makes a judge of a service and its dialect, which asks all questions in one request. */
export function dialectJudge(service: Service, dialect: Dialect): HttpJudge {
  return Object.freeze({
    info: dialect.info,
    cacheKey: cacheKeyOf(service, dialect),
    ask: (request: JudgeRequest, { signal }: AskOptions = {}) =>
      ask(service, dialect, request, signal),
  });
}

/** What answers are told apart by, beside who is asked: where, and in which dialect. */
export function cacheKeyOf(
  { transport }: Pick<Service, 'transport'>,
  { name, info }: Pick<Dialect, 'name' | 'info'>,
): string {
  return digest({ dialect: name, method: info.method ?? null, url: transport.url.href });
}

/**
 * Reads and checks a reply.
 *
 * @throws {@link JudgeError} `bad_answer`, with the status, the request id and the number of attempts.
 */
export function readChecked(
  reply: ServiceReply,
  request: JudgeRequest,
  { info, read }: Pick<Dialect, 'info' | 'read'>,
): Heard {
  const { questions } = request;
  const heard = hearReply(reply, unlessBad(reply, request, read), { questions, info });
  try {
    checkConsistent(heard, questions);
  } catch (error) {
    throw blame(error, reply, request);
  }
  return heard;
}

/** Who answered: the model that the service names, or else the one that was asked for. */
export function whoAnswered(
  info: JudgeInfo,
  reported: unknown,
): Pick<RawResponse, 'judge' | 'requestedModel' | 'modelUnreported'> {
  const requestedModel = info.model;
  if (reported === undefined || reported === null || reported === '') {
    return { judge: info, requestedModel, modelUnreported: true };
  }
  return { judge: { ...info, model: reported }, requestedModel };
}

async function ask(
  service: Service,
  dialect: Dialect,
  request: JudgeRequest,
  signal: Signal | undefined,
): Promise<JudgeResponse> {
  const reply = await service.send(dialect.write(request), signal);
  return toHeardResponse(readChecked(reply, request, dialect), reply.attempts);
}

function unlessBad(reply: ServiceReply, request: JudgeRequest, read: Dialect['read']): RawResponse {
  try {
    return read(reply, request);
  } catch (error) {
    throw blame(error, reply, request);
  }
}

/** The error for a reply that a reader refused, without anything that stands in it. */
function blame(error: unknown, reply: ServiceReply, { questions }: JudgeRequest): unknown {
  if (!(error instanceof JudgeError)) return error;
  const { code, rule, fix } = error;
  return refuseReply(reply, { code, path: safePath(error.path, questions), rule, fix });
}
