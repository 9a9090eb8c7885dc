/**
 * One service over HTTP: sends JSON, within limits of time and of bytes, and reads what comes back.
 *
 * @module
 */
import { aborted } from '../asking.js';
import { type Digest, digestBytes } from '../digest.js';
import type { JudgeError, JudgeErrorCode } from '../errors.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { Signal } from '../judge.js';
import { addPresent, type Draft } from '../members.js';
import { type Attempting, type Budget, openBudget, tryUntilDone } from './attempts.js';
import { exchange } from './exchange.js';
import { type AttemptFault, originOf, toJudgeError } from './failure.js';
import type { ReadableHeaders } from './fetched.js';
import { readJsonBody } from './json-body.js';
import type { Limit } from './limit.js';
import type { Transport } from './service-options.js';

/** What a service says of a request that it did not answer, in words of ours. */
export interface ServiceFaultWords {
  /** Whether the same request may do better later. Defaults to what its status says. */
  readonly passing?: boolean | undefined;
  /** Defaults to `judge_unavailable`. */
  readonly code?: JudgeErrorCode | undefined;
  /** What comes after the sentence about the status: own words, or those of a closed list. */
  readonly detail?: string | undefined;
  readonly fix?: string | undefined;
  /** How long it asks to be left alone, where it does not say so in `Retry-After`. */
  readonly waitMs?: number | undefined;
}

/** What is known of a service beforehand. */
export interface ServiceRules {
  /** The headers of a response that can hold its request id, the first that does wins. */
  readonly requestIdHeaders: readonly string[];
  /** Statuses beside 200 whose body is read: those of a route that creates something. */
  readonly statuses?: readonly number[];
  /** Headers of ours for each attempt, which take the place of the caller's. */
  headers?(): Readonly<Record<string, string>>;
  /**
   * Reads the JSON of a response whose status is an error. Nothing of the service's own text may
   * get into what it returns: such text repeats what was sent.
   */
  readFault?(
    status: number,
    body: JsonValue | undefined,
    headers: ReadableHeaders,
  ): ServiceFaultWords | undefined;
}

/** A response of status 200, read. */
export interface ServiceReply {
  readonly body: JsonObject;
  readonly bytes: Uint8Array;
  /** The digest of the bytes. */
  readonly responseDigest: Digest;
  readonly headers: ReadableHeaders;
  readonly requestId?: string;
  /** From sending the request to the last byte, in the attempt that was answered. */
  readonly milliseconds: number;
  readonly attempts: number;
  /** What {@link ServiceRules.headers} gave for that attempt. */
  readonly sent: Readonly<Record<string, string>>;
}

/** A service that can be asked. */
export interface Service {
  readonly transport: Transport;
  /**
   * Starts the time that all sends of one asking have together; to be closed whatever comes of it.
   */
  open(signal: Signal | undefined): Budget;
  /**
   * Sends JSON text with POST, or asks with GET where there is none.
   *
   * @param budget The time that it shares with other sends. Its own by default.
   * @throws {@link JudgeError} as `httpJudge()` does, with `status`, `requestId` and `attempts`.
   */
  send(
    text: string | undefined,
    signal: Signal | undefined,
    budget?: Budget,
  ): Promise<ServiceReply>;
}

/** Makes a service of what reaches it and what is known of it. */
export function makeService(transport: Transport, rules: ServiceRules): Service {
  return Object.freeze({
    transport,
    open: (signal: Signal | undefined) => openBudget(transport, signal),
    send: (text: string | undefined, signal: Signal | undefined, budget?: Budget) =>
      send({ transport, rules, text }, signal, budget),
  });
}

/** The error for a reply that was read, and that does not hold. */
export function refuseReply(
  { attempts, requestId }: Pick<ServiceReply, 'attempts' | 'requestId'>,
  fault: Pick<AttemptFault, 'code' | 'path' | 'rule' | 'fix'>,
): JudgeError {
  return toJudgeError({ ...fault, ...originOf(200, requestId) }, attempts);
}

/** What is sent, and where. */
interface Sending {
  readonly transport: Transport;
  readonly rules: ServiceRules;
  readonly text: string | undefined;
}

async function send(
  sending: Sending,
  signal: Signal | undefined,
  shared: Budget | undefined,
): Promise<ServiceReply> {
  if (signal?.aborted) throw aborted(signal);
  const { transport } = sending;
  const budget = shared ?? openBudget(transport, signal);
  const attempting: Attempting = { transport, budget };
  try {
    return await tryUntilDone(attempting, (limit, attempts) => attempt(sending, limit, attempts));
  } catch (error) {
    if (signal?.aborted) throw aborted(signal);
    throw error;
  } finally {
    if (shared === undefined) budget.close();
  }
}

async function attempt(
  { transport, rules, text }: Sending,
  limit: Limit,
  attempts: number,
): Promise<ServiceReply> {
  const sent = rules.headers?.() ?? {};
  const received = await exchange({ text, sent }, { transport, rules, limit });
  const { headers, requestId, bytes, milliseconds } = received;
  const body = readJsonBody(received);
  const reply: Draft<ServiceReply> = {
    body,
    bytes,
    responseDigest: digestBytes(bytes),
    headers,
    milliseconds,
    attempts,
    sent,
  };
  addPresent(reply, 'requestId', requestId);
  return reply;
}
