/**
 * A judge that counts how often a model gives which answer.
 *
 * @module
 */
import type { HttpJudge } from '../../http/client.js';
import { checkNumber, wrongOption } from '../../http/service-options.js';
import type { JsonObject } from '../../json.js';
import { present } from '../../members.js';
import type { Question } from '../../question.js';
import { type Inquiry, languageJudge } from '../shared/language.js';
import { readLanguage, readUpTo, readWordOf } from '../shared/language-options.js';
import { ordersOf, planSamples } from '../shared/plan.js';
import { addTallies, answerOfTally, type Tally, tallyOf } from '../shared/samples.js';
import type { Found } from '../shared/shares.js';
import { choicesOf, cutOff, originOf, sampleOf } from './completion.js';
import type { AnswerForm } from './logprobs.js';
import { EFFORTS, FORMS, MASS_FLOOR, type SampledChatJudgeOptions } from './options.js';
import { CHAT_MEMBERS, openChat, settingsOf, writeChat } from './request.js';

/**
 * Makes a judge of a language model behind chat completions that is asked several times, for models
 * that give no log probabilities and for more labels than tokens are told.
 *
 * An answer is the share that each label has among the samples which name one, so it is no finer
 * than one of `samples`: of a noul that of yes, of a choice the label that was named most often,
 * the first of those that tie, of a score the mean of the levels. The `details` have the number of
 * samples, the part of them that named a label (`mass`), and the interval of Wilson (1927) at 95 %
 * of yes or of the label that was named most often. Below `massFloor` the answer is unmeasurable;
 * where more than half of the samples refuse it is a refusal. Its `method` is `sampled`: hold no bar
 * to it that was found on log probabilities.
 *
 * With `rotations` the samples are shared among the orders of the labels. All else is as with
 * {@link chatJudge}.
 *
 * @param baseUrl The base URL, as clients of the service have it: `https://api.openai.com/v1`.
 * @param options The model, its key, and how it is asked. `model` has to be there.
 * @returns A judge for `judge()` and `judgeWith()`. Its `ask` rejects as that of `httpJudge()`
 *   does, and with `bad_answer` for another number of samples than was asked for, where no sample
 *   names a label and one was cut off, and where two models are named for one question.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none, and for a temperature of
 *   0, at which all samples are the same one.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { sampledChatJudge } from 'judgement/judges/chat';
 *
 * // In the place of the network: what such a service says.
 * const said = ['Yes', 'Yes', 'No', 'Yes'];
 * const choices = said.map((content) => ({ finish_reason: 'stop', message: { content } }));
 * const fetch = async () => Response.json({ model: 'reasoner-4', choices });
 *
 * const options = { model: 'reasoner-4', samples: 4, fetch };
 * const model = sampledChatJudge('https://llm.example/v1', options);
 * const request = { state: { text: 'Buy now!!!' }, questions: { spam: noul('Is this spam?') } };
 * const result = await judgeWith(model, request);
 * console.log(result.answers.spam.noul, result.details?.spam?.samples); // 0.75 4
 * console.log(result.details?.spam?.interval?.map((end) => end.toFixed(2))); // [ '0.30', '0.95' ]
 * ```
 */
export function sampledChatJudge(
  baseUrl: string | URL,
  options: SampledChatJudgeOptions,
): HttpJudge {
  const rules = { method: 'sampled', names: NAMES, taken: CHAT_MEMBERS } as const;
  const settings = readLanguage(options, rules);
  const { samples = 10, perRequest = samples, massFloor = MASS_FLOOR } = options;
  checkNumber('samples', samples, 1, MAX_SAMPLES);
  checkNumber('perRequest', perRequest, 1, samples);
  const floor = readUpTo(massFloor, 'massFloor', 1);
  const form = readWordOf(options.form ?? 'text', 'form', FORMS);
  const members = { form, ...readMembers(options) };
  const { info, parallel, rotations } = settings;
  return languageJudge<Tally>(openChat(baseUrl, options), {
    info,
    parallel,
    settings: settingsOf('chat', settings, { floor, samples, perRequest, ...present(members) }),
    plan: (key, question) => planSamples(key, question, { samples, perRequest, rotations }),
    write: (inquiry, state) => writeChat(inquiry, state, settings, { n: nOf(inquiry), ...members }),
    read: (body, inquiry) => read(body, inquiry, form),
    origin: originOf,
    conclude: (question, tallies) =>
      conclude(question, tallies, {
        floor,
        orders: ordersOf(question, { samples, rotations }),
      }),
  });
}

const NAMES = [
  'form',
  'samples',
  'perRequest',
  'massFloor',
  'temperature',
  'reasoningEffort',
] as const;
const MAX_SAMPLES = 100;

function readMembers({ temperature, reasoningEffort }: SampledChatJudgeOptions): {
  readonly temperature: number | undefined;
  readonly reasoning_effort: string | undefined;
} {
  if (temperature === 0) {
    const rule = 'at a temperature of 0 all samples are the same one';
    throw wrongOption('options.temperature', rule, 'leave it out, or raise it');
  }
  return {
    temperature: temperature === undefined ? undefined : readUpTo(temperature, 'temperature', 2),
    reasoning_effort:
      reasoningEffort === undefined
        ? undefined
        : readWordOf(reasoningEffort, 'reasoningEffort', EFFORTS),
  };
}

/** One sample is what a service gives unasked, and all that some give. */
function nOf({ samples }: Inquiry): number | undefined {
  return samples === 1 ? undefined : samples;
}

function read(body: JsonObject, { question, sheet, samples }: Inquiry, form: AnswerForm): Tally {
  const choices = choicesOf(body, samples);
  return tallyOf(
    question,
    choices.map((choice) => sampleOf(choice, sheet, form)),
  );
}

function conclude(
  question: Question,
  tallies: readonly Tally[],
  { floor, orders }: { readonly floor: number; readonly orders: number },
): Found {
  const found = answerOfTally(question, addTallies(tallies), { floor, orders });
  if (found === undefined) throw cutOff();
  return found;
}
