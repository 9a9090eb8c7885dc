/**
 * What a model is told of the tool.
 *
 * @module
 */
import type { JsonObject } from '../../json.js';

/** The description: the caller's words, then what holds of any such tool. */
export function describeTool(
  own: string | undefined,
  questions: string | undefined,
  mode: 'locked' | 'ad-hoc',
): string {
  const asks =
    mode === 'locked'
      ? `Asks a judge the questions of ${questions ?? 'this tool'} about the state that you send. The questions are fixed: send only the state.`
      : 'Asks a judge the questions that you send about the state that you send. A noul is a yes-or-no question, a choice picks one of its options, a score places the state on a scale of its options, lowest first.';
  const sentences = [asks, 'The answers are advice, and no permission to act.'];
  return [...(own === undefined ? [] : [own.trim()]), ...sentences].join(' ');
}

/** The JSON Schema of the input. */
export function inputSchemaOf(
  mode: 'locked' | 'ad-hoc',
  state: JsonObject = ANY_STATE,
): JsonObject {
  const isLocked = mode === 'locked';
  return Object.freeze({
    type: 'object',
    properties: Object.freeze(isLocked ? { state } : { state, questions: QUESTIONS }),
    required: Object.freeze(isLocked ? ['state'] : ['state', 'questions']),
    additionalProperties: false,
  });
}

const ANY_STATE: JsonObject = {
  description: 'What is to be judged, with all that the questions need: text, an object or a list.',
  anyOf: [
    { type: 'string' },
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
};

const QUESTIONS: JsonObject = {
  description: 'The questions by key.',
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['noul', 'choice', 'score'] },
      instructions: {
        type: 'string',
        description: 'The question itself, complete without its key.',
      },
      options: {
        type: 'array',
        items: { type: 'string' },
        description: 'Of a choice the labels, of a score the levels, lowest first.',
      },
      criteria: {
        type: 'object',
        description: 'What each label means; of a noul: true and false.',
        additionalProperties: true,
      },
    },
    required: ['type', 'instructions'],
    additionalProperties: false,
  },
};
