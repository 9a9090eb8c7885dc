/**
 * Reads who a judge is and what it says, each once, before anything of it is used.
 *
 * @module
 */

import { isDecimals } from './answer-reader.js';
import { type Digest, isDigest } from './digest.js';
import { JudgeError, type JudgeErrorCode } from './errors.js';
import type { JudgeInfo, JudgeKind, JudgeResponse, Usage } from './judge.js';
import { addPresent, type Draft, isName } from './members.js';
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
  const reply: Draft<JudgeResponse> = { answers };
  const readOwn = <T>(value: unknown, kind: Kind<T>, member: string): T | undefined =>
    read(value, kind, 'response', member, 'bad_answer');
  if (!isAbsent(judge)) reply.judge = readInfo(judge, 'response.judge', 'bad_answer');
  addPresent(reply, 'latencyMs', readOwn(given.latencyMs, COUNT, 'latencyMs'));
  addPresent(reply, 'requestId', readOwn(given.requestId, NAME, 'requestId'));
  if (!isAbsent(usage)) addPresent(reply, 'usage', readUsage(usage));
  addPresent(reply, 'responseDigest', readOwn(given.responseDigest, DIGEST, 'responseDigest'));
  return reply;
}

/**
 * Reads who judges.
 *
 * @throws {@link JudgeError} `code` with the member's path.
 */
export function readInfo(info: unknown, path: string, code: JudgeErrorCode): JudgeInfo {
  const given: Given<JudgeInfo> = readMembers(info, path, code);
  const model = read(given.model, NAME, path, 'model', code);
  if (model === undefined) {
    const rule = 'a judge says which model it is, as text that is not blank';
    throw wrong(pathTo(path, ['model']), rule, code, "name it: { model: 'refunds-2' }");
  }
  const draft: Draft<JudgeInfo> = { model };
  addPresent(draft, 'provider', read(given.provider, NAME, path, 'provider', code));
  addPresent(draft, 'kind', read(given.kind, KIND, path, 'kind', code));
  addPresent(draft, 'replayable', read(given.replayable, BOOLEAN, path, 'replayable', code));
  addPresent(draft, 'decimals', read(given.decimals, PLACES, path, 'decimals', code));
  return Object.freeze(draft);
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
  const counts: Draft<Usage> = {};
  for (const name of ['inputTokens', 'outputTokens'] as const) {
    addPresent(counts, name, read(given[name], COUNT, 'response.usage', name, 'bad_answer'));
  }
  return Object.keys(counts).length === 0 ? undefined : Object.freeze(counts);
}

function readMembers(value: unknown, path: string, code: JudgeErrorCode): object {
  if (typeof value === 'object' && value !== null) return value;
  throw wrong(path, 'it is an object', code, path === 'response' ? SHAPE : CORRECT);
}

function read<T>(
  value: unknown,
  kind: Kind<T>,
  path: string,
  member: string,
  code: JudgeErrorCode,
): T | undefined {
  if (isAbsent(value)) return undefined;
  if (kind.is(value)) return value;
  throw wrong(pathTo(path, [member]), kind.rule, code);
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
