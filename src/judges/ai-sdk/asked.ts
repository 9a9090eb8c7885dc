/**
 * Reads what a judge is asked in the AI SDK's words.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import { type JsonObject, type JsonValue, snapshot } from '../../json.js';
import type { State } from '../../judge.js';
import { isList, isObject } from '../../members.js';
import { checkQuestions, type Questions } from '../../question.js';
import { badQuestion } from '../shared/boolean-form.js';

/**
 * Reads the state: parts of text and JSON, or for the older contract the state itself. One part is
 * its content, several are the list of theirs. A list of nothing but parts is one of parts.
 *
 * @throws {@link JudgeError} `bad_state` for a file, which no judge here reads.
 */
export function readState(given: unknown): State {
  const state = isParts(given) ? contentOf(given) : given;
  const value = state === undefined ? undefined : snapshot(state, 'state');
  if (typeof value === 'string' || isList(value) || isObject(value)) return value;
  const rule = 'a state is text, an object or a list';
  throw new JudgeError('bad_state', { path: 'state', rule, fix: 'put it into an object' });
}

/**
 * Reads the questions: a boolean as a noul, a choice's options in their order, and a score's levels
 * by their index.
 *
 * @throws {@link JudgeError} `bad_question` for what breaks a rule here, and for a box.
 */
export function readQuestions(given: unknown): Questions {
  const copy = withoutAbsent(given);
  const questions = copy === undefined ? undefined : snapshot(copy, 'questions');
  if (!isObject(questions)) throw badQuestion([], 'questions are an object by key', CORRECT);
  const entries = Object.entries(questions).map(([key, one]) => [key, toQuestion(one, key)]);
  return checkQuestions(Object.fromEntries(entries));
}

const CORRECT = 'correct it';

/** Whether it is what `doDecide` gets: a list of parts, and not a state that is a list. */
function isParts(given: unknown): given is readonly unknown[] {
  return Array.isArray(given) && given.length > 0 && given.every(isPart);
}

function isPart(value: unknown): boolean {
  const { type, text }: { readonly type?: unknown; readonly text?: unknown } = Object(value);
  if (type === 'text') return typeof text === 'string';
  return type === 'file' || (type === 'json' && 'value' in Object(value));
}

function contentOf(parts: readonly unknown[]): unknown {
  const contents = parts.map((part) => {
    const { type, text, value }: { readonly [name: string]: unknown } = Object(part);
    if (type !== 'file') return type === 'text' ? text : value;
    const rule = 'a judge reads text and JSON, and no file';
    const fix = 'leave it out, or ask a model that looks at images';
    throw new JudgeError('bad_state', { path: 'state', rule, fix });
  });
  return contents.length === 1 ? contents[0] : contents;
}

/** The SDK's callers leave members out by `undefined`, which is no JSON. */
function withoutAbsent(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const entries = Object.entries(given).map(([key, question]: [string, unknown]) => {
    if (typeof question !== 'object' || question === null) return [key, question] as const;
    const present = Object.entries(question).filter(([, value]) => value !== undefined);
    return [key, Object.fromEntries(present)] as const;
  });
  return Object.fromEntries(entries);
}

function toQuestion(question: JsonValue, key: string): JsonValue {
  if (!isObject(question)) return question;
  const { type, criteria, ...others } = withoutNulls(question);
  if (type === 'box') {
    const rule = 'a box is a place in an image, and judges here answer boolean, choice and score';
    throw badQuestion([key, 'type'], rule, 'ask a model that looks at images');
  }
  if (type === 'choice' && isObject(criteria)) {
    const labels = Object.keys(criteria);
    return { type, ...others, options: labels, criteria: withoutNulls(criteria) };
  }
  if (type === 'score' && isList(criteria)) {
    const levels = criteria.map((criterion, index) => [String(index), criterion] as const);
    const labels = levels.map(([label]) => label);
    return {
      type,
      ...others,
      options: labels,
      criteria: withoutNulls(Object.fromEntries(levels)),
    };
  }
  if (type === 'boolean') {
    return { type, ...others, ...(criteria === undefined ? {} : { criteria }) };
  }
  const rule = 'a question is a boolean, a choice with a map of criteria, or a score with a list';
  throw badQuestion([key], rule, CORRECT);
}

/** `null` stands for what is not there. */
function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
