/**
 * Reads who a judge is and what it says, each once, before anything of it is used.
 *
 * @module
 */

import { isDecimals } from './answer-reader.js';
import { isDigest } from './digest.js';
import { JudgeError, type JudgeErrorCode } from './errors.js';
import { type JsonObject, snapshot } from './json.js';
import type { JudgeInfo, JudgeKind, JudgeMethod, JudgeResponse, Origin, Usage } from './judge.js';
import { type Draft, isName, isObject } from './members.js';
import { isTimestamp } from './time.js';
import { pathTo } from './walk.js';

/** A response that is read, but for what it has by key. */
export interface RawReply {
  readonly answers: unknown;
  readonly judge: JudgeInfo | undefined;
  readonly origin: Draft<Origin>;
  readonly details: unknown;
  readonly sources: unknown;
  readonly panel: unknown;
}

/**
 * Reads all of a response but what it has by key, which is kept as it came.
 *
 * Members that are `null` are absent, as JSON often has it; members that are not described are
 * dropped, as services add some.
 *
 * @throws {@link JudgeError} `bad_answer` with the member's path.
 */
export function readRawReply(response: unknown): RawReply {
  const given: Given<JudgeResponse> = readMembers(response, 'response');
  const { answers, judge, details, sources, panel } = given;
  // An agent chose when to ask and what to show: whoever passes that on as an answer is no judge.
  if ('advisory' in given)
    throw wrong('response.advisory', 'advice is no judgement', 'unsupported');
  return {
    answers,
    judge: isAbsent(judge) ? undefined : readInfo(judge, 'response.judge'),
    origin: readOrigin(given, 'response'),
    details,
    sources,
    panel,
  };
}

/** Reads how an answer came about. */
export function readOrigin(given: unknown, path: string): Draft<Origin> {
  const origin: Draft<Origin> = {};
  readAll(origin, ORIGIN, readMembers(given, path), path, 'bad_answer');
  return origin;
}

/**
 * Reads who judges.
 *
 * @throws {@link JudgeError} `code` with the member's path.
 */
export function readInfo(
  info: unknown,
  path: string,
  code: JudgeErrorCode = 'bad_answer',
): JudgeInfo {
  const draft: Draft<Partial<JudgeInfo>> = {};
  readAll(draft, INFO, readMembers(info, path, code), path, code);
  const { model } = draft;
  if (model === undefined) {
    const rule = 'a judge says which model it is, as text that is not blank';
    throw wrong(pathTo(path, ['model']), rule, code, "name it: { model: 'refunds-2' }");
  }
  return Object.freeze(Object.assign(draft, { model }));
}

/** Who judges, without what matters only while its answers are checked. */
export function withoutDecimals(info: JudgeInfo): JudgeInfo {
  if (info.decimals === undefined) return info;
  const { decimals: _, ...judge } = info;
  return Object.freeze(judge);
}

/** The members of something from outside, of which nothing is known yet. */
export type Given<T> = { readonly [name in keyof T]?: unknown };

/** Takes anything that may have members for what may have those that are read next. */
export function readMembers(
  value: unknown,
  path: string,
  code: JudgeErrorCode = 'bad_answer',
): object {
  if (typeof value === 'object' && value !== null) return value;
  throw wrong(path, 'it is an object', code, path === 'response' ? SHAPE : CORRECT);
}

/** Whether a member is absent; `null` is how much JSON says so. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** The error for a member that breaks a rule. */
export function wrong(
  path: string,
  rule: string,
  code: JudgeErrorCode = 'bad_answer',
  fix: string = CORRECT,
): JudgeError {
  return new JudgeError(code, { path, rule, fix });
}

/** Reads a member that is there; `undefined` where it says nothing. */
type Read<T> = (value: unknown, path: string, name: string, code: JudgeErrorCode) => T | undefined;

/** How each member of something is read. */
export type Reads<T> = { readonly [name in keyof T]-?: Read<T[name]> };

const SHAPE = 'answer as in { answers: { key: { noul: 0.2 } } }';
const CORRECT = 'correct it, or leave it out where it is optional';

const readName = /* @__PURE__ */ reads(isName, 'it is text of 1 to 1,000 characters, not blank');
const readCount = /* @__PURE__ */ reads(isCount, 'it is a whole number, not negative');

const INFO: Reads<JudgeInfo> = {
  model: readName,
  provider: readName,
  kind: /* @__PURE__ */ reads(isKind, 'it is decision-model, llm, classifier or rules'),
  method: /* @__PURE__ */ reads(isMethod, 'it is distribution, logprobs, self-reported or sampled'),
  replayable: /* @__PURE__ */ reads(isBoolean, 'it is true or false'),
  decimals: /* @__PURE__ */ reads(isDecimals, 'it is a whole number from 1 to 15'),
};

const USAGE: Reads<Usage> = { inputTokens: readCount, outputTokens: readCount };

const ORIGIN: Reads<Origin> = {
  latencyMs: readCount,
  requestId: readName,
  usage: readUsage,
  responseDigest: /* @__PURE__ */ reads(isDigest, 'it is sha256: and 64 lower-case hex digits'),
  attempts: /* @__PURE__ */ reads(isPositive, 'it is a whole number, 1 or more'),
  cachedAt: /* @__PURE__ */ reads(isTimestamp, 'it is a time as 2026-12-01T09:30:00Z'),
  attestation: readEnvelope,
  requestedModel: readName,
  modelUnreported: /* @__PURE__ */ reads(isTrue, 'it is true, or absent'),
};

/** Reads what one function tells from all else, by the rule that goes with it. */
export function reads<T>(is: (value: unknown) => value is T, rule: string): Read<T> {
  return (value, path, name, code) => {
    if (is(value)) return value;
    throw wrong(pathTo(path, [name]), rule, code);
  };
}

/** Reads each member that is not absent, once, and adds it to the draft. */
export function readAll<T>(
  draft: { -readonly [name in keyof T]?: T[name] | undefined },
  table: Reads<T>,
  given: Given<T>,
  path: string,
  code: JudgeErrorCode,
): void {
  for (const name in table) {
    const value: unknown = given[name];
    const read = isAbsent(value) ? undefined : table[name](value, path, name, code);
    if (read !== undefined) draft[name] = read;
  }
}

function readUsage(value: unknown, parent: string, name: string): Usage | undefined {
  const path = pathTo(parent, [name]);
  const usage: Draft<Usage> = {};
  readAll(usage, USAGE, readMembers(value, path), path, 'bad_answer');
  return Object.keys(usage).length === 0 ? undefined : Object.freeze(usage);
}

function readEnvelope(value: unknown, parent: string, name: string): JsonObject {
  const path = pathTo(parent, [name]);
  const envelope = snapshot(readMembers(value, path), path);
  if (isObject(envelope)) return envelope;
  throw wrong(path, 'it is an object');
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Whether a value is a whole number, 1 or more. */
export function isPositive(value: unknown): value is number {
  return isCount(value) && value > 0;
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isTrue(value: unknown): value is true {
  return value === true;
}

function isMethod(value: unknown): value is JudgeMethod {
  return (
    value === 'distribution' ||
    value === 'logprobs' ||
    value === 'self-reported' ||
    value === 'sampled'
  );
}

function isKind(value: unknown): value is JudgeKind {
  return (
    value === 'decision-model' || value === 'llm' || value === 'classifier' || value === 'rules'
  );
}
