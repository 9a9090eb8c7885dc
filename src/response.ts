/**
 * Reads who a judge is and what it says, each once, before anything of it is used.
 *
 * @module
 */

import { isDecimals } from './answer-reader.js';
import { type Digest, isDigest } from './digest.js';
import { JudgeError, type JudgeErrorCode } from './errors.js';
import type { JudgeInfo, JudgeKind, JudgeResponse, Usage } from './judge.js';
import { isName, present } from './members.js';
import { pathTo } from './walk.js';

/**
 * Reads all of a response but its answers, which are kept as they came.
 *
 * Members that are `null` are absent, as JSON often has it; members that are not described are
 * dropped, as services add some.
 *
 * @throws {@link JudgeError} `bad_answer` with the member's path.
 */
export function readResponse(response: unknown): JudgeResponse {
  const given: Given<JudgeResponse> = readMembers(response, 'response', 'bad_answer');
  const { answers, judge, usage } = given;
  return {
    answers,
    ...present({
      judge: isAbsent(judge) ? undefined : readInfo(judge, 'response.judge', 'bad_answer'),
      latencyMs: read(given.latencyMs, COUNT, 'response.latencyMs', 'bad_answer'),
      requestId: read(given.requestId, NAME, 'response.requestId', 'bad_answer'),
      usage: isAbsent(usage) ? undefined : readUsage(usage),
      responseDigest: read(given.responseDigest, DIGEST, 'response.responseDigest', 'bad_answer'),
    }),
  };
}

/**
 * Reads who judges.
 *
 * @throws {@link JudgeError} `code` with the member's path.
 */
export function readInfo(info: unknown, path: string, code: JudgeErrorCode): JudgeInfo {
  const given: Given<JudgeInfo> = readMembers(info, path, code);
  const model = read(given.model, NAME, pathTo(path, ['model']), code);
  if (model === undefined) {
    const rule = 'a judge says which model it is, as text that is not blank';
    throw wrong(pathTo(path, ['model']), rule, code, "name it: { model: 'refunds-2' }");
  }
  return Object.freeze({
    model,
    ...present({
      provider: read(given.provider, NAME, pathTo(path, ['provider']), code),
      kind: read(given.kind, KIND, pathTo(path, ['kind']), code),
      replayable: read(given.replayable, BOOLEAN, pathTo(path, ['replayable']), code),
      decimals: read(given.decimals, PLACES, pathTo(path, ['decimals']), code),
    }),
  });
}

/** The members of something from outside, of which nothing is known yet. */
type Given<T> = { readonly [name in keyof T]?: unknown };

/** A kind of member: what it has to be, and how to say so. */
interface Kind<T> {
  readonly is: (value: unknown) => value is T;
  readonly rule: string;
}

const NAME: Kind<string> = { is: isName, rule: 'it is text of 1 to 1,000 characters, not blank' };
const COUNT: Kind<number> = { is: isCount, rule: 'it is a whole number, not negative' };
const BOOLEAN: Kind<boolean> = { is: isBoolean, rule: 'it is true or false' };
const PLACES: Kind<number> = { is: isDecimals, rule: 'it is a whole number from 1 to 15' };
const DIGEST: Kind<Digest> = { is: isDigest, rule: 'it is sha256: and 64 lower-case hex digits' };
const KIND: Kind<JudgeKind> = {
  is: isKind,
  rule: 'it is decision-model, llm, classifier or rules',
};

const SHAPE = 'answer as in { answers: { key: { noul: 0.2 } } }';
const CORRECT = 'correct it, or leave it out where it is optional';

function readUsage(usage: unknown): Usage | undefined {
  const given: Given<Usage> = readMembers(usage, 'response.usage', 'bad_answer');
  const { inputTokens, outputTokens } = given;
  const counts = present({
    inputTokens: read(inputTokens, COUNT, 'response.usage.inputTokens', 'bad_answer'),
    outputTokens: read(outputTokens, COUNT, 'response.usage.outputTokens', 'bad_answer'),
  });
  return Object.keys(counts).length === 0 ? undefined : Object.freeze(counts);
}

function readMembers(value: unknown, path: string, code: JudgeErrorCode): object {
  if (typeof value === 'object' && value !== null) return value;
  throw wrong(path, 'it is an object', code, path === 'response' ? SHAPE : CORRECT);
}

function read<T>(value: unknown, kind: Kind<T>, path: string, code: JudgeErrorCode): T | undefined {
  if (isAbsent(value)) return undefined;
  if (kind.is(value)) return value;
  throw wrong(path, kind.rule, code);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isKind(value: unknown): value is JudgeKind {
  return (
    value === 'decision-model' || value === 'llm' || value === 'classifier' || value === 'rules'
  );
}

function wrong(path: string, rule: string, code: JudgeErrorCode, fix = CORRECT): JudgeError {
  return new JudgeError(code, { path, rule, fix });
}
