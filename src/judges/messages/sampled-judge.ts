/**
 * A judge that counts how often a model gives which answer, one request each.
 *
 * @module
 */
import type { HttpJudge } from '../../http/client.js';
import { checkNumber } from '../../http/service-options.js';
import type { JsonObject } from '../../json.js';
import type { Question } from '../../question.js';
import { type Inquiry, languageJudge } from '../shared/language.js';
import { readUpTo } from '../shared/language-options.js';
import { ordersOf, planSamples } from '../shared/plan.js';
import { addTallies, answerOfTally, type NoLabel, type Tally, tallyOf } from '../shared/samples.js';
import type { Found } from '../shared/shares.js';
import { cutOff, endingOf, objectOf, originOf } from './message.js';
import type { SampledMessagesJudgeOptions } from './options.js';
import {
  type Form,
  openMessages,
  readMessagesOptions,
  settingsOf,
  writeMessages,
} from './request.js';

/**
 * Makes a judge of a language model behind Anthropic's Messages that is asked several times, each
 * time for one label in a fixed form, and counts.
 *
 * An answer is the share of each label, no finer than one of `samples`; the `details` have the
 * number of samples, the part of them that named a label (`mass`) and the interval of Wilson (1927)
 * at 95 %. What a count comes to, and what stands in a result, is as with `sampledChatJudge()` of
 * `judgement/judges/chat`; how the model is asked is as with {@link messagesJudge}. Its `method` is
 * `sampled`. The API has no parameter for several samples, so each is a request, and costs as much.
 *
 * @param baseUrl The base URL, as clients of the service have it: `https://api.anthropic.com`.
 * @param options The model, its key, and how it is asked. `model` has to be there.
 * @returns A judge for `judge()` and `judgeWith()`. Its `ask` rejects as that of
 *   {@link messagesJudge}, but that a sample which is cut off or has another form is one that names
 *   no label; where none does and one was cut off, it rejects with `bad_answer`.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { sampledMessagesJudge } from 'judgement/judges/messages';
 *
 * // In the place of the network: what the service says, one after another.
 * const said = ['Yes', 'No', 'Yes', 'Yes'].values();
 * const fetch = async () => {
 *   const text = JSON.stringify({ answer: said.next().value });
 *   const content = [{ type: 'text', text }];
 *   return Response.json({ model: 'claude-sonnet-5', stop_reason: 'end_turn', content });
 * };
 *
 * const options = { model: 'claude-sonnet-5', samples: 4, fetch };
 * const model = sampledMessagesJudge('https://api.anthropic.com', options);
 * const request = { state: { text: 'Buy now!!!' }, questions: { spam: noul('Is this spam?') } };
 * const result = await judgeWith(model, request);
 * console.log(result.answers.spam.noul, result.details?.spam?.samples); // 0.75 4
 * ```
 */
export function sampledMessagesJudge(
  baseUrl: string | URL,
  options: SampledMessagesJudgeOptions,
): HttpJudge {
  const settings = readMessagesOptions(options, 'sampled', ['samples', 'massFloor']);
  const { samples = 10, massFloor = MASS_FLOOR } = options;
  checkNumber('samples', samples, 1, MAX_SAMPLES);
  const floor = readUpTo(massFloor, 'massFloor', 1);
  const { info, parallel, rotations } = settings;
  return languageJudge<Tally>(openMessages(baseUrl, options), {
    info,
    parallel,
    settings: settingsOf(settings, { floor, samples }),
    plan: (key, question) => planSamples(key, question, { samples, perRequest: 1, rotations }),
    write: (inquiry, state) => writeMessages(inquiry, state, settings, formOf(inquiry)),
    read: (body, inquiry) => tallyOf(inquiry.question, [sampleOf(body, inquiry)]),
    origin: originOf,
    conclude: (question, tallies) =>
      conclude(question, tallies, { floor, orders: ordersOf(question, { samples, rotations }) }),
  });
}

const MASS_FLOOR = 0.9;
const MAX_SAMPLES = 100;

function formOf({ sheet }: Inquiry): Form {
  const tokens = sheet.map(({ token }) => token);
  return {
    reply: 'Reply with the one answer that is right',
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: tokens } },
      required: ['answer'],
      additionalProperties: false,
    },
  };
}

function sampleOf(body: JsonObject, { sheet }: Inquiry): number | NoLabel {
  const ending = endingOf(body);
  if (ending !== 'answered') return ending;
  const said = objectOf(body)?.['answer'];
  return sheet.find(({ token }) => token === said)?.index ?? 'other';
}

function conclude(
  question: Question,
  tallies: readonly Tally[],
  limits: { readonly floor: number; readonly orders: number },
): Found {
  const found = answerOfTally(question, addTallies(tallies), limits);
  if (found === undefined) throw cutOff();
  return found;
}
