/**
 * Reads who answered which question, and what each judge of several said, before any of it is used.
 *
 * @module
 */
import { readAnswers } from './answer-reader.js';
import { JudgeError } from './errors.js';
import type { AnswerSource, PanelVote } from './judge.js';
import type { Questions } from './question.js';
import {
  type Given,
  isAbsent,
  readInfo,
  readMembers,
  readOrigin,
  withoutDecimals,
  wrong,
} from './response.js';
import { pathTo } from './walk.js';

/** The most judges that one question is put to. */
export const MAX_VOTES = 100;

/** Reads what is said of one question, which is the only one of those that are asked. */
type ReadOne<T> = (value: unknown, path: string, asked: Questions) => T;

/**
 * Reads a map by the keys of the questions; what it says of others is not looked at.
 *
 * @throws {@link JudgeError} `bad_answer` with the member's path.
 */
export function readByKey<Q extends Questions, T>(
  questions: Q,
  map: unknown,
  path: string,
  readOne: ReadOne<T>,
): { readonly [key in keyof Q]?: T } | undefined;
export function readByKey<T>(
  questions: Questions,
  map: unknown,
  path: string,
  readOne: ReadOne<T>,
): { readonly [key: string]: T } | undefined {
  if (isAbsent(map)) return undefined;
  const given: { readonly [key: string]: unknown } = Object(readMembers(map, path));
  const found: { [key: string]: T } = {};
  for (const [key, question] of Object.entries(questions)) {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    if (!isAbsent(value)) found[key] = readOne(value, pathTo(path, [key]), { [key]: question });
  }
  return Object.keys(found).length > 0 ? Object.freeze(found) : undefined;
}

/** Reads who answered a question. */
export function readSource(value: unknown, path: string): AnswerSource {
  const given: Given<AnswerSource> = readMembers(value, path);
  const judge = withoutDecimals(readInfo(given.judge, `${path}.judge`));
  return Object.freeze({ judge, ...readOrigin(given, path) });
}

/** Reads what each of several judges said to the one question that is asked. */
export function readVotes(value: unknown, path: string, asked: Questions): readonly PanelVote[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const { length } = list;
  if (!(length > 0 && length <= MAX_VOTES)) {
    throw wrong(path, `it is a list of 1 to ${MAX_VOTES} votes`);
  }
  const votes = Array.from({ length }, (_, at) => readVote(list[at], `${path}[${at}]`, asked));
  return Object.freeze(votes);
}

function readVote(value: unknown, path: string, asked: Questions): PanelVote {
  const given: Given<PanelVote> = readMembers(value, path);
  const info = readInfo(given.judge, `${path}.judge`);
  const judge = withoutDecimals(info);
  const { answer: raw, failure } = given;
  const source = { judge, ...readOrigin(given, path) };
  if (isCode(failure) && isAbsent(raw)) return Object.freeze({ ...source, failure });
  if (isAbsent(raw) || !isAbsent(failure)) {
    throw wrong(path, 'a vote is an answer, or the code of the error that came instead');
  }
  const raws = Object.fromEntries(Object.keys(asked).map((key) => [key, raw]));
  const [answer] = Object.values(readAnswersAt(`${path}.answer`, asked, raws, info.decimals));
  return Object.freeze({ ...source, answer });
}

/** Reads answers that stand somewhere else than those of a response do. */
function readAnswersAt(path: string, asked: Questions, raw: object, decimals?: number): object {
  try {
    return readAnswers(asked, raw, decimals);
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    const { code, rule, fix, cause } = error;
    throw new JudgeError(code, { path, rule, fix, cause });
  }
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z_]{1,40}$/.test(value);
}
