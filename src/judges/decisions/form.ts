/**
 * Questions and answers in the form of OpenAI Decisions.
 *
 * @module
 */
import { utf8 } from '../../bytes.js';
import { JudgeError } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import type { JudgeRequest, State } from '../../judge.js';
import { isList, isObject, present } from '../../members.js';
import type { Criterion, NoulQuestion, Question, Questions, QuestionText } from '../../question.js';
import { pathTo } from '../../walk.js';

/** How a state that is no text is sent: as JSON of its own, or as the text of it. */
export type StateForm = 'json' | 'text';

/**
 * Writes the body of a request: `{model, input, questions}`, with a list of questions.
 *
 * @throws {@link JudgeError} `bad_question` for a question without instructions.
 */
export function writeDecisions(
  { state, questions }: JudgeRequest,
  model: string,
  stateAs: StateForm,
): string {
  return JSON.stringify({
    model,
    input: writeState(state, stateAs),
    questions: Object.entries(questions).map(([key, question]) => writeQuestion(question, key)),
  });
}

/**
 * Reads the answers of a reply, which are a list, into those of here, which go by key. They are
 * matched by name and by nothing else; those of other names are left out.
 *
 * @throws {@link JudgeError} `bad_answer` for a name that comes twice, and for an answer of another
 *   type than its question.
 */
export function readDecisions(given: JsonValue | undefined, questions: Questions): unknown {
  if (!isList(given)) {
    const rule = 'answers are a list';
    throw badAnswer([], rule, 'look whether the service speaks this dialect');
  }
  const answers = new Map<string, unknown>();
  for (const answer of given) {
    const name = isObject(answer) ? answer['name'] : undefined;
    if (!isObject(answer) || typeof name !== 'string') continue;
    const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
    if (question === undefined) continue;
    if (answers.has(name)) {
      throw badAnswer([name], 'a question is answered once', 'ask a judge that does');
    }
    answers.set(name, readAnswer(answer, question, name));
  }
  return Object.fromEntries(answers);
}

function writeState(state: State, stateAs: StateForm): unknown {
  if (typeof state === 'string') return state;
  if (stateAs === 'text' || !isInputJson(state)) return JSON.stringify(state);
  const part = { type: 'input_json', data: state };
  return [{ type: 'message', role: 'user', content: [part] }];
}

const MOST_CONTAINERS = 32;
const MOST_VALUES = 10_000;
const MOST_BYTES = 262_144;

/** What the service reads as JSON: an object or a list of objects, within its bounds. */
function isInputJson(state: Exclude<State, string>): boolean {
  if (isList(state) && !state.every(isObject)) return false;
  const counted = { values: 0 };
  if (!isWithin(state, 1, counted)) return false;
  return utf8(JSON.stringify(state)).length <= MOST_BYTES;
}

function isWithin(value: JsonValue, depth: number, counted: { values: number }): boolean {
  counted.values += 1;
  if (counted.values > MOST_VALUES) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MOST_CONTAINERS) return false;
  return Object.values(value).every((member: JsonValue) => isWithin(member, depth + 1, counted));
}

function writeQuestion(question: Question, key: string): object {
  const { type, instructions } = question;
  if (instructions === undefined) {
    throw new JudgeError('bad_question', {
      path: pathTo('questions', [key, 'instructions']),
      rule: 'the service needs instructions',
      fix: 'write the question',
    });
  }
  const text = toText(instructions);
  if (type === 'noul')
    return { type: 'predicate', name: key, instructions: folded(text, question) };
  const { options, criteria = {} } = question;
  const criterionOf = (label: string): string | undefined => {
    const given = Object.hasOwn(criteria, label) ? criteria[label] : undefined;
    return isNothing(given) ? undefined : toText(given);
  };
  if (type === 'choice') {
    const choices = options.map((value) => ({
      value,
      ...present({ description: criterionOf(value) }),
    }));
    return { type, name: key, instructions: text, choices };
  }
  // Levels come back by number, so that a number is the surest label; what it means is beside it.
  const levels = options.map((label, index) => {
    const criterion = criterionOf(label);
    const description = criterion === undefined ? label : `${label}: ${criterion}`;
    return { label: String(index), description };
  });
  return { type, name: key, instructions: text, levels };
}

/** A predicate has no criteria, so what stands for yes and for no is said after the question. */
function folded(instructions: string, { criteria = {} }: NoulQuestion): string {
  const { true: yes, false: no } = criteria;
  const lines = [
    ...(isNothing(yes) ? [] : [`It is true if: ${toText(yes)}`]),
    ...(isNothing(no) ? [] : [`It is false if: ${toText(no)}`]),
  ];
  return lines.length === 0 ? instructions : `${instructions}\n\n${lines.join('\n')}`;
}

function isNothing(criterion: Criterion | undefined): criterion is null | undefined {
  return criterion === undefined || criterion === null;
}

function toText(text: QuestionText): string {
  return typeof text === 'string' ? text : JSON.stringify(text);
}

/** What the answers to our types are called there. */
const TYPES = { noul: 'predicate', choice: 'choice', score: 'score' } as const;

function readAnswer(answer: JsonObject, question: Question, key: string): unknown {
  const { type, probability, choice, score, probabilities, confidence } = answer;
  if (type === 'refusal') return { refusal: true };
  if (type !== TYPES[question.type]) {
    const rule = `a ${question.type} is answered by a ${TYPES[question.type]}, or by a refusal`;
    throw badAnswer([key], rule, 'ask a model that answers such questions');
  }
  if (question.type === 'noul') return { noul: probability };
  const { options } = question;
  const certainty = present({
    confidence: confidence ?? undefined,
    probabilities: readProbabilities(probabilities, question, key),
  });
  return question.type === 'choice'
    ? { choice: labelOf(choice, options), ...certainty }
    : { score, ...certainty };
}

/** A list of what each value has, which is a label of a choice and the number of a level. */
function readProbabilities(
  given: JsonValue | undefined,
  { type, options }: Exclude<Question, NoulQuestion>,
  key: string,
): object | undefined {
  if (given === undefined || given === null) return undefined;
  const place = [key, 'probabilities'];
  if (!isList(given)) throw badAnswer(place, 'probabilities are a list', 'ask another judge');
  const found = new Map<unknown, unknown>();
  for (const one of given) {
    const { value, probability }: JsonObject = isObject(one) ? one : {};
    const label = type === 'choice' ? labelOf(value, options) : levelOf(value, options);
    if (label === undefined || found.has(label)) {
      throw badAnswer(place, 'each is of one of the values', 'ask another judge');
    }
    found.set(label, probability);
  }
  return Object.fromEntries(found);
}

/** A value may be a truth value where its label is the text of one. */
function labelOf(value: JsonValue | undefined, options: readonly string[]): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'boolean') return undefined;
  const label = String(value);
  return options.includes(label) ? label : undefined;
}

function levelOf(value: JsonValue | undefined, options: readonly string[]): string | undefined {
  return typeof value === 'number' ? options[value] : undefined;
}

function badAnswer(place: readonly string[], rule: string, fix: string): JudgeError {
  return new JudgeError('bad_answer', { path: pathTo('answers', place), rule, fix });
}
