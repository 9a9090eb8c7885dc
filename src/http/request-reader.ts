/**
 * Reads what a judge is asked out of a request: the type, the size, the JSON, then the questions.
 *
 * @module
 */
import { fromUtf8 } from '../bytes.js';
import { isJudgementError } from '../errors.js';
import { type JsonObject, type JsonValue, parseJson, snapshot } from '../json.js';
import type { JudgeRequest, State } from '../judge.js';
import { isList, isObject } from '../members.js';
import { checkQuestions, type Questions } from '../question.js';
import { jsonTypeFault } from './content-type.js';
import type { DialectRequest, JudgeDialect } from './dialect.js';
import { gather } from './gathering.js';
import { fromReader, ServiceFault } from './service-fault.js';
import type { Watch } from './watch.js';

/** What a request may be at most, and in which form it comes. */
export interface RequestLimits {
  readonly dialect: JudgeDialect | undefined;
  readonly maxRequestBytes: number;
  readonly maxQuestions: number;
}

/** Refuses a request by its headers, before any of its body is read. */
export function checkHeaders(headers: Headers, { maxRequestBytes }: RequestLimits): void {
  const encoding = headers.get('content-encoding') ?? 'identity';
  // What is compressed has no size until it is unpacked, and nothing here is worth compressing.
  const fault = jsonTypeFault(headers.get('content-type'));
  if (fault !== undefined || encoding.toLowerCase() !== 'identity') {
    throw new ServiceFault('unsupported_media_type');
  }
  if (Number(headers.get('content-length') ?? 0) > maxRequestBytes) {
    throw new ServiceFault('too_large');
  }
}

/** Reads the body to its end and checks everything that can be checked before the judge is asked. */
export async function readRequest(
  { body: stream, headers }: Request,
  limits: RequestLimits,
  watch: Watch,
): Promise<AskedRequest> {
  const most = limits.maxRequestBytes;
  const room = roomFor(headers.get('content-length'));
  const pending = readBytes(stream, room, most, watch.signal);
  const body = readBody(await watch.until(pending, 'request_timeout'));
  const { state, questions } = ask(body, limits.dialect);
  return Object.freeze({
    body,
    request: Object.freeze({
      state: readState(state),
      questions: readQuestions(questions, limits.maxQuestions),
    }),
  });
}

/** What is asked, and the body that asks it. */
export interface AskedRequest {
  readonly body: JsonObject;
  readonly request: JudgeRequest;
}

/** How much room is made at first, and how much at most, as a length can lie. */
const USUAL_ROOM = 1_024;
const FIRST_ROOM = 16_384;

function roomFor(length: string | null): number {
  const declared = Number(length ?? USUAL_ROOM);
  return declared >= 0 ? Math.min(Math.ceil(declared), FIRST_ROOM) : USUAL_ROOM;
}

/** Reads bytes until there are no more, or nobody waits for them. */
async function readBytes(
  body: Request['body'],
  room: number,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const gathering = gather(room, most);
  const reader = body?.getReader();
  // Nobody waits for the rest once the request is over.
  while (!signal.aborted) {
    const chunk = await reader?.read().catch(refuseBroken);
    if (chunk === undefined || chunk.done) break;
    const value: unknown = chunk.value;
    if (!(value instanceof Uint8Array)) throw new ServiceFault('bad_request');
    // The rest is left unread and not cancelled: on some hosts that would tear down the connection
    // before the response is out.
    if (!gathering.add(value)) throw new ServiceFault('too_large');
    await gathering.turn();
  }
  return gathering.bytes();
}

/** A body that breaks off is the client's doing. */
function refuseBroken(): never {
  const rule = 'the body comes to its end';
  throw new ServiceFault('bad_request', { rule, fix: 'send all of it' });
}

function readBody(bytes: Uint8Array): JsonObject {
  const body = parseBody(bytes);
  if (isObject(body)) return body;
  throw new ServiceFault('bad_request');
}

/** What the body of a request asks, as the judge contract or a dialect has it. */
function ask(body: JsonObject, dialect: JudgeDialect | undefined): DialectRequest {
  if (dialect === undefined) return askPlain(body);
  try {
    return dialect.readRequest(body);
  } catch (error) {
    const isState = isJudgementError(error) && error.code === 'bad_state';
    throw fromReader(error, isState ? 'request.state' : 'request.questions', 422);
  }
}

function askPlain(body: JsonObject): DialectRequest {
  // A member that is not known asks for something that would not be done.
  if (Object.keys(body).some((name) => name !== 'state' && name !== 'questions')) {
    throw new ServiceFault('bad_request');
  }
  return { state: body['state'], questions: body['questions'] };
}

function parseBody(bytes: Uint8Array): JsonValue {
  const text = fromUtf8(bytes);
  if (text === undefined) throw new ServiceFault('bad_syntax', { rule: 'the body is UTF-8' });
  try {
    return parseJson(text);
  } catch (error) {
    throw fromReader(error, 'request.body', 400);
  }
}

function readState(value: unknown): State {
  const state = value === undefined ? undefined : copyState(value);
  if (typeof state === 'string' || isList(state) || isObject(state)) return state;
  const rule = 'a state is text, an object or a list';
  throw new ServiceFault('bad_state', { rule, fix: 'put it into an object' });
}

/** As strict as for every caller, and so stricter than JSON text is: 2^53 can be no state. */
function copyState(value: unknown): JsonValue {
  try {
    return snapshot(value, 'state');
  } catch (error) {
    throw fromReader(error, 'request.state', 422);
  }
}

function readQuestions(value: unknown, most: number): Questions {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > most) {
    const rule = `a request holds at most ${most} questions`;
    throw new ServiceFault('bad_question', { rule, fix: 'split what is too much for one request' });
  }
  try {
    return checkQuestions(value);
  } catch (error) {
    throw fromReader(error, 'request.questions', 422);
  }
}
