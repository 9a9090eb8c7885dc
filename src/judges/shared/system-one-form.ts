/**
 * Questions and answers in the form of System One, which several services speak.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { RawResponse } from '../../http/reply.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { JudgeRequest } from '../../judge.js';
import { isObject, present } from '../../members.js';
import type {
  ChoiceQuestion,
  Criterion,
  Question,
  Questions,
  ScoreQuestion,
} from '../../question.js';
import { pathTo } from '../../walk.js';
import { objectText } from './json-text.js';

/** What a service takes less of than we do; what it does not say is as we have it. */
export interface SystemOneLimits {
  /** The most questions in one request. */
  readonly questions?: number;
  /** What a key has to be. */
  readonly key?: { readonly is: RegExp; readonly rule: string };
  /** Whether a noul that has one criterion needs both. */
  readonly bothCriteria?: boolean;
}

/**
 * Writes the body of a request: `{model, state, questions}`.
 *
 * @throws {@link JudgeError} `bad_question` for what the service never takes.
 */
export function writeSystemOne(
  { state, questions }: JudgeRequest,
  model: string,
  limits: SystemOneLimits,
): string {
  checkLimits(questions, limits);
  const written = Object.entries(questions).map(
    ([key, question]) => [key, writeQuestion(question, key, limits)] as const,
  );
  return objectText([
    ['model', JSON.stringify(model)],
    ['state', JSON.stringify(state)],
    ['questions', objectText(written)],
  ]);
}

/**
 * Reads the answers of a reply into the form of here: levels by their labels, and what is `null` as
 * absent. Answers to what was not asked, and members that are not known, are left out.
 *
 * @throws {@link JudgeError} `bad_answer` for an answer of another type than its question.
 */
export function readSystemOne(given: JsonValue | undefined, questions: Questions): unknown {
  if (!isObject(given)) return given;
  const answers: [string, unknown][] = [];
  for (const [key, question] of Object.entries(questions)) {
    if (Object.hasOwn(given, key)) answers.push([key, readAnswer(given[key], question, key)]);
  }
  return Object.fromEntries(answers);
}

/** Tokens as services count them; what is no count says nothing. */
export function readTokens(usage: JsonValue | undefined): RawResponse['usage'] {
  if (!isObject(usage)) return undefined;
  const inputTokens = countOf(usage['input_tokens']);
  const outputTokens = countOf(usage['output_tokens']);
  return present({ inputTokens, outputTokens });
}

/** A whole number that is not negative. */
function countOf(value: JsonValue | undefined): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function checkLimits(questions: Questions, { questions: most, key }: SystemOneLimits): void {
  const keys = Object.keys(questions);
  if (most !== undefined && keys.length > most) {
    const rule = `the service takes at most ${most} questions in one request, not ${keys.length}`;
    throw badQuestion([], rule, 'ask the rest in another request');
  }
  const wrong = key && keys.find((one) => !key.is.test(one));
  if (key === undefined || wrong === undefined) return;
  throw badQuestion([wrong], key.rule, 'give the question another key');
}

function writeQuestion(question: Question, key: string, limits: SystemOneLimits): string {
  const { type, instructions } = question;
  if (instructions === undefined) {
    // The service never shows a key to its model, so that a key alone asks nothing.
    throw badQuestion(
      [key, 'instructions'],
      'the service needs instructions',
      'write the question',
    );
  }
  return objectText([
    ['type', JSON.stringify(type)],
    ['instructions', JSON.stringify(instructions)],
    ...writeCriteria(question, key, limits),
  ]);
}

function writeCriteria(
  question: Question,
  key: string,
  { bothCriteria = false }: SystemOneLimits,
): readonly (readonly [name: string, text: string])[] {
  if (question.type === 'choice') return [['criteria', writeChoice(question)]];
  if (question.type === 'score') return [['criteria', writeLevels(question)]];
  const { criteria } = question;
  if (criteria === undefined) return [];
  if (bothCriteria && (isNothing(criteria.true) || isNothing(criteria.false))) {
    const rule = 'the service takes criteria for both yes and no, or none';
    throw badQuestion([key, 'criteria'], rule, 'add the other, or leave this one out');
  }
  return [['criteria', JSON.stringify(criteria)]];
}

function isNothing(criterion: Criterion | undefined): boolean {
  return criterion === undefined || criterion === null;
}

function writeChoice({ options, criteria = {} }: ChoiceQuestion): string {
  return objectText(
    options.map((label) => [label, JSON.stringify(criterionOf(criteria, label) ?? null)] as const),
  );
}

/** Levels have no labels there, only what describes them: so a label is part of that. */
function writeLevels({ options, criteria = {} }: ScoreQuestion): string {
  const levels = options.map((label) => {
    const criterion = criterionOf(criteria, label) ?? null;
    if (criterion === null) return label;
    return typeof criterion === 'string' ? `${label}: ${criterion}` : { level: label, criterion };
  });
  return JSON.stringify(levels);
}

function criterionOf(
  criteria: { readonly [label: string]: Criterion | undefined },
  label: string,
): Criterion | undefined {
  return Object.hasOwn(criteria, label) ? criteria[label] : undefined;
}

function readAnswer(given: JsonValue | undefined, question: Question, key: string): unknown {
  if (!isObject(given)) return given;
  const { type = question.type } = given;
  if (type === 'refusal') return { refusal: true };
  if (type !== question.type) {
    throw new JudgeError('bad_answer', {
      path: pathTo('answers', [key]),
      rule: `a ${question.type} is answered by an answer of that type, or by a refusal`,
      fix: 'ask a model that answers such questions',
    });
  }
  const { noul, choice, score, probabilities, confidence } = given;
  if (question.type === 'noul')
    return { noul, ...present({ confidence: confidence ?? undefined }) };
  const certainty = present({
    probabilities: probabilities ?? undefined,
    confidence: confidence ?? undefined,
  });
  if (question.type === 'choice') return { choice, ...certainty };
  return { score, ...certainty, ...byLabel(probabilities, question.options) };
}

/** The probabilities of levels, which are numbered from 0 there, by their labels. */
function byLabel(
  probabilities: JsonValue | undefined,
  levels: readonly string[],
): { readonly probabilities?: JsonObject } {
  if (!isObject(probabilities)) return {};
  const entries = Object.entries(probabilities).map(([index, value]) => {
    const label = /^\d{1,2}$/.test(index) ? levels[Number(index)] : undefined;
    // A number that is none of a level stays as it is, for the check of labels to find.
    return [label ?? ` ${index}`, value] as const;
  });
  return { probabilities: Object.fromEntries(entries) };
}

function badQuestion(place: readonly string[], rule: string, fix: string): JudgeError {
  return new JudgeError('bad_question', { path: pathTo('questions', place), rule, fix });
}
