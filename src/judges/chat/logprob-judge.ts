/**
 * A judge that reads the probabilities of the tokens with which a model could answer.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { HttpJudge } from '../../http/client.js';
import { checkNumber } from '../../http/service-options.js';
import type { JsonObject } from '../../json.js';
import { present } from '../../members.js';
import type { Question } from '../../question.js';
import { pathTo } from '../../walk.js';
import { type Inquiry, languageJudge } from '../shared/language.js';
import { readLanguage, readUpTo, readWordOf } from '../shared/language-options.js';
import { answerOf, type Found, meanOf, rounded } from '../shared/shares.js';
import { labelsOf, sheetsOf } from '../shared/sheet.js';
import { choicesOf, cutOff, endingOf, originOf } from './completion.js';
import { type AnswerForm, type LabelMass, readLabelMass } from './logprobs.js';
import { type ChatJudgeOptions, EFFORTS, FORMS, MASS_FLOOR } from './options.js';
import { CHAT_MEMBERS, openChat, settingsOf, writeChat } from './request.js';

/**
 * Makes a judge of a language model behind chat completions, as OpenAI has them and many copy, that
 * gives log probabilities.
 *
 * Each question is a request of its own, and so is each order of its labels. The model is asked for
 * one token, which stands for a label. What the tokens that are labels have of the probability is
 * their mass; an answer is their shares of it: of a noul that of yes, of a choice the label with
 * the greatest, of a score the mean of the levels. With several orders the shares are averaged, and
 * the mass is the least of theirs. Mass and orders stand in the `details` of the result. Below
 * `massFloor` the answer is unmeasurable: what the model would rather say is no label.
 *
 * Nothing takes the place of log probabilities: without them there is an error `unsupported`.
 *
 * A state is sent as data, one line of JSON between marks that cannot stand in it, and keys are not
 * sent; that makes it harder for what is judged to talk to the model, and not impossible.
 *
 * All requests of one asking share its time, `totalTimeoutMs`, which by default is that of one.
 * With more than one the result has a source for each question, with its request id where it took
 * one request; its digest is then that of the list of all digests, in order.
 *
 * @param baseUrl The base URL, as clients of the service have it: `https://api.openai.com/v1`.
 * @param options The model, its key, and how it is asked. `model` has to be there.
 * @returns A judge for `judge()` and `judgeWith()`. Its `ask` rejects as that of `httpJudge()`
 *   does, and with `unsupported` for a model that gives no log probabilities; `bad_question`,
 *   before anything is sent, for more labels than `topLogprobs`; `bad_answer` for an answer that
 *   was cut off, and where two models are named for one question. A refusal of the model's, and one
 *   of a filter, in any of the orders is a refusal of the question.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 *
 * @example
 * ```ts
 * import { judgeWith, noul, threshold } from 'judgement';
 * import { chatJudge } from 'judgement/judges/chat';
 *
 * // In the place of the network: what such a service says.
 * const top_logprobs = [
 *   { token: 'Yes', bytes: null, logprob: -0.05 },
 *   { token: 'No', bytes: null, logprob: -3.2 },
 * ];
 * const content = [{ token: 'Yes', bytes: null, logprob: -0.05, top_logprobs }];
 * const choices = [{ finish_reason: 'stop', message: { content: 'Yes' }, logprobs: { content } }];
 * const fetch = async () => Response.json({ model: 'gpt-6-luna-2026-09-01', choices });
 *
 * const options = { model: 'gpt-6-luna', apiKey: 'k', fetch };
 * const model = chatJudge('https://api.openai.com/v1', options);
 * const request = { state: { text: 'Buy now!!!' }, questions: { spam: noul('Is this spam?') } };
 * const result = await judgeWith(model, request, { policy: threshold(0.9) });
 * console.log(result.effect, result.answers.spam.noul.toFixed(3)); // deny 0.959
 * console.log(result.details?.spam?.mass?.toFixed(3)); // 0.992
 * ```
 */
export function chatJudge(baseUrl: string | URL, options: ChatJudgeOptions): HttpJudge {
  const rules = { method: 'logprobs', names: NAMES, taken: CHAT_MEMBERS } as const;
  const settings = readLanguage(options, rules);
  const { topLogprobs = 20, massFloor = MASS_FLOOR, temperature, reasoningEffort } = options;
  const form = readWordOf(options.form ?? 'text', 'form', FORMS);
  checkNumber('topLogprobs', topLogprobs, 2, 20);
  const floor = readUpTo(massFloor, 'massFloor', 1);
  const members = {
    temperature: temperature === undefined ? undefined : readUpTo(temperature, 'temperature', 2),
    reasoning_effort:
      reasoningEffort === undefined
        ? undefined
        : readWordOf(reasoningEffort, 'reasoningEffort', EFFORTS),
  };
  const { info, parallel, rotations } = settings;
  const asked = { form, logprobs: true, top_logprobs: topLogprobs, ...members } as const;
  return languageJudge<Reading>(openChat(baseUrl, options), {
    info,
    parallel,
    settings: settingsOf('chat', settings, { form, floor, topLogprobs, ...present(members) }),
    plan: (key, question) => plan(key, question, { topLogprobs, rotations }),
    write: (inquiry, state) => writeChat(inquiry, state, settings, asked),
    read: (body, inquiry) => read(body, inquiry, form),
    origin: originOf,
    conclude: (question, readings) => conclude(question, readings, floor),
  });
}

const NAMES = ['form', 'topLogprobs', 'massFloor', 'temperature', 'reasoningEffort'] as const;

type Reading = LabelMass | 'refused';

function plan(
  key: string,
  question: Question,
  { topLogprobs, rotations }: { readonly topLogprobs: number; readonly rotations: number },
): readonly Inquiry[] {
  const { length } = labelsOf(question);
  if (length <= topLogprobs) {
    return sheetsOf(question, rotations).map((sheet) => ({ key, question, sheet, samples: 1 }));
  }
  throw new JudgeError('bad_question', {
    path: pathTo('questions', [key, 'options']),
    rule: `at most ${topLogprobs} tokens of a place are told, and ${length} labels need as many`,
    fix: 'ask with fewer labels, in two steps, or with sampledChatJudge()',
  });
}

function read(body: JsonObject, { sheet }: Inquiry, form: AnswerForm): Reading {
  const [choice = {}] = choicesOf(body, 1);
  const ending = endingOf(choice);
  if (ending === 'refused') return ending;
  if (ending === 'cut') throw cutOff();
  return readLabelMass(choice['logprobs'], sheet, form);
}

function conclude(question: Question, readings: readonly Reading[], floor: number): Found {
  const measured = readings.filter((reading) => reading !== 'refused');
  const rotations = readings.length > 1 ? { rotations: readings.length } : {};
  if (measured.length < readings.length) {
    return { answer: { refusal: true }, ...(readings.length > 1 ? { details: rotations } : {}) };
  }
  const mass = rounded(Math.min(...measured.map((reading) => reading.mass)));
  const details = { mass, ...rotations };
  if (mass === 0 || mass < floor) return { answer: { unmeasurable: true }, details };
  const shares = meanOf(measured.map(sharesOf));
  return { answer: answerOf(question, shares), details };
}

function sharesOf({ weights }: LabelMass): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
