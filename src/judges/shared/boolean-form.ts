/**
 * Questions and answers in the words of the AI SDK's decision models, which Runtype has, too:
 * `boolean`, `choice` and `score`, and `refusal` in the place of an answer.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { JsonValue } from '../../json.js';
import { present } from '../../members.js';
import type { Criterion, Question, QuestionText } from '../../question.js';
import { pathTo } from '../../walk.js';

/** A question in that form, whose options are still in their order. */
export type BooleanForm =
  | {
      readonly type: 'boolean';
      readonly instructions?: QuestionText;
      readonly criteria?: { readonly true?: Criterion; readonly false?: Criterion };
    }
  | {
      readonly type: 'choice';
      readonly instructions: QuestionText;
      readonly options: readonly (readonly [label: string, criterion: Criterion])[];
    }
  | {
      readonly type: 'score';
      readonly instructions: QuestionText;
      /** What describes each level, lowest first. */
      readonly levels: readonly JsonValue[];
    };

/**
 * Turns a question into that form. Levels have no labels there, so a label is part of what describes
 * its level.
 *
 * @throws {@link JudgeError} `bad_question` for a noul of which there is nothing but its key.
 */
export function toBooleanForm(question: Question, key: string): BooleanForm {
  const { type, instructions } = question;
  if (type === 'noul') {
    const { criteria } = question;
    if (instructions === undefined && !isDescribed(criteria)) {
      const rule = 'keys are not shown to the model, and of this question there is nothing else';
      throw badQuestion([key, 'instructions'], rule, 'write the question');
    }
    return { type: 'boolean', ...present({ instructions, criteria }) };
  }
  const described = question.options.map(
    (label) => [label, criterionOf(question.criteria, label)] as const,
  );
  if (type === 'choice') {
    return { type, instructions: question.instructions, options: described };
  }
  return { type, instructions: question.instructions, levels: described.map(toLevel) };
}

/** What answers are read from: members of which nothing is known. */
export interface RawAnswers {
  readonly [key: string]: unknown;
}

/** The members that an answer can have. */
export interface RawAnswer {
  readonly type?: unknown;
  readonly probability?: unknown;
  readonly choice?: unknown;
  readonly score?: unknown;
  readonly probabilities?: unknown;
  readonly providerConfidence?: unknown;
}

/**
 * Reads one answer into the form of here: a probability as a noul, levels by their labels, and a
 * refusal as one. Nothing is added, and its numbers are checked later.
 *
 * @throws {@link JudgeError} `bad_answer` for an answer of another type than its question.
 */
export function readBooleanAnswer(given: unknown, question: Question, key: string): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const answer: RawAnswer = given;
  const { type } = answer;
  if (type === 'refusal') return { refusal: true };
  const wanted = question.type === 'noul' ? 'boolean' : question.type;
  if (type !== wanted) {
    const rule =
      type === 'box'
        ? 'a box is a place in an image, and no answer to this question'
        : `a ${question.type} is answered by the type ${wanted}, or by a refusal`;
    throw badAnswer([key], rule, 'ask a model that answers such questions');
  }
  if (question.type === 'noul') return { noul: answer.probability };
  const { choice, score } = answer;
  const probabilities = answer.probabilities ?? undefined;
  if (question.type === 'choice') return { choice, ...present({ probabilities }) };
  const byLabel = probabilities && readLevels(probabilities, question.options, key);
  return { score, ...present({ probabilities: byLabel }) };
}

/** The error for an answer that breaks a rule. */
export function badAnswer(place: readonly string[], rule: string, fix: string): JudgeError {
  return new JudgeError('bad_answer', { path: pathTo('answers', place), rule, fix });
}

/** The error for a question that is not taken. */
export function badQuestion(place: readonly string[], rule: string, fix: string): JudgeError {
  return new JudgeError('bad_question', { path: pathTo('questions', place), rule, fix });
}

function isDescribed(criteria: { readonly [side: string]: Criterion } = {}): boolean {
  return Object.values(criteria).some((criterion) => criterion !== null);
}

function criterionOf(
  criteria: { readonly [label: string]: Criterion | undefined } = {},
  label: string,
): Criterion {
  return (Object.hasOwn(criteria, label) ? criteria[label] : undefined) ?? null;
}

function toLevel([label, criterion]: readonly [label: string, criterion: Criterion]): JsonValue {
  if (criterion === null) return label;
  return typeof criterion === 'string' ? `${label}: ${criterion}` : { level: label, criterion };
}

/** The probabilities of levels, which are numbered from 0 there, by their labels. */
function readLevels(given: unknown, levels: readonly string[], key: string): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const entries = Object.entries(given).map(([index, value]): [string, unknown] => {
    const label = /^\d$/.test(index) ? levels[Number(index)] : undefined;
    if (label !== undefined) return [label, value];
    throw badAnswer([key, 'probabilities'], 'they are of levels, numbered from 0', 'correct it');
  });
  return Object.fromEntries(entries);
}
