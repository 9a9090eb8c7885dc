/**
 * Reads one question out of a copy of what came from outside, and applies the limits to it.
 *
 * @module
 */
import { JudgeError } from './errors.js';
import type { JsonObject, JsonValue } from './json.js';
import { isBlank, isList, isName, isObject } from './members.js';
import type {
  ChoiceQuestion,
  Criterion,
  NoulQuestion,
  Question,
  QuestionText,
  ScoreQuestion,
} from './question.js';
import { pathTo } from './walk.js';

/** Reads a question of any type. */
export function readQuestion(value: JsonValue | undefined, path: string): Question {
  if (typeof value === 'string') {
    const rule = 'a question is an object, and its text is a part of it';
    throw badQuestion(path, rule, "write noul('…') around the text, or choice('…', [labels])");
  }
  const question = readObject(value, path);
  const read = READERS.get(question['type']);
  if (read !== undefined) return read(question, path);
  throw badQuestion(
    pathTo(path, ['type']),
    'a type is noul, choice or score',
    'use one of the three',
  );
}

/** Reads a noul; without instructions it is asked by its key alone. */
export function readNoul(question: JsonObject, path: string): NoulQuestion {
  checkMembers(question, NOUL_MEMBERS, path);
  const { instructions, criteria } = question;
  return Object.freeze({
    type: 'noul',
    ...(instructions === undefined ? {} : { instructions: readInstructions(question, path) }),
    ...(criteria === undefined
      ? {}
      : { criteria: readCriteria(criteria, ['true', 'false'], path) }),
  });
}

/** Reads a choice. */
export function readChoice(question: JsonObject, path: string): ChoiceQuestion {
  return Object.freeze({ type: 'choice', ...readLabelled(question, MAX_OPTIONS, path) });
}

/** Reads a score. */
export function readScore(question: JsonObject, path: string): ScoreQuestion {
  return Object.freeze({ type: 'score', ...readLabelled(question, MAX_LEVELS, path) });
}

/** Reads an object, whatever its members are. */
export function readObject(value: JsonValue | undefined, path: string): JsonObject {
  if (isObject(value)) return value;
  throw badQuestion(path, 'it is an object', 'pass an object with the members that are described');
}

/** The error for a question that breaks a rule. */
export function badQuestion(path: string, rule: string, fix: string): JudgeError {
  return new JudgeError('bad_question', { path, rule, fix });
}

const MAX_OPTIONS = 255;
const MAX_LEVELS = 10;

const NOUL_MEMBERS: readonly string[] = ['type', 'instructions', 'criteria'];

type Reader = (members: JsonObject, path: string) => Question;

/** How each type is read; the last two are what other services call a noul. */
const READERS: ReadonlyMap<unknown, Reader> = /* @__PURE__ */ new Map<unknown, Reader>([
  ['noul', readNoul],
  ['choice', readChoice],
  ['score', readScore],
  ['boolean', readNoul],
  ['predicate', readNoul],
]);

function readLabelled(question: JsonObject, most: number, path: string): Labelled {
  checkMembers(question, [...NOUL_MEMBERS, 'options'], path);
  const instructions = readInstructions(question, path);
  const options = readLabels(question['options'], most, pathTo(path, ['options']));
  const { criteria } = question;
  if (criteria === undefined) return { instructions, options };
  return { instructions, options, criteria: readCriteria(criteria, options, path) };
}

type Labelled = Omit<ChoiceQuestion, 'type'>;

function readInstructions(question: JsonObject, path: string): QuestionText {
  return readText(question['instructions'], pathTo(path, ['instructions']));
}

function readLabels(value: JsonValue | undefined, most: number, path: string): readonly string[] {
  if (!isList(value) || value.length < 2 || value.length > most) {
    throw badQuestion(
      path,
      `options are a list of 2 to ${most} labels`,
      'list the labels in order',
    );
  }
  const labels = new Set<string>();
  for (const [index, label] of value.entries()) {
    labels.add(readLabel(label, labels, pathTo(path, [index])));
  }
  return Object.freeze([...labels]);
}

function readLabel(label: JsonValue, taken: ReadonlySet<string>, path: string): string {
  if (!isName(label)) {
    const rule = 'a label is text of 1 to 1,000 characters, not blank';
    throw badQuestion(path, rule, 'name the answer, and describe it in the criteria');
  }
  if (taken.has(label))
    throw badQuestion(path, 'labels are distinct', 'leave out the repeated label');
  if (label !== '__proto__' && label !== 'constructor') return label;
  throw new JudgeError('forbidden_member', {
    path,
    rule: `a label names a member of the probabilities, which ${label} must not`,
    fix: 'rename the label',
  });
}

function readCriteria(
  value: JsonValue,
  labels: readonly string[],
  path: string,
): { readonly [label: string]: Criterion } {
  const place = pathTo(path, ['criteria']);
  const criteria = readObject(value, place);
  checkMembers(criteria, labels, place);
  const entries = Object.entries(criteria).map(([label, criterion]): [string, Criterion] => [
    label,
    criterion === null ? null : readText(criterion, pathTo(place, [label])),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

function readText(value: JsonValue | undefined, path: string): QuestionText {
  if (typeof value === 'string' && !isBlank(value)) return value;
  if (isList(value) && value.length > 0) return value;
  if (isObject(value) && Object.keys(value).length > 0) return value;
  const rule = 'it is text, an object or a list, and not empty';
  throw badQuestion(path, rule, 'say what the judge has to know');
}

function checkMembers(value: JsonObject, known: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const rule = 'unknown member';
  throw badQuestion(pathTo(path, [unknown]), rule, 'correct its name, or leave it out');
}
